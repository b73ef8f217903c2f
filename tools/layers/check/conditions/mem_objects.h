/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions that buffers and images share. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_CONDITIONS_MEM_OBJECTS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_CONDITIONS_MEM_OBJECTS_H

#include "../known/memory.h"
#include "common.h"

/* ---- creation ---- */

/* The flags are known, and do not exclude each other. */
HIDDEN void mem_flags(struct check_call *call, cl_mem_flags flags);

/* The flags obey cl_ext_immutable_memory_objects. */
HIDDEN void immutable_flags(struct check_call *call, cl_context context, cl_mem_flags flags);

/* An immutable object gets its content when it is made. `content`: something other than the host's
 * memory gives it that. */
HIDDEN void immutable_content(struct check_call *call, cl_context context, cl_mem_flags flags,
                              bool content);

/* The flags of a sub-buffer, or of an image that uses the memory of another object, do not let
 * kernels do more than `of_mem`, the flags of that buffer or object. */
HIDDEN void kernel_access(struct check_call *call, cl_mem_flags of_mem, cl_mem_flags flags,
                          enum check_id check_id);

/* The same for what the flags let the host do. */
HIDDEN void host_access(struct check_call *call, cl_mem_flags of_mem, cl_mem_flags flags,
                        enum check_id check_id);

/* host_ptr and the flags agree. */
HIDDEN void host_pointer(struct check_call *call, cl_mem_flags flags, const void *pointer);

/* The properties are known. */
HIDDEN void mem_properties(struct check_call *call, const cl_mem_properties *properties);

/* The handles of other APIs among the properties are right. */
HIDDEN void external_handles(struct check_call *call, cl_context context,
                             const cl_mem_properties *properties);

/* ---- commands ---- */

/* A sub-buffer begins where the queue's device can use it. */
HIDDEN void sub_buffer_of_queue(struct check_call *call, cl_command_queue queue, cl_mem mem);

/* If the host reads, the object's flags allow that. */
HIDDEN void host_reads(struct check_call *call, cl_mem mem, bool reads);

/* If the host writes, the object's flags allow that. */
HIDDEN void host_writes(struct check_call *call, cl_mem mem, bool writes);

/* If something writes to the object, it is not immutable. */
HIDDEN void not_immutable(struct check_call *call, cl_mem mem, bool writes);

/* The same three conditions, for a transfer that reads from the object or writes to it. */
HIDDEN void transferred(struct check_call *call, cl_mem mem, bool reads);

HIDDEN void map_flags(struct check_call *call, cl_map_flags flags);
HIDDEN void map_access(struct check_call *call, cl_mem mem, cl_map_flags flags);
HIDDEN void map_overlap(struct check_call *call, cl_mem mem, cl_map_flags flags,
                        const size_t *origin, const size_t *region);

/* `begin` is an offset or an address. */
HIDDEN void fill_alignment(struct check_call *call, uint64_t begin, size_t pattern_size);
HIDDEN void fill_pattern(struct check_call *call, const void *pattern, size_t pattern_size);
HIDDEN void fill_size(struct check_call *call, size_t pattern_size, size_t size);

HIDDEN void migration_flags(struct check_call *call, cl_mem_migration_flags flags);

#endif
