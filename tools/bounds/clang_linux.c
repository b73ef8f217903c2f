/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* getline */
#include "clang.h"

#include "../calls/bounds_protocol.h"
#include "../base/subprocess_linux.h"
#include "../base/text.h"
#include "../recording/program_path_linux.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The versions to look for. Older ones don't declare OpenCL's functions by themselves. */
enum { OLDEST = 14, NEWEST = 30 };

char *clang_find(void)
{
    for (int version = NEWEST; version >= OLDEST; version--) {
        char *name = text_format("clang-%d", version), *path = program_find(name);
        free(name);
        if (path) return path;
    }
    return program_find("clang");
}

/* The layer waits a minute longer than this (socket_connect()). */
enum { LONGEST_RUN = 240 /* seconds */ };

/* The text after "error: " of the first line that has it. */
static char *first_error(FILE *errors, int status)
{
    char *line = NULL, *found = NULL;
    size_t space = 0;
    rewind(errors);
    while (!found && getline(&line, &space, errors) > 0) {
        const char *text = strstr(line, "error: ");
        if (text) found = text_format("%.*s", (int)strcspn(text + 7, "\n"), text + 7);
    }
    free(line);
    if (!found && WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        return text_format("it has not ended in %d seconds", LONGEST_RUN);
    return found ? found : text_format("it could not be run");
}

bool clang_run(const char *const *words, const char *input, char **output, size_t *length)
{
    FILE *source = tmpfile(), *errors = tmpfile();
    int status = -1;
    *output = NULL;
    *length = 0;
    if (source && errors && fputs(input, source) >= 0 && !fflush(source) &&
        !lseek(fileno(source), 0, SEEK_SET)) {
        const struct subprocess subprocess = { .words = (char *const *)(uintptr_t)words,
                                               .input = fileno(source),
                                               .errors = fileno(errors),
                                               .most = BOUNDS_MOST_TEXT,
                                               .seconds = LONGEST_RUN };
        *output = subprocess_output(&subprocess, length, &status);
    }
    if (status != 0) {
        free(*output);
        *output =
            errors ? first_error(errors, status) : text_format("there is no space for its input");
    }
    if (source) fclose(source);
    if (errors) fclose(errors);
    return status == 0;
}
