/* SPDX-License-Identifier: Apache-2.0 */
#include "windows/load.h"

#include "base/os.h"

#include <stdlib.h>

/* Adds a directory to a list in the form of SearchPath. */
static bool add_folder(wchar_t **list, const wchar_t *folder)
{
    wchar_t *with_end = wide_join(folder, L";");
    wchar_t *longer = with_end ? wide_join(*list ? *list : L"", with_end) : NULL;
    free(with_end);
    if (!longer) return false;
    free(*list);
    *list = longer;
    return true;
}

static bool is_absolute(const wchar_t *folder)
{
    return (folder[0] && folder[1] == L':' && (folder[2] == L'\\' || folder[2] == L'/')) ||
           (folder[0] == L'\\' && folder[1] == L'\\');
}

/* Calls `take` for each directory in the variable PATH, unless the program is privileged. */
static void for_each_path_folder(void (*take)(void *data, const wchar_t *folder), void *data)
{
    DWORD size = os_privileged() ? 0 : GetEnvironmentVariableW(L"PATH", NULL, 0);
    wchar_t *path = size ? malloc(size * sizeof *path) : NULL;
    if (path && GetEnvironmentVariableW(L"PATH", path, size) == size - 1)
        for (wchar_t *folder = path, *next; folder; folder = next) {
            next = wcschr(folder, L';');
            if (next) *next++ = L'\0';
            if (is_absolute(folder)) take(data, folder);
        }
    free(path);
}

static void add_path_folder(void *list, const wchar_t *folder)
{
    add_folder(list, folder);
}

static wchar_t *folder_of_program(void)
{
    wchar_t *path = wide_path_of(NULL), *end = path ? wcsrchr(path, L'\\') : NULL;
    if (end) *end = L'\0';
    return path;
}

wchar_t *load_find(const wchar_t *name)
{
    wchar_t *program = folder_of_program(), *list = NULL, *found = NULL;
    wchar_t system[MAX_PATH];
    DWORD size;
    if (program) add_folder(&list, program);
    if (GetSystemDirectoryW(system, MAX_PATH)) add_folder(&list, system);
    for_each_path_folder(add_path_folder, &list);
    size = list ? SearchPathW(list, name, L".dll", 0, NULL, NULL) : 0;
    found = size ? malloc(size * sizeof *found) : NULL;
    if (found && SearchPathW(list, name, L".dll", size, found, NULL) >= size) {
        free(found);
        found = NULL;
    }
    free(program);
    free(list);
    return found;
}

static void add_search_folder(void *cookies, const wchar_t *folder)
{
    DLL_DIRECTORY_COOKIE **next = cookies;
    *(*next) = AddDllDirectory(folder);
    if (*(*next)) (*next)++;
}

static void count_folder(void *count, const wchar_t *folder)
{
    (void)folder;
    ++*(size_t *)count;
}

/* With backslashes, which Microsoft requires if the library's directory is to be searched. */
static wchar_t *native_path(const wchar_t *path)
{
    wchar_t *native = wide_join(path, L"");
    for (wchar_t *at = native; at && *at; at++)
        if (*at == L'/') *at = L'\\';
    return native;
}

static HMODULE open_native(const wchar_t *path)
{
    const DWORD how = LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_DEFAULT_DIRS;
    HMODULE library = LoadLibraryExW(path, NULL, how);
    DLL_DIRECTORY_COOKIE *cookies, *next;
    size_t folders = 0;
    DWORD error;
    if (library || GetLastError() != ERROR_MOD_NOT_FOUND) return library;
    for_each_path_folder(count_folder, &folders);
    cookies = next = folders ? malloc(folders * sizeof *cookies) : NULL;
    if (cookies) for_each_path_folder(add_search_folder, &next);
    library = LoadLibraryExW(path, NULL, how);
    error = GetLastError();
    while (next != cookies) RemoveDllDirectory(*--next);
    free(cookies);
    SetLastError(error);
    return library;
}

HMODULE load_open(const wchar_t *path)
{
    wchar_t *native = native_path(path);
    HMODULE library = NULL;
    DWORD error = ERROR_NOT_ENOUGH_MEMORY;
    if (native) {
        library = open_native(native);
        error = GetLastError();
    }
    free(native);
    SetLastError(error);
    return library;
}
