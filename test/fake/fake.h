/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a fake driver offers to the tests besides its OpenCL functions: the symbol `fake`, which
 * test code finds with dlsym(). Any thread may ask for handles and counters.
 */
#ifndef CLRELAY_TEST_FAKE_FAKE_H
#define CLRELAY_TEST_FAKE_FAKE_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* dlsym() for functions: ISO C has no cast between the two kinds of pointers. */
static inline void (*fake_symbol(void *handle, const char *name))(void)
{
    void *address = dlsym(handle, name);
    void (*found)(void);
    memcpy(&found, &address, sizeof found);
    return found;
}

#define FAKE_ARGUMENTS 14

/* One call of an OpenCL function; each argument's bytes are a number. */
struct fake_call {
    const char *function; /* NULL: there was no call */
    int count;
    uint64_t value[FAKE_ARGUMENTS];
};

struct fake {
    const char *name; /* the driver's quirk `name` */
    size_t platforms;
    /* Return handles. An object serves as a handle of every kind but a platform. */
    void *(*platform)(size_t index);
    void *(*object)(size_t index);
    /* From the first forget() on, the driver notes the last call, of one thread at a time. */
    void (*forget)(void);
    const struct fake_call *(*last_call)(void);
    /* From record(true, x), which also forgets, to record(false, 0) all functions except the two
     * that look functions up only note their arguments and return x in the type of their result,
     * without reading what the arguments point to. */
    void (*record)(bool on, uint64_t result);
    /* Return how often platforms were listed and devices were requested. */
    unsigned (*listed)(void);
    unsigned (*counted)(void);
    /* Returns how often a platform was asked for a function, whatever its name. */
    unsigned (*asked)(void);
    /* Calls the given function once, while the next extension function of the driver runs. */
    void (*meanwhile)(void (*happens)(void));
};

/* clGetContextInfo, clGetDeviceInfo and clGetPlatformInfo of a fake driver answer this with its
 * name. */
#define FAKE_INFO_DRIVER 0x7001

#endif
