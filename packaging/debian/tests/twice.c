/* SPDX-License-Identifier: Apache-2.0 */
/* Doubles numbers on the first device of the first platform, and checks each result. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 4096 };

static void check(const char *what, cl_int error)
{
    if (!error) return;
    fprintf(stderr, "%s: %d\n", what, error);
    exit(1);
}

static void run(cl_context context, cl_device_id device, cl_int *numbers)
{
    const char *source = "kernel void twice(global int *n) { n[get_global_id(0)] *= 2; }";
    size_t count = COUNT, size = COUNT * sizeof *numbers;
    cl_int error;
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    check("clCreateCommandQueue", error);
    cl_mem memory =
        clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, numbers, &error);
    check("clCreateBuffer", error);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    check("clCreateProgramWithSource", error);
    check("clBuildProgram", clBuildProgram(program, 1, &device, "", NULL, NULL));
    cl_kernel kernel = clCreateKernel(program, "twice", &error);
    check("clCreateKernel", error);
    check("clSetKernelArg", clSetKernelArg(kernel, 0, sizeof memory, &memory));
    check("clEnqueueNDRangeKernel",
          clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL));
    check("clEnqueueReadBuffer",
          clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, size, numbers, 0, NULL, NULL));
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseMemObject(memory);
    clReleaseCommandQueue(queue);
}

int main(void)
{
    static cl_int numbers[COUNT];
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;

    for (int i = 0; i < COUNT; i++) numbers[i] = i;
    check("clGetPlatformIDs", clGetPlatformIDs(1, &platform, NULL));
    check("clGetDeviceIDs", clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check("clCreateContext", error);
    run(context, device, numbers);
    clReleaseContext(context);
    for (int i = 0; i < COUNT; i++) {
        if (numbers[i] != 2 * i) {
            fprintf(stderr, "number %d is %d\n", i, numbers[i]);
            return 1;
        }
    }
    printf("%d numbers right\n", COUNT);
    return 0;
}
