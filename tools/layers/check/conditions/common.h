/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions that many functions share. They take the address of a handle in the call's structure
 * of arguments, so that a finding can name the parameter. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_CONDITIONS_COMMON_H
#define CLRELAY_TOOLS_LAYERS_CHECK_CONDITIONS_COMMON_H

#include "condition.h"
#include "../known/info.h"

/* The last conditions of nearly all functions. */
HIDDEN void out_of_memory(struct check_call *call);

/* The condition before out_of_memory(), for functions that need memory of a device. */
HIDDEN void out_of_device_memory(struct check_call *call);

/* The argument is a queue that the host may use. */
HIDDEN void queue_of_host(struct check_call *call, const cl_command_queue *queue);

/* The memory object has the context of the queue. */
HIDDEN void mem_of_queue(struct check_call *call, cl_command_queue queue, cl_mem mem);

/* The events that a command waits for have the context of the queue. */
HIDDEN void events_of_queue(struct check_call *call, cl_command_queue queue, cl_uint count,
                            const cl_event *list);

/* The platform, of which NULL is one, too, has no device of the type. */
HIDDEN void no_device(struct check_call *call, cl_platform_id platform, cl_device_type type);

/* num_events_in_wait_list and event_wait_list agree, and the list has no NULL. */
HIDDEN void wait_list(struct check_call *call, cl_uint count, const cl_event *const *list);

/* Explains the failure of a call that blocks: an event that it waits for has failed. */
HIDDEN void wait_list_failed(struct check_call *call, bool blocks, cl_uint count,
                             const cl_event *list);

/* The queue's device supports images. */
HIDDEN void images_of_queue(struct check_call *call, cl_command_queue queue);

/* At least one of the context's devices supports images. */
HIDDEN void images_of_context(struct check_call *call, cl_context context);

/* Explains why a query failed. Its answer has `needed` bytes; UNKNOWN: the driver does not know the
 * query. Call this only if explaining(call, CL_INVALID_VALUE). */
HIDDEN void query(struct check_call *call, uint64_t needed, size_t size, const void *value);

/* The number of bytes of the answer to a query. Asks the driver. */
#define ANSWER_SIZE(function, ...)                                                                 \
    info_answer(queries.function(__VA_ARGS__, 0, NULL, info_answer_size()))

/* Explains the failure of a query about an object. `a` has its arguments. The names of the
 * function's queries are between `first` and `last`. */
#define explain_query(call, a, function, object, first, last)                                      \
    do {                                                                                           \
        if (explaining(call, CL_INVALID_VALUE))                                                    \
            object_query(call, object, (a)->param_name, first, last,                               \
                         ANSWER_SIZE(function, object, (a)->param_name), (a)->param_value_size,    \
                         (a)->param_value);                                                        \
    } while (0)
HIDDEN void object_query(struct check_call *call, const void *object, cl_uint name, cl_uint first,
                         cl_uint last, uint64_t needed, size_t size, const void *value);

/* A call without a callback has no data for one. */
#define callback_data(call, callback, data)                                                        \
    error_if(call, !(callback) && (data), CL_INVALID_VALUE, CALLBACK_DATA)

/* ---- platforms, devices and their contexts ---- */

/* The argument is a set of device types. */
HIDDEN void device_type(struct check_call *call, cl_device_type type);

/* The device is one of the context's. */
HIDDEN void device_of_context(struct check_call *call, const cl_context *context,
                              const cl_device_id *device);

/* The properties that name an OpenGL context are right (sharing.c). */
HIDDEN void gl_properties(struct check_call *call, const cl_context_properties *properties);

/* ---- memory objects (mem_objects.c) ---- */

/* The handle is that of a buffer. */
HIDDEN void is_buffer(struct check_call *call, const cl_mem *mem);

/* The handle is that of an image. */
HIDDEN void is_image(struct check_call *call, const cl_mem *mem);

/* The range is inside the buffer. */
HIDDEN void range_in_buffer(struct check_call *call, cl_mem buffer, size_t offset, size_t size);

/* The range is not empty. Since OpenCL 2.1 it may be, but some drivers still refuse that. */
HIDDEN void size_not_zero(struct check_call *call, size_t size);

/* The rectangle is inside the buffer. */
HIDDEN void rect_in_buffer(struct check_call *call, cl_mem buffer, const size_t *origin,
                           const size_t *region, size_t row_pitch, size_t slice_pitch);

/* No list of a rectangle's origin or region is NULL. */
HIDDEN void rect_not_null(struct check_call *call, const size_t *one, const size_t *other,
                          const size_t *region);

/* No size of the region is 0. */
HIDDEN void rect_not_empty(struct check_call *call, const size_t *region);

/* The bytes of an image's region fit into the buffer, from `offset` on. */
HIDDEN void image_bytes_in_buffer(struct check_call *call, cl_mem image, const size_t *region,
                                  cl_mem buffer, size_t offset);

/* If the address is in shared virtual memory or unified shared memory, that has `size` bytes from
 * there on. */
HIDDEN void range_in_svm(struct check_call *call, const void *pointer, size_t size);

#endif
