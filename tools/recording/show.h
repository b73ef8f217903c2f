/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shows arguments, results and objects in readable form: enumerants and flags by name, strings in
 * quotes, lists in brackets. All output and messages of `clrelay trace` use it.
 */
#ifndef CLRELAY_TOOLS_RECORDING_SHOW_H
#define CLRELAY_TOOLS_RECORDING_SHOW_H

#include "../base/strings.h"
#include "recording.h"

/* Adds an argument, and what it points to. */
void show_argument(struct string *to, const struct recording *recording, const struct call *call,
                   int parameter);

/* Adds all arguments: PARAMETER = ARGUMENT, ... */
void show_arguments(struct string *to, const struct recording *recording, const struct call *call);

/* Adds the result. Adds nothing if the function has none, and ? if the call has not returned. */
void show_result(struct string *to, const struct recording *recording, const struct call *call);

/* Adds a call in C syntax: NAME(PARAMETER = ARGUMENT, ...) = RESULT. */
void show_call(struct string *to, const struct recording *recording, const struct call *call);

/* Adds what a query asks for (" for CL_DEVICE_NAME"): `number` is its argument param_name. Adds
 * nothing if the function has no such parameter. */
void show_query(struct string *to, const struct signature *signature, uint64_t number);

/* The name of an error, or NULL. */
const char *show_error(int64_t code);

/* Adds a value of an API type: a handle, an enumerant, flags, a number. */
void show_value(struct string *to, const char *type, uint64_t number);

/* Whether show_value() knows a type, or the target of a pointer of this type. */
bool show_knows(const char *type);

#endif
