/* SPDX-License-Identifier: Apache-2.0 */
/* A fast hash of much data, to tell whether it has changed: the rounds of XXH64 on four sums. */
#ifndef CLRELAY_TOOLS_LAYERS_DATA_HASH_H
#define CLRELAY_TOOLS_LAYERS_DATA_HASH_H

#include "base/compiler.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define DATA_HASH_FIRST  UINT64_C(0x9e3779b185ebca87)
#define DATA_HASH_SECOND UINT64_C(0xc2b2ae3d27d4eb4f)

ALWAYS_INLINED static inline uint64_t data_hash_add(uint64_t sum, uint64_t word)
{
    sum += word * DATA_HASH_SECOND;
    return (sum << 31 | sum >> 33) * DATA_HASH_FIRST;
}

ALWAYS_INLINED static inline uint64_t data_hash_word(const unsigned char *at, size_t length)
{
    uint64_t word = 0;
    memcpy(&word, at, length);
    return word;
}

static inline uint64_t data_hash(const void *data, size_t length)
{
    const unsigned char *at = data;
    const unsigned char *end = at + length;
    uint64_t first = 1, second = 2, third = 3, fourth = 4, hash = length;
    /* Written out, because a loop would keep the sums in memory. */
    for (; end - at >= 32; at += 32) {
        first = data_hash_add(first, data_hash_word(at, 8));
        second = data_hash_add(second, data_hash_word(at + 8, 8));
        third = data_hash_add(third, data_hash_word(at + 16, 8));
        fourth = data_hash_add(fourth, data_hash_word(at + 24, 8));
    }
    for (; end - at >= 8; at += 8) hash = data_hash_add(hash, data_hash_word(at, 8));
    hash = data_hash_add(hash, data_hash_word(at, (size_t)(end - at)));
    hash = data_hash_add(data_hash_add(hash, first), second);
    hash = data_hash_add(data_hash_add(hash, third), fourth);
    hash = (hash ^ hash >> 33) * DATA_HASH_SECOND;
    return hash ^ hash >> 29;
}

#endif
