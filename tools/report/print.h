/* SPDX-License-Identifier: Apache-2.0 */
/* What several commands print of a report. */
#ifndef CLRELAY_TOOLS_REPORT_PRINT_H
#define CLRELAY_TOOLS_REPORT_PRINT_H

#include "../base/terminal.h"
#include "report.h"

/* The words for a severity: in a candidate's line, and after a number of candidates. */
extern const struct severity_words {
    const char *state;
    enum style state_style;
    const char *counted;
    enum style counted_style;
} severity_words[];

#define PRINT_DRIVER_PLACES                                                                        \
    SYSTEM_TEXT("Directories searched for .icd files", "Places searched for drivers")
#define PRINT_LAYER_PLACES                                                                         \
    SYSTEM_TEXT("Directories searched for .lay files", "Places searched for layers")
void print_directories(const struct candidates *directories, const char *title);
void print_candidates(const struct candidates *candidates, const char *title);

/* Prints a candidate: its state, how long that took (0: unknown), and its name in the column
 * PRINT_COLUMN. Everything else is below the name. */
enum { PRINT_COLUMN = 22 };
void print_state(const struct candidate *candidate, json_int_t microseconds);

/* Prints the problems of the settings, and the untrusted files. */
void print_problems(const struct report *report);
void print_untrusted(const struct report *report);

/* A line with the name of a platform or device, and its number unless UNKNOWN. */
void print_name(int indent, const char *what, json_int_t number, const char *name, bool is_default);

/* Adds to the line a device's kind and size, or a time in short form. */
void print_kind(const struct device *device);
void print_time(const char *before, json_int_t microseconds);

/* Says which drivers are missing, and where to read more. */
void print_missing(const struct probed *probed);

#endif
