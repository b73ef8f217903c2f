/* SPDX-License-Identifier: Apache-2.0 */
/* The specification's conditions, as the layer lists them. */
#ifndef CLRELAY_TOOLS_CHECK_CONDITION_ROWS_H
#define CLRELAY_TOOLS_CHECK_CONDITION_ROWS_H

#include "../calls/condition_row.h"

#include <stddef.h>

/* Gets the conditions from the layer, once. Returns NULL, or a complaint for the caller to free. */
char *conditions_read(void);

/* The conditions, in the order of their functions. A function whose parameters have changed occurs
 * twice. */
const struct condition_row *conditions_rows(size_t *count);

/* The word for who checks a condition, and when: "handle", "before", "after", "driver". */
const char *condition_checked_by(enum checked_by checked);

/* Calls visit() for each condition of a function and an error that only the driver can check. Does
 * nothing if conditions_read() failed. */
void conditions_of_driver(unsigned number, int32_t error,
                          void (*visit)(const char *text, void *data), void *data);

#endif
