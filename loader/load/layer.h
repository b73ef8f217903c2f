/* SPDX-License-Identifier: Apache-2.0 */
/* Layers: libraries between the program and the drivers (cl_loader_layers 1.0.1). */
#ifndef CLRELAY_LOADER_LOAD_LAYER_H
#define CLRELAY_LOADER_LOAD_LAYER_H

#include "find/candidate.h"
#include "api/dispatch.h"

/* Opens the library of a candidate, makes it the outermost layer, and gives the candidate its
 * verdict. If it is the first layer, it calls `terminator`, a complete table that must exist until
 * the layers are unloaded. */
void layer_load(struct candidate *candidate, const struct dispatch *terminator);

/* Whether a layer is loaded. */
bool layer_has_any(void);

/* The function of the outermost layer that intercepts a slot, or NULL if none does. */
function layer_function(size_t slot);

/* Calls clDeinitLayer of each layer that has one, once. The outermost layer comes first. */
void layer_deinit_all(void);

/* Frees the layers, the outermost first. If `close` is true, closes their libraries. */
void layer_unload_all(bool close);

#endif
