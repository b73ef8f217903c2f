/* SPDX-License-Identifier: Apache-2.0 */
#define COBJMACROS
#include "find/windows/adapter_order.h"

#include "base/log.h"
#include "find/windows/system.h"

#include <dxgi.h>

/* IDXGIFactory1. Defined here, because it would need one more of the compiler's libraries. */
static const GUID factory_id = {
    0x770aae78, 0xf26f, 0x4dba, { 0xa8, 0x29, 0x25, 0x3c, 0x83, 0xd1, 0xb3, 0x87 }
};

/* More than any machine has, so that the loop ends. */
enum { MOST_ADAPTERS = 4096 };

static const uint32_t UNKNOWN_PRIORITY = UINT32_MAX;

/* A single adapter needs no order, and DXGI is slow to start. */
static bool has_several_adapters(const struct findings *findings)
{
    uint64_t first = 0;
    for (size_t i = 0; i < findings->count; i++) {
        uint64_t adapter = findings->at[i].adapter;
        if (first && adapter && adapter != first) return true;
        if (adapter) first = adapter;
    }
    return false;
}

/* An adapter that is listed twice keeps its first place. */
static void set_priority(struct findings *findings, LUID luid, UINT place)
{
    uint64_t adapter = (uint64_t)(ULONG)luid.HighPart << 32 | luid.LowPart;
    for (size_t i = 0; adapter && i < findings->count; i++)
        if (findings->at[i].adapter == adapter && findings->at[i].priority == UNKNOWN_PRIORITY)
            findings->at[i].priority = place;
}

static HRESULT query_adapter(IDXGIFactory1 *factory, UINT place, struct findings *findings)
{
    IDXGIAdapter1 *adapter = NULL;
    DXGI_ADAPTER_DESC1 about = { .AdapterLuid = { 0, 0 } };
    HRESULT result = IDXGIFactory1_EnumAdapters1(factory, place, &adapter);
    if (FAILED(result)) return result;
    if (!adapter) return DXGI_ERROR_NOT_FOUND;
    result = IDXGIAdapter1_GetDesc1(adapter, &about);
    if (SUCCEEDED(result)) set_priority(findings, about.AdapterLuid, place);
    else
        log_line(LOG_WARNING, LOG_SEARCH, "DXGI does not describe display adapter %u: 0x%lx", place,
                 (unsigned long)result);
    IDXGIAdapter1_Release(adapter);
    return S_OK;
}

static void query_adapters(IDXGIFactory1 *factory, struct findings *findings)
{
    HRESULT result = S_OK;
    for (UINT i = 0; SUCCEEDED(result) && i < MOST_ADAPTERS; i++)
        result = query_adapter(factory, i, findings);
    if (FAILED(result) && result != DXGI_ERROR_NOT_FOUND)
        log_line(LOG_WARNING, LOG_SEARCH, "DXGI does not list all display adapters: 0x%lx",
                 (unsigned long)result);
}

void order_findings(const struct order *system, struct findings *findings)
{
    void *factory = NULL;
    HRESULT result;
    if (!has_several_adapters(findings)) return;
    result = system->create(&factory_id, &factory);
    if (FAILED(result) || !factory) {
        log_line(LOG_WARNING, LOG_SEARCH, "DXGI does not list the display adapters: 0x%lx",
                 (unsigned long)result);
        return;
    }
    for (size_t i = 0; i < findings->count; i++) findings->at[i].priority = UNKNOWN_PRIORITY;
    query_adapters(factory, findings);
    IDXGIFactory1_Release((IDXGIFactory1 *)factory);
    findings_sort(findings);
}

void order_findings_here(struct findings *findings)
{
    static const struct system_function rows[] = {
        { L"dxgi.dll", "CreateDXGIFactory1" },
        { NULL, NULL },
    };
    struct order system;
    struct system_libraries libraries;
    if (!has_several_adapters(findings) || !system_find(rows, &system, &libraries)) return;
    order_findings(&system, findings);
    system_release(&libraries);
}
