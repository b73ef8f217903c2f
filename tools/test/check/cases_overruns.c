/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that write outside a buffer, for --canaries. */
#include "cases.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- overruns ---- */

/* The wrong program launches one work-item more than there are elements. */
enum { COUNT = 1000, SIZE = COUNT * sizeof(cl_int) };

/* A program and its kernel, which writes to `at`. */
struct writer {
    cl_program program;
    cl_kernel kernel;
};

static struct writer writer_of(const struct given *given)
{
    static const char source[] = "kernel void write(global int *at, global int *ends) {"
                                 "    at[get_global_id(0)] = 7;"
                                 "    if (get_global_id(0) == 0) ends[0] = 7;"
                                 "}";
    struct writer writer;
    writer.program = case_program(given, source);
    writer.kernel = case_kernel(writer.program, "write");
    return writer;
}

static void release_writer(struct writer *writer)
{
    clReleaseKernel(writer->kernel);
    clReleaseProgram(writer->program);
}
#define kept_writer KEPT_BY(release_writer) struct writer

static void launch(cl_command_queue queue, struct writer writer, cl_mem at, cl_mem ends,
                   size_t count, cl_event after)
{
    clSetKernelArg(writer.kernel, 0, sizeof at, &at);
    clSetKernelArg(writer.kernel, 1, sizeof ends, &ends);
    clEnqueueNDRangeKernel(queue, writer.kernel, 1, NULL, &count, NULL, after != NULL,
                           after ? &after : NULL, NULL);
}

/* Ends the process if the condition does not hold. */
static void expect(bool is_right)
{
    if (!is_right) abort();
}

static void expect_content(const struct given *given, cl_mem mem, cl_int wanted)
{
    cl_int content[COUNT];
    expect(!clEnqueueReadBuffer(given->queue, mem, CL_TRUE, 0, SIZE, content, 0, NULL, NULL));
    for (int i = 0; i < COUNT; i++) expect(content[i] == wanted);
}

CASE(overrun, "CLR-KERNEL-OVERRUN")
{
    kept_mem at = clCreateBuffer(given->context, CL_MEM_READ_WRITE, SIZE, NULL, NULL);
    kept_mem ends = clCreateBuffer(given->context, CL_MEM_READ_WRITE, sizeof(cl_int), NULL, NULL);
    kept_writer writer = writer_of(given);
    launch(given->queue, writer, at, ends, COUNT + wrong, NULL);
    clFinish(given->queue);
    expect_content(given, at, 7);
}

CASE(overrun_by_released_kernel, "CLR-KERNEL-OVERRUN")
{
    kept_mem at = clCreateBuffer(given->context, CL_MEM_READ_WRITE, SIZE, NULL, NULL);
    kept_mem ends = clCreateBuffer(given->context, CL_MEM_READ_WRITE, sizeof(cl_int), NULL, NULL);
    kept_event start = clCreateUserEvent(given->context, NULL);
    struct writer writer = writer_of(given);
    launch(given->queue, writer, at, ends, COUNT + wrong, start);
    release_writer(&writer);
    clSetUserEventStatus(start, CL_COMPLETE);
    clFinish(given->queue);
    expect_content(given, at, 7);
}

/* The kernel writes values that it reads beyond the end of the other buffer. */
CASE(overrun_that_copies, "CLR-KERNEL-OVERRUN")
{
    static const char source[] = "kernel void copy(global const int *from, global int *to)"
                                 "{ to[get_global_id(0)] = from[get_global_id(0)]; }";
    const size_t count = COUNT + wrong;
    cl_int content[COUNT] = { 0 };
    kept_mem from = clCreateBuffer(given->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, SIZE,
                                   content, NULL);
    kept_mem to = clCreateBuffer(given->context, 0, SIZE, NULL, NULL);
    kept_program program = case_program(given, source);
    kept_kernel kernel = case_kernel(program, "copy");
    clSetKernelArg(kernel, 0, sizeof from, &from);
    clSetKernelArg(kernel, 1, sizeof to, &to);
    clEnqueueNDRangeKernel(given->queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL);
    clFinish(given->queue);
}

/* The driver copies the program's data. The program waits for an event. */
CASE(overrun_of_copy, "CLR-KERNEL-OVERRUN")
{
    cl_int content[COUNT];
    kept_event read = NULL;
    kept_writer writer = writer_of(given);
    for (int i = 0; i < COUNT; i++) content[i] = 7;
    {
        kept_mem at = clCreateBuffer(given->context, CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_READ_ONLY,
                                     SIZE, content, NULL);
        expect_content(given, at, 7);
        launch(given->queue, writer, at, at, COUNT + wrong, NULL);
        clEnqueueReadBuffer(given->queue, at, CL_FALSE, 0, SIZE, content, 0, NULL, &read);
        clWaitForEvents(1, &read);
    }
}

/* A part that ends where its buffer ends. */
CASE(overrun_of_part, "CLR-KERNEL-OVERRUN")
{
    cl_uint bits = 0;
    clGetDeviceInfo(given->device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL);
    {
        const cl_buffer_region region = { bits / 8, SIZE };
        kept_mem whole =
            clCreateBuffer(given->context, CL_MEM_HOST_READ_ONLY, bits / 8 + SIZE, NULL, NULL);
        kept_mem at = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
        kept_writer writer = writer_of(given);
        cl_mem_flags flags = 0;
        clGetMemObjectInfo(at, CL_MEM_FLAGS, sizeof flags, &flags, NULL);
        expect(flags & CL_MEM_HOST_READ_ONLY);
        launch(given->queue, writer, at, whole, COUNT + wrong, NULL);
        clFinish(given->queue);
    }
}

CASE(overrun_out_of_order, "CLR-KERNEL-OVERRUN")
{
    kept_queue queue = queue_of(given, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    kept_mem at = clCreateBuffer(given->context, 0, SIZE, NULL, NULL);
    kept_mem ends = clCreateBuffer(given->context, 0, sizeof(cl_int), NULL, NULL);
    kept_writer writer = writer_of(given);
    launch(queue, writer, at, ends, COUNT + wrong, NULL);
    clFinish(queue);
}

/* The time for a launch must not depend on the number of launches before it. */
CASE(overrun_of_many_out_of_order, "CLR-KERNELS-OVERRUN")
{
    enum { MANY = 2000 };
    kept_queue queue = queue_of(given, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    kept_mem at = clCreateBuffer(given->context, 0, SIZE, NULL, NULL);
    kept_mem ends = clCreateBuffer(given->context, 0, sizeof(cl_int), NULL, NULL);
    kept_writer writer = writer_of(given);
    cl_event before = clCreateUserEvent(given->context, NULL), begin = before;
    clRetainEvent(begin);
    clSetKernelArg(writer.kernel, 0, sizeof at, &at);
    clSetKernelArg(writer.kernel, 1, sizeof ends, &ends);
    for (int i = 1; i <= MANY; i++) {
        const size_t count = i == MANY && wrong ? COUNT + 1 : COUNT;
        cl_event next = NULL;
        clEnqueueNDRangeKernel(queue, writer.kernel, 1, NULL, &count, NULL, 1, &before, &next);
        clReleaseEvent(before);
        before = next;
    }
    clReleaseEvent(before);
    clSetUserEventStatus(begin, CL_COMPLETE);
    clReleaseEvent(begin);
    clFinish(queue);
}

/* The second launch has the buffer as another argument, and is enqueued before the first one
 * runs. */
CASE(overrun_before_second, "CLR-KERNELS-OVERRUN")
{
    const size_t first = COUNT + wrong, second = COUNT;
    kept_queue queue = queue_of(given, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    kept_mem at = clCreateBuffer(given->context, 0, SIZE, NULL, NULL);
    kept_mem others = clCreateBuffer(given->context, 0, SIZE, NULL, NULL);
    kept_mem ends = clCreateBuffer(given->context, 0, sizeof(cl_int), NULL, NULL);
    kept_event begin = clCreateUserEvent(given->context, NULL);
    kept_event written = NULL;
    kept_writer writer = writer_of(given);
    clSetKernelArg(writer.kernel, 0, sizeof at, &at);
    clSetKernelArg(writer.kernel, 1, sizeof ends, &ends);
    clEnqueueNDRangeKernel(queue, writer.kernel, 1, NULL, &first, NULL, 1, &begin, &written);
    clSetKernelArg(writer.kernel, 0, sizeof others, &others);
    clSetKernelArg(writer.kernel, 1, sizeof at, &at);
    clEnqueueNDRangeKernel(queue, writer.kernel, 1, NULL, &second, NULL, 1, &written, NULL);
    clFlush(queue);
    usleep(20000);
    clSetUserEventStatus(begin, CL_COMPLETE);
    clFinish(queue);
}

/* The second launch stays inside the buffer. */
CASE(overrun_by_first, "CLR-KERNEL-OVERRUN")
{
    kept_mem at = clCreateBuffer(given->context, 0, SIZE, NULL, NULL);
    kept_mem ends = clCreateBuffer(given->context, 0, sizeof(cl_int), NULL, NULL);
    kept_writer writer = writer_of(given);
    launch(given->queue, writer, at, ends, COUNT + wrong, NULL);
    launch(given->queue, writer, at, ends, COUNT, NULL);
    clFinish(given->queue);
}

/* If both kernels may run at the same time, the layer cannot tell which of them wrote too far. */
CASE(overrun_by_one, "CLR-KERNELS-OVERRUN")
{
    kept_queue other =
        clCreateCommandQueueWithProperties(given->context, given->device, NULL, NULL);
    kept_mem at = clCreateBuffer(given->context, 0, SIZE, NULL, NULL);
    kept_mem ends = clCreateBuffer(given->context, 0, sizeof(cl_int), NULL, NULL);
    kept_mem others = clCreateBuffer(given->context, 0, SIZE, NULL, NULL);
    kept_event begin = clCreateUserEvent(given->context, NULL);
    kept_writer writer = writer_of(given);
    launch(given->queue, writer, others, at, COUNT, begin);
    launch(other, writer, others, ends, COUNT + wrong, begin);
    clFlush(given->queue);
    clFlush(other);
    clSetUserEventStatus(begin, CL_COMPLETE);
    clFinish(given->queue);
    clFinish(other);
}

/* That two kernels could have done it before does not count. */
CASE(overrun_after_both, "CLR-KERNEL-OVERRUN")
{
    kept_queue other =
        clCreateCommandQueueWithProperties(given->context, given->device, NULL, NULL);
    kept_mem at = clCreateBuffer(given->context, 0, SIZE, NULL, NULL);
    kept_mem ends = clCreateBuffer(given->context, 0, sizeof(cl_int), NULL, NULL);
    kept_event begin = clCreateUserEvent(given->context, NULL);
    kept_writer writer = writer_of(given);
    launch(given->queue, writer, at, ends, COUNT, begin);
    launch(other, writer, at, ends, COUNT, begin);
    clFlush(given->queue);
    clFlush(other);
    clSetUserEventStatus(begin, CL_COMPLETE);
    clFinish(given->queue);
    clFinish(other);
    launch(given->queue, writer, at, ends, COUNT + wrong, NULL);
    clFinish(given->queue);
}

/* One call in a loop launches two kernels, which makes two findings. */
CASE(overrun_by_both, "CLR-KERNEL-OVERRUN")
{
    static const char source[] = "kernel void one(global int *at) { at[get_global_id(0)] = 7; }"
                                 "kernel void two(global int *at) { at[get_global_id(0)] = 8; }";
    kept_mem at = clCreateBuffer(given->context, 0, SIZE, NULL, NULL);
    kept_program program = case_program(given, source);
    kept_kernel one = case_kernel(program, "one");
    kept_kernel two = case_kernel(program, "two");
    const size_t count = COUNT + wrong;
    for (int i = 0; i < 4; i++) {
        cl_kernel kernel = i % 2 ? two : one;
        clSetKernelArg(kernel, 0, sizeof at, &at);
        clEnqueueNDRangeKernel(given->queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL);
    }
    clFinish(given->queue);
}

/* Drivers return an allocation of this size to the system when it is freed. */
enum { LARGE = 1 << 22 };

static cl_int *allocate(const struct given *given)
{
    cl_int *memory = clSVMAlloc(given->context, 0, LARGE, 0);
    if (!memory) exit(77);
    return memory;
}

/* Launches the kernel on the last elements of the memory. */
static void launch_svm(const struct given *given, struct writer writer, cl_int *memory,
                       size_t count, cl_event *event)
{
    clSetKernelArgSVMPointer(writer.kernel, 0, memory + LARGE / sizeof *memory - COUNT);
    clSetKernelArgSVMPointer(writer.kernel, 1, memory);
    clEnqueueNDRangeKernel(given->queue, writer.kernel, 1, NULL, &count, NULL, 0, NULL, event);
}

CASE(overrun_of_svm, "CLR-KERNEL-OVERRUN-SVM")
{
    cl_int *at = allocate(given);
    kept_writer writer = writer_of(given);
    launch_svm(given, writer, at, COUNT + wrong, NULL);
    clFinish(given->queue);
    clEnqueueSVMMap(given->queue, CL_TRUE, CL_MAP_READ, at, LARGE, 0, NULL, NULL);
    expect(at[0] == 7 && at[LARGE / sizeof *at - 1] == 7);
    clEnqueueSVMUnmap(given->queue, at, 0, NULL, NULL);
    clFinish(given->queue);
    clSVMFree(given->context, at);
}

/* The program frees the memory as soon as the launch has ended. */
CASE(overrun_of_freed_svm, "CLR-KERNEL-OVERRUN-SVM")
{
    kept_writer writer = writer_of(given);
    for (int i = 0; i < 50; i++) {
        kept_event event = NULL;
        cl_int *at = allocate(given);
        launch_svm(given, writer, at, COUNT + wrong, &event);
        clWaitForEvents(1, &event);
        clSVMFree(given->context, at);
    }
    clFinish(given->queue);
}

/* A command of another queue frees the memory. */
CASE(overrun_of_svm_freed_by_queue, "CLR-KERNEL-OVERRUN-SVM")
{
    kept_queue other = NULL;
    kept_writer writer = writer_of(given);
    void *at = allocate(given);
    kept_event event = NULL;
    launch_svm(given, writer, at, COUNT + wrong, &event);
    clFlush(given->queue);
    if (wrong) clFinish(given->queue);
    other = clCreateCommandQueueWithProperties(given->context, given->device, NULL, NULL);
    clEnqueueSVMFree(other, 1, &at, NULL, NULL, 1, &event, NULL);
    clFinish(other);
    clFinish(given->queue);
}

/* ---- parts ---- */

/* A part in the middle of a buffer. Nobody has written the rest of the buffer. */
struct inner {
    cl_mem whole, part;
    size_t begin;
};

static struct inner inner_of(const struct given *given)
{
    cl_buffer_region region = { 0, SIZE };
    struct inner inner;
    cl_uint bits = 0;
    clGetDeviceInfo(given->device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL);
    region.origin = inner.begin = bits / 8;
    inner.whole = clCreateBuffer(given->context, CL_MEM_HOST_READ_ONLY | CL_MEM_ALLOC_HOST_PTR,
                                 bits / 4 + SIZE, NULL, NULL);
    inner.part = clCreateSubBuffer(inner.whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
    return inner;
}

static void release_inner(struct inner *inner)
{
    clReleaseMemObject(inner->part);
    clReleaseMemObject(inner->whole);
}
#define kept_inner KEPT_BY(release_inner) struct inner

static void fill(cl_command_queue queue, struct inner inner, cl_int value)
{
    clEnqueueFillBuffer(queue, inner.whole, &value, sizeof value, 0, 2 * inner.begin + SIZE, 0,
                        NULL, NULL);
}

/* What the program writes to the rest, before or after the launch, is no overrun. The layer keeps
 * it. */
CASE(overrun_of_inner_part, "CLR-KERNEL-OVERRUN-PART")
{
    kept_mem ends = clCreateBuffer(given->context, 0, sizeof(cl_int), NULL, NULL);
    kept_inner inner = inner_of(given);
    kept_writer writer = writer_of(given);
    cl_int rest[2] = { 0 };
    launch(given->queue, writer, inner.part, ends, COUNT,
           /* The rest has no content so far. */
           NULL);
    fill(given->queue, inner, 1);
    launch(given->queue, writer, inner.part, ends, COUNT + wrong, NULL);
    clEnqueueReadBuffer(given->queue, inner.whole, CL_FALSE, inner.begin - sizeof *rest,
                        sizeof *rest, &rest[0], 0, NULL, NULL);
    clEnqueueReadBuffer(given->queue, inner.whole, CL_FALSE, inner.begin + SIZE, sizeof *rest,
                        &rest[1], 0, NULL, NULL);
    fill(given->queue, inner, 2);
    clFinish(given->queue);
    expect(rest[0] == 1 && rest[1] == (wrong ? 7 : 1));
    expect_content(given, inner.part, 2);
}

CASE(underrun_of_inner_part, "CLR-KERNEL-UNDERRUN-PART")
{
    static const char source[] = "kernel void write(global int *at, int first)"
                                 "{ at[(int)get_global_id(0) + first] = 7; }";
    const cl_int first = wrong ? -2 : 0;
    const size_t count = COUNT;
    kept_program program = case_program(given, source);
    kept_kernel kernel = case_kernel(program, "write");
    kept_inner inner = inner_of(given);
    clSetKernelArg(kernel, 0, sizeof inner.part, &inner.part);
    clSetKernelArg(kernel, 1, sizeof first, &first);
    clEnqueueNDRangeKernel(given->queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL);
    clFinish(given->queue);
}

/* The kernel may write to the rest if it has the whole buffer, or another part, as another
 * argument. */
CASE(overrun_of_part_alone, "CLR-KERNEL-OVERRUN-PART")
{
    kept_mem other = clCreateBuffer(given->context, 0, sizeof(cl_int), NULL, NULL);
    kept_inner inner = inner_of(given);
    const cl_buffer_region region = { inner.begin, SIZE + sizeof(cl_int) };
    kept_mem longer =
        clCreateSubBuffer(inner.whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
    kept_writer writer = writer_of(given);
    fill(given->queue, inner, 1);
    launch(given->queue, writer, inner.part, wrong ? other : inner.whole, COUNT + wrong, NULL);
    if (!wrong) launch(given->queue, writer, longer, inner.part, COUNT + 1, NULL);
    clFinish(given->queue);
}

/* The program may write to the rest while the rest is mapped. */
CASE(overrun_of_mapped_part, "CLR-KERNEL-OVERRUN-PART")
{
    kept_mem ends = clCreateBuffer(given->context, 0, sizeof(cl_int), NULL, NULL);
    kept_event begin = clCreateUserEvent(given->context, NULL);
    kept_inner inner = inner_of(given);
    kept_writer writer = writer_of(given);
    cl_int *rest = clEnqueueMapBuffer(given->queue, inner.whole, CL_TRUE, CL_MAP_READ, 0,
                                      inner.begin, 0, NULL, NULL, NULL);
    if (wrong) clEnqueueUnmapMemObject(given->queue, inner.whole, rest, 0, NULL, NULL);
    launch(given->queue, writer, inner.part, ends, COUNT + wrong, wrong ? NULL : begin);
    clFlush(given->queue);
    if (!wrong) ++*rest;
    clSetUserEventStatus(begin, CL_COMPLETE);
    clFinish(given->queue);
    if (!wrong) clEnqueueUnmapMemObject(given->queue, inner.whole, rest, 0, NULL, NULL);
    clFinish(given->queue);
}

/* A command of another queue may write to the rest while the kernel runs. */
CASE(overrun_of_part_queues, "CLR-KERNEL-OVERRUN-PART")
{
    kept_mem ends = clCreateBuffer(given->context, 0, sizeof(cl_int), NULL, NULL);
    kept_inner inner = inner_of(given);
    kept_writer writer = writer_of(given);
    kept_queue other = NULL;
    fill(given->queue, inner, 1);
    clFinish(given->queue);
    if (!wrong)
        other = clCreateCommandQueueWithProperties(given->context, given->device, NULL, NULL);
    for (cl_int i = 0; i < 20 && !wrong; i++) {
        kept_event begin = clCreateUserEvent(given->context, NULL);
        launch(given->queue, writer, inner.part, ends, COUNT, begin);
        clFlush(given->queue);
        usleep(5000); /* lets the commands before the kernel end */
        clEnqueueFillBuffer(other, inner.whole, &i, sizeof i, 0, inner.begin, 0, NULL, NULL);
        clFinish(other);
        clSetUserEventStatus(begin, CL_COMPLETE);
        clFinish(given->queue);
    }
    launch(given->queue, writer, inner.part, ends, COUNT + wrong, NULL);
    clFinish(given->queue);
}

/* A thread that writes to the rest again and again. */
struct filler {
    cl_command_queue queue;
    struct inner inner;
    atomic_bool begun, ends;
};

static void *fill_often(void *data)
{
    struct filler *filler = data;
    for (cl_int i = 0; !filler->ends; i++) {
        clEnqueueFillBuffer(filler->queue, filler->inner.whole, &i, sizeof i, 0,
                            filler->inner.begin, 0, NULL, NULL);
        filler->begun = true;
    }
    return NULL;
}

/* Another thread may enqueue a command between those of the layer. */
CASE(overrun_of_part_threads, "CLR-KERNEL-OVERRUN-PART")
{
    kept_mem ends = clCreateBuffer(given->context, 0, sizeof(cl_int), NULL, NULL);
    kept_inner inner = inner_of(given);
    kept_writer writer = writer_of(given);
    struct filler filler = { .queue = given->queue, .inner = inner };
    pthread_t thread;
    if (!wrong) pthread_create(&thread, NULL, fill_often, &filler);
    while (!wrong && !filler.begun) sched_yield();
    for (int i = 0; i < 300 && !wrong; i++)
        launch(given->queue, writer, inner.part, ends, COUNT, NULL);
    filler.ends = true;
    if (!wrong) pthread_join(thread, NULL);
    launch(given->queue, writer, inner.part, ends, COUNT + wrong, NULL);
    clFinish(given->queue);
}
