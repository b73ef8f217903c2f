/* SPDX-License-Identifier: Apache-2.0 */
/* Which regions of memory objects are mapped (info.h). */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_MAPPINGS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_MAPPINGS_H

#include "info_memory.h"

/* Notes that a call has mapped a region. `queue` is NULL if the call has waited for the map. */
HIDDEN void info_mapped_buffer(cl_mem buffer, const void *pointer, cl_map_flags flags,
                               size_t offset, size_t size, cl_command_queue queue);
HIDDEN void info_mapped_image(cl_mem image, const void *pointer, cl_map_flags flags,
                              const size_t *origin, const size_t *region, cl_command_queue queue);

/* Notes that a call has unmapped a region. */
HIDDEN void info_unmapped(cl_mem mem, const void *pointer);

/* Whether no map of the object has ever returned this pointer. */
HIDDEN bool info_is_never_mapped(cl_mem mem, const void *pointer);

/* Whether a map of the object has returned this pointer, but the region was unmapped since. */
HIDDEN bool info_is_unmapped(cl_mem mem, const void *pointer);

/* The number of mapped regions of an object. */
HIDDEN size_t info_mappings(cl_mem mem);

/* Whether a pointer is that of a region mapped for writing; *part becomes the region. */
HIDDEN bool info_written_mapping(cl_mem mem, const void *pointer, struct part *part);

/* Notes when a region was mapped, in the time of order.h, and the event of the map, or NULL. */
HIDDEN void info_note_mapped(cl_mem mem, const void *pointer, uint64_t when, cl_event event);

/* The time that was noted for the first region with this pointer; 0 if there is none. */
HIDDEN uint64_t info_when_mapped(cl_mem mem, const void *pointer);

/* Whether an event was noted for a region with this pointer. */
HIDDEN bool info_is_map_of(cl_mem mem, const void *pointer, cl_event event);

/* Whether the whole object is mapped when a command without a wait list begins on the queue, so
 * that the command must not use it: the map is for writing, or the command writes. */
HIDDEN bool info_is_mapped_against(cl_mem mem, cl_command_queue queue, bool writes);

/* Whether a region that is to be mapped with these flags shares an element with a mapped one, and
 * both are for writing. */
HIDDEN bool info_mapping_overlaps(cl_mem mem, cl_map_flags flags, const size_t *origin,
                                  const size_t *region);

/* Whether the program's last reference is about to be released while a region is still mapped. */
HIDDEN bool info_is_released_mapped(cl_mem mem);

#endif
