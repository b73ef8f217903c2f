/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The slots of the check layer's table of objects (tools/layers/check/known/objects.h). At whatever
 * distance a driver allocates its objects, they stay out of each other's way. So a look-up takes
 * the same time, however many there are.
 */
#include "../../layers/check/known/objects.h"

#include <stdio.h>
#include <string.h>

enum { BITS = 16, HANDLES = 1 << (BITS - 1), FARTHEST = 8192, GRANULE = 16, MOST_STEPS = 8 };

/* Returns how many slots all handles together are away from their own ones, in a table that is half
 * full. */
static size_t steps_at(size_t distance)
{
    static bool taken[1 << BITS];
    size_t steps = 0;
    memset(taken, 0, sizeof taken);
    for (size_t i = 0; i < HANDLES; i++) {
        const uintptr_t handle = 0x12340 + i * distance;
        size_t place = objects_slot((const void *)handle, BITS);
        for (; taken[place % (1 << BITS)]; place++) steps++;
        taken[place % (1 << BITS)] = true;
    }
    return steps;
}

int main(void)
{
    int failures = 0;
    for (size_t distance = GRANULE; distance <= FARTHEST; distance += GRANULE) {
        const size_t steps = steps_at(distance);
        if (steps <= MOST_STEPS * HANDLES) continue;
        printf("%zu bytes from handle to handle: a look-up takes %zu steps\n", distance,
               steps / HANDLES);
        failures++;
    }
    printf("%d failures\n", failures);
    return failures > 0;
}
