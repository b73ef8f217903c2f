/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions that buffers and images share. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_CONDITIONS_MEM_OBJECTS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_CONDITIONS_MEM_OBJECTS_H

#include "../known/memory.h"
#include "common.h"

/* ---- they are made ---- */

/* Flags; and those of cl_ext_immutable_memory_objects, where `content` says whether something other
 * than the host's memory gives the object its content. */
HIDDEN void mem_flags(struct check_call *call, cl_mem_flags flags);
HIDDEN void immutable_flags(struct check_call *call, cl_context context, cl_mem_flags flags);
HIDDEN void immutable_content(struct check_call *call, cl_context context, cl_mem_flags flags,
                              bool content);

/* Flags of a sub-buffer, or of an image with the memory of another object, do not allow more than
 * the flags of that buffer or object. */
HIDDEN void kernel_access(struct check_call *call, cl_mem_flags of_mem, cl_mem_flags flags,
                          enum check_id check_id);
HIDDEN void host_access(struct check_call *call, cl_mem_flags of_mem, cl_mem_flags flags,
                        enum check_id check_id);

/* host_ptr and flags. */
HIDDEN void host_pointer(struct check_call *call, cl_mem_flags flags, const void *pointer);

/* Properties, and the handles of other APIs among them. */
HIDDEN void mem_properties(struct check_call *call, const cl_mem_properties *properties);
HIDDEN void external_handles(struct check_call *call, cl_context context,
                             const cl_mem_properties *properties);

/* ---- commands ---- */

/* A sub-buffer begins where the queue's device can use it. */
HIDDEN void sub_buffer_of_queue(struct check_call *call, cl_command_queue queue, cl_mem mem);

/* What the host may do with an object. */
HIDDEN void host_reads(struct check_call *call, cl_mem mem, bool reads);
HIDDEN void host_writes(struct check_call *call, cl_mem mem, bool writes);
HIDDEN void not_immutable(struct check_call *call, cl_mem mem, bool writes);
HIDDEN void transferred(struct check_call *call, cl_mem mem, bool reads);

/* Mapping. */
HIDDEN void map_flags(struct check_call *call, cl_map_flags flags);
HIDDEN void map_access(struct check_call *call, cl_mem mem, cl_map_flags flags);
HIDDEN void map_overlap(struct check_call *call, cl_mem mem, cl_map_flags flags,
                        const size_t *origin, const size_t *region);

/* Filling. `begin`: an offset or an address. */
HIDDEN void fill_alignment(struct check_call *call, uint64_t begin, size_t pattern_size);
HIDDEN void fill_pattern(struct check_call *call, const void *pattern, size_t pattern_size);
HIDDEN void fill_size(struct check_call *call, size_t pattern_size, size_t size);

HIDDEN void migration_flags(struct check_call *call, cl_mem_migration_flags flags);

#endif
