/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory that OpenCL has allocated and the program has addresses of: shared virtual memory, and the
 * unified shared memory of extensions. Freed memory stays here until its addresses are used again.
 * Any thread may call these functions, and they find nothing wrong with unknown memory.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_RANGES_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_RANGES_H

#include "objects.h"
#include "regions.h"

enum range_kind { RANGE_SVM = 1, RANGE_USM };
enum range_state { LIVING, TO_BE_FREED, FREED };

/* Who has allocated memory, and where. */
struct range_owner {
    struct call_site site;
    uint32_t process;
};

/* A call has allocated memory. `shared`: the host may use it while commands do. */
HIDDEN void ranges_made(const void *start, size_t size, enum range_kind kind, bool shared,
                        const void *context, struct range_owner owner);

/* Calls visit() for the memory of a process that is not freed, with the layer's lock. */
HIDDEN void ranges_leaks(uint32_t process, void (*visit)(enum range_kind kind, const void *start,
                                                         uint64_t size, struct call_site made));

/* Memory is about to be freed, or a command will free it, or that has failed. */
HIDDEN void range_becomes(const void *start, enum range_state state);
HIDDEN void ranges_become(void *const *list, size_t count, enum range_state state);

/* The living memory that an address is in: where it begins and ends. Returns false if it is in
 * none. */
struct range_place {
    uint64_t begin, end;
    enum range_kind kind;
    bool shared;
};
HIDDEN bool range_at(const void *pointer, struct range_place *range_place);

/* A region of such memory was mapped (`queue`: NULL if the call has waited for it), or all that
 * have an address were unmapped: *written becomes the part that was mapped for writing, as
 * addresses; `end` is 0: none. */
HIDDEN void range_mapped(const void *pointer, size_t size, bool writes, const void *queue);
HIDDEN void range_unmapped(const void *pointer, struct part *written);

/* How many regions are mapped of the memory that begins at an address. */
HIDDEN size_t range_mappings(const void *start);

/* Whether a part, as addresses, is certainly not outside of a region that is mapped when a command
 * on the queue begins, and the command must not use it: the map is for writing, or the command
 * writes. `in_order`: the queue is. */
HIDDEN bool range_is_mapped_against(struct part part, const void *queue, bool in_order,
                                    bool writes);

/* The bytes from an address to the end of the living memory that contains it; UINT64_MAX: none
 * does. */
HIDDEN uint64_t range_left(const void *pointer);

/* The living memory that an address is in: bytes before the address, and all. Returns false if it
 * is in none, or that is not certain. */
HIDDEN bool range_around(const void *pointer, uint64_t *before, uint64_t *all);

/* Whether memory of this kind begins at an address, and has been freed, or will be by a command. */
HIDDEN bool range_is_freed(const void *start, enum range_kind kind);

/* Whether it has been freed by now. */
HIDDEN bool range_is_gone(const void *start, enum range_kind kind);

/* Whether no living memory of this kind begins at an address, and none that was freed. */
HIDDEN bool range_is_unknown(const void *start, enum range_kind kind);

/* Whether an address is in no memory that is known, living or freed. If objects_are_complete(), it
 * is memory of the program's own. */
HIDDEN bool range_is_foreign(const void *pointer);

/* Whether living memory that begins at an address belongs to another context. */
HIDDEN bool range_has_other_context(const void *start, const void *context);

/* The first pointer of a list for which one of these holds, or NULL. */
HIDDEN const void *ranges_first_freed(void *const *list, size_t count, enum range_kind kind);
HIDDEN const void *ranges_first_unknown(void *const *list, size_t count, enum range_kind kind);

/* The first pointer of a list that is in living memory, but with less than its size from there on;
 * or NULL. `sizes` may be NULL. */
HIDDEN const void *ranges_first_short(const void *const *list, const size_t *sizes, size_t count);

#endif
