/* SPDX-License-Identifier: Apache-2.0 */
/* Findings of programs that clrelay check does not start: the layer stores them in a folder. */
#ifndef CLRELAY_TOOLS_CHECK_READ_H
#define CLRELAY_TOOLS_CHECK_READ_H

#include "check_options.h"

/* Prints the variables that such programs need. Returns the exit status. */
int read_environment(const struct check_options *options);

/* Reports the findings in a folder or file. Returns the exit status. */
int read_findings(const struct check_options *options);

#endif
