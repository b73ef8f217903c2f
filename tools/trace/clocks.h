/* SPDX-License-Identifier: Apache-2.0 */
/* Aligns the clock of a device with the host's. */
#ifndef CLRELAY_TOOLS_TRACE_CLOCKS_H
#define CLRELAY_TOOLS_TRACE_CLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum clocks_method {
    CLOCKS_UNKNOWN,   /* nothing tells; both clocks count as the same */
    CLOCKS_BY_TIMERS, /* by clGetDeviceAndHostTimer, and bounds that agree with it */
    CLOCKS_BY_BOUNDS, /* no command starts before its call, or ends after the host saw its end */
    CLOCKS_AT_ODDS    /* the bounds contradict each other; these clocks fit best */
};

/* Converts a device time by adding offset + drift * (time - origin), in nanoseconds. */
struct clocks {
    enum clocks_method method;
    int64_t offset;
    double drift;         /* 0 unless the bounds show that one clock is faster */
    uint64_t origin;      /* a device time */
    uint64_t uncertainty; /* the sum's possible error in either direction, in nanoseconds */
};

/* The lowest and highest possible value of that sum at a device's `time`. */
struct clocks_bound {
    uint64_t time;
    int64_t low, high;
};

/* Finds clocks that fit all bounds. If no clocks do, returns false, and *clocks becomes the best
 * fit. */
bool clocks_fit(const struct clocks_bound *bounds, size_t count, struct clocks *clocks);

/* Finds the clocks that fit the most bounds, as far as O(n log n) steps can find them. Returns the
 * number of bounds that they fit (clocks_within()). `count` is at least 1. */
size_t clocks_fit_most(const struct clocks_bound *bounds, size_t count, struct clocks *clocks);

/* Whether the clocks agree with a bound. */
bool clocks_within(const struct clocks *clocks, const struct clocks_bound *bound);

/* Device times from here on are impossible: they mean years. */
#define CLOCKS_END (UINT64_C(1) << 62)

/* Converts a device time to host time, at least 0. Monotonic. */
uint64_t clocks_host(const struct clocks *clocks, uint64_t time);

/* Describes the alignment. The caller frees the text. */
char *clocks_text(const struct clocks *clocks);

#endif
