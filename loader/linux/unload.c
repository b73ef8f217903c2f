/* SPDX-License-Identifier: Apache-2.0 */
/* Tells load/lifecycle.c when the library is loaded and unloaded. A static library does not include
 * this; there, lifecycle.c has a destructor. */
#define _GNU_SOURCE
#include "base/os.h"

#include <dlfcn.h>
#include <stddef.h>

/* The start and the end of this library. The linker defines them. */
extern HIDDEN const char __ehdr_start[], _end[];

/* Whether the program has had this library from its start, so that no dlclose() can unload it. A
 * library that is just being opened is not visible to the whole program until its constructors have
 * run. */
static bool is_startup_library(void)
{
    void *program = dlopen(NULL, RTLD_LAZY | RTLD_NOLOAD);
    const char *found = program ? dlsym(program, "clGetPlatformIDs") : NULL;
    if (program) dlclose(program);
    if (!found) {
        dlerror(); /* the caller of dlopen() must not see this error; */
        dlerror(); /* the second call frees it */
    }
    return found >= __ehdr_start && found < _end;
}

__attribute__((constructor)) static void on_load(void)
{
    lifecycle_on_load(is_startup_library());
}

__attribute__((destructor)) static void on_unload(void)
{
    lifecycle_on_unload();
}
