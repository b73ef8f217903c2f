/* SPDX-License-Identifier: Apache-2.0 */
/* Growable arrays. Initialize with { NULL, 0, 0 }; free(items) at the end. */
#ifndef CLRELAY_TOOLS_BASE_ARRAY_H
#define CLRELAY_TOOLS_BASE_ARRAY_H

#include "text.h"

#include <stdlib.h>

/* Returns the items in new memory with space for more. *space becomes the number of items that
 * fit. */
static inline void *array_grow(void *items, size_t *space, size_t size)
{
    *space = *space ? 2 * *space : 64;
    return require_memory(realloc(items, *space * size));
}

/* Declares struct NAME, an array of TYPE. TYPE may be defined later. */
#define ARRAY_OF(name, type)                                                                       \
    struct name {                                                                                  \
        type *items;                                                                               \
        size_t count, space;                                                                       \
    }

/* Defines NAME_add(), which returns space for one more item. */
#define ARRAY_ADD(name, type)                                                                      \
    static inline type *name##_add(struct name *array)                                             \
    {                                                                                              \
        if (array->count == array->space)                                                          \
            array->items = array_grow(array->items, &array->space, sizeof *array->items);          \
        return &array->items[array->count++];                                                      \
    }                                                                                              \
    struct name

/* ARRAY_OF() and ARRAY_ADD(), for a TYPE that is defined already. */
#define ARRAY(name, type)                                                                          \
    ARRAY_OF(name, type);                                                                          \
    ARRAY_ADD(name, type)

/* Sorts items. Recordings are usually in order already: checking is faster than sorting, and
 * qsort() may copy the whole array. */
static inline void array_sort_items(void *items, size_t count, size_t size,
                                    int (*order)(const void *, const void *))
{
    const char *bytes = items;
    size_t sorted = 1;
    while (sorted < count && order(bytes + (sorted - 1) * size, bytes + sorted * size) <= 0)
        sorted++;
    if (sorted < count) qsort(items, count, size, order);
}

/* Sorts an array that ARRAY() has declared. */
#define ARRAY_SORT(array, order)                                                                   \
    array_sort_items((array)->items, (array)->count, sizeof *(array)->items, order)

#endif
