/* SPDX-License-Identifier: Apache-2.0 */
/* Runs another program and returns what it prints. */
#ifndef CLRELAY_TOOLS_BASE_SUBPROCESS_LINUX_H
#define CLRELAY_TOOLS_BASE_SUBPROCESS_LINUX_H

#include <stdbool.h>
#include <stddef.h>

struct subprocess {
    /* The program, searched for in PATH, and its arguments; NULL-terminated. */
    char *const *words;
    char *const *variables; /* its environment; NULL: that of this process */
    /* Its standard input, and standard error unless prints_errors; -1: /dev/null. */
    int input, errors;
    bool prints_errors; /* its standard error goes to the output, too */
    size_t most;        /* how many bytes of output to read */
    unsigned seconds;   /* after this time SIGALRM ends the program; 0: never */
};

/* Runs the program. Returns what it prints, with a NUL behind it, for the caller to free. NULL: it
 * can't be executed. *status is as from waitpid(). */
char *subprocess_output(const struct subprocess *subprocess, size_t *length, int *status);

#endif
