/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the exported functions need of the rooms above, which define it: here, so that this room includes none of
 * them. load/ and answer/ include this file instead of declaring it once more.
 */
#ifndef CLRELAY_HOOKS_H
#define CLRELAY_HOOKS_H

#include "api/dispatch.h"

/* ---- load/ ---- */

/*
 * Makes sure that the drivers are loaded. True when that happened during this call, by this thread
 * or by another that it waited for: `detour` has changed meanwhile, so a caller that was reached
 * through it begins again at its exported function. False when there was nothing to do or nothing
 * to wait for: the drivers were loaded before, or this very thread is loading them (a driver calls
 * back), or this process was forked while a thread that it does not have was loading them, or that
 * thread has ended. Then the caller answers from what has been published so far.
 */
bool lifecycle_ensure_loaded(void);

/* The platform that a NULL platform means: the chosen one, else the first; NULL when there is none. */
cl_platform_id platforms_default(void);

/* Whether a call of a slot may go by a value that a program calls a platform: see load/driver.c. */
bool driver_is_platform(cl_platform_id id, size_t slot);

/* clGetKernelSuggestedLocalWorkSize where the table of a queue's driver has none: see load/suggestion.h. */
HIDDEN cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSize_fallback(
    cl_command_queue queue, cl_kernel kernel, cl_uint work_dim, const size_t *global_work_offset,
    const size_t *global_work_size, size_t *suggested_local_work_size);

/* ---- answer/ ---- */

/* NAME_answer, for each row of BY_LOADER: a function that the loader answers itself. */
#define BY_HANDLE(version, type, name, ...)
#define BY_ARRAY(version, type, name, ...)
#define BY_PROPERTIES(version, type, name, ...)
#define BY_LOADER(version, type, name, result, ...)                                                \
    HIDDEN type CL_API_CALL name##_answer PARAMS(__VA_ARGS__);
#include "api/entry_points.h"

/* From now on every extension function of the loader fails; and frees what they have made, for the time when no
 * call can come any more. */
void extensions_close(void);
void extensions_free(void);

#endif
