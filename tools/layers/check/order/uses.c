/* SPDX-License-Identifier: Apache-2.0 */
#include "uses.h"

#include "../found/current.h"
#include "../known/lock.h"
#include "../known/ranges.h"
#include "../known/info_kernels.h"
#include "../known/info_memory.h"
#include "../known/info_queues.h"

/* ---- what a command uses ---- */

struct use use_of_part(const void *pointer, struct part part, bool writes)
{
    const bool is_some = pointer && part.end > part.begin;
    return (struct use){ .part = { bytes_sum(ADDRESS(pointer), part.begin),
                                   is_some ? bytes_sum(ADDRESS(pointer), part.end) : 0, false },
                         .writes = writes,
                         .touches = is_some };
}

struct use use_of(const void *pointer, size_t size, bool writes)
{
    return use_of_part(pointer, (struct part){ 0, size, false }, writes);
}

struct use use_of_all(const void *pointer)
{
    struct range_place place;
    if (!range_at(pointer, &place)) return (struct use){ .touches = false };
    return (struct use){ .part = { place.begin, place.end, true } };
}

/* ---- commands that the program has not waited for ---- */

struct command {
    struct use use;
    struct touched touched; /* touched.part is unused */
    bool is_held_back;
};

/* The commands in the order of their calls, the oldest first. */
enum { MOST_COMMANDS = 64 };
static struct command commands[MOST_COMMANDS];
static _Atomic size_t command_count;

static bool are_same(const struct use *one, const struct use *other)
{
    return one->part.begin == other->part.begin && one->part.end == other->part.end &&
           one->part.is_within == other->part.is_within && one->writes == other->writes &&
           one->touches == other->touches;
}

/* Removes a command from the list: the last equal one, or if there is no room, the oldest. */
static void make_room(const struct command *fresh, size_t count)
{
    size_t place = count;
    while (place && !(commands[place - 1].touched.queue == fresh->touched.queue &&
                      are_same(&commands[place - 1].use, &fresh->use)))
        place--;
    if (!place && count < MOST_COMMANDS) return;
    if (place) place--;
    memmove(&commands[place], &commands[place + 1], (count - 1 - place) * sizeof *commands);
    atomic_store(&command_count, count - 1);
}

void uses_accessed(const struct check_call *call, cl_command_queue queue, const struct use *use)
{
    const struct command fresh = {
        .use = *use,
        .touched = { .when = order_next(), .queue = queue, .site = call_site(call) },
        .is_held_back = order_is_held_back(queue),
    };
    size_t count;
    if (!use->part.end) return;
    lock_take(LOCK_USES);
    count = atomic_load(&command_count);
    if (count && order_is_over(commands[count - 1].touched.when))
        atomic_store(&command_count, count = 0);
    make_room(&fresh, count);
    count = atomic_load(&command_count);
    commands[count] = fresh;
    atomic_store(&command_count, count + 1);
    lock_release(LOCK_USES);
}

/* ---- order ---- */

/* The queue of a new command. */
struct on_queue {
    const struct tracked *queue;
    bool is_out_of_order;
};

static struct on_queue on_queue(cl_command_queue handle)
{
    const struct tracked *queue = objects_living(handle, KIND_QUEUE);
    return (struct on_queue){ queue, queue && info_queue_properties(handle) &
                                                  CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE };
}

/* Finds the last command before a new one that uses the memory of `use`, but has no order with the
 * new one. `writes`: the command writes. Returns false if there is none. */
static bool find(struct on_queue on, const struct use *use, bool writes, struct command *found)
{
    bool is_found = false;
    lock_take(LOCK_USES);
    for (size_t i = atomic_load(&command_count); i-- > 0 && !is_found;) {
        const struct command *command = &commands[i];
        is_found = command->use.writes == writes && command->use.touches &&
                   !command->is_held_back && !order_is_over(command->touched.when) &&
                   order_is_missing(on.queue, on.is_out_of_order, &command->touched) &&
                   order_parts_overlap(command->use.part, use->part, 0);
        if (is_found) *found = *command;
    }
    lock_release(LOCK_USES);
    return is_found;
}

static void add_unordered(struct check_call *call, enum check_id check_id, const struct use *use,
                          const struct command *before)
{
    const uint64_t begin = use->part.begin, other = before->use.part.begin;
    finding_add_other(call, check_id, NULL,
                      VALUES(begin > other ? begin : other, ADDRESS(before->touched.queue)),
                      before->touched.site);
}

void uses_access(struct check_call *call, cl_command_queue handle, const struct use *use)
{
    struct command before;
    struct on_queue on;
    if (!atomic_load(&command_count) || !use->touches) return;
    on = on_queue(handle);
    if (!on.queue || order_is_held_back(handle)) return;
    if (find(on, use, true, &before)) add_unordered(call, MEMORY_UNORDERED, use, &before);
    else if (use->writes && find(on, use, false, &before))
        add_unordered(call, MEMORY_UNORDERED_READ, use, &before);
}

/* ---- what is mapped ---- */

/* Whether a command would use mapped memory. A command that waits for events may come after an
 * unmap. */
static bool is_mapped_against(cl_command_queue queue, cl_uint waits, const struct use *use)
{
    return !waits && !order_is_held_back(queue) &&
           range_is_mapped_against(
               use->part, queue,
               info_queue_is_without(queue, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE), use->writes);
}

void uses_mapped(struct check_call *call, cl_command_queue queue, cl_uint waits,
                 const struct use *use)
{
    if (use->touches && is_mapped_against(queue, waits, use))
        finding_add(call, SVM_MAPPED, 0, NULL, VALUES(use->part.begin));
}

/* ---- kernels ---- */

struct launching {
    struct check_call *call;
    const struct clEnqueueNDRangeKernel_args *a;
    bool is_done, tells;
};

static void visit_pointer(void *data, const struct mem_argument *argument, struct part part)
{
    struct launching *to = data;
    struct use use = use_of_all(argument->pointer);
    struct range_place place;
    const bool is_known = range_at(argument->pointer, &place);
    if (!is_known || place.shared) to->tells = true;
    if (!is_known) return;
    /* In shared memory, kernels may order their accesses themselves. */
    use.touches = argument->touches && !place.shared;
    use.writes = argument->writes;
    if (use.touches && part.end) use.part = part;
    if (to->is_done) {
        uses_accessed(to->call, to->a->command_queue, &use);
        return;
    }
    uses_access(to->call, to->a->command_queue, &use);
    if (use.touches &&
        is_mapped_against(to->a->command_queue, to->a->num_events_in_wait_list, &use))
        finding_add(to->call, KERNEL_ARGUMENT_SVM_MAPPED, 0, NULL,
                    VALUES(argument->index, ADDRESS(argument->pointer)));
}

static void visit(struct launching *launching)
{
    if (!info_has_pointers()) return;
    order_visit_pointers(launching->a->kernel, launching->a->work_dim,
                         launching->a->global_work_offset, launching->a->global_work_size,
                         visit_pointer, launching);
}

void uses_launch(struct check_call *call, const struct clEnqueueNDRangeKernel_args *a)
{
    struct launching launching = { call, a, false, false };
    visit(&launching);
}

void uses_launched(struct check_call *call, const struct clEnqueueNDRangeKernel_args *a)
{
    struct launching launching = { call, a, true, false };
    visit(&launching);
    /* The kernel may tell the host that it, and all commands before it, have got so far. */
    if (launching.tells) order_synchronized();
}

/* ---- what is freed ---- */

/* Finds the last command that uses memory of a range and may not have ended, or if there is a
 * queue, may not have ended when the queue's next command begins. */
static bool find_user(struct on_queue on, const struct range_place *place, struct command *found)
{
    bool is_found = false;
    lock_take(LOCK_USES);
    for (size_t i = atomic_load(&command_count); i-- > 0 && !is_found;) {
        const struct command *command = &commands[i];
        is_found = command->use.part.begin >= place->begin && command->use.part.end <= place->end &&
                   !order_is_over(command->touched.when) &&
                   (!on.queue || order_is_missing(on.queue, on.is_out_of_order, &command->touched));
        if (is_found) *found = *command;
    }
    lock_release(LOCK_USES);
    return is_found;
}

void uses_freed(struct check_call *call, const void *start, cl_command_queue queue)
{
    const struct on_queue on = on_queue(queue);
    struct range_place place;
    struct command user;
    if (!range_at(start, &place) || place.begin != ADDRESS(start)) return;
    if (queue && (!on.queue || order_is_held_back(queue))) return;
    if (find_user(on, &place, &user))
        finding_add_other(call, SVM_FREED_IN_USE, NULL, VALUES(ADDRESS(start)), user.touched.site);
    else if (!queue && range_mappings(start))
        finding_add(call, SVM_FREED_MAPPED, 0, NULL, VALUES(ADDRESS(start)));
}

void uses_host_freed(const void *start, size_t size, const void *caller)
{
    const struct on_queue by_host = { .queue = NULL };
    const uint64_t begin = ADDRESS(start);
    struct command user;
    if (!atomic_load_explicit(&command_count, memory_order_relaxed) || !recorder_on() ||
        !current_in_program()) /* a driver frees memory of its own */
        return;
    if (find_user(by_host, &(struct range_place){ .begin = begin, .end = bytes_sum(begin, size) },
                  &user) &&
        range_is_foreign((const void *)(uintptr_t)user.use.part.begin))
        finding_write_between(HOST_FREED_IN_USE, caller, user.touched.site,
                              VALUES(user.use.part.begin));
}
