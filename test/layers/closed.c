/* SPDX-License-Identifier: Apache-2.0 */
/*
 * closed LIBRARY unload|exit: calls every function that the loader exports or hands out, while the
 * library is unloaded or the program ends, from a layer's clDeinitLayer. Each call must fail in the
 * way that its row says. No call may reach a layer or a driver, though the objects belong to a
 * driver that stays.
 */
#include "api/dispatch.h"

static struct dispatch api;
#define CALL_FUNCTION(name) api.name
#include "calls.h"

#include "drivers.h"
#include "fake/layer.h"

#include "../include/clrelay/report.h"

#include <unistd.h>

/* ---- the extension functions, in the same form ---- */

static struct {
#define BY_HANDLE(extension, type, name, result, ...) type(CL_API_CALL *name) PARAMS(__VA_ARGS__);
#define BY_SEMAPHORE                                  BY_HANDLE
#include "extension_functions.h"
} extension;

#undef CALL_FUNCTION
#define CALL_FUNCTION(name) extension.name
#define BY_HANDLE(version, type, name, result, ...)                                                \
    CALL_ROW(name, result, FIRST(__VA_ARGS__) = callee->handle;, __VA_ARGS__)
#define BY_SEMAPHORE BY_HANDLE
#include "extension_functions.h"

static const struct extension_call {
    bool of_semaphore;
    struct call call;
} extension_calls[] = {
#define ROW(of_semaphore, name, result)                                                            \
    { of_semaphore, { #name, 0, CALL_BY_HANDLE, CALL_##result, false, false, name##_run } },
#define BY_HANDLE(extension, type, name, result, ...)    ROW(false, name, result)
#define BY_SEMAPHORE(extension, type, name, result, ...) ROW(true, name, result)
#include "extension_functions.h"
};
enum { EXTENSION_COUNT = sizeof extension_calls / sizeof extension_calls[0] };

/* ---- obtaining the functions ---- */

static void *obtain(const char *name)
{
    void *found = api.clGetExtensionFunctionAddress(name);
    if (!found) TEST_STOP("%s is not handed out", name);
    return found;
}

static void take_all(void *library)
{
    function found;
    void *address;
#define TAKE(name)                                                                                 \
    found = fake_symbol(library, #name);                                                           \
    api.name = (name##_slot)found;
#define BY_ANY(version, type, name, ...) TAKE(name)
#include "api/entry_points.h"
    /* These functions are not exported. */
    for (size_t i = 0; i < CALL_COUNT; i++) {
        if (calls[i].exported) continue;
        address = obtain(calls[i].name);
        memcpy((char *)&api + calls[i].slot * sizeof(function), &address, sizeof address);
    }
#define BY_HANDLE(extended, type, name, ...)                                                       \
    address = obtain(#name);                                                                       \
    memcpy(&extension.name, &address, sizeof address);
#define BY_SEMAPHORE BY_HANDLE
#include "extension_functions.h"
}

/* ---- calling them ---- */

static const struct fake *driver; /* a driver that stays */
static const struct fake_layer *layer;
static cl_context_properties list[] = { CL_CONTEXT_PLATFORM, 0, 0 };

/* The driver's answer if it is called, which is also the handle of a semaphore that it has made. */
enum { ANSWER = 0x1230 };

static struct outcome run(const struct call *call, void *handle, cl_int *error)
{
    struct outcome outcome;
    *error = 1;
    layer->forget();
    driver->record(true, ANSWER);
    outcome = call->run(&(struct target){ handle, 1, &handle, list }, error);
    driver->record(false, 0);
    test_about = call->name;
    return outcome;
}

static void check_open(const struct call *call, void *handle)
{
    cl_int error;
    run(call, handle, &error);
    CHECK_STR(driver->last_call()->function, call->name);
}

static void check_closed(const struct call *call, void *handle)
{
    cl_int error;
    struct outcome outcome = run(call, handle, &error);
    CHECK_STR(driver->last_call()->function, NULL);
    CHECK_STR(layer->last_call()->function, NULL);
    CHECK(call_is_missing(call, outcome, error));
}

static void go_over_all(void (*check)(const struct call *call, void *handle))
{
    for (size_t i = 0; i < CALL_COUNT; i++)
        check(&calls[i], calls[i].of_platform ? driver->platform(0) : driver->object(0));
    for (const struct extension_call *extension_call = extension_calls;
         extension_call < extension_calls + EXTENSION_COUNT; extension_call++)
        check(&extension_call->call,
              extension_call->of_semaphore ? (void *)(uintptr_t)ANSWER : driver->object(0));
    test_about = "";
}

/* ---- leaving ---- */

static bool has_left, exits;
static clGetLoaderReportCLRELAY_fn report;

/* The functions that the loader answers itself. */
static void check_answered(void)
{
    cl_platform_id platform = NULL;
    cl_uint count = 77;
    size_t size = 0;
    layer->forget();
    driver->record(true, ANSWER);
    CHECK_INT(api.clGetPlatformIDs(1, &platform, &count), CL_INVALID_OPERATION);
    CHECK(count == 77 && !platform);
    CHECK_INT(api.clUnloadCompiler(), CL_INVALID_OPERATION);
    CHECK_POINTER(api.clGetExtensionFunctionAddress("clGetLoaderReportCLRELAY"), NULL);
    CHECK_POINTER(api.clGetExtensionFunctionAddressForPlatform((cl_platform_id)driver->platform(0),
                                                               "clFakeThing"),
                  NULL);
    driver->record(false, 0);
    CHECK_STR(driver->last_call()->function, NULL);
    CHECK_STR(layer->last_call()->function, NULL);
    report(0, NULL, &size); /* any answer is right */
}

static void leave(void)
{
    has_left = true;
    check_answered();
    go_over_all(check_closed);
    if (exits) {
        int result = test_end();
        fflush(NULL);
        _exit(result);
    }
}

static void open_layer(void)
{
    void *library = dlopen(LAYER_DIRECTORY "/liblayer_outer.so", RTLD_LAZY | RTLD_LOCAL);
    layer = library ? dlsym(library, "fake_layer") : NULL;
    if (!layer) TEST_STOP("%s", dlerror());
    layer->leaving(leave);
}

int main(int count, char **argument)
{
    void *library = count == 3 ? dlopen(argument[1], RTLD_NOW | RTLD_LOCAL) : NULL, *address;
    cl_uint platforms = 0;
    if (!library) TEST_STOP("which loader? %s", dlerror());
    driver = drivers_open("has_all_1");
    open_layer();
    list[1] = (cl_context_properties)(intptr_t)driver->platform(0);
    api.clGetPlatformIDs = (clGetPlatformIDs_slot)fake_symbol(library, "clGetPlatformIDs");
    api.clGetExtensionFunctionAddress =
        (clGetExtensionFunctionAddress_slot)fake_symbol(library, "clGetExtensionFunctionAddress");
    CHECK_INT(api.clGetPlatformIDs(0, NULL, &platforms), CL_SUCCESS);
    CHECK_INT(platforms, 1);
    take_all(library);
    address = obtain("clGetLoaderReportCLRELAY");
    memcpy(&report, &address, sizeof address);
    go_over_all(check_open);
    exits = test_equal(argument[2], "exit");
    if (exits) exit(EXIT_FAILURE); /* leave() calls exit() itself */
    if (dlclose(library)) TEST_STOP("%s", dlerror());
#ifndef __GLIBC__
    if (!has_left) {
        puts("skipped: this C library keeps what is closed");
        return TEST_SKIPPED;
    }
#endif
    CHECK(has_left);
    return test_end();
}
