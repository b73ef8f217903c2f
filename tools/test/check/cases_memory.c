/* SPDX-License-Identifier: Apache-2.0 */
/* Mistakes with buffers, images, pipes and shared virtual memory. */
#include "cases.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE = 4096 };

static char host[SIZE], other_host[SIZE];

/* Makes a buffer with content, so that the host may read it. */
static cl_mem buffer_with(const struct given *given, cl_mem_flags flags)
{
    return clCreateBuffer(given->context, flags | CL_MEM_COPY_HOST_PTR, SIZE, host, NULL);
}

static cl_mem buffer_of(const struct given *given)
{
    return buffer_with(given, CL_MEM_READ_WRITE);
}

static void release(const struct given *given, cl_mem mem)
{
    clFinish(given->queue);
    if (mem) clReleaseMemObject(mem);
}

/* ---- buffers ---- */

CALL(buffer_size_zero, "CLR-BUFFER-SIZE-ZERO",
     release(given, clCreateBuffer(given->context, 0, wrong ? 0 : 1, NULL, NULL)))

CASE(buffer_size_limit, "CLR-BUFFER-SIZE-LIMIT")
{
    cl_ulong most = 0;
    clGetDeviceInfo(given->device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL);
    release(given, clCreateBuffer(given->context, 0, wrong ? (size_t)most + 1 : SIZE, NULL, NULL));
}

/* The program's memory need not be aligned. */
CASE(host_pointer_null, "CLR-HOST-POINTER-NULL")
{
    static _Alignas(128) char memory[SIZE + 4];
    release(given, clCreateBuffer(given->context, CL_MEM_USE_HOST_PTR, SIZE,
                                  wrong ? NULL : memory + 4, NULL));
}

CALL(host_pointer_unwanted, "CLR-HOST-POINTER-UNWANTED",
     release(given, clCreateBuffer(given->context, wrong ? CL_MEM_READ_ONLY : CL_MEM_COPY_HOST_PTR,
                                   SIZE, host, NULL)))

CASE(host_pointer_svm_size, "CLR-HOST-POINTER-SVM-SIZE")
{
    void *memory = clSVMAlloc(given->context, 0, SIZE, 0);
    release(given, clCreateBuffer(given->context, CL_MEM_COPY_HOST_PTR, wrong ? SIZE + 1 : SIZE,
                                  memory, NULL));
    clSVMFree(given->context, memory);
}

CALL(mem_flags_access, "CLR-MEM-FLAGS-ACCESS",
     release(given, buffer_with(given, CL_MEM_READ_ONLY | (wrong ? CL_MEM_WRITE_ONLY : 0))))
CALL(mem_flags_host_access, "CLR-MEM-FLAGS-HOST-ACCESS",
     release(given,
             buffer_with(given, CL_MEM_HOST_READ_ONLY | (wrong ? CL_MEM_HOST_NO_ACCESS : 0))))

CASE(mem_flags_host_pointer, "CLR-MEM-FLAGS-HOST-POINTER")
{
    const cl_mem_flags flags = wrong ? CL_MEM_USE_HOST_PTR : CL_MEM_COPY_HOST_PTR;
    release(given, clCreateBuffer(given->context, CL_MEM_ALLOC_HOST_PTR | flags, SIZE, host, NULL));
}

CALL(mem_flags_unknown, "CLR-MEM-FLAGS-UNKNOWN",
     release(given, buffer_with(given, wrong ? (cl_mem_flags)1 << 40 : 0)))

CASE(property_unknown, "CLR-PROPERTY-NAME")
{
    const cl_mem_properties properties[] = { wrong ? 0x7FFF : 0, 1, 0 };
    release(given, clCreateBufferWithProperties(given->context, properties, 0, SIZE, NULL, NULL));
}

CASE(buffer_context, "CLR-MEM-CONTEXT")
{
    kept_context other = clCreateContext(NULL, 1, &given->device, NULL, NULL, NULL);
    kept_mem buffer = clCreateBuffer(wrong ? other : given->context, 0, SIZE, NULL, NULL);
    clEnqueueWriteBuffer(given->queue, buffer, CL_TRUE, 0, SIZE, host, 0, NULL, NULL);
}

CASE(buffer_read_unwritten, "CLR-BUFFER-READ-UNWRITTEN")
{
    kept_mem buffer = clCreateBuffer(given->context, 0, SIZE, NULL, NULL);
    if (!wrong) clEnqueueWriteBuffer(given->queue, buffer, CL_TRUE, 0, 1, host, 0, NULL, NULL);
    clEnqueueReadBuffer(given->queue, buffer, CL_TRUE, 0, SIZE, host, 0, NULL, NULL);
}

CASE(buffer_read_unwritten_rect, "CLR-BUFFER-READ-UNWRITTEN")
{
    const size_t origin[3] = { 0 }, region[3] = { 16, 2, 1 };
    kept_mem buffer = clCreateBuffer(given->context, CL_MEM_ALLOC_HOST_PTR, SIZE, NULL, NULL);
    void *memory = wrong ? NULL
                         : clEnqueueMapBuffer(given->queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 16, 0,
                                              NULL, NULL, NULL);
    if (memory) clEnqueueUnmapMemObject(given->queue, buffer, memory, 0, NULL, NULL);
    clEnqueueReadBufferRect(given->queue, buffer, CL_TRUE, origin, origin, region, 0, 0, 0, 0, host,
                            0, NULL, NULL);
}

/* An earlier write may still come before a read that waits. A write that fails is a mistake of its
 * own. */
CASE(buffer_read_written_is_legal, "CLR-BUFFER-RANGE")
{
    const cl_buffer_region part = { 0, 16 };
    kept_mem buffer = clCreateBuffer(given->context, 0, SIZE, NULL, NULL),
             copied = clCreateBuffer(given->context, 0, SIZE, NULL, NULL),
             in_part = clCreateBuffer(given->context, 0, SIZE, NULL, NULL),
             failed = clCreateBuffer(given->context, 0, SIZE, NULL, NULL);
    kept_mem sub = clCreateSubBuffer(in_part, 0, CL_BUFFER_CREATE_TYPE_REGION, &part, NULL);
    kept_event before = clCreateUserEvent(given->context, NULL), event = NULL;
    clEnqueueReadBuffer(given->queue, buffer, CL_FALSE, 0, SIZE, host, 1, &before, &event);
    clEnqueueReadBuffer(given->queue, buffer, CL_FALSE, 0, SIZE, other_host, 0, NULL, NULL);
    clSetUserEventStatus(before, CL_COMPLETE);
    clEnqueueCopyBuffer(given->queue, buffer, copied, 0, 0, SIZE, 0, NULL, NULL);
    clEnqueueReadBuffer(given->queue, copied, CL_TRUE, 0, SIZE, host, 0, NULL, NULL);
    clEnqueueReadBuffer(given->queue, in_part, CL_TRUE, 0, SIZE, host, 0, NULL, NULL);
    clEnqueueWriteBuffer(given->queue, failed, CL_TRUE, wrong ? SIZE : 0, SIZE, host, 0, NULL,
                         NULL);
    clEnqueueReadBuffer(given->queue, failed, CL_TRUE, 0, SIZE, host, 0, NULL, NULL);
}

/* ---- sub-buffers ---- */

static void sub_buffer(const struct given *given, cl_mem_flags flags, cl_mem_flags sub_flags,
                       size_t origin, size_t size)
{
    const cl_buffer_region region = { origin, size };
    kept_mem buffer = buffer_with(given, flags);
    release(given,
            clCreateSubBuffer(buffer, sub_flags, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL));
}

CALL(sub_buffer_access, "CLR-SUB-BUFFER-ACCESS",
     sub_buffer(given, CL_MEM_READ_ONLY, wrong ? CL_MEM_READ_WRITE : CL_MEM_READ_ONLY, 0, SIZE))
CALL(sub_buffer_host_access, "CLR-SUB-BUFFER-ACCESS",
     sub_buffer(given, CL_MEM_HOST_NO_ACCESS, wrong ? CL_MEM_HOST_READ_ONLY : CL_MEM_HOST_NO_ACCESS,
                0, SIZE))
CALL(sub_buffer_host_pointer, "CLR-SUB-BUFFER-HOST-POINTER",
     sub_buffer(given, 0, wrong ? CL_MEM_ALLOC_HOST_PTR : 0, 0, SIZE))
CALL(sub_buffer_range, "CLR-SUB-BUFFER-RANGE", sub_buffer(given, 0, 0, SIZE / 2, SIZE / 2 + wrong))
CALL(sub_buffer_range_huge, "CLR-SUB-BUFFER-RANGE",
     sub_buffer(given, 0, 0, SIZE / 2, wrong ? SIZE_MAX - 100 : 100))
CALL(sub_buffer_size_zero, "CLR-SUB-BUFFER-SIZE-ZERO", sub_buffer(given, 0, 0, 0, !wrong))

CASE(sub_buffer_alignment, "CLR-SUB-BUFFER-ALIGNMENT")
{
    cl_uint bits = 0;
    clGetDeviceInfo(given->device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL);
    sub_buffer(given, 0, 0, wrong ? bits / 16 : bits / 8, 16);
}

CASE(sub_buffer_of_sub_buffer, "CLR-SUB-BUFFER-PARENT")
{
    const cl_buffer_region region = { 0, SIZE / 2 };
    kept_mem buffer = buffer_of(given);
    kept_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
    release(given, clCreateSubBuffer(wrong ? part : buffer, 0, CL_BUFFER_CREATE_TYPE_REGION,
                                     &region, NULL));
}

CASE(sub_buffer_type, "CLR-SUB-BUFFER-TYPE")
{
    const cl_buffer_region region = { 0, SIZE / 2 };
    kept_mem buffer = buffer_of(given);
    release(given,
            clCreateSubBuffer(buffer, 0, wrong ? 0 : CL_BUFFER_CREATE_TYPE_REGION, &region, NULL));
}

CASE(sub_buffer_info, "CLR-SUB-BUFFER-INFO")
{
    const cl_buffer_region region = { 0, SIZE / 2 };
    kept_mem buffer = buffer_of(given);
    release(given, clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION,
                                     wrong ? NULL : &region, NULL));
}

/* ---- reading, writing, copying ---- */

CASE(read_range, "CLR-BUFFER-RANGE")
{
    kept_mem buffer = buffer_of(given);
    clEnqueueReadBuffer(given->queue, buffer, CL_TRUE, SIZE / 2 + wrong, SIZE / 2, host, 0, NULL,
                        NULL);
}

CASE(write_range_wraps, "CLR-BUFFER-RANGE")
{
    kept_mem buffer = buffer_of(given);
    clEnqueueWriteBuffer(given->queue, buffer, CL_TRUE, wrong ? SIZE_MAX : SIZE - 1, 1, host, 0,
                         NULL, NULL);
}

/* Most drivers refuse the size 0. */
CASE_ON("oclgrind", read_nothing, "CLR-TRANSFER-NOTHING")
{
    kept_mem buffer = buffer_of(given);
    clEnqueueReadBuffer(given->queue, buffer, CL_TRUE, wrong ? SIZE : 0, wrong ? 0 : SIZE, host, 0,
                        NULL, NULL);
}

/* The program swaps two arguments. */
CASE(read_boolean, "CLR-BOOLEAN")
{
    kept_mem buffer = buffer_of(given);
    clEnqueueReadBuffer(given->queue, buffer, wrong ? SIZE : CL_TRUE, wrong ? CL_TRUE : 0,
                        SIZE - CL_TRUE, host, 0, NULL, NULL);
    clFinish(given->queue);
}

CASE(read_pointer_null, "CLR-POINTER-NULL")
{
    kept_mem buffer = buffer_of(given);
    clEnqueueReadBuffer(given->queue, buffer, CL_TRUE, 0, SIZE, wrong ? NULL : host, 0, NULL, NULL);
}

CASE(read_forbidden, "CLR-MEM-HOST-READ")
{
    kept_mem buffer = buffer_with(given, wrong ? CL_MEM_HOST_WRITE_ONLY : CL_MEM_HOST_READ_ONLY);
    clEnqueueReadBuffer(given->queue, buffer, CL_TRUE, 0, SIZE, host, 0, NULL, NULL);
}

CASE(write_forbidden, "CLR-MEM-HOST-WRITE")
{
    kept_mem buffer = buffer_with(given, wrong ? CL_MEM_HOST_NO_ACCESS : CL_MEM_HOST_WRITE_ONLY);
    clEnqueueWriteBuffer(given->queue, buffer, CL_TRUE, 0, SIZE, host, 0, NULL, NULL);
}

CASE(wait_list_length, "CLR-WAIT-LIST-LENGTH")
{
    kept_mem buffer = buffer_of(given);
    clEnqueueReadBuffer(given->queue, buffer, CL_TRUE, 0, SIZE, host, wrong ? 1 : 0, NULL, NULL);
}

CASE(wait_list_empty, "CLR-WAIT-LIST-LENGTH")
{
    kept_mem buffer = buffer_of(given);
    cl_event list[1];
    clEnqueueWriteBuffer(given->queue, buffer, CL_TRUE, 0, SIZE, host, 0, NULL, list);
    clEnqueueReadBuffer(given->queue, buffer, CL_TRUE, 0, SIZE, host, wrong ? 0 : 1, list, NULL);
    clReleaseEvent(list[0]);
}

CASE(wait_list_context, "CLR-EVENT-CONTEXT")
{
    kept_context other = clCreateContext(NULL, 1, &given->device, NULL, NULL, NULL);
    kept_event event = clCreateUserEvent(wrong ? other : given->context, NULL);
    kept_mem buffer = buffer_of(given);
    clSetUserEventStatus(event, CL_COMPLETE);
    clEnqueueReadBuffer(given->queue, buffer, CL_TRUE, 0, SIZE, host, 1, &event, NULL);
}

CASE(copy_range, "CLR-BUFFER-RANGE")
{
    kept_mem from = buffer_of(given), to = buffer_of(given);
    clEnqueueCopyBuffer(given->queue, from, to, 0, wrong, SIZE, 0, NULL, NULL);
}

CASE(copy_overlap, "CLR-COPY-OVERLAP")
{
    kept_mem buffer = buffer_of(given);
    clEnqueueCopyBuffer(given->queue, buffer, buffer, 0, wrong ? 99 : 100, 100, 0, NULL, NULL);
}

/* The second part begins inside the first one, or right behind it. */
CASE(copy_overlap_sub_buffers, "CLR-COPY-OVERLAP")
{
    const cl_buffer_region one = { 0, 1024 }, two = { wrong ? 512 : 1024, 1024 };
    kept_mem buffer = buffer_of(given);
    kept_mem first = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &one, NULL);
    kept_mem second = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &two, NULL);
    clEnqueueCopyBuffer(given->queue, first, second, 0, 0, 1024, 0, NULL, NULL);
}

CASE(read_image_as_buffer, "CLR-MEM-NOT-BUFFER")
{
    const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = 16,
                                 .image_height = 16 };
    kept_mem buffer = buffer_of(given);
    kept_mem image = clCreateImage(given->context, 0, &format, &desc, NULL, NULL);
    clEnqueueReadBuffer(given->queue, wrong ? image : buffer, CL_TRUE, 0, 16, host, 0, NULL, NULL);
}

/* ---- rectangles: of 4096 bytes, 16 slices of 16 rows of 16 bytes ---- */

struct rectangle {
    size_t origin[3], region[3], row_pitch, slice_pitch;
};
static const struct rectangle whole = { { 0, 0, 0 }, { 16, 16, 16 }, 16, 256 };

static void read_rect(const struct given *given, const struct rectangle *from)
{
    static const size_t zero[3];
    kept_mem buffer = buffer_of(given);
    clEnqueueReadBufferRect(given->queue, buffer, CL_TRUE, from->origin, zero, from->region,
                            from->row_pitch, from->slice_pitch, 0, 0, host, 0, NULL, NULL);
}

CASE(rect_range, "CLR-RECT-RANGE")
{
    struct rectangle from = whole;
    from.region[0] = 15;
    from.origin[0] = wrong ? 2 : 1;
    read_rect(given, &from);
}

CASE(rect_range_wraps, "CLR-RECT-RANGE")
{
    struct rectangle from = whole;
    from.region[2] = 1;
    from.origin[2] = wrong ? SIZE_MAX / 256 + 1 : 15;
    read_rect(given, &from);
}

CASE(rect_zero, "CLR-RECT-ZERO")
{
    struct rectangle from = whole;
    from.region[1] = !wrong;
    read_rect(given, &from);
}

CASE(rect_row_pitch, "CLR-RECT-ROW-PITCH")
{
    struct rectangle from = whole;
    from.row_pitch = wrong ? 8 : 16;
    read_rect(given, &from);
}

CASE(rect_slice_pitch, "CLR-RECT-SLICE-PITCH")
{
    struct rectangle from = whole;
    from.slice_pitch = wrong ? 240 : 256;
    read_rect(given, &from);
}

CASE(rect_slice_pitch_rows, "CLR-RECT-SLICE-PITCH-ROWS")
{
    struct rectangle from = whole;
    from.region[1] = 8;
    from.slice_pitch = wrong ? 250 : 256;
    read_rect(given, &from);
}

CASE(rect_null, "CLR-RECT-NULL")
{
    kept_mem buffer = buffer_of(given);
    clEnqueueWriteBufferRect(given->queue, buffer, CL_TRUE, whole.origin,
                             wrong ? NULL : whole.origin, whole.region, 0, 0, 0, 0, host, 0, NULL,
                             NULL);
}

static void copy_rect(const struct given *given, const size_t from[3], const size_t to[3],
                      const size_t region[3], size_t row_pitch, size_t other_row_pitch)
{
    kept_mem buffer = buffer_of(given);
    clEnqueueCopyBufferRect(given->queue, buffer, buffer, from, to, region, row_pitch, 256,
                            other_row_pitch, 256, 0, NULL, NULL);
}

CASE(rect_overlap, "CLR-COPY-OVERLAP")
{
    const size_t from[3] = { 0, 2, 1 }, to[3] = { wrong ? 7 : 8, 3, 2 };
    const size_t region[3] = { 8, 4, 4 };
    copy_rect(given, from, to, region, 16, 16);
}

/* Columns behind the end of a row are in the next row. */
CASE(rect_overlap_around, "CLR-COPY-OVERLAP")
{
    const size_t from[3] = { 12, 0, 0 }, to[3] = { 0, 1, 0 };
    const size_t region[3] = { wrong ? 5 : 4, 1, 1 };
    copy_rect(given, from, to, region, 16, 16);
}

CASE(rect_pitches_differ, "CLR-RECT-PITCHES-DIFFER")
{
    const size_t from[3] = { 0, 0, 0 }, to[3] = { 0, 0, 8 };
    const size_t region[3] = { 16, 4, 4 };
    copy_rect(given, from, to, region, 16, wrong ? 32 : 0);
}

/* ---- filling ---- */

static void fill(const struct given *given, size_t pattern_size, size_t offset, size_t size)
{
    kept_mem buffer = buffer_of(given);
    clEnqueueFillBuffer(given->queue, buffer, host, pattern_size, offset, size, 0, NULL, NULL);
}

CALL(pattern_size, "CLR-PATTERN-SIZE", fill(given, wrong ? 3 : 4, 0, 12))
CALL(pattern_size_large, "CLR-PATTERN-SIZE", fill(given, wrong ? 256 : 128, 0, 512))
CALL(fill_alignment, "CLR-FILL-ALIGNMENT", fill(given, 8, wrong ? 4 : 8, 16))
CALL(fill_size, "CLR-FILL-SIZE", fill(given, 8, 0, wrong ? 20 : 24))

CASE(pattern_null, "CLR-PATTERN-NULL")
{
    kept_mem buffer = buffer_of(given);
    clEnqueueFillBuffer(given->queue, buffer, wrong ? NULL : host, 4, 0, SIZE, 0, NULL, NULL);
}

/* ---- mapping ---- */

static void *map(const struct given *given, cl_mem buffer, cl_map_flags flags, size_t offset,
                 size_t size)
{
    return clEnqueueMapBuffer(given->queue, buffer, CL_TRUE, flags, offset, size, 0, NULL, NULL,
                              NULL);
}

static void unmap(const struct given *given, cl_mem mem, void *mapped)
{
    if (mapped) clEnqueueUnmapMemObject(given->queue, mem, mapped, 0, NULL, NULL);
}

CASE(map_size_zero, "CLR-MAP-SIZE-ZERO")
{
    kept_mem buffer = buffer_of(given);
    unmap(given, buffer, map(given, buffer, CL_MAP_READ, 0, !wrong));
}

CASE(map_flags, "CLR-MAP-FLAGS")
{
    kept_mem buffer = buffer_of(given);
    unmap(given, buffer,
          map(given, buffer, CL_MAP_WRITE_INVALIDATE_REGION | (wrong ? CL_MAP_READ : 0), 0, SIZE));
}

CASE(map_forbidden, "CLR-MEM-HOST-READ")
{
    kept_mem buffer = buffer_with(given, CL_MEM_HOST_WRITE_ONLY);
    unmap(given, buffer, map(given, buffer, wrong ? CL_MAP_READ : CL_MAP_WRITE, 0, SIZE));
}

CASE(map_overlap, "CLR-MAP-OVERLAP")
{
    kept_mem buffer = buffer_of(given);
    void *first = map(given, buffer, CL_MAP_WRITE, 0, 100);
    void *second = map(given, buffer, CL_MAP_WRITE, wrong ? 99 : 100, 100);
    unmap(given, buffer, first);
    unmap(given, buffer, second);
}

CASE(unmap_twice, "CLR-UNMAP-TWICE")
{
    kept_mem buffer = buffer_of(given);
    void *mapped = map(given, buffer, CL_MAP_READ, 0, SIZE);
    void *again = wrong ? mapped : map(given, buffer, CL_MAP_READ, 0, SIZE);
    unmap(given, buffer, mapped);
    unmap(given, buffer, again);
}

CASE(unmap_pointer, "CLR-UNMAP-POINTER")
{
    kept_mem buffer = buffer_of(given);
    char *mapped = map(given, buffer, CL_MAP_READ, 0, SIZE);
    if (wrong) unmap(given, buffer, mapped + 4);
    unmap(given, buffer, mapped);
}

CASE(released_mapped, "CLR-MEM-RELEASED-MAPPED")
{
    kept_mem buffer = buffer_of(given);
    void *mapped = map(given, buffer, CL_MAP_READ, 0, SIZE);
    if (!wrong) unmap(given, buffer, mapped);
}

/* ---- other commands ---- */

CASE(migration_flags, "CLR-MIGRATION-FLAGS")
{
    kept_mem buffer = buffer_of(given);
    clEnqueueMigrateMemObjects(given->queue, 1, &buffer, wrong ? 4 : CL_MIGRATE_MEM_OBJECT_HOST, 0,
                               NULL, NULL);
}

CASE(migration_none, "CLR-MIGRATION-NONE")
{
    kept_mem buffer = buffer_of(given);
    clEnqueueMigrateMemObjects(given->queue, wrong ? 0 : 1, &buffer, 0, 0, NULL, NULL);
}

static void CL_CALLBACK forget(cl_mem mem, void *data)
{
}

CASE(destructor_null, "CLR-DESTRUCTOR-NULL")
{
    kept_mem buffer = buffer_of(given);
    clSetMemObjectDestructorCallback(buffer, wrong ? NULL : forget, NULL);
}

CASE(mem_query_size, "CLR-QUERY-SIZE")
{
    kept_mem buffer = buffer_of(given);
    size_t size;
    clGetMemObjectInfo(buffer, CL_MEM_SIZE, wrong ? 2 : sizeof size, &size, NULL);
}

CASE(mem_query_name, "CLR-QUERY-NAME-WRONG")
{
    kept_mem buffer = buffer_of(given);
    size_t size;
    clGetMemObjectInfo(buffer, wrong ? CL_IMAGE_WIDTH : CL_MEM_SIZE, sizeof size, &size, NULL);
}

/* ---- images ---- */

static const cl_image_format rgba = { CL_RGBA, CL_UNORM_INT8 };

static cl_image_desc desc_2d(size_t width, size_t height)
{
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = width,
                                 .image_height = height };
    return desc;
}

/* Makes an image of 16 × 16 elements: 1024 bytes. */
static cl_mem image_of(const struct given *given, cl_channel_order order)
{
    const cl_image_desc desc = desc_2d(16, 16);
    const cl_image_format format = { order, CL_UNORM_INT8 };
    return clCreateImage(given->context, 0, &format, &desc, NULL, NULL);
}

CASE(image_size_zero, "CLR-IMAGE-SIZE-ZERO")
{
    const cl_image_desc desc = desc_2d(16, !wrong);
    release(given, clCreateImage(given->context, 0, &rgba, &desc, NULL, NULL));
}

CASE(image_size_limit, "CLR-IMAGE-SIZE-LIMIT")
{
    size_t most = 0;
    cl_image_desc desc;
    clGetDeviceInfo(given->device, CL_DEVICE_IMAGE2D_MAX_WIDTH, sizeof most, &most, NULL);
    desc = desc_2d(most + wrong, 1);
    release(given, clCreateImage(given->context, 0, &rgba, &desc, NULL, NULL));
}

CASE(image_format_null, "CLR-IMAGE-FORMAT-NULL")
{
    const cl_image_desc desc = desc_2d(16, 16);
    release(given, clCreateImage(given->context, 0, wrong ? NULL : &rgba, &desc, NULL, NULL));
}

CASE(image_format_none, "CLR-IMAGE-FORMAT-NONE")
{
    const cl_image_format exchanged = { CL_UNORM_INT8, CL_RGBA };
    const cl_image_desc desc = desc_2d(16, 16);
    release(given, clCreateImage(given->context, 0, wrong ? &exchanged : &rgba, &desc, NULL, NULL));
}

CASE(image_format_unsupported, "CLR-IMAGE-FORMAT-UNSUPPORTED")
{
    const cl_image_format luminance = { CL_LUMINANCE, CL_SNORM_INT16 };
    const cl_image_desc desc = desc_2d(16, 16);
    release(given, clCreateImage(given->context, 0, wrong ? &luminance : &rgba, &desc, NULL, NULL));
}

CASE(image_type, "CLR-IMAGE-TYPE")
{
    cl_image_desc desc = desc_2d(16, 16);
    if (wrong) desc.image_type = CL_MEM_OBJECT_BUFFER;
    release(given, clCreateImage(given->context, 0, &rgba, &desc, NULL, NULL));
}

CASE(image_desc_null, "CLR-IMAGE-DESC-NULL")
{
    const cl_image_desc desc = desc_2d(16, 16);
    release(given, clCreateImage(given->context, 0, &rgba, wrong ? NULL : &desc, NULL, NULL));
}

CASE(image_pitch_unwanted, "CLR-IMAGE-PITCH-UNWANTED")
{
    cl_image_desc desc = desc_2d(16, 16);
    desc.image_row_pitch = wrong ? 64 : 0;
    release(given, clCreateImage(given->context, 0, &rgba, &desc, NULL, NULL));
}

CASE(image_row_pitch, "CLR-IMAGE-ROW-PITCH")
{
    cl_image_desc desc = desc_2d(16, 16);
    desc.image_row_pitch = wrong ? 60 : 64;
    release(given, clCreateImage(given->context, CL_MEM_COPY_HOST_PTR, &rgba, &desc, host, NULL));
}

CASE(image_buffer_none, "CLR-IMAGE-MEM-OBJECT")
{
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 16 };
    kept_mem buffer = buffer_of(given);
    desc.mem_object = wrong ? NULL : buffer;
    release(given, clCreateImage(given->context, 0, &rgba, &desc, NULL, NULL));
}

CASE(image_buffer_small, "CLR-IMAGE-BUFFER-SMALL")
{
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER };
    kept_mem buffer = buffer_of(given);
    desc.image_width = SIZE / 4 + wrong;
    desc.mem_object = buffer;
    release(given, clCreateImage(given->context, 0, &rgba, &desc, NULL, NULL));
}

CASE(image_buffer_access, "CLR-IMAGE-MEM-ACCESS")
{
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 16 };
    kept_mem buffer = buffer_with(given, CL_MEM_READ_ONLY);
    desc.mem_object = buffer;
    release(given,
            clCreateImage(given->context, wrong ? CL_MEM_WRITE_ONLY : 0, &rgba, &desc, NULL, NULL));
}

CASE(image_buffer_unsupported, "CLR-IMAGE-OF-BUFFER-UNSUPPORTED")
{
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                           .image_width = 16,
                           .image_height = 16 };
    kept_mem buffer = buffer_of(given);
    cl_uint alignment = 1;
    clGetDeviceInfo(given->device, CL_DEVICE_IMAGE_PITCH_ALIGNMENT, sizeof alignment, &alignment,
                    NULL);
    if (alignment) exit(77);
    if (wrong) desc.mem_object = buffer;
    release(given, clCreateImage(given->context, 0, &rgba, &desc, NULL, NULL));
}

CASE(image_buffer_freed, "CLR-MEM-FREED")
{
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 16 };
    cl_mem buffer = buffer_with(given, 0);
    desc.mem_object = buffer;
    if (wrong) release(given, buffer);
    release(given, clCreateImage(given->context, 0, &rgba, &desc, NULL, NULL));
    if (!wrong) release(given, buffer);
}

CASE(image_formats_count, "CLR-FORMATS-COUNT")
{
    cl_image_format formats[1];
    clGetSupportedImageFormats(given->context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, !wrong,
                               formats, NULL);
}

/* A whole image, and SIZES() for a place or a part in it. */
static const size_t origin[3] = { 0, 0, 0 }, region[3] = { 16, 16, 1 };
#define SIZES(x, y, z) ((const size_t[3]){ x, y, z })

static void read_image(const struct given *given, const size_t from[3], const size_t size[3],
                       size_t row_pitch, size_t slice_pitch)
{
    kept_mem image = image_of(given, CL_RGBA);
    clEnqueueReadImage(given->queue, image, CL_TRUE, from, size, row_pitch, slice_pitch, host, 0,
                       NULL, NULL);
}

CALL(image_region, "CLR-IMAGE-REGION",
     read_image(given, SIZES(8 + wrong, 0, 0), SIZES(8, 16, 1), 0, 0))
CALL(image_region_dimension, "CLR-IMAGE-REGION-DIMENSION",
     read_image(given, SIZES(0, 0, wrong), region, 0, 0))
CALL(image_region_zero, "CLR-IMAGE-REGION-ZERO",
     read_image(given, origin, SIZES(16, 16, !wrong), 0, 0))
CALL(image_region_null, "CLR-IMAGE-REGION-NULL",
     read_image(given, wrong ? NULL : origin, region, 0, 0))
CALL(image_host_row, "CLR-IMAGE-HOST-ROW-SHORT",
     read_image(given, origin, region, wrong ? 16 : 64, 0))
CALL(image_host_slice, "CLR-IMAGE-HOST-SLICE",
     read_image(given, origin, region, 0, wrong ? 1024 : 0))

CASE(image_copy_overlap, "CLR-COPY-OVERLAP")
{
    const size_t from[3] = { 0, 0, 0 }, to[3] = { 4, wrong ? 7 : 8, 0 }, part[3] = { 8, 8, 1 };
    kept_mem image = image_of(given, CL_RGBA);
    clEnqueueCopyImage(given->queue, image, image, from, to, part, 0, NULL, NULL);
}

CASE(image_formats_differ, "CLR-IMAGE-FORMATS-DIFFER")
{
    kept_mem from = image_of(given, CL_RGBA), to = image_of(given, wrong ? CL_BGRA : CL_RGBA);
    clEnqueueCopyImage(given->queue, from, to, origin, origin, region, 0, NULL, NULL);
}

CASE(image_to_buffer_range, "CLR-BUFFER-RANGE")
{
    kept_mem image = image_of(given, CL_RGBA), buffer = buffer_of(given);
    clEnqueueCopyImageToBuffer(given->queue, image, buffer, origin, region, SIZE - 1024 + wrong, 0,
                               NULL, NULL);
}

CASE(buffer_as_image, "CLR-MEM-NOT-IMAGE")
{
    kept_mem image = image_of(given, CL_RGBA), buffer = buffer_of(given);
    clEnqueueCopyBufferToImage(given->queue, buffer, wrong ? buffer : image, 0, origin, region, 0,
                               NULL, NULL);
}

CASE(image_fill_color, "CLR-PATTERN-NULL")
{
    const float color[4] = { 0, 0, 0, 1 };
    kept_mem image = image_of(given, CL_RGBA);
    clEnqueueFillImage(given->queue, image, wrong ? NULL : color, origin, region, 0, NULL, NULL);
}

CASE(image_map_pitch, "CLR-MAP-PITCH-NULL")
{
    kept_mem image = image_of(given, CL_RGBA);
    size_t pitch;
    void *mapped = clEnqueueMapImage(given->queue, image, CL_TRUE, CL_MAP_READ, origin, region,
                                     wrong ? NULL : &pitch, NULL, 0, NULL, NULL, NULL);
    unmap(given, image, mapped);
}

/* ---- pipes ---- */

CASE(pipes_unsupported, "CLR-PIPES-UNSUPPORTED")
{
    cl_bool has = CL_FALSE;
    clGetDeviceInfo(given->device, CL_DEVICE_PIPE_SUPPORT, sizeof has, &has, NULL);
    if (has || wrong) release(given, clCreatePipe(given->context, 0, 4, 4, NULL, NULL));
}

CASE(not_a_pipe, "CLR-MEM-NOT-PIPE")
{
    kept_mem buffer = buffer_of(given);
    cl_uint size;
    if (wrong) clGetPipeInfo(buffer, CL_PIPE_PACKET_SIZE, sizeof size, &size, NULL);
}

/* ---- shared virtual memory ---- */

CALL(svm_flags, "CLR-SVM-FLAGS",
     clSVMFree(given->context,
               clSVMAlloc(given->context, wrong ? CL_MEM_ALLOC_HOST_PTR : CL_MEM_READ_WRITE, SIZE,
                          0)))
CALL(svm_atomics, "CLR-SVM-ATOMICS",
     clSVMFree(given->context,
               clSVMAlloc(given->context, wrong ? CL_MEM_SVM_ATOMICS : CL_MEM_SVM_FINE_GRAIN_BUFFER,
                          SIZE, 0)))
CALL(svm_size_zero, "CLR-SVM-SIZE-ZERO",
     clSVMFree(given->context, clSVMAlloc(given->context, 0, !wrong, 0)))
CALL(svm_size_limit, "CLR-SVM-SIZE-LIMIT",
     /* More than any host has. Some drivers allocate more than they announce. */
     clSVMFree(given->context, clSVMAlloc(given->context, 0, wrong ? SIZE_MAX / 4 : SIZE, 0)))
CALL(svm_alignment, "CLR-SVM-ALIGNMENT",
     clSVMFree(given->context, clSVMAlloc(given->context, 0, SIZE, wrong ? 48 : 64)))

/* A device that shares all of the host's memory, as with PoCL 6 and later, accepts any pointer. */
CASE(svm_freed, "CLR-SVM-FREED")
{
    cl_device_svm_capabilities can = 0;
    void *memory = clSVMAlloc(given->context, 0, SIZE, 0);
    clGetDeviceInfo(given->device, CL_DEVICE_SVM_CAPABILITIES, sizeof can, &can, NULL);
    if (can & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) exit(77);
    if (wrong) clSVMFree(given->context, memory);
    clEnqueueSVMMap(given->queue, CL_TRUE, CL_MAP_READ, memory, SIZE, 0, NULL, NULL);
    if (wrong) return;
    clEnqueueSVMUnmap(given->queue, memory, 0, NULL, NULL);
    clFinish(given->queue);
    clSVMFree(given->context, memory);
}

CASE(svm_leaked, "CLR-SVM-LEAKED")
{
    void *memory = clSVMAlloc(given->context, 0, 64, 0);
    if (!memory) exit(77);
    if (!wrong) clEnqueueSVMFree(given->queue, 1, &memory, NULL, NULL, 0, NULL, NULL);
    clFinish(given->queue);
}

CASE(svm_range, "CLR-SVM-RANGE")
{
    char *memory = clSVMAlloc(given->context, 0, SIZE, 0);
    const int zero = 0;
    clEnqueueSVMMap(given->queue, CL_TRUE, CL_MAP_READ, memory + SIZE / 2, SIZE / 2 + wrong, 0,
                    NULL, NULL);
    clEnqueueSVMUnmap(given->queue, memory + SIZE / 2, 0, NULL, NULL);
    clEnqueueSVMMemFill(given->queue, memory, &zero, sizeof zero, SIZE, 0, NULL, NULL);
    clFinish(given->queue);
    clSVMFree(given->context, memory);
}

CASE(svm_pointer_null, "CLR-SVM-POINTER-NULL")
{
    void *memory = clSVMAlloc(given->context, 0, SIZE, 0);
    clEnqueueSVMMemcpy(given->queue, CL_TRUE, wrong ? NULL : memory, host, SIZE, 0, NULL, NULL);
    clSVMFree(given->context, memory);
}

CASE(svm_overlap, "CLR-COPY-OVERLAP")
{
    char *memory = clSVMAlloc(given->context, 0, SIZE, 0);
    clEnqueueSVMMemcpy(given->queue, CL_TRUE, memory, memory + (wrong ? 99 : 100), 100, 0, NULL,
                       NULL);
    clSVMFree(given->context, memory);
}

CASE(svm_fill_alignment, "CLR-FILL-ALIGNMENT")
{
    char *memory = clSVMAlloc(given->context, 0, SIZE, 0);
    clEnqueueSVMMemFill(given->queue, memory + (wrong ? 4 : 8), other_host, 8, 16, 0, NULL, NULL);
    clFinish(given->queue);
    clSVMFree(given->context, memory);
}

CASE(svm_map_size_zero, "CLR-SVM-MAP-SIZE-ZERO")
{
    void *memory = clSVMAlloc(given->context, 0, SIZE, 0);
    clEnqueueSVMMap(given->queue, CL_TRUE, CL_MAP_READ, memory, wrong ? 0 : SIZE, 0, NULL, NULL);
    clEnqueueSVMUnmap(given->queue, memory, 0, NULL, NULL);
    clFinish(given->queue);
    clSVMFree(given->context, memory);
}

CASE(svm_list_length, "CLR-MEM-LIST-LENGTH")
{
    void *memory = clSVMAlloc(given->context, 0, SIZE, 0);
    clEnqueueSVMFree(given->queue, !wrong, &memory, NULL, NULL, 0, NULL, NULL);
    clFinish(given->queue);
    if (wrong) clSVMFree(given->context, memory);
}

CASE(svm_migration_range, "CLR-SVM-MIGRATION-RANGE")
{
    const void *memory = clSVMAlloc(given->context, 0, SIZE, 0);
    const size_t size = SIZE + wrong;
    clEnqueueSVMMigrateMem(given->queue, 1, &memory, &size, 0, 0, NULL, NULL);
    clFinish(given->queue);
    clSVMFree(given->context, (void *)memory);
}
