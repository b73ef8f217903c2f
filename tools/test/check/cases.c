/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs a case: check_cases NAME wrong|legal. Without arguments, lists them with their check IDs and
 * the driver that each needs.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct check_case *first, **end = &first;

void case_add(struct check_case *it)
{
    *end = it;
    end = &it->next;
}

static void require(bool well, const char *what)
{
    if (well) return;
    fprintf(stderr, "check_cases: there is no %s\n", what);
    exit(77);
}

cl_command_queue queue_of(const struct the *the, cl_command_queue_properties bits)
{
    const cl_queue_properties properties[] = { CL_QUEUE_PROPERTIES, bits, 0 };
    return clCreateCommandQueueWithProperties(the->context, the->device, properties, NULL);
}

cl_program case_program(const struct the *the, const char *source)
{
    cl_int error;
    cl_program program = clCreateProgramWithSource(the->context, 1, &source, NULL, &error);
    require(program && !clBuildProgram(program, 1, &the->device, "", NULL, NULL), "program");
    return program;
}

cl_kernel case_kernel(cl_program program, const char *name)
{
    cl_kernel kernel = clCreateKernel(program, name, NULL);
    require(kernel != NULL, name);
    return kernel;
}

static void run(const struct check_case *it, bool wrong)
{
    char version[256] = "";
    struct the the;
    setenv("POCL_DEVICES", "pthread pthread", 0); /* two, for the cases that need them */
    memset(&the, 0, sizeof the);
    require(!clGetPlatformIDs(1, &the.platform, NULL), "platform");
    require(!clGetDeviceIDs(the.platform, CL_DEVICE_TYPE_ALL, 1, &the.device, NULL), "device");
    the.context = clCreateContext(NULL, 1, &the.device, NULL, NULL, NULL);
    require(the.context != NULL, "context");
    clGetDeviceInfo(the.device, CL_DEVICE_VERSION, sizeof version, version, NULL);
    the.queue = strncmp(version, "OpenCL 1", 8) == 0
                    ? clCreateCommandQueue(the.context, the.device, 0, NULL)
                    : clCreateCommandQueueWithProperties(the.context, the.device, NULL, NULL);
    require(the.queue != NULL, "queue");
    it->run(&the, wrong);
    clReleaseCommandQueue(the.queue);
    clReleaseContext(the.context);
}

int main(int count, char **arguments)
{
    for (const struct check_case *it = first; it; it = it->next) {
        if (count == 1) printf("%s %s %s\n", it->name, it->check_id, it->driver);
        else if (count == 3 && !strcmp(it->name, arguments[1]))
            return run(it, !strcmp(arguments[2], "wrong")), 0;
    }
    if (count == 1) return 0;
    fprintf(stderr, "usage: check_cases [NAME wrong|legal]\n");
    return 2;
}
