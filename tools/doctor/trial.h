/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a kernel on one device, in a process of its own, and says how that went. */
#ifndef CLRELAY_TOOLS_DOCTOR_TRIAL_H
#define CLRELAY_TOOLS_DOCTOR_TRIAL_H

#include "../report/loader.h"

/* What to try. The caller keeps all that this points to. */
struct trial {
    const struct options *options;
    const struct variable *variables; /* variables for the process, or NULL */
    bool leaves;                      /* an earlier process with these drivers ended late */
    const struct candidate *driver;   /* the only driver in the process, or NULL: all drivers */
    const struct platform *platform;
    const struct device *device;
    json_int_t platform_index; /* the platform's index in that process */
};

/* How many seconds a trial may take. */
double trial_limit(const struct options *options);

/* Makes the trial. `computed` of the answer is never NULL. If the process ended before it had a
 * result, `computed` has the result "failed" and an error that says how the process ended.
 * probed_free() frees the answer. */
struct probed trial_make(const struct trial *trial);

/* The library of the trial's driver, or NULL. */
const char *trial_library(const struct trial *trial);

/* The answer as JSON: the result, and how the process ended. */
json_t *trial_json(const struct probed *probed);

/* Says what went wrong in a trial, with the line of the build log or of the process's output that
 * tells most. `alone`: the process had no other driver. The caller frees the text. */
char *trial_words(const struct probed *probed, bool alone);

#endif
