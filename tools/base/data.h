/* SPDX-License-Identifier: Apache-2.0 */
/* Reads and writes JSON. */
#ifndef CLRELAY_TOOLS_BASE_DATA_H
#define CLRELAY_TOOLS_BASE_DATA_H

#include "text.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Returns a text member of an object, or "" if the object lacks it. */
const char *data_text(const json_t *object, const char *name);

/* Whether a text member of an object has this value. */
bool data_is(const json_t *object, const char *name, const char *value);

/* Makes a JSON string from arbitrary bytes. NULL becomes null. */
json_t *data_string(const char *text);

/* Makes a JSON string, formatted as by printf(). */
json_t *data_format(const char *format, ...) PRINTF_LIKE(1, 2);

/* Sets a member to a text, and frees the text. NULL becomes null. */
void data_set(json_t *object, const char *name, char *text);

/* Converts a text of the loader's report back into a path, which need not be valid UTF-8. The
 * caller frees it. */
char *data_path(const char *text);

/* Writes JSON in printable ASCII, because the reader may be a terminal. `indent`: blanks for each
 * level; 0: everything in one line. */
void data_write(const json_t *object, size_t indent, FILE *to);

/* Prints a complete answer to standard output, and frees it. */
void data_print(json_t *object);

#endif
