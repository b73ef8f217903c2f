/* SPDX-License-Identifier: Apache-2.0 */
/* The registry value of a device that names its OpenCL driver, whoever reads it. */
#ifndef CLRELAY_WINDOWS_VALUE_H
#define CLRELAY_WINDOWS_VALUE_H

#include "find/windows/discovery.h"

/* How often what the system lists may grow between asking for its size and for itself. */
enum { VALUE_TRIES = 8 };

/* The most bytes that such a value is read of. */
enum { VALUE_MOST = 1 << 20 };

/* Whose value it is. */
struct device {
    const char *source;
    const wchar_t *origin;
    uint64_t adapter; /* its LUID, or 0 */
};

/* The value's name for programs like this one; is_wow64 is IsWow64Process. */
const wchar_t *value_name(BOOL(WINAPI *is_wow64)(HANDLE process, BOOL *answer));

/* Adds the libraries that a value names: one (REG_SZ) or several (REG_MULTI_SZ), terminated or not.
 */
void value_add(struct findings *findings, const struct device *device, DWORD type, const void *data,
               size_t size);

/* Adds that a function of the system failed, by its name and its answer. */
void value_add_failure(struct findings *findings, const struct device *device, const char *name,
                       unsigned long answer);

#endif
