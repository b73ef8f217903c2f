/* SPDX-License-Identifier: Apache-2.0 */
/* A simulated machine with display adapters, devices and app packages: the functions of Windows
 * that list them, for the tables of the loader's sources. */
#ifndef CLRELAY_TEST_WINDOWS_HARDWARE_MADE_UP_H
#define CLRELAY_TEST_WINDOWS_HARDWARE_MADE_UP_H

#include "find/windows/adapters.h"
#include "find/windows/display_devices.h"
#include "find/windows/adapter_order.h"
#include "find/windows/package.h"

/* A registry value, whose type is REG_NONE if it does not exist. */
struct made_value {
    DWORD type;
    const void *data;
    DWORD size;
    const wchar_t *name; /* NULL: OpenCLDriverName */
};

struct made_adapter {
    uint64_t luid;
    struct made_value value;
};

struct made_device {
    const wchar_t *id; /* NULL at the end */
    bool component;
    struct made_value value;
    ULONG state, problem;
};

struct made_package {
    const wchar_t *name, *path;
};

/* A function that only returns this answer from its first to its last call, counted from 1. */
struct made_failure {
    const char *name;
    long answer;
    int first, last;
};

struct made_machine {
    struct made_adapter adapters[4]; /* up to a LUID of 0 */
    struct made_device devices[6];
    struct made_package packages[3];
    uint64_t dxgi[6];
    struct made_failure fails;
    /* The kernel's answer for a value of another type than requested; 0 says that there is none. */
    long other_type;
    bool wow64;
    bool endless; /* each value needs more space than there is */
    bool crowded; /* there is always one adapter more than fits */
    ULONG claims; /* the number of adapters that the kernel claims, if not 0 */
    bool silent;  /* all functions succeed without an answer */
};

/* The current machine, how often the failing function was called, and how many handles are open. */
extern struct made_machine machine;
extern int made_calls;
extern int made_open;

/* A mistake in how the loader calls these functions, or NULL. */
extern const char *made_mistake;

extern const struct adapters made_adapters;
extern const struct devices made_devices;
extern const struct package made_package;
extern const struct order made_order;

#endif
