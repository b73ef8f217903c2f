/* SPDX-License-Identifier: Apache-2.0 */
/* A child is this program again, with arguments that name its job and the shared memory: "--job JOB
 * FIRST SECOND HANDLE". */
#include "demo_system.h"

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const demo_job *all;
static char **child; /* the arguments after --job, in a child */
static HANDLE memory;

void *demo_begin(int argc, char **argv, const demo_job *jobs, size_t size)
{
    SECURITY_ATTRIBUTES inherited = { sizeof inherited, NULL, TRUE };
    void *shared = NULL;
    all = jobs;
    if (argc == 6 && strcmp(argv[1], "--job") == 0) child = argv + 2;
    if (child) memory = (HANDLE)(uintptr_t)strtoull(child[3], NULL, 10);
    else
        memory = CreateFileMappingW(INVALID_HANDLE_VALUE, &inherited, PAGE_READWRITE, 0,
                                    (DWORD)size, NULL);
    if (memory) shared = MapViewOfFile(memory, FILE_MAP_WRITE, 0, 0, size);
    if (!shared) printf("There is no memory to share: error %lu\n", (unsigned long)GetLastError());
    return shared;
}

void demo_run_child_job(void)
{
    int result;
    if (!child) return;
    /* The parent reports a crash; no window does. */
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
    result = all[strtoul(child[0], NULL, 10)]((unsigned)strtoul(child[1], NULL, 10),
                                              (unsigned)strtoul(child[2], NULL, 10));
    fflush(stdout);
    exit(result);
}

static HANDLE start(size_t job, unsigned first, unsigned second)
{
    wchar_t program[1024], line[1200];
    STARTUPINFOW with = { .cb = sizeof with };
    PROCESS_INFORMATION started;
    DWORD length = GetModuleFileNameW(NULL, program, 1024);
    if (length == 0 || length == 1024) return NULL;
    swprintf(line, sizeof line / sizeof *line, L"\"%ls\" --job %u %u %u %llu", program,
             (unsigned)job, first, second, (unsigned long long)(uintptr_t)memory);
    if (!CreateProcessW(program, line, NULL, NULL, TRUE, 0, NULL, NULL, &with, &started))
        return NULL;
    CloseHandle(started.hThread);
    return started.hProcess;
}

int demo_run_in_child(size_t job, unsigned first, unsigned second, unsigned seconds)
{
    DWORD code = 1;
    HANDLE process;
    fflush(stdout);
    process = start(job, first, second);
    if (!process) {
        printf("    FAILED: no process for it: error %lu\n", (unsigned long)GetLastError());
        return -1;
    }
    if (WaitForSingleObject(process, seconds * 1000) != WAIT_OBJECT_0) {
        TerminateProcess(process, 1);
        WaitForSingleObject(process, INFINITE);
        CloseHandle(process);
        printf("    FAILED: not done after %u seconds\n", seconds);
        return -1;
    }
    GetExitCodeProcess(process, &code);
    CloseHandle(process);
    /* An exception's number, or 3 from the C library's abort(), which no job returns. */
    if (code < 3) return (int)code;
    printf("    FAILED: the driver crashed (exit code 0x%lx)\n", (unsigned long)code);
    return -1;
}

void demo_set(const char *name, const char *value)
{
    SetEnvironmentVariableA(name, value);
}

const char *demo_file_of(const void *address)
{
    static char path[1024];
    HMODULE library;
    DWORD length = 0;
    if (GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
                               GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                           address, &library))
        length = GetModuleFileNameA(library, path, sizeof path);
    return length > 0 && length < sizeof path ? path : NULL;
}

double demo_milliseconds(void)
{
    LARGE_INTEGER now, second;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&second);
    return (double)now.QuadPart * 1e3 / (double)second.QuadPart;
}
