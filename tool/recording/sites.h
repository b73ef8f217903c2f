/* SPDX-License-Identifier: Apache-2.0 */
/* The functions, files and lines of addresses, which addr2line of binutils knows. */
#ifndef CLRELAY_TOOL_RECORDING_SITES_H
#define CLRELAY_TOOL_RECORDING_SITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A frame. Functions that were compiled into others have frames of their own. */
struct frame {
    char *function, *file; /* NULL: not known */
    unsigned line;         /* 0: not known */
};

/* An address in the file of a module. */
struct site {
    const char *module; /* a path; as it was passed */
    uint64_t address;
    struct frame *frames; /* the innermost first; at least one */
    size_t count;
};

/* Notes that an address will be asked for. `module` stays valid. */
void sites_want(const char *module, uint64_t address);

/* Finds all that were noted since the last time: with one process for each module. */
void sites_find(void);

/* What is known of an address that was noted before sites_find(). */
const struct site *sites_get(const char *module, uint64_t address);

/* Files that were changed after this moment, in nanoseconds since 1970, are not what was loaded. */
void sites_leave_newer(uint64_t moment);

/* Why something is not known; NULL: addr2line was there, or was not needed, for files that were not changed. */
const char *sites_complaint(void);

void sites_free(void);

/* For sites.c, from the system: what addr2line prints for these words, the first of which is its
 * name. NULL: it can't be executed. The caller frees it. */
char *addr2line_run(char **words);

/* For sites.c, from the system: whether a function of the module's table of symbols is at the address. Of
 * what has no debug information, addr2line names the function before it, however far away that is. */
bool symbol_covers(const char *module, uint64_t address);

/* The same: when a file was changed, in nanoseconds since 1970; 0: not known. */
uint64_t module_changed(const char *module);

#endif
