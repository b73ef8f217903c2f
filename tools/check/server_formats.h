/* SPDX-License-Identifier: Apache-2.0 */
/* Writes findings (finding_json()) in the formats that build servers read. */
#ifndef CLRELAY_TOOLS_CHECK_SERVER_FORMATS_H
#define CLRELAY_TOOLS_CHECK_SERVER_FORMATS_H

#include <jansson.h>
#include <stdio.h>

/* Writes all findings of a run, and its summary, as SARIF 2.1.0. */
void sarif_write(const json_t *findings, const json_t *summary, FILE *file);

/* Writes all findings of a run, and its summary, as JUnit's XML. */
void junit_write(const json_t *findings, const json_t *summary, FILE *file);

/* Prints a finding as an annotation for GitHub Actions. */
void github_print(const json_t *finding, FILE *file);

#endif
