/* SPDX-License-Identifier: Apache-2.0 */
#include "order.h"

#include "../../layer_system.h"
#include "waits.h"
#include "../known/info_kernels.h"
#include "../known/info_mappings.h"
#include "../known/info_memory.h"
#include "../known/info_queues.h"

/* ---- time ---- */

/* The number of commands so far; and the number of those that the host may know to have ended. */
static _Atomic uint64_t now = 1, synchronized;

void order_synchronized(void)
{
    atomic_store(&synchronized, atomic_load(&now));
}

uint64_t order_next(void)
{
    return atomic_fetch_add(&now, 1) + 1;
}

bool order_is_over(uint64_t when)
{
    return when <= atomic_load(&synchronized);
}

/* Index of tracked.note of a queue: its commands come after all commands of other queues before
 * this time. */
enum { ORDERED };

void order_barrier(cl_command_queue handle)
{
    struct tracked *queue = objects_living(handle, KIND_QUEUE);
    if (queue)
        atomic_store_explicit(&queue->note[ORDERED], atomic_load(&now), memory_order_relaxed);
}

/* ---- parts ---- */

static const struct part some_part; /* a part that is not known */

static const struct part no_part = { 1, 1, false };

static bool is_none(struct part part)
{
    return part.end && part.begin == part.end;
}

struct part part_bytes(uint64_t offset, uint64_t size)
{
    return size ? (struct part){ offset, bytes_sum(offset, size), false } : no_part;
}

struct part part_rect(const size_t *origin, const size_t *region, size_t row_pitch,
                      size_t slice_pitch)
{
    uint64_t row, slice;
    if (!origin || !region || region_has_zero(region)) return some_part;
    row = rect_row_pitch(region, row_pitch);
    slice = rect_slice_pitch(region, row_pitch, slice_pitch);
    if ((region[1] > 1 && row != region[0]) ||
        (region[2] > 1 && slice != bytes_product(row, region[1])))
        return some_part; /* the region has gaps */
    return (struct part){ bytes_sum(origin[0], bytes_sum(bytes_product(origin[1], row),
                                                         bytes_product(origin[2], slice))),
                          rect_end(origin, region, row_pitch, slice_pitch), false };
}

struct part part_image(cl_mem image, const size_t *origin, const size_t *region)
{
    const struct info_mem *info = info_mem(image);
    const unsigned dimensions = info ? image_dimensions(info->type) : 0;
    if (!dimensions || info->shape.levels > 1 || !origin || !region) return some_part;
    for (unsigned i = 0; i < dimensions; i++)
        if (origin[i] || region[i] != image_extent(&info->shape, origin, i)) return some_part;
    return (struct part){ 0, UINT64_MAX, false };
}

/* The range of bytes that a part certainly is in. */
static struct part bounds(struct part part, uint64_t size)
{
    return part.end ? part : (struct part){ 0, size, true };
}

static bool has_all(struct part part, struct part other)
{
    return other.end && part.begin <= other.begin && part.end >= other.end;
}

bool order_parts_overlap(struct part one, struct part other, uint64_t size)
{
    one = bounds(one, size);
    other = bounds(other, size);
    if (one.is_within && other.is_within) return false;
    if (one.is_within) return has_all(other, one);
    if (other.is_within) return has_all(one, other);
    return one.begin < other.end && other.begin < one.end;
}

/* ---- commands on one object ---- */

enum { WRITE, READ };
enum place_of_queue { THIS_QUEUE, ANOTHER_QUEUE };

/* A copy of a note, because other threads may change it. */
static struct touched copy_of(const struct touched *last)
{
    struct touched copy;
    recorder_take_lock();
    copy = *last;
    recorder_release_lock();
    return copy;
}

bool order_is_missing(const struct tracked *queue, bool is_out_of_order,
                      const struct touched *before)
{
    return before->when && !order_is_over(before->when) &&
           before->when > atomic_load_explicit(&queue->note[ORDERED], memory_order_relaxed) &&
           (is_out_of_order || before->queue != queue->handle);
}

bool order_is_held_back(cl_command_queue queue)
{
    return waits_of_queue(queue).event != NULL;
}

static bool is_out_of_order(cl_command_queue queue)
{
    return info_queue_properties(queue) & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
}

static void compare(struct check_call *call, const struct tracked *queue,
                    const struct mem_access *access, const struct info_mem *mem,
                    const struct touched *last, unsigned what)
{
    static const enum check_id check_ids[2][2] = {
        [WRITE] = { QUEUE_UNORDERED, QUEUES_UNORDERED },
        [READ] = { QUEUE_UNORDERED_READ, QUEUES_UNORDERED_READ },
    };
    struct touched before;
    if (!last->when) return;
    before = copy_of(last);
    if (!order_is_missing(queue, is_out_of_order(queue->handle), &before) ||
        (access->together && access->together == before.together) ||
        !order_parts_overlap(access->part, before.part, mem->answered ? mem->size : 0))
        return;
    finding_add_other(call,
                      check_ids[what][before.queue == queue->handle ? THIS_QUEUE : ANOTHER_QUEUE],
                      access->mem, VALUES(ADDRESS(before.queue)), before.site);
}

/* Compares an access with the last write, and a write also with the last read. */
static void compare_both(struct check_call *call, const struct tracked *queue,
                         const struct mem_access *access, const struct info_mem *mem,
                         const struct touched last[2])
{
    compare(call, queue, access, mem, &last[WRITE], WRITE);
    if (access->writes) compare(call, queue, access, mem, &last[READ], READ);
}

void order_access(struct check_call *call, cl_command_queue handle, const struct mem_access *access)
{
    const struct tracked *queue = objects_living(handle, KIND_QUEUE);
    const struct info_mem *mem = (void *)info_to_change(access->mem, KIND_MEM), *whole;
    struct mem_access of_whole = *access;
    if (!queue || !mem || is_none(access->part) || order_is_held_back(handle)) return;
    compare_both(call, queue, access, mem, mem->touched);
    compare_both(call, queue, access, mem, mem->in_parts);
    whole = info_whole(access->mem, &of_whole.part);
    if (!whole) return;
    compare_both(call, queue, &of_whole, whole, whole->touched);
    compare_both(call, queue, &of_whole, whole, whole->in_parts);
}

void order_accessed(const struct check_call *call, cl_command_queue queue,
                    const struct mem_access *access)
{
    const unsigned what = access->writes ? WRITE : READ;
    struct info_mem *mem = (void *)info_to_change(access->mem, KIND_MEM), *whole;
    struct touched touched = { order_next(), queue, access->part, call_site(call),
                               access->together };
    if (!mem || is_none(access->part) || order_is_held_back(queue)) return;
    whole = info_whole(access->mem, &touched.part);
    recorder_take_lock();
    mem->touched[what] = touched;
    mem->touched[what].part = access->part;
    if (whole) whole->in_parts[what] = touched;
    recorder_release_lock();
}

void order_unmapped(const struct check_call *call, cl_command_queue queue, cl_mem mem,
                    const void *pointer)
{
    struct mem_access access = { mem, { 0, 0, false }, true, NULL };
    if (info_written_mapping(mem, pointer, &access.part)) order_accessed(call, queue, &access);
}

/* ---- kernels ---- */

struct visiting {
    void (*visit)(void *data, const struct mem_argument *argument, struct part part);
    void *data;
    uint64_t first; /* the index of the first work-item */
};

/* Whether a launch has work-items. Since OpenCL 2.1 it may have none, and then touches nothing. */
static bool has_items(cl_uint dimensions, const size_t *global)
{
    for (cl_uint i = 0; i < dimensions; i++)
        if (!global || !global[i]) return false;
    return true;
}

/* Visits the part of an argument that a kernel certainly touches: the element of its first
 * work-item, or an unknown part. The source may end the other work-items early. */
static void visit_part(void *data, const struct mem_argument *argument)
{
    const struct visiting *visiting = data;
    struct part part = some_part;
    if (argument->indexed && (!visiting->first || argument->element))
        part = part_bytes(bytes_sum(ADDRESS(argument->pointer),
                                    bytes_product(visiting->first, argument->element)),
                          argument->element ? argument->element : 1);
    visiting->visit(visiting->data, argument, part);
}

void order_visit_mems(
    cl_kernel kernel, cl_uint dimensions, const size_t *offset, const size_t *global,
    void (*visit)(void *data, const struct mem_argument *argument, struct part part), void *data)
{
    struct visiting visiting = { visit, data, offset && dimensions ? offset[0] : 0 };
    if (has_items(dimensions, global)) info_visit_mems(kernel, visit_part, &visiting);
}

void order_visit_pointers(
    cl_kernel kernel, cl_uint dimensions, const size_t *offset, const size_t *global,
    void (*visit)(void *data, const struct mem_argument *argument, struct part part), void *data)
{
    struct visiting visiting = { visit, data, offset && dimensions ? offset[0] : 0 };
    if (has_items(dimensions, global)) info_visit_pointers(kernel, visit_part, &visiting);
}

struct launching {
    const struct check_call *call;
    cl_command_queue queue;
};

static void order_argument(void *data, const struct mem_argument *argument, struct part part)
{
    const struct launching *launching = data;
    const struct mem_access access = { argument->mem, part, argument->writes, NULL };
    if (argument->touches) order_accessed(launching->call, launching->queue, &access);
}

void order_launched(struct check_call *call, cl_command_queue queue, cl_kernel kernel,
                    cl_uint dimensions, const size_t *offset, const size_t *global)
{
    struct launching launching = { call, queue };
    if (info_touches_mems(kernel))
        order_visit_mems(kernel, dimensions, offset, global, order_argument, &launching);
}

/* ---- results that the program does not wait for ---- */

/* The last non-blocking read of each of the most recent call sites. At the end of the program, the
 * queue may be gone. */
static struct {
    uint64_t when; /* 0: no read */
    const void *queue;
    const void *site;
    uint32_t process;
} readings[16];
enum { READINGS = sizeof readings / sizeof *readings };

/* The index of where to note a read. Call this with the lock. */
static size_t reading_from(const void *site)
{
    size_t oldest = 0;
    for (size_t i = 0; i < READINGS; i++) {
        if (readings[i].when && readings[i].site == site) return i;
        if (readings[i].when < readings[oldest].when) oldest = i;
    }
    return oldest;
}

void order_reads_later(const struct check_call *call, cl_command_queue queue)
{
    const uint64_t when = order_next();
    const void *site = finding_address(call);
    size_t place;
    order_uses_host();
    recorder_take_lock();
    place = reading_from(site);
    readings[place].when = when;
    readings[place].queue = queue;
    readings[place].site = site;
    readings[place].process = system_process();
    recorder_release_lock();
}

void order_end(void)
{
    for (size_t i = 0; i < READINGS; i++)
        if (readings[i].when > atomic_load(&synchronized) &&
            readings[i].process == system_process()) {
            finding_write_at(READ_NOT_AWAITED, readings[i].queue,
                             (struct call_site){ readings[i].site, 0 }, NULL);
            readings[i].process = 0;
        }
}

/* ---- mappings that the program does not wait for ---- */

/* The last command that may use mapped memory in place of the program. */
static _Atomic uint64_t host_used;

void order_uses_host(void)
{
    atomic_store(&host_used, order_next());
}

void order_mapped(cl_mem mem, const void *pointer, const cl_event *event)
{
    info_note_mapped(mem, pointer, order_next(), event ? *event : NULL);
}

void order_unmaps(struct check_call *call, cl_mem mem, const void *pointer, cl_uint count,
                  const cl_event *list)
{
    const uint64_t when = info_when_mapped(mem, pointer);
    for (cl_uint i = 0; HAS_ELEMENT(list, count, i); i++)
        if (info_is_map_of(mem, pointer, list[i])) return;
    if (when > atomic_load(&synchronized) && when > atomic_load(&host_used))
        finding_add(call, MAP_NOT_AWAITED, 0, mem, NULL);
}
