/* SPDX-License-Identifier: Apache-2.0 */
/* Probes one driver or one layer by itself, in processes of its own. */
#ifndef CLRELAY_TOOL_COMMAND_ALONE_H
#define CLRELAY_TOOL_COMMAND_ALONE_H

#include "../report/loader.h"
#include "findings.h"

/*
 * Probes a candidate that the loader has found and not opened, twice: once through the loader, once
 * with all symbols bound. The candidate gets the verdict of the first probe, its platforms with
 * their devices, how each process ended, and what remedy.h says. `findings` get what is wrong.
 */
void alone_probe(const struct options *options, struct candidate *candidate,
                 const struct report *report, struct findings *findings);

/* Asks a question in a process whose loader finds this candidate and no other. The question's
 * variables do not count. */
struct probed alone_ask(const struct candidate *candidate, const struct question *question);

/* How long such a process may take, in seconds. */
double alone_limit(const struct options *options);

/* What to say about a process that failed. The caller frees it. */
char *alone_failure_text(const struct answer *answer, const char *when);

#endif
