/* SPDX-License-Identifier: Apache-2.0 */
/* Information about memory objects (info.h). */
#include "info.h"

#include "../../../calls/functions.h"
#include "lock.h"
#include "ranges.h"

#include <stdlib.h>

/* ---- the driver's answers ---- */

#define ASK_IMAGE(what, place) ask.clGetImageInfo(mem, what, sizeof(place), &(place), NULL)

static void fill_image(cl_mem mem, struct info_mem *it)
{
    it->shape.type = it->type;
    ASK_IMAGE(CL_IMAGE_WIDTH, it->shape.width);
    ASK_IMAGE(CL_IMAGE_HEIGHT, it->shape.height);
    ASK_IMAGE(CL_IMAGE_DEPTH, it->shape.depth);
    ASK_IMAGE(CL_IMAGE_ARRAY_SIZE, it->shape.array_size);
    ASK_IMAGE(CL_IMAGE_NUM_MIP_LEVELS, it->shape.levels);
    ASK_IMAGE(CL_IMAGE_FORMAT, it->format);
    ASK_IMAGE(CL_IMAGE_ELEMENT_SIZE, it->element);
}

#define ASK_MEM(what, place) ask.clGetMemObjectInfo(mem, what, sizeof(place), &(place), NULL)

static atomic_bool has_host_memory; /* some buffer uses the host's */

static void fill_mem(void *handle, struct info *info)
{
    struct info_mem *it = (void *)info;
    cl_mem mem = handle;
    it->answered = !ASK_MEM(CL_MEM_TYPE, it->type) && !ASK_MEM(CL_MEM_FLAGS, it->flags) &&
                   !ASK_MEM(CL_MEM_SIZE, it->size);
    ASK_MEM(CL_MEM_HOST_PTR, it->host);
    ASK_MEM(CL_MEM_ASSOCIATED_MEMOBJECT, it->parent);
    ASK_MEM(CL_MEM_OFFSET, it->offset);
    if (it->answered && image_dimensions(it->type)) fill_image(mem, it);
    if (it->host && it->flags & CL_MEM_USE_HOST_PTR) atomic_store(&has_host_memory, true);
}

const struct info_kind info_kind_mem = { sizeof(struct info_mem), fill_mem, NULL };

const struct info_mem *info_mem(cl_mem mem)
{
    const struct info_mem *it = (const void *)info_of(mem, KIND_MEM);
    return it && it->answered ? it : NULL;
}

uint64_t info_mem_size(cl_mem mem)
{
    const struct info_mem *it = info_mem(mem);
    return it ? it->size : UNKNOWN;
}

cl_mem_flags info_mem_flags(cl_mem mem)
{
    const struct info_mem *it = info_mem(mem);
    return it ? it->flags : 0;
}

cl_mem_object_type info_mem_type(cl_mem mem)
{
    const struct info_mem *it = info_mem(mem);
    return it ? it->type : 0;
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
    const struct tracked *it = objects_find(handle);
    if (!it || atomic_load(&it->met)) return false;
    for (size_t i = 0; i < count; i++)
        if (atomic_load(&it->made_by) == functions[i]) return false;
    return true;
}

/* ---- content ---- */

static atomic_bool any_may_be_written;

static bool is_made_by(cl_mem mem, unsigned number)
{
    const struct tracked *it = objects_living(mem, KIND_MEM);
    return it && !atomic_load(&it->met) && atomic_load(&it->made_by) == number;
}

void info_may_write_any(void)
{
    atomic_store_explicit(&any_may_be_written, true, memory_order_relaxed);
}

void info_may_write(cl_mem mem)
{
    struct info_mem *it = (void *)info_to_change(mem, KIND_MEM);
    if (it) atomic_store_explicit(&it->may_be_written, true, memory_order_relaxed);
}

/* With a flag of a vendor, others than OpenCL's commands may write to a buffer. */
bool info_is_unwritten(cl_mem mem)
{
    const cl_mem_flags plain = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY |
                               CL_MEM_ALLOC_HOST_PTR | CL_MEM_HOST_WRITE_ONLY |
                               CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
    const struct info_mem *it = info_mem(mem);
    return it && it->type == CL_MEM_OBJECT_BUFFER && !it->parent && !(it->flags & ~plain) &&
           !atomic_load_explicit(&it->may_be_written, memory_order_relaxed) &&
           !atomic_load_explicit(&any_may_be_written, memory_order_relaxed) &&
           objects_are_complete() && is_made_by(mem, clCreateBuffer_number);
}

/* ---- buffers ---- */

bool info_is_sub_buffer(cl_mem mem)
{
    const struct info_mem *it = info_mem(mem);
    return it && it->type == CL_MEM_OBJECT_BUFFER && it->parent;
}

uint64_t info_mem_offset(cl_mem mem)
{
    const struct info_mem *it = info_mem(mem);
    return it ? it->offset : UNKNOWN;
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
    const struct info_mem *it = info_mem(mem);
    return it && it->type == CL_MEM_OBJECT_BUFFER && end > it->size;
}

/* The buffer that a sub-buffer is a part of, and where it begins there. */
static const void *whole_buffer(cl_mem mem, uint64_t *base)
{
    const struct info_mem *it = info_mem(mem);
    *base = 0;
    if (!it || !info_is_sub_buffer(mem)) return it ? mem : NULL;
    *base = it->offset;
    return it->parent;
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

/* The buffer, if it uses memory of the host that clSVMAlloc has not returned; or NULL. */
static const struct info_mem *in_host_memory(cl_mem mem)
{
    const struct info_mem *it = info_mem(mem);
    return it && it->type == CL_MEM_OBJECT_BUFFER && it->flags & CL_MEM_USE_HOST_PTR && it->host &&
                   range_is_foreign(it->host)
               ? it
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
    const struct info_mem *it = info_mem(image);
    return it && image_dimensions(it->type) && !is_of_extension(it) ? it : NULL;
}

const struct image_shape *info_shape(cl_mem image)
{
    static const struct image_shape unknown;
    const struct info_mem *it = info_image(image);
    return it ? &it->shape : &unknown;
}

uint64_t info_image_bytes(cl_mem image, const size_t *region)
{
    const struct info_mem *it = info_image(image);
    return it ? bytes_product(it->element, region_volume(region)) : 0;
}

bool info_image_row_is_short(cl_mem image, const size_t *region, size_t row_pitch)
{
    const struct info_mem *it = info_image(image);
    return it && region && row_pitch && row_pitch < bytes_product(it->element, region[0]);
}

bool info_image_slice_is_short(cl_mem image, const size_t *region, size_t row_pitch,
                               size_t slice_pitch)
{
    const struct info_mem *it = info_image(image);
    uint64_t row, rows;
    if (!it || !region || !slice_pitch || !image_has_slices(it->type)) return false;
    row = row_pitch ? row_pitch : bytes_product(it->element, region[0]);
    rows = it->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 1 : region[1];
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
    const struct info_mem *it = info_image(image);
    return it && it->type == CL_MEM_OBJECT_IMAGE1D_BUFFER && buffer && it->parent == buffer;
}

/* ---- devices ---- */

size_t info_asked_devices(cl_context context, cl_device_id devices[MOST_DEVICES])
{
    size_t size = 0;
    if (!objects_living(context, KIND_CONTEXT) ||
        ask.clGetContextInfo(context, CL_CONTEXT_DEVICES, MOST_DEVICES * sizeof *devices, devices,
                             &size))
        return 0;
    return size / sizeof *devices;
}

uint64_t info_asked(cl_device_id device, cl_device_info what)
{
    uint64_t value = 0;
    if (!objects_living(device, KIND_DEVICE) ||
        ask.clGetDeviceInfo(device, what, sizeof value, &value, NULL))
        return UNKNOWN;
    return value;
}

uint64_t info_asked_most(cl_context context, cl_device_info what)
{
    cl_device_id devices[MOST_DEVICES];
    const size_t count = info_asked_devices(context, devices);
    uint64_t most = count ? 0 : UNKNOWN;
    for (size_t i = 0; i < count; i++) {
        const uint64_t value = info_asked(devices[i], what);
        if (value > most) most = value; /* UNKNOWN is the largest of all */
    }
    return most;
}

/* Whether a device says that it has an extension, or that it lacks it: if it says nothing, neither is so. */
static bool device_says(cl_device_id device, const char *extension, bool has)
{
    bool said;
    size_t size = 0;
    char *all;
    if (ask.clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, NULL, &size)) return false;
    all = calloc(1, size + 1);
    said = all && !ask.clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, size, all, NULL) && *all &&
           info_lists(all, ' ', extension, strlen(extension)) == has;
    free(all);
    return said;
}

static bool device_has(cl_device_id device, const char *extension)
{
    return objects_living(device, KIND_DEVICE) && device_says(device, extension, true);
}

cl_device_id info_device_without_gl(const cl_context_properties *properties, cl_device_type type)
{
    const uint64_t named = info_property(PROPERTIES(properties), CL_CONTEXT_PLATFORM);
    const cl_platform_id platform = (cl_platform_id)(uintptr_t)named;
    cl_device_id devices[MOST_DEVICES];
    cl_uint count = 0;
    if (info_has_property(PROPERTIES(properties), CL_CONTEXT_PLATFORM) &&
        !objects_living(platform, KIND_PLATFORM))
        return NULL;
    if (ask.clGetDeviceIDs(platform, type, MOST_DEVICES, devices, &count) || count > MOST_DEVICES)
        return NULL;
    for (cl_uint i = 0; i < count; i++)
        if (!device_says(devices[i], "cl_khr_gl_sharing", false)) return NULL;
    return count ? devices[0] : NULL;
}

bool info_context_has(cl_context context, const char *extension)
{
    cl_device_id devices[MOST_DEVICES];
    const size_t count = info_asked_devices(context, devices);
    for (size_t i = 0; i < count; i++)
        if (device_has(devices[i], extension)) return true;
    return false;
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
    const struct info_mem *it = info_image(image);
    return it && info_shape_is_too_large(&it->shape, NULL, queue);
}

/* ---- what is mapped ---- */

/* For changing or reading the mappings of an object; NULL unless the layer knows all of them. */
static struct info_mem *mappings_of(cl_mem mem)
{
    const struct tracked *it = objects_living(mem, KIND_MEM);
    if (!it || atomic_load(&it->met)) return NULL;
    return (void *)info_to_change(mem, KIND_MEM);
}

static bool is_for_writing(cl_map_flags flags)
{
    return flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
}

static void note_mapping(cl_mem mem, const void *pointer, cl_map_flags flags, const size_t *origin,
                         const size_t *region, cl_command_queue queue)
{
    struct info_mem *it = mappings_of(mem);
    struct mapping *fresh = it ? calloc(1, sizeof *fresh) : NULL;
    if (!fresh) return;
    fresh->pointer = pointer;
    fresh->queue = queue;
    fresh->writes = is_for_writing(flags);
    memcpy(fresh->origin, origin, sizeof fresh->origin);
    memcpy(fresh->region, region, sizeof fresh->region);
    lock_take(LOCK_MAPPINGS);
    fresh->next = it->mapped;
    it->mapped = fresh;
    lock_release(LOCK_MAPPINGS);
}

void info_mapped_buffer(cl_mem buffer, const void *pointer, cl_map_flags flags, size_t offset,
                        size_t size, cl_command_queue queue)
{
    note_mapping(buffer, pointer, flags, (const size_t[3]){ offset },
                 (const size_t[3]){ size, 1, 1 }, queue);
}

void info_mapped_image(cl_mem image, const void *pointer, cl_map_flags flags, const size_t *origin,
                       const size_t *region, cl_command_queue queue)
{
    if (origin && region) note_mapping(image, pointer, flags, origin, region, queue);
}

static struct mapping **place_of(struct info_mem *it, const void *pointer)
{
    struct mapping **place = &it->mapped;
    while (*place && (*place)->pointer != pointer) place = &(*place)->next;
    return place;
}

void info_unmapped(cl_mem mem, const void *pointer)
{
    struct info_mem *it = mappings_of(mem);
    struct mapping **place, *gone;
    if (!it) return;
    lock_take(LOCK_MAPPINGS);
    place = place_of(it, pointer);
    gone = *place;
    if (gone) *place = gone->next;
    it->unmapped = pointer;
    lock_release(LOCK_MAPPINGS);
    free(gone);
}

/* Whether a pointer is not mapped; with `was`, whether it is the one that was unmapped last. */
static bool is_not_mapped(cl_mem mem, const void *pointer, bool was)
{
    struct info_mem *it = mappings_of(mem);
    bool answer;
    if (!it || !pointer) return it && !was;
    lock_take(LOCK_MAPPINGS);
    answer = !*place_of(it, pointer) && (it->unmapped == pointer) == was;
    lock_release(LOCK_MAPPINGS);
    return answer;
}

bool info_is_never_mapped(cl_mem mem, const void *pointer)
{
    return is_not_mapped(mem, pointer, false);
}

bool info_is_unmapped(cl_mem mem, const void *pointer)
{
    return is_not_mapped(mem, pointer, true);
}

size_t info_mappings(cl_mem mem)
{
    struct info_mem *it = mappings_of(mem);
    size_t count = 0;
    if (!it) return 0;
    lock_take(LOCK_MAPPINGS);
    for (const struct mapping *at = it->mapped; at; at = at->next) count++;
    lock_release(LOCK_MAPPINGS);
    return count;
}

static bool is_buffer(const struct info_mem *it)
{
    return it->type == CL_MEM_OBJECT_BUFFER;
}

bool info_written_mapping(cl_mem mem, const void *pointer, struct part *part)
{
    struct info_mem *it = mappings_of(mem);
    const struct mapping *mapping;
    bool writes = false;
    if (!it) return false;
    *part = (struct part){ 0, 0, false };
    lock_take(LOCK_MAPPINGS);
    mapping = *place_of(it, pointer);
    writes = mapping && mapping->writes;
    if (writes && is_buffer(it))
        *part = (struct part){ mapping->origin[0], mapping->origin[0] + mapping->region[0], false };
    lock_release(LOCK_MAPPINGS);
    return writes;
}

void info_note_mapped(cl_mem mem, const void *pointer, uint64_t when, cl_event event)
{
    struct info_mem *it = mappings_of(mem);
    struct mapping *mapping;
    if (!it) return;
    lock_take(LOCK_MAPPINGS);
    mapping = *place_of(it, pointer);
    if (mapping) mapping->when = when, mapping->event = event;
    lock_release(LOCK_MAPPINGS);
}

uint64_t info_when_mapped(cl_mem mem, const void *pointer)
{
    struct info_mem *it = mappings_of(mem);
    uint64_t first = UINT64_MAX;
    if (!it) return 0;
    lock_take(LOCK_MAPPINGS);
    for (const struct mapping *at = it->mapped; at; at = at->next)
        if (at->pointer == pointer && at->when < first) first = at->when;
    lock_release(LOCK_MAPPINGS);
    return first == UINT64_MAX ? 0 : first;
}

bool info_is_map_of(cl_mem mem, const void *pointer, cl_event event)
{
    struct info_mem *it = mappings_of(mem);
    bool found = false;
    if (!it || !event) return false;
    lock_take(LOCK_MAPPINGS);
    for (const struct mapping *at = it->mapped; at && !found; at = at->next)
        found = at->pointer == pointer && at->event == event;
    lock_release(LOCK_MAPPINGS);
    return found;
}

static bool is_whole(const struct info_mem *it, const struct mapping *mapping)
{
    if (is_buffer(it)) return !mapping->origin[0] && mapping->region[0] == it->size;
    if (it->shape.levels > 1 || !image_dimensions(it->type)) return false;
    for (unsigned i = 0; i < image_dimensions(it->type); i++)
        if (mapping->origin[i] || mapping->region[i] != image_extent(&it->shape, NULL, i))
            return false;
    return true;
}

bool info_is_mapped_against(cl_mem mem, cl_command_queue queue, bool writes)
{
    struct info_mem *it = mappings_of(mem);
    bool in_order, found = false;
    if (!it || !it->answered || !it->mapped) return false;
    in_order = info_queue_is_without(queue, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    lock_take(LOCK_MAPPINGS);
    for (const struct mapping *at = it->mapped; at && !found; at = at->next)
        found = (at->writes || writes) && (!at->queue || (at->queue == queue && in_order)) &&
                is_whole(it, at);
    lock_release(LOCK_MAPPINGS);
    return found;
}

static bool is_overlapping(const struct mapping *it, const size_t *origin, const size_t *region)
{
    for (unsigned i = 0; i < 3; i++)
        if (!bytes_overlap(it->origin[i], it->region[i], origin[i], region[i])) return false;
    return true;
}

bool info_mapping_overlaps(cl_mem mem, cl_map_flags flags, const size_t *origin,
                           const size_t *region)
{
    struct info_mem *it = mappings_of(mem);
    bool found = false;
    if (!it || !is_for_writing(flags) || !origin || !region || it->shape.levels > 1) return false;
    lock_take(LOCK_MAPPINGS);
    for (const struct mapping *at = it->mapped; at && !found; at = at->next)
        found = at->writes && is_overlapping(at, origin, region);
    lock_release(LOCK_MAPPINGS);
    return found;
}

bool info_is_released_mapped(cl_mem mem)
{
    const struct tracked *it = objects_living(mem, KIND_MEM);
    return it && atomic_load(&it->references) == 1 && !atomic_load(&it->holders) &&
           info_mappings(mem);
}
