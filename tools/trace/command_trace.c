/* SPDX-License-Identifier: Apache-2.0 */
/* clrelay trace: what a program does with OpenCL, on a timeline. */
#include "command_trace.h"

#include "../base/terminal.h"
#include "../recording/run.h"
#include "compare.h"
#include "trace_options.h"
#include "result.h"
#include "trace_session.h"

#include <stdlib.h>
#include <string.h>

static bool ends_with(const char *text, size_t length, const char *ending)
{
    size_t part = strlen(ending);
    return length > part && strncmp(text + length - part, ending, part) == 0;
}

static int help(const char *text)
{
    printf("Usage: clrelay trace [OPTION...] PROGRAM [ARGUMENT...]\n%s\nOptions:\n", text);
    options_print_help();
    return EXIT_SUCCESS;
}

/* Chooses the output: next to the recording, unless the user named it. */
static void choose_output(struct result *result, const struct trace_options *options)
{
    const char *suffix = (options->format ? options->format : format_usual())->suffix;
    size_t length = strlen(options->convert);
    if (ends_with(options->convert, length, ".records")) length -= strlen(".records");
    if (ends_with(options->convert, length, suffix)) length -= strlen(suffix);
    result->ending = options->output ? NULL : suffix;
    result->path = options->output ? text_format("%s", options->output)
                                   : text_format("%.*s", (int)length, options->convert);
}

static int convert(const struct trace_options *options)
{
    struct result result = { .records = options->convert };
    bool well;
    choose_output(&result, options);
    well = result_write(&result, options) && result_show(&result, options);
    free(result.path);
    return well ? EXIT_SUCCESS : RUN_FAILED;
}

int command_trace(int count, char **words, const char *text)
{
    struct trace_options options;
    char *complaint = options_read(&options, count, words);
    if (complaint) {
        error_line("clrelay trace: %s", complaint);
        fputs("See 'clrelay trace --help'.\n", stderr);
        free(complaint);
        return RUN_FAILED;
    }
    if (options.help) return help(text);
    if (options.compare) return compare(&options);
    return options.convert ? convert(&options) : session_run(&options);
}
