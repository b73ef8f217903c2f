/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Questions that only a process with OpenCL in it can answer. A new process answers each, so a
 * crash, an early end, endless waiting or printing there does no harm here.
 */
#ifndef CLRELAY_TOOL_CHILD_H
#define CLRELAY_TOOL_CHILD_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* An environment variable to set. In a list, the last one has the name NULL. */
struct variable {
    const char *name, *value;
};

struct question {
    const char *kind;                 /* see probe_protocol.h */
    const char *library;              /* the loader's library */
    const char *subject;              /* the library in question, or NULL */
    const struct variable *variables; /* or NULL */
    double limit;                     /* seconds */
    const char *progress;             /* what the waiting user reads */
};

/* How the process ended. END_NO_ANSWER: it could not answer, though no driver ended it. */
enum end { END_WELL, END_SIGNAL, END_EXIT, END_OVERRUN, END_STUCK, END_NO_START, END_NO_ANSWER };

/* What a process printed on one of its standard streams. */
struct printed {
    char *text;    /* the beginning, NUL-terminated */
    size_t length; /* of `text`, which may contain NUL bytes */
    size_t total;  /* how many bytes the process printed */
};

struct answer {
    json_t *result; /* NULL: none */
    char *stage;    /* what it did last, or NULL: see child_stage() */
    char *changed;  /* changes by drivers that the loader does not check for, or NULL */
    char *trouble;  /* why, if END_NO_ANSWER */
    enum end end;
    int code; /* the signal, the exit code, or the system's error number */
    double seconds;
    struct printed out, err;
};

/* Asks, and waits until the process and its group have ended. */
struct answer child_ask(const struct question *question);
void child_free(struct answer *answer);

/* What the process did last, as the end of a sentence that ends with "while". */
const char *child_stage(const struct answer *answer);
/* How the process ended, as the end of a sentence about it. The caller frees it. */
char *child_end_text(const struct answer *answer);
/* The same as JSON. */
json_t *child_end_json(const struct answer *answer);

#endif
