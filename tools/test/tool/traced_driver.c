/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A driver for the tests of clrelay check and trace. It has one platform, one device, and what a
 * program needs to run kernels, which do nothing.
 *
 * A query for the device's profile crashes (SIGSEGV). A new context calls its callback, with NULL
 * as its data if TRACED_NO_DATA is set. Events count their references.
 *
 * A command ends when TRACED_LAG others have been enqueued after it. But the first TRACED_BLOCKED
 * commands, and all that are left, end at clFinish. There is no room for many more events than
 * that. With TRACED_LATE, a command ends while its status is asked for, and has no times before. A
 * process that asks about its parent's commands ends with SIGABRT.
 *
 * With TRACED_HANGS=N, clFinish does not return, and the query for the profile waits until N threads
 * are in it.
 *
 * A build fails if its options contain FAILS (with the error TRACED_BUILD_ERROR, if that is set),
 * and is refused if they contain REFUSED. With a callback, it ends in a thread of the driver, after
 * the call has returned.
 *
 * The device has the extensions TRACED_EXTENSIONS, but shares no OpenGL context.
 */
#include "made_up.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

struct object {
    const cl_icd_dispatch *dispatch;
    atomic_int references;
    long number;        /* of an event: the number of commands before it */
    uint64_t enqueued;  /* of an event: the time, in nanoseconds */
    atomic_bool asked;  /* of an event: whether its status was asked for */
    atomic_long builds; /* of a program: the builds that have ended; negative while one goes on */
    atomic_bool failed; /* of a program: whether its last build failed */
};

static void *object_new(cl_int *errcode_ret)
{
    struct object *object = malloc(sizeof *object);
    if (errcode_ret) *errcode_ret = object ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    if (!object) return NULL;
    object->dispatch = platform.dispatch;
    object->references = 1;
    object->builds = 0;
    object->failed = false;
    return object;
}

static cl_int object_retain(void *object)
{
    ((struct object *)object)->references++;
    return CL_SUCCESS;
}

static cl_int object_release(void *object)
{
    if (--((struct object *)object)->references == 0) free(object);
    return CL_SUCCESS;
}

/* ---- platform and device ---- */

static cl_int CL_API_CALL get_platform_info(cl_platform_id id, cl_platform_info what, size_t size,
                                            void *to, size_t *size_ret)
{
    switch (what) {
    case CL_PLATFORM_VERSION: return STRING("OpenCL 3.0 traced");
    case CL_PLATFORM_EXTENSIONS: return STRING("cl_khr_icd");
    case CL_PLATFORM_ICD_SUFFIX_KHR: return STRING("TRACED");
    default: return STRING("traced");
    }
}

static long setting(const char *name)
{
    const char *text = getenv(name);
    return text ? atol(text) : 0;
}

static atomic_long hanging; /* calls of clFinish */

static void crash(void)
{
    while (hanging < setting("TRACED_HANGS")) usleep(1000);
    raise(SIGSEGV);
}

static cl_int CL_API_CALL get_device_info(cl_device_id id, cl_device_info what, size_t size,
                                          void *to, size_t *size_ret)
{
    const cl_device_type type = (cl_device_type)setting("TRACED_TYPE");
    const cl_bool is_unified = !setting("TRACED_DISCRETE");
    if (what == CL_DEVICE_PROFILE) crash();
    if (what == CL_DEVICE_TYPE) return GIVE(type);
    if (what == CL_DEVICE_HOST_UNIFIED_MEMORY) return GIVE(is_unified);
    if (what == CL_DEVICE_VERSION) return STRING("OpenCL 3.0 traced");
    if (what == CL_DEVICE_EXTENSIONS && getenv("TRACED_EXTENSIONS"))
        return STRING(getenv("TRACED_EXTENSIONS"));
    return STRING("traced device");
}

/* ---- objects ---- */

static cl_context CL_API_CALL create_context(const cl_context_properties *properties, cl_uint count,
                                             const cl_device_id *devices, context_notified notify,
                                             void *data, cl_int *errcode_ret)
{
    for (; properties && *properties; properties += 2) {
        if (*properties != CL_GL_CONTEXT_KHR) continue;
        *errcode_ret = CL_INVALID_OPERATION;
        return NULL;
    }
    if (notify) notify("a context is created", NULL, 0, getenv("TRACED_NO_DATA") ? NULL : data);
    return object_new(errcode_ret);
}

static cl_int CL_API_CALL get_gl_info(const cl_context_properties *properties,
                                      cl_gl_context_info what, size_t size, void *to,
                                      size_t *size_ret)
{
    return CL_INVALID_OPERATION;
}

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id id,
                                                 cl_command_queue_properties properties,
                                                 cl_int *errcode_ret)
{
    return object_new(errcode_ret);
}

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size,
                                        void *from, cl_int *errcode_ret)
{
    return object_new(errcode_ret);
}

/* The driver answers no query about memory objects. */
static cl_int CL_API_CALL get_mem_info(cl_mem mem, cl_mem_info what, size_t size, void *to,
                                       size_t *size_ret)
{
    return CL_INVALID_VALUE;
}

static cl_program CL_API_CALL create_program(cl_context context, cl_uint count, const char **texts,
                                             const size_t *lengths, cl_int *errcode_ret)
{
    return object_new(errcode_ret);
}

typedef void(CL_CALLBACK *notified)(cl_program program, void *data);

struct build {
    struct object *program;
    bool fails;
    notified notify;
    void *data;
};

static void end_build(const struct build *build)
{
    build->program->failed = build->fails;
    build->program->builds = 1 - build->program->builds;
}

static void *build_later(void *argument)
{
    struct build *build = argument;
    usleep(20000);
    end_build(build);
    build->notify((cl_program)(void *)build->program, build->data);
    object_release(build->program);
    free(build);
    return NULL;
}

/* Begins a build. Returns whether it has not failed so far. */
static bool begin_build(void *program, const char *options, notified notify, void *data)
{
    struct build build = { program, options && strstr(options, "FAILS"), notify, data }, *later;
    pthread_t thread;
    /* Clang 21 takes an _Atomic variable for a complex number. */
    const long builds = build.program->builds;
    build.program->builds = -labs(builds);
    if (!notify) {
        end_build(&build);
        return !build.fails;
    }
    later = malloc(sizeof *later);
    *later = build;
    object_retain(program);
    pthread_create(&thread, NULL, build_later, later);
    pthread_detach(thread);
    return true;
}

static cl_int CL_API_CALL build_program(cl_program program, cl_uint count,
                                        const cl_device_id *devices, const char *options,
                                        notified notify, void *data)
{
    const char *error = getenv("TRACED_BUILD_ERROR");
    if (options && strstr(options, "REFUSED")) return CL_INVALID_OPERATION;
    if (begin_build(program, options, notify, data)) return CL_SUCCESS;
    return error ? atoi(error) : CL_BUILD_PROGRAM_FAILURE;
}

static cl_int CL_API_CALL compile_program(cl_program program, cl_uint count,
                                          const cl_device_id *devices, const char *options,
                                          cl_uint header_count, const cl_program *headers,
                                          const char **names, notified notify, void *data)
{
    return begin_build(program, options, notify, data) ? CL_SUCCESS : CL_COMPILE_PROGRAM_FAILURE;
}

/* The driver returns a program even if it could not link it. */
static cl_program CL_API_CALL link_program(cl_context context, cl_uint count,
                                           const cl_device_id *devices, const char *options,
                                           cl_uint program_count, const cl_program *programs,
                                           notified notify, void *data, cl_int *errcode_ret)
{
    void *program = object_new(errcode_ret);
    if (!begin_build(program, options, notify, data) && errcode_ret)
        *errcode_ret = CL_LINK_PROGRAM_FAILURE;
    return program;
}

static cl_int CL_API_CALL get_program_info(cl_program program, cl_program_info what, size_t size,
                                           void *to, size_t *size_ret)
{
    cl_device_id id = (cl_device_id)(void *)&device;
    char binary[100];
    const size_t length = (size_t)snprintf(binary, sizeof binary, "binary %ld",
                                           (long)((struct object *)program)->builds);
    if (what == CL_PROGRAM_BINARY_SIZES) return GIVE(length);
    if (what == CL_PROGRAM_BINARIES && to) memcpy(*(void **)to, binary, length);
    if (what == CL_PROGRAM_BINARIES) return CL_SUCCESS;
    if (what != CL_PROGRAM_DEVICES) return CL_INVALID_VALUE;
    return GIVE(id);
}

static cl_int CL_API_CALL get_build_info(cl_program program, cl_device_id id,
                                         cl_program_build_info what, size_t size, void *to,
                                         size_t *size_ret)
{
    struct object *object = (void *)program;
    const cl_build_status status = object->builds <= 0 ? CL_BUILD_IN_PROGRESS
                                   : object->failed    ? CL_BUILD_ERROR
                                                       : CL_BUILD_SUCCESS;
    const char *chosen = getenv("TRACED_BUILD_LOG");
    char log[100];
    if (what == CL_PROGRAM_BUILD_STATUS) return GIVE(status);
    if (what != CL_PROGRAM_BUILD_LOG) return CL_INVALID_VALUE;
    if (chosen) return STRING(chosen);
    snprintf(log, sizeof log,
             object->failed ? "source:7:3: error: build %ld" : "%ld warning: it does nothing",
             (long)object->builds);
    return STRING(log);
}

static cl_kernel CL_API_CALL create_kernel(cl_program program, const char *name,
                                           cl_int *errcode_ret)
{
    return object_new(errcode_ret);
}

/* The driver has only the query functions of OpenCL 1.0. */
static cl_int CL_API_CALL get_kernel_info(cl_kernel kernel, cl_kernel_info what, size_t size,
                                          void *to, size_t *size_ret)
{
    const cl_uint parameters = 1;
    if (what == CL_KERNEL_NUM_ARGS) return GIVE(parameters);
    return CL_INVALID_VALUE;
}

#define RELEASES(type, name)                                                                       \
    static cl_int CL_API_CALL release_##name(type name)                                            \
    {                                                                                              \
        return object_release(name);                                                               \
    }
RELEASES(cl_context, context)
RELEASES(cl_command_queue, queue)
RELEASES(cl_mem, mem)
RELEASES(cl_program, program)
RELEASES(cl_kernel, kernel)

/* ---- events ---- */

enum { MORE_EVENTS = 200 };
static atomic_long commands, ended, events;
static bool are_parents; /* the commands are those of this process's parent */

static void fork_child(void)
{
    are_parents = commands > 0;
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, fork_child);
}

static bool has_ended(cl_event event)
{
    const long number = ((struct object *)event)->number;
    if (are_parents) abort();
    if (number <= ended) return true;
    return number + setting("TRACED_LAG") <= commands && number > setting("TRACED_BLOCKED");
}

static cl_int CL_API_CALL release_event(cl_event event)
{
    if (((struct object *)event)->references == 1) events--;
    return object_release(event);
}

static cl_int CL_API_CALL retain_event(cl_event event)
{
    return object_retain(event);
}

/* ---- commands ---- */

static cl_int CL_API_CALL set_arg(cl_kernel kernel, cl_uint index, size_t size, const void *from)
{
    return CL_SUCCESS;
}

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static cl_int CL_API_CALL enqueue(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                  const size_t *offset, const size_t *global, const size_t *local,
                                  cl_uint count, const cl_event *list, cl_event *event)
{
    if (event && events > setting("TRACED_LAG") + 20 * setting("TRACED_BLOCKED") + MORE_EVENTS)
        return CL_OUT_OF_RESOURCES;
    commands++;
    are_parents = false;
    if (!event) return CL_SUCCESS;
    *event = object_new(NULL);
    ((struct object *)*event)->number = commands;
    ((struct object *)*event)->enqueued = now();
    ((struct object *)*event)->asked = false;
    events++;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL write_buffer(cl_command_queue queue, cl_mem mem, cl_bool blocking,
                                       size_t offset, size_t length, const void *from,
                                       cl_uint count, const cl_event *list, cl_event *event)
{
    const struct timespec pause = { 0, 100000 };
    nanosleep(&pause, NULL);
    return enqueue(queue, NULL, 0, NULL, NULL, NULL, count, list, event);
}

static cl_int CL_API_CALL finish(cl_command_queue queue)
{
    hanging++;
    while (getenv("TRACED_HANGS")) pause();
    ended = commands;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL get_event_info(cl_event event, cl_event_info what, size_t size, void *to,
                                         size_t *size_ret)
{
    const cl_int status = has_ended(event) ? CL_COMPLETE : CL_RUNNING;
    const cl_uint references = (cl_uint)((struct object *)event)->references;
    ((struct object *)event)->asked = true;
    if (what == CL_EVENT_COMMAND_EXECUTION_STATUS) return GIVE(status);
    if (what == CL_EVENT_REFERENCE_COUNT) return GIVE(references);
    return CL_INVALID_VALUE;
}

static cl_int CL_API_CALL get_event_times(cl_event event, cl_profiling_info what, size_t size,
                                          void *to, size_t *size_ret)
{
    const cl_ulong time =
        ((struct object *)event)->enqueued + (what - CL_PROFILING_COMMAND_QUEUED) * (cl_ulong)10;
    if (setting("TRACED_LATE") && !((struct object *)event)->asked)
        return CL_PROFILING_INFO_NOT_AVAILABLE;
    if (!has_ended(event)) return CL_PROFILING_INFO_NOT_AVAILABLE;
    return GIVE(time);
}

static const cl_icd_dispatch table = {
    .clGetPlatformInfo = get_platform_info,
    .clGetDeviceIDs = get_one_device,
    .clGetDeviceInfo = get_device_info,
    .clCreateContext = create_context,
    .clGetGLContextInfoKHR = get_gl_info,
    .clReleaseContext = release_context,
    .clCreateCommandQueue = create_queue,
    .clReleaseCommandQueue = release_queue,
    .clCreateBuffer = create_buffer,
    .clReleaseMemObject = release_mem,
    .clGetMemObjectInfo = get_mem_info,
    .clCreateProgramWithSource = create_program,
    .clBuildProgram = build_program,
    .clCompileProgram = compile_program,
    .clLinkProgram = link_program,
    .clGetProgramInfo = get_program_info,
    .clGetProgramBuildInfo = get_build_info,
    .clReleaseProgram = release_program,
    .clCreateKernel = create_kernel,
    .clReleaseKernel = release_kernel,
    .clGetKernelInfo = get_kernel_info,
    .clSetKernelArg = set_arg,
    .clEnqueueWriteBuffer = write_buffer,
    .clEnqueueNDRangeKernel = enqueue,
    .clFinish = finish,
    .clRetainEvent = retain_event,
    .clReleaseEvent = release_event,
    .clGetEventInfo = get_event_info,
    .clGetEventProfilingInfo = get_event_times,
};
