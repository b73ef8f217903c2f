/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is known of objects: what drivers answer about them, asked once for each object when a
 * condition first needs it. Every function below takes any handle, even a wrong one. What is not
 * known is a value with which no condition holds: see each function.
 */
#ifndef CLRELAY_LAYER_CHECK_KNOWN_H
#define CLRELAY_LAYER_CHECK_KNOWN_H

#include "objects.h"

/* The target, for questions of the layer: where it lacks a function that returns a status, it has one
 * that returns CL_INVALID_OPERATION. */
extern HIDDEN struct dispatch ask;
HIDDEN void known_ask(const struct dispatch *target);

/* The beginning of what is known of an object of one kind. */
struct known {
    struct known *next; /* of another kind that once had the same address */
    enum kind kind;
    _Atomic uint32_t generation; /* of struct tracked */
};

/* A kind of which something can be known: `size` bytes that begin with struct known. fill() asks the
 * driver; its memory is 0. It may call known functions for other objects, and `ask`. */
struct known_kind {
    size_t size;
    void (*fill)(const void *handle, struct known *known);
};

/* One for each kind; size 0: nothing is known of it. */
extern HIDDEN const struct known_kind known_kinds[KIND_COUNT];

/* What is known of a living object; NULL if there is no such object, or no memory. */
HIDDEN const struct known *known_of(const void *handle, enum kind kind);

/* The same, for what the layer notes itself while the program runs. */
HIDDEN struct known *known_to_change(const void *handle, enum kind kind);

#define UNKNOWN UINT64_MAX

/* The bytes of the answer to a query: known_answer() takes what a function for queries has returned that
 * got known_answer_size() as param_value_size_ret. UNKNOWN if it failed. */
HIDDEN size_t *known_answer_size(void);
HIDDEN uint64_t known_answer(cl_int status);

/* ---- contexts ---- */

struct known_context {
    struct known known;
    size_t count; /* of devices */
    const cl_device_id *devices;
};

/* Whether both have a context, and not the same one. */
HIDDEN bool known_contexts_differ(const void *one, const void *other);

/* Whether any of `count` objects has another context than `one`. */
HIDDEN bool known_any_context_differs(const void *one, const void *list, size_t count);

/* Whether a device is none of the context's. false if the context's devices are not known. */
HIDDEN bool known_is_foreign_device(cl_context context, cl_device_id device);

/* The largest, or the least, that a device of the context answers to a query for a cl_uint, cl_ulong
 * or size_t. UNKNOWN if one of them is not known. */
HIDDEN uint64_t known_context_most(cl_context context, cl_device_info what);
HIDDEN uint64_t known_context_least(cl_context context, cl_device_info what);

/* Whether the versions of all its devices are known, and less than this one. */
HIDDEN bool known_context_is_before(cl_context context, unsigned major, unsigned minor);

/* ---- devices ---- */

/* What the device answers to a query for a cl_bool, cl_uint, cl_ulong, size_t or bits; UNKNOWN if it
 * does not. Only those of the list in known.c are asked for. */
HIDDEN uint64_t known_device(cl_device_id device, cl_device_info what);

/* Whether the device's version is known and less than this one. */
HIDDEN bool known_device_is_before(cl_device_id device, unsigned major, unsigned minor);

/* ---- queues ---- */

struct known_queue {
    struct known known;
    cl_context context;
    cl_device_id device;
    cl_command_queue_properties properties;
};

/* NULL if it is not known. */
HIDDEN cl_device_id known_queue_device(cl_command_queue queue);

/* 0 if they are not known. */
HIDDEN cl_command_queue_properties known_queue_properties(cl_command_queue queue);

/* What the queue's device answers: see known_device(). */
HIDDEN uint64_t known_queue_limit(cl_command_queue queue, cl_device_info what);

/* ---- events ---- */

/* The first event of a list that ended with an error, or NULL. Asks the driver each time. */
HIDDEN cl_event known_failed_event(const cl_event *list, size_t count);

/* ---- memory objects ---- */

struct known_mem {
    struct known known;
    cl_mem_object_type type;
    cl_mem_flags flags;
    size_t size, offset;
    const void *host;
    cl_mem parent; /* of a sub-buffer, or an image made from one; NULL: none */
    bool answered; /* the driver has told type, flags and size */
};

/* What is known, or NULL if the driver has not told. */
HIDDEN const struct known_mem *known_mem(cl_mem mem);

/* Bytes; UNKNOWN if they are not known. */
HIDDEN uint64_t known_mem_size(cl_mem mem);

/* 0 if they are not known. */
HIDDEN cl_mem_flags known_mem_flags(cl_mem mem);
HIDDEN cl_mem_object_type known_mem_type(cl_mem mem);

#endif
