/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cache is a list in shared memory. Each process may add an entry in front. Nothing is changed
 * or removed, and there is no lock, because a killed process could leave one behind.
 */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "cache.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

enum { CACHE_BYTES = 1 << 26 }; /* the system gives memory only for bytes that are written */

struct cache {
    _Atomic size_t used;  /* bytes of all entries, complete or not */
    _Atomic size_t first; /* the place of the first entry; 0: there is none */
};

/* An entry. The answer's text and the key follow. */
struct entry {
    size_t next;
    size_t key_size;
    struct bounds_head head;
};

struct cache *cache_make(void)
{
    struct cache *cache = mmap(NULL, CACHE_BYTES, PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (cache == MAP_FAILED) return NULL;
    atomic_store(&cache->used, sizeof *cache);
    return cache;
}

static struct entry *entry_at(const struct cache *cache, size_t place)
{
    return (void *)((char *)(uintptr_t)cache + place);
}

const struct bounds_head *cache_find(const struct cache *cache, const void *key, size_t size)
{
    size_t place = cache ? atomic_load_explicit(&cache->first, memory_order_acquire) : 0;
    while (place) {
        const struct entry *entry = entry_at(cache, place);
        if (entry->key_size == size &&
            !memcmp((const char *)(entry + 1) + entry->head.size, key, size))
            return &entry->head;
        place = entry->next;
    }
    return NULL;
}

void cache_add(struct cache *cache, const void *key, size_t size, const struct bounds_head *head,
               const void *text)
{
    const size_t most = CACHE_BYTES - sizeof *cache - sizeof(struct entry) - 8;
    size_t all, place;
    struct entry *entry;
    if (!cache || head->size > most || size > most - head->size) return;
    all = (sizeof *entry + (size_t)head->size + size + 7) / 8 * 8;
    place = atomic_load(&cache->used);
    do {
        if (all > CACHE_BYTES - place) return;
    } while (!atomic_compare_exchange_weak(&cache->used, &place, place + all));
    entry = entry_at(cache, place);
    entry->key_size = size;
    entry->head = *head;
    memcpy(entry + 1, text, (size_t)head->size);
    memcpy((char *)(entry + 1) + head->size, key, size);
    entry->next = atomic_load(&cache->first);
    while (!atomic_compare_exchange_weak_explicit(&cache->first, &entry->next, place,
                                                  memory_order_release, memory_order_relaxed)) {
    }
}
