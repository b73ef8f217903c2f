/* SPDX-License-Identifier: Apache-2.0 */
/* A call with a semaphore goes to the platform that created the semaphore, exactly as long as it
 * lives. The handles here are numbers, so reading one crashes. */
#include "extension.h"

static const struct fake *one, *two;

static void record(bool on, uint64_t result)
{
    one->record(on, result);
    two->record(on, result);
}

/* Tells whether a driver's function was called, and not only looked up. */
static bool called(const struct fake *driver)
{
    const char *last = driver->last_call()->function;
    return last && strcmp(last, "clGetExtensionFunctionAddressForPlatform") != 0;
}

/* The driver returns its status if the call reaches it; otherwise the call reaches nobody. */
#define CHECK_GOES(driver, call)                                                                   \
    do {                                                                                           \
        record(true, 77);                                                                          \
        CHECK_INT((call), 77);                                                                     \
        CHECK(called(driver));                                                                     \
        CHECK(!called(driver == one ? two : one));                                                 \
        record(false, 0);                                                                          \
    } while (0)
#define CHECK_FAILS(error, call)                                                                   \
    do {                                                                                           \
        record(true, 77);                                                                          \
        CHECK_INT((call), (error));                                                                \
        CHECK(!called(one));                                                                       \
        CHECK(!called(two));                                                                       \
        record(false, 0);                                                                          \
    } while (0)

static cl_int ask(cl_semaphore_khr semaphore)
{
    return USED(clGetSemaphoreInfoKHR)(semaphore, CL_SEMAPHORE_TYPE_KHR, 0, NULL, NULL);
}

/* The driver returns this status, which must be our result. */
static void retain(cl_semaphore_khr semaphore, cl_int status)
{
    record(true, (uint64_t)(int64_t)status);
    CHECK_INT(USED(clRetainSemaphoreKHR)(semaphore), status);
    record(false, 0);
}

static void release(cl_semaphore_khr semaphore, cl_int status)
{
    record(true, (uint64_t)(int64_t)status);
    CHECK_INT(USED(clReleaseSemaphoreKHR)(semaphore), status);
    record(false, 0);
}

/* Another thread gets the handle that a driver has just released. */
static void make_again(void)
{
    extension_semaphore(one, 0, 0xabc0);
}

static void lives(void)
{
    cl_semaphore_khr first = extension_semaphore(one, 0, 0x1230);
    cl_semaphore_khr second = extension_semaphore(two, 0, 0x4560);
    CHECK_GOES(one, ask(first));
    CHECK_GOES(two, ask(second));

    test_about = "as many releases as references";
    retain(first, CL_SUCCESS);
    retain(first, CL_SUCCESS);
    release(first, CL_SUCCESS);
    release(first, CL_SUCCESS);
    CHECK_GOES(one, ask(first));
    release(first, CL_SUCCESS);
    CHECK_FAILS(CL_INVALID_SEMAPHORE_KHR, ask(first));
    CHECK_FAILS(CL_INVALID_SEMAPHORE_KHR, USED(clRetainSemaphoreKHR)(first));
    CHECK_FAILS(CL_INVALID_SEMAPHORE_KHR, USED(clReleaseSemaphoreKHR)(first));
    CHECK_GOES(two, ask(second));

    test_about = "a new one with the handle of an old one";
    first = extension_semaphore(two, 0, 0x1230);
    CHECK_GOES(two, ask(first));

    test_about = "a reference that was refused is none";
    retain(first, CL_OUT_OF_RESOURCES);
    release(first, CL_SUCCESS);
    CHECK_FAILS(CL_INVALID_SEMAPHORE_KHR, ask(first));

    test_about = "nor is one given back that was not taken";
    release(second, CL_OUT_OF_RESOURCES);
    CHECK_GOES(two, ask(second));
    retain(second, CL_SUCCESS);
    release(second, CL_OUT_OF_RESOURCES);
    release(second, CL_SUCCESS);
    CHECK_GOES(two, ask(second));

    test_about = "released behind our back";
    second = extension_semaphore(one, 0, 0x4560);
    CHECK_GOES(one, ask(second));
    release(second, CL_SUCCESS);
    CHECK_FAILS(CL_INVALID_SEMAPHORE_KHR, ask(second));

    test_about = "made again while it is released";
    second = extension_semaphore(two, 0, 0xabc0);
    two->meanwhile(make_again);
    release(second, CL_SUCCESS);
    CHECK_GOES(one, ask(second));
    release(second, CL_SUCCESS);

    test_about = "none was made";
    one->record(true, 0);
    CHECK(!USED(clCreateSemaphoreWithPropertiesKHR)((cl_context)one->object(0), NULL, NULL));
    one->record(false, 0);
    CHECK_FAILS(CL_INVALID_SEMAPHORE_KHR, ask(NULL));
    CHECK_FAILS(CL_INVALID_SEMAPHORE_KHR, USED(clReleaseSemaphoreKHR)(NULL));
    CHECK_FAILS(CL_INVALID_SEMAPHORE_KHR, USED(clRetainSemaphoreKHR)(NULL));
}

/* A platform's own function created this semaphore, so the loader does not know it. */
static void strangers(void)
{
    cl_semaphore_khr stranger = (cl_semaphore_khr)(uintptr_t)0x7890;
    test_about = "where both have the function";
    CHECK_FAILS(CL_INVALID_SEMAPHORE_KHR, ask(stranger));
    test_about = "where one has it";
    CHECK_GOES(two, USED(clGetSemaphoreHandleForTypeKHR)(stranger, NULL, 0, 0, NULL, NULL));
    test_about = "where nobody has it";
#ifdef IN_LOADER
    CHECK(!USED(clReImportSemaphoreSyncFdKHR));
    CHECK(!USED(clTerminateContextKHR));
#else
    CHECK_FAILS(CL_INVALID_OPERATION, USED(clReImportSemaphoreSyncFdKHR)(stranger, NULL, 1));
#endif
    test_about = "made by one that lacks the function";
    stranger = extension_semaphore(one, 0, 0x7890);
    CHECK_FAILS(CL_INVALID_OPERATION,
                USED(clGetSemaphoreHandleForTypeKHR)(stranger, NULL, 0, 0, NULL, NULL));
    release(stranger, CL_SUCCESS);
}

/* More semaphores than the first block can hold, of both drivers in turn. */
static void many(void)
{
    enum { COUNT = 5000 };
    test_about = "many";
    for (uintptr_t i = 1; i <= COUNT; i++)
        extension_semaphore(i % 3 ? one : two, 0, 0x500000 + 16 * i);
    for (int turn = 0; turn < 2; turn++) {
        for (uintptr_t i = 1; i <= COUNT; i++) {
            cl_semaphore_khr semaphore = (cl_semaphore_khr)(0x500000 + 16 * i);
            if (turn == 0 && i % 2) continue;
            if (i % 2 == 0 && turn) CHECK_FAILS(CL_INVALID_SEMAPHORE_KHR, ask(semaphore));
            else if (i % 3) CHECK_GOES(one, ask(semaphore));
            else CHECK_GOES(two, ask(semaphore));
            if (i % 2 == 0 || turn)
                release(semaphore, turn && i % 2 == 0 ? CL_INVALID_SEMAPHORE_KHR : CL_SUCCESS);
        }
    }
}

int main(int count, char **argument)
{
    one = drivers_open("has_some");
    two = drivers_open("has_some_more");
    extension_begin(count, argument);
    lives();
    strangers();
    many();
    return test_end();
}
