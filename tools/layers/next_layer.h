/* SPDX-License-Identifier: Apache-2.0 */
/* What the layer itself calls: the functions of the next layer, or of the drivers. */
#ifndef CLRELAY_TOOLS_LAYERS_NEXT_LAYER_H
#define CLRELAY_TOOLS_LAYERS_NEXT_LAYER_H

#include "api/table.h"

/* A NULL slot has no function. */
extern HIDDEN struct dispatch next_layer;

/* What the layer's functions pass the program's calls on to: the same, but for functions that the
 * layer replaces. */
extern HIDDEN struct dispatch wrapped_target;

#endif
