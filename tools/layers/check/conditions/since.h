/* SPDX-License-Identifier: Apache-2.0 */
/* Functions and values that came with a version of OpenCL, or with an extension, that the devices
 * do not have; and functions that the specification has replaced. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_CONDITIONS_SINCE_H
#define CLRELAY_TOOLS_LAYERS_CHECK_CONDITIONS_SINCE_H

#include "../../../calls/words.h"
#include "../found/finding.h"

enum since_type { SINCE_MEM_FLAGS, SINCE_MAP_FLAGS, SINCE_ADDRESSING, SINCE_ORDER, SINCE_CHANNEL };

/* Flags, another value, or a format, which may be NULL, of a call with an object. */
HIDDEN void since_value(struct check_call *call, const void *object, enum since_type type,
                        uint64_t value);
HIDDEN void since_format(struct check_call *call, const void *object,
                         const cl_image_format *format);

/* A call of a function that came with a version of OpenCL (10 * major + minor), or with an
 * extension; its first argument is an object of this kind. */
HIDDEN SLOW void since_version(struct check_call *call, unsigned version, enum kind kind);
HIDDEN SLOW void since_extension(struct check_call *call, enum kind kind);

/* A call of a function that another one replaced in this version. */
HIDDEN SLOW void since_replacement(struct check_call *call, unsigned since);

#endif
