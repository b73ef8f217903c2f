/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of all objects that the program has got from OpenCL. An object stays there after its
 * end, until another one gets its address. Looking one up takes no lock. Any thread may call these
 * functions.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_OBJECTS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_OBJECTS_H

#include "../../../calls/kind.h"
#include "api/table.h"
#include "base/hash.h"

#include <stdatomic.h>

/* Whether a list of handles has an element with index i. Handles in lists must not be NULL. Drivers
 * stop reading at a NULL, so the layer must not read further, either: the list may end there. */
#define HAS_ELEMENT(list, count, i) ((list) && (i) < (count) && (list)[i])

/* Where the program did something to an object. */
struct call_site {
    const void *address; /* the address that the call returned to; NULL: not known */
    unsigned function;   /* its number (signature.h) */
};

struct info; /* info.h */

/* Entries are never freed: each stands for all objects that have had its address. */
struct tracked {
    void *handle;
    _Atomic unsigned char kind; /* enum kind; KIND_NONE: the handle came with an error */
    /* The references that the program has; and how many living objects keep this one. It is dead
     * when both are 0. Platforms and root devices never die: the layer counts itself as a
     * holder. */
    _Atomic int32_t references, holders;
    _Atomic uint32_t process; /* which has made it, and has not ended since (objects_leaks()) */
    atomic_bool met;          /* the layer has not seen who made it: its references are not known */
    atomic_bool of_driver;    /* a driver that uses OpenCL has made it, or its parent, for itself */
    _Atomic(struct tracked *) parent; /* which it keeps alive; NULL: none */
    _Atomic(void *) context;          /* a cl_context, or NULL if none is known */
    _Atomic uint32_t generation;      /* a new one for each object that gets the address */
    _Atomic(struct info *) info;      /* what info.c has asked drivers; NULL: nothing yet */
    _Atomic uint64_t
        note[7]; /* for the files that have an enum of its indexes; 0 for a new object */
    _Atomic(const void *) made_at; /* struct call_site.address */
    _Atomic(const void *) released_at;
    _Atomic uint32_t made_by, released_by; /* struct call_site.function */
};

/* The slot of a handle in a table of 1 << bits slots, from which on to search. Handles that are
 * allocated one after the other have equal distances, which hash_pointer() alone may map to long
 * runs of slots. */
ALWAYS_INLINED static inline size_t objects_slot(const void *handle, int bits)
{
    const uintptr_t value = (uintptr_t)handle;
    return hash_pointer((const void *)(value ^ value >> 15), bits);
}

struct objects_table {
    struct objects_table *smaller; /* the previous table, in which other threads may still search */
    int bits;
    size_t mask; /* of slots: (1 << bits) - 1 */
    _Atomic(struct tracked *) slots[];
};
extern HIDDEN _Atomic(struct objects_table *) objects_table;

/* The entry of a handle; NULL if it was never an object. */
static inline struct tracked *objects_find(const void *handle)
{
    struct objects_table *table = atomic_load_explicit(&objects_table, memory_order_acquire);
    if (!table || !handle) return NULL;
    for (size_t i = objects_slot(handle, table->bits);; i++) {
        struct tracked *tracked =
            atomic_load_explicit(&table->slots[i & table->mask], memory_order_acquire);
        if (!tracked || tracked->handle == handle) return tracked;
    }
}

static inline bool objects_alive(const struct tracked *tracked)
{
    return atomic_load_explicit(&tracked->references, memory_order_relaxed) > 0 ||
           atomic_load_explicit(&tracked->holders, memory_order_relaxed) > 0;
}

/* Whether it lives, and is the object that had this generation: later ones may have its address. */
static inline bool objects_is_still(const struct tracked *tracked, uint64_t generation)
{
    return tracked && objects_alive(tracked) &&
           atomic_load_explicit(&tracked->generation, memory_order_relaxed) == generation;
}

static inline enum kind objects_kind(const struct tracked *tracked)
{
    return (enum kind)atomic_load_explicit(&tracked->kind, memory_order_relaxed);
}

/* The living object of a kind that has this handle, or NULL. */
static inline struct tracked *objects_living(const void *handle, enum kind kind)
{
    struct tracked *tracked = objects_find(handle);
    return tracked && objects_kind(tracked) == kind && objects_alive(tracked) ? tracked : NULL;
}

/* Whether the table has all objects. The program may have functions that the layer does not know:
 * then it may have further handles. */
extern HIDDEN atomic_bool objects_incomplete;
static inline bool objects_are_complete(void)
{
    return !atomic_load_explicit(&objects_incomplete, memory_order_relaxed);
}

/* An object that a call has made: the program has one reference. `parent` is the handle of the
 * object that it was made from, or NULL. NULL if there is no memory. */
HIDDEN struct tracked *objects_made(const void *handle, enum kind kind, const void *parent,
                                    struct call_site site);

/* An object that a call has returned without giving the program a reference. */
HIDDEN struct tracked *objects_met(const void *handle, enum kind kind, struct call_site site);

/* An object that no call has returned, because a driver has made it for itself. (Platforms and
 * devices are not the driver's alone.) */
HIDDEN void objects_met_of_driver(const void *handle, enum kind kind, struct call_site site);

/* A handle that came with an error. It is no object, but the program may release what is not
 * NULL. */
HIDDEN void objects_refused(enum kind kind, const void *handle);

static inline bool objects_is_of_driver(const void *handle)
{
    const struct tracked *tracked = objects_find(handle);
    return tracked && atomic_load_explicit(&tracked->of_driver, memory_order_relaxed);
}

/* The program has retained an object, or has not released one after all; or it releases one (noted
 * before the driver gets the call). objects_release() returns how many references there were
 * before; 0: it has released none. */
HIDDEN void objects_retain(const void *handle, enum kind kind);
HIDDEN int32_t objects_release(const void *handle, enum kind kind, struct call_site site);

/* Calls visit() for each object that the program has made in this process and not released, unless
 * it is in another one that was not released either. `under` is the number of objects that were
 * made from it. The next call is about what is made from now on. */
HIDDEN void objects_leaks(void (*visit)(const struct tracked *object, uint64_t under));

/* Calls visit() for each object, living or dead. */
HIDDEN void objects_visit(void (*visit)(const struct tracked *object));

/* The living object of a kind whose handle has the same lower 32 bits, if a handle has no others,
 * or only their sign; or NULL. */
HIDDEN const void *objects_of_half(const void *handle, enum kind kind);

/* How many objects of a kind calls have returned so far. */
HIDDEN uint64_t objects_made_of(enum kind kind);

/* The context of an object, itself if it is one; NULL if it is not known. */
HIDDEN void *objects_context(const void *handle);

#endif
