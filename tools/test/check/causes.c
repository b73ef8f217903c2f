/* SPDX-License-Identifier: Apache-2.0 */
/* Small programs, mostly with handles that are NULL because a call failed (test_findings.py).
 * Usage: check_causes NAME. */
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_program program;
static cl_int *error; /* where functions that make objects write their error, or NULL */

static cl_kernel make(const char *name)
{
    return clCreateKernel(program, name, error);
}

static void use(cl_kernel kernel)
{
    const size_t one = 1;
    const cl_int value = 1;
    clSetKernelArg(kernel, 0, sizeof value, &value);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
}

/* The program has no kernel of this name. */
static void kernel(void)
{
    cl_kernel wrong = make("wrong");
    for (int i = 0; i < 3; i++) use(wrong);
    clReleaseKernel(wrong);
}

/* All objects of a context that does not exist are missing, too. */
static void chain(void)
{
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM, 1, 0 };
    cl_context none = clCreateContext(properties, 0, &device, NULL, NULL, error);
    cl_command_queue no_queue = clCreateCommandQueueWithProperties(none, device, NULL, error);
    cl_mem no_buffer = clCreateBuffer(none, 0, 16, NULL, error);
    clEnqueueFillBuffer(no_queue, no_buffer, "", 1, 0, 16, 0, NULL, NULL);
    clFinish(no_queue);
}

/* The program gets the error codes, and may have dealt with them. */
static void kernel_asked(void)
{
    static cl_int status;
    error = &status;
    kernel();
}
static void chain_asked(void)
{
    static cl_int status;
    error = &status;
    chain();
}

/* PoCL 3.1 returns a context nevertheless. */
static void refused(void)
{
    const cl_context_properties nothing[] = { 0 };
    cl_context none =
        clCreateContextFromType(nothing, CL_DEVICE_TYPE_ACCELERATOR, NULL, NULL, NULL);
    clCreateBuffer(none, 0, 16, NULL, NULL);
    clGetContextInfo(none, CL_CONTEXT_DEVICES, 0, NULL, NULL);
}

/* A query that fails on most machines. */
static cl_device_id accelerator(void)
{
    cl_platform_id platform;
    cl_device_id none[2] = { NULL, NULL };
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 1, &none[1], NULL);
    return none[1];
}

static void note_alone(void)
{
    accelerator();
}

/* The failed query explains why the next call fails. */
static void note(void)
{
    const cl_device_id none = accelerator();
    clCreateContext(NULL, 1, &none, NULL, NULL, NULL);
}

/* The program may have meant the kernel that it made later. */
static void made_since(void)
{
    make("wrong");
    clReleaseKernel(make("right"));
    use(NULL);
}

/* The program may have set the handle of a released kernel to NULL. */
static void released(void)
{
    clReleaseKernel(make("right"));
    make("wrong");
    use(NULL);
}

/* The program does without the kernel that it could not make, and passes another NULL. */
static void own(void)
{
    cl_kernel right = make("right");
    make("wrong");
    use(NULL);
    clReleaseKernel(right);
}

/* Several calls at one place have failed, and no other call has made a kernel. */
static void several(void)
{
    cl_kernel wrong[2];
    for (int i = 0; i < 2; i++) wrong[i] = make(i ? "wrong" : "other");
    for (int i = 0; i < 2; i++) use(wrong[i]);
}

/* The call failed in another thread. This thread may not have got its result. */
static void *make_in_thread(void *name)
{
    return make(name);
}
static void other_thread(void)
{
    static char wrong[] = "wrong";
    pthread_t thread;
    pthread_create(&thread, NULL, make_in_thread, wrong);
    pthread_join(thread, NULL);
    use(NULL);
}

/* Two calls have failed. */
static void two(void)
{
    make("wrong");
    clCreateKernel(program, "other", NULL);
    use(NULL);
}

/* half_of_queue() passes a handle that was kept in an int. half() passes one of another type. */
static void half(void)
{
    clRetainMemObject((cl_mem)(intptr_t)(int)(intptr_t)program); /* the handle is of another type */
}
static void half_of_queue(void)
{
    clFlush((cl_command_queue)(intptr_t)(int)(intptr_t)queue);
}

/* Three calls of deprecated functions. */
static void deprecated(void)
{
    clEnqueueBarrier(queue);
    clEnqueueBarrier(queue);
    clUnloadCompiler();
}

/* One option has a value that does not exist, the other option does not exist at all. */
static void value(void)
{
    clBuildProgram(program, 1, &device, "-w -cl-std=2.0", NULL, NULL);
}
static void option(void)
{
    clBuildProgram(program, 1, &device, "-w -cl-standard=CL2.0", NULL, NULL);
}

/* A kernel with one argument, which is a memory object that the program could not make, or NULL. */
static cl_kernel kernel_without(bool is_handle, const char *source)
{
    cl_mem none = clCreateBuffer(context, 0, 0, NULL, NULL);
    cl_program made = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    cl_kernel kernel;
    clBuildProgram(made, 1, &device, "", NULL, NULL);
    kernel = clCreateKernel(made, "it", NULL);
    clSetKernelArg(kernel, 0, sizeof none, is_handle ? &none : NULL);
    return kernel;
}

/* A kernel writes through the argument. Drivers crash. */
static void launch_without(bool is_handle)
{
    const size_t one = 1;
    cl_kernel kernel =
        kernel_without(is_handle, "kernel void it(global int *to) { to[get_global_id(0)] = 1; }");
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
    clFinish(queue);
}
static void buffer(void)
{
    launch_without(true);
}
static void no_buffer(void)
{
    launch_without(false);
}

/* No argument that is an image may be NULL. */
static const char *const reads_image = "kernel void it(read_only image2d_t from) {}";
static void image(void)
{
    kernel_without(true, reads_image);
}
static void no_image(void)
{
    kernel_without(false, reads_image);
}

/* Two kernels that differ only in names. */
static void names(void)
{
    const char *alike = "kernel void one(int first) {} kernel void two(int second) {}";
    const cl_long value = 1;
    cl_program built = clCreateProgramWithSource(context, 1, &alike, NULL, NULL);
    cl_kernel one, two;
    clBuildProgram(built, 1, &device, "", NULL, NULL);
    one = clCreateKernel(built, "one", NULL);
    two = clCreateKernel(built, "two", NULL);
    clSetKernelArg(one, 0, sizeof value, &value);
    clSetKernelArg(two, 0, sizeof value, &value);
    clReleaseKernel(one);
    clReleaseKernel(two);
    clReleaseProgram(built);
}

/* Only the second build has a log. */
static void logs(void)
{
    const char *wrong = "kernel void it() { there_is_no_such(); }";
    cl_program built = clCreateProgramWithSource(context, 1, &wrong, NULL, NULL);
    clBuildProgram(built, 1, &device, "-cl-standard=CL2.0", NULL, NULL);
    clBuildProgram(built, 1, &device, "", NULL, NULL);
    clBuildProgram(built, 1, &device, "-cl-standard=CL2.0", NULL, NULL);
    clReleaseProgram(built);
}

/* No call has failed. */
static void unset(void)
{
    use(NULL);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } rows[] = { { "kernel", kernel },
                 { "chain", chain },
                 { "kernel_asked", kernel_asked },
                 { "chain_asked", chain_asked },
                 { "note", note },
                 { "made_since", made_since },
                 { "released", released },
                 { "two", two },
                 { "own", own },
                 { "several", several },
                 { "other_thread", other_thread },
                 { "unset", unset },
                 { "half", half_of_queue },
                 { "half_of_another", half },
                 { "deprecated", deprecated },
                 { "value", value },
                 { "option", option },
                 { "note_alone", note_alone },
                 { "refused", refused },
                 { "buffer", buffer },
                 { "no_buffer", no_buffer },
                 { "image", image },
                 { "no_image", no_image },
                 { "logs", logs },
                 { "names", names } };
    const char *source = "kernel void right(int value) {}";
    cl_platform_id platform;
    clGetPlatformIDs(1, &platform, NULL);
    if (argc > 1 && strncmp(argv[1], "note", 4) != 0) {
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
        if (strncmp(argv[1], "chain", 5) != 0) {
            context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
            queue = clCreateCommandQueueWithProperties(context, device, NULL, NULL);
            program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
            clBuildProgram(program, 1, &device, "", NULL, NULL);
        }
    }
    for (size_t i = 0; argc > 1 && i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].name, argv[1])) rows[i].run();
    if (program) clReleaseProgram(program);
    if (queue) clReleaseCommandQueue(queue);
    if (context) clReleaseContext(context);
    return 0;
}
