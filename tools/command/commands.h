/* SPDX-License-Identifier: Apache-2.0 */
/* The command clrelay, and its subcommands that are about this system's OpenCL. Each writes to
 * standard output and returns the exit status. */
#ifndef CLRELAY_TOOLS_COMMAND_COMMANDS_H
#define CLRELAY_TOOLS_COMMAND_COMMANDS_H

#include "../doctor/doctor.h"
#include "../report/loader.h"

/* The whole command, which main() of each system calls. Words are UTF-8 unless the system allows
 * any bytes. */
int clrelay_main(int count, char **words);

int command_test(const struct options *options);
int command_list(const struct options *options);
int command_drivers(const struct options *options);
int command_layers(const struct options *options);
int command_settings(const struct options *options);
int command_disable(const struct options *options);
int command_enable(const struct options *options);
int command_device(const struct options *options);
int command_default(const struct options *options);

/* Runs clrelay run. `help` is the first line of its help. */
int command_run(int count, char **words, const char *help);

#endif
