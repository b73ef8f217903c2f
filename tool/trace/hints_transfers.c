/* SPDX-License-Identifier: Apache-2.0 */
/* Hints about transfers. */
#include "hint_subjects.h"
#include "quantity.h"

#include <inttypes.h>

static void look_at_small_transfers(struct array *hints, const struct tally *tally)
{
    uint64_t small = 0, all = 0, bytes = 0, time = 0;
    char size[QUANTITY], took[QUANTITY];
    for (size_t i = 0; i < (COPY + 1) * MEMORY_KINDS; i++) {
        const struct work_tally *it = &tally->transfers[i / MEMORY_KINDS][i % MEMORY_KINDS];
        small += it->small;
        all += it->commands;
        bytes += it->small_bytes;
        time += it->small_time;
    }
    if (small < OFTEN_SMALL || hint_percent(time, tally) < WORTH) return;
    hint_add(hints, "small-transfers", time,
             text_format("%" PRIu64 " of %" PRIu64
                         " transfers moved less than 4 KiB right after another such one: %s in %s, "
                         "%.0f %% of the time.",
                         small, all, quantity_bytes(size, bytes), quantity_time(took, time),
                         hint_percent(time, tally)),
             "Combine them: one larger transfer costs hardly more than a small one.");
}

/* Whether a kernel has changed the buffer is not known. */
static void look_at_rewrites(struct array *hints, const struct tally *tally)
{
    const struct rewrites *it = &tally->rewrites;
    char size[QUANTITY], took[QUANTITY];
    if (it->again < OFTEN || hint_percent(it->nanoseconds, tally) < WORTH) return;
    hint_add(
        hints, "same-data", it->nanoseconds,
        text_format("%" PRIu64 " of %" PRIu64
                    " writes wrote what the one before had written to the same place of the same "
                    "buffer: %s in %s, %.0f %% of the time.",
                    it->again, it->writes, quantity_bytes(size, it->bytes),
                    quantity_time(took, it->nanoseconds), hint_percent(it->nanoseconds, tally)),
        "If nothing changes it in between, write it once. If a kernel does, keep the data in "
        "another buffer, and copy it on the device.");
}

void hints_of_transfers(struct array *hints, const struct tally *tally)
{
    look_at_small_transfers(hints, tally);
    look_at_rewrites(hints, tally);
}
