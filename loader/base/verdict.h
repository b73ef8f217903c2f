/* SPDX-License-Identifier: Apache-2.0 */
/* The verdicts of verdicts.h as values, with their words and details. */
#ifndef CLRELAY_LOADER_BASE_VERDICT_H
#define CLRELAY_LOADER_BASE_VERDICT_H

#include "base/compiler.h"

enum verdict {
#define VERDICT(id, severity, text) VERDICT_##id,
#include "base/verdicts.h"
#undef VERDICT
    VERDICT_ACCEPTED /* a check has found nothing wrong; never a candidate's verdict */
};

/* What a verdict means for the candidate. */
enum severity {
    SEVERITY_WELL,
    SEVERITY_OFF,
    SEVERITY_UNTRIED,
    SEVERITY_OTHER_ARCHITECTURE,
    SEVERITY_WRONG
};
enum severity verdict_severity(enum verdict verdict);

/* The details of a verdict, for people: what the system or a driver said, a name, a number. */
struct details {
    char text[1024];
};

/* Writes the details in printf's way, and returns the verdict. So a check can end with
 * `return verdict_explain(...)`, and its caller stores the verdict. */
enum verdict verdict_explain(struct details *details, enum verdict verdict, const char *format, ...)
    PRINTF_FORMAT(3, 4);

/* The verdict's identifier in verdicts.h, and its text. */
const char *verdict_name(enum verdict verdict);
const char *verdict_text(enum verdict verdict);

#endif
