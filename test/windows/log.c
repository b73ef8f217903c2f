/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loader/base/log.c with Windows' files: the log may be a file, a device or a pipe. The tests also
 * show where its lines go if a library closes it. (base/log.c is the same for other systems.)
 */
#include "windows/wide.h"

#include "replaced.h"

#include "base/log.h"
#include "base/os.h"
#include "base/settings.h"
#include "test.h"
#include "base/log_settings.h"

/* ---- the rest of the loader ---- */

bool os_privileged(void)
{
    return false;
}

/* ---- Windows ---- */

static bool no_numbers; /* files have no numbers */

typedef BOOL(WINAPI *file_function)(HANDLE, BY_HANDLE_FILE_INFORMATION *);

static BOOL WINAPI get_information(HANDLE file, BY_HANDLE_FILE_INFORMATION *about)
{
    file_function real = (file_function)REPLACED_REAL("kernel32.dll", "GetFileInformationByHandle");
    BOOL done = real(file, about);
    if (no_numbers) about->nFileIndexHigh = about->nFileIndexLow = 0;
    return done;
}

extern const file_function file_pointer REPLACED(GetFileInformationByHandle, 8);
const file_function file_pointer = get_information;

/* ---- files ---- */

static char root[MAX_PATH];

static const char *in_root(const char *name)
{
    static char path[2 * MAX_PATH];
    snprintf(path, sizeof path, "%s\\%s", root, name);
    return path;
}

static bool which(const char *path, BY_HANDLE_FILE_INFORMATION *about)
{
    HANDLE file = CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                              OPEN_EXISTING, 0, NULL);
    bool known = file != INVALID_HANDLE_VALUE && GetFileInformationByHandle(file, about);
    if (file != INVALID_HANDLE_VALUE) CloseHandle(file);
    return known;
}

/* Finds the log's handle, like a library that closes whatever it finds. */
static HANDLE find_open(const char *path)
{
    BY_HANDLE_FILE_INFORMATION wanted, about;
    if (!which(path, &wanted)) TEST_STOP("%s is not there", path);
    for (intptr_t number = 4; number < 4096; number += 4) {
        HANDLE file = (HANDLE)number;
        if (GetFileType(file) == FILE_TYPE_DISK && GetFileInformationByHandle(file, &about) &&
            about.nFileIndexLow == wanted.nFileIndexLow &&
            about.nFileIndexHigh == wanted.nFileIndexHigh)
            return file;
    }
    return NULL;
}

/* Returns how many lines a file has, or -1 if it does not exist. */
static int count_lines(const char *path)
{
    FILE *file = fopen(path, "r");
    int lines = 0;
    if (!file) return -1;
    for (int c; (c = getc(file)) != EOF;) lines += c == '\n';
    fclose(file);
    return lines;
}

static void write_line(void)
{
    SetLastError(ERROR_CRC);
    log_line(LOG_INFO, LOG_CALL, "a line");
    CHECK_INT(GetLastError(), ERROR_CRC);
}

/* ---- the tests ---- */

/* Closes the log's handle, like a library that closes whatever it finds, and opens files of the
 * program until one gets that handle. */
static void replace(HANDLE log, HANDLE *programs, int count)
{
    bool taken = false;
    if (!log) TEST_STOP("the log is not open");
    CloseHandle(log);
    for (int i = 0; i < count; i++) {
        programs[i] = CreateFileA(in_root("programs"), FILE_APPEND_DATA,
                                  FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_ALWAYS, 0, NULL);
        taken = taken || programs[i] == log;
    }
    CHECK(taken);
}

static void test_closed(void)
{
    static char first[2 * MAX_PATH], errors[2 * MAX_PATH];
    HANDLE programs[16], standard = GetStdHandle(STD_ERROR_HANDLE), instead;
    DWORD flags;
    CreateDirectoryA(in_root("first"), NULL);
    CreateDirectoryA(in_root("second"), NULL);
    SetCurrentDirectoryA(in_root("first"));
    strcpy(first, in_root("first\\log"));
    strcpy(errors, in_root("errors"));
    instead = CreateFileA(errors, FILE_APPEND_DATA, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
                          OPEN_ALWAYS, 0, NULL);
    SetStdHandle(STD_ERROR_HANDLE, instead);
    log_path = "log";
    log_start();
    write_line();
    CHECK_INT(count_lines(first), 1);

    test_about = "the program has left the folder";
    SetCurrentDirectoryA(in_root("second"));
    write_line();
    CHECK_INT(count_lines(first), 2);
    CHECK_INT(count_lines(errors), 0);

    test_about = "its number is that of another file";
    replace(find_open(first), programs, 16);
    write_line();
    write_line();
    CHECK_INT(count_lines(errors), 1 + 2); /* the first line announces the others */
    CHECK_INT(count_lines(in_root("programs")), 0);
    CHECK_INT(count_lines(first), 2);
    CHECK_INT(count_lines("log"), -1);

    test_about = "its number is nobody's";
    for (int i = 0; i < 16; i++) CloseHandle(programs[i]);
    write_line();
    CHECK_INT(count_lines(errors), 1 + 3);
    CHECK(!find_open(first));
    log_end();

    test_about = "it ends when its number is that of another file";
    log_start();
    write_line();
    replace(find_open("log"), programs, 16);
    log_end();
    for (int i = 0; i < 16; i++) {
        CHECK(GetHandleInformation(programs[i], &flags));
        CloseHandle(programs[i]);
    }
    CHECK_INT(count_lines(errors), 1 + 3);
    SetStdHandle(STD_ERROR_HANDLE, standard);
    CloseHandle(instead);
    test_about = "";
}

/* A file cannot be the log if the loader could not recognise it later. */
static void test_without_number(void)
{
    test_about = "a file without a number";
    log_path = in_root("unknown");
    CHECK_STR(complaint, "");
    no_numbers = true;
    log_start();
    no_numbers = false;
    CHECK(strstr(complaint, "cannot distinguish from other files"));
    CHECK(!find_open(log_path));
    log_end();
    DeleteFileA(log_path);
    test_about = "";
}

/* The path of a file begins like a device's. The file keeps its lines. */
static void test_prefixed(void)
{
    static char path[2 * MAX_PATH];
    char whole[MAX_PATH];
    test_about = "a file by a device's path";
    GetFullPathNameA(in_root("programs"), sizeof whole, whole, NULL);
    snprintf(path, sizeof path, "\\\\.\\%s", whole);
    for (int i = 0; i < 2; i++) {
        log_path = path;
        log_start();
        write_line();
        log_end();
    }
    CHECK_INT(count_lines(in_root("programs")), 2);
    test_about = "";
}

/* The kind of a handle is known, and two answers about it are equal. */
static void check_known(int file, enum verdict kind)
{
    struct os_file about = os_fstat(file), again = os_fstat(file);
    CHECK_INT(about.kind, kind);
    CHECK(os_same_file(&about, &again));
    os_close(file);
    again = os_fstat(file);
    CHECK_INT(again.kind, VERDICT_FILE_MISSING);
    CHECK(!os_same_file(&about, &again));
}

static void test_devices(void)
{
    static const char *const devices[] = { "NUL", "nul", "\\\\.\\NUL" };
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        int error = 0, file = os_open_to_append(devices[i], &error);
        test_about = devices[i];
        CHECK(file >= 0);
        CHECK_INT(file < 0 ? error : 0, 0);
        if (file >= 0) check_known(file, VERDICT_FILE_IS_DEVICE);
    }
    test_about = "";
}

/* All lines of the log reach the reader, not only the first. */
static void test_pipe(void)
{
    enum { LINES = 5 };
    char name[100], text[1000] = "";
    HANDLE pipe;
    DWORD got = 0, length = 0;
    snprintf(name, sizeof name, "\\\\.\\pipe\\clrelay-%lu", (unsigned long)GetCurrentProcessId());
    pipe = CreateNamedPipeA(name, PIPE_ACCESS_INBOUND, PIPE_TYPE_BYTE | PIPE_NOWAIT, 1, 4096, 4096,
                            0, NULL);
    if (pipe == INVALID_HANDLE_VALUE) TEST_STOP("no pipe: %lu", (unsigned long)GetLastError());
    log_path = name;
    test_about = "a pipe";
    log_start();
    for (int i = 0; i < LINES; i++) write_line();
    while (length < sizeof text - 1 &&
           ReadFile(pipe, text + length, (DWORD)sizeof text - 1 - length, &got, NULL) && got > 0)
        length += got;
    CHECK_STR(text, "clrelay: a line\nclrelay: a line\nclrelay: a line\nclrelay: a line\n"
                    "clrelay: a line\n");
    log_end();
    CHECK(!ReadFile(pipe, text, sizeof text, &got, NULL)); /* the other end is closed */
    CHECK_INT(GetLastError(), ERROR_BROKEN_PIPE);
    CloseHandle(pipe);
    test_about = "";
}

/* A console shows the characters of the line. */
static void test_console(void)
{
    int error = 0, file;
    file = os_open_to_append("CON", &error);
    if (file < 0) { /* there is no console, as under Wine without a terminal */
        printf("no console: error %d\n", error);
        return;
    }
    os_write(file, "a line\n", 7);
    check_known(file, VERDICT_FILE_IS_DEVICE);
}

int main(void)
{
    char temporary[MAX_PATH - 50];
    GetTempPathA(sizeof temporary, temporary);
    snprintf(root, sizeof root, "%sclrelay-log-%lu", temporary,
             (unsigned long)GetCurrentProcessId());
    CreateDirectoryA(root, NULL);
    test_closed();
    test_without_number();
    test_prefixed();
    test_devices();
    test_pipe();
    test_console();
    {
        static const char *const files[] = { "first\\log", "second\\log", "programs", "errors" };
        SetCurrentDirectoryA(temporary);
        for (size_t i = 0; i < sizeof files / sizeof *files; i++) DeleteFileA(in_root(files[i]));
        RemoveDirectoryA(in_root("first"));
        RemoveDirectoryA(in_root("second"));
        RemoveDirectoryA(root);
    }
    return test_end();
}
