/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that write beyond the end of a buffer, for --canaries. */
#include "cases.h"

#include <stdlib.h>
#include <string.h>

/* ---- overruns ---- */

/* A work-item more than elements. */
enum { COUNT = 1000, SIZE = COUNT * sizeof(cl_int) };

/* The program and the kernel that writes to `at`. */
struct writer {
    cl_program program;
    cl_kernel kernel;
};

static struct writer writer_of(const struct the *the)
{
    static const char source[] = "kernel void write(global int *at, global int *ends) {"
                                 "    at[get_global_id(0)] = 7;"
                                 "    if (get_global_id(0) == 0) ends[0] = 7;"
                                 "}";
    struct writer it;
    it.program = case_program(the, source);
    it.kernel = case_kernel(it.program, "write");
    return it;
}

static void release_writer(struct writer *it)
{
    clReleaseKernel(it->kernel);
    clReleaseProgram(it->program);
}
#define kept_writer KEPT_BY(release_writer) struct writer

static void launch(cl_command_queue queue, struct writer it, cl_mem at, cl_mem ends, size_t count,
                   cl_event after)
{
    clSetKernelArg(it.kernel, 0, sizeof at, &at);
    clSetKernelArg(it.kernel, 1, sizeof ends, &ends);
    clEnqueueNDRangeKernel(queue, it.kernel, 1, NULL, &count, NULL, after != NULL,
                           after ? &after : NULL, NULL);
}

/* Ends the process if a buffer is not what the program has made. */
static void expect(bool is_right)
{
    if (!is_right) abort();
}

static void expect_content(const struct the *the, cl_mem mem, cl_int wanted)
{
    cl_int content[COUNT];
    expect(!clEnqueueReadBuffer(the->queue, mem, CL_TRUE, 0, SIZE, content, 0, NULL, NULL));
    for (int i = 0; i < COUNT; i++) expect(content[i] == wanted);
}

CASE(overrun, "CLR-KERNEL-OVERRUN")
{
    kept_mem at = clCreateBuffer(the->context, CL_MEM_READ_WRITE, SIZE, NULL, NULL);
    kept_mem ends = clCreateBuffer(the->context, CL_MEM_READ_WRITE, sizeof(cl_int), NULL, NULL);
    kept_writer writer = writer_of(the);
    launch(the->queue, writer, at, ends, COUNT + wrong, NULL);
    clFinish(the->queue);
    expect_content(the, at, 7);
}

/* What the kernel writes is what it reads beyond the other buffer. */
CASE(overrun_that_copies, "CLR-KERNEL-OVERRUN")
{
    static const char source[] = "kernel void copy(global const int *from, global int *to)"
                                 "{ to[get_global_id(0)] = from[get_global_id(0)]; }";
    const size_t count = COUNT + wrong;
    cl_int content[COUNT] = { 0 };
    kept_mem from =
        clCreateBuffer(the->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, SIZE, content, NULL);
    kept_mem to = clCreateBuffer(the->context, 0, SIZE, NULL, NULL);
    kept_program program = case_program(the, source);
    kept_kernel kernel = case_kernel(program, "copy");
    clSetKernelArg(kernel, 0, sizeof from, &from);
    clSetKernelArg(kernel, 1, sizeof to, &to);
    clEnqueueNDRangeKernel(the->queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL);
    clFinish(the->queue);
}

/* The driver copies the program's data. The wait is that of an event. */
CASE(overrun_of_copy, "CLR-KERNEL-OVERRUN")
{
    cl_int content[COUNT];
    kept_event read = NULL;
    kept_writer writer = writer_of(the);
    for (int i = 0; i < COUNT; i++) content[i] = 7;
    {
        kept_mem at = clCreateBuffer(the->context, CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_READ_ONLY,
                                     SIZE, content, NULL);
        expect_content(the, at, 7);
        launch(the->queue, writer, at, at, COUNT + wrong, NULL);
        clEnqueueReadBuffer(the->queue, at, CL_FALSE, 0, SIZE, content, 0, NULL, &read);
        clWaitForEvents(1, &read);
    }
}

/* A part that ends where the buffer does. */
CASE(overrun_of_part, "CLR-KERNEL-OVERRUN")
{
    cl_uint bits = 0;
    clGetDeviceInfo(the->device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL);
    {
        const cl_buffer_region region = { bits / 8, SIZE };
        kept_mem whole =
            clCreateBuffer(the->context, CL_MEM_HOST_READ_ONLY, bits / 8 + SIZE, NULL, NULL);
        kept_mem at = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
        kept_writer writer = writer_of(the);
        cl_mem_flags flags = 0;
        clGetMemObjectInfo(at, CL_MEM_FLAGS, sizeof flags, &flags, NULL);
        expect(flags & CL_MEM_HOST_READ_ONLY);
        launch(the->queue, writer, at, whole, COUNT + wrong, NULL);
        clFinish(the->queue);
    }
}

CASE(overrun_out_of_order, "CLR-KERNEL-OVERRUN")
{
    const cl_queue_properties list[] = { CL_QUEUE_PROPERTIES,
                                         CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0 };
    kept_queue queue = clCreateCommandQueueWithProperties(the->context, the->device, list, NULL);
    kept_mem at = clCreateBuffer(the->context, 0, SIZE, NULL, NULL);
    kept_mem ends = clCreateBuffer(the->context, 0, sizeof(cl_int), NULL, NULL);
    kept_writer writer = writer_of(the);
    launch(queue, writer, at, ends, COUNT + wrong, NULL);
    clFinish(queue);
}

/* The second kernel does no harm. */
CASE(overrun_by_first, "CLR-KERNEL-OVERRUN")
{
    kept_mem at = clCreateBuffer(the->context, 0, SIZE, NULL, NULL);
    kept_mem ends = clCreateBuffer(the->context, 0, sizeof(cl_int), NULL, NULL);
    kept_writer writer = writer_of(the);
    launch(the->queue, writer, at, ends, COUNT + wrong, NULL);
    launch(the->queue, writer, at, ends, COUNT, NULL);
    clFinish(the->queue);
}

/* Nobody knows which of the kernels did it, if both may run at the same time. */
CASE(overrun_by_one, "CLR-KERNELS-OVERRUN")
{
    kept_queue other = clCreateCommandQueueWithProperties(the->context, the->device, NULL, NULL);
    kept_mem at = clCreateBuffer(the->context, 0, SIZE, NULL, NULL);
    kept_mem ends = clCreateBuffer(the->context, 0, sizeof(cl_int), NULL, NULL);
    kept_mem others = clCreateBuffer(the->context, 0, SIZE, NULL, NULL);
    kept_event begin = clCreateUserEvent(the->context, NULL);
    kept_writer writer = writer_of(the);
    launch(the->queue, writer, others, at, COUNT, begin);
    launch(other, writer, others, ends, COUNT + wrong, begin);
    clFlush(the->queue);
    clFlush(other);
    clSetUserEventStatus(begin, CL_COMPLETE);
    clFinish(the->queue);
    clFinish(other);
}
