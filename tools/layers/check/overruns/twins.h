/* SPDX-License-Identifier: Apache-2.0 */
/* The twins of programs: see bounds.h. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_OVERRUNS_TWINS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_OVERRUNS_TWINS_H

#include "../found/finding.h"

/* The twin of a program, one for each build. A twin lives until the program has ended and nobody
 * holds the twin. */
struct twin {
    struct twin *next;
    cl_program program; /* whose twin it is; NULL: that program is gone */
    uint64_t generation;
    cl_program built; /* the second program; NULL: there is none, and `why` says why */
    char *why;
    bool is_told;
    unsigned holders;
    /* A line for each access: 'r', 'w' or 'b' for both, a blank, "line 3 of the source". `places`
     * are the beginnings of the lines. */
    char *accesses;
    const char **places;
    uint32_t count;
};

/* The twin of a program that was built. Makes it if there is none yet. The caller holds the twin,
 * until twin_release(). NULL: there is no memory. */
HIDDEN struct twin *twin_of(cl_program program);
HIDDEN void twin_release(struct twin *twin);

/* Notes that a program was built, or compiled with headers. Earlier notes about it are gone. */
HIDDEN void twin_compiled(cl_program program, const char *options, cl_uint count,
                          const cl_program *headers, const char *const *names);

/* Notes that a program was linked from others. */
HIDDEN void twin_linked(cl_program program, cl_uint count, const cl_program *from);

/* Notes that a program is gone. */
HIDDEN void twin_end(cl_program program);

#endif
