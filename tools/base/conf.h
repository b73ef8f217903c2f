/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the text of a loader.conf as the loader does, and changes a setting in it. */
#ifndef CLRELAY_TOOLS_BASE_CONF_H
#define CLRELAY_TOOLS_BASE_CONF_H

#include <stdbool.h>
#include <stddef.h>

struct conf {
    char *bytes;
    size_t length;
};

/* Returns the value of a setting, from the last line that has it; *line becomes that line's number.
 * NULL: no line has the setting. The caller frees the value. */
char *conf_get(const struct conf *conf, const char *name, size_t *line);

/* Writes the value into the last line with the setting, or adds a line; *line becomes its number.
 * Returns NULL, or the reason why the file can't hold the value; then the text does not change. The
 * caller frees the reason. */
char *conf_set(struct conf *conf, const char *name, const char *value, size_t *line);

/* Removes the only line with a setting. If several lines have it, returns false and changes
 * nothing, because another line would take effect. */
bool conf_remove(struct conf *conf, const char *name);

/* Returns a comma-separated list with an element added at the end. The caller frees it. */
char *conf_list_add(const char *list, const char *element);

/* Returns a comma-separated list without the elements that are equal to this one, ignoring case.
 * *removed becomes whether there was any. The caller frees the list. */
char *conf_list_remove(const char *list, const char *element, bool *removed);

#endif
