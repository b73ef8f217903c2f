/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions that layers see, made from the rows of loader/api/entry_points.h and
 * ext/extension_functions.h, each parameter with its role (roles.h). A function's number is its slot
 * in the dispatch table, or SIGNATURE_EXTENSIONS and up for the functions outside the table, in the
 * order of their rows. The layer compiles this table without texts, the command with them.
 */
#ifndef CLRELAY_LAYER_SIGNATURE_H
#define CLRELAY_LAYER_SIGNATURE_H

#include "api/dispatch.h"
#include "roles.h"

/* How a parameter is recorded. */
enum role {
    VALUE,   /* the argument is all */
    STRING,  /* points to a string */
    STRINGS, /* points to `length` pointers to strings, of the sizes in the list `count` if not 0 */
    CONTENT, /* points to `length` bytes, recorded once */
    LIST,    /* points to `length` elements */
    PROPERTIES,     /* points to pairs of elements that end with a zero */
    RETURNED,       /* points to where the driver writes one element, if the call succeeds */
    RETURNED_ERROR, /* points to where the driver writes an error code, even if the call fails */
    RETURNED_LIST /* points to where the driver writes up to `length` elements, and *count if not NULL */
};

/* NAME_words has a word for each parameter of a function, and three for those that roles name
 * besides: their places are one, two and three behind the last parameter's. */
#define WORD_OF(type, name) name##_
#define WORDS(name, ...)                                                                           \
    struct name##_words {                                                                          \
        uint64_t EACH(WORD_OF, __VA_ARGS__), no_, one_, three_;                                    \
    };
#define BY_HANDLE(version, type, name, result, ...)                 WORDS(name, __VA_ARGS__)
#define BY_ARRAY(version, type, name, result, count, array, ...)    WORDS(name, __VA_ARGS__)
#define BY_PROPERTIES(version, type, name, result, properties, ...) WORDS(name, __VA_ARGS__)
#define BY_LOADER(version, type, name, result, ...)                 WORDS(name, __VA_ARGS__)
#include "api/entry_points.h"
#define BY_HANDLE(extension, type, name, result, ...)    WORDS(name, __VA_ARGS__)
#define BY_SEMAPHORE(extension, type, name, result, ...) WORDS(name, __VA_ARGS__)
#include "../ext/extension_functions.h"
#undef WORDS

/* The numbers of the functions outside the table. */
#define SIGNATURE_EXTENSIONS 0x100
enum extension_number {
    EXTENSION_NUMBER_BEFORE = SIGNATURE_EXTENSIONS - 1,
#define BY_HANDLE(extension, type, name, ...)    name##_number,
#define BY_SEMAPHORE(extension, type, name, ...) name##_number,
#include "../ext/extension_functions.h"
    EXTENSION_NUMBER_END
};
#define EXTENSION_COUNT (EXTENSION_NUMBER_END - SIGNATURE_EXTENSIONS)

#define ARGUMENTS_MOST 14

struct parameter {
#ifdef SIGNATURE_TEXTS
    const char *type, *name;
#endif
    unsigned char role;    /* enum role */
    unsigned char element; /* bytes of an element */
    unsigned char length;  /* the parameter with their number; places behind the last: none, 1, 3 */
    unsigned char count;   /* the parameter that points to the number of those returned */
    unsigned char size;    /* bytes of the parameter itself */
};

struct signature {
#ifdef SIGNATURE_TEXTS
    const char *name, *type; /* type: of the result; "" if it has none */
#endif
    unsigned char parameters; /* how many; 0 for (void) */
    struct parameter parameter[ARGUMENTS_MOST];
};

/* The signature of a function by its number, or NULL if there is none. */
const struct signature *signature_of(unsigned number);

#endif
