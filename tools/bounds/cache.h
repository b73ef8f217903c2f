/* SPDX-License-Identifier: Apache-2.0 */
/* A cache of answers. All processes that this one starts afterwards share it. */
#ifndef CLRELAY_TOOLS_BOUNDS_CACHE_H
#define CLRELAY_TOOLS_BOUNDS_CACHE_H

#include "../calls/bounds_protocol.h"

#include <stddef.h>

/* Makes a cache. It lasts until all of these processes have ended. NULL: there is no memory; then
 * the other functions do nothing. */
struct cache *cache_make(void);

/* The answer to a key: its head, with the text behind it. NULL: there is none. */
const struct bounds_head *cache_find(const struct cache *cache, const void *key, size_t size);

/* Adds an answer, unless the cache is full. */
void cache_add(struct cache *cache, const void *key, size_t size, const struct bounds_head *head,
               const void *text);

#endif
