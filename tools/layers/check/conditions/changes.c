/* SPDX-License-Identifier: Apache-2.0 */
/* The arguments of clUpdateMutableCommandsKHR. */
#include "changes.h"

#include "../found/bad_handles.h"
#include "../known/info_commands.h"
#include "../known/info_kernels.h"

/* Indexes of tracked.note of a command: its command buffer, that buffer's generation, and the
 * parameters of its kernel, because the program may release the kernel. */
enum { OWNER, OWNER_GENERATION, PROTOTYPE };

/* ---- commands ---- */

static struct tracked *note(const struct check_call *call, cl_command_buffer_khr command_buffer,
                            const void *handle)
{
    const struct tracked *owner = objects_living(command_buffer, KIND_COMMAND_BUFFER);
    struct tracked *tracked = owner ? objects_met(handle, KIND_COMMAND, call_site(call)) : NULL;
    if (!tracked) return NULL;
    atomic_store(&tracked->note[OWNER], ADDRESS(owner));
    atomic_store(&tracked->note[OWNER_GENERATION], atomic_load(&owner->generation));
    info_has_handles(command_buffer);
    return tracked;
}

void changes_note(const struct check_call *call, cl_command_buffer_khr command_buffer,
                  cl_kernel kernel, const cl_mutable_command_khr *handle)
{
    struct tracked *tracked = handle ? note(call, command_buffer, *handle) : NULL;
    if (tracked) atomic_store(&tracked->note[PROTOTYPE], ADDRESS(info_prototype(kernel)));
}

void changes_note_again(const struct check_call *call, cl_command_buffer_khr command_buffer,
                        size_t count, const cl_mutable_command_khr *from,
                        const cl_mutable_command_khr *to)
{
    for (size_t i = 0; from && to && i < count; i++) {
        const struct tracked *before = objects_living(from[i], KIND_COMMAND);
        const uint64_t prototype = before ? atomic_load(&before->note[PROTOTYPE]) : 0;
        struct tracked *tracked = before ? note(call, command_buffer, to[i]) : NULL;
        if (tracked) atomic_store(&tracked->note[PROTOTYPE], prototype);
    }
}

/* The living command buffer of a command, or NULL. */
static const struct tracked *owner_of(const void *command)
{
    const struct tracked *tracked = objects_living(command, KIND_COMMAND);
    const struct tracked *owner =
        tracked ? (const struct tracked *)(uintptr_t)atomic_load(&tracked->note[OWNER]) : NULL;
    return owner && objects_is_still(owner, atomic_load(&tracked->note[OWNER_GENERATION])) ? owner
                                                                                           : NULL;
}

/* ---- the structures ---- */

enum { DISPATCH = 0, BASE_BEFORE = 0, DISPATCH_BEFORE = 1 };

static size_t count_of(const struct changes *changes)
{
    const struct changes_before *before = changes->before;
    if (before) return before->type == BASE_BEFORE && before->list ? before->count : 0;
    return changes->types && changes->list ? changes->count : 0;
}

/* The change with index i; NULL if it is not a change of a kernel's launch. */
static const struct change *change_at(const struct changes *changes, size_t i)
{
    if (!changes->before) return changes->types[i] == DISPATCH ? changes->list[i] : NULL;
    return changes->before->list[i].type == DISPATCH_BEFORE ? &changes->before->list[i].change
                                                            : NULL;
}

const void *changes_foreign(cl_command_buffer_khr command_buffer, struct changes changes)
{
    for (size_t i = 0; i < count_of(&changes); i++) {
        const struct change *change = change_at(&changes, i);
        const struct tracked *owner = change ? owner_of(change->command) : NULL;
        if (owner && owner->handle != command_buffer) return change->command;
    }
    return NULL;
}

const void *changes_owner(cl_command_buffer_khr command_buffer, struct changes changes)
{
    const struct tracked *owner = owner_of(changes_foreign(command_buffer, changes));
    return owner ? owner->handle : NULL;
}

/* The index of the first change whose command does not exist; the number of changes if all
 * exist. */
static size_t first_unknown(const struct changes *changes)
{
    const size_t count = count_of(changes);
    for (size_t i = 0; i < count; i++) {
        const struct change *change = change_at(changes, i);
        if (change && !owner_of(change->command)) return i;
    }
    return count;
}

bool changes_have_unknown(cl_command_buffer_khr command_buffer, struct changes changes)
{
    return info_command_buffer_is(command_buffer, HAS_HANDLES) && objects_are_complete() &&
           first_unknown(&changes) < count_of(&changes);
}

const void *changes_unknown(cl_command_buffer_khr command_buffer, struct changes changes)
{
    return changes_have_unknown(command_buffer, changes)
               ? change_at(&changes, first_unknown(&changes))->command
               : NULL;
}

/* ---- arguments ---- */

static void check_changed_argument(struct check_call *call, const struct change *change,
                                   const void *context, const struct change_argument *argument)
{
    const struct tracked *command = objects_living(change->command, KIND_COMMAND);
    const void *prototype =
        command ? (const void *)(uintptr_t)atomic_load(&command->note[PROTOTYPE]) : NULL;
    const struct argument_check argument_check =
        info_check_changed(prototype, context, argument->index, argument->size, argument->value);
    check_argument_object(call, argument_check);
    if (argument_check.fault == ARGUMENT_CONTEXT)
        finding_add(call, COMMAND_BUFFER_CONTEXT, CL_INVALID_CONTEXT, argument_check.object, NULL);
    if (argument_check.fault == ARGUMENT_KIND)
        finding_add(call, COMMAND_ARGUMENT_KIND, CL_INVALID_MEM_OBJECT, argument_check.object,
                    VALUES(argument_check.value, argument->index));
}

static void check_change(struct check_call *call, const void *context, const struct change *change)
{
    for (cl_uint i = 0; change->argument_list && i < change->arguments; i++)
        check_changed_argument(call, change, context, &change->argument_list[i]);
    for (cl_uint i = 0; change->pointer_list && i < change->pointers; i++)
        check_pointers(call, COMMAND_BUFFER_POINTER_FREED, CL_INVALID_ARG_VALUE,
                       &change->pointer_list[i].value, 1);
    for (cl_uint i = 0; change->info_list && i < change->infos; i++)
        if (change->info_list[i].name == CL_KERNEL_EXEC_INFO_SVM_PTRS)
            check_pointers(call, EXEC_INFO_POINTER_FREED, CL_INVALID_VALUE,
                           change->info_list[i].value, change->info_list[i].size / sizeof(void *));
}

void changes_check(struct check_call *call, cl_command_buffer_khr command_buffer,
                   struct changes changes)
{
    const void *context = objects_context(command_buffer);
    for (size_t i = 0; i < count_of(&changes); i++) {
        const struct change *change = change_at(&changes, i);
        if (change) check_change(call, context, change);
    }
}
