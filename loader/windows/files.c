/* SPDX-License-Identifier: Apache-2.0 */
/* The files of os.h. */
#include "windows/wide.h"

#include "base/os.h"

#include <aclapi.h>
#include <stdio.h>
#include <stdlib.h>

/* Its address lies in this library. */
static const char here;

/* ---- ownership ---- */

/* The user that the program acts for, for the caller to free; NULL if unknown. */
static TOKEN_USER *find_user(void)
{
    HANDLE token;
    DWORD size = 0;
    TOKEN_USER *user = NULL;
    if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token)) return NULL;
    GetTokenInformation(token, TokenUser, NULL, 0, &size);
    if (size) user = malloc(size);
    if (user && !GetTokenInformation(token, TokenUser, user, size, &size)) {
        free(user);
        user = NULL;
    }
    CloseHandle(token);
    return user;
}

/* Windows' own installer (S-1-5-80-956008885-…), which owns Windows' files. */
static bool is_installer(PSID sid)
{
    static const DWORD parts[] = { 80, 956008885, 3418522649, 1831038044, 1853292631, 2271478464 };
    if (!IsValidSid(sid) || *GetSidSubAuthorityCount(sid) != 6) return false;
    for (DWORD i = 0; i < 6; i++)
        if (*GetSidSubAuthority(sid, i) != parts[i]) return false;
    return true;
}

/* Whether an account is the user, or could do anything to the user anyway. */
static bool is_trusted_account(PSID sid, const TOKEN_USER *user)
{
    return EqualSid(sid, user->User.Sid) || IsWellKnownSid(sid, WinBuiltinAdministratorsSid) ||
           IsWellKnownSid(sid, WinLocalSystemSid) || is_installer(sid);
}

static bool has_other_writers(ACL *list, const TOKEN_USER *user)
{
    const DWORD writing = FILE_WRITE_DATA | FILE_APPEND_DATA | FILE_DELETE_CHILD | DELETE |
                          WRITE_DAC | WRITE_OWNER | GENERIC_WRITE | GENERIC_ALL;
    if (!list) return true; /* everybody may do everything */
    for (DWORD i = 0; i < list->AceCount; i++) {
        ACCESS_ALLOWED_ACE *entry;
        if (!GetAce(list, i, (void **)&entry)) return true;
        if (entry->Header.AceType != ACCESS_ALLOWED_ACE_TYPE) continue;
        if (entry->Header.AceFlags & INHERIT_ONLY_ACE) continue;
        if ((entry->Mask & writing) && !is_trusted_account(&entry->SidStart, user)) return true;
    }
    return false;
}

/* Why a file or directory is not trusted. If that is unknown, it is not trusted. */
static enum verdict check_owner_and_acl(HANDLE file)
{
    PSID owner = NULL;
    ACL *list = NULL;
    PSECURITY_DESCRIPTOR descriptor = NULL;
    TOKEN_USER *user = find_user();
    enum verdict why = VERDICT_UNTRUSTED_OWNER;
    if (user &&
        GetSecurityInfo(file, SE_FILE_OBJECT,
                        OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION, &owner, NULL, &list,
                        NULL, &descriptor) == ERROR_SUCCESS &&
        owner && is_trusted_account(owner, user))
        why = has_other_writers(list, user) ? VERDICT_UNTRUSTED_RIGHTS : VERDICT_ACCEPTED;
    if (descriptor) LocalFree(descriptor);
    free(user);
    return why;
}

/* Checks what was opened by a path, or by its first `length` bytes. */
static enum verdict check_trust(HANDLE file, const char *path, size_t length,
                                struct details *details)
{
    enum verdict verdict = check_owner_and_acl(file);
    if (verdict == VERDICT_ACCEPTED) return verdict;
    return verdict_explain(details, verdict, "%.*s", (int)length, path);
}

/* ---- kinds of files ---- */

static struct os_file describe(HANDLE file)
{
    BY_HANDLE_FILE_INFORMATION about;
    struct os_file described = { .kind = VERDICT_FILE_IS_DEVICE };
    DWORD type = GetFileType(file);
    if (type == FILE_TYPE_PIPE) described.kind = VERDICT_FILE_IS_FIFO;
    if (type != FILE_TYPE_DISK || !GetFileInformationByHandle(file, &about)) return described;
    described.kind = about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? VERDICT_FILE_IS_DIRECTORY
                                                                       : VERDICT_ACCEPTED;
    described.device = about.dwVolumeSerialNumber;
    described.number = (uint64_t)about.nFileIndexHigh << 32 | about.nFileIndexLow;
    return described;
}

static bool is_missing_error(DWORD error)
{
    return error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND ||
           error == ERROR_INVALID_NAME || error == ERROR_BAD_PATHNAME ||
           error == ERROR_BAD_NETPATH || error == ERROR_NOT_READY;
}

/* Opens a file or directory. Returns INVALID_HANDLE_VALUE on failure, with the reason in *file. */
static HANDLE open_existing(const char *path, DWORD access, struct os_file *file)
{
    const DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    wchar_t *wide = wide_from(path);
    DWORD attributes = wide ? GetFileAttributesW(wide) : INVALID_FILE_ATTRIBUTES, error;
    HANDLE opened = INVALID_HANDLE_VALUE;
    *file = (struct os_file){ .kind = VERDICT_FILE_UNREADABLE, .error = ERROR_NOT_ENOUGH_MEMORY };
    if (!wide) return opened;
    if (attributes != INVALID_FILE_ATTRIBUTES)
        opened = CreateFileW(wide, access | READ_CONTROL, share, NULL, OPEN_EXISTING,
                             FILE_FLAG_BACKUP_SEMANTICS, NULL);
    error = GetLastError();
    free(wide);
    if (opened != INVALID_HANDLE_VALUE) return opened;
    file->error = (int)error;
    if (is_missing_error(error)) {
        bool link = attributes != INVALID_FILE_ATTRIBUTES &&
                    (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
        *file =
            (struct os_file){ .kind = link ? VERDICT_FILE_DANGLING_LINK : VERDICT_FILE_MISSING };
    }
    return opened;
}

struct os_file os_stat(const char *path)
{
    struct os_file file;
    HANDLE opened = open_existing(path, FILE_READ_ATTRIBUTES, &file);
    if (opened == INVALID_HANDLE_VALUE) return file;
    file = describe(opened);
    CloseHandle(opened);
    return file;
}

/* Pipes and devices have no number; only their kind is known. Some network and virtual machine file
 * systems have none for files and directories: no two of those count as the same. */
/* ---- reading ---- */

struct os_directory {
    wchar_t *pattern;     /* for listing the directory */
    bool must_be_trusted; /* its files must be the user's own */
    char path[];
};

enum verdict os_read_file(const struct os_directory *in, const char *path, bool is_regular,
                          char *buffer, size_t capacity, size_t *length, struct details *details)
{
    HANDLE opened;
    struct os_file file = os_stat(path);
    enum verdict verdict;
    (void)is_regular;
    /* Check before opening, because opening a device or a pipe can have effects, and again
     * afterwards, because it may be another file by then. */
    if (file.kind != VERDICT_ACCEPTED) return os_refuse(details, file.kind, file.error);
    opened = open_existing(path, GENERIC_READ, &file);
    if (opened == INVALID_HANDLE_VALUE) return os_refuse(details, file.kind, file.error);
    verdict = describe(opened).kind;
    if (in && in->must_be_trusted && verdict == VERDICT_ACCEPTED)
        verdict = check_trust(opened, path, strlen(path), details);
    *length = 0;
    while (verdict == VERDICT_ACCEPTED && *length < capacity) {
        DWORD got = 0, room = capacity - *length > 65536 ? 65536 : (DWORD)(capacity - *length);
        if (!ReadFile(opened, buffer + *length, room, &got, NULL))
            verdict = os_refuse(details, VERDICT_FILE_UNREADABLE, (int)GetLastError());
        if (got == 0) break;
        *length += got;
    }
    CloseHandle(opened);
    return verdict;
}

/* The verdict on a directory, the first `length` bytes of a path. If it must be trusted, it is
 * opened; *file identifies it. */
static enum verdict check_folder(const char *path, size_t length, bool must_be_trusted,
                                 struct os_file *file, struct details *details)
{
    char *folder = text_copy((struct text){ path, length });
    HANDLE opened;
    enum verdict verdict = VERDICT_ACCEPTED;
    if (!folder) return os_refuse(details, VERDICT_UNREADABLE_DIRECTORY, ERROR_NOT_ENOUGH_MEMORY);
    opened = open_existing(folder, FILE_READ_ATTRIBUTES, file);
    free(folder);
    if (opened != INVALID_HANDLE_VALUE) {
        *file = describe(opened);
        if (must_be_trusted) verdict = check_trust(opened, path, length, details);
        CloseHandle(opened);
    }
    if (file->kind == VERDICT_FILE_UNREADABLE)
        return os_refuse(details, VERDICT_UNREADABLE_DIRECTORY, file->error);
    return file->kind == VERDICT_FILE_IS_DIRECTORY ? verdict : VERDICT_NO_DIRECTORY;
}

enum verdict os_open_directory(const struct os_place *place, struct os_directory **directory,
                               struct os_file *file, struct details *details)
{
    size_t size = strlen(place->path) + 1;
    bool must_be_trusted = place->base > 0;
    struct os_directory *opened;
    wchar_t *wide;
    enum verdict verdict = check_folder(place->path, size - 1, false, file, details);
    *directory = NULL;
    if (verdict == VERDICT_ACCEPTED && must_be_trusted)
        verdict = check_folder(place->path, place->base, true, file, details);
    if (verdict == VERDICT_ACCEPTED && must_be_trusted)
        verdict = check_folder(place->path, size - 1, true, file, details);
    if (verdict != VERDICT_ACCEPTED) return verdict;
    opened = malloc(sizeof *opened + size);
    wide = wide_from(place->path);
    if (opened) {
        memcpy(opened->path, place->path, size);
        opened->must_be_trusted = must_be_trusted;
        opened->pattern = wide ? wide_join(wide, L"\\*") : NULL;
    }
    free(wide);
    if (opened && opened->pattern) {
        *directory = opened;
        return VERDICT_ACCEPTED;
    }
    free(opened);
    return os_refuse(details, VERDICT_UNREADABLE_DIRECTORY, ERROR_NOT_ENOUGH_MEMORY);
}

void os_close_directory(struct os_directory *directory)
{
    free(directory->pattern);
    free(directory);
}

bool os_is_missing(const char *path, size_t base)
{
    (void)base;
    return os_stat(path).kind == VERDICT_FILE_MISSING;
}

bool os_is_in_directory(const struct os_directory *directory, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s\\%s", directory->path, name);
    return os_stat(path).kind != VERDICT_FILE_MISSING;
}

enum verdict os_directory_path(const struct os_directory *directory, const char **real,
                               struct details *details)
{
    (void)details;
    *real = directory->must_be_trusted ? directory->path : NULL;
    return VERDICT_ACCEPTED;
}

static int compare_names(const void *one, const void *other)
{
    return strcmp(((const struct os_name *)one)->name, ((const struct os_name *)other)->name);
}

/* Adds a found file to the names if it has the ending. Returns false if there is no memory. */
static bool add_name(struct os_name **names, size_t *count, const WIN32_FIND_DATAW *found,
                     const char *ending)
{
    char *name = wide_to_text(found->cFileName);
    struct os_name *larger;
    if (!name) return false;
    if (!text_ends_with(name, ending)) {
        free(name);
        return true;
    }
    larger = realloc(*names, (*count + 2) * sizeof *larger);
    if (!larger) {
        free(name);
        return false;
    }
    *names = larger;
    larger[*count].name = name;
    larger[*count].is_regular =
        !(found->dwFileAttributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT));
    larger[++*count].name = NULL;
    return true;
}

struct os_name *os_list_directory(struct os_directory *directory, const char *ending,
                                  struct details *details)
{
    int error = ERROR_NOT_ENOUGH_MEMORY;
    size_t count = 0;
    struct os_name *names = calloc(1, sizeof *names);
    WIN32_FIND_DATAW found;
    HANDLE search;
    if (!names) goto done;
    search = FindFirstFileW(directory->pattern, &found);
    if (search == INVALID_HANDLE_VALUE) {
        error = (int)GetLastError();
        goto done;
    }
    error = 0;
    do {
        if (!add_name(&names, &count, &found, ending)) error = ERROR_NOT_ENOUGH_MEMORY;
    } while (!error && FindNextFileW(search, &found));
    if (!error && GetLastError() != ERROR_NO_MORE_FILES) error = (int)GetLastError();
    FindClose(search);

done:
    if (error) {
        os_refuse(details, VERDICT_UNREADABLE_DIRECTORY, error);
        if (names) os_free_names(names);
        return NULL;
    }
    qsort(names, count, sizeof *names, compare_names);
    return names;
}

void os_free_names(struct os_name *names)
{
    for (size_t i = 0; names[i].name; i++) free(names[i].name);
    free(names);
}

/* ---- places ---- */

char *os_user_folder(const char *name, size_t *base)
{
    const char *folder = os_environment("LOCALAPPDATA");
    size_t size;
    char *path;
    if (!folder || !os_is_absolute(folder)) return text_copy_string("");
    *base = strlen(folder);
    size = *base + strlen(name) + 2;
    path = malloc(size);
    if (!path) return NULL;
    strcpy(path, folder);
    strcat(path, "\\");
    strcat(path, name);
    for (char *at = path; *at; at++)
        if (*at == '/') *at = '\\';
    return path;
}

const char *os_loader_folder(void)
{
    static char folder[4 * MAX_PATH];
    struct os_image self;
    const char *last;
    if (*folder) return folder;
    if (!os_image_at((uintptr_t)&here, &self)) return NULL;
    last = os_basename(self.path);
    if (!last || (size_t)(last - self.path) > sizeof folder) return NULL;
    memcpy(folder, self.path, (size_t)(last - 1 - self.path));
    return folder;
}

void os_forget_loader_folder(void)
{
    /* it takes no memory that could be freed */
}

/* ---- the log ---- */

/* Handles are multiples of 4, and only 32 bits of them matter. */
_Static_assert(OS_STANDARD_ERROR % 4 != 0, "no handle has this number");

static HANDLE handle_of(int file)
{
    return file == OS_STANDARD_ERROR ? GetStdHandle(STD_ERROR_HANDLE) : (HANDLE)(intptr_t)file;
}

/* Whether a path is a device or a pipe (CON, NUL, \\.\pipe\name) and not a file (\\.\C:\file). */
static bool is_device(const wchar_t *path)
{
    wchar_t whole[300]; /* longer than any pipe's name */
    DWORD length = GetFullPathNameW(path, sizeof whole / sizeof *whole, whole, NULL);
    if (length <= 4 || length >= sizeof whole / sizeof *whole || wcsncmp(whole, L"\\\\.\\", 4) != 0)
        return false;
    return _wcsnicmp(whole + 4, L"pipe\\", 5) == 0 || !wcspbrk(whole + 4, L"\\:");
}

/* Devices and pipes have no end to append to, and need another access right for writing. They are
 * not checked first, because that would connect to a pipe. */
static HANDLE open_device(const wchar_t *path)
{
    return CreateFileW(path, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING,
                       0, NULL);
}

static HANDLE open_to_append(const wchar_t *path)
{
    const DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    DWORD attributes = GetFileAttributesW(path);
    if (attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_REPARSE_POINT) {
        SetLastError(ERROR_CANT_ACCESS_FILE);
        return INVALID_HANDLE_VALUE;
    }
    return CreateFileW(path, FILE_APPEND_DATA | SYNCHRONIZE, share, NULL, OPEN_ALWAYS,
                       FILE_FLAG_OPEN_REPARSE_POINT, NULL);
}

int os_open_to_append(const char *path, int *error)
{
    wchar_t *wide = wide_from(path);
    HANDLE file;
    *error = ERROR_NOT_ENOUGH_MEMORY;
    if (!wide) return -1;
    file = is_device(wide) ? open_device(wide) : open_to_append(wide);
    *error = (int)GetLastError();
    free(wide);
    return file == INVALID_HANDLE_VALUE ? -1 : (int)(intptr_t)file;
}

struct os_file os_fstat(int file)
{
    HANDLE opened = handle_of(file);
    DWORD last = GetLastError(), flags;
    struct os_file about = { .kind = VERDICT_FILE_MISSING };
    if (GetHandleInformation(opened, &flags)) about = describe(opened);
    SetLastError(last);
    return about;
}

void os_close(int file)
{
    CloseHandle(handle_of(file));
}

/* A console shows characters, whatever code page the program uses. Debuggers get all lines, too. */
void os_write(int file, const char *text, size_t length)
{
    DWORD mode, written, last = GetLastError();
    HANDLE to = handle_of(file);
    char *copy = malloc(length + 1);
    wchar_t *wide = NULL;
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
        wide = wide_from(copy);
        free(copy);
    }
    if (wide) OutputDebugStringW(wide);
    if (wide && GetConsoleMode(to, &mode))
        WriteConsoleW(to, wide, (DWORD)wcslen(wide), &written, NULL);
    else WriteFile(to, text, (DWORD)length, &written, NULL);
    free(wide);
    SetLastError(last);
}
