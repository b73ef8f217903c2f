/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mistakes with command buffers (cl_khr_command_buffer). Headers declare the functions as they are
 * in one revision of the extension, or not at all, so what is needed of them is here.
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
    /* Until the revision 0.9.4, and since. */
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

/* 0x9005 is 0.9.5; 0: the device does not name the extension. */
static cl_version revision_of(const struct the *the)
{
    static cl_name_version list[512];
    size_t size = 0;
    if (clGetDeviceInfo(the->device, CL_DEVICE_EXTENSIONS_WITH_VERSION, sizeof list, list, &size))
        return 0;
    for (size_t i = 0; i < size / sizeof *list; i++)
        if (!strcmp(list[i].name, "cl_khr_command_buffer")) return list[i].version;
    return 0;
}

static void look_up(const struct the *the, void *to, const char *name)
{
    void *found = clGetExtensionFunctionAddressForPlatform(the->platform, name);
    memcpy(to, &found, sizeof found);
    if (found) return;
    fprintf(stderr, "check_cases: there is no %s\n", name);
    exit(77);
}

static void look_up_all(const struct the *the)
{
    const bool is_old = revision_of(the) < 0x9005;
    if (!revision_of(the)) exit(77); /* PoCL 7 has its functions all the same */
    look_up(the, &call.create, "clCreateCommandBufferKHR");
    look_up(the, &call.retain, "clRetainCommandBufferKHR");
    look_up(the, &call.release, "clReleaseCommandBufferKHR");
    look_up(the, &call.finalize, "clFinalizeCommandBufferKHR");
    look_up(the, &call.enqueue, "clEnqueueCommandBufferKHR");
    look_up(the, &call.info, "clGetCommandBufferInfoKHR");
    look_up(the, &call.launch, "clCommandNDRangeKernelKHR");
#define LOOK_UP(member, name)                                                                      \
    look_up(the, is_old ? (void *)&call.old_##member : (void *)&call.member, name)
    LOOK_UP(copy, "clCommandCopyBufferKHR");
    LOOK_UP(copy_rect, "clCommandCopyBufferRectKHR");
    LOOK_UP(copy_image, "clCommandCopyImageKHR");
    LOOK_UP(copy_to_image, "clCommandCopyBufferToImageKHR");
    LOOK_UP(copy_from_image, "clCommandCopyImageToBufferKHR");
    LOOK_UP(fill, "clCommandFillBufferKHR");
    LOOK_UP(fill_image, "clCommandFillImageKHR");
}

static command_buffer buffer_on(const struct the *the, cl_command_queue queue)
{
    command_buffer it;
    look_up_all(the);
    it = call.create(1, &queue, NULL, NULL);
    if (!it) exit(77);
    return it;
}

static command_buffer new_buffer(const struct the *the)
{
    return buffer_on(the, the->queue);
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

/* One with a copy in it, which may be enqueued. */
struct ready {
    cl_mem from, to;
    command_buffer buffer;
};

static struct ready make_ready(const struct the *the, bool is_final)
{
    struct ready it = { memory(the->context), memory(the->context), new_buffer(the) };
    copy(it.buffer, it.from, it.to);
    if (is_final) call.finalize(it.buffer);
    return it;
}

static void release_ready(const struct ready *it)
{
    call.release(it->buffer);
    clReleaseMemObject(it->from);
    clReleaseMemObject(it->to);
}
#define kept_ready KEPT_BY(release_ready) struct ready

static void release_commands(command_buffer *it)
{
    if (*it) call.release(*it);
}
#define kept_commands KEPT_BY(release_commands) command_buffer

/* ---- command buffers ---- */

CASE(command_buffer_freed, "CLR-COMMAND-BUFFER-FREED")
{
    command_buffer buffer = new_buffer(the);
    cl_uint count;
    if (wrong) call.release(buffer);
    call.info(buffer, 0x1295, sizeof count, &count, NULL); /* CL_COMMAND_BUFFER_NUM_QUEUES_KHR */
    if (!wrong) call.release(buffer);
}

CASE(command_buffer_released_twice, "CLR-COMMAND-BUFFER-RELEASED-TWICE")
{
    command_buffer buffer = new_buffer(the);
    if (!wrong) call.retain(buffer);
    call.release(buffer);
    call.release(buffer);
}

CASE(command_buffer_leaked, "CLR-COMMAND-BUFFER-LEAKED")
{
    command_buffer buffer = new_buffer(the);
    if (!wrong) call.release(buffer);
}

CASE(command_buffer_null, "CLR-HANDLE-NULL")
{
    kept_commands buffer = new_buffer(the);
    call.finalize(wrong ? NULL : buffer);
}

CASE(command_buffer_type, "CLR-HANDLE-TYPE")
{
    kept_commands buffer = new_buffer(the);
    kept_mem other = memory(the->context);
    call.finalize(wrong ? (command_buffer)other : buffer);
}

CASE(command_buffer_of_freed_queue, "CLR-QUEUE-FREED")
{
    command_buffer first = new_buffer(the), buffer;
    cl_command_queue queue =
        clCreateCommandQueueWithProperties(the->context, the->device, NULL, NULL);
    if (wrong) clReleaseCommandQueue(queue);
    buffer = call.create(1, &queue, NULL, NULL);
    if (buffer) call.release(buffer);
    if (!wrong) clReleaseCommandQueue(queue);
    call.release(first);
}

CASE(command_buffer_queues, "CLR-COMMAND-BUFFER-QUEUES")
{
    kept_commands buffer = new_buffer(the),
                  other = call.create(wrong ? 0 : 1, &the->queue, NULL, NULL);
}

CASE(recorded_buffer_freed, "CLR-MEM-FREED")
{
    command_buffer buffer = new_buffer(the);
    cl_mem from = memory(the->context), to = memory(the->context);
    if (wrong) clReleaseMemObject(from);
    copy(buffer, from, to);
    call.release(buffer);
    if (!wrong) clReleaseMemObject(from);
    clReleaseMemObject(to);
}

CASE(recorded_kernel_freed, "CLR-KERNEL-FREED")
{
    static const size_t one = 1;
    command_buffer buffer = new_buffer(the);
    kept_program program = case_program(the, "kernel void nothing() {}");
    cl_kernel kernel = case_kernel(program, "nothing");
    if (wrong) clReleaseKernel(kernel);
    call.launch(buffer, NULL, NULL, kernel, 1, NULL, &one, NULL, 0, NULL, NULL, NULL);
    call.release(buffer);
    if (!wrong) clReleaseKernel(kernel);
}

CASE(recorded_buffer_context, "CLR-COMMAND-BUFFER-CONTEXT")
{
    kept_commands buffer = new_buffer(the);
    kept_context other = clCreateContext(NULL, 1, &the->device, NULL, NULL, NULL);
    kept_mem from = memory(wrong ? other : the->context), to = memory(the->context);
    copy(buffer, from, to);
}

CASE(recorded_range, "CLR-BUFFER-RANGE")
{
    kept_commands buffer = new_buffer(the);
    kept_mem from = memory(the->context), to = memory(the->context);
    copy_behind(buffer, from, to, wrong ? 65 : 64, 0, NULL);
}

CASE(recorded_sync_points, "CLR-SYNC-POINTS-LENGTH")
{
    kept_ready it = make_ready(the, false);
    copy_behind(it.buffer, it.to, it.from, 64, wrong ? 1 : 0, NULL);
}

CASE(recorded_when_finalized, "CLR-COMMAND-BUFFER-FINALIZED")
{
    kept_ready it = make_ready(the, wrong);
    copy(it.buffer, it.to, it.from);
    if (!wrong) call.finalize(it.buffer);
}

CASE(command_buffer_finalized_twice, "CLR-COMMAND-BUFFER-FINALIZED")
{
    kept_ready it = make_ready(the, wrong);
    call.finalize(it.buffer);
}

CASE(command_buffer_recording, "CLR-COMMAND-BUFFER-RECORDING")
{
    kept_ready it = make_ready(the, !wrong);
    call.enqueue(0, NULL, it.buffer, 0, NULL, NULL);
    clFinish(the->queue);
}

CASE(command_buffer_pending, "CLR-COMMAND-BUFFER-PENDING")
{
    kept_ready it = make_ready(the, true);
    kept_event user = clCreateUserEvent(the->context, NULL);
    if (revision_of(the) >= 0x9008) exit(77); /* it is no mistake any more */
    call.enqueue(0, NULL, it.buffer, 1, &user, NULL);
    if (!wrong) clSetUserEventStatus(user, CL_COMPLETE);
    if (!wrong) clFinish(the->queue);
    call.enqueue(0, NULL, it.buffer, 0, NULL, NULL);
    if (wrong) clSetUserEventStatus(user, CL_COMPLETE);
    clFinish(the->queue);
}

CASE(command_buffer_event_freed, "CLR-EVENT-FREED")
{
    kept_ready it = make_ready(the, true);
    cl_event event = NULL;
    call.enqueue(0, NULL, it.buffer, 0, NULL, &event);
    if (wrong) clReleaseEvent(event);
    clWaitForEvents(1, &event);
    if (!wrong) clReleaseEvent(event);
    clFinish(the->queue);
}

/* A command buffer that waits orders what comes behind it on its queue. */
CASE(command_buffer_unordered, "CLR-QUEUES-UNORDERED")
{
    static char bytes[64];
    kept_ready it = make_ready(the, true);
    kept_queue other = clCreateCommandQueueWithProperties(the->context, the->device, NULL, NULL);
    kept_event written = NULL;
    clEnqueueFillBuffer(other, it.to, "x", 1, 0, sizeof bytes, 0, NULL, &written);
    clFlush(other);
    call.enqueue(0, NULL, it.buffer, wrong ? 0 : 1, wrong ? NULL : &written, NULL);
    clEnqueueReadBuffer(the->queue, it.to, CL_TRUE, 0, sizeof bytes, bytes, 0, NULL, NULL);
    clFinish(other);
}

/* ---- order of command buffers ---- */

/* A command buffer with one command runs on a queue, and another queue is there. */
struct run {
    cl_mem from, to, image;
    command_buffer buffer;
    cl_command_queue other;
    cl_event event;
};

static const size_t none[3] = { 0, 0, 0 }, all[3] = { 4, 4, 1 }, row[3] = { 4, 1, 1 };

static struct run run_on(const struct the *the, cl_command_queue_properties bits)
{
    const cl_queue_properties list[] = { CL_QUEUE_PROPERTIES, bits, 0 };
    const cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = 4,
                                 .image_height = 4 };
    struct run it = { memory(the->context), memory(the->context), NULL, NULL, NULL, NULL };
    it.image = clCreateImage(the->context, 0, &format, &desc, NULL, NULL);
    it.other = clCreateCommandQueueWithProperties(the->context, the->device, list, NULL);
    it.buffer = buffer_on(the, bits ? it.other : the->queue);
    return it;
}

static struct run new_run(const struct the *the)
{
    return run_on(the, 0);
}

static void enqueue_run(struct run *it, cl_event before)
{
    call.finalize(it->buffer);
    call.enqueue(0, NULL, it->buffer, before ? 1 : 0, before ? &before : NULL, &it->event);
}

static void end_run(const struct the *the, const struct run *it)
{
    clFinish(the->queue);
    clFinish(it->other);
    if (it->event) clReleaseEvent(it->event);
    call.release(it->buffer);
    clReleaseCommandQueue(it->other);
    clReleaseMemObject(it->from);
    clReleaseMemObject(it->to);
    clReleaseMemObject(it->image);
}

/* Enqueues it, then reads on the other queue. */
static void read_behind(const struct the *the, struct run *it, cl_mem mem, bool waits)
{
    static char bytes[64];
    enqueue_run(it, NULL);
    if (mem == it->image)
        clEnqueueReadImage(it->other, mem, CL_FALSE, none, row, 0, 0, bytes, waits ? 1 : 0,
                           waits ? &it->event : NULL, NULL);
    else
        clEnqueueReadBuffer(it->other, mem, CL_FALSE, 32, 32, bytes, waits ? 1 : 0,
                            waits ? &it->event : NULL, NULL);
    end_run(the, it);
}

CASE(command_buffer_writes, "CLR-QUEUES-UNORDERED")
{
    struct run it = new_run(the);
    copy(it.buffer, it.from, it.to);
    read_behind(the, &it, it.to, !wrong);
}

/* Two may read at once. */
CASE(command_buffer_and_read, "CLR-QUEUES-UNORDERED")
{
    struct run it = new_run(the);
    copy(it.buffer, it.from, it.to);
    read_behind(the, &it, wrong ? it.to : it.from, false);
}

CASE(command_buffer_fills, "CLR-QUEUES-UNORDERED")
{
    struct run it = new_run(the);
    RECORD(it.buffer, fill, it.to, "x", 1, 0, wrong ? 33 : 32, 0, NULL);
    read_behind(the, &it, it.to, false);
}

CASE(command_buffer_copies_rows, "CLR-QUEUES-UNORDERED")
{
    const size_t rows[3] = { 8, wrong ? 5 : 4, 1 };
    struct run it = new_run(the);
    RECORD(it.buffer, copy_rect, it.from, it.to, none, none, rows, 8, 0, 8, 0, 0, NULL);
    read_behind(the, &it, it.to, false);
}

CASE(command_buffer_fills_image, "CLR-QUEUES-UNORDERED")
{
    static const cl_uint color[4] = { 1, 2, 3, 4 };
    struct run it = new_run(the);
    RECORD(it.buffer, fill_image, it.image, color, none, wrong ? all : row, 0, NULL);
    read_behind(the, &it, it.image, false);
}

CASE(command_buffer_copies_to_image, "CLR-QUEUES-UNORDERED")
{
    struct run it = new_run(the);
    RECORD(it.buffer, copy_to_image, it.from, it.image, 0, none, wrong ? all : row, 0, NULL);
    read_behind(the, &it, it.image, false);
}

CASE(command_buffer_copies_from_image, "CLR-QUEUES-UNORDERED")
{
    struct run it = new_run(the);
    RECORD(it.buffer, copy_from_image, it.image, it.to, none, wrong ? all : row, 0, 0, NULL);
    read_behind(the, &it, it.to, false);
}

CASE(command_buffer_copies_image, "CLR-QUEUES-UNORDERED")
{
    struct run it = new_run(the), more = new_run(the);
    RECORD(it.buffer, copy_image, it.image, more.image, none, none, all, 0, NULL);
    enqueue_run(&it, NULL);
    if (!wrong) clFinish(the->queue);
    clEnqueueFillImage(more.other, more.image, (const cl_uint[4]){ 0 }, none, row, 0, NULL, NULL);
    end_run(the, &it);
    end_run(the, &more);
}

/* What is written on another queue before. */
CASE(command_buffer_reads, "CLR-QUEUES-UNORDERED")
{
    struct run it = new_run(the);
    copy(it.buffer, it.from, it.to);
    clEnqueueFillBuffer(it.other, it.from, "x", 1, 0, 64, 0, NULL, NULL);
    if (!wrong) clFinish(it.other);
    enqueue_run(&it, NULL);
    end_run(the, &it);
}

/* A write while a command buffer still reads. */
CASE(command_buffer_read_unordered, "CLR-QUEUES-UNORDERED-READ")
{
    struct run it = new_run(the);
    copy(it.buffer, it.from, it.to);
    enqueue_run(&it, NULL);
    clEnqueueFillBuffer(it.other, it.from, "x", 1, 0, 64, wrong ? 0 : 1, wrong ? NULL : &it.event,
                        NULL);
    end_run(the, &it);
}

/* The program sees that it has ended. */
CASE(command_buffer_state_seen, "CLR-QUEUES-UNORDERED")
{
    enum { PENDING = 2 };
    cl_uint state = PENDING;
    struct run it = new_run(the);
    copy(it.buffer, it.from, it.to);
    enqueue_run(&it, NULL);
    while (!wrong && state == PENDING)
        call.info(it.buffer, 0x1297, sizeof state, &state, NULL); /* CL_COMMAND_BUFFER_STATE_KHR */
    clEnqueueFillBuffer(it.other, it.to, "x", 1, 0, 64, 0, NULL, NULL);
    end_run(the, &it);
}

CASE(command_buffer_out_of_order, "CLR-QUEUE-UNORDERED")
{
    static char bytes[64];
    struct run it = run_on(the, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    copy(it.buffer, it.from, it.to);
    enqueue_run(&it, NULL);
    if (!wrong) clEnqueueBarrierWithWaitList(it.other, 0, NULL, NULL);
    clEnqueueReadBuffer(it.other, it.to, CL_FALSE, 0, sizeof bytes, bytes, 0, NULL, NULL);
    end_run(the, &it);
}

/* ---- kernels in command buffers ---- */

struct launched {
    struct run run;
    cl_program program;
    cl_kernel kernel;
};

static struct launched new_launch(const struct the *the, const char *source)
{
    struct launched it = { new_run(the), case_program(the, source), NULL };
    it.kernel = case_kernel(it.program, "it");
    return it;
}

static const char copies[] = "kernel void it(global const int *from, global int *to)"
                             "{ to[get_global_id(0)] = from[get_global_id(0)]; }";

/* The kernel runs with memory that was freed: it must not touch it. */
static const char touches_nothing[] = "kernel void it(global const int *from, global int *to)"
                                      "{ if (get_global_id(0) > 1000) *to = *from; }";

static void record_launch(struct launched *it)
{
    const size_t size = 16;
    call.launch(it->run.buffer, NULL, NULL, it->kernel, 1, NULL, &size, NULL, 0, NULL, NULL, NULL);
}

static struct launched launching(const struct the *the, const char *source)
{
    struct launched it = new_launch(the, source);
    clSetKernelArg(it.kernel, 0, sizeof it.run.from, &it.run.from);
    clSetKernelArg(it.kernel, 1, sizeof it.run.to, &it.run.to);
    record_launch(&it);
    return it;
}

static struct launched copying(const struct the *the)
{
    return launching(the, copies);
}

static void end_launch(const struct the *the, struct launched *it)
{
    end_run(the, &it->run);
    clReleaseKernel(it->kernel);
    clReleaseProgram(it->program);
}

CASE(command_buffer_kernel, "CLR-QUEUES-UNORDERED")
{
    static char byte;
    struct launched it = copying(the);
    enqueue_run(&it.run, NULL);
    clEnqueueReadBuffer(it.run.other, wrong ? it.run.to : it.run.from, CL_FALSE, 0, 1, &byte, 0,
                        NULL, NULL);
    end_launch(the, &it);
}

CASE(command_buffer_argument_freed, "CLR-COMMAND-BUFFER-ARGUMENT-FREED")
{
    struct launched it = launching(the, touches_nothing);
    if (wrong) clReleaseMemObject(it.run.from);
    enqueue_run(&it.run, NULL);
    clFinish(the->queue);
    if (wrong) it.run.from = memory(the->context); /* to be released */
    end_launch(the, &it);
}

CASE(command_buffer_pointer_freed, "CLR-COMMAND-BUFFER-POINTER-FREED")
{
    struct launched it = new_launch(the, touches_nothing);
    void *memory = clSVMAlloc(the->context, CL_MEM_READ_WRITE, 64, 0);
    clSetKernelArgSVMPointer(it.kernel, 0, memory);
    clSetKernelArg(it.kernel, 1, sizeof it.run.to, &it.run.to);
    record_launch(&it);
    if (wrong) clSVMFree(the->context, memory);
    enqueue_run(&it.run, NULL);
    clFinish(the->queue);
    if (!wrong) clSVMFree(the->context, memory);
    end_launch(the, &it);
}

CASE(command_buffer_argument_mapped, "CLR-COMMAND-BUFFER-ARGUMENT-MAPPED")
{
    struct launched it = copying(the);
    void *mapped = clEnqueueMapBuffer(the->queue, it.run.to, CL_TRUE, CL_MAP_WRITE, 0, 64, 0, NULL,
                                      NULL, NULL);
    if (!wrong) clEnqueueUnmapMemObject(the->queue, it.run.to, mapped, 0, NULL, NULL);
    enqueue_run(&it.run, NULL);
    if (wrong) clEnqueueUnmapMemObject(the->queue, it.run.to, mapped, 0, NULL, NULL);
    end_launch(the, &it);
}

/* ---- overruns in command buffers ---- */

enum { ITEMS = 16 }; /* elements of a buffer */

static const char writes[] = "kernel void it(global int *at) { at[get_global_id(0)] = 7; }"
                             "kernel void other(global int *at) { at[get_global_id(0)] = 8; }";

static struct launched writing(const struct the *the, cl_command_queue_properties bits)
{
    struct launched it = { run_on(the, bits), case_program(the, writes), NULL };
    it.kernel = case_kernel(it.program, "it");
    return it;
}

static void record_write(struct launched *it, cl_kernel kernel, cl_mem at, size_t items)
{
    clSetKernelArg(kernel, 0, sizeof at, &at);
    call.launch(it->run.buffer, NULL, NULL, kernel, 1, NULL, &items, NULL, 0, NULL, NULL, NULL);
}

/* The program sees what the kernel has written in the buffer. */
static void expect_written(cl_command_queue queue, cl_mem mem, cl_int wanted)
{
    cl_int content[ITEMS] = { 0 };
    clEnqueueReadBuffer(queue, mem, CL_TRUE, 0, sizeof content, content, 0, NULL, NULL);
    for (int i = 0; i < ITEMS; i++)
        if (content[i] != wanted) abort();
}

/* It is enqueued twice. */
CASE(command_buffer_overrun, "CLR-KERNEL-OVERRUN")
{
    struct launched it = writing(the, 0);
    record_write(&it, it.kernel, it.run.to, ITEMS + wrong);
    call.finalize(it.run.buffer);
    for (int i = 0; i < 2; i++) {
        call.enqueue(0, NULL, it.run.buffer, 0, NULL, NULL);
        clFinish(the->queue);
    }
    expect_written(the->queue, it.run.to, 7);
    end_launch(the, &it);
}

CASE(command_buffer_overrun_out_of_order, "CLR-KERNEL-OVERRUN")
{
    struct launched it = writing(the, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    record_write(&it, it.kernel, it.run.to, ITEMS + wrong);
    enqueue_run(&it.run, NULL);
    clFinish(it.run.other);
    end_launch(the, &it);
}

/* The kernel that has the other buffer did not do it. */
CASE(command_buffer_overrun_by_second, "CLR-KERNEL-OVERRUN")
{
    struct launched it = writing(the, 0);
    kept_kernel other = case_kernel(it.program, "other");
    record_write(&it, it.kernel, it.run.from, ITEMS);
    record_write(&it, other, it.run.to, ITEMS + wrong);
    enqueue_run(&it.run, NULL);
    clFinish(the->queue);
    expect_written(the->queue, it.run.from, 7);
    expect_written(the->queue, it.run.to, 8);
    end_launch(the, &it);
}

/* Both kernels have the buffer. */
CASE(command_buffer_overrun_by_one, "CLR-KERNELS-OVERRUN")
{
    struct launched it = writing(the, 0);
    kept_kernel other = case_kernel(it.program, "other");
    record_write(&it, it.kernel, it.run.to, ITEMS);
    record_write(&it, other, it.run.to, ITEMS + wrong);
    enqueue_run(&it.run, NULL);
    clFinish(the->queue);
    end_launch(the, &it);
}

/* What the command buffer overwrites there does not hide a launch before it. */
CASE(command_buffer_behind_overrun, "CLR-KERNEL-OVERRUN")
{
    const size_t items = ITEMS + wrong;
    struct launched it = writing(the, 0);
    kept_kernel other = case_kernel(it.program, "other");
    record_write(&it, it.kernel, it.run.to, ITEMS);
    clSetKernelArg(other, 0, sizeof it.run.to, &it.run.to);
    clEnqueueNDRangeKernel(the->queue, other, 1, NULL, &items, NULL, 0, NULL, NULL);
    enqueue_run(&it.run, NULL);
    clFinish(the->queue);
    end_launch(the, &it);
}
