/* SPDX-License-Identifier: Apache-2.0 */
#include "canaries.h"

#include "../../next_layer.h"
#include "../known/info_commands.h"
#include "../known/info_kernels.h"
#include "../known/info_memory.h"
#include "../known/info_queues.h"
#include "../known/lock.h"
#include "../known/ranges.h"
#include "../order/order.h"
#include "canary_memory.h"

#include <stdlib.h>

/* What findings about a kernel's argument need after the kernel may be gone. */
struct names {
    /* The address that the argument's name is recorded for; NULL: not known. */
    const void *parameter;
    uint64_t part; /* from finding_part_number(); 0: nothing is known */
};

/* An argument of a kernel that was recorded for a command buffer. */
struct use {
    cl_kernel kernel;
    cl_mem argument, whole; /* `whole` is the buffer that the argument is, or is a part of */
    uint32_t kernel_generation, argument_generation;
    cl_uint index;
    struct names names;
    struct call_site site;
};

/* What the kernels of a command buffer use. The list stays until another command buffer has the
 * handle. */
struct commands {
    struct commands *next;
    cl_command_buffer_khr handle;
    uint32_t generation;
    bool is_unknown; /* the kernels may use other buffers, or too many */
    unsigned count;
    struct use *uses;
};

/* A place that a launch must not write to: the canary, or the bytes behind or before the part of a
 * buffer that an argument is. */
enum place { CANARY, BEHIND_PART, BEFORE_PART };

/* A watch: what the layer knows of a launch and one of its buffers. */
struct watch {
    struct watch *next;
    struct canary *canary;
    enum place place;
    size_t offset, size; /* of the place, in the canary's buffer */
    cl_event ended;      /* the event of the last command that uses `before` or `bytes` */
    cl_kernel kernel;
    cl_mem argument;
    uint32_t kernel_generation, argument_generation;
    cl_uint index;      /* the index of the argument */
    struct names names; /* used if the program has released the kernel since */
    /* The commands of an enqueued command buffer; NULL: the launch is of a kernel. */
    const struct commands *commands;
    uint32_t commands_generation;
    struct call_site site;
    /* The launch, or a command of the layer for it, has failed. */
    bool failed;
    /* The content of the place before the launch, unless that is the canary. */
    unsigned char before[CANARY_BYTES];
    unsigned char bytes[CANARY_BYTES];
};

static struct watch *watches, **last_watch = &watches; /* in the order of their calls */

/* The content of the place if the launch has written nothing to it. */
static const unsigned char *wanted_of(const struct watch *watch)
{
    return watch->place == CANARY ? canary_patterns + watch->canary->pattern : watch->before;
}

/* ---- mappings ---- */

/* The buffer that a memory object is, or is made from. NULL if it is not known. */
static cl_mem whole_of(cl_mem mem)
{
    const struct info_mem *info = info_mem(mem);
    for (; info && info->parent; info = info_mem(mem)) mem = info->parent;
    return info ? mem : NULL;
}

static void add_mappings(cl_mem mem, int count)
{
    cl_mem whole = canaries_on() ? whole_of(mem) : NULL;
    struct canary *canary;
    if (!whole) return;
    lock_take(LOCK_CANARIES);
    canary = canary_of(whole);
    if (canary && (count > 0 || canary->mapped)) canary->mapped += (unsigned)count;
    lock_release(LOCK_CANARIES);
}

void canaries_mapped(cl_mem mem)
{
    add_mappings(mem, 1);
}

void canaries_unmapped(cl_mem mem)
{
    add_mappings(mem, -1);
}

/* ---- launches ---- */

static bool is_in_order(cl_command_queue queue)
{
    return info_queue_is_without(queue, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}

/* Whether no other command can run at the same time as those of an in-order queue, or get between
 * two commands that a call enqueues. */
static bool is_only_queue(bool is_only_thread)
{
    return objects_are_complete() && objects_made_of(KIND_QUEUE) == 1 && is_only_thread;
}

/* The launch that the thread is about to make. */
struct launching {
    cl_kernel kernel;
    bool in_order, is_only_thread;
    const struct commands *commands; /* the commands of a command buffer, or NULL */
    uint32_t commands_generation;
};

struct reached {
    cl_mem whole;
    cl_uint index; /* the index of the argument that is a part of the buffer */
    bool found;    /* another argument may reach the rest of the buffer */
};

static void find_reached(void *data, const struct other_argument *argument)
{
    struct reached *reached = data;
    const struct tracked *object = objects_find(argument->object);
    cl_mem whole;
    if (reached->found || argument->index == reached->index) return;
    /* A dead object may have reached it; an address may reach it. */
    reached->found = !objects_is_still(object, argument->generation);
    if (reached->found || objects_kind(object) != KIND_MEM) return;
    whole = whole_of(object->handle);
    reached->found = !whole || whole == reached->whole;
}

/* Whether a launch certainly must not write around an argument that is a part of a buffer. */
static bool is_alone(const struct launching *launching, const struct mem_argument *argument,
                     cl_mem whole)
{
    struct reached reached = { whole, argument->index, false };
    if (!launching->in_order || !is_only_queue(launching->is_only_thread)) return false;
    info_visit_others(launching->kernel, find_reached, &reached);
    return !reached.found;
}

/* The watches of the launch that the thread is about to make. */
static _Thread_local struct watch *started THREAD_LOCAL_NEAR;

static bool has_started(const struct canary *canary)
{
    for (const struct watch *watch = started; watch; watch = watch->next)
        if (watch->canary == canary && watch->place == CANARY) return true;
    return false;
}

static size_t at_most(uint64_t size)
{
    return size < CANARY_BYTES ? (size_t)size : CANARY_BYTES;
}

/* Sets the watched place for an argument that has the bytes from `begin` to `end` of the buffer.
 * Returns false if there is no such place. */
static bool set_place(struct watch *watch, const struct canary *canary, uint64_t begin,
                      uint64_t end)
{
    if (watch->place == CANARY) {
        watch->offset = canary->size;
        watch->size = CANARY_BYTES;
        /* False if another argument has the same canary. */
        return end == canary->size && !has_started(canary);
    }
    if (watch->place == BEHIND_PART) {
        watch->offset = (size_t)end;
        watch->size = end < canary->size ? at_most(canary->size - end) : 0;
    } else {
        watch->size = at_most(begin);
        watch->offset = (size_t)begin - watch->size;
    }
    return watch->size && !canary->mapped;
}

/* Starts a watch. `memory` is a buffer or a pointer; the argument has this part of it. */
static void start_watch(const struct launching *launching, const struct mem_argument *argument,
                        const void *memory, struct part part, enum place place)
{
    const struct tracked *kernel = objects_find(launching->kernel),
                         *object = objects_find(argument->mem);
    struct watch *watch = kernel ? calloc(1, sizeof *watch) : NULL;
    struct canary *canary;
    if (!watch) return;
    watch->place = place;
    lock_take(LOCK_CANARIES);
    canary = canary_of(memory);
    if (canary && !set_place(watch, canary, part.begin, part.end)) canary = NULL;
    if (canary) canary->pending++;
    lock_release(LOCK_CANARIES);
    if (!canary) {
        free(watch);
        return;
    }
    watch->canary = canary;
    watch->kernel = launching->kernel;
    watch->kernel_generation = atomic_load(&kernel->generation);
    watch->argument = argument->mem;
    watch->argument_generation = object ? atomic_load(&object->generation) : 0;
    watch->index = argument->index;
    watch->commands = launching->commands;
    watch->commands_generation = launching->commands_generation;
    watch->next = started;
    started = watch;
}

/* Starts a watch behind the whole buffer of an argument, and returns the buffer; NULL: the argument
 * is no buffer. */
static cl_mem start_end_watch(const struct launching *launching,
                              const struct mem_argument *argument)
{
    const struct info_mem *mem = info_mem(argument->mem);
    cl_mem whole = mem && mem->type == CL_MEM_OBJECT_BUFFER ? whole_of(argument->mem) : NULL;
    if (whole) start_watch(launching, argument, whole, part_bytes(mem->offset, mem->size), CANARY);
    return whole;
}

static void start_watches(void *data, const struct mem_argument *argument)
{
    const struct launching *launching = data;
    const struct info_mem *mem = info_mem(argument->mem);
    cl_mem whole = start_end_watch(launching, argument);
    struct part part;
    if (!whole || whole == argument->mem || !is_alone(launching, argument, whole)) return;
    part = part_bytes(mem->offset, mem->size);
    start_watch(launching, argument, whole, part, BEHIND_PART);
    start_watch(launching, argument, whole, part, BEFORE_PART);
}

/* Starts a watch for an argument that is a pointer. Another kernel may reach such memory without
 * the layer's knowledge, so no other command may run at the same time, and the host must not write
 * to it. */
static void start_pointer_watch(void *data, const struct mem_argument *argument)
{
    const struct launching *launching = data;
    const void *start;
    struct range_place range_place;
    if (argument->index == NOT_ARGUMENT || !launching->in_order ||
        !is_only_queue(launching->is_only_thread) || !range_at(argument->pointer, &range_place))
        return;
    start = (const char *)argument->pointer - (ADDRESS(argument->pointer) - range_place.begin);
    if (range_place.kind == RANGE_SVM && !range_mappings(start))
        start_watch(launching, argument, start, part_bytes(0, range_place.end - range_place.begin),
                    CANARY);
}

static void watch_free(struct watch *watch)
{
    struct canary *canary = watch->canary;
    bool is_unused;
    lock_take(LOCK_CANARIES);
    if (!--canary->pending) canary->shared = false;
    is_unused = !canary->pending && canary->dead;
    lock_release(LOCK_CANARIES);
    if (is_unused) canary_free(canary);
    if (watch->ended) next_layer.clReleaseEvent(watch->ended);
    free(watch);
}

static void append_watch(struct watch *watch)
{
    watch->next = NULL;
    lock_take(LOCK_CANARIES);
    *last_watch = watch;
    last_watch = &watch->next;
    lock_release(LOCK_CANARIES);
}

/* Gives up a watch, which stays in memory if a command may still use its bytes. Returns the next
 * watch. */
static struct watch *give_up(struct watch *watch)
{
    struct watch *next = watch->next;
    watch->failed = true;
    if (watch->ended) append_watch(watch);
    else watch_free(watch);
    return next;
}

/* Notes the queue of a launch that uses a canary. Launches in an in-order queue run one after the
 * other. */
static void note_queue(struct canary *canary, cl_command_queue queue, bool in_order)
{
    lock_take(LOCK_CANARIES);
    if (canary->pending > 1 && (canary->queue != queue || !in_order)) canary->shared = true;
    canary->queue = queue;
    lock_release(LOCK_CANARIES);
}

/* Replaces watch.ended by the event of a later command. */
static void set_ended(struct watch *watch, cl_event event)
{
    if (watch->ended) next_layer.clReleaseEvent(watch->ended);
    watch->ended = event;
}

/* Enqueues a copy from or to shared virtual memory in an in-order queue, and replaces
 * watch.ended. */
static bool copy(cl_command_queue queue, struct watch *watch, void *to, const void *from)
{
    struct canary *canary = watch->canary;
    cl_event event = NULL, before;
    if (next_layer.clEnqueueSVMMemcpy(queue, CL_FALSE, to, from, watch->size, 0, NULL, &event))
        return false;
    set_ended(watch, event);
    next_layer.clRetainEvent(event);
    lock_take(LOCK_CANARIES);
    before = canary->used;
    canary->used = event;
    lock_release(LOCK_CANARIES);
    if (before) next_layer.clReleaseEvent(before);
    return true;
}

/* Keeps the content of the place in a buffer of the layer's own, reads that, and copies the content
 * back: memory that nothing was written to may have another content at each read. No write from the
 * host: NVIDIA's driver takes its bytes at once, before an earlier read into them has ended. */
static bool keep(struct watch *watch, cl_command_queue queue)
{
    cl_mem mem = watch->canary->mem;
    cl_context context = objects_context(mem);
    cl_mem copy =
        context ? next_layer.clCreateBuffer(context, CL_MEM_READ_WRITE, watch->size, NULL, NULL)
                : NULL;
    cl_event event = NULL;
    bool is_kept = false;
    if (!copy) return false;
    if (!next_layer.clEnqueueCopyBuffer(queue, mem, copy, watch->offset, 0, watch->size, 0, NULL,
                                        NULL) &&
        !next_layer.clEnqueueReadBuffer(queue, copy, CL_FALSE, 0, watch->size, watch->before, 0,
                                        NULL, &event)) {
        set_ended(watch, event);
        is_kept = !next_layer.clEnqueueCopyBuffer(queue, copy, mem, 0, watch->offset, watch->size,
                                                  0, NULL, NULL);
    }
    next_layer.clReleaseMemObject(copy);
    return is_kept;
}

/* Enqueues a write of the pattern, which the launch waits for: by the order of the queue, or by a
 * barrier, which waits for nothing else. */
static bool fill(struct watch *watch, cl_command_queue queue, bool in_order)
{
    cl_event written = NULL;
    cl_int status;
    if (watch->canary->pointer)
        return copy(queue, watch, watch->canary->pointer + watch->offset, wanted_of(watch));
    status = next_layer.clEnqueueWriteBuffer(queue, watch->canary->mem, CL_FALSE, watch->offset,
                                             watch->size, wanted_of(watch), 0, NULL,
                                             in_order ? NULL : &written);
    if (status || in_order) return !status;
    status = next_layer.clEnqueueBarrierWithWaitList
                 ? next_layer.clEnqueueBarrierWithWaitList(queue, 1, &written, NULL)
                 : CL_INVALID_OPERATION;
    next_layer.clReleaseEvent(written);
    return !status;
}

static void fill_started(cl_command_queue queue, bool in_order)
{
    for (struct watch **link = &started; *link;) {
        struct watch *watch = *link;
        note_queue(watch->canary, queue, in_order);
        if (watch->place == CANARY ? fill(watch, queue, in_order) : keep(watch, queue))
            link = &watch->next;
        else *link = give_up(watch);
    }
}

void canaries_fill(cl_command_queue queue, cl_kernel kernel, bool is_only_thread)
{
    struct launching launching = { .kernel = kernel, .is_only_thread = is_only_thread };
    launching.in_order = is_in_order(queue);
    canaries_failed(); /* a refused call */
    canaries_collect(is_only_thread);
    info_visit_mems(kernel, start_watches, &launching);
    info_visit_pointers(kernel, start_pointer_watch, &launching);
    fill_started(queue, launching.in_order);
}

void canaries_failed(void)
{
    while (started) started = give_up(started);
}

/* The event of the thread's launch, if the launch has watches and its queue may be out of order; or
 * NULL. */
static _Thread_local cl_event launched THREAD_LOCAL_NEAR;

static bool needs_event(cl_command_queue queue)
{
    return started && !is_in_order(queue);
}

/* The function that launch_range() replaces. */
static clEnqueueNDRangeKernel_slot enqueue_range;

static cl_int CL_API_CALL launch_range(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                       const size_t *offset, const size_t *global,
                                       const size_t *local, cl_uint waits, const cl_event *list,
                                       cl_event *event)
{
    cl_event own = NULL, *to = needs_event(queue) ? &own : event;
    const cl_int status =
        enqueue_range(queue, kernel, dimensions, offset, global, local, waits, list, to);
    if (!own) return status;
    launched = own;
    if (event) {
        *event = own;
        next_layer.clRetainEvent(own);
    }
    return status;
}

void canaries_interpose(struct dispatch *below)
{
    if (!canaries_on() || !next_layer.clSetMemObjectDestructorCallback) return;
    canary_memory_interpose(below);
    enqueue_range = below->clEnqueueNDRangeKernel;
    below->clEnqueueNDRangeKernel = launch_range;
}

/* Enqueues a marker, for a command buffer or clEnqueueTask. A marker without a list waits for all
 * commands before it; the more there are, the longer some drivers take for it. */
static bool enqueue_marker(cl_command_queue queue, cl_event *marker)
{
    return next_layer.clEnqueueMarkerWithWaitList &&
           !next_layer.clEnqueueMarkerWithWaitList(queue, 0, NULL, marker);
}

static bool read_behind(cl_command_queue queue, struct watch *watch, const cl_event *after)
{
    struct canary *canary = watch->canary;
    cl_event event = NULL;
    if (canary->pointer) return copy(queue, watch, watch->bytes, canary->pointer + watch->offset);
    if (next_layer.clEnqueueReadBuffer(queue, canary->mem, CL_FALSE, watch->offset, watch->size,
                                       watch->bytes, after != NULL, after, &event))
        return false;
    set_ended(watch, event);
    return true;
}

void canaries_read(const struct check_call *call, cl_command_queue queue)
{
    cl_event after = launched;
    const bool waits = needs_event(queue);
    launched = NULL;
    if (waits && !after && !enqueue_marker(queue, &after)) canaries_failed();
    while (started) {
        struct watch *watch = started;
        started = watch->next;
        watch->site = call_site(call);
        if (read_behind(queue, watch, waits ? &after : NULL)) append_watch(watch);
        else give_up(watch);
    }
    if (after) next_layer.clReleaseEvent(after);
}

/* ---- names ---- */

static uint64_t part_of(cl_kernel kernel, cl_uint index)
{
    char name[1024] = "";
    info_kernel_name(kernel, name, sizeof name);
    return finding_part_number(name, 0, index);
}

static struct names record_names(cl_kernel kernel, cl_uint index)
{
    return (struct names){ info_record_names(kernel, index), part_of(kernel, index) };
}

static bool is_launch_of(const struct watch *watch, const struct tracked *kernel)
{
    return watch->kernel == kernel->handle && !watch->commands &&
           watch->kernel_generation == atomic_load(&kernel->generation);
}

static bool find_unnamed(const struct tracked *kernel, cl_uint *index)
{
    const struct watch *watch;
    lock_take(LOCK_CANARIES);
    for (watch = watches; watch && !(is_launch_of(watch, kernel) && !watch->names.part);)
        watch = watch->next;
    if (watch) *index = watch->index;
    lock_release(LOCK_CANARIES);
    return watch != NULL;
}

void canaries_releases(cl_kernel handle)
{
    const struct tracked *kernel = canaries_on() ? objects_living(handle, KIND_KERNEL) : NULL;
    cl_uint index;
    while (kernel && find_unnamed(kernel, &index)) {
        const struct names names = record_names(handle, index);
        lock_take(LOCK_CANARIES);
        for (struct watch *watch = watches; watch; watch = watch->next)
            if (is_launch_of(watch, kernel) && watch->index == index) watch->names = names;
        lock_release(LOCK_CANARIES);
    }
}

/* ---- command buffers ---- */

static struct commands *all_commands;

/* The layer follows no more uses, so that enqueueing a long command buffer stays cheap. */
enum { MOST_USES = 256 };

static uint32_t generation_of(const void *handle)
{
    const struct tracked *tracked = objects_find(handle);
    return tracked ? atomic_load(&tracked->generation) : 0;
}

/* The list of a command buffer, or NULL. Call this with the lock. */
static struct commands *commands_of(cl_command_buffer_khr handle)
{
    struct commands *commands = all_commands;
    while (commands && commands->handle != handle) commands = commands->next;
    return commands && commands->generation == generation_of(handle) ? commands : NULL;
}

/* Makes the list for a command buffer. NULL: there is no memory. Call this with the lock. */
static struct commands *make_commands(cl_command_buffer_khr handle)
{
    struct commands *commands = all_commands;
    while (commands && commands->handle != handle) commands = commands->next;
    if (!commands) {
        commands = calloc(1, sizeof *commands);
        if (!commands) return NULL;
        commands->handle = handle;
        commands->next = all_commands;
        all_commands = commands;
    }
    if (commands->generation != generation_of(handle)) {
        commands->generation = generation_of(handle);
        commands->is_unknown = false;
        commands->count = 0;
    }
    return commands;
}

static bool is_same(const struct use *one, const struct use *other)
{
    return one->kernel == other->kernel && one->argument == other->argument &&
           one->argument_generation == other->argument_generation && one->index == other->index &&
           one->site.address == other->site.address;
}

/* Adds a use, unless the list has it, and notes if there are too many. Call this with the lock. */
static void add_use(struct commands *commands, const struct use *use)
{
    for (unsigned i = 0; i < commands->count; i++)
        if (is_same(&commands->uses[i], use)) return;
    if (!commands->uses) commands->uses = malloc(MOST_USES * sizeof *use);
    if (!commands->uses || commands->count == MOST_USES) commands->is_unknown = true;
    else commands->uses[commands->count++] = *use;
}

struct recording {
    const struct check_call *call;
    cl_command_buffer_khr command_buffer;
    cl_kernel kernel;
};

static void record_use(void *data, const struct mem_argument *argument)
{
    const struct recording *recording = data;
    const struct use use = { .kernel = recording->kernel,
                             .argument = argument->mem,
                             .whole = whole_of(argument->mem),
                             .kernel_generation = generation_of(recording->kernel),
                             .argument_generation = generation_of(argument->mem),
                             .index = argument->index,
                             .names = record_names(recording->kernel, argument->index),
                             .site = call_site(recording->call) };
    struct commands *commands;
    lock_take(LOCK_CANARIES);
    commands = make_commands(recording->command_buffer);
    if (commands) add_use(commands, &use);
    lock_release(LOCK_CANARIES);
}

void canaries_recorded(const struct check_call *call, cl_command_buffer_khr command_buffer,
                       cl_kernel kernel)
{
    struct recording recording = { call, command_buffer, kernel };
    if (canaries_on()) info_visit_mems(kernel, record_use, &recording);
}

void canaries_changed(cl_command_buffer_khr command_buffer)
{
    struct commands *commands;
    if (!canaries_on()) return;
    lock_take(LOCK_CANARIES);
    commands = commands_of(command_buffer);
    if (commands) commands->is_unknown = true;
    lock_release(LOCK_CANARIES);
}

/* Copies a use of a command buffer. Returns false if there is none, or if another command buffer
 * has the handle by now. */
static bool get_use(const struct commands *commands, uint32_t generation, unsigned index,
                    struct use *use)
{
    bool is_there;
    lock_take(LOCK_CANARIES);
    is_there = commands->generation == generation && index < commands->count;
    if (is_there) *use = commands->uses[index];
    lock_release(LOCK_CANARIES);
    return is_there;
}

void canaries_before_commands(cl_command_queue queue, cl_command_buffer_khr command_buffer,
                              bool is_only_thread)
{
    struct launching launching = { .is_only_thread = is_only_thread };
    struct use use;
    if (!canaries_on() || !queue) return;
    launching.in_order = is_in_order(queue);
    canaries_failed(); /* a refused call */
    canaries_collect(is_only_thread);
    lock_take(LOCK_CANARIES);
    launching.commands = commands_of(command_buffer);
    if (launching.commands && launching.commands->is_unknown) launching.commands = NULL;
    if (launching.commands) launching.commands_generation = launching.commands->generation;
    lock_release(LOCK_CANARIES);
    if (!launching.commands || info_command_buffer_is(command_buffer, CHANGES_UNSEEN)) return;
    for (unsigned i = 0; get_use(launching.commands, launching.commands_generation, i, &use); i++) {
        const struct mem_argument argument = { .mem = use.argument, .index = use.index };
        if (!objects_is_still(objects_find(use.argument), use.argument_generation)) continue;
        launching.kernel = use.kernel;
        start_end_watch(&launching, &argument);
    }
    fill_started(queue, launching.in_order);
}

/* ---- launches that have ended ---- */

/* How far from the argument the kernels may have written: the distance of the farthest byte that
 * differs. */
static size_t written_bytes(const struct watch *watch)
{
    const unsigned char *wanted = wanted_of(watch);
    size_t count = watch->size;
    if (watch->place == BEFORE_PART)
        while (count && watch->bytes[watch->size - count] == wanted[watch->size - count]) count--;
    else
        while (count && watch->bytes[count - 1] == wanted[count - 1]) count--;
    return count;
}

static enum check_id check_id_of(const struct watch *watch)
{
    bool is_shared;
    if (watch->place != CANARY)
        return watch->place == BEHIND_PART ? KERNEL_OVERRUN_PART : KERNEL_UNDERRUN_PART;
    if (watch->canary->pointer) return KERNEL_OVERRUN_SVM;
    lock_take(LOCK_CANARIES);
    is_shared = watch->canary->shared;
    lock_release(LOCK_CANARIES);
    return is_shared ? KERNELS_OVERRUN : KERNEL_OVERRUN;
}

/* The object that the finding is about; NULL: it is gone. */
static cl_mem object_of(const struct watch *watch)
{
    bool is_dead;
    if (watch->place != CANARY)
        return objects_is_still(objects_find(watch->argument), watch->argument_generation)
                   ? watch->argument
                   : NULL;
    lock_take(LOCK_CANARIES);
    is_dead = watch->canary->dead;
    lock_release(LOCK_CANARIES);
    return is_dead ? NULL : watch->canary->mem;
}

static bool needs_order(const struct watch *watch)
{
    return watch->place != CANARY || watch->canary->pointer;
}

static void report_launch(const struct watch *watch, size_t count)
{
    const bool is_there = objects_is_still(objects_find(watch->kernel), watch->kernel_generation);
    const bool is_named = generation_of(watch->kernel) == watch->kernel_generation;
    const enum check_id check_id = check_id_of(watch);
    const void *parameter = watch->names.parameter;
    struct finding_part part = { watch->names.part, 0 };
    if (is_there) part.number = part_of(watch->kernel, watch->index);
    if (!part.number) part.number = finding_part_number("", 0, watch->index);
    if (!finding_part_is_due(check_id, watch->site, &part)) return;
    if (is_there) parameter = info_record_names(watch->kernel, watch->index);
    finding_write_part(
        check_id, object_of(watch), watch->site, part,
        VALUES(is_named ? ADDRESS(watch->kernel) : 0, watch->index, ADDRESS(parameter), count));
}

/* Copies the first use of a watch's buffer from *index on. *index becomes the index behind it. */
static bool next_use(const struct watch *watch, unsigned *index, struct use *use)
{
    while (get_use(watch->commands, watch->commands_generation, (*index)++, use))
        if (use->whole == watch->canary->mem) return true;
    return false;
}

/* Writes findings for a command buffer. Any of its kernels that has the buffer may have written.
 * The command buffer keeps its kernels alive, and so their names. */
static void report_commands(const struct watch *watch, size_t count)
{
    unsigned uses = 0;
    enum check_id check_id;
    struct use use;
    for (unsigned index = 0; next_use(watch, &index, &use);) uses++;
    check_id = uses > 1 ? KERNELS_OVERRUN : check_id_of(watch);
    for (unsigned index = 0; next_use(watch, &index, &use);) {
        const bool is_named = generation_of(use.kernel) == use.kernel_generation;
        struct finding_part part = { use.names.part, 0 };
        if (!finding_part_is_due(check_id, use.site, &part)) continue;
        finding_write_part(check_id, object_of(watch), use.site, part,
                           VALUES(is_named ? ADDRESS(use.kernel) : 0, use.index,
                                  ADDRESS(use.names.parameter), count));
    }
}

static void report(const struct watch *watch, bool is_only_thread)
{
    const size_t count = written_bytes(watch);
    if (!count || (needs_order(watch) && !is_only_queue(is_only_thread))) return;
    if (watch->commands) report_commands(watch, count);
    else report_launch(watch, count);
}

static struct watch *take_watches(void)
{
    struct watch *all;
    lock_take(LOCK_CANARIES);
    all = watches;
    watches = NULL;
    last_watch = &watches;
    lock_release(LOCK_CANARIES);
    return all;
}

void canaries_collect(bool is_only_thread)
{
    struct watch *watch = canaries_on() ? take_watches() : NULL;
    while (watch) {
        struct watch *next = watch->next;
        cl_int status = CL_COMPLETE - 1;
        next_layer.clGetEventInfo(watch->ended, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status,
                                  &status, NULL);
        if (status == CL_COMPLETE && !watch->failed) report(watch, is_only_thread);
        if (status > CL_COMPLETE) append_watch(watch);
        else watch_free(watch);
        watch = next;
    }
}
