/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every function of the API as a row of data, so that a test can loop over them. It calls each with
 * a given object, and zeros for everything else. The rows come from loader/api/entry_points.h,
 * without the BY_LOADER functions.
 */
#ifndef CLRELAY_TEST_CALLS_H
#define CLRELAY_TEST_CALLS_H

#include "api/dispatch.h"

#include <stdbool.h>

/* What identifies the driver of a call. Each kind of function uses a part of this. */
struct target {
    void *handle;
    cl_uint count;
    void **array;
    const cl_context_properties *properties;
};

struct outcome {
    bool null;     /* the function returned NULL, or returns nothing */
    cl_int status; /* the result, if it is a status */
};

enum call_kind { CALL_BY_HANDLE, CALL_BY_ARRAY, CALL_BY_PROPERTIES };
enum call_result { CALL_STATUS, CALL_OBJECT, CALL_POINTER, CALL_NOTHING };

struct call {
    const char *name;
    size_t slot;
    enum call_kind kind;
    enum call_result result;
    bool of_platform; /* the first parameter is a platform */
    bool exported;    /* if not, the loader returns its address, and then searches for drivers */
    struct outcome (*run)(const struct target *callee, cl_int *errcode_ret);
};

/* Every errcode_ret has this name. In other functions, it is an unused parameter. */
#define CALL_WITH_STATUS(target)
#define CALL_WITH_OBJECT(target) errcode_ret = target;
#define CALL_WITH_POINTER(target)
#define CALL_WITH_NOTHING(target)
#define CALL_END_STATUS(call)      outcome->status = (call);
#define CALL_END_OBJECT(call)      outcome->null = !(call);
#define CALL_END_POINTER(call)     outcome->null = !(call);
#define CALL_END_NOTHING(call)     (call), outcome->null = true;
#define CALL_ZERO(type, parameter) (type)0

/* Calls the exported function, unless the including file defines something else. */
#ifndef CALL_FUNCTION
#define CALL_FUNCTION(name) name
#endif

/* name_with() has the same parameters as the function, so a test can set each by its name. */
#define CALL_ROW(name, result, set, ...)                                                           \
    static void name##_with(const struct target *callee, cl_int *errcode, struct outcome *outcome, \
                            EACH(PARAM, __VA_ARGS__))                                              \
    {                                                                                              \
        (void)errcode;                                                                             \
        set CALL_WITH_##result(errcode) CALL_END_##result(CALL_FUNCTION(name) ARGS(__VA_ARGS__))   \
    }                                                                                              \
    static struct outcome name##_run(const struct target *callee, cl_int *errcode_ret)             \
    {                                                                                              \
        struct outcome outcome = { false, 1 };                                                     \
        name##_with(callee, errcode_ret, &outcome, EACH(CALL_ZERO, __VA_ARGS__));                  \
        return outcome;                                                                            \
    }
#define BY_HANDLE(version, type, name, result, ...)                                                \
    CALL_ROW(name, result, FIRST(__VA_ARGS__) = callee->handle;, __VA_ARGS__)
#define BY_ARRAY(version, type, name, result, length, elements, ...)                               \
    CALL_ROW(name, result, length = callee->count; elements = (void *)callee->array;, __VA_ARGS__)
#define BY_PROPERTIES(version, type, name, result, list, ...)                                      \
    CALL_ROW(name, result, list = callee->properties;, __VA_ARGS__)
#define BY_LOADER(version, type, name, result, ...)
#include "api/entry_points.h"

#define CALL_OF_PLATFORM(type, ...) _Generic((type)0, cl_platform_id : true, default : false)
#define CALL_FIRST(pair, ...)       CALL_OF_PLATFORM pair

/* 0 for EXT, which has a macro with two values, and 1 for all other versions. */
#define CALL_EXPORTED(version)  !CALL_SECOND(JOIN(CALL_OBTAINED_, version), 0, 0)
#define CALL_OBTAINED_EXT       ~, 1
#define CALL_SECOND(...)        CALL_SECOND_(__VA_ARGS__)
#define CALL_SECOND_(a, b, ...) b

/* clang-format off */
static const struct call calls[] = {
#define BY_HANDLE(version, type, name, result, ...)                                                \
    { #name, SLOT_OF(name), CALL_BY_HANDLE, CALL_##result, CALL_FIRST(__VA_ARGS__, ),              \
      CALL_EXPORTED(version), name##_run },
#define BY_ARRAY(version, type, name, result, ...)                                                 \
    { #name, SLOT_OF(name), CALL_BY_ARRAY, CALL_##result, false, true, name##_run },
#define BY_PROPERTIES(version, type, name, result, ...)                                            \
    { #name, SLOT_OF(name), CALL_BY_PROPERTIES, CALL_##result, false, true, name##_run },
#define BY_LOADER(version, type, name, result, ...)
#include "api/entry_points.h"
};
/* clang-format on */
#define CALL_COUNT (sizeof calls / sizeof calls[0])

/* Calls the function with this platform and this object of a driver, whichever of them it takes. */
static inline struct outcome call_with(const struct call *call, void *platform, void *object,
                                       cl_int *errcode_ret)
{
    const cl_context_properties list[] = { CL_CONTEXT_PLATFORM,
                                           (cl_context_properties)(intptr_t)platform, 0 };
    const struct target target = { call->of_platform ? platform : object, 1, &object, list };
    return call->run(&target, errcode_ret);
}

/* Tells whether a call has failed as those do that the driver lacks. errcode was 1 before. */
static inline bool call_is_missing(const struct call *call, struct outcome outcome, cl_int errcode)
{
    const cl_int wanted = call->result == CALL_OBJECT ? CL_INVALID_OPERATION : 1;
    const bool failed =
        call->result == CALL_STATUS ? outcome.status == CL_INVALID_OPERATION : outcome.null;
    return failed && errcode == wanted;
}

#endif
