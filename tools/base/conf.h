/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the text of a loader.conf as the loader does, and changes one place in it. */
#ifndef CLRELAY_TOOLS_BASE_CONF_H
#define CLRELAY_TOOLS_BASE_CONF_H

#include <stdbool.h>
#include <stddef.h>

struct conf {
    char *bytes;
    size_t length;
};

/* The value of a setting's last line, whose number becomes *line. NULL if there is none. The caller
 * frees it. */
char *conf_get(const struct conf *conf, const char *name, size_t *line);

/* Writes the value into the last line with the setting, or adds a line; *line becomes its number.
 * Returns NULL or, if the file can't hold the value, the reason, which the caller frees; then the
 * text stays as it is. */
char *conf_set(struct conf *conf, const char *name, const char *value, size_t *line);

/* Removes the only line with a setting. Returns false and does nothing if there are several,
 * because another one would take effect. */
bool conf_remove(struct conf *conf, const char *name);

/* Comma-separated lists: adds an element at the end, or removes all equal ones, ignoring case. The
 * caller frees the new list. *removed: whether there was one. */
char *conf_list_add(const char *list, const char *element);
char *conf_list_remove(const char *list, const char *element, bool *removed);

#endif
