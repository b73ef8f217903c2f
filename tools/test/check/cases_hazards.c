/* SPDX-License-Identifier: Apache-2.0 */
/* Mistakes that drivers do not report: order, threads, versions. */
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "cases.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Makes a buffer with content, so that kernels may read it. */
static cl_mem buffer_of(const struct given *given, size_t size)
{
    void *zeros = calloc(1, size);
    cl_mem buffer =
        clCreateBuffer(given->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, zeros, NULL);
    free(zeros);
    return buffer;
}

/* ---- callbacks and waiting ---- */

static atomic_bool was_called;
static cl_command_queue queue_to_finish;

static void CL_CALLBACK finishes(cl_event event, cl_int status, void *wrong)
{
    if (*(bool *)wrong) clFinish(queue_to_finish);
    else clFlush(queue_to_finish);
    atomic_store(&was_called, true);
}

CASE(callback_waits, "CLR-CALLBACK-WAITS")
{
    kept_event user = clCreateUserEvent(given->context, NULL);
    queue_to_finish = given->queue;
    clSetEventCallback(user, CL_COMPLETE, finishes, &wrong);
    clSetUserEventStatus(user, CL_COMPLETE);
    while (!atomic_load(&was_called)) {
    }
}

/* Completes the event long after the wait has begun. */
static void *completes_late(void *event)
{
    const struct timespec while_it_waits = { 0, 300000000 };
    nanosleep(&while_it_waits, NULL);
    clSetUserEventStatus(event, CL_COMPLETE);
    return NULL;
}

/* Ends the program while it hangs, as its user would. */
static void *ends_program(void *unused)
{
    const struct timespec while_it_waits = { 0, 300000000 };
    nanosleep(&while_it_waits, NULL);
    _Exit(0);
}

/* If not `wrong`, another thread completes the event while this one waits. The thread's first call
 * does that. */
static pthread_t complete_or_not(cl_event event, bool wrong)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wrong ? ends_program : completes_late, event);
    return thread;
}

CASE(user_event_wait, "CLR-USER-EVENT-WAIT")
{
    kept_event user = clCreateUserEvent(given->context, NULL);
    pthread_t thread = complete_or_not(user, wrong);
    clWaitForEvents(1, &user);
    pthread_join(thread, NULL);
}

static void CL_CALLBACK completes(cl_mem buffer, void *event)
{
    clSetUserEventStatus(event, CL_COMPLETE);
}

/* The callback could complete the event, if the other thread did not end the program first. */
CASE(user_event_wait_callback, "CLR-USER-EVENT-WAIT")
{
    cl_mem buffer = buffer_of(given, 64);
    cl_event user = clCreateUserEvent(given->context, NULL);
    if (!wrong) clSetMemObjectDestructorCallback(buffer, completes, user);
    complete_or_not(user, true);
    clWaitForEvents(1, &user);
}

/* The program waits for the user event through a command: by its event, its queue, or a later
 * command. */
enum through { THE_EVENT, THE_QUEUE, A_READ, ITS_OWN_LIST };

static void wait_through(const struct given *given, bool wrong, enum through what)
{
    static char bytes[64];
    kept_mem buffer = buffer_of(given, sizeof bytes);
    kept_queue other = queue_of(given, 0);
    kept_event user = clCreateUserEvent(given->context, NULL), written = NULL;
    pthread_t thread;
    clEnqueueFillBuffer(given->queue, buffer, "x", 1, 0, sizeof bytes, 1, &user, &written);
    clFlush(given->queue);
    clFinish(other); /* this queue waits for nothing */
    thread = complete_or_not(user, wrong);
    if (what == THE_EVENT) clWaitForEvents(1, &written);
    if (what == THE_QUEUE) clFinish(given->queue);
    if (what == A_READ)
        clEnqueueReadBuffer(given->queue, buffer, CL_TRUE, 0, sizeof bytes, bytes, 0, NULL, NULL);
    if (what == ITS_OWN_LIST) {
        cl_event list[2] = { NULL, written };
        clEnqueueMarkerWithWaitList(other, 0, NULL, list);
        clEnqueueReadBuffer(other, buffer, CL_TRUE, 0, sizeof bytes, bytes, 2, list, NULL);
        clReleaseEvent(list[0]);
    }
    pthread_join(thread, NULL);
}

CALL(user_event_wait_command, "CLR-USER-EVENT-WAIT", wait_through(given, wrong, THE_EVENT))
CALL(user_event_finish, "CLR-USER-EVENT-WAIT", wait_through(given, wrong, THE_QUEUE))
CALL(user_event_read, "CLR-USER-EVENT-WAIT", wait_through(given, wrong, A_READ))
CALL(user_event_read_list, "CLR-USER-EVENT-WAIT", wait_through(given, wrong, ITS_OWN_LIST))

/* clFinish waits for out-of-order queues, too. The second user event may get the address of the
 * first one. */
CASE(user_event_out_of_order, "CLR-USER-EVENT-WAIT")
{
    kept_mem buffer = buffer_of(given, 64);
    kept_queue queue = queue_of(given, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_event user = clCreateUserEvent(given->context, NULL);
    clEnqueueFillBuffer(queue, buffer, "x", 1, 0, 64, 1, &user, NULL);
    if (wrong) complete_or_not(user, wrong);
    else clSetUserEventStatus(user, CL_COMPLETE);
    clFinish(queue);
    clReleaseEvent(user);
    user = clCreateUserEvent(given->context, NULL);
    clFinish(queue);
    clSetUserEventStatus(user, CL_COMPLETE);
    clReleaseEvent(user);
}

/* The program releases the last reference, and nothing can complete the event. */
CASE(user_event_released, "CLR-USER-EVENT-UNSET")
{
    kept_mem buffer = buffer_of(given, 64);
    cl_event user = clCreateUserEvent(given->context, NULL), unused;
    clEnqueueFillBuffer(given->queue, buffer, "x", 1, 0, 64, 1, &user, NULL);
    unused = clCreateUserEvent(given->context, NULL);
    clReleaseEvent(unused); /* nothing waits for it */
    clRetainEvent(user);
    clReleaseEvent(user);
    if (!wrong) clSetUserEventStatus(user, CL_COMPLETE);
    clReleaseEvent(user);
    if (wrong) _Exit(0); /* otherwise the driver's queue waits for ever */
    clFinish(given->queue);
}

/* The program ends, and has neither completed nor released the event. */
CASE(user_event_never_set, "CLR-USER-EVENT-UNSET")
{
    kept_mem buffer = buffer_of(given, 64);
    kept_event user = clCreateUserEvent(given->context, NULL);
    clEnqueueFillBuffer(given->queue, buffer, "x", 1, 0, 64, 1, &user, NULL);
    if (wrong) exit(0);
    clSetUserEventStatus(user, CL_COMPLETE);
    clFinish(given->queue);
}

/* ---- flushes ---- */

/* A command waits for one of another queue, which the program has flushed or not. The program waits
 * for the command's event, its queue, the command itself, or a third queue behind it.
 * clWaitForEvents flushes the queues of all its events. */
enum { FOR_EVENT, FOR_QUEUE, FOR_READ, FOR_THIRD };

static void wait_for_other(const struct given *given, bool wrong, int what)
{
    static char bytes[64];
    kept_mem buffer = buffer_of(given, sizeof bytes);
    kept_queue other = queue_of(given, 0), third = queue_of(given, 0);
    kept_event written = NULL, copied = NULL, marked = NULL;
    clEnqueueFillBuffer(given->queue, buffer, "x", 1, 0, sizeof bytes, 0, NULL, &written);
    clEnqueueMarkerWithWaitList(other, 1, &written, &copied);
    clFlush(other);
    clEnqueueMarkerWithWaitList(third, 1, &copied, &marked);
    if (!wrong && what != FOR_EVENT) clFlush(given->queue);
    if (what == FOR_EVENT) clWaitForEvents(wrong ? 1 : 2, (cl_event[]){ copied, written });
    if (what == FOR_QUEUE) clFinish(other);
    if (what == FOR_THIRD) clFinish(third);
    if (what == FOR_READ)
        clEnqueueReadBuffer(other, buffer, CL_TRUE, 0, sizeof bytes, bytes, 1, &written, NULL);
    clFinish(given->queue);
    clFinish(third);
}

CALL(not_flushed_event, "CLR-QUEUE-NOT-FLUSHED", wait_for_other(given, wrong, FOR_EVENT))
CALL(not_flushed_queue, "CLR-QUEUE-NOT-FLUSHED", wait_for_other(given, wrong, FOR_QUEUE))
CALL(not_flushed_read, "CLR-QUEUE-NOT-FLUSHED", wait_for_other(given, wrong, FOR_READ))
CALL(not_flushed_third, "CLR-QUEUE-NOT-FLUSHED", wait_for_other(given, wrong, FOR_THIRD))

/* One flush covers only earlier commands. The last release of a queue flushes it, too. */
CASE(not_flushed_again, "CLR-QUEUE-NOT-FLUSHED")
{
    cl_command_queue first = queue_of(given, 0);
    kept_event early = NULL, late = NULL;
    clEnqueueMarkerWithWaitList(first, 0, NULL, &early);
    clFlush(first);
    clEnqueueMarkerWithWaitList(first, 0, NULL, &late);
    clEnqueueMarkerWithWaitList(given->queue, 1, wrong ? &late : &early, NULL);
    clFinish(given->queue);
    clReleaseCommandQueue(first);
    clEnqueueMarkerWithWaitList(given->queue, 1, &late, NULL);
    clFinish(given->queue);
}

/* A blocking call flushes its own queue. Another queue waits for a command of that queue, and the
 * call waits for the other queue. */
static void read_behind_marker(const struct given *given, bool wrong, cl_command_queue queue)
{
    static char bytes[64];
    kept_mem buffer = buffer_of(given, sizeof bytes);
    kept_queue other = queue_of(given, 0);
    kept_event written = NULL, marked = NULL;
    clEnqueueFillBuffer(given->queue, buffer, "x", 1, 0, sizeof bytes, 0, NULL, &written);
    clEnqueueMarkerWithWaitList(other, 1, &written, &marked);
    clFlush(other);
    clEnqueueReadBuffer(wrong ? queue : given->queue, buffer, CL_TRUE, 0, sizeof bytes, bytes, 1,
                        &marked, NULL);
}

CASE(not_flushed_itself, "CLR-QUEUE-NOT-FLUSHED")
{
    kept_queue third = queue_of(given, 0);
    read_behind_marker(given, wrong, third);
}

/* The same, but a command before the blocking call waits for the other queue. */
CASE(not_flushed_itself_before, "CLR-QUEUE-NOT-FLUSHED")
{
    kept_queue other = queue_of(given, 0), third = queue_of(given, 0);
    kept_event first = NULL, marked = NULL;
    clEnqueueMarkerWithWaitList(given->queue, 0, NULL, &first);
    clEnqueueMarkerWithWaitList(other, 1, &first, &marked);
    clFlush(other);
    clEnqueueMarkerWithWaitList(wrong ? third : given->queue, 1, &marked, NULL);
    clFinish(wrong ? third : given->queue);
}

/* ---- order ---- */

CASE(queues_unordered, "CLR-QUEUES-UNORDERED")
{
    static char bytes[64];
    kept_mem buffer = buffer_of(given, sizeof bytes);
    kept_queue other = queue_of(given, 0);
    kept_event written = NULL;
    clEnqueueFillBuffer(given->queue, buffer, "x", 1, 0, sizeof bytes, 0, NULL, &written);
    clFlush(given->queue);
    clEnqueueReadBuffer(other, buffer, CL_TRUE, 0, sizeof bytes, bytes, wrong ? 0 : 1,
                        wrong ? NULL : &written, NULL);
    clFinish(given->queue);
}

CASE(queues_unordered_copy, "CLR-QUEUES-UNORDERED")
{
    kept_mem from = buffer_of(given, 64), to = buffer_of(given, 64);
    kept_queue other = queue_of(given, 0);
    clEnqueueFillBuffer(given->queue, from, "x", 1, 0, 64, 0, NULL, NULL);
    if (!wrong) clFinish(given->queue);
    clEnqueueCopyBuffer(other, from, to, 0, 0, 64, 0, NULL, NULL);
    clFinish(given->queue);
    clFinish(other);
}

CASE(queue_unordered, "CLR-QUEUE-UNORDERED")
{
    static char bytes[64];
    kept_mem buffer = buffer_of(given, sizeof bytes);
    kept_queue queue = queue_of(given, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    clEnqueueFillBuffer(queue, buffer, "x", 1, 0, sizeof bytes, 0, NULL, NULL);
    if (!wrong) clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, sizeof bytes, bytes, 0, NULL, NULL);
    clFinish(queue);
}

/* The other queue uses the bytes behind, or shares one byte. */
CASE(queues_unordered_part, "CLR-QUEUES-UNORDERED")
{
    static char bytes[64];
    kept_mem buffer = buffer_of(given, sizeof bytes);
    kept_queue other = queue_of(given, 0);
    clEnqueueFillBuffer(given->queue, buffer, "x", 1, 0, wrong ? 33 : 32, 0, NULL, NULL);
    clEnqueueReadBuffer(other, buffer, CL_FALSE, 32, 32, bytes, 0, NULL, NULL);
    clFinish(given->queue);
    clFinish(other);
}

/* The other way round: first the bytes behind, then those before, or one byte more. */
CASE(queues_unordered_before, "CLR-QUEUES-UNORDERED")
{
    static char bytes[64];
    kept_mem buffer = buffer_of(given, sizeof bytes);
    kept_queue other = queue_of(given, 0);
    clEnqueueFillBuffer(given->queue, buffer, "x", 1, 32, 32, 0, NULL, NULL);
    clEnqueueReadBuffer(other, buffer, CL_FALSE, 0, wrong ? 33 : 32, bytes, 0, NULL, NULL);
    clFinish(given->queue);
    clFinish(other);
}

/* The queues use separate columns of an area. Or one writes its first rows, and the other reads
 * their last byte. */
CASE(queues_unordered_rows, "CLR-QUEUES-UNORDERED")
{
    static char bytes[64];
    const size_t left[3] = { 0, 0, 0 }, right[3] = { 4, 0, 0 }, half[3] = { 4, 8, 1 },
                 rows[3] = { 8, 4, 1 };
    kept_mem buffer = buffer_of(given, sizeof bytes);
    kept_queue other = queue_of(given, 0);
    clEnqueueWriteBufferRect(given->queue, buffer, CL_FALSE, left, left, wrong ? rows : half, 8, 0,
                             8, 0, bytes, 0, NULL, NULL);
    if (wrong) clEnqueueReadBuffer(other, buffer, CL_FALSE, 31, 1, bytes, 0, NULL, NULL);
    else
        clEnqueueReadBufferRect(other, buffer, CL_FALSE, right, left, half, 8, 0, 4, 0, bytes, 0,
                                NULL, NULL);
    clFinish(given->queue);
    clFinish(other);
}

/* A read of the bytes between two slices is legal. */
CASE(queues_unordered_slices, "CLR-QUEUES-UNORDERED")
{
    static char bytes[64];
    const size_t none[3] = { 0, 0, 0 }, slices[3] = { 8, 1, 2 };
    kept_mem buffer = buffer_of(given, sizeof bytes);
    kept_queue other = queue_of(given, 0);
    clEnqueueWriteBufferRect(given->queue, buffer, CL_FALSE, none, none, slices, 8, wrong ? 8 : 16,
                             8, 8, bytes, 0, NULL, NULL);
    clEnqueueReadBuffer(other, buffer, CL_FALSE, 8, 8, bytes + 32, 0, NULL, NULL);
    clFinish(given->queue);
    clFinish(other);
}

CASE(queues_unordered_image, "CLR-QUEUES-UNORDERED")
{
    static float pixels[4 * 4 * 4], result[4 * 2 * 4];
    const size_t none[3] = { 0, 0, 0 }, all[3] = { 4, 4, 1 }, rows[3] = { 4, 2, 1 };
    const cl_image_format format = { CL_RGBA, CL_FLOAT };
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = 4,
                                 .image_height = 4 };
    kept_mem image = clCreateImage(given->context, 0, &format, &desc, NULL, NULL);
    kept_queue other = queue_of(given, 0);
    clEnqueueWriteImage(given->queue, image, CL_FALSE, none, wrong ? all : rows, 0, 0, pixels, 0,
                        NULL, NULL);
    clEnqueueReadImage(other, image, CL_FALSE, (size_t[]){ 0, 2, 0 }, rows, 0, 0, result, 0, NULL,
                       NULL);
    clFinish(given->queue);
    clFinish(other);
}

/* A write of no bytes is legal. */
CASE(queues_unordered_bytes, "CLR-QUEUES-UNORDERED")
{
    static char bytes[64];
    kept_mem buffer = buffer_of(given, sizeof bytes);
    kept_queue other = queue_of(given, 0);
    if (clEnqueueWriteBuffer(given->queue, buffer, CL_FALSE, 0, 0, bytes, 0, NULL, NULL))
        exit(77); /* this driver refuses 0 bytes, as OpenCL required before 2.1 */
    clEnqueueWriteBuffer(given->queue, buffer, CL_FALSE, 4, wrong ? 1 : 0, bytes, 0, NULL, NULL);
    clEnqueueReadBuffer(other, buffer, CL_TRUE, 0, sizeof bytes, bytes, 0, NULL, NULL);
    clFinish(given->queue);
}

/* The wait returns an error because of one event, but has waited for both. */
CASE(waited_with_error, "CLR-EVENT-FAILED-AS-SET")
{
    kept_mem from = buffer_of(given, 64), to = buffer_of(given, 64);
    kept_queue other = queue_of(given, 0);
    cl_event events[2] = { clCreateUserEvent(given->context, NULL), NULL };
    clEnqueueFillBuffer(given->queue, from, "x", 1, 0, 64, 0, NULL, &events[1]);
    clSetUserEventStatus(events[0], wrong ? -1 : CL_COMPLETE);
    clWaitForEvents(2, events);
    clEnqueueCopyBuffer(other, from, to, 0, 0, 64, 0, NULL, NULL);
    clFinish(other);
    clReleaseEvent(events[0]);
    clReleaseEvent(events[1]);
}

/* The write is enqueued after the read. But the read begins only when the program sets an event,
 * after the write has ended. */
CASE(queues_unordered_held, "CLR-QUEUES-UNORDERED-READ")
{
    static char bytes[64];
    kept_mem buffer = buffer_of(given, sizeof bytes);
    kept_queue other = queue_of(given, 0);
    kept_event begins = clCreateUserEvent(given->context, NULL);
    if (wrong) clSetUserEventStatus(begins, CL_COMPLETE);
    clEnqueueMarkerWithWaitList(other, 1, &begins, NULL);
    clEnqueueReadBuffer(other, buffer, CL_FALSE, 0, sizeof bytes, bytes, 0, NULL, NULL);
    clEnqueueFillBuffer(given->queue, buffer, "x", 1, 0, sizeof bytes, 0, NULL, NULL);
    clFinish(given->queue);
    if (!wrong) clSetUserEventStatus(begins, CL_COMPLETE);
    clFinish(other);
}

/* The write is enqueued first, but behind the marker that holds the read back. */
CASE(queues_unordered_held_later, "CLR-QUEUES-UNORDERED")
{
    static char bytes[64];
    kept_mem buffer = buffer_of(given, sizeof bytes);
    kept_queue other = queue_of(given, 0);
    kept_event begins = clCreateUserEvent(given->context, NULL);
    if (wrong) clSetUserEventStatus(begins, CL_COMPLETE);
    clEnqueueMarkerWithWaitList(other, 1, &begins, NULL);
    clEnqueueFillBuffer(given->queue, buffer, "x", 1, 0, sizeof bytes, 0, NULL, NULL);
    clEnqueueReadBuffer(other, buffer, CL_FALSE, 0, sizeof bytes, bytes, 0, NULL, NULL);
    clFinish(given->queue);
    if (!wrong) clSetUserEventStatus(begins, CL_COMPLETE);
    clFinish(other);
}

/* One queue writes while another still reads. */
CASE(queues_unordered_read, "CLR-QUEUES-UNORDERED-READ")
{
    static char bytes[64];
    kept_mem buffer = buffer_of(given, sizeof bytes);
    kept_queue other = queue_of(given, 0);
    kept_event read = NULL;
    clEnqueueReadBuffer(given->queue, buffer, CL_FALSE, 0, sizeof bytes, bytes, 0, NULL, &read);
    clEnqueueFillBuffer(other, buffer, "x", 1, 0, sizeof bytes, wrong ? 0 : 1, wrong ? NULL : &read,
                        NULL);
    clFinish(given->queue);
    clFinish(other);
}

CASE(queue_unordered_read, "CLR-QUEUE-UNORDERED-READ")
{
    kept_mem from = buffer_of(given, 64), to = buffer_of(given, 64);
    kept_queue queue = queue_of(given, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    clEnqueueCopyBuffer(queue, from, to, 0, 0, 64, 0, NULL, NULL);
    if (!wrong) clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL);
    clEnqueueFillBuffer(queue, from, "x", 1, 0, 64, 0, NULL, NULL);
    clFinish(queue);
}

/* ---- order of kernels ---- */

static const char copy_source[] = "kernel void copy(global const int *from, global int *to)"
                                  "{ to[get_global_id(0)] = from[get_global_id(0)]; }\n"
                                  "kernel void seem(global int *from, global int *to)"
                                  "{ if (*from == 1 || *to == 1) printf(\"1\"); }\n"
                                  "kernel void upper(global const int *from, global int *to)"
                                  "{ to[16 + get_global_id(0)] = from[16 + get_global_id(0)]; }\n"
                                  "kernel void ignore(global const int *from, global int *to)"
                                  "{ to[get_global_id(0)] = 1; }\n"
                                  "kernel void choose(global const int *from, global int *to,"
                                  "  global const int *other, int which)"
                                  "{ const int i = get_global_id(0);"
                                  "  to[i] = which ? from[i] : other[i]; }\n"
                                  "kernel void limited(global int *from, global int *to,"
                                  "  global const int *other, int which)"
                                  "{ const int i = get_global_id(0); to[i] = 1;"
                                  "  for (int j = i; j < which; j++) from[j] = other[j]; }\n"
                                  "kernel void indexed(global int *from, global int *to)"
                                  "{ const int i = get_global_id(0); to[i] = from[i]; }\n";

/* A kernel runs on one queue. A command of another queue uses one of its buffers. */
struct two {
    cl_program program;
    cl_kernel kernel;
    cl_mem from, to;
    cl_command_queue queue, other;
    cl_event event;
};

static struct two two_of(const struct given *given, const char *name)
{
    struct two two;
    two.program = case_program(given, copy_source);
    two.kernel = case_kernel(two.program, name);
    two.from = buffer_of(given, 128);
    two.to = buffer_of(given, 128);
    two.queue = given->queue;
    two.other = queue_of(given, 0);
    two.event = NULL;
    clSetKernelArg(two.kernel, 0, sizeof two.from, &two.from);
    clSetKernelArg(two.kernel, 1, sizeof two.to, &two.to);
    return two;
}

static void launch_two(cl_command_queue queue, struct two *two, bool waits)
{
    const size_t size = 16;
    cl_event before = two->event;
    clEnqueueNDRangeKernel(queue, two->kernel, 1, NULL, &size, NULL, waits ? 1 : 0,
                           waits ? &before : NULL, waits ? NULL : &two->event);
}

static void release_two(struct two *two)
{
    clFinish(two->queue);
    clFinish(two->other);
    if (two->event) clReleaseEvent(two->event);
    clReleaseCommandQueue(two->other);
    clReleaseMemObject(two->from);
    clReleaseMemObject(two->to);
    clReleaseKernel(two->kernel);
    clReleaseProgram(two->program);
}
#define kept_two KEPT_BY(release_two) struct two

CASE(kernel_writes_unordered, "CLR-QUEUES-UNORDERED")
{
    static char bytes[128];
    kept_two two = two_of(given, "copy");
    launch_two(given->queue, &two, false);
    clEnqueueReadBuffer(two.other, two.to, CL_FALSE, 0, 128, bytes, wrong ? 0 : 1,
                        wrong ? NULL : &two.event, NULL);
}

/* A launch may have no work-items since OpenCL 2.1. */
CASE(kernel_without_items, "CLR-QUEUES-UNORDERED")
{
    static char bytes[128];
    const size_t size = wrong ? 16 : 0;
    kept_two two = two_of(given, "copy");
    clEnqueueNDRangeKernel(given->queue, two.kernel, 1, NULL, &size, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(two.other, two.to, CL_FALSE, 0, 128, bytes, 0, NULL, NULL);
}

/* Another queue may read what a kernel only reads. It may also read where the layer cannot tell
 * whether the kernel writes. */
CASE(kernel_writes_one, "CLR-QUEUES-UNORDERED")
{
    static char bytes[128];
    kept_two two = two_of(given, "copy"), seen = two_of(given, "seem");
    launch_two(given->queue, &two, false);
    launch_two(given->queue, &seen, false);
    clEnqueueReadBuffer(two.other, wrong ? two.to : two.from, CL_FALSE, 0, 128, bytes, 0, NULL,
                        NULL);
    clEnqueueReadBuffer(two.other, seen.from, CL_FALSE, 0, 128, bytes, 0, NULL, NULL);
    clEnqueueReadBuffer(two.other, seen.to, CL_FALSE, 0, 128, bytes, 0, NULL, NULL);
}

/* The layer does not know which part of a buffer the kernel writes to. */
CASE(kernel_writes_part, "CLR-QUEUES-UNORDERED")
{
    static char bytes[128];
    kept_two two = two_of(given, "upper");
    launch_two(given->queue, &two, false);
    clEnqueueReadBuffer(two.other, two.to, CL_FALSE, 0, wrong ? 128 : 64, bytes, 0, NULL, NULL);
}

/* The layer knows which elements the first work-item uses. So it knows when two kernels share a
 * buffer without a conflict. */
enum share { SAME_INDEX, OTHER_OFFSET, OTHER_PART, IN_ORDER };

static void launch_both(const struct given *given, const char *name, enum share share)
{
    const size_t offset = share == OTHER_OFFSET ? 16 : 0, size = 16;
    kept_two two = two_of(given, name);
    kept_kernel next = case_kernel(two.program, share == OTHER_PART ? "upper" : name);
    kept_mem last = buffer_of(given, 128);
    clSetKernelArg(next, 0, sizeof two.to, &two.to);
    clSetKernelArg(next, 1, sizeof last, &last);
    launch_two(given->queue, &two, false);
    if (share == IN_ORDER) clFinish(given->queue);
    clEnqueueNDRangeKernel(two.other, next, 1, &offset, &size, NULL, 0, NULL, NULL);
    clFinish(two.other);
}

CALL(kernels_unordered, "CLR-QUEUES-UNORDERED",
     launch_both(given, "copy", wrong ? SAME_INDEX : IN_ORDER))
CALL(kernels_unordered_offset, "CLR-QUEUES-UNORDERED",
     launch_both(given, "indexed", wrong ? SAME_INDEX : OTHER_OFFSET))
CALL(kernels_unordered_part, "CLR-QUEUES-UNORDERED",
     launch_both(given, "copy", wrong ? SAME_INDEX : OTHER_PART))

/* The read takes other elements than the first work-item writes. */
CASE(kernel_and_copy, "CLR-QUEUES-UNORDERED")
{
    static char bytes[64];
    kept_two two = two_of(given, "indexed");
    launch_two(given->queue, &two, false);
    clEnqueueReadBuffer(two.other, two.to, CL_FALSE, wrong ? 3 : 64, 4, bytes, 0, NULL, NULL);
}

CASE(kernel_reads_unordered, "CLR-QUEUES-UNORDERED")
{
    struct two two = two_of(given, "copy");
    clEnqueueFillBuffer(given->queue, two.from, "x", 1, 0, 128, 0, NULL, &two.event);
    if (!wrong) {
        launch_two(two.other, &two, true);
    } else {
        clReleaseEvent(two.event);
        launch_two(two.other, &two, false);
    }
    release_two(&two);
}

/* Fills or maps a buffer that the kernel has, but need not read. */
static void fill_for_kernel(const struct given *given, const char *name, bool maps)
{
    const cl_int which = 0;
    kept_two two = two_of(given, name);
    kept_mem other = buffer_of(given, 128);
    void *mapped = NULL;
    if (!strcmp(name, "choose") || !strcmp(name, "limited")) {
        clSetKernelArg(two.kernel, 2, sizeof other, &other);
        clSetKernelArg(two.kernel, 3, sizeof which, &which);
    }
    if (maps)
        mapped = clEnqueueMapBuffer(given->queue, two.from, CL_TRUE, CL_MAP_WRITE, 0, 128, 0, NULL,
                                    NULL, NULL);
    else clEnqueueFillBuffer(given->queue, two.from, "x", 1, 0, 128, 0, NULL, NULL);
    launch_two(maps ? given->queue : two.other, &two, false);
    if (maps) clEnqueueUnmapMemObject(given->queue, two.from, mapped, 0, NULL, NULL);
    else clEnqueueFillBuffer(given->queue, two.from, "y", 1, 0, 128, 0, NULL, NULL);
}

CASE(kernel_ignores_filled, "CLR-QUEUES-UNORDERED")
{
    if (wrong) launch_both(given, "copy", SAME_INDEX);
    else fill_for_kernel(given, "ignore", false);
}

CASE(kernel_chooses_other, "CLR-QUEUES-UNORDERED")
{
    if (wrong) launch_both(given, "copy", SAME_INDEX);
    else fill_for_kernel(given, "choose", false);
}

CALL(kernel_chooses_unmapped, "CLR-KERNEL-ARGUMENT-MAPPED",
     fill_for_kernel(given, wrong ? "copy" : "choose", true))

CASE(kernel_loops_not, "CLR-QUEUES-UNORDERED")
{
    if (wrong) launch_both(given, "copy", SAME_INDEX);
    else fill_for_kernel(given, "limited", false);
}

CALL(kernel_loops_unmapped, "CLR-KERNEL-ARGUMENT-MAPPED",
     fill_for_kernel(given, wrong ? "copy" : "limited", true))

CASE(kernel_read_unordered, "CLR-QUEUES-UNORDERED-READ")
{
    kept_two two = two_of(given, "copy");
    launch_two(given->queue, &two, false);
    if (!wrong) clFinish(given->queue);
    clEnqueueFillBuffer(two.other, two.from, "x", 1, 0, 128, 0, NULL, NULL);
}

/* The layer cannot tell whether a kernel writes under a condition. The program knows. */
CASE(kernel_may_write, "CLR-QUEUES-UNORDERED")
{
    static float pixels[4];
    static const cl_image_format format = { CL_RGBA, CL_FLOAT };
    static const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                        .image_width = 1,
                                        .image_height = 1 };
    static const size_t origin[3] = { 0, 0, 0 }, region[3] = { 1, 1, 1 }, size = 1;
    static const cl_int draws = 0;
    kept_program program =
        case_program(given, "kernel void draw(write_only image2d_t to, global int *b, int draws)"
                            "{ write_imagef(to, (int2)(0), (float4)(1)); }"
                            "kernel void perhaps(write_only image2d_t to, global int *b, int draws)"
                            "{ if (draws) { write_imagef(to, (int2)(0), (float4)(1)); *b = 1; } }");
    kept_kernel kernel = case_kernel(program, wrong ? "draw" : "perhaps");
    kept_mem image = clCreateImage(given->context, 0, &format, &desc, NULL, NULL);
    kept_mem buffer = buffer_of(given, 64);
    kept_queue other = queue_of(given, 0);
    clSetKernelArg(kernel, 0, sizeof image, &image);
    clSetKernelArg(kernel, 1, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 2, sizeof draws, &draws);
    clEnqueueNDRangeKernel(given->queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(other, buffer, CL_TRUE, 0, sizeof pixels, pixels, 0, NULL, NULL);
    clEnqueueNDRangeKernel(given->queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL);
    clEnqueueReadImage(other, image, CL_TRUE, origin, region, 0, 0, pixels, 0, NULL, NULL);
    clFinish(given->queue);
}

/* What the host has written to a mapped buffer arrives when the unmap has ended. */
CASE(unmapped_unordered, "CLR-QUEUES-UNORDERED")
{
    static char bytes[64];
    kept_mem buffer = buffer_of(given, 128);
    kept_queue other = queue_of(given, 0);
    void *mapped =
        clEnqueueMapBuffer(given->queue, buffer, CL_TRUE, wrong ? CL_MAP_WRITE : CL_MAP_READ, 64,
                           64, 0, NULL, NULL, NULL);
    clEnqueueUnmapMemObject(given->queue, buffer, mapped, 0, NULL, NULL);
    clEnqueueReadBuffer(other, buffer, CL_FALSE, 64, 64, bytes, 0, NULL, NULL);
    clFinish(given->queue);
    clFinish(other);
}

/* Any command that waits, whatever it does, makes the later commands of its queue wait. */
CASE(migration_unordered, "CLR-QUEUES-UNORDERED")
{
    static char bytes[64];
    kept_mem buffer = buffer_of(given, sizeof bytes), another = buffer_of(given, 64);
    kept_queue other = queue_of(given, 0);
    kept_event written = NULL;
    clEnqueueFillBuffer(given->queue, buffer, "x", 1, 0, sizeof bytes, 0, NULL, &written);
    clEnqueueMigrateMemObjects(other, 1, &another, 0, wrong ? 0 : 1, wrong ? NULL : &written, NULL);
    clEnqueueReadBuffer(other, buffer, CL_FALSE, 0, sizeof bytes, bytes, 0, NULL, NULL);
    clFinish(given->queue);
    clFinish(other);
}

/* ---- order of sub-buffers ---- */

/* A buffer and two parts of it. The parts begin at 0 and at BEHIND, which is a multiple of any
 * device's alignment, or overlap. */
enum { BEHIND = 512, WHOLE = 4 * BEHIND };
struct parts {
    cl_mem whole, first, second;
    cl_command_queue queue, other;
};

static cl_mem part_of(cl_mem whole, size_t origin, size_t size)
{
    const cl_buffer_region region = { origin, size };
    return clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
}

static struct parts parts_of(const struct given *given, bool share)
{
    cl_mem whole = buffer_of(given, WHOLE);
    return (struct parts){ whole, part_of(whole, 0, share ? 2 * BEHIND : BEHIND),
                           part_of(whole, BEHIND, 2 * BEHIND), given->queue, queue_of(given, 0) };
}

static void fill_part(cl_command_queue queue, cl_mem mem, size_t offset)
{
    clEnqueueFillBuffer(queue, mem, "x", 1, offset, 64, 0, NULL, NULL);
}

static void read_part(cl_command_queue queue, cl_mem mem, size_t offset, size_t size)
{
    static char bytes[WHOLE];
    clEnqueueReadBuffer(queue, mem, CL_FALSE, offset, size, bytes, 0, NULL, NULL);
}

static void release_parts(const struct parts *parts)
{
    clFinish(parts->queue);
    clFinish(parts->other);
    clReleaseCommandQueue(parts->other);
    clReleaseMemObject(parts->first);
    clReleaseMemObject(parts->second);
    clReleaseMemObject(parts->whole);
}
#define kept_parts KEPT_BY(release_parts) const struct parts

CASE(sub_buffer_unordered, "CLR-QUEUES-UNORDERED")
{
    kept_parts parts = parts_of(given, false);
    fill_part(given->queue, parts.whole, BEHIND);
    if (!wrong) clFinish(given->queue);
    read_part(parts.other, parts.second, 0, 64);
}

/* Both commands use the same part, which begins at BEHIND: the same bytes, or those at BEHIND in the
 * part. */
CASE(sub_buffer_alone, "CLR-QUEUES-UNORDERED")
{
    kept_parts parts = parts_of(given, false);
    fill_part(given->queue, parts.second, 0);
    read_part(parts.other, parts.second, wrong ? 63 : BEHIND, 64);
}

/* Only the source has gaps between its rows, or only the destination. The other command uses the
 * last byte of the rows without gaps, or begins behind it. */
static void copy_rows(const struct given *given, cl_mem from, size_t from_pitch, cl_mem to,
                      size_t to_pitch)
{
    const size_t origin[3] = { 0, 0, 0 }, region[3] = { 8, 2, 1 };
    clEnqueueCopyBufferRect(given->queue, from, to, origin, origin, region, from_pitch, 0, to_pitch,
                            0, 0, NULL, NULL);
}

CASE(copy_rect_unordered, "CLR-QUEUES-UNORDERED")
{
    kept_parts parts = parts_of(given, false);
    kept_mem from = buffer_of(given, 64);
    copy_rows(given, from, 16, parts.whole, 8);
    read_part(parts.other, parts.whole, wrong ? 15 : 16, 8);
}

CASE(copy_rect_unordered_read, "CLR-QUEUES-UNORDERED-READ")
{
    kept_parts parts = parts_of(given, false);
    kept_mem to = buffer_of(given, 64);
    copy_rows(given, parts.whole, 8, to, 16);
    fill_part(parts.other, parts.whole, wrong ? 15 : 16);
}

/* The read ends before the second part, or includes its first byte. */
CASE(sub_buffer_behind, "CLR-QUEUES-UNORDERED")
{
    kept_parts parts = parts_of(given, false);
    fill_part(given->queue, parts.whole, BEHIND - 64 + wrong);
    read_part(parts.other, parts.second, 0, 64);
}

CASE(sub_buffer_then_buffer, "CLR-QUEUES-UNORDERED")
{
    kept_parts parts = parts_of(given, false);
    fill_part(given->queue, parts.second, 64);
    read_part(parts.other, parts.whole, BEHIND, wrong ? 65 : 64);
}

CASE(sub_buffers_unordered, "CLR-QUEUES-UNORDERED")
{
    kept_parts parts = parts_of(given, wrong);
    fill_part(given->queue, parts.first, wrong ? BEHIND : 64);
    read_part(parts.other, parts.second, 0, 64);
}

CASE(sub_buffers_unordered_read, "CLR-QUEUES-UNORDERED-READ")
{
    kept_parts parts = parts_of(given, wrong);
    read_part(given->queue, parts.first, wrong ? BEHIND : 64, 64);
    fill_part(parts.other, parts.second, 0);
}

/* A later use of another part does not hide the earlier write. */
CASE(sub_buffer_between, "CLR-QUEUES-UNORDERED")
{
    kept_parts parts = parts_of(given, false);
    fill_part(given->queue, parts.whole, WHOLE - 64);
    fill_part(given->queue, parts.first, 0);
    if (!wrong) clFinish(given->queue);
    fill_part(given->queue, parts.second, 0);
    read_part(parts.other, parts.whole, WHOLE - 64, 64);
}

/* A kernel writes to an unknown place in a part. The read covers the whole part, or all but its
 * first byte. The next case is about a kernel that reads the first bytes of a part. */
CASE(sub_buffer_of_kernel, "CLR-QUEUES-UNORDERED")
{
    kept_two kernel = two_of(given, "upper");
    kept_parts parts = parts_of(given, false);
    const size_t from = wrong ? BEHIND : BEHIND + 1;
    clSetKernelArg(kernel.kernel, 1, sizeof parts.second, &parts.second);
    launch_two(given->queue, &kernel, false);
    read_part(parts.other, parts.whole, from, 3 * BEHIND - from);
}

CASE(kernel_of_sub_buffer, "CLR-QUEUES-UNORDERED")
{
    kept_two kernel = two_of(given, "copy");
    kept_parts parts = parts_of(given, false);
    const size_t from = wrong ? BEHIND : BEHIND + 64;
    clSetKernelArg(kernel.kernel, 0, sizeof parts.second, &parts.second);
    clEnqueueFillBuffer(given->queue, parts.whole, "x", 1, from, 3 * BEHIND - from, 0, NULL, NULL);
    launch_two(parts.other, &kernel, false);
    clFinish(parts.other);
}

/* Two kernels may touch the same bytes, but need not. A command on all bytes always overlaps with
 * the kernel. */
CASE(kernels_of_parts, "CLR-QUEUES-UNORDERED")
{
    struct two kernel = two_of(given, "upper");
    kept_parts parts = parts_of(given, false);
    clSetKernelArg(kernel.kernel, 1, sizeof parts.whole, &parts.whole);
    launch_two(given->queue, &kernel, false);
    clReleaseEvent(kernel.event);
    clSetKernelArg(kernel.kernel, 1, sizeof parts.second, &parts.second);
    launch_two(parts.other, &kernel, false);
    if (wrong) read_part(parts.other, parts.whole, 0, WHOLE);
    clFinish(parts.other);
    release_two(&kernel);
}

CASE(kernel_of_buffer_then_part, "CLR-QUEUES-UNORDERED")
{
    kept_two kernel = two_of(given, "copy");
    kept_parts parts = parts_of(given, false);
    clSetKernelArg(kernel.kernel, 1, sizeof parts.whole, &parts.whole);
    launch_two(given->queue, &kernel, false);
    read_part(parts.other, wrong ? parts.first : parts.second, 0, 4);
}

/* ---- mapped while a kernel runs ---- */

static void launch_mapped(const struct given *given, cl_map_flags flags, bool from, size_t size,
                          bool unmaps)
{
    kept_two two = two_of(given, "copy");
    cl_mem mem = from ? two.from : two.to;
    void *mapped =
        clEnqueueMapBuffer(given->queue, mem, CL_TRUE, flags, 0, size, 0, NULL, NULL, NULL);
    if (unmaps) clEnqueueUnmapMemObject(given->queue, mem, mapped, 0, NULL, NULL);
    launch_two(given->queue, &two, false);
    if (!unmaps) clEnqueueUnmapMemObject(given->queue, mem, mapped, 0, NULL, NULL);
}

CALL(mapped_for_writing, "CLR-KERNEL-ARGUMENT-MAPPED",
     launch_mapped(given, CL_MAP_WRITE, true, 128, !wrong))

CASE(mapped_for_reading, "CLR-KERNEL-ARGUMENT-MAPPED")
{
    /* The kernel reads `from`, and writes to `to`. */
    launch_mapped(given, CL_MAP_READ, !wrong, 128, false);
}

CALL(mapped_in_part, "CLR-KERNEL-ARGUMENT-MAPPED",
     launch_mapped(given, CL_MAP_WRITE, false, wrong ? 128 : 64, false))

/* The kernel begins only when the program sets an event, after the unmap. */
CASE(mapped_while_held, "CLR-KERNEL-ARGUMENT-MAPPED")
{
    kept_two two = two_of(given, "copy");
    kept_event begins = clCreateUserEvent(given->context, NULL);
    void *mapped = clEnqueueMapBuffer(given->queue, two.from, CL_TRUE, CL_MAP_WRITE, 0, 128, 0,
                                      NULL, NULL, NULL);
    if (wrong) clSetUserEventStatus(begins, CL_COMPLETE);
    clEnqueueMarkerWithWaitList(given->queue, 1, &begins, NULL);
    launch_two(given->queue, &two, false);
    if (wrong) clFinish(given->queue);
    clEnqueueUnmapMemObject(two.other, two.from, mapped, 0, NULL, NULL);
    clFinish(two.other);
    if (!wrong) clSetUserEventStatus(begins, CL_COMPLETE);
}

/* ---- mapped without blocking ---- */

static void *map_later(const struct given *given, cl_mem buffer, cl_event *mapped)
{
    return clEnqueueMapBuffer(given->queue, buffer, CL_FALSE, CL_MAP_WRITE, 0, 64, 0, NULL, mapped,
                              NULL);
}

CASE(map_not_awaited, "CLR-MAP-NOT-AWAITED")
{
    kept_mem buffer = buffer_of(given, 64);
    kept_event ended = NULL;
    void *mapped = map_later(given, buffer, &ended);
    if (!wrong) clWaitForEvents(1, &ended);
    clEnqueueUnmapMemObject(given->queue, buffer, mapped, 0, NULL, NULL);
    clFinish(given->queue);
}

/* Only the unmap uses the region, after the map. */
CASE(map_awaited_by_unmap, "CLR-MAP-NOT-AWAITED")
{
    kept_mem buffer = buffer_of(given, 64);
    kept_event ended = NULL;
    void *mapped = map_later(given, buffer, &ended);
    clEnqueueUnmapMemObject(given->queue, buffer, mapped, wrong ? 0 : 1, wrong ? NULL : &ended,
                            NULL);
    clFinish(given->queue);
}

/* A wait for the first map is no wait for the second. */
CASE(map_again_not_awaited, "CLR-MAP-NOT-AWAITED")
{
    kept_mem buffer = buffer_of(given, 64);
    for (int i = 0; i < 2; i++) {
        void *mapped = map_later(given, buffer, NULL);
        if (!wrong || !i) clFinish(given->queue);
        clEnqueueUnmapMemObject(given->queue, buffer, mapped, 0, NULL, NULL);
    }
    clFinish(given->queue);
}

/* Drivers may give two mappings the same address. The program has waited only for the first of
 * them. */
CASE(map_twice_not_awaited, "CLR-MAP-NOT-AWAITED")
{
    kept_mem buffer = buffer_of(given, 64);
    void *first = map_later(given, buffer, NULL), *second;
    if (!wrong) clFinish(given->queue);
    second =
        clEnqueueMapBuffer(given->queue, buffer, CL_FALSE, CL_MAP_READ, 0, 64, 0, NULL, NULL, NULL);
    if (!wrong && second != first) clFinish(given->queue);
    clEnqueueUnmapMemObject(given->queue, buffer, second, 0, NULL, NULL);
    clFinish(given->queue);
    clEnqueueUnmapMemObject(given->queue, buffer, first, 0, NULL, NULL);
    clFinish(given->queue);
}

/* A later command may use the region without the host. */
CASE(map_of_command_not_awaited, "CLR-MAP-NOT-AWAITED")
{
    kept_mem buffer = buffer_of(given, 64), other = buffer_of(given, 64);
    void *mapped;
    if (wrong) clFinish(given->queue);
    mapped = map_later(given, buffer, NULL);
    if (!wrong) clEnqueueReadBuffer(given->queue, other, CL_FALSE, 0, 64, mapped, 0, NULL, NULL);
    clEnqueueUnmapMemObject(given->queue, buffer, mapped, 0, NULL, NULL);
    clFinish(given->queue);
}

/* So may a later command that writes from the region. */
CASE(map_of_write_not_awaited, "CLR-MAP-NOT-AWAITED")
{
    kept_mem buffer = buffer_of(given, 64), other = buffer_of(given, 64);
    void *mapped;
    if (wrong) clFinish(given->queue);
    mapped = map_later(given, buffer, NULL);
    if (!wrong) clEnqueueWriteBuffer(given->queue, other, CL_FALSE, 0, 64, mapped, 0, NULL, NULL);
    clEnqueueUnmapMemObject(given->queue, buffer, mapped, 0, NULL, NULL);
    clFinish(given->queue);
}

CASE(image_map_not_awaited, "CLR-MAP-NOT-AWAITED")
{
    static const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
    static const cl_image_desc shape = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                         .image_width = 4,
                                         .image_height = 4 };
    const size_t origin[3] = { 0, 0, 0 }, region[3] = { 4, 4, 1 };
    kept_mem image = clCreateImage(given->context, CL_MEM_READ_WRITE, &format, &shape, NULL, NULL);
    size_t pitch;
    void *mapped = clEnqueueMapImage(given->queue, image, wrong ? CL_FALSE : CL_TRUE, CL_MAP_READ,
                                     origin, region, &pitch, NULL, 0, NULL, NULL, NULL);
    clEnqueueUnmapMemObject(given->queue, image, mapped, 0, NULL, NULL);
    clFinish(given->queue);
}

/* The program waits for neither of the two reads. */
CASE(reads_not_awaited, "CLR-READ-NOT-AWAITED")
{
    static char bytes[64];
    kept_mem buffer = buffer_of(given, sizeof bytes);
    clEnqueueReadBuffer(given->queue, buffer, CL_FALSE, 0, 32, bytes, 0, NULL, NULL);
    clEnqueueReadBuffer(given->queue, buffer, CL_FALSE, 32, 32, bytes + 32, 0, NULL, NULL);
    if (!wrong) clFinish(given->queue);
}

CASE(read_not_awaited, "CLR-READ-NOT-AWAITED")
{
    static char bytes[64];
    kept_mem buffer = buffer_of(given, sizeof bytes);
    clEnqueueReadBuffer(given->queue, buffer, CL_FALSE, 0, sizeof bytes, bytes, 0, NULL, NULL);
    if (!wrong) clFinish(given->queue);
}

/* ---- versions ---- */

CASE_ON("oclgrind", version_function, "CLR-VERSION-FUNCTION")
{
    cl_int error;
    kept_kernel kernel = NULL, clone = NULL;
    kept_program program = case_program(given, "kernel void set(global int *a) { *a = 1; }");
    kernel = case_kernel(program, "set");
    if (wrong) clone = clCloneKernel(kernel, &error);
    else clone = clCreateKernel(program, "set", &error);
}

CASE(function_deprecated, "CLR-FUNCTION-DEPRECATED")
{
    kept_event event = NULL;
    if (wrong) clEnqueueMarker(given->queue, &event);
    else clEnqueueMarkerWithWaitList(given->queue, 0, NULL, &event);
}

/* ---- threads ---- */

/* The child process makes a call, or starts another program at once. */
CASE(child_of_fork, "CLR-CHILD-OF-FORK")
{
    const pid_t child = fork();
    if (!child) {
        cl_uint count;
        if (wrong) clGetPlatformIDs(0, NULL, &count);
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

struct user {
    pthread_barrier_t begin;
    cl_kernel kernels[2];
    cl_mem buffer;
    cl_command_queue queues[2];
    atomic_int next, behind;
};

/* Calls until both threads have made so many calls that two of them overlap, even on a busy machine. */
static void *sets_arguments(void *data)
{
    struct user *user = data;
    cl_kernel kernel = user->kernels[atomic_fetch_add(&user->next, 1)];
    pthread_barrier_wait(&user->begin);
    for (int i = 0; i < 300000; i++) clSetKernelArg(kernel, 0, sizeof user->buffer, &user->buffer);
    atomic_fetch_sub(&user->behind, 1);
    while (atomic_load(&user->behind))
        clSetKernelArg(kernel, 0, sizeof user->buffer, &user->buffer);
    return NULL;
}

CASE(kernel_threads, "CLR-KERNEL-THREADS")
{
    struct user user;
    pthread_t threads[2];
    kept_program program = case_program(given, "kernel void set(global int *a) { *a = 1; }");
    kept_kernel one = case_kernel(program, "set"), other = case_kernel(program, "set");
    pthread_barrier_init(&user.begin, NULL, 2);
    user.kernels[0] = one;
    user.kernels[1] = wrong ? one : other;
    user.buffer = buffer_of(given, 64);
    atomic_init(&user.next, 0);
    atomic_init(&user.behind, 2);
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, sets_arguments, &user);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&user.begin);
    clReleaseMemObject(user.buffer);
}

/* Several threads may enqueue a kernel, but must not set its arguments. */
static void *enqueues(void *data)
{
    struct user *user = data;
    cl_command_queue queue = user->queues[atomic_fetch_add(&user->next, 1)];
    const size_t one = 1;
    pthread_barrier_wait(&user->begin);
    for (int i = 0; i < 5000; i++)
        clEnqueueNDRangeKernel(queue, user->kernels[0], 1, NULL, &one, NULL, 0, NULL, NULL);
    clFinish(queue);
    return NULL;
}

CASE(kernel_threads_enqueue, "CLR-KERNEL-THREADS")
{
    struct user user;
    pthread_t threads[2];
    kept_program program = case_program(given, "kernel void seem(global int *a) {}");
    kept_kernel kernel = case_kernel(program, "seem");
    pthread_barrier_init(&user.begin, NULL, 2);
    user.kernels[0] = user.kernels[1] = kernel;
    for (int i = 0; i < 2; i++) user.queues[i] = queue_of(given, 0);
    user.buffer = buffer_of(given, 64);
    atomic_init(&user.next, 0);
    atomic_init(&user.behind, 2);
    clSetKernelArg(kernel, 0, sizeof user.buffer, &user.buffer);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, wrong ? sets_arguments : enqueues, &user);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&user.begin);
    for (int i = 0; i < 2; i++) clReleaseCommandQueue(user.queues[i]);
    clReleaseMemObject(user.buffer);
}
