/* SPDX-License-Identifier: Apache-2.0 */
/* The fake drivers that a test program uses directly, besides the ones that the loader loads. */
#ifndef CLRELAY_TEST_DRIVERS_H
#define CLRELAY_TEST_DRIVERS_H

#include "fake/fake.h"
#include "test.h"

/* The suffix of a library's file name. */
#ifdef _WIN32
#define FAKE_ENDING ".dll"
#else
#define FAKE_ENDING ".so"
#endif

/* Opens the library of a fake driver, FAKE_DIRECTORY/libfake_NAME.so. */
static void *drivers_library(const char *name)
{
    char path[4096];
    void *library;
    snprintf(path, sizeof path, "%s/libfake_%s" FAKE_ENDING, FAKE_DIRECTORY, name);
    library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (!library) TEST_STOP("%s", dlerror());
    return library;
}

/* Opens a fake driver and returns the interface that it has for tests. */
static const struct fake *drivers_open(const char *name)
{
    const struct fake *fake = dlsym(drivers_library(name), "fake");
    if (!fake) TEST_STOP("%s is no fake driver", name);
    return fake;
}

#endif
