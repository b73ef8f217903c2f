/* SPDX-License-Identifier: Apache-2.0 */
/* The baseline: what an earlier run found, from its log with --json. */
#ifndef CLRELAY_TOOLS_CHECK_BASELINE_H
#define CLRELAY_TOOLS_CHECK_BASELINE_H

#include <jansson.h>
#include <stdbool.h>

/* Adds the fingerprints of a log to *baseline, an object that has the number of places of each
 * fingerprint. A NULL *baseline begins one. Returns NULL, or what is wrong, for the caller to
 * free. */
char *baseline_read(json_t **baseline, const char *path);

/* Whether the baseline has a finding. Takes the finding's place out of the baseline: each place
 * counts once. */
bool baseline_take(json_t *baseline, const json_t *finding);

#endif
