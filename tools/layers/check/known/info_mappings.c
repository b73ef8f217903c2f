/* SPDX-License-Identifier: Apache-2.0 */
#include "info_mappings.h"

#include "info_memory.h"
#include "info_queues.h"
#include "lock.h"

#include <stdlib.h>

/* The information about an object, to change or read its mappings; NULL unless the layer knows all
 * of them. */
static struct info_mem *mappings_of(cl_mem mem)
{
    const struct tracked *tracked = objects_living(mem, KIND_MEM);
    if (!tracked || atomic_load(&tracked->met)) return NULL;
    return (void *)info_to_change(mem, KIND_MEM);
}

static bool is_for_writing(cl_map_flags flags)
{
    return flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
}

static void note_mapping(cl_mem mem, const void *pointer, cl_map_flags flags, const size_t *origin,
                         const size_t *region, cl_command_queue queue)
{
    struct info_mem *info = mappings_of(mem);
    struct mapping *fresh = info ? calloc(1, sizeof *fresh) : NULL;
    if (!fresh) return;
    fresh->pointer = pointer;
    fresh->queue = queue;
    fresh->writes = is_for_writing(flags);
    memcpy(fresh->origin, origin, sizeof fresh->origin);
    memcpy(fresh->region, region, sizeof fresh->region);
    lock_take(LOCK_MAPPINGS);
    fresh->next = info->mapped;
    info->mapped = fresh;
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

static struct mapping **place_of(struct info_mem *info, const void *pointer)
{
    struct mapping **place = &info->mapped;
    while (*place && (*place)->pointer != pointer) place = &(*place)->next;
    return place;
}

void info_unmapped(cl_mem mem, const void *pointer)
{
    struct info_mem *info = mappings_of(mem);
    struct mapping **place, *removed;
    if (!info) return;
    lock_take(LOCK_MAPPINGS);
    place = place_of(info, pointer);
    removed = *place;
    if (removed) *place = removed->next;
    info->unmapped = pointer;
    lock_release(LOCK_MAPPINGS);
    free(removed);
}

/* Whether a pointer is not that of a mapped region. `was_mapped`: and whether it is the pointer
 * that was unmapped last. */
static bool is_not_mapped(cl_mem mem, const void *pointer, bool was_mapped)
{
    struct info_mem *info = mappings_of(mem);
    bool answer;
    if (!info || !pointer) return info && !was_mapped;
    lock_take(LOCK_MAPPINGS);
    answer = !*place_of(info, pointer) && (info->unmapped == pointer) == was_mapped;
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
    struct info_mem *info = mappings_of(mem);
    size_t count = 0;
    if (!info) return 0;
    lock_take(LOCK_MAPPINGS);
    for (const struct mapping *at = info->mapped; at; at = at->next) count++;
    lock_release(LOCK_MAPPINGS);
    return count;
}

static bool is_buffer(const struct info_mem *info)
{
    return info->type == CL_MEM_OBJECT_BUFFER;
}

bool info_written_mapping(cl_mem mem, const void *pointer, struct part *part)
{
    struct info_mem *info = mappings_of(mem);
    const struct mapping *mapping;
    bool writes = false;
    if (!info) return false;
    *part = (struct part){ 0, 0, false };
    lock_take(LOCK_MAPPINGS);
    mapping = *place_of(info, pointer);
    writes = mapping && mapping->writes;
    if (writes && is_buffer(info))
        *part = (struct part){ mapping->origin[0], mapping->origin[0] + mapping->region[0], false };
    lock_release(LOCK_MAPPINGS);
    return writes;
}

void info_note_mapped(cl_mem mem, const void *pointer, uint64_t when, cl_event event)
{
    struct info_mem *info = mappings_of(mem);
    struct mapping *mapping;
    if (!info) return;
    lock_take(LOCK_MAPPINGS);
    mapping = *place_of(info, pointer);
    if (mapping) mapping->when = when, mapping->event = event;
    lock_release(LOCK_MAPPINGS);
}

uint64_t info_when_mapped(cl_mem mem, const void *pointer)
{
    struct info_mem *info = mappings_of(mem);
    uint64_t first = UINT64_MAX;
    if (!info) return 0;
    lock_take(LOCK_MAPPINGS);
    for (const struct mapping *at = info->mapped; at; at = at->next)
        if (at->pointer == pointer && at->when < first) first = at->when;
    lock_release(LOCK_MAPPINGS);
    return first == UINT64_MAX ? 0 : first;
}

bool info_is_map_of(cl_mem mem, const void *pointer, cl_event event)
{
    struct info_mem *info = mappings_of(mem);
    bool found = false;
    if (!info || !event) return false;
    lock_take(LOCK_MAPPINGS);
    for (const struct mapping *at = info->mapped; at && !found; at = at->next)
        found = at->pointer == pointer && at->event == event;
    lock_release(LOCK_MAPPINGS);
    return found;
}

static bool is_whole(const struct info_mem *info, const struct mapping *mapping)
{
    if (is_buffer(info)) return !mapping->origin[0] && mapping->region[0] == info->size;
    if (info->shape.levels > 1 || !image_dimensions(info->type)) return false;
    for (unsigned i = 0; i < image_dimensions(info->type); i++)
        if (mapping->origin[i] || mapping->region[i] != image_extent(&info->shape, NULL, i))
            return false;
    return true;
}

bool info_is_mapped_against(cl_mem mem, cl_command_queue queue, bool writes)
{
    struct info_mem *info = mappings_of(mem);
    bool in_order, found = false;
    if (!info || !info->answered || !info->mapped) return false;
    in_order = info_queue_is_without(queue, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    lock_take(LOCK_MAPPINGS);
    for (const struct mapping *at = info->mapped; at && !found; at = at->next)
        found = (at->writes || writes) && (!at->queue || (at->queue == queue && in_order)) &&
                is_whole(info, at);
    lock_release(LOCK_MAPPINGS);
    return found;
}

static bool is_overlapping(const struct mapping *mapping, const size_t *origin,
                           const size_t *region)
{
    for (unsigned i = 0; i < 3; i++)
        if (!bytes_overlap(mapping->origin[i], mapping->region[i], origin[i], region[i]))
            return false;
    return true;
}

bool info_mapping_overlaps(cl_mem mem, cl_map_flags flags, const size_t *origin,
                           const size_t *region)
{
    struct info_mem *info = mappings_of(mem);
    bool found = false;
    if (!info || !is_for_writing(flags) || !origin || !region || info->shape.levels > 1)
        return false;
    lock_take(LOCK_MAPPINGS);
    for (const struct mapping *at = info->mapped; at && !found; at = at->next)
        found = at->writes && is_overlapping(at, origin, region);
    lock_release(LOCK_MAPPINGS);
    return found;
}

bool info_is_released_mapped(cl_mem mem)
{
    const struct tracked *tracked = objects_living(mem, KIND_MEM);
    return tracked && atomic_load(&tracked->references) == 1 && !atomic_load(&tracked->holders) &&
           info_mappings(mem);
}
