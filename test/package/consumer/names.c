/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program that needs every function that Debian's libOpenCL exports, with its version node. It is
 * linked with -z now, so it does not even start with a library that lacks one. It prints which file
 * the functions come from.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

typedef void function(void);

/* These are declared without parameters: only the names matter here, so no header is included. */
#define ROW(version, name) ROW_##version(name)
#define ROW_1_0(name)      ITEM(name)
#define ROW_1_1(name)      ITEM(name)
#define ROW_1_2(name)      ITEM(name)
#define ROW_2_0(name)      ITEM(name)
#define ROW_2_1(name)      ITEM(name)
#define ROW_2_2(name)      ITEM(name)
#define ROW_3_0(name)      ITEM(name)
#define ROW_3_1(name)      /* Debian's lacks these */
#define ROW_EXT(name)      /* nobody exports these */
#define ROW_EXT_1_0(name)  ITEM(name)
#define ROW_EXT_1_1(name)  ITEM(name)
#define ROW_EXT_1_2(name)  ITEM(name)
#define ROW_EXT_2_0(name)  ITEM(name)

#define ITEM(name)                       extern function name;
#define BY_ANY(version, type, name, ...) ROW(version, name)
#include "../../../loader/api/entry_points.h"
#undef ITEM

/* clang-format off */
static function *const functions[] = {
#define ITEM(name) name,
#define BY_ANY(version, type, name, ...) ROW(version, name)
#include "../../../loader/api/entry_points.h"
};
/* clang-format on */

int main(void)
{
    const char *path = NULL;
    for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++) {
        Dl_info file;
        if (!dladdr(*(void *const *)&functions[i], &file)) return 1;
        if (path && path != file.dli_fname) return 1; /* all come from one library */
        path = file.dli_fname;
    }
    printf("%u functions of %s\n", (unsigned)(sizeof functions / sizeof *functions), path);
    return 0;
}
