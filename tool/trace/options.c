/* SPDX-License-Identifier: Apache-2.0 */
/* The options of `clrelay trace`: a table that is both what is read and what the help says. */
#include "options.h"

#include "../../layer/functions.h"
#include "../text.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* What the value of an option is. IS_OPTIONAL: a text, behind = only. */
enum kind {
    IS_SWITCH,
    IS_TEXT,
    IS_OPTIONAL,
    IS_FORMAT,
    IS_FUNCTIONS,
    IS_SIZE,
    IS_START,
    IS_SECONDS
};

static const struct option {
    const char *name, *letter;
    enum kind kind;
    size_t at; /* in struct trace_options */
    const char *value, *help;
} table[] = {
#define AT(member) offsetof(struct trace_options, member)
    /* clang-format off */
    { "--output", "-o", IS_TEXT, AT(output), "FILE",
      "write to FILE, not PROGRAM.PID.SUFFIX; -: stdout" },
    { "--format", NULL, IS_FORMAT, AT(format), "FORMAT",
      "perfetto (the usual one), chrome, text or csv" },
    { "--live", NULL, IS_OPTIONAL, AT(live), "[=FILE]",
      "write text while the program runs, to FILE or standard\n"
      "error; nothing else unless -o or --format is there" },
    { "--functions", NULL, IS_FUNCTIONS, AT(functions), "GLOB,...",
      "record these functions only, as in 'clEnqueue*,clFinish'" },
    { "--kernels", NULL, IS_TEXT, AT(kernels), "GLOB,...",
      "leave out calls with other kernels than these" },
    { "--start-after", NULL, IS_START, AT(start_after), "SECONDS",
      "begin then; 'signal': when SIGUSR1 comes" },
    { "--duration", NULL, IS_SECONDS, AT(duration), "SECONDS",
      "end this long after the beginning" },
    { "--limit", NULL, IS_SIZE, AT(limit), "SIZE",
      "record so many bytes at most, as in 500M or 4G (1G)" },
    { "--no-device", NULL, IS_SWITCH, AT(no_device), NULL,
      "do not ask for the times of commands on devices" },
    { "--no-arguments", NULL, IS_SWITCH, AT(no_arguments), NULL,
      "write no arguments of calls: a smaller file" },
    { "--programs", NULL, IS_TEXT, AT(programs), "DIR",
      "write the sources of all programs to files in DIR" },
    { "--json", NULL, IS_SWITCH, AT(json), NULL,
      "the summary as JSON" },
    { "--summary", NULL, IS_TEXT, AT(summary), "FILE",
      "the summary to FILE, not to standard error" },
    { "--keep", NULL, IS_SWITCH, AT(keep), NULL,
      "keep the recording as FILE.records, for --convert" },
    { "--convert", NULL, IS_TEXT, AT(convert), "RECORDING",
      "read a kept recording; run no program" },
    { "--help", "-h", IS_SWITCH, AT(help), NULL,
      "this text" },
    /* clang-format on */
};
enum { OPTIONS = sizeof table / sizeof *table };

void options_print_help(void)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        const struct option *it = &table[i];
        bool joined = it->kind == IS_OPTIONAL;
        char *name = text_format("  %s%s%s%s%s", it->letter && it->value ? it->letter : "",
                                 it->letter && it->value ? ", " : "", it->name,
                                 it->value && !joined ? " " : "", it->value ? it->value : "");
        const char *rest = it->help;
        printf("%-24s", name);
        if (strlen(name) > 23) printf("\n%-24s", "");
        for (;;) {
            size_t length = strcspn(rest, "\n");
            printf("%.*s\n", (int)length, rest);
            if (!rest[length]) break;
            rest += length + 1;
            printf("%-24s", "");
        }
        free(name);
    }
}

/* ---- values ---- */

static bool read_seconds(const char *text, double *seconds)
{
    char *end;
    *seconds = strtod(text, &end);
    return end != text && !*end && *seconds > 0 && *seconds <= 1e9;
}

/* A number with K, M, G or T behind it, or with KiB or KB, which mean the same. */
static bool read_size(const char *text, uint64_t *size)
{
    static const char letters[] = "KMGT";
    const char *letter;
    char *end;
    double number = strtod(text, &end);
    if (end == text || !(number > 0)) return false;
    letter = *end ? strchr(letters, *end & ~0x20) : NULL;
    if (letter) {
        for (const char *it = letters; it <= letter; it++) number *= 1024;
        end++;
        if ((end[0] | 0x20) == 'i' && (end[1] | 0x20) == 'b') end += 2;
        else if ((end[0] | 0x20) == 'b') end++;
    }
    if (*end || number > 1e15) return false;
    *size = (uint64_t)number;
    return true;
}

static char *check_functions(const char *value)
{
    unsigned char bits[FUNCTION_NUMBERS];
    if (strlen(value) >= sizeof((struct record_file *)NULL)->functions)
        return text_format("--functions has too many patterns");
    if (functions_choose(bits, value) == 0)
        return text_format("no function of OpenCL has a name like %s", value);
    return NULL;
}

/* Stores a value. Returns NULL, or what is wrong with it. */
static char *format_missing(const char *name)
{
    char *text = text_format("there is no format %s:", name);
    for (const struct format *it = formats; it->name; it++) {
        char *longer = text_format("%s%s %s", text, it == formats ? "" : ",", it->name);
        free(text);
        text = longer;
    }
    return text;
}

static char *store(struct trace_options *options, const struct option *option, const char *value)
{
    void *at = (char *)options + option->at;
    const struct format *format;
    switch (option->kind) {
    case IS_SWITCH: *(bool *)at = true; return NULL;
    case IS_FUNCTIONS:
    case IS_TEXT:
        *(const char **)at = value;
        if (!*value) return text_format("%s needs a value", option->name);
        return option->kind == IS_FUNCTIONS ? check_functions(value) : NULL;
    case IS_OPTIONAL: *(const char **)at = value; return NULL;
    case IS_FORMAT:
        format = format_by_name(value);
        *(const struct format **)at = format;
        return format ? NULL : format_missing(value);
    case IS_SIZE:
        if (read_size(value, at) && *(uint64_t *)at <= SIZE_MAX / 2 && *(uint64_t *)at >= 1 << 20)
            return NULL;
        return text_format("%s needs a size of 1M or more, as in 500M or 4G", option->name);
    case IS_START:
        if (strcmp(value, "signal") == 0) {
            *(double *)at = START_BY_SIGNAL;
            return NULL;
        }
        if (read_seconds(value, at)) return NULL;
        return text_format("%s needs a number of seconds, or the word signal", option->name);
    case IS_SECONDS:
        if (read_seconds(value, at)) return NULL;
        break;
    }
    return text_format("%s needs a number of seconds", option->name);
}

/* ---- words ---- */

/* The option that a word names; *value is what stands behind =, or NULL. */
static const struct option *find(const char *word, const char **value)
{
    *value = NULL;
    for (size_t i = 0; i < OPTIONS; i++) {
        size_t length = strlen(table[i].name);
        if (table[i].letter && strcmp(word, table[i].letter) == 0) return &table[i];
        if (strncmp(word, table[i].name, length) != 0) continue;
        if (word[length] == '=') *value = word + length + 1;
        if (word[length] == '=' || !word[length]) return &table[i];
    }
    return NULL;
}

/* Reads the option at words[*at], and its value. */
static char *read_option(struct trace_options *options, int count, char **words, int *at)
{
    const char *value;
    const struct option *option = find(words[*at], &value);
    if (!option) return text_format("there is no option %s", words[*at]);
    if (option->kind == IS_SWITCH && value) return text_format("%s takes no value", option->name);
    if (!value && option->kind != IS_SWITCH && option->kind != IS_OPTIONAL) {
        if (++*at >= count) return text_format("%s needs a value", option->name);
        value = words[*at];
    }
    return store(options, option, value ? value : "");
}

/* What does not go together. */
static char *check(const struct trace_options *options)
{
    if (options->convert) {
        if (options->program) return text_format("--convert runs no program");
        if (options->keep)
            return text_format("--keep and --convert: the recording is kept already");
        if (options->live) return text_format("--live and --convert: no program runs");
        if (options->start_after != 0 || options->duration > 0)
            return text_format("--start-after and --duration are for recording, not for --convert");
    } else if (!options->program) {
        return text_format("no program is named");
    }
    return NULL;
}

char *options_read(struct trace_options *options, int count, char **words)
{
    int i = 0;
    *options = (struct trace_options){ .functions = "", .kernels = "", .limit = 1 << 30 };
    for (; i < count && words[i][0] == '-' && words[i][1]; i++) {
        char *complaint;
        if (strcmp(words[i], "--") == 0) {
            i++;
            break;
        }
        complaint = read_option(options, count, words, &i);
        if (complaint) return complaint;
        if (options->help) return NULL;
    }
    if (i < count) options->program = words + i;
    return check(options);
}
