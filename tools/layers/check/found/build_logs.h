/* SPDX-License-Identifier: Apache-2.0 */
/* Builds of programs that fail, in their call or later. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_FOUND_BUILD_LOGS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_FOUND_BUILD_LOGS_H

#include "finding.h"

/* Records the build log of a program, so that the report can show it. */
HIDDEN SLOW void check_log(cl_program program);

/* Writes a finding if a program's build has failed although its call returned no error: a build may
 * go on in another thread. */
HIDDEN SLOW void check_built(cl_program program);

/* The same as check_built(), for the program that clLinkProgram has made. */
HIDDEN SLOW void check_linked(const struct check_call *call, cl_program program);

#endif
