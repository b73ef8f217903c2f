/* SPDX-License-Identifier: Apache-2.0 */
/* Which regions of memory objects are mapped (info.h). */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_MAPPINGS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_MAPPINGS_H

#include "info_memory.h"

/* Calls have mapped or unmapped a region. */
HIDDEN void info_mapped_buffer(cl_mem buffer, const void *pointer, cl_map_flags flags,
                               size_t offset, size_t size, cl_command_queue queue);
HIDDEN void info_mapped_image(cl_mem image, const void *pointer, cl_map_flags flags,
                              const size_t *origin, const size_t *region, cl_command_queue queue);
HIDDEN void info_unmapped(cl_mem mem, const void *pointer);

/* Whether no mapping of the object has returned this pointer; and whether one has, but was unmapped
 * since. */
HIDDEN bool info_is_never_mapped(cl_mem mem, const void *pointer);
HIDDEN bool info_is_unmapped(cl_mem mem, const void *pointer);

/* How many regions of an object are mapped. */
HIDDEN size_t info_mappings(cl_mem mem);

/* Whether a pointer is that of a region that is mapped for writing, and which part it is. */
HIDDEN bool info_written_mapping(cl_mem mem, const void *pointer, struct part *part);

/* Notes when a region was mapped, as order.c counts, and the event of the map, or NULL. Then: what
 * was noted for the first mapping with this address, 0 if there is none; and whether an event is
 * that of a mapping with it. */
HIDDEN void info_note_mapped(cl_mem mem, const void *pointer, uint64_t when, cl_event event);
HIDDEN uint64_t info_when_mapped(cl_mem mem, const void *pointer);
HIDDEN bool info_is_map_of(cl_mem mem, const void *pointer, cl_event event);

/* Whether the whole object is mapped when a command without a wait list begins on the queue, and
 * the command must not use it: the map is for writing, or the command writes. */
HIDDEN bool info_is_mapped_against(cl_mem mem, cl_command_queue queue, bool writes);

/* Whether a region that is to be mapped with these flags and one that is mapped share an element,
 * and both are for writing. */
HIDDEN bool info_mapping_overlaps(cl_mem mem, cl_map_flags flags, const size_t *origin,
                                  const size_t *region);

/* Whether a release is the last one, and a region is still mapped. */
HIDDEN bool info_is_released_mapped(cl_mem mem);

#endif
