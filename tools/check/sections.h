/* SPDX-License-Identifier: Apache-2.0 */
/* Where the specification has the rule behind a finding. */
#ifndef CLRELAY_TOOLS_CHECK_SECTIONS_H
#define CLRELAY_TOOLS_CHECK_SECTIONS_H

#include "check_id_texts.h"

#include <stdbool.h>

/* The edition of the specification, with its extensions, that has all sections. */
#define SECTIONS_EDITION "OpenCL 3.1.1"

/* The place of a check ID's rule: "section 5.11" or "extension cl_khr_semaphore", or NULL if there
 * is none. The caller frees it. */
char *section_of(const struct check_id_text *check_id);

/* The place of a condition of the function with this number: that of the function, unless the check
 * ID's is a part of it, or an extension. Otherwise as section_of(). */
char *section_of_condition(const struct check_id_text *check_id, unsigned number);

/* The extension of a function outside the dispatch table; NULL: the function is in the table. */
const char *section_extension(unsigned number);

#endif
