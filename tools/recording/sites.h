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
    const char *module; /* a path, as passed */
    uint64_t address;
    struct frame *frames; /* the innermost first; at least one */
    size_t count;
};

/* Registers an address for sites_find(). `module` must stay valid. */
void sites_want(const char *module, uint64_t address);

/* Looks up all addresses registered since the last time, with one process for each module. */
void sites_find(void);

/* The result for an address registered before sites_find(). */
const struct site *sites_get(const char *module, uint64_t address);

/* Ignores files changed after this moment, in nanoseconds since 1970: the program loaded what they
 * were before. */
void sites_leave_newer(uint64_t moment);

/* Why something is unknown. NULL: nothing is, or only because debug information is missing. */
const char *sites_complaint(void);

void sites_free(void);

/* For sites.c, from the system: what addr2line prints for these words, the first of which is its
 * name. NULL if it can't be executed. The caller frees it. */
char *addr2line_run(char **words);

/* For sites.c, from the system: whether a function in the module's symbol table covers the address.
 * Without debug information, addr2line names the preceding function, however far away. */
bool symbol_covers(const char *module, uint64_t address);

/* For sites.c, from the system: when a file was last changed, in nanoseconds since 1970; 0:
 * unknown. */
uint64_t module_changed(const char *module);

#endif
