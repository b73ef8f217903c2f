/* SPDX-License-Identifier: Apache-2.0 */
#include "check_options.h"

#include "../calls/record.h"
#include "../base/files.h"
#include "../base/option.h"
#include "../base/system.h"
#include "../base/text.h"
#include "../recording/output.h"
#include "baseline.h"
#include "check_id_texts.h"

#include <string.h>

static char *store_level(const struct option *option, void *at, const char *value);
static char *store_ignored(const struct option *option, void *at, const char *value);
static char *store_file(const struct option *option, void *at, const char *value);
static char *store_check_id(const struct option *option, void *at, const char *value);
static char *store_format(const struct option *option, void *at, const char *value);
static char *store_baseline(const struct option *option, void *at, const char *value);

static const struct option table[] = {
#define AT(member) offsetof(struct check_options, member)
#define ALL        0 /* struct check_options itself */
    /* clang-format off */
    { "--format", NULL, store_format, AT(format), "FORMAT",
      "text (the default), json, sarif or junit" },
    { "--json", NULL, NULL, AT(json), NULL,
      "--format json: a line for each finding, then the summary" },
    { "--log", NULL, option_text, AT(log), "FILE",
      "write to FILE, not to standard error; -: stdout" },
    { "--stop", NULL, NULL, AT(stop), NULL,
      "end the program with SIGTRAP at its first finding above\n"
      "notes, for debuggers" },
    { "--guard", NULL, NULL, AT(guard), NULL,
      "do not pass calls with a freed object to the driver:\n"
      "they return the error that the specification names" },
    { "--objects-only", NULL, NULL, AT(objects_only), NULL,
      "check only the lives of objects, which is faster" },
    { "--canaries", NULL, NULL, AT(canaries), NULL,
      "look for kernels that write beyond the end of a buffer" },
    { "--bounds", NULL, NULL, AT(bounds), NULL,
      "look for kernels that read or write outside of their\n"
      "buffers, by rewriting their source; needs clang" },
    { "--frees", NULL, NULL, AT(frees), NULL,
      "look for memory of the host that is freed while a\n"
      "command uses it" },
    { "--level", NULL, store_level, AT(level), "LEVEL",
      "show findings of this level and above: note (the\n"
      "default), leak, portability or error" },
    { "--ignore", NULL, store_ignored, AT(suppressions), "ID,...",
      "leave out these findings, as in 'CLR-*-LEAKED'; may be\n"
      "repeated" },
    { "--suppressions", NULL, store_file, ALL, "FILE",
      "leave out what a line of FILE matches: ID\n"
      "[function=GLOB] [file=GLOB] [module=GLOB]\n"
      "[program=GLOB] [until=YYYY-MM-DD]" },
    { "--baseline", NULL, store_baseline, ALL, "FILE",
      "leave out what an earlier run has found, whose\n"
      "--json --log FILE this is" },
    { "--limit", NULL, option_size, AT(limit), "SIZE",
      "space for findings, in bytes; 64M by default" },
    { "--environment", NULL, option_text, AT(environment), "FOLDER",
      "print the variables with which programs store their\n"
      "findings in FOLDER by themselves; run no program" },
    { "--read", NULL, option_text, AT(read), "PATH",
      "report what is in such a folder, or in a file of it" },
    { "--follow", NULL, NULL, AT(follow), NULL,
      "with --read: go on until interrupted" },
    { "--list", NULL, NULL, AT(list), NULL,
      "list all findings that there are; run no program" },
    { "--explain", NULL, store_check_id, AT(explain), "ID",
      "what a finding means, and in which functions it arises;\n"
      "run no program" },
    { "--help", "-h", NULL, AT(help), NULL,
      "this text" },
    { NULL, NULL, NULL, 0, NULL, NULL }
    /* clang-format on */
};

void options_print_check_help(void)
{
    option_print_all(table, stdout);
}

/* ---- values ---- */

static char *store_level(const struct option *option, void *at, const char *value)
{
    *(int *)at = check_id_level(value);
    if (*(int *)at >= 0) return NULL;
    return text_format("%s needs a level: note, leak, portability or error", option->name);
}

static char *store_ignored(const struct option *option, void *at, const char *value)
{
    (void)option;
    return suppressions_add_check_ids(at, value);
}

static void add_input(struct check_options *options, const char *path)
{
    *input_paths_add(&options->inputs) = path;
}

static char *store_file(const struct option *option, void *at, const char *value)
{
    struct check_options *options = at;
    if (!*value) return text_format("%s needs a file", option->name);
    add_input(options, value);
    return suppressions_read(&options->suppressions, value);
}

static char *store_check_id(const struct option *option, void *at, const char *value)
{
    (void)option;
    *(const char **)at = value;
    return check_id_find(value) ? NULL : check_id_missing(value);
}

static char *store_format(const struct option *option, void *at, const char *value)
{
    static const char *const names[] = { "text", "json", "sarif", "junit" };
    for (int i = 0; i < 4; i++) {
        if (strcmp(value, names[i]) != 0) continue;
        *(int *)at = i;
        return NULL;
    }
    return text_format("%s needs a format: text, json, sarif or junit", option->name);
}

static char *store_baseline(const struct option *option, void *at, const char *value)
{
    struct check_options *options = at;
    if (!*value) return text_format("%s needs a file", option->name);
    add_input(options, value);
    return baseline_read(&options->baseline, value);
}

/* ---- words ---- */

/* Whether there are options about the report, which variables can't carry. */
static bool has_report(const struct check_options *options)
{
    return options->format || options->log || options->level || options->suppressions.count ||
           options->baseline;
}

static char *check_log(struct check_options *options)
{
    if (options->read) add_input(options, options->read);
    if (options->program) add_input(options, output_file_of(options->program[0]));
    for (size_t i = 0; i < options->inputs.count; i++) {
        const char *input = options->inputs.items[i];
        if (output_overwrites(options->log, input))
            return text_format("%s would be overwritten: name another file after --log", input);
    }
    if (output_is_program(options->log))
        return text_format("%s is a program: name another file after --log", options->log);
    return NULL;
}

/* Rejects options that do not go with --read and --environment. */
static char *check_stored(const struct check_options *options)
{
    static const char divides[] = SYSTEM_TEXT(" \t\n\"'\\$*?[", "");
    const bool changes = options->guard || options->canaries || options->objects_only;
    if (options->read && options->environment)
        return text_format("--read and --environment exclude each other");
    if (options->follow && !options->read) return text_format("--follow is for --read");
    if (options->follow && options->format > FORMAT_JSON)
        return text_format("--follow has the formats text and json");
    if (options->read && (options->stop || changes))
        return text_format("--stop, --guard, --canaries and --objects-only are for programs, not "
                           "for --read");
    if ((options->read || options->environment) && options->bounds)
        return text_format("--bounds is for programs that clrelay check starts, because it "
                           "rewrites their kernels while they run");
    if ((options->read || options->environment) && options->frees)
        return text_format("--frees is for programs that clrelay check starts, because it "
                           "preloads a library into them");
    if (options->environment && options->stop)
        return text_format("--stop and --environment: only clrelay check stops programs");
    if ((options->read || options->environment) && options->limit != RECORD_FINDINGS)
        return text_format("--limit is for programs that clrelay check starts: others have 64M");
    if (options->environment && has_report(options))
        return text_format("--environment goes with --canaries, --guard and --objects-only alone: "
                           "pass the others to --read");
    if (options->environment && !file_is_absolute(options->environment))
        return text_format("--environment needs an absolute path");
    for (const char *at = options->environment; at && *at; at++)
        if (strchr(divides, *at) || (unsigned char)*at < ' ' || *at == 0x7f)
            return text_format("--environment needs a path without blanks, quotes and patterns: "
                               "shells and systemd would change it");
    return NULL;
}

char *options_read_check(struct check_options *options, int count, char **words)
{
    int rest;
    char *complaint;
    *options = (struct check_options){ .limit = RECORD_FINDINGS };
    complaint = option_read_all(table, options, count, words, &rest);
    if (complaint || options->help) return complaint;
    if (rest < count) options->program = words + rest;
    if (options->json && options->format > FORMAT_JSON)
        return text_format("--json is --format json, not another format");
    if (options->json) options->format = FORMAT_JSON;
    options->json = options->format == FORMAT_JSON;
    if (options->list || options->explain) {
        if (options->format > FORMAT_JSON)
            return text_format("--list and --explain have the formats text and json");
        if (options->program) return text_format("--list and --explain run no program");
    } else if ((complaint = check_stored(options)) != NULL ||
               (complaint = check_log(options)) != NULL) {
        return complaint;
    } else if (options->read || options->environment) {
        if (options->program) return text_format("--read and --environment run no program");
    } else if (!options->program) {
        return text_format("no program is named");
    }
    if (options->canaries && options->objects_only)
        return text_format("--canaries needs more than --objects-only checks");
    if (options->bounds && options->objects_only)
        return text_format("--bounds needs more than --objects-only checks");
    if (options->frees && options->objects_only)
        return text_format("--frees needs more than --objects-only checks");
    if (options->stop && options->suppressions.everywhere.text &&
        options->suppressions.everywhere.length >= sizeof((struct record_file *)NULL)->functions)
        return text_format("--stop can't leave out so many check IDs: use patterns");
    return NULL;
}

void options_free_check(struct check_options *options)
{
    suppressions_free(&options->suppressions);
    json_decref(options->baseline);
    free(options->inputs.items);
}
