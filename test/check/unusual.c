/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unusual LAYER: the check layer over a made-up driver that has what installed ones lack: semaphores, command
 * buffers of all revisions, sharing with OpenGL, queues on the device, two platforms.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "alone.h"

#include "../layer/provisional_types.h"

/* ---- the driver: every object is in memory until the end ---- */

struct thing {
    const void *dispatch;
    cl_context context;
    cl_device_id device;
    const void *properties; /* of a context or a semaphore */
    size_t size;
    cl_command_queue_properties bits;
};

static struct thing platforms[2],
    devices[4]; /* of the second platform; the last is listed by none */
static struct thing things[256];
static unsigned used;

static void *new_thing(cl_int *error)
{
    if (used == sizeof things / sizeof *things) TEST_STOP("too many objects");
    if (error) *error = CL_SUCCESS;
    return &things[used++];
}

static cl_int done(void)
{
    return CL_SUCCESS;
}

static cl_int answer(const void *it, size_t bytes, size_t size, void *value, size_t *size_ret)
{
    if (value && size < bytes) return CL_INVALID_VALUE;
    if (value) memcpy(value, it, bytes);
    if (size_ret) *size_ret = bytes;
    return CL_SUCCESS;
}

static size_t bytes_of(const intptr_t *list)
{
    size_t count = 0;
    while (list && list[count]) count += 2;
    return (count + 1) * sizeof *list;
}

static cl_int CL_API_CALL platform_ids(cl_uint room, cl_platform_id *list, cl_uint *count)
{
    for (cl_uint i = 0; i < room && i < 2; i++) list[i] = (cl_platform_id)&platforms[i];
    if (count) *count = 2;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL device_ids(cl_platform_id platform, cl_device_type type, cl_uint room,
                                     cl_device_id *list, cl_uint *count)
{
    const bool first = platform == (cl_platform_id)&platforms[0];
    (void)type;
    for (cl_uint i = 0; i < room && i < (first ? 2 : 1); i++)
        list[i] = (cl_device_id)&devices[first ? i : 2];
    if (count) *count = first ? 2 : 1;
    return CL_SUCCESS;
}

static const char *version;     /* of devices; NULL: they do not say */
static const char *extensions;  /* of all devices and platforms; NULL: they do not say */
static cl_name_version revised; /* the same, of the extension whose revision they tell */

static cl_int CL_API_CALL platform_info(cl_platform_id platform, cl_platform_info what, size_t size,
                                        void *value, size_t *size_ret)
{
    (void)platform;
    return extensions && what == CL_PLATFORM_EXTENSIONS
               ? answer(extensions, strlen(extensions) + 1, size, value, size_ret)
               : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL device_info(cl_device_id device, cl_device_info what, size_t size,
                                      void *value, size_t *size_ret)
{
    const void *platform = &platforms[device == (cl_device_id)&devices[2]];
    if (what == CL_DEVICE_PLATFORM)
        return answer(&platform, sizeof platform, size, value, size_ret);
    if (what == CL_DEVICE_VERSION && version)
        return answer(version, strlen(version) + 1, size, value, size_ret);
    if (what == CL_DEVICE_EXTENSIONS && extensions)
        return answer(extensions, strlen(extensions) + 1, size, value, size_ret);
    if (what == CL_DEVICE_EXTENSIONS_WITH_VERSION && revised.version)
        return answer(&revised, sizeof revised, size, value, size_ret);
    return CL_INVALID_VALUE;
}

static cl_context CL_API_CALL create_context(const cl_context_properties *properties, cl_uint count,
                                             const cl_device_id *list, context_callback notify,
                                             void *data, cl_int *error)
{
    struct thing *it = new_thing(error);
    (void)count, (void)notify, (void)data;
    it->device = *list;
    it->properties = properties;
    it->size = properties ? bytes_of(properties) : 0;
    return (cl_context)it;
}

static cl_int CL_API_CALL context_info(cl_context context, cl_context_info what, size_t size,
                                       void *value, size_t *size_ret)
{
    const struct thing *it = (const void *)context;
    if (what == CL_CONTEXT_DEVICES)
        return answer(&it->device, sizeof it->device, size, value, size_ret);
    if (what == CL_CONTEXT_PROPERTIES)
        return answer(it->properties, it->size, size, value, size_ret);
    return CL_INVALID_VALUE;
}

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
                                                 const cl_queue_properties *properties,
                                                 cl_int *error)
{
    struct thing *it = new_thing(error);
    it->context = context;
    it->device = device;
    it->bits = properties ? properties[1] : 0;
    return (cl_command_queue)it;
}

static cl_int CL_API_CALL queue_info(cl_command_queue queue, cl_command_queue_info what,
                                     size_t size, void *value, size_t *size_ret)
{
    const struct thing *it = (const void *)queue;
    switch (what) {
    case CL_QUEUE_CONTEXT: return answer(&it->context, sizeof it->context, size, value, size_ret);
    case CL_QUEUE_DEVICE: return answer(&it->device, sizeof it->device, size, value, size_ret);
    case CL_QUEUE_PROPERTIES: return answer(&it->bits, sizeof it->bits, size, value, size_ret);
    }
    return CL_INVALID_VALUE;
}

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size,
                                        void *host, cl_int *error)
{
    (void)context, (void)flags, (void)size, (void)host;
    return new_thing(error);
}

static cl_int CL_API_CALL release_mem(cl_mem mem)
{
    (void)mem;
    return done();
}

static cl_mem CL_API_CALL create_image(cl_context context, cl_mem_flags flags,
                                       const cl_image_format *format, size_t width, size_t height,
                                       size_t pitch, void *host, cl_int *error)
{
    (void)context, (void)flags, (void)format, (void)width, (void)height, (void)pitch, (void)host;
    return new_thing(error);
}

static cl_mem CL_API_CALL create_from_gl(cl_context context, cl_mem_flags flags, cl_GLuint name,
                                         cl_int *error)
{
    const struct thing *it = (const void *)context;
    (void)flags, (void)name;
    if (it->size > sizeof(intptr_t)) return new_thing(error);
    *error = CL_INVALID_CONTEXT;
    return NULL;
}

static cl_int CL_API_CALL acquire(cl_command_queue queue, cl_uint count, const cl_mem *list,
                                  cl_uint events, const cl_event *wait, cl_event *event)
{
    (void)queue, (void)count, (void)list, (void)events, (void)wait, (void)event;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL set_default(cl_context context, cl_device_id device,
                                      cl_command_queue queue)
{
    (void)context, (void)device, (void)queue;
    return CL_SUCCESS;
}

/* Builds go on when the call has returned, until the test calls the callback. */

static program_callback built;
static void *built_data;
static cl_build_status build_status;

static cl_program CL_API_CALL create_program(cl_context context, cl_uint count, const char **texts,
                                             const size_t *lengths, cl_int *error)
{
    struct thing *it = new_thing(error);
    (void)count, (void)texts, (void)lengths;
    it->context = context;
    return (cl_program)it;
}

static cl_int CL_API_CALL program_info(cl_program program, cl_program_info what, size_t size,
                                       void *value, size_t *size_ret)
{
    const void *first = &devices[0];
    (void)program;
    if (what == CL_PROGRAM_DEVICES) return answer(&first, sizeof first, size, value, size_ret);
    return CL_INVALID_VALUE;
}

static cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id *list,
                                const char *options, program_callback notify, void *data)
{
    (void)program, (void)count, (void)list, (void)options;
    built = notify;
    built_data = data;
    build_status = CL_BUILD_IN_PROGRESS;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL build_info(cl_program program, cl_device_id on,
                                     cl_program_build_info what, size_t size, void *value,
                                     size_t *size_ret)
{
    static const char log[] = "x.cl:3:7: error: no such thing";
    (void)program, (void)on;
    if (what == CL_PROGRAM_BUILD_STATUS)
        return answer(&build_status, sizeof build_status, size, value, size_ret);
    if (what == CL_PROGRAM_BUILD_LOG) return answer(log, sizeof log, size, value, size_ret);
    return CL_INVALID_VALUE;
}

/* Extensions. */

static cl_semaphore_khr CL_API_CALL create_semaphore(cl_context context,
                                                     const cl_semaphore_properties_khr *properties,
                                                     cl_int *error)
{
    struct thing *it = new_thing(error);
    it->context = context;
    it->properties = properties;
    return (cl_semaphore_khr)it;
}

static cl_int CL_API_CALL semaphore_info(cl_semaphore_khr semaphore, cl_semaphore_info_khr what,
                                         size_t size, void *value, size_t *size_ret)
{
    const cl_semaphore_type_khr type = CL_SEMAPHORE_TYPE_BINARY_KHR;
    const cl_device_id *only = (const cl_device_id *)&((struct thing *)semaphore)->device;
    if (what == CL_SEMAPHORE_REFERENCE_COUNT_KHR) return CL_OUT_OF_RESOURCES;
    if (what == CL_SEMAPHORE_TYPE_KHR) return answer(&type, sizeof type, size, value, size_ret);
    if (what == CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR && *only)
        return answer(only, sizeof *only, size, value, size_ret);
    return CL_INVALID_VALUE;
}

static cl_int CL_API_CALL signal_semaphores(cl_command_queue queue, cl_uint count,
                                            const cl_semaphore_khr *list,
                                            const cl_semaphore_payload_khr *payloads,
                                            cl_uint events, const cl_event *wait, cl_event *event)
{
    (void)queue, (void)count, (void)list, (void)payloads, (void)events, (void)wait, (void)event;
    return done();
}

static cl_int CL_API_CALL release_semaphore(cl_semaphore_khr semaphore)
{
    (void)semaphore;
    return done();
}

/* Command buffers: what was recorded last, with the parameters of now and of before. */

static cl_command_buffer_khr CL_API_CALL
create_buffer_of_commands(cl_uint count, const cl_command_queue *queues,
                          const cl_command_buffer_properties_khr *properties, cl_int *error)
{
    struct thing *it = new_thing(error);
    (void)count, (void)queues;
    it->properties = properties;
    return (cl_command_buffer_khr)it;
}

static cl_int CL_API_CALL of_command_buffer(cl_command_buffer_khr buffer)
{
    (void)buffer;
    return done();
}

static cl_int CL_API_CALL enqueue_commands(cl_uint count, cl_command_queue *queues,
                                           cl_command_buffer_khr buffer, cl_uint events,
                                           const cl_event *wait, cl_event *event)
{
    (void)count, (void)queues, (void)buffer, (void)events, (void)wait, (void)event;
    return done();
}

static cl_uint state_of_commands;

static cl_int CL_API_CALL buffer_of_commands_info(cl_command_buffer_khr buffer,
                                                  cl_command_buffer_info_khr what, size_t size,
                                                  void *value, size_t *size_ret)
{
    (void)buffer;
    return what == CL_COMMAND_BUFFER_STATE_KHR
               ? answer(&state_of_commands, sizeof state_of_commands, size, value, size_ret)
               : CL_INVALID_VALUE;
}

static struct {
    const void *properties;
    cl_mem from, to;
    size_t size;
    void *handle;
} copied;

static cl_int CL_API_CALL copy_now(cl_command_buffer_khr buffer, cl_command_queue on,
                                   const cl_command_properties_khr *properties, cl_mem from,
                                   cl_mem to, size_t from_offset, size_t to_offset, size_t size,
                                   cl_uint count, const cl_sync_point_khr *list,
                                   cl_sync_point_khr *point, cl_mutable_command_khr *handle)
{
    (void)buffer, (void)on, (void)from_offset, (void)to_offset, (void)count, (void)list;
    copied.properties = properties;
    copied.from = from;
    copied.to = to;
    copied.size = size;
    copied.handle = handle;
    if (point) *point = 1;
    return done();
}

static cl_int CL_API_CALL copy_before(cl_command_buffer_khr buffer, cl_command_queue on,
                                      cl_mem from, cl_mem to, size_t from_offset, size_t to_offset,
                                      size_t size, cl_uint count, const cl_sync_point_khr *list,
                                      cl_sync_point_khr *point, cl_mutable_command_khr *handle)
{
    return copy_now(buffer, on, NULL, from, to, from_offset, to_offset, size, count, list, point,
                    handle);
}

static void *CL_API_CALL look_up(cl_platform_id platform, const char *name)
{
    static const struct {
        const char *name;
        function function;
    } known[] = {
        { "clCreateSemaphoreWithPropertiesKHR", (function)create_semaphore },
        { "clGetSemaphoreInfoKHR", (function)semaphore_info },
        { "clEnqueueSignalSemaphoresKHR", (function)signal_semaphores },
        { "clReleaseSemaphoreKHR", (function)release_semaphore },
        { "clCreateCommandBufferKHR", (function)create_buffer_of_commands },
        { "clReleaseCommandBufferKHR", (function)of_command_buffer },
        { "clFinalizeCommandBufferKHR", (function)of_command_buffer },
        { "clEnqueueCommandBufferKHR", (function)enqueue_commands },
        { "clGetCommandBufferInfoKHR", (function)buffer_of_commands_info },
        { "clMakeSomethingEXT", (function)done },
    };
    const function copy = revised.version < 0x9005 ? (function)copy_before : (function)copy_now;
    void *it = NULL;
    (void)platform;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(name, known[i].name)) memcpy(&it, &known[i].function, sizeof it);
    if (!strcmp(name, "clCommandCopyBufferKHR")) memcpy(&it, &copy, sizeof it);
    return it;
}

static const struct dispatch driver = {
    .clGetPlatformIDs = platform_ids,
    .clGetPlatformInfo = platform_info,
    .clGetDeviceIDs = device_ids,
    .clGetDeviceInfo = device_info,
    .clCreateContext = create_context,
    .clGetContextInfo = context_info,
    .clCreateCommandQueueWithProperties = create_queue,
    .clGetCommandQueueInfo = queue_info,
    .clCreateBuffer = create_buffer,
    .clCreateImage2D = create_image,
    .clCreateFromGLBuffer = create_from_gl,
    .clEnqueueAcquireGLObjects = acquire,
    .clSetDefaultDeviceCommandQueue = set_default,
    .clCreateProgramWithSource = create_program,
    .clGetProgramInfo = program_info,
    .clBuildProgram = build,
    .clGetProgramBuildInfo = build_info,
    .clReleaseMemObject = release_mem,
    .clGetExtensionFunctionAddressForPlatform = look_up,
};

/* ---- the tests ---- */

static cl_platform_id platform[2];
static cl_device_id device[3];
static cl_context context, other;
static cl_command_queue queue;

/* What a call finds: nothing but this, or nothing at all. */
#define FINDS(identity, call)                                                                      \
    do {                                                                                           \
        const unsigned before = (count_findings(), records);                                       \
        const unsigned of_it = found[identity];                                                    \
        (void)(call);                                                                              \
        count_findings();                                                                          \
        CHECK_INT(records, before + 1);                                                            \
        CHECK_INT(found[identity], of_it + 1);                                                     \
    } while (0)
#define SILENT(call)                                                                               \
    do {                                                                                           \
        const unsigned before = (count_findings(), records);                                       \
        (void)(call);                                                                              \
        count_findings();                                                                          \
        CHECK_INT(records, before);                                                                \
    } while (0)

static void *function_named(const char *name)
{
    return checked->clGetExtensionFunctionAddressForPlatform(platform[0], name);
}

static void test_semaphores(void)
{
    static const cl_semaphore_properties_khr plain[] = { CL_SEMAPHORE_TYPE_KHR,
                                                         CL_SEMAPHORE_TYPE_BINARY_KHR, 0 };
    static const cl_semaphore_properties_khr twice[] = { CL_SEMAPHORE_TYPE_KHR, 1,
                                                         CL_SEMAPHORE_TYPE_KHR, 1, 0 };
    const cl_semaphore_properties_khr listed[] = { CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
                                                   (uintptr_t)device[0],
                                                   0,
                                                   CL_SEMAPHORE_TYPE_KHR,
                                                   CL_SEMAPHORE_TYPE_BINARY_KHR,
                                                   0 };
    const cl_semaphore_properties_khr foreign[] = {
        CL_SEMAPHORE_TYPE_KHR, 1, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, (uintptr_t)device[1], 0, 0
    };
    static const cl_semaphore_properties_khr two[] = { CL_SEMAPHORE_TYPE_KHR,
                                                       1,
                                                       CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR,
                                                       3,
                                                       CL_SEMAPHORE_HANDLE_SYNC_FD_KHR,
                                                       4,
                                                       0 };
    clCreateSemaphoreWithPropertiesKHR_fn create;
    clEnqueueSignalSemaphoresKHR_fn signal;
    clReleaseSemaphoreKHR_fn release;
    cl_semaphore_khr semaphore, elsewhere, bound;
    cl_int error;
    *(void **)&create = function_named("clCreateSemaphoreWithPropertiesKHR");
    *(void **)&signal = function_named("clEnqueueSignalSemaphoresKHR");
    *(void **)&release = function_named("clReleaseSemaphoreKHR");
    extensions = "cl_khr_semaphores cl_khr_external_semaphore";
    FINDS(EXTENSION_FUNCTION, create(context, plain, &error));
    extensions = "cl_khr_gl_sharing cl_khr_semaphore";
    SILENT(semaphore = create(context, plain, &error));
    SILENT(bound = create(context, listed, &error));
    elsewhere = create(other, plain, &error);
    FINDS(SEMAPHORE_TYPE_MISSING, create(context, NULL, &error));
    FINDS(SEMAPHORE_PROPERTY_TWICE, create(context, twice, &error));
    FINDS(DEVICE_CONTEXT, create(context, foreign, &error));
    FINDS(SEMAPHORE_IMPORTS, create(context, two, &error));
    SILENT(signal(queue, 1, &semaphore, NULL, 0, NULL, NULL));
    FINDS(SEMAPHORES_NONE, signal(queue, 0, NULL, NULL, 0, NULL, NULL));
    FINDS(SEMAPHORE_CONTEXT, signal(queue, 1, &elsewhere, NULL, 0, NULL, NULL));
    ((struct thing *)bound)->device = device[1];
    FINDS(SEMAPHORE_DEVICE, signal(queue, 1, &bound, NULL, 0, NULL, NULL));
    SILENT(release(semaphore));
    FINDS(SEMAPHORE_FREED, signal(queue, 1, &semaphore, NULL, 0, NULL, NULL));
    FINDS(SEMAPHORE_RELEASED_TWICE, release(semaphore));
}

/* A query that fails without a reason is a note; what queries answer with are objects. */
static void test_queries(void)
{
    static const cl_semaphore_properties_khr plain[] = { CL_SEMAPHORE_TYPE_KHR,
                                                         CL_SEMAPHORE_TYPE_BINARY_KHR, 0 };
    clCreateSemaphoreWithPropertiesKHR_fn create;
    clGetSemaphoreInfoKHR_fn info;
    cl_device_id hidden = (cl_device_id)&devices[3], answered;
    cl_command_queue on_hidden =
        checked->clCreateCommandQueueWithProperties(context, device[0], NULL, NULL);
    cl_semaphore_khr semaphore;
    cl_uint count;
    *(void **)&create = function_named("clCreateSemaphoreWithPropertiesKHR");
    *(void **)&info = function_named("clGetSemaphoreInfoKHR");
    semaphore = create(context, plain, NULL);
    FINDS(QUERY_FAILED,
          info(semaphore, CL_SEMAPHORE_REFERENCE_COUNT_KHR, sizeof count, &count, NULL));
    FINDS(HANDLE_UNKNOWN, checked->clCreateContext(NULL, 1, &hidden, NULL, NULL, NULL));
    ((struct thing *)on_hidden)->device = hidden;
    checked->clGetCommandQueueInfo(on_hidden, CL_QUEUE_DEVICE, sizeof answered, &answered, NULL);
    SILENT(checked->clCreateContext(NULL, 1, &answered, NULL, NULL, NULL));
}

/* Values that are newer than a device of OpenCL 1.1. */
static void test_versions(void)
{
    const cl_image_format srgb = { CL_sRGBA, CL_UNORM_INT8 },
                          plain = { CL_RGBx, CL_UNORM_SHORT_565 };
    cl_context old;
    version = "OpenCL 1.1 old";
    old = checked->clCreateContext(NULL, 1, &device[1], NULL, NULL, NULL);
    SILENT(checked->clCreateBuffer(old, CL_MEM_READ_ONLY, 64, NULL, NULL));
    FINDS(MEM_FLAGS_NEWER, checked->clCreateBuffer(old, CL_MEM_HOST_NO_ACCESS, 64, NULL, NULL));
    checked->clCreateImage2D(old, 0, &srgb, 4, 4, 0, NULL, NULL);
    count_findings();
    CHECK_INT(found[CHANNEL_ORDER_NEWER], 1);
    checked->clCreateImage2D(old, 0, &plain, 4, 4, 0, NULL, NULL);
    count_findings();
    CHECK_INT(found[CHANNEL_ORDER_NEWER], 1);
    version = NULL;
}

static unsigned notified;

static void CL_CALLBACK notify(cl_program program, void *data)
{
    (void)program;
    notified += data == &notified;
}

/* A build that ends in the background, and then calls back. */
static void end_build(cl_program program, cl_build_status status)
{
    build_status = status;
    built(program, built_data);
}

static void test_builds(void)
{
    const char *text = "";
    cl_program program = checked->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    SILENT(checked->clBuildProgram(program, 0, NULL, NULL, notify, &notified));
    SILENT(end_build(program, CL_BUILD_SUCCESS));
    SILENT(checked->clBuildProgram(program, 0, NULL, NULL, notify, &notified));
    FINDS(PROGRAM_BUILD, end_build(program, CL_BUILD_ERROR));
    CHECK_INT(notified, 2);
}

static void test_opengl(void)
{
    static const intptr_t shared[] = { CL_GL_CONTEXT_KHR, 16, CL_GLX_DISPLAY_KHR, 16, 0 };
    static const intptr_t both[] = {
        CL_GL_CONTEXT_KHR, 16, CL_GLX_DISPLAY_KHR, 16, CL_EGL_DISPLAY_KHR, 16, 0
    };
    cl_context gl;
    cl_command_queue on_gl;
    cl_mem buffer, plain;
    cl_int error;
    SILENT(gl = checked->clCreateContext(shared, 1, device, NULL, NULL, &error));
    FINDS(CONTEXT_TWO_APIS, checked->clCreateContext(both, 1, device, NULL, NULL, &error));
    on_gl = checked->clCreateCommandQueueWithProperties(gl, device[0], NULL, &error);
    plain = checked->clCreateBuffer(gl, 0, 64, NULL, &error);
    SILENT(buffer = checked->clCreateFromGLBuffer(gl, CL_MEM_READ_WRITE, 1, &error));
    FINDS(SHARED_FLAGS, checked->clCreateFromGLBuffer(gl, CL_MEM_COPY_HOST_PTR, 1, &error));
    FINDS(CONTEXT_UNSHARED, checked->clCreateFromGLBuffer(context, CL_MEM_READ_ONLY, 1, &error));
    SILENT(checked->clEnqueueAcquireGLObjects(on_gl, 1, &buffer, 0, NULL, NULL));
    SILENT(checked->clEnqueueAcquireGLObjects(on_gl, 0, NULL, 0, NULL, NULL));
    FINDS(SHARED_LIST_LENGTH, checked->clEnqueueAcquireGLObjects(on_gl, 0, &buffer, 0, NULL, NULL));
    FINDS(MEM_UNSHARED, checked->clEnqueueAcquireGLObjects(on_gl, 1, &plain, 0, NULL, NULL));
    FINDS(MEM_CONTEXT, checked->clEnqueueAcquireGLObjects(queue, 1, &buffer, 0, NULL, NULL));
}

static void test_devices(void)
{
    const intptr_t on_first[] = { CL_CONTEXT_PLATFORM, (intptr_t)platform[0], 0 };
    const intptr_t on_second[] = { CL_CONTEXT_PLATFORM, (intptr_t)platform[1], 0 };
    const cl_device_id mixed[] = { device[0], device[2] };
    cl_int error;
    SILENT(checked->clCreateContext(on_first, 2, device, NULL, NULL, &error));
    FINDS(DEVICE_PLATFORM, checked->clCreateContext(on_second, 1, device, NULL, NULL, &error));
    FINDS(DEVICE_PLATFORM, checked->clCreateContext(NULL, 2, mixed, NULL, NULL, &error));
    FINDS(DEVICE_CONTEXT,
          checked->clCreateCommandQueueWithProperties(context, device[2], NULL, &error));
}

static void test_queues_on_device(void)
{
    enum { ON_DEVICE = CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE };
    static const cl_queue_properties there[] = { CL_QUEUE_PROPERTIES, ON_DEVICE, 0 };
    static const cl_queue_properties hint[] = { CL_QUEUE_PROPERTIES, ON_DEVICE,
                                                CL_QUEUE_PRIORITY_KHR, 1, 0 };
    static const cl_queue_properties in_order[] = { CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0 };
    cl_command_queue it;
    cl_int error;
    SILENT(it = checked->clCreateCommandQueueWithProperties(context, device[0], there, &error));
    FINDS(QUEUE_HINT_ON_DEVICE,
          checked->clCreateCommandQueueWithProperties(context, device[0], hint, &error));
    FINDS(QUEUE_ON_DEVICE_ORDER,
          checked->clCreateCommandQueueWithProperties(context, device[0], in_order, &error));
    SILENT(checked->clSetDefaultDeviceCommandQueue(context, device[0], it));
    FINDS(QUEUE_DEFAULT_OTHER, checked->clSetDefaultDeviceCommandQueue(context, device[0], queue));
    FINDS(QUEUE_ON_DEVICE, checked->clEnqueueAcquireGLObjects(it, 0, NULL, 0, NULL, NULL));
}

static struct {
    cl_command_buffer_khr(CL_API_CALL *create)(cl_uint, const cl_command_queue *,
                                               const cl_command_buffer_properties_khr *, cl_int *);
    cl_int(CL_API_CALL *release)(cl_command_buffer_khr);
    cl_int(CL_API_CALL *finalize)(cl_command_buffer_khr);
    cl_int(CL_API_CALL *enqueue)(cl_uint, cl_command_queue *, cl_command_buffer_khr, cl_uint,
                                 const cl_event *, cl_event *);
    cl_int(CL_API_CALL *copy)(cl_command_buffer_khr, cl_command_queue,
                              const cl_command_properties_khr *, cl_mem, cl_mem, size_t, size_t,
                              size_t, cl_uint, const cl_sync_point_khr *, cl_sync_point_khr *,
                              cl_mutable_command_khr *);
    cl_int(CL_API_CALL *copy_before)(cl_command_buffer_khr, cl_command_queue, cl_mem, cl_mem,
                                     size_t, size_t, size_t, cl_uint, const cl_sync_point_khr *,
                                     cl_sync_point_khr *, cl_mutable_command_khr *);
} commands;

static void look_up_commands(cl_uint revision)
{
    strcpy(revised.name, "cl_khr_command_buffer");
    revised.version = revision;
    *(void **)&commands.create = function_named("clCreateCommandBufferKHR");
    *(void **)&commands.release = function_named("clReleaseCommandBufferKHR");
    *(void **)&commands.finalize = function_named("clFinalizeCommandBufferKHR");
    *(void **)&commands.enqueue = function_named("clEnqueueCommandBufferKHR");
    *(void **)&commands.copy = *(void **)&commands.copy_before =
        function_named("clCommandCopyBufferKHR");
}

static void check_copied(const void *properties, cl_mem from, cl_mem to, void *handle)
{
    CHECK_POINTER(copied.properties, properties);
    CHECK_POINTER(copied.from, from);
    CHECK_POINTER(copied.to, to);
    CHECK_INT(copied.size, 24);
    CHECK_POINTER(copied.handle, handle);
}

/* Each revision's parameters reach the driver, and are checked. */
static void test_commands(void)
{
    static const cl_command_properties_khr none[] = { 0 };
    cl_mem from = checked->clCreateBuffer(context, 0, 64, NULL, NULL);
    cl_mem to = checked->clCreateBuffer(context, 0, 64, NULL, NULL), freed;
    cl_mutable_command_khr handle;
    cl_sync_point_khr point;
    cl_command_buffer_khr buffer;
    void *own;
    freed = checked->clCreateBuffer(context, 0, 64, NULL, NULL);
    checked->clReleaseMemObject(freed);
    extensions = "cl_khr_command_buffer";

    look_up_commands(0x9000);
    SILENT(buffer = commands.create(1, &queue, NULL, NULL));
    SILENT(commands.copy_before(buffer, NULL, from, to, 1, 2, 24, 0, NULL, &point, &handle));
    check_copied(NULL, from, to, &handle);
    FINDS(MEM_FREED, commands.copy_before(buffer, NULL, freed, to, 0, 0, 24, 0, NULL, NULL, NULL));
    SILENT(commands.finalize(buffer));
    state_of_commands = 1;
    SILENT(commands.enqueue(0, NULL, buffer, 0, NULL, NULL));
    state_of_commands = 2;
    FINDS(COMMAND_BUFFER_PENDING, commands.enqueue(0, NULL, buffer, 0, NULL, NULL));
    SILENT(commands.release(buffer));
    FINDS(COMMAND_BUFFER_FREED, commands.enqueue(0, NULL, buffer, 0, NULL, NULL));

    look_up_commands(0x9008);
    SILENT(buffer = commands.create(1, &queue, NULL, NULL));
    SILENT(commands.copy(buffer, NULL, none, from, to, 1, 2, 24, 0, NULL, &point, &handle));
    check_copied(none, from, to, &handle);
    FINDS(MEM_FREED, commands.copy(buffer, NULL, NULL, from, freed, 0, 0, 24, 0, NULL, NULL, NULL));
    SILENT(commands.finalize(buffer));
    /* It is allowed now. */
    SILENT(commands.enqueue(0, NULL, buffer, 0, NULL, NULL));
    SILENT(commands.release(buffer));

    /* Nobody knows the parameters of this one. */
    look_up_commands(0x9100);
    own = driver.clGetExtensionFunctionAddressForPlatform(platform[0], "clCommandCopyBufferKHR");
    CHECK_POINTER(*(void **)&commands.copy, own);
    revised.version = 0;
    extensions = NULL;
    checked->clReleaseMemObject(from);
    checked->clReleaseMemObject(to);
}

/* Functions that the layer does not know may make objects that it does not know. */
static void test_unknown_functions(void)
{
    cl_context unknown = (cl_context)new_thing(NULL);
    FINDS(HANDLE_UNKNOWN, checked->clGetContextInfo(unknown, CL_CONTEXT_DEVICES, 0, NULL, NULL));
    CHECK(function_named("clMakeSomethingEXT") != NULL);
    SILENT(checked->clGetContextInfo(unknown, CL_CONTEXT_DEVICES, 0, NULL, NULL));
}

int main(int count, char **arguments)
{
    if (count != 2) return 2;
    make_file();
    load_layer(arguments[1], &driver);
    checked->clGetPlatformIDs(2, platform, NULL);
    checked->clGetDeviceIDs(platform[0], CL_DEVICE_TYPE_ALL, 2, device, NULL);
    checked->clGetDeviceIDs(platform[1], CL_DEVICE_TYPE_ALL, 1, device + 2, NULL);
    context = checked->clCreateContext(NULL, 1, device, NULL, NULL, NULL);
    other = checked->clCreateContext(NULL, 1, device, NULL, NULL, NULL);
    queue = checked->clCreateCommandQueueWithProperties(context, device[0], NULL, NULL);
    test_versions();
    test_semaphores();
    test_commands();
    test_builds();
    test_queries();
    test_opengl();
    test_devices();
    test_queues_on_device();
    test_unknown_functions();
    unlink(path);
    return test_end();
}
