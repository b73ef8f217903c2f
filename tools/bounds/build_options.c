/* SPDX-License-Identifier: Apache-2.0 */
#include "build_options.h"

#include <string.h>

/* Copies a word without its quotation marks, and returns where it ends. */
static const char *read_word(const char *at, struct string *word)
{
    bool is_quoted = false;
    for (; *at && (is_quoted || *at != ' '); at++) {
        if (*at == '"') is_quoted = !is_quoted;
        else string_add_bytes(word, at, 1);
    }
    return at;
}

/* Whether a word is -D or -I. The rewritten program is preprocessed, so it is built without
 * these. */
static bool is_definition(const char *word)
{
    return !strncmp(word, "-D", 2) || !strncmp(word, "-I", 2);
}

void build_options_read(struct build_options *options, const char *at)
{
    bool is_value = false;
    *options = (struct build_options){ .standard = NULL };
    string_add(&options->rest, "");
    while (at += strspn(at, " "), *at) {
        struct string word = { NULL, 0, 0 };
        const char *end = read_word(at, &word);
        string_add(&word, "");
        if (is_value || is_definition(word.text)) {
            is_value = !is_value && !word.text[2];
            *option_words_add(&options->preprocessor) = word.text;
        } else {
            if (!strncmp(word.text, "-cl-std=", 8)) {
                free(options->standard);
                options->standard = word.text;
            } else free(word.text);
            if (strncmp(at, "-Werror", 7) != 0)
                string_format(&options->rest, "%.*s ", (int)(end - at), at);
        }
        at = end;
    }
}

void build_options_free(struct build_options *options)
{
    char **words = options->preprocessor.items;
    for (size_t i = 0; i < options->preprocessor.count; i++) free(words[i]);
    free(words);
    free(options->standard);
    string_free(&options->rest);
}

const char *build_options_folder(const struct build_options *options, size_t *word)
{
    char *const *words = options->preprocessor.items;
    while (*word < options->preprocessor.count) {
        const char *option = words[(*word)++];
        const bool has_value = !option[2] && *word < options->preprocessor.count;
        const char *value = option[2] ? option + 2 : has_value ? words[(*word)++] : "";
        if (option[1] == 'I') return value;
    }
    return NULL;
}
