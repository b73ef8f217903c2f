/* SPDX-License-Identifier: Apache-2.0 */
/* The fake drivers that a test program uses itself, besides what the loader loads. */
#ifndef CLRELAY_TEST_DRIVERS_H
#define CLRELAY_TEST_DRIVERS_H

#include "fake/fake.h"
#include "test.h"

/* What the file of a library ends with. */
#ifdef _WIN32
#define FAKE_ENDING ".dll"
#else
#define FAKE_ENDING ".so"
#endif

/* Opens a fake driver, as FAKE_DIRECTORY/libfake_NAME.so, and gives what it shows to tests. */
static const struct fake *drivers_open(const char *name)
{
    char path[4096];
    void *library;
    const struct fake *fake;
    snprintf(path, sizeof path, "%s/libfake_%s" FAKE_ENDING, FAKE_DIRECTORY, name);
    library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (!library) TEST_STOP("%s", dlerror());
    fake = dlsym(library, "fake");
    if (!fake) TEST_STOP("%s is no fake driver", path);
    return fake;
}

#endif
