/* SPDX-License-Identifier: Apache-2.0 */
/* The conditions that are judged only after a call has failed with their error. */
#include "../calls.h"
#include "check.h"
#include "conditions.h"

/* A word as what it was. */
#define AS(function, pair)             AS_PAIR(function, pair, ARG pair)
#define AS_PAIR(...)                   AS_NAMED(__VA_ARGS__)
#define AS_NAMED(function, pair, name) PICK(AS_NOTHING_##name, AS_TYPE(TYPE pair, function, name), )
#define AS_NOTHING_                    , 0
#define AS_TYPE(type, function, name)                                                              \
    ((union {                                                                                      \
        uint64_t word;                                                                             \
        type value;                                                                                \
    }){ words[PLACE(function, name##_)] })                                                         \
        .value

#define HANDLE(error_, parameter)
#define HANDLES(error_, list, count)
#define HANDLE_IN(error_, type, value)
#define JUDGED(error_, identity, condition)
#define JUDGED_WITH(error_, identity, condition, ...)
#define ABOUT(error_, identity, object, ...)
#define DEAD(error_, identity, object, ...)
#define LET(type, name, value)                                                                     \
    const type name = value;                                                                       \
    (void)name;
#define EXPLAINED(error_, identity, condition)                                                     \
    if (is_meant(error, error_) && (condition)) finding_add(call, identity, error_, NULL, NULL);
#define EXPLAINED_WITH(error_, identity, condition, ...)                                           \
    if (is_meant(error, error_) && (condition))                                                    \
        finding_add(call, identity, error_, NULL, VALUES(__VA_ARGS__));
#define DRIVER(error_, text)
#define NOBODY(error_, text)

/* Whether a row is for an error; with EXPLAIN_LIMITS, whether it is one of those that it stands for. The
 * specification has CL_INVALID_PROPERTY for some lists and CL_INVALID_VALUE for others: drivers mix them up. */
static bool is_meant(int32_t error, int32_t of_row)
{
    switch (of_row) {
    case CL_INVALID_VALUE:
    case CL_INVALID_PROPERTY: return error == CL_INVALID_VALUE || error == CL_INVALID_PROPERTY;
    case CL_INVALID_PROGRAM_EXECUTABLE:
    case CL_INVALID_BUFFER_SIZE:
    case CL_INVALID_IMAGE_SIZE:
    case CL_IMAGE_FORMAT_NOT_SUPPORTED:
    case CL_MISALIGNED_SUB_BUFFER_OFFSET:
    case CL_INVALID_GLOBAL_WORK_SIZE:
    case CL_INVALID_WORK_GROUP_SIZE:
    case CL_INVALID_WORK_ITEM_SIZE: return error == of_row || error == EXPLAIN_LIMITS;
    default: return error == of_row;
    }
}

/* A function for each of the API's, with its parameters besides. */
#define DEFINE(name, ...)                                                                          \
    static void explain_##name(struct check_call *call, int32_t error,                             \
                               EACH(PARAM_OR_NONE, __VA_ARGS__))                                   \
    {                                                                                              \
        (void)call;                                                                                \
        (void)error;                                                                               \
        (void)(EACH(UNUSED, __VA_ARGS__));                                                         \
        CONDITIONS_OF(name)                                                                        \
    }
#define BY_HANDLE(version, type, name, kind, ...)             DEFINE(name, __VA_ARGS__)
#define BY_ARRAY(version, type, name, kind, count, list, ...) DEFINE(name, __VA_ARGS__)
#define BY_PROPERTIES(version, type, name, kind, list, ...)   DEFINE(name, __VA_ARGS__)
#define BY_LOADER(version, type, name, kind, ...)             DEFINE(name, __VA_ARGS__)
#include "api/entry_points.h"
#define OUTSIDE(extension, type, text, name, kind, ...) DEFINE(name, __VA_ARGS__)
#include "../outside_rows.h"

#define EXPLAIN(number, name, ...)                                                                 \
    case number: explain_##name(call, error, EACH_WITH(AS, name, __VA_ARGS__)); break;

void explain_call(struct check_call *call, int32_t error)
{
    const uint64_t *words = call->words;
    switch (call->number) {
#define BY_HANDLE(version, type, name, kind, ...) EXPLAIN(SLOT_OF(name), name, __VA_ARGS__)
#define BY_ARRAY(version, type, name, kind, count, list, ...)                                      \
    EXPLAIN(SLOT_OF(name), name, __VA_ARGS__)
#define BY_PROPERTIES(version, type, name, kind, list, ...)                                        \
    EXPLAIN(SLOT_OF(name), name, __VA_ARGS__)
#define BY_LOADER(version, type, name, kind, ...) EXPLAIN(SLOT_OF(name), name, __VA_ARGS__)
#include "api/entry_points.h"
#define OUTSIDE(extension, type, text, name, kind, ...) EXPLAIN(name##_number, name, __VA_ARGS__)
#include "../outside_rows.h"
    }
}
