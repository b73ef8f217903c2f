/* SPDX-License-Identifier: Apache-2.0 */
/* The subcommands. Each writes to standard output, except for the program that is checked or traced, and returns
 * the exit status. */
#ifndef CLRELAY_TOOL_COMMANDS_H
#define CLRELAY_TOOL_COMMANDS_H

#include "survey.h"

int command_test(const struct options *options);
int command_list(const struct options *options);
int command_drivers(const struct options *options);
int command_doctor(const struct options *options);
int command_layers(const struct options *options);
int command_settings(const struct options *options);
int command_disable(const struct options *options);
int command_enable(const struct options *options);
int command_default(const struct options *options);

/* clrelay check and clrelay trace, with the words behind its name and the text of its help. */
int command_check(int count, char **words, const char *help);
int command_trace(int count, char **words, const char *help);

#endif
