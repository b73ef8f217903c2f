/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each function of ext/extension_functions.h reaches the driver of its object with unchanged
 * arguments and returns what the driver returned: with objects of two drivers in turn, and of one
 * whose table the loader manages. Three drivers lack the function: one does not have it, the table
 * of one ends before the slot that looks it up, and one returns the very function that asks.
 */
#include "extension.h"

#include "sent.h"

static const struct fake *driver;
static void *callee;

#define ROW(type, name, kind, ...)                                                                 \
    static void name##_send PARAMS(__VA_ARGS__)                                                    \
    {                                                                                              \
        const uint64_t result = fresh();                                                           \
        FIRST(__VA_ARGS__) = callee;                                                               \
        sent.count = 0;                                                                            \
        (void)(EACH(NOTE, __VA_ARGS__));                                                           \
        driver->record(true, result);                                                              \
        CALL_THEN_##kind(type, USED(name) ARGS(__VA_ARGS__));                                      \
        driver->record(false, 0);                                                                  \
        compare_last(driver, #name);                                                               \
    }
#define BY_HANDLE(extension, type, name, kind, ...) ROW(type, name, kind, __VA_ARGS__)
#define BY_SEMAPHORE                                BY_HANDLE
#include "extension_functions.h"

static void send_to(const struct fake *to, uintptr_t semaphore)
{
    driver = to;
    test_about = to->name;
    callee = to->object(0);
#define BY_HANDLE(extension, type, name, kind, ...) name##_send(EACH(FRESH, __VA_ARGS__));
#define BY_SEMAPHORE(extension, type, name, ...)
#include "extension_functions.h"
    callee = extension_semaphore(to, 0, semaphore);
#define BY_HANDLE(extension, type, name, ...)
#define BY_SEMAPHORE(extension, type, name, kind, ...) name##_send(EACH(FRESH, __VA_ARGS__));
#include "extension_functions.h"
}

/* How a call fails: it returns the status, or NULL and sets the status. */
#define FAILED_STATUS(call) status = (call)
#define FAILED_OBJECT(call) CHECK_POINTER((const void *)(call), NULL)
#define CODE_STATUS
#define CODE_OBJECT           errcode_ret = &status;
#define ZERO(type, parameter) (type)0
#define ROW_FAILS(type, name, kind, ...)                                                           \
    static void name##_fails(cl_int wanted, EACH(PARAM, __VA_ARGS__))                              \
    {                                                                                              \
        cl_int status = 1;                                                                         \
        FIRST(__VA_ARGS__) = callee;                                                               \
        CODE_##kind FAILED_##kind(USED(name) ARGS(__VA_ARGS__));                                   \
        CHECK_INT(status, wanted);                                                                 \
    }
#define BY_HANDLE(extension, type, name, kind, ...) ROW_FAILS(type, name, kind, __VA_ARGS__)
#define BY_SEMAPHORE                                BY_HANDLE
#include "extension_functions.h"

/* This driver has none of the functions. (semaphores.c covers semaphores, which it cannot have
 * created.) */
static void fail_with(const struct fake *to)
{
    test_about = to->name;
    callee = to->object(0);
#define BY_HANDLE(extension, type, name, kind, ...)                                                \
    name##_fails(CL_INVALID_OPERATION, EACH(ZERO, __VA_ARGS__));
#define BY_SEMAPHORE(extension, type, name, ...)
#include "extension_functions.h"
}

#define NULL_ERROR(type, ...)                                                                      \
    _Generic((type)0, cl_context                                                                   \
             : CL_INVALID_CONTEXT, cl_kernel                                                       \
             : CL_INVALID_KERNEL, cl_command_queue                                                 \
             : CL_INVALID_COMMAND_QUEUE, cl_semaphore_khr                                          \
             : CL_INVALID_SEMAPHORE_KHR)
#define FIRST_ERROR(pair, ...) NULL_ERROR pair

static void fail_without_handle(void)
{
    test_about = "NULL";
    callee = NULL;
#define BY_HANDLE(extension, type, name, kind, ...)                                                \
    name##_fails(FIRST_ERROR(__VA_ARGS__, ), EACH(ZERO, __VA_ARGS__));
#define BY_SEMAPHORE BY_HANDLE
#include "extension_functions.h"
}

/* A platform still returns its own function, not ours. */
static void own_functions(const struct fake *has, const struct fake *lacks)
{
    void *own, *ours;
#define OWN(type, name, ...)                                                                       \
    {                                                                                              \
        type(CL_API_CALL *used) PARAMS(__VA_ARGS__) = USED(name);                                  \
        test_about = #name;                                                                        \
        own = clGetExtensionFunctionAddressForPlatform(has->platform(0), #name);                   \
        memcpy(&ours, &used, sizeof ours);                                                         \
        CHECK(own &&own != ours);                                                                  \
        CHECK(!clGetExtensionFunctionAddressForPlatform(lacks->platform(0), #name));               \
    }
#define BY_HANDLE(extension, type, name, kind, ...) OWN(type, name, __VA_ARGS__)
#define BY_SEMAPHORE                                BY_HANDLE
#include "extension_functions.h"
}

int main(int count, char **argument)
{
    const struct fake *one = drivers_open("has_all_1"), *two = drivers_open("has_all_2");
    const struct fake *none = drivers_open("has_none"), *kept = drivers_open("has_all_icd2");
    const struct fake *old = drivers_open("has_all_short");
    const struct fake *taker = drivers_open("takes_global");
    extension_begin(count, argument);
    fail_without_handle();
    own_functions(one, none);
    /* What follows the table is not a function to call; not every libOpenCL knows this. */
    test_about = "asked by a table that is too short";
    if (clGetExtensionFunctionAddress("clGetLoaderReportCLRELAY"))
        CHECK(
            !clGetExtensionFunctionAddressForPlatform(old->platform(0), "clGetMemAllocInfoINTEL"));
    for (int turn = 0; turn < 3; turn++) {
        unsigned before[] = { one->asked(), two->asked(), none->asked(), kept->asked() };
        send_to(one, 0x10);
        send_to(two, 0x20);
        fail_with(none);
        fail_with(old);
        fail_with(taker);
        send_to(kept, 0x30);
        if (turn == 0) continue;
        test_about = "asked again";
        CHECK_INT(one->asked(), before[0]);
        CHECK_INT(two->asked(), before[1]);
        CHECK_INT(none->asked(), before[2]);
        CHECK_INT(kept->asked(), before[3]);
    }
    fail_without_handle();
    return test_end();
}
