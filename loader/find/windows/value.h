/* SPDX-License-Identifier: Apache-2.0 */
/* The registry value of a device that names its OpenCL driver, for all readers. */
#ifndef CLRELAY_LOADER_FIND_WINDOWS_VALUE_H
#define CLRELAY_LOADER_FIND_WINDOWS_VALUE_H

#include "find/windows/found.h"

/* How often we try again if a list grows between the query for its size and that for its
 * content. */
enum { VALUE_TRIES = 8 };

/* The maximum number of bytes to read of such a value. */
enum { VALUE_MOST = 1 << 20 };

/* The device that has the value. */
struct device {
    const char *source;
    const wchar_t *origin;
    uint64_t adapter; /* its LUID, or 0 */
};

/* The value's name for programs like this one. is_wow64 is IsWow64Process. */
const wchar_t *value_name(BOOL(WINAPI *is_wow64)(HANDLE process, BOOL *answer));

/* Adds the libraries that a value names: one (REG_SZ) or several (REG_MULTI_SZ). They may lack
 * terminators. */
void value_add(struct findings *findings, const struct device *device, DWORD type, const void *data,
               size_t size);

/* Adds that a system function failed, with its name and its return value. */
void value_add_failure(struct findings *findings, const struct device *device, const char *name,
                       unsigned long answer);

#endif
