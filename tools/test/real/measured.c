/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Measures kernels by the events of its own queues, for the test of what clrelay trace says about
 * them:
 *
 *   measured PLATFORM FILE
 *
 * It writes the kernels' names and the sums of their times in nanoseconds to FILE. PLATFORM is the
 * beginning of the platform's name.
 */
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 50, NUMBERS = 1 << 18, KERNELS = 3 };

static const char *const names[KERNELS] = { "copy", "wave", "turn" };
static const char *source =
    "kernel void copy(global float *to, global const float *from)\n"
    "{ size_t i = get_global_id(0); to[i] = from[i]; }\n"
    "kernel void wave(global float *to, global const float *from)\n"
    "{ size_t i = get_global_id(0); float x = from[i];\n"
    "  for (int n = 0; n < 50; n++) x = x * 0.5f + 1; to[i] = x; }\n"
    "kernel void turn(global float *to, global const float *from)\n"
    "{ size_t i = get_global_id(0); to[get_global_size(0) - 1 - i] = from[i]; }\n";

static void check(cl_int status, const char *what)
{
    if (!status) return;
    fprintf(stderr, "%s: error %d\n", what, status);
    exit(1);
}

static cl_platform_id find(const char *name)
{
    cl_platform_id list[16];
    cl_uint count = 0;
    check(clGetPlatformIDs(16, list, &count), "clGetPlatformIDs");
    for (cl_uint i = 0; i < count && i < 16; i++) {
        char found[256] = "";
        clGetPlatformInfo(list[i], CL_PLATFORM_NAME, sizeof found, found, NULL);
        if (!strncmp(found, name, strlen(name))) return list[i];
    }
    fprintf(stderr, "no platform %s\n", name);
    exit(1);
}

static cl_ulong time_of(cl_event event)
{
    cl_ulong start = 0, end = 0;
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL),
          "CL_PROFILING_COMMAND_START");
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL),
          "CL_PROFILING_COMMAND_END");
    clReleaseEvent(event);
    return end - start;
}

/* Half of the rounds wait after each kernel, the other half once for all kernels. */
static cl_ulong measure(cl_command_queue queue, cl_kernel kernel)
{
    const size_t size = NUMBERS;
    cl_event events[ROUNDS];
    cl_ulong sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, &events[i]),
              "clEnqueueNDRangeKernel");
        if (i < ROUNDS / 2) clWaitForEvents(1, &events[i]);
    }
    check(clFinish(queue), "clFinish");
    for (int i = 0; i < ROUNDS; i++) sum += time_of(events[i]);
    return sum;
}

int main(int count, char **words)
{
    FILE *file = count == 3 ? fopen(words[2], "w") : NULL;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_mem to, from;
    cl_int status;
    if (!file) {
        fprintf(stderr, "usage: measured PLATFORM FILE\n");
        return 2;
    }
    check(clGetDeviceIDs(find(words[1]), CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "clCreateContext");
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &status);
    check(status, "clCreateCommandQueue");
    to = clCreateBuffer(context, CL_MEM_READ_WRITE, NUMBERS * sizeof(float), NULL, NULL);
    from = clCreateBuffer(context, CL_MEM_READ_WRITE, NUMBERS * sizeof(float), NULL, NULL);
    program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
    for (int i = 0; i < KERNELS; i++) {
        cl_kernel kernel = clCreateKernel(program, names[i], &status);
        check(status, "clCreateKernel");
        clSetKernelArg(kernel, 0, sizeof to, &to);
        clSetKernelArg(kernel, 1, sizeof from, &from);
        fprintf(file, "%s %llu\n", names[i], (unsigned long long)measure(queue, kernel));
        clReleaseKernel(kernel);
    }
    clReleaseProgram(program);
    clReleaseMemObject(to);
    clReleaseMemObject(from);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    puts("measured");
    return fclose(file) != 0;
}
