/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pattern that both sides write into the shared image and buffer. Every bit of its numbers
 * depends on the place and on the frame, so a pixel that was not written, or was written in an
 * earlier frame, differs. The host's check uses it as C and the kernel as OpenCL C; exchange.comp
 * has the same for Vulkan.
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
