/* SPDX-License-Identifier: Apache-2.0 */
/* What the harnesses share. CBMC gives an uninitialized local variable every possible value. */
#ifndef CLRELAY_TEST_PROOF_PROOF_H
#define CLRELAY_TEST_PROOF_PROOF_H

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

#define ASSUME(condition)         __CPROVER_assume(condition)
#define PROVE(condition, promise) __CPROVER_assert(condition, promise)

/* CBMC has no bodies for these. */
void *memchr(const void *bytes, int byte, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (((const unsigned char *)bytes)[i] == (unsigned char)byte) return (char *)bytes + i;
    return NULL;
}

char *strstr(const char *text, const char *part)
{
    for (;; text++) {
        size_t i = 0;
        while (part[i] && text[i] == part[i]) i++;
        if (!part[i]) return (char *)text;
        if (!*text) return NULL;
    }
}

/* Every text of up to `most` bytes, at the end of an array: no reader may look past its NUL. */
#define ANY_TEXT(name, most)                                                                       \
    char name##_bytes[(most) + 1], *name;                                                          \
    size_t name##_length;                                                                          \
    ASSUME(name##_length <= (most));                                                               \
    name##_bytes[most] = '\0';                                                                     \
    name = &name##_bytes[(most)-name##_length]

/* Every piece of up to `most` bytes, NULs among them, at the end of an array. */
#define ANY_PIECE(name, most)                                                                      \
    char name##_bytes[most];                                                                       \
    struct text name;                                                                              \
    ASSUME(name.length <= (most));                                                                 \
    name.start = &name##_bytes[(most)-name.length]

/* Tells whether a piece lies in a longer text. */
static bool lies_in(struct text piece, const char *start, size_t length)
{
    return piece.start >= start && piece.length <= length &&
           piece.start + piece.length <= start + length;
}

#endif
