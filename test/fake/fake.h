/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a fake driver shows to the tests besides its OpenCL functions: the symbol `fake`, which
 * test code finds with dlsym. Handles and counters may be asked for in any
 * thread.
 */
#ifndef CLRELAY_TEST_FAKE_FAKE_H
#define CLRELAY_TEST_FAKE_FAKE_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* dlsym for functions: ISO C has no cast from the one kind of pointer to the other. */
static inline void (*fake_symbol(void *handle, const char *name))(void)
{
    void *address = dlsym(handle, name);
    void (*found)(void);
    memcpy(&found, &address, sizeof found);
    return found;
}

#define FAKE_ARGUMENTS 14

/* One call of an OpenCL function, with each argument's bytes in a number. */
struct fake_call {
    const char *function; /* NULL: there was none */
    int count;
    uint64_t value[FAKE_ARGUMENTS];
};

struct fake {
    const char *name; /* its quirk `name` */
    size_t platforms;
    /* Handles. An object serves as a handle of every kind but a platform. */
    void *(*platform)(size_t index);
    void *(*object)(size_t index);
    /* From the first forget() on, each call is noted, for one thread at a time: the last one. */
    void (*forget)(void);
    const struct fake_call *(*last_call)(void);
    /* From record(true, x), which forgets, to record(false, 0) all functions but the two that look
     * functions up only note their arguments, and return x in their result's type without a look
     * at what the arguments point to. */
    void (*record)(bool on, uint64_t result);
    /* How often the platforms were listed, and devices were asked for. */
    unsigned (*listed)(void);
    unsigned (*counted)(void);
    /* How often a platform was asked for a function, of whatever name. */
    unsigned (*asked)(void);
    /* Has this called once, while the next extension function of the driver runs. */
    void (*meanwhile)(void (*happens)(void));
};

/* clGetContextInfo, clGetDeviceInfo and clGetPlatformInfo of a fake answer its name to this. */
#define FAKE_INFO_DRIVER 0x7001

#endif
