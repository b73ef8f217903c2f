/* SPDX-License-Identifier: Apache-2.0 */
/* Functions and values that came with a version of OpenCL, or with an extension, that the devices
 * lack; and functions that the specification has replaced. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_CONDITIONS_SINCE_H
#define CLRELAY_TOOLS_LAYERS_CHECK_CONDITIONS_SINCE_H

#include "../../../calls/words.h"
#include "../found/finding.h"

enum since_type { SINCE_MEM_FLAGS, SINCE_MAP_FLAGS, SINCE_ADDRESSING, SINCE_ORDER, SINCE_CHANNEL };

/* Adds a finding if the devices of an object are too old for flags, or another value, of the
 * call. */
HIDDEN void since_value(struct check_call *call, const void *object, enum since_type type,
                        uint64_t value);

/* The same for an image format, which may be NULL. */
HIDDEN void since_format(struct check_call *call, const void *object,
                         const cl_image_format *format);

/* Adds a finding if the devices are too old for the call's function. It came with `version` of
 * OpenCL (10 * major + minor); its first argument is an object of this kind. */
HIDDEN SLOW void since_version(struct check_call *call, unsigned version, enum kind kind);

/* The same for a function that came with an extension. */
HIDDEN SLOW void since_extension(struct check_call *call);

/* Adds a finding for a function that `since` of OpenCL has replaced by another, if the devices have
 * that version. */
HIDDEN SLOW void since_replacement(struct check_call *call, unsigned since);

#endif
