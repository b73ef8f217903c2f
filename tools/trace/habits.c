/* SPDX-License-Identifier: Apache-2.0 */
#include "habits.h"

#include "../calls/words.h"

#include <string.h>

/* Nanoseconds: a thread that polls later than this has done something else, or slept. */
enum { AT_ONCE = 100000 };

void habits_begin(struct habits *habits, const struct recording *recording)
{
    memset(habits, 0, sizeof *habits);
    habits->polled = require_memory(calloc(recording->thread_count + 1, sizeof *habits->polled));
}

void habits_end(struct habits *habits)
{
    free(habits->errors.items);
    free(habits->polled);
}

bool habits_is_query(const struct call *call)
{
    return !strncmp(call->signature->name, "clGet", 5);
}

static void note_error(struct habits *habits, const struct call *call)
{
    const unsigned number = call->entry->head->kind;
    struct error_tally *error = habits->errors.items;
    if (habits_is_query(call)) return;
    for (size_t i = 0; i < habits->errors.count; i++, error++)
        if (error->function == number && error->code == call->error) {
            error->calls++;
            return;
        }
    *error_tallies_add(&habits->errors) = (struct error_tally){ number, call->error, 1 };
}

static void note_poll(struct habits *habits, const struct call *call)
{
    moment *polled = &habits->polled[call->entry->thread->number];
    if (call->entry->head->kind != SLOT_OF(clGetEventInfo)) {
        *polled = 0;
        return;
    }
    if (*polled && call->begin - *polled < AT_ONCE) {
        habits->polls++;
        habits->polling += call->end - *polled;
    }
    *polled = call->end;
}

enum change { NONE, MADE, RETAINED, RELEASED };

/* What each function does to objects. */
static const struct {
    unsigned char change, kind;
} changes[SLOT_COUNT] = {
#define CHANGES(name, change, kind) [SLOT_OF(name)] = { change, kind }
    CHANGES(clCreateUserEvent, MADE, EVENTS),
    CHANGES(clRetainEvent, RETAINED, EVENTS),
    CHANGES(clReleaseEvent, RELEASED, EVENTS),
    CHANGES(clCreateKernel, MADE, KERNELS),
    CHANGES(clCloneKernel, MADE, KERNELS),
    CHANGES(clRetainKernel, RETAINED, KERNELS),
    CHANGES(clReleaseKernel, RELEASED, KERNELS),
    CHANGES(clCreateProgramWithSource, MADE, PROGRAMS),
    CHANGES(clCreateProgramWithBinary, MADE, PROGRAMS),
    CHANGES(clCreateProgramWithIL, MADE, PROGRAMS),
    CHANGES(clLinkProgram, MADE, PROGRAMS),
    CHANGES(clRetainProgram, RETAINED, PROGRAMS),
    CHANGES(clReleaseProgram, RELEASED, PROGRAMS),
    CHANGES(clCreateCommandQueue, MADE, QUEUES),
    CHANGES(clCreateCommandQueueWithProperties, MADE, QUEUES),
    CHANGES(clRetainCommandQueue, RETAINED, QUEUES),
    CHANGES(clReleaseCommandQueue, RELEASED, QUEUES),
    CHANGES(clCreateBuffer, MADE, BUFFERS),
    CHANGES(clCreateBufferWithProperties, MADE, BUFFERS),
    CHANGES(clRetainMemObject, RETAINED, BUFFERS),
    CHANGES(clReleaseMemObject, RELEASED, BUFFERS),
    CHANGES(clCreateContext, MADE, CONTEXTS),
    CHANGES(clCreateContextFromType, MADE, CONTEXTS),
    CHANGES(clRetainContext, RETAINED, CONTEXTS),
    CHANGES(clReleaseContext, RELEASED, CONTEXTS),
};

static void note_objects(struct habits *habits, const struct recording *recording,
                         const struct call *call)
{
    const unsigned number = call->entry->head->kind;
    const enum change change = number < SLOT_COUNT ? (enum change)changes[number].change : NONE;
    struct object_tally *objects = &habits->objects[change ? changes[number].kind : EVENTS];
    const bool enqueues = !change && !strncmp(call->signature->name, "clEnqueue", 9);
    if (change == MADE || change == RELEASED) objects->nanoseconds += call->end - call->begin;
    objects->retained += change == RETAINED;
    objects->released += change == RELEASED;
    objects->made += change == MADE ||
                     (enqueues && call_value(recording, call, call_parameter(call, "event")).count);
}

void habits_note(struct habits *habits, const struct recording *recording, const struct call *call)
{
    if (!call->failed) note_objects(habits, recording, call);
    if (call->hidden) return;
    note_poll(habits, call);
    if (call->failed) note_error(habits, call);
}
