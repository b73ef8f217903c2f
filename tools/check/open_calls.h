/* SPDX-License-Identifier: Apache-2.0 */
/* The calls that the threads of a process were in. */
#ifndef CLRELAY_TOOLS_CHECK_OPEN_CALLS_H
#define CLRELAY_TOOLS_CHECK_OPEN_CALLS_H

#include "../base/strings.h"
#include "../recording/recording.h"

/* These words are before the driver's file in the text of a call, if a driver's function was
 * running. */
#define OPEN_CALL_IN_DRIVER " in the driver "

/* Adds the open calls to a text, with their threads, and where the program made them. `process` 0:
 * those of all processes. Returns their number. *whole, unless `whole` is NULL, becomes whether
 * there is certainly no other open call. */
size_t open_calls_add(struct string *to, const struct recording *recording, unsigned long process,
                      bool *whole);

#endif
