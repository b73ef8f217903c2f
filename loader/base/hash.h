/* SPDX-License-Identifier: Apache-2.0 */
/* A hash for addresses, for tables of 2^n places. */
#ifndef CLRELAY_LOADER_BASE_HASH_H
#define CLRELAY_LOADER_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Multiplies with 2^64 over the golden ratio, and returns the upper `bits` of the product. `bits`
 * is at least 1. */
#ifdef __GNUC__
__attribute__((always_inline))
#endif
static inline size_t
hash_pointer(const void *address, int bits)
{
    return (size_t)((uint64_t)(uintptr_t)address * 0x9e3779b97f4a7c15 >> (64 - bits));
}

#endif
