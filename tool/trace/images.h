/* SPDX-License-Identifier: Apache-2.0 */
/* How large images are, by the call that makes one: any of the functions clCreateImage*. */
#ifndef CLRELAY_TOOL_TRACE_IMAGES_H
#define CLRELAY_TOOL_TRACE_IMAGES_H

#include "../recording/recording.h"

/* The bytes of one element; 0 if the format was not recorded. */
uint64_t image_element_bytes(const struct recording *recording, const struct call *call);

/* The bytes of the image; 0 if they are unknown. *buffer is the object whose memory it has, or 0. */
uint64_t image_bytes(const struct recording *recording, const struct call *call, uint64_t *buffer);

#endif
