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

/* Parameters that have such values, by their names. */
#define OF_CALL               call, finding_subject(call)
#define SINCE_flags           , since_value(OF_CALL, SINCE_MEM_FLAGS, flags);
#define SINCE_map_flags       , since_value(OF_CALL, SINCE_MAP_FLAGS, map_flags);
#define SINCE_addressing_mode , since_value(OF_CALL, SINCE_ADDRESSING, addressing_mode);
#define SINCE_image_format    , since_format(OF_CALL, image_format);

/* The versions (10 * major + minor) that added the functions of the table, 0: extensions did; and
 * those that replaced them, 0: none. */
static const unsigned char since_added[SLOT_COUNT] = {
#define BY_ANY(version, type, name, ...) [name##_number] = JOIN(VERSION_, version),
#include "api/entry_points.h"
};
/* clang-format off */
static const unsigned char since_replaced[SLOT_COUNT] = {
    [clEnqueueBarrier_number] = 12, [clEnqueueWaitForEvents_number] = 12, [clEnqueueMarker_number] = 12,
    [clCreateImage2D_number] = 12, [clCreateImage3D_number] = 12, [clCreateFromGLTexture2D_number] = 12,
    [clCreateFromGLTexture3D_number] = 12, [clUnloadCompiler_number] = 12,
    [clGetExtensionFunctionAddress_number] = 12, [clCreateCommandQueue_number] = 20,
    [clCreateSampler_number] = 20, [clEnqueueTask_number] = 20, [clSetProgramReleaseCallback_number] = 30,
};
/* clang-format on */
HIDDEN SLOW void since_version(struct check_call *call, enum kind kind);
HIDDEN SLOW void since_extension(struct check_call *call, enum kind kind);
HIDDEN SLOW void since_replacement(struct check_call *call);

/* A call of a function, whose first argument is an object of a kind, or of none. */
ALWAYS_INLINED static inline void since_function(struct check_call *call, unsigned number,
                                                 enum kind kind)
{
    if (number < SLOT_COUNT && since_added[number] > 10 && kind) since_version(call, kind);
    if (number >= SIGNATURE_EXTENSIONS && kind) since_extension(call, kind);
    if (number < SLOT_COUNT && since_replaced[number]) since_replacement(call);
}

#endif
