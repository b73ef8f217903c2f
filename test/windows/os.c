/* SPDX-License-Identifier: Apache-2.0 */
/* Windows' implementation of os.h (loader/windows/os.c, files.c, integrity.c, load.c, wide.c),
 * tested function by function. */
#include "windows/wide.h"

#include "api/dispatch.h"
#include "base/os.h"
#include "replaced.h"
#include "test.h"

#include <aclapi.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

struct detour detour; /* in place of the library's */

static wchar_t folder[MAX_PATH];

static char *in_folder(const wchar_t *name)
{
    wchar_t *path = wide_join(folder, name);
    char *text = wide_to_text(path);
    free(path);
    return text;
}

static void write_bytes(const char *path, const void *bytes, size_t size)
{
    wchar_t *wide = wide_from(path);
    DWORD written;
    HANDLE file = CreateFileW(wide, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
        TEST_STOP("%s: error %lu", path, (unsigned long)GetLastError());
    WriteFile(file, bytes, (DWORD)size, &written, NULL);
    CloseHandle(file);
    free(wide);
}

static void write_file(const char *path, const char *text)
{
    write_bytes(path, text, strlen(text));
}

/* ---- functions of Windows with answers that Wine never gives ---- */

static DWORD level;             /* this program's integrity; 0: the real one */
static bool no_token, no_level; /* the level is unknown */
static bool no_numbers;         /* files have no numbers */
static bool no_rights;          /* no access to threads */
static struct {
    bool is_made_up;
    DWORD error;
    PSID owner;
    ACL *list;
} security;             /* replaces every file's */
static wchar_t *opened; /* the path of the last library to open */

typedef BOOL(WINAPI *token_function)(HANDLE, TOKEN_INFORMATION_CLASS, void *, DWORD, DWORD *);
typedef BOOL(WINAPI *open_function)(HANDLE, DWORD, HANDLE *);
typedef DWORD(WINAPI *security_function)(HANDLE, SE_OBJECT_TYPE, DWORD, PSID *, PSID *, ACL **,
                                         ACL **, PSECURITY_DESCRIPTOR *);
typedef BOOL(WINAPI *file_function)(HANDLE, BY_HANDLE_FILE_INFORMATION *);
typedef HANDLE(WINAPI *thread_function)(DWORD, BOOL, DWORD);
typedef HMODULE(WINAPI *load_function)(const wchar_t *, HANDLE, DWORD);

static BOOL WINAPI ask_token(HANDLE token, TOKEN_INFORMATION_CLASS what, void *to, DWORD room,
                             DWORD *size)
{
    token_function real = (token_function)REPLACED_REAL("advapi32.dll", "GetTokenInformation");
    BOOL done = !(no_level && what == TokenIntegrityLevel) && real(token, what, to, room, size);
    if (done && what == TokenIntegrityLevel && level)
        *GetSidSubAuthority(((TOKEN_MANDATORY_LABEL *)to)->Label.Sid, 0) = level;
    return done;
}

static BOOL WINAPI open_token(HANDLE process, DWORD access, HANDLE *token)
{
    open_function real = (open_function)REPLACED_REAL("advapi32.dll", "OpenProcessToken");
    return !no_token && real(process, access, token);
}

static DWORD WINAPI ask_security(HANDLE of, SE_OBJECT_TYPE type, DWORD what, PSID *owner,
                                 PSID *group, ACL **list, ACL **audit,
                                 PSECURITY_DESCRIPTOR *descriptor)
{
    security_function real = (security_function)REPLACED_REAL("advapi32.dll", "GetSecurityInfo");
    if (!security.is_made_up) return real(of, type, what, owner, group, list, audit, descriptor);
    *owner = security.owner;
    *list = security.list;
    return security.error;
}

static BOOL WINAPI ask_file(HANDLE file, BY_HANDLE_FILE_INFORMATION *about)
{
    file_function real = (file_function)REPLACED_REAL("kernel32.dll", "GetFileInformationByHandle");
    BOOL done = real(file, about);
    if (no_numbers) about->nFileIndexHigh = about->nFileIndexLow = 0;
    return done;
}

static HANDLE WINAPI open_thread(DWORD access, BOOL inherit, DWORD number)
{
    thread_function real = (thread_function)REPLACED_REAL("kernel32.dll", "OpenThread");
    if (!no_rights) return real(access, inherit, number);
    SetLastError(ERROR_ACCESS_DENIED);
    return NULL;
}

static HMODULE WINAPI load_library(const wchar_t *path, HANDLE none, DWORD how)
{
    load_function real = (load_function)REPLACED_REAL("kernel32.dll", "LoadLibraryExW");
    free(opened);
    opened = wide_join(path, L"");
    return real(path, none, how);
}

extern const token_function token_pointer REPLACED(GetTokenInformation, 20);
extern const open_function open_pointer REPLACED(OpenProcessToken, 12);
extern const security_function security_pointer REPLACED(GetSecurityInfo, 32);
extern const file_function file_pointer REPLACED(GetFileInformationByHandle, 8);
extern const thread_function thread_pointer REPLACED(OpenThread, 12);
extern const load_function load_pointer REPLACED(LoadLibraryExW, 12);
const token_function token_pointer = ask_token;
const open_function open_pointer = open_token;
const security_function security_pointer = ask_security;
const file_function file_pointer = ask_file;
const thread_function thread_pointer = open_thread;
const load_function load_pointer = load_library;

/* ---- the tests ---- */

static void test_integrity(void)
{
    static const struct {
        const char *title;
        DWORD level;
        bool privileged;
        /* clang-format off */
    } rows[] = {
        { "low", 0x1000, false },  { "medium", 0x2000, false }, { "medium and more", 0x2100, true },
        { "high", 0x3000, true }, { "system", 0x4000, true },
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_about = rows[i].title;
        level = rows[i].level;
        CHECK_INT(os_privileged(), rows[i].privileged);
    }
    test_about = "not known";
    level = 0x2000;
    no_token = true;
    CHECK(os_privileged());
    no_token = false;
    no_level = true;
    CHECK(os_privileged());
    no_level = false;
    test_about = "";
    level = 0;
}

/* ---- the owner of a file ---- */

enum { NOBODY, USER, ADMINISTRATORS, SYSTEM, INSTALLER, EVERYBODY, SERVICE, WHO };
static union {
    SID sid;
    char room[SECURITY_MAX_SID_SIZE];
} who[WHO];

static void make_everybody(void)
{
    static const DWORD installer[] = {
        80, 956008885, 3418522649, 1831038044, 1853292631, 2271478464
    };
    SID_IDENTIFIER_AUTHORITY windows = { SECURITY_NT_AUTHORITY };
    union {
        TOKEN_USER user;
        char room[sizeof(TOKEN_USER) + SECURITY_MAX_SID_SIZE];
    } answer;
    HANDLE token;
    DWORD size = sizeof who[0];
    CHECK(OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token));
    CHECK(GetTokenInformation(token, TokenUser, &answer, sizeof answer, &size));
    CloseHandle(token);
    CopySid(sizeof who[0], &who[USER].sid, answer.user.User.Sid);
    size = sizeof who[0];
    CreateWellKnownSid(WinBuiltinAdministratorsSid, NULL, &who[ADMINISTRATORS].sid, &size);
    size = sizeof who[0];
    CreateWellKnownSid(WinLocalSystemSid, NULL, &who[SYSTEM].sid, &size);
    size = sizeof who[0];
    CreateWellKnownSid(WinWorldSid, NULL, &who[EVERYBODY].sid, &size);
    for (int i = 0; i < 2; i++) {
        PSID sid = i ? &who[SERVICE].sid : &who[INSTALLER].sid;
        InitializeSid(sid, &windows, 6);
        for (DWORD part = 0; part < 6; part++) *GetSidSubAuthority(sid, part) = installer[part];
        *GetSidSubAuthority(sid, 5) += (DWORD)i;
    }
}

/* Tells whether a file in a directory, or a directory itself, is trusted. */
static bool is_ours(struct os_directory *directory, const char *path)
{
    char byte;
    size_t length = 0;
    struct os_file file;
    struct details details = { "" };
    enum verdict verdict;
    if (directory) {
        verdict = os_read_file(directory, path, false, &byte, 1, &length, &details);
        return verdict == VERDICT_ACCEPTED && length == 1;
    }
    verdict = os_open_directory(&(struct os_place){ path, strlen(path), true }, &directory, &file,
                                &details);
    if (directory) os_close_directory(directory);
    else CHECK(os_is_untrusted(verdict) && *details.text);
    return directory != NULL;
}

static void test_owners(void)
{
    enum { ALLOW, DENY, NO_LIST };
    static const struct {
        const char *title;
        int owner, kind, entry; /* the list has one entry if `entry` is somebody */
        DWORD mask, flags;
        bool ours;
    } rows[] = {
        { "the user's", USER, ALLOW, NOBODY, 0, 0, true },
        { "the administrators'", ADMINISTRATORS, ALLOW, NOBODY, 0, 0, true },
        { "the system's", SYSTEM, ALLOW, NOBODY, 0, 0, true },
        { "the installer's", INSTALLER, ALLOW, NOBODY, 0, 0, true },
        { "a service's", SERVICE, ALLOW, NOBODY, 0, 0, false },
        { "a group's", EVERYBODY, ALLOW, NOBODY, 0, 0, false },
        { "nobody's", NOBODY, ALLOW, NOBODY, 0, 0, false },
        { "without a list", USER, NO_LIST, NOBODY, 0, 0, false },
        { "others read", USER, ALLOW, EVERYBODY, FILE_READ_DATA | READ_CONTROL, 0, true },
        { "others write", USER, ALLOW, EVERYBODY, FILE_WRITE_DATA, 0, false },
        { "others append", USER, ALLOW, EVERYBODY, FILE_APPEND_DATA, 0, false },
        { "others own it", USER, ALLOW, EVERYBODY, WRITE_OWNER, 0, false },
        { "others decide", USER, ALLOW, SERVICE, WRITE_DAC, 0, false },
        { "others delete", USER, ALLOW, EVERYBODY, DELETE, 0, false },
        { "others do all", USER, ALLOW, EVERYBODY, GENERIC_ALL, 0, false },
        { "others may not", USER, DENY, EVERYBODY, GENERIC_ALL, 0, true },
        { "what is made there", USER, ALLOW, EVERYBODY, GENERIC_ALL,
          INHERIT_ONLY_ACE | OBJECT_INHERIT_ACE, true },
        { "the user writes", USER, ALLOW, USER, GENERIC_ALL, 0, true },
        { "administrators write", SYSTEM, ALLOW, ADMINISTRATORS, GENERIC_ALL, 0, true },
    };
    char *path = in_folder(L"whose.txt"), *here = in_folder(L"");
    struct os_file file;
    struct details details = { "" };
    struct os_directory *directory;
    enum verdict verdict = os_open_directory(&(struct os_place){ here, strlen(here), true },
                                             &directory, &file, &details);
    if (!directory) TEST_STOP("%s: %s", here, verdict_name(verdict));
    write_file(path, "x");
    make_everybody();
    security.is_made_up = true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        union {
            ACL acl;
            char room[200];
        } list;
        PSID entry = &who[rows[i].entry].sid;
        test_about = rows[i].title;
        CHECK(InitializeAcl(&list.acl, sizeof list, ACL_REVISION));
        if (rows[i].entry != NOBODY)
            CHECK(rows[i].kind == DENY ? AddAccessDeniedAceEx(&list.acl, ACL_REVISION,
                                                              rows[i].flags, rows[i].mask, entry)
                                       : AddAccessAllowedAceEx(&list.acl, ACL_REVISION,
                                                               rows[i].flags, rows[i].mask, entry));
        security.owner = rows[i].owner == NOBODY ? NULL : &who[rows[i].owner].sid;
        security.list = rows[i].kind == NO_LIST ? NULL : &list.acl;
        CHECK_INT(is_ours(directory, path), rows[i].ours);
        /* The same holds for a directory, and for the one above, where its base ends. */
        CHECK_INT(is_ours(NULL, here), rows[i].ours);
        if (!rows[i].ours) continue;
        /* The loader does not trust what it does not know. */
        no_token = true;
        CHECK(!is_ours(directory, path));
        no_token = false;
        security.error = ERROR_ACCESS_DENIED;
        CHECK(!is_ours(directory, path));
        security.error = ERROR_SUCCESS;
    }
    security.is_made_up = false;
    os_close_directory(directory);
    free(here);
    test_about = "";
    free(path);
}

static void test_names(void)
{
    static const struct {
        const char *name, *last;
        bool searched_for, absolute;
    } rows[] = {
        { "a.dll", NULL, true, false },
        { "C:\\x\\a.dll", "a.dll", false, true },
        { "C:/x/a.dll", "a.dll", false, true },
        { "C:/x\\y/a.dll", "a.dll", false, true },
        { "\\\\server\\share\\a.dll", "a.dll", false, true },
        { "//server/share/a.dll", "a.dll", false, true },
        { "\\a.dll", "a.dll", false, false },
        { "x\\a.dll", "a.dll", false, false },
        { "C:a.dll", NULL, false, false },
        { "C:", NULL, false, false },
        { "", NULL, true, false },
        { "$a.dll", NULL, true, false },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_about = rows[i].name;
        CHECK_STR(os_basename(rows[i].name), rows[i].last);
        CHECK_INT(os_is_searched_for(rows[i].name), rows[i].searched_for);
        CHECK_INT(os_is_absolute(rows[i].name), rows[i].absolute);
    }
    test_about = "";
}

static void test_environment(void)
{
    CHECK_STR(os_environment("CLRELAY_NOT_SET"), NULL);
    SetEnvironmentVariableW(L"CLRELAY_SET", L"tr\u00e4ge \u4e2d");
    CHECK_STR(os_environment("CLRELAY_SET"), "tr\xc3\xa4ge \xe4\xb8\xad");
    SetEnvironmentVariableW(L"CLRELAY_SET", L"");
    CHECK_STR(os_environment("CLRELAY_SET"), NULL);
}

static void test_files(void)
{
    char *path = in_folder(L"tr\u00e4ge \u4e2d.txt"), *other = in_folder(L"missing.txt");
    char *here = in_folder(L""), bytes[100];
    struct os_file file, same;
    struct details details;
    size_t length = 0;
    HANDLE from, to;
    write_file(path, "0123456789");
    file = os_stat(path);
    CHECK_INT(file.kind, VERDICT_ACCEPTED);
    same = os_stat(path);
    CHECK(os_same_file(&file, &same));
    same = os_stat(here);
    CHECK_INT(same.kind, VERDICT_FILE_IS_DIRECTORY);
    CHECK(!os_same_file(&file, &same));
    CHECK(os_same_file(&same, &same));
    no_numbers = true;
    same = os_stat(path);
    CHECK_INT(same.kind, VERDICT_ACCEPTED);
    CHECK(!os_same_file(&same, &same)); /* without a number it could be any file */
    same = os_stat(here);
    CHECK(!os_same_file(&same, &same));
    same = os_stat("NUL");
    CHECK(os_same_file(&same, &same)); /* devices never have numbers */
    no_numbers = false;
    CHECK_INT(os_stat(other).kind, VERDICT_FILE_MISSING);
    CHECK_INT(os_stat("").kind, VERDICT_FILE_MISSING);
    CHECK_INT(os_stat("C:\\no\\such\\folder").kind, VERDICT_FILE_MISSING);
    CHECK_INT(os_stat("NUL").kind, VERDICT_FILE_IS_DEVICE);
    CHECK(CreatePipe(&from, &to, NULL, 0));
    CHECK_INT(os_fstat((int)(intptr_t)to).kind, VERDICT_FILE_IS_FIFO);
    CloseHandle(from);
    CloseHandle(to);
    CHECK_INT(os_read_file(NULL, path, true, bytes, sizeof bytes, &length, &details),
              VERDICT_ACCEPTED);
    CHECK_INT(length, 10);
    CHECK(!memcmp(bytes, "0123456789", 10));
    CHECK_INT(os_read_file(NULL, path, false, bytes, 4, &length, &details), VERDICT_ACCEPTED);
    CHECK_INT(length, 4);
    CHECK_INT(os_read_file(NULL, here, false, bytes, 4, &length, &details),
              VERDICT_FILE_IS_DIRECTORY);
    CHECK_INT(os_read_file(NULL, other, false, bytes, 4, &length, &details), VERDICT_FILE_MISSING);
    free(path);
    free(other);
    free(here);
}

static void test_directory(void)
{
    static const wchar_t *const names[] = { L"b.icd",      L"a.icd",     L"10.icd", L"9.icd",
                                            L"\u00e4.icd", L"x.icd.bak", L"x.ICD" };
    char *here = in_folder(L""), *missing = in_folder(L"missing");
    struct os_file file;
    struct details details = { "" };
    struct os_directory *directory;
    struct os_name *found;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *path = in_folder(names[i]);
        write_file(path, "");
        free(path);
    }
    CHECK_INT(os_open_directory(&(struct os_place){ .path = here }, &directory, &file, &details),
              VERDICT_ACCEPTED);
    CHECK_INT(file.kind, VERDICT_FILE_IS_DIRECTORY);
    found = os_list_directory(directory, ".icd", &details);
    CHECK_STR(details.text, "");
    if (!found) TEST_STOP("the directory is not listed");
    for (size_t i = 0; i < 5; i++) {
        static const char *const sorted[] = { "10.icd", "9.icd", "a.icd", "b.icd", "\xc3\xa4.icd" };
        CHECK_STR(found[i].name, sorted[i]);
        CHECK(found[i].is_regular);
    }
    CHECK(!found[5].name);
    os_free_names(found);
    os_close_directory(directory);
    CHECK_INT(os_open_directory(&(struct os_place){ .path = missing }, &directory, &file, &details),
              VERDICT_NO_DIRECTORY);
    CHECK(!directory);
    free(here);
    free(missing);
}

static void test_log(void)
{
    char *path = in_folder(L"log \u4e2d.txt"), bytes[100];
    struct details details;
    size_t length = 0;
    wchar_t *wide = wide_from(path);
    int error = 0, file;
    DeleteFileW(wide); /* an earlier program with this process id may have left it */
    free(wide);
    for (int i = 0; i < 2; i++) {
        file = os_open_to_append(path, &error);
        CHECK(file >= 0);
        os_write(file, "line\n", 5);
        os_close(file);
    }
    CHECK_INT(os_read_file(NULL, path, false, bytes, sizeof bytes, &length, &details),
              VERDICT_ACCEPTED);
    CHECK_INT(length, 10);
    CHECK_INT(os_open_to_append("C:\\no\\such\\folder\\log", &error), -1);
    CHECK_INT(error, ERROR_PATH_NOT_FOUND);
    CHECK(strlen(os_error_text(error, bytes, sizeof bytes)) > 5);
    CHECK_STR(os_error_text(123456789, bytes, sizeof bytes), "unknown error");
    free(path);
}

static DWORD protection(const void *memory)
{
    MEMORY_BASIC_INFORMATION about = { .Protect = 0 };
    VirtualQuery(memory, &about, sizeof about);
    return about.Protect;
}

static void test_memory(void)
{
    char *pages = VirtualAlloc(NULL, 8192, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE), copy[8192];
    DWORD before;
    memset(pages, 7, 8192);
    CHECK_INT(os_copy_memory(copy, pages, 8192, NULL), 8192);
    VirtualProtect(pages + 4096, 4096, PAGE_NOACCESS, &before);
    memset(copy, 0, sizeof copy);
    CHECK_INT(os_copy_memory(copy, pages + 4000, 4192, NULL), 96);
    CHECK_INT(copy[95], 7);
    CHECK_INT(copy[96], 0);
    CHECK_INT(os_copy_memory(copy, NULL, 8, NULL), 0);
    VirtualFree(pages + 4096, 4096, MEM_DECOMMIT);
    CHECK_INT(os_copy_memory(copy, pages + 4090, 100, NULL), 6);
    CHECK_INT(os_copy_memory(copy, pages, 4096, NULL), 4096);

    CHECK(os_protect(&detour, sizeof detour, false));
    CHECK_INT(protection(&detour), PAGE_READONLY);
    CHECK(os_protect(&detour, sizeof detour, true));
    CHECK(protection(&detour) == PAGE_READWRITE || protection(&detour) == PAGE_WRITECOPY);
}

static void test_image(void)
{
    struct os_image image;
    HMODULE system = GetModuleHandleA("kernel32.dll");
    function found;
    CHECK(os_image_of_library((void *)system, &image));
    CHECK_INT(image.low, (uintptr_t)system);
    found = os_symbol((void *)system, "GetTickCount");
    CHECK(found != NULL);
    CHECK(!os_symbol((void *)system, "NoSuchFunction"));
    CHECK_STR(image.soname, "KERNEL32.dll");
    CHECK(os_image_at((uintptr_t)&detour, &image));
    CHECK(os_is_within(&image, (uintptr_t)&detour));
    CHECK_STR(os_basename(image.path), "test_os.exe");
    CHECK(!os_image_at(8, &image));
}

/* Some addresses are code, others only look like it. */
static void test_code(void)
{
    static const char data[] = "data";
    static volatile int written = 1;
    struct os_image image;
    char *pages = VirtualAlloc(NULL, 4096, MEM_RESERVE | MEM_COMMIT, PAGE_EXECUTE_READWRITE);
    uintptr_t addresses[] = { (uintptr_t)test_code, (uintptr_t)GetTickCount, (uintptr_t)data,
                              (uintptr_t)&detour,   (uintptr_t)pages,        8 };
    bool is_code[6];
    os_find_code(addresses, 6, is_code);
    for (int i = 0; i < 6; i++) CHECK_INT(is_code[i], i < 2);
    os_find_executable(addresses, 6, is_code);
    for (int i = 0; i < 6; i++) CHECK_INT(is_code[i], i < 2 || i == 4);
    VirtualFree(pages, 0, MEM_RELEASE);
    CHECK(os_image_at((uintptr_t)test_code, &image));
    CHECK((uintptr_t)test_code >= image.code_low && (uintptr_t)test_code < image.code_high);
    CHECK((uintptr_t)&written >= image.data_low && (uintptr_t)&written < image.data_high);
}

/* Restores the thread's own state and ignores everything else. */
static void test_state(void)
{
    char words[200];
    unsigned rounding = _control87(0, 0) & _MCW_RC;
    DWORD errors = GetThreadErrorMode();
    LCID locale = GetThreadLocale();
    os_save_state();
    CHECK(!os_restore_state(words, sizeof words));
    CHECK_STR(words, "");
    _control87(_RC_UP, _MCW_RC);
    CHECK(os_restore_state(words, sizeof words));
    CHECK_STR(words, "the floating-point settings (restored)");
    CHECK_INT(_control87(0, 0) & _MCW_RC, rounding);
    SetThreadErrorMode(errors ^ SEM_FAILCRITICALERRORS, NULL);
    SetThreadLocale(locale == 0x407 ? 0x409 : 0x407);
    CHECK(os_restore_state(words, sizeof words));
    CHECK(strstr(words, "the thread's locale") && strstr(words, "error mode"));
    CHECK_INT(GetThreadErrorMode(), errors);
    CHECK_INT(GetThreadLocale(), locale);
    SetEnvironmentVariableW(L"CLRELAY_NEW", L"1");
    SetCurrentDirectoryW(folder);
    CHECK(!os_restore_state(words, sizeof words));
    SetEnvironmentVariableW(L"CLRELAY_NEW", NULL);
    os_discard_state();
}

static atomic_int word;

static void add(void *item)
{
    InterlockedIncrement((LONG *)item);
    os_wait(&word, 1); /* it is 0, so this does not wait */
}

static LONG met;

/* Waits until the other thread has started. */
static void meet(void *together)
{
    InterlockedIncrement(&met);
    for (int i = 0; i < 1000 && InterlockedCompareExchange(&met, 0, 0) < 2; i++) Sleep(10);
    *(bool *)together = InterlockedCompareExchange(&met, 0, 0) == 2;
}

static DWORD WINAPI set_word(void *nothing)
{
    Sleep(50);
    atomic_store(&word, 1);
    os_wake_all(&word);
    return nothing != NULL;
}

static void test_threads(void)
{
    LONG counts[40] = { 0 };
    void *items[40];
    bool together[2] = { false, false };
    uint64_t start = os_microseconds();
    HANDLE thread;
    DWORD ended;
    for (int i = 0; i < 40; i++) items[i] = &counts[i];
    os_parallel_for(add, items, 40, 8);
    for (int i = 0; i < 40; i++) CHECK_INT(counts[i], 1);
    for (int i = 0; i < 2; i++) items[i] = &together[i];
    os_parallel_for(meet, items, 2, 8);
    CHECK(together[0] && together[1]);
    thread = CreateThread(NULL, 0, set_word, NULL, 0, &ended);
    while (atomic_load(&word) == 0) os_wait(&word, 0);
    CHECK_INT(atomic_load(&word), 1);
    WaitForSingleObject(thread, INFINITE);
    CHECK(!os_is_thread_alive((int)ended));
    CloseHandle(thread);
    CHECK(os_microseconds() >= start + 40000);
    CHECK(os_thread_id() > 0);
    CHECK(os_is_thread_alive(os_thread_id()));
    CHECK(!os_is_thread_alive(3)); /* the numbers of threads are multiples of 4 */
    no_rights = true;
    CHECK(os_is_thread_alive(os_thread_id())); /* true as far as anyone knows */
    no_rights = false;
    os_process_barrier();
}

/* What is wrong with a file, according to its header. */
static void test_headers(void)
{
    enum { START = 128, END = START + sizeof(DWORD) + sizeof(IMAGE_FILE_HEADER) };
    const char *self = (const char *)GetModuleHandleW(NULL);
    const IMAGE_NT_HEADERS *own =
        (const void *)(self + ((const IMAGE_DOS_HEADER *)(const void *)self)->e_lfanew);
    const WORD machine = own->FileHeader.Machine, dll = IMAGE_FILE_DLL;
    const struct {
        const char *title;
        size_t size; /* of the file */
        LONG start;
        DWORD signature;
        WORD machine, characteristics;
        enum verdict problem;
        /* clang-format off */
    } rows[] = {
        { "whole", END, START, IMAGE_NT_SIGNATURE, machine, dll, VERDICT_LIBRARY_REFUSED },
        { "longer", 5000, START, IMAGE_NT_SIGNATURE, machine, dll, VERDICT_LIBRARY_REFUSED },
        { "a program", END, START, IMAGE_NT_SIGNATURE, machine, 0, VERDICT_LIBRARY_INVALID },
        { "foreign", END, START, IMAGE_NT_SIGNATURE, machine ^ 1, dll, VERDICT_LIBRARY_WRONG_ARCHITECTURE },
        { "not signed", END, START, IMAGE_OS2_SIGNATURE, machine, dll, VERDICT_LIBRARY_INVALID },
        { "cut off", END - 1, START, IMAGE_NT_SIGNATURE, machine, dll, VERDICT_LIBRARY_INVALID },
        { "short", sizeof(IMAGE_DOS_HEADER) - 1, START, 0, 0, 0, VERDICT_LIBRARY_INVALID },
        { "behind the end", END, END + 1, 0, 0, 0, VERDICT_LIBRARY_INVALID },
        { "before the beginning", END, -1, 0, 0, 0, VERDICT_LIBRARY_INVALID },
        { "empty", 0, 0, 0, 0, 0, VERDICT_LIBRARY_INVALID },
    };
    /* clang-format on */
    char *path = in_folder(L"header.dll");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char bytes[5000] = "";
        IMAGE_DOS_HEADER dos = { .e_magic = IMAGE_DOS_SIGNATURE, .e_lfanew = rows[i].start };
        IMAGE_FILE_HEADER header = { .Machine = rows[i].machine,
                                     .Characteristics = rows[i].characteristics };
        memcpy(bytes, &dos, sizeof dos);
        memcpy(bytes + START, &rows[i].signature, sizeof(DWORD));
        memcpy(bytes + START + sizeof(DWORD), &header, sizeof header);
        write_bytes(path, bytes, rows[i].size);
        test_about = rows[i].title;
        CHECK_INT(os_library_problem(path, NULL), rows[i].problem);
    }
    test_about = "";
    free(path);
}

static void test_libraries(void)
{
    char *message = NULL, *text = in_folder(L"text.dll");
    write_file(text, "this is no library");
    CHECK(!os_open_library("C:\\no\\such.dll", &message));
    CHECK(message && strlen(message) > 5);
    free(message);
    CHECK_INT(os_library_problem("C:\\no\\such.dll", NULL), VERDICT_LIBRARY_MISSING);
    CHECK_INT(os_library_problem("nosuch.dll", NULL), VERDICT_LIBRARY_MISSING);
    CHECK_INT(os_library_problem(text, NULL), VERDICT_LIBRARY_INVALID);
    /* A bare name is a library of the system's, never one in the current directory. */
    SetCurrentDirectoryW(folder);
    CHECK(!os_open_library("text.dll", &message));
    free(message);
    CHECK_INT(os_library_problem("text.dll", NULL), VERDICT_LIBRARY_MISSING);
    {
        void *library = os_open_library("version", &message);
        CHECK(library != NULL);
        CHECK(!message);
        if (library) os_close_library(library);
    }
    /* Windows gets backslashes, whatever the path contains. */
    for (char *at = text; *at; at++)
        if (*at == '\\') *at = '/';
    CHECK(!os_open_library(text, &message));
    CHECK(opened && wcschr(opened, L'\\') && !wcschr(opened, L'/'));
    free(message);
    free(text);
}

int main(void)
{
    wchar_t temporary[MAX_PATH];
    GetTempPathW(MAX_PATH, temporary);
    _snwprintf(folder, MAX_PATH, L"%ls\\clrelay-%lu\\", temporary,
               (unsigned long)GetCurrentProcessId());
    CreateDirectoryW(folder, NULL);
    test_integrity();
    test_names();
    test_environment();
    test_owners();
    test_files();
    test_directory();
    test_log();
    test_memory();
    test_image();
    test_code();
    test_threads();
    test_state();
    test_headers();
    test_libraries();
    return test_end();
}
