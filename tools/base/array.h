/* SPDX-License-Identifier: Apache-2.0 */
/* A growable array. Initialize with { NULL, 0, 0 }; free(items) at the end. */
#ifndef CLRELAY_TOOLS_BASE_ARRAY_H
#define CLRELAY_TOOLS_BASE_ARRAY_H

#include "text.h"

#include <stdlib.h>

struct array {
    void *items;
    size_t count, space;
};

/* Returns space for one more item. `size` is the same for all items of an array. */
static inline void *array_add(struct array *array, size_t size)
{
    if (array->count == array->space) {
        array->space = array->space ? 2 * array->space : 64;
        array->items = require_memory(realloc(array->items, array->space * size));
    }
    return (char *)array->items + array->count++ * size;
}

/* Recordings are usually in order already. Checking is faster than sorting, and qsort() may copy
 * the whole array. */
static inline void array_sort(struct array *array, size_t size,
                              int (*order)(const void *, const void *))
{
    const char *items = array->items;
    size_t sorted = 1;
    while (sorted < array->count && order(items + (sorted - 1) * size, items + sorted * size) <= 0)
        sorted++;
    if (sorted < array->count) qsort(array->items, array->count, size, order);
}

#endif
