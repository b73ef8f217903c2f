/* SPDX-License-Identifier: Apache-2.0 */
/* Why no process loaded the layer. */
#ifndef CLRELAY_TOOLS_RECORDING_NOT_LOADED_H
#define CLRELAY_TOOLS_RECORDING_NOT_LOADED_H

#include <jansson.h>

/* Adds sentences that say why to a list. `done` is what the command does with calls, such as
 * "recorded"; `variable` is the environment variable that it sets; `program` is NULL if unknown;
 * `ending` is how a signal has ended the program, or NULL. */
void not_loaded_add(json_t *notes, const char *command, const char *done, const char *variable,
                    const char *program, const char *ending);

/* Each system has its own of this function, for not_loaded.c. Says why a program can't load this
 * user's libraries, judged only by the program's file, as the end of a sentence. NULL: no reason is
 * found. The caller frees it. */
char *not_loaded_reason(const char *program);

#endif
