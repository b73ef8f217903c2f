/* SPDX-License-Identifier: Apache-2.0 */
/* What an earlier run has found, from its log with --json. */
#ifndef CLRELAY_TOOLS_CHECK_BASELINE_H
#define CLRELAY_TOOLS_CHECK_BASELINE_H

#include <jansson.h>
#include <stdbool.h>

/* Adds the fingerprints of a log to *baseline, which NULL begins: an object with the
 * number of places of each. Returns NULL, or what is wrong, for the caller to free. */
char *baseline_read(json_t **baseline, const char *path);

/* Whether a finding is known. Each known place counts for one. */
bool baseline_take(json_t *baseline, const json_t *finding);

#endif
