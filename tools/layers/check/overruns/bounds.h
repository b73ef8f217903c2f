/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels that read or write outside of their buffers (--bounds). For each program that a kernel is
 * made from, the command rewrites the source (tools/bounds/), and the layer builds a second program
 * from that: its twin. The program keeps its own kernels, and so gets the answers that belong to
 * them. The layer also sets the arguments of the twin's kernels, and launches those instead.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_OVERRUNS_BOUNDS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_OVERRUNS_BOUNDS_H

#include "../found/finding.h"

/* Replaces the functions for kernels, if the user wants bounds to be checked. */
HIDDEN void bounds_interpose(struct dispatch *below);

/* A program was built or compiled, with headers; or linked from others. */
HIDDEN void bounds_compiled(cl_program program, const char *options, cl_uint count,
                            const cl_program *headers, const char *const *names);
HIDDEN void bounds_linked(cl_program program, cl_uint count, const cl_program *from);

/* A call has made kernels: adds a finding if the program has no twin, for the first time. */
HIDDEN void bounds_made(const struct check_call *call, cl_program program);

/* A kernel has an argument that its twin does not know: from now on the kernel itself is
 * launched. */
HIDDEN void bounds_forget(cl_kernel kernel);

/* After a launch. */
HIDDEN void bounds_launched(const struct check_call *call);

/* Adds findings for launches that have ended. Call it when the host may know that commands have;
 * `waits`: because it has waited. */
HIDDEN void bounds_collect(bool waits);

static inline bool bounds_on(void)
{
    return recorder_file && recorder_file->options & RECORD_BOUNDS;
}

#endif
