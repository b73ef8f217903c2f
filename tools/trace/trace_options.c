/* SPDX-License-Identifier: Apache-2.0 */
/* The options of `clrelay trace`. */
#include "trace_options.h"

#include "../calls/functions.h"
#include "../base/option.h"
#include "../base/text.h"
#include "../recording/output.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static char *store_format(const struct option *option, void *at, const char *value);
static char *store_functions(const struct option *option, void *at, const char *value);
static char *store_start(const struct option *option, void *at, const char *value);
static char *store_seconds(const struct option *option, void *at, const char *value);
static char *store_slower(const struct option *option, void *at, const char *value);

static const struct option table[] = {
#define AT(member) offsetof(struct trace_options, member)
    /* clang-format off */
    { "--output", "-o", option_text, AT(output), "FILE",
      "write to FILE, not PROGRAM.PID.SUFFIX; -: stdout" },
    { "--format", NULL, store_format, AT(format), "FORMAT",
      FORMAT_NAMES "; without it that of the\n"
      "output's suffix (.json is chrome), or " FORMAT_USUAL },
    { "--open", NULL, NULL, AT(open), NULL,
      "show the timeline in the browser, on Perfetto's page" },
    { "--live", NULL, option_text, AT(live), "[=FILE]",
      "write text while the program runs, to standard error or\n"
      "FILE (-: stdout); nothing else without -o or --format" },
    { "--functions", NULL, store_functions, AT(functions), "GLOB,...",
      "record only these functions, as in 'clEnqueue*,clFinish'" },
    { "--kernels", NULL, option_text, AT(kernels), "GLOB,...",
      "leave out calls with kernels other than these" },
    { "--start-after", NULL, store_start, AT(start_after), "SECONDS",
      "begin to record later; 'signal': when SIGUSR1 comes" },
    { "--duration", NULL, store_seconds, AT(duration), "SECONDS",
      "end the recording this long after it began; these two\n"
      "choose a span of time with --convert, too" },
    { "--limit", NULL, option_size, AT(limit), "SIZE",
      "largest size of the recording, as in 500M; 1G by default" },
    { "--no-device", NULL, NULL, AT(no_device), NULL,
      "do not ask for the times of commands on devices" },
    { "--call-sites", NULL, NULL, AT(call_sites), NULL,
      "record where the program makes each call, and show the\n"
      "calls, waits and kernels of each line" },
    { "--hash-data", NULL, NULL, AT(hash_data), NULL,
      "find buffer writes that repeat what the program wrote\n"
      "there before; each write takes longer" },
    { "--system-clock", NULL, NULL, AT(system_clock), NULL,
      "take times from the system, not the time-stamp counter" },
    { "--no-arguments", NULL, NULL, AT(no_arguments), NULL,
      "write no arguments of calls: a smaller file" },
    { "--programs", NULL, option_text, AT(programs), "DIR",
      "write the sources of all programs to files in DIR" },
    { "--json", NULL, NULL, AT(json), NULL,
      "the summary as JSON" },
    { "--summary", NULL, option_text, AT(summary), "FILE",
      "the summary to FILE, not to standard error; -: stdout" },
    { "--keep", NULL, NULL, AT(keep), NULL,
      "keep the recording as FILE.records, for --convert" },
    { "--convert", NULL, option_text, AT(convert), "RECORDING",
      "read a kept recording; run no program" },
    { "--compare", NULL, option_text, AT(compare), "RUN LATER",
      "what is faster or slower in a later run: two recordings,\n"
      "or two summaries of --json" },
    { "--fail-if", NULL, store_slower, AT(fail_if_slower), "slower=PERCENT%",
      "with --compare: exit with 1 if the program or a kernel\n"
      "got slower by more than that" },
    { "--help", "-h", NULL, AT(help), NULL,
      "this text" },
    { NULL, NULL, NULL, 0, NULL, NULL }
    /* clang-format on */
};

void options_print_help(void)
{
    option_print_all(table, stdout);
}

/* ---- values ---- */

static char *store_functions(const struct option *option, void *at, const char *value)
{
    unsigned char bits[FUNCTION_NUMBERS];
    char *complaint = option_text(option, at, value);
    if (complaint) return complaint;
    if (strlen(value) >= sizeof((struct record_file *)NULL)->functions)
        return text_format("--functions has too many patterns");
    if (functions_choose(bits, value) == 0)
        return text_format("no function of OpenCL has a name like %s", value);
    return NULL;
}

static char *store_format(const struct option *option, void *at, const char *value)
{
    const struct format *format = format_by_name(value);
    (void)option;
    *(const struct format **)at = format;
    return format_complaint(format, value);
}

static char *store_start(const struct option *option, void *at, const char *value)
{
    if (strcmp(value, "signal") == 0) {
        *(double *)at = START_BY_SIGNAL;
        return NULL;
    }
    if (option_is_seconds(value, at)) return NULL;
    return text_format("%s needs a number of seconds, or the word signal", option->name);
}

static char *store_seconds(const struct option *option, void *at, const char *value)
{
    if (option_is_seconds(value, at)) return NULL;
    return text_format("%s needs a number of seconds", option->name);
}

static char *store_slower(const struct option *option, void *at, const char *value)
{
    static const char word[] = "slower=";
    char *end = NULL;
    double percent = 0;
    if (!strncmp(value, word, strlen(word))) percent = strtod(value + strlen(word), &end);
    if (end && end[0] == '%' && !end[1] && percent > 0 && percent < 1e6) {
        *(double *)at = percent;
        return NULL;
    }
    return text_format("%s needs slower= and a percentage, as in slower=10%%", option->name);
}

/* ---- words ---- */

static char *check_open(const struct trace_options *options)
{
    if (options->compare) return text_format("--open and --compare: there is no timeline");
    if (!options->format->draw)
        return text_format("--open shows a timeline: the format %s is not one",
                           options->format->name);
    if (options->output && output_is_standard(options->output))
        return text_format("--open needs the trace in a file");
    return NULL;
}

/* Rejects an output that is an input or a program, or the same file as another. */
static char *check_files(const struct trace_options *options)
{
    char **words = options->program;
    const bool compares = options->compare && words;
    const char *const files[] = { options->output,
                                  options->summary,
                                  options->live,
                                  options->convert,
                                  compares ? words[0]
                                  : words  ? output_file_of(words[0])
                                           : NULL,
                                  options->compare };
    enum { OUTPUTS = 3, FILES = sizeof files / sizeof *files };
    for (size_t i = 0; i < OUTPUTS; i++) {
        for (size_t j = i + 1; j < FILES; j++)
            if (output_overwrites(files[i], files[j]))
                return text_format("%s would be overwritten: name another file after -o, --summary "
                                   "or --live",
                                   files[j]);
        if (output_is_program(files[i]))
            return text_format("%s is a program: name another file after -o, --summary or --live",
                               files[i]);
    }
    return NULL;
}

/* Rejects options that exclude each other. */
static char *check(const struct trace_options *options)
{
    char *complaint = options->open ? check_open(options) : NULL;
    if (!complaint) complaint = check_files(options);
    if (complaint) return complaint;
    if (options->fail_if_slower > 0 && !options->compare)
        return text_format("--fail-if is for --compare");
    if (options->compare) {
        if (!options->program || options->program[1])
            return text_format(
                "--compare needs two runs, after all options: recordings, or summaries of --json");
        if (options->convert || options->keep || options->live)
            return text_format("--compare runs no program");
    } else if (options->convert) {
        if (options->program) return text_format("--convert runs no program");
        if (options->keep)
            return text_format("--keep and --convert: the recording is kept already");
        if (options->live) return text_format("--live and --convert: no program runs");
        if (options->call_sites)
            return text_format("--call-sites is for recording, not for --convert, which shows them "
                               "if they were recorded");
        if (options->hash_data)
            return text_format("--hash-data is for recording, not for --convert");
        if (options->system_clock)
            return text_format("--system-clock is for recording, not for --convert");
        if (options->start_after == START_BY_SIGNAL)
            return text_format("--start-after signal is for recording, not for --convert");
    } else if (!options->program) {
        return text_format("no program is named");
    }
    return NULL;
}

char *options_read(struct trace_options *options, int count, char **words)
{
    int rest;
    char *complaint;
    *options = (struct trace_options){ .functions = "", .kernels = "", .limit = 1 << 30 };
    complaint = option_read_all(table, options, count, words, &rest);
    if (complaint || options->help) return complaint;
    if (rest < count) options->program = words + rest;
    if (options->output && !options->format) {
        options->format = format_by_suffix(options->output);
        if (options->format) complaint = format_complaint(options->format, options->format->name);
    }
    if (options->open && !options->format) options->format = format_usual();
    return complaint ? complaint : check(options);
}
