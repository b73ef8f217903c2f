/* SPDX-License-Identifier: Apache-2.0 */
#include "launch_arguments.h"

#include "order.h"
#include "waits.h"
#include "../known/info_kernels.h"
#include "../known/info_memory.h"
#include "../known/info_queues.h"

/* An argument of a launch, to compare with the others. */
struct used {
    const struct kernel_parameter *parameter;
    cl_mem mem, whole; /* `whole`: the buffer that it is a part of, or the object itself */
    cl_uint index;
    /* The part of `whole` that the first work-item certainly uses; 0, 0: not known. */
    uint64_t begin, end;
};

enum { MOST_USED = 16 };

struct launching {
    struct check_call *call;
    cl_command_queue queue;
    cl_kernel kernel;
    cl_uint waits; /* the number of events that the launch waits for */
    bool has_arguments;
    cl_uint constants;
    unsigned count;
    struct used used[MOST_USED];
    unsigned written_count;
    /* Buffers that nothing has written to yet, and that the kernel may write to. */
    struct info_mem *written[MOST_USED];
};

/* ---- flags ---- */

static void check_flags(struct check_call *call, const struct mem_argument *argument,
                        cl_mem_flags flags)
{
    const struct kernel_parameter *kernel_parameter = argument->parameter;
    if (kernel_parameter->is_written && flags & CL_MEM_READ_ONLY)
        finding_add(call, KERNEL_WRITES_READ_ONLY, 0, argument->mem, VALUES(argument->index));
    if (kernel_parameter->is_read && flags & CL_MEM_WRITE_ONLY)
        finding_add(call, KERNEL_READS_WRITE_ONLY, 0, argument->mem, VALUES(argument->index));
}

/* ---- content ---- */

struct counting {
    cl_mem mem;
    unsigned count;
};

static void count_same(void *data, const struct mem_argument *argument)
{
    struct counting *counting = data;
    if (argument->mem == counting->mem) counting->count++;
}

static void check_content(const struct launching *launching, const struct mem_argument *argument)
{
    struct counting same_memory = { argument->mem, 0 };
    /* Says nothing if the launch waits for events: a later command may write before those. */
    if (launching->waits || !argument->parameter->is_read_first ||
        !info_is_unwritten(argument->mem) || waits_of_queue(launching->queue).event)
        return;
    info_visit_mems(launching->kernel, count_same,
                    &same_memory); /* the kernel may write through another argument first */
    if (same_memory.count == 1)
        finding_add(launching->call, KERNEL_READS_UNWRITTEN, 0, argument->mem,
                    VALUES(argument->index));
}

/* Notes what a kernel may write to. `const` does not keep it from writing through a cast. */
static void note_content(struct launching *launching, const struct mem_argument *argument,
                         struct info_mem *mem)
{
    const bool may_write = !argument->parameter->is_constant && !argument->parameter->is_unused;
    if (!may_write || atomic_load_explicit(&mem->may_be_written, memory_order_relaxed)) return;
    if (launching->written_count < MOST_USED) launching->written[launching->written_count++] = mem;
    else info_may_write_any();
}

/* ---- constant memory ---- */

static void check_constant(struct launching *launching, const struct mem_argument *argument)
{
    const uint64_t limit = info_queue_limit(launching->queue, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE),
                   size = info_mem_size(argument->mem);
    launching->constants++;
    if (size != UNKNOWN && size > limit)
        finding_add(launching->call, KERNEL_CONSTANT_SIZE, 0, argument->mem,
                    VALUES(argument->index, size, limit));
}

static void check_constants(struct launching *launching)
{
    const uint64_t limit = info_queue_limit(launching->queue, CL_DEVICE_MAX_CONSTANT_ARGS);
    if (launching->constants > limit)
        finding_add(launching->call, KERNEL_CONSTANT_COUNT, 0, NULL,
                    VALUES(launching->constants, limit));
}

/* ---- two arguments that are the same memory ---- */

/* Whether one is read_only and the other write_only, or one is read_write. */
static bool images_clash(const struct used *one, const struct used *other)
{
    const unsigned both = one->parameter->access | other->parameter->access;
    return one->mem == other->mem && one->parameter->access && other->parameter->access &&
           both == ACCESS_BOTH;
}

/* Whether each work-item uses the same bytes through both pointers, at least one of which is
 * `restrict`, and writes to them. */
static bool pointers_clash(const struct used *one, const struct used *other)
{
    const struct kernel_parameter *first = one->parameter, *second = other->parameter;
    return one->whole == other->whole && (first->is_restrict || second->is_restrict) &&
           (first->is_written || second->is_written) && one->begin < other->end &&
           other->begin < one->end;
}

static void compare(struct launching *launching, const struct used *other)
{
    for (unsigned i = 0; i < launching->count; i++) {
        const struct used *one = &launching->used[i];
        if (one->parameter->kind != other->parameter->kind) continue;
        if (one->parameter->kind == PARAMETER_IMAGE && images_clash(one, other))
            finding_add(launching->call, KERNEL_IMAGE_TWICE, 0, one->mem,
                        VALUES(one->index, other->index));
        if (one->parameter->kind == PARAMETER_POINTER && pointers_clash(one, other))
            finding_add(launching->call, KERNEL_RESTRICT_OVERLAP, 0, one->mem,
                        VALUES(one->index, other->index));
    }
}

static void note(struct launching *launching, const struct mem_argument *argument, struct part part)
{
    struct used used = { .parameter = argument->parameter,
                         .mem = argument->mem,
                         .whole = argument->mem,
                         .index = argument->index };
    if (argument->indexed && argument->element) {
        struct info_mem *whole = info_whole(argument->mem, &part);
        if (whole) used.whole = info_mem(argument->mem)->parent;
        used.begin = part.begin;
        used.end = part.end;
    }
    compare(launching, &used);
    if (launching->count < MOST_USED) launching->used[launching->count++] = used;
}

static void check_argument(void *data, const struct mem_argument *argument, struct part part)
{
    struct launching *launching = data;
    const struct kernel_parameter *parameter = argument->parameter;
    struct info_mem *mem = (void *)info_to_change(argument->mem, KIND_MEM);
    const struct mem_access access = { argument->mem, part, argument->writes, NULL };
    launching->has_arguments = true;
    if (argument->touches) order_access(launching->call, launching->queue, &access);
    if (!mem) return;
    if (parameter->kind == PARAMETER_POINTER) { /* clSetKernelArg checks images */
        check_flags(launching->call, argument, mem->answered ? mem->flags : 0);
        check_content(launching, argument);
    }
    if (parameter->is_constant) check_constant(launching, argument);
    if (parameter->kind == PARAMETER_IMAGE || (argument->indexed && argument->element))
        note(launching, argument, part);
    note_content(launching, argument, mem);
}

void launch_arguments_check(struct check_call *call, cl_command_queue queue, cl_kernel kernel,
                            cl_uint dimensions, const size_t *offset, const size_t *global,
                            cl_uint waits)
{
    struct launching launching; /* not initialized, because its lists are long */
    launching.call = call;
    launching.queue = queue;
    launching.kernel = kernel;
    launching.waits = waits;
    launching.has_arguments = false;
    launching.constants = launching.count = launching.written_count = 0;
    order_visit_mems(kernel, dimensions, offset, global, check_argument, &launching);
    if (launching.constants) check_constants(&launching);
    for (unsigned i = 0; i < launching.written_count; i++)
        atomic_store_explicit(&launching.written[i]->may_be_written, true, memory_order_relaxed);
    if (!launching.has_arguments && !info_prototype(kernel)) info_may_write_any();
}
