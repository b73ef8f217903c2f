/* SPDX-License-Identifier: Apache-2.0 */
/* What the loader's and the tools' fuzz targets share: the function, the promises, the input. */
#ifndef CLRELAY_TEST_FUZZ_INPUT_H
#define CLRELAY_TEST_FUZZ_INPUT_H

#include "base/text.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A broken promise aborts the program, so the fuzzer keeps the input. */
#define PROMISE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);              \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

struct input {
    const uint8_t *at;
    size_t left;
};

/* Returns the next byte, or 0 at the end, so that a short input is a well-behaved one. */
static inline uint8_t take(struct input *input)
{
    if (input->left == 0) return 0;
    input->left--;
    return *input->at++;
}

/* Returns everything up to the next byte 0xff, or to the end. */
enum { FIELD_END = 0xff };
static inline struct text take_field(struct input *input)
{
    const uint8_t *end = input->left ? memchr(input->at, FIELD_END, input->left) : NULL;
    size_t length = end ? (size_t)(end - input->at) : input->left;
    struct text field = { length ? (const char *)input->at : "", length };
    length += end ? 1 : 0;
    if (length) input->at += length;
    input->left -= length;
    return field;
}

#endif
