/* SPDX-License-Identifier: Apache-2.0 */
/* The calls that the threads of a process were in. */
#ifndef CLRELAY_TOOLS_CHECK_OPEN_CALLS_H
#define CLRELAY_TOOLS_CHECK_OPEN_CALLS_H

#include "../base/strings.h"
#include "../recording/recording.h"

struct open_calls {
    size_t count;
    bool whole; /* there is certainly no other open call */
    const char
        *driver; /* the file of the last one's driver, if its function was running; or NULL */
};

/* Adds the open calls to a text, with their threads, and where the program made them. `process` 0:
 * those of all processes. */
struct open_calls open_calls_add(struct string *to, const struct recording *recording,
                                 unsigned long process);

#endif
