/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a folder needs from one above it, which defines it: api/ from load/ and answer/, load/ from
 * answer/. It is declared here, so no folder includes one above. load/ and answer/ include this
 * file and do not declare these functions again.
 */
#ifndef CLRELAY_LOADER_API_HOOKS_H
#define CLRELAY_LOADER_API_HOOKS_H

#include "api/dispatch.h"

/* ---- load/ ---- */

/*
 * Makes sure that the drivers are loaded. Returns true if that happened during this call, in this
 * thread or in another that it waited for. `detour` has changed then, so a caller that was reached
 * through it starts again at its exported function. Returns false if there was nothing to do or to
 * wait for: the drivers were loaded before; this very thread is loading them (a driver calls back);
 * this process was forked while a thread that it lacks was loading them; or that thread has ended.
 * Then the caller answers from what has been published so far.
 */
bool lifecycle_ensure_loaded(void);

/* The platform that a NULL platform means: the chosen one, or else the first. NULL if there is
 * none. */
cl_platform_id platforms_default(void);

/* Whether a call of a slot may use a value that a program passes as a platform: see
 * load/driver.c. */
bool driver_is_platform(cl_platform_id id, size_t slot);

/* Replaces clGetKernelSuggestedLocalWorkSize if the table of a queue's driver lacks it: see
 * load/suggestion.h. */
HIDDEN cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSize_fallback(
    cl_command_queue queue, cl_kernel kernel, cl_uint work_dim, const size_t *global_work_offset,
    const size_t *global_work_size, size_t *suggested_local_work_size);

/* ---- answer/ ---- */

/* NAME_answer, for each BY_LOADER row: a function that the loader answers itself. */
#define BY_ANY(version, type, name, ...)
#define BY_LOADER(version, type, name, result, ...)                                                \
    HIDDEN type CL_API_CALL name##_answer PARAMS(__VA_ARGS__);
#include "api/entry_points.h"

/* extensions_close() makes every extension function of the loader fail from now on.
 * extensions_free() frees what they have allocated; only for the time when no call can come any
 * more. */
void extensions_close(void);
void extensions_free(void);

#endif
