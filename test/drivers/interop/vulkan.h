/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The Vulkan half of the interop program: a device, an image, a buffer and two binary semaphores
 * that another API may open by file descriptor, and a frame's work (exchange.comp) over them.
 * Whatever fails ends the program with a message that names the call.
 */
#ifndef CLRELAY_TEST_DRIVERS_INTEROP_VULKAN_H
#define CLRELAY_TEST_DRIVERS_INTEROP_VULKAN_H

#include <stddef.h>
#include <stdint.h>

#define VULKAN_UUID_SIZE 16

struct vulkan;

/* What the shared memory is to be: RGBA of 8 bits each, unsigned integers. */
struct vulkan_size {
    uint32_t width, height; /* pixels */
};

/* File descriptors that belong to the caller, who hands each to one import, which takes it over. */
struct vulkan_handles {
    int image, buffer;
    size_t image_bytes, buffer_bytes; /* of the allocations behind them */
    int to_vulkan, from_vulkan; /* semaphores: Vulkan waits for the first, signals the second */
};

/* The system's Vulkan, or NULL where there is none; *why then says what was missing. */
struct vulkan *vulkan_start(const char **why);

/* How many devices there are that can share by file descriptor, and which one the n-th is. */
unsigned vulkan_device_count(const struct vulkan *vulkan);
const uint8_t *vulkan_device_uuid(const struct vulkan *vulkan, unsigned n);
const char *vulkan_device_text(const struct vulkan *vulkan, unsigned n); /* name and versions */

/* Makes everything on the n-th device. linear: the image's pixels lie in rows, not in tiles. */
struct vulkan_handles vulkan_share(struct vulkan *vulkan, unsigned n, struct vulkan_size size,
                                   int linear);

/* Replaces the semaphore that Vulkan waits for by one made elsewhere. Takes the descriptor over. */
void vulkan_import_semaphore(struct vulkan *vulkan, int descriptor);

/*
 * Submits one frame: waits (on the device) for the semaphore to_vulkan, reads image and buffer,
 * writes the pattern of this seed (and ~seed into the buffer), signals from_vulkan. Returns at
 * once. rounds: how long each pixel takes before it is written. The first frame waits for nothing;
 * none waits or signals where with_semaphores is 0.
 */
void vulkan_submit(struct vulkan *vulkan, uint32_t seed, uint32_t rounds, int first,
                   int with_semaphores);

/* Waits for the last submission; what it saw: width*height pixels, then as many words. */
const uint32_t *vulkan_seen(struct vulkan *vulkan);

void vulkan_end(struct vulkan *vulkan);

#endif
