/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finds kernels that read or write outside of their buffers (--bounds). When a kernel is made from
 * a program, the command rewrites the program's source (tools/bounds/), and the layer builds a
 * second program from that, the twin. The program keeps its own kernels, so queries about them get
 * the right answers. The layer sets each argument for the twin's kernel, too, and launches that
 * kernel instead.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_OVERRUNS_BOUNDS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_OVERRUNS_BOUNDS_H

#include "../found/finding.h"

/* Replaces the functions for kernels, if the user wants bounds to be checked. */
HIDDEN void bounds_interpose(struct dispatch *below);

/* Notes that a program was built, or compiled with headers. */
HIDDEN void bounds_compiled(cl_program program, const char *options, cl_uint count,
                            const cl_program *headers, const char *const *names);

/* Notes that a program was linked from others. */
HIDDEN void bounds_linked(cl_program program, cl_uint count, const cl_program *from);

/* Notes that a call has made kernels. Adds a finding, once, if their program has no twin. */
HIDDEN void bounds_made(const struct check_call *call, cl_program program);

/* Notes that a kernel has an argument that its twin lacks: from now on the layer launches the
 * kernel itself. */
HIDDEN void bounds_forget(cl_kernel kernel);

/* Notes that a launch was enqueued. */
HIDDEN void bounds_launched(const struct check_call *call);

/* Adds findings for launches that have ended. Call this when the host may know that commands have
 * ended. `waits`: because it has waited for them. */
HIDDEN void bounds_collect(bool waits);

static inline bool bounds_on(void)
{
    return recorder_file && recorder_file->options & RECORD_BOUNDS;
}

#endif
