/* SPDX-License-Identifier: Apache-2.0 */
/* Mistakes with buffers, images, pipes and shared virtual memory. */
#include "cases.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE = 4096 };

static char host[SIZE], other_host[SIZE];

/* With content, which the host may read. */
static cl_mem buffer_with(const struct the *the, cl_mem_flags flags)
{
    return clCreateBuffer(the->context, flags | CL_MEM_COPY_HOST_PTR, SIZE, host, NULL);
}

static cl_mem buffer_of(const struct the *the)
{
    return buffer_with(the, CL_MEM_READ_WRITE);
}

static void release(const struct the *the, cl_mem mem)
{
    clFinish(the->queue);
    if (mem) clReleaseMemObject(mem);
}

/* ---- buffers ---- */

CALL(buffer_size_zero, "CLR-BUFFER-SIZE-ZERO",
     release(the, clCreateBuffer(the->context, 0, wrong ? 0 : 1, NULL, NULL)))

CASE(buffer_size_limit, "CLR-BUFFER-SIZE-LIMIT")
{
    cl_ulong most = 0;
    clGetDeviceInfo(the->device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL);
    release(the, clCreateBuffer(the->context, 0, wrong ? (size_t)most + 1 : SIZE, NULL, NULL));
}

/* The program's memory need not be aligned. */
CASE(host_pointer_null, "CLR-HOST-POINTER-NULL")
{
    static _Alignas(128) char memory[SIZE + 4];
    release(the, clCreateBuffer(the->context, CL_MEM_USE_HOST_PTR, SIZE, wrong ? NULL : memory + 4,
                                NULL));
}

CALL(host_pointer_unwanted, "CLR-HOST-POINTER-UNWANTED",
     release(the, clCreateBuffer(the->context, wrong ? CL_MEM_READ_ONLY : CL_MEM_COPY_HOST_PTR,
                                 SIZE, host, NULL)))

CASE(host_pointer_svm_size, "CLR-HOST-POINTER-SVM-SIZE")
{
    void *memory = clSVMAlloc(the->context, 0, SIZE, 0);
    release(the, clCreateBuffer(the->context, CL_MEM_COPY_HOST_PTR, wrong ? SIZE + 1 : SIZE, memory,
                                NULL));
    clSVMFree(the->context, memory);
}

CALL(mem_flags_access, "CLR-MEM-FLAGS-ACCESS",
     release(the, buffer_with(the, CL_MEM_READ_ONLY | (wrong ? CL_MEM_WRITE_ONLY : 0))))
CALL(mem_flags_host_access, "CLR-MEM-FLAGS-HOST-ACCESS",
     release(the, buffer_with(the, CL_MEM_HOST_READ_ONLY | (wrong ? CL_MEM_HOST_NO_ACCESS : 0))))

CASE(mem_flags_host_pointer, "CLR-MEM-FLAGS-HOST-POINTER")
{
    const cl_mem_flags flags = wrong ? CL_MEM_USE_HOST_PTR : CL_MEM_COPY_HOST_PTR;
    release(the, clCreateBuffer(the->context, CL_MEM_ALLOC_HOST_PTR | flags, SIZE, host, NULL));
}

CALL(mem_flags_unknown, "CLR-MEM-FLAGS-UNKNOWN",
     release(the, buffer_with(the, wrong ? (cl_mem_flags)1 << 40 : 0)))

CASE(property_unknown, "CLR-PROPERTY-NAME")
{
    const cl_mem_properties properties[] = { wrong ? 0x7FFF : 0, 1, 0 };
    release(the, clCreateBufferWithProperties(the->context, properties, 0, SIZE, NULL, NULL));
}

CASE(buffer_context, "CLR-MEM-CONTEXT")
{
    kept_context other = clCreateContext(NULL, 1, &the->device, NULL, NULL, NULL);
    kept_mem buffer = clCreateBuffer(wrong ? other : the->context, 0, SIZE, NULL, NULL);
    clEnqueueWriteBuffer(the->queue, buffer, CL_TRUE, 0, SIZE, host, 0, NULL, NULL);
}

CASE(buffer_read_unwritten, "CLR-BUFFER-READ-UNWRITTEN")
{
    kept_mem buffer = clCreateBuffer(the->context, 0, SIZE, NULL, NULL);
    if (!wrong) clEnqueueWriteBuffer(the->queue, buffer, CL_TRUE, 0, 1, host, 0, NULL, NULL);
    clEnqueueReadBuffer(the->queue, buffer, CL_TRUE, 0, SIZE, host, 0, NULL, NULL);
}

CASE(buffer_read_unwritten_rect, "CLR-BUFFER-READ-UNWRITTEN")
{
    const size_t origin[3] = { 0 }, region[3] = { 16, 2, 1 };
    kept_mem buffer = clCreateBuffer(the->context, CL_MEM_ALLOC_HOST_PTR, SIZE, NULL, NULL);
    void *memory = wrong ? NULL
                         : clEnqueueMapBuffer(the->queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 16, 0,
                                              NULL, NULL, NULL);
    if (memory) clEnqueueUnmapMemObject(the->queue, buffer, memory, 0, NULL, NULL);
    clEnqueueReadBufferRect(the->queue, buffer, CL_TRUE, origin, origin, region, 0, 0, 0, 0, host,
                            0, NULL, NULL);
}

/* A write may come before a read that waits; one that fails is another mistake. */
CASE(buffer_read_written_is_legal, "CLR-BUFFER-RANGE")
{
    const cl_buffer_region part = { 0, 16 };
    kept_mem buffer = clCreateBuffer(the->context, 0, SIZE, NULL, NULL),
             copied = clCreateBuffer(the->context, 0, SIZE, NULL, NULL),
             in_part = clCreateBuffer(the->context, 0, SIZE, NULL, NULL),
             failed = clCreateBuffer(the->context, 0, SIZE, NULL, NULL);
    kept_mem sub = clCreateSubBuffer(in_part, 0, CL_BUFFER_CREATE_TYPE_REGION, &part, NULL);
    kept_event before = clCreateUserEvent(the->context, NULL), event = NULL;
    clEnqueueReadBuffer(the->queue, buffer, CL_FALSE, 0, SIZE, host, 1, &before, &event);
    clEnqueueReadBuffer(the->queue, buffer, CL_FALSE, 0, SIZE, other_host, 0, NULL, NULL);
    clSetUserEventStatus(before, CL_COMPLETE);
    clEnqueueCopyBuffer(the->queue, buffer, copied, 0, 0, SIZE, 0, NULL, NULL);
    clEnqueueReadBuffer(the->queue, copied, CL_TRUE, 0, SIZE, host, 0, NULL, NULL);
    clEnqueueReadBuffer(the->queue, in_part, CL_TRUE, 0, SIZE, host, 0, NULL, NULL);
    clEnqueueWriteBuffer(the->queue, failed, CL_TRUE, wrong ? SIZE : 0, SIZE, host, 0, NULL, NULL);
    clEnqueueReadBuffer(the->queue, failed, CL_TRUE, 0, SIZE, host, 0, NULL, NULL);
}

/* ---- sub-buffers ---- */

static void sub_buffer(const struct the *the, cl_mem_flags flags, cl_mem_flags sub_flags,
                       size_t origin, size_t size)
{
    const cl_buffer_region region = { origin, size };
    kept_mem buffer = buffer_with(the, flags);
    release(the, clCreateSubBuffer(buffer, sub_flags, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL));
}

CALL(sub_buffer_access, "CLR-SUB-BUFFER-ACCESS",
     sub_buffer(the, CL_MEM_READ_ONLY, wrong ? CL_MEM_READ_WRITE : CL_MEM_READ_ONLY, 0, SIZE))
CALL(sub_buffer_host_access, "CLR-SUB-BUFFER-ACCESS",
     sub_buffer(the, CL_MEM_HOST_NO_ACCESS, wrong ? CL_MEM_HOST_READ_ONLY : CL_MEM_HOST_NO_ACCESS,
                0, SIZE))
CALL(sub_buffer_host_pointer, "CLR-SUB-BUFFER-HOST-POINTER",
     sub_buffer(the, 0, wrong ? CL_MEM_ALLOC_HOST_PTR : 0, 0, SIZE))
CALL(sub_buffer_range, "CLR-SUB-BUFFER-RANGE", sub_buffer(the, 0, 0, SIZE / 2, SIZE / 2 + wrong))
CALL(sub_buffer_range_huge, "CLR-SUB-BUFFER-RANGE",
     sub_buffer(the, 0, 0, SIZE / 2, wrong ? SIZE_MAX - 100 : 100))
CALL(sub_buffer_size_zero, "CLR-SUB-BUFFER-SIZE-ZERO", sub_buffer(the, 0, 0, 0, !wrong))

CASE(sub_buffer_alignment, "CLR-SUB-BUFFER-ALIGNMENT")
{
    cl_uint bits = 0;
    clGetDeviceInfo(the->device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL);
    sub_buffer(the, 0, 0, wrong ? bits / 16 : bits / 8, 16);
}

CASE(sub_buffer_of_sub_buffer, "CLR-SUB-BUFFER-PARENT")
{
    const cl_buffer_region region = { 0, SIZE / 2 };
    kept_mem buffer = buffer_of(the);
    kept_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
    release(the, clCreateSubBuffer(wrong ? part : buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region,
                                   NULL));
}

CASE(sub_buffer_type, "CLR-SUB-BUFFER-TYPE")
{
    const cl_buffer_region region = { 0, SIZE / 2 };
    kept_mem buffer = buffer_of(the);
    release(the,
            clCreateSubBuffer(buffer, 0, wrong ? 0 : CL_BUFFER_CREATE_TYPE_REGION, &region, NULL));
}

CASE(sub_buffer_info, "CLR-SUB-BUFFER-INFO")
{
    const cl_buffer_region region = { 0, SIZE / 2 };
    kept_mem buffer = buffer_of(the);
    release(the, clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, wrong ? NULL : &region,
                                   NULL));
}

/* ---- reading, writing, copying ---- */

CASE(read_range, "CLR-BUFFER-RANGE")
{
    kept_mem buffer = buffer_of(the);
    clEnqueueReadBuffer(the->queue, buffer, CL_TRUE, SIZE / 2 + wrong, SIZE / 2, host, 0, NULL,
                        NULL);
}

CASE(write_range_wraps, "CLR-BUFFER-RANGE")
{
    kept_mem buffer = buffer_of(the);
    clEnqueueWriteBuffer(the->queue, buffer, CL_TRUE, wrong ? SIZE_MAX : SIZE - 1, 1, host, 0, NULL,
                         NULL);
}

/* Most drivers refuse the size 0. */
CASE_ON("oclgrind", read_nothing, "CLR-TRANSFER-NOTHING")
{
    kept_mem buffer = buffer_of(the);
    clEnqueueReadBuffer(the->queue, buffer, CL_TRUE, wrong ? SIZE : 0, wrong ? 0 : SIZE, host, 0,
                        NULL, NULL);
}

/* Arguments are exchanged. */
CASE(read_boolean, "CLR-BOOLEAN")
{
    kept_mem buffer = buffer_of(the);
    clEnqueueReadBuffer(the->queue, buffer, wrong ? SIZE : CL_TRUE, wrong ? CL_TRUE : 0,
                        SIZE - CL_TRUE, host, 0, NULL, NULL);
    clFinish(the->queue);
}

CASE(read_pointer_null, "CLR-POINTER-NULL")
{
    kept_mem buffer = buffer_of(the);
    clEnqueueReadBuffer(the->queue, buffer, CL_TRUE, 0, SIZE, wrong ? NULL : host, 0, NULL, NULL);
}

CASE(read_forbidden, "CLR-MEM-HOST-READ")
{
    kept_mem buffer = buffer_with(the, wrong ? CL_MEM_HOST_WRITE_ONLY : CL_MEM_HOST_READ_ONLY);
    clEnqueueReadBuffer(the->queue, buffer, CL_TRUE, 0, SIZE, host, 0, NULL, NULL);
}

CASE(write_forbidden, "CLR-MEM-HOST-WRITE")
{
    kept_mem buffer = buffer_with(the, wrong ? CL_MEM_HOST_NO_ACCESS : CL_MEM_HOST_WRITE_ONLY);
    clEnqueueWriteBuffer(the->queue, buffer, CL_TRUE, 0, SIZE, host, 0, NULL, NULL);
}

CASE(wait_list_length, "CLR-WAIT-LIST-LENGTH")
{
    kept_mem buffer = buffer_of(the);
    clEnqueueReadBuffer(the->queue, buffer, CL_TRUE, 0, SIZE, host, wrong ? 1 : 0, NULL, NULL);
}

CASE(wait_list_empty, "CLR-WAIT-LIST-LENGTH")
{
    kept_mem buffer = buffer_of(the);
    cl_event list[1];
    clEnqueueWriteBuffer(the->queue, buffer, CL_TRUE, 0, SIZE, host, 0, NULL, list);
    clEnqueueReadBuffer(the->queue, buffer, CL_TRUE, 0, SIZE, host, wrong ? 0 : 1, list, NULL);
    clReleaseEvent(list[0]);
}

CASE(wait_list_context, "CLR-EVENT-CONTEXT")
{
    kept_context other = clCreateContext(NULL, 1, &the->device, NULL, NULL, NULL);
    kept_event event = clCreateUserEvent(wrong ? other : the->context, NULL);
    kept_mem buffer = buffer_of(the);
    clSetUserEventStatus(event, CL_COMPLETE);
    clEnqueueReadBuffer(the->queue, buffer, CL_TRUE, 0, SIZE, host, 1, &event, NULL);
}

CASE(copy_range, "CLR-BUFFER-RANGE")
{
    kept_mem from = buffer_of(the), to = buffer_of(the);
    clEnqueueCopyBuffer(the->queue, from, to, 0, wrong, SIZE, 0, NULL, NULL);
}

CASE(copy_overlap, "CLR-COPY-OVERLAP")
{
    kept_mem buffer = buffer_of(the);
    clEnqueueCopyBuffer(the->queue, buffer, buffer, 0, wrong ? 99 : 100, 100, 0, NULL, NULL);
}

/* The first 1024 bytes, and 1024 bytes that begin in them or behind them. */
CASE(copy_overlap_sub_buffers, "CLR-COPY-OVERLAP")
{
    const cl_buffer_region one = { 0, 1024 }, two = { wrong ? 512 : 1024, 1024 };
    kept_mem buffer = buffer_of(the);
    kept_mem first = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &one, NULL);
    kept_mem second = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &two, NULL);
    clEnqueueCopyBuffer(the->queue, first, second, 0, 0, 1024, 0, NULL, NULL);
}

CASE(read_image_as_buffer, "CLR-MEM-NOT-BUFFER")
{
    const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = 16,
                                 .image_height = 16 };
    kept_mem buffer = buffer_of(the);
    kept_mem image = clCreateImage(the->context, 0, &format, &desc, NULL, NULL);
    clEnqueueReadBuffer(the->queue, wrong ? image : buffer, CL_TRUE, 0, 16, host, 0, NULL, NULL);
}

/* ---- rectangles: of 4096 bytes, 16 slices of 16 rows of 16 bytes ---- */

struct rectangle {
    size_t origin[3], region[3], row_pitch, slice_pitch;
};
static const struct rectangle whole = { { 0, 0, 0 }, { 16, 16, 16 }, 16, 256 };

static void read_rect(const struct the *the, const struct rectangle *from)
{
    static const size_t zero[3];
    kept_mem buffer = buffer_of(the);
    clEnqueueReadBufferRect(the->queue, buffer, CL_TRUE, from->origin, zero, from->region,
                            from->row_pitch, from->slice_pitch, 0, 0, host, 0, NULL, NULL);
}

CASE(rect_range, "CLR-RECT-RANGE")
{
    struct rectangle from = whole;
    from.region[0] = 15;
    from.origin[0] = wrong ? 2 : 1;
    read_rect(the, &from);
}

CASE(rect_range_wraps, "CLR-RECT-RANGE")
{
    struct rectangle from = whole;
    from.region[2] = 1;
    from.origin[2] = wrong ? SIZE_MAX / 256 + 1 : 15;
    read_rect(the, &from);
}

CASE(rect_zero, "CLR-RECT-ZERO")
{
    struct rectangle from = whole;
    from.region[1] = !wrong;
    read_rect(the, &from);
}

CASE(rect_row_pitch, "CLR-RECT-ROW-PITCH")
{
    struct rectangle from = whole;
    from.row_pitch = wrong ? 8 : 16;
    read_rect(the, &from);
}

CASE(rect_slice_pitch, "CLR-RECT-SLICE-PITCH")
{
    struct rectangle from = whole;
    from.slice_pitch = wrong ? 240 : 256;
    read_rect(the, &from);
}

CASE(rect_slice_pitch_rows, "CLR-RECT-SLICE-PITCH-ROWS")
{
    struct rectangle from = whole;
    from.region[1] = 8;
    from.slice_pitch = wrong ? 250 : 256;
    read_rect(the, &from);
}

CASE(rect_null, "CLR-RECT-NULL")
{
    kept_mem buffer = buffer_of(the);
    clEnqueueWriteBufferRect(the->queue, buffer, CL_TRUE, whole.origin, wrong ? NULL : whole.origin,
                             whole.region, 0, 0, 0, 0, host, 0, NULL, NULL);
}

static void copy_rect(const struct the *the, const size_t from[3], const size_t to[3],
                      const size_t region[3], size_t row_pitch, size_t other_row_pitch)
{
    kept_mem buffer = buffer_of(the);
    clEnqueueCopyBufferRect(the->queue, buffer, buffer, from, to, region, row_pitch, 256,
                            other_row_pitch, 256, 0, NULL, NULL);
}

CASE(rect_overlap, "CLR-COPY-OVERLAP")
{
    const size_t from[3] = { 0, 2, 1 }, to[3] = { wrong ? 7 : 8, 3, 2 };
    const size_t region[3] = { 8, 4, 4 };
    copy_rect(the, from, to, region, 16, 16);
}

/* Columns behind the end of a row are in the next one. */
CASE(rect_overlap_around, "CLR-COPY-OVERLAP")
{
    const size_t from[3] = { 12, 0, 0 }, to[3] = { 0, 1, 0 };
    const size_t region[3] = { wrong ? 5 : 4, 1, 1 };
    copy_rect(the, from, to, region, 16, 16);
}

CASE(rect_pitches_differ, "CLR-RECT-PITCHES-DIFFER")
{
    const size_t from[3] = { 0, 0, 0 }, to[3] = { 0, 0, 8 };
    const size_t region[3] = { 16, 4, 4 };
    copy_rect(the, from, to, region, 16, wrong ? 32 : 0);
}

/* ---- filling ---- */

static void fill(const struct the *the, size_t pattern_size, size_t offset, size_t size)
{
    kept_mem buffer = buffer_of(the);
    clEnqueueFillBuffer(the->queue, buffer, host, pattern_size, offset, size, 0, NULL, NULL);
}

CALL(pattern_size, "CLR-PATTERN-SIZE", fill(the, wrong ? 3 : 4, 0, 12))
CALL(pattern_size_large, "CLR-PATTERN-SIZE", fill(the, wrong ? 256 : 128, 0, 512))
CALL(fill_alignment, "CLR-FILL-ALIGNMENT", fill(the, 8, wrong ? 4 : 8, 16))
CALL(fill_size, "CLR-FILL-SIZE", fill(the, 8, 0, wrong ? 20 : 24))

CASE(pattern_null, "CLR-PATTERN-NULL")
{
    kept_mem buffer = buffer_of(the);
    clEnqueueFillBuffer(the->queue, buffer, wrong ? NULL : host, 4, 0, SIZE, 0, NULL, NULL);
}

/* ---- mapping ---- */

static void *map(const struct the *the, cl_mem buffer, cl_map_flags flags, size_t offset,
                 size_t size)
{
    return clEnqueueMapBuffer(the->queue, buffer, CL_TRUE, flags, offset, size, 0, NULL, NULL,
                              NULL);
}

static void unmap(const struct the *the, cl_mem mem, void *mapped)
{
    if (mapped) clEnqueueUnmapMemObject(the->queue, mem, mapped, 0, NULL, NULL);
}

CASE(map_size_zero, "CLR-MAP-SIZE-ZERO")
{
    kept_mem buffer = buffer_of(the);
    unmap(the, buffer, map(the, buffer, CL_MAP_READ, 0, !wrong));
}

CASE(map_flags, "CLR-MAP-FLAGS")
{
    kept_mem buffer = buffer_of(the);
    unmap(the, buffer,
          map(the, buffer, CL_MAP_WRITE_INVALIDATE_REGION | (wrong ? CL_MAP_READ : 0), 0, SIZE));
}

CASE(map_forbidden, "CLR-MEM-HOST-READ")
{
    kept_mem buffer = buffer_with(the, CL_MEM_HOST_WRITE_ONLY);
    unmap(the, buffer, map(the, buffer, wrong ? CL_MAP_READ : CL_MAP_WRITE, 0, SIZE));
}

CASE(map_overlap, "CLR-MAP-OVERLAP")
{
    kept_mem buffer = buffer_of(the);
    void *first = map(the, buffer, CL_MAP_WRITE, 0, 100);
    void *second = map(the, buffer, CL_MAP_WRITE, wrong ? 99 : 100, 100);
    unmap(the, buffer, first);
    unmap(the, buffer, second);
}

CASE(unmap_twice, "CLR-UNMAP-TWICE")
{
    kept_mem buffer = buffer_of(the);
    void *mapped = map(the, buffer, CL_MAP_READ, 0, SIZE);
    void *again = wrong ? mapped : map(the, buffer, CL_MAP_READ, 0, SIZE);
    unmap(the, buffer, mapped);
    unmap(the, buffer, again);
}

CASE(unmap_pointer, "CLR-UNMAP-POINTER")
{
    kept_mem buffer = buffer_of(the);
    char *mapped = map(the, buffer, CL_MAP_READ, 0, SIZE);
    if (wrong) unmap(the, buffer, mapped + 4);
    unmap(the, buffer, mapped);
}

CASE(released_mapped, "CLR-MEM-RELEASED-MAPPED")
{
    kept_mem buffer = buffer_of(the);
    void *mapped = map(the, buffer, CL_MAP_READ, 0, SIZE);
    if (!wrong) unmap(the, buffer, mapped);
}

/* ---- other commands ---- */

CASE(migration_flags, "CLR-MIGRATION-FLAGS")
{
    kept_mem buffer = buffer_of(the);
    clEnqueueMigrateMemObjects(the->queue, 1, &buffer, wrong ? 4 : CL_MIGRATE_MEM_OBJECT_HOST, 0,
                               NULL, NULL);
}

CASE(migration_none, "CLR-MIGRATION-NONE")
{
    kept_mem buffer = buffer_of(the);
    clEnqueueMigrateMemObjects(the->queue, wrong ? 0 : 1, &buffer, 0, 0, NULL, NULL);
}

static void CL_CALLBACK forget(cl_mem mem, void *data)
{
}

CASE(destructor_null, "CLR-DESTRUCTOR-NULL")
{
    kept_mem buffer = buffer_of(the);
    clSetMemObjectDestructorCallback(buffer, wrong ? NULL : forget, NULL);
}

CASE(mem_query_size, "CLR-QUERY-SIZE")
{
    kept_mem buffer = buffer_of(the);
    size_t size;
    clGetMemObjectInfo(buffer, CL_MEM_SIZE, wrong ? 2 : sizeof size, &size, NULL);
}

CASE(mem_query_name, "CLR-QUERY-NAME")
{
    kept_mem buffer = buffer_of(the);
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

/* Of 16 × 16 elements, 1024 bytes. */
static cl_mem image_of(const struct the *the, cl_channel_order order)
{
    const cl_image_desc desc = desc_2d(16, 16);
    const cl_image_format format = { order, CL_UNORM_INT8 };
    return clCreateImage(the->context, 0, &format, &desc, NULL, NULL);
}

CASE(image_size_zero, "CLR-IMAGE-SIZE-ZERO")
{
    const cl_image_desc desc = desc_2d(16, !wrong);
    release(the, clCreateImage(the->context, 0, &rgba, &desc, NULL, NULL));
}

CASE(image_size_limit, "CLR-IMAGE-SIZE-LIMIT")
{
    size_t most = 0;
    cl_image_desc desc;
    clGetDeviceInfo(the->device, CL_DEVICE_IMAGE2D_MAX_WIDTH, sizeof most, &most, NULL);
    desc = desc_2d(most + wrong, 1);
    release(the, clCreateImage(the->context, 0, &rgba, &desc, NULL, NULL));
}

CASE(image_format_null, "CLR-IMAGE-FORMAT-NULL")
{
    const cl_image_desc desc = desc_2d(16, 16);
    release(the, clCreateImage(the->context, 0, wrong ? NULL : &rgba, &desc, NULL, NULL));
}

CASE(image_format_none, "CLR-IMAGE-FORMAT-NONE")
{
    const cl_image_format exchanged = { CL_UNORM_INT8, CL_RGBA };
    const cl_image_desc desc = desc_2d(16, 16);
    release(the, clCreateImage(the->context, 0, wrong ? &exchanged : &rgba, &desc, NULL, NULL));
}

CASE(image_format_unsupported, "CLR-IMAGE-FORMAT-UNSUPPORTED")
{
    const cl_image_format luminance = { CL_LUMINANCE, CL_SNORM_INT16 };
    const cl_image_desc desc = desc_2d(16, 16);
    release(the, clCreateImage(the->context, 0, wrong ? &luminance : &rgba, &desc, NULL, NULL));
}

CASE(image_type, "CLR-IMAGE-TYPE")
{
    cl_image_desc desc = desc_2d(16, 16);
    if (wrong) desc.image_type = CL_MEM_OBJECT_BUFFER;
    release(the, clCreateImage(the->context, 0, &rgba, &desc, NULL, NULL));
}

CASE(image_desc_null, "CLR-IMAGE-DESC-NULL")
{
    const cl_image_desc desc = desc_2d(16, 16);
    release(the, clCreateImage(the->context, 0, &rgba, wrong ? NULL : &desc, NULL, NULL));
}

CASE(image_pitch_unwanted, "CLR-IMAGE-PITCH-UNWANTED")
{
    cl_image_desc desc = desc_2d(16, 16);
    desc.image_row_pitch = wrong ? 64 : 0;
    release(the, clCreateImage(the->context, 0, &rgba, &desc, NULL, NULL));
}

CASE(image_row_pitch, "CLR-IMAGE-ROW-PITCH")
{
    cl_image_desc desc = desc_2d(16, 16);
    desc.image_row_pitch = wrong ? 60 : 64;
    release(the, clCreateImage(the->context, CL_MEM_COPY_HOST_PTR, &rgba, &desc, host, NULL));
}

CASE(image_buffer_none, "CLR-IMAGE-MEM-OBJECT")
{
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 16 };
    kept_mem buffer = buffer_of(the);
    desc.mem_object = wrong ? NULL : buffer;
    release(the, clCreateImage(the->context, 0, &rgba, &desc, NULL, NULL));
}

CASE(image_buffer_small, "CLR-IMAGE-BUFFER-SMALL")
{
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER };
    kept_mem buffer = buffer_of(the);
    desc.image_width = SIZE / 4 + wrong;
    desc.mem_object = buffer;
    release(the, clCreateImage(the->context, 0, &rgba, &desc, NULL, NULL));
}

CASE(image_buffer_access, "CLR-IMAGE-MEM-ACCESS")
{
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 16 };
    kept_mem buffer = buffer_with(the, CL_MEM_READ_ONLY);
    desc.mem_object = buffer;
    release(the,
            clCreateImage(the->context, wrong ? CL_MEM_WRITE_ONLY : 0, &rgba, &desc, NULL, NULL));
}

CASE(image_buffer_unsupported, "CLR-IMAGE-OF-BUFFER-UNSUPPORTED")
{
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                           .image_width = 16,
                           .image_height = 16 };
    kept_mem buffer = buffer_of(the);
    cl_uint alignment = 1;
    clGetDeviceInfo(the->device, CL_DEVICE_IMAGE_PITCH_ALIGNMENT, sizeof alignment, &alignment,
                    NULL);
    if (alignment) exit(77);
    if (wrong) desc.mem_object = buffer;
    release(the, clCreateImage(the->context, 0, &rgba, &desc, NULL, NULL));
}

CASE(image_buffer_freed, "CLR-MEM-FREED")
{
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 16 };
    cl_mem buffer = buffer_with(the, 0);
    desc.mem_object = buffer;
    if (wrong) release(the, buffer);
    release(the, clCreateImage(the->context, 0, &rgba, &desc, NULL, NULL));
    if (!wrong) release(the, buffer);
}

CASE(image_formats_count, "CLR-FORMATS-COUNT")
{
    cl_image_format formats[1];
    clGetSupportedImageFormats(the->context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, !wrong,
                               formats, NULL);
}

/* All of an image; and a place in it, or a part of it. */
static const size_t origin[3] = { 0, 0, 0 }, region[3] = { 16, 16, 1 };
#define SIZES(x, y, z) ((const size_t[3]){ x, y, z })

static void read_image(const struct the *the, const size_t from[3], const size_t size[3],
                       size_t row_pitch, size_t slice_pitch)
{
    kept_mem image = image_of(the, CL_RGBA);
    clEnqueueReadImage(the->queue, image, CL_TRUE, from, size, row_pitch, slice_pitch, host, 0,
                       NULL, NULL);
}

CALL(image_region, "CLR-IMAGE-REGION",
     read_image(the, SIZES(8 + wrong, 0, 0), SIZES(8, 16, 1), 0, 0))
CALL(image_region_dimension, "CLR-IMAGE-REGION-DIMENSION",
     read_image(the, SIZES(0, 0, wrong), region, 0, 0))
CALL(image_region_zero, "CLR-IMAGE-REGION-ZERO",
     read_image(the, origin, SIZES(16, 16, !wrong), 0, 0))
CALL(image_region_null, "CLR-IMAGE-REGION-NULL",
     read_image(the, wrong ? NULL : origin, region, 0, 0))
CALL(image_host_row, "CLR-IMAGE-HOST-ROW-SHORT",
     read_image(the, origin, region, wrong ? 16 : 64, 0))
CALL(image_host_slice, "CLR-IMAGE-HOST-SLICE", read_image(the, origin, region, 0, wrong ? 1024 : 0))

CASE(image_copy_overlap, "CLR-COPY-OVERLAP")
{
    const size_t from[3] = { 0, 0, 0 }, to[3] = { 4, wrong ? 7 : 8, 0 }, part[3] = { 8, 8, 1 };
    kept_mem image = image_of(the, CL_RGBA);
    clEnqueueCopyImage(the->queue, image, image, from, to, part, 0, NULL, NULL);
}

CASE(image_formats_differ, "CLR-IMAGE-FORMATS-DIFFER")
{
    kept_mem from = image_of(the, CL_RGBA), to = image_of(the, wrong ? CL_BGRA : CL_RGBA);
    clEnqueueCopyImage(the->queue, from, to, origin, origin, region, 0, NULL, NULL);
}

CASE(image_to_buffer_range, "CLR-BUFFER-RANGE")
{
    kept_mem image = image_of(the, CL_RGBA), buffer = buffer_of(the);
    clEnqueueCopyImageToBuffer(the->queue, image, buffer, origin, region, SIZE - 1024 + wrong, 0,
                               NULL, NULL);
}

CASE(buffer_as_image, "CLR-MEM-NOT-IMAGE")
{
    kept_mem image = image_of(the, CL_RGBA), buffer = buffer_of(the);
    clEnqueueCopyBufferToImage(the->queue, buffer, wrong ? buffer : image, 0, origin, region, 0,
                               NULL, NULL);
}

CASE(image_fill_color, "CLR-PATTERN-NULL")
{
    const float color[4] = { 0, 0, 0, 1 };
    kept_mem image = image_of(the, CL_RGBA);
    clEnqueueFillImage(the->queue, image, wrong ? NULL : color, origin, region, 0, NULL, NULL);
}

CASE(image_map_pitch, "CLR-MAP-PITCH-NULL")
{
    kept_mem image = image_of(the, CL_RGBA);
    size_t pitch;
    void *mapped = clEnqueueMapImage(the->queue, image, CL_TRUE, CL_MAP_READ, origin, region,
                                     wrong ? NULL : &pitch, NULL, 0, NULL, NULL, NULL);
    unmap(the, image, mapped);
}

/* ---- pipes ---- */

CASE(pipes_unsupported, "CLR-PIPES-UNSUPPORTED")
{
    cl_bool has = CL_FALSE;
    clGetDeviceInfo(the->device, CL_DEVICE_PIPE_SUPPORT, sizeof has, &has, NULL);
    if (has || wrong) release(the, clCreatePipe(the->context, 0, 4, 4, NULL, NULL));
}

CASE(not_a_pipe, "CLR-MEM-NOT-PIPE")
{
    kept_mem buffer = buffer_of(the);
    cl_uint size;
    if (wrong) clGetPipeInfo(buffer, CL_PIPE_PACKET_SIZE, sizeof size, &size, NULL);
}

/* ---- shared virtual memory ---- */

CALL(svm_flags, "CLR-SVM-FLAGS",
     clSVMFree(the->context,
               clSVMAlloc(the->context, wrong ? CL_MEM_ALLOC_HOST_PTR : CL_MEM_READ_WRITE, SIZE,
                          0)))
CALL(svm_atomics, "CLR-SVM-ATOMICS",
     clSVMFree(the->context,
               clSVMAlloc(the->context, wrong ? CL_MEM_SVM_ATOMICS : CL_MEM_SVM_FINE_GRAIN_BUFFER,
                          SIZE, 0)))
CALL(svm_size_zero, "CLR-SVM-SIZE-ZERO",
     clSVMFree(the->context, clSVMAlloc(the->context, 0, !wrong, 0)))
CALL(svm_size_limit, "CLR-SVM-SIZE-LIMIT",
     /* More than any host has: some drivers allocate more than they say. */
     clSVMFree(the->context, clSVMAlloc(the->context, 0, wrong ? SIZE_MAX / 4 : SIZE, 0)))
CALL(svm_alignment, "CLR-SVM-ALIGNMENT",
     clSVMFree(the->context, clSVMAlloc(the->context, 0, SIZE, wrong ? 48 : 64)))

/* On a device that shares all of the host's memory (PoCL 6 and later), any pointer will do. */
CASE(svm_freed, "CLR-SVM-FREED")
{
    cl_device_svm_capabilities can = 0;
    void *memory = clSVMAlloc(the->context, 0, SIZE, 0);
    clGetDeviceInfo(the->device, CL_DEVICE_SVM_CAPABILITIES, sizeof can, &can, NULL);
    if (can & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) exit(77);
    if (wrong) clSVMFree(the->context, memory);
    clEnqueueSVMMap(the->queue, CL_TRUE, CL_MAP_READ, memory, SIZE, 0, NULL, NULL);
    if (wrong) return;
    clEnqueueSVMUnmap(the->queue, memory, 0, NULL, NULL);
    clFinish(the->queue);
    clSVMFree(the->context, memory);
}

CASE(svm_leaked, "CLR-SVM-LEAKED")
{
    void *memory = clSVMAlloc(the->context, 0, 64, 0);
    if (!memory) exit(77);
    if (!wrong) clEnqueueSVMFree(the->queue, 1, &memory, NULL, NULL, 0, NULL, NULL);
    clFinish(the->queue);
}

CASE(svm_range, "CLR-SVM-RANGE")
{
    char *memory = clSVMAlloc(the->context, 0, SIZE, 0);
    const int zero = 0;
    clEnqueueSVMMap(the->queue, CL_TRUE, CL_MAP_READ, memory + SIZE / 2, SIZE / 2 + wrong, 0, NULL,
                    NULL);
    clEnqueueSVMUnmap(the->queue, memory + SIZE / 2, 0, NULL, NULL);
    clEnqueueSVMMemFill(the->queue, memory, &zero, sizeof zero, SIZE, 0, NULL, NULL);
    clFinish(the->queue);
    clSVMFree(the->context, memory);
}

CASE(svm_pointer_null, "CLR-SVM-POINTER-NULL")
{
    void *memory = clSVMAlloc(the->context, 0, SIZE, 0);
    clEnqueueSVMMemcpy(the->queue, CL_TRUE, wrong ? NULL : memory, host, SIZE, 0, NULL, NULL);
    clSVMFree(the->context, memory);
}

CASE(svm_overlap, "CLR-COPY-OVERLAP")
{
    char *memory = clSVMAlloc(the->context, 0, SIZE, 0);
    clEnqueueSVMMemcpy(the->queue, CL_TRUE, memory, memory + (wrong ? 99 : 100), 100, 0, NULL,
                       NULL);
    clSVMFree(the->context, memory);
}

CASE(svm_fill_alignment, "CLR-FILL-ALIGNMENT")
{
    char *memory = clSVMAlloc(the->context, 0, SIZE, 0);
    clEnqueueSVMMemFill(the->queue, memory + (wrong ? 4 : 8), other_host, 8, 16, 0, NULL, NULL);
    clFinish(the->queue);
    clSVMFree(the->context, memory);
}

CASE(svm_map_size_zero, "CLR-SVM-MAP-SIZE-ZERO")
{
    void *memory = clSVMAlloc(the->context, 0, SIZE, 0);
    clEnqueueSVMMap(the->queue, CL_TRUE, CL_MAP_READ, memory, wrong ? 0 : SIZE, 0, NULL, NULL);
    clEnqueueSVMUnmap(the->queue, memory, 0, NULL, NULL);
    clFinish(the->queue);
    clSVMFree(the->context, memory);
}

CASE(svm_list_length, "CLR-MEM-LIST-LENGTH")
{
    void *memory = clSVMAlloc(the->context, 0, SIZE, 0);
    clEnqueueSVMFree(the->queue, !wrong, &memory, NULL, NULL, 0, NULL, NULL);
    clFinish(the->queue);
    if (wrong) clSVMFree(the->context, memory);
}

CASE(svm_migration_range, "CLR-SVM-MIGRATION-RANGE")
{
    const void *memory = clSVMAlloc(the->context, 0, SIZE, 0);
    const size_t size = SIZE + wrong;
    clEnqueueSVMMigrateMem(the->queue, 1, &memory, &size, 0, 0, NULL, NULL);
    clFinish(the->queue);
    clSVMFree(the->context, (void *)memory);
}
