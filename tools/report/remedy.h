/* SPDX-License-Identifier: Apache-2.0 */
/* Explains the loader's verdict on a candidate: what is wrong and what to do. */
#ifndef CLRELAY_TOOLS_REPORT_REMEDY_H
#define CLRELAY_TOOLS_REPORT_REMEDY_H

#include "report.h"

/* Adds the reason and the remedy to a candidate. `report` is the candidate's, for its settings, or
 * NULL. */
void remedy_add(struct candidate *candidate, const struct report *report);
void remedy_add_all(const struct candidates *candidates, const struct report *report);
/* Replaces the reason and the remedy. The candidate takes over the texts. */
void remedy_set(struct candidate *candidate, enum severity severity, char *reason, char *remedy);

/* Whether a verdict means that a driver was asked, and has no device. */
bool remedy_is_absent(enum verdict verdict);

/* The number of candidates in a list that have this severity. */
size_t remedy_count(const struct candidates *candidates, enum severity severity);

/* A candidate's display name: its manifest, directory or library, or else the setting. */
const char *remedy_where(const struct candidate *candidate);
/* What to change about a candidate, in words: what remedy_where() names, or a value of Windows'
 * registry. The caller frees it. */
char *remedy_place(const struct candidate *candidate);
/* How to take a candidate away, in words: "remove" or "take ... out of". The caller frees it. */
char *remedy_removal(const struct candidate *candidate);
/* Whether a candidate's manifest is a file. */
bool remedy_has_manifest(const struct candidate *candidate);
/* A candidate's name for OCL_ICD_DRIVERS_DISABLE. The caller frees it. */
char *remedy_name(const struct candidate *candidate);

/* What to do if a driver can't list its devices. `error` is what the function returned, in words.
 * The caller frees the text. */
char *remedy_of_listing(const struct candidate *candidate, const char *error);

/* Explains a dynamic linker's message about a library, and says what to do on this distribution.
 * The caller frees both texts. If it does not know the message, returns false, and both texts are
 * NULL. */
bool remedy_of_message(const char *message, const char *library,
                       const struct distribution *distribution, char **reason, char **remedy);

#endif
