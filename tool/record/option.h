/* SPDX-License-Identifier: Apache-2.0 */
/* The options of a command that runs a program: a table that is both what is read and what the help
 * says. It ends with an option without a name. */
#ifndef CLRELAY_TOOL_OPTION_H
#define CLRELAY_TOOL_OPTION_H

#include <stddef.h>

struct option {
    const char *name, *letter; /* letter: or NULL */
    /* Stores a value. Returns NULL, or what is wrong with it, for the caller to free. Without this
     * function, the option is a switch: a bool. */
    char *(*store)(const struct option *option, void *at, const char *value);
    size_t at; /* in the structure of the options */
    const char
        *value; /* what the help calls it; with [ in front, it may be missing, then it is "" */
    const char *help;
};

/* Values that are a text, and a number of bytes (uint64_t). */
char *option_text(const struct option *option, void *at, const char *value);
char *option_size(const struct option *option, void *at, const char *value);

/* Whether a text is a number of seconds, more than 0. */
_Bool option_is_seconds(const char *text, double *seconds);

/* Reads options up to the first other word, whose index is in *rest then, or up to --help. Returns
 * NULL, or a complaint for the caller to free. */
char *option_read_all(const struct option *table, void *options, int count, char **words,
                      int *rest);

/* Prints what the options do. */
void option_print_all(const struct option *table);

#endif
