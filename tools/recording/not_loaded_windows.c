/* SPDX-License-Identifier: Apache-2.0 */
#include "not_loaded.h"

#include "../base/files.h"
#include "../base/system_windows.h"
#include "../base/text.h"

#include <stdlib.h>
#include <string.h>

/* The file of the program with a name, or NULL. */
static char *find_program(const char *name)
{
    wchar_t *wide = require_memory(wide_from(name)), path[1024];
    DWORD length = SearchPathW(NULL, wide, L".exe", sizeof path / sizeof *path, path, NULL);
    free(wide);
    if (length == 0 || length >= sizeof path / sizeof *path) return NULL;
    return require_memory(wide_to_text(path));
}

char *not_loaded_reason(const char *program)
{
    char *path = find_program(program), *reason = NULL;
    char *architecture = path ? file_architecture(path) : NULL, *own = file_own_architecture();
    if (system_is_privileged())
        reason = text_format("has an administrator's rights, for which loaders ignore variables");
    else if (architecture && strcmp(architecture, own) != 0)
        reason = text_format("is a program for %s, and this layer is for %s", architecture, own);
    free(path);
    free(architecture);
    free(own);
    return reason;
}
