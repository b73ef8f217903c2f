/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Questions that only a process with OpenCL in it can answer. A new process answers each, so a
 * crash, an early end, endless waiting or printing there does no harm here.
 */
#ifndef CLRELAY_TOOL_PROBE_PROBE_H
#define CLRELAY_TOOL_PROBE_PROBE_H

#include "process.h"

#include <jansson.h>

struct answer {
    json_t *result; /* NULL: none */
    char *stage;    /* what it did last, or NULL: see probe_stage() */
    char *changed;  /* changes by drivers that the loader does not check for, or NULL */
    char *trouble;  /* why, if END_NO_ANSWER */
    enum end end;
    int code; /* the signal, the exit code, or the system's error number */
    double seconds;
    struct printed out, err;
};

/* Asks, and waits until the process and its group have ended. */
struct answer probe_ask(const struct question *question);
void probe_free(struct answer *answer);

/* What the process did last, as the end of a sentence that ends with "while". */
const char *probe_stage(const struct answer *answer);
/* How the process ended, as the end of a sentence about it. The caller frees it. */
char *probe_end_text(const struct answer *answer);
/* The same as JSON. */
json_t *probe_end_json(const struct answer *answer);

#endif
