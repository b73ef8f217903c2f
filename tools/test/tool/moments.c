/* SPDX-License-Identifier: Apache-2.0 */
/* The two clocks of a moment, read by a process that has to wait between the two readings. */
#include "test.h"

#include "../../calls/clock.h"

#include <stdlib.h>
#include <time.h>

enum { MILLISECOND = 1000000 };

uint64_t clock_nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static int waits; /* before how many of the next readings it waits */

static uint64_t slow_nanoseconds(void)
{
    const struct timespec wait = { 0, 20 * MILLISECOND };
    if (waits > 0 && waits--) nanosleep(&wait, NULL);
    return clock_nanoseconds();
}

#define clock_is_steady() true
#define clock_nanoseconds slow_nanoseconds
#include "../../recording/now.c"

/* Returns how many nanoseconds pass between two moments, by the clock of nanoseconds. */
static int64_t passed(const struct record_moment *from, const struct record_moment *to)
{
    return (int64_t)(to->nanoseconds - from->nanoseconds);
}

static int64_t ticked(const struct record_moment *from, const struct record_moment *to)
{
    return (int64_t)(to->ticks - from->ticks);
}

/* Two moments that are far apart give the counter's speed. The test compares it with a third
 * moment. */
static void test_waiting(void)
{
    const struct timespec wait = { 0, 200 * MILLISECOND };
    const struct record_moment first = records_now();
    struct record_moment last, slow;
    double speed;
    nanosleep(&wait, NULL);
    last = records_now();
    speed = (double)passed(&first, &last) / (double)ticked(&first, &last);
    waits = 3;
    slow = records_now();
    CHECK_INT(waits, 0);
    CHECK(llabs((int64_t)((double)ticked(&first, &slow) * speed) - passed(&first, &slow)) <
          2 * MILLISECOND);
}

int main(void)
{
    test_waiting();
    return test_end();
}
