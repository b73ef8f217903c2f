/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The command clrelay: which OpenCL drivers exist, where they come from, and why one is missing.
 * Everything that involves drivers runs in separate processes: see probe/probe.h and
 * probe/protocol.h.
 */
#include "commands.h"

#include "../base/option.h"
#include "../base/system.h"
#include "../base/terminal.h"
#include "../check/command_check.h"
#include "../probe/protocol.h"
#include "../trace/command_trace.h"
#include "../trace/format_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct command {
    const char *name;
    int (*run)(const struct options *);
    const char *line; /* a short description */
    const char *help; /* a long description */
    /* In place of `run`, for a command with options of its own. */
    int (*run_words)(int count, char **words, const char *help);
    /* What a command's name stands for: for a command that changes settings, what it chooses; in
     * brackets if the user may leave it out. NULL: the command takes no name. */
    const char *subject;
} commands[] = {
    { "test", command_test, "runs a kernel on each device, and checks the result",
      "Builds and runs a small kernel on each device, in a process of its own, and\n"
      "checks the results. If a driver ends the process as soon as it is loaded, each\n"
      "driver is tried by itself. Exit status 0: there is a device, and no driver and\n"
      "no device failed.\n",
      NULL, NULL },
    { "list", command_list, "platforms and devices",
      "Lists the platforms and devices that an OpenCL program of this user gets, in\n"
      "its order; with --verbose all that they report: extensions, limits, versions,\n"
      "properties, image formats. Exit status 0: there is a device, and all platforms\n"
      "answered.\n",
      NULL, NULL },
    { "drivers", command_drivers, "every driver, and why one is missing",
      "Lists the directories that were searched and every driver in order of search:\n"
      "whether it is loaded, how long that took, and, if not, why and what can be\n"
      "done; and the last lines that drivers print. Exit status 0: there is a driver,\n"
      "and none failed.\n",
      NULL, NULL },
    { "doctor", command_doctor, "tries each driver separately, and looks for problems",
      SYSTEM_TEXT(
          "Opens each driver in a process of its own, as programs do and with all symbols\n"
          "bound at once. So it finds a driver that crashes, ends the process, hangs or\n"
          "prints, and still tries the others. Then looks for other problems: permissions\n"
          "of device nodes, two drivers for one device, several libOpenCL.so.1, bad\n"
          "settings. The last line says what to do first. With PROGRAM or --pid, it says\n"
          "which libOpenCL this program gets, and looks as the program does, without\n"
          "running it. Exit status 0: there is a driver that works, and no problem.\n",
          "Opens each driver in a process of its own, as programs do and without a loader,\n"
          "so it finds a driver that crashes, ends the process, hangs or prints, and still\n"
          "tries the others. Then looks for other problems: display adapters, the\n"
          "registry, two drivers for one device, another OpenCL.dll, bad settings. The\n"
          "last line says what to do first. Exit status 0: there is a driver that works,\n"
          "and no problem. Only on Linux it looks at a program.\n"),
      NULL, "[PROGRAM]" },
    { "layers", command_layers, "every layer, and why one is missing",
      "Lists the directories that were searched and every layer, as clrelay drivers\n"
      "does. Exit status 0: none failed.\n",
      NULL, NULL },
    { "settings", command_settings, "every setting: its value, its origin, and what it does",
      "Lists all settings with their values, where these come from (the environment,\n"
      "or a line of a loader.conf), what they do, and what is wrong with them. Exit\n"
      "status 0: there is no problem with them.\n",
      NULL, NULL },
    { "disable", command_disable, "turns a driver off",
      "Turns a driver off, by a line in the user's loader.conf. DRIVER is the name of\n"
      "its .icd file, with or without .icd, or of its library. Shows what changed and\n"
      "how to undo it. Exit status 0: the driver is off.\n",
      NULL, "DRIVER" },
    { "enable", command_enable, "turns a driver on again",
      "Turns a driver on again that a loader.conf or an empty .icd file of the user's\n"
      "turns off. Shows what changed and how to undo it. Exit status 0: the driver is\n"
      "on.\n",
      NULL, "DRIVER" },
    { "default", command_default, "chooses the default platform, or the first device",
      "Makes PLATFORM the default, which programs that name no platform get, by a line\n"
      "in the user's loader.conf. PLATFORM is its number in clrelay list, or a pattern\n"
      "for its name or suffix. If there is no such platform, it is a device, as with\n"
      "clrelay device, and programs get that one first. Exit status 0: it is the\n"
      "default.\n",
      NULL, "PLATFORM" },
    { "device", command_device, "chooses the devices that programs see",
      "Shows programs only these devices, in this order, by a line in the user's\n"
      "loader.conf. DEVICE is the pattern that clrelay list shows, such as gpu:1; or\n"
      "gpu, cpu, a pattern for its name, pci:0000:65:00.0 and the like. Exit status 0:\n"
      "programs see them, and no others.\n",
      NULL, "DEVICE..." },
    { "run", NULL, "runs a program with some devices only",
      "Runs the program so that it sees only the devices that --device names, in this\n"
      "order. Exit status: that of the program; 125: there is no such device, none is\n"
      "left, the program is privileged, its libOpenCL can't choose any, or clrelay run\n"
      "failed, 126: the program can't be executed, 127: there is no such program.\n",
      command_run, NULL },
    { "check", NULL, "what is wrong with an OpenCL program",
      "Runs the program, checks each OpenCL call, and prints what is wrong to standard\n"
      "error: once for each place in the program, with a summary at the end.\n"
      "Exit status: that of the program; 3: it succeeded, but there were findings above\n"
      "notes; 125: clrelay check failed, 126: the program can't be executed, 127: there\n"
      "is no such program.\n",
      command_check, NULL },
    { "trace", NULL, "records what a program does with OpenCL",
      "Runs the program, records each OpenCL call and each command on a device, and\n"
      "writes PROGRAM.PID" FORMAT_USUAL_SUFFIX
      ", which https://ui.perfetto.dev opens, and a summary\n"
      "to standard error. The signal SIGUSR1 switches recording on and off.\n"
      "Exit status: that of the program; 125: clrelay trace failed, 126: the program\n"
      "can't be executed, 127: there is no such program.\n",
      command_trace, NULL },
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static char *store_timeout(const struct option *option, void *at, const char *value)
{
    double *seconds = at;
    if (option_is_seconds(value, seconds) && *seconds <= 86400) return NULL;
    return text_format("%s needs a number of seconds", option->name);
}

static const struct option table[] = {
#define AT(member) offsetof(struct options, member)
    /* clang-format off */
    { "--json", NULL, NULL, AT(json), NULL,
      "JSON instead of text" },
    { "--library", NULL, option_text, AT(library), "PATH",
      SYSTEM_TEXT("use this libOpenCL, not the installed libOpenCL.so.1",
                  "use this OpenCL.dll, not the installed one") },
    { "--timeout", NULL, store_timeout, AT(timeout), "SECONDS",
      "time limit for all drivers (30); for doctor: for each\n"
      "(10); for test: for each device (60)" },
    { "--verbose", NULL, NULL, AT(verbose), NULL,
      "with list: all that platforms and devices report" },
    { "--pid", NULL, option_text, AT(pid), "PID",
      SYSTEM_TEXT("with doctor: look as this running program does", NULL) },
    { "--system", NULL, NULL, AT(system), NULL,
      "change the machine's settings, not the user's" },
    { "--help", "-h", NULL, AT(help), NULL,
      "this text" },
    { "--version", NULL, NULL, AT(version), NULL,
      "the version of clrelay" },
    { "--root", NULL, option_text, AT(root), "DIR",
      NULL }, /* for tests */
    { "--demo-driver", NULL, option_text, AT(demo_driver), "PATH",
      NULL }, /* for the target `demo` */
    { NULL, NULL, NULL, 0, NULL, NULL }
    /* clang-format on */
};

static int usage(FILE *file)
{
    fputs("Usage: clrelay COMMAND [OPTION...]\n"
          "Shows which OpenCL drivers exist, where they come from, and why one is missing;\n"
          "and what a program does with OpenCL.\n\n"
          "Commands:\n",
          file);
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(file, "  %-9s %s\n", commands[i].name, commands[i].line);
    fputs("\nOptions:\n", file);
    option_print_all(table, file);
    fputs("\nSee also: clrelay COMMAND --help. Exit status: 0 all is well, 1 something is\n"
          "wrong, 2 wrong usage; clrelay run, check and trace have their own. No OpenCL\n"
          "platform? Start with: clrelay doctor\n",
          file);
    return file == stdout ? STATUS_WELL : STATUS_USAGE;
}

static bool changes_settings(const struct command *command)
{
    return command->subject && *command->subject != '[';
}

/* Whether a command takes the option whose value has this place in struct options. */
static bool takes(const struct command *command, size_t at)
{
    if (at == AT(system)) return changes_settings(command);
    if (at == AT(verbose)) return command->run == command_list;
    return at != AT(pid) || command->run == command_doctor;
}

static int help(const struct command *command)
{
    char *help_option[] = { "--help" };
    struct option own[sizeof table / sizeof *table];
    memcpy(own, table, sizeof own);
    for (struct option *option = own; option->name; option++)
        if (!takes(command, option->at)) option->help = NULL;
    if (command->run_words) return command->run_words(1, help_option, command->help);
    printf("Usage: clrelay %s%s%s [OPTION...]\n%s\nOptions:\n", command->name,
           command->subject ? " " : "", command->subject ? command->subject : "", command->help);
    option_print_all(own, stdout);
    return STATUS_WELL;
}

static int see_help(void)
{
    fputs("See 'clrelay --help'.\n", stderr);
    return STATUS_USAGE;
}

static int wrong_usage(const char *what, const char *word)
{
    error_line("clrelay: %s%s", what, word);
    return see_help();
}

static int no_name(const struct command *command)
{
    error_line("clrelay: which one? clrelay %s %s", command->name, command->subject);
    return see_help();
}

/* A word for a message, in which an empty word can be seen, too. */
static const char *visible(const char *word)
{
    return *word ? word : "''";
}

static const struct command *find_command(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
    return NULL;
}

/* Several names become a list. */
static void add_name(struct options *options, const char *word)
{
    static char *list;
    char *longer = text_format("%s,%s", options->subject, word);
    free(list);
    options->subject = list = longer;
}

/* Takes a word that is not an option: first the command, then the name it needs. Returns 0, or
 * prints what is wrong. */
static int take_word(const char *word, const struct command **command, struct options *options)
{
    if (*command && (*command)->subject && !options->subject) options->subject = word;
    else if (*command && (*command)->run == command_device) add_name(options, word);
    else if (*command && (*command)->subject)
        return wrong_usage("one name is enough: ", visible(word));
    else if (*command) return wrong_usage("one command is enough: ", visible(word));
    else if (!(*command = find_command(word)))
        return wrong_usage("there is no command ", visible(word));
    return 0;
}

static int run(int count, char **words)
{
    struct options options = { .library = SYSTEM_LIBRARY, .root = "" };
    const struct command *command = NULL;
    bool no_options = false; /* after -- */
    for (int i = 1; i < count; i++) {
        char *complaint = NULL;
        int status = 0;
        if (no_options || *words[i] != '-') status = take_word(words[i], &command, &options);
        else if (strcmp(words[i], "--") == 0) no_options = true;
        else complaint = option_read(table, &options, count, words, &i);
        if (complaint) status = wrong_usage(complaint, "");
        free(complaint);
        if (status) return status;
        if (options.version) {
            puts("clrelay " CLRELAY_VERSION);
            return STATUS_WELL;
        }
    }
    if (options.help) return command ? help(command) : usage(stdout);
    if (command && command->run_words)
        return wrong_usage("put this command's options after its name: ", command->name);
    if (command && changes_settings(command) && (!options.subject || !*options.subject))
        return no_name(command);
    if (command && options.system && !takes(command, AT(system)))
        return wrong_usage("--system belongs to disable, enable, default and device, not to ",
                           command->name);
    if (command && options.verbose && !takes(command, AT(verbose)))
        return wrong_usage("--verbose belongs to list, not to ", command->name);
    if (command && options.pid && (!takes(command, AT(pid)) || options.subject))
        return wrong_usage("--pid belongs to doctor without a program, not to ",
                           options.subject ? options.subject : command->name);
    return command ? command->run(&options) : usage(stderr);
}

int clrelay_main(int count, char **words)
{
    const char *refused = system_begin();
    const struct command *command;
    int status;
    if (refused) {
        fprintf(stderr, "clrelay: %s\n", refused);
        return STATUS_WRONG;
    }
    if (count > 1 && strcmp(words[1], PROBE_COMMAND) == 0) return child_main(count - 2, words + 2);
    terminal_start();
    command = count > 1 ? find_command(words[1]) : NULL;
    status = command && command->run_words ? command->run_words(count - 2, words + 2, command->help)
                                           : run(count, words);
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    /* The command itself has printed why. */
    if (command && command->run_words && status) return status;
    fputs("clrelay: the output cannot be written\n", stderr);
    return STATUS_WRONG;
}
