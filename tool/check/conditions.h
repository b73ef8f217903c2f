/* SPDX-License-Identifier: Apache-2.0 */
/* The conditions of the specification, as the layer that checks them lists them. */
#ifndef CLRELAY_TOOL_CHECK_CONDITIONS_H
#define CLRELAY_TOOL_CHECK_CONDITIONS_H

#include "../../layer/check/condition_row.h"

#include <stddef.h>

/* Asks the layer, once. Returns NULL, or why that was not possible, for the caller to free. */
char *conditions_read(void);

/* Those that were read, in the order of their functions; functions that have had other parameters are there
 * twice. */
const struct condition_row *conditions_rows(size_t *count);

/* "handle", "before", "after", "driver". */
const char *condition_checked_by(enum checked_by checked);

/* Calls visit() for what only the driver can check of a function and an error. Nothing if nobody can read them. */
void conditions_of_driver(unsigned number, int32_t error,
                          void (*visit)(const char *text, void *data), void *data);

#endif
