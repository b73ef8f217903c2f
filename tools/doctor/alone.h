/* SPDX-License-Identifier: Apache-2.0 */
/* Probes one driver or one layer by itself, in processes of its own. */
#ifndef CLRELAY_TOOLS_DOCTOR_ALONE_H
#define CLRELAY_TOOLS_DOCTOR_ALONE_H

#include "../report/loader.h"
#include "findings.h"

/*
 * Probes a candidate of a list that the loader found and did not open, in up to three processes.
 * The first opens the candidate through the loader, the second binds all its symbols, and the third
 * asks a working driver for everything.
 *
 * The candidate gets the verdict, the platforms and the devices of the first process, how the first
 * two ended, and the remedies of remedy.h. Problems go to `findings`. If the first process hangs
 * when it ends, or ends late, the others leave without the usual end. If an earlier driver has the same
 * library, only that is said.
 */
void alone_probe(const struct options *options, const struct candidates *candidates, size_t number,
                 const struct report *report, struct findings *findings);

/* Asks a question in a process whose loader finds only this candidate. The question's own variables
 * do not count. */
struct probed alone_ask(const struct candidate *candidate, const struct question *question);

/* Takes over the verdict and its texts from the report of such a process. */
void alone_take_verdict(struct candidate *to, const struct probed *run);

/* Asks as alone_ask() does, in a process that opens these libraries first. Colons separate the
 * libraries. */
struct probed alone_ask_with(const struct candidate *candidate, const struct question *question,
                             const char *libraries);

/* Asks a question in a process whose loader finds only these two drivers, in this order. */
struct probed alone_ask_both(const struct candidate *first, const struct candidate *second,
                             const struct question *question);

/* Whether a process gave its result, and then hung when it ended. */
bool alone_hangs_at_end(const struct answer *answer);
/* Whether it hung then or ended late: then other processes with its drivers need not end so. */
bool alone_ends_late(const struct answer *answer);

/* The time limit of a process that probes one candidate, in seconds. */
double alone_limit(const struct options *options);

/* Says how a process failed; `when`: what it was doing. The caller frees the text. */
char *alone_failure_text(const struct answer *answer, const char *when);
enum { ALONE_LINE = 80 }; /* a line of a screen */
/* Adds the last line that the process printed to standard error, if there is one. `most`: the most
 * bytes of it. */
void alone_add_output(char **words, const struct answer *answer, size_t most);

/* What to do if no driver has ended the process, which could not start or answer; or NULL: one may
 * have. The caller frees the text. */
char *alone_untried_remedy(const struct answer *answer);

/* What to do about a process that was stopped after `limit` seconds. `candidate`: the only driver or
 * layer in the process, or NULL. The caller frees the text. */
char *alone_slow_remedy(const struct options *options, double limit,
                        const struct candidate *candidate, const struct answer *answer);

#endif
