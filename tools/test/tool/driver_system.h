/* SPDX-License-Identifier: Apache-2.0 */
/* The system functions of driver.c. */
#ifndef CLRELAY_TOOLS_TEST_TOOL_DRIVER_SYSTEM_H
#define CLRELAY_TOOLS_TEST_TOOL_DRIVER_SYSTEM_H

#ifndef _WIN32

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#define SEPARATOR '/'
#define ENDING    ".so"

static inline bool file_of(const void *address, char *path, size_t size)
{
    Dl_info file;
    return dladdr(address, &file) && snprintf(path, size, "%s", file.dli_fname) < (int)size;
}

static inline void crash(void)
{
    raise(SIGSEGV);
}

static inline void wait_seconds(unsigned seconds)
{
    while ((seconds = sleep(seconds))) {
    }
}

static inline void be_handled(int number)
{
    (void)number;
}

static inline void handle_signal(void)
{
    signal(SIGUSR2, be_handled);
}

static inline void hang(void)
{
    for (;;) wait_seconds(1000);
}

static inline void spawn(const void *inside)
{
    if (fork() != 0) return;
    sleep(3600);
    _exit(0);
}

enum { MOST_FILES = 70000 };

static inline void close_files(int first)
{
    for (int file = first; file < MOST_FILES; file++) close(file);
}

/* Standard output becomes another one of the same kind. */
static inline void merge_files(void)
{
    dup2(2, 1);
}

static inline void fill_files(void)
{
    while (dup(2) >= 0) continue;
}

static inline void replace_files(const char *path)
{
    int own = path ? open(path, O_RDWR) : -1;
    for (int file = 0; own >= 0 && file < MOST_FILES; file++)
        if (file != own && fcntl(file, F_GETFD) >= 0) dup2(own, file);
}

static inline const char *variable(const char *name)
{
    return getenv(name);
}

static inline void set_variable(const char *name, const char *value)
{
    if (value) setenv(name, value, 1);
    else unsetenv(name);
}

#else

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#define SEPARATOR '\\'
#define ENDING    ".dll"

static inline bool file_of(const void *address, char *path, size_t size)
{
    wchar_t wide[4096];
    HMODULE library;
    return GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
                                  GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                              (const wchar_t *)address, &library) &&
           GetModuleFileNameW(library, wide, 4096) < 4096 &&
           WideCharToMultiByte(CP_UTF8, 0, wide, -1, path, (int)size, NULL, NULL) > 0;
}

static inline void crash(void)
{
    /* Under Wine there may be memory at NULL. */
    volatile int *nowhere = VirtualAlloc(NULL, 4096, MEM_RESERVE, PAGE_NOACCESS);
    *nowhere = 1;
}

static inline void wait_seconds(unsigned seconds)
{
    Sleep(1000 * seconds);
}

static inline void handle_signal(void)
{
}

static inline void hang(void)
{
    for (;;) wait_seconds(1);
}

/* Windows has no small numbers for files. */
static inline void close_files(int first)
{
}

static inline void merge_files(void)
{
}

static inline void fill_files(void)
{
}

static inline void replace_files(const char *path)
{
}

/* Windows has no fork(). Starts the program again, which opens this library and then hangs. */
static inline void spawn(const void *inside)
{
    char line[9000], library[4096];
    wchar_t wide[9000], program[4096];
    STARTUPINFOW with = { .cb = sizeof with };
    PROCESS_INFORMATION started;
    if (GetEnvironmentVariableA("TOOL_SPAWNED", NULL, 0)) hang();
    SetEnvironmentVariableA("TOOL_SPAWNED", "1");
    file_of(inside, library, sizeof library);
    snprintf(line, sizeof line, "clrelay --probe bind NUL \"%s\"", library);
    MultiByteToWideChar(CP_UTF8, 0, line, -1, wide, 9000);
    GetModuleFileNameW(NULL, program, 4096);
    if (!CreateProcessW(program, wide, NULL, NULL, FALSE, 0, NULL, NULL, &with, &started)) crash();
    SetEnvironmentVariableA("TOOL_SPAWNED", NULL);
}

static inline const char *variable(const char *name)
{
    static char text[1024];
    wchar_t wide[300], wide_name[50];
    MultiByteToWideChar(CP_UTF8, 0, name, -1, wide_name, 50);
    if (!GetEnvironmentVariableW(wide_name, wide, 300)) return NULL;
    WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, sizeof text, NULL, NULL);
    return text;
}

static inline void set_variable(const char *name, const char *value)
{
    SetEnvironmentVariableA(name, value);
}

#endif

#endif
