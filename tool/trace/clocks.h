/* SPDX-License-Identifier: Apache-2.0 */
/* Aligns the clock of a device with the host's. */
#ifndef CLRELAY_TOOL_TRACE_CLOCKS_H
#define CLRELAY_TOOL_TRACE_CLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum clocks_method {
    CLOCKS_UNKNOWN,   /* nothing is known: as if both clocks were the same */
    CLOCKS_BY_TIMERS, /* by clGetDeviceAndHostTimer, and bounds that agree with it */
    CLOCKS_BY_BOUNDS, /* no command before its call, and none that ends after it was seen to have */
    CLOCKS_AT_ODDS    /* as near to the bounds as can be: they contradict each other */
};

/* What must be added to a time of the device, in nanoseconds, is offset + drift * (time - origin). */
struct clocks {
    enum clocks_method method;
    int64_t offset;
    double drift;         /* 0 unless the bounds show that one clock is faster */
    uint64_t origin;      /* a time of the device */
    uint64_t uncertainty; /* nanoseconds that the sum may be wrong by, either way */
};

/* At the device's `time`, the sum's lowest and highest value. */
struct clocks_bound {
    uint64_t time;
    int64_t low, high;
};

/* The clocks that fit all bounds. Returns false if there are none; then *clocks fits best. */
bool clocks_fit(const struct clocks_bound *bounds, size_t count, struct clocks *clocks);

/* Times of devices from here on are nonsense: years. */
#define CLOCKS_END (UINT64_C(1) << 62)

/* A time of the device as one of the host's; 0 if it would be before 0. Later times are
 * no earlier. */
uint64_t clocks_host(const struct clocks *clocks, uint64_t time);

/* How the clocks were aligned, in words; the caller frees them. */
char *clocks_text(const struct clocks *clocks);

#endif
