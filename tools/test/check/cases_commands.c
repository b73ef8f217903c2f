/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mistakes with command buffers (cl_khr_command_buffer). Headers declare the functions for one
 * revision of the extension, or not at all. So this file declares what it needs itself.
 */
#include "cases.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct _cl_command_buffer_khr *command_buffer;
typedef cl_uint sync_point;
#define SYNCS cl_uint, const sync_point *, sync_point *, void **
typedef const cl_properties *properties;

static struct {
    command_buffer(CL_API_CALL *create)(cl_uint, const cl_command_queue *, properties, cl_int *);
    cl_int(CL_API_CALL *retain)(command_buffer);
    cl_int(CL_API_CALL *release)(command_buffer);
    cl_int(CL_API_CALL *finalize)(command_buffer);
    cl_int(CL_API_CALL *enqueue)(cl_uint, cl_command_queue *, command_buffer, cl_uint,
                                 const cl_event *, cl_event *);
    cl_int(CL_API_CALL *info)(command_buffer, cl_uint, size_t, void *, size_t *);
    cl_int(CL_API_CALL *launch)(command_buffer, cl_command_queue, properties, cl_kernel, cl_uint,
                                const size_t *, const size_t *, const size_t *, SYNCS);
    /* `old_…` has the parameters of revisions up to 0.9.4, the other those since. */
#define COMMAND(name, ...)                                                                         \
    cl_int(CL_API_CALL *old_##name)(command_buffer, cl_command_queue, __VA_ARGS__, SYNCS);         \
    cl_int(CL_API_CALL *name)(command_buffer, cl_command_queue, properties, __VA_ARGS__, SYNCS);
    COMMAND(copy, cl_mem, cl_mem, size_t, size_t, size_t)
    COMMAND(copy_rect, cl_mem, cl_mem, const size_t *, const size_t *, const size_t *, size_t,
            size_t, size_t, size_t)
    COMMAND(copy_image, cl_mem, cl_mem, const size_t *, const size_t *, const size_t *)
    COMMAND(copy_to_image, cl_mem, cl_mem, size_t, const size_t *, const size_t *)
    COMMAND(copy_from_image, cl_mem, cl_mem, const size_t *, const size_t *, size_t)
    COMMAND(fill, cl_mem, const void *, size_t, size_t, size_t)
    COMMAND(fill_image, cl_mem, const void *, const size_t *, const size_t *)
} call;

#define RECORD(buffer, name, ...)                                                                  \
    (call.name ? call.name(buffer, NULL, NULL, __VA_ARGS__, NULL, NULL)                            \
               : call.old_##name(buffer, NULL, __VA_ARGS__, NULL, NULL))

/* Returns 0x9005 for 0.9.5, and 0 if the device does not name the extension. */
static cl_version revision_of(const struct given *given)
{
    static cl_name_version list[512];
    size_t size = 0;
    if (clGetDeviceInfo(given->device, CL_DEVICE_EXTENSIONS_WITH_VERSION, sizeof list, list, &size))
        return 0;
    for (size_t i = 0; i < size / sizeof *list; i++)
        if (!strcmp(list[i].name, "cl_khr_command_buffer")) return list[i].version;
    return 0;
}

static void look_up(const struct given *given, void *to, const char *name)
{
    void *found = clGetExtensionFunctionAddressForPlatform(given->platform, name);
    memcpy(to, &found, sizeof found);
    if (found) return;
    fprintf(stderr, "check_cases: there is no %s\n", name);
    exit(77);
}

static void look_up_all(const struct given *given)
{
    const bool is_old = revision_of(given) < 0x9005;
    if (!revision_of(given)) exit(77); /* PoCL 7 has the functions all the same */
    look_up(given, &call.create, "clCreateCommandBufferKHR");
    look_up(given, &call.retain, "clRetainCommandBufferKHR");
    look_up(given, &call.release, "clReleaseCommandBufferKHR");
    look_up(given, &call.finalize, "clFinalizeCommandBufferKHR");
    look_up(given, &call.enqueue, "clEnqueueCommandBufferKHR");
    look_up(given, &call.info, "clGetCommandBufferInfoKHR");
    look_up(given, &call.launch, "clCommandNDRangeKernelKHR");
#define LOOK_UP(member, name)                                                                      \
    look_up(given, is_old ? (void *)&call.old_##member : (void *)&call.member, name)
    LOOK_UP(copy, "clCommandCopyBufferKHR");
    LOOK_UP(copy_rect, "clCommandCopyBufferRectKHR");
    LOOK_UP(copy_image, "clCommandCopyImageKHR");
    LOOK_UP(copy_to_image, "clCommandCopyBufferToImageKHR");
    LOOK_UP(copy_from_image, "clCommandCopyImageToBufferKHR");
    LOOK_UP(fill, "clCommandFillBufferKHR");
    LOOK_UP(fill_image, "clCommandFillImageKHR");
}

static command_buffer buffer_on(const struct given *given, cl_command_queue queue)
{
    command_buffer buffer;
    look_up_all(given);
    buffer = call.create(1, &queue, NULL, NULL);
    if (!buffer) exit(77);
    return buffer;
}

static command_buffer new_buffer(const struct given *given)
{
    return buffer_on(given, given->queue);
}

static cl_int copy_behind(command_buffer buffer, cl_mem from, cl_mem to, size_t size,
                          cl_uint points, const sync_point *list)
{
    return RECORD(buffer, copy, from, to, 0, 0, size, points, list);
}

static cl_int copy(command_buffer buffer, cl_mem from, cl_mem to)
{
    return copy_behind(buffer, from, to, 64, 0, NULL);
}

static cl_mem memory(cl_context context)
{
    return clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, NULL);
}

/* A command buffer that contains a copy, and its memory objects. */
struct ready {
    cl_mem from, to;
    command_buffer buffer;
};

static struct ready make_ready(const struct given *given, bool is_final)
{
    struct ready ready = { memory(given->context), memory(given->context), new_buffer(given) };
    copy(ready.buffer, ready.from, ready.to);
    if (is_final) call.finalize(ready.buffer);
    return ready;
}

static void release_ready(const struct ready *ready)
{
    call.release(ready->buffer);
    clReleaseMemObject(ready->from);
    clReleaseMemObject(ready->to);
}
#define kept_ready KEPT_BY(release_ready) struct ready

static void release_commands(command_buffer *buffer)
{
    if (*buffer) call.release(*buffer);
}
#define kept_commands KEPT_BY(release_commands) command_buffer

/* ---- command buffers ---- */

CASE(command_buffer_freed, "CLR-COMMAND-BUFFER-FREED")
{
    command_buffer buffer = new_buffer(given);
    cl_uint count;
    if (wrong) call.release(buffer);
    call.info(buffer, 0x1295, sizeof count, &count, NULL); /* CL_COMMAND_BUFFER_NUM_QUEUES_KHR */
    if (!wrong) call.release(buffer);
}

CASE(command_buffer_released_twice, "CLR-COMMAND-BUFFER-RELEASED-TWICE")
{
    command_buffer buffer = new_buffer(given);
    if (!wrong) call.retain(buffer);
    call.release(buffer);
    call.release(buffer);
}

CASE(command_buffer_leaked, "CLR-COMMAND-BUFFER-LEAKED")
{
    command_buffer buffer = new_buffer(given);
    if (!wrong) call.release(buffer);
}

CASE(command_buffer_null, "CLR-HANDLE-NULL")
{
    kept_commands buffer = new_buffer(given);
    call.finalize(wrong ? NULL : buffer);
}

CASE(command_buffer_type, "CLR-HANDLE-TYPE")
{
    kept_commands buffer = new_buffer(given);
    kept_mem other = memory(given->context);
    call.finalize(wrong ? (command_buffer)other : buffer);
}

CASE(command_buffer_of_freed_queue, "CLR-QUEUE-FREED")
{
    command_buffer first = new_buffer(given), buffer;
    cl_command_queue queue =
        clCreateCommandQueueWithProperties(given->context, given->device, NULL, NULL);
    if (wrong) clReleaseCommandQueue(queue);
    buffer = call.create(1, &queue, NULL, NULL);
    if (buffer) call.release(buffer);
    if (!wrong) clReleaseCommandQueue(queue);
    call.release(first);
}

CASE(command_buffer_queues, "CLR-COMMAND-BUFFER-QUEUES")
{
    kept_commands buffer = new_buffer(given),
                  other = call.create(wrong ? 0 : 1, &given->queue, NULL, NULL);
}

CASE(recorded_buffer_freed, "CLR-MEM-FREED")
{
    command_buffer buffer = new_buffer(given);
    cl_mem from = memory(given->context), to = memory(given->context);
    if (wrong) clReleaseMemObject(from);
    copy(buffer, from, to);
    call.release(buffer);
    if (!wrong) clReleaseMemObject(from);
    clReleaseMemObject(to);
}

CASE(recorded_kernel_freed, "CLR-KERNEL-FREED")
{
    static const size_t one = 1;
    command_buffer buffer = new_buffer(given);
    kept_program program = case_program(given, "kernel void nothing() {}");
    cl_kernel kernel = case_kernel(program, "nothing");
    if (wrong) clReleaseKernel(kernel);
    call.launch(buffer, NULL, NULL, kernel, 1, NULL, &one, NULL, 0, NULL, NULL, NULL);
    call.release(buffer);
    if (!wrong) clReleaseKernel(kernel);
}

CASE(recorded_buffer_context, "CLR-COMMAND-BUFFER-CONTEXT")
{
    kept_commands buffer = new_buffer(given);
    kept_context other = clCreateContext(NULL, 1, &given->device, NULL, NULL, NULL);
    kept_mem from = memory(wrong ? other : given->context), to = memory(given->context);
    copy(buffer, from, to);
}

CASE(recorded_range, "CLR-BUFFER-RANGE")
{
    kept_commands buffer = new_buffer(given);
    kept_mem from = memory(given->context), to = memory(given->context);
    copy_behind(buffer, from, to, wrong ? 65 : 64, 0, NULL);
}

CASE(recorded_sync_points, "CLR-SYNC-POINTS-LENGTH")
{
    kept_ready ready = make_ready(given, false);
    copy_behind(ready.buffer, ready.to, ready.from, 64, wrong ? 1 : 0, NULL);
}

CASE(recorded_when_finalized, "CLR-COMMAND-BUFFER-FINALIZED")
{
    kept_ready ready = make_ready(given, wrong);
    copy(ready.buffer, ready.to, ready.from);
    if (!wrong) call.finalize(ready.buffer);
}

CASE(command_buffer_finalized_twice, "CLR-COMMAND-BUFFER-FINALIZED")
{
    kept_ready ready = make_ready(given, wrong);
    call.finalize(ready.buffer);
}

CASE(command_buffer_recording, "CLR-COMMAND-BUFFER-RECORDING")
{
    kept_ready ready = make_ready(given, !wrong);
    call.enqueue(0, NULL, ready.buffer, 0, NULL, NULL);
    clFinish(given->queue);
}

CASE(command_buffer_pending, "CLR-COMMAND-BUFFER-PENDING")
{
    kept_ready ready = make_ready(given, true);
    kept_event user = clCreateUserEvent(given->context, NULL);
    if (revision_of(given) >= 0x9008) exit(77); /* newer revisions allow this */
    call.enqueue(0, NULL, ready.buffer, 1, &user, NULL);
    if (!wrong) clSetUserEventStatus(user, CL_COMPLETE);
    if (!wrong) clFinish(given->queue);
    call.enqueue(0, NULL, ready.buffer, 0, NULL, NULL);
    if (wrong) clSetUserEventStatus(user, CL_COMPLETE);
    clFinish(given->queue);
}

CASE(command_buffer_event_freed, "CLR-EVENT-FREED")
{
    kept_ready ready = make_ready(given, true);
    cl_event event = NULL;
    call.enqueue(0, NULL, ready.buffer, 0, NULL, &event);
    if (wrong) clReleaseEvent(event);
    clWaitForEvents(1, &event);
    if (!wrong) clReleaseEvent(event);
    clFinish(given->queue);
}

/* If a command buffer waits, so do the later commands of its queue. */
CASE(command_buffer_unordered, "CLR-QUEUES-UNORDERED")
{
    static char bytes[64];
    kept_ready ready = make_ready(given, true);
    kept_queue other =
        clCreateCommandQueueWithProperties(given->context, given->device, NULL, NULL);
    kept_event written = NULL;
    clEnqueueFillBuffer(other, ready.to, "x", 1, 0, sizeof bytes, 0, NULL, &written);
    clFlush(other);
    call.enqueue(0, NULL, ready.buffer, wrong ? 0 : 1, wrong ? NULL : &written, NULL);
    clEnqueueReadBuffer(given->queue, ready.to, CL_TRUE, 0, sizeof bytes, bytes, 0, NULL, NULL);
    clFinish(other);
}

/* ---- order of command buffers ---- */

/* A command buffer with one command runs on a queue. There is a second queue. */
struct run {
    cl_mem from, to, image;
    command_buffer buffer;
    cl_command_queue other;
    cl_event event;
};

static const size_t none[3] = { 0, 0, 0 }, all[3] = { 4, 4, 1 }, row[3] = { 4, 1, 1 };

static struct run run_on(const struct given *given, cl_command_queue_properties bits)
{
    const cl_queue_properties list[] = { CL_QUEUE_PROPERTIES, bits, 0 };
    const cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = 4,
                                 .image_height = 4 };
    struct run run = { memory(given->context), memory(given->context), NULL, NULL, NULL, NULL };
    run.image = clCreateImage(given->context, 0, &format, &desc, NULL, NULL);
    run.other = clCreateCommandQueueWithProperties(given->context, given->device, list, NULL);
    run.buffer = buffer_on(given, bits ? run.other : given->queue);
    return run;
}

static struct run new_run(const struct given *given)
{
    return run_on(given, 0);
}

static void enqueue_run(struct run *run, cl_event before)
{
    call.finalize(run->buffer);
    call.enqueue(0, NULL, run->buffer, before ? 1 : 0, before ? &before : NULL, &run->event);
}

static void end_run(const struct given *given, const struct run *run)
{
    clFinish(given->queue);
    clFinish(run->other);
    if (run->event) clReleaseEvent(run->event);
    call.release(run->buffer);
    clReleaseCommandQueue(run->other);
    clReleaseMemObject(run->from);
    clReleaseMemObject(run->to);
    clReleaseMemObject(run->image);
}

/* Enqueues the command buffer, then reads on the other queue. */
static void read_behind(const struct given *given, struct run *run, cl_mem mem, bool waits)
{
    static char bytes[64];
    enqueue_run(run, NULL);
    if (mem == run->image)
        clEnqueueReadImage(run->other, mem, CL_FALSE, none, row, 0, 0, bytes, waits ? 1 : 0,
                           waits ? &run->event : NULL, NULL);
    else
        clEnqueueReadBuffer(run->other, mem, CL_FALSE, 32, 32, bytes, waits ? 1 : 0,
                            waits ? &run->event : NULL, NULL);
    end_run(given, run);
}

CASE(command_buffer_writes, "CLR-QUEUES-UNORDERED")
{
    struct run run = new_run(given);
    copy(run.buffer, run.from, run.to);
    read_behind(given, &run, run.to, !wrong);
}

/* Both may read at the same time. */
CASE(command_buffer_and_read, "CLR-QUEUES-UNORDERED")
{
    struct run run = new_run(given);
    copy(run.buffer, run.from, run.to);
    read_behind(given, &run, wrong ? run.to : run.from, false);
}

CASE(command_buffer_fills, "CLR-QUEUES-UNORDERED")
{
    struct run run = new_run(given);
    RECORD(run.buffer, fill, run.to, "x", 1, 0, wrong ? 33 : 32, 0, NULL);
    read_behind(given, &run, run.to, false);
}

CASE(command_buffer_copies_rows, "CLR-QUEUES-UNORDERED")
{
    const size_t rows[3] = { 8, wrong ? 5 : 4, 1 };
    struct run run = new_run(given);
    RECORD(run.buffer, copy_rect, run.from, run.to, none, none, rows, 8, 0, 8, 0, 0, NULL);
    read_behind(given, &run, run.to, false);
}

CASE(command_buffer_fills_image, "CLR-QUEUES-UNORDERED")
{
    static const cl_uint color[4] = { 1, 2, 3, 4 };
    struct run run = new_run(given);
    RECORD(run.buffer, fill_image, run.image, color, none, wrong ? all : row, 0, NULL);
    read_behind(given, &run, run.image, false);
}

CASE(command_buffer_copies_to_image, "CLR-QUEUES-UNORDERED")
{
    struct run run = new_run(given);
    RECORD(run.buffer, copy_to_image, run.from, run.image, 0, none, wrong ? all : row, 0, NULL);
    read_behind(given, &run, run.image, false);
}

CASE(command_buffer_copies_from_image, "CLR-QUEUES-UNORDERED")
{
    struct run run = new_run(given);
    RECORD(run.buffer, copy_from_image, run.image, run.to, none, wrong ? all : row, 0, 0, NULL);
    read_behind(given, &run, run.to, false);
}

CASE(command_buffer_copies_image, "CLR-QUEUES-UNORDERED")
{
    struct run run = new_run(given), more = new_run(given);
    RECORD(run.buffer, copy_image, run.image, more.image, none, none, all, 0, NULL);
    enqueue_run(&run, NULL);
    if (!wrong) clFinish(given->queue);
    clEnqueueFillImage(more.other, more.image, (const cl_uint[4]){ 0 }, none, row, 0, NULL, NULL);
    end_run(given, &run);
    end_run(given, &more);
}

/* The command buffer reads what another queue has written before. */
CASE(command_buffer_reads, "CLR-QUEUES-UNORDERED")
{
    struct run run = new_run(given);
    copy(run.buffer, run.from, run.to);
    clEnqueueFillBuffer(run.other, run.from, "x", 1, 0, 64, 0, NULL, NULL);
    if (!wrong) clFinish(run.other);
    enqueue_run(&run, NULL);
    end_run(given, &run);
}

/* Another queue writes while the command buffer still reads. */
CASE(command_buffer_read_unordered, "CLR-QUEUES-UNORDERED-READ")
{
    struct run run = new_run(given);
    copy(run.buffer, run.from, run.to);
    enqueue_run(&run, NULL);
    clEnqueueFillBuffer(run.other, run.from, "x", 1, 0, 64, wrong ? 0 : 1,
                        wrong ? NULL : &run.event, NULL);
    end_run(given, &run);
}

/* The program asks until the command buffer has ended. */
CASE(command_buffer_state_seen, "CLR-QUEUES-UNORDERED")
{
    enum { PENDING = 2 };
    cl_uint state = PENDING;
    struct run run = new_run(given);
    copy(run.buffer, run.from, run.to);
    enqueue_run(&run, NULL);
    while (!wrong && state == PENDING)
        call.info(run.buffer, 0x1297, sizeof state, &state, NULL); /* CL_COMMAND_BUFFER_STATE_KHR */
    clEnqueueFillBuffer(run.other, run.to, "x", 1, 0, 64, 0, NULL, NULL);
    end_run(given, &run);
}

CASE(command_buffer_out_of_order, "CLR-QUEUE-UNORDERED")
{
    static char bytes[64];
    struct run run = run_on(given, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    copy(run.buffer, run.from, run.to);
    enqueue_run(&run, NULL);
    if (!wrong) clEnqueueBarrierWithWaitList(run.other, 0, NULL, NULL);
    clEnqueueReadBuffer(run.other, run.to, CL_FALSE, 0, sizeof bytes, bytes, 0, NULL, NULL);
    end_run(given, &run);
}

/* ---- kernels in command buffers ---- */

struct launched {
    struct run run;
    cl_program program;
    cl_kernel kernel;
};

static struct launched new_launch(const struct given *given, const char *source)
{
    struct launched launched = { new_run(given), case_program(given, source), NULL };
    launched.kernel = case_kernel(launched.program, "it");
    return launched;
}

static const char copies[] = "kernel void it(global const int *from, global int *to)"
                             "{ to[get_global_id(0)] = from[get_global_id(0)]; }";

/* The kernel runs with memory that was freed, so it must not touch it. */
static const char touches_nothing[] = "kernel void it(global const int *from, global int *to)"
                                      "{ if (get_global_id(0) > 1000) *to = *from; }";

static void record_launch(struct launched *launched)
{
    const size_t size = 16;
    call.launch(launched->run.buffer, NULL, NULL, launched->kernel, 1, NULL, &size, NULL, 0, NULL,
                NULL, NULL);
}

static struct launched launching(const struct given *given, const char *source)
{
    struct launched launched = new_launch(given, source);
    clSetKernelArg(launched.kernel, 0, sizeof launched.run.from, &launched.run.from);
    clSetKernelArg(launched.kernel, 1, sizeof launched.run.to, &launched.run.to);
    record_launch(&launched);
    return launched;
}

static struct launched copying(const struct given *given)
{
    return launching(given, copies);
}

static void end_launch(const struct given *given, struct launched *launched)
{
    end_run(given, &launched->run);
    clReleaseKernel(launched->kernel);
    clReleaseProgram(launched->program);
}

CASE(command_buffer_kernel, "CLR-QUEUES-UNORDERED")
{
    static char byte;
    struct launched launched = copying(given);
    enqueue_run(&launched.run, NULL);
    clEnqueueReadBuffer(launched.run.other, wrong ? launched.run.to : launched.run.from, CL_FALSE,
                        0, 1, &byte, 0, NULL, NULL);
    end_launch(given, &launched);
}

CASE(command_buffer_argument_freed, "CLR-COMMAND-BUFFER-ARGUMENT-FREED")
{
    struct launched launched = launching(given, touches_nothing);
    if (wrong) clReleaseMemObject(launched.run.from);
    enqueue_run(&launched.run, NULL);
    clFinish(given->queue);
    if (wrong) launched.run.from = memory(given->context); /* so that it can be released */
    end_launch(given, &launched);
}

CASE(command_buffer_pointer_freed, "CLR-COMMAND-BUFFER-POINTER-FREED")
{
    struct launched launched = new_launch(given, touches_nothing);
    void *memory = clSVMAlloc(given->context, CL_MEM_READ_WRITE, 64, 0);
    clSetKernelArgSVMPointer(launched.kernel, 0, memory);
    clSetKernelArg(launched.kernel, 1, sizeof launched.run.to, &launched.run.to);
    record_launch(&launched);
    if (wrong) clSVMFree(given->context, memory);
    enqueue_run(&launched.run, NULL);
    clFinish(given->queue);
    if (!wrong) clSVMFree(given->context, memory);
    end_launch(given, &launched);
}

CASE(command_buffer_argument_mapped, "CLR-COMMAND-BUFFER-ARGUMENT-MAPPED")
{
    struct launched launched = copying(given);
    void *mapped = clEnqueueMapBuffer(given->queue, launched.run.to, CL_TRUE, CL_MAP_WRITE, 0, 64,
                                      0, NULL, NULL, NULL);
    if (!wrong) clEnqueueUnmapMemObject(given->queue, launched.run.to, mapped, 0, NULL, NULL);
    enqueue_run(&launched.run, NULL);
    if (wrong) clEnqueueUnmapMemObject(given->queue, launched.run.to, mapped, 0, NULL, NULL);
    end_launch(given, &launched);
}

/* ---- overruns in command buffers ---- */

enum { ITEMS = 16 }; /* the number of elements of a buffer */

static const char writes[] = "kernel void it(global int *at) { at[get_global_id(0)] = 7; }"
                             "kernel void other(global int *at) { at[get_global_id(0)] = 8; }";

static struct launched writing(const struct given *given, cl_command_queue_properties bits)
{
    struct launched launched = { run_on(given, bits), case_program(given, writes), NULL };
    launched.kernel = case_kernel(launched.program, "it");
    return launched;
}

static void record_write(struct launched *launched, cl_kernel kernel, cl_mem at, size_t items)
{
    clSetKernelArg(kernel, 0, sizeof at, &at);
    call.launch(launched->run.buffer, NULL, NULL, kernel, 1, NULL, &items, NULL, 0, NULL, NULL,
                NULL);
}

/* Ends the process if the program does not see what the kernel has written to the buffer. */
static void expect_written(cl_command_queue queue, cl_mem mem, cl_int wanted)
{
    cl_int content[ITEMS] = { 0 };
    clEnqueueReadBuffer(queue, mem, CL_TRUE, 0, sizeof content, content, 0, NULL, NULL);
    for (int i = 0; i < ITEMS; i++)
        if (content[i] != wanted) abort();
}

/* The program enqueues the command buffer twice. */
CASE(command_buffer_overrun, "CLR-KERNEL-OVERRUN")
{
    struct launched launched = writing(given, 0);
    record_write(&launched, launched.kernel, launched.run.to, ITEMS + wrong);
    call.finalize(launched.run.buffer);
    for (int i = 0; i < 2; i++) {
        call.enqueue(0, NULL, launched.run.buffer, 0, NULL, NULL);
        clFinish(given->queue);
    }
    expect_written(given->queue, launched.run.to, 7);
    end_launch(given, &launched);
}

CASE(command_buffer_overrun_out_of_order, "CLR-KERNEL-OVERRUN")
{
    struct launched launched = writing(given, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    record_write(&launched, launched.kernel, launched.run.to, ITEMS + wrong);
    enqueue_run(&launched.run, NULL);
    clFinish(launched.run.other);
    end_launch(given, &launched);
}

/* Only the second kernel has the buffer that is overrun. */
CASE(command_buffer_overrun_by_second, "CLR-KERNEL-OVERRUN")
{
    struct launched launched = writing(given, 0);
    kept_kernel other = case_kernel(launched.program, "other");
    record_write(&launched, launched.kernel, launched.run.from, ITEMS);
    record_write(&launched, other, launched.run.to, ITEMS + wrong);
    enqueue_run(&launched.run, NULL);
    clFinish(given->queue);
    expect_written(given->queue, launched.run.from, 7);
    expect_written(given->queue, launched.run.to, 8);
    end_launch(given, &launched);
}

/* Both kernels have the buffer that is overrun. */
CASE(command_buffer_overrun_by_one, "CLR-KERNELS-OVERRUN")
{
    struct launched launched = writing(given, 0);
    kept_kernel other = case_kernel(launched.program, "other");
    record_write(&launched, launched.kernel, launched.run.to, ITEMS);
    record_write(&launched, other, launched.run.to, ITEMS + wrong);
    enqueue_run(&launched.run, NULL);
    clFinish(given->queue);
    end_launch(given, &launched);
}

/* The command buffer overwrites what an earlier launch wrote too far, but does not hide it. */
CASE(command_buffer_behind_overrun, "CLR-KERNEL-OVERRUN")
{
    const size_t items = ITEMS + wrong;
    struct launched launched = writing(given, 0);
    kept_kernel other = case_kernel(launched.program, "other");
    record_write(&launched, launched.kernel, launched.run.to, ITEMS);
    clSetKernelArg(other, 0, sizeof launched.run.to, &launched.run.to);
    clEnqueueNDRangeKernel(given->queue, other, 1, NULL, &items, NULL, 0, NULL, NULL);
    enqueue_run(&launched.run, NULL);
    clFinish(given->queue);
    end_launch(given, &launched);
}
