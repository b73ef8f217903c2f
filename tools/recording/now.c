/* SPDX-License-Identifier: Apache-2.0 */
/* The current time on the two clocks of a recording. */
#include "records.h"

#include "../calls/clock.h"

/* All times of a recording depend on the first and the last moment. The two clocks of a moment do
 * not belong together if this process had to wait between reading them, so the closest of several
 * readings counts. */
struct record_moment records_now(void)
{
    enum { READINGS = 16 };
    struct record_moment closest = { 0, 0 };
    uint64_t least = UINT64_MAX;
    if (!clock_is_steady()) return (struct record_moment){ 0, clock_nanoseconds() };
    for (int i = 0; i < READINGS; i++) {
        const uint64_t before = clock_counter(), nanoseconds = clock_nanoseconds();
        const uint64_t apart = clock_counter() - before;
        if (apart >= least) continue;
        least = apart;
        closest = (struct record_moment){ before + apart / 2, nanoseconds };
    }
    return closest;
}
