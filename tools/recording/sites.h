/* SPDX-License-Identifier: Apache-2.0 */
/* The functions, files and lines of addresses, from addr2line of binutils. */
#ifndef CLRELAY_TOOLS_RECORDING_SITES_H
#define CLRELAY_TOOLS_RECORDING_SITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A frame. Inlined functions have frames of their own. */
struct frame {
    char *function, *file; /* NULL: unknown */
    unsigned line;         /* 0: unknown */
};

/* An address in the file of a module. */
struct site {
    const char *module; /* the path, as passed to sites_want() */
    uint64_t address;
    struct frame *frames; /* the innermost first; at least one */
    size_t count;
};

/* Registers an address for sites_find(). `module` must stay valid. */
void sites_want(const char *module, uint64_t address);

/* Registers an address that is not looked up: sites_get() tells a frame of which nothing is known. */
void sites_leave(const char *module, uint64_t address);

/* Looks up all addresses that were registered since the last time, with one process for each
 * module. */
void sites_find(void);

/* The result for an address registered before sites_find(). */
const struct site *sites_get(const char *module, uint64_t address);

/* Ignores files that were changed after this moment, in nanoseconds since 1970: the program loaded
 * their earlier content. */
void sites_leave_newer(uint64_t moment);

/* Why lines are unknown. NULL: none is, or only debug information is missing. */
const char *sites_complaint(void);

void sites_free(void);

/* Each system has its own of these three functions, for sites.c. Returns what addr2line prints for
 * these words, the first of which is its name. NULL: addr2line can't be executed. The caller frees
 * the text. */
char *addr2line_run(char **words);

/* Whether a function in the module's symbol table covers the address. Without debug information,
 * addr2line names the preceding function, however far away. */
bool symbol_covers(const char *module, uint64_t address);

/* When a file was last changed, in nanoseconds since 1970; 0: unknown. */
uint64_t module_changed(const char *module);

#endif
