/* SPDX-License-Identifier: Apache-2.0 */
/* Wine has functions here that succeed without an answer, so every answer is initialised as
 * empty. */
#include "find/windows/display_devices.h"

#include "find/windows/system.h"
#include "find/windows/value.h"

#include <stdlib.h>

static const struct {
    const wchar_t *class;
    const char *source;
} classes[] = {
    { L"{4d36e968-e325-11ce-bfc1-08002be10318}", "display device" },
    { L"{5c4c3332-344d-483c-8739-259e934c9cc8}", "software component" },
};

/* The names of all present devices of a class, each NUL-terminated, followed by an empty one; for
 * the caller to free. Returns NULL if there are none, or with the reason in *result. */
static wchar_t *list_devices(const struct devices *system, const wchar_t *class, CONFIGRET *result,
                             const char **asked)
{
    const ULONG flags = CM_GETIDLIST_FILTER_CLASS | CM_GETIDLIST_FILTER_PRESENT;
    for (int tries = 0; tries < VALUE_TRIES; tries++) {
        ULONG length = 0;
        wchar_t *ids;
        *asked = "CM_Get_Device_ID_List_SizeW";
        *result = system->list_size(&length, class, flags);
        if (*result != CR_SUCCESS || length == 0) return NULL;
        ids = calloc((size_t)length + 2, sizeof *ids);
        *asked = "CM_Get_Device_ID_ListW";
        *result = ids ? system->list(class, ids, length, flags) : CR_OUT_OF_MEMORY;
        if (*result == CR_SUCCESS) return ids;
        free(ids);
        if (*result != CR_BUFFER_SMALL) return NULL;
    }
    return NULL;
}

static void read_value(const struct devices *system, HKEY key, const wchar_t *name,
                       const struct device *device, struct findings *findings)
{
    LSTATUS status = ERROR_MORE_DATA;
    for (int tries = 0; status == ERROR_MORE_DATA && tries < VALUE_TRIES; tries++) {
        DWORD type = REG_NONE, size = 0, room;
        BYTE *data = NULL;
        status = system->value(key, name, NULL, &type, NULL, &size);
        room = size;
        if (status == ERROR_SUCCESS && room <= VALUE_MOST) data = malloc(room + 1);
        if (status == ERROR_SUCCESS)
            status =
                data ? system->value(key, name, NULL, &type, data, &size) : ERROR_NOT_ENOUGH_MEMORY;
        if (status == ERROR_SUCCESS)
            value_add(findings, device, type, data, size < room ? size : room);
        free(data);
    }
    if (status != ERROR_SUCCESS && status != ERROR_FILE_NOT_FOUND)
        value_add_failure(findings, device, "RegQueryValueExW", (unsigned long)status);
}

/* A device whose driver has changed may still run with another driver than its key names. */
static bool waits_for_restart(ULONG state, ULONG problem)
{
    return (state & DN_NEED_RESTART) ||
           ((state & DN_HAS_PROBLEM) && problem == CM_PROB_NEED_RESTART);
}

static void add_device(const struct devices *system, const struct device *device, wchar_t *id,
                       const wchar_t *name, struct findings *findings)
{
    DEVINST node = 0;
    ULONG state = 0, problem = 0;
    HKEY key = NULL;
    const char *asked = "CM_Locate_DevNodeW";
    CONFIGRET result = system->locate(&node, id, CM_LOCATE_DEVNODE_NORMAL);
    if (result == CR_SUCCESS) {
        asked = "CM_Get_DevNode_Status";
        result = system->state(&state, &problem, node, 0);
    }
    if (result == CR_SUCCESS && waits_for_restart(state, problem)) {
        struct found *found = findings_add(findings, device->source, device->origin, NULL);
        if (found) found_set_verdict(found, VERDICT_RESTART_NEEDED, NULL);
        return;
    }
    if (result == CR_SUCCESS) {
        asked = "CM_Open_DevNode_Key";
        result = system->open(node, KEY_QUERY_VALUE, 0, RegDisposition_OpenExisting, &key,
                              CM_REGISTRY_SOFTWARE);
        if (result == CR_NO_SUCH_REGISTRY_KEY) return; /* it has no driver */
    }
    if (result != CR_SUCCESS) {
        value_add_failure(findings, device, asked, result);
    } else if (key) {
        read_value(system, key, name, device, findings);
        system->close(key);
    }
}

static void find_class(const struct devices *system, const wchar_t *class, const char *source,
                       struct findings *findings)
{
    const wchar_t *name = value_name(system->is_wow64);
    const struct device all = { source, class, 0 };
    CONFIGRET result = CR_SUCCESS;
    const char *asked = NULL;
    wchar_t *ids = list_devices(system, class, &result, &asked);
    if (result != CR_SUCCESS) value_add_failure(findings, &all, asked, result);
    for (wchar_t *id = ids; id && *id; id += wcslen(id) + 1) {
        const struct device device = { source, id, 0 };
        add_device(system, &device, id, name, findings);
    }
    free(ids);
}

void devices_find(const struct devices *system, struct findings *findings)
{
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        find_class(system, classes[i].class, classes[i].source, findings);
}

void devices_find_here(struct findings *findings)
{
    static const struct system_function rows[] = {
        { L"cfgmgr32.dll", "CM_Get_Device_ID_List_SizeW" },
        { L"cfgmgr32.dll", "CM_Get_Device_ID_ListW" },
        { L"cfgmgr32.dll", "CM_Locate_DevNodeW" },
        { L"cfgmgr32.dll", "CM_Get_DevNode_Status" },
        { L"cfgmgr32.dll", "CM_Open_DevNode_Key" },
        { L"advapi32.dll", "RegQueryValueExW" },
        { L"advapi32.dll", "RegCloseKey" },
        { L"kernel32.dll", "IsWow64Process" },
        { NULL, NULL },
    };
    struct devices system;
    struct system_libraries libraries;
    if (!system_find(rows, &system, &libraries)) return;
    devices_find(&system, findings);
    system_release(&libraries);
}
