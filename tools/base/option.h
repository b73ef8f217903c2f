/* SPDX-License-Identifier: Apache-2.0 */
/* A command's options: one table for parsing and for the help. It ends with an option without a
 * name. */
#ifndef CLRELAY_TOOLS_BASE_OPTION_H
#define CLRELAY_TOOLS_BASE_OPTION_H

#include <stddef.h>
#include <stdio.h>

struct option {
    const char *name, *letter; /* letter: or NULL */
    /* Stores a value. Returns NULL, or a complaint for the caller to free. NULL: the option is a
     * bool switch. */
    char *(*store)(const struct option *option, void *at, const char *value);
    size_t at; /* offset in the structure of the options */
    /* The value's name in the help. A leading [ makes the value optional; if missing, it is "". */
    const char *value;
    const char *help; /* NULL: the help leaves the option out */
};

/* Store a text, and a number of bytes (uint64_t). */
char *option_text(const struct option *option, void *at, const char *value);
char *option_size(const struct option *option, void *at, const char *value);

/* Whether a text is a number of seconds, a nanosecond at least. */
_Bool option_is_seconds(const char *text, double *seconds);

/* Reads the option words[*at]. *at becomes the index of the last word that belongs to it.
 * Returns NULL, or a complaint for the caller to free. */
char *option_read(const struct option *table, void *options, int count, char **words, int *at);

/* Reads options up to --help or the first other word, whose index becomes *rest. Returns NULL, or a
 * complaint for the caller to free. */
char *option_read_all(const struct option *table, void *options, int count, char **words,
                      int *rest);

/* Prints the help for the options. */
void option_print_all(const struct option *table, FILE *file);

#endif
