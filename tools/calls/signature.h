/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions that layers see, by their numbers (words.h), each parameter with its role
 * (roles.h). The layer compiles this table without texts, the command with them.
 */
#ifndef CLRELAY_TOOLS_CALLS_SIGNATURE_H
#define CLRELAY_TOOLS_CALLS_SIGNATURE_H

#include <stddef.h>

/* How a parameter is recorded. */
enum role {
    VALUE,   /* the argument is all */
    STRING,  /* points to a string */
    STRINGS, /* points to `length` pointers to strings, of the sizes in the list `count` if not 0 */
    CONTENT, /* points to `length` bytes, recorded once */
    DATA,    /* points to `length` bytes, of which a hash is recorded if the user wants it */
    LIST,    /* points to `length` elements */
    PROPERTIES,     /* points to pairs of elements that end with a zero */
    RETURNED,       /* points to where the driver writes one element, if the call succeeds */
    RETURNED_ERROR, /* points to where the driver writes an error code, even if the call fails */
    RETURNED_LIST /* points to where the driver writes up to `length` elements, and *count if not NULL */
};

#define ARGUMENTS_MOST 16

struct parameter {
#ifdef SIGNATURE_TEXTS
    const char *type, *name;
#endif
    unsigned char role;    /* enum role */
    unsigned char element; /* bytes of an element */
    unsigned char
        length; /* the parameter with their number; the indexes after the last: none, 1, 3 */
    unsigned char count; /* the parameter that points to the number of those returned */
    unsigned char size;  /* bytes of the parameter itself */
};

struct signature {
#ifdef SIGNATURE_TEXTS
    const char *name, *type; /* type: of the result; "" if it has none */
#endif
    unsigned char parameters; /* how many; 0 for (void) */
    struct parameter parameter[ARGUMENTS_MOST];
};

/* Where a parameter is in the structure of the function's arguments (arguments.h). */
size_t signature_offset(const struct signature *signature, unsigned parameter);

/* The signature of a function by its number, or NULL if there is none. */
const struct signature *signature_of(unsigned number);

#endif
