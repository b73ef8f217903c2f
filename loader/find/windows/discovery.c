/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The drivers and layers that Windows lists, in several sources. Each source is a file of its own.
 * It asks the system through a small table of functions, which a test replaces with a simulated
 * machine:
 *
 *   adapters.c          display adapters, from the graphics kernel
 *   display_devices.c   display devices and software components, from the configuration manager
 *   package.c           the app package with OpenCLOn12
 *   registry.c          HKLM\SOFTWARE\Khronos\OpenCL\Vendors and Layers
 *
 * A source adds what it finds, in its own order, and ignores the other sources. adapter_order.c
 * then puts the drivers of adapters into DXGI's order.
 */
#include "find/search.h"
#include "find/windows/adapters.h"
#include "find/windows/display_devices.h"
#include "find/windows/adapter_order.h"
#include "find/windows/package.h"
#include "find/windows/registry.h"

static void make_candidate(enum candidate_kind kind, const struct found *found)
{
    struct candidate *candidate = candidate_add(kind, found->source, found->origin, found->library);
    if (!candidate) return;
    candidate->is_directory = candidate->is_key = found->is_key;
    if (found->verdict == VERDICT_UNTRIED) return;
    candidate_set_verdict(candidate, found->verdict, found->message);
}

static void find_drivers(struct findings *findings)
{
    adapters_find_here(findings);
    devices_find_here(findings);
    package_find_here(findings);
    registry_find(&registry_of_windows, CANDIDATE_DRIVER, findings);
    order_findings_here(findings);
    findings_drop_repeated(findings);
}

static void find_layers(struct findings *findings)
{
    registry_find(&registry_of_windows, CANDIDATE_LAYER, findings);
    findings_sort(findings);
    findings_drop_repeated(findings);
}

void search_system(enum candidate_kind kind)
{
    struct findings findings = { NULL, 0 };
    if (kind == CANDIDATE_DRIVER) find_drivers(&findings);
    else find_layers(&findings);
    for (size_t i = 0; i < findings.count; i++) make_candidate(kind, &findings.at[i]);
    findings_free(&findings);
}
