/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each bound is a vertical bar in a plane: the device's time against the offset to add. We need a
 * line that crosses all bars: a level one if possible, otherwise the one whose slope leaves the
 * most room.
 */
#include "clocks.h"

#include "../base/text.h"

#include <stdlib.h>

/* Two clocks of one machine never differ more than this. */
#define MOST_DRIFT 1e-3

/* Where a line of a given slope may begin, above the first bound's `low`. Valid if low <= high. */
struct range {
    double low, high;
};

static double difference(int64_t a, int64_t b)
{
    return (double)(int64_t)((uint64_t)a - (uint64_t)b);
}

static struct range range_of(const struct clocks_bound *bounds, size_t count, double slope)
{
    struct range range = { -1e300, 1e300 };
    for (size_t i = 0; i < count; i++) {
        const struct clocks_bound *it = &bounds[i];
        double rise = slope * (double)(int64_t)(it->time - bounds->time);
        double low = difference(it->low, bounds->low) - rise;
        double high = difference(it->high, bounds->low) - rise;
        if (low > range.low) range.low = low;
        if (high < range.high) range.high = high;
    }
    return range;
}

static double space(struct range range)
{
    return range.high - range.low;
}

/* The room is a concave function of the slope. */
static double best_slope(const struct clocks_bound *bounds, size_t count)
{
    double low = -MOST_DRIFT, high = MOST_DRIFT;
    for (int i = 0; i < 64; i++) {
        double left = low + (high - low) / 3, right = high - (high - low) / 3;
        if (space(range_of(bounds, count, left)) < space(range_of(bounds, count, right)))
            low = left;
        else high = right;
    }
    return (low + high) / 2;
}

/* Two such numbers plus a device time do not overflow. */
#define MOST INT64_C(4000000000000000000)

static int64_t limited(int64_t number)
{
    return number > MOST ? MOST : number < -MOST ? -MOST : number;
}

static int64_t whole(double number)
{
    return number > MOST ? MOST : number < -MOST ? -MOST : (int64_t)number;
}

bool clocks_fit(const struct clocks_bound *bounds, size_t count, struct clocks *clocks)
{
    struct range range = range_of(bounds, count, 0);
    double width = space(range);
    clocks->drift = 0;
    if (width < 0) {
        clocks->drift = best_slope(bounds, count);
        range = range_of(bounds, count, clocks->drift);
        width = space(range);
    }
    clocks->origin = bounds->time;
    clocks->offset = limited(bounds->low) + whole((range.low + range.high) / 2);
    clocks->offset = limited(clocks->offset);
    clocks->uncertainty = (uint64_t)whole((width < 0 ? -width : width) / 2);
    return width >= 0;
}

uint64_t clocks_host(const struct clocks *clocks, uint64_t time)
{
    double drifted = clocks->drift * (double)(int64_t)(time - clocks->origin);
    int64_t host = (int64_t)time + clocks->offset + whole(drifted);
    return host > 0 ? (uint64_t)host : 0;
}

char *clocks_text(const struct clocks *clocks)
{
    static const char *const methods[] = {
        [CLOCKS_BY_TIMERS] = "aligned by clGetDeviceAndHostTimer",
        [CLOCKS_BY_BOUNDS] = "aligned by the calls that enqueued commands and saw their end",
        [CLOCKS_AT_ODDS] = "aligned badly, because its times contradict the host's",
    };
    char *drift, *text;
    if (clocks->method == CLOCKS_UNKNOWN) return text_format("%s", "not aligned: no times");
    drift = clocks->drift < 0 || clocks->drift > 0
                ? text_format(", %.3f ppm %s", (clocks->drift < 0 ? -1e6 : 1e6) * clocks->drift,
                              clocks->drift < 0 ? "faster" : "slower")
                : text_format("%s", "");
    text = text_format("%s, \302\261%.3f \302\265s%s", methods[clocks->method],
                       (double)clocks->uncertainty / 1e3, drift);
    free(drift);
    return text;
}
