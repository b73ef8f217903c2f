/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Questions that only a process with OpenCL can answer. Each question gets a new process, so that a
 * driver that crashes, exits, hangs or prints does no harm in this one.
 */
#ifndef CLRELAY_TOOLS_PROBE_PROBE_H
#define CLRELAY_TOOLS_PROBE_PROBE_H

#include "process.h"

#include <jansson.h>

struct answer {
    json_t *result; /* NULL: none */
    char *stage;    /* the process's last stage, or NULL: see probe_stage() */
    char *changed;  /* changes by drivers that the loader does not check for, or NULL */
    char *handlers; /* signal handlers and variables that drivers have set, or NULL */
    char *trouble;  /* why there is no answer, if END_NO_ANSWER */
    char *crashed;  /* the file whose instruction was the last, or NULL: not known */
    char *aborted;  /* the library that has called abort(), or NULL: not known */
    char *hangs;    /* the library in which it hangs, or NULL: not known */
    enum end end;
    int code;       /* the signal, the exit code, or the system's error number */
    double seconds; /* how long the process ran */
    double ready;   /* how long it took to the result; 0: there is none */
    struct printed out, err;
};

/* Asks a question, and waits until the process and its group have ended. */
struct answer probe_ask(const struct question *question);
void probe_free(struct answer *answer);

/* The last stage of the process, as a clause that follows "while". */
const char *probe_stage(const struct answer *answer);

/* Whether the process ended while it opened the library of OpenCL, before any driver. */
bool probe_was_opening(const struct answer *answer);

/* The library that has crashed or hangs, or NULL: it is not known, or one of the C library's, which does
 * what others ask it for. */
const char *probe_failed_in(const struct answer *answer);

/* How the process ended, as a predicate. The caller frees it. */
char *probe_end_text(const struct answer *answer);

/* How the process ended, as JSON. */
json_t *probe_end_json(const struct answer *answer);

#endif
