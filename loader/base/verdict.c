/* SPDX-License-Identifier: Apache-2.0 */
#include "base/verdict.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Identifier and text of each verdict, one after the other. Pointers to them would need a
 * relocation each time a program starts, and hardly any program asks. */
static const char verdicts[] =
#define VERDICT(id, severity, text) #id "\0" text "\0"
#include "base/verdicts.h"
#undef VERDICT
    ;

const char *verdict_name(enum verdict verdict)
{
    const char *at = verdicts;
    for (int i = 0; i < 2 * (int)verdict; i++) at += strlen(at) + 1;
    return at;
}

const char *verdict_text(enum verdict verdict)
{
    const char *name = verdict_name(verdict);
    return name + strlen(name) + 1;
}

enum severity verdict_severity(enum verdict verdict)
{
    static const unsigned char severities[] = {
#define VERDICT(id, severity, text) SEVERITY_##severity,
#include "base/verdicts.h"
#undef VERDICT
    };
    return (enum severity)severities[verdict];
}

enum verdict verdict_explain(struct details *details, enum verdict verdict, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(details->text, sizeof details->text, format, arguments);
    va_end(arguments);
    return verdict;
}
