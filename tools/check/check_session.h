/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLRELAY_TOOLS_CHECK_CHECK_SESSION_H
#define CLRELAY_TOOLS_CHECK_CHECK_SESSION_H

#include "check_options.h"

/* Runs the program and prints what is wrong with it. Returns the exit status. */
int session_check(const struct check_options *options);

#endif
