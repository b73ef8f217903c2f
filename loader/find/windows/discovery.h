/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What Windows lists as drivers and layers, and who lists it: the sources. Each is a file of its own
 * and asks the system through a small table of functions, so that a test can put a made-up machine in
 * the place of this one:
 *
 *   adapters.c   display adapters, by the graphics kernel
 *   devices.c    display devices and software components, by the configuration manager
 *   package.c    the app package with OpenCLOn12
 *   registry.c   HKLM\SOFTWARE\Khronos\OpenCL\Vendors and Layers
 *
 * A source adds what it found, in its own order, and gives no thought to the others. order.c then puts
 * the drivers of adapters into DXGI's order.
 */
#ifndef CLRELAY_WINDOWS_DISCOVERY_H
#define CLRELAY_WINDOWS_DISCOVERY_H

#include "windows/wide.h"

#include "find/candidate.h"

/* One thing that a source found. */
struct found {
    const char *source;   /* which kind of place names it, in words */
    char *origin;         /* the place: a registry key, a device, a package */
    char *library;        /* what it names, to be opened; NULL: nothing, and the verdict tells why */
    enum verdict verdict; /* VERDICT_UNTRIED for what is to be opened */
    char *message;        /* more on the verdict, or NULL */
    bool is_key;          /* it is a place that was searched itself, and no candidate */
    uint32_t priority;    /* the lowest comes first; of layers: is nearest to the drivers */
    uint64_t adapter;     /* the display adapter's LUID, the high part above the low; 0: none */
};

struct findings {
    struct found *at;
    size_t count;
};

/* Adds what a source found: the texts are copied, and origin and library may be NULL. NULL: there is
 * no memory, which has been logged. Valid until the next is added. */
struct found *findings_add(struct findings *findings, const char *source, const wchar_t *origin,
                           const wchar_t *library);

/* Gives it a verdict, with a message or NULL. */
void found_set_verdict(struct found *found, enum verdict verdict, const char *message);

/* Moves those of a lower priority before those of a higher one; equal ones stay in order. */
void findings_sort(struct findings *findings);

/* Leaves out what names the same library as an earlier one. */
void findings_drop_repeated(struct findings *findings);

void findings_free(struct findings *findings);

#endif
