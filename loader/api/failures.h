/* SPDX-License-Identifier: Apache-2.0 */
/* How the function of a row fails, and how it returns the result of another one, depending on the
 * row's RESULT. */
#ifndef CLRELAY_LOADER_API_FAILURES_H
#define CLRELAY_LOADER_API_FAILURES_H

#define FAIL_STATUS(error) return (error)
#define FAIL_OBJECT(error)                                                                         \
    do {                                                                                           \
        if (errcode_ret) *errcode_ret = (error);                                                   \
        return NULL;                                                                               \
    } while (0)
#define FAIL_POINTER(error) return NULL
#define FAIL_NOTHING(error) return
#define RETURN_STATUS       return
#define RETURN_OBJECT       return
#define RETURN_POINTER      return
#define RETURN_NOTHING

/* The error for a NULL handle depends on the handle's type. */
/* clang-format off */
#define NULL_ERROR(handle)                                                                         \
    _Generic((handle), cl_platform_id: CL_INVALID_PLATFORM, cl_device_id: CL_INVALID_DEVICE,       \
             cl_context: CL_INVALID_CONTEXT, cl_command_queue: CL_INVALID_COMMAND_QUEUE,           \
             cl_mem: CL_INVALID_MEM_OBJECT, cl_program: CL_INVALID_PROGRAM,                        \
             cl_kernel: CL_INVALID_KERNEL, cl_event: CL_INVALID_EVENT,                             \
             cl_sampler: CL_INVALID_SAMPLER)
/* clang-format on */

#endif
