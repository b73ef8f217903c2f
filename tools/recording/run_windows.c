/* SPDX-License-Identifier: Apache-2.0 */
#include "run.h"

#include "../base/system_windows.h"
#include "../base/text.h"
#include "windows/wide.h"

#include <stdlib.h>

static HANDLE process; /* of the program */

/* Ctrl-C reaches all programs of a console; this one waits for the program to end. */
static BOOL WINAPI stay(DWORD event)
{
    (void)event;
    return TRUE;
}

static wchar_t *command_line(char **words)
{
    wchar_t *line = require_memory(calloc(1, sizeof *line));
    for (; *words; words++) line = windows_add_word(line, *words);
    return line;
}

static void set_variables(const struct variable *variables)
{
    for (; variables->name; variables++) {
        wchar_t *name = require_memory(wide_from(variables->name));
        wchar_t *value = require_memory(wide_from(variables->value));
        SetEnvironmentVariableW(name, value);
        free(name);
        free(value);
    }
}

static char *not_started(const char *name, DWORD error, int *status)
{
    bool is_missing = error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND;
    char *why, *text;
    *status = is_missing ? RUN_NOT_FOUND : RUN_NOT_EXECUTABLE;
    why = windows_error(error);
    text = text_format("%s can't be executed: %s", name, why);
    free(why);
    return text;
}

char *run_start(struct run_program *program, char **words, const struct variable *variables,
                int *status)
{
    STARTUPINFOW start = { .cb = sizeof start };
    PROCESS_INFORMATION about;
    wchar_t *line = command_line(words);
    bool well;
    set_variables(variables);
    SetConsoleCtrlHandler(stay, TRUE);
    well = CreateProcessW(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &start, &about);
    free(line);
    if (!well) return not_started(words[0], GetLastError(), status);
    CloseHandle(about.hThread);
    process = about.hProcess;
    program->id = about.dwProcessId;
    return NULL;
}

enum run_event run_wait(struct run_program *program, double seconds)
{
    DWORD code;
    if (seconds > 1e6) seconds = 1e6;
    if (WaitForSingleObject(process, (DWORD)(seconds * 1000) + 1) != WAIT_OBJECT_0) return RUN_TIME;
    GetExitCodeProcess(process, &code);
    CloseHandle(process);
    program->status = (int)code;
    return RUN_ENDED;
}

void run_end(struct run_program *program)
{
    (void)program;
    SetConsoleCtrlHandler(stay, FALSE);
}

/* Exception codes have the severity of errors. */
int run_crash(const struct run_program *program)
{
    return (DWORD)program->status >> 30 == 3 ? program->status : 0;
}

int run_exit_status(const struct run_program *program)
{
    return program->status;
}
