/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mistakes with command buffers (cl_khr_command_buffer). Headers declare the functions as they are in
 * one revision of the extension, or not at all, so what is needed of them is here.
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
    cl_int(CL_API_CALL *old_copy)(command_buffer, cl_command_queue, cl_mem, cl_mem, size_t, size_t,
                                  size_t, SYNCS);
    cl_int(CL_API_CALL *copy)(command_buffer, cl_command_queue, properties, cl_mem, cl_mem, size_t,
                              size_t, size_t, SYNCS);
} call;

/* 0x9005 is 0.9.5. */
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

static command_buffer buffer_with(const struct the *the, properties list)
{
    command_buffer it;
    look_up(the, &call.create, "clCreateCommandBufferKHR");
    look_up(the, &call.retain, "clRetainCommandBufferKHR");
    look_up(the, &call.release, "clReleaseCommandBufferKHR");
    look_up(the, &call.finalize, "clFinalizeCommandBufferKHR");
    look_up(the, &call.enqueue, "clEnqueueCommandBufferKHR");
    look_up(the, &call.info, "clGetCommandBufferInfoKHR");
    look_up(the, &call.launch, "clCommandNDRangeKernelKHR");
    if (revision_of(the) < 0x9005) look_up(the, &call.old_copy, "clCommandCopyBufferKHR");
    else look_up(the, &call.copy, "clCommandCopyBufferKHR");
    it = call.create(1, &the->queue, list, NULL);
    if (!it) exit(77);
    return it;
}

static command_buffer new_buffer(const struct the *the)
{
    return buffer_with(the, NULL);
}

static cl_int copy_behind(command_buffer buffer, cl_mem from, cl_mem to, size_t size,
                          cl_uint points, const sync_point *list)
{
    return call.copy ? call.copy(buffer, NULL, NULL, from, to, 0, 0, size, points, list, NULL, NULL)
                     : call.old_copy(buffer, NULL, from, to, 0, 0, size, points, list, NULL, NULL);
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
    command_buffer buffer = new_buffer(the);
    call.finalize(wrong ? NULL : buffer);
    call.release(buffer);
}

CASE(command_buffer_type, "CLR-HANDLE-TYPE")
{
    command_buffer buffer = new_buffer(the);
    cl_mem other = memory(the->context);
    call.finalize(wrong ? (command_buffer)other : buffer);
    clReleaseMemObject(other);
    call.release(buffer);
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
    command_buffer buffer = new_buffer(the),
                   other = call.create(wrong ? 0 : 1, &the->queue, NULL, NULL);
    if (other) call.release(other);
    call.release(buffer);
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
    cl_program program = case_program(the, "kernel void nothing() {}");
    cl_kernel kernel = case_kernel(program, "nothing");
    if (wrong) clReleaseKernel(kernel);
    call.launch(buffer, NULL, NULL, kernel, 1, NULL, &one, NULL, 0, NULL, NULL, NULL);
    call.release(buffer);
    if (!wrong) clReleaseKernel(kernel);
    clReleaseProgram(program);
}

CASE(recorded_buffer_context, "CLR-COMMAND-BUFFER-CONTEXT")
{
    command_buffer buffer = new_buffer(the);
    cl_context other = clCreateContext(NULL, 1, &the->device, NULL, NULL, NULL);
    cl_mem from = memory(wrong ? other : the->context), to = memory(the->context);
    copy(buffer, from, to);
    call.release(buffer);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    clReleaseContext(other);
}

CASE(recorded_range, "CLR-BUFFER-RANGE")
{
    command_buffer buffer = new_buffer(the);
    cl_mem from = memory(the->context), to = memory(the->context);
    copy_behind(buffer, from, to, wrong ? 65 : 64, 0, NULL);
    call.release(buffer);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
}

CASE(recorded_sync_points, "CLR-SYNC-POINTS-LENGTH")
{
    struct ready it = make_ready(the, false);
    copy_behind(it.buffer, it.to, it.from, 64, wrong ? 1 : 0, NULL);
    release_ready(&it);
}

CASE(recorded_when_finalized, "CLR-COMMAND-BUFFER-FINALIZED")
{
    struct ready it = make_ready(the, wrong);
    copy(it.buffer, it.to, it.from);
    if (!wrong) call.finalize(it.buffer);
    release_ready(&it);
}

CASE(command_buffer_finalized_twice, "CLR-COMMAND-BUFFER-FINALIZED")
{
    struct ready it = make_ready(the, wrong);
    call.finalize(it.buffer);
    release_ready(&it);
}

CASE(command_buffer_recording, "CLR-COMMAND-BUFFER-RECORDING")
{
    struct ready it = make_ready(the, !wrong);
    call.enqueue(0, NULL, it.buffer, 0, NULL, NULL);
    clFinish(the->queue);
    release_ready(&it);
}

CASE(command_buffer_pending, "CLR-COMMAND-BUFFER-PENDING")
{
    struct ready it = make_ready(the, true);
    cl_event user = clCreateUserEvent(the->context, NULL);
    if (revision_of(the) >= 0x9008) exit(77); /* it is no mistake any more */
    call.enqueue(0, NULL, it.buffer, 1, &user, NULL);
    if (!wrong) clSetUserEventStatus(user, CL_COMPLETE);
    if (!wrong) clFinish(the->queue);
    call.enqueue(0, NULL, it.buffer, 0, NULL, NULL);
    if (wrong) clSetUserEventStatus(user, CL_COMPLETE);
    clFinish(the->queue);
    clReleaseEvent(user);
    release_ready(&it);
}

CASE(command_buffer_event_freed, "CLR-EVENT-FREED")
{
    struct ready it = make_ready(the, true);
    cl_event event = NULL;
    call.enqueue(0, NULL, it.buffer, 0, NULL, &event);
    if (wrong) clReleaseEvent(event);
    clWaitForEvents(1, &event);
    if (!wrong) clReleaseEvent(event);
    clFinish(the->queue);
    release_ready(&it);
}

/* A command buffer that waits orders what comes behind it on its queue. */
CASE(command_buffer_unordered, "CLR-QUEUES-UNORDERED")
{
    static char bytes[64];
    struct ready it = make_ready(the, true);
    cl_command_queue other =
        clCreateCommandQueueWithProperties(the->context, the->device, NULL, NULL);
    cl_event written;
    clEnqueueFillBuffer(other, it.to, "x", 1, 0, sizeof bytes, 0, NULL, &written);
    call.enqueue(0, NULL, it.buffer, wrong ? 0 : 1, wrong ? NULL : &written, NULL);
    clEnqueueReadBuffer(the->queue, it.to, CL_TRUE, 0, sizeof bytes, bytes, 0, NULL, NULL);
    clFinish(other);
    clReleaseEvent(written);
    clReleaseCommandQueue(other);
    release_ready(&it);
}

const struct check_case cases_commands[] = { LISTED(command_buffer_freed),
                                             LISTED(command_buffer_released_twice),
                                             LISTED(command_buffer_leaked),
                                             LISTED(command_buffer_null),
                                             LISTED(command_buffer_type),
                                             LISTED(command_buffer_of_freed_queue),
                                             LISTED(command_buffer_queues),
                                             LISTED(recorded_buffer_freed),
                                             LISTED(recorded_kernel_freed),
                                             LISTED(recorded_buffer_context),
                                             LISTED(recorded_range),
                                             LISTED(recorded_sync_points),
                                             LISTED(recorded_when_finalized),
                                             LISTED(command_buffer_finalized_twice),
                                             LISTED(command_buffer_recording),
                                             LISTED(command_buffer_pending),
                                             LISTED(command_buffer_event_freed),
                                             LISTED(command_buffer_unordered),
                                             END_OF_LIST };
