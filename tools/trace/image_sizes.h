/* SPDX-License-Identifier: Apache-2.0 */
/* The size of an image, from the call that makes it: any of clCreateImage*. */
#ifndef CLRELAY_TOOLS_TRACE_IMAGE_SIZES_H
#define CLRELAY_TOOLS_TRACE_IMAGE_SIZES_H

#include "../recording/recording.h"

/* The size of an element in bytes; 0 if the format was not recorded. */
uint64_t image_element_bytes(const struct recording *recording, const struct call *call);

/* The size of the image in bytes; 0 if unknown. *buffer becomes the object whose memory the image
 * uses, or 0. */
uint64_t image_bytes(const struct recording *recording, const struct call *call, uint64_t *buffer);

#endif
