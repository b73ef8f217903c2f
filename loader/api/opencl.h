/* SPDX-License-Identifier: Apache-2.0 */
/* All OpenCL declarations, including deprecated ones, whatever the age of the headers. */
#ifndef CLRELAY_LOADER_API_OPENCL_H
#define CLRELAY_LOADER_API_OPENCL_H

/* 300 and not 310: headers from before 2026 know no more, and opencl_compat.h adds what 3.1
 * added. */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS

#include "../../include/clrelay/extensions.h"
#include "../../include/clrelay/opencl_compat.h"

/* Names for callback types, so that a parameter in entry_points.h is always (type, name). */
typedef void(CL_CALLBACK *context_callback)(const char *, const void *, size_t, void *);
typedef void(CL_CALLBACK *context_destructor_callback)(cl_context, void *);
typedef void(CL_CALLBACK *event_callback)(cl_event, cl_int, void *);
typedef void(CL_CALLBACK *mem_callback)(cl_mem, void *);
typedef void(CL_CALLBACK *native_kernel_function)(void *);
typedef void(CL_CALLBACK *program_callback)(cl_program, void *);
typedef void(CL_CALLBACK *svm_free_callback)(cl_command_queue, cl_uint, void *[], void *);

#endif
