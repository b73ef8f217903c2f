/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The library that `clrelay check --frees` preloads (LD_PRELOAD). It replaces the functions of the
 * C library that free memory, by ones that first tell the layer, once the layer has set a watcher.
 */
#define _GNU_SOURCE
#include "frees.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

#define EXPORTED __attribute__((visibility("default")))
#define CALLER   __builtin_return_address(0)

static _Atomic(frees_watcher) watching;

EXPORTED void clrelay_frees_watch(frees_watcher watcher);
void clrelay_frees_watch(frees_watcher watcher)
{
    atomic_store(&watching, watcher);
}

static void tell(const void *start, size_t size, const void *caller)
{
    const frees_watcher watcher = atomic_load_explicit(&watching, memory_order_acquire);
    if (watcher && start) watcher(start, size, caller);
}

/* ---- the C library's functions ---- */

static _Atomic(void *) next_free, next_munmap;

/* dlsym() may itself free memory before the C library's function is known; that memory is never
 * freed. */
static atomic_flag is_looking = ATOMIC_FLAG_INIT;

static void *next(_Atomic(void *) *known, const char *name)
{
    void *found = atomic_load_explicit(known, memory_order_relaxed);
    if (found || atomic_flag_test_and_set(&is_looking)) return found;
    found = dlsym(RTLD_NEXT, name);
    atomic_store(known, found);
    atomic_flag_clear(&is_looking);
    return found;
}

__attribute__((constructor)) static void find_next(void)
{
    next(&next_free, "free");
    next(&next_munmap, "munmap");
}

/* ---- what programs call ---- */

EXPORTED void free(void *memory)
{
    void (*function)(void *);
    *(void **)&function = next(&next_free, "free");
    if (memory && atomic_load_explicit(&watching, memory_order_relaxed))
        tell(memory, malloc_usable_size(memory), CALLER);
    if (function) function(memory);
}

EXPORTED int munmap(void *memory, size_t size)
{
    int (*function)(void *, size_t);
    *(void **)&function = next(&next_munmap, "munmap");
    tell(memory, size, CALLER);
    return function ? function(memory, size) : -1;
}
