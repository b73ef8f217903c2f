/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions of extensions: programs ask for them by name and call what they get, so that is what
 * the layer replaces. Platforms may return different functions for a name, and a wrapper can't keep
 * which one it stands for; so there are COPIES wrappers of each. Further functions of the same name
 * are not wrapped.
 *
 * A layer defines WRAPPER (see wrapper.h), and CALLEE_NAME as `, FUNCTION` where a wrapper calls
 * something else than the function that was found, then includes this file once.
 */
#ifndef CLRELAY_TOOLS_LAYERS_EXTENSION_WRAPPERS_H
#define CLRELAY_TOOLS_LAYERS_EXTENSION_WRAPPERS_H

#include "extensions.h"
#include "next_layer.h"
#include "../calls/calls.h"
#include "../calls/functions.h"
#include "provisional.h"

#include <stdatomic.h>

enum { COPIES = 3 };

enum extension_place {
#define ROW(number, type, name, ...) name##_place,
#include "../calls/extension_rows.h"
    PLACE_COUNT
};

#define ROW(number, type, name, kind, ...)                                                         \
    typedef type(CL_API_CALL *name##_pointer) PARAMS(__VA_ARGS__);
#include "../calls/extension_rows.h"

/* The functions that the wrappers stand for. */
static _Atomic(function) found_functions[PLACE_COUNT][COPIES];

/* Which of the wrappers of a name was called. They all go to one function. */
static _Thread_local unsigned copy_called THREAD_LOCAL_NEAR;

static inline function stands_for(enum extension_place place)
{
    return atomic_load_explicit(&found_functions[place][copy_called], memory_order_relaxed);
}

#define CALLEE(name)       PICK(CALLEE_##name, PLAIN_CALLEE(name), )
#define PLAIN_CALLEE(name) (name##_pointer) stands_for(name##_place)
/* Notes where the program called, for layers that want to know. */
#ifndef NOTE_SITE
#define NOTE_SITE() (void)0
#endif

/* The function is looked up before the call, in which others may be called. */
#define ROW(number, type, name, kind, ...)                                                         \
    static WRAPPER(number, CALLEE(name), type, name, name##_wrapped, kind, __VA_ARGS__)            \
        COPY(0, type, name, __VA_ARGS__) COPY(1, type, name, __VA_ARGS__)                          \
            COPY(2, type, name, __VA_ARGS__)
#define COPY(copy, type, name, ...)                                                                \
    static type CL_API_CALL name##_wrapped_##copy PARAMS(__VA_ARGS__)                              \
    {                                                                                              \
        copy_called = copy;                                                                        \
        NOTE_SITE();                                                                               \
        return name##_wrapped ARGS(__VA_ARGS__);                                                   \
    }
#include "../calls/extension_rows.h"

static const uint16_t wrapped_numbers[PLACE_COUNT] = {
#define ROW(number, type, name, ...) number,
#include "../calls/extension_rows.h"
};

/* A table of addresses would need relocations, which take more space than this code. */
static function wrapper_at(unsigned place, unsigned copy)
{
    switch (place * COPIES + copy) {
        /* clang-format off */
#define ROW(number, type, name, ...)                                                               \
    case name##_place * COPIES: return (function)name##_wrapped_0;                                 \
    case name##_place * COPIES + 1: return (function)name##_wrapped_1;                             \
    case name##_place * COPIES + 2: return (function)name##_wrapped_2;
#include "../calls/extension_rows.h"
        /* clang-format on */
    default: return NULL;
    }
}

static function wrapper_of(unsigned place, function found)
{
    for (unsigned i = 0; i < COPIES; i++) {
        const function wrapper = wrapper_at(place, i);
        function taken = NULL;
        if (wrapper == found) return found; /* of a layer above */
        if (atomic_compare_exchange_strong(&found_functions[place][i], &taken, found) ||
            taken == found)
            return wrapper;
    }
    return found;
}

/* The layer's function for one that a driver has returned by its name; the same if the layer has
 * none. Each may be NULL; `platform` is NULL if the program has not named one. */
static void *wrap_found(cl_platform_id platform, const char *name, void *found)
{
    for (unsigned place = 0; name && found && place < PLACE_COUNT; place++) {
        const unsigned number = wrapped_numbers[place];
        function it;
        if (strcmp(functions_name(number), name) != 0 ||
            !provisional_fits(platform, number, name, found))
            continue;
        memcpy(&it, &found, sizeof it);
        it = wrapper_of(place, it);
        memcpy(&found, &it, sizeof found);
        break;
    }
    return found;
}

static void *CL_API_CALL look_up(const char *name)
{
    return wrap_found(NULL, name, next_layer.clGetExtensionFunctionAddress(name));
}

static void *CL_API_CALL look_up_for_platform(cl_platform_id platform, const char *name)
{
    return wrap_found(platform, name,
                      next_layer.clGetExtensionFunctionAddressForPlatform(platform, name));
}

void extensions_interpose(struct dispatch *below)
{
    if (next_layer.clGetExtensionFunctionAddress) below->clGetExtensionFunctionAddress = look_up;
    if (next_layer.clGetExtensionFunctionAddressForPlatform)
        below->clGetExtensionFunctionAddressForPlatform = look_up_for_platform;
}

#endif
