/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is written into the shared image and buffer: numbers in which every bit depends on the
 * place and on the frame, so that a pixel that was not written, or in an earlier frame, differs.
 * In C for the check, in OpenCL C for the kernel; exchange.comp has the same for Vulkan.
 */
#ifndef CLRELAY_TEST_DRIVERS_INTEROP_PATTERN_H
#define CLRELAY_TEST_DRIVERS_INTEROP_PATTERN_H

/* clang-format off */
#define PATTERN                                   \
    uint pattern(uint index, uint seed)           \
    {                                             \
        uint x = index * 2654435761u ^ seed;      \
        x ^= x >> 15;                             \
        x *= 2246822519u;                         \
        return x ^ (x >> 13);                     \
    }
/* clang-format on */
#define PATTERN_TEXT_OF(...) #__VA_ARGS__
#define PATTERN_TEXT(...)    PATTERN_TEXT_OF(__VA_ARGS__)

#endif
