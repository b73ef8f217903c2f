/* SPDX-License-Identifier: Apache-2.0 */
/* The arguments of each function as a structure: `struct NAME_args` has a field for each parameter,
 * by its name. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_ARGUMENTS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_ARGUMENTS_H

#include "../../../calls/calls.h"

/* The row of a function without parameters has the pair (void,). */
#define FIELD(type, name) PICK(FIELD_##name, type name, )
#define FIELD_            , char none
#define FUNCTION(number, type, name, result, ...)                                                  \
    struct name##_args {                                                                           \
        EACH_BY(SEMICOLON, APPLY, FIELD, __VA_ARGS__);                                             \
    };
#include "../../../calls/function_rows.h"

/* Asserts that the arguments of two functions, up to `last`, differ only in their names, so that
 * the structure of one may stand for that of the other. */
#define SAME_ARGUMENTS(one, other, last)                                                           \
    _Static_assert(sizeof(struct one##_args) == sizeof(struct other##_args) &&                     \
                       offsetof(struct one##_args, last) == offsetof(struct other##_args, last),   \
                   #other " has other arguments than " #one)

#endif
