/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The wrappers of functions of extensions. Programs ask for them by name and call what they get, so
 * that is what the layer replaces. Platforms may return different functions for a name, and a
 * wrapper can't keep which one it stands for; so there are several copies of each. Further
 * functions of the same name are not wrapped.
 */
#ifndef CLRELAY_TOOLS_LAYERS_EXTENSION_WRAPPERS_H
#define CLRELAY_TOOLS_LAYERS_EXTENSION_WRAPPERS_H

#include "layer_system.h"

#include <stdatomic.h>
#include <stdint.h>

enum { EXTENSION_COPIES = 3 }; /* as wrappers.py writes them */

/* The wrappers of one file. */
struct extension_wrappers {
    const uint16_t *numbers; /* of the functions that they wrap, by their places */
    unsigned count;
    /* The functions that the copies of each stand for; NULL: none yet. */
    _Atomic(function) (*found)[EXTENSION_COPIES];
    /* A copy. (A table of addresses would need relocations, which take more space than a
     * function.) */
    function (*wrapper)(unsigned place, unsigned copy);
};
extern HIDDEN const struct extension_wrappers extension_create, extension_enqueue, extension_get,
    extension_command, extension_command_copy, extension_other;

/* Those of all files of a layer; the last one is NULL. */
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

/* The copy that the program has called, and where the program continues: only the copy knows. All
 * copies go on to one function. */
struct extension_called {
    unsigned copy;
    const void *site;
};
extern HIDDEN _Thread_local struct extension_called extension_called THREAD_LOCAL_NEAR;

/* The function that a wrapper's copy stands for. It is looked up when the call begins, because
 * others may be called in it. */
static inline function extension_callee(_Atomic(function) found[EXTENSION_COPIES])
{
    return atomic_load_explicit(&found[extension_called.copy], memory_order_relaxed);
}

#endif
