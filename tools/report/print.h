/* SPDX-License-Identifier: Apache-2.0 */
/* What several commands print of a report. */
#ifndef CLRELAY_TOOLS_REPORT_PRINT_H
#define CLRELAY_TOOLS_REPORT_PRINT_H

#include "../base/terminal.h"
#include "report.h"

/* The words for a severity: `state` in a candidate's line, `counted` after a number of
 * candidates. */
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

/* Prints a candidate's line: its state, how long the loader took (0: unknown), and in the column
 * PRINT_COLUMN its name. All other text goes below the name. */
enum { PRINT_COLUMN = 22 };
void print_state(const struct candidate *candidate, json_int_t microseconds);

/* Prints the problems of the settings. */
void print_problems(const struct report *report);

/* Prints the files that the loader does not trust. */
void print_untrusted(const struct report *report);

/* Prints a line with the name of a platform or device, and its number unless UNKNOWN. */
void print_name(int indent, const char *what, json_int_t number, const char *name, bool is_default);

/* Adds a device's kind and size to the line. */
void print_kind(const struct device *device);

/* Adds a time in short form to the line. */
void print_time(const char *before, json_int_t microseconds);

/* Says which drivers are missing, and where to read more. */
void print_missing(const struct probed *probed);

#endif
