/* SPDX-License-Identifier: Apache-2.0 */
/*
 * clGetKernelSuggestedLocalWorkSize, a function of OpenCL 3.1 that older drivers have under the
 * name of an extension (cl_khr_suggested_local_work_size).
 *
 * clGetKernelSuggestedLocalWorkSize_fallback (api/hooks.h) is called where the table of a queue's
 * driver has no such function (dispatch_fallback). It goes to the function of this name that the
 * queue's driver exports, else to clGetKernelSuggestedLocalWorkSizeKHR of the queue's platform, if
 * that platform or the queue's device lists the extension. It asks the platform for its function
 * once, and takes neither a lock nor memory.
 */
#ifndef CLRELAY_SUGGESTION_H
#define CLRELAY_SUGGESTION_H

#include "api/dispatch.h"

#include <stdatomic.h>

struct library;

/* What is known of a platform. */
struct suggestion {
    bool listed;          /* it lists the extension; false, too, where the list was not asked for */
    _Atomic(function) go; /* what is called; NULL until it is known, which any thread may find out */
};

/* Notes what the extensions of a platform say. */
void suggestion_read(struct suggestion *it, const char *extensions);

/* Looks for the function that the library of the platform's driver exports. When it is loaded, because that takes
 * a lock. */
void suggestion_find(struct suggestion *it, const struct library *library);

#endif
