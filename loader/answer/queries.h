/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that the loader answers itself: the BY_LOADER rows, NAME_answer. */
#ifndef CLRELAY_QUERIES_H
#define CLRELAY_QUERIES_H

#include "api/dispatch.h"

#define BY_HANDLE(version, type, name, ...)
#define BY_ARRAY(version, type, name, ...)
#define BY_PROPERTIES(version, type, name, ...)
#define BY_LOADER(version, type, name, result, ...) \
    HIDDEN type CL_API_CALL name##_answer PARAMS(__VA_ARGS__);
#include "api/entry_points.h"

/*
 * Stands in for the function where the table of a queue's driver has none (dispatch_absent): goes to
 * the function of this name that the queue's driver exports, else clGetKernelSuggestedLocalWorkSizeKHR
 * of the queue's platform, if that platform or the queue's device lists
 * cl_khr_suggested_local_work_size. The platform is asked for its function once. No call takes a lock
 * or memory.
 */
HIDDEN cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSize_stand_in(
    cl_command_queue queue, cl_kernel kernel, cl_uint work_dim, const size_t *global_work_offset,
    const size_t *global_work_size, size_t *suggested_local_work_size);

/* An answer of clGetICDLoaderInfoOCLICD, or NULL where there is none of that number. */
const char *loader_information(cl_icdl_info what);

#endif
