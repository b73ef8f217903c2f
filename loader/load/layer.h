/* SPDX-License-Identifier: Apache-2.0 */
/* Layers: libraries that stand between the program and the drivers (cl_loader_layers 1.0.1). */
#ifndef CLRELAY_LAYER_H
#define CLRELAY_LAYER_H

#include "find/candidate.h"
#include "api/dispatch.h"

/*
 * What the innermost layer calls: a complete table. To be given before the first layer is loaded;
 * it is the caller's, and layers may use it until they are unloaded.
 */
void layer_set_terminator(const struct dispatch *terminator);

/* Opens the library of a candidate, puts the layer around those before it, and gives the candidate
 * its verdict. `legacy`: clInitLayer is preferred, as by loaders of 2021 to 2025. */
void layer_load(struct candidate *candidate, bool legacy);

/* Whether there are layers. */
bool layer_has_any(void);

/* What a call of the program reaches first: the function of the outermost layer that intercepts
 * this slot; NULL: none does. */
function layer_function(size_t slot);

/* Calls clDeinitLayer of each layer that has one, the outermost first, once. */
void layer_deinit_all(void);

/* Frees the layers, the outermost first; `close`: their libraries are closed. */
void layer_unload_all(bool close);

#endif
