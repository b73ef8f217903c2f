/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is made from the rows of loader/api/entry_points.h and outside_rows.h: the places of
 * parameters, and the numbers of functions. A function's number is its slot in the dispatch table, or
 * SIGNATURE_EXTENSIONS and up for the functions outside the table, in the order of their rows.
 * (Apart from signature.h because all headers of OpenCL come with it, on Windows Direct3D's, too.)
 */
#ifndef CLRELAY_LAYER_WORDS_H
#define CLRELAY_LAYER_WORDS_H

#include "api/dispatch.h"

/* NAME_words has a word for each parameter of a function, and three for those that roles name
 * besides: their places are one, two and three behind the last parameter's. */
#define WORD_OF(type, name) PICK(WORD_OF_##name, name, )
#define WORD_OF_            , none
#define WORDS(name, ...)                                                                           \
    struct name##_words {                                                                          \
        uint64_t EACH(WORD_OF, __VA_ARGS__), no_, one_, three_;                                    \
    };
#define BY_HANDLE(version, type, name, result, ...)                 WORDS(name, __VA_ARGS__)
#define BY_ARRAY(version, type, name, result, count, array, ...)    WORDS(name, __VA_ARGS__)
#define BY_PROPERTIES(version, type, name, result, properties, ...) WORDS(name, __VA_ARGS__)
#define BY_LOADER(version, type, name, result, ...)                 WORDS(name, __VA_ARGS__)
#include "api/entry_points.h"
#define OUTSIDE(extension, type, text, name, result, ...) WORDS(name, __VA_ARGS__)
#include "outside_rows.h"
#undef WORDS

/* The numbers of the functions outside the table. */
#define SIGNATURE_EXTENSIONS 0x100
enum extension_number {
    EXTENSION_NUMBER_BEFORE = SIGNATURE_EXTENSIONS - 1,
#define OUTSIDE(extension, type, text, name, ...) name##_number,
#include "outside_rows.h"
    EXTENSION_NUMBER_END
};
#define EXTENSION_COUNT (EXTENSION_NUMBER_END - SIGNATURE_EXTENSIONS)

#endif
