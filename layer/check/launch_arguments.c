/* SPDX-License-Identifier: Apache-2.0 */
#include "launch_arguments.h"

#include "order.h"

/* The arguments of a launch that are compared with each other. */
struct used {
    const struct kernel_parameter *parameter;
    cl_mem mem, whole; /* whole: the buffer that it is part of, or the same */
    cl_uint index;
    uint64_t begin, end; /* in `whole`, what the first work-item certainly uses; 0, 0: not known */
};

enum { MOST_USED = 16 };

struct launching {
    struct check_call *call;
    cl_command_queue queue;
    cl_uint constants;
    unsigned count;
    struct used used[MOST_USED];
};

/* ---- flags ---- */

static void check_flags(struct check_call *call, const struct mem_argument *argument)
{
    const cl_mem_flags flags = info_mem_flags(argument->mem);
    const struct kernel_parameter *it = argument->parameter;
    if (it->kind != PARAMETER_POINTER) return; /* clSetKernelArg compares images */
    if (it->is_written && flags & CL_MEM_READ_ONLY)
        finding_add(call, KERNEL_WRITES_READ_ONLY, 0, argument->mem, VALUES(argument->index));
    if (it->is_read && flags & CL_MEM_WRITE_ONLY)
        finding_add(call, KERNEL_READS_WRITE_ONLY, 0, argument->mem, VALUES(argument->index));
}

/* ---- constant memory ---- */

static void check_constant(struct launching *it, const struct mem_argument *argument)
{
    const uint64_t limit = info_queue_limit(it->queue, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE),
                   size = info_mem_size(argument->mem);
    it->constants++;
    if (size != UNKNOWN && size > limit)
        finding_add(it->call, KERNEL_CONSTANT_SIZE, 0, argument->mem,
                    VALUES(argument->index, size, limit));
}

static void check_constants(struct launching *it)
{
    const uint64_t limit =
        it->constants ? info_queue_limit(it->queue, CL_DEVICE_MAX_CONSTANT_ARGS) : UNKNOWN;
    if (it->constants > limit)
        finding_add(it->call, KERNEL_CONSTANT_COUNT, 0, NULL, VALUES(it->constants, limit));
}

/* ---- two arguments that are the same memory ---- */

/* read_only and write_only; or read_write and anything else. */
static bool images_clash(const struct used *one, const struct used *other)
{
    const unsigned both = one->parameter->access | other->parameter->access;
    return one->mem == other->mem && one->parameter->access && other->parameter->access &&
           both == ACCESS_BOTH;
}

/* Each work-item uses the same bytes through both, at least one is `restrict`, and it writes to them. */
static bool pointers_clash(const struct used *one, const struct used *other)
{
    const struct kernel_parameter *first = one->parameter, *second = other->parameter;
    return one->whole == other->whole && (first->is_restrict || second->is_restrict) &&
           (first->is_written || second->is_written) && one->begin < other->end &&
           other->begin < one->end;
}

static void compare(struct launching *it, const struct used *other)
{
    for (unsigned i = 0; i < it->count; i++) {
        const struct used *one = &it->used[i];
        if (one->parameter->kind != other->parameter->kind) continue;
        if (one->parameter->kind == PARAMETER_IMAGE && images_clash(one, other))
            finding_add(it->call, KERNEL_IMAGE_TWICE, 0, one->mem,
                        VALUES(one->index, other->index));
        if (one->parameter->kind == PARAMETER_POINTER && pointers_clash(one, other))
            finding_add(it->call, KERNEL_RESTRICT_OVERLAP, 0, one->mem,
                        VALUES(one->index, other->index));
    }
}

static void note(struct launching *it, const struct mem_argument *argument, struct part part)
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
    compare(it, &used);
    if (it->count < MOST_USED) it->used[it->count++] = used;
}

static void check_argument(void *data, const struct mem_argument *argument, struct part part)
{
    struct launching *it = data;
    const struct kernel_parameter *parameter = argument->parameter;
    check_flags(it->call, argument);
    if (parameter->is_constant) check_constant(it, argument);
    if (parameter->kind == PARAMETER_IMAGE ||
        (parameter->kind == PARAMETER_POINTER && argument->indexed))
        note(it, argument, part);
}

void launch_arguments_check(struct check_call *call, cl_command_queue queue, cl_kernel kernel,
                            cl_uint dimensions, const size_t *offset, const size_t *global)
{
    struct launching it = { .call = call, .queue = queue };
    order_visit_mems(kernel, dimensions, offset, global, check_argument, &it);
    check_constants(&it);
}
