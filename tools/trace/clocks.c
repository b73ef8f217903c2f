/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each bound is a vertical bar in a plane: the device's time against the offset to add. We need a
 * line that crosses all bars: a level one if possible, otherwise the one whose slope leaves the
 * most room.
 */
#include "clocks.h"

#include "../base/array.h"
#include "../base/text.h"

#include <stdlib.h>
#include <string.h>

/* Two clocks of one machine never differ more than this. */
#define MOST_DRIFT 1e-3

/* The range in which a line of a given slope may begin, above `low` of the first bound. Valid if
 * low <= high. */
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
        const struct clocks_bound *bound = &bounds[i];
        double rise = slope * (double)(int64_t)(bound->time - bounds->time);
        double low = difference(bound->low, bounds->low) - rise;
        double high = difference(bound->high, bounds->low) - rise;
        if (low > range.low) range.low = low;
        if (high < range.high) range.high = high;
    }
    return range;
}

static double space(struct range range)
{
    return range.high - range.low;
}

/* The slope that leaves the most room, which is a concave function of the slope. */
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

/* Two such numbers and a device time have a sum that does not overflow. */
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

/* ---- bounds that contradict each other ---- */

/* Where a bound's bar begins or ends: `step` is 1 or -1. */
struct bar_end {
    double at;
    int step;
};

static int by_place(const void *a, const void *b)
{
    const struct bar_end *left = a, *right = b;
    int order = (left->at > right->at) - (left->at < right->at);
    return order ? order : right->step - left->step; /* bars that touch overlap */
}

static int by_bound_time(const void *a, const void *b)
{
    const struct clocks_bound *left = a, *right = b;
    return (left->time > right->time) - (left->time < right->time);
}

/* Finds the line of a given slope that crosses the most bars. `ends` has space for two ends of each
 * bound. */
static size_t cross_most(const struct clocks_bound *bounds, size_t count, double slope,
                         const struct clocks_bound *base, struct bar_end *ends, double *line)
{
    size_t ended = 0, most = 0;
    int crossed = 0;
    for (size_t i = 0; i < count; i++) {
        const double rise = slope * difference((int64_t)bounds[i].time, (int64_t)base->time);
        if (bounds[i].low > bounds[i].high) continue;
        ends[ended++] = (struct bar_end){ difference(bounds[i].low, base->low) - rise, 1 };
        ends[ended++] = (struct bar_end){ difference(bounds[i].high, base->low) - rise, -1 };
    }
    qsort(ends, ended, sizeof *ends, by_place);
    *line = 0;
    for (size_t i = 0; i < ended; i++) {
        crossed += ends[i].step;
        if (crossed <= 0 || (size_t)crossed <= most) continue;
        most = (size_t)crossed;
        *line = (ends[i].at + ends[i + 1].at) / 2;
    }
    return most;
}

enum { MOST_GROUPS = 32, LEAST_IN_GROUP = 4 };

static int by_number(const void *a, const void *b)
{
    const double *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

/* The slope that most bounds suggest. It is the median of the slopes between the best level lines
 * of groups of neighbours, which a few wrong bounds don't move. */
static double usual_slope(const struct clocks_bound *bounds, size_t count, struct bar_end *ends)
{
    struct clocks_bound *sorted = require_memory(malloc(count * sizeof *sorted));
    double lines[MOST_GROUPS], slopes[MOST_GROUPS * MOST_GROUPS / 2], slope = 0;
    uint64_t times[MOST_GROUPS];
    const size_t groups =
        count / LEAST_IN_GROUP < MOST_GROUPS ? count / LEAST_IN_GROUP : MOST_GROUPS;
    size_t found = 0;
    memcpy(sorted, bounds, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_bound_time);
    for (size_t i = 0; i < groups; i++) {
        const size_t first = i * count / groups, end = (i + 1) * count / groups;
        cross_most(sorted + first, end - first, 0, bounds, ends, &lines[i]);
        times[i] = sorted[(first + end) / 2].time;
        for (size_t j = 0; j < i; j++)
            if (times[i] > times[j])
                slopes[found++] = (lines[i] - lines[j]) / (double)(times[i] - times[j]);
    }
    free(sorted);
    if (found) {
        qsort(slopes, found, sizeof *slopes, by_number);
        slope = slopes[found / 2];
    }
    return slope > MOST_DRIFT ? MOST_DRIFT : slope < -MOST_DRIFT ? -MOST_DRIFT : slope;
}

/* Fits the clocks to the bounds that they agree with, again and again while more bounds agree
 * then. */
static size_t widen(const struct clocks_bound *bounds, size_t count, struct clocks *clocks)
{
    struct clocks_bound *within = require_memory(malloc(count * sizeof *within));
    size_t most = 0;
    for (int round = 0; round < 4; round++) {
        struct clocks tried = *clocks;
        size_t agree = 0;
        for (size_t i = 0; i < count; i++)
            if (clocks_within(clocks, &bounds[i])) within[agree++] = bounds[i];
        if (!agree) break;
        if (!clocks_fit(within, agree, &tried)) break;
        agree = 0;
        for (size_t i = 0; i < count; i++) agree += clocks_within(&tried, &bounds[i]);
        if (agree <= most) break;
        most = agree;
        *clocks = tried;
    }
    free(within);
    return most;
}

size_t clocks_fit_most(const struct clocks_bound *bounds, size_t count, struct clocks *clocks)
{
    struct bar_end *ends = require_memory(malloc((2 * count + 1) * sizeof *ends));
    const double slope = usual_slope(bounds, count, ends);
    double level, line;
    const size_t flat = cross_most(bounds, count, 0, bounds, ends, &level);
    const bool steep = cross_most(bounds, count, slope, bounds, ends, &line) > flat;
    free(ends);
    clocks->drift = steep ? slope : 0;
    clocks->origin = bounds->time;
    clocks->offset = limited(limited(bounds->low) + whole(steep ? line : level));
    clocks->uncertainty = 0;
    return widen(bounds, count, clocks);
}

/* Doubles are not exact to a nanosecond. */
bool clocks_within(const struct clocks *clocks, const struct clocks_bound *bound)
{
    const double line = clocks->drift * difference((int64_t)bound->time, (int64_t)clocks->origin);
    return bound->low <= bound->high && difference(bound->low, clocks->offset) <= line + 1 &&
           difference(bound->high, clocks->offset) >= line - 1;
}

/* ---- times ---- */

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
