/* SPDX-License-Identifier: Apache-2.0 */
/* The findings of the doctor, the most urgent first. */
#ifndef CLRELAY_TOOLS_DOCTOR_FINDINGS_H
#define CLRELAY_TOOLS_DOCTOR_FINDINGS_H

#include "../base/text.h"

#include <jansson.h>
#include <stddef.h>

/* The most severe first: the first finding is what the user should fix next. Only problems affect
 * the exit status. */
enum urgency {
    PROBLEM_LOADER,
    PROBLEM_VARIABLE,
    PROBLEM_LIMIT,
    PROBLEM_NO_DRIVER,
    PROBLEM_CRASH,
    PROBLEM_REFUSED,
    PROBLEM_GPU,
    PROBLEM_RIGHTS,
    PROBLEM_SETTINGS,
    PROBLEM_OTHER,
    PROBLEM_UNKNOWN, /* a GPU is missing, and why is not known */
    PROBLEM_NOTHING, /* there is no device at all */
    LAST_PROBLEM = PROBLEM_NOTHING,
    WARNING_LOADER,
    WARNING_RIGHTS,
    WARNING_OTHER,
    LAST_WARNING = WARNING_OTHER,
    NOTE_RIGHTS,
    NOTE_OTHER,
    LAST_NOTE = NOTE_OTHER
};

/* What a problem says of missing devices. A known cause takes away what it explains. */
enum part {
    PART_NONE,
    PART_LIMIT,   /* a limit, which any driver may have run into */
    PART_NODE,    /* why this user can't use nodes */
    PART_OPENING, /* nodes that do not open */
    PART_GPU,     /* why a GPU is missing */
    PART_FAILURE, /* a driver fails, and why is not known */
    PART_UNKNOWN, /* a GPU is missing, and why is not known */
    PART_NOTHING, /* there is no device, and why is not known */
    PART_OUTPUT   /* what a driver prints */
};

struct findings {
    struct finding *all;
    size_t count;
};

/* Adds a finding: its subject (or ""), its text, and its remedy (or ""). */
void findings_add(struct findings *findings, enum urgency urgency, const char *about,
                  const char *remedy, const char *format, ...) PRINTF_LIKE(5, 6);

/* Names the row of causes.h that the last one of this urgency is. */
void findings_set_cause(struct findings *findings, enum urgency urgency, const char *id);

/* Says what the last one of this urgency is, and of which vendors' GPUs or drivers it is, as bits;
 * 0: of none, or of unknown ones. */
void findings_set_part(struct findings *findings, enum urgency urgency, enum part part,
                       unsigned vendors);
/* Says that the last one of this urgency has what a driver prints, which is then no finding of its
 * own. */
void findings_set_quoted(struct findings *findings, enum urgency urgency, const char *about);
/* Takes away what another one explains or has, and puts what explains a crash before it. */
void findings_explain(struct findings *findings);

/* How many are at least this severe. */
size_t findings_count(const struct findings *findings, enum urgency urgency);
/* Whether one is about this, and of this urgency. */
bool findings_has(const struct findings *findings, enum urgency urgency, const char *about);
/* Whether a problem of any urgency is about this. */
bool findings_has_problem(const struct findings *findings, const char *about);
/* The subject of the first one, or NULL. */
const char *findings_first(const struct findings *findings);
void findings_print(const struct findings *findings);
json_t *findings_json(const struct findings *findings);
void findings_free(struct findings *findings);

#endif
