/* SPDX-License-Identifier: Apache-2.0 */
/* The clock of records: the time-stamp counter if it runs at one speed on all cores, otherwise the
 * system's clock. */
#ifndef CLRELAY_TOOLS_CALLS_CLOCK_H
#define CLRELAY_TOOLS_CALLS_CLOCK_H

#include "base/compiler.h"

#include <stdbool.h>
#include <stdint.h>

/* Nanoseconds on the system's clock. The moments in struct record_file, which the command writes,
 * have this clock, too. */
HIDDEN uint64_t clock_nanoseconds(void);

/* Whether the time-stamp counter runs on all cores alike, and at one speed. */
HIDDEN bool clock_is_steady(void);

#if defined(__x86_64__) && defined(__GNUC__)
static inline uint64_t clock_counter(void)
{
    return __builtin_ia32_rdtsc(); /* without <x86intrin.h>, which is two megabytes */
}
#elif defined(__aarch64__) && defined(__GNUC__)
static inline uint64_t clock_counter(void)
{
    uint64_t value;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(value));
    return value;
}
#else
static inline uint64_t clock_counter(void)
{
    return clock_nanoseconds();
}
#endif

ALWAYS_INLINED static inline uint64_t clock_ticks(bool counter)
{
    return counter ? clock_counter() : clock_nanoseconds();
}

#endif
