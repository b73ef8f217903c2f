/* SPDX-License-Identifier: Apache-2.0 */
#include "bounded_source.h"

#include "clang.h"
#include "kept_branches.h"
#include "includes.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ---- units ---- */

/* The texts in a message, each with a NUL behind it. */
enum { WHY, OPTIONS, TEXT, PLACES, UNIT_TEXTS };

struct unit {
    const char *texts[UNIT_TEXTS];
    struct build_options options;
    char *decided;
    struct string text; /* the preprocessed source */
    node tree;
    struct functions functions;
};
ARRAY_ADD(program_units, struct unit);

static struct unit *unit_at(const struct program *program, size_t index)
{
    return &program->units.items[index];
}

static void add_text(struct string *to, const char *text)
{
    string_add_bytes(to, text, strlen(text) + 1);
}

/* The text behind another one, or NULL. */
static const char *next_text(const char *text, const char *end)
{
    const char *next = text + strlen(text) + 1;
    return next < end ? next : NULL;
}

void program_read(const char *message, size_t size, long process, struct string *unit)
{
    const char *end = message + size, *source = next_text(message, end);
    const char *headers = source ? next_text(source, end) : NULL;
    struct build_options options;
    struct string text = { NULL, 0, 0 }, places = text;
    char *why;
    build_options_read(&options, message);
    why = includes_put(
        &(struct source){ &options, source ? source : "", headers ? headers : end, end, process },
        &text, &places);
    add_text(unit, why ? why : "");
    add_text(unit, message);
    add_text(unit, text.text);
    add_text(unit, places.text);
    string_free(&text);
    string_free(&places);
    build_options_free(&options);
    free(why);
}

/* ---- conditions ---- */

/* A unit's source with its conditions decided. NULL: the driver did not build them. */
static char *decide(const struct program *program, const struct unit *unit)
{
    struct string probe = { NULL, 0, 0 }, decided = probe;
    bool has_conditions;
    char *names = NULL;
    add_text(&probe, unit->texts[OPTIONS]);
    has_conditions = directives_probe(unit->texts[TEXT], &probe);
    if (has_conditions) names = program->probe(program->asked, probe.text, probe.length);
    if (names || !has_conditions)
        directives_decide(unit->texts[TEXT], names ? names : "", &decided);
    string_free(&probe);
    free(names);
    return decided.text;
}

char *program_decide(struct program *program, const char *units, size_t size)
{
    const char *at = units, *end = units + size;
    if (!size) return text_format("it has no sources");
    while (at && at < end) {
        struct unit unit = { .decided = NULL };
        for (int i = 0; i < UNIT_TEXTS; i++) {
            if (!at) return text_format("its sources are incomplete");
            unit.texts[i] = at;
            at = next_text(at, end);
        }
        if (*unit.texts[WHY]) return text_format("%s", unit.texts[WHY]);
        unit.decided = decide(program, &unit);
        if (!unit.decided) return text_format("the driver does not build its directives alone");
        add_text(&program->key, unit.texts[OPTIONS]);
        add_text(&program->key, unit.decided);
        add_text(&program->key, unit.texts[PLACES]);
        *program_units_add(&program->units) = unit;
    }
    return NULL;
}

/* ---- clang ---- */

ARRAY(command_words, const char *);

/* Replaces macros, except those that a driver's compiler may define. The result has lines `# LINE
 * "FILE"`. */
static bool preprocess(const char *clang, const struct unit *unit, char **output)
{
    static const char *const first[] = { "-x", "c", "-E", "-undef", "-nostdinc", "-w" };
    char *const *words = unit->options.preprocessor.items;
    struct command_words line = { NULL, 0, 0 };
    size_t length;
    bool good;
    *command_words_add(&line) = clang;
    for (unsigned i = 0; i < sizeof first / sizeof *first; i++)
        *command_words_add(&line) = first[i];
    for (size_t i = 0; i < unit->options.preprocessor.count; i++)
        *command_words_add(&line) = words[i];
    *command_words_add(&line) = "-";
    *command_words_add(&line) = NULL;
    good = clang_run(line.items, unit->decided, output, &length);
    free(line.items);
    return good;
}

/* Puts each line back where it is in the source, without `# LINE "FILE"`. Returns false if other
 * files were included. */
static bool restore_lines(const char *output, struct string *text)
{
    unsigned long line = 1, wanted;
    bool is_main = false; /* the current line is the source's, not clang's own */
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

static char *parse(const char *clang, struct unit *unit)
{
    const char *standard = unit->options.standard ? unit->options.standard : "-cl-std=CL1.2";
    const char *const words[] = { clang,     "-x",
                                  "cl",      standard,
                                  "-target", "spir64-unknown-unknown",
                                  "-w",      "-fsyntax-only",
                                  "-Xclang", "-ast-dump=json",
                                  "-Xclang", "-cl-ext=+all",
                                  "-",       NULL };
    char *output, *why = NULL;
    size_t length;
    if (clang_run(words, unit->text.text, &output, &length)) {
        unit->tree = json_loadb(output, length, JSON_ALLOW_NUL, NULL);
        if (!unit->tree) why = text_format("clang's description of it can't be read");
    } else why = text_format("clang does not compile it: %s", output);
    free(output);
    return why;
}

/* Makes a unit's tree from its decided source. Returns NULL, or why it can't. */
static char *describe(const char *clang, struct unit *unit)
{
    char *output, *why = NULL;
    build_options_read(&unit->options, unit->texts[OPTIONS]);
    if (!preprocess(clang, unit, &output))
        why = text_format("clang's preprocessor refuses it: %s", output);
    else if (!restore_lines(output, &unit->text))
        why = text_format("it includes files in another way than by their names");
    else why = parse(clang, unit);
    free(output);
    if (!why) functions_find(&unit->functions, unit->text.text, unit->tree);
    return why;
}

/* ---- all of it ---- */

/* Joins what units know of their functions. A function must get the same parameters in each
 * unit. */
static char *join_functions(const struct program *program)
{
    for (size_t i = 0; i < program->units.count; i++)
        for (size_t j = 0; j < program->units.count; j++) {
            const char *name = i == j ? NULL
                                      : functions_join(&unit_at(program, i)->functions,
                                                       &unit_at(program, j)->functions);
            if (name) return text_format("its sources declare %s differently", name);
        }
    return NULL;
}

static char *rewrite_unit(const struct program *program, size_t index, struct rewritten *rewritten)
{
    struct unit *unit = unit_at(program, index);
    const bool is_one = program->units.count == 1;
    char *name = is_one ? text_format("the source")
                        : text_format("source %zu of the %zu that were linked", index + 1,
                                      program->units.count);
    struct string source = { NULL, 0, 0 };
    char *why = rewrite(&(struct parsed_unit){ unit->text.text, unit->tree, &unit->functions,
                                               unit->texts[PLACES], name, !is_one },
                        &source, rewritten);
    free(name);
    if (why) return why;
    add_text(&rewritten->sources, unit->options.rest.text);
    add_text(&rewritten->sources, source.text);
    string_free(&source);
    return NULL;
}

char *program_rewrite(const char *clang, struct program *program, struct rewritten *rewritten)
{
    char *why = NULL;
    for (size_t i = 0; i < program->units.count && !why; i++)
        why = describe(clang, unit_at(program, i));
    if (!why) why = join_functions(program);
    for (size_t i = 0; i < program->units.count && !why; i++)
        why = rewrite_unit(program, i, rewritten);
    return why;
}
