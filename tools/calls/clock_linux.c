/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* clock_gettime() */
#include "clock.h"

#include <time.h>
#ifdef __x86_64__
#include <cpuid.h>
#endif

bool clock_is_steady(void)
{
#ifdef __x86_64__
    unsigned a, b, c, d;
    return __get_cpuid(0x80000007, &a, &b, &c, &d) && d & 1u << 8;
#elif defined(__aarch64__)
    return true;
#else
    return false;
#endif
}

uint64_t clock_nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
