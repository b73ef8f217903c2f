/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unwind DRIVER: shows what a driver's function sees on the stack. Whichever path a call takes, the
 * driver's caller is this program, followed by this program's own callers. The program calls every
 * by-handle function, before and after the search for drivers. With a second argument it calls only
 * two functions, for a debugger to follow (test_gdb.py).
 */
#include "cost/bench.h"
#include "calls.h"
#include "fake/fake.h"
#include "test.h"

#ifdef __has_include
#if __has_include(<execinfo.h>)
#include <execinfo.h>
#define HAS_BACKTRACE 1
#endif
#endif
#ifndef HAS_BACKTRACE
#define HAS_BACKTRACE           0
#define backtrace(place, count) 0
#endif

#ifdef __clang__
#define NEVER_INLINED __attribute__((noinline))
#else
#define NEVER_INLINED __attribute__((noinline, noclone))
#endif

/* These are not static because test_gdb.py knows their names. */
void application_1(void *object);
void application_13(void *object);

/* This is used after the call, so that the compiler does not turn the call into a jump. */
static volatile cl_int last_status;

NEVER_INLINED void application_1(void *object)
{
    last_status = clFlush(object);
}

NEVER_INLINED void application_13(void *object)
{
    static const size_t place[3];
    last_status = clEnqueueCopyBufferRect(object, object, object, place, place, place, 1, 2, 3, 4,
                                          0, NULL, NULL);
}

enum { MOST_FRAMES = 64 };
static void *frames[MOST_FRAMES];
static int frame_count;

static void look_at_stack(void)
{
    frame_count = backtrace(frames, MOST_FRAMES);
}

/* Returns the base of the library or program that contains a return address. */
static const void *image_of(const void *address)
{
    Dl_info info;
    /* A call may be the last instruction of its function, so look up the byte before the
     * address. */
    return dladdr((const char *)address - 1, &info) ? info.dli_fbase : NULL;
}

static const void *image_of_function(void (*any)(void))
{
    void *address;
    Dl_info info;
    memcpy(&address, &any, sizeof address);
    return dladdr(address, &info) ? info.dli_fbase : NULL;
}

static const void *driver_image, *loader_image, *program_image;

static bool is_same_place(const void *one, const void *other)
{
#ifdef __arm__ /* the lowest bit says which instruction set */
    return ((uintptr_t)one | 1) == ((uintptr_t)other | 1);
#else
    return one == other;
#endif
}

/* The frames, innermost first: this program's witness (and what a sanitizer adds), the driver,
 * perhaps the loader, this program again, and further out the call in run_all(). */
static void check_stack(const char *name, const void *caller)
{
    int at = 0, begin;
    test_about = name;
    while (at < frame_count && image_of(frames[at]) != driver_image) at++;
    begin = at;
    while (at < frame_count && image_of(frames[at]) == driver_image) at++;
    CHECK(at > begin);
    while (at < frame_count && image_of(frames[at]) == loader_image) at++;
    CHECK(at < frame_count && image_of(frames[at]) == program_image);
    while (at < frame_count && !is_same_place(frames[at], caller)) at++;
    CHECK(at < frame_count);
}

NEVER_INLINED static void run_all(const struct bench_driver *driver)
{
    const void *caller = __builtin_return_address(0);
    struct target target = { driver->object, 1, NULL, NULL };
    for (size_t i = 0; i < CALL_COUNT; i++) {
        cl_int errcode;
        if (calls[i].kind != CALL_BY_HANDLE) continue;
        frame_count = 0;
        calls[i].run(&target, &errcode);
        check_stack(calls[i].name, caller);
    }
}

int main(int count, char **argument)
{
    const struct bench_driver *driver;
    cl_uint platforms = 0;
    void *library;
    if (count < 2) return 2;
    library = dlopen(argument[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) TEST_STOP("%s", dlerror());
    driver = dlsym(library, "bench_driver");
    if (!driver) TEST_STOP("%s", dlerror());
    if (count > 2) {
        for (int turn = 0; turn < 2; turn++) {
            application_1(driver->object);
            application_13(driver->object);
            clGetPlatformIDs(0, NULL, &platforms);
        }
        return 0;
    }
    if (!HAS_BACKTRACE) {
        puts("skipped: this C library has no backtrace()");
        return TEST_SKIPPED;
    }
    driver_image = image_of_function(fake_symbol(library, "clIcdGetPlatformIDsKHR"));
    loader_image = image_of_function(fake_symbol(RTLD_DEFAULT, "clFlush"));
    program_image = image_of_function(look_at_stack);
    CHECK(loader_image != program_image && driver_image != loader_image);
    driver->witness(look_at_stack);
    run_all(driver);
    CHECK_INT(clGetPlatformIDs(0, NULL, &platforms), CL_SUCCESS);
    run_all(driver);
    return test_end();
}
