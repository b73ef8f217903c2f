/* SPDX-License-Identifier: Apache-2.0 */
#include "records.h"

#include "../base/system_windows.h"
#include "../base/text.h"
#include "windows/wide.h"

#include <stdlib.h>
#include <winioctl.h>

static char *refuse(const char *path, DWORD error)
{
    char *why = windows_error(error), *text = text_format("%s: %s", path, why);
    free(why);
    return text;
}

static HANDLE open_file(const char *path, DWORD how, DWORD access)
{
    wchar_t *wide = require_memory(wide_from(path));
    HANDLE file = CreateFileW(wide, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                              NULL, how, FILE_ATTRIBUTE_NORMAL, NULL);
    free(wide);
    return file;
}

/* Makes the file. Returns 0, or an error number. */
static DWORD make_file(struct records *records, uint64_t limit)
{
    HANDLE file = open_file(records->path, CREATE_NEW, GENERIC_READ | GENERIC_WRITE), mapping;
    DWORD unused, error = 0;
    if (file == INVALID_HANDLE_VALUE) return GetLastError();
    /* Otherwise the file would take all its space on the disk at once. */
    DeviceIoControl(file, FSCTL_SET_SPARSE, NULL, 0, NULL, 0, &unused, NULL);
    mapping =
        CreateFileMappingW(file, NULL, PAGE_READWRITE, (DWORD)(limit >> 32), (DWORD)limit, NULL);
    if (mapping)
        records->file =
            MapViewOfFile(mapping, FILE_MAP_READ | FILE_MAP_WRITE, 0, 0, RECORD_GRANULE);
    if (!records->file) error = GetLastError();
    if (mapping) CloseHandle(mapping);
    CloseHandle(file);
    return error;
}

/* Makes a folder named after the process and the time. */
static bool make_folder(struct records *records, const char *where)
{
    wchar_t *wide;
    bool well;
    records->folder = text_format("%s\\.clrelay-%lu-%llu", where, GetCurrentProcessId(),
                                  (unsigned long long)GetTickCount64());
    wide = require_memory(wide_from(records->folder));
    well = CreateDirectoryW(wide, NULL);
    free(wide);
    return well;
}

static char *absolute_path(const char *path)
{
    wchar_t *wide = require_memory(wide_from(path)), full[1024];
    DWORD length = GetFullPathNameW(wide, sizeof full / sizeof *full, full, NULL);
    free(wide);
    if (length == 0 || length >= sizeof full / sizeof *full) return text_format("%s", path);
    return require_memory(wide_to_text(full));
}

char *records_make(struct records *records, const char *where, uint64_t limit)
{
    char *absolute = absolute_path(where);
    DWORD error = 0;
    *records = (struct records){ .file = NULL };
    if (!make_folder(records, absolute)) {
        error = GetLastError();
        free(records->folder);
        records->folder = NULL;
    }
    free(absolute);
    if (error) return refuse(where, error);
    records->path = text_format("%s\\records", records->folder);
    records->loading = text_format("%s\\loading", records->folder);
    error = make_file(records, limit);
    if (!error) return NULL;
    records_remove(records);
    return refuse(where, error);
}

bool records_prepare(struct records *records)
{
    (void)records;
    return false;
}

char *records_keep(struct records *records, const char *path, bool *taken)
{
    wchar_t *from = require_memory(wide_from(records->path));
    wchar_t *to = require_memory(wide_from(path));
    bool well =
        MoveFileExW(from, to, MOVEFILE_COPY_ALLOWED | (taken ? 0 : MOVEFILE_REPLACE_EXISTING));
    DWORD error = GetLastError();
    if (taken) *taken = !well && (error == ERROR_ALREADY_EXISTS || error == ERROR_FILE_EXISTS);
    free(from);
    free(to);
    return well ? NULL : refuse(path, error);
}

static void delete (const char *path)
{
    wchar_t *wide = path ? require_memory(wide_from(path)) : NULL;
    if (wide) DeleteFileW(wide);
    free(wide);
}

void records_remove(struct records *records)
{
    wchar_t *folder = records->folder ? require_memory(wide_from(records->folder)) : NULL;
    if (records->file) UnmapViewOfFile(records->file);
    records->file = NULL;
    delete (records->path);
    records_leave(records);
    if (folder) RemoveDirectoryW(folder);
    free(folder);
}

void records_leave(struct records *records)
{
    if (records->file) UnmapViewOfFile(records->file);
    delete (records->loading);
    free(records->loading);
    free(records->path);
    free(records->folder);
    *records = (struct records){ .file = NULL };
}

void records_remove_at_signals(const struct records *records)
{
    (void)records; /* Ctrl-C ends this process at once */
}

const char *records_usual_place(uint64_t limit)
{
    (void)limit;
    return getenv("TMPDIR");
}

bool records_list(const char *folder, void (*visit)(const char *path, void *data), void *data)
{
    char *pattern = text_format("%s\\*" RECORD_SUFFIX, folder);
    wchar_t *wide = require_memory(wide_from(pattern)), *name = require_memory(wide_from(folder));
    const DWORD about = GetFileAttributesW(name);
    WIN32_FIND_DATAW found;
    const HANDLE search = FindFirstFileW(wide, &found); /* NTFS sorts the names */
    if (search != INVALID_HANDLE_VALUE) {
        do {
            char *file = require_memory(wide_to_text(found.cFileName));
            char *path = text_format("%s\\%s", folder, file);
            visit(path, data);
            free(path);
            free(file);
        } while (FindNextFileW(search, &found));
        FindClose(search);
    }
    free(name);
    free(wide);
    free(pattern);
    return about != INVALID_FILE_ATTRIBUTES && about & FILE_ATTRIBUTE_DIRECTORY;
}

bool records_view_open(struct records_view *view, const char *path, char **error)
{
    HANDLE file = open_file(path, OPEN_EXISTING, GENERIC_READ), mapping = NULL;
    LARGE_INTEGER length = { .QuadPart = 1 };
    *view = (struct records_view){ .descriptor = -1 };
    if (file != INVALID_HANDLE_VALUE && GetFileSizeEx(file, &length) && length.QuadPart) {
        view->size = view->ready = (size_t)length.QuadPart;
        mapping = CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL);
        if (mapping) view->bytes = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
    }
    if (!view->bytes && length.QuadPart) *error = refuse(path, GetLastError());
    if (mapping) CloseHandle(mapping);
    if (file != INVALID_HANDLE_VALUE) CloseHandle(file);
    return view->bytes != NULL;
}

bool records_view_read(struct records_view *view, uint64_t place, size_t size)
{
    return place <= view->size && size <= view->size - place;
}

uint64_t records_view_skip(const struct records_view *view, uint64_t place)
{
    (void)view;
    return place;
}

void records_view_end(struct records_view *view)
{
    (void)view;
}

void records_view_close(struct records_view *view)
{
    UnmapViewOfFile(view->bytes);
}

void records_allow_many(void)
{
}

size_t records_peek(const char *path, void *bytes, size_t size, char **error)
{
    HANDLE file = open_file(path, OPEN_EXISTING, GENERIC_READ);
    DWORD got = 0;
    *error = NULL;
    if (file == INVALID_HANDLE_VALUE || !ReadFile(file, bytes, (DWORD)size, &got, NULL)) {
        const DWORD why = GetLastError();
        if (why != ERROR_FILE_NOT_FOUND) *error = refuse(path, why);
    }
    if (file != INVALID_HANDLE_VALUE) CloseHandle(file);
    return got;
}

/* FILETIME counts 100 nanoseconds since 1601. */
uint64_t records_realtime(void)
{
    const uint64_t from_1601_to_1970 = 116444736000000000u;
    ULARGE_INTEGER now;
    FILETIME time;
    GetSystemTimeAsFileTime(&time);
    now.LowPart = time.dwLowDateTime;
    now.HighPart = time.dwHighDateTime;
    return (now.QuadPart - from_1601_to_1970) * 100;
}

uint64_t records_boottime(void)
{
    return 0;
}
