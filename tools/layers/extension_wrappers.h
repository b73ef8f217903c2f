/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The wrappers of extension functions. A program asks for such a function by name, and calls what
 * it gets, so the layer returns a wrapper. Platforms may return different functions for one name,
 * and a wrapper can't hold which of them it stands for. So there are several copies of each
 * wrapper. When all copies of a name are taken, the layer returns further functions unwrapped.
 */
#ifndef CLRELAY_TOOLS_LAYERS_EXTENSION_WRAPPERS_H
#define CLRELAY_TOOLS_LAYERS_EXTENSION_WRAPPERS_H

#include "layer_system.h"

#include <stdatomic.h>
#include <stdint.h>

enum { EXTENSION_COPIES = 3 }; /* wrappers.py writes as many copies */

/* The wrappers of one file. */
struct extension_wrappers {
    const uint16_t *numbers; /* the numbers of the wrapped functions, by their places in the file */
    unsigned count;
    /* The functions that the copies of each wrapper stand for; NULL: the copy is free. */
    _Atomic(function) (*found)[EXTENSION_COPIES];
    /* Returns the address of a copy. (A table of addresses would need relocations, which take more
     * space than this function.) */
    function (*wrapper)(unsigned place, unsigned copy);
};
extern HIDDEN const struct extension_wrappers extension_create, extension_enqueue, extension_get,
    extension_command, extension_command_copy, extension_other;

/* The wrappers of all files of a layer; NULL ends the list. */
static inline const struct extension_wrappers *const *extension_files(void)
{
    static const struct extension_wrappers *const files[] = { &extension_create,
                                                              &extension_enqueue,
                                                              &extension_get,
                                                              &extension_command,
                                                              &extension_command_copy,
                                                              &extension_other,
                                                              NULL };
    return files;
}

/* Which copy the program has called, and where the program continues. Only the copy knows both; it
 * notes them here, and goes on to a function that all copies share. */
struct extension_called {
    unsigned copy;
    const void *site;
};
extern HIDDEN _Thread_local struct extension_called extension_called THREAD_LOCAL_NEAR;

/* The function that the called copy stands for. A wrapper looks it up when the call begins, because
 * the program may call other copies during the call. */
static inline function extension_callee(_Atomic(function) found[EXTENSION_COPIES])
{
    return atomic_load_explicit(&found[extension_called.copy], memory_order_relaxed);
}

#endif
