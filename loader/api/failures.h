/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which function replaces a missing one, and which one a NULL handle leads to, depending on the
 * RESULT column of the row and the type of its handle. Contains preprocessor directives only,
 * because assembler files include it, too.
 *
 * A function that only returns a status does not read its parameters, so one function serves all
 * rows. Not so on 32-bit Windows, where functions remove their arguments from the stack.
 */
#ifndef CLRELAY_FAILURES_H
#define CLRELAY_FAILURES_H

#include "api/parameters.h"

#if !defined(_WIN32) || defined(_WIN64)
#define FAILURES_SHARED 1
#else
#define FAILURES_SHARED 0
#endif

/* The names of the functions: MISSING_FUNCTION(name, result), NULL_FUNCTION(name, result, type). */
#define MISSING_FUNCTION(name, result)    JOIN(MISSING_FUNCTION_, result)(name)
#define NULL_FUNCTION(name, result, type) JOIN(NULL_FUNCTION_, result)(name, type)
#define MISSING_FUNCTION_OBJECT(name)     name##_missing
#define MISSING_FUNCTION_POINTER(name)    name##_missing
#define MISSING_FUNCTION_NOTHING(name)    name##_missing
#define NULL_FUNCTION_OBJECT(name, type)  name##_null
#define NULL_FUNCTION_POINTER(name, type) name##_null
#define NULL_FUNCTION_NOTHING(name, type) name##_null

#if FAILURES_SHARED
#define MISSING_FUNCTION_STATUS(name)    missing
#define NULL_FUNCTION_STATUS(name, type) JOIN(NULL_STATUS_, type)(name)
/* A NULL platform means the default platform, so this function must do more than fail. */
#define NULL_STATUS_cl_platform_id(name)   name##_null
#define NULL_STATUS_cl_device_id(name)     no_device
#define NULL_STATUS_cl_context(name)       no_context
#define NULL_STATUS_cl_command_queue(name) no_queue
#define NULL_STATUS_cl_mem(name)           no_mem
#define NULL_STATUS_cl_program(name)       no_program
#define NULL_STATUS_cl_kernel(name)        no_kernel
#define NULL_STATUS_cl_event(name)         no_event
#define NULL_STATUS_cl_sampler(name)       no_sampler
#else
#define MISSING_FUNCTION_STATUS(name)    name##_missing
#define NULL_FUNCTION_STATUS(name, type) name##_null
#endif

#endif
