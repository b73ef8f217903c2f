/* SPDX-License-Identifier: Apache-2.0 */
/* Splits build options: those for the preprocessor, -cl-std, and the rest, which is for the
 * driver. */
#ifndef CLRELAY_TOOLS_BOUNDS_BUILD_OPTIONS_H
#define CLRELAY_TOOLS_BOUNDS_BUILD_OPTIONS_H

#include "../base/array.h"
#include "../base/strings.h"

ARRAY(option_words, char *);

struct build_options {
    struct option_words preprocessor; /* -D and -I, with their values */
    char *standard;                   /* or NULL */
    struct string rest;
};

void build_options_read(struct build_options *options, const char *text);
void build_options_free(struct build_options *options);

/* The folder of the next -I, from *word on. *word becomes the index of the word after it. NULL:
 * there is none. */
const char *build_options_folder(const struct build_options *options, size_t *word);

#endif
