/* SPDX-License-Identifier: Apache-2.0 */
/* Which drivers the user wants. */
#ifndef CLRELAY_LOADER_FIND_CHOICE_H
#define CLRELAY_LOADER_FIND_CHOICE_H

#include "find/candidate.h"

/* Whether to open a driver: VERDICT_ACCEPTED, or the verdict that follows from the user's choice,
 * with the name of the setting in *by. */
enum verdict choice_of_driver(const struct candidate *candidate, const char **by);

/* Adds a problem to the settings for each pattern that matched no driver. */
void choice_warn_unmatched(void);

#endif
