/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Questions that only a process with OpenCL in it can answer. Each is asked of a new process, which
 * may crash, end, hang or print without harm to this one.
 */
#ifndef CLRELAY_TOOL_CHILD_H
#define CLRELAY_TOOL_CHILD_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* A change of the environment; the last one of a list has the name NULL. */
struct variable {
    const char *name, *value;
};

struct question {
    const char *kind;                 /* see probe.h */
    const char *library;              /* the loader's library */
    const char *subject;              /* the library that the question is about, or NULL */
    const struct variable *variables; /* or NULL */
    double limit;                     /* seconds */
    const char *progress;             /* what a waiting user reads */
};

/* How the process ended. END_NO_ANSWER: no driver ended it, but it could not answer. */
enum end {
    END_WELL, END_SIGNAL, END_EXIT, END_OVERRUN, END_STUCK, END_NO_START, END_NO_ANSWER
};

/* What a process printed to one of its standard outputs. */
struct printed {
    char *text;   /* its beginning, always terminated */
    size_t length; /* of that; bytes that are NUL are in it */
    size_t total;  /* how many bytes there were */
};

struct answer {
    json_t *result; /* NULL: there was none */
    char *stage;    /* what it was at, at last */
    char *changed;  /* what drivers changed that the loader does not tell of, or NULL */
    char *trouble;  /* with END_NO_ANSWER: why */
    enum end end;
    int code;       /* the signal, the exit code, or the system's error number */
    double seconds;
    struct printed out, err;
};

/* Asks, and waits for the end of the process and of its group. */
struct answer child_ask(const struct question *question);
void child_free(struct answer *answer);

/* How it ended, as what follows its name in a sentence; the caller frees it. */
char *child_end_text(const struct answer *answer);
/* The same as JSON. */
json_t *child_end_json(const struct answer *answer);

#endif
