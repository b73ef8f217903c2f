/* SPDX-License-Identifier: Apache-2.0 */
/* Findings (finding_json()) in the formats that build servers read. */
#ifndef CLRELAY_TOOLS_CHECK_SERVER_FORMATS_H
#define CLRELAY_TOOLS_CHECK_SERVER_FORMATS_H

#include <jansson.h>
#include <stdio.h>

/* All findings of a run, with its summary: SARIF 2.1.0, and JUnit's XML. */
void sarif_write(const json_t *findings, const json_t *summary, FILE *file);
void junit_write(const json_t *findings, const json_t *summary, FILE *file);

/* An annotation of GitHub Actions. */
void github_print(const json_t *finding, FILE *file);

#endif
