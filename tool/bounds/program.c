/* SPDX-License-Identifier: Apache-2.0 */
#include "program.h"

#include "../base/array.h"
#include "../base/text.h"
#include "clang.h"
#include "directives.h"

#include <stdint.h>
#include <string.h>

/* ---- options ---- */

/* Options as words: those for the preprocessor, and -cl-std. The rest is for the driver. */
struct options {
    struct array preprocessor; /* char * */
    char *standard;            /* or NULL */
    struct string rest;
};

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

static void add_word(struct array *list, char *word)
{
    char **added = array_add(list, sizeof *added);
    *added = word;
}

/* -D NAME or -DNAME. The rewritten program is preprocessed, so it is built without. */
static bool is_definition(const char *word)
{
    return !strncmp(word, "-D", 2) || !strncmp(word, "-I", 2);
}

static void read_options(struct options *options, const char *at)
{
    bool is_value = false;
    string_add(&options->rest, "");
    while (at += strspn(at, " "), *at) {
        struct string word = { NULL, 0, 0 };
        const char *end = read_word(at, &word);
        string_add(&word, "");
        if (is_value || is_definition(word.text)) {
            is_value = !is_value && !word.text[2];
            add_word(&options->preprocessor, word.text);
        } else {
            if (!strncmp(word.text, "-cl-std=", 8)) options->standard = word.text;
            else free(word.text);
            if (strncmp(at, "-Werror", 7) != 0)
                string_format(&options->rest, "%.*s ", (int)(end - at), at);
        }
        at = end;
    }
}

static void free_options(struct options *options)
{
    char **words = options->preprocessor.items;
    for (size_t i = 0; i < options->preprocessor.count; i++) free(words[i]);
    free(words);
    free(options->standard);
    string_free(&options->rest);
}

/* ---- clang ---- */

/* Replaces macros, but none that a driver's compiler may define. The result has `# LINE "FILE"` in
 * it. */
static bool preprocess(const char *clang, const struct options *options, const char *source,
                       char **output)
{
    static const char *const first[] = { "-x", "c", "-E", "-undef", "-nostdinc", "-w" };
    char *const *words = options->preprocessor.items;
    struct array line = { NULL, 0, 0 };
    size_t length;
    bool good;
    add_word(&line, (char *)(uintptr_t)clang);
    for (unsigned i = 0; i < sizeof first / sizeof *first; i++)
        add_word(&line, (char *)(uintptr_t)first[i]);
    for (size_t i = 0; i < options->preprocessor.count; i++) add_word(&line, words[i]);
    add_word(&line, (char *)(uintptr_t) "-");
    add_word(&line, NULL);
    good = clang_run(line.items, source, output, &length);
    free(line.items);
    return good;
}

/* Each line of the source has its number, without `# LINE "FILE"`. Returns false if other files
 * were included. */
static bool restore_lines(const char *output, struct string *text)
{
    unsigned long line = 1, wanted;
    bool is_main = false; /* clang has lines of its own */
    string_add(text, "");
    while (*output) {
        const size_t length = strcspn(output, "\n");
        char file[16];
        if (output[0] != '#' || sscanf(output, "# %lu \"%15[^\"]", &wanted, file) != 2) {
            if (is_main) string_add_bytes(text, output, length);
            if (is_main) string_add(text, "\n");
            line += is_main;
        } else {
            if (file[0] != '<') return false;
            is_main = !strcmp(file, "<stdin>");
            for (; is_main && line < wanted; line++) string_add(text, "\n");
        }
        output += length + (output[length] != 0);
    }
    return true;
}

static node parse(const char *clang, const struct options *options, const char *text, char **error)
{
    const char *standard = options->standard ? options->standard : "-cl-std=CL1.2";
    const char *const words[] = { clang,     "-x",
                                  "cl",      standard,
                                  "-target", "spir64-unknown-unknown",
                                  "-w",      "-fsyntax-only",
                                  "-Xclang", "-ast-dump=json",
                                  "-Xclang", "-cl-ext=+all",
                                  "-",       NULL };
    char *output;
    size_t length;
    node tree = NULL;
    *error = NULL;
    if (clang_run((char *const *)(uintptr_t)words, text, &output, &length))
        tree = json_loadb(output, length, JSON_ALLOW_NUL, NULL);
    else *error = text_format("clang does not compile it: %s", output);
    if (!tree && !*error) *error = text_format("clang's description of it can't be read");
    free(output);
    return tree;
}

/* ---- all of it ---- */

/* The source after its conditions were decided. NULL: the driver has not built them. */
static char *decide(const struct program *program)
{
    struct string probe = { NULL, 0, 0 }, decided = { NULL, 0, 0 };
    const bool has_conditions = directives_probe(program->source, &probe);
    char *names = has_conditions ? program->probe(program->asked, probe.text) : NULL;
    if (names || !has_conditions) directives_decide(program->source, names ? names : "", &decided);
    string_free(&probe);
    free(names);
    return decided.text;
}

static char *rewrite_text(const char *clang, const struct options *options, char *text,
                          struct rewritten *rewritten)
{
    char *why;
    node tree = parse(clang, options, text, &why);
    if (!tree) return why;
    why = rewrite(text, tree, rewritten);
    json_decref((json_t *)(uintptr_t)tree);
    return why;
}

char *program_rewrite(const char *clang, const struct program *program, struct string *options,
                      struct rewritten *rewritten)
{
    struct options read = { .standard = NULL };
    struct string text = { NULL, 0, 0 };
    char *decided = decide(program), *output = NULL, *why;
    read_options(&read, program->options);
    if (!decided) why = text_format("the driver does not build its directives alone");
    else if (!preprocess(clang, &read, decided, &output))
        why = text_format("clang's preprocessor refuses it: %s", output);
    else if (!restore_lines(output, &text)) why = text_format("it includes files");
    else why = rewrite_text(clang, &read, text.text, rewritten);
    string_add(options, read.rest.text);
    string_free(&text);
    free_options(&read);
    free(decided);
    free(output);
    return why;
}
