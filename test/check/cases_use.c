/* SPDX-License-Identifier: Apache-2.0 */
/* Mistakes that drivers do not tell: order, threads, versions, cost. */
#define _GNU_SOURCE /* barriers */
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "cases.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

static cl_mem buffer_of(const struct the *the, size_t size)
{
    return clCreateBuffer(the->context, CL_MEM_READ_WRITE, size, NULL, NULL);
}

static cl_command_queue queue_of(const struct the *the, cl_command_queue_properties bits)
{
    const cl_queue_properties properties[] = { CL_QUEUE_PROPERTIES, bits, 0 };
    return clCreateCommandQueueWithProperties(the->context, the->device, properties, NULL);
}

/* ---- callbacks and waiting ---- */

static atomic_bool was_called;
static cl_command_queue queue_to_finish;

static void CL_CALLBACK finishes(cl_event event, cl_int status, void *wrong)
{
    (void)event;
    (void)status;
    if (*(bool *)wrong) clFinish(queue_to_finish);
    else clFlush(queue_to_finish);
    atomic_store(&was_called, true);
}

CASE(callback_waits, "CLR-CALLBACK-WAITS")
{
    cl_event user = clCreateUserEvent(the->context, NULL);
    queue_to_finish = the->queue;
    clSetEventCallback(user, CL_COMPLETE, finishes, &wrong);
    clSetUserEventStatus(user, CL_COMPLETE);
    while (!atomic_load(&was_called)) {
    }
    clReleaseEvent(user);
}

/* Long after the wait has begun. */
static void *completes_late(void *event)
{
    const struct timespec while_it_waits = { 0, 300000000 };
    nanosleep(&while_it_waits, NULL);
    clSetUserEventStatus(event, CL_COMPLETE);
    return NULL;
}

CASE(user_event_wait, "CLR-USER-EVENT-WAIT")
{
    cl_event user = clCreateUserEvent(the->context, NULL);
    pthread_t thread;
    if (wrong) pthread_create(&thread, NULL, completes_late, user);
    else clSetUserEventStatus(user, CL_COMPLETE);
    clWaitForEvents(1, &user);
    if (wrong) pthread_join(thread, NULL);
    clReleaseEvent(user);
}

/* ---- order ---- */

CASE(queues_unordered, "CLR-QUEUES-UNORDERED")
{
    static char bytes[64];
    cl_mem buffer = buffer_of(the, sizeof bytes);
    cl_command_queue other = queue_of(the, 0);
    cl_event written;
    clEnqueueFillBuffer(the->queue, buffer, "x", 1, 0, sizeof bytes, 0, NULL, &written);
    clEnqueueReadBuffer(other, buffer, CL_TRUE, 0, sizeof bytes, bytes, wrong ? 0 : 1,
                        wrong ? NULL : &written, NULL);
    clFinish(the->queue);
    clReleaseEvent(written);
    clReleaseCommandQueue(other);
    clReleaseMemObject(buffer);
}

CASE(queues_unordered_copy, "CLR-QUEUES-UNORDERED")
{
    cl_mem from = buffer_of(the, 64), to = buffer_of(the, 64);
    cl_command_queue other = queue_of(the, 0);
    clEnqueueFillBuffer(the->queue, from, "x", 1, 0, 64, 0, NULL, NULL);
    if (!wrong) clFinish(the->queue);
    clEnqueueCopyBuffer(other, from, to, 0, 0, 64, 0, NULL, NULL);
    clFinish(the->queue);
    clFinish(other);
    clReleaseCommandQueue(other);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
}

CASE(queue_unordered, "CLR-QUEUE-UNORDERED")
{
    static char bytes[64];
    cl_mem buffer = buffer_of(the, sizeof bytes);
    cl_command_queue queue = queue_of(the, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    clEnqueueFillBuffer(queue, buffer, "x", 1, 0, sizeof bytes, 0, NULL, NULL);
    if (!wrong) clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, sizeof bytes, bytes, 0, NULL, NULL);
    clFinish(queue);
    clReleaseCommandQueue(queue);
    clReleaseMemObject(buffer);
}

CASE(read_not_awaited, "CLR-READ-NOT-AWAITED")
{
    static char bytes[64];
    cl_mem buffer = buffer_of(the, sizeof bytes);
    clEnqueueReadBuffer(the->queue, buffer, CL_FALSE, 0, sizeof bytes, bytes, 0, NULL, NULL);
    if (!wrong) clFinish(the->queue);
    clReleaseMemObject(buffer);
}

/* ---- versions ---- */

CASE(version_function, "CLR-VERSION-FUNCTION")
{
    cl_int error;
    cl_kernel kernel, clone;
    cl_program program = case_program(the, "kernel void set(global int *a) { *a = 1; }");
    kernel = case_kernel(program, "set");
    if (wrong) clone = clCloneKernel(kernel, &error);
    else clone = clCreateKernel(program, "set", &error);
    if (clone) clReleaseKernel(clone);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

CASE(function_deprecated, "CLR-FUNCTION-DEPRECATED")
{
    cl_event event;
    if (wrong) clEnqueueMarker(the->queue, &event);
    else clEnqueueMarkerWithWaitList(the->queue, 0, NULL, &event);
    clReleaseEvent(event);
}

/* ---- threads ---- */

struct user {
    pthread_barrier_t begin;
    cl_kernel kernels[2];
    cl_mem buffer;
    atomic_int next;
};

static void *sets_arguments(void *data)
{
    struct user *user = data;
    cl_kernel kernel = user->kernels[atomic_fetch_add(&user->next, 1)];
    pthread_barrier_wait(&user->begin);
    for (int i = 0; i < 3000000; i++) clSetKernelArg(kernel, 0, sizeof user->buffer, &user->buffer);
    return NULL;
}

CASE(kernel_threads, "CLR-KERNEL-THREADS")
{
    struct user user;
    pthread_t threads[2];
    cl_program program = case_program(the, "kernel void set(global int *a) { *a = 1; }");
    cl_kernel one = case_kernel(program, "set"), other = case_kernel(program, "set");
    pthread_barrier_init(&user.begin, NULL, 2);
    user.kernels[0] = one;
    user.kernels[1] = wrong ? one : other;
    user.buffer = buffer_of(the, 64);
    atomic_init(&user.next, 0);
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, sets_arguments, &user);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&user.begin);
    clReleaseMemObject(user.buffer);
    clReleaseKernel(one);
    clReleaseKernel(other);
    clReleaseProgram(program);
}

/* ---- cost ---- */

CASE(host_pointer_alignment, "CLR-HOST-POINTER-ALIGNMENT")
{
    char *memory = aligned_alloc(4096, 8192);
    cl_mem buffer =
        clCreateBuffer(the->context, CL_MEM_USE_HOST_PTR, 4096, memory + (wrong ? 4 : 0), NULL);
    clReleaseMemObject(buffer);
    free(memory);
}

const struct check_case cases_use[] = {
    LISTED(callback_waits),
    LISTED(user_event_wait),
    LISTED(queues_unordered),
    LISTED(queues_unordered_copy),
    LISTED(queue_unordered),
    LISTED(read_not_awaited),
    LISTED_ON("oclgrind", version_function),
    LISTED(function_deprecated),
    LISTED(kernel_threads),
    LISTED(host_pointer_alignment),
    END_OF_LIST,
};
