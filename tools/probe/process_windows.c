/* SPDX-License-Identifier: Apache-2.0 */
#include "process.h"

#include "../base/system_windows.h"
#include "../base/terminal.h"
#include "protocol.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum {
    LONGEST_END = 2000, /* milliseconds that a killed process may take to end */
    PAUSE = 10          /* milliseconds between two checks for new output */
};

struct process {
    HANDLE handle;
    HANDLE job;            /* the process and all its children; they end with this program */
    HANDLE pipes[STREAMS]; /* the read ends; NULL at the end of file */
    struct run *run;
    ULONGLONG start;
    bool overran;
};

static void drop(HANDLE *handle)
{
    if (*handle) CloseHandle(*handle);
    *handle = NULL;
}

static double seconds_of(const struct process *process)
{
    return (double)(GetTickCount64() - process->start) / 1000;
}

/* ---- the command line ---- */

static wchar_t *command_line(const struct question *question, HANDLE answers)
{
    char handle[32];
    const char *words[] = { "clrelay",
                            PROBE_COMMAND,
                            question->kind,
                            question->library,
                            question->subject ? question->subject : "",
                            handle,
                            question->variables ? "plain" : "same" };
    wchar_t *line = require_memory(calloc(1, sizeof *line));
    snprintf(handle, sizeof handle, "%llu", (unsigned long long)(uintptr_t)answers);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        line = windows_add_word(line, words[i]);
    return line;
}

/* ---- the environment ---- */

enum { MOST_VARIABLES = 16 };

static wchar_t *get_variable(const wchar_t *name)
{
    DWORD size = GetEnvironmentVariableW(name, NULL, 0);
    wchar_t *value = size ? require_memory(malloc(size * sizeof *value)) : NULL;
    if (value && GetEnvironmentVariableW(name, value, size) >= size) value[0] = L'\0';
    return value;
}

/* Sets a question's variables for the next child, and saves the old values. */
static void set_variables(const struct variable *variables, wchar_t *before[MOST_VARIABLES])
{
    for (size_t i = 0; variables && variables[i].name && i < MOST_VARIABLES; i++) {
        wchar_t *name = require_memory(wide_from(variables[i].name));
        wchar_t *value = variables[i].value ? require_memory(wide_from(variables[i].value)) : NULL;
        before[i] = get_variable(name);
        SetEnvironmentVariableW(name, value);
        free(value);
        free(name);
    }
}

static void reset_variables(const struct variable *variables, wchar_t *before[MOST_VARIABLES])
{
    for (size_t i = 0; variables && variables[i].name && i < MOST_VARIABLES; i++) {
        wchar_t *name = require_memory(wide_from(variables[i].name));
        SetEnvironmentVariableW(name, before[i]);
        free(before[i]);
        free(name);
    }
}

/* ---- the new process ---- */

/* Makes a job that ends when its last handle, which is this program's, is closed. */
static HANDLE make_job(void)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = { .ProcessMemoryLimit = 0 };
    HANDLE job = CreateJobObjectW(NULL, NULL);
    limits.BasicLimitInformation.LimitFlags =
        JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
    if (job)
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

/* Starts this program; it inherits only these handles. */
static bool create(struct process *process, wchar_t *line, HANDLE handles[STREAMS + 1])
{
    STARTUPINFOEXW with = { .StartupInfo = { .cb = sizeof with, .dwFlags = STARTF_USESTDHANDLES } };
    PROCESS_INFORMATION started;
    wchar_t *program = wide_path_of(NULL);
    SIZE_T size = 0;
    bool good;
    with.StartupInfo.hStdInput = handles[STREAMS];
    with.StartupInfo.hStdOutput = handles[OUTPUT];
    with.StartupInfo.hStdError = handles[ERRORS];
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    with.lpAttributeList = require_memory(malloc(size));
    good = program && InitializeProcThreadAttributeList(with.lpAttributeList, 1, 0, &size);
    if (good) {
        UpdateProcThreadAttribute(with.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST,
                                  handles, (STREAMS + 1) * sizeof *handles, NULL, NULL);
        good = CreateProcessW(program, line, NULL, NULL, TRUE,
                              CREATE_SUSPENDED | CREATE_NO_WINDOW | EXTENDED_STARTUPINFO_PRESENT,
                              NULL, NULL, &with.StartupInfo, &started);
        process->run->code = good ? 0 : (int)GetLastError();
        DeleteProcThreadAttributeList(with.lpAttributeList);
    }
    free(with.lpAttributeList);
    free(program);
    if (!good) return false;
    process->handle = started.hProcess;
    process->job = make_job();
    if (process->job) AssignProcessToJobObject(process->job, process->handle);
    ResumeThread(started.hThread);
    CloseHandle(started.hThread);
    return true;
}

static bool start(struct process *process, const struct question *question)
{
    SECURITY_ATTRIBUTES inherited = { sizeof inherited, NULL, TRUE };
    HANDLE ends[STREAMS + 1] = { NULL }; /* the last one is standard input */
    wchar_t *before[MOST_VARIABLES] = { NULL }, *line;
    bool good = true;
    fflush(NULL);
    for (int i = 0; i < STREAMS && good; i++) {
        good = CreatePipe(&process->pipes[i], &ends[i], &inherited, 1 << 20) != 0;
        if (good) SetHandleInformation(process->pipes[i], HANDLE_FLAG_INHERIT, 0);
    }
    ends[STREAMS] = CreateFileW(L"NUL", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                &inherited, OPEN_EXISTING, 0, NULL);
    process->run->code = (int)GetLastError();
    if (good && ends[STREAMS] != INVALID_HANDLE_VALUE) {
        line = command_line(question, ends[ANSWER]);
        set_variables(question->variables, before);
        good = create(process, line, ends);
        reset_variables(question->variables, before);
        free(line);
    }
    for (int i = 0; i <= STREAMS; i++)
        if (ends[i] != INVALID_HANDLE_VALUE) drop(&ends[i]);
    return good && process->handle;
}

/* ---- its output ---- */

/* Reads what the stream has now, up to a limit, so that endless output can't outrun the time limit.
 * Returns whether there was anything. */
static bool read_stream(struct process *process, enum stream stream)
{
    char bytes[65536];
    HANDLE *end = &process->pipes[stream];
    bool any = false;
    for (int parts = 0; *end && parts < 16; parts++) {
        DWORD there = 0, count = 0;
        if (!PeekNamedPipe(*end, NULL, 0, NULL, &there, NULL) ||
            (there > 0 && !ReadFile(*end, bytes, sizeof bytes, &count, NULL)))
            drop(end);
        if (count == 0) break;
        process_append(process->run, stream, bytes, count);
        any = true;
    }
    return any;
}

static bool read_all(struct process *process)
{
    bool any = false;
    for (enum stream i = 0; i < STREAMS; i++) any = read_stream(process, i) || any;
    return any;
}

/* Waits until the process ends or its time is up. */
static void wait_for_end(struct process *process, const struct question *question)
{
    unsigned shown = 0;
    for (;;) {
        double seconds = seconds_of(process);
        DWORD pause = read_all(process) ? 0 : PAUSE;
        if (WaitForSingleObject(process->handle, pause) == WAIT_OBJECT_0) return;
        if (seconds >= question->limit) {
            process->overran = true;
            return;
        }
        if ((unsigned)seconds > shown) {
            shown = (unsigned)seconds;
            progress_show(question->progress, shown);
        }
    }
}

/* Ends the process and all its children, and reads its exit code. Returns false if it does not
 * end. */
static bool end_process(struct process *process, DWORD *code)
{
    if (WaitForSingleObject(process->handle, 0) != WAIT_OBJECT_0)
        TerminateProcess(process->handle, 1);
    if (WaitForSingleObject(process->handle, LONGEST_END) != WAIT_OBJECT_0) return false;
    GetExitCodeProcess(process->handle, code);
    if (process->job) TerminateJobObject(process->job, 1);
    return true;
}

/* ---- how it ended ---- */

/* Whether an exit code is an exception's number: it is when an exception ended the process. */
static bool is_exception(DWORD code)
{
    return code >> 28 == 0xc || code >> 28 == 0xe;
}

struct run process_run(const struct question *question)
{
    struct run run = { .end = END_NO_START };
    struct process process = { .handle = NULL, .run = &run, .start = GetTickCount64() };
    DWORD code = 0;
    bool stuck;
    if (start(&process, question)) {
        wait_for_end(&process, question);
        stuck = !end_process(&process, &code);
        run.seconds = seconds_of(&process);
        progress_clear();
        while (read_all(&process) && seconds_of(&process) < run.seconds + 2) {
        }
        run.end = stuck                ? END_STUCK
                  : process.overran    ? END_OVERRUN
                  : is_exception(code) ? END_SIGNAL
                                       : END_EXIT;
        run.code = (int)code;
    }
    for (int i = 0; i < STREAMS; i++) drop(&process.pipes[i]);
    drop(&process.handle);
    drop(&process.job);
    return run;
}
