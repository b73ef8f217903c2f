/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unusual LAYER [canaries]: the check layer over a made-up driver with features that installed
 * drivers lack: command buffers of all revisions, unified shared memory, two platforms. A test of a
 * single call is a pair (pairs.h).
 */
#include "made_up.h"
#include "spirv.h"

#ifndef _WIN32
#include "../../layers/layer_system.h"

#include <pthread.h>
#endif

#include "../../calls/provisional_types.h"

/* ---- the driver: every object is in memory until the end ---- */

struct handle {
    const void *dispatch;
    cl_context context;
    cl_device_id device;
    const void *properties; /* of a context or a semaphore; of a program, its module */
    size_t size;
    cl_command_queue_properties bits;
};

static struct handle platforms[2],
    /* Two devices of the first platform, one of the second, and one that no platform lists. */
    devices[4];
static struct handle objects[512];
static unsigned used;

/* Makes an object. Returns NULL if the driver refuses that. */
static void *new_object(cl_int *error)
{
    if (used == sizeof objects / sizeof *objects) TEST_STOP("too many objects");
    if (error) *error = refusal;
    return refusal ? NULL : &objects[used++];
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
    for (cl_uint i = 0; i < room && i < (first ? 2 : 1); i++)
        list[i] = (cl_device_id)&devices[first ? i : 2];
    if (count) *count = first ? 2 : 1;
    return CL_SUCCESS;
}

static const char *extensions;          /* of all devices and platforms; NULL: the query fails */
static const char *extensions_of_first; /* of the first device, if its extensions differ */
/* The extensions that devices report with a revision. */
static cl_name_version revised[2];
enum { COMMANDS, CHANGES };

static cl_int CL_API_CALL platform_info(cl_platform_id platform, cl_platform_info what, size_t size,
                                        void *value, size_t *size_ret)
{
    return extensions && what == CL_PLATFORM_EXTENSIONS ? ANSWER_TEXT(extensions)
                                                        : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL device_info(cl_device_id device, cl_device_info what, size_t size,
                                      void *value, size_t *size_ret)
{
    static const cl_device_svm_capabilities capabilities = CL_DEVICE_SVM_COARSE_GRAIN_BUFFER;
    const void *platform = &platforms[device == (cl_device_id)&devices[2]];
    if (what == CL_DEVICE_PLATFORM) return ANSWER(platform);
    if (what == CL_DEVICE_SVM_CAPABILITIES) return ANSWER(capabilities);
    if (what == CL_DEVICE_EXTENSIONS && extensions_of_first && device == (cl_device_id)&devices[0])
        return ANSWER_TEXT(extensions_of_first);
    if (what == CL_DEVICE_EXTENSIONS && extensions) return ANSWER_TEXT(extensions);
    if (what == CL_DEVICE_EXTENSIONS_WITH_VERSION && revised[COMMANDS].version)
        return answer(revised, (revised[CHANGES].version ? 2 : 1) * sizeof *revised, size, value,
                      size_ret);
    return CL_INVALID_VALUE;
}

static cl_context CL_API_CALL create_context(const cl_context_properties *properties, cl_uint count,
                                             const cl_device_id *list, context_callback notify,
                                             void *data, cl_int *error)
{
    struct handle *object = new_object(error);
    if (!object) return NULL;
    object->device = *list;
    object->properties = properties;
    object->size = properties ? bytes_of(properties) : 0;
    return (cl_context)object;
}

static cl_int CL_API_CALL context_info(cl_context context, cl_context_info what, size_t size,
                                       void *value, size_t *size_ret)
{
    const struct handle *object = (const void *)context;
    if (what == CL_CONTEXT_DEVICES) return ANSWER(object->device);
    if (what == CL_CONTEXT_PROPERTIES)
        return answer(object->properties, object->size, size, value, size_ret);
    return CL_INVALID_VALUE;
}

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
                                                 const cl_queue_properties *properties,
                                                 cl_int *error)
{
    struct handle *object = new_object(error);
    if (!object) return NULL;
    object->context = context;
    object->device = device;
    object->bits = properties ? properties[1] : 0;
    return (cl_command_queue)object;
}

static bool tells_no_size; /* of a queue's device */

static cl_int CL_API_CALL queue_info(cl_command_queue queue, cl_command_queue_info what,
                                     size_t size, void *value, size_t *size_ret)
{
    const struct handle *object = (const void *)queue;
    switch (what) {
    case CL_QUEUE_CONTEXT: return ANSWER(object->context);
    case CL_QUEUE_DEVICE:
        if (tells_no_size) size_ret = NULL;
        return ANSWER(object->device);
    case CL_QUEUE_PROPERTIES: return ANSWER(object->bits);
    }
    return CL_INVALID_VALUE;
}

static cl_mem CL_API_CALL create_from_gl(cl_context context, cl_mem_flags flags, cl_GLuint name,
                                         cl_int *error)
{
    const struct handle *object = (const void *)context;
    if (object->size > sizeof(intptr_t)) return new_object(error);
    *error = CL_INVALID_CONTEXT;
    return NULL;
}

static cl_int CL_API_CALL gl_info(const cl_context_properties *properties, cl_gl_context_info what,
                                  size_t size, void *value, size_t *size_ret)
{
    return refusal ? refusal : CL_INVALID_VALUE;
}

/* A build goes on after its call has returned, until the test calls the callback. */

static program_callback built;
static void *built_data;
static cl_build_status build_status;

static cl_program CL_API_CALL create_program(cl_context context, cl_uint count, const char **texts,
                                             const size_t *lengths, cl_int *error)
{
    struct handle *object = new_object(error);
    object->context = context;
    return (cl_program)object;
}

static cl_program CL_API_CALL create_from_il(cl_context context, const void *module, size_t length,
                                             cl_int *error)
{
    struct handle *object = new_object(error);
    object->context = context;
    object->properties = module;
    object->size = length;
    return (cl_program)object;
}

static const size_t
    /* The sizes for two devices. NULL: programs have one device, and no binaries. */
    *binary_sizes;

static cl_int CL_API_CALL program_info(cl_program program, cl_program_info what, size_t size,
                                       void *value, size_t *size_ret)
{
    const void *first = &devices[0];
    const struct handle *object = (const void *)program;
    const size_t no_kernels = 0;
    if (what == CL_PROGRAM_IL && object->size)
        return answer(object->properties, object->size, size, value, size_ret);
    if (binary_sizes && what == CL_PROGRAM_DEVICES)
        return answer((const void *[]){ first, &devices[1] }, 2 * sizeof first, size, value,
                      size_ret);
    if (binary_sizes && what == CL_PROGRAM_BINARY_SIZES)
        return answer(binary_sizes, 2 * sizeof *binary_sizes, size, value, size_ret);
    if (binary_sizes && what == CL_PROGRAM_BINARIES) return CL_SUCCESS;
    switch (what) {
    case CL_PROGRAM_DEVICES: return ANSWER(first);
    case CL_PROGRAM_NUM_KERNELS: return ANSWER(no_kernels);
    case CL_PROGRAM_KERNEL_NAMES: TEST_STOP("names of no kernels, on which a driver crashes");
    }
    return CL_INVALID_VALUE;
}

static cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id *list,
                                const char *options, program_callback notify, void *data)
{
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
    if (what == CL_PROGRAM_BUILD_STATUS) return ANSWER(build_status);
    if (what == CL_PROGRAM_BUILD_LOG) return ANSWER(log);
    return CL_INVALID_VALUE;
}

/* Extensions. */

static cl_semaphore_khr CL_API_CALL create_semaphore(cl_context context,
                                                     const cl_semaphore_properties_khr *properties,
                                                     cl_int *error)
{
    struct handle *object = new_object(error);
    if (!object) return NULL;
    object->context = context;
    object->properties = properties;
    return (cl_semaphore_khr)object;
}

static cl_int CL_API_CALL semaphore_info(cl_semaphore_khr semaphore, cl_semaphore_info_khr what,
                                         size_t size, void *value, size_t *size_ret)
{
    const cl_semaphore_type_khr type = CL_SEMAPHORE_TYPE_BINARY_KHR;
    const cl_device_id *only = (const cl_device_id *)&((struct handle *)semaphore)->device;
    if (what == CL_SEMAPHORE_REFERENCE_COUNT_KHR) return CL_OUT_OF_RESOURCES;
    if (what == CL_SEMAPHORE_TYPE_KHR) return ANSWER(type);
    if (what == CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR && *only)
        return answer(only, sizeof *only, size, value, size_ret);
    return CL_INVALID_VALUE;
}

/* Command buffers. The driver keeps the last command, of the current functions and of the earlier
 * ones. */

static cl_command_buffer_khr last_freed; /* the next command buffer gets this address; or NULL */

static cl_command_buffer_khr CL_API_CALL
create_buffer_of_commands(cl_uint count, const cl_command_queue *queues,
                          const cl_command_buffer_properties_khr *properties, cl_int *error)
{
    struct handle *object = last_freed ? (void *)last_freed : new_object(error);
    object->properties = properties;
    last_freed = NULL;
    return (cl_command_buffer_khr)object;
}

static cl_uint state_of_commands;

static cl_int CL_API_CALL buffer_of_commands_info(cl_command_buffer_khr buffer,
                                                  cl_command_buffer_info_khr what, size_t size,
                                                  void *value, size_t *size_ret)
{
    return what == CL_COMMAND_BUFFER_STATE_KHR ? ANSWER(state_of_commands) : CL_INVALID_VALUE;
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
    copied.properties = properties;
    copied.from = from;
    copied.to = to;
    copied.size = size;
    copied.handle = handle;
    if (point) *point = 1;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL copy_before(cl_command_buffer_khr buffer, cl_command_queue on,
                                      cl_mem from, cl_mem to, size_t from_offset, size_t to_offset,
                                      size_t size, cl_uint count, const cl_sync_point_khr *list,
                                      cl_sync_point_khr *point, cl_mutable_command_khr *handle)
{
    return copy_now(buffer, on, NULL, from, to, from_offset, to_offset, size, count, list, point,
                    handle);
}

static cl_int CL_API_CALL record_kernel(cl_command_buffer_khr buffer, cl_command_queue on,
                                        const cl_command_properties_khr *properties, cl_kernel of,
                                        cl_uint dimensions, const size_t *offset,
                                        const size_t *global, const size_t *local, cl_uint count,
                                        const cl_sync_point_khr *list, cl_sync_point_khr *point,
                                        cl_mutable_command_khr *handle)
{
    if (handle) *handle = new_object(NULL);
    return CL_SUCCESS;
}

static cl_command_buffer_khr CL_API_CALL remap(cl_command_buffer_khr buffer, cl_bool automatic,
                                               cl_uint count, const cl_command_queue *queues,
                                               cl_uint handles, const cl_mutable_command_khr *from,
                                               cl_mutable_command_khr *to, cl_int *error)
{
    for (cl_uint i = 0; i < handles; i++) to[i] = new_object(NULL);
    return new_object(error);
}

/* Kernels with a buffer, an image, a sampler and a number as parameters. */

static cl_kernel CL_API_CALL create_kernel(cl_program of, const char *name, cl_int *error)
{
    struct handle *object = new_object(error);
    if (object) object->properties = of;
    return (cl_kernel)object;
}

static cl_uint parameters = 4; /* of each kernel */

static cl_int CL_API_CALL kernel_info(cl_kernel kernel, cl_kernel_info what, size_t size,
                                      void *value, size_t *size_ret)
{
    const struct handle *object = (const void *)kernel;
    switch (what) {
    case CL_KERNEL_NUM_ARGS: return ANSWER(parameters);
    case CL_KERNEL_PROGRAM: return ANSWER(object->properties);
    case CL_KERNEL_FUNCTION_NAME: return ANSWER_TEXT("it");
    }
    return CL_INVALID_VALUE;
}

static bool second_is_buffer; /* as the first parameter is */

static cl_int CL_API_CALL argument_info(cl_kernel of, cl_uint index, cl_kernel_arg_info what,
                                        size_t size, void *value, size_t *size_ret)
{
    static const char *const types[] = { "float*", "image2d_t", "sampler_t", "long" };
    const cl_uint space = index > 1 ? CL_KERNEL_ARG_ADDRESS_PRIVATE : CL_KERNEL_ARG_ADDRESS_GLOBAL;
    const struct handle *program = ((const struct handle *)of)->properties;
    if (program->size) return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
    if (what == CL_KERNEL_ARG_ADDRESS_QUALIFIER) return ANSWER(space);
    if (what == CL_KERNEL_ARG_TYPE_NAME) return ANSWER_TEXT(types[second_is_buffer ? 0 : index]);
    return CL_INVALID_VALUE;
}

static cl_mem_flags flags_of_mems = CL_MEM_READ_WRITE;

static cl_mem part, whole_of_part; /* the driver makes one sub-buffer, of the bytes from 16 to 32 */

static cl_mem CL_API_CALL create_part(cl_mem whole, cl_mem_flags flags, cl_buffer_create_type type,
                                      const void *region, cl_int *error)
{
    whole_of_part = whole;
    return part = (cl_mem)new_object(error);
}

static cl_int part_info(cl_mem_info what, size_t size, void *value, size_t *size_ret)
{
    const size_t bytes = 16;
    switch (what) {
    case CL_MEM_ASSOCIATED_MEMOBJECT: return ANSWER(whole_of_part);
    case CL_MEM_OFFSET:
    case CL_MEM_SIZE: return ANSWER(bytes);
    }
    return CL_INVALID_VALUE;
}

static cl_int CL_API_CALL mem_info(cl_mem mem, cl_mem_info what, size_t size, void *value,
                                   size_t *size_ret)
{
    const cl_mem_object_type type = CL_MEM_OBJECT_BUFFER;
    const cl_mem_flags flags = flags_of_mems;
    const size_t bytes = 64;
    switch (what) {
    case CL_MEM_TYPE: return ANSWER(type);
    case CL_MEM_FLAGS: return ANSWER(flags);
    case CL_MEM_SIZE:
        if (mem != part) return ANSWER(bytes);
    }
    return mem == part ? part_info(what, size, value, size_ret) : CL_INVALID_VALUE;
}

static void *memory_of_svm[8];

static size_t made_size; /* what the last function that makes memory got */

static void *CL_API_CALL allocate(cl_context in, cl_svm_mem_flags flags, size_t size,
                                  cl_uint alignment)
{
    made_size = size;
    return size ? memory_of_svm : NULL;
}

static char memory_of_usm[64];

static void *CL_API_CALL allocate_usm(cl_context in, cl_device_id on,
                                      const cl_mem_properties_intel *properties, size_t size,
                                      cl_uint alignment, cl_int *error)
{
    if (error) *error = CL_SUCCESS;
    return memory_of_usm;
}

#define OWN_EXTENSIONS                                                                             \
    { "clDeviceMemAllocINTEL", (function)allocate_usm, "", 0 },                                    \
        { "clCreateSemaphoreWithPropertiesKHR", (function)create_semaphore, "", 0 },               \
        { "clGetSemaphoreInfoKHR", (function)semaphore_info, "", 0 },                              \
        { "clCreateCommandBufferKHR", (function)create_buffer_of_commands, "", 0 },                \
        { "clGetCommandBufferInfoKHR", (function)buffer_of_commands_info, "", 0 },                 \
        { "clCommandNDRangeKernelKHR", (function)record_kernel, "", 0 },                           \
        { "clRemapCommandBufferKHR", (function)remap, "", 0 },                                     \
        { "clCommandCopyBufferKHR", (function)copy_before, "", 0 },                                \
        { "clCommandCopyBufferKHR", (function)copy_now, "cl_khr_command_buffer", 0x9005 },         \
        { "clMakeSomethingEXT", (function)new_object, "", 0 },
#include "made_up_extensions.h"

#ifndef _WIN32
/* The function that libclrelay_frees exports. */
static frees_watcher freeing;
__attribute__((visibility("default"))) void clrelay_frees_watch(frees_watcher watcher);
void clrelay_frees_watch(frees_watcher watcher)
{
    freeing = watcher;
}

static char bytes_of_host[64];
static bool driver_frees;

static cl_int CL_API_CALL flush(cl_command_queue queue)
{
    if (driver_frees) freeing(bytes_of_host, sizeof bytes_of_host, RETURN_ADDRESS());
    return CL_SUCCESS;
}

static void *free_in_thread(void *unused)
{
    freeing(bytes_of_host, sizeof bytes_of_host, RETURN_ADDRESS());
    return NULL;
}

#endif

static cl_int status_of_events = CL_COMPLETE;

static cl_int CL_API_CALL event_info(cl_event event, cl_event_info what, size_t size, void *value,
                                     size_t *size_ret)
{
    const cl_int status = status_of_events;
    return what == CL_EVENT_COMMAND_EXECUTION_STATUS ? ANSWER(status) : CL_INVALID_VALUE;
}

static mem_callback ended;
static void *ended_data;
static cl_int end_status; /* whether the driver tells when a buffer ends */

static cl_int CL_API_CALL await_end(cl_mem mem, mem_callback callback, void *data)
{
    ended = callback;
    ended_data = data;
    return end_status;
}

/* The read that the driver has yet to carry out: as NVIDIA's, it takes the bytes of a write at once. */
static const char *awaited;
static size_t awaited_size;
static unsigned early_writes, copies, released_mems;
static int living_events, living_contexts, living_svm;
static cl_event last_write, last_launch, barrier_after, read_after;
static cl_event last_copy, waited[2]; /* what the last command that frees memory waits for */
static cl_uint waited_count;

static cl_event new_event(void)
{
    living_events++;
    return (cl_event)new_object(NULL);
}

static cl_int CL_API_CALL release_event(cl_event event)
{
    living_events--;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL retain_event(cl_event event)
{
    living_events++;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL retain_context(cl_context of)
{
    living_contexts++;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL release_context(cl_context of)
{
    living_contexts--;
    return CL_SUCCESS;
}

static void CL_API_CALL free_svm(cl_context of, void *pointer)
{
    living_svm--;
}

static cl_int CL_API_CALL copy_svm(cl_command_queue on, cl_bool blocking, void *to,
                                   const void *from, size_t size, cl_uint waits,
                                   const cl_event *list, cl_event *event)
{
    if (event) last_copy = *event = new_event();
    return CL_SUCCESS;
}

static cl_int CL_API_CALL free_svm_later(cl_command_queue on, cl_uint count, void *pointers[],
                                         void(CL_CALLBACK *notify)(cl_command_queue, cl_uint,
                                                                   void *[], void *),
                                         void *data, cl_uint waits, const cl_event *list,
                                         cl_event *event)
{
    waited_count = waits;
    for (cl_uint i = 0; list && i < waits && i < 2; i++) waited[i] = list[i];
    living_svm--;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL launch(cl_command_queue on, cl_kernel of, cl_uint dimensions,
                                 const size_t *offset, const size_t *global, const size_t *local,
                                 cl_uint waits, const cl_event *list, cl_event *event)
{
    if (event) last_launch = *event = new_event();
    return CL_SUCCESS;
}

static cl_int CL_API_CALL barrier(cl_command_queue on, cl_uint waits, const cl_event *list,
                                  cl_event *event)
{
    barrier_after = waits ? *list : NULL;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL release_mem(cl_mem mem)
{
    released_mems++;
    if ((void *)mem == &objects[used - 1]) used--; /* the next object gets this address */
    return CL_SUCCESS;
}

static cl_int CL_API_CALL read_buffer(cl_command_queue on, cl_mem from, cl_bool blocking,
                                      size_t offset, size_t size, void *to, cl_uint waits,
                                      const cl_event *list, cl_event *event)
{
    awaited = blocking ? NULL : to;
    awaited_size = size;
    read_after = waits ? *list : NULL;
    if (event) *event = new_event();
    return CL_SUCCESS;
}

static cl_int CL_API_CALL write_buffer(cl_command_queue on, cl_mem to, cl_bool blocking,
                                       size_t offset, size_t size, const void *from, cl_uint waits,
                                       const cl_event *list, cl_event *event)
{
    const char *bytes = from;
    early_writes += awaited && bytes < awaited + awaited_size && awaited < bytes + size;
    if (event) last_write = *event = new_event();
    return CL_SUCCESS;
}

static cl_int CL_API_CALL copy_buffer(cl_command_queue on, cl_mem from, cl_mem to, size_t offset,
                                      size_t to_offset, size_t size, cl_uint waits,
                                      const cl_event *list, cl_event *event)
{
    copies++;
    if (event) *event = new_event();
    return CL_SUCCESS;
}

static char made_from; /* the first byte of the program's data */
static cl_mem_flags made_with;

static cl_mem CL_API_CALL make_plain(cl_context in, cl_mem_flags flags, size_t size, void *host,
                                     cl_int *error)
{
    made_size = size;
    made_with = flags;
    made_from = host ? *(const char *)host : 0;
    return (cl_mem)new_object(error);
}

static cl_mem CL_API_CALL make_special(cl_context in, const cl_mem_properties *properties,
                                       cl_mem_flags flags, size_t size, void *host, cl_int *error)
{
    return make_plain(in, flags, size, host, error);
}

static void make_transfers(void)
{
    driver.clCreateBuffer = make_plain;
    driver.clCreateBufferWithProperties = make_special;
    driver.clEnqueueReadBuffer = read_buffer;
    driver.clEnqueueWriteBuffer = write_buffer;
    driver.clEnqueueCopyBuffer = copy_buffer;
    driver.clReleaseEvent = release_event;
    driver.clRetainEvent = retain_event;
    driver.clRetainContext = retain_context;
    driver.clReleaseContext = release_context;
    driver.clSVMFree = free_svm;
    driver.clEnqueueSVMMemcpy = copy_svm;
    driver.clEnqueueSVMFree = free_svm_later;
    driver.clEnqueueNDRangeKernel = launch;
    driver.clEnqueueBarrierWithWaitList = barrier;
    driver.clReleaseMemObject = release_mem;
}

static void make_driver(void)
{
    driver.clGetPlatformIDs = platform_ids;
    driver.clGetPlatformInfo = platform_info;
    driver.clGetDeviceIDs = device_ids;
    driver.clGetDeviceInfo = device_info;
    driver.clCreateContext = create_context;
    driver.clGetContextInfo = context_info;
    driver.clCreateCommandQueueWithProperties = create_queue;
    driver.clGetCommandQueueInfo = queue_info;
    driver.clCreateFromGLBuffer = create_from_gl;
    driver.clGetGLContextInfoKHR = gl_info;
    driver.clCreateProgramWithSource = create_program;
    driver.clCreateProgramWithIL = create_from_il;
    driver.clGetProgramInfo = program_info;
    driver.clBuildProgram = build;
    driver.clGetProgramBuildInfo = build_info;
    driver.clCreateSubBuffer = create_part;
    driver.clGetMemObjectInfo = mem_info;
    driver.clSetMemObjectDestructorCallback = await_end;
    driver.clCreateKernel = create_kernel;
    driver.clGetKernelInfo = kernel_info;
    driver.clGetKernelArgInfo = argument_info;
    driver.clGetEventInfo = event_info;
    driver.clSVMAlloc = allocate;
#ifndef _WIN32
    driver.clFlush = flush;
#endif
    driver.clGetExtensionFunctionAddressForPlatform = look_up;
}

/* ---- the tests ---- */

static cl_platform_id platform[2];
static cl_device_id device[3];
static cl_context context, other;
static cl_command_queue queue;

static void *function_named(const char *name)
{
    return checked->clGetExtensionFunctionAddressForPlatform(platform[0], name);
}

/* A macro, so that each use is a place of its own. */
#define FILL_ON(on, mem) checked->clEnqueueFillBuffer(on, mem, "x", 1, 0, 64, 0, NULL, NULL)

/* These functions of unified shared memory wait for the device. */
static void test_shared_memory(void)
{
    static char from[8], to[8], elsewhere[8];
    cl_int(CL_API_CALL * copy)(cl_command_queue, cl_bool, void *, const void *, size_t, cl_uint,
                               const cl_event *, cl_event *);
    cl_int(CL_API_CALL * free)(cl_context, void *);
    cl_command_queue second =
        checked->clCreateCommandQueueWithProperties(context, device[0], NULL, NULL);
    cl_mem mem = checked->clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, NULL);
    *(void **)&copy = function_named("clEnqueueMemcpyINTEL");
    *(void **)&free = function_named("clMemBlockingFreeINTEL");
    SILENT(FILL_ON(queue, mem));
    SILENT(copy(queue, CL_FALSE, to, from, sizeof from, 0, NULL, NULL));
    FINDS(QUEUES_UNORDERED, FILL_ON(second, mem));
    SILENT(copy(second, CL_TRUE, elsewhere, from, sizeof from, 0, NULL, NULL));
    SILENT(FILL_ON(queue, mem));
    SILENT(free(context, NULL));
    SILENT(FILL_ON(second, mem));
    checked->clReleaseMemObject(mem);
}

static uint64_t last_value; /* the first value of the last finding */

static void note_value(const struct record_finding *finding)
{
    last_value = finding->values[0];
}

/* The program frees unified shared memory while a command uses it. Each command has a row. */
static void test_shared_memory_in_use(void)
{
    cl_int(CL_API_CALL * free_at_once)(cl_context, void *);
    cl_int(CL_API_CALL * free_blocking)(cl_context, void *);
    void *(CL_API_CALL * make)(cl_context, cl_device_id, const cl_mem_properties_intel *, size_t,
                               cl_uint, cl_int *);
    cl_int(CL_API_CALL * copy)(cl_command_queue, cl_bool, void *, const void *, size_t, cl_uint,
                               const cl_event *, cl_event *);
    cl_int(CL_API_CALL * fill)(cl_command_queue, void *, const void *, size_t, size_t, cl_uint,
                               const cl_event *, cl_event *);
    cl_int(CL_API_CALL * set)(cl_command_queue, void *, cl_int, size_t, cl_uint, const cl_event *,
                              cl_event *);
    cl_int(CL_API_CALL * move)(cl_command_queue, const void *, size_t, cl_mem_migration_flags,
                               cl_uint, const cl_event *, cl_event *);
    cl_int(CL_API_CALL * advise)(cl_command_queue, const void *, size_t, cl_uint, cl_uint,
                                 const cl_event *, cl_event *);
    static char bytes[16];
    cl_command_queue second =
        checked->clCreateCommandQueueWithProperties(context, device[0], NULL, NULL);
    *(void **)&free_at_once = function_named("clMemFreeINTEL");
    *(void **)&free_blocking = function_named("clMemBlockingFreeINTEL");
    *(void **)&make = function_named("clDeviceMemAllocINTEL");
    *(void **)&copy = function_named("clEnqueueMemcpyINTEL");
    *(void **)&fill = function_named("clEnqueueMemFillINTEL");
    *(void **)&set = function_named("clEnqueueMemsetINTEL");
    *(void **)&move = function_named("clEnqueueMigrateMemINTEL");
    *(void **)&advise = function_named("clEnqueueMemAdviseINTEL");
#define IN_USE(command)                                                                            \
    do {                                                                                           \
        char *usm = make(context, device[0], NULL, sizeof memory_of_usm, 0, NULL);                 \
        CHECK(usm == memory_of_usm);                                                               \
        SILENT(command);                                                                           \
        FINDS(SVM_FREED_IN_USE, free_at_once(context, usm));                                       \
        usm = make(context, device[0], NULL, sizeof memory_of_usm, 0, NULL);                       \
        SILENT(command);                                                                           \
        SILENT(free_blocking(context, usm));                                                       \
    } while (0)
    IN_USE(copy(queue, CL_FALSE, usm, bytes, 16, 0, NULL, NULL));
    IN_USE(copy(queue, CL_FALSE, bytes, usm + 16, 16, 0, NULL, NULL));
    IN_USE(fill(queue, usm, bytes, 1, 16, 0, NULL, NULL));
    IN_USE(set(queue, usm + 1, 0, 1, 0, NULL, NULL));
    IN_USE(move(queue, usm, 16, 0, 0, NULL, NULL));
    IN_USE(advise(queue, usm, 16, 0, 0, NULL, NULL));
    make(context, device[0], NULL, sizeof memory_of_usm, 0, NULL);
    SILENT(copy(queue, CL_TRUE, memory_of_usm, bytes, 16, 0, NULL, NULL));
    SILENT(free_at_once(context, memory_of_usm));

    make(context, device[0], NULL, sizeof memory_of_usm, 0, NULL);
    SILENT(set(queue, memory_of_usm, 0, 8, 0, NULL, NULL));
    SILENT(set(second, memory_of_usm + 8, 0, 8, 0, NULL, NULL));
    FINDS(MEMORY_UNORDERED, fill(second, memory_of_usm + 7, bytes, 1, 1, 0, NULL, NULL));
    each_finding(note_value);
    CHECK_POINTER((void *)(uintptr_t)last_value, memory_of_usm + 7);
    SILENT(free_blocking(context, memory_of_usm));

    /* The finding names the first address that both use, whichever command begins earlier. */
    make(context, device[0], NULL, sizeof memory_of_usm, 0, NULL);
    SILENT(set(queue, memory_of_usm + 8, 0, 8, 0, NULL, NULL));
    FINDS(MEMORY_UNORDERED, set(second, memory_of_usm + 1, 0, 12, 0, NULL, NULL));
    each_finding(note_value);
    CHECK_POINTER((void *)(uintptr_t)last_value, memory_of_usm + 8);
    SILENT(free_blocking(context, memory_of_usm));
    checked->clReleaseCommandQueue(second);
}

#ifndef _WIN32
/* The program frees memory while a command uses it. Drivers may do so, in calls and in threads. */
static void test_frees(void)
{
    cl_mem mem = checked->clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, NULL);
    pthread_t thread;
    CHECK(freeing != NULL);
    SILENT(FILL_ON(queue, mem));
    checked->clFinish(queue);
    SILENT(freeing(bytes_of_host, 64, RETURN_ADDRESS()));
    SILENT(checked->clEnqueueReadBuffer(queue, mem, 0, 0, 16, bytes_of_host + 16, 0, NULL, NULL));
    driver_frees = true;
    SILENT(checked->clFlush(queue));
    driver_frees = false;
    pthread_create(&thread, NULL, free_in_thread, NULL);
    SILENT(pthread_join(thread, NULL));
    SILENT(freeing(bytes_of_host, 16, RETURN_ADDRESS()));
    SILENT(freeing(bytes_of_host + 32, 32, RETURN_ADDRESS()));
    FINDS(HOST_FREED_IN_USE, freeing(bytes_of_host, 64, RETURN_ADDRESS()));
    checked->clFinish(queue);
    SILENT(freeing(bytes_of_host, 64, RETURN_ADDRESS()));
    checked->clReleaseMemObject(mem);
}
#endif

/* A query that fails without a reason is a note. The handles that queries return are objects. */
static void test_queries(void)
{
    static const cl_semaphore_properties_khr plain[] = { CL_SEMAPHORE_TYPE_KHR,
                                                         CL_SEMAPHORE_TYPE_BINARY_KHR, 0 };
    clCreateSemaphoreWithPropertiesKHR_fn create;
    clGetSemaphoreInfoKHR_fn info;
    static char nothing;
    cl_device_id hidden = (cl_device_id)&devices[3], answered,
                 list[] = { NULL, (cl_device_id)(void *)&nothing };
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
    ((struct handle *)on_hidden)->device = hidden;
    checked->clGetCommandQueueInfo(on_hidden, CL_QUEUE_DEVICE, sizeof answered, &answered, NULL);
    SILENT(checked->clCreateContext(NULL, 1, &answered, NULL, NULL, NULL));
    /* If the driver does not tell the size of its answer, that is one handle. */
    tells_no_size = true;
    checked->clGetCommandQueueInfo(on_hidden, CL_QUEUE_DEVICE, sizeof list, list, NULL);
    tells_no_size = false;
    FINDS(HANDLE_UNKNOWN, checked->clCreateContext(NULL, 1, list + 1, NULL, NULL, NULL));
}

#define REFUSED_CONTEXT                                                                            \
    FINDS(CONTEXT_PROPERTY_NAME, checked->clCreateContext(of_context, 1, device, NULL, NULL, NULL))
#define REFUSED_QUEUE                                                                              \
    FINDS(QUEUE_PROPERTY_NAME,                                                                     \
          checked->clCreateCommandQueueWithProperties(context, device[0], of_queue, NULL))

/* Drivers return either error. (The calls are macros: each place has a finding only once.) */
static void test_refused_properties(void)
{
    static const cl_context_properties of_context[] = { 0x7777, 1, 0 };
    static const cl_queue_properties of_queue[] = { 0x7777, 1, 0 };
    refusal = CL_INVALID_PROPERTY;
    REFUSED_CONTEXT;
    REFUSED_QUEUE;
    refusal = CL_INVALID_VALUE;
    REFUSED_CONTEXT;
    REFUSED_QUEUE;
    refusal = CL_SUCCESS;
}

static unsigned notified;

static void CL_CALLBACK notify(cl_program program, void *data)
{
    notified += data == &notified;
}

static void CL_CALLBACK finish_after_build(cl_program program, void *data)
{
    checked->clFinish(queue);
}

static void CL_CALLBACK finish_after_mem(cl_mem mem, void *data)
{
    checked->clFinish(queue);
}

/* Ends a build in the background, and calls back. */
static void end_build(cl_program program, cl_build_status status)
{
    build_status = status;
    built(program, built_data);
}

/* The right size is that of a list of addresses. The size of a binary, or of all, means that the
 * program has passed memory for the bytes instead. */
static void test_binaries(void)
{
    static const size_t sizes[] = { 100, 200 };
    static void *list[64];
    const char *text = "";
    cl_program program;
    binary_sizes = sizes;
    program = checked->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
#define ASK(size) checked->clGetProgramInfo(program, CL_PROGRAM_BINARIES, size, list, NULL)
    SILENT(ASK(2 * sizeof *list));
    SILENT(ASK(sizeof list));
    FINDS(PROGRAM_BINARIES_BYTES, ASK(100));
    FINDS(PROGRAM_BINARIES_BYTES, ASK(300));
    SILENT(ASK(400));
    binary_sizes = NULL;
}

static void test_builds(void)
{
    const char *text = "";
    cl_program program = checked->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    cl_mem mem;
    SILENT(checked->clBuildProgram(program, 0, NULL, NULL, notify, &notified));
    SILENT(end_build(program, CL_BUILD_SUCCESS));
    SILENT(checked->clBuildProgram(program, 0, NULL, NULL, notify, &notified));
    FINDS(PROGRAM_BUILD, end_build(program, CL_BUILD_ERROR));
    CHECK_INT(notified, 2);
    /* Only such callbacks must not wait as those of events and of memory objects. */
    SILENT(checked->clBuildProgram(program, 0, NULL, NULL, finish_after_build, NULL));
    SILENT(end_build(program, CL_BUILD_SUCCESS));
    mem = checked->clCreateBuffer(context, 0, 32, NULL, NULL);
    SILENT(checked->clSetMemObjectDestructorCallback(mem, finish_after_mem, NULL));
    FINDS(CALLBACK_WAITS, ended(mem, ended_data));
    /* So is another build of the program that fails. */
    SILENT(checked->clBuildProgram(program, 0, NULL, NULL, notify, &notified));
    FINDS(PROGRAM_BUILD, end_build(program, CL_BUILD_ERROR));
    refusal = CL_INVALID_KERNEL_NAME;
    FINDS(KERNEL_NAME, checked->clCreateKernel(program, "it", NULL));
    refusal = CL_SUCCESS;
}

/* The driver says nothing about this SPIR-V kernel. Its parameters are struct { float3 p; float w;
 * }, global float *, write_only image2d_t, float. */
static void test_modules(void)
{
    enum {
        KERNEL = 1,
        NOTHING,
        NUMBER,
        VECTOR,
        STRUCTURE,
        VALUE,
        POINTER,
        IMAGE,
        FIRST,
        BOUND = 20
    };
    static const uint32_t module[] = { SPIRV_HEADER(BOUND),
                                       I(OP_MEMORY_MODEL, 2, 2),
                                       I(OP_ENTRY_POINT, 6, KERNEL, 'i' | 't' << 8),
                                       I(OP_DECORATE, FIRST, ATTRIBUTE, BY_VALUE),
                                       I(OP_FLOAT, NUMBER, 32),
                                       I(OP_VECTOR, VECTOR, NUMBER, 3),
                                       I(OP_STRUCT, STRUCTURE, VECTOR, NUMBER),
                                       I(OP_POINTER, VALUE, IN_FUNCTION, STRUCTURE),
                                       I(OP_POINTER, POINTER, IN_GLOBAL, NUMBER),
                                       I(OP_IMAGE, IMAGE, NOTHING, 1, 0, 0, 0, 0, 0, 1),
                                       I(OP_FUNCTION, NOTHING, KERNEL, 0, NOTHING),
                                       I(OP_PARAMETER, VALUE, FIRST),
                                       I(OP_PARAMETER, POINTER, FIRST + 1),
                                       I(OP_PARAMETER, IMAGE, FIRST + 2),
                                       I(OP_PARAMETER, NUMBER, FIRST + 3),
                                       I(OP_FUNCTION_END, 0) };
    static const char bytes[32];
    cl_program program = checked->clCreateProgramWithIL(context, module, sizeof module, NULL);
    cl_mem mem = checked->clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, NULL);
    cl_kernel kernel;
    checked->clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
    build_status = CL_BUILD_SUCCESS;
    SILENT(kernel = checked->clCreateKernel(program, "it", NULL));
    FINDS(KERNEL_ARGUMENT_LAYOUT, checked->clSetKernelArg(kernel, 0, 16, bytes));
    SILENT(checked->clSetKernelArg(kernel, 0, 32, bytes));
    FINDS(KERNEL_ARGUMENT_OBJECT_SIZE, checked->clSetKernelArg(kernel, 1, sizeof mem / 2, bytes));
    SILENT(checked->clSetKernelArg(kernel, 1, sizeof mem, &mem));
    FINDS(KERNEL_ARGUMENT_KIND, checked->clSetKernelArg(kernel, 2, sizeof mem, &mem));
    FINDS(KERNEL_ARGUMENT_SIZE, checked->clSetKernelArg(kernel, 3, 8, bytes));
    SILENT(checked->clSetKernelArg(kernel, 3, 4, bytes));
    checked->clReleaseKernel(kernel);
    checked->clReleaseProgram(program);
    checked->clReleaseMemObject(mem);
}

/* With a vendor's flag, the device may get the content from elsewhere. */
static void test_content(void)
{
    static char bytes[64];
    for (unsigned is_vendors = 0; is_vendors < 2; is_vendors++) {
        cl_mem mem;
        flags_of_mems = is_vendors ? (cl_mem_flags)1 << 30 : CL_MEM_READ_ONLY;
        mem = checked->clCreateBuffer(context, 0, 64, NULL, NULL);
        if (is_vendors)
            SILENT(checked->clEnqueueReadBuffer(queue, mem, 1, 0, 64, bytes, 0, NULL, NULL));
        else
            FINDS(BUFFER_READ_UNWRITTEN,
                  checked->clEnqueueReadBuffer(queue, mem, 1, 0, 64, bytes, 0, NULL, NULL));
        checked->clReleaseMemObject(mem);
    }
    flags_of_mems = CL_MEM_READ_WRITE;
}

/* A finding at one place is written the first, the tenth and the hundredth time. */
static void test_often(void)
{
    static char bytes[64];
    const cl_mem mem = checked->clCreateBuffer(context, 0, 64, NULL, NULL);
    for (int i = 1; i <= 100; i++) {
        const unsigned before = (count_findings(), records);
        checked->clEnqueueWriteBuffer(queue, mem, 1, 60, 5, bytes, 0, NULL, NULL);
        count_findings();
        CHECK_INT(records, before + (i == 1 || i == 10 || i == 100));
    }
}

/* Only 1 is CL_TRUE. Another number explains CL_INVALID_VALUE, but no other error. */
static void test_booleans(void)
{
    static char bytes[64];
    const cl_mem mem = checked->clCreateBuffer(context, 0, 64, NULL, NULL);
    const unsigned failed = (count_findings(), found[CALL_FAILED]);
    static const cl_sampler_properties good[] = { CL_SAMPLER_NORMALIZED_COORDS, CL_TRUE, 0 };
    static const cl_sampler_properties bad[] = { CL_SAMPLER_NORMALIZED_COORDS, 2, 0 };
    SILENT(checked->clCreateSamplerWithProperties(context, good, NULL));
    FINDS(SAMPLER_VALUE, checked->clCreateSamplerWithProperties(context, bad, NULL));
    FINDS(BOOLEAN_, checked->clEnqueueWriteBuffer(queue, mem, 2, 0, 64, bytes, 0, NULL, NULL));
    refusal = CL_INVALID_VALUE;
    FINDS(BOOLEAN_, checked->clEnqueueWriteBuffer(queue, mem, 2, 0, 64, bytes, 0, NULL, NULL));
    refusal = CL_INVALID_OPERATION;
    checked->clEnqueueWriteBuffer(queue, mem, 2, 0, 64, bytes, 0, NULL, NULL);
    count_findings();
    CHECK_INT(found[CALL_FAILED], failed + 1);
    refusal = CL_SUCCESS;
    checked->clReleaseMemObject(mem);
}

/* Checks what the layer finds if the driver refuses an OpenGL context: for devices of a type, and
 * for the query. `first` are the first device's extensions. NULL means those of all devices,
 * `second`. */
#define REFUSED_GL(first, second, properties, for_type, for_query)                                 \
    do {                                                                                           \
        extensions_of_first = first;                                                               \
        extensions = second;                                                                       \
        FINDS(for_type,                                                                            \
              checked->clCreateContextFromType(properties, CL_DEVICE_TYPE_ALL, NULL, NULL, NULL)); \
        FINDS(for_query, checked->clGetGLContextInfoKHR(properties, CL_DEVICES_FOR_GL_CONTEXT_KHR, \
                                                        0, NULL, &size));                          \
    } while (0)

/* The condition explains the error only if the extensions of all devices show it. */
static void test_opengl_refused(void)
{
    static const char none[] = "cl_khr_fp64", has[] = "cl_khr_fp64 cl_khr_gl_sharing";
    const intptr_t named[] = { CL_CONTEXT_PLATFORM,
                               (intptr_t)platform[0],
                               CL_GL_CONTEXT_KHR,
                               16,
                               CL_GLX_DISPLAY_KHR,
                               16,
                               0 },
                   on_second[] = { CL_CONTEXT_PLATFORM,
                                   (intptr_t)platform[1],
                                   CL_GL_CONTEXT_KHR,
                                   16,
                                   CL_GLX_DISPLAY_KHR,
                                   16,
                                   0 },
                   unnamed[] = { CL_GL_CONTEXT_KHR, 16, CL_GLX_DISPLAY_KHR, 16, 0 },
                   without[] = { CL_CONTEXT_PLATFORM, (intptr_t)platform[0], 0 };
    size_t size;
    refusal = CL_INVALID_OPERATION;
    REFUSED_GL(NULL, none, named, CONTEXT_GL_DEVICE, CONTEXT_GL_UNSUPPORTED);
    REFUSED_GL(NULL, none, unnamed, CONTEXT_GL_DEVICE, CONTEXT_GL_UNSUPPORTED);
    REFUSED_GL(NULL, none, without, CALL_FAILED, QUERY_FAILED);
    REFUSED_GL(NULL, has, named, CALL_FAILED, QUERY_FAILED);
    REFUSED_GL(none, has, named, CALL_FAILED, QUERY_FAILED);
    REFUSED_GL(has, none, named, CALL_FAILED, QUERY_FAILED);
    REFUSED_GL(NULL, NULL, named, CALL_FAILED, QUERY_FAILED);
    REFUSED_GL(NULL, "", named, CONTEXT_GL_DEVICE, CONTEXT_GL_UNSUPPORTED);
    REFUSED_GL("", none, named, CONTEXT_GL_DEVICE, CONTEXT_GL_UNSUPPORTED);
    extensions_of_first = NULL;
    extensions = none;
    FINDS(CONTEXT_GL_DEVICE, checked->clCreateContext(on_second, 1, device + 2, NULL, NULL, NULL));
    extensions = NULL;
    FINDS(CALL_FAILED, checked->clCreateContext(named, 1, device, NULL, NULL, NULL));
    refusal = CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR;
    extensions = none;
    FINDS(QUERY_FAILED,
          checked->clGetGLContextInfoKHR(named, CL_DEVICES_FOR_GL_CONTEXT_KHR, 0, NULL, &size));
    extensions = NULL;
    refusal = CL_SUCCESS;
}

/* The driver lacks the function. The loader finds the driver by the platform in the properties. */
static void test_opengl_missing(void)
{
    static struct dispatch lacking;
    const intptr_t list[] = {
        CL_GL_CONTEXT_KHR, 16, CL_GLX_DISPLAY_KHR, 16, CL_CONTEXT_PLATFORM, (intptr_t)platform[0], 0
    };
    size_t size;
    lacking = driver;
    lacking.clGetGLContextInfoKHR = NULL;
    platforms[0].dispatch = &lacking;
    refusal = CL_INVALID_OPERATION;
    FINDS(FUNCTION_MISSING,
          checked->clGetGLContextInfoKHR(list, CL_DEVICES_FOR_GL_CONTEXT_KHR, 0, NULL, &size));
    platforms[0].dispatch = &driver;
    FINDS(QUERY_FAILED,
          checked->clGetGLContextInfoKHR(list, CL_DEVICES_FOR_GL_CONTEXT_KHR, 0, NULL, &size));
    platforms[0].dispatch = NULL;
    refusal = CL_SUCCESS;
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
    cl_int(CL_API_CALL *kernel)(cl_command_buffer_khr, cl_command_queue,
                                const cl_command_properties_khr *, cl_kernel, cl_uint,
                                const size_t *, const size_t *, const size_t *, cl_uint,
                                const cl_sync_point_khr *, cl_sync_point_khr *,
                                cl_mutable_command_khr *);
    cl_int(CL_API_CALL *copy_svm)(cl_command_buffer_khr, cl_command_queue,
                                  const cl_command_properties_khr *, void *, const void *, size_t,
                                  cl_uint, const cl_sync_point_khr *, cl_sync_point_khr *,
                                  cl_mutable_command_khr *);
    cl_int(CL_API_CALL *fill_svm)(cl_command_buffer_khr, cl_command_queue,
                                  const cl_command_properties_khr *, void *, const void *, size_t,
                                  size_t, cl_uint, const cl_sync_point_khr *, cl_sync_point_khr *,
                                  cl_mutable_command_khr *);
    cl_int(CL_API_CALL *change)(cl_command_buffer_khr, cl_uint,
                                const cl_command_buffer_update_type_khr *, const void **);
    cl_int(CL_API_CALL *change_before)(cl_command_buffer_khr, const void *);
    cl_command_buffer_khr(CL_API_CALL *remap)(cl_command_buffer_khr, cl_bool, cl_uint,
                                              const cl_command_queue *, cl_uint,
                                              const cl_mutable_command_khr *,
                                              cl_mutable_command_khr *, cl_int *);
} commands;

static void look_up_commands(cl_uint revision, cl_uint of_changes)
{
    strcpy(revised[COMMANDS].name, "cl_khr_command_buffer");
    strcpy(revised[CHANGES].name, "cl_khr_command_buffer_mutable_dispatch");
    revised[COMMANDS].version = revision;
    revised[CHANGES].version = of_changes;
    *(void **)&commands.kernel = function_named("clCommandNDRangeKernelKHR");
    *(void **)&commands.copy_svm = function_named("clCommandSVMMemcpyKHR");
    *(void **)&commands.fill_svm = function_named("clCommandSVMMemFillKHR");
    *(void **)&commands.remap = function_named("clRemapCommandBufferKHR");
    *(void **)&commands.change = *(void **)&commands.change_before =
        function_named("clUpdateMutableCommandsKHR");
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

/* The parameters of each revision reach the driver, and the layer checks them. */
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

    look_up_commands(0x9000, 0);
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

    look_up_commands(0x9008, 0);
    SILENT(buffer = commands.create(1, &queue, NULL, NULL));
    SILENT(commands.copy(buffer, NULL, none, from, to, 1, 2, 24, 0, NULL, &point, &handle));
    check_copied(none, from, to, &handle);
    FINDS(MEM_FREED, commands.copy(buffer, NULL, NULL, from, freed, 0, 0, 24, 0, NULL, NULL, NULL));
    SILENT(commands.finalize(buffer));
    /* This revision allows it. */
    SILENT(commands.enqueue(0, NULL, buffer, 0, NULL, NULL));
    SILENT(commands.release(buffer));

    /* The layer does not know this revision's parameters. */
    look_up_commands(0x9100, 0);
    own = driver.clGetExtensionFunctionAddressForPlatform(platform[0], "clCommandCopyBufferKHR");
    CHECK_POINTER(*(void **)&commands.copy, own);
    revised[COMMANDS].version = 0;
    extensions = NULL;
    checked->clReleaseMemObject(from);
    checked->clReleaseMemObject(to);
}

/* ---- what command buffers use when they run ---- */

static cl_kernel kernel;

static cl_mem new_mem(cl_context in)
{
    return checked->clCreateBuffer(in, 0, 64, NULL, NULL);
}

static cl_command_buffer_khr new_commands(uint64_t flags)
{
    const cl_command_buffer_properties_khr list[] = { CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0 };
    return commands.create(1, &queue, list, NULL);
}

/* A macro, so that each use is a place of its own. */
#define RECORD_AT_PLACE(buffer, handle)                                                            \
    commands.kernel(buffer, NULL, NULL, kernel, 1, NULL, (const size_t[]){ 1 }, NULL, 0, NULL,     \
                    NULL, handle)

static cl_int record(cl_command_buffer_khr buffer, cl_mutable_command_khr *handle)
{
    return RECORD_AT_PLACE(buffer, handle);
}

/* A command has the arguments from the time of the recording. */
static void test_recorded_arguments(void)
{
    cl_mem mem = new_mem(context), later = new_mem(context), copied_mem = new_mem(context);
    cl_sampler sampler = checked->clCreateSamplerWithProperties(context, NULL, NULL);
    cl_command_buffer_khr buffer = new_commands(0), with_sampler;
    checked->clSetKernelArg(kernel, 0, sizeof mem, &mem);
    SILENT(record(buffer, NULL));
    SILENT(commands.copy(buffer, NULL, NULL, mem, copied_mem, 0, 0, 24, 0, NULL, NULL, NULL));
    checked->clSetKernelArg(kernel, 0, sizeof later, &later);
    checked->clSetKernelArg(kernel, 2, sizeof sampler, &sampler);
    commands.finalize(buffer);
    checked->clReleaseMemObject(later);
    checked->clReleaseMemObject(copied_mem); /* the command buffer keeps it */
    SILENT(commands.enqueue(0, NULL, buffer, 0, NULL, NULL));
    checked->clReleaseMemObject(mem);
    FINDS(COMMAND_BUFFER_ARGUMENT_FREED, commands.enqueue(0, NULL, buffer, 0, NULL, NULL));
    later = new_mem(context);
    checked->clSetKernelArg(kernel, 0, sizeof later, &later);
    with_sampler = new_commands(0);
    record(with_sampler, NULL);
    commands.finalize(with_sampler);
    SILENT(commands.enqueue(0, NULL, with_sampler, 0, NULL, NULL));
    checked->clReleaseSampler(sampler);
    FINDS(COMMAND_BUFFER_ARGUMENT_FREED, commands.enqueue(0, NULL, with_sampler, 0, NULL, NULL));
    commands.release(buffer);
    commands.release(with_sampler);
    sampler = checked->clCreateSamplerWithProperties(context, NULL, NULL);
    checked->clSetKernelArg(kernel, 2, sizeof sampler, &sampler);
    checked->clReleaseMemObject(later);
}

static void test_recorded_pointers(void)
{
    static char bytes[16];
    char *svm = checked->clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
    cl_command_buffer_khr from = new_commands(0), to = new_commands(0), fill = new_commands(0);
    commands.copy_svm(from, NULL, NULL, bytes, svm, 16, 0, NULL, NULL, NULL);
    commands.copy_svm(to, NULL, NULL, svm, bytes, 16, 0, NULL, NULL, NULL);
    commands.fill_svm(fill, NULL, NULL, svm, bytes, 1, 16, 0, NULL, NULL, NULL);
    commands.finalize(from);
    commands.finalize(to);
    commands.finalize(fill);
    SILENT(commands.enqueue(0, NULL, from, 0, NULL, NULL));
    SILENT(commands.enqueue(0, NULL, to, 0, NULL, NULL));
    SILENT(commands.enqueue(0, NULL, fill, 0, NULL, NULL));
    checked->clSVMFree(context, svm);
    FINDS(COMMAND_BUFFER_POINTER_FREED, commands.enqueue(0, NULL, from, 0, NULL, NULL));
    FINDS(COMMAND_BUFFER_POINTER_FREED, commands.enqueue(0, NULL, to, 0, NULL, NULL));
    FINDS(COMMAND_BUFFER_POINTER_FREED, commands.enqueue(0, NULL, fill, 0, NULL, NULL));
    commands.release(from);
    commands.release(to);
    commands.release(fill);
}

/* If a command buffer may run several times at once, its runs may write to the same memory. Those
 * of others must not. */
static void test_together(void)
{
    static const cl_queue_properties list[] = { CL_QUEUE_PROPERTIES,
                                                CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0 };
    cl_mem from = new_mem(context), to = new_mem(context);
    cl_command_queue on = checked->clCreateCommandQueueWithProperties(context, device[0], list, 0);
    cl_command_buffer_khr one = commands.create(1, &on, NULL, NULL),
                          several = new_commands(CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
    commands.copy(several, NULL, NULL, from, to, 0, 0, 24, 0, NULL, NULL, NULL);
    commands.copy(one, NULL, NULL, from, to, 32, 32, 24, 0, NULL, NULL, NULL);
    commands.finalize(several);
    commands.finalize(one);
    SILENT(commands.enqueue(1, &on, several, 0, NULL, NULL));
    SILENT(commands.enqueue(1, &on, several, 0, NULL, NULL));
    SILENT(commands.enqueue(1, &on, one, 0, NULL, NULL));
    FINDS(QUEUE_UNORDERED, commands.enqueue(1, &on, one, 0, NULL, NULL));
    checked->clSetCommandQueueProperty(on, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_FALSE, NULL);
    SILENT(commands.enqueue(1, &on, one, 0, NULL, NULL));
    checked->clSetCommandQueueProperty(on, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_TRUE, NULL);
    FINDS(QUEUE_UNORDERED, commands.enqueue(1, &on, one, 0, NULL, NULL));
    commands.release(several);
    commands.release(one);
    checked->clReleaseMemObject(from);
    checked->clReleaseMemObject(to);
}

/* The layer follows only so many different commands of a command buffer. It forgets them with the
 * command buffer, even if the next one gets the same address. */
static void test_many_recorded(void)
{
    cl_mem mem = new_mem(context), last = new_mem(context), from = new_mem(context),
           to = new_mem(context);
    cl_command_buffer_khr buffer = new_commands(0);
    for (size_t i = 0; i < 1000; i++)
        commands.copy(buffer, NULL, NULL, from, to, 0, 0, 64, 0, NULL, NULL, NULL);
    checked->clSetKernelArg(kernel, 0, sizeof mem, &mem);
    record(buffer, NULL);
    for (size_t i = 0; i < 1000; i++)
        commands.copy(buffer, NULL, NULL, from, to, i % 32, 0, 1 + i / 32, 0, NULL, NULL, NULL);
    checked->clSetKernelArg(kernel, 0, sizeof last, &last);
    record(buffer, NULL);
    commands.finalize(buffer);
    checked->clReleaseMemObject(last);
    SILENT(commands.enqueue(0, NULL, buffer, 0, NULL, NULL));
    checked->clReleaseMemObject(mem);
    FINDS(COMMAND_BUFFER_ARGUMENT_FREED, commands.enqueue(0, NULL, buffer, 0, NULL, NULL));
    commands.release(last_freed = buffer);
    CHECK_POINTER(new_commands(0), buffer);
    commands.finalize(buffer);
    SILENT(commands.enqueue(0, NULL, buffer, 0, NULL, NULL));
    commands.release(buffer);
    checked->clReleaseMemObject(from);
    checked->clReleaseMemObject(to);
}

/* ---- commands that are changed ---- */

struct argument {
    cl_uint index;
    size_t size;
    const void *value;
};

/* The structure since revision 0.9.2, and the earlier ones that contain it. */
struct change {
    cl_mutable_command_khr command;
    cl_uint arguments, pointers, infos, dimensions;
    const struct argument *argument_list, *pointer_list, *info_list;
    const size_t *sizes[3];
};
struct change_before {
    cl_uint type;
    const void *next;
    struct change change;
};
struct changes_before {
    cl_uint type;
    const void *next;
    cl_uint count;
    const struct change_before *list;
};

static bool is_before;

/* The changes in the form of the revision, after a structure that the layer does not know. Each use
 * of CHANGE() is a place of its own, because a finding is written once for each place. */
static struct {
    const void *list[2];
    struct change_before list_before[2];
    struct changes_before before;
} passed;

static void pass(const struct change *change)
{
    passed.list[0] = &is_before;
    passed.list[1] = change;
    passed.list_before[0].type = 7;
    passed.list_before[1] = (struct change_before){ .type = 1, .change = *change };
    passed.before = (struct changes_before){ .count = 2, .list = passed.list_before };
}

static const cl_command_buffer_update_type_khr update_types[] = { 7, 0 };
#define CHANGE(buffer, ...)                                                                        \
    (pass(&(const struct change){ __VA_ARGS__ }),                                                  \
     is_before ? commands.change_before(buffer, &passed.before)                                    \
               : commands.change(buffer, 2, update_types, passed.list))
#define ONE(member, index, object)                                                                 \
    .member##s = 1, .member##_list = &(const struct argument)                                      \
    {                                                                                              \
        index, sizeof(object), &(object)                                                           \
    }
#define POINTER(pointer)                                                                           \
    .pointers = 1, .pointer_list = &(const struct argument)                                        \
    {                                                                                              \
        0, 0, pointer                                                                              \
    }
#define INFO(name, pointers)                                                                       \
    .infos = 1, .info_list = &(const struct argument)                                              \
    {                                                                                              \
        CL_KERNEL_EXEC_INFO_SVM_##name, sizeof(void *), pointers                                   \
    }
/* Lists that are not there, or of an unknown type. */
#define CHANGE_NONE(type_, types, list_, list_before_)                                             \
    (is_before ? commands.change_before(buffer,                                                    \
                                        &(struct changes_before){ type_, NULL, 2, list_before_ })  \
               : commands.change(buffer, 2, types, list_))

static void test_changes(void)
{
    cl_mem mem = new_mem(context), freed = new_mem(context), elsewhere = new_mem(other);
    cl_sampler sampler = checked->clCreateSamplerWithProperties(context, NULL, NULL);
    void *svm = checked->clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
    cl_command_buffer_khr buffer = new_commands(CL_COMMAND_BUFFER_MUTABLE_KHR),
                          next = new_commands(CL_COMMAND_BUFFER_MUTABLE_KHR), without;
    cl_mutable_command_khr command, of_next, again;
    const int64_t number = (intptr_t)freed;
    checked->clReleaseMemObject(freed);
    record(buffer, &command);
    record(next, &of_next);
    commands.finalize(buffer);
    commands.finalize(next);
    SILENT(CHANGE(buffer, .command = command, ONE(argument, 0, mem)));
    SILENT(CHANGE(buffer, .command = command, ONE(argument, 2, sampler)));
    SILENT(CHANGE(buffer, .command = command, ONE(argument, 3, number)));
    SILENT(CHANGE(buffer, .command = command, POINTER(svm)));
    SILENT(CHANGE(buffer, .command = command, INFO(PTRS, &svm)));
    FINDS(MEM_FREED, CHANGE(buffer, .command = command, ONE(argument, 0, freed)));
    file->options |= RECORD_OBJECTS_ONLY;
    FINDS(MEM_FREED, CHANGE(buffer, .command = command, ONE(argument, 0, freed)));
    SILENT(checked->clSVMAlloc(context, CL_MEM_READ_WRITE, 0, 0));
    SILENT(checked->clSetKernelArg(kernel, 0, sizeof mem, NULL));
    file->options &= ~(uint32_t)RECORD_OBJECTS_ONLY;
    FINDS(HANDLE_TYPE, CHANGE(buffer, .command = command, ONE(argument, 0, sampler)));
    FINDS(HANDLE_TYPE, CHANGE(buffer, .command = command, ONE(argument, 2, mem)));
    FINDS(COMMAND_BUFFER_CONTEXT, CHANGE(buffer, .command = command, ONE(argument, 0, elsewhere)));
    FINDS(COMMAND_ARGUMENT_KIND, CHANGE(buffer, .command = command, ONE(argument, 1, mem)));
    checked->clReleaseSampler(sampler);
    FINDS(SAMPLER_FREED, CHANGE(buffer, .command = command, ONE(argument, 2, sampler)));
    checked->clSVMFree(context, svm);
    FINDS(COMMAND_BUFFER_POINTER_FREED, CHANGE(buffer, .command = command, POINTER(svm)));
    FINDS(EXEC_INFO_POINTER_FREED, CHANGE(buffer, .command = command, INFO(PTRS, &svm)));
    SILENT(CHANGE(buffer, .command = command, INFO(FINE_GRAIN_SYSTEM, &svm)));
    FINDS(COMMAND_FOREIGN, CHANGE(buffer, .command = of_next));
    SILENT(CHANGE_NONE(1, NULL, passed.list, passed.list_before));
    SILENT(CHANGE_NONE(0, update_types, NULL, NULL));
    FINDS(COMMAND_UNKNOWN, CHANGE(buffer, .command = (void *)&number));
    FINDS(COMMAND_UNKNOWN, CHANGE(buffer, .command = NULL));
    commands.finalize(without = new_commands(0));
    SILENT(CHANGE(without, .command = (void *)&number)); /* the layer knows none of its commands */
    next = commands.remap(buffer, CL_FALSE, 1, &queue, 1, &command, &again, NULL);
    SILENT(CHANGE(next, .command = again, ONE(argument, 0, mem)));
    FINDS(MEM_FREED, CHANGE(next, .command = again, ONE(argument, 0, freed)));
    FINDS(COMMAND_FOREIGN, CHANGE(buffer, .command = again));
    commands.release(next);
    FINDS(COMMAND_UNKNOWN, CHANGE(buffer, .command = again));
    commands.release(last_freed = buffer);
    buffer = new_commands(CL_COMMAND_BUFFER_MUTABLE_KHR);
    record(buffer, &again);
    commands.finalize(buffer);
    FINDS(COMMAND_UNKNOWN, CHANGE(buffer, .command = command)); /* a command of the released command
                                                                 * buffer */
    commands.release(buffer);
    checked->clReleaseMemObject(mem);
    checked->clReleaseMemObject(elsewhere);
}

/* Once a command may have been changed, the layer no longer knows what it uses. */
static void test_changed_arguments(bool is_found)
{
    cl_mem mem = new_mem(context), later = new_mem(context);
    cl_command_buffer_khr buffer = new_commands(CL_COMMAND_BUFFER_MUTABLE_KHR),
                          changed = new_commands(CL_COMMAND_BUFFER_MUTABLE_KHR);
    cl_mutable_command_khr of_buffer, command;
    checked->clSetKernelArg(kernel, 0, sizeof mem, &mem);
    record(buffer, &of_buffer);
    record(changed, &command);
    commands.finalize(buffer);
    commands.finalize(changed);
    SILENT(CHANGE(changed, .command = command, ONE(argument, 0, later)));
    checked->clReleaseMemObject(mem);
    SILENT(commands.enqueue(0, NULL, changed, 0, NULL, NULL));
    if (is_found)
        FINDS(COMMAND_BUFFER_ARGUMENT_FREED, commands.enqueue(0, NULL, buffer, 0, NULL, NULL));
    commands.release(buffer);
    commands.release(changed);
    checked->clReleaseMemObject(later);
}

static void test_command_buffers(void)
{
    const char *text = "";
    cl_program program = checked->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    kernel = checked->clCreateKernel(program, "it", NULL);
    extensions = "cl_khr_command_buffer cl_khr_command_buffer_mutable_dispatch "
                 "cl_khr_command_buffer_multi_device";
    look_up_commands(0x9008, 0x9005);
    test_many_recorded();
    test_together();
    test_recorded_arguments();
    test_recorded_pointers();
    test_changes();
    test_changed_arguments(true);
    look_up_commands(0x9008, 0x9001);
    is_before = true;
    test_changes();
    test_changed_arguments(false);
    look_up_commands(0x9008, 0x9100);
    is_before = false;
    test_changed_arguments(false);
    look_up_commands(0x9008, 0x9005);
}

/* Functions that the layer does not know may make objects that it does not know, either. */
static void test_unknown_functions(void)
{
    cl_command_buffer_khr buffer = new_commands(CL_COMMAND_BUFFER_MUTABLE_KHR);
    cl_mutable_command_khr command;
    cl_context unknown = (cl_context)new_object(NULL);
    FINDS(HANDLE_UNKNOWN, checked->clGetContextInfo(unknown, CL_CONTEXT_DEVICES, 0, NULL, NULL));
    CHECK(function_named("clMakeSomethingEXT") != NULL);
    SILENT(checked->clGetContextInfo(unknown, CL_CONTEXT_DEVICES, 0, NULL, NULL));
    record(buffer, &command);
    commands.finalize(buffer);
    SILENT(CHANGE(buffer, .command = new_object(NULL)));
}

static void enqueue_and_finish(cl_command_buffer_khr buffer)
{
    commands.enqueue(0, NULL, buffer, 0, NULL, NULL);
    checked->clFinish(queue);
}

static size_t size_of(cl_mem mem)
{
    size_t size = 0;
    SILENT(checked->clGetMemObjectInfo(mem, CL_MEM_SIZE, sizeof size, &size, NULL));
    return size;
}

/* The layer does not trust what a driver passes at the end of a buffer. */
static void test_canaries_end(void)
{
    char nothing = 0;
    cl_mem mem = checked->clCreateBuffer(context, 0, 32, NULL, NULL);
    SILENT(ended((cl_mem)new_object(NULL), &nothing));
    CHECK_INT(size_of(mem), 32);
    SILENT(ended(mem, &nothing));
    CHECK_INT(size_of(mem), 64); /* what the driver says of each buffer */
    SILENT(ended(mem, NULL));
}

/* With --canaries, a driver would accept what reaches into the canary, and what the program forbids
 * itself: the layer refuses it. The legal neighbours go on to the driver. */
#define REFUSES(check_id, error, call)                                                             \
    FINDS(check_id, status = (call));                                                              \
    CHECK_INT(status, error)
static cl_mem mem_with(cl_mem_flags flags)
{
    cl_mem mem;
    flags_of_mems = flags;
    mem = checked->clCreateBuffer(context, flags, 64, NULL, NULL);
    flags_of_mems = CL_MEM_READ_WRITE;
    return mem;
}

static cl_int part_status(cl_mem mem, size_t size)
{
    cl_int status = 1;
    checked->clCreateSubBuffer(mem, 0, CL_BUFFER_CREATE_TYPE_REGION, &(cl_buffer_region){ 0, size },
                               &status);
    return status;
}

static cl_int image_status(cl_mem mem, size_t width)
{
    static const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER,
                                 .image_width = width,
                                 .mem_object = mem };
    cl_int status = 1;
    checked->clCreateImage(context, 0, &format, &desc, NULL, &status);
    return status;
}

static void test_canaries_refused(void)
{
    static char bytes[65];
    const size_t zero[3] = { 0 };
    cl_mem mem = new_mem(context), no_read = mem_with(CL_MEM_HOST_WRITE_ONLY),
           no_write = mem_with(CL_MEM_HOST_READ_ONLY);
    char *svm = checked->clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
    cl_int status;
#define WRITE(mem, size)                                                                           \
    checked->clEnqueueWriteBuffer(queue, mem, CL_TRUE, 0, size, bytes, 0, NULL, NULL)
#define RECT(width)                                                                                \
    checked->clEnqueueWriteBufferRect(queue, mem, CL_TRUE, zero, zero,                             \
                                      (const size_t[]){ width, 1, 1 }, 0, 0, 0, 0, bytes, 0, NULL, \
                                      NULL)
#define READ(mem)      checked->clEnqueueReadBuffer(queue, mem, CL_TRUE, 0, 4, bytes, 0, NULL, NULL)
#define FILL_SVM(size) checked->clEnqueueSVMMemFill(queue, svm, "x", 1, size, 0, NULL, NULL)
    REFUSES(BUFFER_RANGE, CL_INVALID_VALUE, WRITE(mem, 65));
    REFUSES(RECT_RANGE, CL_INVALID_VALUE, RECT(65));
    REFUSES(SUB_BUFFER_RANGE, CL_INVALID_VALUE, part_status(mem, 65));
    REFUSES(IMAGE_BUFFER_SMALL, CL_INVALID_IMAGE_SIZE, image_status(mem, 17));
    REFUSES(SVM_RANGE, CL_INVALID_VALUE, FILL_SVM(65));
    REFUSES(MEM_HOST_READ, CL_INVALID_OPERATION, READ(no_read));
    REFUSES(MEM_HOST_WRITE, CL_INVALID_OPERATION, WRITE(no_write, 4));
    SILENT(status = WRITE(mem, 64) + RECT(64) + part_status(mem, 64) + image_status(mem, 16) +
                    FILL_SVM(64) + READ(no_write) + WRITE(no_read, 4));
    CHECK_INT(status, CL_SUCCESS);
}

/* Which memory gets a canary, and how shared virtual memory without one is freed. */
static void test_canaries_sizes(void)
{
    enum { CANARY = 4096 };
    static char host[64];
    const cl_mem_properties none[] = { 0 };
    void *list[] = { NULL, checked->clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER, 64, 0) };
    cl_mem mem;
    CHECK_INT(made_size, 64);
#define GIVES(size, call)                                                                          \
    (void)(call);                                                                                  \
    CHECK_INT(made_size, size)
    GIVES(64 + CANARY, new_mem(context));
    GIVES(SIZE_MAX, checked->clCreateBuffer(context, 0, SIZE_MAX, NULL, NULL));
    GIVES(SIZE_MAX, checked->clSVMAlloc(context, 0, SIZE_MAX, 0));
    for (unsigned bit = 0; bit < 3; bit++) /* read and write, write, read */
        GIVES(64 + CANARY, checked->clSVMAlloc(context, (cl_svm_mem_flags)1 << bit, 64, 0));
#define SPECIAL(...) checked->clCreateBufferWithProperties(context, __VA_ARGS__, NULL)
    GIVES(64 + CANARY, SPECIAL(NULL, 0, 64, NULL));
    GIVES(64, SPECIAL(none, 0, 64, NULL));
    GIVES(64, mem = SPECIAL(NULL, CL_MEM_USE_HOST_PTR, 64, host));
    SILENT(
        checked->clEnqueueMapBuffer(queue, mem, CL_TRUE, CL_MAP_READ, 0, 64, 0, NULL, NULL, NULL));
#define FREES(count, list, waits)                                                                  \
    checked->clEnqueueSVMFree(queue, count, list, NULL, NULL, waits, NULL, NULL)
    FINDS(MEM_LIST_LENGTH, FREES(1, NULL, 0));
    FINDS(WAIT_LIST_LENGTH, FREES(1, list, 1));
    SILENT(FREES(2, list, 0));
}

static cl_mem_flags flags_of(cl_mem mem, cl_mem_flags in_driver)
{
    cl_mem_flags flags = 0;
    flags_of_mems = in_driver;
    SILENT(checked->clGetMemObjectInfo(mem, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
    flags_of_mems = CL_MEM_READ_WRITE;
    return flags;
}

/* What the program sees of a buffer with a canary, and of its parts. Without the driver's word when
 * a buffer ends, there is no canary. */
static void test_canaries_hidden(void)
{
    static char host[64] = "x";
    const cl_mem_flags hidden = CL_MEM_HOST_NO_ACCESS, copy = CL_MEM_COPY_HOST_PTR;
    cl_mem mem = checked->clCreateBuffer(context, copy | hidden, 64, host, NULL), of;
    CHECK_INT(made_from, 'x');
    CHECK_INT(made_with, copy);
    of = checked->clCreateSubBuffer(mem, 0, CL_BUFFER_CREATE_TYPE_REGION,
                                    &(cl_buffer_region){ 0, 16 }, NULL);
    CHECK_INT(flags_of(mem, copy), copy | hidden);
    CHECK_INT(flags_of(of, 0), hidden);
    CHECK_INT(flags_of(of, CL_MEM_HOST_READ_ONLY), CL_MEM_HOST_READ_ONLY);
    end_status = CL_OUT_OF_RESOURCES;
    released_mems = 0;
    mem = checked->clCreateBuffer(context, 0, 32, NULL, NULL);
    CHECK_INT(made_size, 32);
    CHECK_INT(released_mems, 1);
    CHECK_INT(size_of(mem), 64); /* what the driver says of each buffer */
    end_status = CL_SUCCESS;
}

/* Each place gets its own finding, once. */
static void test_places(void)
{
    for (unsigned i = 0; i < 3; i++) {
        const unsigned before = (count_findings(), found[BUFFER_SIZE_ZERO]);
        checked->clCreateBuffer(context, 0, 0, NULL, NULL);
        checked->clCreateBuffer(context, 0, 0, NULL, NULL);
        count_findings();
        CHECK_INT(found[BUFFER_SIZE_ZERO], before + (i ? 0 : 2));
    }
}

/* With --canaries. The driver reads other bytes than it has written, as if each kernel of a command
 * buffer had written beyond its buffer. */
static void test_canaries(void)
{
    const char *text = "";
    cl_program program = checked->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    cl_mem mem = new_mem(context), later = new_mem(context);
    cl_command_buffer_khr buffer, changed, unseen;
    cl_mutable_command_khr command;
    kernel = checked->clCreateKernel(program, "it", NULL);
    extensions = "cl_khr_command_buffer cl_khr_command_buffer_mutable_dispatch";
    look_up_commands(0x9008, 0x9005);
    buffer = new_commands(CL_COMMAND_BUFFER_MUTABLE_KHR);
    changed = new_commands(CL_COMMAND_BUFFER_MUTABLE_KHR);
    checked->clSetKernelArg(kernel, 0, sizeof mem, &mem);
    RECORD_AT_PLACE(buffer, &command);
    RECORD_AT_PLACE(changed, &command);
    commands.finalize(buffer);
    commands.finalize(changed);
    SILENT(CHANGE(changed, .command = command, ONE(argument, 0, later)));
    SILENT(enqueue_and_finish(changed));
    FINDS(KERNEL_OVERRUN, enqueue_and_finish(buffer));
    /* A new command buffer holds what is recorded, although that at its address was changed. */
    commands.release(last_freed = changed);
    CHECK_POINTER(new_commands(0), changed);
    RECORD_AT_PLACE(changed, NULL);
    commands.finalize(changed);
    FINDS(KERNEL_OVERRUN, enqueue_and_finish(changed));
    /* The new command buffer has the address of one that was never enqueued. */
    buffer = new_commands(0);
    RECORD_AT_PLACE(buffer, NULL);
    commands.release(last_freed = buffer);
    CHECK_POINTER(new_commands(0), buffer);
    commands.finalize(buffer);
    SILENT(enqueue_and_finish(buffer));
    /* A buffer that is two arguments of one command: either may be what the kernel wrote beyond. */
    parameters = 2;
    second_is_buffer = true;
    kernel = checked->clCreateKernel(
        checked->clCreateProgramWithSource(context, 1, &text, NULL, NULL), "it", NULL);
    mem = new_mem(context);
    SILENT(checked->clSetKernelArg(kernel, 0, sizeof mem, &mem));
    SILENT(checked->clSetKernelArg(kernel, 1, sizeof mem, &mem));
    buffer = new_commands(0);
    RECORD_AT_PLACE(buffer, NULL);
    commands.finalize(buffer);
    enqueue_and_finish(buffer);
    count_findings();
    CHECK_INT(found[KERNELS_OVERRUN], 2);
    parameters = 4;
    second_is_buffer = false;
    kernel = checked->clCreateKernel(program, "it", NULL);
    /* The layer does not follow so many buffers. */
    buffer = new_commands(0);
    for (int i = 0; i < 300; i++) {
        mem = new_mem(context);
        checked->clSetKernelArg(kernel, 0, sizeof mem, &mem);
        record(buffer, NULL);
    }
    commands.finalize(buffer);
    SILENT(enqueue_and_finish(buffer));
    /* A function that the layer does not know may change the command buffer. */
    look_up_commands(0x9008, 0x9100);
    unseen = new_commands(CL_COMMAND_BUFFER_MUTABLE_KHR);
    RECORD_AT_PLACE(unseen, &command);
    commands.finalize(unseen);
    SILENT(enqueue_and_finish(unseen));
}

/* The bytes around a part of a buffer come back from the device, and not from the host. */
static void test_around_part(void)
{
    const cl_buffer_region region = { 16, 16 };
    const size_t size = 1;
    const char *text = "";
    cl_mem mem = new_mem(context),
           of = checked->clCreateSubBuffer(mem, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
    parameters = 1;
    kernel = checked->clCreateKernel(
        checked->clCreateProgramWithSource(context, 1, &text, NULL, NULL), "it", NULL);
    checked->clSetKernelArg(kernel, 0, sizeof of, &of);
    checked->clFinish(queue); /* for earlier commands */
    copies = released_mems = 0;
    living_events = 0;
    SILENT(checked->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL));
    CHECK_INT(copies, 4);
    CHECK_INT(early_writes, 0);
    SILENT(checked->clFinish(queue));
    CHECK_INT(released_mems, 2);
    CHECK_INT(living_events, 0);
}

static char *launch_with_svm(cl_event *event)
{
    const size_t size = 1;
    char *svm = checked->clSVMAlloc(context, 0, 64, 0);
    living_svm++;
    checked->clSetKernelArgSVMPointer(kernel, 0, svm);
    SILENT(checked->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, event));
    SILENT(checked->clWaitForEvents(1, event));
    return svm;
}

/* The program frees memory that it has waited for, but the layer's own copies go on: until they end,
 * nothing is freed. */
static void test_canaries_freed(void)
{
    cl_event event;
    char *svm;
    checked->clFinish(queue);
    living_events = living_contexts = living_svm = 0;
    status_of_events = CL_SUBMITTED;
    svm = launch_with_svm(&event);
    SILENT(checked->clSVMFree(context, svm));
    CHECK_INT(living_svm, 1);
    CHECK_INT(living_contexts, 1);
    status_of_events = CL_COMPLETE;
    checked->clFinish(queue);
    CHECK_INT(living_svm, 0);
    CHECK_INT(living_contexts, 0);
    CHECK_INT(living_events, 1);
    svm = launch_with_svm(&event);
    SILENT(checked->clSVMFree(context, svm));
    CHECK_INT(living_svm, 0);
    /* A command that frees it waits for them, too. */
    svm = launch_with_svm(&event);
    SILENT(FREES(1, (void **)&svm, 0));
    CHECK_INT(waited_count, 1);
    CHECK_POINTER(waited[0], last_copy);
    svm = launch_with_svm(&event);
    SILENT(checked->clEnqueueSVMFree(queue, 1, (void **)&svm, NULL, NULL, 1, &event, NULL));
    CHECK_INT(waited_count, 2);
    CHECK_POINTER(waited[0], event);
    CHECK_POINTER(waited[1], last_copy);
    checked->clFinish(queue);
    CHECK_INT(living_contexts, 0);
    CHECK_INT(living_events, 4); /* the program's */
}

/* In a queue that is not in order, events say when the layer's commands run. The second queue comes
 * last, because it ends what the layer knows of the order of all commands, and so says nothing of a
 * launch before. */
static void test_canaries_unordered(void)
{
    const cl_queue_properties list[] = { CL_QUEUE_PROPERTIES,
                                         CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0 };
    const size_t size = 1;
    cl_command_queue unordered;
    cl_mem mem = new_mem(context);
    cl_event event;
#define LAUNCH(on, event)                                                                          \
    SILENT(checked->clEnqueueNDRangeKernel(on, kernel, 1, NULL, &size, NULL, 0, NULL, event))
    checked->clSetKernelArgSVMPointer(kernel, 0, checked->clSVMAlloc(context, 0, 64, 0));
    LAUNCH(queue, NULL);
    unordered = checked->clCreateCommandQueueWithProperties(context, device[0], list, NULL);
    SILENT(checked->clFinish(queue));
    checked->clSetKernelArg(kernel, 0, sizeof mem, &mem);
    living_events = 0;
    LAUNCH(unordered, NULL);
    FINDS(KERNEL_OVERRUN, checked->clFinish(unordered));
    CHECK_INT(living_events, 0);
    LAUNCH(unordered, &event);
    CHECK_POINTER(barrier_after, last_write);
    CHECK_POINTER(event, last_launch);
    CHECK_POINTER(read_after, event);
    FINDS(KERNEL_OVERRUN, checked->clFinish(unordered));
    CHECK_INT(living_events, 1);
    LAUNCH(queue, NULL);
    FINDS(KERNEL_OVERRUN, checked->clFinish(queue));
    CHECK_INT(living_events, 1);
}

int main(int count, char **arguments)
{
    const bool has_canaries = count == 3 && !strcmp(arguments[2], "canaries");
    if (count != 2 && !has_canaries) return 2;
    make_file();
    if (has_canaries) file->options |= RECORD_CANARIES;
#ifndef _WIN32
    file->options |= RECORD_FREES;
#endif
    make_driver();
    if (has_canaries) make_transfers();
    load_layer(arguments[1], &driver);
    checked->clGetPlatformIDs(2, platform, NULL);
    checked->clGetDeviceIDs(platform[0], CL_DEVICE_TYPE_ALL, 2, device, NULL);
    checked->clGetDeviceIDs(platform[1], CL_DEVICE_TYPE_ALL, 1, device + 2, NULL);
    context = checked->clCreateContext(NULL, 1, device, NULL, NULL, NULL);
    other = checked->clCreateContext(NULL, 1, device, NULL, NULL, NULL);
    queue = checked->clCreateCommandQueueWithProperties(context, device[0], NULL, NULL);
    if (has_canaries) {
        test_canaries();
        test_canaries_end();
        test_canaries_refused();
        test_canaries_sizes();
        test_canaries_hidden();
        test_around_part();
        test_canaries_freed();
        test_canaries_unordered();
        return test_end();
    }
    test_shared_memory();
    test_shared_memory_in_use();
    test_content(); /* before command buffers, which may write to any buffer */
#ifndef _WIN32
    test_frees();
#endif
    test_commands();
    test_refused_properties();
    test_binaries();
    test_builds();
    test_modules();
    test_queries();
    test_booleans();
    test_often();
    test_places();
    test_opengl_refused();
    test_opengl_missing();
    test_command_buffers();
    test_unknown_functions();
    return test_end();
}
