/* SPDX-License-Identifier: Apache-2.0 */
#include "find/windows/value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const wchar_t *value_name(BOOL(WINAPI *is_wow64)(HANDLE process, BOOL *answer))
{
    BOOL answer = FALSE;
    if (is_wow64(GetCurrentProcess(), &answer) && answer) return L"OpenCLDriverNameWow";
    return L"OpenCLDriverName";
}

static struct found *add(struct findings *findings, const struct device *device,
                         const wchar_t *library)
{
    struct found *found = findings_add(findings, device->source, device->origin, library);
    if (found) found->adapter = device->adapter;
    return found;
}

static void refuse(struct findings *findings, const struct device *device, DWORD type, size_t size)
{
    struct found *found = add(findings, device, NULL);
    char message[64];
    if (!found) return;
    if (type == REG_SZ || type == REG_MULTI_SZ)
        snprintf(message, sizeof message, "it has %lu bytes", (unsigned long)size);
    else snprintf(message, sizeof message, "its type is %lu", (unsigned long)type);
    found_set_verdict(found, VERDICT_VALUE_NOT_TEXT, message);
}

void value_add(struct findings *findings, const struct device *device, DWORD type, const void *data,
               size_t size)
{
    const bool several = type == REG_MULTI_SZ;
    wchar_t *texts, *at;
    if ((type != REG_SZ && !several) || size % sizeof *texts != 0) {
        refuse(findings, device, type, size);
        return;
    }
    /* Two more, because some programs write values without terminators. */
    texts = at = calloc(size / sizeof *texts + 2, sizeof *texts);
    if (!texts) {
        value_add_failure(findings, device, "calloc", ERROR_NOT_ENOUGH_MEMORY);
        return;
    }
    memcpy(texts, data, size);
    do {
        add(findings, device, at);
        at += wcslen(at) + 1;
    } while (several && *at);
    free(texts);
}

void value_add_failure(struct findings *findings, const struct device *device, const char *name,
                       unsigned long answer)
{
    struct found *found = add(findings, device, NULL);
    char message[80];
    if (!found) return;
    snprintf(message, sizeof message, "%s: 0x%lx", name, answer);
    found_set_verdict(found, VERDICT_SYSTEM_FAILED, message);
}
