/* SPDX-License-Identifier: Apache-2.0 */
/* Tells load/lifecycle.c when the library is loaded and unloaded. Not part of a static library, where lifecycle.c
 * has a destructor of its own. */
#define _GNU_SOURCE
#include "base/os.h"

#include <dlfcn.h>
#include <stddef.h>

/* Where this library begins and ends. The linker makes the names. */
extern HIDDEN const char __ehdr_start[], _end[];

/*
 * Whether the program has had this library from its start: then no dlclose() takes it down. A library that
 * is being opened becomes visible to the whole program only when its constructors have run.
 */
static bool is_startup_library(void)
{
    void *program = dlopen(NULL, RTLD_LAZY | RTLD_NOLOAD);
    const char *found = program ? dlsym(program, "clGetPlatformIDs") : NULL;
    if (program) dlclose(program);
    if (!found) dlerror(); /* nothing that the caller of dlopen() should see */
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
