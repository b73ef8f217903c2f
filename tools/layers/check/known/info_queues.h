/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of queues (info.h). */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_QUEUES_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_QUEUES_H

#include "info.h"

extern HIDDEN const struct info_kind info_kind_queue;

/* What flushes.c notes of a queue. Times are those of flushes.c. */
struct flushes {
    _Atomic uint64_t flushed; /* all commands before this time have been flushed */
    /* Another queue that a command of this one waits for, or NULL. */
    _Atomic(struct tracked *) behind;
    _Atomic uint32_t generation; /* of `behind`: another object may get its address */
    _Atomic uint64_t needed;     /* commands up to this time have to be flushed in `behind` */
    _Atomic uint64_t since;      /* the time of the waiting command */
    _Atomic(const void *) site;  /* where the waiting command was enqueued: struct call_site */
    _Atomic uint32_t function;
};

struct info_queue {
    struct info info;
    cl_context context;
    cl_device_id device;
    cl_command_queue_properties properties;
    bool answered; /* the driver has answered the query for its properties */
    struct flushes flushes;
};

/* The device of a queue; NULL if not known. */
HIDDEN cl_device_id info_queue_device(cl_command_queue queue);

/* The properties of a queue; 0 if not known. */
HIDDEN cl_command_queue_properties info_queue_properties(cl_command_queue queue);

/* Notes that a call has changed properties of a queue. */
HIDDEN void info_note_queue_bits(cl_command_queue queue, cl_command_queue_properties bits,
                                 bool enable);

/* Whether the queue's properties are known, and this one is not among them. */
HIDDEN bool info_queue_is_without(cl_command_queue queue, cl_command_queue_properties property);

/* The bits of a host queue's properties that a device is known not to support. */
HIDDEN uint64_t info_queue_bits_lacking(cl_device_id device, uint64_t properties);

/* What the queue's device answers: see info_device(). */
HIDDEN uint64_t info_queue_limit(cl_command_queue queue, cl_device_info what);

#endif
