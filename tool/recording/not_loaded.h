/* SPDX-License-Identifier: Apache-2.0 */
/* Why no process has loaded the layer. */
#ifndef CLRELAY_TOOL_RECORDING_NOT_LOADED_H
#define CLRELAY_TOOL_RECORDING_NOT_LOADED_H

#include <jansson.h>

/* Adds sentences to a list. `done` is what a command does with calls: "recorded"; `variable` is
 * the one that it sets; `program` may be NULL: it is not known any more. */
void not_loaded_add(json_t *notes, const char *command, const char *done, const char *variable,
                    const char *program);

/* For not_loaded.c, from the system: why no library of this user gets into a program, judged by its
 * file alone; the end of a sentence about it. NULL: there is no reason. The caller frees it. */
char *not_loaded_reason(const char *program);

#endif
