/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions that many functions share. Handles are passed by their address in the call's structure
 * of arguments, so that a finding can name the parameter. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_CONDITIONS_COMMON_H
#define CLRELAY_TOOLS_LAYERS_CHECK_CONDITIONS_COMMON_H

#include "condition.h"
#include "../known/info.h"

/* The last conditions of nearly all functions; and the one before them if the function needs memory
 * of a device. */
HIDDEN void out_of_memory(struct check_call *call);
HIDDEN void out_of_device_memory(struct check_call *call);

/* A queue that the host may use. */
HIDDEN void queue_of_host(struct check_call *call, const cl_command_queue *queue);

/* What is used with a queue belongs to its context: a memory object; the events that are waited
 * for. */
HIDDEN void mem_of_queue(struct check_call *call, cl_command_queue queue, cl_mem mem);
HIDDEN void events_of_queue(struct check_call *call, cl_command_queue queue, cl_uint count,
                            const cl_event *list);

/* num_events_in_wait_list and event_wait_list. */
HIDDEN void wait_list(struct check_call *call, cl_uint count, const cl_event *const *list);

/* An event that a call waits for, if it blocks, has failed. */
HIDDEN void wait_list_failed(struct check_call *call, bool blocks, cl_uint count,
                             const cl_event *list);

/* The queue's device, or at least one of the context's devices, has images. */
HIDDEN void images_of_queue(struct check_call *call, cl_command_queue queue);
HIDDEN void images_of_context(struct check_call *call, cl_context context);

/* Explains why a query failed. Its answer has `needed` bytes (UNKNOWN: the driver does not know the
 * query). Call it after explaining(call, CL_INVALID_VALUE). */
HIDDEN void query(struct check_call *call, uint64_t needed, size_t size, const void *value);

/* The bytes of the answer to a query; asks the driver. */
#define ANSWER_SIZE(function, ...)                                                                 \
    info_answer(queries.function(__VA_ARGS__, 0, NULL, info_answer_size()))

/* Explains the failure of a query: `a` has the arguments, the others are those of `function` before
 * param_name. */
#define explain_query(call, a, function, ...)                                                      \
    do {                                                                                           \
        if (explaining(call, CL_INVALID_VALUE))                                                    \
            query(call, ANSWER_SIZE(function, __VA_ARGS__, (a)->param_name),                       \
                  (a)->param_value_size, (a)->param_value);                                        \
    } while (0)

/* The same for a query about an object. `first` and `last`: the range of names that the function's
 * queries have. */
#define explain_object_query(call, a, function, object, first, last)                               \
    do {                                                                                           \
        if (explaining(call, CL_INVALID_VALUE))                                                    \
            object_query(call, object, (a)->param_name, first, last,                               \
                         ANSWER_SIZE(function, object, (a)->param_name), (a)->param_value_size,    \
                         (a)->param_value);                                                        \
    } while (0)
HIDDEN void object_query(struct check_call *call, const void *object, cl_uint name, cl_uint first,
                         cl_uint last, uint64_t needed, size_t size, const void *value);

/* Without a callback, there must be no data for it. */
#define callback_data(call, callback, data)                                                        \
    error_if(call, !(callback) && (data), CL_INVALID_VALUE, CALLBACK_DATA)

/* ---- platforms, devices and what is made for them ---- */

/* A set of types of devices. */
HIDDEN void device_type(struct check_call *call, cl_device_type type);

/* A device of a context. */
HIDDEN void device_of_context(struct check_call *call, const cl_context *context,
                              const cl_device_id *device);

/* The properties that name an OpenGL context (sharing.c). */
HIDDEN void gl_properties(struct check_call *call, const cl_context_properties *properties);

/* ---- memory objects (mem_objects.c) ---- */

/* What a handle of a memory object must be. */
HIDDEN void is_buffer(struct check_call *call, const cl_mem *mem);
HIDDEN void is_image(struct check_call *call, const cl_mem *mem);

/* A range of a buffer. Since OpenCL 2.1 it may be empty; some drivers still refuse that. */
HIDDEN void range_in_buffer(struct check_call *call, cl_mem buffer, size_t offset, size_t size);
HIDDEN void size_not_zero(struct check_call *call, size_t size);

/* A rectangle of a buffer, and its host side. */
HIDDEN void rect_in_buffer(struct check_call *call, cl_mem buffer, const size_t *origin,
                           const size_t *region, size_t row_pitch, size_t slice_pitch);
HIDDEN void rect_not_null(struct check_call *call, const size_t *one, const size_t *other,
                          const size_t *region);
HIDDEN void rect_not_empty(struct check_call *call, const size_t *region);

/* The bytes of an image's region in a buffer. */
HIDDEN void image_bytes_in_buffer(struct check_call *call, cl_mem image, const size_t *region,
                                  cl_mem buffer, size_t offset);

/* Memory from an address on, if that is in shared virtual memory, or in unified shared memory. */
HIDDEN void range_in_svm(struct check_call *call, const void *pointer, size_t size);

#endif
