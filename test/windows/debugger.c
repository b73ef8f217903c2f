/* SPDX-License-Identifier: Apache-2.0 */
/*
 * debugger PROGRAM ARGUMENT...: runs a program as a debugger does, and ends with its exit code. At
 * the end it prints each text that the program sent to its debugger as a line "debugger: TEXT" on
 * standard error.
 */
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 60000 }; /* milliseconds without a sign of life from the program */

static HANDLE process;
static char texts[1 << 20];
static size_t used;

static void keep(const OUTPUT_DEBUG_STRING_INFO *said)
{
    static char bytes[65536 + 2];
    static wchar_t wide[32768];
    char text[3 * 32768] = "";
    SIZE_T size = said->nDebugStringLength, got = 0;
    if (said->fUnicode) size *= sizeof(wchar_t);
    if (size > 65536 || !ReadProcessMemory(process, said->lpDebugStringData, bytes, size, &got))
        return;
    memset(bytes + got, 0, 2);
    if (said->fUnicode) memcpy(wide, bytes, sizeof wide);
    else MultiByteToWideChar(CP_ACP, 0, bytes, -1, wide, 32768);
    WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, sizeof text, NULL, NULL);
    text[strcspn(text, "\r\n")] = '\0';
    if (used + strlen(text) + 10 < sizeof texts)
        used += (size_t)snprintf(texts + used, sizeof texts - used, "debugger: %s\n", text);
}

/* Follows the program, and returns its exit code. */
static DWORD follow(void)
{
    DEBUG_EVENT event;
    while (WaitForDebugEvent(&event, LIMIT)) {
        DWORD answer = DBG_CONTINUE, code = 0;
        switch (event.dwDebugEventCode) {
        case CREATE_PROCESS_DEBUG_EVENT:
            process = event.u.CreateProcessInfo.hProcess;
            if (event.u.CreateProcessInfo.hFile) CloseHandle(event.u.CreateProcessInfo.hFile);
            break;
        case LOAD_DLL_DEBUG_EVENT:
            if (event.u.LoadDll.hFile) CloseHandle(event.u.LoadDll.hFile);
            break;
        case OUTPUT_DEBUG_STRING_EVENT: keep(&event.u.DebugString); break;
        case EXCEPTION_DEBUG_EVENT:
            code = event.u.Exception.ExceptionRecord.ExceptionCode;
            /* Only the debugger handles the breakpoint that announces the start of the program. */
            if (code != EXCEPTION_BREAKPOINT) answer = DBG_EXCEPTION_NOT_HANDLED;
            break;
        case EXIT_PROCESS_DEBUG_EVENT:
            code = event.u.ExitProcess.dwExitCode;
            ContinueDebugEvent(event.dwProcessId, event.dwThreadId, DBG_CONTINUE);
            return code;
        default: break;
        }
        ContinueDebugEvent(event.dwProcessId, event.dwThreadId, answer);
    }
    fprintf(stderr, "debugger: nothing for a minute: error %lu\n", (unsigned long)GetLastError());
    TerminateProcess(process, 2);
    return 2;
}

int main(int count, char **argument)
{
    static char line[32768];
    STARTUPINFOA how = { .cb = sizeof how };
    PROCESS_INFORMATION started;
    DWORD code;
    for (int i = 1; i < count; i++) {
        strcat(line, i > 1 ? " \"" : "\"");
        strcat(line, argument[i]);
        strcat(line, "\"");
    }
    if (!CreateProcessA(NULL, line, NULL, NULL, TRUE, DEBUG_ONLY_THIS_PROCESS, NULL, NULL, &how,
                        &started)) {
        fprintf(stderr, "debugger: %s: error %lu\n", line, (unsigned long)GetLastError());
        return 2;
    }
    code = follow();
    fputs(texts, stderr);
    return (int)code;
}
