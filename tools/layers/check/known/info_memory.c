/* SPDX-License-Identifier: Apache-2.0 */
#include "info_memory.h"

#include "../../../calls/functions.h"
#include "info_contexts.h"
#include "info_devices.h"
#include "info_queues.h"
#include "lock.h"
#include "ranges.h"

#include <stdlib.h>

/* ---- the driver's answers ---- */

#define ASK_IMAGE(what, place) queries.clGetImageInfo(mem, what, sizeof(place), &(place), NULL)

static void fill_image(cl_mem mem, struct info_mem *info)
{
    info->shape.type = info->type;
    ASK_IMAGE(CL_IMAGE_WIDTH, info->shape.width);
    ASK_IMAGE(CL_IMAGE_HEIGHT, info->shape.height);
    ASK_IMAGE(CL_IMAGE_DEPTH, info->shape.depth);
    ASK_IMAGE(CL_IMAGE_ARRAY_SIZE, info->shape.array_size);
    ASK_IMAGE(CL_IMAGE_NUM_MIP_LEVELS, info->shape.levels);
    ASK_IMAGE(CL_IMAGE_FORMAT, info->format);
    ASK_IMAGE(CL_IMAGE_ELEMENT_SIZE, info->element);
}

#define ASK_MEM(what, place) queries.clGetMemObjectInfo(mem, what, sizeof(place), &(place), NULL)

static atomic_bool has_host_memory; /* a buffer uses memory of the host */

static void fill_mem(void *handle, struct info *info)
{
    struct info_mem *filled = (void *)info;
    cl_mem mem = handle;
    filled->answered = !ASK_MEM(CL_MEM_TYPE, filled->type) &&
                       !ASK_MEM(CL_MEM_FLAGS, filled->flags) && !ASK_MEM(CL_MEM_SIZE, filled->size);
    ASK_MEM(CL_MEM_HOST_PTR, filled->host);
    ASK_MEM(CL_MEM_ASSOCIATED_MEMOBJECT, filled->parent);
    ASK_MEM(CL_MEM_OFFSET, filled->offset);
    if (filled->answered && image_dimensions(filled->type)) fill_image(mem, filled);
    if (filled->host && filled->flags & CL_MEM_USE_HOST_PTR) atomic_store(&has_host_memory, true);
}

const struct info_kind info_kind_mem = { sizeof(struct info_mem), fill_mem, NULL };

const struct info_mem *info_mem(cl_mem mem)
{
    const struct info_mem *info = (const void *)info_of(mem, KIND_MEM);
    return info && info->answered ? info : NULL;
}

uint64_t info_mem_size(cl_mem mem)
{
    const struct info_mem *info = info_mem(mem);
    return info ? info->size : UNKNOWN;
}

struct sum {
    const void *context;
    uint64_t bytes;
};

static void add_size(const struct tracked *tracked, void *data)
{
    struct sum *sum = data;
    const struct info_mem *mem;
    if (objects_kind(tracked) != KIND_MEM || !objects_alive(tracked) ||
        atomic_load(&tracked->context) != sum->context)
        return;
    mem = (const void *)info_known(tracked, KIND_MEM);
    if (mem && mem->answered && !mem->parent && !(mem->flags & CL_MEM_USE_HOST_PTR))
        sum->bytes += mem->size;
}

uint64_t info_memory_beside(const void *object)
{
    struct sum sum = { objects_context(object), 0 };
    if (sum.context) objects_visit(add_size, &sum);
    return sum.bytes;
}

cl_mem_flags info_mem_flags(cl_mem mem)
{
    const struct info_mem *info = info_mem(mem);
    return info ? info->flags : 0;
}

cl_mem_object_type info_mem_type(cl_mem mem)
{
    const struct info_mem *info = info_mem(mem);
    return info ? info->type : 0;
}

/* ---- types ---- */

bool info_is_no_buffer(cl_mem mem)
{
    const cl_mem_object_type type = info_mem_type(mem);
    return image_dimensions(type) || type == CL_MEM_OBJECT_PIPE;
}

bool info_is_no_image(cl_mem mem)
{
    const cl_mem_object_type type = info_mem_type(mem);
    return type == CL_MEM_OBJECT_BUFFER || type == CL_MEM_OBJECT_PIPE;
}

bool info_is_no_pipe(cl_mem mem)
{
    const cl_mem_object_type type = info_mem_type(mem);
    return type == CL_MEM_OBJECT_BUFFER || image_dimensions(type);
}

bool info_is_made_by_others(const void *handle, const unsigned *functions, size_t count)
{
    const struct tracked *tracked = objects_find(handle);
    if (!tracked || atomic_load(&tracked->met)) return false;
    for (size_t i = 0; i < count; i++)
        if (atomic_load(&tracked->made_by) == functions[i]) return false;
    return true;
}

/* ---- content ---- */

static atomic_bool any_may_be_written;

static bool is_made_by(cl_mem mem, unsigned number)
{
    const struct tracked *tracked = objects_living(mem, KIND_MEM);
    return tracked && !atomic_load(&tracked->met) && atomic_load(&tracked->made_by) == number;
}

void info_may_write_any(void)
{
    atomic_store_explicit(&any_may_be_written, true, memory_order_relaxed);
}

void info_may_write(cl_mem mem)
{
    struct info_mem *info = (void *)info_to_change(mem, KIND_MEM);
    if (info) atomic_store_explicit(&info->may_be_written, true, memory_order_relaxed);
}

/* With a vendor's flag, others may write to a buffer, besides OpenCL's commands. */
bool info_is_unwritten(cl_mem mem)
{
    const cl_mem_flags plain = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY |
                               CL_MEM_ALLOC_HOST_PTR | CL_MEM_HOST_WRITE_ONLY |
                               CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
    const struct info_mem *info = info_mem(mem);
    return info && info->type == CL_MEM_OBJECT_BUFFER && !info->parent && !(info->flags & ~plain) &&
           !atomic_load_explicit(&info->may_be_written, memory_order_relaxed) &&
           !atomic_load_explicit(&any_may_be_written, memory_order_relaxed) &&
           objects_are_complete() && is_made_by(mem, clCreateBuffer_number);
}

/* ---- buffers ---- */

bool info_is_sub_buffer(cl_mem mem)
{
    const struct info_mem *info = info_mem(mem);
    return info && info->type == CL_MEM_OBJECT_BUFFER && info->parent;
}

uint64_t info_mem_offset(cl_mem mem)
{
    const struct info_mem *info = info_mem(mem);
    return info ? info->offset : UNKNOWN;
}

uint64_t info_base_alignment(cl_command_queue queue)
{
    const uint64_t bits = info_queue_limit(queue, CL_DEVICE_MEM_BASE_ADDR_ALIGN);
    return bits == UNKNOWN || bits < 8 ? UNKNOWN : bits / 8;
}

bool info_is_misaligned(cl_command_queue queue, cl_mem mem)
{
    const uint64_t alignment = info_base_alignment(queue);
    return info_is_sub_buffer(mem) && alignment != UNKNOWN && info_mem_offset(mem) % alignment;
}

bool info_is_beyond(cl_mem mem, uint64_t end)
{
    const struct info_mem *info = info_mem(mem);
    return info && info->type == CL_MEM_OBJECT_BUFFER && end > info->size;
}

/* The buffer that a sub-buffer is a part of; *base becomes where the sub-buffer begins there.
 * Another buffer is its own. */
static const void *whole_buffer(cl_mem mem, uint64_t *base)
{
    const struct info_mem *info = info_mem(mem);
    *base = 0;
    if (!info || !info_is_sub_buffer(mem)) return info ? mem : NULL;
    *base = info->offset;
    return info->parent;
}

struct info_mem *info_whole(cl_mem mem, struct part *part)
{
    uint64_t base;
    const void *whole = info_is_sub_buffer(mem) ? whole_buffer(mem, &base) : NULL;
    if (!whole) return NULL;
    if (!part->end) *part = (struct part){ 0, info_mem_size(mem), true };
    part->begin = bytes_sum(part->begin, base);
    part->end = bytes_sum(part->end, base);
    return (void *)info_to_change(whole, KIND_MEM);
}

bool info_ranges_overlap(cl_mem one, size_t offset, cl_mem other, size_t other_offset, size_t size)
{
    uint64_t base, other_base;
    const void *whole = whole_buffer(one, &base);
    return whole && whole == whole_buffer(other, &other_base) &&
           bytes_overlap(bytes_sum(base, offset), size, bytes_sum(other_base, other_offset), size);
}

bool info_may_share_host_memory(void)
{
    return atomic_load_explicit(&has_host_memory, memory_order_relaxed);
}

/* The information about a buffer that uses memory of the host which clSVMAlloc has not returned; or
 * NULL. */
static const struct info_mem *in_host_memory(cl_mem mem)
{
    const struct info_mem *info = info_mem(mem);
    return info && info->type == CL_MEM_OBJECT_BUFFER && info->flags & CL_MEM_USE_HOST_PTR &&
                   info->host && range_is_foreign(info->host)
               ? info
               : NULL;
}

bool info_shares_host_memory(cl_mem one, cl_mem other)
{
    const struct info_mem *first = in_host_memory(one), *second = in_host_memory(other);
    uint64_t base;
    return first && second && whole_buffer(one, &base) != whole_buffer(other, &base) &&
           bytes_overlap((uintptr_t)first->host, first->size, (uintptr_t)second->host,
                         second->size);
}

bool info_rects_overlap(cl_mem one, struct rect first, cl_mem other, struct rect second,
                        const size_t *region)
{
    const void *whole = whole_buffer(one, &first.base);
    return whole && whole == whole_buffer(other, &second.base) &&
           rects_overlap(&first, &second, region);
}

/* ---- images ---- */

/* Formats of extensions may have planes, which change what an origin means. */
static bool is_of_extension(const struct info_mem *image)
{
    return image->format.image_channel_order < CL_R || image->format.image_channel_order > CL_ABGR;
}

static const struct info_mem *info_image(cl_mem image)
{
    const struct info_mem *info = info_mem(image);
    return info && image_dimensions(info->type) && !is_of_extension(info) ? info : NULL;
}

const struct image_shape *info_shape(cl_mem image)
{
    static const struct image_shape unknown;
    const struct info_mem *info = info_image(image);
    return info ? &info->shape : &unknown;
}

uint64_t info_image_bytes(cl_mem image, const size_t *region)
{
    const struct info_mem *info = info_image(image);
    return info ? bytes_product(info->element, region_volume(region)) : 0;
}

bool info_image_row_is_short(cl_mem image, const size_t *region, size_t row_pitch)
{
    const struct info_mem *info = info_image(image);
    return info && region && row_pitch && row_pitch < bytes_product(info->element, region[0]);
}

bool info_image_slice_is_short(cl_mem image, const size_t *region, size_t row_pitch,
                               size_t slice_pitch)
{
    const struct info_mem *info = info_image(image);
    uint64_t row, rows;
    if (!info || !region || !slice_pitch || !image_has_slices(info->type)) return false;
    row = row_pitch ? row_pitch : bytes_product(info->element, region[0]);
    rows = info->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 1 : region[1];
    return slice_pitch < bytes_product(row, rows);
}

bool info_formats_differ(cl_mem one, cl_mem other)
{
    const struct info_mem *first = info_image(one), *second = info_image(other);
    return first && second &&
           (first->format.image_channel_order != second->format.image_channel_order ||
            first->format.image_channel_data_type != second->format.image_channel_data_type);
}

bool info_image_is_flat(cl_mem image)
{
    return info_image(image) && !image_has_slices(info_mem_type(image));
}

bool info_image_is_of_buffer(cl_mem image, cl_mem buffer)
{
    const struct info_mem *info = info_image(image);
    return info && info->type == CL_MEM_OBJECT_IMAGE1D_BUFFER && buffer && info->parent == buffer;
}

bool info_shape_is_too_large(const struct image_shape *shape, cl_context context,
                             cl_command_queue queue)
{
    const uint64_t sizes[] = { shape->width, shape->height, shape->depth, shape->array_size };
    static const cl_device_info limits[] = { CL_DEVICE_IMAGE2D_MAX_WIDTH,
                                             CL_DEVICE_IMAGE2D_MAX_HEIGHT, 0,
                                             CL_DEVICE_IMAGE_MAX_ARRAY_SIZE },
                                limits_3d[] = { CL_DEVICE_IMAGE3D_MAX_WIDTH,
                                                CL_DEVICE_IMAGE3D_MAX_HEIGHT,
                                                CL_DEVICE_IMAGE3D_MAX_DEPTH, 0 },
                                limits_buffer[] = { CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, 0, 0, 0 };
    const cl_device_info *limit = shape->type == CL_MEM_OBJECT_IMAGE3D          ? limits_3d
                                  : shape->type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? limits_buffer
                                                                                : limits;
    for (unsigned i = 0; i < 4; i++)
        if (limit[i] && sizes[i] > (queue ? info_asked(info_queue_device(queue), limit[i])
                                          : info_asked_most(context, limit[i])))
            return true;
    return false;
}

bool info_image_is_too_large(cl_command_queue queue, cl_mem image)
{
    const struct info_mem *info = info_image(image);
    return info && info_shape_is_too_large(&info->shape, NULL, queue);
}
