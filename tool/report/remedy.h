/* SPDX-License-Identifier: Apache-2.0 */
/* Explains the loader's verdict on a candidate: what is wrong and what to do. */
#ifndef CLRELAY_TOOL_REPORT_REMEDY_H
#define CLRELAY_TOOL_REPORT_REMEDY_H

#include "../base/terminal.h"
#include "base/verdict.h"

#include <jansson.h>
#include <stdbool.h>

/* Adds to a candidate of the report (a driver, a layer or a directory) what this program knows
 * about it: "standing" (well, off, untried, other architecture, wrong), "reason" and "remedy" (null: none).
 * `settings` are the settings in the report. */
void remedy_add(json_t *candidate, const json_t *settings);
void remedy_add_all(json_t *candidates, const json_t *settings);

/* The words of a standing: in JSON, in the line of a candidate, and behind a number of candidates. */
extern const struct standing_words {
    const char *name, *state;
    enum style state_style;
    const char *counted;
    enum style counted_style;
} standing_words[];

enum standing remedy_standing(const json_t *candidate);
/* How many candidates of a list have this standing. */
size_t remedy_count(const json_t *candidates, enum standing standing);

/* The setting of this name in a report's settings, or NULL. */
const json_t *remedy_setting(const json_t *settings, const char *name);

/* What to call a candidate: its manifest, directory or library, or else the setting. */
const char *remedy_where(const json_t *candidate);
/* What to change about a candidate: the same, or a value of Windows' registry, in words. The caller
 * frees it. */
char *remedy_place(const json_t *candidate);
/* Whether it has a manifest that is a file. */
bool remedy_has_manifest(const json_t *candidate);
/* Its name for OCL_ICD_DRIVERS_DISABLE. The caller frees it. */
char *remedy_name(const json_t *candidate);

/* Explains a dynamic linker's message about a library in plain words, and says what to do. The
 * caller frees both texts. Returns false if the message is unknown; then both are NULL. */
bool remedy_of_message(const char *message, const char *library, char **reason, char **remedy);

#endif
