/* SPDX-License-Identifier: Apache-2.0 */
/* clrelay check: what is wrong with an OpenCL program. */
#include "command_check.h"

#include "../base/terminal.h"
#include "../recording/run.h"
#include "catalog.h"
#include "condition_rows.h"
#include "check_options.h"
#include "read.h"
#include "check_session.h"

#include <stdlib.h>

static int help(const char *text)
{
    printf("Usage: clrelay check [OPTION...] PROGRAM [ARGUMENT...]\n%s\nOptions:\n", text);
    options_print_check_help();
    return EXIT_SUCCESS;
}

static int tell_catalog(const struct check_options *options)
{
    /* Only the layer knows where findings arise, and its package may be missing. */
    char *complaint = options->explain || options->json ? conditions_read() : NULL;
    if (complaint) {
        line_error("clrelay check: %s", complaint);
        free(complaint);
        return RUN_FAILED;
    }
    if (options->list) catalog_list(options->json);
    if (options->explain) catalog_explain(options->explain, options->json);
    return EXIT_SUCCESS;
}

int command_check(int count, char **words, const char *text)
{
    struct check_options options;
    char *complaint = options_read_check(&options, count, words);
    int status = RUN_FAILED;
    if (complaint) {
        line_error("clrelay check: %s", complaint);
        fputs("See 'clrelay check --help'.\n", stderr);
        free(complaint);
    } else if (options.help) {
        status = help(text);
    } else if (options.list || options.explain) {
        status = tell_catalog(&options);
    } else if (options.environment) {
        status = read_environment(&options);
    } else if (options.read) {
        status = read_findings(&options);
    } else {
        status = session_check(&options);
    }
    options_free_check(&options);
    return status;
}
