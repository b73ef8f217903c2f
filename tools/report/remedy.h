/* SPDX-License-Identifier: Apache-2.0 */
/* Explains the loader's verdict on a candidate: what is wrong and what to do. */
#ifndef CLRELAY_TOOLS_REPORT_REMEDY_H
#define CLRELAY_TOOLS_REPORT_REMEDY_H

#include "report.h"

/* Adds to a candidate what this program knows about it. `report` is the candidate's, with the
 * settings, or NULL. */
void remedy_add(struct candidate *candidate, const struct report *report);
void remedy_add_all(const struct candidates *candidates, const struct report *report);
/* Replaces that. The candidate takes over the texts. */
void remedy_set(struct candidate *candidate, enum severity severity, char *reason, char *remedy);

/* Whether it means that a driver was asked, and has no device. */
bool remedy_is_absent(enum verdict verdict);

/* How many candidates of a list have this severity. */
size_t remedy_count(const struct candidates *candidates, enum severity severity);

/* A candidate's display name: its manifest, directory or library, or else the setting. */
const char *remedy_where(const struct candidate *candidate);
/* What to change about a candidate, in words: what remedy_where() names, or a value of Windows'
 * registry. The caller frees it. */
char *remedy_place(const struct candidate *candidate);
/* Whether its manifest is a file. */
bool remedy_has_manifest(const struct candidate *candidate);
/* Its name for OCL_ICD_DRIVERS_DISABLE. The caller frees it. */
char *remedy_name(const struct candidate *candidate);

/* What to do if a driver can't list its devices, with this error of the function in words. The
 * caller frees the text. */
char *remedy_of_listing(const struct candidate *candidate, const char *error);

/* Explains a dynamic linker's message about a library, and says what to do on this distribution.
 * The caller frees both texts. Returns false, with both NULL, if it does not know the message. */
bool remedy_of_message(const char *message, const char *library,
                       const struct distribution *distribution, char **reason, char **remedy);

#endif
