/* SPDX-License-Identifier: Apache-2.0 */
#include "habits.h"

#include "../calls/words.h"
#include "time_use.h"

#include <string.h>

/* Nanoseconds: a thread that polls later than this has done something else, or slept. */
enum { AT_ONCE = 10000 };

void habits_begin(struct habits *habits, const struct recording *recording)
{
    memset(habits, 0, sizeof *habits);
    habits->processes =
        require_memory(calloc(recording->process_count + 1, sizeof *habits->processes));
    habits->polled = require_memory(calloc(recording->thread_count + 1, sizeof *habits->polled));
}

void habits_end(struct habits *habits)
{
    free(habits->processes);
    free(habits->errors.items);
    free(habits->polled);
    handles_free(&habits->living);
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
    struct poll *last = &habits->polled[call->entry->thread->number];
    const uint64_t event = call->words[0];
    if (!call_polls(call)) {
        last->end = 0;
        return;
    }
    if (last->end && last->event == event && call->begin - last->end < AT_ONCE) {
        habits->polls++;
        habits->polling += call->end - last->end;
    }
    *last = (struct poll){ call->end, event };
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

/* What gets numbers, by process, kind and handle. */
enum { REFERENCES, LAUNCHES_BEFORE, TOOK, LIFE_NUMBERS };

static uint64_t *life_number(struct habits *habits, const struct call *call, enum object_kind kind,
                             unsigned what, uint64_t handle)
{
    return handles_number(&habits->living, call->entry->thread->process->number,
                          kind * LIFE_NUMBERS + what, handle);
}

/* Counts objects that live for a launch or two. One that is older than the recording is not known. */
static void note_life(struct habits *habits, struct process_habits *process,
                      const struct call *call, enum object_kind kind, enum change change)
{
    const uint64_t handle = change == MADE ? call->record->result : call->words[0];
    const uint64_t took = call->end - call->begin;
    uint64_t references = *life_number(habits, call, kind, REFERENCES, handle);
    if (change == MADE) {
        references = !call->hidden;
        *life_number(habits, call, kind, LAUNCHES_BEFORE, handle) = process->launches;
        *life_number(habits, call, kind, TOOK, handle) = took;
    } else if (references) {
        references = change == RETAINED ? references + 1 : references - 1;
        const uint64_t launches =
            process->launches - *life_number(habits, call, kind, LAUNCHES_BEFORE, handle);
        if (!references && !call->hidden && launches > 0 && launches <= FEW_LAUNCHES) {
            struct object_tally *objects = &process->objects[kind];
            objects->brief++;
            objects->brief_nanoseconds += took + *life_number(habits, call, kind, TOOK, handle);
        }
    }
    *life_number(habits, call, kind, REFERENCES, handle) = references;
}

static enum change change_of(const struct call *call)
{
    const unsigned number = call->entry->head->kind;
    return number < SLOT_COUNT ? (enum change)changes[number].change : NONE;
}

static void note_objects(struct process_habits *process, const struct recording *recording,
                         const struct call *call)
{
    const enum change change = change_of(call);
    struct object_tally *objects =
        &process->objects[change ? changes[call->entry->head->kind].kind : EVENTS];
    const bool enqueues = !change && !strncmp(call->signature->name, "clEnqueue", 9);
    if (change == MADE || change == RELEASED) objects->nanoseconds += call->end - call->begin;
    objects->retained += change == RETAINED;
    objects->released += change == RELEASED;
    objects->made += change == MADE ||
                     (enqueues && call_value(recording, call, call_parameter(call, "event")).count);
}

static void note_launch(struct process_habits *process, const struct call *call)
{
    switch (call->entry->head->kind) {
    case SLOT_OF(clEnqueueNDRangeKernel):
    case SLOT_OF(clEnqueueTask):
    case SLOT_OF(clEnqueueNativeKernel): process->launches++; return;
    case clEnqueueCommandBufferKHR_number: process->launches += FEW_LAUNCHES + 1; return;
    }
}

void habits_note(struct habits *habits, const struct recording *recording, const struct call *call)
{
    struct process_habits *process = &habits->processes[call->entry->thread->process->number];
    const enum change change = change_of(call);
    if (!call->failed && change) {
        const enum object_kind kind = changes[call->entry->head->kind].kind;
        if (kind == BUFFERS || kind == QUEUES) note_life(habits, process, call, kind, change);
    }
    if (call->hidden) return;
    if (!call->failed) {
        note_launch(process, call);
        note_objects(process, recording, call);
    }
    note_poll(habits, call);
    if (call->failed) note_error(habits, call);
}
