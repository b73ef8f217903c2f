/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that load the drivers if they are called first, one row each, and machines for
 * them, whose drivers' functions any thread and any signal handler may call. */
#ifndef CLRELAY_TEST_THREADS_FIRST_CALLS_H
#define CLRELAY_TEST_THREADS_FIRST_CALLS_H

#include "api/opencl.h"

#include "test.h"

/* Each function tells whether the result is right once the first driver has been loaded. */

static bool list_answers(void)
{
    cl_platform_id platform = NULL;
    cl_uint count = 0;
    return clGetPlatformIDs(1, &platform, &count) == CL_SUCCESS && count > 0 && platform;
}

static bool info_answers(void)
{
    char name[100] = "";
    return !clGetPlatformInfo(NULL, CL_PLATFORM_NAME, sizeof name, name, NULL) && *name;
}

static bool devices_answers(void)
{
    cl_uint count = 0;
    return clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 0, NULL, &count) == CL_SUCCESS && count > 0;
}

static bool lookup_answers(void)
{
    return clGetExtensionFunctionAddress("clFakeThingA") != NULL;
}

/* This result does not depend on what is loaded, because NULL is no platform for this function. */
static bool lookup_for_answers(void)
{
    return clGetExtensionFunctionAddressForPlatform(NULL, "clFakeThingA") == NULL;
}

static bool context_answers(void)
{
    cl_int status = 1;
    return clCreateContextFromType(NULL, CL_DEVICE_TYPE_ALL, NULL, NULL, &status) &&
           status == CL_SUCCESS;
}

static bool gl_answers(void)
{
    char name[100] = "";
    return !clGetGLContextInfoKHR(NULL, 1, sizeof name, name, NULL) && *name;
}

static const struct first_call {
    const char *name;
    bool (*answers)(void);
} first_calls[] = {
    { "clGetPlatformIDs", list_answers },
    { "clGetPlatformInfo", info_answers },
    { "clGetDeviceIDs", devices_answers },
    { "clGetExtensionFunctionAddress", lookup_answers },
    { "clGetExtensionFunctionAddressForPlatform", lookup_for_answers },
    { "clCreateContextFromType", context_answers },
    { "clGetGLContextInfoKHR", gl_answers },
};
enum { FIRST_CALLS = sizeof first_calls / sizeof first_calls[0] };

/* ---- the machine ---- */

/* The drivers of every machine, in order. The suffix of the first one is A. */
static const char *const machine_drivers[] = { "a", "b", "two" };
enum { MACHINE_DRIVERS = 3, MACHINE_PLATFORMS = 4 };

static const struct machine {
    const char *name;
    const char *more; /* another driver, or NULL */
    unsigned platforms;
    bool layer;
    const char *parallel, *log;
    /* clang-format off */
} machines[] = {
    { "drivers", NULL, MACHINE_PLATFORMS, false, "0", "" },
    { "with a layer", NULL, MACHINE_PLATFORMS, true, "0", "" },
    { "side by side", NULL, MACHINE_PLATFORMS, false, "1", "" },
    { "with everything logged", NULL, MACHINE_PLATFORMS, true, "0", "debug" },
    { "with a table that is corrected", "global", MACHINE_PLATFORMS + 1, false, "0", "" },
    { "with a table that the loader keeps", "icd2_full", MACHINE_PLATFORMS + 1, true, "1", "debug" },
    { "with a driver that may be unloaded", "icd2_unloadable", MACHINE_PLATFORMS + 1, true, "0", "" },
};
/* clang-format on */
enum { MACHINES = sizeof machines / sizeof machines[0] };

static void set_path(char *text, size_t size, const char *fake)
{
    size_t length = strlen(text);
    snprintf(text + length, size - length, "%s%s/libfake_%s.so", length ? ":" : "", FAKE_DIRECTORY,
             fake);
}

/* Sets the variables for a machine, whose log goes to this file. */
static void machine_use(const struct machine *machine, const char *log_file)
{
    char drivers[4096] = "";
    test_about = machine->name;
    for (size_t i = 0; i < MACHINE_DRIVERS; i++)
        set_path(drivers, sizeof drivers, machine_drivers[i]);
    if (machine->more) set_path(drivers, sizeof drivers, machine->more);
    setenv("OCL_ICD_FILENAMES", drivers, 1);
    setenv("OCL_ICD_VENDORS", NOWHERE, 1);
    setenv("OPENCL_LAYER_PATH", NOWHERE, 1);
    setenv("OPENCL_LAYERS", machine->layer ? LAYER_DIRECTORY "/liblayer_inner.so" : "", 1);
    setenv("OCL_ICD_PARALLEL", machine->parallel, 1);
    setenv("OCL_ICD_LOG", machine->log, 1);
    setenv("OCL_ICD_LOG_FILE", log_file, 1);
    unsetenv("FAKE_LOG");
}

#endif
