/* SPDX-License-Identifier: Apache-2.0 */
/* The interface to Windows. */
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include "layer_system.h"

#include "base/os.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
#include <winioctl.h>

enum { LEAST_FREE = 16 << 20 }; /* bytes that the disk keeps free */

static HANDLE mapping;
static wchar_t folder[1024]; /* the folder of the file of records */

const char *system_variable(const char *name)
{
    return os_privileged() ? NULL : getenv(name);
}

/* Keeps the layer in memory until the process ends, because threads and drivers call it. */
static void stay(void)
{
    HMODULE module;
    GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_PIN,
                       (const wchar_t *)(const void *)&mapping, &module);
}

static void *map(uint64_t offset, size_t size)
{
    return MapViewOfFile(mapping, FILE_MAP_READ | FILE_MAP_WRITE, (DWORD)(offset >> 32),
                         (DWORD)offset, size);
}

/* Maps the beginning of a file. If `limit` is not 0, the file gets that size. */
static void *map_file(HANDLE file, const wchar_t *path, size_t size, uint64_t limit)
{
    void *mapped;
    mapping =
        CreateFileMappingW(file, NULL, PAGE_READWRITE, (DWORD)(limit >> 32), (DWORD)limit, NULL);
    mapped = mapping ? map(0, size) : NULL;
    if (!mapped) return NULL;
    wcscpy(folder, path);
    for (size_t i = wcslen(folder); i > 0 && folder[i] != L'\\' && folder[i] != L'/'; i--)
        folder[i] = 0;
    stay();
    return mapped;
}

void *system_open_file(const char *path, size_t size, const char **error)
{
    wchar_t wide[sizeof folder / sizeof *folder];
    LARGE_INTEGER length;
    HANDLE file;
    void *mapped = NULL;
    *error = "it can't be opened";
    if (!MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, sizeof wide / sizeof *wide)) return NULL;
    file = CreateFileW(wide, GENERIC_READ | GENERIC_WRITE,
                       FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
                       FILE_ATTRIBUTE_NORMAL, NULL);
    if (file == INVALID_HANDLE_VALUE) return NULL;
    *error = "it is not a file that `clrelay trace` has made";
    if (GetFileSizeEx(file, &length) && (uint64_t)length.QuadPart >= size) {
        *error = "it can't be mapped";
        mapped = map_file(file, wide, size, 0);
    }
    CloseHandle(file); /* the mapping keeps the file open */
    return mapped;
}

void *system_make_file(const char *path, size_t size, uint64_t *limit, const char **error)
{
    wchar_t wide[sizeof folder / sizeof *folder];
    HANDLE file;
    DWORD unused;
    void *mapped;
    *error = "the path is too long";
    if (!MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, sizeof wide / sizeof *wide)) return NULL;
    file = CreateFileW(wide, GENERIC_READ | GENERIC_WRITE,
                       FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, CREATE_NEW,
                       FILE_ATTRIBUTE_NORMAL, NULL);
    *error = file != INVALID_HANDLE_VALUE          ? "it can't be mapped"
             : GetLastError() == ERROR_FILE_EXISTS ? NULL
                                                   : "it can't be made";
    if (file == INVALID_HANDLE_VALUE) return NULL;
    /* Otherwise the file would take all its space on the disk at once. */
    DeviceIoControl(file, FSCTL_SET_SPARSE, NULL, 0, NULL, 0, &unused, NULL);
    mapped = map_file(file, wide, size, *limit);
    CloseHandle(file);
    return mapped;
}

/* The file is sparse: on a full disk, a write into a part without space raises an exception in the
 * program. So this function first asks how much space is left. */
void *system_map_part(uint64_t offset, size_t size, bool *no_disk)
{
    ULARGE_INTEGER left;
    *no_disk = GetDiskFreeSpaceExW(folder, &left, NULL, NULL) && left.QuadPart < size + LEAST_FREE;
    return *no_disk ? NULL : map(offset, size);
}

void system_unmap_part(void *part, size_t size)
{
    (void)size;
    UnmapViewOfFile(part);
}

bool system_copy(void *to, const void *from, size_t size)
{
    SIZE_T copied = 0;
    return ReadProcessMemory(GetCurrentProcess(), from, to, size, &copied) && copied == size;
}

size_t system_backtrace(const void **sites, size_t most)
{
    return CaptureStackBackTrace(0, (DWORD)most, (void **)(uintptr_t)sites, NULL);
}

size_t system_backtrace_places(const void **sites, const void *const **places, size_t most)
{
    memset(places, 0, most * sizeof *places);
    return system_backtrace(sites, most);
}

bool system_module(const void *address, uint64_t *difference, char *path, size_t size)
{
    HMODULE module = NULL;
    if (!GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
                                GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                            address, &module))
        return false;
    *difference = (uintptr_t)module;
    return GetModuleFileNameA(module, path, (DWORD)size) > 0;
}

uint64_t system_unloaded(void)
{
    return 0;
}

uintptr_t system_library(const void *address, size_t *size)
{
    HMODULE module = NULL;
    const char *begin;
    *size = 0;
    if (!GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
                                GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                            address, &module) ||
        module == GetModuleHandleA(NULL))
        return 0;
    begin = (const char *)module;
    *size = ((const IMAGE_NT_HEADERS *)(begin + ((const IMAGE_DOS_HEADER *)begin)->e_lfanew))
                ->OptionalHeader.SizeOfImage;
    return (uintptr_t)begin;
}

bool system_watch_frees(frees_watcher watcher)
{
    (void)watcher;
    return false;
}

void system_break(void)
{
    DebugBreak();
}

uint32_t system_process(void)
{
    return GetCurrentProcessId();
}

uint32_t system_parent_process(void)
{
    return 0;
}

uint64_t system_thread(void)
{
    return GetCurrentThreadId();
}

void system_thread_name(char name[16])
{
    memset(name, 0, 16);
}

void system_program_name(char *name, size_t size)
{
    char path[1024];
    DWORD length = GetModuleFileNameA(NULL, path, sizeof path);
    const char *file = path;
    if (length == 0 || length >= sizeof path) path[0] = 0;
    for (const char *at = path; *at; at++)
        if (*at == '\\' || *at == '/') file = at + 1;
    snprintf(name, size, "%s", file);
}

void system_yield(void)
{
    if (!SwitchToThread()) Sleep(1);
}

/* ---- hooks ---- */

static DWORD slot = FLS_OUT_OF_INDEXES;
static void (*at_end)(void);

static void NTAPI thread_ends(void *noted)
{
    if (noted) at_end();
}

void system_at_fork(void (*before)(void), void (*parent)(void), void (*child)(void))
{
    (void)before, (void)parent, (void)child; /* Windows has no fork() */
}

void system_at_thread_end(void (*ended)(void))
{
    slot = FlsAlloc(thread_ends);
    if (slot != FLS_OUT_OF_INDEXES) at_end = ended;
}

void system_note_thread(void)
{
    if (at_end) FlsSetValue(slot, &slot);
}
