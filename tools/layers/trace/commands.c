/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records the times of commands on devices. Queues get profiling, and commands without an event get
 * one. The layer holds each event until its command has ended. The program does not notice: it gets
 * the answers to its queries that it would get without the layer.
 */
#include "../../calls/clock.h"
#include "interpose.h"

#include <stdio.h>
#include <stdlib.h>

static bool wants_times(void)
{
    return recorder_on() && recorder_file->options & RECORD_DEVICE;
}

/* ---- commands that have not ended ---- */

struct command {
    struct command *next, **link; /* `link` is what points to the command */
    cl_event event;               /* the layer holds a reference to it */
    uint64_t place;               /* the offset of the call's record */
    /* A thread is asking for its times, so the command must stay in the list. */
    bool busy;
    /* A thread is releasing its event, and will take the command out of the list. */
    bool leaves;
    struct command *other; /* the next command that leaves at the same time */
};

/* The commands, in the order in which they were enqueued. */
static struct command *first, **end = &first;
static size_t listed;
static unsigned added; /* it may overflow */

/* The command to continue with when the first ones have not ended; NULL: begin at the first. */
static struct command *rover;

enum {
    BATCH = 16,          /* the layer inspects commands when this many have come */
    SLOW_BATCH = 4096,   /* the same number, if the driver answers slowly */
    SLOW_ANSWERS = 2500, /* nanoseconds, for all four times of a command */
    /* The most commands that have not ended, of the first ones, that a blocking call inspects. */
    MOST_WAITING = 8
};

/* BATCH or SLOW_BATCH. Some drivers answer slowly while their device works: NVIDIA's takes 1.4 us
 * for each time then, and 0.3 us when the device is idle. The layer asks such a driver when the
 * program waits, so that few batches fill up. */
static _Atomic unsigned batch = BATCH;

/* Call it with the lock. */
static void append(struct command *command)
{
    command->next = NULL;
    command->link = end;
    *end = command;
    end = &command->next;
    listed++;
}

/* Call it with the lock. */
static void take_out(struct command *command)
{
    *command->link = command->next;
    if (command->next) command->next->link = command->link;
    else end = command->link;
    if (rover == command) rover = command->next;
    listed--;
}

/* In the child of a fork: the commands and their events belong to the parent. */
static void forget(void)
{
    first = rover = NULL;
    end = &first;
    listed = 0;
}

static uint64_t time_of(cl_event event, cl_profiling_info what)
{
    cl_ulong time = 0;
    if (next_layer.clGetEventProfilingInfo(event, what, sizeof time, &time, NULL)) return 0;
    return time;
}

/* Records the times of a command. `ended` is 0 if the driver does not tell. */
static void record_times(const struct command *command, cl_int status, uint64_t ended)
{
    struct record_command *record, times;
    memset(&times, 0, sizeof times);
    times.call = command->place;
    times.seen = recorder_ticks();
    times.status = status;
    times.ended = ended;
    if (status == CL_COMPLETE) {
        times.queued = time_of(command->event, CL_PROFILING_COMMAND_QUEUED);
        times.submitted = time_of(command->event, CL_PROFILING_COMMAND_SUBMIT);
        times.start = time_of(command->event, CL_PROFILING_COMMAND_START);
    }
    /* The space is reserved only after the driver has answered. If the process died in between,
     * there would be space without a record, and readers would not find what follows. */
    record = recorder_reserve(sizeof *record);
    if (!record) return;
    *record = times;
    recorder_commit(record, RECORD_COMMAND, sizeof *record);
}

/* Records a command's times if it has ended. Only a completed command has an end time, so most need
 * no query of their status. The command may end between the two queries. */
static bool has_ended(const struct command *command)
{
    uint64_t ended = time_of(command->event, CL_PROFILING_COMMAND_END);
    cl_int status = ended ? CL_COMPLETE : CL_QUEUED;
    if (!ended) {
        if (!next_layer.clGetEventInfo(command->event, CL_EVENT_COMMAND_EXECUTION_STATUS,
                                       sizeof status, &status, NULL) &&
            status > CL_COMPLETE)
            return false;
        ended = time_of(command->event, CL_PROFILING_COMMAND_END);
    }
    record_times(command, status, ended);
    return true;
}

/* Does what has_ended() does. If the command has ended, lowers *fastest to the nanoseconds that the
 * driver took. */
static bool has_ended_timed(const struct command *command, uint64_t *fastest)
{
    const uint64_t begin = clock_nanoseconds();
    const bool ended = has_ended(command);
    const uint64_t took = clock_nanoseconds() - begin;
    if (ended && took < *fastest) *fastest = took;
    return ended;
}

/* Releases the events of commands, and takes the commands out of the list. */
static void release(struct command *commands)
{
    for (struct command *command = commands; command; command = command->other)
        next_layer.clReleaseEvent(command->event);
    recorder_take_lock();
    for (struct command *command = commands; command; command = command->other) take_out(command);
    recorder_release_lock();
    while (commands) {
        struct command *other = commands->other;
        free(commands);
        commands = other;
    }
}

/* Asks for the times of up to `most` commands, until `most_waiting` of them have not ended, and
 * takes out those that have. Returns whether it has reached the end of the list. *fastest, unless
 * `fastest` is NULL, becomes the nanoseconds of the fastest answer, if that is less. The lock is
 * free while the driver is asked and while events are released, because a release may call the
 * program back. */
static bool inspect(bool from_first, size_t most, size_t most_waiting, uint64_t *fastest)
{
    struct command *command, *done = NULL;
    recorder_take_lock();
    command = from_first || !rover ? first : rover;
    while (command && most && most_waiting) {
        bool ended = false;
        if (!command->busy) {
            most--;
            command->busy = true;
            recorder_release_lock();
            ended = fastest ? has_ended_timed(command, fastest) : has_ended(command);
            recorder_take_lock();
            command->busy = command->leaves = ended;
            if (!ended) most_waiting--;
        }
        if (ended) {
            command->other = done;
            done = command;
        }
        command = command->next;
    }
    if (!from_first) rover = command;
    recorder_release_lock();
    release(done);
    return !command;
}

/* Inspects commands. Those of a queue mostly end in order, so it is enough to ask for the first few
 * that have not ended. But those may be waiting for an event, and a program may have a million of
 * them, so some of the others get a turn, too. */
static void collect(size_t most, size_t most_waiting, uint64_t *fastest)
{
    if (!inspect(true, most, most_waiting, fastest))
        inspect(false, most, 2 * most_waiting, fastest);
}

/* Inspects about twice as many commands as were added, so that the list shrinks. Inspecting one
 * after each call would cost more: the newest commands have not ended, and the driver's data is not
 * in the cache. */
static void collect_batch(void)
{
    uint64_t fastest = UINT64_MAX;
    collect((size_t)2 * batch, 1, &fastest);
    if (fastest == UINT64_MAX) return;
    batch = fastest > SLOW_ANSWERS ? SLOW_BATCH : BATCH;
}

void commands_collect(bool all)
{
    size_t most;
    recorder_take_lock();
    most = listed;
    recorder_release_lock();
    if (all) inspect(true, most, most, NULL);
    else collect(most, MOST_WAITING, NULL);
}

void commands_add(cl_event *event, const struct command_event *own)
{
    struct command *command = own->place ? malloc(sizeof *command) : NULL;
    bool is_batch;
    if (!command) {
        if (event == &own->event) next_layer.clReleaseEvent(*event);
        return;
    }
    command->event = *event;
    command->place = own->place;
    command->busy = command->leaves = false;
    if (event != &own->event) next_layer.clRetainEvent(*event);
    recorder_take_lock();
    append(command);
    is_batch = ++added % batch == 0;
    recorder_release_lock();
    if (is_batch) collect_batch();
}

/* The number of references that the layer has to an event. *leaves becomes whether the layer is
 * releasing one of them. */
static cl_uint references(cl_event event, bool *leaves)
{
    cl_uint count = 0;
    recorder_take_lock();
    for (const struct command *command = first; command; command = command->next) {
        count += command->event == event;
        if (command->event == event && command->leaves) *leaves = true;
    }
    recorder_release_lock();
    return count;
}

/* ---- queues ---- */

enum { MOST_PROPERTIES = 33 };

enum profiling {
    AS_WANTED, /* as the program wants it */
    ADDED,     /* the layer wants it, and the program does not */
    REFUSED    /* the layer wants it, but the driver has refused */
};

struct queue {
    struct queue *next;
    cl_command_queue handle;
    /* The number of its properties with the zero, as the program gave them; 0: no list. */
    size_t count;
    enum profiling profiling;
    cl_queue_properties properties[MOST_PROPERTIES];
};

static struct queue *queues;
static atomic_bool some_refuse;

/* The entry of a queue. Call this with the lock. */
static struct queue *queue_of(cl_command_queue handle)
{
    for (struct queue *queue = queues; queue; queue = queue->next)
        if (queue->handle == handle) return queue;
    return NULL;
}

static enum profiling profiling_of(cl_command_queue handle)
{
    const struct queue *queue;
    enum profiling profiling;
    recorder_take_lock();
    queue = queue_of(handle);
    profiling = queue ? queue->profiling : AS_WANTED;
    recorder_release_lock();
    return profiling;
}

static bool is_profiling_unwanted(cl_command_queue handle)
{
    return profiling_of(handle) == ADDED;
}

/* A queue without profiling has no times, so its commands get no event but the program's own: its
 * driver may not support events. The queue is the call's first argument. */
cl_event *commands_event(cl_event *event, struct command_event *own,
                         const struct record_call *record)
{
    if (!record || !wants_times()) return event;
    if (!event && atomic_load_explicit(&some_refuse, memory_order_relaxed) &&
        profiling_of((cl_command_queue)(uintptr_t) * (const uint64_t *)(record + 1)) == REFUSED)
        return NULL;
    own->place = recorder_place(record);
    return event ? event : &own->event;
}

/* Notes a new queue. Its handle may be that of a dead queue, so this sees every queue; but a queue
 * about which there is nothing to hide gets no entry. */
static void note_queue(cl_command_queue handle, enum profiling profiling,
                       const cl_queue_properties *properties, size_t count)
{
    struct queue *queue, *fresh = profiling != AS_WANTED ? malloc(sizeof *fresh) : NULL;
    recorder_take_lock();
    queue = queue_of(handle);
    if (!queue && fresh) {
        fresh->handle = handle;
        fresh->next = queues;
        queues = queue = fresh;
        fresh = NULL;
    }
    if (queue) {
        queue->profiling = profiling;
        queue->count = count;
        if (count) memcpy(queue->properties, properties, count * sizeof *properties);
    }
    recorder_release_lock();
    free(fresh);
}

/* Notes a queue that is as the program wants it. */
static cl_command_queue note_plain(cl_command_queue queue)
{
    if (queue) note_queue(queue, AS_WANTED, NULL, 0);
    return queue;
}

/* Notes such a queue that the driver refused to make with profiling. */
static cl_command_queue note_refused(cl_command_queue queue)
{
    if (!queue) return NULL;
    note_queue(queue, REFUSED, NULL, 0);
    recorder_type(queue, "without profiling");
    atomic_store(&some_refuse, true);
    return queue;
}

/* Whether this thread asks for a device's clock on behalf of the layer. */
static _Thread_local bool asks_for_clock THREAD_LOCAL_NEAR;

/* Some drivers have the loader's own function in their table. If the loader does not notice, the
 * layer's query comes back to the layer, which must not repeat it until the stack is full. */
static cl_int CL_API_CALL get_clocks(cl_device_id device, cl_ulong *device_time,
                                     cl_ulong *host_time)
{
    if (asks_for_clock) return CL_INVALID_OPERATION;
    return next_layer.clGetDeviceAndHostTimer(device, device_time, host_time);
}

static bool ask_for_clock(cl_device_id device, cl_ulong *device_time, cl_ulong *host_time)
{
    cl_int status;
    if (!next_layer.clGetDeviceAndHostTimer) return false;
    asks_for_clock = true;
    status = next_layer.clGetDeviceAndHostTimer(device, device_time, host_time);
    asks_for_clock = false;
    return status == CL_SUCCESS;
}

/* Whether an OpenCL 3.0 platform says that its devices have timers, which are optional there. */
static bool has_timer_resolution(cl_device_id device)
{
    cl_platform_id platform = NULL;
    cl_ulong resolution = 0;
    return !next_layer.clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform,
                                       NULL) &&
           platform &&
           !next_layer.clGetPlatformInfo(platform, CL_PLATFORM_HOST_TIMER_RESOLUTION,
                                         sizeof resolution, &resolution, NULL) &&
           resolution > 0;
}

/* Whether a device has clGetDeviceAndHostTimer, as in OpenCL 2.1 and 2.2. Older drivers may have
 * anything in that slot, and later ones may lack it. */
static bool has_timers(cl_device_id device)
{
    char version[256] = "";
    unsigned major, minor;
    if (next_layer.clGetDeviceInfo(device, CL_DEVICE_VERSION, sizeof version - 1, version, NULL) ||
        sscanf(version, "OpenCL %u.%u", &major, &minor) != 2)
        return false;
    if (major == 2) return minor >= 1;
    return major > 2 && has_timer_resolution(device);
}

/* Records a device's type, on which some hints depend. */
static void record_type(cl_device_id device)
{
    cl_device_type type = 0;
    cl_bool is_unified = CL_TRUE;
    if (next_layer.clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL)) return;
    next_layer.clGetDeviceInfo(device, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof is_unified,
                               &is_unified, NULL);
    if (type & CL_DEVICE_TYPE_GPU) recorder_type(device, is_unified ? "GPU" : "discrete GPU");
    else if (type & CL_DEVICE_TYPE_CPU) recorder_type(device, "CPU");
}

/* Records a device's name, type and clock. */
static void record_device(cl_device_id device)
{
    struct record_timer timer, *record;
    cl_ulong device_time = 0, host_time = 0;
    char name[256] = "";
    if (next_layer.clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL)) return;
    name[sizeof name - 1] = 0;
    recorder_name(device, name);
    record_type(device);
    if (!has_timers(device)) return;
    memset(&timer, 0, sizeof timer);
    timer.before = recorder_ticks();
    if (!ask_for_clock(device, &device_time, &host_time)) return;
    timer.after = recorder_ticks();
    timer.device = (uintptr_t)device;
    timer.device_time = device_time;
    timer.host_time = host_time;
    record = recorder_on() ? recorder_reserve(sizeof *record) : NULL;
    if (!record) return;
    *record = timer;
    recorder_commit(record, RECORD_TIMER, sizeof *record);
}

typedef cl_command_queue(CL_API_CALL *queue_creator)(cl_context, cl_device_id,
                                                     const cl_queue_properties *, cl_int *);

/* Creates a queue with these properties, and with profiling; if the driver refuses that, as the
 * program wants it. */
static cl_command_queue create(queue_creator creator, cl_context context, cl_device_id device,
                               const cl_queue_properties *properties, cl_int *errcode_ret)
{
    cl_queue_properties with[MOST_PROPERTIES + 2];
    cl_command_queue queue;
    size_t count = 0, bits = 0;
    while (properties && properties[count] && count + 2 < MOST_PROPERTIES) {
        if (properties[count] == CL_QUEUE_PROPERTIES) bits = count + 1;
        count += 2;
    }
    if ((properties && properties[count]) ||
        (bits && properties[bits] & (CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_ON_DEVICE)))
        return note_plain(creator(context, device, properties, errcode_ret));
    if (count) memcpy(with, properties, count * sizeof *with);
    with[count] = with[count + 2] = 0;
    if (bits) {
        with[bits] |= CL_QUEUE_PROFILING_ENABLE;
    } else {
        with[count] = CL_QUEUE_PROPERTIES;
        with[count + 1] = CL_QUEUE_PROFILING_ENABLE;
    }
    queue = creator(context, device, with, errcode_ret);
    if (!queue) return note_refused(creator(context, device, properties, errcode_ret));
    note_queue(queue, ADDED, properties, properties ? count + 1 : 0);
    return queue;
}

static cl_command_queue created(cl_command_queue queue, cl_device_id device)
{
    if (queue && wants_times()) record_device(device);
    return queue;
}

static cl_command_queue CL_API_CALL create_with_properties(cl_context context, cl_device_id device,
                                                           const cl_queue_properties *properties,
                                                           cl_int *errcode_ret)
{
    queue_creator creator = next_layer.clCreateCommandQueueWithProperties;
    if (!wants_times()) return note_plain(creator(context, device, properties, errcode_ret));
    return created(create(creator, context, device, properties, errcode_ret), device);
}

/* The extension's function that creates the queue of this thread's next call. */
static _Thread_local queue_creator khr_creator;

static cl_command_queue CL_API_CALL create_khr(cl_context context, cl_device_id device,
                                               const cl_queue_properties *properties,
                                               cl_int *errcode_ret)
{
    queue_creator creator = khr_creator;
    if (!wants_times()) return note_plain(creator(context, device, properties, errcode_ret));
    return created(create(creator, context, device, properties, errcode_ret), device);
}

clCreateCommandQueueWithPropertiesKHR_fn commands_queue_creator(
    clCreateCommandQueueWithPropertiesKHR_fn creator)
{
    khr_creator = (queue_creator)creator;
    if (!(recorder_file->options & RECORD_DEVICE)) return creator;
    return (clCreateCommandQueueWithPropertiesKHR_fn)create_khr;
}

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
                                                 cl_command_queue_properties properties,
                                                 cl_int *errcode_ret)
{
    cl_command_queue queue;
    if (!wants_times() || properties & CL_QUEUE_PROFILING_ENABLE)
        return created(
            note_plain(next_layer.clCreateCommandQueue(context, device, properties, errcode_ret)),
            device);
    queue = next_layer.clCreateCommandQueue(context, device, properties | CL_QUEUE_PROFILING_ENABLE,
                                            errcode_ret);
    if (!queue)
        return note_refused(
            next_layer.clCreateCommandQueue(context, device, properties, errcode_ret));
    note_queue(queue, ADDED, NULL, 0);
    return created(queue, device);
}

/* ---- what the program must not notice ---- */

/* Answers a query for the list of properties with the list that the program gave. */
static cl_int answer_properties(cl_command_queue handle, size_t size, void *value, size_t *size_ret)
{
    cl_queue_properties list[MOST_PROPERTIES];
    size_t needed = 0;
    const struct queue *queue;
    recorder_take_lock();
    queue = queue_of(handle);
    if (queue) {
        needed = queue->count * sizeof *list;
        memcpy(list, queue->properties, needed);
    }
    recorder_release_lock();
    if (value && size < needed) return CL_INVALID_VALUE;
    if (value) memcpy(value, list, needed);
    if (size_ret) *size_ret = needed;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL queue_info(cl_command_queue queue, cl_command_queue_info what,
                                     size_t size, void *value, size_t *size_ret)
{
    bool unwanted = is_profiling_unwanted(queue);
    size_t own_size;
    cl_int status;
    /* Events may keep their queue alive. */
    if (what == CL_QUEUE_REFERENCE_COUNT) commands_collect(true);
    if (unwanted && what == CL_QUEUE_PROPERTIES_ARRAY) {
        /* Only whether the driver has the query: its own list is longer than the program's. */
        status = next_layer.clGetCommandQueueInfo(queue, what, 0, NULL, &own_size);
        return status ? status : answer_properties(queue, size, value, size_ret);
    }
    status = next_layer.clGetCommandQueueInfo(queue, what, size, value, size_ret);
    if (status || !unwanted) return status;
    if (what == CL_QUEUE_PROPERTIES && value) {
        cl_command_queue_properties bits;
        memcpy(&bits, value, sizeof bits);
        bits &= ~(cl_command_queue_properties)CL_QUEUE_PROFILING_ENABLE;
        memcpy(value, &bits, sizeof bits);
    }
    return CL_SUCCESS;
}

/* Notes whether the program does not want a queue's profiling: it may have changed that. */
static void note_profiling(cl_command_queue handle, bool unwanted)
{
    struct queue *queue;
    recorder_take_lock();
    queue = queue_of(handle);
    if (queue) queue->profiling = unwanted ? ADDED : AS_WANTED;
    recorder_release_lock();
    if (!queue) note_queue(handle, unwanted ? ADDED : AS_WANTED, NULL, 0);
}

/* For drivers of OpenCL 1.0: profiling stays on, but the program sees what it has set. */
static cl_int CL_API_CALL set_property(cl_command_queue handle,
                                       cl_command_queue_properties properties, cl_bool enable,
                                       cl_command_queue_properties *old)
{
    const cl_command_queue_properties profiling = CL_QUEUE_PROFILING_ENABLE;
    const bool keeps = properties & profiling && !enable && wants_times();
    const bool unwanted = is_profiling_unwanted(handle);
    cl_int status;
    if (keeps && properties == profiling)
        status = next_layer.clSetCommandQueueProperty(handle, profiling, CL_TRUE, old);
    else
        status = next_layer.clSetCommandQueueProperty(
            handle, keeps ? properties & ~profiling : properties, enable, old);
    if (status) return status;
    if (old && unwanted) *old &= ~profiling;
    if (properties & profiling) note_profiling(handle, keeps);
    return CL_SUCCESS;
}

/* Between the driver's answer and the count of the layer's references, other threads may release
 * one. */
static cl_int CL_API_CALL event_info(cl_event event, cl_event_info what, size_t size, void *value,
                                     size_t *size_ret)
{
    const uint64_t limit = clock_nanoseconds() + 1000000000;
    cl_int status;
    cl_uint before, after, count;
    if (what != CL_EVENT_REFERENCE_COUNT || !value)
        return next_layer.clGetEventInfo(event, what, size, value, size_ret);
    commands_collect(false);
    for (;;) {
        bool leaves = false;
        before = references(event, &leaves);
        status = next_layer.clGetEventInfo(event, what, size, value, size_ret);
        after = references(event, &leaves);
        if (status || (before == after && !leaves) || clock_nanoseconds() > limit) break;
        system_yield();
    }
    if (status) return status;
    memcpy(&count, value, sizeof count);
    count -= after;
    memcpy(value, &count, sizeof count);
    return CL_SUCCESS;
}

static cl_int CL_API_CALL event_times(cl_event event, cl_profiling_info what, size_t size,
                                      void *value, size_t *size_ret)
{
    cl_command_queue queue = NULL;
    if (!next_layer.clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue, NULL) &&
        is_profiling_unwanted(queue))
        return CL_PROFILING_INFO_NOT_AVAILABLE;
    return next_layer.clGetEventProfilingInfo(event, what, size, value, size_ret);
}

/* ---- calls when commands have often ended ---- */

#define COLLECTS(name, parameters, arguments)                                                      \
    static cl_int CL_API_CALL name##_collects parameters                                           \
    {                                                                                              \
        cl_int status = next_layer.name arguments;                                                 \
        commands_collect(false);                                                                   \
        return status;                                                                             \
    }
COLLECTS(clFinish, (cl_command_queue queue), (queue))
COLLECTS(clWaitForEvents, (cl_uint count, const cl_event *events), (count, events))
COLLECTS(clReleaseCommandQueue, (cl_command_queue queue), (queue))
COLLECTS(clReleaseContext, (cl_context context), (context))
COLLECTS(clReleaseMemObject, (cl_mem mem), (mem))

/* Records the names of kernels that the program has not named. */
static cl_int CL_API_CALL create_kernels(cl_program program, cl_uint room, cl_kernel *kernels,
                                         cl_uint *count_ret)
{
    cl_uint count = 0;
    cl_int status = next_layer.clCreateKernelsInProgram(program, room, kernels, &count);
    if (count_ret && !status) *count_ret = count;
    for (cl_uint i = 0; !status && kernels && i < count && i < room; i++) {
        char name[1024] = "";
        if (!next_layer.clGetKernelInfo(kernels[i], CL_KERNEL_FUNCTION_NAME, sizeof name, name,
                                        NULL))
            recorder_name(kernels[i], name);
    }
    return status;
}

void commands_interpose(struct dispatch *below)
{
    static bool watched;
    if (next_layer.clCreateKernelsInProgram && next_layer.clGetKernelInfo)
        below->clCreateKernelsInProgram = create_kernels;
    if (!(recorder_file->options & RECORD_DEVICE)) return;
    if (watched) forget(); /* forget the commands of drivers that were unloaded with their loader */
    else system_at_fork(NULL, NULL, forget);
    watched = true;
    below->clCreateCommandQueue = create_queue;
    below->clCreateCommandQueueWithProperties = create_with_properties;
    below->clGetCommandQueueInfo = queue_info;
    below->clSetCommandQueueProperty = set_property;
    below->clGetEventInfo = event_info;
    below->clGetEventProfilingInfo = event_times;
    if (next_layer.clGetDeviceAndHostTimer) below->clGetDeviceAndHostTimer = get_clocks;
    below->clFinish = clFinish_collects;
    below->clWaitForEvents = clWaitForEvents_collects;
    below->clReleaseCommandQueue = clReleaseCommandQueue_collects;
    below->clReleaseContext = clReleaseContext_collects;
    below->clReleaseMemObject = clReleaseMemObject_collects;
}
