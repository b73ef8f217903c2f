/* SPDX-License-Identifier: Apache-2.0 */
/* Records a program while it runs. */
#ifndef CLRELAY_TOOLS_TRACE_TRACE_SESSION_H
#define CLRELAY_TOOLS_TRACE_TRACE_SESSION_H

#include "trace_options.h"

/* Runs the program, records it, writes what the options ask for, and returns the exit status. */
int session_run(const struct trace_options *options);

#endif
