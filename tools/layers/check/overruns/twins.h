/* SPDX-License-Identifier: Apache-2.0 */
/* The twins of programs: see bounds.h. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_OVERRUNS_TWINS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_OVERRUNS_TWINS_H

#include "../found/finding.h"

/* One for each build of a program. It lives until the program ends with its last reference and
 * nobody holds it. */
struct twin {
    struct twin *next;
    cl_program program; /* that it is the twin of; NULL: that is gone */
    uint64_t generation;
    cl_program built; /* NULL: there is none, and `why` says why */
    char *why;
    bool is_told;
    unsigned holders;
    /* Of each access: 'r', 'w' or 'b' for both, a blank, "line 3 of the source". One for each line
     * of this text, which begin at these places. */
    char *accesses;
    const char **places;
    uint32_t count;
};

/* The twin of a program that was built, which the caller holds. Makes it if there is none yet.
 * NULL: there is no memory. */
HIDDEN struct twin *twin_of(cl_program program);
HIDDEN void twin_release(struct twin *twin);

/* A program was built or compiled, with headers; or linked from others. What it had before is gone.
 */
HIDDEN void twin_compiled(cl_program program, const char *options, cl_uint count,
                          const cl_program *headers, const char *const *names);
HIDDEN void twin_linked(cl_program program, cl_uint count, const cl_program *from);

/* The program is gone. */
HIDDEN void twin_end(cl_program program);

#endif
