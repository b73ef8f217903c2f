/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs a case: check_cases NAME wrong|legal; or these halves of several, check_cases wrong|legal
 * NAME..., and prints the name of each that has ended. Without arguments, lists the cases with
 * their check IDs and the drivers that they need.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct check_case *first, **end = &first;

void case_add(struct check_case *test)
{
    *end = test;
    end = &test->next;
}

static void require(bool well, const char *what)
{
    if (well) return;
    fprintf(stderr, "check_cases: there is no %s\n", what);
    exit(77);
}

cl_command_queue queue_of(const struct given *given, cl_command_queue_properties bits)
{
    const cl_queue_properties properties[] = { CL_QUEUE_PROPERTIES, bits, 0 };
    return clCreateCommandQueueWithProperties(given->context, given->device, properties, NULL);
}

cl_program case_program(const struct given *given, const char *source)
{
    cl_int error;
    cl_program program = clCreateProgramWithSource(given->context, 1, &source, NULL, &error);
    require(program && !clBuildProgram(program, 1, &given->device, "", NULL, NULL), "program");
    return program;
}

cl_kernel case_kernel(cl_program program, const char *name)
{
    cl_kernel kernel = clCreateKernel(program, name, NULL);
    require(kernel != NULL, name);
    return kernel;
}

static void run(const struct check_case *test, bool wrong)
{
    char version[256] = "";
    struct given given;
    setenv("POCL_DEVICES", "pthread pthread", 0); /* two devices, for the cases that need them */
    memset(&given, 0, sizeof given);
    require(!clGetPlatformIDs(1, &given.platform, NULL), "platform");
    require(!clGetDeviceIDs(given.platform, CL_DEVICE_TYPE_ALL, 1, &given.device, NULL), "device");
    given.context = clCreateContext(NULL, 1, &given.device, NULL, NULL, NULL);
    require(given.context != NULL, "context");
    clGetDeviceInfo(given.device, CL_DEVICE_VERSION, sizeof version, version, NULL);
    given.queue = strncmp(version, "OpenCL 1", 8) == 0
                      ? clCreateCommandQueue(given.context, given.device, 0, NULL)
                      : clCreateCommandQueueWithProperties(given.context, given.device, NULL, NULL);
    require(given.queue != NULL, "queue");
    test->run(&given, wrong);
    clReleaseCommandQueue(given.queue);
    clReleaseContext(given.context);
}

static const struct check_case *find(const char *name)
{
    const struct check_case *test = first;
    while (test && strcmp(test->name, name) != 0) test = test->next;
    return test;
}

int main(int count, char **arguments)
{
    if (count == 1) {
        for (const struct check_case *test = first; test; test = test->next)
            printf("%s %s %s\n", test->name, test->check_id, test->driver);
        return 0;
    }
    const bool wrong = !strcmp(arguments[1], "wrong"),
               several = wrong || !strcmp(arguments[1], "legal");
    const struct check_case *test = NULL;
    if (!several && count == 3 && (test = find(arguments[1])))
        return run(test, !strcmp(arguments[2], "wrong")), 0;
    for (int name = 2; several && name < count && (test = find(arguments[name])); ++name) {
        run(test, wrong);
        printf("%s\n", test->name);
        fflush(stdout); /* the next one may crash */
    }
    if (several && test) return 0;
    fprintf(stderr, "usage: check_cases [NAME wrong|legal]\n"
                    "       check_cases wrong|legal NAME...\n");
    return 2;
}
