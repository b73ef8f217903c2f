/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions of Windows' own libraries that are looked up when they are needed: some Windows lack
 * them, and most programs need never load what they are in.
 */
#ifndef CLRELAY_WINDOWS_SYSTEM_H
#define CLRELAY_WINDOWS_SYSTEM_H

#include "windows/wide.h"

struct system_function {
    const wchar_t *library;
    const char *name;
};

/* The libraries that functions were found in. */
struct system_libraries {
    HMODULE at[8];
    size_t count;
};

/*
 * Looks up functions, at most 8, up to a row of NULL: their addresses go into a struct of which
 * they are the members, in the same order. False: this Windows lacks one of them, which has been
 * logged.
 */
bool system_find(const struct system_function *rows, void *functions,
                 struct system_libraries *libraries);

/* What was found is not to be called any more. */
void system_release(struct system_libraries *libraries);

#endif
