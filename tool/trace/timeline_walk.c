/* SPDX-License-Identifier: Apache-2.0 */
/* Visits what is in a timeline. */
#include "array.h"

#include "../../layer/words.h"
#include "timeline.h"

#include <string.h>

/* ---- calls ---- */

struct walk {
    const struct timeline *timeline;
    struct array *nests; /* by the thread's number: the ends of the slices that it is in */
    size_t next_command;
    void (*begin)(const struct timeline_slice *slice, void *data);
    void (*end)(const struct thread *thread, moment at, void *data);
    void *data;
};

/* Leaves the slices that end before a moment. */
static void leave(struct walk *walk, const struct thread *thread, moment before)
{
    struct array *ends = &walk->nests[thread->number];
    while (ends->count) {
        moment end = ((moment *)ends->items)[ends->count - 1];
        if (end > before) return; /* NEVER, too */
        ends->count--;
        if (walk->end) walk->end(thread, end, walk->data);
    }
}

static void enter(struct walk *walk, struct timeline_slice *slice)
{
    const struct thread *thread = slice->entry->thread;
    struct array *ends = &walk->nests[thread->number];
    leave(walk, thread, slice->begin);
    if (ends->count) {
        moment outer = ((moment *)ends->items)[ends->count - 1];
        if (slice->end > outer) slice->end = outer;
    }
    *(moment *)array_add(ends, sizeof(moment)) = slice->end;
    walk->begin(slice, walk->data);
}

static const struct timeline_command *command_of(struct walk *walk, size_t entry)
{
    const struct timeline *timeline = walk->timeline;
    if (walk->next_command == timeline->command_count ||
        timeline->commands[walk->next_command].entry != entry)
        return NULL;
    return &timeline->commands[walk->next_command++];
}

static void visit_entry(struct walk *walk, size_t place)
{
    const struct recording *recording = walk->timeline->recording;
    const struct entry *entry = &recording->entries[place];
    struct timeline_slice slice = { entry, NULL, NULL, NULL, entry->begin, NEVER, NULL };
    struct call call;
    if (recording_call(recording, entry, &call)) {
        slice.call = &call;
        slice.name = call.signature->name;
        slice.end = call.end;
        slice.command = command_of(walk, place);
        if (!call.hidden) enter(walk, &slice);
    } else {
        char name[80] = "callback";
        const struct signature *signature;
        slice.callback = recording_callback(recording, entry, &slice.end);
        if (!slice.callback) return;
        signature = signature_of((unsigned)slice.callback->given_to);
        if (signature) {
            strcat(name, " of ");
            strncat(name, signature->name, sizeof name - strlen(name) - 1);
        }
        slice.name = name;
        enter(walk, &slice);
    }
}

void timeline_walk(const struct timeline *timeline,
                   void (*begin)(const struct timeline_slice *slice, void *data),
                   void (*end)(const struct thread *thread, moment at, void *data), void *data)
{
    const struct recording *recording = timeline->recording;
    struct walk walk = { timeline, NULL, 0, begin, end, data };
    if (!recording->thread_count) return;
    walk.nests = require_memory(calloc(recording->thread_count, sizeof *walk.nests));
    for (size_t i = 0; i < recording->count; i++) visit_entry(&walk, i);
    for (size_t i = 0; i < recording->thread_count; i++) {
        leave(&walk, recording->threads[i], NEVER - 1);
        free(walk.nests[i].items);
    }
    free(walk.nests);
}

bool timeline_has_result(const struct call *call)
{
    return call->end != NEVER && (call->failed || strcmp(call->signature->type, "cl_int") != 0);
}

/* ---- commands ---- */

static void call_of(const struct timeline *timeline, const struct timeline_command *command,
                    struct call *call)
{
    recording_call(timeline->recording, &timeline->recording->entries[command->entry], call);
}

bool timeline_has_arrow(const struct timeline *timeline, const struct timeline_command *command)
{
    return timeline->recording->entries[command->entry].begin <= command->started;
}

const char *timeline_command_name(const struct timeline *timeline,
                                  const struct timeline_command *command)
{
    static const char prefix[] = "clEnqueue";
    const char *name = NULL;
    struct call call;
    call_of(timeline, command, &call);
    if (call_parameter(&call, "kernel") >= 0)
        name = recording_name(timeline->recording, call.entry->thread->process,
                              call_number(&call, "kernel"), call.begin);
    if (name) return name;
    name = call.signature->name;
    return strncmp(name, prefix, sizeof prefix - 1) ? name : name + sizeof prefix - 1;
}

static unsigned sizes_of(const struct timeline *timeline, const struct call *call,
                         const char *parameter, uint64_t sizes[3])
{
    struct value value = call_value(timeline->recording, call, call_parameter(call, parameter));
    unsigned count = value.count < 3 ? value.count : 3;
    for (unsigned i = 0; i < 3; i++) sizes[i] = i < count ? value_number(&value, i) : 1;
    return count;
}

struct timeline_launch timeline_launch(const struct timeline *timeline,
                                       const struct timeline_command *command)
{
    struct timeline_launch launch = { 0, { 1, 1, 1 }, { 1, 1, 1 }, false };
    struct call call;
    call_of(timeline, command, &call);
    if (call.entry->head->kind == SLOT_OF(clEnqueueTask)) {
        launch.dimensions = 1;
        launch.local_given = true;
    } else if (call.entry->head->kind == SLOT_OF(clEnqueueNDRangeKernel)) {
        launch.dimensions = sizes_of(timeline, &call, "global_work_size", launch.global);
        launch.local_given = sizes_of(timeline, &call, "local_work_size", launch.local) > 0;
    }
    return launch;
}

uint64_t timeline_bytes(const struct timeline *timeline, const struct timeline_command *command)
{
    uint64_t region[3];
    struct call call;
    call_of(timeline, command, &call);
    if (call_parameter(&call, "size") >= 0) return call_number(&call, "size");
    switch (call.entry->head->kind) {
    case SLOT_OF(clEnqueueReadBufferRect):
    case SLOT_OF(clEnqueueWriteBufferRect):
    case SLOT_OF(clEnqueueCopyBufferRect):
        if (!sizes_of(timeline, &call, "region", region)) return 0;
        return region[0] * region[1] * region[2];
    default: return 0;
    }
}

static int by_moment(const void *a, const void *b)
{
    const moment *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

void timeline_waiting(const struct timeline *timeline, const struct timeline_queue *queue,
                      void (*visit)(moment at, uint64_t count, void *data), void *data)
{
    const size_t *order = timeline->order + queue->first;
    size_t queued = 0, started = 0;
    moment *times;
    if (!queue->count) return;
    times = require_memory(malloc(queue->count * sizeof *times));
    for (size_t i = 0; i < queue->count; i++) times[i] = timeline->commands[order[i]].queued;
    qsort(times, queue->count, sizeof *times, by_moment);
    while (started < queue->count) {
        moment start = timeline->commands[order[started]].started;
        moment at = queued < queue->count && times[queued] < start ? times[queued] : start;
        while (queued < queue->count && times[queued] == at) queued++;
        while (started < queue->count && timeline->commands[order[started]].started == at)
            started++;
        visit(at, queued - started, data);
    }
    free(times);
}
