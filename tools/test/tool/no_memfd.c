/* SPDX-License-Identifier: Apache-2.0 */
/* Preloaded, this simulates a system that refuses files in memory. It makes the file TOOL_REFUSED
 * when the program wants one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define EXPORTED __attribute__((visibility("default")))

EXPORTED int memfd_create(const char *name, unsigned flags);
EXPORTED int memfd_create(const char *name, unsigned flags)
{
    const char *path = getenv("TOOL_REFUSED");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) fclose(file);
    errno = EACCES;
    return -1;
}
