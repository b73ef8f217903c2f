/* SPDX-License-Identifier: Apache-2.0 */
/* Which drivers the user wants. */
#ifndef CLRELAY_CHOICE_H
#define CLRELAY_CHOICE_H

#include "find/candidate.h"

/* Whether a driver is to be opened: VERDICT_UNTRIED, or the verdict that the user's choice gives it,
 * with the setting that says so in *by. */
enum verdict choice_of_driver(const struct candidate *candidate, const char **by);

/* Complains of patterns for drivers that matched none. */
void choice_warn_unmatched(void);

#endif
