/* SPDX-License-Identifier: Apache-2.0 */
/*
 * clGetKernelSuggestedLocalWorkSize, a function of OpenCL 3.1 that older drivers have under the
 * name of an extension (cl_khr_suggested_local_work_size).
 *
 * clGetKernelSuggestedLocalWorkSize_fallback (api/hooks.h) replaces the function if the table of a
 * queue's driver lacks it (dispatch_fallback). It calls the function of this name that the queue's
 * driver exports, or else clGetKernelSuggestedLocalWorkSizeKHR of the queue's platform, if that
 * platform or the queue's device lists the extension. It asks the platform for its function once,
 * and takes no lock and no memory.
 */
#ifndef CLRELAY_LOADER_LOAD_SUGGESTION_H
#define CLRELAY_LOADER_LOAD_SUGGESTION_H

#include "load/platforms.h"

/* Whether a platform's extensions list it. */
bool suggestion_is_listed(const char *extensions);

/* Looks for the function that the library of the platform's driver exports. Call it at load time,
 * because it takes a lock. */
void suggestion_find(struct platform *platform);

#endif
