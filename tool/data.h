/* SPDX-License-Identifier: Apache-2.0 */
/* JSON as this program reads and makes it. */
#ifndef CLRELAY_TOOL_DATA_H
#define CLRELAY_TOOL_DATA_H

#include "text.h"

#include <jansson.h>
#include <stdbool.h>

/* A member of an object that is text; "" where it is none. */
const char *data_text(const json_t *object, const char *name);
bool data_is(const json_t *object, const char *name, const char *value);

/* A text of unknown bytes; NULL becomes null. */
json_t *data_string(const char *text);
json_t *data_format(const char *format, ...) PRINTF_LIKE(1, 2);

/* Sets a member to a text that it frees; NULL becomes null. */
void data_set(json_t *object, const char *name, char *text);

/* The path that a text of the loader's report stands for, where it had bytes that are no UTF-8. The
 * caller frees it. */
char *data_path(const char *text);

/* Writes a whole answer to standard output, and frees it. */
void data_print(json_t *object);

#endif
