/* SPDX-License-Identifier: Apache-2.0 */
#include "quantity.h"

#include <stdio.h>

/* Writes three digits: 1.23, 12.3, 123. (In registers, some processors compute with more digits than
 * a double has, so all numbers are in memory.) */
static const char *write(char text[QUANTITY], volatile double value, double step,
                         const char *const *units, int count)
{
    static const double one_digit = 9.995, no_digit = 99.95;
    int unit = 0;
    while (unit + 1 < count && value >= 999.5) {
        value /= step;
        unit++;
    }
    snprintf(text, QUANTITY, "%.*f %s",
             unit == 0 || value >= no_digit ? 0
             : value >= one_digit           ? 1
                                            : 2,
             value, units[unit]);
    return text;
}

const char *quantity_time(char text[QUANTITY], uint64_t nanoseconds)
{
    static const char *const units[] = { "ns", "us", "ms", "s" };
    return write(text, (double)nanoseconds, 1000, units, 4);
}

const char *quantity_bytes(char text[QUANTITY], uint64_t bytes)
{
    static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
    return write(text, (double)bytes, 1024, units, 5);
}
