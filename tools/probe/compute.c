/* SPDX-License-Identifier: Apache-2.0 */
#include "compute.h"

#include "../base/system.h"

#include <stdlib.h>

static const char source[] = "kernel void compute(global const uint *in, global uint *out)\n"
                             "{\n"
                             "    size_t i = get_global_id(0);\n"
                             "    out[i] = in[i] * in[i] + 1;\n"
                             "}\n";

/* The kernel as a native function, for devices that run such functions but have no compiler. */
struct native_arguments {
    const cl_uint *in;
    cl_uint *out;
};

static void CL_CALLBACK compute_natively(void *data)
{
    struct native_arguments *arguments = data;
    for (size_t i = 0; i < COMPUTE_NUMBERS; i++)
        arguments->out[i] = arguments->in[i] * arguments->in[i] + 1;
}

struct work {
    const struct dispatch *cl;
    void (*stage)(const char *what);
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_mem in, out;
    cl_program program;
    cl_kernel kernel;
    cl_int error; /* of the last function that returned an object */
    struct computation computation;
};

static bool check_call(struct work *work, const char *name, cl_int error)
{
    if (!error || work->computation.result == COMPUTE_FAILED)
        return !error; /* keeps the first error */
    work->computation.result = COMPUTE_FAILED;
    work->computation.function = name;
    work->computation.error = error;
    return false;
}

static bool check_object(struct work *work, const char *name, const void *object)
{
    if (object) return true;
    return check_call(work, name, work->error ? work->error : CL_INVALID_OPERATION);
}

/* Calls a function that the loader may lack. CREATE: it returns an object. */
#define CALL(work, function, ...)                                                                  \
    check_call(work, #function,                                                                    \
               (work)->cl->function ? (work)->cl->function(__VA_ARGS__) : CL_INVALID_OPERATION)
#define CREATE(work, object, function, ...)                                                        \
    check_object(work, #function,                                                                  \
                 (object) = (work)->cl->function                                                   \
                                ? (work)->cl->function(__VA_ARGS__, &(work)->error)                \
                                : NULL)

static void keep_build_log(struct work *work)
{
    const struct dispatch *cl = work->cl;
    size_t size = 0;
    if (!cl->clGetProgramBuildInfo) return;
    cl->clGetProgramBuildInfo(work->program, work->device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    work->computation.log = size > 1 && size < 1 << 20 ? calloc(1, size + 1) : NULL;
    if (work->computation.log)
        cl->clGetProgramBuildInfo(work->program, work->device, CL_PROGRAM_BUILD_LOG, size,
                                  work->computation.log, NULL);
}

static bool build(struct work *work)
{
    const char *sources[] = { source };
    work->stage("a kernel is built");
    if (!CREATE(work, work->program, clCreateProgramWithSource, work->context, 1, sources, NULL))
        return false;
    if (!CALL(work, clBuildProgram, work->program, 1, &work->device, "", NULL, NULL)) {
        keep_build_log(work);
        return false;
    }
    return CREATE(work, work->kernel, clCreateKernel, work->program, "compute") &&
           CALL(work, clSetKernelArg, work->kernel, 0, sizeof work->in, &work->in) &&
           CALL(work, clSetKernelArg, work->kernel, 1, sizeof work->out, &work->out);
}

static bool run_compiled(struct work *work)
{
    const size_t numbers = COMPUTE_NUMBERS;
    const double start = system_milliseconds();
    double built;
    if (!build(work)) return false;
    built = system_milliseconds();
    work->computation.build_time = built - start;
    work->stage("the kernel runs");
    if (!CALL(work, clEnqueueNDRangeKernel, work->queue, work->kernel, 1, NULL, &numbers, NULL, 0,
              NULL, NULL) ||
        !CALL(work, clFinish, work->queue))
        return false;
    work->computation.run_time = system_milliseconds() - built;
    return true;
}

static bool run_native(struct work *work)
{
    struct native_arguments arguments = { NULL, NULL };
    const cl_mem buffers[] = { work->in, work->out };
    const void *places[] = { &arguments.in, &arguments.out };
    const double start = system_milliseconds();
    work->stage("a native kernel runs");
    if (!CALL(work, clEnqueueNativeKernel, work->queue, compute_natively, &arguments,
              sizeof arguments, 2, buffers, places, 0, NULL, NULL) ||
        !CALL(work, clFinish, work->queue))
        return false;
    work->computation.run_time = system_milliseconds() - start;
    return true;
}

static bool prepare(struct work *work, cl_platform_id platform, const cl_uint *in, size_t size)
{
    /* clang-format off */
    const cl_context_properties properties[] = {
        CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0
    };
    /* clang-format on */
    work->stage("a context, a queue and buffers are created");
    return CREATE(work, work->context, clCreateContext, properties, 1, &work->device, NULL, NULL) &&
           CREATE(work, work->queue, clCreateCommandQueue, work->context, work->device, 0) &&
           CREATE(work, work->in, clCreateBuffer, work->context, CL_MEM_READ_ONLY, size, NULL) &&
           CREATE(work, work->out, clCreateBuffer, work->context, CL_MEM_WRITE_ONLY, size, NULL) &&
           CALL(work, clEnqueueWriteBuffer, work->queue, work->in, CL_TRUE, 0, size, in, 0, NULL,
                NULL);
}

static void check(struct work *work, const cl_uint *in, cl_uint *out, size_t size)
{
    work->stage("the results are read");
    if (!CALL(work, clEnqueueReadBuffer, work->queue, work->out, CL_TRUE, 0, size, out, 0, NULL,
              NULL))
        return;
    for (size_t i = 0; i < COMPUTE_NUMBERS; i++)
        work->computation.wrong += out[i] != in[i] * in[i] + 1;
    work->computation.result = work->computation.wrong ? COMPUTE_WRONG : COMPUTE_RIGHT;
}

/* Releases all objects, also after a failure. The driver may not survive that, so the stage
 * mentions the failure. */
static void release(struct work *work)
{
    work->stage(work->computation.result == COMPUTE_FAILED
                    ? "the objects are released after a failure"
                    : "the objects are released");
    if (work->kernel) CALL(work, clReleaseKernel, work->kernel);
    if (work->program) CALL(work, clReleaseProgram, work->program);
    if (work->in) CALL(work, clReleaseMemObject, work->in);
    if (work->out) CALL(work, clReleaseMemObject, work->out);
    if (work->queue) CALL(work, clReleaseCommandQueue, work->queue);
    if (work->context) CALL(work, clReleaseContext, work->context);
}

size_t compute_multiple(const struct dispatch *cl, cl_platform_id platform, cl_device_id device,
                        void (*stage)(const char *what))
{
    static cl_uint in[COMPUTE_NUMBERS];
    struct work work = { .cl = cl, .stage = stage, .device = device };
    cl_bool compiler = CL_FALSE;
    size_t multiple = 0;
    cl->clGetDeviceInfo(device, CL_DEVICE_COMPILER_AVAILABLE, sizeof compiler, &compiler, NULL);
    if (!compiler) return 0;
    if (prepare(&work, platform, in, sizeof in) && build(&work))
        CALL(&work, clGetKernelWorkGroupInfo, work.kernel, device,
             CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof multiple, &multiple, NULL);
    release(&work);
    free(work.computation.log);
    return multiple;
}

struct computation compute_on(const struct dispatch *cl, cl_platform_id platform,
                              cl_device_id device, void (*stage)(const char *what))
{
    static cl_uint in[COMPUTE_NUMBERS], out[COMPUTE_NUMBERS];
    struct work work = { .cl = cl, .stage = stage, .device = device };
    cl_bool compiler = CL_FALSE;
    cl_device_exec_capabilities capabilities = 0;

    cl->clGetDeviceInfo(device, CL_DEVICE_COMPILER_AVAILABLE, sizeof compiler, &compiler, NULL);
    cl->clGetDeviceInfo(device, CL_DEVICE_EXECUTION_CAPABILITIES, sizeof capabilities,
                        &capabilities, NULL);
    work.computation.native = !compiler;
    if (!compiler && !(capabilities & CL_EXEC_NATIVE_KERNEL)) {
        work.computation.result = COMPUTE_NOTHING;
        return work.computation;
    }
    for (cl_uint i = 0; i < COMPUTE_NUMBERS; i++) in[i] = i * 7 + 3;
    if (prepare(&work, platform, in, sizeof in) &&
        (compiler ? run_compiled(&work) : run_native(&work)))
        check(&work, in, out, sizeof out);
    release(&work);
    return work.computation;
}
