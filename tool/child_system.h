/* SPDX-License-Identifier: Apache-2.0 */
/* What child.c needs from the system: to run this program again, and to know how it ended. */
#ifndef CLRELAY_TOOL_CHILD_SYSTEM_H
#define CLRELAY_TOOL_CHILD_SYSTEM_H

#include "child.h"

/* The streams from the child. */
enum stream { ANSWER, OUTPUT, ERRORS, STREAMS };

enum { ANSWER_LIMIT = 64 << 20 }; /* the maximum size that is kept */

struct run {
    enum end end; /* any but END_WELL */
    int code;     /* as in struct answer */
    double seconds;
    struct printed streams[STREAMS]; /* for the caller to free */
};

/* Starts this program again to answer the question, and waits until it and everything that it has
 * started have ended. END_STUCK: it does not end. */
struct run child_run(const struct question *question);

/* For child_run(): adds bytes to a stream of a run, as long as there is space. */
void child_append(struct run *run, enum stream stream, const char *bytes, size_t count);

/* Texts for the code of a run: name and description for END_SIGNAL, the reason for END_NO_START.
 * They do not belong to the caller, and are valid until the next call. */
const char *child_crash_name(int code);
const char *child_crash_text(int code);
const char *child_error_text(int code);

#endif
