/* SPDX-License-Identifier: Apache-2.0 */
/* The kinds of objects that programs have handles of. */
#ifndef CLRELAY_TOOLS_CALLS_KIND_H
#define CLRELAY_TOOLS_CALLS_KIND_H

#include "provisional_types.h"
#include "api/table.h"

enum kind {
    KIND_NONE, /* no object */
#define KIND(kind, handle, error, retain, release) KIND_##kind,
/* A command in a command buffer that the program may change. It has no references. */
#include "kind_rows.h"
    KIND_COMMAND,
    KIND_COUNT
};

/* The kind of a handle by its type, for the preprocessor: PICK(KIND_OF_##type, KIND_NONE, ). */
/* clang-format off */
#define KIND_OF_cl_platform_id        , KIND_PLATFORM
#define KIND_OF_cl_device_id          , KIND_DEVICE
#define KIND_OF_cl_context            , KIND_CONTEXT
#define KIND_OF_cl_command_queue      , KIND_QUEUE
#define KIND_OF_cl_mem                , KIND_MEM
#define KIND_OF_cl_sampler            , KIND_SAMPLER
#define KIND_OF_cl_program            , KIND_PROGRAM
#define KIND_OF_cl_kernel             , KIND_KERNEL
#define KIND_OF_cl_event              , KIND_EVENT
#define KIND_OF_cl_semaphore_khr      , KIND_SEMAPHORE
#define KIND_OF_cl_command_buffer_khr , KIND_COMMAND_BUFFER
/* clang-format on */
#define KIND(kind, handle, error, retain, release)                                                 \
    _Static_assert(PICK(KIND_OF_##handle, KIND_NONE, ) == KIND_##kind, "another row");
#include "kind_rows.h"

#endif
