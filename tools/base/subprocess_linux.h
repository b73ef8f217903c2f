/* SPDX-License-Identifier: Apache-2.0 */
/* Runs another program for what it prints. */
#ifndef CLRELAY_TOOLS_BASE_SUBPROCESS_LINUX_H
#define CLRELAY_TOOLS_BASE_SUBPROCESS_LINUX_H

#include <stdbool.h>
#include <stddef.h>

struct subprocess {
    char *const *words;     /* the program, which PATH has, and its arguments; NULL-terminated */
    char *const *variables; /* its environment; NULL: that of this process */
    int input, errors;      /* files of its standard streams; -1: /dev/null */
    bool prints_errors;     /* standard error is a part of the output */
    size_t most;            /* bytes of output that are read */
    unsigned seconds;       /* after which it is ended with SIGALRM; 0: never */
};

/* Returns what it prints, with a NUL behind it, or NULL if it can't be executed. The caller frees
 * it. *status is as from waitpid(). */
char *subprocess_output(const struct subprocess *subprocess, size_t *length, int *status);

#endif
