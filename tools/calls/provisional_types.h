/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The types and values of provisional extensions. Old headers lack these; newer headers have them
 * only with CL_ENABLE_BETA_EXTENSIONS, and in the form of one revision of the extension.
 */
#ifndef CLRELAY_TOOLS_CALLS_PROVISIONAL_TYPES_H
#define CLRELAY_TOOLS_CALLS_PROVISIONAL_TYPES_H

#include "api/opencl.h"

/* cl_khr_command_buffer. */
typedef struct _cl_command_buffer_khr *cl_command_buffer_khr;
typedef struct _cl_mutable_command_khr *cl_mutable_command_khr;
typedef cl_uint cl_sync_point_khr;
typedef cl_uint cl_command_buffer_info_khr;
typedef cl_properties cl_command_buffer_properties_khr;
typedef cl_properties cl_command_properties_khr; /* at first only for kernels */
#ifndef CL_INVALID_COMMAND_BUFFER_KHR
#define CL_INVALID_COMMAND_BUFFER_KHR       -1138
#define CL_INVALID_SYNC_POINT_WAIT_LIST_KHR -1139
#define CL_INCOMPATIBLE_COMMAND_QUEUE_KHR   -1140
#define CL_COMMAND_BUFFER_STATE_KHR         0x1297
#define CL_COMMAND_BUFFER_FLAGS_KHR         0x1293
#endif

/* cl_khr_command_buffer_mutable_dispatch. */
typedef cl_uint cl_mutable_command_info_khr;
typedef cl_uint cl_command_buffer_update_type_khr;
#ifndef CL_INVALID_MUTABLE_COMMAND_KHR
#define CL_INVALID_MUTABLE_COMMAND_KHR -1141
#endif
#ifndef CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR
#define CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR (1 << 0)
#endif
#ifndef CL_COMMAND_BUFFER_MUTABLE_KHR
#define CL_COMMAND_BUFFER_MUTABLE_KHR (1 << 1)
#endif

#endif
