/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions that layers see, by their numbers (words.h): the size and role (roles.h) of each
 * parameter. The command compiles this table with names and types as texts, the layer without.
 */
#ifndef CLRELAY_TOOLS_CALLS_SIGNATURE_H
#define CLRELAY_TOOLS_CALLS_SIGNATURE_H

#include <stddef.h>

/* How a parameter is recorded. */
enum role {
    VALUE,  /* the argument itself */
    STRING, /* points to a string */
    /* Points to `length` pointers to strings; the list `count`, unless it is NULL, has their
     * sizes. */
    STRINGS,
    CONTENT,    /* points to `length` bytes, of which one copy is recorded */
    DATA,       /* points to `length` bytes; a hash of them is recorded if the user wants that */
    LIST,       /* points to `length` elements */
    PROPERTIES, /* points to pairs of elements that end with a zero */
    RETURNED,   /* points to where the driver writes one element, if the call succeeds */
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
    /* The index of the parameter with the number of elements. The indexes after the function's last
     * parameter mean: none, 1, 3. */
    unsigned char length;
    /* The index of the parameter that points to the number of returned elements. */
    unsigned char count;
    unsigned char size; /* bytes of the parameter itself */
};

struct signature {
#ifdef SIGNATURE_TEXTS
    const char *name, *type; /* `type` is the result's; "" if there is none */
#endif
    unsigned char parameters; /* the number of parameters; 0 for (void) */
    struct parameter parameter[ARGUMENTS_MOST];
};

/* The offset of a parameter in the structure of the function's arguments (arguments.h). */
size_t signature_offset(const struct signature *signature, unsigned parameter);

/* The signature of a function by its number, or NULL if there is none. */
const struct signature *signature_of(unsigned number);

#endif
