/* SPDX-License-Identifier: Apache-2.0 */
#include "find/windows/registry.h"

#include <stdio.h>
#include <stdlib.h>

const struct registry registry_of_windows = { RegOpenKeyExW, RegEnumValueW, RegCloseKey };

/* The longest name that the registry allows, with its terminator. */
enum { NAME_ROOM = 16384 };

/* Refuses a value that has the wrong type or size. */
static void refuse(struct found *found, DWORD type, DWORD size)
{
    char message[64];
    if (type != REG_DWORD)
        snprintf(message, sizeof message, "its type is %lu", (unsigned long)type);
    else snprintf(message, sizeof message, "it has %lu bytes", (unsigned long)size);
    found_set_verdict(found, VERDICT_VALUE_NOT_DWORD, message);
}

static void add_value(enum candidate_kind kind, const wchar_t *key, const wchar_t *name, DWORD type,
                      DWORD size, DWORD value, struct findings *findings)
{
    struct found *found = findings_add(findings, "registry", key, name);
    char message[64];
    if (!found) return;
    if (type != REG_DWORD || size != sizeof value) {
        refuse(found, type, size);
    } else if (kind == CANDIDATE_LAYER) {
        found->priority = value;
    } else if (value != 0) {
        snprintf(message, sizeof message, "the registry's value is %lu and not 0",
                 (unsigned long)value);
        found_set_verdict(found, VERDICT_DISABLED, message);
    }
}

/* Adds what all values of a key name. Returns ERROR_SUCCESS, or why they could not be read to the
 * end. */
static LSTATUS read_values(const struct registry *registry, enum candidate_kind kind, HKEY key,
                           const wchar_t *path, struct findings *findings)
{
    wchar_t *name = malloc(NAME_ROOM * sizeof *name);
    LSTATUS status = name ? ERROR_SUCCESS : ERROR_NOT_ENOUGH_MEMORY;
    for (DWORD i = 0; status == ERROR_SUCCESS; i++) {
        DWORD length = NAME_ROOM, type = REG_NONE, value = 0, size = sizeof value;
        status = registry->value(key, i, name, &length, NULL, &type, (BYTE *)&value, &size);
        /* A longer value is refused, and its name may be missing. */
        if (status == ERROR_MORE_DATA) {
            length = NAME_ROOM;
            status = registry->value(key, i, name, &length, NULL, &type, NULL, &size);
        }
        if (status == ERROR_SUCCESS) add_value(kind, path, name, type, size, value, findings);
    }
    free(name);
    return status == ERROR_NO_MORE_ITEMS ? ERROR_SUCCESS : status;
}

void registry_find(const struct registry *registry, enum candidate_kind kind,
                   struct findings *findings)
{
    static const wchar_t *const names[] = {
        [CANDIDATE_DRIVER] = L"HKLM\\SOFTWARE\\Khronos\\OpenCL\\Vendors",
        [CANDIDATE_LAYER] = L"HKLM\\SOFTWARE\\Khronos\\OpenCL\\Layers",
    };
    const wchar_t *name = names[kind], *path = wcschr(name, L'\\') + 1;
    struct found *found = findings_add(findings, "registry", name, NULL);
    size_t place = findings->count - 1;
    char buffer[256];
    HKEY key = NULL;
    LSTATUS status = registry->open(HKEY_LOCAL_MACHINE, path, 0, KEY_READ, &key);
    enum verdict verdict = status == ERROR_FILE_NOT_FOUND ? VERDICT_NO_KEY : VERDICT_UNREADABLE_KEY;
    if (status == ERROR_SUCCESS) {
        status = read_values(registry, kind, key, name, findings);
        registry->close(key);
        if (status == ERROR_SUCCESS) verdict = VERDICT_SEARCHED;
    }
    if (!found) return;
    found = &findings->at[place];
    found->is_key = true;
    found_set_verdict(found, verdict,
                      verdict == VERDICT_UNREADABLE_KEY
                          ? os_error_text((int)status, buffer, sizeof buffer)
                          : NULL);
}
