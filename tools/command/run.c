/* SPDX-License-Identifier: Apache-2.0 */
/* clrelay run: runs a program with some devices only. */
#include "commands.h"

#include "../base/option.h"
#include "../base/terminal.h"
#include "../recording/run.h"
#include "../doctor/program.h"

#include <stdlib.h>
#include <string.h>

static const char devices_select[] = "OCL_ICD_DEVICES_SELECT";

struct run_options {
    const char *devices, *library;
    bool help;
};

static const struct option table[] = {
#define AT(member) offsetof(struct run_options, member)
    /* clang-format off */
    { "--device", "-d", option_text, AT(devices), "DEVICE",
      "which ones: patterns of clrelay list, such as gpu:1,\n"
      "with commas between them" },
    { "--library", NULL, option_text, AT(library), "PATH",
      "look for them with this libOpenCL" },
    { "--help", "-h", NULL, AT(help), NULL,
      "this text" },
    { NULL, NULL, NULL, 0, NULL, NULL }
    /* clang-format on */
};

static int show_help(const char *text)
{
    printf("Usage: clrelay run --device DEVICE PROGRAM [ARGUMENT...]\n%s\nOptions:\n", text);
    option_print_all(table, stdout);
    return EXIT_SUCCESS;
}

/* Why the program's libOpenCL can't choose devices; NULL: it can, or that is not known. Unless the
 * user has named a library, finds the program's to ask. */
static char *find_library(struct run_options *options, struct program *program, const char *name)
{
    const char *file;
    free(program_look(program, name)); /* if there is no such program, starting it tells */
    if (program->privileged)
        return text_format("%s is privileged (setuid, setgid or capabilities), so loaders ignore "
                           "variables there. For all programs: clrelay device %s --system",
                           name, options->devices);
    /* A library that a program opens while it runs may be another one. */
    if (program->way == WAY_LINKED && program_has_other_loader(program, &file))
        return text_format("%s gets %s, which is not clrelay's, and can't choose devices. More: "
                           "clrelay doctor %s",
                           name, file, name);
    if (!options->library && program->way == WAY_LINKED)
        options->library = program_library(program);
    if (!options->library) options->library = SYSTEM_LIBRARY;
    return NULL;
}

/* What is wrong with the devices, in the loader's words, or that none is left; or NULL. If the
 * drivers can't be tried, the program itself will show why. */
static char *find_problem(const struct run_options *options)
{
    const struct options asked = { .library = options->library, .root = "" };
    const struct variable variables[] = { { "OCL_ICD_LOG_FILE", SYSTEM_NULL_DEVICE },
                                          { devices_select, options->devices },
                                          { NULL, NULL } };
    struct probed probed = loader_probe(&asked, "report", variables, 0, "looking for the devices");
    char *problem = NULL, *why = NULL;
    if (!probed.failed && !probed.report)
        problem = text_format("the libOpenCL here is not clrelay's, and can't choose devices: %s",
                              text_or_empty(probed.loader->file));
    if (probed.report && probed.report->privileged)
        problem =
            text_format("it would have no effect: %s",
                        SYSTEM_TEXT("this program is privileged, and the loader ignores variables",
                                    "above medium integrity loaders ignore variables"));
    else if (probed.report) why = report_choice_problem(probed.report);
    if (why) problem = text_format("%s. What there is: clrelay list", why);
    free(why);
    probed_free(&probed);
    return problem;
}

static int run(char **words, const char *devices)
{
    const struct variable variables[] = { { devices_select, devices }, { NULL, NULL } };
    struct run_program program;
    int status;
    char *complaint = run_start(&program, words, variables, &status);
    if (complaint) {
        error_line("clrelay run: %s", complaint);
        free(complaint);
        return status;
    }
    while (run_wait(&program, 3600) != RUN_ENDED) continue;
    run_end(&program);
    return run_exit_status(&program);
}

int command_run(int count, char **words, const char *help)
{
    struct run_options options = { .library = NULL };
    struct program program = { .way = WAY_NONE, .root = "" };
    int rest = 0;
    bool usage = true;
    char *complaint = option_read_all(table, &options, count, words, &rest);
    if (!complaint && options.help) return show_help(help);
    if (!complaint && !options.devices)
        complaint = text_format("which devices? clrelay run --device DEVICE PROGRAM");
    if (!complaint && rest >= count) complaint = text_format("which program?");
    if (!complaint) {
        usage = false;
        complaint = find_library(&options, &program, words[rest]);
        if (!complaint) complaint = find_problem(&options);
    }
    program_free(&program);
    if (!complaint) return run(words + rest, options.devices);
    error_line("clrelay run: %s", complaint);
    if (usage) fputs("See 'clrelay run --help'.\n", stderr);
    free(complaint);
    return RUN_FAILED;
}
