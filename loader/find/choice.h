/* SPDX-License-Identifier: Apache-2.0 */
/* Which drivers the user wants. */
#ifndef CLRELAY_LOADER_FIND_CHOICE_H
#define CLRELAY_LOADER_FIND_CHOICE_H

#include "find/candidate.h"

/* Whether to open a driver: VERDICT_ACCEPTED, or the verdict that follows from the user's choice,
 * with the name of the setting in *by. VERDICT_OUT_OF_MEMORY, with the reason: a driver that the
 * user has disabled could be opened otherwise. */
enum verdict choice_of_driver(const struct candidate *candidate, const char **by);

/* Adds a problem to the settings for each pattern that matched no driver. */
void choice_warn_unmatched(void);

#endif
