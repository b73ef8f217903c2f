/* SPDX-License-Identifier: Apache-2.0 */
/* Hints about transfers. */
#include "hint_subjects.h"
#include "../base/quantity.h"

#include <inttypes.h>

static void look_at_small_transfers(struct hints *hints, const struct tally *tally)
{
    uint64_t small = 0, all = 0, bytes = 0, time = 0;
    char size[QUANTITY], took[QUANTITY], share[SHARE];
    for (size_t i = 0; i < (size_t)(COPY + 1) * MEMORY_KINDS; i++) {
        const struct work_tally *transfers = &tally->transfers[i / MEMORY_KINDS][i % MEMORY_KINDS];
        small += transfers->small;
        all += transfers->commands;
        bytes += transfers->small_bytes;
        time += transfers->small_time;
    }
    if (small < OFTEN_SMALL || hint_percent(time, tally) < WORTH) return;
    hint_add(hints, HINT_SMALL_TRANSFERS, time,
             text_format("%" PRIu64 " of %" PRIu64
                         " transfers moved less than 4 KiB right after another such one: %s in %s, "
                         "%s.",
                         small, all, quantity_bytes(size, bytes), quantity_time(took, time),
                         hint_share(share, time, tally)),
             "Combine them: one larger transfer costs hardly more than a small one.");
}

/* A kernel may have changed the buffer in between. */
static void look_at_rewrites(struct hints *hints, const struct tally *tally)
{
    const struct rewrites *rewrites = &tally->rewrites;
    char size[QUANTITY], took[QUANTITY], share[SHARE];
    if (rewrites->again < OFTEN || hint_percent(rewrites->nanoseconds, tally) < WORTH) return;
    hint_add(
        hints, HINT_SAME_DATA, rewrites->nanoseconds,
        text_format("%" PRIu64 " of %" PRIu64
                    " writes wrote what the one before had written to the same place of the same "
                    "buffer: %s in %s, %s.",
                    rewrites->again, rewrites->writes, quantity_bytes(size, rewrites->bytes),
                    quantity_time(took, rewrites->nanoseconds),
                    hint_share(share, rewrites->nanoseconds, tally)),
        "If nothing changes it in between, write it once. If a kernel does, keep the data in "
        "another buffer, and copy it on the device.");
}

/* The speed of transfers, in GB/s. */
static double speed_of(const struct host_transfers *transfers)
{
    return transfers->nanoseconds ? (double)transfers->bytes / (double)transfers->nanoseconds : 0;
}

/* The speed of pinned memory is known only if the program uses some. */
static void look_at_pageable_memory(struct hints *hints, const struct tally *tally)
{
    const struct host_transfers *plain = &tally->plain;
    const double direct = speed_of(&tally->direct),
                 limit = direct > 0 ? direct / MUCH_FASTER : SLOW_TRANSFER;
    char size[QUANTITY], took[QUANTITY], share[SHARE], *other = NULL;
    if (plain->count < OFTEN || hint_percent(plain->nanoseconds, tally) < WORTH ||
        speed_of(plain) > limit)
        return;
    if (direct > 0)
        other =
            text_format("; others, with memory that the driver knows, ran at %.1f GB/s", direct);
    hint_add(
        hints, HINT_PAGEABLE_MEMORY, plain->nanoseconds,
        text_format(
            "%" PRIu64 " large transfers used ordinary host memory: %s in %s, %s, at %.1f GB/s%s.",
            plain->count, quantity_bytes(size, plain->bytes),
            quantity_time(took, plain->nanoseconds), hint_share(share, plain->nanoseconds, tally),
            speed_of(plain), other ? other : ""),
        "Pinned memory may be faster: create a buffer with CL_MEM_ALLOC_HOST_PTR, map it once, and "
        "read to and write from there.");
    free(other);
}

/* Whether a device spends a good part of its time on kernels, and on transfers. */
static bool has_both(const struct tally *tally, size_t device)
{
    const struct device_times *times = &tally->device_times[device];
    const uint64_t least = times->busy * BUSY_WITH_BOTH / 100;
    return times->kernels >= least && times->transfers >= least;
}

static void look_at_overlaps(struct hints *hints, const struct tally *tally)
{
    if (!recording_has_all(tally->model->recording)) return;
    for (size_t i = 0; i < tally->model->device_count; i++) {
        uint64_t time = 0;
        const uint64_t count = overlaps_of_device(&tally->overlaps, tally->model, i, &time);
        char took[QUANTITY], share[SHARE], *name;
        if (count < OFTEN || hint_percent(time, tally) < WORTH || !has_both(tally, i)) continue;
        name = hint_device(tally, i);
        hint_add(hints, HINT_NO_OVERLAP, time,
                 text_format("%s has one queue, in which %" PRIu64
                             " transfers waited for a kernel that does "
                             "not use their memory. Side by side they could take %s less, %s.",
                             name, count, quantity_time(took, time),
                             hint_share(share, time, tally)),
                 "Enqueue transfers in a second queue of the device, and order both queues by "
                 "events.");
        free(name);
    }
}

void hints_of_transfers(struct hints *hints, const struct tally *tally)
{
    look_at_small_transfers(hints, tally);
    look_at_rewrites(hints, tally);
    look_at_pageable_memory(hints, tally);
    look_at_overlaps(hints, tally);
}
