/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that the layer itself calls: those of the next layer, or of the drivers. */
#ifndef CLRELAY_TOOLS_LAYERS_NEXT_LAYER_H
#define CLRELAY_TOOLS_LAYERS_NEXT_LAYER_H

#include "api/table.h"

/* A slot without a function is NULL. */
extern HIDDEN struct dispatch next_layer;

/* The functions that get the program's calls: `next_layer`, except for functions that the layer
 * replaces. */
extern HIDDEN struct dispatch wrapped_target;

#endif
