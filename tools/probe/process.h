/* SPDX-License-Identifier: Apache-2.0 */
/* Runs this program again, in a process that uses OpenCL, and says how it ended. */
#ifndef CLRELAY_TOOLS_PROBE_PROCESS_H
#define CLRELAY_TOOLS_PROBE_PROCESS_H

#include "../base/system.h"

struct question {
    const char *kind;                 /* see protocol.h */
    const char *library;              /* the loader's library */
    const char *subject;              /* the library in question, or NULL */
    const struct variable *variables; /* or NULL */
    double limit;                     /* seconds */
    bool leaves;                      /* leave without exit handlers: see PROBE_LEAVES */
    const char *progress;             /* tells the waiting user what is going on */
};

/* How the process ended. END_NO_ANSWER: the process could not answer, but no driver ended it. */
enum end { END_WELL, END_SIGNAL, END_EXIT, END_OVERRUN, END_STUCK, END_NO_START, END_NO_ANSWER };

/* What a process printed on one of its standard streams. */
struct printed {
    char *text;    /* the beginning, NUL-terminated */
    size_t length; /* of `text`, which may contain NUL bytes */
    size_t total;  /* how many bytes the process printed */
};

/* The streams from the child. */
enum stream { ANSWER, OUTPUT, ERRORS, STREAMS };

enum { ANSWER_LIMIT = 64 << 20 }; /* the most bytes to keep of a stream */

struct run {
    enum end end; /* any but END_WELL */
    int code;     /* as in struct answer */
    double seconds;
    struct printed streams[STREAMS]; /* for the caller to free */
};

/* Starts this program again to answer the question, and waits until the new process and all its
 * children have ended. END_STUCK: it does not end. */
struct run process_run(const struct question *question);

/* For process_run(): appends bytes to a stream of a run, up to its limit. */
void process_append(struct run *run, enum stream stream, const char *bytes, size_t count);

#endif
