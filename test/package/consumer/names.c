/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program that needs every function that Debian's libOpenCL exports, under its version node: it
 * does not even start with a library that lacks one (it is linked with -z now). It says which
 * file the functions come from.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

typedef void function(void);

/* Declared without their parameters: only the names matter here, so no header is included. */
#define ROW(version, name) ROW_##version(name)
#define ROW_1_0(name)      ITEM(name)
#define ROW_1_1(name)      ITEM(name)
#define ROW_1_2(name)      ITEM(name)
#define ROW_2_0(name)      ITEM(name)
#define ROW_2_1(name)      ITEM(name)
#define ROW_2_2(name)      ITEM(name)
#define ROW_3_0(name)      ITEM(name)
#define ROW_3_1(name)      /* not in Debian's */
#define ROW_EXT(name)      /* exported by nobody */
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
        if (path && path != file.dli_fname) return 1; /* all from one library */
        path = file.dli_fname;
    }
    printf("%u functions of %s\n", (unsigned)(sizeof functions / sizeof *functions), path);
    return 0;
}
