/* SPDX-License-Identifier: Apache-2.0 */
/* Values that came with a version of OpenCL that the devices do not have. */
#ifndef CLRELAY_LAYER_CHECK_SINCE_H
#define CLRELAY_LAYER_CHECK_SINCE_H

#include "finding.h"

enum since_type { SINCE_MEM_FLAGS, SINCE_MAP_FLAGS, SINCE_ADDRESSING, SINCE_ORDER, SINCE_CHANNEL };

/* Flags, a value, or a format, which may be NULL, of a call with an object. */
HIDDEN void since_flags(struct check_call *call, const void *object, enum since_type type,
                        uint64_t flags);
HIDDEN void since_value(struct check_call *call, const void *object, enum since_type type,
                        uint64_t value);
HIDDEN void since_format(struct check_call *call, const void *object,
                         const cl_image_format *format);

/* Parameters that have such values. */
#define NEWER_IN(type, name)     PICK(NEWER_IN_##name, (void)0, )
#define OF_CALL                  call, finding_subject(call)
#define NEWER_IN_flags           , since_flags(OF_CALL, SINCE_MEM_FLAGS, flags)
#define NEWER_IN_map_flags       , since_flags(OF_CALL, SINCE_MAP_FLAGS, map_flags)
#define NEWER_IN_addressing_mode , since_value(OF_CALL, SINCE_ADDRESSING, addressing_mode)
#define NEWER_IN_image_format    , since_format(OF_CALL, image_format)

#endif
