/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shows arguments, results and objects as people write them: enumerants and flags by name, strings
 * in quotes, lists in brackets. Every output and every message of `clrelay trace` uses it.
 */
#ifndef CLRELAY_TOOL_RECORDING_SHOW_H
#define CLRELAY_TOOL_RECORDING_SHOW_H

#include "../base/strings.h"
#include "recording.h"

/* Adds an argument: what it is, and what it points to. */
void show_argument(struct string *to, const struct recording *recording, const struct call *call,
                   int parameter);

/* Adds all of them: PARAMETER = ARGUMENT, ... */
void show_arguments(struct string *to, const struct recording *recording, const struct call *call);

/* Adds the result; nothing if the function has none, ? if it has not returned. */
void show_result(struct string *to, const struct recording *recording, const struct call *call);

/* Adds a whole call, as C writes it: NAME(PARAMETER = ARGUMENT, ...) = RESULT. */
void show_call(struct string *to, const struct recording *recording, const struct call *call);

/* The name of an error, or NULL. */
const char *show_error(int64_t code);

/* Adds a value of a type of the API: a handle, an enumerant, flags, a number. */
void show_value(struct string *to, const char *type, uint64_t number);

/* Whether show_value() knows a type, or what a pointer of this type points to. */
bool show_knows(const char *type);

#endif
