/* SPDX-License-Identifier: Apache-2.0 */
/* An array that grows. Begin with { NULL, 0, 0 }, and end with free(items). */
#ifndef CLRELAY_TOOL_BASE_ARRAY_H
#define CLRELAY_TOOL_BASE_ARRAY_H

#include "text.h"

#include <stdlib.h>

struct array {
    void *items;
    size_t count, space;
};

/* Returns space for one more item of `size` bytes, which is the same for all items of an array. */
static inline void *array_add(struct array *array, size_t size)
{
    if (array->count == array->space) {
        array->space = array->space ? 2 * array->space : 64;
        array->items = require_memory(realloc(array->items, array->space * size));
    }
    return (char *)array->items + array->count++ * size;
}

/* What a recording has is in order already, as a rule. That is seen sooner than sorted, and qsort()
 * may need the memory of the array a second time. */
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
