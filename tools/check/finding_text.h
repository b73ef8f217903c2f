/* SPDX-License-Identifier: Apache-2.0 */
/* Prints findings for people, into the file of terminal_use(). */
#ifndef CLRELAY_TOOLS_CHECK_FINDING_TEXT_H
#define CLRELAY_TOOLS_CHECK_FINDING_TEXT_H

#include <jansson.h>

void text_print_finding(const json_t *finding);
void text_print_summary(const json_t *summary);

#endif
