/* SPDX-License-Identifier: Apache-2.0 */
#include "conditions.h"

#include "../../layer/check/check.h"
#include "../../layer/check/conditions.h"

#define ROW(judge, error, name, identity, values, text)                                            \
    { 0, JUDGE_##judge, values, error, identity, name, text },

/* clang-format off */
#define HANDLE(error, parameter)                                                                   \
    ROW(HANDLE, error, #error, HANDLE_NULL, 1, "!" #parameter)
#define HANDLES(error, list, count)                                                                \
    ROW(HANDLE, error, #error, HANDLE_NULL, 1, "NULL in " #list)
#define HANDLE_IN(error, type, value)                                                              \
    ROW(HANDLE, error, #error, HANDLE_UNKNOWN, 0, #value " is no living " #type)
#define JUDGED(error, identity, condition) ROW(BEFORE, error, #error, identity, 0, #condition)
#define JUDGED_WITH(error, identity, condition, ...)                                               \
    ROW(BEFORE, error, #error, identity, COUNT(__VA_ARGS__), #condition)
#define ABOUT(error, identity, object, ...)                                                        \
    ROW(BEFORE, error, #error, identity, COUNT(__VA_ARGS__), #object)
#define DEAD(error, identity, object, ...)                                                         \
    ROW(BEFORE, error, #error, identity, COUNT(__VA_ARGS__), #object)
#define EXPLAINED(error, identity, condition) ROW(AFTER, error, #error, identity, 0, #condition)
#define EXPLAINED_WITH(error, identity, condition, ...)                                            \
    ROW(AFTER, error, #error, identity, COUNT(__VA_ARGS__), #condition)
#define LET(type, name, value)
#define DRIVER(error, text)                ROW(DRIVER, error, #error, 0, 0, text)
#define NOBODY(error, text)                ROW(NOBODY, error, #error, 0, 0, text)
/* clang-format on */

enum { NO_FUNCTION = 0xffff };
#define ROWS(number, name) { number, JUDGE_BEGIN, 0, 0, 0, #name, "" }, CONDITIONS_OF(name)

const struct condition condition_rows[] = {
#define BY_HANDLE(version, type, name, ...)     ROWS(SLOT_OF(name), name)
#define BY_ARRAY(version, type, name, ...)      ROWS(SLOT_OF(name), name)
#define BY_PROPERTIES(version, type, name, ...) ROWS(SLOT_OF(name), name)
#define BY_LOADER(version, type, name, ...)     ROWS(SLOT_OF(name), name)
#include "api/entry_points.h"
#define OUTSIDE(extension, type, text, name, ...) ROWS(name##_number, name)
#include "../../layer/outside_rows.h"
#ifndef _WIN32
    /* Those that are in no table of this system, so that the page is about all. */
    ROWS(NO_FUNCTION, clGetDeviceIDsFromD3D10KHR) ROWS(NO_FUNCTION, clCreateFromD3D10BufferKHR)
        ROWS(NO_FUNCTION, clCreateFromD3D10Texture2DKHR) ROWS(NO_FUNCTION,
                                                              clCreateFromD3D10Texture3DKHR)
            ROWS(NO_FUNCTION, clEnqueueAcquireD3D10ObjectsKHR) ROWS(NO_FUNCTION,
                                                                    clEnqueueReleaseD3D10ObjectsKHR)
                ROWS(NO_FUNCTION, clGetDeviceIDsFromD3D11KHR) ROWS(NO_FUNCTION,
                                                                   clCreateFromD3D11BufferKHR)
                    ROWS(NO_FUNCTION, clCreateFromD3D11Texture2DKHR)
                        ROWS(NO_FUNCTION, clCreateFromD3D11Texture3DKHR)
                            ROWS(NO_FUNCTION, clCreateFromDX9MediaSurfaceKHR)
                                ROWS(NO_FUNCTION, clEnqueueAcquireD3D11ObjectsKHR)
                                    ROWS(NO_FUNCTION, clEnqueueReleaseD3D11ObjectsKHR) ROWS(
                                        NO_FUNCTION, clGetDeviceIDsFromDX9MediaAdapterKHR)
                                        ROWS(NO_FUNCTION, clEnqueueAcquireDX9MediaSurfacesKHR)
                                            ROWS(NO_FUNCTION, clEnqueueReleaseDX9MediaSurfacesKHR)
#endif
#define OUTSIDE(name, error, why)                                                                  \
    { NO_FUNCTION, JUDGE_BEGIN, 0, 0, 0, #name, "" }, ROW(NOBODY, 0, #error, 0, 0, why)
#include "../../layer/check/conditions_outside.h"
};
const size_t condition_count = sizeof condition_rows / sizeof *condition_rows;

const char *condition_judge(unsigned judge)
{
    static const char *const names[] = { "", "handle", "before", "after", "driver", "nobody" };
    return names[judge];
}

void conditions_of_driver(unsigned number, int32_t error,
                          void (*visit)(const char *text, void *data), void *data)
{
    bool inside = false;
    for (size_t i = 0; i < condition_count; i++) {
        const struct condition *it = &condition_rows[i];
        if (it->judge == JUDGE_BEGIN) inside = it->function == number;
        else if (inside && it->judge == JUDGE_DRIVER && it->error == error) visit(it->text, data);
    }
}
