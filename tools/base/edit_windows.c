/* SPDX-License-Identifier: Apache-2.0 */
#include "edit.h"

#include "system.h"
#include "system_windows.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum {
    LONGEST_FILE = 1 << 20,
    LOCK_PAUSE = 50,    /* milliseconds between two attempts to get the lock */
    LOCK_ATTEMPTS = 200 /* the number of attempts */
};

struct edit_system {
    char *path;
    wchar_t *file, *new_file; /* new_file is in the same folder */
    HANDLE lock;              /* NULL: none */
};

static char *say(const char *path)
{
    char *error = windows_error(GetLastError());
    char *text = text_format("%s: %s", path, error);
    free(error);
    return text;
}

static wchar_t *wide_with(const char *path, const char *ending)
{
    char *text = text_format("%s%s", path, ending);
    wchar_t *wide = require_memory(wide_from(text));
    free(text);
    return wide;
}

static void make_folders(const char *path)
{
    const char *at = path;
    while ((at = strpbrk(at, SYSTEM_PATH_SEPARATORS))) {
        char *folder = text_format("%.*s", (int)(at++ - path), path);
        wchar_t *wide = require_memory(wide_from(folder));
        CreateDirectoryW(wide, NULL);
        free(wide);
        free(folder);
    }
}

/* Only one process can open the lock file; Windows removes it when that process ends. */
static char *lock(struct edit_system *system)
{
    wchar_t *name = wide_with(system->path, ".clrelay-lock");
    char *trouble = NULL;
    HANDLE file = INVALID_HANDLE_VALUE;
    for (int i = 0; i < LOCK_ATTEMPTS && file == INVALID_HANDLE_VALUE; i++) {
        if (i > 0) Sleep(LOCK_PAUSE);
        file = CreateFileW(name, GENERIC_WRITE, 0, NULL, OPEN_ALWAYS,
                           FILE_FLAG_DELETE_ON_CLOSE | FILE_FLAG_OPEN_REPARSE_POINT, NULL);
        if (file == INVALID_HANDLE_VALUE && GetLastError() != ERROR_SHARING_VIOLATION) break;
    }
    if (file == INVALID_HANDLE_VALUE) trouble = say(system->path);
    else system->lock = file;
    free(name);
    return trouble;
}

char *edit_begin(struct edit *edit, const char *path, bool for_all)
{
    struct edit_system *system = require_memory(calloc(1, sizeof *system));
    DWORD length = 0;
    HANDLE file;
    char *trouble;
    (void)for_all; /* a file inherits the rights of its folder */
    *edit = (struct edit){ .system = system };
    system->path = text_format("%s", path);
    system->file = wide_with(path, "");
    system->new_file = wide_with(path, ".clrelay-new");
    make_folders(path);
    trouble = lock(system);
    if (trouble) return trouble;
    edit->before.bytes = require_memory(calloc(1, LONGEST_FILE + 1));
    file = CreateFileW(system->file, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL,
                       OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return GetLastError() == ERROR_FILE_NOT_FOUND ? NULL : say(path);
    edit->existed = true;
    if (!ReadFile(file, edit->before.bytes, LONGEST_FILE, &length, NULL)) trouble = say(path);
    CloseHandle(file);
    edit->before.length = length;
    if (length == LONGEST_FILE) trouble = text_format("%s: the file is too large", path);
    return trouble;
}

char *edit_write(struct edit *edit, const struct conf *conf)
{
    struct edit_system *system = edit->system;
    DWORD written = 0;
    char *trouble = NULL;
    HANDLE file;
    DeleteFileW(system->new_file); /* removes what a killed process left behind */
    file = CreateFileW(system->new_file, GENERIC_WRITE, 0, NULL, CREATE_NEW, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) return say(system->path);
    /* The bytes must be on the disk before the rename. */
    if (!WriteFile(file, conf->bytes, (DWORD)conf->length, &written, NULL) ||
        written != conf->length || !FlushFileBuffers(file))
        trouble = say(system->path);
    CloseHandle(file);
    if (!trouble && !MoveFileExW(system->new_file, system->file,
                                 MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
        trouble = say(system->path);
    if (trouble) DeleteFileW(system->new_file);
    return trouble;
}

char *edit_undo(struct edit *edit)
{
    if (edit->existed) return edit_write(edit, &edit->before);
    return DeleteFileW(edit->system->file) ? NULL : say(edit->system->path);
}

void edit_end(struct edit *edit)
{
    if (!edit->system) return;
    if (edit->system->lock) CloseHandle(edit->system->lock);
    free(edit->system->path);
    free(edit->system->file);
    free(edit->system->new_file);
    free(edit->system);
    free(edit->before.bytes);
    *edit = (struct edit){ .system = NULL };
}

char *edit_remove_mask(const char *path)
{
    WIN32_FILE_ATTRIBUTE_DATA about;
    wchar_t *wide = require_memory(wide_from(path));
    char *trouble = NULL;
    if (!GetFileAttributesExW(wide, GetFileExInfoStandard, &about) || about.nFileSizeLow ||
        about.nFileSizeHigh)
        trouble = text_format("%s is not empty, so remove it yourself", path);
    else if (!DeleteFileW(wide)) trouble = say(path);
    free(wide);
    return trouble;
}
