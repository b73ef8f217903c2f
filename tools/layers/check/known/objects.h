/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of all objects that the program has got from OpenCL. A dead object stays in the table
 * until another object gets its address. A search takes no lock. Any thread may call these
 * functions.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_OBJECTS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_OBJECTS_H

#include "../../../calls/kind.h"
#include "api/table.h"
#include "base/hash.h"

#include <stdatomic.h>

/* Whether a list of handles has an element with index i. Handles in lists must not be NULL. Drivers
 * stop reading at a NULL, where the list may end, so the layer must not read further, either. */
#define HAS_ELEMENT(list, count, i) ((list) && (i) < (count) && (list)[i])

/* Where the program did something to an object. */
struct call_site {
    const void *address; /* the address that the call returned to; NULL: not known */
    unsigned function;   /* the function's number (words.h) */
};

struct info; /* info.h */

/* An entry for all objects that have had its address. Entries are never freed. */
struct tracked {
    void *handle;
    _Atomic unsigned char kind; /* enum kind; KIND_NONE: a call returned the handle with an error */
    /* The references that the program has, and the number of living objects that keep this one
     * alive. An object is dead when both are 0. Platforms and root devices never die: the layer
     * counts as one that keeps them. */
    _Atomic int32_t references, holders;
    _Atomic uint32_t process; /* the process that made it; 0 after its end (objects_leaks()) */
    /* The layer did not see who made it, so its references are not known. */
    atomic_bool met;
    /* A driver that uses OpenCL has made it, or its parent, for its own use. */
    atomic_bool of_driver;
    _Atomic(struct tracked *) parent; /* the object that this one keeps alive; NULL: none */
    _Atomic(void *) context;          /* its cl_context; NULL: not known */
    _Atomic uint32_t generation;      /* a new one for each object that gets the address */
    _Atomic(struct info *) info;      /* what drivers answered (info.h); NULL: nothing yet */
    /* Notes of other files, which have an enum of the indexes; 0 for a new object. */
    _Atomic uint64_t note[7];
    _Atomic(const void *) made_at; /* struct call_site.address */
    _Atomic(const void *) released_at;
    _Atomic uint32_t made_by, released_by; /* struct call_site.function */
};

/* Where to begin to search for a handle in a table of 1 << bits slots. Handles that are allocated
 * one after the other have equal distances; hash_pointer() alone may map such handles to long runs
 * of slots. */
ALWAYS_INLINED static inline size_t objects_slot(const void *handle, int bits)
{
    const uintptr_t value = (uintptr_t)handle;
    return hash_pointer((const void *)(value ^ value >> 15), bits);
}

struct objects_table {
    /* The previous table, which other threads may still be searching. */
    struct objects_table *smaller;
    int bits;
    size_t mask; /* the number of slots - 1 */
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

/* Whether the entry's object lives and still has this generation: a later object may have its
 * address. */
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

/* Whether the table has all objects. It may lack some if the program has functions that the layer
 * does not know. */
extern HIDDEN atomic_bool objects_incomplete;
static inline bool objects_are_complete(void)
{
    return !atomic_load_explicit(&objects_incomplete, memory_order_relaxed);
}

/* Notes that a call has made an object, of which the program has one reference. `parent` is the
 * handle of the object that it was made from, or NULL. Returns NULL if there is no memory. */
HIDDEN struct tracked *objects_made(const void *handle, enum kind kind, const void *parent,
                                    struct call_site site);

/* Notes an object that a call has returned without giving the program a reference. */
HIDDEN struct tracked *objects_met(const void *handle, enum kind kind, struct call_site site);

/* Notes an object that no call has returned, because a driver has made it for its own use. (A
 * driver's platforms and devices are the program's, too.) */
HIDDEN void objects_met_of_driver(const void *handle, enum kind kind, struct call_site site);

/* Notes a handle that a call returned with an error. It belongs to no object, but the program may
 * release it if it is not NULL. */
HIDDEN void objects_refused(enum kind kind, const void *handle);

static inline bool objects_is_of_driver(const void *handle)
{
    const struct tracked *tracked = objects_find(handle);
    return tracked && atomic_load_explicit(&tracked->of_driver, memory_order_relaxed);
}

/* Notes that the program has retained an object, or that a release of it has failed. */
HIDDEN void objects_retain(const void *handle, enum kind kind);

/* Notes that the program releases an object, before the driver gets the call. Returns the number of
 * references before; 0: the program had none. */
HIDDEN int32_t objects_release(const void *handle, enum kind kind, struct call_site site);

/* Calls visit() for each object that the program has made in this process and not released, unless
 * a parent of it was not released either. `under` is the number of objects that were made from it.
 * Later calls are only about objects that are made from now on. */
HIDDEN void objects_leaks(void (*visit)(const struct tracked *object, uint64_t under));

/* Calls visit() with `data` for each object, living or dead. */
HIDDEN void objects_visit(void (*visit)(const struct tracked *object, void *data), void *data);

/* Adds to the counts how many objects of each kind the program has made and not released. */
struct objects_counts {
    uint64_t of[KIND_COUNT];
};
HIDDEN void objects_count(struct objects_counts *counts);

/* The living object of a kind whose handle has the same lower 32 bits as `handle`, if the upper
 * ones of `handle` are 0 or copies of its sign; or NULL. */
HIDDEN const void *objects_of_half(const void *handle, enum kind kind);

/* The number of objects of a kind that calls have returned so far. */
HIDDEN uint64_t objects_made_of(enum kind kind);

/* The context of an object. A context is its own. NULL: not known. */
HIDDEN void *objects_context(const void *handle);

#endif
