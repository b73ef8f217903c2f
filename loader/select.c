/* SPDX-License-Identifier: Apache-2.0 */
#include "select.h"

#include <stdlib.h>

static const cl_device_type kinds[] = { CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_CPU,
                                        CL_DEVICE_TYPE_ACCELERATOR };
enum { KINDS = sizeof kinds / sizeof kinds[0] };

struct ranked {
    struct platform *platform;
    int known; /* how many of the kinds have been counted */
    cl_uint devices[KINDS];
};

static cl_uint devices_of(struct ranked *it, int kind, count_function count)
{
    for (; it->known <= kind; it->known++)
        it->devices[it->known] = count(it->platform, kinds[it->known]);
    return it->devices[kind];
}

static bool is_before(struct ranked *one, struct ranked *other, count_function count)
{
    for (int kind = 0; kind < KINDS; kind++) {
        cl_uint mine = devices_of(one, kind, count), theirs = devices_of(other, kind, count);
        if (mine != theirs) return mine > theirs;
    }
    return false;
}

bool select_by_devices(struct platform **at, size_t count, count_function devices)
{
    struct ranked *all = calloc(count ? count : 1, sizeof *all);
    if (!all) return false;
    for (size_t i = 0; i < count; i++) {
        struct ranked it = { .platform = at[i] };
        size_t place = i;
        /* Insertion keeps equals in order, and there are few platforms. */
        for (; place > 0 && is_before(&it, &all[place - 1], devices); place--)
            all[place] = all[place - 1];
        all[place] = it;
    }
    for (size_t i = 0; i < count; i++) at[i] = all[i].platform;
    free(all);
    return true;
}
