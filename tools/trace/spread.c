/* SPDX-License-Identifier: Apache-2.0 */
#include "spread.h"

#include <math.h>

void spread_add(struct spread *spread, uint64_t value)
{
    *spread_values_add(&spread->values) = value;
}

static int by_value(const void *a, const void *b)
{
    const uint64_t *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

struct spread_figures spread_figures(struct spread *spread)
{
    const size_t count = spread->values.count;
    struct spread_figures figures = { .count = count };
    const uint64_t *values;
    double mean, squares = 0;
    if (!count) return figures;
    ARRAY_SORT(&spread->values, by_value);
    values = spread->values.items;
    for (size_t i = 0; i < count; i++) figures.total += values[i];
    mean = (double)figures.total / (double)count;
    for (size_t i = 0; i < count; i++)
        squares += ((double)values[i] - mean) * ((double)values[i] - mean);
    figures.mean = figures.total / count;
    figures.median = (values[(count - 1) / 2] + values[count / 2]) / 2;
    figures.p99 = values[count - 1 - count / 100];
    figures.longest = values[count - 1];
    figures.deviation = (uint64_t)sqrt(squares / (double)count);
    return figures;
}
