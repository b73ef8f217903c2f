/* SPDX-License-Identifier: Apache-2.0 */
#include "find/windows/adapters.h"

#include "find/windows/system.h"
#include "find/windows/value.h"

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

/* The kernel's layout, for 32-bit and 64-bit programs. */
_Static_assert(sizeof(struct kernel_adapter) == 20, "D3DKMT_ADAPTERINFO");
_Static_assert(offsetof(struct kernel_value, type) == 528, "D3DDDI_QUERYREGISTRY_INFO");
_Static_assert(offsetof(struct kernel_value, data) == 544, "D3DDDI_QUERYREGISTRY_INFO");
_Static_assert(sizeof(struct kernel_value) == 552, "D3DDDI_QUERYREGISTRY_INFO");
_Static_assert(offsetof(struct kernel_question, data) == 8, "D3DKMT_QUERYADAPTERINFO");

/* More than any machine has: a larger number is an error. */
enum { MOST_ADAPTERS = 4096 };

/* Lists the adapters, and opens each. The list is empty on failure; the caller frees the array. */
static kernel_status list_adapters(const struct adapters *system, struct kernel_list *list)
{
    kernel_status status = KERNEL_TOO_SMALL;
    for (int tries = 0; status == KERNEL_TOO_SMALL && tries < VALUE_TRIES; tries++) {
        ULONG room;
        free(list->adapters);
        *list = (struct kernel_list){ 0, NULL };
        status = system->list(list);
        room = list->count;
        if ((status != KERNEL_SUCCESS && status != KERNEL_TOO_SMALL) || room == 0) break;
        if (room <= MOST_ADAPTERS) list->adapters = calloc(room, sizeof *list->adapters);
        status = list->adapters ? system->list(list) : KERNEL_NO_MEMORY;
        if (list->count > room) list->count = room;
    }
    if (status != KERNEL_SUCCESS) list->count = 0;
    return status;
}

/* Reads a value of one type, for the caller to free. Returns NULL if there is none, or with the
 * reason in *status. (A value of another type may count as missing or as a failure; that is not
 * documented.) */
static struct kernel_value *read_value(const struct adapters *system, UINT adapter,
                                       const wchar_t *name, ULONG type, kernel_status *status)
{
    size_t room = MAX_PATH * sizeof(wchar_t);
    for (int tries = 0; tries < VALUE_TRIES && room <= VALUE_MOST; tries++) {
        size_t size = sizeof(struct kernel_value) + room;
        struct kernel_value *value = calloc(1, size);
        struct kernel_question question = { adapter, KERNEL_REGISTRY_VALUE, value, (UINT)size };
        size_t needed;
        *status = KERNEL_NO_MEMORY;
        if (!value) return NULL;
        value->key = KERNEL_ADAPTER_KEY;
        value->flags = KERNEL_TRANSLATE_PATH;
        wcscpy(value->name, name);
        value->type = type;
        value->result = KERNEL_VALUE_FAILED;
        *status = system->ask(&question);
        needed = value->size;
        if (*status == KERNEL_SUCCESS && value->result == KERNEL_VALUE_READ && needed <= room)
            return value;
        if (*status == KERNEL_NAME_NOT_FOUND) *status = KERNEL_SUCCESS;
        if (*status != KERNEL_SUCCESS || value->result == KERNEL_VALUE_FAILED) {
            free(value);
            return NULL;
        }
        free(value);
        room = needed > room ? needed : 2 * room;
    }
    *status = KERNEL_TOO_SMALL;
    return NULL;
}

static void add_adapter(const struct adapters *system, const struct kernel_adapter *adapter,
                        const wchar_t *name, struct findings *findings)
{
    static const ULONG types[] = { REG_SZ, REG_MULTI_SZ };
    const ULONG high = (ULONG)adapter->luid.HighPart, low = adapter->luid.LowPart;
    wchar_t origin[40];
    struct device device = { "display adapter", origin, (uint64_t)high << 32 | low };
    struct kernel_value *value = NULL;
    kernel_status failure = KERNEL_SUCCESS;
    swprintf(origin, sizeof origin / sizeof *origin, L"display adapter %lx:%lx", high, low);
    for (size_t i = 0; i < 2 && !value; i++) {
        kernel_status status = KERNEL_SUCCESS;
        value = read_value(system, adapter->handle, name, types[i], &status);
        if (value) value_add(findings, &device, types[i], &value->data, value->size);
        if (failure == KERNEL_SUCCESS) failure = status;
    }
    /* If there is a value, the failure may only mean that it has not the other type. */
    if (!value && failure != KERNEL_SUCCESS)
        value_add_failure(findings, &device, "D3DKMTQueryAdapterInfo", (unsigned long)failure);
    free(value);
}

void adapters_find(const struct adapters *system, struct findings *findings)
{
    static const struct device all = { "display adapter", L"display adapters", 0 };
    const wchar_t *name = value_name(system->is_wow64);
    struct kernel_list list = { 0, NULL };
    kernel_status status = list_adapters(system, &list);
    if (status != KERNEL_SUCCESS)
        value_add_failure(findings, &all, "D3DKMTEnumAdapters2", (unsigned long)status);
    for (ULONG i = 0; i < list.count; i++) {
        struct kernel_closing closing = { list.adapters[i].handle };
        if (!closing.adapter) continue; /* counted but not listed */
        add_adapter(system, &list.adapters[i], name, findings);
        system->close(&closing);
    }
    free(list.adapters);
}

void adapters_find_here(struct findings *findings)
{
    static const struct system_function rows[] = {
        { L"gdi32.dll", "D3DKMTSubmitPresentBltToHwQueue" },
        { L"gdi32.dll", "D3DKMTEnumAdapters2" },
        { L"gdi32.dll", "D3DKMTQueryAdapterInfo" },
        { L"gdi32.dll", "D3DKMTCloseAdapter" },
        { L"kernel32.dll", "IsWow64Process" },
        { NULL, NULL },
    };
    struct adapters system;
    struct system_libraries libraries;
    if (!system_find(rows, &system, &libraries)) return;
    adapters_find(&system, findings);
    system_release(&libraries);
}
