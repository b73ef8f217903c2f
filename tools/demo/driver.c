/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The smallest OpenCL driver that does something: it has one platform, one device (the processor),
 * no compiler, and C functions as kernels (clEnqueueNativeKernel). The target `demo` uses it where
 * no driver is installed. A function that it lacks is NULL in its table.
 *
 * A command runs at once, in the thread that enqueues it, so the driver ignores wait lists. With
 * DEMO_QUIRK it is a bad driver, for the tests of clrelay test.
 */
#include "api/table.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

enum quirk {
    NONE,
    ABORTS,     /* when it lists its devices, as PoCL does where it finds too little memory */
    WRONG,      /* computes one number wrong */
    DIES,       /* when a kernel runs, after the words in DEMO_SAYS */
    DIES_LATE,  /* when the program ends in which a kernel has run */
    HANGS,      /* when a kernel runs */
    FAILS,      /* fails to run a kernel, then to release the queue, or dies (DEMO_DIES) */
    IDLE,       /* runs no kernels at all */
    BUILD_FAILS /* has a compiler that can't build the kernel; DEMO_SAYS is the log */
};
#ifndef DEMO_QUIRK
#define DEMO_QUIRK NONE
#endif
static const enum quirk quirk = DEMO_QUIRK;

static const struct dispatch table;

/* Every object begins with the table: that is how a loader finds the driver of a call. */
struct _cl_platform_id {
    const struct dispatch *table;
};
struct _cl_device_id {
    const struct dispatch *table;
};
struct _cl_context {
    const struct dispatch *table;
    atomic_int references;
};
struct _cl_command_queue {
    const struct dispatch *table;
    atomic_int references;
    cl_context context;
};
struct _cl_program {
    const struct dispatch *table;
};
struct _cl_mem {
    const struct dispatch *table;
    atomic_int references;
    size_t size;
    unsigned char *bytes;
};

static struct _cl_platform_id the_platform = { &table };
static struct _cl_device_id the_device = { &table };
static struct _cl_program the_program = { &table };

/* ---- questions ---- */

static cl_int answer(const void *value, size_t value_size, size_t size, void *to, size_t *size_ret)
{
    if (to && size < value_size) return CL_INVALID_VALUE;
    if (to) memcpy(to, value, value_size);
    if (size_ret) *size_ret = value_size;
    return CL_SUCCESS;
}

/* What a bad driver prints: the words of DEMO_SAYS, or else these. */
static const char *said(const char *words)
{
    const char *chosen = getenv("DEMO_SAYS");
    return chosen ? chosen : words;
}

/* The platform's version after OpenCL's: the words of DEMO_VERSION, or "demo". */
static cl_int version(size_t size, void *to, size_t *size_ret)
{
    char words[80];
    const char *chosen = getenv("DEMO_VERSION");
    snprintf(words, sizeof words, "OpenCL 1.2 %s", chosen ? chosen : "demo");
    return answer(words, strlen(words) + 1, size, to, size_ret);
}

/* The device's name: the words of DEMO_NAME, or what the device is. */
static cl_int device_name(size_t size, void *to, size_t *size_ret)
{
    const char *chosen = getenv("DEMO_NAME");
    const char *name = chosen ? chosen : "the processor, called directly";
    return answer(name, strlen(name) + 1, size, to, size_ret);
}

static cl_device_type device_type(void)
{
    return quirk == FAILS ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_CPU;
}

#define ANSWER(type, value) answer(&(const type){ value }, sizeof(type), size, to, size_ret)
#define ANSWER_TEXT(text)   answer(text, sizeof(text), size, to, size_ret)

static cl_int CL_API_CALL get_platform_info(cl_platform_id platform, cl_platform_info what,
                                            size_t size, void *to, size_t *size_ret)
{
    if (platform != &the_platform) return CL_INVALID_PLATFORM;
    switch (what) {
    case CL_PLATFORM_PROFILE: return ANSWER_TEXT("FULL_PROFILE");
    case CL_PLATFORM_VERSION: return version(size, to, size_ret);
    case CL_PLATFORM_NAME: return ANSWER_TEXT("clrelay's demo driver");
    case CL_PLATFORM_VENDOR: return ANSWER_TEXT("clrelay");
    case CL_PLATFORM_EXTENSIONS: return ANSWER_TEXT("cl_khr_icd");
    case CL_PLATFORM_ICD_SUFFIX_KHR: return ANSWER_TEXT("CLRELAYDEMO");
    default: return CL_INVALID_VALUE;
    }
}

static cl_int CL_API_CALL get_device_ids(cl_platform_id platform, cl_device_type type, cl_uint room,
                                         cl_device_id *devices, cl_uint *count)
{
    const bool wanted = (type & (device_type() | CL_DEVICE_TYPE_DEFAULT)) != 0;
    if (quirk == ABORTS) abort();
    if (platform != &the_platform) return CL_INVALID_PLATFORM;
    if (devices ? room == 0 : !count) return CL_INVALID_VALUE;
    if (count) *count = wanted;
    if (!wanted) return CL_DEVICE_NOT_FOUND;
    if (devices) devices[0] = &the_device;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info what, size_t size,
                                          void *to, size_t *size_ret)
{
    if (device != &the_device) return CL_INVALID_DEVICE;
    switch (what) {
    case CL_DEVICE_TYPE: return ANSWER(cl_device_type, device_type());
    case CL_DEVICE_VENDOR_ID: return ANSWER(cl_uint, 0);
    case CL_DEVICE_MAX_COMPUTE_UNITS: return ANSWER(cl_uint, 1);
    case CL_DEVICE_MAX_CLOCK_FREQUENCY: return ANSWER(cl_uint, 0);
    case CL_DEVICE_ADDRESS_BITS: return ANSWER(cl_uint, sizeof(void *) * 8);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE: return ANSWER(cl_ulong, 64ul << 20);
    case CL_DEVICE_GLOBAL_MEM_SIZE: return ANSWER(cl_ulong, 64ul << 20);
    case CL_DEVICE_LOCAL_MEM_SIZE: return ANSWER(cl_ulong, 0);
    case CL_DEVICE_IMAGE_SUPPORT: return ANSWER(cl_bool, CL_FALSE);
    case CL_DEVICE_AVAILABLE: return ANSWER(cl_bool, CL_TRUE);
    case CL_DEVICE_COMPILER_AVAILABLE: return ANSWER(cl_bool, quirk == BUILD_FAILS);
    case CL_DEVICE_LINKER_AVAILABLE: return ANSWER(cl_bool, CL_FALSE);
    case CL_DEVICE_EXECUTION_CAPABILITIES:
        return ANSWER(cl_device_exec_capabilities, quirk == IDLE ? 0 : CL_EXEC_NATIVE_KERNEL);
    case CL_DEVICE_QUEUE_PROPERTIES: return ANSWER(cl_command_queue_properties, 0);
    case CL_DEVICE_NAME: return device_name(size, to, size_ret);
    case CL_DEVICE_VENDOR: return ANSWER_TEXT("clrelay");
    case CL_DRIVER_VERSION: return ANSWER_TEXT("1");
    case CL_DEVICE_PROFILE: return ANSWER_TEXT("FULL_PROFILE");
    case CL_DEVICE_VERSION: return ANSWER_TEXT("OpenCL 1.2 demo");
    case CL_DEVICE_OPENCL_C_VERSION: return ANSWER_TEXT("OpenCL C 1.2 demo");
    case CL_DEVICE_EXTENSIONS: return ANSWER_TEXT("");
    case CL_DEVICE_BUILT_IN_KERNELS: return ANSWER_TEXT("");
    case CL_DEVICE_PLATFORM: return ANSWER(cl_platform_id, &the_platform);
    default: return CL_INVALID_VALUE;
    }
}

/* ---- objects ---- */

static void *create(size_t size, cl_int *errcode_ret)
{
    void *object = calloc(1, size);
    if (errcode_ret) *errcode_ret = object ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    return object;
}

static void *refuse(cl_int error, cl_int *errcode_ret)
{
    if (errcode_ret) *errcode_ret = error;
    return NULL;
}

static cl_context CL_API_CALL create_context(const cl_context_properties *properties, cl_uint count,
                                             const cl_device_id *devices, context_callback notify,
                                             void *data, cl_int *errcode_ret)
{
    cl_context context;
    (void)properties, (void)notify, (void)data;
    if (count != 1 || devices[0] != &the_device) return refuse(CL_INVALID_DEVICE, errcode_ret);
    context = create(sizeof *context, errcode_ret);
    if (context) *context = (struct _cl_context){ .table = &table, .references = 1 };
    return context;
}

static cl_int CL_API_CALL retain_context(cl_context context)
{
    context->references++;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL release_context(cl_context context)
{
    if (--context->references == 0) free(context);
    return CL_SUCCESS;
}

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
                                                 cl_command_queue_properties properties,
                                                 cl_int *errcode_ret)
{
    cl_command_queue queue;
    if (device != &the_device) return refuse(CL_INVALID_DEVICE, errcode_ret);
    if (properties) return refuse(CL_INVALID_QUEUE_PROPERTIES, errcode_ret);
    queue = create(sizeof *queue, errcode_ret);
    if (!queue) return NULL;
    retain_context(context);
    *queue = (struct _cl_command_queue){ .table = &table, .references = 1, .context = context };
    return queue;
}

static cl_int CL_API_CALL retain_queue(cl_command_queue queue)
{
    queue->references++;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL release_queue(cl_command_queue queue)
{
    if (--queue->references == 0) {
        release_context(queue->context);
        free(queue);
    }
    if (quirk == FAILS && getenv("DEMO_DIES")) abort();
    return quirk == FAILS ? CL_INVALID_COMMAND_QUEUE : CL_SUCCESS;
}

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size,
                                        void *host, cl_int *errcode_ret)
{
    cl_mem buffer;
    (void)context;
    if (!size) return refuse(CL_INVALID_BUFFER_SIZE, errcode_ret);
    if (flags & CL_MEM_USE_HOST_PTR) return refuse(CL_INVALID_OPERATION, errcode_ret);
    buffer = create(sizeof *buffer, errcode_ret);
    if (!buffer) return NULL;
    *buffer = (struct _cl_mem){
        .table = &table, .references = 1, .size = size, .bytes = calloc(1, size)
    };
    if (!buffer->bytes) {
        free(buffer);
        return refuse(CL_MEM_OBJECT_ALLOCATION_FAILURE, errcode_ret);
    }
    if (flags & CL_MEM_COPY_HOST_PTR) memcpy(buffer->bytes, host, size);
    return buffer;
}

static cl_int CL_API_CALL retain_mem(cl_mem buffer)
{
    buffer->references++;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL release_mem(cl_mem buffer)
{
    if (--buffer->references == 0) {
        free(buffer->bytes);
        free(buffer);
    }
    return CL_SUCCESS;
}

/* ---- commands ---- */

static bool within(cl_mem buffer, size_t offset, size_t size)
{
    return size && offset <= buffer->size && size <= buffer->size - offset;
}

static cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                      size_t offset, size_t size, void *to, cl_uint waits,
                                      const cl_event *list, cl_event *event)
{
    (void)queue, (void)blocking, (void)waits, (void)list;
    if (!within(buffer, offset, size) || !to || event) return CL_INVALID_VALUE;
    memcpy(to, buffer->bytes + offset, size);
    return CL_SUCCESS;
}

static cl_int CL_API_CALL write_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                       size_t offset, size_t size, const void *from, cl_uint waits,
                                       const cl_event *list, cl_event *event)
{
    (void)queue, (void)blocking, (void)waits, (void)list;
    if (!within(buffer, offset, size) || !from || event) return CL_INVALID_VALUE;
    memcpy(buffer->bytes + offset, from, size);
    return CL_SUCCESS;
}

/* Calls the function with a copy of its arguments, in which each buffer's handle has been replaced
 * by the buffer's address. */
static cl_int CL_API_CALL native_kernel(cl_command_queue queue, native_kernel_function kernel,
                                        void *arguments, size_t size, cl_uint count,
                                        const cl_mem *buffers, const void **places, cl_uint waits,
                                        const cl_event *list, cl_event *event)
{
    unsigned char *copy;
    (void)queue, (void)waits, (void)list;
    if (!kernel || !arguments != !size || event) return CL_INVALID_VALUE;
    if (count && (!size || !buffers || !places)) return CL_INVALID_VALUE;
    copy = malloc(size ? size : 1);
    if (!copy) return CL_OUT_OF_HOST_MEMORY;
    if (size) memcpy(copy, arguments, size);
    for (cl_uint i = 0; i < count; i++) {
        const ptrdiff_t offset = (const unsigned char *)places[i] - (unsigned char *)arguments;
        memcpy(copy + offset, &(void *){ buffers[i]->bytes }, sizeof(void *));
    }
    if (quirk == DIES) {
        fprintf(stderr, "%s\n", said("a kernel dies"));
        abort();
    }
    if (quirk == DIES_LATE) atexit(abort);
    while (quirk == HANGS) continue;
    kernel(copy);
    if (quirk == WRONG) buffers[count - 1]->bytes[0] ^= 1;
    free(copy);
    return quirk == FAILS ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
}

static cl_int CL_API_CALL nothing_to_do(cl_command_queue queue)
{
    (void)queue;
    return CL_SUCCESS;
}

/* ---- programs that can't be built ---- */

static cl_program CL_API_CALL create_program(cl_context context, cl_uint count,
                                             const char **sources, const size_t *lengths,
                                             cl_int *errcode_ret)
{
    (void)context, (void)count, (void)sources, (void)lengths;
    if (quirk != BUILD_FAILS) return refuse(CL_INVALID_OPERATION, errcode_ret);
    if (errcode_ret) *errcode_ret = CL_SUCCESS;
    return &the_program;
}

static cl_int CL_API_CALL release_program(cl_program program)
{
    (void)program;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL build_program(cl_program program, cl_uint count,
                                        const cl_device_id *devices, const char *options,
                                        program_callback notify, void *data)
{
    (void)program, (void)count, (void)devices, (void)options, (void)notify, (void)data;
    return CL_BUILD_PROGRAM_FAILURE;
}

static cl_int CL_API_CALL get_build_info(cl_program program, cl_device_id device,
                                         cl_program_build_info what, size_t size, void *to,
                                         size_t *size_ret)
{
    const char *log = said("line 1: no\nline 2: \033[31mno\n");
    (void)program, (void)device;
    if (what != CL_PROGRAM_BUILD_LOG) return CL_INVALID_VALUE;
    return answer(log, strlen(log) + 1, size, to, size_ret);
}

/* ---- what a loader asks for ---- */

static const struct dispatch table = {
    .clGetPlatformInfo = get_platform_info,
    .clGetDeviceIDs = get_device_ids,
    .clGetDeviceInfo = get_device_info,
    .clCreateContext = create_context,
    .clRetainContext = retain_context,
    .clReleaseContext = release_context,
    .clCreateCommandQueue = create_queue,
    .clRetainCommandQueue = retain_queue,
    .clReleaseCommandQueue = release_queue,
    .clCreateBuffer = create_buffer,
    .clRetainMemObject = retain_mem,
    .clReleaseMemObject = release_mem,
    .clEnqueueReadBuffer = read_buffer,
    .clEnqueueWriteBuffer = write_buffer,
    .clEnqueueNativeKernel = native_kernel,
    .clCreateProgramWithSource = create_program,
    .clReleaseProgram = release_program,
    .clBuildProgram = build_program,
    .clGetProgramBuildInfo = get_build_info,
    .clFlush = nothing_to_do,
    .clFinish = nothing_to_do,
};

EXPORTED cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id *platforms,
                                                   cl_uint *count)
{
    if (platforms ? room == 0 : !count) return CL_INVALID_VALUE;
    if (count) *count = 1;
    if (platforms) platforms[0] = &the_platform;
    return CL_SUCCESS;
}

EXPORTED void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
    static const struct {
        const char *name;
        function address;
    } functions[] = {
        { "clIcdGetPlatformIDsKHR", (function)clIcdGetPlatformIDsKHR },
        { "clGetPlatformInfo", (function)get_platform_info },
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        /* OpenCL returns functions as void *, which ISO C can't cast: hence the copy. */
        void *address;
        memcpy(&address, &functions[i].address, sizeof address);
        if (name && !strcmp(name, functions[i].name)) return address;
    }
    return NULL;
}
