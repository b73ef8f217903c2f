/* SPDX-License-Identifier: Apache-2.0 */
/* Where to look for an address in a table of 2^n places. */
#ifndef CLRELAY_HASH_H
#define CLRELAY_HASH_H

#include <stddef.h>
#include <stdint.h>

/* The bits of an address, mixed: the upper `bits` of a product with 2^64 over the golden ratio. At
 * least one bit. */
#ifdef __GNUC__
__attribute__((always_inline))
#endif
static inline size_t hash_pointer(const void *address, int bits)
{
    return (size_t)((uint64_t)(uintptr_t)address * 0x9e3779b97f4a7c15 >> (64 - bits));
}

#endif
