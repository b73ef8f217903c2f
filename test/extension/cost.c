/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cost LOADER FUNCTION WHOSE COUNT: calls an extension function COUNT times, with objects of two
 * drivers in turn. WHOSE is "ours", or "driver" for the driver's own function. test_cost.py counts
 * the instructions of both.
 */
#include "extension.h"

#define ZERO(type, parameter) (type)0
/* Both kinds call through a pointer that is opaque to the compiler. */
#define ROW(type, name, ...)                                                                       \
    static void name##_with(void *own, void *handle, long count, EACH(PARAM, __VA_ARGS__))         \
    {                                                                                              \
        type(CL_API_CALL *volatile go) PARAMS(__VA_ARGS__) = USED(name);                           \
        if (own) {                                                                                 \
            type(CL_API_CALL *drivers) PARAMS(__VA_ARGS__);                                        \
            memcpy(&drivers, &own, sizeof drivers);                                                \
            go = drivers;                                                                          \
        }                                                                                          \
        FIRST(__VA_ARGS__) = handle;                                                               \
        while (count--) go ARGS(__VA_ARGS__);                                                      \
    }                                                                                              \
    static void name##_run(void *own, void *handle, long count)                                    \
    {                                                                                              \
        name##_with(own, handle, count, EACH(ZERO, __VA_ARGS__));                                  \
    }
#define BY_HANDLE(extension, type, name, kind, ...) ROW(type, name, __VA_ARGS__)
#define BY_SEMAPHORE                                BY_HANDLE
#include "extension_functions.h"

static const struct {
    const char *name;
    bool semaphore;
    void (*run)(void *own, void *handle, long count);
} functions[] = {
#define BY_HANDLE(extension, type, name, ...)    { #name, false, name##_run },
#define BY_SEMAPHORE(extension, type, name, ...) { #name, true, name##_run },
#include "extension_functions.h"
};

int main(int count, char **argument)
{
    const struct fake *drivers[] = { drivers_open("has_all_1"), drivers_open("has_all_2") };
    long calls = count == 5 ? strtol(argument[4], NULL, 10) : 0;
    if (count != 5) TEST_STOP("cost LOADER FUNCTION WHOSE COUNT");
    extension_begin(2, argument);
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        for (int d = 0; d < 2; d++) {
            void *own = NULL, *handle = drivers[d]->object(0);
            if (strcmp(functions[i].name, argument[2]) != 0) continue;
            if (functions[i].semaphore)
                handle = USED(clCreateSemaphoreWithPropertiesKHR)(handle, NULL, NULL);
            if (!strcmp(argument[3], "driver"))
                own =
                    clGetExtensionFunctionAddressForPlatform(drivers[d]->platform(0), argument[2]);
            functions[i].run(own, handle, calls);
            if (functions[i].semaphore) USED(clReleaseSemaphoreKHR)(handle);
        }
    return test_end();
}
