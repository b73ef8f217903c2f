/* SPDX-License-Identifier: Apache-2.0 */
#include "files_windows.h"

#include "files.h"
#include "image_windows.h"
#include "system.h"
#include "system_windows.h"
#include "text.h"

#include "base/os.h"

#include <aclapi.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <wchar.h>

/* ---- architecture ---- */

static const struct {
    unsigned machine;
    const char *name;
    /* clang-format off */
} machines[] = {
    { IMAGE_FILE_MACHINE_I386, "32-bit x86" },
    { IMAGE_FILE_MACHINE_AMD64, "64-bit x86 (x64)" },
    { IMAGE_FILE_MACHINE_ARMNT, "32-bit ARM" },
    { 0xaa64, "64-bit ARM (ARM64)" },
    { IMAGE_FILE_MACHINE_IA64, "Itanium" },
};
/* clang-format on */

static char *architecture_of(const wchar_t *path)
{
    struct image image;
    unsigned machine;
    if (!path || !image_open(&image, path)) return NULL;
    machine = image.machine;
    image_close(&image);
    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++)
        if (machines[i].machine == machine) return text_format("%s", machines[i].name);
    return text_format("machine 0x%04x", machine);
}

char *file_architecture(const char *path)
{
    wchar_t *wide = require_memory(wide_from(path));
    char *name = architecture_of(wide);
    free(wide);
    return name;
}

char *file_own_architecture(void)
{
    wchar_t *own = wide_path_of(NULL);
    char *name = architecture_of(own);
    free(own);
    return name ? name : text_format("another one");
}

/* ---- paths ---- */

char *file_own_folder(void)
{
    wchar_t *wide = wide_path_of(NULL), *slash = wide ? wcsrchr(wide, L'\\') : NULL;
    char *folder;
    if (slash) *slash = L'\0';
    folder = slash ? require_memory(wide_to_text(wide)) : NULL;
    free(wide);
    return folder;
}

char *file_own_library(bool built)
{
    (void)built;
    return NULL;
}

bool file_is_folder(const char *path)
{
    wchar_t *wide = require_memory(wide_from(path));
    const DWORD attributes = GetFileAttributesW(wide);
    free(wide);
    return attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_DIRECTORY;
}

bool file_make_folder(const char *path)
{
    wchar_t *wide = require_memory(wide_from(path));
    const bool made = CreateDirectoryW(wide, NULL);
    free(wide);
    return made || file_is_folder(path);
}

FILE *file_stream(const char *path)
{
    wchar_t *wide = require_memory(wide_from(path));
    FILE *file = _wfopen(wide, L"rb");
    free(wide);
    return file;
}

FILE *file_make(const char *path)
{
    wchar_t *wide = require_memory(wide_from(path));
    const int file = _wopen(wide, _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT,
                            _S_IREAD | _S_IWRITE);
    free(wide);
    return file < 0 ? NULL : require_memory(_fdopen(file, "wb"));
}

bool file_is_absolute(const char *path)
{
    return os_is_absolute(path);
}

/* Goes to the end of the path's next part, from *length on. The first part is the drive or share.
 * Returns false at the end. */
static bool next_part(const char *path, size_t *length)
{
    size_t from = *length;
    if (!path[from]) return false;
    if (from == 0 && strncmp(path, "\\\\", 2) == 0) {
        from = 2 + strcspn(path + 2, SYSTEM_PATH_SEPARATORS);
        from += path[from] != '\0';
    }
    while (path[from] && strchr(SYSTEM_PATH_SEPARATORS, path[from])) from++;
    from += strcspn(path + from, SYSTEM_PATH_SEPARATORS);
    /* A drive letter needs its separator to be a directory. */
    if (*length == 0 && path[from] && path[from - 1] == ':') from++;
    if (from == *length) return false;
    *length = from;
    return true;
}

char *file_first_missing(const char *path)
{
    size_t length = 0;
    while (next_part(path, &length)) {
        char *part = text_format("%.*s", (int)length, path);
        if (!system_exists(part)) return part;
        free(part);
    }
    return NULL;
}

char *file_barrier(const char *path)
{
    (void)path;
    return NULL;
}

char *file_obstacle(const char *path)
{
    wchar_t *wide = require_memory(wide_from(path));
    HANDLE file =
        CreateFileW(wide, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                    NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    DWORD error = GetLastError();
    char *words, *description;
    free(wide);
    if (file != INVALID_HANDLE_VALUE) {
        CloseHandle(file);
        return NULL;
    }
    description = windows_error(error);
    words = text_format("%s: %s", path, description);
    free(description);
    return words;
}

char *file_ownership(const char *path)
{
    wchar_t *wide = require_memory(wide_from(path)), name[256], domain[256];
    PSECURITY_DESCRIPTOR descriptor = NULL;
    PSID owner = NULL;
    DWORD size = 256, domain_size = 256;
    SID_NAME_USE use;
    char *text = NULL, *words;
    if (GetNamedSecurityInfoW(wide, SE_FILE_OBJECT, OWNER_SECURITY_INFORMATION, &owner, NULL, NULL,
                              NULL, &descriptor) == ERROR_SUCCESS &&
        LookupAccountSidW(NULL, owner, name, &size, domain, &domain_size, &use))
        text = wide_to_text(name);
    words = text ? text_format("it belongs to %s", text) : text_format("it cannot be examined");
    if (descriptor) LocalFree(descriptor);
    free(text);
    free(wide);
    return words;
}

char *file_target(const char *path)
{
    (void)path; /* links are rare, and messages name the link's own path */
    return NULL;
}

static bool identity_of(const char *path, BY_HANDLE_FILE_INFORMATION *about)
{
    wchar_t *wide = require_memory(wide_from(path));
    HANDLE file = CreateFileW(wide, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                              OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    bool good = file != INVALID_HANDLE_VALUE && GetFileInformationByHandle(file, about);
    if (file != INVALID_HANDLE_VALUE) CloseHandle(file);
    free(wide);
    return good;
}

bool file_is_same(const char *one, const char *other)
{
    BY_HANDLE_FILE_INFORMATION first, second;
    if (!identity_of(one, &first) || !identity_of(other, &second)) return false;
    /* Without file IDs, only the paths can tell. */
    if ((first.nFileIndexHigh | first.nFileIndexLow) == 0) return _stricmp(one, other) == 0;
    return first.dwVolumeSerialNumber == second.dwVolumeSerialNumber &&
           first.nFileIndexHigh == second.nFileIndexHigh &&
           first.nFileIndexLow == second.nFileIndexLow;
}

/* ---- libraries ---- */

char *file_search_directories(void)
{
    return text_format("the program's folder, Windows' own%s",
                       system_is_privileged() ? " (and not PATH, above medium integrity)"
                                              : ", PATH");
}

/* Searches the system directories of both architectures. */
char *file_find_library(const char *name)
{
    static const wchar_t *const folders[] = { L"\\Sysnative\\", L"\\System32\\", L"\\SysWOW64\\" };
    wchar_t windows[MAX_PATH], *wide = require_memory(wide_from(name));
    UINT length = GetWindowsDirectoryW(windows, MAX_PATH);
    char *found = NULL;
    if (length == 0 || length >= MAX_PATH || strpbrk(name, SYSTEM_PATH_SEPARATORS ":")) length = 0;
    for (size_t i = 0; length && i < sizeof folders / sizeof folders[0] && !found; i++) {
        wchar_t *folder = require_memory(wide_join(windows, folders[i])),
                *path = require_memory(wide_join(folder, wide));
        if (GetFileAttributesW(path) != INVALID_FILE_ATTRIBUTES) found = wide_to_text(path);
        free(path);
        free(folder);
    }
    free(wide);
    return found;
}

/* ---- dependencies ---- */

enum { DEEPEST = 8 };

/* The directories in which a library's dependencies are searched for, separated by semicolons. */
static wchar_t *folders_for(const wchar_t *library)
{
    wchar_t *list = wide_join(library, L""), *end = list ? wcsrchr(list, L'\\') : NULL;
    wchar_t *program = wide_path_of(NULL), *longer, system[MAX_PATH] = L"";
    DWORD size = system_is_privileged() ? 0 : GetEnvironmentVariableW(L"PATH", NULL, 0);
    wchar_t *path = require_memory(calloc((size_t)size + 1, sizeof *path));
    const wchar_t *parts[] = { L";", program ? program : L"", L";", system, L";", path };
    if (!end || !list) {
        free(list);
        list = end = NULL;
    }
    if (end) *end = L'\0';
    if (program && (end = wcsrchr(program, L'\\'))) *end = L'\0';
    GetSystemDirectoryW(system, MAX_PATH);
    if (size) GetEnvironmentVariableW(L"PATH", path, size);
    for (size_t i = 0; list && i < sizeof parts / sizeof parts[0]; i++) {
        longer = wide_join(list, parts[i]);
        free(list);
        list = longer;
    }
    free(path);
    free(program);
    return list;
}

/* Whether a name is that of an API set. Windows resolves these itself, so no such files need
 * exist. */
static bool is_set(const char *name)
{
    return _strnicmp(name, "api-ms-", 7) == 0 || _strnicmp(name, "ext-ms-", 7) == 0;
}

/* Whether a library belongs to Windows, and so has all its dependencies. */
static bool is_system(const wchar_t *path)
{
    wchar_t windows[MAX_PATH];
    UINT length = GetWindowsDirectoryW(windows, MAX_PATH);
    return length > 0 && length < MAX_PATH && _wcsnicmp(path, windows, length) == 0;
}

static char *find_missing(const wchar_t *library, int depth, char **by)
{
    wchar_t *folders = folders_for(library), path[32768];
    struct image image;
    const char *name;
    char *missing = NULL;
    if (!folders || !image_open(&image, library)) {
        free(folders);
        return NULL;
    }
    for (size_t i = 0; !missing && (name = image_needs(&image, i)); i++) {
        wchar_t *wide = require_memory(wide_from(name));
        DWORD length = is_set(name) ? 1 : SearchPathW(folders, wide, NULL, 32768, path, NULL);
        if (length == 0) {
            missing = text_format("%s", name);
            *by = wide_to_text(library);
        } else if (length > 1 && length < 32768 && depth < DEEPEST && !is_system(path)) {
            missing = find_missing(path, depth + 1, by);
        }
        free(wide);
    }
    image_close(&image);
    free(folders);
    return missing;
}

char *file_missing_need(const char *library, char **by)
{
    wchar_t *wide = require_memory(wide_from(library));
    char *missing = find_missing(wide, 0, by);
    free(wide);
    return missing;
}
