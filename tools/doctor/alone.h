/* SPDX-License-Identifier: Apache-2.0 */
/* Probes one driver or one layer by itself, in processes of its own. */
#ifndef CLRELAY_TOOLS_DOCTOR_ALONE_H
#define CLRELAY_TOOLS_DOCTOR_ALONE_H

#include "../report/loader.h"
#include "findings.h"

/*
 * Probes a candidate that the loader found and did not open, twice: through the loader, and with
 * all symbols bound. The candidate gets the first probe's verdict, its platforms and devices, how
 * each process ended, and the remedies of remedy.h. Problems go to `findings`. If the first process
 * hangs when it ends, the second one does not wait for that.
 */
void alone_probe(const struct options *options, struct candidate *candidate,
                 const struct report *report, struct findings *findings);

/* Asks a question in a process whose loader finds only this candidate. Ignores the question's own
 * variables. */
struct probed alone_ask(const struct candidate *candidate, const struct question *question);

/* The same with these libraries in the process, separated by colons, before anything else. */
struct probed alone_ask_with(const struct candidate *candidate, const struct question *question,
                             const char *libraries);

/* The same with two drivers, in this order. */
struct probed alone_ask_both(const struct candidate *first, const struct candidate *second,
                             const struct question *question);

/* Whether a process had its result, and then hung when it ended. */
bool alone_hangs_at_end(const struct answer *answer);

/* The time limit of such a process, in seconds. */
double alone_limit(const struct options *options);

/* Describes how a process failed. The caller frees it. */
char *alone_failure_text(const struct answer *answer, const char *when);
/* Adds the last line that it has printed to standard error, if there is one. */
void alone_add_output(char **words, const struct answer *answer);

#endif
