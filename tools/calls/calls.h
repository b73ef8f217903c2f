/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What wrappers are made of: arguments and results as words (record.h), and what each kind of
 * result needs.
 */
#ifndef CLRELAY_TOOLS_CALLS_CALLS_H
#define CLRELAY_TOOLS_CALLS_CALLS_H

#include "roles.h"
#include "words.h"

/* ROLE_OF(function, name): the row of the function's parameter if there is one, otherwise the
 * parameter's, otherwise that of a value. A row begins with a comma, which makes it the second. */
#define ROLE_OF(function, name)                                                                    \
    PICK(ROLE_##function##_##name, PICK(ROLE_##name, (VALUE, char, no_, no_), ), )

#define GET(column, row)                      GET_(column, row)
#define GET_(column, row)                     column row
#define ROLE(role, element, length, count)    role
#define ELEMENT(role, element, length, count) sizeof(element)
#define LENGTH(role, element, length, count)  length
#define COUNTED(role, element, length, count) count
#define PLACE(function, word)                 PLACE_(function, word)
#define PLACE_(function, word)                function##_at_##word

ALWAYS_INLINED static inline uint64_t word_of(const void *value, size_t size)
{
    uint64_t word = 0;
    memcpy(&word, value, size);
    return word;
}

/* PUT_ is for (void,), the pair of functions without parameters. */
#define PUT_            , (void)0
#define PUT(type, name) PICK(PUT_##name, *word++ = word_of(&name, sizeof name), )

/* The names of a function's parameters; 0 for one without. */
#define ARG_OR_NONE(type, name) PICK(ARG_NONE_##name, name, )
#define ARG_NONE_               , 0

#define DECLARE_STATUS(type)  type result
#define DECLARE_OBJECT(type)  type result
#define DECLARE_POINTER(type) type result
#define DECLARE_NOTHING(type)
#define ASSIGN_STATUS  result =
#define ASSIGN_OBJECT  result =
#define ASSIGN_POINTER result =
#define ASSIGN_NOTHING
#define RESULT_STATUS     word_of(&result, sizeof result)
#define RESULT_OBJECT     word_of(&result, sizeof result)
#define RESULT_POINTER    word_of(&result, sizeof result)
#define RESULT_NOTHING    0
#define SUCCEEDED_STATUS  (result == 0)
#define SUCCEEDED_OBJECT  (result != 0)
#define SUCCEEDED_POINTER true
#define SUCCEEDED_NOTHING true
#define RETURN_STATUS     return result
#define RETURN_OBJECT     return result
#define RETURN_POINTER    return result
#define RETURN_NOTHING    return

#define COUNT_OF(name) name##_at_no_

#endif
