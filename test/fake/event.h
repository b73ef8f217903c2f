/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The diary of a made-up machine: with FAKE_LOG=file in the environment each event is a line at the
 * end of that file, in the order in which things happened, whoever wrote it.
 */
#ifndef CLRELAY_TEST_EVENT_H
#define CLRELAY_TEST_EVENT_H

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef __GNUC__
__attribute__((format(printf, 1, 2), unused))
#endif
static void fake_event(const char *format, ...)
{
    const char *path = getenv("FAKE_LOG");
    char line[512];
    va_list list;
    int length, file;
    if (!path) return;
    va_start(list, format);
    length = vsnprintf(line, sizeof line - 1, format, list);
    va_end(list);
    if (length < 0) return;
    if (length > (int)sizeof line - 2) length = (int)sizeof line - 2;
    line[length++] = '\n';
    file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) return;
    if (write(file, line, (size_t)length) != length) abort();
    close(file);
}

#endif
