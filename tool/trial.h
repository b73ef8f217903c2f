/* SPDX-License-Identifier: Apache-2.0 */
/* One driver or one layer by itself, in processes of its own. */
#ifndef CLRELAY_TOOL_TRIAL_H
#define CLRELAY_TOOL_TRIAL_H

#include "survey.h"

enum { TRIAL_LIMIT = 10 }; /* seconds, where the user says nothing */

/*
 * Tries a candidate that the loader has found and not opened, twice: as the loader opens it, and
 * with all symbols bound at once. The candidate gets the verdict of the first, "platforms" with
 * their devices, "trial" and "bound" (how each process ended and what it printed), and its
 * standing; `findings` what is wrong.
 */
void trial_run(const struct options *options, json_t *candidate, bool layer,
               const json_t *settings, json_t *findings);

/* What is said of a process that was lost, for the caller to free. */
char *trial_text(const struct answer *answer, const char *when);

#endif
