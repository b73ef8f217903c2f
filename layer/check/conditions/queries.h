/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions that functions for platforms, devices, contexts, queues, events and samplers share. */
#ifndef CLRELAY_LAYER_CHECK_CONDITIONS_QUERIES_H
#define CLRELAY_LAYER_CHECK_CONDITIONS_QUERIES_H

#include "common.h"

/* Where the specification has the queries of a function. */
struct queries {
    cl_uint first, last;
};

/* A query about an object failed. After explaining(call, CL_INVALID_VALUE). */
HIDDEN void object_query(struct check_call *call, const void *object, cl_uint name,
                         struct queries queries, uint64_t needed, size_t size, const void *value);

/* A set of types of devices. */
HIDDEN void device_type(struct check_call *call, cl_device_type type);

/* A device of a context. */
HIDDEN void device_of_context(struct check_call *call, const cl_context *context,
                              const cl_device_id *device);

#endif
