/* SPDX-License-Identifier: Apache-2.0 */
/* Converts arguments and results to words (record.h). */
#ifndef CLRELAY_TOOLS_CALLS_CALLS_H
#define CLRELAY_TOOLS_CALLS_CALLS_H

#include "words.h"

ALWAYS_INLINED static inline uint64_t word_of(const void *value, size_t size)
{
    uint64_t word = 0;
    memcpy(&word, value, size);
    return word;
}

#endif
