/* SPDX-License-Identifier: Apache-2.0 */
/* The options of a command: a table that is both what is read and what the help says. It ends
 * with an option without a name. */
#ifndef CLRELAY_TOOL_BASE_OPTION_H
#define CLRELAY_TOOL_BASE_OPTION_H

#include <stddef.h>
#include <stdio.h>

struct option {
    const char *name, *letter; /* letter: or NULL */
    /* Stores a value. Returns NULL, or what is wrong with it, for the caller to free. Without this
     * function, the option is a switch: a bool. */
    char *(*store)(const struct option *option, void *at, const char *value);
    size_t at; /* in the structure of the options */
    /* What the help calls the value. With [ in front, it may be missing; then it is "". */
    const char *value;
    const char *help; /* NULL: the help leaves the option out */
};

/* Values that are a text, and a number of bytes (uint64_t). */
char *option_text(const struct option *option, void *at, const char *value);
char *option_size(const struct option *option, void *at, const char *value);

/* Whether a text is a number of seconds, more than 0. */
_Bool option_is_seconds(const char *text, double *seconds);

/* Reads the option words[*at]. *at becomes the index of the last word that belongs to it.
 * Returns NULL, or a complaint for the caller to free. */
char *option_read(const struct option *table, void *options, int count, char **words, int *at);

/* Reads options up to the first other word, whose index is in *rest then, or up to --help. Returns
 * NULL, or a complaint for the caller to free. */
char *option_read_all(const struct option *table, void *options, int count, char **words,
                      int *rest);

/* Writes what the options do. */
void option_print_all(const struct option *table, FILE *file);

#endif
