/* SPDX-License-Identifier: Apache-2.0 */
/* Tries one driver or one layer by itself, in processes of its own. */
#ifndef CLRELAY_TOOL_COMMAND_TRIAL_H
#define CLRELAY_TOOL_COMMAND_TRIAL_H

#include "../report/survey.h"

/*
 * Tries a candidate that the loader has found and not opened, twice: once through the loader, once
 * with all symbols bound. The candidate gets the verdict of the first trial, "platforms" with their
 * devices, "trial" and "bound" (how each process ended and what it printed), and its standing.
 * `findings` get what is wrong.
 */
void trial_run(const struct options *options, json_t *candidate, bool layer, const json_t *settings,
               json_t *findings);

/* Asks a question in a process whose loader finds this candidate and no other. The question's
 * variables do not count. */
struct answer trial_ask(const json_t *candidate, bool layer, const struct question *question);

/* How long a trial may take, in seconds. */
double trial_limit(const struct options *options);

/* What to say about a process that failed. The caller frees it. */
char *trial_text(const struct answer *answer, const char *when);

#endif
