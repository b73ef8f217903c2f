/* SPDX-License-Identifier: Apache-2.0 */
/* What child.c asks of the system: to run this program once more, and how that ended. */
#ifndef CLRELAY_TOOL_CHILD_SYSTEM_H
#define CLRELAY_TOOL_CHILD_SYSTEM_H

#include "child.h"

/* What comes from the child. */
enum stream { ANSWER, OUTPUT, ERRORS, STREAMS };

enum { ANSWER_LIMIT = 64 << 20 }; /* no more of it is kept */

struct run {
    enum end end; /* any but END_WELL */
    int code;     /* as struct answer has it */
    double seconds;
    struct printed streams[STREAMS]; /* for the caller to free */
};

/* Starts this program once more, to answer the question, and waits for the end of it and of all that
 * it has started; END_STUCK: it does not end. */
struct run child_run(const struct question *question);

/* For child_run(): adds what has been read to a stream of a run, as far as there is room. */
void child_append(struct run *run, enum stream stream, const char *bytes, size_t count);

/* The code of a run that ended by END_SIGNAL: its name, and what it is; of END_NO_START: why. Not the
 * caller's, and valid until the next call. */
const char *child_crash_name(int code);
const char *child_crash_text(int code);
const char *child_error_text(int code);

#endif
