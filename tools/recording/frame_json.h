/* SPDX-License-Identifier: Apache-2.0 */
/* A frame as JSON. */
#ifndef CLRELAY_TOOLS_RECORDING_FRAME_JSON_H
#define CLRELAY_TOOLS_RECORDING_FRAME_JSON_H

#include "sites.h"

#include <jansson.h>

/* "function", "file", "line", "module" and "address", each null if unknown. */
json_t *frame_json(const struct frame *frame, const char *module, uint64_t address);

#endif
