/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Information about objects: what drivers answer to queries. The layer makes each query once for
 * each object, when a condition first needs the answer. Every function of the headers info_*.h
 * takes any handle, even a wrong one. If something is not known, the function returns a value in
 * which no condition finds an error.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_H

#include "objects.h"

/* The target's functions, for the layer's own queries. A function that the target or the driver
 * lacks returns CL_INVALID_OPERATION, if it returns a status. */
extern HIDDEN struct dispatch queries;
HIDDEN void info_ask(const struct dispatch *target);

/* The beginning of the information about an object. */
struct info {
    /* The information about an object of another kind that had this address before. */
    struct info *next;
    enum kind kind;
    _Atomic uint32_t generation; /* tracked.generation of the object */
};

/* How the layer keeps information about objects of a kind: in `size` bytes that begin with struct
 * info. fill() gets them filled with 0, and asks the driver. It may call the functions below about
 * other objects, and `queries`. */
struct info_kind {
    size_t size;
    void (*fill)(void *handle, struct info *info);
    /* Replaces the information about a dead object by that about the new object at its address;
     * NULL: the new information is copied. */
    void (*replace)(struct info *dead, struct info *fresh);
};

/* Call this at the start. NULL for a kind: the layer keeps no information about such objects. */
HIDDEN void info_begin(const struct info_kind *const kinds[KIND_COUNT]);

/* The information about a living object. The caller may change what the layer itself has noted
 * there. NULL: there is no such object, or no memory. */
HIDDEN struct info *info_to_change(const void *handle, enum kind kind);
static inline const struct info *info_of(const void *handle, enum kind kind)
{
    return info_to_change(handle, kind);
}

/* The information that the layer has already about an object of a kind, which may be dead. NULL: it
 * has none. Asks no driver, so another thread may release the object meanwhile. */
HIDDEN const struct info *info_known(const struct tracked *tracked, enum kind kind);

#define UNKNOWN UINT64_MAX

/* To get the size of a query's answer, pass info_answer_size() as param_value_size_ret, and the
 * status that the query returns to info_answer(). That returns the size, or UNKNOWN if the query
 * failed. */
HIDDEN size_t *info_answer_size(void);
HIDDEN uint64_t info_answer(cl_int status);

/* Whether a word is in a list of names; the character `between` separates them. */
HIDDEN bool info_lists(const char *list, char between, const char *word, size_t length);

/* Whether an object's driver has a function; true if that is not known. (Some loaders call a
 * function even if its slot is NULL.) It is not known for objects of drivers with cl_khr_icd 2.0,
 * and where the memory can't be read. */
HIDDEN bool info_driver_has(const void *handle, size_t slot);

/* Whether a handle leads to the dispatch table of a platform: then that platform's driver has made
 * the object. Asks the driver each time. */
HIDDEN bool info_is_of_driver(const void *handle);

/* Zeroed memory that stays until the process ends, for lists of known objects that any thread may
 * be reading. NULL: there is none. */
HIDDEN void *info_keep(size_t size);

#endif
