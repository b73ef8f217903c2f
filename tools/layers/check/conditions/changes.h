/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The arguments of clUpdateMutableCommandsKHR: commands of a command buffer, each with new
 * arguments for its kernel. The headers of OpenCL declare these structures for one revision of the
 * extension only, if at all.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_CONDITIONS_CHANGES_H
#define CLRELAY_TOOLS_LAYERS_CHECK_CONDITIONS_CHANGES_H

#include "../found/finding.h"

struct change_argument {
    cl_uint index;
    size_t size;
    const void *value;
};

struct change_info {
    cl_uint name;
    size_t size;
    const void *value;
};

/* The new arguments of a kernel's command. */
struct change {
    const void *command;
    cl_uint arguments, pointers, infos, dimensions; /* the lengths of the lists */
    const struct change_argument *argument_list, *pointer_list;
    const struct change_info *info_list;
    const size_t *offset, *global, *local;
};

/* The structures until revision 0.9.1. */
struct change_before {
    cl_uint type;
    const void *next;
    struct change change;
};
struct changes_before {
    cl_uint type;
    const void *next;
    cl_uint count;
    const struct change_before *list;
};

/* The parameters of the function, of either revision. Those of the other one are 0. */
struct changes {
    cl_uint count;
    const cl_uint *types;
    const void *const *list;
    const struct changes_before *before;
};
#define CHANGES(a)                                                                                 \
    ((struct changes){ (a)->num_configs, (a)->config_types, (const void *const *)(a)->configs,     \
                       NULL })
#define CHANGES_BEFORE(a) ((struct changes){ 0, NULL, NULL, (a)->mutable_config })

/* Notes the handle that clCommandNDRangeKernelKHR has returned. `handle` may be NULL. */
HIDDEN void changes_note(const struct check_call *call, cl_command_buffer_khr command_buffer,
                         cl_kernel kernel, const cl_mutable_command_khr *handle);

/* Notes that clRemapCommandBufferKHR has returned handles, `to`, of the commands that `from` are
 * handles of, in another command buffer. All pointers may be NULL. */
HIDDEN void changes_note_again(const struct check_call *call, cl_command_buffer_khr command_buffer,
                               size_t count, const cl_mutable_command_khr *from,
                               const cl_mutable_command_khr *to);

/* The first changed command that belongs to another command buffer, or NULL. */
HIDDEN const void *changes_foreign(cl_command_buffer_khr command_buffer, struct changes changes);

/* The command buffer that changes_foreign() belongs to, or NULL. */
HIDDEN const void *changes_owner(cl_command_buffer_khr command_buffer, struct changes changes);

/* Whether one of the handles is certainly not that of a command. */
HIDDEN bool changes_have_unknown(cl_command_buffer_khr command_buffer, struct changes changes);

/* The first such handle, or NULL. */
HIDDEN const void *changes_unknown(cl_command_buffer_khr command_buffer, struct changes changes);

/* Checks the objects and pointers among the arguments. */
HIDDEN SLOW void changes_check(struct check_call *call, cl_command_buffer_khr command_buffer,
                               struct changes changes);

#endif
