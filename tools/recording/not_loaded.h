/* SPDX-License-Identifier: Apache-2.0 */
/* Why no process loaded the layer. */
#ifndef CLRELAY_TOOLS_RECORDING_NOT_LOADED_H
#define CLRELAY_TOOLS_RECORDING_NOT_LOADED_H

#include <jansson.h>

/* Adds sentences to a list. `done` is what the command does with calls, such as "recorded";
 * `variable` is the one that it sets; `program` is NULL if unknown. */
void not_loaded_add(json_t *notes, const char *command, const char *done, const char *variable,
                    const char *program);

/* For not_loaded.c, from the system: why a program can't load this user's libraries, judged only by
 * its file, as the end of a sentence. NULL: no reason found. The caller frees it. */
char *not_loaded_reason(const char *program);

#endif
