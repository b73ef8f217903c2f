/* SPDX-License-Identifier: Apache-2.0 */
/* From the loader's verdict on a candidate to what is wrong and what can be done about it. */
#ifndef CLRELAY_TOOL_REMEDY_H
#define CLRELAY_TOOL_REMEDY_H

#include <jansson.h>
#include <stdbool.h>

enum standing { STANDS_WELL, STANDS_OFF, STANDS_FOREIGN, STANDS_WRONG };

/*
 * Adds to a candidate of the report (a driver, a layer or a directory) what this program knows
 * about it: "standing" (well, off, foreign, wrong), "reason" and "remedy" (null: none).
 * `settings` are those of the report.
 */
void remedy_add(json_t *candidate, const json_t *settings);
void remedy_add_all(json_t *candidates, const json_t *settings);

enum standing remedy_standing(const json_t *candidate);

/* The manifest, directory or library that a candidate is called by; else the setting. */
const char *remedy_where(const json_t *candidate);
/* What there is to be changed to change the candidate: the same, or a value of Windows' registry, in
 * words; the caller frees it. */
char *remedy_place(const json_t *candidate);
/* Whether it has a manifest that is a file. */
bool remedy_has_manifest(const json_t *candidate);
/* The name by which OCL_ICD_DRIVERS_DISABLE knows it; the caller frees it. */
char *remedy_name(const json_t *candidate);

/* A dynamic linker's complaint about a library in plain words and what to do, for the caller to
 * free both; false: the message is not understood, and both are NULL. */
bool remedy_of_message(const char *message, const char *library, char **reason, char **remedy);

#endif
