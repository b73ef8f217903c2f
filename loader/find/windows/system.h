/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions of Windows' own libraries that are looked up when needed: some versions of Windows lack
 * them, and most programs need not load their libraries.
 */
#ifndef CLRELAY_LOADER_FIND_WINDOWS_SYSTEM_H
#define CLRELAY_LOADER_FIND_WINDOWS_SYSTEM_H

#include "windows/wide.h"

struct system_function {
    const wchar_t *library;
    const char *name;
};

/* The libraries that contain the functions. */
struct system_libraries {
    HMODULE at[8];
    size_t count;
};

/* Looks up at most 8 functions, up to a row of NULL. Their addresses go into a struct that has them
 * as members, in the same order. Returns false, and logs it, if this Windows lacks one of them. */
bool system_find(const struct system_function *rows, void *functions,
                 struct system_libraries *libraries);

/* Releases the libraries. Do not call the functions any more. */
void system_release(struct system_libraries *libraries);

#endif
