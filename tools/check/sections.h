/* SPDX-License-Identifier: Apache-2.0 */
/* Where the specification says what a finding is about. */
#ifndef CLRELAY_TOOLS_CHECK_SECTIONS_H
#define CLRELAY_TOOLS_CHECK_SECTIONS_H

#include "check_id_texts.h"

#include <stdbool.h>

/* The edition that all sections are of, with its extensions. */
#define SECTIONS_EDITION "OpenCL 3.1.1"

/* "section 5.11" or "extension cl_khr_semaphore", or NULL if there is none. The caller frees it.
 * The first is that of a check ID; the other that of a condition for an error of the function with
 * a number, which leads to the check ID: the one of the function, unless the check ID's is a part
 * of it, or an extension. */
char *section_of(const struct check_id_text *check_id);
char *section_of_condition(const struct check_id_text *check_id, unsigned number);

/* The extension of a function outside the dispatch table; NULL: it is in the table. */
const char *section_extension(unsigned number);

#endif
