/* SPDX-License-Identifier: Apache-2.0 */
/*
 * WRAPPER defines a function, `wrapped`, that checks a call, passes it on to `callee`, and notes what it
 * has done. `kind` is that of the result (entry_points.h). The rows of use.h and effects.h stand in it,
 * with the API's parameters, `call`, and afterwards `result` and `status`.
 */
#ifndef CLRELAY_LAYER_CHECK_WRAPPER_H
#define CLRELAY_LAYER_CHECK_WRAPPER_H

#include "../calls.h"
#include "check.h"
#include "condition.h"
#include "current.h"
#include "effects.h"
#include "since.h"
#include "use.h"

/* Where the program continues. */
#ifndef CALL_SITE
#define CALL_SITE RETURN_ADDRESS()
#endif

/* A parameter as a word. (void,) has none. */
#define WORD(name) word_of(&(name), sizeof(name))

#define NAME_AND(what, function, pair)   NAME_AND_(what, function, ARG pair)
#define NAME_AND_(...)                   NAME_AND__(__VA_ARGS__)
#define NAME_AND__(what, function, name) PICK(VOID_##name, what(function, name), )
#define VOID_                            , 0

/* ---- before the call ---- */

/* What is done with a parameter depends on its role (signature.h) and type. */
#define CHECK(function, pair)         CHECK_(function, pair, ARG pair)
#define CHECK_(...)                   CHECK__(__VA_ARGS__)
#define CHECK__(function, pair, name) PICK(VOID_##name, CHECK_PARAMETER(function, pair, name), )
#define CHECK_PARAMETER(function, pair, name)                                                      \
    JOIN(CHECK_, GET(ROLE, ROLE_OF(function, name)))(function, name, TYPE pair)
#define CHECK_VALUE(...) CHECK_VALUE_(__VA_ARGS__)
#define CHECK_VALUE_(function, name, type)                                                         \
    check_handle(call, PICK(KIND_OF_##type, KIND_NONE, ), WORD(name), IS_RELEASED(function))
#define CHECK_LIST(function, name, type)                                                           \
    check_handles(call, KIND_OF_LIST(name), WORD(name), LENGTH_OF(function, name))
#define CHECK_STRING(...)         (void)0
#define CHECK_STRINGS(...)        (void)0
#define CHECK_CONTENT(...)        (void)0
#define CHECK_PROPERTIES(...)     (void)0
#define CHECK_RETURNED(...)       (void)0
#define CHECK_RETURNED_ERROR(...) (void)0
#define CHECK_RETURNED_LIST(...)  (void)0
#define IS_RELEASED(function)     PICK(RELEASES_##function, false, )
#define LENGTH_OF(function, name) ((uint64_t)GET(LENGTH, ROLE_OF(function, name)))
enum { no_ = 0, one_ = 1, three_ = 3 }; /* lengths that are no parameters (roles.h) */

/* The checks; what of them is skipped where objects alone are checked. */
#define BEFORE_CALL(number, name, ...)                                                             \
    (void)(EACH_WITH(CHECK, name, __VA_ARGS__));                                                   \
    (void)(PICK(INSIDE_##name, 0, ));                                                              \
    if (check_conditions()) {                                                                      \
        PICK(QUEUE_OF_##name, , )                                                                  \
        call->phase = CHECKING;                                                                    \
        check_##name(call, &arguments);                                                            \
        use_call(call, number, FIRST_WORD(name, __VA_ARGS__), FIRST_KIND(__VA_ARGS__));            \
        (void)(EACH(ORDERED_BY, __VA_ARGS__));                                                     \
        (void)(EACH(NEWER_IN, __VA_ARGS__));                                                       \
        (void)(PICK(USE_##name, 0, ));                                                             \
    }                                                                                              \
    if (call->count) finding_write(call);                                                          \
    if (!call->refusal) (void)(PICK(BEFORE_##name, 0, ));

/* ---- the call ---- */

/* The layer wants to know the error, even if the program does not; and whether the driver has written it. The
 * same for how much a query has answered, and for how many handles it has returned: what is behind them in the
 * program's memory may be anything. */
#define PASS_ALL(function, pair) PASS_ALL_(function, ARG pair)
#define PASS_ALL_(...)           PASS_ALL__(__VA_ARGS__)
#define PASS_ALL__(function, name)                                                                 \
    PICK(PASSED_##function##_##name, PICK(PASSED_##name, PICK(PASSED_VOID_##name, name, ), ), )
#define PASSED_errcode_ret , &status
#define PASSED_param_value_size_ret                                                                \
    , TELLING(param_value, param_value_size_ret, call->answered, SIZE_MAX)
#define PASSED_num_platforms                                    , COUNTING(platforms, num_platforms)
#define PASSED_num_kernels_ret                                  , COUNTING(kernels, num_kernels_ret)
#define PASSED_num_devices_ret                                  , COUNTING(out_devices, num_devices_ret)
#define PASSED_clGetDeviceIDs_num_devices                       , COUNTING(devices, num_devices)
#define PASSED_clGetDeviceIDsFromD3D10KHR_num_devices           , COUNTING(devices, num_devices)
#define PASSED_clGetDeviceIDsFromD3D11KHR_num_devices           , COUNTING(devices, num_devices)
#define PASSED_clGetDeviceIDsFromDX9MediaAdapterKHR_num_devices , COUNTING(devices, num_devices)
#define PASSED_clCreateSubDevicesEXT_num_devices                , COUNTING(out_devices, num_devices)
#define PASSED_VOID_                                            ,
#define COUNTING(list, count)                                   TELLING(list, count, call->returned, UINT32_MAX)
/* A call that wants nothing is an error, and must stay one. */
#define TELLING(value, told, own, unknown) ((value) && !(told) ? (own = (unknown), &(own)) : (told))
enum { NO_STATUS = INT32_MAX };

/* What the driver has written goes on to the program. */
static inline void error_to(cl_int *errcode_ret, cl_int status)
{
    if (errcode_ret && status != NO_STATUS) *errcode_ret = status;
}
#define ERROR_TO(function, pair)           NAME_AND(ERROR_TO_PARAMETER, function, pair)
#define ERROR_TO_PARAMETER(function, name) PICK(ERROR_TO_##name, (void)0, )
#define ERROR_TO_errcode_ret               , error_to(errcode_ret, status)

/* What the program gets instead of a call that must not reach the driver. */
#define REFUSE_STATUS                    result = (cl_int)call->refusal
#define REFUSE_OBJECT                    result = NULL
#define REFUSE_POINTER                   result = NULL
#define REFUSE_NOTHING                   (void)0
#define REFUSE_IN(function, pair)        NAME_AND(REFUSE_PARAMETER, function, pair)
#define REFUSE_PARAMETER(function, name) PICK(REFUSE_PARAMETER_##name, (void)0, )
#define REFUSE_PARAMETER_errcode_ret     , (void)(errcode_ret ? *errcode_ret = call->refusal : 0)

/* ---- after it ---- */

/* Whether the call has done what it is for. What comes with an error is no object: but for a program that
 * could not be linked, which has its build log. */
#define DONE_STATUS  (result == CL_SUCCESS)
#define DONE_OBJECT  (result != 0 && (status >= 0 || status == CL_LINK_PROGRAM_FAILURE))
#define DONE_POINTER true
#define DONE_NOTHING true

#define STATUS_STATUS  (void)(status = result)
#define STATUS_OBJECT  (void)(status = status == NO_STATUS ? CL_SUCCESS : status)
#define STATUS_POINTER (void)0
#define STATUS_NOTHING (void)0

/* The object that others are made from: the first argument, if there is no row in effects.h. */
#define FIRST_KIND(...)                  FIRST_KIND_(FIRST_TYPE(__VA_ARGS__))
#define FIRST_KIND_(...)                 FIRST_KIND__(__VA_ARGS__)
#define FIRST_KIND__(type)               PICK(KIND_OF_##type, KIND_NONE, )
#define FIRST_WORD(function, ...)        FIRST_WORD_(function, __VA_ARGS__, )
#define FIRST_WORD_(function, pair, ...) NAME_AND(FIRST_WORD_OF, function, pair)
#define FIRST_WORD_OF(function, name)    WORD(name)
#define PARENT(function, ...)                                                                      \
    PICK(PARENT_OF_##function, (FIRST_KIND(__VA_ARGS__) ? FIRST_WORD(function, __VA_ARGS__) : 0), )

#define MADE_STATUS(parent)
#define MADE_OBJECT(parent)                                                                        \
    check_made(call, KIND_OF(result), (const void *)(uintptr_t)word_of(&result, sizeof result),    \
               parent);
#define MADE_POINTER(parent)
#define MADE_NOTHING(parent)

#define RETURNED_IN(function, pair) NAME_AND(RETURNED_PARAMETER, function, pair)
#define RETURNED_PARAMETER(function, name)                                                         \
    JOIN(NOTE_, GET(ROLE, ROLE_OF(function, name)))(function, name)
#define NOTE_VALUE(function, name)          (void)0
#define NOTE_LIST(function, name)           (void)0
#define NOTE_STRING(function, name)         (void)0
#define NOTE_STRINGS(function, name)        (void)0
#define NOTE_CONTENT(function, name)        (void)0
#define NOTE_PROPERTIES(function, name)     (void)0
#define NOTE_RETURNED_ERROR(function, name) (void)0
#define NOTE_RETURNED(function, name)       NOTE_RETURNED_LIST(function, name)
#define NOTE_RETURNED_LIST(function, name)                                                         \
    check_returned(call, KIND_OF_RETURNED(name), WORD(name), LENGTH_OF(function, name),            \
                   COUNTED_BY(function, GET(COUNTED, ROLE_OF(function, name))), parent)
/* Where the number of returned handles is: where the program wants it, or in `call`; 0: no function counts them. */
#define COUNTED_BY(...)             COUNTED_BY_(__VA_ARGS__)
#define COUNTED_BY_(function, name) PICK(COUNTED_BY_##name, COUNTED_AT(WORD(name)), )
#define COUNTED_BY_no_              , 0
#define COUNTED_AT(word)            ((word) ? (word) : ADDRESS(&call->returned))
#define KIND_OF_RETURNED(expression)                                                               \
    _Generic((expression), cl_platform_id *                                                        \
             : KIND_PLATFORM, cl_device_id *                                                       \
             : KIND_DEVICE, cl_kernel *                                                            \
             : KIND_KERNEL, cl_event *                                                             \
             : KIND_EVENT, default                                                                 \
             : KIND_NONE)

#define AFTER_SUCCESS(name, kind, ...)                                                             \
    const uint64_t parent = PARENT(name, __VA_ARGS__);                                             \
    (void)parent;                                                                                  \
    MADE_##kind(parent)(void)(EACH_WITH(RETURNED_IN, name, __VA_ARGS__));                          \
    (void)(PICK(AFTER_##name, 0, ));                                                               \
    if (check_conditions()) {                                                                      \
        PICK(QUEUE_OF_##name, , )                                                                  \
        (void)(EACH(HELD_BY, __VA_ARGS__));                                                        \
        (void)(PICK(USED_##name, 0, ));                                                            \
    }

/* ---- all of it ---- */

#define WRAPPER(number_, callee, type, name, wrapped, kind, ...)                                   \
    static type CL_API_CALL wrapped PARAMS(__VA_ARGS__)                                            \
    {                                                                                              \
        const struct name##_args arguments = { EACH(ARG_OR_NONE, __VA_ARGS__) };                   \
        struct check_call own, *const call = &own;                                                 \
        cl_int status = NO_STATUS;                                                                 \
        uint32_t outer;                                                                            \
        DECLARE_##kind(type);                                                                      \
        if (!check_on() || !current_begin(number_, &outer)) {                                      \
            ASSIGN_##kind(callee) ARGS(__VA_ARGS__);                                               \
            RETURN_##kind;                                                                         \
        }                                                                                          \
        check_begin(call, number_, &arguments, CALL_SITE);                                         \
        BEFORE_CALL(number_, name, __VA_ARGS__)                                                    \
        if (call->refusal) {                                                                       \
            REFUSE_##kind;                                                                         \
            (void)(EACH_WITH(REFUSE_IN, name, __VA_ARGS__));                                       \
        } else {                                                                                   \
            ASSIGN_##kind(callee)(EACH_WITH(PASS_ALL, name, __VA_ARGS__));                         \
            (void)(EACH_WITH(ERROR_TO, name, __VA_ARGS__));                                        \
            if (DONE_##kind) {                                                                     \
                AFTER_SUCCESS(name, kind, __VA_ARGS__)                                             \
            } else {                                                                               \
                STATUS_##kind;                                                                     \
                (void)(PICK(FAILED_##name, 0, ));                                                  \
                check_failed(call, status);                                                        \
            }                                                                                      \
        }                                                                                          \
        if (check_conditions()) (void)(PICK(ALWAYS_##name, 0, ));                                  \
        if (call->record) recorder_end(call->record, number_, RESULT_##kind, DONE_##kind);         \
        current_end(outer);                                                                        \
        RETURN_##kind;                                                                             \
    }

#endif
