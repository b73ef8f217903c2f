/* SPDX-License-Identifier: Apache-2.0 */
/* Build options as words: those for the preprocessor, and -cl-std. The rest is for the driver. */
#ifndef CLRELAY_TOOLS_BOUNDS_BUILD_OPTIONS_H
#define CLRELAY_TOOLS_BOUNDS_BUILD_OPTIONS_H

#include "../base/array.h"
#include "../base/strings.h"

ARRAY(option_words, char *);

struct build_options {
    struct option_words preprocessor; /* -D and -I, with what follows them */
    char *standard;                   /* or NULL */
    struct string rest;
};

void build_options_read(struct build_options *options, const char *text);
void build_options_free(struct build_options *options);

/* The folder of a -I among the words from *word on, which becomes the next one; or NULL. */
const char *build_options_folder(const struct build_options *options, size_t *word);

#endif
