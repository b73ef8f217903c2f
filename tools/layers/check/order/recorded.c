/* SPDX-License-Identifier: Apache-2.0 */
/* What the commands in a command buffer access (recorded.h). */
#include "recorded.h"

#include "../known/info_commands.h"
#include "../known/info_contexts.h"
#include "../known/lock.h"
#include "../known/ranges.h"
#include "waits.h"
#include "../known/info_kernels.h"
#include "../known/info_mappings.h"
#include "../known/info_memory.h"

#include <stdlib.h>

/* An object or a pointer that a command uses. */
struct recorded {
    /* The access to a memory object; access.mem is NULL if the command uses something else. */
    struct mem_access access;
    const void *object;  /* an object, which may be access.mem; or NULL */
    const void *pointer; /* a pointer to SVM, or NULL */
    const void *command; /* the handle by which the command can be changed, or NULL */
    uint32_t generation; /* the generation of the object */
    /* The index of a kernel's argument, counted from 1; 0: the command is no launch. */
    cl_uint argument;
};

/* The list is never freed: the next command buffer at this address uses it. */
struct info_command_buffer {
    struct info info;
    struct recorded *list;
    size_t count, space;
};

/* The layer checks no more uses than these, so that enqueueing a long command buffer stays
 * cheap. */
enum { MOST_RECORDED = 256 };

/* ---- the list ---- */

static void fill_command_buffer(void *handle, struct info *info)
{
    (void)handle, (void)info; /* there is nothing to ask the driver */
}

static void replace_command_buffer(struct info *dead, struct info *fresh)
{
    struct info_command_buffer *info = (void *)dead;
    (void)fresh;
    lock_take(LOCK_RECORDED);
    info->count = 0;
    lock_release(LOCK_RECORDED);
}

const struct info_kind info_kind_command_buffer = { sizeof(struct info_command_buffer),
                                                    fill_command_buffer, replace_command_buffer };

static struct info_command_buffer *command_buffer_of(cl_command_buffer_khr command_buffer)
{
    return (void *)info_to_change(command_buffer, KIND_COMMAND_BUFFER);
}

static bool are_same(const struct recorded *one, const struct recorded *other)
{
    return one->access.mem == other->access.mem &&
           one->access.part.begin == other->access.part.begin &&
           one->access.part.end == other->access.part.end &&
           one->access.writes == other->access.writes && one->object == other->object &&
           one->pointer == other->pointer && one->command == other->command &&
           one->generation == other->generation && one->argument == other->argument;
}

static bool has(const struct info_command_buffer *info, const struct recorded *what)
{
    for (size_t i = 0; i < info->count; i++)
        if (are_same(&info->list[i], what)) return true;
    return false;
}

static bool has_room(struct info_command_buffer *info)
{
    const size_t space = info->space ? 2 * info->space : 8;
    struct recorded *list;
    if (info->count < info->space) return true;
    list = info->count < MOST_RECORDED ? realloc(info->list, space * sizeof *list) : NULL;
    if (!list) return false;
    info->list = list;
    info->space = space;
    return true;
}

static void add(cl_command_buffer_khr command_buffer, const struct recorded *what)
{
    struct info_command_buffer *info = command_buffer_of(command_buffer);
    if (!info) return;
    lock_take(LOCK_RECORDED);
    if (!has(info, what) && has_room(info)) info->list[info->count++] = *what;
    lock_release(LOCK_RECORDED);
}

/* Copies the element with an index. Returns false if there is none. */
static bool get(struct info_command_buffer *info, size_t index, struct recorded *to)
{
    bool is_listed;
    lock_take(LOCK_RECORDED);
    is_listed = index < info->count;
    if (is_listed) *to = info->list[index];
    lock_release(LOCK_RECORDED);
    return is_listed;
}

/* ---- recording ---- */

static uint32_t generation_of(const void *object)
{
    const struct tracked *tracked = objects_find(object);
    return tracked ? atomic_load_explicit(&tracked->generation, memory_order_relaxed) : 0;
}

static struct recorded of_mem(struct mem_access access)
{
    return (struct recorded){ .access = access,
                              .object = access.mem,
                              .generation = generation_of(access.mem) };
}

void recorded_mem(cl_command_buffer_khr command_buffer, const struct mem_access *access)
{
    const struct recorded recorded = of_mem(*access);
    add(command_buffer, &recorded);
}

void recorded_pointer(cl_command_buffer_khr command_buffer, const void *pointer)
{
    struct range_place place;
    /* A copy may use the program's own memory, which may have the address of freed memory. */
    if (range_at(pointer, &place)) add(command_buffer, &(struct recorded){ .pointer = pointer });
}

struct recording {
    cl_command_buffer_khr command_buffer;
    const void *command;
};

static void add_mem(void *data, const struct mem_argument *argument, struct part part)
{
    const struct recording *to = data;
    struct recorded recorded =
        of_mem((struct mem_access){ argument->mem, part, argument->writes, NULL });
    if (!argument->touches)
        recorded.access.mem = NULL; /* the object must be alive; nothing else is certain */
    recorded.command = to->command;
    recorded.argument = argument->index + 1;
    add(to->command_buffer, &recorded);
}

static void add_other(void *data, const struct other_argument *argument)
{
    const struct recording *to = data;
    const struct recorded recorded = { .object = argument->object,
                                       .pointer = argument->pointer,
                                       .generation = argument->generation,
                                       .command = to->command,
                                       .argument = argument->index + 1 };
    if (objects_living(argument->object, KIND_MEM)) return; /* the list has it already */
    add(to->command_buffer, &recorded);
}

void recorded_kernel(cl_command_buffer_khr command_buffer, cl_kernel kernel, cl_uint dimensions,
                     const size_t *offset, const size_t *global,
                     const cl_mutable_command_khr *handle)
{
    struct recording to = { command_buffer, handle ? *handle : NULL };
    if (handle && info_command_buffer_is(command_buffer, CHANGES_UNSEEN)) return;
    order_visit_mems(kernel, dimensions, offset, global, add_mem, &to);
    info_visit_others(kernel, add_other, &to);
}

void recorded_changes(cl_command_buffer_khr command_buffer)
{
    struct info_command_buffer *info = command_buffer_of(command_buffer);
    size_t left = 0;
    if (!info) return;
    lock_take(LOCK_RECORDED);
    for (size_t i = 0; i < info->count; i++)
        if (!info->list[i].command) info->list[left++] = info->list[i];
    info->count = left;
    lock_release(LOCK_RECORDED);
}

/* ---- enqueueing ---- */

static bool is_there(const struct recorded *recorded)
{
    return objects_is_still(objects_find(recorded->object), recorded->generation);
}

static void check(struct check_call *call, cl_command_queue queue,
                  cl_command_buffer_khr command_buffer, const struct recorded *recorded, bool waits)
{
    const cl_uint index = recorded->argument - 1;
    if (recorded->pointer) {
        if (info_first_freed(command_buffer, &recorded->pointer, 1, RANGE_SVM) ||
            info_first_freed(command_buffer, &recorded->pointer, 1, RANGE_USM))
            finding_add(call, COMMAND_BUFFER_POINTER_FREED, 0, NULL,
                        VALUES(ADDRESS(recorded->pointer)));
    } else if (!is_there(recorded)) {
        if (recorded->argument)
            finding_add(call, COMMAND_BUFFER_ARGUMENT_FREED, 0, recorded->object, VALUES(index));
    } else if (queue && recorded->access.mem) {
        if (recorded->argument && !waits && !waits_of_queue(queue).event &&
            info_is_mapped_against(recorded->access.mem, queue, recorded->access.writes))
            finding_add(call, COMMAND_BUFFER_ARGUMENT_MAPPED, 0, recorded->object, VALUES(index));
        order_access(call, queue, &recorded->access);
    }
}

/* Marks the access if several runs of the command buffer may overlap: these are not compared with
 * each other. */
static void set_together(struct recorded *recorded, cl_command_buffer_khr command_buffer)
{
    if (info_command_buffer_is(command_buffer, IS_SIMULTANEOUS))
        recorded->access.together = command_buffer;
}

void recorded_enqueue(struct check_call *call, cl_command_queue queue,
                      cl_command_buffer_khr command_buffer, bool waits)
{
    struct info_command_buffer *list = command_buffer_of(command_buffer);
    struct recorded recorded;
    for (size_t i = 0; list && get(list, i, &recorded); i++) {
        set_together(&recorded, command_buffer);
        check(call, queue, command_buffer, &recorded, waits);
    }
}

/* Whether the host may use memory while commands do, so that they may tell it how far they are. */
static bool tells(const void *pointer)
{
    struct range_place place;
    return pointer && (!range_at(pointer, &place) || place.shared);
}

void recorded_enqueued(const struct check_call *call, cl_command_queue queue,
                       cl_command_buffer_khr command_buffer)
{
    struct info_command_buffer *list = queue ? command_buffer_of(command_buffer) : NULL;
    struct recorded recorded;
    for (size_t i = 0; list && get(list, i, &recorded); i++) {
        set_together(&recorded, command_buffer);
        if (recorded.access.mem && is_there(&recorded))
            order_accessed(call, queue, &recorded.access);
        if (recorded.argument && tells(recorded.pointer)) order_synchronized();
    }
}
