/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Makes the model in three steps: what calls did to contexts, queues and memory, in the order of
 * effect; the clocks of devices; and the order of commands in their queues.
 */
#include "model_builder.h"

#include "../calls/words.h"

#include <CL/cl.h>
#include <string.h>

/* ---- contexts, queues, devices ---- */

static uint64_t *number_of(struct builder *builder, const struct process *process, unsigned kind,
                           uint64_t handle)
{
    return handles_number(&builder->handles, process->number, kind, handle);
}

static size_t add_context(struct builder *builder, const struct process *process, uint64_t handle)
{
    struct model_context *context = model_contexts_add(&builder->contexts);
    memset(context, 0, sizeof *context);
    context->number = (unsigned)builder->contexts.count;
    context->process = process;
    context->handle = handle;
    *number_of(builder, process, HANDLE_CONTEXT, handle) = builder->contexts.count;
    return builder->contexts.count - 1;
}

size_t builder_context(struct builder *builder, const struct process *process, uint64_t handle)
{
    uint64_t number = *number_of(builder, process, HANDLE_CONTEXT, handle);
    return number ? (size_t)number - 1 : add_context(builder, process, handle);
}

/* A queue with an unknown device gets a device of its own. */
static size_t device_of(struct builder *builder, const struct process *process, uint64_t handle,
                        moment at)
{
    uint64_t *number = handle ? number_of(builder, process, HANDLE_DEVICE, handle) : NULL;
    struct model_device *device;
    if (number && *number) return (size_t)*number - 1;
    device = model_devices_add(&builder->devices);
    memset(device, 0, sizeof *device);
    device->number = (unsigned)builder->devices.count;
    device->process = process;
    device->handle = handle;
    device->name = handle ? recording_name(builder->recording, process, handle, at) : NULL;
    if (number) *number = builder->devices.count;
    return builder->devices.count - 1;
}

static size_t add_queue(struct builder *builder, const struct process *process, uint64_t handle,
                        uint64_t context, uint64_t device, moment at)
{
    struct model_queue *queue = model_queues_add(&builder->queues);
    size_t place = builder->queues.count - 1;
    memset(queue, 0, sizeof *queue);
    queue->number = (unsigned)builder->queues.count;
    queue->process = process;
    queue->handle = handle;
    queue->context = builder_context(builder, process, context);
    queue->device = device_of(builder, process, device, at);
    *number_of(builder, process, HANDLE_QUEUE, handle) = place + 1;
    return place;
}

size_t builder_queue(struct builder *builder, const struct process *process, uint64_t handle)
{
    uint64_t number = *number_of(builder, process, HANDLE_QUEUE, handle);
    return number ? (size_t)number - 1 : add_queue(builder, process, handle, 0, 0, 0);
}

/* Adds a queue that the program has made. */
static void add_made_queue(struct builder *builder, const struct call *call, moment at)
{
    const size_t place = add_queue(builder, call->entry->thread->process, call->record->result,
                                   call->words[0], call->words[1], at);
    const struct value list =
        call_value(builder->recording, call, call_parameter(call, "properties"));
    struct model_queue *queue = &builder->queues.items[place];
    queue->known = true;
    queue->refuses_times = recording_refuses_times(builder->recording, call->entry->thread->process,
                                                   call->record->result, call->begin, call->end);
    queue->hidden = call->hidden && !call->outside;
    queue->properties = list.count ? 0 : call_number(call, "properties");
    for (uint32_t i = 0; i + 1 < list.count; i += 2)
        if (value_number(&list, i) == CL_QUEUE_PROPERTIES)
            queue->properties = value_number(&list, i + 1);
}

/* ---- what calls do ---- */

enum effect_kind {
    NOTHING,
    CREATES_CONTEXT,
    CREATES_QUEUE,
    CREATES_COMMAND_BUFFER,
    ENQUEUES,
    FINISHES
};

/* What a call does to contexts, queues or memory, at a moment. */
struct effect {
    moment at;
    size_t entry;
    enum effect_kind kind;
    bool is_memory; /* the effect is on memory, not on a context or queue */
};

static int by_time(const void *a, const void *b)
{
    const struct effect *left = a, *right = b;
    int order = (left->at > right->at) - (left->at < right->at);
    return order ? order : (left->entry > right->entry) - (left->entry < right->entry);
}

/* Whether a function enqueues a command. */
static bool enqueues(const struct signature *signature)
{
    return !strncmp(signature->name, "clEnqueue", 9) && signature->parameters &&
           (!strcmp(signature->parameter[0].type, "cl_command_queue") ||
            !strcmp(signature->name, "clEnqueueCommandBufferKHR"));
}

/* What the calls of a function do. */
struct function {
    enum effect_kind kind;
    enum memory_effect memory;
};

static enum effect_kind kind_of(unsigned number, const struct signature *signature)
{
    switch (number) {
    case SLOT_OF(clCreateContext):
    case SLOT_OF(clCreateContextFromType): return CREATES_CONTEXT;
    case SLOT_OF(clCreateCommandQueue):
    case SLOT_OF(clCreateCommandQueueWithProperties):
    case clCreateCommandQueueWithPropertiesKHR_number: return CREATES_QUEUE;
    case clCreateCommandBufferKHR_number: return CREATES_COMMAND_BUFFER;
    case SLOT_OF(clFinish): return FINISHES;
    default: return enqueues(signature) ? ENQUEUES : NOTHING;
    }
}

static void find_functions(struct function functions[FUNCTION_NUMBERS])
{
    memset(functions, 0, FUNCTION_NUMBERS * sizeof *functions);
    for (unsigned number = 0; number < FUNCTION_NUMBERS; number++) {
        const struct signature *signature = signature_of(number);
        if (!signature) continue;
        functions[number].kind = kind_of(number, signature);
        functions[number].memory = functions_memory(number);
    }
}

/* Whether a call has its effect when it begins: another thread may get what it releases before it
 * returns. What a call makes exists when it returns. */
static bool is_at_begin(enum memory_effect memory)
{
    return memory == RETAINS_MEMORY || memory == RELEASES_MEMORY || memory == FREES_MEMORY ||
           memory == UNMAPS_MEMORY || memory == UNMAPS_SVM;
}

ARRAY(effects, struct effect);

static void add_effect(struct effects *effects, struct effect effect)
{
    *effects_add(effects) = effect;
}

/* Notes when a call takes effect. */
static void add_effects(struct effects *effects, const struct function *functions,
                        const struct recording *recording, size_t place)
{
    const struct entry *entry = &recording->entries[place];
    const struct function *row;
    struct call call;
    if (entry->head->kind >= FUNCTION_NUMBERS) return;
    row = &functions[entry->head->kind];
    if ((!row->kind && !row->memory) || !recording_call(recording, entry, &call)) return;
    if (row->kind >= ENQUEUES && (!call.hidden || call.outside))
        add_effect(effects, (struct effect){ call.begin, place, row->kind, false });
    if (call.end == NEVER || call.failed) return;
    if (row->kind && row->kind < ENQUEUES)
        add_effect(effects, (struct effect){ call.end, place, row->kind, false });
    if (row->memory)
        add_effect(effects, (struct effect){ is_at_begin(row->memory) ? call.begin : call.end,
                                             place, NOTHING, true });
}

/* The earlier of two times. Some drivers omit times that they don't know, and some return
 * nonsense. */
static uint64_t earlier(uint64_t time, uint64_t later)
{
    return time && time < later ? time : later;
}

/* The queue of a command. A command buffer uses its own queue if the call names none. */
static size_t queue_of_command(struct builder *builder, const struct call *call)
{
    const struct process *process = call->entry->thread->process;
    uint64_t handle = call_queue(builder->recording, call);
    if (!handle && call->entry->head->kind == clEnqueueCommandBufferKHR_number)
        handle = *number_of(builder, process, HANDLE_COMMAND_BUFFER,
                            call_number(call, "command_buffer"));
    return builder_queue(builder, process, handle);
}

/* What commands do, with which memory, and their parameter `amount`: the bytes, or the image whose
 * elements the region counts. NULL: the region counts bytes. */
/* clang-format off */
static const struct {
    unsigned number;
    enum work work;
    enum memory_kind memory;
    const char *amount;
} works[] = {
    { SLOT_OF(clEnqueueNDRangeKernel),     KERNEL, MEMORY_BUFFERS,  NULL },
    { SLOT_OF(clEnqueueTask),              KERNEL, MEMORY_BUFFERS,  NULL },
    { SLOT_OF(clEnqueueNativeKernel),      KERNEL, MEMORY_BUFFERS,  NULL },
    { clEnqueueCommandBufferKHR_number,    KERNEL, MEMORY_BUFFERS,  NULL },
    { SLOT_OF(clEnqueueReadBuffer),        READ,   MEMORY_BUFFERS,  "size" },
    { SLOT_OF(clEnqueueReadBufferRect),    READ,   MEMORY_BUFFERS,  NULL },
    { SLOT_OF(clEnqueueReadImage),         READ,   MEMORY_IMAGES,   "image" },
    { SLOT_OF(clEnqueueWriteBuffer),       WRITE,  MEMORY_BUFFERS,  "size" },
    { SLOT_OF(clEnqueueWriteBufferRect),   WRITE,  MEMORY_BUFFERS,  NULL },
    { SLOT_OF(clEnqueueWriteImage),        WRITE,  MEMORY_IMAGES,   "image" },
    { SLOT_OF(clEnqueueCopyBuffer),        COPY,   MEMORY_BUFFERS,  "size" },
    { SLOT_OF(clEnqueueCopyBufferRect),    COPY,   MEMORY_BUFFERS,  NULL },
    { SLOT_OF(clEnqueueCopyImage),         COPY,   MEMORY_IMAGES,   "src_image" },
    { SLOT_OF(clEnqueueCopyBufferToImage), COPY,   MEMORY_IMAGES,   "dst_image" },
    { SLOT_OF(clEnqueueCopyImageToBuffer), COPY,   MEMORY_IMAGES,   "src_image" },
    { SLOT_OF(clEnqueueSVMMemcpy),         COPY,   MEMORY_SVM,      "size" },
    { clEnqueueMemcpyINTEL_number,         COPY,   MEMORY_USM,      "size" },
    { SLOT_OF(clEnqueueFillBuffer),        FILL,   MEMORY_BUFFERS,  "size" },
    { SLOT_OF(clEnqueueFillImage),         FILL,   MEMORY_IMAGES,   "image" },
    { SLOT_OF(clEnqueueSVMMemFill),        FILL,   MEMORY_SVM,      "size" },
    { clEnqueueMemFillINTEL_number,        FILL,   MEMORY_USM,      "size" },
    { clEnqueueMemsetINTEL_number,         FILL,   MEMORY_USM,      "size" },
    { SLOT_OF(clEnqueueMapBuffer),         MAP,    MEMORY_BUFFERS,  "size" },
    { SLOT_OF(clEnqueueMapImage),          MAP,    MEMORY_IMAGES,   "image" },
    { SLOT_OF(clEnqueueSVMMap),            MAP,    MEMORY_SVM,      "size" },
};
/* clang-format on */

/* The product of a region's sizes; 0 if not recorded. */
static uint64_t region_of(const struct recording *recording, const struct call *call)
{
    struct value region = call_value(recording, call, call_parameter(call, "region"));
    if (region.count != 3) return 0;
    return value_number(&region, 0) * value_number(&region, 1) * value_number(&region, 2);
}

/* Determines what a command does. */
static void find_work(struct builder *builder, const struct call *call,
                      struct model_command *command)
{
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        if (works[i].number != call->entry->head->kind) continue;
        command->work = works[i].work;
        command->memory = works[i].memory;
        if (works[i].memory == MEMORY_IMAGES)
            command->bytes = region_of(builder->recording, call) *
                             model_image_element(builder, call, call_number(call, works[i].amount));
        else if (works[i].amount) command->bytes = call_number(call, works[i].amount);
        else command->bytes = region_of(builder->recording, call);
    }
}

/* Notes a command, with its device times if they are plausible. */
static void note_command(struct builder *builder, const struct call *call, size_t entry)
{
    const struct record_command *record = recording_command(builder->recording, call);
    const size_t queue = queue_of_command(builder, call);
    struct model_command *command = model_commands_add(&builder->commands);
    *command = (struct model_command){ .entry = entry, .queue = (uint32_t)queue };
    find_work(builder, call, command);
    if (!record && builder->queues.items[queue].refuses_times) command->trouble = TIMES_MISSING;
    if (!record || record->status < 0) return;
    if (record->start > record->ended) command->trouble = TIMES_REVERSED;
    else if (!record->ended || record->ended >= CLOCKS_END) command->trouble = TIMES_MISSING;
    if (command->trouble) return;
    command->timed = true;
    command->ended = record->ended;
    command->started = earlier(record->start, command->ended);
    command->submitted = earlier(record->submitted, command->started);
    command->queued = earlier(record->queued, command->submitted);
}

static void take_effect(struct builder *builder, const struct effect *effect)
{
    const struct entry *entry = &builder->recording->entries[effect->entry];
    const struct process *process = entry->thread->process;
    struct call call;
    recording_call(builder->recording, entry, &call);
    if (effect->is_memory) model_memory_note(builder, &call, effect->entry, effect->at);
    switch (effect->kind) {
    case NOTHING: return;
    case CREATES_CONTEXT: add_context(builder, process, call.record->result); return;
    case CREATES_QUEUE: add_made_queue(builder, &call, effect->at); return;
    case CREATES_COMMAND_BUFFER:
        *number_of(builder, process, HANDLE_COMMAND_BUFFER, call.record->result) =
            call_queue(builder->recording, &call);
        return;
    case ENQUEUES: note_command(builder, &call, effect->entry); return;
    case FINISHES:
        *model_waits_add(&builder->waits) =
            (struct model_wait){ effect->entry,
                                 (uint32_t)builder_queue(builder, process, call.words[0]) };
        return;
    }
}

static void note_calls(struct builder *builder)
{
    struct effects effects = { NULL, 0, 0 };
    struct function functions[FUNCTION_NUMBERS];
    find_functions(functions);
    for (size_t i = 0; i < builder->recording->count; i++)
        add_effects(&effects, functions, builder->recording, i);
    ARRAY_SORT(&effects, by_time);
    for (size_t i = 0; i < effects.count; i++) take_effect(builder, &effects.items[i]);
    free(effects.items);
}

/* ---- times that are another command's ---- */

struct timed {
    struct model_command *command;
    size_t device;
};
ARRAY(timed_commands, struct timed);

static int by_times(const void *a, const void *b)
{
    const struct timed *left = a, *right = b;
    const struct model_command *one = left->command, *other = right->command;
    int order = (left->device > right->device) - (left->device < right->device);
    if (!order) order = (one->started > other->started) - (one->started < other->started);
    if (!order) order = (one->ended > other->ended) - (one->ended < other->ended);
    return order ? order : (one->queued > other->queued) - (one->queued < other->queued);
}

static bool starts_when_queued(const struct model_command *command)
{
    return command->timed && command->queued == command->started;
}

/* Drops times that are another command's: if a command gives the device nothing to do, NVIDIA's
 * driver returns the start and end of an earlier command, and that start as the queued time. */
static void leave_out_others_times(struct model *model)
{
    struct timed_commands commands = { NULL, 0, 0 };
    const struct timed *owner = NULL;
    bool any = false;
    for (size_t i = 0; i < model->command_count; i++) {
        struct model_command *command = &model->commands[i];
        any |= starts_when_queued(command);
        if (command->timed)
            *timed_commands_add(&commands) =
                (struct timed){ command, model->queues[command->queue].device };
    }
    if (any) ARRAY_SORT(&commands, by_times);
    for (size_t i = 0; any && i < commands.count; i++) {
        struct timed *timed = &commands.items[i];
        if (!owner || owner->device != timed->device ||
            owner->command->started != timed->command->started ||
            owner->command->ended != timed->command->ended)
            owner = timed;
        else if (owner->command->queued < timed->command->queued &&
                 starts_when_queued(timed->command))
            timed->command->timed = false;
    }
    free(commands.items);
}

/* ---- the clocks of devices ---- */

struct key {
    uint32_t queue;
    moment started;
    size_t place;
};
ARRAY(keys, struct key);

static int by_key(const void *a, const void *b)
{
    const struct key *left = a, *right = b;
    int order = (left->queue > right->queue) - (left->queue < right->queue);
    if (!order) order = (left->started > right->started) - (left->started < right->started);
    return order ? order : (left->place > right->place) - (left->place < right->place);
}

/* Sorts each queue's commands by start. */
static void order_commands(struct model *model)
{
    struct keys keys = { NULL, 0, 0 };
    for (size_t i = 0; i < model->queue_count; i++) model->queues[i].count = 0;
    free(model->order);
    for (size_t i = 0; i < model->command_count; i++) {
        const struct model_command *command = &model->commands[i];
        if (command->timed) *keys_add(&keys) = (struct key){ command->queue, command->started, i };
    }
    ARRAY_SORT(&keys, by_key);
    model->timed_count = keys.count;
    model->order = require_memory(malloc((keys.count + 1) * sizeof *model->order));
    for (size_t i = 0; i < keys.count; i++) {
        const struct key *key = &keys.items[i];
        struct model_queue *queue = &model->queues[key->queue];
        if (!queue->count++) queue->first = i;
        model->order[i] = key->place;
    }
    free(keys.items);
}

enum bounds { TIGHT, LOOSE };
ARRAY(clock_bounds, struct clocks_bound);

static void add_bound(struct clock_bounds *bounds, uint64_t time, moment low, moment high,
                      uint64_t high_time)
{
    struct clocks_bound *bound = clock_bounds_add(bounds);
    bound->time = time;
    bound->low = (int64_t)(low - time);
    bound->high = (int64_t)(high - high_time);
}

/* Adds the bounds of a command: it is queued while its call runs, and ends before the host sees its
 * end. LOOSE: it starts after its call begins. */
static void add_command_bounds(struct clock_bounds *bounds, const struct recording *recording,
                               const struct model_command *command, enum bounds kind)
{
    struct call call;
    const struct record_command *record;
    moment seen;
    recording_call(recording, &recording->entries[command->entry], &call);
    record = recording_command(recording, &call);
    seen = recording_seen(recording, &call, record);
    if (kind == LOOSE) {
        add_bound(bounds, command->started, call.begin, seen, command->ended);
        return;
    }
    add_bound(bounds, command->queued, call.begin, seen, command->ended);
    if (record->queued && call.end != NEVER)
        add_bound(bounds, command->queued, call.begin, call.end, command->queued);
}

static void add_commands_bounds(struct clock_bounds *bounds, const struct model *model,
                                const struct model_device *device, enum bounds kind)
{
    for (size_t i = 0; i < model->queue_count; i++) {
        const struct model_queue *queue = &model->queues[i];
        if (&model->devices[queue->device] != device) continue;
        for (size_t j = 0; j < queue->count; j++)
            add_command_bounds(bounds, model->recording,
                               &model->commands[model->order[queue->first + j]], kind);
    }
}

static void add_timer_bounds(struct clock_bounds *bounds, const struct model *model,
                             const struct model_device *device)
{
    const struct timer *timers;
    size_t count = recording_timers(model->recording, &timers);
    for (size_t i = 0; i < count; i++)
        if (timers[i].process == device->process && timers[i].device == device->handle &&
            timers[i].device_time < CLOCKS_END)
            add_bound(bounds, timers[i].device_time, timers[i].before, timers[i].after,
                      timers[i].device_time);
}

/* Finds the best possible alignment: some drivers' times contradict their timers, or use another
 * meaning of "queued". Returns false if no alignment fits all commands. */
static bool fit(const struct model *model, struct model_device *device)
{
    struct clock_bounds bounds = { NULL, 0, 0 };
    bool fits = true;
    size_t tight;
    add_commands_bounds(&bounds, model, device, TIGHT);
    tight = bounds.count;
    if (!tight) return true;
    add_timer_bounds(&bounds, model, device);
    device->clocks.method = CLOCKS_BY_TIMERS;
    if (bounds.count > tight && clocks_fit(bounds.items, bounds.count, &device->clocks)) goto done;
    device->clocks.method = CLOCKS_BY_BOUNDS;
    if (clocks_fit(bounds.items, tight, &device->clocks)) goto done;
    bounds.count = 0;
    add_commands_bounds(&bounds, model, device, LOOSE);
    fits = clocks_fit(bounds.items, bounds.count, &device->clocks);
    if (!fits) device->clocks.method = CLOCKS_AT_ODDS;
done:
    free(bounds.items);
    return fits;
}

/* Drops the times of commands that contradict what most others say. Without a majority any of them
 * may be wrong: then all stay, and the result is false. */
static bool leave_out_contradicting(struct model *model, const struct model_device *device)
{
    struct clock_bounds bounds = { NULL, 0, 0 };
    const struct clocks_bound *bound;
    struct clocks clocks;
    bool most;
    add_commands_bounds(&bounds, model, device, LOOSE);
    bound = bounds.items;
    most = clocks_fit_most(bounds.items, bounds.count, &clocks) > bounds.count / 2;
    for (size_t i = 0; most && i < model->queue_count; i++) {
        const struct model_queue *queue = &model->queues[i];
        if (&model->devices[queue->device] != device) continue;
        for (size_t j = 0; j < queue->count; j++) {
            struct model_command *command = &model->commands[model->order[queue->first + j]];
            if (clocks_within(&clocks, bound++)) continue;
            command->timed = false;
            command->trouble = TIMES_CONTRADICT;
        }
    }
    free(bounds.items);
    return most;
}

/* Aligns all clocks. Queues keep only the commands that have times. */
static void align(struct model *model)
{
    bool left_out = false;
    for (size_t i = 0; i < model->device_count; i++)
        if (!fit(model, &model->devices[i]))
            left_out |= leave_out_contradicting(model, &model->devices[i]);
    if (!left_out) return;
    order_commands(model);
    for (size_t i = 0; i < model->device_count; i++)
        if (model->devices[i].clocks.method == CLOCKS_AT_ODDS) fit(model, &model->devices[i]);
}

static void align_devices(struct model *model)
{
    align(model);
    for (size_t i = 0; i < model->queue_count; i++)
        model->devices[model->queues[i].device].commands += model->queues[i].count;
    for (size_t i = 0; i < model->command_count; i++) {
        struct model_command *command = &model->commands[i];
        struct model_device *device = &model->devices[model->queues[command->queue].device];
        const struct clocks *clocks = &device->clocks;
        device->reversed += command->trouble == TIMES_REVERSED;
        device->untimed += command->trouble == TIMES_MISSING;
        device->contradicting += command->trouble == TIMES_CONTRADICT;
        if (!command->timed) continue;
        command->queued = clocks_host(clocks, command->queued);
        command->submitted = clocks_host(clocks, command->submitted);
        command->started = clocks_host(clocks, command->started);
        command->ended = clocks_host(clocks, command->ended);
    }
}

/* ---- the chosen span ---- */

/* A command without times counts at its enqueue call. */
static void find_outside(struct model *model)
{
    const struct recording *recording = model->recording;
    struct call call;
    for (size_t i = 0; i < model->command_count; i++) {
        struct model_command *command = &model->commands[i];
        recording_call(recording, &recording->entries[command->entry], &call);
        command->outside = command->timed
                               ? recording_is_outside(recording, command->started, command->ended)
                               : call.outside;
    }
}

/* Drops memory freed before the span: it gets no counter. */
static void leave_out(struct model *model)
{
    size_t mappings = 0, changes = 0;
    for (size_t i = 0; i < model->mapping_count; i++) {
        const struct model_mapping *mapping = &model->mappings[i];
        if (!recording_is_outside(model->recording, mapping->begin, mapping->end))
            model->mappings[mappings++] = *mapping;
    }
    for (size_t i = 0; i < model->change_count; i++) {
        const struct model_change *change = &model->changes[i];
        if (model->contexts[change->context].most[change->kind])
            model->changes[changes++] = *change;
    }
    model->mapping_count = mappings;
    model->change_count = changes;
}

/* ---- lanes ---- */

uint32_t lanes_find(struct lanes *lanes, moment begin, moment end)
{
    uint32_t lane = 0;
    while (lane < lanes->count && lanes->free[lane] > begin) lane++;
    if (lane == LANES_MOST) lane--;
    else if (lane == lanes->count) lanes->free[lanes->count++] = 0;
    if (end > lanes->free[lane]) lanes->free[lane] = end;
    return lane;
}

static void find_command_lanes(struct model *model, struct lanes *lanes)
{
    for (size_t i = 0; i < model->queue_count; i++) {
        struct model_queue *queue = &model->queues[i];
        lanes->count = 0;
        for (size_t j = 0; j < queue->count; j++) {
            struct model_command *command = &model->commands[model->order[queue->first + j]];
            command->lane = lanes_find(lanes, command->started, command->ended);
        }
        queue->lanes = lanes->count;
    }
}

static int by_mapping(const void *a, const void *b)
{
    const struct model_mapping *left = a, *right = b;
    int order = (left->context > right->context) - (left->context < right->context);
    if (!order) order = (left->begin > right->begin) - (left->begin < right->begin);
    return order ? order : (left->entry > right->entry) - (left->entry < right->entry);
}

static void find_mapping_lanes(struct model *model, struct lanes *lanes)
{
    lanes->count = 0;
    for (size_t i = 0; i < model->mapping_count; i++) {
        struct model_mapping *mapping = &model->mappings[i];
        if (i > 0 && mapping->context != mapping[-1].context) lanes->count = 0;
        mapping->lane = lanes_find(lanes, mapping->begin, mapping->end);
    }
}

/* Lanes of ranges that any thread may end, which need not nest. */
static void find_range_lanes(struct model *model)
{
    struct lanes *lanes =
        require_memory(calloc(model->recording->process_count + 1, sizeof *lanes));
    for (size_t i = 0; i < model->marks.ranges.count; i++) {
        struct range *range = marks_range(&model->marks, i);
        if (range->is_nested || range->is_outside) continue;
        range->lane = lanes_find(&lanes[range->thread->process->number], range->begin, range->end);
        if (range->lane >= model->range_lanes) model->range_lanes = range->lane + 1;
    }
    free(lanes);
}

/* ---- the whole ---- */

struct model *model_make(const struct recording *recording)
{
    struct model *model = require_memory(calloc(1, sizeof *model));
    struct lanes *lanes = require_memory(malloc(sizeof *lanes));
    struct builder builder;
    memset(&builder, 0, sizeof builder);
    builder.recording = model->recording = recording;
    note_calls(&builder);
    ARRAY_SORT(&builder.mappings, by_mapping);
    model->contexts = builder.contexts.items;
    model->context_count = builder.contexts.count;
    model->queues = builder.queues.items;
    model->queue_count = builder.queues.count;
    model->devices = builder.devices.items;
    model->device_count = builder.devices.count;
    model->commands = builder.commands.items;
    model->command_count = builder.commands.count;
    model->waits = builder.waits.items;
    model->wait_count = builder.waits.count;
    model->changes = builder.changes.items;
    model->change_count = builder.changes.count;
    model->mappings = builder.mappings.items;
    model->mapping_count = builder.mappings.count;
    free(builder.objects.items);
    handles_free(&builder.handles);
    model_find_awaited(model);
    leave_out_others_times(model);
    order_commands(model);
    align_devices(model);
    find_outside(model);
    leave_out(model);
    find_command_lanes(model, lanes);
    find_mapping_lanes(model, lanes);
    free(lanes);
    marks_read(&model->marks, recording);
    find_range_lanes(model);
    return model;
}

void model_free(struct model *model)
{
    if (!model) return;
    free(model->contexts);
    free(model->queues);
    free(model->devices);
    free(model->commands);
    free(model->order);
    free(model->waits);
    free(model->awaited);
    free(model->changes);
    free(model->mappings);
    marks_free(&model->marks);
    free(model);
}
