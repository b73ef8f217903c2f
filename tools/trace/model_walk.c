/* SPDX-License-Identifier: Apache-2.0 */
/* Visits the contents of a model. */
#include "../calls/words.h"
#include "../base/array.h"
#include "../recording/call_sites.h"
#include "model.h"

#include <string.h>

/* ---- calls ---- */

ARRAY(slice_ends, moment);

struct walk {
    const struct model *model;
    struct slice_ends *nests; /* by thread number: the ends of the open slices */
    size_t next_command, next_range;
    void (*begin)(const struct model_slice *slice, void *data);
    void (*end)(const struct thread *thread, moment at, void *data);
    void *data;
};

/* Ends the slices that end before a moment. */
static void leave(struct walk *walk, const struct thread *thread, moment before)
{
    struct slice_ends *ends = &walk->nests[thread->number];
    while (ends->count) {
        moment end = ends->items[ends->count - 1];
        if (end > before) return; /* also if `end` is NEVER */
        ends->count--;
        if (walk->end) walk->end(thread, end, walk->data);
    }
}

static void enter(struct walk *walk, struct model_slice *slice)
{
    const struct thread *thread = slice->entry->thread;
    struct slice_ends *ends = &walk->nests[thread->number];
    leave(walk, thread, slice->begin);
    if (ends->count && !slice->is_instant) {
        moment outer = ends->items[ends->count - 1];
        if (slice->end > outer) slice->end = outer;
    }
    if (!slice->is_instant) *slice_ends_add(ends) = slice->end;
    walk->begin(slice, walk->data);
}

/* The command that an entry enqueued, if its times are known. */
static const struct model_command *command_of(struct walk *walk, size_t entry)
{
    const struct model_command *command =
        model_next_command(walk->model, &walk->next_command, entry);
    return command && command->timed ? command : NULL;
}

static void visit_mark(struct walk *walk, const struct mark *mark, struct model_slice *slice)
{
    char *name;
    if (mark->kind == CLRELAY_START) return;
    name = marks_name(mark->text);
    slice->name = name;
    slice->is_instant = !mark->range;
    if (mark->range) slice->end = mark->range->end;
    enter(walk, slice);
    free(name);
}

static void visit_entry(struct walk *walk, size_t place)
{
    const struct recording *recording = walk->model->recording;
    const struct entry *entry = &recording->entries[place];
    struct model_slice slice = { .entry = entry, .begin = entry->begin, .end = NEVER };
    struct call call;
    struct mark mark;
    if (recording_call(recording, entry, &call)) {
        slice.call = &call;
        slice.name = call.signature->name;
        slice.end = call.end;
        slice.command = command_of(walk, place);
        if (!call.hidden) enter(walk, &slice);
    } else if (marks_next_begun(&walk->model->marks, recording, &walk->next_range, entry, &mark)) {
        visit_mark(walk, &mark, &slice);
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

void model_walk(const struct model *model,
                void (*begin)(const struct model_slice *slice, void *data),
                void (*end)(const struct thread *thread, moment at, void *data), void *data)
{
    const struct recording *recording = model->recording;
    struct walk walk = { .model = model, .begin = begin, .end = end, .data = data };
    if (!recording->thread_count) return;
    walk.nests = require_memory(calloc(recording->thread_count, sizeof *walk.nests));
    for (size_t i = 0; i < recording->count; i++) visit_entry(&walk, i);
    for (size_t i = 0; i < recording->thread_count; i++) {
        leave(&walk, recording->threads[i], NEVER - 1);
        free(walk.nests[i].items);
    }
    free(walk.nests);
}

bool model_has_result(const struct call *call)
{
    return call->end != NEVER && (call->failed || strcmp(call->signature->type, "cl_int") != 0);
}

/* ---- commands ---- */

const struct model_command *model_next_command(const struct model *model, size_t *next,
                                               size_t entry)
{
    if (*next == model->command_count || model->commands[*next].entry != entry) return NULL;
    return &model->commands[(*next)++];
}

const struct model_wait *model_next_wait(const struct model *model, size_t *next, size_t entry)
{
    if (*next == model->wait_count || model->waits[*next].entry != entry) return NULL;
    return &model->waits[(*next)++];
}

static void call_of(const struct model *model, const struct model_command *command,
                    struct call *call)
{
    recording_call(model->recording, &model->recording->entries[command->entry], call);
}

const struct model_awaited *model_next_awaited(const struct model *model, size_t *next,
                                               size_t entry)
{
    while (*next < model->awaited_count && model->awaited[*next].entry < entry) (*next)++;
    if (*next == model->awaited_count || model->awaited[*next].entry != entry) return NULL;
    return &model->awaited[(*next)++];
}

bool model_is_in_order(const struct model_queue *queue)
{
    return queue->known && !(queue->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}

bool model_has_times(const struct model *model, const struct model_command *command)
{
    return command->timed &&
           model->devices[model->queues[command->queue].device].clocks.method != CLOCKS_AT_ODDS;
}

bool model_has_arrow(const struct model *model, const struct model_command *command)
{
    struct call call;
    call_of(model, command, &call);
    return !call.hidden && !command->outside && call.begin <= command->started;
}

const char *model_command_name(const struct model *model, const struct model_command *command)
{
    static const char prefix[] = "clEnqueue";
    const char *name = NULL;
    struct call call;
    call_of(model, command, &call);
    if (call_parameter(&call, "kernel") >= 0)
        name = recording_name(model->recording, call.entry->thread->process,
                              call_number(&call, "kernel"), call.begin);
    if (name) return name;
    name = call.signature->name;
    return strncmp(name, prefix, sizeof prefix - 1) ? name : name + sizeof prefix - 1;
}

const char *model_command_site(const struct model *model, const struct model_command *command)
{
    struct call call;
    call_of(model, command, &call);
    return call_sites_text(model->recording, &call);
}

static unsigned sizes_of(const struct model *model, const struct call *call, const char *parameter,
                         uint64_t sizes[3])
{
    struct value value = call_value(model->recording, call, call_parameter(call, parameter));
    unsigned count = value.count < 3 ? value.count : 3;
    for (unsigned i = 0; i < 3; i++) sizes[i] = i < count ? value_number(&value, i) : 1;
    return count;
}

struct model_launch model_launch(const struct model *model, const struct model_command *command)
{
    struct model_launch launch = { 0, { 1, 1, 1 }, { 1, 1, 1 }, false };
    struct call call;
    call_of(model, command, &call);
    if (call.entry->head->kind == SLOT_OF(clEnqueueTask)) {
        launch.dimensions = 1;
        launch.local_given = true;
    } else if (call.entry->head->kind == SLOT_OF(clEnqueueNDRangeKernel)) {
        launch.dimensions = sizes_of(model, &call, "global_work_size", launch.global);
        launch.local_given = sizes_of(model, &call, "local_work_size", launch.local) > 0;
    }
    return launch;
}

static int by_moment(const void *a, const void *b)
{
    const moment *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

void model_waiting(const struct model *model, const struct model_queue *queue,
                   void (*visit)(moment at, uint64_t count, void *data), void *data)
{
    const size_t *order = model->order + queue->first;
    const moment from = model->recording->from, to = model->recording->to;
    size_t queued = 0, started = 0;
    uint64_t waited = 0; /* the number of waiting commands at `from` */
    moment *times;
    if (!queue->count) return;
    times = require_memory(malloc(queue->count * sizeof *times));
    for (size_t i = 0; i < queue->count; i++) times[i] = model->commands[order[i]].queued;
    qsort(times, queue->count, sizeof *times, by_moment);
    while (started < queue->count) {
        moment start = model->commands[order[started]].started;
        moment at = queued < queue->count && times[queued] < start ? times[queued] : start;
        while (queued < queue->count && times[queued] == at) queued++;
        while (started < queue->count && model->commands[order[started]].started == at) started++;
        if (at < from) {
            waited = queued - started;
            continue;
        }
        if (waited) visit(from, waited, data);
        waited = 0;
        if (at >= to) break;
        visit(at, queued - started, data);
    }
    free(times);
}
