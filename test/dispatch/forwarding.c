/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every function reaches the driver of its object with unchanged arguments, and returns what the
 * driver returned. That holds before and after the search for drivers, with objects of two drivers
 * in turn.
 */
#include "api/dispatch.h"

#include "sent.h"

static const struct fake *driver;
static bool searched;

#define ROW(type, name, kind, set, ...)                                                            \
    static void name##_send PARAMS(__VA_ARGS__)                                                    \
    {                                                                                              \
        const uint64_t result = fresh();                                                           \
        set;                                                                                       \
        sent.count = 0;                                                                            \
        (void)(EACH(NOTE, __VA_ARGS__));                                                           \
        driver->record(true, result);                                                              \
        CALL_THEN_##kind(type, name ARGS(__VA_ARGS__));                                            \
        driver->record(false, 0);                                                                  \
        compare_last(driver, #name);                                                               \
    }
#define BY_HANDLE(version, type, name, kind, ...)                                                  \
    ROW(type, name, kind, FIRST(__VA_ARGS__) = callee, __VA_ARGS__)
#define BY_ARRAY(version, type, name, kind, length, array, ...)                                    \
    ROW(type, name, kind, array = (void *)&callee; ALSO_##name, __VA_ARGS__)
/* This property list must be valid, because the loader reads it. */
#define ALSO_clCreateContext properties = list
#define ALSO_clWaitForEvents (void)0
#define BY_PROPERTIES(version, type, name, kind, properties, ...)                                  \
    ROW(type, name, kind, properties = list, __VA_ARGS__)
#define BY_LOADER(version, type, name, kind, ...)
static void *callee;
static cl_context_properties list[] = { 0x7777, 0x8888, CL_CONTEXT_PLATFORM, 0, 0 };
#include "api/entry_points.h"

static void send_by_object(const struct fake *to)
{
    driver = to;
    callee = to->object(0);
    test_about = to->name;
    /* If no loader exports a function, the loader has to return its address, and then searches for
     * drivers. */
#define BY_HANDLE(version, type, name, kind, ...)                                                  \
    if (searched || strcmp(#version, "EXT") != 0) name##_send(EACH(FRESH, __VA_ARGS__));
#define BY_ARRAY(version, type, name, kind, length, array, ...)                                    \
    name##_send(EACH(FRESH, __VA_ARGS__));
#define BY_PROPERTIES(version, type, name, kind, ...)
#define BY_LOADER(version, type, name, kind, ...)
#include "api/entry_points.h"
}

static void send_by_properties(const struct fake *to)
{
    driver = to;
    list[3] = (cl_context_properties)(intptr_t)to->platform(0);
    test_about = to->name;
#define BY_HANDLE(version, type, name, kind, ...)
#define BY_ARRAY(version, type, name, kind, ...)
#define BY_PROPERTIES(version, type, name, kind, properties, ...)                                  \
    name##_send(EACH(FRESH, __VA_ARGS__));
#define BY_LOADER(version, type, name, kind, ...)
#include "api/entry_points.h"
}

/* The only BY_LOADER function that the loader passes on to the driver. */
static void send_by_platform(const struct fake *to)
{
    static const char name[] = "clFakeSomethingKHR";
    const struct fake_call *seen;
    driver = to;
    test_about = to->name;
    to->record(true, 0);
    CHECK(clGetExtensionFunctionAddressForPlatform(to->platform(0), name) != NULL);
    to->record(false, 0);
    seen = to->last_call();
    CHECK_STR(seen->function, "clGetExtensionFunctionAddressForPlatform");
    CHECK_INT(seen->value[0], (uintptr_t)to->platform(0));
    CHECK_INT(seen->value[1], (uintptr_t)name);
}

/* Each argument names one more driver, which changes how the loader calls the others. */
int main(int words, char **word)
{
    const struct fake *a = drivers_open("a"), *b = drivers_open("b");
    const struct fake *stranger = drivers_open("c");
    cl_uint count = 0;

    /* A call with an object does not cause a search: the object proves that its driver is
     * loaded. */
    send_by_object(a);
    send_by_object(b);
    send_by_object(stranger);
    test_about = "before the search";
    CHECK_INT(a->listed() + b->listed(), 0);

    CHECK_INT(clGetPlatformIDs(0, NULL, &count), CL_SUCCESS);
    CHECK_INT(count, 2 + words - 1);
    CHECK_INT(a->listed(), 1);
    CHECK_INT(b->listed(), 1);
    CHECK_INT(stranger->listed(), 0);
#ifndef _WIN32
    CHECK(!dlerror()); /* the program must not see errors of the loader's search */
#endif
    searched = true;

    for (int turn = 0; turn < 2; turn++) {
        send_by_object(a);
        send_by_properties(a);
        send_by_platform(a);
        send_by_object(b);
        send_by_properties(b);
        send_by_platform(b);
        send_by_object(stranger);
    }
    return test_end();
}
