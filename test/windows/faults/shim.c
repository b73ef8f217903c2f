/* SPDX-License-Identifier: Apache-2.0 */
/*
 * This sits between the loader under test and Windows, counts calls that can fail, and makes some
 * fail (../../faults/shim.h). The loader is linked with --wrap for the memory and registry
 * functions, and for the pointers (__imp_NAME) to all others.
 */
#include "../../faults/shim.h"

#include "windows/wide.h"

#include <aclapi.h>
#include <psapi.h>
#include <stdlib.h>

/* The program's counters, which still exist when this library is gone; our own until the program
 * sets them. */
static struct shim own, *now = &own;

__declspec(dllexport) void shim_use(struct shim *of_program);
void shim_use(struct shim *of_program)
{
    for (int kind = 0; kind < SHIM_KEPT; kind++) of_program->kept[kind] += own.kept[kind];
    now = of_program;
}

bool shim_fails(const char *function, int error)
{
    unsigned long call;
    if (!atomic_load(&now->armed)) return false;
    call = atomic_fetch_add(&now->calls, 1) + 1;
    if (call < now->first || call > now->last) return false;
    if (atomic_fetch_add(&now->failed, 1) == 0) now->function = function;
    SetLastError((DWORD)error);
    return true;
}

static void keep(enum shim_kept what, int more)
{
    atomic_fetch_add(&now->kept[what], more);
}

/* ---- memory ---- */

extern void *__real_malloc(size_t size), *__real_calloc(size_t count, size_t size),
    *__real_realloc(void *old, size_t size), __real_free(void *memory);
void *__wrap_malloc(size_t size), *__wrap_calloc(size_t count, size_t size),
    *__wrap_realloc(void *old, size_t size), __wrap_free(void *memory);

static void *kept(void *memory)
{
    if (memory) keep(SHIM_MEMORY, 1);
    return memory;
}

void *__wrap_malloc(size_t size)
{
    return shim_fails("malloc", ERROR_NOT_ENOUGH_MEMORY) ? NULL : kept(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return shim_fails("calloc", ERROR_NOT_ENOUGH_MEMORY) ? NULL : kept(__real_calloc(count, size));
}

void *__wrap_realloc(void *old, size_t size)
{
    void *memory =
        shim_fails("realloc", ERROR_NOT_ENOUGH_MEMORY) ? NULL : __real_realloc(old, size);
    return old ? memory : kept(memory);
}

void __wrap_free(void *memory)
{
    if (memory) keep(SHIM_MEMORY, -1);
    __real_free(memory);
}

/* ---- the registry ---- */

#define REGISTRY(name, parameters, arguments)                                                      \
    extern LSTATUS WINAPI __real_##name parameters;                                                \
    LSTATUS WINAPI __wrap_##name parameters;                                                       \
    LSTATUS WINAPI __wrap_##name parameters                                                        \
    {                                                                                              \
        return shim_fails(#name, ERROR_ACCESS_DENIED) ? ERROR_ACCESS_DENIED                        \
                                                      : __real_##name arguments;                   \
    }

REGISTRY(RegOpenKeyExW, (HKEY root, const wchar_t *path, DWORD options, REGSAM rights, HKEY *key),
         (root, path, options, rights, key))
REGISTRY(RegEnumValueW,
         (HKEY key, DWORD index, wchar_t *name, DWORD *length, DWORD *reserved, DWORD *type,
          BYTE *data, DWORD *size),
         (key, index, name, length, reserved, type, data, size))

/* ---- functions that only succeed or fail ---- */

/* IMPORT(TYPE, NAME, PARAMETERS, ARGUMENTS, FAILURE, ERROR, COUNT): counts results other than
 * FAILURE. */
#define IMPORT(...) IMPORT_IF(true, __VA_ARGS__)
#define IMPORT_IF(can_fail, type, name, parameters, arguments, failure, error, count)              \
    extern type(WINAPI *const __real___imp_##name) parameters;                                     \
    extern type(WINAPI *const __wrap___imp_##name) parameters;                                     \
    static type WINAPI name##_counted parameters                                                   \
    {                                                                                              \
        type answer = failure;                                                                     \
        if (!(can_fail) || !shim_fails(#name, error)) answer = __real___imp_##name arguments;      \
        if (answer != (failure)) count;                                                            \
        return answer;                                                                             \
    }                                                                                              \
    type(WINAPI *const __wrap___imp_##name) parameters = name##_counted;
#define ANSWER(name, parameters, arguments, error)                                                 \
    IMPORT(BOOL, name, parameters, arguments, FALSE, error, (void)0)
#define LENGTH(name, parameters, arguments, error)                                                 \
    IMPORT(DWORD, name, parameters, arguments, 0, error, (void)0)
#define OPENED keep(SHIM_FILES, 1)

/* Neither a full disk nor a failing write matters: the report about it would be missing, too. A log
 * that the loader cannot identify stays open. */
static HANDLE written;
#define IS_READ(access) (((access) & (GENERIC_WRITE | FILE_APPEND_DATA)) == 0)

static void count_file(HANDLE file, DWORD access)
{
    OPENED;
    if (!IS_READ(access)) written = file;
}

IMPORT_IF(IS_READ(access), HANDLE, CreateFileW,
          (const wchar_t *path, DWORD access, DWORD share, SECURITY_ATTRIBUTES *security, DWORD how,
           DWORD flags, HANDLE like),
          (path, access, share, security, how, flags, like), INVALID_HANDLE_VALUE,
          ERROR_TOO_MANY_OPEN_FILES, count_file(answer, access))
ANSWER(ReadFile, (HANDLE file, void *to, DWORD room, DWORD *got, OVERLAPPED *later),
       (file, to, room, got, later), ERROR_READ_FAULT)
IMPORT_IF(file != written, BOOL, GetFileInformationByHandle,
          (HANDLE file, BY_HANDLE_FILE_INFORMATION *about), (file, about), FALSE,
          ERROR_NOT_SUPPORTED, (void)0)
IMPORT(DWORD, GetFileAttributesW, (const wchar_t *path), (path), INVALID_FILE_ATTRIBUTES,
       ERROR_ACCESS_DENIED, (void)0)
IMPORT(HANDLE, FindFirstFileW, (const wchar_t *pattern, WIN32_FIND_DATAW *found), (pattern, found),
       INVALID_HANDLE_VALUE, ERROR_ACCESS_DENIED, keep(SHIM_FILES, 1))
ANSWER(FindNextFileW, (HANDLE search, WIN32_FIND_DATAW *found), (search, found), ERROR_READ_FAULT)
LENGTH(GetFullPathNameW, (const wchar_t *path, DWORD size, wchar_t *whole, wchar_t **last),
       (path, size, whole, last), ERROR_NOT_ENOUGH_MEMORY)

IMPORT(BOOL, OpenProcessToken, (HANDLE process, DWORD access, HANDLE *token),
       (process, access, token), FALSE, ERROR_ACCESS_DENIED, OPENED)
ANSWER(GetTokenInformation,
       (HANDLE token, TOKEN_INFORMATION_CLASS what, void *to, DWORD size, DWORD *needed),
       (token, what, to, size, needed), ERROR_ACCESS_DENIED)
ANSWER(GetAce, (ACL * list, DWORD index, void **entry), (list, index, entry),
       ERROR_INVALID_PARAMETER)

IMPORT(DWORD, GetSecurityInfo,
       (HANDLE of, SE_OBJECT_TYPE type, DWORD what, PSID *owner, PSID *group, ACL **list,
        ACL **audit, PSECURITY_DESCRIPTOR *descriptor),
       (of, type, what, owner, group, list, audit, descriptor), ERROR_ACCESS_DENIED,
       ERROR_ACCESS_DENIED, (void)0)

IMPORT(HMODULE, LoadLibraryExW, (const wchar_t *path, HANDLE reserved, DWORD how),
       (path, reserved, how), NULL, ERROR_NOT_ENOUGH_MEMORY, (void)0)
LENGTH(GetModuleFileNameW, (HMODULE module, wchar_t *path, DWORD room), (module, path, room),
       ERROR_NOT_ENOUGH_MEMORY)
LENGTH(SearchPathW,
       (const wchar_t *folders, const wchar_t *name, const wchar_t *ending, DWORD size,
        wchar_t *path, wchar_t **last),
       (folders, name, ending, size, path, last), ERROR_NOT_ENOUGH_MEMORY)
LENGTH(GetSystemDirectoryW, (wchar_t * path, UINT size), (path, size), ERROR_NOT_ENOUGH_MEMORY)
IMPORT(DLL_DIRECTORY_COOKIE, AddDllDirectory, (const wchar_t *folder), (folder), NULL,
       ERROR_NOT_ENOUGH_MEMORY, (void)0)
ANSWER(K32EnumProcessModules, (HANDLE process, HMODULE *list, DWORD size, DWORD *needed),
       (process, list, size, needed), ERROR_PARTIAL_COPY)
ANSWER(VirtualProtect, (void *memory, SIZE_T size, DWORD how, DWORD *before),
       (memory, size, how, before), ERROR_NOT_ENOUGH_MEMORY)
IMPORT(HANDLE, CreateThread,
       (SECURITY_ATTRIBUTES * security, SIZE_T stack, LPTHREAD_START_ROUTINE run, void *data,
        DWORD flags, DWORD *number),
       (security, stack, run, data, flags, number), NULL, ERROR_NOT_ENOUGH_MEMORY, OPENED)
IMPORT(HANDLE, OpenThread, (DWORD access, BOOL inherit, DWORD number), (access, inherit, number),
       NULL, ERROR_ACCESS_DENIED, OPENED)
LENGTH(FormatMessageW,
       (DWORD flags, const void *source, DWORD message, DWORD language, wchar_t *to, DWORD size,
        va_list *arguments),
       (flags, source, message, language, to, size, arguments), ERROR_MR_MID_NOT_FOUND)

/* ---- functions that close or free ---- */

#define END(name, what)                                                                            \
    IMPORT_IF(false, BOOL, name, (HANDLE handle), (handle), FALSE, 0, keep(what, -1))

END(CloseHandle, SHIM_FILES)
END(FindClose, SHIM_FILES)
