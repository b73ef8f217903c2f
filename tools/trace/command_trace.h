/* SPDX-License-Identifier: Apache-2.0 */
/* clrelay trace: runs a program and records what it does with OpenCL. */
#ifndef CLRELAY_TOOLS_TRACE_COMMAND_TRACE_H
#define CLRELAY_TOOLS_TRACE_COMMAND_TRACE_H

/* Takes the words after the command's name and its help text; returns the exit status. */
int command_trace(int count, char **words, const char *help);

#endif
