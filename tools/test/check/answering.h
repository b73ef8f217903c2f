/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A made-up driver with all features. Every object answers with the values it was made with. A
 * table, which a test may change (says()), answers all other queries.
 */
#ifndef CLRELAY_TOOLS_TEST_CHECK_ANSWERING_H
#define CLRELAY_TOOLS_TEST_CHECK_ANSWERING_H

#define ANSWER_STATUS(name) return refusal
#include "made_up.h"
#include "pairs.h"

#include <pthread.h>

/* ---- answers ---- */

struct answer {
    const void *about; /* an object; NULL: all objects without an answer of their own */
    cl_uint name;
    cl_int error;
    bool is_withheld; /* the driver tells only the size */
    size_t size;
    void *bytes;
};
static struct answer answers[1024];
static unsigned answer_count;

static struct answer *answer_of(const void *about, cl_uint name)
{
    for (unsigned i = 0; i < answer_count; i++)
        if (answers[i].about == about && answers[i].name == name) return &answers[i];
    return NULL;
}

static struct answer *new_answer(const void *about, cl_uint name)
{
    struct answer *said = answer_of(about, name);
    if (said) return said;
    if (answer_count == sizeof answers / sizeof *answers) TEST_STOP("too many answers");
    answers[answer_count] = (struct answer){ .about = about, .name = name };
    return &answers[answer_count++];
}

void says(const void *about, cl_uint name, const void *bytes, size_t size)
{
    struct answer *said = new_answer(about, name);
    said->error = CL_SUCCESS;
    said->size = size;
    said->bytes = malloc(size + 1);
    if (!said->bytes) TEST_STOP("no memory");
    if (size) memcpy(said->bytes, bytes, size);
}

void fails(const void *about, cl_uint name, cl_int error)
{
    new_answer(about, name)->error = error;
}

void fails_to_answer(const void *about, cl_uint name)
{
    new_answer(about, name)->is_withheld = true;
}

static cl_int say(const void *about, cl_uint name, size_t size, void *value, size_t *size_ret)
{
    const struct answer *said = answer_of(about, name);
    if (!said) said = answer_of(NULL, name);
    if (!said || (said->is_withheld && value) || (!value && !size_ret)) return CL_INVALID_VALUE;
    return said->error ? said->error : answer(said->bytes, said->size, size, value, size_ret);
}

#define ANSWERED(function, type)                                                                   \
    static cl_int CL_API_CALL function##_said(type object, cl_uint name, size_t size, void *value, \
                                              size_t *size_ret)                                    \
    {                                                                                              \
        return say(object, name, size, value, size_ret);                                           \
    }
ANSWERED(clGetPlatformInfo, cl_platform_id)
ANSWERED(clGetDeviceInfo, cl_device_id)
ANSWERED(clGetContextInfo, cl_context)
ANSWERED(clGetCommandQueueInfo, cl_command_queue)
ANSWERED(clGetMemObjectInfo, cl_mem)
ANSWERED(clGetImageInfo, cl_mem)
ANSWERED(clGetPipeInfo, cl_mem)
ANSWERED(clGetSamplerInfo, cl_sampler)
ANSWERED(clGetProgramInfo, cl_program)
ANSWERED(clGetKernelInfo, cl_kernel)
ANSWERED(clGetEventInfo, cl_event)
ANSWERED(clGetEventProfilingInfo, cl_event)
ANSWERED(clGetGLTextureInfo, cl_mem)
ANSWERED(clGetSemaphoreInfoKHR, cl_semaphore_khr)
ANSWERED(clGetCommandBufferInfoKHR, cl_command_buffer_khr)

static cl_int CL_API_CALL gl_context_info(const cl_context_properties *properties, cl_uint name,
                                          size_t size, void *value, size_t *size_ret)
{
    return refusal ? refusal : say(NULL, name, size, value, size_ret);
}

/* Queries about a program or a kernel on a device get this device's answer, or else the one for all
 * devices. */
static cl_int CL_API_CALL build_info(cl_program of, cl_device_id on, cl_uint name, size_t size,
                                     void *value, size_t *size_ret)
{
    return say(on, name, size, value, size_ret);
}

static cl_int CL_API_CALL group_info(cl_kernel of, cl_device_id on, cl_uint name, size_t size,
                                     void *value, size_t *size_ret)
{
    return say(on, name, size, value, size_ret);
}

/* Refuses an input of more than three sizes, and one that begins with 0 or with more than 64. */
static cl_int CL_API_CALL sub_group_info(cl_kernel of, cl_device_id on, cl_uint name,
                                         size_t input_size, const void *input, size_t size,
                                         void *value, size_t *size_ret)
{
    size_t first = 1;
    if (input && input_size >= sizeof first) memcpy(&first, input, sizeof first);
    if (input_size > sizeof(size_t[3]) || first - 1 >= 64) return CL_INVALID_VALUE;
    return say(on, name, size, value, size_ret);
}

/* All kernels have these parameters. */
static cl_int CL_API_CALL argument_info(cl_kernel of, cl_uint index, cl_kernel_arg_info name,
                                        size_t size, void *value, size_t *size_ret)
{
    enum {
        GLOBAL = CL_KERNEL_ARG_ADDRESS_GLOBAL,
        LOCAL = CL_KERNEL_ARG_ADDRESS_LOCAL,
        PRIVATE = CL_KERNEL_ARG_ADDRESS_PRIVATE
    };
    static const struct {
        const char *type;
        cl_uint space, access;
    } parameters[] = { { "float*", GLOBAL, CL_KERNEL_ARG_ACCESS_NONE },
                       { "image2d_t", GLOBAL, CL_KERNEL_ARG_ACCESS_READ_ONLY },
                       { "queue_t", PRIVATE, CL_KERNEL_ARG_ACCESS_NONE },
                       { "long", PRIVATE, CL_KERNEL_ARG_ACCESS_NONE },
                       { "float*", LOCAL, CL_KERNEL_ARG_ACCESS_NONE },
                       { "sampler_t", PRIVATE, CL_KERNEL_ARG_ACCESS_NONE },
                       { "int", GLOBAL, CL_KERNEL_ARG_ACCESS_NONE },
                       { "planes_t", GLOBAL, CL_KERNEL_ARG_ACCESS_READ_ONLY },
                       { "block_t", GLOBAL, CL_KERNEL_ARG_ACCESS_NONE } };
    const cl_kernel_arg_type_qualifier qualifier =
        index == 6 ? CL_KERNEL_ARG_TYPE_PIPE : CL_KERNEL_ARG_TYPE_NONE;
    if (index >= sizeof parameters / sizeof *parameters) return CL_INVALID_ARG_INDEX;
    if (answer_of(NULL, name)) return say(NULL, name, size, value, size_ret);
    switch (name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER: return ANSWER(parameters[index].space);
    case CL_KERNEL_ARG_ACCESS_QUALIFIER: return ANSWER(parameters[index].access);
    case CL_KERNEL_ARG_TYPE_QUALIFIER: return ANSWER(qualifier);
    case CL_KERNEL_ARG_TYPE_NAME: return ANSWER_TEXT(parameters[index].type);
    }
    return CL_INVALID_VALUE;
}

/* ---- platforms and devices ---- */

struct handle {
    const void *dispatch;
};
static struct handle platforms[2], devices[3], objects[12000];
static unsigned object_count;
static cl_uint platform_count = 2;
static cl_platform_id without_devices; /* this platform lists none */

static void *next_object;

void object_again(void *address)
{
    next_object = address;
}

static void *new_object(cl_int *error)
{
    void *again = next_object;
    if (error) *error = refusal;
    if (refusal) return NULL;
    next_object = NULL;
    if (again) return again;
    if (object_count == sizeof objects / sizeof *objects) TEST_STOP("too many objects");
    return &objects[object_count++];
}

static cl_int CL_API_CALL platform_ids(cl_uint room, cl_platform_id *list, cl_uint *count)
{
    for (cl_uint i = 0; i < room && i < platform_count; i++)
        list[i] = (cl_platform_id)&platforms[i];
    if (count) *count = platform_count;
    return platform_count ? CL_SUCCESS : CL_PLATFORM_NOT_FOUND_KHR;
}

static const char *refused_option; /* or NULL */

static cl_int CL_API_CALL build_program(cl_program program, cl_uint count, const cl_device_id *list,
                                        const char *options,
                                        void(CL_CALLBACK *notify)(cl_program, void *), void *data)
{
    (void)program, (void)list, (void)notify, (void)data;
    return count && refused_option && options && strstr(options, refused_option)
               ? CL_INVALID_BUILD_OPTIONS
               : refusal;
}

static cl_int CL_API_CALL device_ids(cl_platform_id of, cl_device_type type, cl_uint room,
                                     cl_device_id *list, cl_uint *count)
{
    const bool is_second = of == (cl_platform_id)&platforms[1];
    const cl_uint first = is_second ? 2 : 0, all = is_second ? 1 : 2;
    if (of && of == without_devices) return CL_DEVICE_NOT_FOUND;
    for (cl_uint i = 0; i < room && i < all; i++) list[i] = (cl_device_id)&devices[first + i];
    if (count) *count = all;
    return CL_SUCCESS;
}

/* Splits the 8 compute units. If the driver refuses, it still tells how many sub-devices there
 * would be. */
static cl_int CL_API_CALL create_parts(cl_device_id whole,
                                       const cl_device_partition_property *properties, cl_uint room,
                                       cl_device_id *list, cl_uint *count)
{
    static struct handle parts[8];
    const bool is_equal = *properties == CL_DEVICE_PARTITION_EQUALLY && properties[1] > 0;
    const cl_uint all = is_equal ? 8 / (cl_uint)properties[1] : 1;
    if (list && refusal) return refusal;
    for (cl_uint i = 0; list && i < room && i < all; i++) list[i] = (cl_device_id)&parts[i];
    if (count) *count = all;
    return CL_SUCCESS;
}

static char extensions[2048] =
    "cl_khr_gl_sharing cl_khr_gl_event cl_khr_egl_image cl_khr_egl_event cl_khr_semaphore "
    "cl_khr_external_semaphore cl_khr_external_semaphore_sync_fd cl_khr_external_memory "
    "cl_ext_buffer_device_address cl_ext_immutable_memory_objects cl_khr_terminate_context "
    "cl_intel_unified_shared_memory cl_khr_command_buffer cl_khr_command_buffer_multi_device "
    "cl_khr_command_buffer_mutable_dispatch cl_khr_il_program cl_khr_mipmap_image "
    "cl_khr_priority_hints cl_khr_throttle_hints cl_khr_subgroups cl_khr_depth_images "
    "cl_khr_suggested_local_work_size cl_ext_image_requirements_info cl_ext_image_raw10_raw12 "
    "cl_img_cached_allocations ";

void no_platforms(void)
{
    platform_count = 0;
}

void no_devices(cl_platform_id platform)
{
    without_devices = platform;
}

void refuses_option(const char *option)
{
    refused_option = option;
}

void lacks_flush(cl_command_queue queue)
{
    static struct dispatch lacking;
    lacking = driver;
    lacking.clFlush = NULL;
    ((struct handle *)queue)->dispatch = &lacking;
}

static void say_extensions(void)
{
    SAYS_TEXT(NULL, CL_DEVICE_EXTENSIONS, extensions);
    SAYS_TEXT(NULL, CL_PLATFORM_EXTENSIONS, extensions);
}

void lacks(const char *name)
{
    char *place = extensions;
    const size_t length = strlen(name);
    while ((place = strstr(place, name)) && place[length] != ' ') place++;
    if (!place) TEST_STOP("no device has %s", name);
    memmove(place, place + length + 1, strlen(place + length));
    say_extensions();
}

void version(unsigned number)
{
    char text[32];
    snprintf(text, sizeof text, "OpenCL %u.%u made up", number / 10, number % 10);
    SAYS_TEXT(NULL, CL_DEVICE_VERSION, text);
    SAYS_TEXT(NULL, CL_PLATFORM_VERSION, text);
}

static cl_name_version revised[2];

void revisions(cl_version of_command_buffers, cl_version of_changes)
{
    strcpy(revised[0].name, "cl_khr_command_buffer");
    strcpy(revised[1].name, "cl_khr_command_buffer_mutable_dispatch");
    revised[0].version = of_command_buffers;
    revised[1].version = of_changes;
    says(NULL, CL_DEVICE_EXTENSIONS_WITH_VERSION, revised, sizeof revised);
}

static void say_about_devices(void)
{
    static const size_t sizes[] = { 64, 32, 16 };
    static const cl_uint imports[] = { CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, ANDROID_BUFFER };
    enum { HOST = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE };
    for (unsigned i = 0; i < 3; i++)
        SAYS(&devices[i], CL_DEVICE_PLATFORM, void *, &platforms[i == 2]);
    version(30);
    say_extensions();
    revisions(0x9008, 0x9005);
    SAYS(NULL, CL_DEVICE_TYPE, cl_ulong, CL_DEVICE_TYPE_GPU);
    SAYS(NULL, CL_DEVICE_AVAILABLE, cl_bool, CL_TRUE);
    SAYS(NULL, CL_DEVICE_IMAGE_SUPPORT, cl_bool, CL_TRUE);
    SAYS(NULL, CL_DEVICE_COMPILER_AVAILABLE, cl_bool, CL_TRUE);
    SAYS(NULL, CL_DEVICE_LINKER_AVAILABLE, cl_bool, CL_TRUE);
    SAYS(NULL, CL_DEVICE_ADDRESS_BITS, cl_uint, 64);
    SAYS(NULL, CL_DEVICE_MAX_MEM_ALLOC_SIZE, cl_ulong, 4096);
    SAYS(NULL, CL_DEVICE_MEM_BASE_ADDR_ALIGN, cl_uint, 128);
    SAYS(NULL, CL_DEVICE_LOCAL_MEM_SIZE, cl_ulong, 1024);
    SAYS(NULL, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, cl_ulong, 4096);
    SAYS(NULL, CL_DEVICE_MAX_CONSTANT_ARGS, cl_uint, 8);
    SAYS(NULL, CL_DEVICE_MAX_COMPUTE_UNITS, cl_uint, 8);
    SAYS(NULL, CL_DEVICE_PARTITION_MAX_SUB_DEVICES, cl_uint, 2);
    SAYS(NULL, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, cl_uint, 3);
    SAYS(NULL, CL_DEVICE_MAX_WORK_GROUP_SIZE, size_t, 64);
    says(NULL, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizes, sizeof sizes);
    SAYS(NULL, CL_DEVICE_IMAGE2D_MAX_WIDTH, size_t, 128);
    SAYS(NULL, CL_DEVICE_IMAGE2D_MAX_HEIGHT, size_t, 128);
    SAYS(NULL, CL_DEVICE_IMAGE3D_MAX_WIDTH, size_t, 64);
    SAYS(NULL, CL_DEVICE_IMAGE3D_MAX_HEIGHT, size_t, 64);
    SAYS(NULL, CL_DEVICE_IMAGE3D_MAX_DEPTH, size_t, 64);
    SAYS(NULL, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, size_t, 32);
    SAYS(NULL, CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, size_t, 256);
    SAYS(NULL, CL_DEVICE_IMAGE_PITCH_ALIGNMENT, cl_uint, 4);
    SAYS(NULL, CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, cl_uint, 8);
    SAYS(NULL, CL_DEVICE_EXECUTION_CAPABILITIES, cl_ulong, CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL);
    SAYS(NULL, CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, cl_ulong, HOST);
    SAYS(NULL, CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, cl_ulong, HOST);
    SAYS(NULL, CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, cl_uint, 1024);
    SAYS(NULL, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, cl_ulong,
         CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT);
    SAYS(NULL, CL_DEVICE_SVM_CAPABILITIES, cl_ulong,
         CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
             CL_DEVICE_SVM_ATOMICS);
    SAYS(NULL, CL_DEVICE_PIPE_SUPPORT, cl_bool, CL_TRUE);
    SAYS(NULL, CL_DEVICE_PIPE_MAX_PACKET_SIZE, cl_uint, 64);
    SAYS_TEXT(NULL, CL_DEVICE_IL_VERSION, "SPIR-V_1.2");
    SAYS(NULL, CL_DEVICE_MAX_NUM_SUB_GROUPS, cl_uint, 8);
    SAYS(NULL, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, cl_bool, CL_TRUE);
    SAYS(NULL, CL_DEVICE_TERMINATE_CAPABILITY_KHR, cl_ulong, 1);
    SAYS(NULL, CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, cl_ulong, 1);
    SAYS(NULL, CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL, cl_ulong, 1);
    says(NULL, CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR, imports, sizeof imports);
    SAYS(NULL, CL_DEVICES_FOR_GL_CONTEXT_KHR, void *, &devices[0]);
    SAYS(NULL, CL_PLATFORM_HOST_TIMER_RESOLUTION, cl_ulong, 1);
}

/* ---- what programs make ---- */

static void say_of_context(const void *made, const cl_context_properties *properties, cl_uint count,
                           const cl_device_id *list)
{
    size_t length = 0;
    while (properties && properties[length]) length += 2;
    says(made, CL_CONTEXT_DEVICES, list, count * sizeof *list);
    says(made, CL_CONTEXT_PROPERTIES, properties,
         properties ? (length + 1) * sizeof *properties : 0);
}

static cl_context CL_API_CALL create_context(const cl_context_properties *properties, cl_uint count,
                                             const cl_device_id *list, context_callback notify,
                                             void *data, cl_int *error)
{
    void *made = new_object(error);
    if (made) say_of_context(made, properties, count, list);
    return made;
}

static cl_context CL_API_CALL create_context_of_type(const cl_context_properties *properties,
                                                     cl_device_type type, context_callback notify,
                                                     void *data, cl_int *error)
{
    const cl_device_id first = (cl_device_id)&devices[0];
    return create_context(properties, 1, &first, notify, data, error);
}

static cl_command_queue new_queue(cl_context in, cl_device_id on, cl_command_queue_properties bits,
                                  cl_int *error)
{
    void *made = new_object(error);
    if (!made) return NULL;
    SAYS(made, CL_QUEUE_CONTEXT, cl_context, in);
    SAYS(made, CL_QUEUE_DEVICE, cl_device_id, on);
    SAYS(made, CL_QUEUE_PROPERTIES, cl_command_queue_properties, bits);
    return made;
}

static cl_command_queue CL_API_CALL create_old_queue(cl_context in, cl_device_id on,
                                                     cl_command_queue_properties bits,
                                                     cl_int *error)
{
    return new_queue(in, on, bits, error);
}

static cl_command_queue CL_API_CALL create_queue(cl_context in, cl_device_id on,
                                                 const cl_queue_properties *properties,
                                                 cl_int *error)
{
    const bool has_bits = properties && *properties == CL_QUEUE_PROPERTIES;
    return new_queue(in, on, has_bits ? properties[1] : 0, error);
}

static void *new_mem(cl_mem_object_type type, cl_mem_flags flags, size_t size, void *host,
                     cl_int *error)
{
    void *made = new_object(error);
    if (!made) return NULL;
    SAYS(made, CL_MEM_TYPE, cl_mem_object_type, type);
    SAYS(made, CL_MEM_FLAGS, cl_mem_flags, flags);
    SAYS(made, CL_MEM_SIZE, size_t, size);
    SAYS(made, CL_MEM_HOST_PTR, void *, host);
    return made;
}

static cl_mem CL_API_CALL create_buffer(cl_context in, cl_mem_flags flags, size_t size, void *host,
                                        cl_int *error)
{
    return new_mem(CL_MEM_OBJECT_BUFFER, flags, size, host, error);
}

static cl_mem CL_API_CALL create_special_buffer(cl_context in, const cl_mem_properties *properties,
                                                cl_mem_flags flags, size_t size, void *host,
                                                cl_int *error)
{
    return new_mem(CL_MEM_OBJECT_BUFFER, flags, size, host, error);
}

static cl_mem CL_API_CALL create_sub_buffer(cl_mem of, cl_mem_flags flags,
                                            cl_buffer_create_type type, const void *info,
                                            cl_int *error)
{
    const cl_buffer_region *region = info;
    void *made = new_mem(CL_MEM_OBJECT_BUFFER, flags, region->size, NULL, error);
    if (!made) return NULL;
    SAYS(made, CL_MEM_ASSOCIATED_MEMOBJECT, cl_mem, of);
    SAYS(made, CL_MEM_OFFSET, size_t, region->origin);
    return made;
}

/* All elements have 4 bytes. */
static void *new_image(cl_mem_flags flags, const cl_image_format *format, const cl_image_desc *desc,
                       cl_int *error)
{
    void *made = new_mem(desc ? desc->image_type : CL_MEM_OBJECT_IMAGE2D, flags, 4096, NULL, error);
    if (!made || !desc || !format) return made;
    SAYS(made, CL_MEM_ASSOCIATED_MEMOBJECT, cl_mem, desc->mem_object);
    SAYS(made, CL_IMAGE_WIDTH, size_t, desc->image_width);
    SAYS(made, CL_IMAGE_HEIGHT, size_t, desc->image_height);
    SAYS(made, CL_IMAGE_DEPTH, size_t, desc->image_depth);
    SAYS(made, CL_IMAGE_ARRAY_SIZE, size_t, desc->image_array_size);
    SAYS(made, CL_IMAGE_NUM_MIP_LEVELS, cl_uint, desc->num_mip_levels);
    SAYS(made, CL_IMAGE_ELEMENT_SIZE, size_t, 4);
    says(made, CL_IMAGE_FORMAT, format, sizeof *format);
    return made;
}

static cl_mem CL_API_CALL create_image(cl_context in, cl_mem_flags flags,
                                       const cl_image_format *format, const cl_image_desc *desc,
                                       void *host, cl_int *error)
{
    return new_image(flags, format, desc, error);
}

static cl_mem CL_API_CALL create_special_image(cl_context in, const cl_mem_properties *properties,
                                               cl_mem_flags flags, const cl_image_format *format,
                                               const cl_image_desc *desc, void *host, cl_int *error)
{
    return new_image(flags, format, desc, error);
}

static cl_mem CL_API_CALL create_pipe(cl_context in, cl_mem_flags flags, cl_uint packet,
                                      cl_uint packets, const cl_pipe_properties *properties,
                                      cl_int *error)
{
    return new_mem(CL_MEM_OBJECT_PIPE, flags, (size_t)packet * packets, NULL, error);
}

static cl_int CL_API_CALL formats(cl_context in, cl_mem_flags flags, cl_mem_object_type type,
                                  cl_uint room, cl_image_format *list, cl_uint *count)
{
    static const cl_image_format all[] = { { CL_RGBA, CL_UNORM_INT8 }, { CL_R, CL_FLOAT } };
    for (cl_uint i = 0; list && i < room && i < 2; i++) list[i] = all[i];
    if (count) *count = 2;
    return refusal;
}

/* ---- programs and kernels ---- */

static cl_program new_program(cl_context in, cl_int *error)
{
    const struct answer *devices_of = answer_of(in, CL_CONTEXT_DEVICES);
    void *made = new_object(error);
    if (made && devices_of) says(made, CL_PROGRAM_DEVICES, devices_of->bytes, devices_of->size);
    return made;
}

static cl_program CL_API_CALL create_program(cl_context in, cl_uint count, const char **texts,
                                             const size_t *lengths, cl_int *error)
{
    cl_program made = new_program(in, error);
    if (made && count == 1) SAYS_TEXT(made, CL_PROGRAM_SOURCE, *texts);
    return made;
}

static cl_program CL_API_CALL create_from_binary(cl_context in, cl_uint count,
                                                 const cl_device_id *list, const size_t *lengths,
                                                 const unsigned char **binaries, cl_int *status,
                                                 cl_int *error)
{
    return new_program(in, error);
}

static cl_program CL_API_CALL create_from_il(cl_context in, const void *module, size_t length,
                                             cl_int *error)
{
    return new_program(in, error);
}

static cl_kernel CL_API_CALL create_kernel(cl_program of, const char *name, cl_int *error)
{
    void *made = new_object(error);
    if (made) SAYS(made, CL_KERNEL_PROGRAM, cl_program, of);
    return made;
}

static void *(*called_meanwhile)(void *);

void meanwhile(void *(*call)(void *))
{
    called_meanwhile = call;
}

static cl_int call_meanwhile(void)
{
    void *(*const call)(void *) = called_meanwhile;
    pthread_t thread;
    called_meanwhile = NULL;
    if (!call) return refusal;
    if (pthread_create(&thread, NULL, call, NULL)) TEST_STOP("no thread");
    pthread_join(thread, NULL);
    return refusal;
}

static cl_int CL_API_CALL set_argument(cl_kernel of, cl_uint index, size_t size, const void *value)
{
    return call_meanwhile();
}

static cl_int CL_API_CALL launch(cl_command_queue on, cl_kernel of, cl_uint dimensions,
                                 const size_t *offset, const size_t *global, const size_t *local,
                                 cl_uint waits, const cl_event *list, cl_event *event)
{
    return call_meanwhile();
}

static void say_about_kernels(void)
{
    static const size_t any[3];
    SAYS(NULL, CL_PROGRAM_NUM_KERNELS, size_t, 1);
    SAYS_TEXT(NULL, CL_PROGRAM_KERNEL_NAMES, "it");
    SAYS(NULL, CL_PROGRAM_BUILD_STATUS, cl_build_status, CL_BUILD_SUCCESS);
    SAYS(NULL, CL_PROGRAM_BINARY_TYPE, cl_uint, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    SAYS_TEXT(NULL, CL_PROGRAM_BUILD_OPTIONS, "");
    SAYS_TEXT(NULL, CL_PROGRAM_BUILD_LOG, "it.cl:3:7: error: no such name");
    SAYS(NULL, CL_KERNEL_NUM_ARGS, cl_uint, 0);
    SAYS_TEXT(NULL, CL_KERNEL_FUNCTION_NAME, "it");
    SAYS(NULL, CL_KERNEL_WORK_GROUP_SIZE, size_t, 64);
    SAYS(NULL, CL_KERNEL_LOCAL_MEM_SIZE, cl_ulong, 0);
    says(NULL, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, any, sizeof any);
}

/* ---- memory with addresses, events, extensions ---- */

static void *CL_API_CALL allocate_svm(cl_context in, cl_svm_mem_flags flags, size_t size,
                                      cl_uint alignment)
{
    return refusal ? NULL : calloc(1, size + 1);
}

static void *CL_API_CALL allocate_of_host(cl_context in, const cl_mem_properties_intel *properties,
                                          size_t size, cl_uint alignment, cl_int *error)
{
    if (error) *error = refusal;
    return allocate_svm(in, 0, size, alignment);
}

static void *CL_API_CALL allocate_on(cl_context in, cl_device_id on,
                                     const cl_mem_properties_intel *properties, size_t size,
                                     cl_uint alignment, cl_int *error)
{
    return allocate_of_host(in, properties, size, alignment, error);
}

static cl_event CL_API_CALL create_user_event(cl_context in, cl_int *error)
{
    void *made = new_object(error);
    if (!made) return NULL;
    SAYS(made, CL_EVENT_COMMAND_TYPE, cl_command_type, CL_COMMAND_USER);
    SAYS(made, CL_EVENT_COMMAND_EXECUTION_STATUS, cl_int, CL_SUBMITTED);
    return made;
}

static cl_int enqueue(cl_command_queue on, cl_event *event)
{
    if (!event || refusal) return refusal;
    *event = new_object(NULL);
    SAYS(*event, CL_EVENT_COMMAND_TYPE, cl_command_type, CL_COMMAND_MARKER);
    SAYS(*event, CL_EVENT_COMMAND_EXECUTION_STATUS, cl_int, CL_COMPLETE);
    SAYS(*event, CL_EVENT_COMMAND_QUEUE, cl_command_queue, on);
    return CL_SUCCESS;
}

static cl_int CL_API_CALL enqueue_marker(cl_command_queue on, cl_event *event)
{
    return enqueue(on, event);
}

static cl_int CL_API_CALL enqueue_waiting_marker(cl_command_queue on, cl_uint count,
                                                 const cl_event *list, cl_event *event)
{
    return enqueue(on, event);
}

/* Counts the properties, including the 0 at their end. Some values are lists that end with a 0
 * themselves. */
static size_t length_of(const cl_semaphore_properties_khr *properties)
{
    size_t length = 0;
    while (properties[length]) {
        const cl_semaphore_properties_khr name = properties[length++];
        if (name == CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR ||
            name == CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR)
            while (properties[length]) length++;
        length++;
    }
    return length + 1;
}

static cl_semaphore_khr CL_API_CALL create_semaphore(cl_context in,
                                                     const cl_semaphore_properties_khr *properties,
                                                     cl_int *error)
{
    void *made = new_object(error);
    if (!made || !properties) return made;
    SAYS(made, CL_SEMAPHORE_TYPE_KHR, cl_uint, (cl_uint)properties[1]);
    says(made, CL_SEMAPHORE_PROPERTIES_KHR, properties, length_of(properties) * sizeof *properties);
    if (properties[2] == CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR)
        SAYS(made, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, cl_ulong, properties[3]);
    return made;
}

static cl_int CL_API_CALL record_kernel(cl_command_buffer_khr buffer, cl_command_queue on,
                                        const cl_command_properties_khr *properties, cl_kernel of,
                                        cl_uint dimensions, const size_t *offset,
                                        const size_t *global, const size_t *local, cl_uint count,
                                        const cl_sync_point_khr *list, cl_sync_point_khr *point,
                                        cl_mutable_command_khr *handle)
{
    if (handle) *handle = new_object(NULL);
    return refusal;
}

#define OWN_EXTENSIONS                                                                             \
    { "clHostMemAllocINTEL", (function)allocate_of_host, "", 0 },                                  \
        { "clDeviceMemAllocINTEL", (function)allocate_on, "", 0 },                                 \
        { "clSharedMemAllocINTEL", (function)allocate_on, "", 0 },                                 \
        { "clCreateSemaphoreWithPropertiesKHR", (function)create_semaphore, "", 0 },               \
        { "clGetSemaphoreInfoKHR", (function)clGetSemaphoreInfoKHR_said, "", 0 },                  \
        { "clGetCommandBufferInfoKHR", (function)clGetCommandBufferInfoKHR_said, "", 0 },          \
        { "clGetKernelSubGroupInfoKHR", (function)sub_group_info, "", 0 },                         \
        { "clCommandNDRangeKernelKHR", (function)record_kernel, "", 0 },
#include "made_up_extensions.h"

static void make_driver(void)
{
#define SAID(function) driver.function = function##_said
    SAID(clGetPlatformInfo), SAID(clGetDeviceInfo), SAID(clGetContextInfo);
    SAID(clGetCommandQueueInfo), SAID(clGetMemObjectInfo), SAID(clGetImageInfo);
    SAID(clGetPipeInfo), SAID(clGetSamplerInfo), SAID(clGetProgramInfo), SAID(clGetKernelInfo);
    SAID(clGetEventInfo), SAID(clGetEventProfilingInfo), SAID(clGetGLTextureInfo);
#undef SAID
    driver.clGetGLContextInfoKHR = gl_context_info;
    driver.clGetProgramBuildInfo = build_info;
    driver.clGetKernelWorkGroupInfo = group_info;
    driver.clGetKernelSubGroupInfo = driver.clGetKernelSubGroupInfoKHR = sub_group_info;
    driver.clGetKernelArgInfo = argument_info;
    driver.clGetPlatformIDs = platform_ids;
    driver.clGetDeviceIDs = device_ids;
    driver.clCreateSubDevices = create_parts;
    driver.clCreateContext = create_context;
    driver.clCreateContextFromType = create_context_of_type;
    driver.clCreateCommandQueue = create_old_queue;
    driver.clCreateCommandQueueWithProperties = create_queue;
    driver.clCreateBuffer = create_buffer;
    driver.clCreateBufferWithProperties = create_special_buffer;
    driver.clCreateSubBuffer = create_sub_buffer;
    driver.clCreateImage = create_image;
    driver.clCreateImageWithProperties = create_special_image;
    driver.clCreatePipe = create_pipe;
    driver.clGetSupportedImageFormats = formats;
    driver.clCreateProgramWithSource = create_program;
    driver.clBuildProgram = build_program;
    driver.clCreateProgramWithBinary = create_from_binary;
    driver.clCreateProgramWithIL = create_from_il;
    driver.clCreateKernel = create_kernel;
    driver.clSetKernelArg = set_argument;
    driver.clEnqueueNDRangeKernel = launch;
    driver.clSVMAlloc = allocate_svm;
    driver.clCreateUserEvent = create_user_event;
    driver.clEnqueueMarker = enqueue_marker;
    driver.clEnqueueMarkerWithWaitList = enqueue_waiting_marker;
    driver.clGetExtensionFunctionAddressForPlatform = look_up;
    say_about_devices();
    say_about_kernels();
}

#endif
