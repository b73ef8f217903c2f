/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions of extensions: programs ask for them by name and call what they get, so that is what the
 * layer replaces. Platforms may return different functions for a name, and a wrapper has no place to
 * keep which one it stands for; so there are COPIES wrappers of each. Further functions of the same
 * name are not recorded.
 */
#include "wrapper.h"

enum { COPIES = 3 };

enum place {
#define ROW(number, type, name, ...) name##_place,
#include "extension_rows.h"
    PLACE_COUNT
};

#define ROW(number, type, name, kind, ...)                                                         \
    typedef type(CL_API_CALL *name##_pointer) PARAMS(__VA_ARGS__);
#include "extension_rows.h"

/* The functions that the wrappers stand for. */
static _Atomic(function) found_functions[PLACE_COUNT][COPIES];

/* Which of the wrappers of a name was called. They all go to one function that records. */
static _Thread_local unsigned copy_called THREAD_LOCAL_NEAR;

static inline function stands_for(enum place place)
{
    return atomic_load_explicit(&found_functions[place][copy_called], memory_order_relaxed);
}

/* Queues get profiling, whatever function creates them. */
#define CALLEE(name)       PICK(CALLEE_##name, PLAIN_CALLEE(name), )
#define PLAIN_CALLEE(name) (name##_pointer) stands_for(name##_place)
#define CALLEE_clCreateCommandQueueWithPropertiesKHR                                               \
    , commands_queue_creator((clCreateCommandQueueWithPropertiesKHR_fn)stands_for(                 \
          clCreateCommandQueueWithPropertiesKHR_place))

/* The function is looked up before the call, in which others may be called. */
#define ROW(number, type, name, kind, ...)                                                         \
    WRAPPER(number, CALLEE(name), type, name, name##_recorded, kind, __VA_ARGS__)                  \
    COPY(0, type, name, __VA_ARGS__)                                                               \
    COPY(1, type, name, __VA_ARGS__)                                                               \
    COPY(2, type, name, __VA_ARGS__)
#define COPY(copy, type, name, ...)                                                                \
    static type CL_API_CALL name##_recorded_##copy PARAMS(__VA_ARGS__)                             \
    {                                                                                              \
        copy_called = copy;                                                                        \
        return name##_recorded ARGS(__VA_ARGS__);                                                  \
    }
#include "extension_rows.h"

static const struct {
    const char *name;
    function wrapper[COPIES];
} wrappers[PLACE_COUNT] = {
#define ROW(number, type, name, ...)                                                               \
    { #name,                                                                                       \
      { (function)name##_recorded_0, (function)name##_recorded_1, (function)name##_recorded_2 } },
#include "extension_rows.h"
};

static function wrapper_of(enum place place, function found)
{
    for (unsigned i = 0; i < COPIES; i++) {
        function taken = NULL;
        if (wrappers[place].wrapper[i] == found) return found; /* of a layer above */
        if (atomic_compare_exchange_strong(&found_functions[place][i], &taken, found) ||
            taken == found)
            return wrappers[place].wrapper[i];
    }
    return found;
}

void *extensions_wrap(const char *name, void *found)
{
    function it;
    if (!name || !found) return found;
    for (enum place place = 0; place < PLACE_COUNT; place++) {
        if (strcmp(name, wrappers[place].name)) continue;
        memcpy(&it, &found, sizeof it);
        it = wrapper_of(place, it);
        memcpy(&found, &it, sizeof found);
        break;
    }
    return found;
}
