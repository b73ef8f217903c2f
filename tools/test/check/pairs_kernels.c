/* SPDX-License-Identifier: Apache-2.0 */
/* Pairs about kernels, their arguments and launches. */
#include "pairs.h"

#include "../../layers/check/known/sharing.h"

#include <stdlib.h>

static char bytes[256];

static void CL_CALLBACK native(void *arguments)
{
}

static void set_part(cl_kernel kernel, size_t origin)
{
    const cl_buffer_region region = { origin, 16 };
    cl_mem whole = layer->clCreateBuffer(both_context(), 0, 256, NULL, NULL);
    cl_mem part = layer->clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
    layer->clSetKernelArg(kernel, 0, sizeof part, &part);
}

/* Sets the second argument to an image of 8 × 4 elements. */
static void set_image(cl_kernel kernel)
{
    static const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
    static const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                        .image_width = 8,
                                        .image_height = 4 };
    cl_mem image = layer->clCreateImage(both_context(), 0, &format, &desc, NULL, NULL), none = NULL;
    layer->clSetKernelArg(kernel, 0, sizeof none, &none);
    layer->clSetKernelArg(kernel, 1, sizeof image, &image);
}

static cl_mem image_with(cl_mem_flags flags)
{
    static const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
    static const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                        .image_width = 8,
                                        .image_height = 4 };
    return layer->clCreateImage(a_context(), flags, &format, &desc, NULL, NULL);
}

/* Returns a new kernel with the address of a released one, whose argument was set or not. */
static cl_kernel kernel_again(bool is_set)
{
    cl_mem mem = a_buffer();
    cl_program program = a_program();
    cl_kernel before = layer->clCreateKernel(program, "it", NULL), kernel;
    layer->clSetKernelArg(before, 0, sizeof mem, &mem);
    layer->clReleaseKernel(before);
    object_again(before);
    kernel = layer->clCreateKernel(program, "it", NULL);
    if (kernel != before) abort();
    if (is_set) layer->clSetKernelArg(kernel, 0, sizeof mem, &mem);
    return kernel;
}

/* ---- queries about kernels ---- */

static size_t answer_bytes[8];
#define GROUP_INFO(kernel, device)                                                                 \
    layer->clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE,                     \
                                    sizeof answer_bytes, answer_bytes, NULL)
#define BOTH cl_kernel of_both = kernel_in(both_context())
PAIR(KERNEL_DEVICE, , GROUP_INFO(a_kernel(), gpu[1]), GROUP_INFO(a_kernel(), gpu[0]))
PAIR(KERNEL_DEVICE, BOTH, GROUP_INFO(of_both, gpu[2]), GROUP_INFO(of_both, gpu[1]))
PAIR(KERNEL_DEVICE_NULL, BOTH, GROUP_INFO(of_both, NULL), GROUP_INFO(of_both, gpu[0]))
PAIR(KERNEL_DEVICE_NULL, BOTH, GROUP_INFO(of_both, NULL), GROUP_INFO(a_kernel(), NULL))

#define FOR_COUNT CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT
#define SUB_GROUP(name, input_size, input)                                                         \
    layer->clGetKernelSubGroupInfo(a_kernel(), gpu[0], name, input_size, input,                    \
                                   sizeof answer_bytes, answer_bytes, NULL)
#define ANSWERS(name) SAYS(NULL, name, size_t, 1)
static const size_t input[4] = { 1, 1, 1, 1 };
PAIR(SUB_GROUP_INPUT, ANSWERS(FOR_COUNT), SUB_GROUP(FOR_COUNT, 0, input),
     SUB_GROUP(FOR_COUNT, sizeof *input, input))
PAIR(SUB_GROUP_INPUT, ANSWERS(FOR_COUNT), SUB_GROUP(FOR_COUNT, sizeof *input, NULL),
     SUB_GROUP(FOR_COUNT, sizeof *input, input))
PAIR(SUB_GROUP_INPUT, ANSWERS(FOR_COUNT), SUB_GROUP(FOR_COUNT, sizeof *input + 1, input),
     SUB_GROUP(FOR_COUNT, sizeof *input, input))
#define NO_SUB_GROUPS                                                                              \
    SAYS(NULL, CL_DEVICE_MAX_NUM_SUB_GROUPS, cl_uint, 0);                                          \
    fails(NULL, FOR_COUNT, CL_INVALID_OPERATION)
PAIR_BODY(SUB_GROUPS_UNSUPPORTED)
{
    ANSWERS(FOR_COUNT);
    if (wrong) {
        NO_SUB_GROUPS;
    }
    SUB_GROUP(FOR_COUNT, sizeof *input, input);
}
#define TYPE_NAME                                                                                  \
    layer->clGetKernelArgInfo(a_kernel(), 0, CL_KERNEL_ARG_TYPE_NAME, sizeof bytes, bytes, NULL)
PAIR(ARGUMENT_INFO_MISSING, SAYS(NULL, CL_KERNEL_NUM_ARGS, cl_uint, 1);
     if (wrong) fails(NULL, CL_KERNEL_ARG_TYPE_NAME, CL_KERNEL_ARG_INFO_NOT_AVAILABLE), TYPE_NAME,
     TYPE_NAME)

/* ---- arguments: a pointer, an image, a queue, a number ---- */

#define ARGUMENTS(count)   SAYS(NULL, CL_KERNEL_NUM_ARGS, cl_uint, count)
#define SET(index, object) layer->clSetKernelArg(a_kernel(), index, sizeof(object), &(object))
#define SET_SVM(pointer)   layer->clSetKernelArgSVMPointer(a_kernel(), 0, pointer)
PAIR(KERNEL_ARGUMENT_QUEUE, ARGUMENTS(3);
     cl_command_queue host = queue_with(a_context(), gpu[0], 1);
     cl_command_queue there = device_queue(), SET(2, host), SET(2, there))
PAIR_REFUSED(KERNEL_ARGUMENT_POINTER_FOREIGN, CL_INVALID_ARG_VALUE, ARGUMENTS(1), SET_SVM(bytes),
             SET_SVM(some_svm()))
PAIR(KERNEL_ARGUMENT_KIND, ARGUMENTS(2); cl_mem image = an_image(), SET(0, image), SET(1, image))
PAIR(KERNEL_ARGUMENT_KIND, ARGUMENTS(2); cl_mem buffer = a_buffer(), SET(1, buffer), SET(0, buffer))
PAIR(KERNEL_ARGUMENT_KIND, ARGUMENTS(2); cl_mem volume = image_of(CL_MEM_OBJECT_IMAGE3D);
     cl_mem flat = an_image(), SET(1, volume), SET(1, flat))
/* Each type of image of OpenCL C takes images of one type. */
#define IMAGE_PARAMETER(name, wrong_type, legal_type)                                              \
    PAIR(KERNEL_ARGUMENT_KIND, ARGUMENTS(2); SAYS_TEXT(NULL, CL_KERNEL_ARG_TYPE_NAME, name);       \
         cl_mem other = image_of(wrong_type);                                                      \
         cl_mem image = image_of(legal_type), SET(1, other), SET(1, image))
IMAGE_PARAMETER("image1d_t", CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE1D)
IMAGE_PARAMETER("image1d_array_t", CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_ARRAY)
IMAGE_PARAMETER("image2d_depth_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE2D)
IMAGE_PARAMETER("image2d_array_t", CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY)
IMAGE_PARAMETER("image2d_array_depth_t", CL_MEM_OBJECT_IMAGE3D, CL_MEM_OBJECT_IMAGE2D_ARRAY)
IMAGE_PARAMETER("image3d_t", CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE3D)
#define TWO_IMAGES(access)                                                                         \
    ARGUMENTS(2);                                                                                  \
    SAYS(NULL, CL_KERNEL_ARG_ACCESS_QUALIFIER, cl_uint, CL_KERNEL_ARG_ACCESS_##access);            \
    cl_mem read_only = image_with(CL_MEM_READ_ONLY);                                               \
    cl_mem write_only = image_with(CL_MEM_WRITE_ONLY)
PAIR(KERNEL_ARGUMENT_READ_ONLY, TWO_IMAGES(WRITE_ONLY), SET(1, read_only), SET(1, write_only))
/* Without the extension, the flag has another meaning. */
PAIR(KERNEL_ARGUMENT_READ_ONLY, ARGUMENTS(2); if (!wrong) lacks("cl_ext_immutable_memory_objects");
     SAYS(NULL, CL_KERNEL_ARG_ACCESS_QUALIFIER, cl_uint, CL_KERNEL_ARG_ACCESS_WRITE_ONLY);
     cl_mem immutable = image_with(CL_MEM_IMMUTABLE_EXT), SET(1, immutable), SET(1, immutable))
PAIR(KERNEL_ARGUMENT_WRITE_ONLY, TWO_IMAGES(READ_ONLY), SET(1, write_only), SET(1, read_only))
PAIR(KERNEL_ARGUMENT_INDEX, ARGUMENTS(1); cl_mem mem = a_buffer(), SET(1, mem), SET(0, mem))
PAIR(KERNEL_ARGUMENT_INDEX, ARGUMENTS(1),
     layer->clSetKernelArgSVMPointer(a_kernel(), 1, some_svm()), SET_SVM(some_svm()))

#define SAMPLER_OF(context) layer->clCreateSamplerWithProperties(context, NULL, NULL)
#define PIPE                                                                                       \
    ARGUMENTS(9);                                                                                  \
    cl_mem none = NULL;                                                                            \
    cl_mem mem = a_buffer();                                                                       \
    cl_mem image = an_image();                                                                     \
    cl_mem pipe = layer->clCreatePipe(a_context(), 0, 4, 4, NULL, NULL);                           \
    (void)none;                                                                                    \
    (void)mem;                                                                                     \
    (void)image;                                                                                   \
    (void)pipe
PAIR(KERNEL_ARGUMENT_KIND, PIPE, SET(6, mem), SET(6, pipe))
PAIR(KERNEL_ARGUMENT_KIND, PIPE, SET(7, pipe), SET(8, mem))
PAIR(KERNEL_ARGUMENT_KIND, PIPE, SET(7, mem), SET(7, image))
PAIR(KERNEL_ARGUMENT_OBJECT_NULL, PIPE, SET(6, none), SET(6, pipe))
PAIR(KERNEL_ARGUMENT_CONTEXT, ARGUMENTS(6); cl_sampler here = SAMPLER_OF(a_context());
     cl_sampler elsewhere = SAMPLER_OF(other_context()), SET(5, elsewhere), SET(5, here))
PAIR(KERNEL_ARGUMENT_QUEUE, ARGUMENTS(3); cl_command_queue gone = device_queue();
     cl_command_queue plain = queue_with(a_context(), gpu[0], 0);
     layer->clReleaseCommandQueue(gone), SET(2, gone), SET(2, plain))

/* Neither the driver nor the source tells what the parameter is: its value may be a handle. */
#define NO_ARGUMENT_INFO                                                                           \
    fails(NULL, CL_KERNEL_ARG_ADDRESS_QUALIFIER, CL_KERNEL_ARG_INFO_NOT_AVAILABLE)
#define UNTOLD                                                                                     \
    ARGUMENTS(1);                                                                                  \
    NO_ARGUMENT_INFO
#define GONE                                                                                       \
    cl_mem mem = layer->clCreateBuffer(a_context(), 0, 64, NULL, NULL);                            \
    cl_sampler sampler = SAMPLER_OF(a_context());                                                  \
    layer->clReleaseMemObject(mem);                                                                \
    layer->clReleaseSampler(sampler)
/* A number may be the address that a dead object had. */
PAIR(MEM_FREED, ARGUMENTS(6); if (!wrong) NO_ARGUMENT_INFO; GONE, SET(0, mem), SET(0, mem))
PAIR(SAMPLER_FREED, ARGUMENTS(6); if (!wrong) NO_ARGUMENT_INFO;
     GONE, SET(5, sampler), SET(5, sampler))
PAIR(KERNEL_ARGUMENT_CONTEXT, UNTOLD; cl_mem mem = other_buffer();
     cl_command_queue queue = queue_with(other_context(), gpu[0], 0), SET(0, mem), SET(0, queue))
PAIR(KERNEL_ARGUMENT_CONTEXT, UNTOLD; cl_sampler sampler = SAMPLER_OF(other_context()),
                                      SET(0, sampler),
                                      layer->clSetKernelArg(a_kernel(), 0, sizeof(void *), NULL))
#define POINTERS(size)                                                                             \
    layer->clSetKernelExecInfo(a_kernel(), CL_KERNEL_EXEC_INFO_SVM_PTRS, size, bytes)
PAIR(EXEC_INFO_SIZE, fails(NULL, CL_KERNEL_NUM_ARGS, CL_OUT_OF_RESOURCES),
     POINTERS(sizeof(void *) + 1),
     (layer->clCloneKernel(a_kernel(), NULL), POINTERS(sizeof(void *))))
#define SYSTEM CL_DEVICE_SVM_FINE_GRAIN_SYSTEM
static const cl_bool is_true = CL_TRUE, is_false = CL_FALSE;
#define USES_SYSTEM(value)                                                                         \
    layer->clSetKernelExecInfo(a_kernel(), CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM,              \
                               sizeof value, &value)
PAIR(SVM_SYSTEM_UNSUPPORTED, , USES_SYSTEM(is_true), USES_SYSTEM(is_false))
PAIR(SVM_SYSTEM_UNSUPPORTED, if (!wrong) SAYS(NULL, CL_DEVICE_SVM_CAPABILITIES, cl_ulong, SYSTEM),
     USES_SYSTEM(is_true), USES_SYSTEM(is_true))
static void says_of_other(cl_ulong capabilities, cl_ulong others)
{
    SAYS(gpu[0], CL_DEVICE_SVM_CAPABILITIES, cl_ulong, capabilities);
    SAYS(gpu[1], CL_DEVICE_SVM_CAPABILITIES, cl_ulong, others);
}
/* The larger number need not have the bit. */
PAIR(SVM_SYSTEM_UNSUPPORTED, says_of_other(1 | (wrong ? 0 : SYSTEM), 1 | CL_DEVICE_SVM_ATOMICS);
     cl_kernel kernel = kernel_in(both_context()),
     layer->clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof is_true,
                                &is_true),
     layer->clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof is_true,
                                &is_true))
/* The program's own memory, which such devices can use, may have the address of freed memory. */
#define OWN_SVM SAYS(NULL, CL_DEVICE_SVM_CAPABILITIES, cl_ulong, wrong ? 1 : SYSTEM)
#define OWN_USM                                                                                    \
    if (!wrong) SAYS(NULL, CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL, cl_ulong, 1)
#define FREED_SVM                                                                                  \
    void *svm = some_svm();                                                                        \
    layer->clSVMFree(a_context(), svm)
#define FREED_USM                                                                                  \
    void *usm = EXTENSION(clHostMemAllocINTEL)(a_context(), NULL, 64, 0, NULL);                    \
    EXTENSION(clMemFreeINTEL)(a_context(), usm)
#define SET_USM EXTENSION(clSetKernelArgMemPointerINTEL)(a_kernel(), 0, usm)
#define LIST_SVM                                                                                   \
    layer->clSetKernelExecInfo(a_kernel(), CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof svm, &svm)
PAIR(KERNEL_ARGUMENT_POINTER_FREED, ARGUMENTS(1); OWN_SVM; FREED_SVM, SET_SVM(svm), SET_SVM(svm))
PAIR(KERNEL_ARGUMENT_POINTER_FREED, ARGUMENTS(1); OWN_USM; FREED_USM, SET_USM, SET_USM)
PAIR(EXEC_INFO_POINTER_FREED, OWN_SVM; FREED_SVM, LIST_SVM, LIST_SVM)
PAIR(EXEC_INFO_POINTER_FREED, OWN_USM; FREED_SVM, LIST_SVM, LIST_SVM)
/* The platform has the extension only for its other devices. If no device had it, the program must
 * not call the function. */
#define NO_ADDRESSES SAYS_TEXT(NULL, CL_DEVICE_EXTENSIONS, "cl_khr_fp64")
PAIR(ADDRESSES_UNSUPPORTED, ARGUMENTS(1);
     if (wrong) NO_ADDRESSES, EXTENSION(clSetKernelArgDevicePointerEXT)(a_kernel(), 0, 16),
     EXTENSION(clSetKernelArgDevicePointerEXT)(a_kernel(), 0, 16))
PAIR_WHERE(ADDRESSES_UNSUPPORTED, CL_SUCCESS, NO_ADDRESSES,
           layer->clSetKernelExecInfo(a_kernel(), 0x5002, sizeof(cl_ulong), &(cl_ulong){ 16 }))
#define SYSTEM_INFO(size, value)                                                                   \
    layer->clSetKernelExecInfo(a_kernel(), CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, size, value)
PAIR(EXEC_INFO_VALUE, , SYSTEM_INFO(4, NULL), SYSTEM_INFO(4, &is_false))
PAIR(EXEC_INFO_SIZE, , SYSTEM_INFO(6, "\1\1\1\1\1"), SYSTEM_INFO(4, &is_false))
PAIR(EXEC_INFO_SIZE, , layer->clSetKernelExecInfo(a_kernel(), 0x5002, 12, bytes),
     layer->clSetKernelExecInfo(a_kernel(), 0x5002, 16, bytes))

#define SET_LOCAL(size, value) layer->clSetKernelArg(a_kernel(), 4, size, value)
PAIR(KERNEL_LOCAL_MEMORY, ARGUMENTS(5);
     WANTS(1025, 1024), SET_LOCAL(1025, NULL), SET_LOCAL(1024, NULL))
PAIR(KERNEL_ARGUMENT_LOCAL_VALUE, ARGUMENTS(5), SET_LOCAL(8, bytes), SET_LOCAL(8, NULL))
PAIR(KERNEL_ARGUMENT_LOCAL_ZERO, ARGUMENTS(5), SET_LOCAL(0, NULL), SET_LOCAL(1, NULL))
PAIR(KERNEL_ARGUMENT_LOCAL_ZERO, ARGUMENTS(5);
     version(wrong ? 30 : 31), SET_LOCAL(0, NULL), SET_LOCAL(0, NULL))
PAIR(KERNEL_ARGUMENT_LOCAL_ZERO, ARGUMENTS(5); if (!wrong)
                                                   SAYS_TEXT(NULL, CL_PLATFORM_VERSION, "unknown"),
                                               SET_LOCAL(0, NULL), SET_LOCAL(0, NULL))
PAIR(KERNEL_ARGUMENT_SIZE, ARGUMENTS(4), layer->clSetKernelArg(a_kernel(), 3, 4, bytes),
     layer->clSetKernelArg(a_kernel(), 3, 8, bytes))
PAIR(KERNEL_ARGUMENT_SIZE, ARGUMENTS(4), layer->clSetKernelArg(a_kernel(), 3, 9, bytes),
     layer->clSetKernelArg(a_kernel(), 3, 8, bytes))

/* ---- launches ---- */

#define SIZES(...) ((const size_t[3]){ __VA_ARGS__ })
#define LAUNCH_ON(queue, kernel, dimensions, offset, global, local)                                \
    layer->clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, 0, NULL, NULL)
#define LAUNCH(global, local)    LAUNCH_ON(a_queue(), a_kernel(), 1, NULL, global, local)
#define LAUNCH_3D(global, local) LAUNCH_ON(a_queue(), a_kernel(), 3, NULL, global, local)

PAIR(WORK_DIMENSIONS, , LAUNCH_ON(a_queue(), a_kernel(), 0, NULL, SIZES(1, 1, 1), NULL),
     LAUNCH_ON(a_queue(), a_kernel(), 1, NULL, SIZES(1, 1, 1), NULL))
PAIR(WORK_DIMENSIONS, ,
     LAUNCH_ON(a_queue(), a_kernel(), 4, NULL, ((const size_t[4]){ 1, 1, 1, 1 }), NULL),
     LAUNCH_ON(a_queue(), a_kernel(), 3, NULL, SIZES(1, 1, 1), NULL))
#define OFFSET LAUNCH_ON(a_queue(), a_kernel(), 1, SIZES(0), SIZES(1), NULL)
PAIR(GLOBAL_OFFSET_UNSUPPORTED, version(wrong ? 10 : 11), OFFSET, OFFSET)
PAIR(GLOBAL_OFFSET_UNSUPPORTED, version(10), OFFSET, LAUNCH(SIZES(1), NULL))
PAIR(GLOBAL_SIZE_NULL, version(20), LAUNCH(NULL, NULL), LAUNCH(SIZES(1), NULL))
PAIR(GLOBAL_SIZE_NULL, version(wrong ? 20 : 21), LAUNCH(NULL, NULL), LAUNCH(NULL, NULL))
PAIR(GLOBAL_SIZE_ZERO, version(20), LAUNCH(SIZES(0), NULL), LAUNCH(SIZES(1), NULL))
PAIR(GLOBAL_SIZE_ZERO, version(20), LAUNCH_3D(SIZES(1, 1, 0), NULL),
     LAUNCH_3D(SIZES(1, 1, 1), NULL))
PAIR(GLOBAL_SIZE_ZERO, version(wrong ? 20 : 21), LAUNCH(SIZES(0), NULL), LAUNCH(SIZES(0), NULL))
#if SIZE_MAX > UINT32_MAX
#define NARROW SAYS(NULL, CL_DEVICE_ADDRESS_BITS, cl_uint, 32)
PAIR(GLOBAL_SIZE_LARGE, NARROW, LAUNCH(SIZES((size_t)1 << 32), NULL),
     LAUNCH(SIZES(UINT32_MAX), NULL))
PAIR(GLOBAL_OFFSET_OVERFLOW, NARROW,
     LAUNCH_ON(a_queue(), a_kernel(), 1, SIZES(1), SIZES(UINT32_MAX), NULL),
     LAUNCH_ON(a_queue(), a_kernel(), 1, SIZES(1), SIZES(UINT32_MAX - 1), NULL))
PAIR(GLOBAL_OFFSET_OVERFLOW, ,
     LAUNCH_ON(a_queue(), a_kernel(), 1, SIZES(2), SIZES(SIZE_MAX - 1), NULL),
     LAUNCH_ON(a_queue(), a_kernel(), 1, SIZES(1), SIZES(SIZE_MAX - 1), NULL))
PAIR(GLOBAL_OFFSET_OVERFLOW, NARROW,
     LAUNCH_ON(a_queue(), a_kernel(), 1, SIZES((size_t)1 << 32), SIZES(1), NULL),
     LAUNCH_ON(a_queue(), a_kernel(), 1, SIZES(UINT32_MAX - 1), SIZES(1), NULL))
#else
NO_PAIR(GLOBAL_SIZE_LARGE, "no size_t is larger than that of a device with 32 bits")
#endif
PAIR(LOCAL_SIZE_ZERO, , LAUNCH_3D(SIZES(1, 1, 1), SIZES(1, 1, 0)),
     LAUNCH_3D(SIZES(1, 1, 1), SIZES(1, 1, 1)))

static const size_t eight[] = { 8, 1, 1 }, one[] = { 1, 1, 1 };
#define REQUIRES(sizes) says(NULL, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizes, sizeof sizes)
/* A work-group has at most 64 × 32 × 16 work-items, and at most 64 in all. */
#define BAD_GROUP  CL_INVALID_WORK_GROUP_SIZE
#define BAD_ITEMS  CL_INVALID_WORK_ITEM_SIZE
#define GROUP(...) LAUNCH_3D(SIZES(128, 128, 128), SIZES(__VA_ARGS__))
PAIR_REFUSED(LOCAL_SIZE_LIMIT, BAD_GROUP, REQUIRES(eight), GROUP(32, 2, 2), GROUP(8, 1, 1))
PAIR_REFUSED(LOCAL_SIZE_LIMIT, BAD_ITEMS, , GROUP(32, 4, 1), GROUP(32, 2, 1))
PAIR_REFUSED(LOCAL_SIZE_DIMENSION, BAD_ITEMS, WANTS(1, 32), GROUP(1, 64, 1), GROUP(1, 32, 1))
PAIR_REFUSED(LOCAL_SIZE_DIMENSION, BAD_GROUP, , GROUP(1, 1, 32), GROUP(1, 1, 16))
PAIR_REFUSED(LOCAL_SIZE_DIMENSION, BAD_ITEMS, SAYS(NULL, CL_KERNEL_WORK_GROUP_SIZE, size_t, 1024),
             LAUNCH_3D(SIZES(130, 1, 1), SIZES(65, 1, 1)),
             LAUNCH_3D(SIZES(128, 1, 1), SIZES(64, 1, 1)))
/* A driver that does not tell a limit. */
PAIR_REFUSED(LOCAL_SIZE_LIMIT, BAD_GROUP,
             if (!wrong) fails(NULL, CL_KERNEL_WORK_GROUP_SIZE, CL_INVALID_VALUE), GROUP(32, 2, 2),
             GROUP(32, 2, 2))
PAIR_REFUSED(LOCAL_SIZE_LIMIT, BAD_GROUP, , GROUP(SIZE_MAX / 2 + 1, 4, 1), GROUP(32, 2, 1))
PAIR_REFUSED(LOCAL_SIZE_UNEVEN, BAD_GROUP, , LAUNCH(SIZES(33), SIZES(16)),
             LAUNCH(SIZES(32), SIZES(16)))
#define UNIFORM SAYS(NULL, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, cl_bool, CL_FALSE)
PAIR_WHERE(LOCAL_SIZE_NONUNIFORM, CL_SUCCESS, UNIFORM, LAUNCH(SIZES(33), SIZES(16)))
PAIR(LOCAL_SIZE_NONUNIFORM, UNIFORM, LAUNCH(SIZES(33), SIZES(16)), LAUNCH(SIZES(32), SIZES(16)))
PAIR(LOCAL_SIZE_NONUNIFORM, version(wrong ? 12 : 20), LAUNCH(SIZES(33), SIZES(16)),
     LAUNCH(SIZES(33), SIZES(16)))
/* OpenCL 2.x has such work-groups, whatever a device answers to the query of OpenCL 3.0. */
PAIR(LOCAL_SIZE_NONUNIFORM, UNIFORM;
     version(wrong ? 30 : 22), LAUNCH(SIZES(33), SIZES(16)), LAUNCH(SIZES(33), SIZES(16)))
#define TASK layer->clEnqueueTask(a_queue(), a_kernel(), 0, NULL, NULL)
PAIR_REFUSED(TASK_SIZE_REQUIRED, BAD_GROUP, version(12); if (wrong) REQUIRES(eight);
             else REQUIRES(one), TASK, TASK)
PAIR_REFUSED(LOCAL_SIZE_REQUIRED, BAD_GROUP, REQUIRES(eight), LAUNCH(SIZES(16), SIZES(16)),
             LAUNCH(SIZES(16), SIZES(8)))
PAIR_REFUSED(LOCAL_SIZE_NULL, BAD_GROUP, REQUIRES(eight), LAUNCH(SIZES(16), NULL),
             LAUNCH(SIZES(16), SIZES(8)))
#define NEEDS_SUB_GROUPS(count)                                                                    \
    SAYS(NULL, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, size_t, 2);                                       \
    SAYS(NULL, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, size_t, count)
PAIR_REFUSED(LOCAL_SIZE_SUB_GROUPS, BAD_GROUP, NEEDS_SUB_GROUPS(1);
             if (!wrong) fails(NULL, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, CL_INVALID_VALUE),
             LAUNCH(SIZES(16), SIZES(8)), LAUNCH(SIZES(16), SIZES(8)))
PAIR_REFUSED(LOCAL_SIZE_SUB_GROUPS, BAD_GROUP, NEEDS_SUB_GROUPS(wrong ? 1 : 2),
             LAUNCH(SIZES(16), SIZES(8)), LAUNCH(SIZES(16), SIZES(8)))
PAIR_REFUSED(KERNEL_LOCAL_MEMORY, CL_OUT_OF_RESOURCES,
             SAYS(NULL, CL_KERNEL_LOCAL_MEM_SIZE, cl_ulong, wrong ? 1025 : 1024),
             LAUNCH(SIZES(1), NULL), LAUNCH(SIZES(1), NULL))
#define SUGGEST(sizes)                                                                             \
    EXTENSION(clGetKernelSuggestedLocalWorkSizeKHR)(a_queue(), a_kernel(), 1, NULL, one, sizes)
PAIR(SUGGESTED_SIZE_NULL, , SUGGEST(NULL), SUGGEST(answer_bytes))
PAIR(GLOBAL_SIZE_ZERO, ,
     EXTENSION(clGetKernelSuggestedLocalWorkSizeKHR)(a_queue(), a_kernel(), 1, NULL, SIZES(0),
                                                     answer_bytes),
     SUGGEST(answer_bytes))

/* ---- launches: what arguments need of the device ---- */

#define OF_BOTH cl_kernel kernel = kernel_in(both_context())
#define LAUNCH_BOTH(number)                                                                        \
    LAUNCH_ON(queue_with(both_context(), gpu[number], 0), kernel, 1, NULL, one, NULL)
PAIR_REFUSED(PROGRAM_OTHER_DEVICE, CL_INVALID_PROGRAM_EXECUTABLE,
             SAYS(gpu[1], CL_PROGRAM_BUILD_STATUS, cl_int, CL_BUILD_NONE);
             OF_BOTH, LAUNCH_BOTH(1), LAUNCH_BOTH(0))
PAIR(KERNEL_ARGUMENT_SVM, SAYS(gpu[1], CL_DEVICE_SVM_CAPABILITIES, cl_ulong, 0); ARGUMENTS(1);
     OF_BOTH;
     layer->clSetKernelArgSVMPointer(kernel, 0, layer->clSVMAlloc(both_context(), 0, 64, 0)),
     LAUNCH_BOTH(1), LAUNCH_BOTH(0))
PAIR(KERNEL_ARGUMENT_SYSTEM, SAYS(gpu[0], CL_DEVICE_SVM_CAPABILITIES, cl_ulong, SYSTEM);
     ARGUMENTS(1); OF_BOTH;
     layer->clSetKernelArgSVMPointer(kernel, 0, bytes), LAUNCH_BOTH(1), LAUNCH_BOTH(0))
PAIR(KERNEL_ARGUMENT_MISALIGNED, SAYS(gpu[1], CL_DEVICE_MEM_BASE_ADDR_ALIGN, cl_uint, 256);
     ARGUMENTS(1); OF_BOTH; set_part(kernel, 16); WANTS(0, 16, 32), LAUNCH_BOTH(1), LAUNCH_BOTH(0))
PAIR(KERNEL_ARGUMENT_MISALIGNED, SAYS(gpu[1], CL_DEVICE_MEM_BASE_ADDR_ALIGN, cl_uint, 256);
     ARGUMENTS(1); OF_BOTH; set_part(kernel, wrong ? 48 : 32), LAUNCH_BOTH(1), LAUNCH_BOTH(1))
PAIR_REFUSED(KERNEL_ARGUMENT_IMAGE_SIZE, CL_INVALID_IMAGE_SIZE,
             SAYS(gpu[1], CL_DEVICE_IMAGE2D_MAX_WIDTH, size_t, 7);
             ARGUMENTS(2); OF_BOTH; set_image(kernel), LAUNCH_BOTH(1), LAUNCH_BOTH(0))
PAIR_REFUSED(KERNEL_ARGUMENT_IMAGE_SIZE, CL_INVALID_IMAGE_SIZE,
             SAYS(gpu[1], CL_DEVICE_IMAGE2D_MAX_HEIGHT, size_t, wrong ? 3 : 4);
             ARGUMENTS(2); OF_BOTH; set_image(kernel), LAUNCH_BOTH(1), LAUNCH_BOTH(1))
/* Another function may have allocated the memory, or set the argument. */
PAIR(KERNEL_ARGUMENT_SYSTEM, ARGUMENTS(1); SET_SVM(bytes);
     if (!wrong) extension("clMakeSomethingEXT"), LAUNCH(one, NULL), LAUNCH(one, NULL))
PAIR(KERNEL_ARGUMENT_UNSET, ARGUMENTS(2); a_kernel(); WANTS(0);
     if (!wrong) extension("clMakeSomethingEXT"), LAUNCH(one, NULL), LAUNCH(one, NULL))
#define NARROW_IMAGES(legal)                                                                       \
    UNTOLD;                                                                                        \
    const void *const argument = wrong ? (void *)an_image() : (void *)legal;                       \
    SAYS(NULL, CL_DEVICE_IMAGE2D_MAX_WIDTH, size_t, 7);                                            \
    SET(0, argument)
PAIR_REFUSED(KERNEL_ARGUMENT_IMAGE_SIZE, CL_INVALID_IMAGE_SIZE,
             NARROW_IMAGES(image_of(CL_MEM_OBJECT_IMAGE3D)), LAUNCH(one, NULL), LAUNCH(one, NULL))
PAIR_REFUSED(KERNEL_ARGUMENT_IMAGE_SIZE, CL_INVALID_IMAGE_SIZE,
             NARROW_IMAGES(SAMPLER_OF(a_context())), LAUNCH(one, NULL), LAUNCH(one, NULL))
/* Unified shared memory needs no device with SVM. */
#define USM_ARGUMENT                                                                               \
    ARGUMENTS(1);                                                                                  \
    SAYS(NULL, CL_DEVICE_SVM_CAPABILITIES, cl_ulong, 0);                                           \
    void *usm = EXTENSION(clHostMemAllocINTEL)(a_context(), NULL, 64, 0, NULL);                    \
    EXTENSION(clSetKernelArgMemPointerINTEL)(a_kernel(), 0, usm)
#define FREE_USM EXTENSION(clMemFreeINTEL)(a_context(), usm)
PAIR(KERNEL_ARGUMENT_SVM_FREED, USM_ARGUMENT;
     if (wrong) FREE_USM, LAUNCH(one, NULL), LAUNCH(one, NULL))
PAIR(KERNEL_ARGUMENT_SVM_FREED, OWN_USM; USM_ARGUMENT;
     FREE_USM, LAUNCH(one, NULL), LAUNCH(one, NULL))
PAIR(KERNEL_ARGUMENT_SVM_FREED, ARGUMENTS(1); OWN_SVM; SET_SVM(some_svm());
     layer->clSVMFree(a_context(), some_svm()), LAUNCH(one, NULL), LAUNCH(one, NULL))
/* The new kernel has the address of one whose arguments were set. */
PAIR(KERNEL_ARGUMENTS_ELSEWHERE, ARGUMENTS(1); WANTS(1);
     cl_kernel kernel = kernel_again(!wrong), LAUNCH_ON(a_queue(), kernel, 1, NULL, one, NULL),
     LAUNCH_ON(a_queue(), kernel, 1, NULL, one, NULL))
PAIR(KERNEL_ARGUMENT_UNSET, ARGUMENTS(wrong ? 2 : 1); WANTS(1);
     cl_kernel kernel = kernel_again(true), LAUNCH_ON(a_queue(), kernel, 1, NULL, one, NULL),
     LAUNCH_ON(a_queue(), kernel, 1, NULL, one, NULL))

/* The driver did not tell of the older kernel how many arguments it has. */
PAIR_BODY(KERNEL_ARGUMENT_UNSET)
{
    cl_mem mem = a_buffer();
    cl_kernel before, kernel;
    fails(NULL, CL_KERNEL_NUM_ARGS, CL_OUT_OF_RESOURCES);
    before = layer->clCreateKernel(a_program(), "it", NULL);
    layer->clSetKernelArg(before, 0, sizeof mem, &mem);
    layer->clReleaseKernel(before);
    object_again(before);
    ARGUMENTS(1);
    kernel = layer->clCreateKernel(a_program(), "it", NULL);
    if (!wrong) layer->clSetKernelArg(kernel, 0, sizeof mem, &mem);
    LAUNCH_ON(a_queue(), kernel, 1, NULL, one, NULL);
}

/* After a call that failed, nobody knows which argument the kernel has. */
PAIR(KERNEL_ARGUMENT_SVM_FREED, ARGUMENTS(1); SET_SVM(some_svm());
     layer->clSVMFree(a_context(), some_svm()); if (!wrong) refuse(CL_OUT_OF_RESOURCES);
     if (!wrong) SET_SVM(NULL); refuse(CL_SUCCESS), LAUNCH(one, NULL), LAUNCH(one, NULL))

/* A new kernel does not use the pointers of an older one at its address. */
PAIR_BODY(SVM_FREED_IN_USE)
{
    char *svm = some_svm();
    cl_program program = a_program();
    cl_kernel kernel = layer->clCreateKernel(program, "it", NULL);
    layer->clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof svm, &svm);
    if (!wrong) {
        layer->clReleaseKernel(kernel);
        object_again(kernel);
        kernel = layer->clCreateKernel(program, "it", NULL);
    }
    LAUNCH_ON(a_queue(), kernel, 1, NULL, one, NULL);
    layer->clSVMFree(a_context(), svm);
}

/* A kernel that writes at an index of its argument, which begins at byte 16 of the memory. */
static cl_kernel writing_at(const char *source)
{
    cl_program program = layer->clCreateProgramWithSource(a_context(), 1, &source, NULL, NULL);
    cl_kernel kernel = layer->clCreateKernel(program, "it", NULL);
    layer->clSetKernelArgSVMPointer(kernel, 0, some_svm() + 16);
    return kernel;
}
#define MAPPED(begin, end, index)                                                                  \
    ARGUMENTS(1);                                                                                  \
    cl_kernel kernel = writing_at("kernel void it(global float *at) { at[" index "] = 1; }");      \
    layer->clEnqueueSVMMap(a_queue(), 1, CL_MAP_READ, some_svm() + (begin), (end) - (begin), 0,    \
                           NULL, NULL)
#define LAUNCH_IT LAUNCH_ON(a_queue(), kernel, 1, NULL, one, NULL)
#define READING                                                                                    \
    ARGUMENTS(1);                                                                                  \
    cl_kernel kernel = writing_at("kernel void it(global float *at) { if (at[0] > 0) return; }")
PAIR(KERNEL_USES_NULL, READING; cl_mem none = NULL;
     layer->clSetKernelArg(kernel, 0, sizeof none, &none), LAUNCH_IT,
     LAUNCH_ON(a_queue(), kernel, 1, NULL, SIZES(0), NULL))
PAIR(KERNEL_READS_UNWRITTEN, READING; cl_mem mem = a_buffer();
     layer->clSetKernelArg(kernel, 0, sizeof mem, &mem);
     if (!wrong) extension("clMakeSomethingEXT"), LAUNCH_IT, LAUNCH_IT)
PAIR(KERNEL_READS_UNWRITTEN, READING;
     cl_mem mem = wrong ? a_buffer()
                        : layer->clCreateBufferWithProperties(a_context(), NULL, 0, 64, NULL, NULL);
     layer->clSetKernelArg(kernel, 0, sizeof mem, &mem), LAUNCH_IT, LAUNCH_IT)
#define SOMEWHERE "3" /* with this index, the layer assumes any place in the allocation */
PAIR(KERNEL_ARGUMENT_SVM_MAPPED, MAPPED(wrong ? 0 : 1, 64, SOMEWHERE), LAUNCH_IT, LAUNCH_IT)
PAIR(KERNEL_ARGUMENT_SVM_MAPPED, MAPPED(0, wrong ? 64 : 63, SOMEWHERE), LAUNCH_IT, LAUNCH_IT)
PAIR(KERNEL_ARGUMENT_SVM_MAPPED, MAPPED(wrong ? 19 : 20, 64, "get_global_id(0)"), LAUNCH_IT,
     LAUNCH_IT)
PAIR(KERNEL_ARGUMENT_SVM_MAPPED, MAPPED(0, wrong ? 17 : 16, "get_global_id(0)"), LAUNCH_IT,
     LAUNCH_IT)

/* A map that does not block is before later commands of its queue, if that is in order. */
#define OUT_OF_ORDER CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE
#define MAPS_ON(bits, map)                                                                         \
    ARGUMENTS(1);                                                                                  \
    cl_kernel kernel = writing_at("kernel void it(global float *at) { at[" SOMEWHERE "] = 1; }");  \
    cl_command_queue on = queue_with(a_context(), gpu[0], bits);                                   \
    cl_command_queue other = queue_with(a_context(), gpu[0], 0);                                   \
    map(1);                                                                                        \
    map(64);                                                                                       \
    layer->clFinish(on);                                                                           \
    (void)other
#define SVM_MAP(size) layer->clEnqueueSVMMap(on, 0, CL_MAP_READ, some_svm(), size, 0, NULL, NULL)
#define MAP(size)                                                                                  \
    layer->clEnqueueMapBuffer(on, a_buffer(), 0, CL_MAP_READ, 0, size, 0, NULL, NULL, NULL)
#define LAUNCH_THERE(queue) LAUNCH_ON(queue, kernel, 1, NULL, one, NULL)
#define WITH_BUFFER                                                                                \
    cl_mem mem = a_buffer();                                                                       \
    layer->clSetKernelArg(kernel, 0, sizeof mem, &mem)
PAIR(KERNEL_ARGUMENT_SVM_MAPPED, MAPS_ON(0, SVM_MAP), LAUNCH_THERE(on), LAUNCH_THERE(other))
PAIR(KERNEL_ARGUMENT_SVM_MAPPED, MAPS_ON(wrong ? 0 : OUT_OF_ORDER, SVM_MAP), LAUNCH_THERE(on),
     LAUNCH_THERE(on))
PAIR(KERNEL_ARGUMENT_MAPPED, MAPS_ON(0, MAP); WITH_BUFFER, LAUNCH_THERE(on), LAUNCH_THERE(other))
PAIR(KERNEL_ARGUMENT_MAPPED, MAPS_ON(wrong ? 0 : OUT_OF_ORDER, MAP);
     WITH_BUFFER, LAUNCH_THERE(on), LAUNCH_THERE(on))

/* The launch may begin after the region is unmapped. */
PAIR(KERNEL_ARGUMENT_MAPPED, version(12); MAPS_ON(0, MAP); WITH_BUFFER; cl_event event;
     layer->clEnqueueMarkerWithWaitList(other, 0, NULL, &event),
     layer->clEnqueueTask(on, kernel, 0, NULL, NULL),
     layer->clEnqueueTask(on, kernel, 1, &event, NULL))
#define FILL_ON(queue) layer->clEnqueueFillBuffer(queue, a_buffer(), "x", 1, 0, 64, 0, NULL, NULL)
PAIR(QUEUES_UNORDERED, version(12); ARGUMENTS(1);
     cl_command_queue other = queue_with(a_context(), gpu[0], 0);
     cl_kernel kernel = writing_at("kernel void it(global float *at) { at[0] = 1; }"); WITH_BUFFER;
     layer->clEnqueueTask(other, kernel, 0, NULL, NULL), FILL_ON(a_queue()), FILL_ON(other))
/* Such a command may tell the host that it, and what comes before it, has ended. */
#define TOLD(...)                                                                                  \
    PAIR(                                                                                          \
        QUEUES_UNORDERED, cl_command_queue other = queue_with(a_context(), gpu[0], 0);             \
        FILL_ON(other); if (!wrong) { __VA_ARGS__; }, FILL_ON(a_queue()), FILL_ON(a_queue()))
TOLD(layer->clEnqueueNativeKernel(other, native, bytes, 1, 0, NULL, NULL, 0, NULL, NULL))
TOLD(layer->clEnqueueReleaseGLObjects(other, 0, NULL, 0, NULL, NULL))
TOLD(layer->clEnqueueReleaseEGLObjectsKHR(other, 0, NULL, 0, NULL, NULL))
TOLD(EXTENSION(clEnqueueReleaseExternalMemObjectsKHR)(other, 0, NULL, 0, NULL, NULL))
TOLD(ARGUMENTS(1); SET_SVM(layer->clSVMAlloc(a_context(), CL_MEM_SVM_FINE_GRAIN_BUFFER, 64, 0));
     LAUNCH_ON(other, a_kernel(), 1, NULL, one, NULL))

/* The first work-item is at byte 0 of elements that nobody knows, unless the launch has an offset. */
PAIR(QUEUES_UNORDERED, ARGUMENTS(1); cl_command_queue other = queue_with(a_context(), gpu[0], 0);
     cl_kernel kernel = writing_at("kernel void it(global real *at) { at[get_global_id(0)] = 1; }");
     WITH_BUFFER; layer->clEnqueueFillBuffer(other, mem, "x", 1, 0, 1, 0, NULL, NULL),
                  LAUNCH_ON(a_queue(), kernel, 1, SIZES(0), one, NULL),
                  LAUNCH_ON(a_queue(), kernel, 1, SIZES(4), one, NULL))

/* The finding has the parameter's name. */
PAIR(KERNEL_ARGUMENT_SIZE, ARGUMENTS(4); SAYS_TEXT(NULL, CL_KERNEL_ARG_NAME, "count"),
                                         layer->clSetKernelArg(a_kernel(), 3, 4, bytes),
                                         layer->clSetKernelArg(a_kernel(), 3, 8, bytes))

/* Where the driver and the source contradict each other, the layer knows nothing. */
PAIR(KERNEL_ARGUMENT_SIZE, ARGUMENTS(4);
     cl_kernel kernel = writing_at(
         wrong ? "" : "kernel void it(global float *a, image2d_t b, queue_t c, int d) {}"),
     layer->clSetKernelArg(kernel, 3, 4, bytes), layer->clSetKernelArg(kernel, 3, 4, bytes))
/* Where pointers differ between the devices, so do structures that have some. */
PAIR(KERNEL_ARGUMENT_LAYOUT, ARGUMENTS(1);
     fails(NULL, CL_KERNEL_ARG_ADDRESS_QUALIFIER, CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
     if (!wrong) SAYS(gpu[1], CL_DEVICE_ADDRESS_BITS, cl_uint, 32);
     const char *source = "struct s { global int *p; }; kernel void it(struct s a) {}";
     cl_kernel kernel = layer->clCreateKernel(layer->clCreateProgramWithSource(both_context(), 1,
                                                                               &source, NULL, NULL),
                                              "it", NULL),
     layer->clSetKernelArg(kernel, 0, 12, bytes), layer->clSetKernelArg(kernel, 0, 12, bytes))
PAIR(KERNEL_CONSTANT_SIZE, ARGUMENTS(1);
     SAYS(NULL, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, cl_ulong, 63);
     SAYS(NULL, CL_KERNEL_ARG_TYPE_QUALIFIER, cl_ulong, CL_KERNEL_ARG_TYPE_CONST);
     if (wrong) fails(NULL, CL_KERNEL_ARG_ADDRESS_QUALIFIER, CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
     cl_kernel kernel = writing_at("kernel void it(constant float *a) {}");
     WITH_BUFFER, LAUNCH_IT, LAUNCH_IT)

/* Kernels with two pointers, which only the source tells. */
#define WITH_TWO(source, first, second)                                                            \
    SAYS(NULL, CL_KERNEL_NUM_ARGS, cl_uint, 2);                                                    \
    fails(NULL, CL_KERNEL_ARG_ADDRESS_QUALIFIER, CL_KERNEL_ARG_INFO_NOT_AVAILABLE);                \
    cl_kernel kernel = writing_at("kernel void it(" source "] = a[get_global_id(0)]; }");          \
    cl_mem fresh = layer->clCreateBuffer(a_context(), 0, 64, NULL, NULL);                          \
    cl_mem from = first;                                                                           \
    cl_mem to = second;                                                                            \
    layer->clSetKernelArg(kernel, 0, sizeof from, &from);                                          \
    layer->clSetKernelArg(kernel, 1, sizeof to, &to)
#define PLAIN    "global float *a, global float *b) { b[get_global_id(0)"
#define RESTRICT "global float *restrict a, global float *b) { b[get_global_id(0)"
PAIR(KERNEL_READS_UNWRITTEN, WITH_TWO(PLAIN, fresh, wrong ? a_buffer() : fresh), LAUNCH_IT,
     LAUNCH_IT)
PAIR(KERNEL_READS_UNWRITTEN, WITH_TWO(PLAIN, fresh, a_buffer());
     cl_event event = layer->clCreateUserEvent(a_context(), NULL);
     if (!wrong) layer->clEnqueueMarkerWithWaitList(a_queue(), 1, &event, NULL), LAUNCH_IT,
     LAUNCH_IT)
/* A kernel that writes to 17 buffers: the layer notes 16, and then any buffer may be written. */
PAIR_BODY(KERNEL_READS_UNWRITTEN)
{
    WITH_TWO(PLAIN, fresh, a_buffer());
    ARGUMENTS(17);
    cl_kernel many =
        writing_at("#define P global float *\nkernel void it(P a, P b, P c, P d, P e, P f, P g, P "
                   "h, P i, P j, "
                   "P k, P l, P m, P n, P o, P p, P q) { a[3] = b[3] = c[3] = d[3] = e[3] = f[3] = "
                   "g[3] = h[3] "
                   "= i[3] = j[3] = k[3] = l[3] = m[3] = n[3] = o[3] = p[3] = q[3] = 1; }");
    for (cl_uint i = 0; i < 17; i++) {
        cl_mem mem = i == 16 ? fresh : layer->clCreateBuffer(a_context(), 0, 64, NULL, NULL);
        layer->clSetKernelArg(many, i, sizeof mem, &mem);
    }
    if (!wrong) LAUNCH_ON(a_queue(), many, 1, NULL, one, NULL);
    LAUNCH_IT;
}
PAIR(KERNEL_RESTRICT_OVERLAP, WITH_TWO(RESTRICT, buffer_at(0), buffer_at(wrong ? 0 : 16));
     (void)fresh, LAUNCH_IT, LAUNCH_IT)

/* The kernel writes to memory of the host that its other argument has, too, if it uses that. */
PAIR_BODY(HOST_POINTERS_OVERLAP)
{
    cl_kernel kernel;
    ARGUMENTS(2);
    fails(NULL, CL_KERNEL_ARG_ADDRESS_QUALIFIER, CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
    kernel = writing_at(wrong ? "kernel void it(global float *a, global float *b) {"
                                " b[get_global_id(0)] = a[get_global_id(0)]; }"
                              : "kernel void it(global float *a, global float *b) {"
                                " b[get_global_id(0)] = 1; }");
    for (cl_uint i = 0; i < 2; i++) {
        cl_mem mem = layer->clCreateBuffer(a_context(), CL_MEM_USE_HOST_PTR, 64, bytes, NULL);
        layer->clSetKernelArg(kernel, i, sizeof mem, &mem);
    }
    LAUNCH_IT;
}

/* An image that is two arguments, each for reading and writing. (Others are not set.) */
PAIR(KERNEL_IMAGE_TWICE, ARGUMENTS(8); cl_mem image = an_image();
     SAYS(NULL, CL_KERNEL_ARG_ACCESS_QUALIFIER, cl_uint,
          wrong ? CL_KERNEL_ARG_ACCESS_READ_WRITE : CL_KERNEL_ARG_ACCESS_READ_ONLY);
     SET(1, image); SET(7, image);
     extension("clMakeSomethingEXT"), LAUNCH(one, NULL), LAUNCH(one, NULL))

/* A kernel that two threads use at once: while the first one is in its call, the second makes
 * another. */
static void *launches(void *unused)
{
    LAUNCH(one, NULL);
    return NULL;
}
static void *sets(void *unused)
{
    layer->clSetKernelArg(a_kernel(), 0, sizeof(void *), bytes);
    return NULL;
}
#define TWO_THREADS(second)                                                                        \
    ARGUMENTS(1);                                                                                  \
    cl_kernel kernel = wrong ? a_kernel() : kernel_in(a_context());                                \
    sets(NULL);                                                                                    \
    meanwhile(launches);                                                                           \
    LAUNCH(one, NULL); /* now the layer knows that there are several threads */                    \
    meanwhile(second)
PAIR(KERNEL_THREADS, TWO_THREADS(launches), layer->clSetKernelArg(kernel, 0, sizeof(void *), bytes),
     layer->clSetKernelArg(kernel, 0, sizeof(void *), bytes))
PAIR(KERNEL_THREADS, TWO_THREADS(wrong ? sets : launches);
     (void)kernel, LAUNCH(one, NULL), LAUNCH(one, NULL))

/* ---- native kernels ---- */

#define NATIVE(args, size, count, list, places)                                                    \
    layer->clEnqueueNativeKernel(a_queue(), native, args, size, count, list, places, 0, NULL, NULL)
#define PLACES ((const void *[]){ bytes })
PAIR(NATIVE_ARGUMENTS_NULL, , NATIVE(NULL, 1, 0, NULL, NULL), NATIVE(bytes, 1, 0, NULL, NULL))
PAIR(NATIVE_ARGUMENTS_NULL, cl_mem mem = a_buffer(), NATIVE(NULL, 0, 1, &mem, PLACES),
     NATIVE(bytes, 8, 1, &mem, PLACES))
PAIR(NATIVE_MEM_KIND, cl_mem mem = a_buffer(); fails(mem, CL_MEM_TYPE, CL_OUT_OF_RESOURCES);
     cl_mem image = an_image(), NATIVE(bytes, 8, 1, &image, PLACES),
     NATIVE(bytes, 8, 1, &mem, PLACES))
PAIR_WHERE(NATIVE_UNSUPPORTED, CL_SUCCESS,
           SAYS(NULL, CL_DEVICE_EXECUTION_CAPABILITIES, cl_ulong, CL_EXEC_KERNEL),
           NATIVE(bytes, 1, 0, NULL, NULL))
