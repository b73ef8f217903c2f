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
    PROBLEM_UNKNOWN, /* a GPU is missing; the reason is not known */
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

/* What a problem says about missing devices. findings_explain() removes a problem whose cause
 * another finding names. */
enum part {
    PART_NONE,
    PART_LIMIT,   /* a limit that may stop any driver */
    PART_NODE,    /* why this user can't use nodes */
    PART_OPENING, /* nodes that do not open */
    PART_GPU,     /* why a GPU is missing */
    PART_FAILURE, /* a driver fails; the reason is not known */
    PART_UNKNOWN, /* a GPU is missing; the reason is not known */
    PART_NOTHING, /* there is no device; the reason is not known */
    PART_OUTPUT   /* what a driver prints */
};

struct findings {
    struct finding *all;
    size_t count;
};

/* Adds a finding with its subject (`about`, or ""), its text (`format`), and its remedy (or ""). */
void findings_add(struct findings *findings, enum urgency urgency, const char *about,
                  const char *remedy, const char *format, ...) PRINTF_LIKE(5, 6);

/* Sets the row of causes.h of the last finding with this urgency. */
void findings_set_cause(struct findings *findings, enum urgency urgency, const char *id);

/* Sets the part of the last finding with this urgency, and the vendors whose GPUs or drivers the
 * finding is about, as bits. 0: no vendor, or unknown ones. */
void findings_set_part(struct findings *findings, enum urgency urgency, enum part part,
                       unsigned vendors);
/* Says that the last finding with this urgency quotes what the driver `about` prints. Then
 * findings_explain() removes the finding about that output. */
void findings_set_quoted(struct findings *findings, enum urgency urgency, const char *about);
/* Removes each finding that another one explains or quotes. A crash stays, and the finding that
 * explains it moves before it. What to do about a failure comes after raising a limit. Findings about GPUs that differ
 * in the PCI address alone become one. */
void findings_explain(struct findings *findings);

/* Takes "sudo" out of the commands of all remedies. */
void findings_leave_out_sudo(struct findings *findings);

/* The number of findings that are at least this severe. */
size_t findings_count(const struct findings *findings, enum urgency urgency);
/* Whether there is a finding about this subject with this urgency. */
bool findings_has(const struct findings *findings, enum urgency urgency, const char *about);
/* Whether there is a problem about this subject. */
bool findings_has_problem(const struct findings *findings, const char *about);
/* The subject of the first finding, or NULL. */
const char *findings_first(const struct findings *findings);
/* Whether a remedy has these words. */
bool findings_advise(const struct findings *findings, const char *words);
void findings_print(const struct findings *findings);
json_t *findings_json(const struct findings *findings);
void findings_free(struct findings *findings);

#endif
