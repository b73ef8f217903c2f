/* SPDX-License-Identifier: Apache-2.0 */
/* Runs addr2line, for sites.c. */
#include "sites.h"

#include "../base/subprocess_linux.h"

char *addr2line_run(char **words)
{
    const struct subprocess subprocess = {
        .words = words, .input = -1, .errors = -1, .most = SIZE_MAX
    };
    size_t length;
    int status;
    return subprocess_output(&subprocess, &length, &status);
}
