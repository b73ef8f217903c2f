/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory that OpenCL has allocated and that the program knows by address: shared virtual memory,
 * and the unified shared memory of extensions. Freed memory stays in the table until its addresses
 * are used again. Any thread may call these functions. They find nothing wrong with unknown memory.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_RANGES_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_RANGES_H

#include "objects.h"
#include "regions.h"

enum range_kind { RANGE_SVM = 1, RANGE_USM };
enum range_state { LIVING, TO_BE_FREED, FREED };

/* The call and the process that allocated memory. */
struct range_owner {
    struct call_site site;
    uint32_t process;
};

/* Notes that a call has allocated memory. `shared`: the host may use it while commands do. */
HIDDEN void ranges_made(const void *start, size_t size, enum range_kind kind, bool shared,
                        const void *context, struct range_owner owner);

/* Calls visit() for memory of a process that is not freed. The layer holds LOCK_RANGES
 * meanwhile. */
HIDDEN void ranges_leaks(uint32_t process, void (*visit)(enum range_kind kind, const void *start,
                                                         uint64_t size, struct call_site made));

/* Notes the new state of memory: FREED before a call frees it; TO_BE_FREED when a command will;
 * LIVING again if that call fails. */
HIDDEN void range_becomes(const void *start, enum range_state state);

/* Does the same for a list of memory. */
HIDDEN void ranges_become(void *const *list, size_t count, enum range_state state);

/* Finds the living memory that an address is in. Returns false if it is in none. */
struct range_place {
    uint64_t begin, end;
    enum range_kind kind;
    bool shared;
};
HIDDEN bool range_at(const void *pointer, struct range_place *range_place);

/* Notes that a region of such memory was mapped. `queue`: NULL if the call has waited for the
 * map. */
HIDDEN void range_mapped(const void *pointer, size_t size, bool writes, const void *queue);

/* Notes that all regions that begin at an address were unmapped. *written becomes the part that was
 * mapped for writing, as addresses; `end` is 0 if there is none. */
HIDDEN void range_unmapped(const void *pointer, struct part *written);

/* The number of mapped regions of the memory that begins at an address. */
HIDDEN size_t range_mappings(const void *start);

/* Whether a command on the queue would use a mapped region that it must not use. `part` is what it
 * uses, as addresses, and certainly overlaps the region. The region is mapped for writing, or the
 * command writes. `in_order`: the queue is. */
HIDDEN bool range_is_mapped_against(struct part part, const void *queue, bool in_order,
                                    bool writes);

/* The number of bytes from an address to the end of the living memory that contains it; UINT64_MAX:
 * no living memory contains it. */
HIDDEN uint64_t range_left(const void *pointer);

/* Finds the living memory that an address is in: its bytes before the address, and all of them.
 * Returns false if the address is in none, or if that is not certain. */
HIDDEN bool range_around(const void *pointer, uint64_t *before, uint64_t *all);

/* Whether memory of this kind begins at an address, and is FREED or TO_BE_FREED. */
HIDDEN bool range_is_freed(const void *start, enum range_kind kind);

/* Whether memory of this kind begins at an address, and is freed by now. */
HIDDEN bool range_is_gone(const void *start, enum range_kind kind);

/* Whether no memory of this kind, living or freed, begins at an address. */
HIDDEN bool range_is_unknown(const void *start, enum range_kind kind);

/* Whether an address is in no known memory, living or freed. If objects_are_complete(), it is then
 * in the program's own memory. */
HIDDEN bool range_is_foreign(const void *pointer);

/* Whether living memory that begins at an address belongs to another context. */
HIDDEN bool range_has_other_context(const void *start, const void *context);

/* The first pointer of a list for which range_is_freed(), or NULL. */
HIDDEN const void *ranges_first_freed(void *const *list, size_t count, enum range_kind kind);

/* The first pointer of a list for which range_is_unknown(), or NULL. */
HIDDEN const void *ranges_first_unknown(void *const *list, size_t count, enum range_kind kind);

/* The first pointer of a list from which on living memory has fewer bytes than the pointer's size;
 * or NULL. `sizes` may be NULL. */
HIDDEN const void *ranges_first_short(const void *const *list, const size_t *sizes, size_t count);

#endif
