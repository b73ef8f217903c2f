/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A made-up driver for the check layer, made from the rows of the functions. Functions that make an
 * object return new_object(), which the test defines. Queries have no answer, unless the test
 * defines ANSWER_STATUS. All others return `refusal`. A test replaces functions in `driver` that
 * have more to do.
 */
#ifndef CLRELAY_TOOLS_TEST_CHECK_MADE_UP_H
#define CLRELAY_TOOLS_TEST_CHECK_MADE_UP_H

#include "alone.h"

static cl_int refusal = CL_SUCCESS;
static void *new_object(cl_int *error);

#ifndef ANSWER_STATUS
#define ANSWER_STATUS(name)                                                                        \
    return strncmp(#name, "clGet", strlen("clGet")) ? refusal : CL_INVALID_VALUE
#endif
#define ANSWER_OBJECT(name)  return new_object(errcode_ret)
#define ANSWER_POINTER(name) return NULL
#define ANSWER_NOTHING(name) (void)0
#define BY_ANY(version, type, name, result, ...)                                                   \
    static type CL_API_CALL name##_made_up PARAMS(__VA_ARGS__)                                     \
    {                                                                                              \
        ANSWER_##result(name);                                                                     \
    }
#include "api/entry_points.h"

static struct dispatch driver = {
#define BY_ANY(version, type, name, ...) .name = name##_made_up,
#include "api/entry_points.h"
};

/* Answers with a list of one object. */
static inline cl_int list_object(void *object, cl_uint room, void *list, cl_uint *count)
{
    if (room) *(void **)list = object;
    if (count) *count = 1;
    return CL_SUCCESS;
}

/* Answers a query with these bytes. ANSWER() takes a variable, ANSWER_TEXT() a text. */
static inline cl_int answer(const void *data, size_t bytes, size_t size, void *value,
                            size_t *size_ret)
{
    if (value && size < bytes) return CL_INVALID_VALUE;
    if (value) memcpy(value, data, bytes);
    if (size_ret) *size_ret = bytes;
    return CL_SUCCESS;
}
#define ANSWER(variable)  answer(&(variable), sizeof(variable), size, value, size_ret)
#define ANSWER_TEXT(text) answer(text, strlen(text) + 1, size, value, size_ret)

#endif
