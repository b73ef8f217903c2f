/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions that functions for platforms, devices, contexts, queues, events and samplers share. */
#ifndef CLRELAY_LAYER_CHECK_CONDITIONS_QUERIES_H
#define CLRELAY_LAYER_CHECK_CONDITIONS_QUERIES_H

#include "common.h"

/* The same for a query about an object. The function has the names from `first` to `last`. */
#define explain_object_query(call, a, function, object, first, last)                               \
    do {                                                                                           \
        if (explaining(call, CL_INVALID_VALUE))                                                    \
            object_query(call, object, (a)->param_name, first, last,                               \
                         ANSWER_SIZE(function, object, (a)->param_name), (a)->param_value_size,    \
                         (a)->param_value);                                                        \
    } while (0)
HIDDEN void object_query(struct check_call *call, const void *object, cl_uint name, cl_uint first,
                         cl_uint last, uint64_t needed, size_t size, const void *value);

/* A set of types of devices. */
HIDDEN void device_type(struct check_call *call, cl_device_type type);

/* A device of a context. */
HIDDEN void device_of_context(struct check_call *call, const cl_context *context,
                              const cl_device_id *device);

#endif
