/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the findings of programs that clrelay check did not start. The layer stores these in a
 * folder. */
#ifndef CLRELAY_TOOLS_CHECK_READ_H
#define CLRELAY_TOOLS_CHECK_READ_H

#include "check_options.h"

/* Prints the environment variables that such programs need. Returns the exit status. */
int read_environment(const struct check_options *options);

/* Reports the findings in a folder or file. Returns the exit status. */
int read_findings(const struct check_options *options);

#endif
