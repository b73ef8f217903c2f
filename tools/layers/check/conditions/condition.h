/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The conditions of the specification are statements. For each function of the API, the files of
 * conditions/ have a function check_NAME(), with its conditions in the specification's order.
 *
 *   error_if(call, wrong, ERROR, CHECK_ID, values...)       the specification names ERROR for
 *                                                           calls for which `wrong` is true;
 *                                                           CL_SUCCESS: it names no error for
 *                                                           this mistake
 *   error_about(call, object, ERROR, CHECK_ID, values...)   like error_if(), if `object` is not
 *                                                           NULL; the finding names the object
 *   error_dead(call, object, ERROR, CHECK_ID, values...)    like error_about(), for an object that
 *                                                           no longer exists: the call must not
 *                                                           reach the driver
 *   not_null(call, argument, ERROR)                         a handle that must not be NULL
 *   none_null(call, list, count, ERROR)                     a list of such handles
 *   living(call, kind, handle, ERROR)                       a handle inside a value: it must be 0,
 *                                                           or that of a living object. (The layer
 *                                                           checks the arguments of each call for
 *                                                           that anyway.)
 *   explain_if(call, wrong, ERROR, CHECK_ID, values...)     like error_if(), but only after the
 *                                                           call has returned the error: it costs
 *                                                           much, or drivers may allow more
 *   driver_checks(call, ERROR, "text")                      a condition that only the driver can
 *                                                           check
 *
 * A condition must be false if something that it needs is not known: a false finding is worse than
 * a missed one. A condition must not follow a pointer that may be NULL. A statement has up to four
 * values, which are integers or ADDRESS().
 *
 * check_NAME() runs in one of three phases (enum phase, finding.h):
 *
 *   CHECKING    before the call: error_if() and the like add findings
 *   EXPLAINING  after the call has failed: explain_if() adds findings
 *   LISTING     without a call, for `clrelay check --list`: each statement tells its row to a
 *               reader. All arguments are 0, and `wrong` is not evaluated
 *
 * Because of LISTING, whether a statement runs must not depend on an argument. Queries that only
 * explain_if() needs belong inside `if (explaining(call, ERROR))`.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_CONDITIONS_CONDITION_H
#define CLRELAY_TOOLS_LAYERS_CHECK_CONDITIONS_CONDITION_H

#include "../known/arguments.h"
#include "../found/bad_handles.h"
#include "../../../calls/condition_row.h"

/* While a call is CHECKING, each of these statements is an `if` with one call: `check`. The rest is
 * out of line. The arguments of error_about() and error_dead() are evaluated once. */
#define CHECK_OR_LIST(call, checked, error, row, check)                                            \
    do {                                                                                           \
        if ((call)->phase != CHECKING) condition_list(call, checked, error, row);                  \
        else check;                                                                                \
    } while (0)
#define error_if(call, wrong, error, ...)                                                          \
    CHECK_OR_LIST(call, CHECKED_BEFORE, error, ROW_OF(__VA_ARGS__),                                \
                  if (wrong) finding_add(call, CHECK_ID_OF(__VA_ARGS__), error, NULL,              \
                                         VALUES_OF(__VA_ARGS__)))
#define error_about(call, object, error, ...)                                                      \
    do {                                                                                           \
        const void *about_;                                                                        \
        CHECK_OR_LIST(call, CHECKED_BEFORE, error, ROW_OF(__VA_ARGS__),                            \
                      if ((about_ = (object))) finding_add(call, CHECK_ID_OF(__VA_ARGS__), error,  \
                                                           about_, VALUES_OF(__VA_ARGS__)));       \
    } while (0)
#define error_dead(call, object, error, ...)                                                       \
    do {                                                                                           \
        const void *dead_ = (call)->phase == CHECKING ? (object) : NULL;                           \
        error_about(call, dead_, error, __VA_ARGS__);                                              \
        if (dead_) check_refuse(call, error);                                                      \
    } while (0)
#define not_null(call, argument, error) not_null_of(call, NULL_KIND(argument), argument, error)
#define not_null_of(call, kind, argument, error)                                                   \
    CHECK_OR_LIST(call, CHECKED_AS_HANDLE, error, NULL_ROW,                                        \
                  if (!(argument)) condition_null(call, &(argument), kind, error))
#define none_null(call, list, count, error)                                                        \
    CHECK_OR_LIST(call, CHECKED_AS_HANDLE, error, NULL_ROW,                                        \
                  if (check_has_null(list, count))                                                 \
                      condition_null(call, &(list), NULL_KIND(*(list)), error))
/* The kind of a handle. */
#define NULL_KIND(handle)                                                                          \
    _Generic((handle), cl_device_id                                                                \
             : KIND_DEVICE, cl_context                                                             \
             : KIND_CONTEXT, cl_command_queue                                                      \
             : KIND_QUEUE, cl_mem                                                                  \
             : KIND_MEM, cl_sampler                                                                \
             : KIND_SAMPLER, cl_program                                                            \
             : KIND_PROGRAM, cl_kernel                                                             \
             : KIND_KERNEL, cl_event                                                               \
             : KIND_EVENT, cl_semaphore_khr                                                        \
             : KIND_SEMAPHORE, cl_command_buffer_khr                                               \
             : KIND_COMMAND_BUFFER, default                                                        \
             : KIND_NONE)
#define living(call, kind, handle, error)                                                          \
    CHECK_OR_LIST(call, CHECKED_AS_HANDLE, error, ROW_OF(HANDLE_UNKNOWN),                          \
                  check_handle(call, kind, (uint64_t)(handle), false))
#define explain_if(call, wrong, error, ...)                                                        \
    do {                                                                                           \
        if ((call)->phase != CHECKING && condition_explains(call, error, ROW_OF(__VA_ARGS__)) &&   \
            (wrong))                                                                               \
            finding_add(call, CHECK_ID_OF(__VA_ARGS__), error, NULL, VALUES_OF(__VA_ARGS__));      \
    } while (0)

/* The check ID of a statement, the check ID with the number of values, and the values. */
#define CHECK_ID_OF(...)            CHECK_ID_OF_(__VA_ARGS__, 0)
#define CHECK_ID_OF_(check_id, ...) check_id
#define ROW_OF(...)                 ROW_OF_(__VA_ARGS__, 0)
#define ROW_OF_(check_id, ...)      check_id, COUNT(__VA_ARGS__) - 1
#define NULL_ROW                    HANDLE_NULL, 1 /* the parameter's index */
#define VALUES_OF(...)              VALUES_OF_(__VA_ARGS__, 0)
#define VALUES_OF_(check_id, ...)   ((const uint64_t[MOST_VALUES + 1]){ __VA_ARGS__ })

/* Gets the row of each statement while LISTING. */
struct condition_reader {
    void (*visit)(const struct condition_row *row, void *data);
    void *data;
};

/* LISTING: passes the row of a statement to the reader. EXPLAINING: does nothing. */
HIDDEN SLOW void condition_list(struct check_call *call, enum checked_by checked, int32_t error,
                                enum check_id check_id, unsigned values);

/* LISTING: passes the row of a condition that only the driver can check to the reader. */
HIDDEN SLOW void condition_of_driver(struct check_call *call, int32_t error, const char *text);
static inline void driver_checks(struct check_call *call, int32_t error, const char *text)
{
    if (call->phase == LISTING) condition_of_driver(call, error, text);
}

/* LISTING: passes the row of a statement to the reader. EXPLAINING: returns whether the statement
 * may explain the error that the call has returned. */

/* As the call's error: every statement may explain it that is about limits of devices, or about
 * programs without an executable. Drivers do not always return the error that the specification
 * demands. */
#define EXPLAIN_LIMITS INT32_MIN
HIDDEN SLOW bool condition_explains(struct check_call *call, int32_t error, enum check_id check_id,
                                    unsigned values);

/* Whether a statement for `error` may explain the error that the call has returned. */
HIDDEN bool condition_is_meant(const struct check_call *call, int32_t error);

/* Adds the finding for an argument, at its address in the call's structure, that is NULL or has a
 * NULL element. */
HIDDEN SLOW void condition_null(struct check_call *call, const void *argument, enum kind kind,
                                int32_t error);

/* The argument, at its address in the call's structure, is CL_TRUE or CL_FALSE. */
HIDDEN void boolean_argument(struct check_call *call, const cl_bool *argument);

static inline bool explaining(const struct check_call *call, int32_t error)
{
    return call->phase != CHECKING && (call->phase == LISTING || condition_is_meant(call, error));
}

#define FUNCTION(number, type, name, ...)                                                          \
    HIDDEN void check_##name(struct check_call *call, const struct name##_args *a);
#include "../../../calls/function_rows.h"

/* Defines check_NAME() of a function that shares its conditions with others. */
#define CONDITIONS(conditions, name)                                                               \
    void check_##name(struct check_call *call, const struct name##_args *a)                        \
    {                                                                                              \
        conditions(call, (const void *)a);                                                         \
    }

/* Defines check_NAME() of two functions that have the same parameters and conditions. */
#define CONDITIONS_OF_BOTH(conditions, one, other, last)                                           \
    SAME_ARGUMENTS(one, other, last);                                                              \
    CONDITIONS(conditions, one)                                                                    \
    CONDITIONS(conditions, other)

#endif
