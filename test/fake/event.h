/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The diary of a simulated machine: with FAKE_LOG=file in the environment, each event adds a line
 * to that file, in the order in which things happen, whoever writes the line.
 */
#ifndef CLRELAY_TEST_FAKE_EVENT_H
#define CLRELAY_TEST_FAKE_EVENT_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef _WIN32
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>
#else
#include <fcntl.h>
#include <unistd.h>
#endif

/* Appends the line to a file in one piece. */
static inline void fake_append(const char *path, const char *line, int length)
{
#ifdef _WIN32
    DWORD written = 0;
    /* Each library has a copy of this function, and Wine finds the end of the file before it
     * writes. */
    HANDLE turn = CreateMutexA(NULL, FALSE, "clrelay-fake-events"), file;
    WaitForSingleObject(turn, 10000);
    file = CreateFileA(path, FILE_APPEND_DATA, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
                       OPEN_ALWAYS, 0, NULL);
    if (file != INVALID_HANDLE_VALUE && !WriteFile(file, line, (DWORD)length, &written, NULL))
        abort();
    if (file != INVALID_HANDLE_VALUE) CloseHandle(file);
    ReleaseMutex(turn);
    CloseHandle(turn);
#else
    int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) return;
    if (write(file, line, (size_t)length) != length) abort();
    close(file);
#endif
}

#ifdef __MINGW32__
__attribute__((format(gnu_printf, 1, 2), unused))
#elif defined(__GNUC__)
__attribute__((format(printf, 1, 2), unused))
#endif
static void
fake_event(const char *format, ...)
{
    const char *path = getenv("FAKE_LOG");
    char line[512];
    va_list list;
    int length;
    if (!path) return;
    va_start(list, format);
    length = vsnprintf(line, sizeof line - 1, format, list);
    va_end(list);
    if (length < 0) return;
    if (length > (int)sizeof line - 2) length = (int)sizeof line - 2;
    line[length++] = '\n';
    fake_append(path, line, length);
}

#endif
