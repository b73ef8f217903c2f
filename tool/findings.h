/* SPDX-License-Identifier: Apache-2.0 */
/* The findings of the doctor, the most urgent first. */
#ifndef CLRELAY_TOOL_FINDINGS_H
#define CLRELAY_TOOL_FINDINGS_H

#include "text.h"

#include <jansson.h>

enum level { PROBLEM, WARNING, NOTE };

/* How urgent a finding is among those of its level. The first finding is what the user should do
 * next. */
enum urgency {
    URGENT_LOADER = 100,
    URGENT_NO_DRIVER = 90,
    URGENT_CRASH = 80,
    URGENT_REFUSED = 70,
    URGENT_RIGHTS = 60,
    URGENT_SETTINGS = 50,
    URGENT_LATER = 40
};

/* Adds a finding: what it is about ("" for nothing), what it is, and what to do ("" for
 * nothing). */
void finding_add(json_t *findings, enum level level, enum urgency urgency, const char *about,
                 const char *remedy, const char *format, ...) PRINTF_LIKE(6, 7);

size_t finding_count(const json_t *findings, enum level level);
void finding_print_all(const json_t *findings);
/* Removes internal members. */
void finding_finish(json_t *findings);

#endif
