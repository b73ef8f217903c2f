/* SPDX-License-Identifier: Apache-2.0 */
#include "habits.h"

#include "../../layer/words.h"

#include <string.h>

/* In nanoseconds. A thread that polls later than this did something else, or slept. */
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
    struct error_tally *it = habits->errors.items;
    if (habits_is_query(call)) return;
    for (size_t i = 0; i < habits->errors.count; i++, it++)
        if (it->function == number && it->code == call->error) {
            it->calls++;
            return;
        }
    *(struct error_tally *)array_add(&habits->errors, sizeof *it) =
        (struct error_tally){ number, call->error, 1 };
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

static struct object_tally *retained(struct habits *habits, unsigned number)
{
    switch (number) {
    case SLOT_OF(clRetainEvent): return &habits->objects[EVENTS];
    case SLOT_OF(clRetainKernel): return &habits->objects[KERNELS];
    case SLOT_OF(clRetainProgram): return &habits->objects[PROGRAMS];
    case SLOT_OF(clRetainCommandQueue): return &habits->objects[QUEUES];
    case SLOT_OF(clRetainMemObject): return &habits->objects[BUFFERS];
    default: return NULL;
    }
}

static struct object_tally *released(struct habits *habits, unsigned number)
{
    switch (number) {
    case SLOT_OF(clReleaseEvent): return &habits->objects[EVENTS];
    case SLOT_OF(clReleaseKernel): return &habits->objects[KERNELS];
    case SLOT_OF(clReleaseProgram): return &habits->objects[PROGRAMS];
    case SLOT_OF(clReleaseCommandQueue): return &habits->objects[QUEUES];
    case SLOT_OF(clReleaseMemObject): return &habits->objects[BUFFERS];
    default: return NULL;
    }
}

static struct object_tally *made(struct habits *habits, unsigned number)
{
    switch (number) {
    case SLOT_OF(clCreateUserEvent): return &habits->objects[EVENTS];
    case SLOT_OF(clCreateKernel):
    case SLOT_OF(clCloneKernel): return &habits->objects[KERNELS];
    case SLOT_OF(clCreateProgramWithSource):
    case SLOT_OF(clCreateProgramWithBinary):
    case SLOT_OF(clCreateProgramWithIL):
    case SLOT_OF(clLinkProgram): return &habits->objects[PROGRAMS];
    case SLOT_OF(clCreateCommandQueue):
    case SLOT_OF(clCreateCommandQueueWithProperties): return &habits->objects[QUEUES];
    case SLOT_OF(clCreateBuffer):
    case SLOT_OF(clCreateBufferWithProperties): return &habits->objects[BUFFERS];
    default: return NULL;
    }
}

static void note_objects(struct habits *habits, const struct recording *recording,
                         const struct call *call)
{
    const unsigned number = call->entry->head->kind;
    struct object_tally *it = made(habits, number);
    if (it) it->made++;
    else if ((it = released(habits, number))) it->released++;
    if (it) it->nanoseconds += call->end - call->begin;
    else if ((it = retained(habits, number))) it->retained++;
    else if (!strncmp(call->signature->name, "clEnqueue", 9) &&
             call_value(recording, call, call_parameter(call, "event")).count)
        habits->objects[EVENTS].made++;
}

void habits_note(struct habits *habits, const struct recording *recording, const struct call *call)
{
    if (!call->failed) note_objects(habits, recording, call);
    if (call->hidden) return;
    note_poll(habits, call);
    if (call->failed) note_error(habits, call);
}
