/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include "clock.h"

#include <windows.h>
#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#endif

bool clock_is_steady(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
    unsigned a, b, c, d;
    return __get_cpuid(0x80000007, &a, &b, &c, &d) && d & 1u << 8;
#else
    return false;
#endif
}

uint64_t clock_nanoseconds(void)
{
    LARGE_INTEGER now, frequency;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&now);
    return (uint64_t)(now.QuadPart / frequency.QuadPart) * 1000000000u +
           (uint64_t)(now.QuadPart % frequency.QuadPart) * 1000000000u /
               (uint64_t)frequency.QuadPart;
}
