/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finds drivers through the display adapters that the graphics kernel lists: each has a registry
 * key with the value OpenCLDriverName. MinGW's headers lack this interface.
 */
#ifndef CLRELAY_LOADER_FIND_WINDOWS_ADAPTERS_H
#define CLRELAY_LOADER_FIND_WINDOWS_ADAPTERS_H

#include "find/windows/found.h"

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

/* In: the space; out: the number of adapters. */
struct kernel_list {
    ULONG count;
    struct kernel_adapter *adapters; /* NULL: asks for the count only */
};

/* A registry value. All members but the last three are the question. */
struct kernel_value {
    UINT key; /* KERNEL_ADAPTER_KEY */
    UINT flags;
    wchar_t name[MAX_PATH];
    ULONG type;
    ULONG physical_adapter;
    ULONG size; /* in bytes: of the data, or the size that it needs */
    UINT result;
    union {
        uint64_t number;
        wchar_t text[1];
    } data;
};
enum { KERNEL_ADAPTER_KEY = 1 };
enum { KERNEL_TRANSLATE_PATH = 1 }; /* to the form that programs use */
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

/* The system functions in use: D3DKMTEnumAdapters2, …QueryAdapterInfo and …CloseAdapter of gdi32,
 * IsWow64Process. `recent` came with the first Windows that knows these questions (10, 1803). */
struct adapters {
    kernel_status(APIENTRY *recent)(const void *);
    kernel_status(APIENTRY *list)(struct kernel_list *list);
    kernel_status(APIENTRY *ask)(struct kernel_question *question);
    kernel_status(APIENTRY *close)(const struct kernel_closing *closing);
    BOOL(WINAPI *is_wow64)(HANDLE process, BOOL *answer);
};

/* Adds what the adapters of a given system, or of this one, name. */
void adapters_find(const struct adapters *system, struct findings *findings);
void adapters_find_here(struct findings *findings);

#endif
