/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Information about objects: what drivers answer to queries, which the layer makes once for each
 * object, when a condition first needs the answer. Every function of the headers info_*.h takes any
 * handle, even a wrong one. For what is not known, it returns a value for which no condition finds
 * an error.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_H

#include "objects.h"

/* The target, for the layer's own queries. Functions that the target or the driver lacks return
 * CL_INVALID_OPERATION, if they return a status. */
extern HIDDEN struct dispatch queries;
HIDDEN void info_ask(const struct dispatch *target);

/* The beginning of the information about an object. */
struct info {
    struct info *next; /* about an object of another kind that once had the same address */
    enum kind kind;
    _Atomic uint32_t generation; /* of struct tracked */
};

/* The information about objects of a kind: `size` bytes that begin with struct info and are 0.
 * fill() asks the driver. It may call the functions below for other objects, and `queries`. */
struct info_kind {
    size_t size;
    void (*fill)(void *handle, struct info *info);
    /* Replaces the information about an earlier object by that about a new one; NULL: it is
     * copied. */
    void (*replace)(struct info *gone, struct info *fresh);
};

/* Call it at the start, with one for each kind, or NULL: there is no information about such
 * objects. */
HIDDEN void info_begin(const struct info_kind *const kinds[KIND_COUNT]);

/* The information about a living object; NULL if there is no such object, or no memory. What the
 * layer itself has noted may be changed. */
HIDDEN struct info *info_to_change(const void *handle, enum kind kind);
static inline const struct info *info_of(const void *handle, enum kind kind)
{
    return info_to_change(handle, kind);
}

#define UNKNOWN UINT64_MAX

/* The bytes of the answer to a query: pass info_answer_size() as param_value_size_ret, and the
 * status that the query returns to info_answer(). UNKNOWN if it failed. */
HIDDEN size_t *info_answer_size(void);
HIDDEN uint64_t info_answer(cl_int status);

/* Whether a word is in a list of names that an answer has. */
HIDDEN bool info_lists(const char *list, char between, const char *word, size_t length);

/* Whether an object's driver has a function; true if that is not known. Some loaders call a
 * function even if its slot is NULL. It is not known for objects of cl_khr_icd 2.0, and where
 * memory can't be read. */
HIDDEN bool info_driver_has(const void *handle, size_t slot);

/* Whether a handle leads to the functions of a platform's driver: then the driver has made the
 * object. Asks the driver each time. */
HIDDEN bool info_is_of_driver(const void *handle);

/* Zeroed memory that stays as long as the process, for lists of known objects, which any thread may
 * be reading. NULL if there is none. */
HIDDEN void *info_keep(size_t size);

#endif
