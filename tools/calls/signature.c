/* SPDX-License-Identifier: Apache-2.0 */
/* The table of functions. Code that reads records compiles it with SIGNATURE_TEXTS. */
#include "signature.h"

#include "roles.h"
#include "words.h"

/* NAME_at_PARAMETER is the index of each parameter of a function. The roles name three further
 * parameters, with the indexes after the last one. */
#define PLACE_OF(function, pair)   PLACE_OF_(function, ARG pair)
#define PLACE_OF_(...)             PLACE_OF__(__VA_ARGS__)
#define PLACE_OF__(function, name) function##_at_##name
#define FUNCTION(number, type, name, result, ...)                                                  \
    enum name##_places{ EACH_WITH(PLACE_OF, name, __VA_ARGS__), name##_at_no_, name##_at_one_,     \
                        name##_at_three_ };
#include "function_rows.h"

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

#ifdef SIGNATURE_TEXTS
#define TEXTS(...) __VA_ARGS__,
#else
#define TEXTS(...)
#endif

#define DESCRIBE(function, pair) DESCRIBE_(function, pair, ARG pair)
#define DESCRIBE_(...)           DESCRIBE__(__VA_ARGS__)
#define DESCRIBE__(function, pair, name)                                                           \
    {                                                                                              \
        TEXTS(TEXT(TYPE pair), #name)                                                              \
        GET(ROLE, ROLE_OF(function, name)), GET(ELEMENT, ROLE_OF(function, name)),                 \
            PLACE(function, GET(LENGTH, ROLE_OF(function, name))),                                 \
            PLACE(function, GET(COUNTED, ROLE_OF(function, name))), SIZE_OF(pair, name)            \
    }
#undef TEXT /* Windows' headers define it */
#define TEXT(...)  TEXT_(__VA_ARGS__)
#define TEXT_(...) #__VA_ARGS__

/* A function without parameters has the pair (void,), whose name is empty. */
#define SIZE_               , 0
#define SIZE_OF(pair, name) PICK(SIZE_##name, sizeof(TYPE pair), )
#define NAMELESS_           , 1
#define NAMELESS(name)      NAMELESS__(name)
#define NAMELESS__(name)    PICK(NAMELESS_##name, 0, )

#define SIGNATURE(number, type, text, name, ...)                                                   \
    case number: {                                                                                 \
        static const struct signature signature = { TEXTS(text, #type) PLACE(name, no_) -          \
                                                        NAMELESS(FIRST(__VA_ARGS__)),              \
                                                    { EACH_WITH(DESCRIBE, name, __VA_ARGS__) } };  \
        return &signature;                                                                         \
    }

/* The alignment of a parameter. All are numbers and pointers. On some processors, those of 8 bytes
 * begin at multiples of 4. */
static size_t alignment_of(size_t size)
{
    struct wide {
        char before;
        uint64_t number;
    };
    return size == sizeof(uint64_t) ? offsetof(struct wide, number) : size;
}

size_t signature_offset(const struct signature *signature, unsigned parameter)
{
    size_t offset = 0;
    for (unsigned i = 0;; i++) {
        const size_t alignment = alignment_of(signature->parameter[i].size);
        offset = (offset + alignment - 1) / alignment * alignment;
        if (i == parameter) return offset;
        offset += signature->parameter[i].size;
    }
}

const struct signature *signature_of(unsigned number)
{
    switch (number) {
#define BY_ANY(version, type, name, result, ...)                                                   \
    SIGNATURE(name##_number, type, #name, name, __VA_ARGS__)
#include "api/entry_points.h"
#define OUTSIDE(extension, type, text, name, result, ...)                                          \
    SIGNATURE(name##_number, type, text, name, __VA_ARGS__)
#include "outside_rows.h"
    }
    return NULL;
}
