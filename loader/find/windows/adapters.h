/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The display adapters, as the graphics kernel lists them: each has a registry key whose value
 * OpenCLDriverName names its driver. Of this interface MinGW's headers have nothing.
 */
#ifndef CLRELAY_WINDOWS_ADAPTERS_H
#define CLRELAY_WINDOWS_ADAPTERS_H

#include "find/windows/discovery.h"

typedef LONG kernel_status; /* NTSTATUS */
#define KERNEL_SUCCESS        ((kernel_status)0)
#define KERNEL_NO_MEMORY      ((kernel_status)0xC0000017)
#define KERNEL_TOO_SMALL      ((kernel_status)0xC0000023)
#define KERNEL_NAME_NOT_FOUND ((kernel_status)0xC0000034)

struct kernel_adapter {
    UINT handle;
    LUID luid;
    ULONG sources;
    BOOL precise;
};

/* In: the room; out: how many there are. */
struct kernel_list {
    ULONG count;
    struct kernel_adapter *adapters; /* NULL: only the count is asked for */
};

/* A registry value. All but the last three members are the question. */
struct kernel_value {
    UINT key; /* KERNEL_ADAPTER_KEY */
    UINT flags;
    wchar_t name[MAX_PATH];
    ULONG type;
    ULONG physical_adapter;
    ULONG size; /* in bytes: of the data, or of the room that they need */
    UINT result;
    union {
        uint64_t number;
        wchar_t text[1];
    } data;
};
enum { KERNEL_ADAPTER_KEY = 1 };
enum { KERNEL_TRANSLATE_PATH = 1 }; /* to what programs call it */
enum { KERNEL_VALUE_READ = 0, KERNEL_VALUE_LONGER = 1, KERNEL_VALUE_FAILED = 2 };

struct kernel_question {
    UINT adapter;
    UINT type; /* KERNEL_REGISTRY_VALUE */
    void *data;
    UINT size;
};
enum { KERNEL_REGISTRY_VALUE = 48 };

struct kernel_closing {
    UINT adapter;
};

/* What is asked of the system: D3DKMTEnumAdapters2, …QueryAdapterInfo and …CloseAdapter of gdi32,
 * IsWow64Process. `recent` came with the first Windows that knows these questions (10, 1803). */
struct adapters {
    kernel_status(APIENTRY *recent)(const void *);
    kernel_status(APIENTRY *list)(struct kernel_list *list);
    kernel_status(APIENTRY *ask)(struct kernel_question *question);
    kernel_status(APIENTRY *close)(const struct kernel_closing *closing);
    BOOL(WINAPI *is_wow64)(HANDLE process, BOOL *answer);
};

/* Adds what the adapters of a system name, and those of this one. */
void adapters_find(const struct adapters *system, struct findings *findings);
void adapters_find_here(struct findings *findings);

#endif
