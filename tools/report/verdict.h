/* SPDX-License-Identifier: Apache-2.0 */
/* The loader's verdicts on drivers and layers, as values; the report has their names. */
#ifndef CLRELAY_TOOLS_REPORT_VERDICT_H
#define CLRELAY_TOOLS_REPORT_VERDICT_H

enum verdict {
#define VERDICT(id, severity, text) VERDICT_##id,
#include "base/verdicts.h"
#undef VERDICT
    VERDICT_UNKNOWN /* a verdict that a newer loader has added */
};

/* What a verdict means for the driver or layer. */
enum severity {
    SEVERITY_WELL,
    SEVERITY_OFF,
    SEVERITY_UNTRIED,
    SEVERITY_OTHER_ARCHITECTURE,
    SEVERITY_WRONG
};

#endif
