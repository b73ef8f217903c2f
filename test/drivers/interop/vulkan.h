/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The Vulkan half of the interop program: a device, an image, a buffer and two binary semaphores
 * that another API may open by file descriptor, and a frame's work (exchange.comp) on them. Any
 * failure ends the program with a message that names the call.
 */
#ifndef CLRELAY_TEST_DRIVERS_INTEROP_VULKAN_H
#define CLRELAY_TEST_DRIVERS_INTEROP_VULKAN_H

#include <stddef.h>
#include <stdint.h>

#define VULKAN_UUID_SIZE 16

struct vulkan;

/* The size of the shared image, whose pixels are RGBA of 8 bits each, unsigned integers. */
struct vulkan_size {
    uint32_t width, height; /* pixels */
};

/* These file descriptors belong to the caller. Each goes to one import, which takes it over. */
struct vulkan_handles {
    int image, buffer;
    size_t image_bytes, buffer_bytes; /* sizes of the allocations */
    int to_vulkan, from_vulkan;       /* Vulkan waits for the first semaphore, signals the second */
};

/* Opens the system's Vulkan. Returns NULL where there is none; *why then says what was missing. */
struct vulkan *vulkan_start(const char **why);

/* How many devices can share by file descriptor, and what the n-th of them is. */
unsigned vulkan_device_count(const struct vulkan *vulkan);
const uint8_t *vulkan_device_uuid(const struct vulkan *vulkan, unsigned n);
const char *vulkan_device_text(const struct vulkan *vulkan, unsigned n); /* name and versions */

/* Makes everything on the n-th device. `linear` arranges the image's pixels in rows, not in
 * tiles. */
struct vulkan_handles vulkan_share(struct vulkan *vulkan, unsigned n, struct vulkan_size size,
                                   int linear);

/* Replaces the semaphore that Vulkan waits for by one made elsewhere. Takes over the descriptor. */
void vulkan_import_semaphore(struct vulkan *vulkan, int descriptor);

/*
 * Submits one frame and returns at once. The device waits for the semaphore to_vulkan, reads image
 * and buffer, writes the pattern of this seed (and of ~seed into the buffer) and signals
 * from_vulkan. `rounds` says how long each pixel waits before it is written. The first frame does
 * not wait; no frame waits or signals where with_semaphores is 0.
 */
void vulkan_submit(struct vulkan *vulkan, uint32_t seed, uint32_t rounds, int first,
                   int with_semaphores);

/* Waits for the last submission and returns what it saw: width*height pixels, then as many
 * words. */
const uint32_t *vulkan_seen(struct vulkan *vulkan);

void vulkan_end(struct vulkan *vulkan);

#endif
