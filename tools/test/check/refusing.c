/* SPDX-License-Identifier: Apache-2.0 */
/*
 * refusing LAYER: the check layer over a made-up driver that refuses calls, but returns objects
 * together with the error, as PoCL 3.1 does in clCreateContextFromType. Also tests answers whose
 * length the program does not ask for.
 */
#include "made_up.h"

/* ---- the driver ---- */

static void *again;    /* what all functions that make objects return, unless NULL */
static bool is_silent; /* functions that make objects do not write the error */

static void *new_object(cl_int *error)
{
    static intptr_t objects[512];
    static unsigned used;
    if (used == sizeof objects / sizeof *objects) TEST_STOP("too many objects");
    if (error && !is_silent) *error = refusal;
    return again ? again : &objects[used++];
}

/* Functions that return lists and events together with an error. */

static cl_int list_two(void **list, cl_uint *count)
{
    if (list) list[0] = new_object(NULL), list[1] = new_object(NULL);
    if (count) *count = 2;
    return refusal;
}

static cl_int CL_API_CALL list_platforms(cl_uint room, cl_platform_id *list, cl_uint *count)
{
    return list_two((void **)list, count);
}

static cl_int CL_API_CALL list_devices(cl_platform_id platform, cl_device_type type, cl_uint room,
                                       cl_device_id *list, cl_uint *count)
{
    return list_two((void **)list, count);
}

static cl_int CL_API_CALL list_parts(cl_device_id whole,
                                     const cl_device_partition_property *properties, cl_uint room,
                                     cl_device_id *list, cl_uint *count)
{
    return list_two((void **)list, count);
}

static cl_int CL_API_CALL list_kernels(cl_program program, cl_uint room, cl_kernel *list,
                                       cl_uint *count)
{
    return list_two((void **)list, count);
}

/* Queries that answer with two handles. */
static const size_t *told; /* where the last query had to write the size of its answer */

static cl_int answer_two(size_t room, void *to, size_t *size)
{
    told = size;
    if (to && room >= 2 * sizeof(void *)) list_two(to, NULL);
    if (size) *size = 2 * sizeof(void *);
    return CL_SUCCESS;
}

static cl_int CL_API_CALL answer_context(cl_context context, cl_context_info what, size_t room,
                                         void *to, size_t *size)
{
    return what == CL_CONTEXT_DEVICES ? answer_two(room, to, size) : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL answer_program(cl_program program, cl_program_info what, size_t room,
                                         void *to, size_t *size)
{
    return what == CL_PROGRAM_DEVICES ? answer_two(room, to, size) : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL enqueue_marker(cl_command_queue queue, cl_uint waits,
                                         const cl_event *list, cl_event *event)
{
    if (event) *event = new_object(NULL);
    return refusal;
}

static cl_int CL_API_CALL answer_event(cl_event event, cl_event_info what, size_t room, void *to,
                                       size_t *size)
{
    static const cl_int failed = CL_OUT_OF_RESOURCES;
    if (what != CL_EVENT_COMMAND_EXECUTION_STATUS) return CL_INVALID_VALUE;
    if (to) memcpy(to, &failed, sizeof failed);
    if (size) *size = sizeof failed;
    return CL_SUCCESS;
}

/* ---- the tests ---- */

static struct {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_mem buffer;
    cl_program program;
} given;

/* Retains or releases an object, with the function of its type. */
/* clang-format off */
#define PASS_TO(verb, object)                                                                      \
    _Generic((object),                                                                             \
    cl_context: checked->cl##verb##Context,                                                        \
    cl_command_queue: checked->cl##verb##CommandQueue,                                             \
    cl_mem: checked->cl##verb##MemObject,                                                          \
    cl_sampler: checked->cl##verb##Sampler,                                                        \
    cl_program: checked->cl##verb##Program,                                                        \
    cl_kernel: checked->cl##verb##Kernel,                                                          \
    cl_event: checked->cl##verb##Event,                                                            \
    cl_device_id: checked->cl##verb##Device,                                                       \
    void *: unmap)(object)
/* clang-format on */
#define RETAIN(object)  PASS_TO(Retain, object)
#define RELEASE(object) PASS_TO(Release, object)

/* Takes the place of both for a mapped region. Inlined, so that each use is a place of its own. */
__attribute__((always_inline)) static inline cl_int unmap(void *pointer)
{
    return checked->clEnqueueUnmapMemObject(given.queue, given.buffer, pointer, 0, NULL, NULL);
}

/* A handle that comes with an error is no object, whether the program asks for the error or not.
 * But the program may release any handle that is not NULL. */
#define IS_NO_OBJECT(object)                                                                       \
    CHECK((object) != NULL);                                                                       \
    FINDS(is_region ? UNMAP_POINTER : HANDLE_UNKNOWN, RETAIN(object));                             \
    refusal = CL_SUCCESS;                                                                          \
    if (!is_region) SILENT(RELEASE(object));                                                       \
    refusal = CL_OUT_OF_RESOURCES
#define REFUSE_OBJECT(type, name, ...)                                                             \
    static void refuse_##name PARAMS(__VA_ARGS__)                                                  \
    {                                                                                              \
        const bool is_region = strcmp(#type, "void *") == 0;                                       \
        cl_int error = 0;                                                                          \
        type object = checked->name ARGS(__VA_ARGS__);                                             \
        IS_NO_OBJECT(object);                                                                      \
        errcode_ret = &error;                                                                      \
        object = checked->name ARGS(__VA_ARGS__);                                                  \
        CHECK_INT(error, refusal);                                                                 \
        IS_NO_OBJECT(object);                                                                      \
    }
#define REFUSE_STATUS(...)
#define REFUSE_POINTER(...)
#define REFUSE_NOTHING(...)
#define BY_ANY(version, type, name, result, ...) REFUSE_##result(type, name, __VA_ARGS__)
#include "api/entry_points.h"

#define ZERO(type, name)       0
#define CALL_OBJECT(name, ...) refuse_##name(EACH(ZERO, __VA_ARGS__));
#define CALL_STATUS(...)
#define CALL_POINTER(...)
#define CALL_NOTHING(...)

static void test_objects(void)
{
    refusal = CL_OUT_OF_RESOURCES;
#define BY_ANY(version, type, name, result, ...) CALL_##result(name, __VA_ARGS__)
#include "api/entry_points.h"
}

/* An exception is a program that could not be linked. A handle without any error is an object,
 * too. */
static void test_exceptions(void)
{
    cl_program linked;
    cl_event event;
    cl_int error = 0;
    refusal = CL_LINK_PROGRAM_FAILURE;
    linked =
        checked->clLinkProgram(given.context, 0, NULL, NULL, 1, &given.program, NULL, NULL, &error);
    CHECK_INT(error, CL_LINK_PROGRAM_FAILURE);
    refusal = CL_SUCCESS;
    SILENT(checked->clReleaseProgram(linked));
    is_silent = true;
    SILENT(event = checked->clCreateUserEvent(given.context, &error));
    CHECK_INT(error, CL_LINK_PROGRAM_FAILURE);
    SILENT(checked->clReleaseEvent(event));
    is_silent = false;
}

/* A failed call explains a finding about the last handle that came with an error, but not about the
 * handle before. */
static uint32_t last_cause;

static void note_cause(const struct record_finding *finding)
{
    last_cause = finding->cause_check_id;
}

static void test_cause(void)
{
    cl_mem first, last;
    refusal = CL_OUT_OF_RESOURCES;
    first = checked->clCreateBuffer(given.context, 0, 64, NULL, NULL);
    last = checked->clCreateBuffer(given.context, 0, 64, NULL, NULL);
    FINDS(HANDLE_UNKNOWN, checked->clRetainMemObject(last));
    each_finding(note_cause);
    CHECK_INT(last_cause, CALL_FAILED);
    FINDS(HANDLE_UNKNOWN, checked->clRetainMemObject(first));
    each_finding(note_cause);
    CHECK_INT(last_cause, CHECK_ID_NONE);
}

/* A failed call that has returned a handle does not explain a NULL that the program passes
 * later. */
static void test_other_null(void)
{
    refusal = CL_OUT_OF_RESOURCES;
    CHECK(checked->clCreateSampler(given.context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST,
                                   NULL) != NULL);
    last_cause = CALL_FAILED;
    FINDS(HANDLE_NULL, checked->clRetainSampler(NULL));
    each_finding(note_cause);
    CHECK_INT(last_cause, CHECK_ID_NONE);
}

/* A handle that comes with an error has the address of a released object. Its release is no second
 * release of that object. */
static void test_same_address(void)
{
    cl_mem mem;
    refusal = CL_SUCCESS;
    mem = checked->clCreateBuffer(given.context, 0, 64, NULL, NULL);
    SILENT(checked->clReleaseMemObject(mem));
    again = mem;
    refusal = CL_OUT_OF_RESOURCES;
    CHECK(checked->clCreateBuffer(given.context, 0, 64, NULL, NULL) == mem);
    refusal = CL_SUCCESS;
    SILENT(checked->clReleaseMemObject(mem));
    CHECK(checked->clCreateBuffer(given.context, 0, 64, NULL, NULL) == mem);
    again = NULL;
    SILENT(checked->clReleaseMemObject(mem));
    FINDS(MEM_RELEASED_TWICE, checked->clReleaseMemObject(mem));
}

static void test_lists(void)
{
    static const cl_device_partition_property equally[] = { CL_DEVICE_PARTITION_EQUALLY, 1, 0 };
    cl_device_id devices[2];
    cl_kernel kernels[2];
    cl_event event;
    refusal = CL_OUT_OF_RESOURCES;
    checked->clGetDeviceIDs((cl_platform_id)new_object(NULL), CL_DEVICE_TYPE_ALL, 2, devices, NULL);
    FINDS(HANDLE_UNKNOWN, checked->clRetainDevice(devices[1]));
    checked->clCreateSubDevices(given.device, equally, 2, devices, NULL);
    FINDS(HANDLE_UNKNOWN, checked->clRetainDevice(devices[1]));
    checked->clCreateKernelsInProgram(given.program, 2, kernels, NULL);
    FINDS(HANDLE_UNKNOWN, checked->clRetainKernel(kernels[1]));
    checked->clEnqueueMarkerWithWaitList(given.queue, 0, NULL, &event);
    FINDS(HANDLE_UNKNOWN, checked->clRetainEvent(event));
}

/* The layer learns how many handles an answer has, even if the program does not ask: all of them
 * are objects. It does not change the memory behind them. */
static void test_answers(void)
{
    static const cl_device_partition_property equally[] = { CL_DEVICE_PARTITION_EQUALLY, 1, 0 };
    void *stranger = new_object(NULL), *list[3];
    cl_platform_id platforms[3];
    size_t size = 0;
    refusal = CL_SUCCESS;
    SILENT(checked->clGetPlatformIDs(3, platforms, NULL));
#define ANSWERS(retain, type, call)                                                                \
    list[2] = stranger;                                                                            \
    SILENT(call);                                                                                  \
    CHECK(list[0] && list[1] && list[2] == stranger);                                              \
    SILENT(checked->retain((type)list[0]));                                                        \
    SILENT(checked->retain((type)list[1]));                                                        \
    FINDS(HANDLE_UNKNOWN, checked->retain((type)list[2]))
    ANSWERS(clRetainDevice, cl_device_id,
            checked->clGetDeviceIDs(platforms[1], CL_DEVICE_TYPE_ALL, 3, (void *)list, NULL));
    ANSWERS(clRetainDevice, cl_device_id,
            checked->clCreateSubDevices(given.device, equally, 3, (void *)list, NULL));
    ANSWERS(clRetainKernel, cl_kernel,
            checked->clCreateKernelsInProgram(given.program, 3, (void *)list, NULL));
    ANSWERS(clRetainDevice, cl_device_id,
            checked->clGetContextInfo(given.context, CL_CONTEXT_DEVICES, sizeof list, list, NULL));
    ANSWERS(clRetainDevice, cl_device_id,
            checked->clGetContextInfo(given.context, CL_CONTEXT_DEVICES, sizeof list, list, &size));
    CHECK_INT(size, 2 * sizeof *list);
    ANSWERS(clRetainDevice, cl_device_id,
            checked->clGetProgramInfo(given.program, CL_PROGRAM_DEVICES, sizeof list, list, NULL));
    /* If the program asks for nothing, the layer asks for nothing, either. */
    checked->clGetContextInfo(given.context, CL_CONTEXT_DEVICES, 0, NULL, NULL);
    CHECK(told == NULL);
}

/* A failed release releases nothing. A failed release of a released object does not bring it
 * back. */
#define FAILS_TO_RELEASE(twice, made)                                                              \
    do {                                                                                           \
        __typeof__(made) object;                                                                   \
        refusal = CL_SUCCESS;                                                                      \
        object = made;                                                                             \
        refusal = CL_OUT_OF_HOST_MEMORY;                                                           \
        FINDS(CALL_FAILED, RELEASE(object));                                                       \
        refusal = CL_SUCCESS;                                                                      \
        SILENT(RELEASE(object));                                                                   \
        refusal = CL_OUT_OF_HOST_MEMORY;                                                           \
        FINDS(twice, RELEASE(object));                                                             \
        FINDS(twice, RELEASE(object));                                                             \
    } while (0)

static cl_device_id part_of(cl_device_id whole)
{
    static const cl_device_partition_property equally[] = { CL_DEVICE_PARTITION_EQUALLY, 1, 0 };
    cl_device_id parts[2];
    checked->clCreateSubDevices(whole, equally, 2, parts, NULL);
    return parts[0];
}

static void test_failed_releases(void)
{
    const char *text = "";
    FAILS_TO_RELEASE(CONTEXT_RELEASED_TWICE,
                     checked->clCreateContext(NULL, 1, &given.device, NULL, NULL, NULL));
    FAILS_TO_RELEASE(QUEUE_RELEASED_TWICE, checked->clCreateCommandQueueWithProperties(
                                               given.context, given.device, NULL, NULL));
    FAILS_TO_RELEASE(MEM_RELEASED_TWICE, checked->clCreateBuffer(given.context, 0, 64, NULL, NULL));
    FAILS_TO_RELEASE(SAMPLER_RELEASED_TWICE,
                     checked->clCreateSamplerWithProperties(given.context, NULL, NULL));
    FAILS_TO_RELEASE(PROGRAM_RELEASED_TWICE,
                     checked->clCreateProgramWithSource(given.context, 1, &text, NULL, NULL));
    FAILS_TO_RELEASE(KERNEL_RELEASED_TWICE, checked->clCreateKernel(given.program, "it", NULL));
    FAILS_TO_RELEASE(EVENT_RELEASED_TWICE, checked->clCreateUserEvent(given.context, NULL));
    FAILS_TO_RELEASE(DEVICE_RELEASED_TWICE, part_of(given.device));
}

/* Drivers must refuse 0 bytes up to OpenCL 2.0. Later ones may still do so. */
static void test_nothing(void)
{
    static char bytes[64];
    refusal = CL_INVALID_VALUE;
#define TRANSFERS(check_id, size)                                                                  \
    FINDS(check_id, checked->clEnqueueReadBuffer(given.queue, given.buffer, 1, 0, size, bytes, 0,  \
                                                 NULL, NULL));                                     \
    FINDS(check_id, checked->clEnqueueWriteBuffer(given.queue, given.buffer, 1, 0, size, bytes, 0, \
                                                  NULL, NULL));                                    \
    FINDS(check_id, checked->clEnqueueCopyBuffer(given.queue, given.buffer, given.buffer, 0, 32,   \
                                                 size, 0, NULL, NULL));                            \
    FINDS(check_id, checked->clEnqueueFillBuffer(given.queue, given.buffer, "x", 1, 0, size, 0,    \
                                                 NULL, NULL));                                     \
    FINDS(check_id,                                                                                \
          checked->clEnqueueSVMMemcpy(given.queue, 1, bytes, bytes + 32, size, 0, NULL, NULL));    \
    FINDS(check_id, checked->clEnqueueSVMMemFill(given.queue, bytes, "x", 1, size, 0, NULL, NULL))
    TRANSFERS(COMMAND_SIZE_ZERO, 0);
    TRANSFERS(CALL_FAILED, 1);
}

/* A wait for a failed event is an error, unless the program has set a user event to the error
 * itself. */
static void test_failed_events(void)
{
    cl_event event;
    refusal = CL_SUCCESS;
    event = checked->clCreateUserEvent(given.context, NULL);
    refusal = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    FINDS(EVENT_FAILED, checked->clWaitForEvents(1, &event));
    refusal = CL_SUCCESS;
    SILENT(checked->clSetUserEventStatus(event, -5));
    refusal = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    FINDS(EVENT_FAILED_AS_SET, checked->clWaitForEvents(1, &event));
}

/* The loader answers a call if the driver's table lacks the function. */
static void test_missing_function(void)
{
    struct dispatch table = driver;
    const struct dispatch *const own = *(const struct dispatch **)(void *)given.queue;
    *(const struct dispatch **)(void *)given.queue = &table;
    refusal = CL_INVALID_OPERATION;
    FINDS(CALL_FAILED, checked->clFlush(given.queue));
    table.clFlush = NULL;
    FINDS(FUNCTION_MISSING, checked->clFlush(given.queue));
    *(const struct dispatch **)(void *)given.queue = own;
}

/* A sub-device has the address of a released device that it is a part of (PoCL 3.1 does so). It is
 * a device like others, and the search for leaks ends. */
static void test_part_of_itself(void)
{
    cl_device_id whole, part;
    uint64_t leaks;
    refusal = CL_SUCCESS;
    whole = part_of(given.device);
    part = part_of(whole);
    SILENT(checked->clReleaseDevice(whole));
    again = whole;
    CHECK(part_of(part) == whole);
    again = NULL;
    part_of(whole);
    SILENT(checked->clReleaseDevice(whole));
    SILENT(checked->clReleaseDevice(part));
    deinit();
    count_findings();
    leaks = times[DEVICE_LEAKED];
    CHECK(leaks > 0);
    /* A program may unload the loader and load it again. Each end reports only what was made since
     * the last one. */
    deinit();
    count_findings();
    CHECK_INT(times[DEVICE_LEAKED], leaks);
}

int main(int count, char **arguments)
{
    cl_device_id devices[2];
    const char *text = "";
    if (count != 2) return 2;
    driver.clGetPlatformIDs = list_platforms;
    driver.clGetDeviceIDs = list_devices;
    driver.clGetContextInfo = answer_context;
    driver.clGetProgramInfo = answer_program;
    driver.clCreateSubDevices = list_parts;
    driver.clCreateKernelsInProgram = list_kernels;
    driver.clEnqueueMarkerWithWaitList = enqueue_marker;
    driver.clGetEventInfo = answer_event;
    make_file();
    load_layer(arguments[1], &driver);
    checked->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 2, devices, NULL);
    given.device = devices[0];
    given.context = checked->clCreateContext(NULL, 1, &given.device, NULL, NULL, NULL);
    given.queue =
        checked->clCreateCommandQueueWithProperties(given.context, given.device, NULL, NULL);
    given.buffer = checked->clCreateBuffer(given.context, 0, 64, NULL, NULL);
    given.program = checked->clCreateProgramWithSource(given.context, 1, &text, NULL, NULL);
    test_other_null(); /* before other calls fail */
    test_objects();
    test_exceptions();
    test_cause();
    test_same_address();
    test_lists();
    test_failed_releases();
    test_nothing();
    test_answers();
    test_failed_events();
    test_missing_function();
    test_part_of_itself(); /* this ends the layer */
    return test_end();
}
