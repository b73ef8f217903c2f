/* SPDX-License-Identifier: Apache-2.0 */
/* A folder for the files of a test of functions. */
#ifndef CLRELAY_TOOLS_TEST_TOOL_PARTS_H
#define CLRELAY_TOOLS_TEST_TOOL_PARTS_H

#include "test.h"

#include <sys/stat.h>

static char root[] = "/tmp/clrelay-parts-XXXXXX";

static void in_root(char path[4096], const char *name)
{
    snprintf(path, 4096, "%s%s", root, name);
}

static void make(const char *path, const char *text)
{
    char all[4096];
    FILE *file;
    in_root(all, path);
    for (char *at = all + strlen(root) + 1; (at = strchr(at, '/')); *at++ = '/') {
        *at = '\0';
        mkdir(all, 0777);
    }
    file = text ? fopen(all, "w") : NULL;
    if (text && (!file || fputs(text, file) < 0 || fclose(file))) TEST_STOP("no %s", all);
}

static void clear(void)
{
    char command[4096];
    snprintf(command, sizeof command, "rm -rf %s/*", root);
    if (system(command)) TEST_STOP("the folder can't be emptied");
}

#endif
