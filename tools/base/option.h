/* SPDX-License-Identifier: Apache-2.0 */
/* A command's options. One table serves for parsing and for the help; an option without a name ends
 * it. */
#ifndef CLRELAY_TOOLS_BASE_OPTION_H
#define CLRELAY_TOOLS_BASE_OPTION_H

#include <stddef.h>
#include <stdio.h>

struct option {
    const char *name, *letter; /* `letter` may be NULL */
    /* Stores a value. Returns NULL, or a complaint for the caller to free. A NULL `store` means
     * that the option is a bool switch. */
    char *(*store)(const struct option *option, void *at, const char *value);
    size_t at; /* offset in the structure of the options */
    /* The value's name in the help. A leading [ makes the value optional: "" stands for a missing
     * one. */
    const char *value;
    const char *help; /* NULL: the help leaves the option out */
};

/* Stores a text. */
char *option_text(const struct option *option, void *at, const char *value);

/* Stores a number of bytes, as uint64_t. */
char *option_size(const struct option *option, void *at, const char *value);

/* Whether a text is a number of seconds, at least a nanosecond; *seconds becomes the number. */
_Bool option_is_seconds(const char *text, double *seconds);

/* Reads the option words[*at]. *at becomes the index of the last word that the option takes.
 * Returns NULL, or a complaint for the caller to free. */
char *option_read(const struct option *table, void *options, int count, char **words, int *at);

/* Reads options up to --help or the first other word, whose index becomes *rest. Returns NULL, or a
 * complaint for the caller to free. */
char *option_read_all(const struct option *table, void *options, int count, char **words,
                      int *rest);

/* Prints the help for the options. */
void option_print_all(const struct option *table, FILE *file);

#endif
