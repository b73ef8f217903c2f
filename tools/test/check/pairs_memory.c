/* SPDX-License-Identifier: Apache-2.0 */
/* Pairs about the creation of memory objects, and about memory of other APIs. */
#include "pairs.h"

#include "../../layers/check/known/sharing.h"

#include <sys/mman.h>

#define HOST_BYTES ((void *)bytes)
static char bytes[8192];

#define CREATE_BUFFER(flags, size) layer->clCreateBuffer(a_context(), flags, size, NULL, NULL)

/* ---- immutable memory ---- */

#define IMMUTABLE CL_MEM_IMMUTABLE_EXT
#define COPIED(flags)                                                                              \
    layer->clCreateBuffer(a_context(), (flags) | CL_MEM_COPY_HOST_PTR, 64, bytes, NULL)

PAIR(IMMUTABLE_FLAGS, , COPIED(IMMUTABLE | CL_MEM_READ_WRITE), COPIED(IMMUTABLE | CL_MEM_READ_ONLY))
PAIR(IMMUTABLE_FLAGS, , COPIED(IMMUTABLE | CL_MEM_WRITE_ONLY), COPIED(CL_MEM_WRITE_ONLY))
PAIR(IMMUTABLE_FLAGS, , COPIED(IMMUTABLE | CL_MEM_HOST_WRITE_ONLY),
     COPIED(IMMUTABLE | CL_MEM_HOST_READ_ONLY))
PAIR(IMMUTABLE_EMPTY, , CREATE_BUFFER(IMMUTABLE, 64), COPIED(IMMUTABLE))
PAIR(IMMUTABLE_EMPTY, , CREATE_BUFFER(IMMUTABLE, 64), CREATE_BUFFER(CL_MEM_READ_ONLY, 64))
PAIR(MEM_FLAGS_EXTENSION, lacks("cl_ext_immutable_memory_objects"), CREATE_BUFFER(IMMUTABLE, 64),
     CREATE_BUFFER(0, 64))
/* AMD's drivers have a flag of their own with this value. */
PAIR(MEM_FLAGS_EXTENSION, lacks("cl_ext_immutable_memory_objects");
     if (!wrong) SAYS_TEXT(NULL, CL_DEVICE_EXTENSIONS, "cl_amd_device_attribute_query"),
     CREATE_BUFFER(IMMUTABLE, 64), CREATE_BUFFER(IMMUTABLE, 64))
PAIR(IMMUTABLE_WRITTEN, cl_mem constant = COPIED(IMMUTABLE),
     layer->clEnqueueFillBuffer(a_queue(), constant, "x", 1, 0, 64, 0, NULL, NULL),
     layer->clEnqueueFillBuffer(a_queue(), a_buffer(), "x", 1, 0, 64, 0, NULL, NULL))
PAIR(IMMUTABLE_WRITTEN, cl_mem constant = COPIED(IMMUTABLE),
     layer->clEnqueueMapBuffer(a_queue(), constant, 1, CL_MAP_WRITE, 0, 64, 0, NULL, NULL, NULL),
     layer->clEnqueueMapBuffer(a_queue(), constant, 1, CL_MAP_READ, 0, 64, 0, NULL, NULL, NULL))

#define PART_OF(whole, flags)                                                                      \
    layer->clCreateSubBuffer(whole, flags, CL_BUFFER_CREATE_TYPE_REGION,                           \
                             &(cl_buffer_region){ 0, 32 }, NULL)
PAIR(SUB_BUFFER_ACCESS, cl_mem constant = COPIED(IMMUTABLE),
     PART_OF(constant, CL_MEM_HOST_WRITE_ONLY), PART_OF(constant, CL_MEM_HOST_READ_ONLY))
PAIR(SUB_BUFFER_ACCESS,
     cl_mem whole = CREATE_BUFFER(CL_MEM_HOST_READ_ONLY |
                                      (wrong ? 0 : CL_MEM_ACCESS_FLAGS_UNRESTRICTED_INTEL),
                                  64),
     PART_OF(whole, CL_MEM_HOST_WRITE_ONLY), PART_OF(whole, CL_MEM_HOST_WRITE_ONLY))

/* ---- properties ---- */

enum {
    FD = CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
    DMA_BUF = CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR,
    DEVICES = CL_MEM_DEVICE_HANDLE_LIST_KHR,
    PRIVATE_ADDRESS = 0x5000 /* CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT */
};
#define PROPERTIES(...) ((const cl_mem_properties[12]){ __VA_ARGS__ })
#define SPECIAL_OF(in, size, flags, host, ...)                                                     \
    layer->clCreateBufferWithProperties(in, PROPERTIES(__VA_ARGS__), flags, size, host, NULL)
#define SPECIAL(...)       SPECIAL_OF(a_context(), 64, 0, NULL, __VA_ARGS__)
#define ADDRESS_OF(device) (uintptr_t) device

PAIR(BUFFER_SIZE_UNWANTED, , SPECIAL_OF(a_context(), 1, 0, NULL, ANDROID_BUFFER, 16),
     SPECIAL_OF(a_context(), 0, 0, NULL, ANDROID_BUFFER, 16))
PAIR(BUFFER_SIZE_ZERO, , SPECIAL_OF(a_context(), 0, 0, NULL, FD, 3),
     SPECIAL_OF(a_context(), 1, 0, NULL, FD, 3))
PAIR(PROPERTY_VALUE, , SPECIAL(FD, (cl_mem_properties)-1), SPECIAL(FD, 0))
PAIR(PROPERTY_VALUE, , SPECIAL(DMA_BUF, (cl_mem_properties)-1), SPECIAL(DMA_BUF, 0))
PAIR(PROPERTY_TWICE, , SPECIAL(PRIVATE_ADDRESS, 1, PRIVATE_ADDRESS, 1), SPECIAL(PRIVATE_ADDRESS, 1))
PAIR(EXTERNAL_HANDLE_MISSING, , SPECIAL(DEVICES, ADDRESS_OF(gpu[0]), 0),
     SPECIAL(DEVICES, ADDRESS_OF(gpu[0]), 0, FD, 3))
PAIR(EXTERNAL_HANDLES, , SPECIAL(FD, 3, DMA_BUF, 4), SPECIAL(FD, 3))
PAIR(EXTERNAL_DEVICE, , SPECIAL(FD, 3, DEVICES, ADDRESS_OF(gpu[1]), 0),
     SPECIAL(FD, 3, DEVICES, ADDRESS_OF(gpu[0]), 0))
PAIR_REFUSED(EXTERNAL_DEVICE_IMPORT, CL_INVALID_DEVICE, , SPECIAL(DMA_BUF, 3), SPECIAL(FD, 3))
PAIR_REFUSED(EXTERNAL_DEVICE_IMPORT, CL_INVALID_DEVICE,
             if (!wrong)
                 fails(NULL, CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR, CL_INVALID_VALUE),
             SPECIAL(DMA_BUF, 3), SPECIAL(DMA_BUF, 3))
/* The properties of cl_intel_mem_channel_property and the like are known. */
PAIR_REFUSED(PROPERTY_NAME, CL_INVALID_PROPERTY, , SPECIAL(0x4000, 1),
             SPECIAL(CL_MEM_CHANNEL_INTEL, 1, CL_MEM_ALLOC_FLAGS_INTEL, 0))
PAIR_REFUSED(EXTERNAL_DEVICE_IMPORT, CL_INVALID_DEVICE,
             SAYS(gpu[1], CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR, cl_uint, DMA_BUF),
             SPECIAL_OF(both_context(), 64, 0, NULL, FD, 3, DEVICES, ADDRESS_OF(gpu[1]), 0),
             SPECIAL_OF(both_context(), 64, 0, NULL, FD, 3, DEVICES, ADDRESS_OF(gpu[0]), 0))
PAIR(EXTERNAL_HOST_POINTER, , SPECIAL_OF(a_context(), 64, CL_MEM_COPY_HOST_PTR, HOST_BYTES, FD, 3),
     SPECIAL_OF(a_context(), 64, CL_MEM_COPY_HOST_PTR, HOST_BYTES, PRIVATE_ADDRESS, 1))
PAIR(EXTERNAL_HOST_POINTER, , SPECIAL_OF(a_context(), 64, CL_MEM_ALLOC_HOST_PTR, NULL, FD, 3),
     SPECIAL_OF(a_context(), 64, CL_MEM_READ_ONLY, NULL, FD, 3))
PAIR_WHERE(DEVICE_ADDRESS_UNSUPPORTED, CL_INVALID_OPERATION, lacks("cl_ext_buffer_device_address"),
           SPECIAL(PRIVATE_ADDRESS, 1))
PAIR_REFUSED(DEVICE_ADDRESS_UNSUPPORTED, CL_INVALID_OPERATION,
             lacks("cl_ext_buffer_device_address"), SPECIAL(PRIVATE_ADDRESS, 1), SPECIAL(FD, 3))

static cl_ulong answer_bytes[8];
#define ASK(mem, name) layer->clGetMemObjectInfo(mem, name, sizeof answer_bytes, answer_bytes, NULL)
#define ASK_IMAGE(name)                                                                            \
    layer->clGetImageInfo(an_image(), name, sizeof answer_bytes, answer_bytes, NULL)
#define FAILING(name, error) fails(NULL, name, error)
PAIR(DEVICE_ADDRESS_NONE, FAILING(0x5001, CL_INVALID_OPERATION), ASK(a_buffer(), 0x5001),
     ASK(a_buffer(), CL_MEM_SIZE))
PAIR(RESOURCE_OTHER, FAILING(CL_MEM_D3D10_RESOURCE_KHR, CL_INVALID_D3D10_RESOURCE_KHR),
     ASK(a_buffer(), CL_MEM_D3D10_RESOURCE_KHR), ASK(a_buffer(), CL_MEM_SIZE))
PAIR(RESOURCE_OTHER, FAILING(CL_MEM_D3D11_RESOURCE_KHR, CL_INVALID_D3D11_RESOURCE_KHR),
     ASK(a_buffer(), CL_MEM_D3D11_RESOURCE_KHR), ASK(a_buffer(), CL_MEM_SIZE))
PAIR(RESOURCE_OTHER, FAILING(CL_MEM_DX9_MEDIA_SURFACE_INFO_KHR, CL_INVALID_DX9_MEDIA_SURFACE_KHR),
     ASK(a_buffer(), CL_MEM_DX9_MEDIA_SURFACE_INFO_KHR), ASK(a_buffer(), CL_MEM_SIZE))
PAIR(RESOURCE_OTHER, FAILING(CL_IMAGE_D3D10_SUBRESOURCE_KHR, CL_INVALID_D3D10_RESOURCE_KHR),
     ASK_IMAGE(CL_IMAGE_D3D10_SUBRESOURCE_KHR), ASK_IMAGE(CL_IMAGE_WIDTH))
PAIR(RESOURCE_OTHER, FAILING(CL_IMAGE_D3D11_SUBRESOURCE_KHR, CL_INVALID_D3D11_RESOURCE_KHR),
     ASK_IMAGE(CL_IMAGE_D3D11_SUBRESOURCE_KHR), ASK_IMAGE(CL_IMAGE_WIDTH))
PAIR(RESOURCE_OTHER, FAILING(CL_IMAGE_DX9_MEDIA_PLANE_KHR, CL_INVALID_DX9_MEDIA_SURFACE_KHR),
     ASK_IMAGE(CL_IMAGE_DX9_MEDIA_PLANE_KHR), ASK_IMAGE(CL_IMAGE_WIDTH))

/* ---- memory of other APIs in commands ---- */

#define EXTERNAL                                                                                   \
    cl_mem external = SPECIAL(FD, 3);                                                              \
    says(external, CL_MEM_PROPERTIES, PROPERTIES(FD, 3), 3 * sizeof(cl_mem_properties));           \
    says(a_buffer(), CL_MEM_PROPERTIES, NULL, 0)
#define PROPERTIES_OF(...)                                                                         \
    says(a_buffer(), CL_MEM_PROPERTIES, PROPERTIES(__VA_ARGS__), sizeof(cl_mem_properties[5]))
#define ACQUIRE_ON(queue, mem)                                                                     \
    EXTENSION(clEnqueueAcquireExternalMemObjectsKHR)                                               \
    (queue, 1, (const cl_mem[]){ mem }, 0, NULL, NULL)
PAIR_REFUSED(EXTERNAL_MEM_OTHER, CL_INVALID_MEM_OBJECT, EXTERNAL, ACQUIRE_ON(a_queue(), a_buffer()),
             ACQUIRE_ON(a_queue(), external))
PAIR_REFUSED(EXTERNAL_MEM_OTHER, CL_INVALID_MEM_OBJECT,
             PROPERTIES_OF(wrong ? PRIVATE_ADDRESS : 0x4000, 1), ACQUIRE_ON(a_queue(), a_buffer()),
             ACQUIRE_ON(a_queue(), a_buffer()))
PAIR_REFUSED(EXTERNAL_MEM_OTHER, CL_INVALID_MEM_OBJECT, PROPERTIES_OF(0);
             if (!wrong) fails(a_buffer(), CL_MEM_PROPERTIES, CL_INVALID_VALUE),
             ACQUIRE_ON(a_queue(), a_buffer()), ACQUIRE_ON(a_queue(), a_buffer()))
PAIR_REFUSED(EXTERNAL_QUEUE_DEVICE, CL_INVALID_COMMAND_QUEUE,
             PROPERTIES_OF(DEVICES, ADDRESS_OF(gpu[wrong]), ADDRESS_OF(gpu[1])),
             ACQUIRE_ON(a_queue(), a_buffer()), ACQUIRE_ON(a_queue(), a_buffer()))
PAIR_REFUSED(EXTERNAL_QUEUE_DEVICE, CL_INVALID_COMMAND_QUEUE,
             cl_mem external = SPECIAL_OF(both_context(), 64, 0, NULL, FD, 3, DEVICES,
                                          ADDRESS_OF(gpu[1]), 0);
             says(external, CL_MEM_PROPERTIES, PROPERTIES(FD, 3, DEVICES, ADDRESS_OF(gpu[1]), 0),
                  6 * sizeof(cl_mem_properties)),
             ACQUIRE_ON(queue_with(both_context(), gpu[0], 0), external),
             ACQUIRE_ON(queue_with(both_context(), gpu[1], 0), external))
PAIR(EXTERNAL_QUEUE_DEVICE, EXTERNAL, ACQUIRE_ON(queue_with(both_context(), gpu[1], 0), external),
     ACQUIRE_ON(queue_with(both_context(), gpu[0], 0), external))

/* ---- parts of buffers ---- */

/* The first device needs an alignment of 16 bytes, the second one of 32. */
#define ALIGNED                                                                                    \
    SAYS(gpu[1], CL_DEVICE_MEM_BASE_ADDR_ALIGN, cl_uint, 256);                                     \
    cl_mem whole = layer->clCreateBuffer(both_context(), 0, 256, NULL, NULL);                      \
    cl_mem part = part_of(whole, 16)
static cl_mem part_of(cl_mem whole, size_t origin)
{
    const cl_buffer_region region = { origin, 16 };
    return layer->clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
}
#define FILL_PART(number)                                                                          \
    layer->clEnqueueFillBuffer(queue_with(both_context(), gpu[number], 0), part, "x", 1, 0, 16, 0, \
                               NULL, NULL)
PAIR(SUB_BUFFER_MISALIGNED, ALIGNED, FILL_PART(1), FILL_PART(0))
PAIR(SUB_BUFFER_ALIGNMENT, WANTS(15, 16), part_of(a_buffer(), 15), part_of(a_buffer(), 16))
PAIR(SUB_BUFFER_ALIGNMENT, if (!wrong) SAYS(NULL, CL_DEVICE_MEM_BASE_ADDR_ALIGN, cl_uint, 0),
     part_of(a_buffer(), 17), part_of(a_buffer(), 17))
PAIR(SUB_BUFFER_RANGE, WANTS(64, 16, 64), part_of(a_buffer(), 64), part_of(a_buffer(), 48))

/* ---- pipes ---- */

#define PIPE(flags, packet, packets, properties)                                                   \
    layer->clCreatePipe(a_context(), flags, packet, packets, properties, NULL)
static const cl_pipe_properties of_pipe[] = { 0 };
PAIR(PIPE_FLAGS, , PIPE(CL_MEM_READ_ONLY, 4, 4, NULL), PIPE(CL_MEM_READ_WRITE, 4, 4, NULL))
PAIR(PIPE_FLAGS, , PIPE(CL_MEM_HOST_READ_ONLY, 4, 4, NULL), PIPE(CL_MEM_HOST_NO_ACCESS, 4, 4, NULL))
PAIR_REFUSED(PIPE_FLAGS, CL_INVALID_VALUE, , PIPE(1u << 30, 4, 4, NULL), PIPE(0, 4, 4, NULL))
PAIR(PIPE_PROPERTIES, , PIPE(0, 4, 4, of_pipe), PIPE(0, 4, 4, NULL))
PAIR(PIPE_SIZE_ZERO, , PIPE(0, 0, 4, NULL), PIPE(0, 1, 4, NULL))
PAIR(PIPE_SIZE_ZERO, , PIPE(0, 4, 0, NULL), PIPE(0, 4, 1, NULL))
PAIR_REFUSED(PIPE_SIZE_LIMIT, CL_INVALID_PIPE_SIZE, , PIPE(0, 65, 4, NULL), PIPE(0, 64, 4, NULL))
#define PIPE_INFO(mem)                                                                             \
    layer->clGetPipeInfo(mem, CL_PIPE_PACKET_SIZE, sizeof answer_bytes, answer_bytes, NULL)
#define A_PIPE                                                                                     \
    SAYS(NULL, CL_PIPE_PACKET_SIZE, cl_uint, 4);                                                   \
    cl_mem pipe = PIPE(0, 4, 4, NULL)
#define FILL_ANY(mem) layer->clEnqueueFillBuffer(a_queue(), mem, "x", 1, 0, 1, 0, NULL, NULL)
#define FILL_IMAGE(image)                                                                          \
    layer->clEnqueueFillImage(a_queue(), image, answer_bytes, origin_0, region_1, 0, NULL, NULL)
static const size_t origin_0[3], region_1[3] = { 1, 1, 1 };
PAIR(MEM_NOT_PIPE, A_PIPE, PIPE_INFO(an_image()), PIPE_INFO(pipe))
PAIR(MEM_NOT_BUFFER, A_PIPE, FILL_ANY(pipe), FILL_ANY(a_buffer()))
PAIR(MEM_NOT_IMAGE, A_PIPE, FILL_IMAGE(pipe), FILL_IMAGE(an_image()))
PAIR_WHERE(PIPES_UNSUPPORTED, CL_SUCCESS, SAYS(NULL, CL_DEVICE_PIPE_SUPPORT, cl_bool, CL_FALSE),
           PIPE(0, 4, 4, NULL))
PAIR(MEM_IS_PIPE, ,
     layer->clEnqueueUnmapMemObject(a_queue(), PIPE(0, 4, 4, NULL), NULL, 0, NULL, NULL),
     layer->clEnqueueUnmapMemObject(a_queue(), a_buffer(),
                                    layer->clEnqueueMapBuffer(a_queue(), a_buffer(), 1, CL_MAP_READ,
                                                              0, 64, 0, NULL, NULL, NULL),
                                    0, NULL, NULL))

/* ---- commands ---- */

#define MAP(flags)                                                                                 \
    layer->clEnqueueMapBuffer(a_queue(), a_buffer(), 1, flags, 0, 64, 0, NULL, NULL, NULL)
PAIR_REFUSED(MAP_FLAGS_UNKNOWN, CL_INVALID_VALUE, , MAP(0), MAP(CL_MAP_READ))
PAIR_REFUSED(MAP_FLAGS_UNKNOWN, CL_INVALID_VALUE, , MAP(8), MAP(CL_MAP_WRITE_INVALIDATE_REGION))
#define FILL(offset, size)                                                                         \
    layer->clEnqueueFillBuffer(a_queue(), a_buffer(), "x", 1, offset, size, 0, NULL, NULL)
PAIR(BUFFER_RANGE, , FILL(0, 65), FILL(0, 64))
PAIR(BUFFER_RANGE, WANTS(64, 1, 65, 64), FILL(64, 1), FILL(63, 1))
PAIR(BUFFER_RANGE, , FILL(SIZE_MAX, 2), FILL(62, 2))
static const char pattern[256];
#define PATTERN(bytes_of_it, offset, size)                                                         \
    layer->clEnqueueFillBuffer(a_queue(), a_buffer(), pattern, bytes_of_it, offset, size, 0, NULL, \
                               NULL)
PAIR(PATTERN_SIZE, , PATTERN(0, 0, 0), PATTERN(1, 0, 1))
PAIR(PATTERN_SIZE, , PATTERN(3, 0, 48), PATTERN(4, 0, 48))
PAIR(PATTERN_SIZE, , PATTERN(256, 0, 0), PATTERN(128, 0, 0))
PAIR(FILL_ALIGNMENT, , PATTERN(4, 2, 4), PATTERN(4, 4, 4))
PAIR(FILL_SIZE, , PATTERN(4, 0, 6), PATTERN(4, 0, 8))
PAIR_REFUSED(COMMAND_SIZE_ZERO, CL_INVALID_VALUE, , FILL(0, 0), FILL(0, 1))
PAIR(BUFFER_SIZE_ZERO, , CREATE_BUFFER(0, 0), CREATE_BUFFER(0, 1))
PAIR_REFUSED(BUFFER_SIZE_LIMIT, CL_INVALID_BUFFER_SIZE, , CREATE_BUFFER(0, 4097),
             CREATE_BUFFER(0, 4096))
/* One device is enough for a buffer, so the largest limit counts. */
PAIR_REFUSED(BUFFER_SIZE_LIMIT, CL_INVALID_BUFFER_SIZE,
             SAYS(gpu[0], CL_DEVICE_MAX_MEM_ALLOC_SIZE, cl_ulong, 100);
             SAYS(gpu[1], CL_DEVICE_MAX_MEM_ALLOC_SIZE, cl_ulong, 200);
             WANTS(200), layer->clCreateBuffer(both_context(), 0, 201, NULL, NULL),
             layer->clCreateBuffer(both_context(), 0, 200, NULL, NULL))

/* Returns a buffer of 64 bytes that has the address of a released one, which a command has used. */
static cl_mem buffer_again(size_t size)
{
    cl_mem mem = CREATE_BUFFER(0, size);
    layer->clEnqueueFillBuffer(a_queue(), mem, "x", 1, 0, 1, 0, NULL, NULL);
    layer->clFinish(a_queue());
    layer->clReleaseMemObject(mem);
    object_again(mem);
    return CREATE_BUFFER(0, 64);
}
PAIR(BUFFER_RANGE, cl_mem mem = buffer_again(wrong ? 65 : 32),
     layer->clEnqueueFillBuffer(a_queue(), mem, "x", 1, 0, 65, 0, NULL, NULL),
     layer->clEnqueueFillBuffer(a_queue(), mem, "x", 1, 0, 64, 0, NULL, NULL))

#define MIGRATE_MEMS(count, list)                                                                  \
    layer->clEnqueueMigrateMemObjects(a_queue(), count, list, 0, 0, NULL, NULL)
PAIR(MIGRATION_NONE, cl_mem mem = a_buffer(), MIGRATE_MEMS(0, &mem), MIGRATE_MEMS(1, &mem))
PAIR(MIGRATION_NONE, cl_mem mem = a_buffer(), MIGRATE_MEMS(1, NULL), MIGRATE_MEMS(1, &mem))

#if SIZE_MAX > UINT32_MAX
/* Half of a handle, as an int that is negative. */
#define AT_NEGATIVE                                                                                \
    object_again(mmap((void *)0x1234f0001000, 4096, PROT_READ | PROT_WRITE,                        \
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0));                            \
    cl_mem mem = CREATE_BUFFER(0, 64)
#define RETAIN_HALF layer->clRetainMemObject((cl_mem)(intptr_t)(int32_t)(uintptr_t)mem)
PAIR(HANDLE_HALF, AT_NEGATIVE, RETAIN_HALF, layer->clRetainMemObject(mem))
PAIR(HANDLE_UNKNOWN, AT_NEGATIVE;
     layer->clReleaseMemObject(mem), RETAIN_HALF, layer->clRetainMemObject(a_buffer()))
#endif

/* ---- rectangles ---- */

#define SIZES(...) ((const size_t[3]){ __VA_ARGS__ })
/* Reads 4 bytes of 2 rows in 2 slices into a large enough host memory. */
#define RECT(origin, row, slice, host_row, host_slice)                                             \
    layer->clEnqueueReadBufferRect(a_queue(), written(), 1, origin, SIZES(0), SIZES(4, 2, 2), row, \
                                   slice, host_row, host_slice, bytes, 0, NULL, NULL)
static cl_mem written(void)
{
    return COPIED(0);
}
static cl_mem written_once(void)
{
    static cl_mem mem;
    if (!mem) mem = written();
    return mem;
}
PAIR(RECT_RANGE, WANTS(65, 64, 4, 8), RECT(SIZES(49), 0, 0, 0, 0), RECT(SIZES(48), 0, 0, 0, 0))
PAIR(RECT_RANGE, , RECT(SIZES(0, 0, 7), 0, 0, 0, 0), RECT(SIZES(0, 0, 6), 0, 0, 0, 0))
PAIR(RECT_RANGE, , RECT(SIZES(1), 20, 40, 0, 0), RECT(SIZES(0), 20, 40, 0, 0))
PAIR(RECT_ROW_PITCH, WANTS(3, 4), RECT(SIZES(0), 3, 6, 0, 0), RECT(SIZES(0), 4, 8, 0, 0))
PAIR(RECT_ROW_PITCH, , RECT(SIZES(0), 0, 0, 3, 6), RECT(SIZES(0), 0, 0, 4, 8))
PAIR(RECT_SLICE_PITCH, , RECT(SIZES(0), 4, 4, 0, 0), RECT(SIZES(0), 4, 8, 0, 0))
PAIR(RECT_SLICE_PITCH, WANTS(8, 2, 8), RECT(SIZES(0), 0, 0, 8, 8), RECT(SIZES(0), 0, 0, 8, 16))
/* A pitch that is too short is not said to be uneven, besides. */
PAIR(RECT_SLICE_PITCH, , RECT(SIZES(0), 4, 6, 0, 0), RECT(SIZES(0), 4, 8, 0, 0))
PAIR(RECT_SLICE_PITCH_ROWS, , RECT(SIZES(0), 4, 9, 0, 0), RECT(SIZES(0), 4, 12, 0, 0))
PAIR(RECT_SLICE_PITCH_ROWS, , RECT(SIZES(0), 0, 0, 8, 17), RECT(SIZES(0), 0, 0, 8, 24))

PAIR(RECT_NULL, ,
     layer->clEnqueueReadBufferRect(a_queue(), written(), 1, SIZES(0), SIZES(0), NULL, 0, 0, 0, 0,
                                    bytes, 0, NULL, NULL),
     RECT(SIZES(0), 0, 0, 0, 0))
/* COPY() copies 16 bytes within one buffer, COPY_RECT() 4 bytes in 2 rows. */
#define COPY(from, to)                                                                             \
    layer->clEnqueueCopyBuffer(a_queue(), written_once(), written_once(), from, to, 16, 0, NULL,   \
                               NULL)
PAIR(COPY_OVERLAP, , COPY(0, 15), COPY(0, 16))
PAIR(COPY_OVERLAP, , COPY(31, 16), COPY(32, 16))
#define COPY_RECT(to, row, slice, to_row, to_slice)                                                \
    layer->clEnqueueCopyBufferRect(a_queue(), written_once(), written_once(), SIZES(0), to,        \
                                   SIZES(4, 2, 1), row, slice, to_row, to_slice, 0, NULL, NULL)
PAIR(COPY_OVERLAP, , COPY_RECT(SIZES(3), 8, 0, 8, 0), COPY_RECT(SIZES(4), 8, 0, 8, 0))
PAIR(COPY_OVERLAP, , COPY_RECT(SIZES(0, 1), 8, 0, 8, 0), COPY_RECT(SIZES(0, 2), 8, 0, 8, 0))
PAIR(RECT_PITCHES_DIFFER, WANTS(8, 4), COPY_RECT(SIZES(32), 8, 16, 4, 16),
     COPY_RECT(SIZES(32), 8, 16, 8, 16))
PAIR(RECT_PITCHES_DIFFER, , COPY_RECT(SIZES(32), 8, 16, 8, 24), COPY_RECT(SIZES(32), 8, 16, 8, 0))
#define COPY_SVM(from, to)                                                                         \
    layer->clEnqueueSVMMemcpy(a_queue(), 1, some_svm() + (to), some_svm() + (from), 16, 0, NULL,   \
                              NULL)
PAIR(COPY_OVERLAP, , COPY_SVM(0, 15), COPY_SVM(0, 16))
PAIR(COPY_OVERLAP, , COPY_SVM(16, 1), COPY_SVM(16, 0))
#define MAP_AT(begin, size, flags)                                                                 \
    layer->clEnqueueMapBuffer(a_queue(), a_buffer(), 1, flags, begin, size, 0, NULL, NULL, NULL)
#define MAPPED MAP_AT(16, 16, CL_MAP_WRITE)
PAIR(MAP_OVERLAP, MAPPED, MAP_AT(31, 16, CL_MAP_WRITE), MAP_AT(32, 16, CL_MAP_WRITE))
PAIR(MAP_OVERLAP, MAPPED, MAP_AT(0, 17, CL_MAP_WRITE), MAP_AT(0, 16, CL_MAP_WRITE))
PAIR(MAP_OVERLAP, MAPPED;
     MAP_AT(48, 16, CL_MAP_WRITE), MAP_AT(48, 16, CL_MAP_WRITE), MAP_AT(32, 16, CL_MAP_WRITE))
PAIR(MAP_OVERLAP, MAPPED, MAP_AT(16, 16, CL_MAP_READ | CL_MAP_WRITE), MAP_AT(16, 16, CL_MAP_READ))
PAIR(MAP_OVERLAP, MAPPED, MAP_AT(16, 16, CL_MAP_WRITE_INVALIDATE_REGION),
     MAP_AT(32, 16, CL_MAP_WRITE_INVALIDATE_REGION))
PAIR(MAP_OVERLAP, MAP_AT(16, 16, wrong ? CL_MAP_WRITE_INVALIDATE_REGION : CL_MAP_READ),
     MAP_AT(16, 16, CL_MAP_WRITE), MAP_AT(16, 16, CL_MAP_WRITE))
/* The driver leaves the event as it is. */
static cl_event marked(void)
{
    cl_event event = NULL;
    layer->clEnqueueMarkerWithWaitList(a_queue(), 0, NULL, &event);
    return event;
}
#define MAP_LATER                                                                                  \
    cl_event of_map = marked();                                                                    \
    cl_event other = marked();                                                                     \
    void *mapped = layer->clEnqueueMapBuffer(a_queue(), a_buffer(), CL_FALSE, CL_MAP_READ, 0, 64,  \
                                             0, NULL, &of_map, NULL)
#define UNMAP(event)                                                                               \
    layer->clEnqueueUnmapMemObject(a_queue(), a_buffer(), mapped, 1, &(event), NULL)
PAIR(MAP_NOT_AWAITED, MAP_LATER, UNMAP(other), UNMAP(of_map))
PAIR(MAP_SIZE_ZERO, , MAP_AT(0, 0, CL_MAP_READ), MAP_AT(0, 1, CL_MAP_READ))
/* A part of the buffer keeps it, and what is mapped. */
PAIR(MEM_RELEASED_MAPPED, cl_mem mem = CREATE_BUFFER(0, 64);
     layer->clEnqueueMapBuffer(a_queue(), mem, 1, CL_MAP_READ, 0, 64, 0, NULL, NULL, NULL);
     if (!wrong) part_of(mem, 16), layer->clReleaseMemObject(mem), layer->clReleaseMemObject(mem))
PAIR(BUFFER_RANGE, , MAP_AT(0, 65, CL_MAP_READ), MAP_AT(0, 64, CL_MAP_READ))
#define MIGRATE(bytes)                                                                             \
    layer->clEnqueueSVMMigrateMem(a_queue(), 1, (const void *[]){ some_svm() },                    \
                                  (const size_t[]){ bytes }, 0, 0, NULL, NULL)
PAIR(SVM_MIGRATION_RANGE, , MIGRATE(65), MIGRATE(64))
PAIR(SUB_BUFFER_RANGE, , part_of(a_buffer(), 1 << 20), part_of(a_buffer(), 0))

PAIR(HOST_POINTER_SVM_SIZE, ,
     layer->clCreateBuffer(a_context(), CL_MEM_USE_HOST_PTR, 65, some_svm(), NULL),
     layer->clCreateBuffer(a_context(), CL_MEM_USE_HOST_PTR, 64, some_svm(), NULL))

/* ---- shared virtual memory ---- */

#define SVM(flags, size, alignment) layer->clSVMAlloc(a_context(), flags, size, alignment)
#define CAN(capabilities)           SAYS(NULL, CL_DEVICE_SVM_CAPABILITIES, cl_ulong, capabilities)
#define COARSE                      CAN(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER)
#define NO_SVM                      CAN(0)
#define FINE                        CL_MEM_SVM_FINE_GRAIN_BUFFER
#define ATOMICS                     CL_MEM_SVM_ATOMICS

/* If clSVMAlloc fails, the driver returns NULL. */
enum { NO_MEMORY = CL_OUT_OF_HOST_MEMORY };
PAIR_WHERE(SVM_UNSUPPORTED, NO_MEMORY, NO_SVM, SVM(0, 64, 0))
PAIR_WHERE(SVM_UNSUPPORTED, CL_SUCCESS, NO_SVM,
           layer->clEnqueueSVMMemFill(a_queue(), some_svm(), "x", 1, 64, 0, NULL, NULL))
PAIR_WHERE(SVM_CAPABILITY, NO_MEMORY, COARSE, SVM(FINE, 64, 0))
PAIR_REFUSED(SVM_CAPABILITY, NO_MEMORY,
             CAN(wrong ? CL_DEVICE_SVM_COARSE_GRAIN_BUFFER : CL_DEVICE_SVM_FINE_GRAIN_BUFFER),
             SVM(FINE, 64, 0), SVM(FINE, 64, 0))
PAIR_REFUSED(SVM_CAPABILITY, NO_MEMORY,
             CAN(CL_DEVICE_SVM_FINE_GRAIN_BUFFER | (wrong ? 0 : CL_DEVICE_SVM_ATOMICS)),
             SVM(FINE | ATOMICS, 64, 0), SVM(FINE | ATOMICS, 64, 0))
PAIR_FAILS(SVM_NO_MEMORY, NO_MEMORY, COARSE, SVM(0, 64, 0))
PAIR_REFUSED(SVM_SIZE_LIMIT, NO_MEMORY, , SVM(0, 4097, 0), SVM(0, 4096, 0))
/* All devices of the context have the memory, so the smallest limit counts. */
PAIR_REFUSED(SVM_SIZE_LIMIT, NO_MEMORY, SAYS(gpu[0], CL_DEVICE_MAX_MEM_ALLOC_SIZE, cl_ulong, 100);
             SAYS(gpu[1], CL_DEVICE_MAX_MEM_ALLOC_SIZE, cl_ulong, 200),
             layer->clSVMAlloc(both_context(), 0, 101, 0),
             layer->clSVMAlloc(both_context(), 0, 100, 0))
PAIR(SVM_SIZE_ZERO, , SVM(0, 0, 0), SVM(0, 1, 0))
PAIR(SVM_ALIGNMENT, , SVM(0, 64, 3), SVM(0, 64, 4))
PAIR(SVM_ALIGNMENT, , SVM(0, 64, 127), SVM(0, 64, 128))

#define FREE(pointer) layer->clSVMFree(a_context(), pointer)
PAIR_BODY(SVM_FREED_TWICE)
{
    char *svm = some_svm();
    FREE(svm);
    if (wrong) FREE(svm);
}
PAIR_BODY(SVM_FREED_TWICE)
{
    void *svm = some_svm();
    layer->clEnqueueSVMFree(a_queue(), 1, &svm, NULL, NULL, 0, NULL, NULL);
    layer->clFinish(a_queue());
    if (wrong) layer->clEnqueueSVMFree(a_queue(), 1, &svm, NULL, NULL, 0, NULL, NULL);
}
PAIR_BODY(SVM_FREED_TWICE)
{
    void *usm = EXTENSION(clHostMemAllocINTEL)(a_context(), NULL, 64, 0, NULL);
    EXTENSION(clMemFreeINTEL)(a_context(), usm);
    if (wrong) EXTENSION(clMemFreeINTEL)(a_context(), usm);
}
PAIR(SVM_UNKNOWN, , FREE(bytes), FREE(some_svm()))
PAIR(SVM_UNKNOWN, , FREE(some_svm() + 1), FREE(some_svm()))
PAIR(SVM_UNKNOWN, void *list[] = { bytes },
     layer->clEnqueueSVMFree(a_queue(), 1, list, NULL, NULL, 0, NULL, NULL),
     layer->clEnqueueSVMFree(a_queue(), 1, (void *[]){ some_svm() }, NULL, NULL, 0, NULL, NULL))
PAIR(SVM_UNKNOWN, , EXTENSION(clMemFreeINTEL)(a_context(), some_svm()), FREE(some_svm()))
PAIR(SVM_FREED_MAPPED,
     layer->clEnqueueSVMMap(a_queue(), 1, CL_MAP_READ, some_svm(), 64, 0, NULL, NULL);
     void *mapped = some_svm(), FREE(mapped),
     layer->clEnqueueSVMFree(a_queue(), 1, &mapped, NULL, NULL, 0, NULL, NULL))
PAIR(SVM_FREED_MAPPED, extension("clMakeSomethingEXT");
     layer->clEnqueueSVMMap(a_queue(), 1, CL_MAP_READ, some_svm() + (wrong ? 63 : 64), 1, 0, NULL,
                            NULL),
     FREE(some_svm()), FREE(some_svm()))
PAIR(SVM_CONTEXT, , layer->clSVMFree(other_context(), some_svm()), FREE(some_svm()))
PAIR(HANDLE_NULL, , layer->clSVMFree(NULL, some_svm()), FREE(some_svm()))
#define SVM_FILL(offset, size)                                                                     \
    layer->clEnqueueSVMMemFill(a_queue(), some_svm() + (offset), "x", 1, size, 0, NULL, NULL)
PAIR(SVM_RANGE, WANTS(65, (uintptr_t)some_svm(), 64), SVM_FILL(0, 65), SVM_FILL(0, 64))
PAIR(SVM_RANGE, , SVM_FILL(63, 2), SVM_FILL(63, 1))

/* The fill begins after a user event, before which the program may unmap the memory. */
PAIR(SVM_MAPPED, cl_event event = layer->clCreateUserEvent(a_context(), NULL);
     cl_command_queue held = queue_with(a_context(), gpu[0], 0);
     if (!wrong) layer->clEnqueueMarkerWithWaitList(held, 1, &event, NULL);
     layer->clEnqueueSVMMap(a_queue(), 1, CL_MAP_WRITE, some_svm(), 64, 0, NULL, NULL),
     layer->clEnqueueSVMMemFill(held, some_svm(), "x", 1, 64, 0, NULL, NULL),
     layer->clEnqueueSVMMemFill(held, some_svm(), "x", 1, 64, 0, NULL, NULL))

/* A function that the layer does not know may have allocated the memory. */
#define FILL_FOREIGN layer->clEnqueueSVMMemFill(a_queue(), bytes, "x", 1, 4, 0, NULL, NULL)
PAIR(SVM_FOREIGN, COARSE; if (!wrong) extension("clMakeSomethingEXT"), FILL_FOREIGN, FILL_FOREIGN)
PAIR(SVM_FOREIGN,
     if (!wrong) SAYS(NULL, CL_DEVICE_SVM_CAPABILITIES, cl_ulong, CL_DEVICE_SVM_FINE_GRAIN_SYSTEM),
     FILL_FOREIGN, FILL_FOREIGN)

/* ---- unified shared memory ---- */

#define HOST_USM(size, alignment)                                                                  \
    EXTENSION(clHostMemAllocINTEL)(a_context(), NULL, size, alignment, NULL)
#define USM_ON(device, size, alignment)                                                            \
    EXTENSION(clDeviceMemAllocINTEL)(a_context(), device, NULL, size, alignment, NULL)
#define SHARED_USM(device, size, alignment)                                                        \
    EXTENSION(clSharedMemAllocINTEL)(a_context(), device, NULL, size, alignment, NULL)
PAIR_WHERE(USM_UNSUPPORTED, CL_INVALID_OPERATION,
           SAYS(NULL, CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, cl_ulong, 0), HOST_USM(64, 0))
PAIR_WHERE(USM_UNSUPPORTED, CL_INVALID_OPERATION,
           SAYS(NULL, CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL, cl_ulong, 0), USM_ON(gpu[0], 64, 0))
PAIR(USM_SIZE_ZERO, , HOST_USM(0, 0), HOST_USM(1, 0))
PAIR(HANDLE_UNKNOWN, , layer->clRetainMemObject(HOST_USM(64, 0)),
     layer->clRetainMemObject(a_buffer()))
PAIR(USM_SIZE_ZERO, , USM_ON(gpu[0], 0, 0), USM_ON(gpu[0], 1, 0))
PAIR(USM_SIZE_ZERO, , SHARED_USM(gpu[0], 0, 0), SHARED_USM(gpu[0], 1, 0))
PAIR_REFUSED(USM_SIZE_LIMIT, CL_INVALID_BUFFER_SIZE, , HOST_USM(4097, 0), HOST_USM(4096, 0))
PAIR(USM_ALIGNMENT, , HOST_USM(64, 3), HOST_USM(64, 4))
PAIR(USM_ALIGNMENT, , SHARED_USM(NULL, 64, 24), SHARED_USM(NULL, 64, 16))
PAIR(USM_DEVICE, , USM_ON(gpu[1], 64, 0), USM_ON(gpu[0], 64, 0))
PAIR(USM_DEVICE, , SHARED_USM(gpu[1], 64, 0), SHARED_USM(gpu[0], 64, 0))
/* An object that only a query has named is not the program's. */
PAIR_BODY(MEM_LEAKED)
{
    static char unknown;
    cl_mem made = CREATE_BUFFER(0, 64), named;
    SAYS(made, CL_MEM_ASSOCIATED_MEMOBJECT, void *, &unknown);
    layer->clGetMemObjectInfo(made, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof named, &named, NULL);
    if (!wrong) layer->clReleaseMemObject(made);
    end_world();
}
/* Nor does the program's own object at such an address count as that one. */
PAIR_BODY(MEM_RELEASED_TWICE)
{
    static cl_ulong place[512];
    cl_mem made = CREATE_BUFFER(0, 64), named;
    SAYS(made, CL_MEM_ASSOCIATED_MEMOBJECT, void *, place);
    layer->clGetMemObjectInfo(made, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof named, &named, NULL);
    object_again(place);
    named = CREATE_BUFFER(0, 64);
    layer->clReleaseMemObject(named);
    if (wrong) layer->clReleaseMemObject(named);
}
PAIR_BODY(USM_LEAKED)
{
    void *usm[8];
    for (int i = 0; i < 8; i++) usm[i] = HOST_USM(64, 0);
    for (int i = wrong; i < 8; i++) EXTENSION(clMemFreeINTEL)(a_context(), usm[i]);
    end_world();
}

/* ---- what the host may do ---- */

static char of_host[64];
#define HOSTED(flags)                                                                              \
    cl_mem mem =                                                                                   \
        layer->clCreateBuffer(a_context(), (flags) | CL_MEM_COPY_HOST_PTR, 64, of_host, NULL)
#define READ_MEM  layer->clEnqueueReadBuffer(a_queue(), mem, 1, 0, 64, of_host, 0, NULL, NULL)
#define WRITE_MEM layer->clEnqueueWriteBuffer(a_queue(), mem, 1, 0, 64, of_host, 0, NULL, NULL)
PAIR(MEM_HOST_READ, HOSTED(wrong ? CL_MEM_HOST_NO_ACCESS : CL_MEM_HOST_READ_ONLY), READ_MEM,
     READ_MEM)
PAIR(MEM_HOST_READ, HOSTED(wrong ? CL_MEM_HOST_WRITE_ONLY : 0), READ_MEM, READ_MEM)
PAIR(MEM_HOST_WRITE, HOSTED(wrong ? CL_MEM_HOST_NO_ACCESS : CL_MEM_HOST_WRITE_ONLY), WRITE_MEM,
     WRITE_MEM)
PAIR(MEM_HOST_WRITE, HOSTED(wrong ? CL_MEM_HOST_READ_ONLY : 0), WRITE_MEM, WRITE_MEM)
