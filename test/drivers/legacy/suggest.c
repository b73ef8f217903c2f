/* SPDX-License-Identifier: Apache-2.0 */
/*
 * clGetKernelSuggestedLocalWorkSize of a driver that has it only as the function of
 * cl_khr_suggested_local_work_size, whatever its table holds in that slot. None of the calls
 * manages memory (a search for a missing symbol would), so a signal handler may make them too. With
 * the argument LAYER, a layer that intercepts everything is loaded.
 */
#include "api/dispatch.h"

#include "fake/layer.h"
#include "legacy.h"
#include "test.h"
#include "threads/hooks.h"

#include <pthread.h>
#include <stdatomic.h>

/* For each driver: what a queue gets, unless its platform's table has the slot, and how often a
 * platform has been asked for the function in the end. */
static const struct {
    const char *name;
    cl_int status;
    int called;
    unsigned asked;
} drivers[] = {
    { "lists_null", LEGACY_SUGGESTED, LEGACY_EXTENSION, 1 },
    { "lists_behind", LEGACY_SUGGESTED, LEGACY_EXTENSION, 1 },
    { "device_lists", LEGACY_SUGGESTED, LEGACY_EXTENSION, 1 },
    { "device_exceeds", CL_INVALID_OPERATION, LEGACY_NOTHING, 0 }, /* too long by one byte */
    { "lists_lacks", CL_INVALID_OPERATION, LEGACY_NOTHING, 1 },
    { "lists_icd2", LEGACY_SUGGESTED, LEGACY_EXTENSION, 1 },
    { "lists_exports", LEGACY_SUGGESTED, LEGACY_EXTENSION, 0 },
    { "lists_not", CL_INVALID_OPERATION, LEGACY_NOTHING, 0 },
};
enum { DRIVERS = sizeof drivers / sizeof drivers[0], SLOT = 149 };

static const struct legacy_driver *opened[DRIVERS];
static const struct fake_layer *layer;

static const struct legacy_driver *open_driver(const char *name)
{
    char path[4096];
    void *library;
    snprintf(path, sizeof path, "%s/liblegacy_%s" LEGACY_ENDING, LEGACY_DIRECTORY, name);
    library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (!library || !dlsym(library, "legacy_driver")) TEST_STOP("%s", dlerror());
    return dlsym(library, "legacy_driver");
}

static _Thread_local bool calling;
static atomic_uint managing; /* counts how often the loader's calls manage memory */

#if HOOKS_MEMORY
static void note(const char *name)
{
    if (calling && hooks_is_memory(name)) managing++;
}
#endif

static cl_int call(const struct legacy_driver *driver, size_t row)
{
    const size_t size[] = { 64 };
    size_t suggested[1] = { 0 };
    cl_int status;
    calling = true;
    status = clGetKernelSuggestedLocalWorkSize(driver->object(row), driver->object(row), 1, NULL,
                                               size, suggested);
    calling = false;
    return status;
}

/* The drivers take turns, so that a mix-up of what the loader keeps for their platforms would
 * show. */
static void check_all(void)
{
    for (size_t row = 0; row < opened[0]->count; row++)
        for (size_t i = 0; i < DRIVERS; i++) {
            const bool own = opened[i]->tables[row].slots > SLOT;
            char about[200];
            cl_int status;
            int called;
            snprintf(about, sizeof about, "%s, %s", drivers[i].name, opened[i]->tables[row].name);
            test_about = about;
            opened[i]->called();
            if (layer) layer->forget();
            status = call(opened[i], row);
            called = opened[i]->called();
            CHECK_INT(status, own ? CL_SUCCESS : drivers[i].status);
            if (own) CHECK_INT(called, SLOT);
            else if (drivers[i].called == LEGACY_EXTENSION) CHECK_INT(called, LEGACY_EXTENSION);
            else CHECK(called != LEGACY_EXTENSION && called != LEGACY_BEHIND && called != SLOT);
            if (layer) CHECK_STR(layer->last_call()->function, "clGetKernelSuggestedLocalWorkSize");
        }
}

/* Returns how many of a driver's platforms may be asked. */
static unsigned without_slot(const struct legacy_driver *driver)
{
    unsigned count = 0;
    for (size_t row = 0; row < driver->count; row++) count += driver->tables[row].slots <= SLOT;
    return count;
}

static void *call_often(void *driver)
{
    for (int turn = 0; turn < 1000; turn++) call(driver, 0);
    return NULL;
}

/* Many threads make the first call. Several of them may ask the driver, but all keep the same
 * answer. */
static void call_at_once(const struct legacy_driver *driver)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    for (size_t i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, call_often, (void *)(uintptr_t)driver))
            TEST_STOP("no threads");
    for (size_t i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    test_about = "threads";
    CHECK(driver->asked() >= 1 && driver->asked() <= THREADS);
}

int main(int argc, char **argv)
{
    cl_uint count = 0;
    unsigned more = 0;
    cl_int status;
    if (argc > 1) {
        void *library = dlopen(argv[1], RTLD_LAZY | RTLD_LOCAL);
        layer = library ? dlsym(library, "fake_layer") : NULL;
        if (!layer) TEST_STOP("%s", dlerror());
        setenv("OPENCL_LAYERS", argv[1], 1);
    }
    for (size_t i = 0; i < DRIVERS; i++) opened[i] = open_driver(drivers[i].name);
#if HOOKS_MEMORY
    hooks_before = note;
#endif
    calling = true;
    status = clGetPlatformIDs(0, NULL, &count);
    calling = false;
    CHECK((atomic_exchange(&managing, 0) > 0) == HOOKS_MEMORY);
    CHECK_INT(status, CL_SUCCESS);
    CHECK_INT(count, DRIVERS * opened[0]->count);
    if (!layer) { /* it notes calls of one thread at a time */
        call_at_once(opened[0]);
        more = opened[0]->asked() - 1;
    }
    check_all();
    check_all();
    for (size_t i = 0; i < DRIVERS; i++) {
        test_about = drivers[i].name;
        CHECK_INT(opened[i]->asked(), drivers[i].asked * without_slot(opened[i]) + (i ? 0 : more));
    }
    test_about = "all";
    CHECK_INT(managing, 0);
    test_about = "NULL";
    status = clGetKernelSuggestedLocalWorkSize(NULL, NULL, 0, NULL, NULL, NULL);
    CHECK_INT(status, CL_INVALID_COMMAND_QUEUE);
    return test_end();
}
