/* SPDX-License-Identifier: Apache-2.0 */
/* clrelay check: runs a program and checks what it does with OpenCL. */
#ifndef CLRELAY_TOOLS_CHECK_COMMAND_CHECK_H
#define CLRELAY_TOOLS_CHECK_COMMAND_CHECK_H

/* Takes the words after the command's name and its help text; returns the exit status. */
int command_check(int count, char **words, const char *help);

#endif
