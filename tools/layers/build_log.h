/* SPDX-License-Identifier: Apache-2.0 */
/* What drivers write about the builds of a program. */
#ifndef CLRELAY_TOOLS_LAYERS_BUILD_LOG_H
#define CLRELAY_TOOLS_LAYERS_BUILD_LOG_H

#include "api/table.h"

#include <stdbool.h>

/* The build logs of a program for all of its devices, one after the other, or as much of them as
 * fits into a record. NULL: there is no memory, or the driver does not answer. The caller frees the
 * logs. */
HIDDEN char *build_log_of(cl_program program);

/* Whether the program's builds have ended on all of its devices. */
HIDDEN bool build_log_is_complete(cl_program program);

/* Whether a callback that the program has given to the function with this number tells that a build
 * has ended. The build log is there before the layer calls the program. */
HIDDEN bool build_log_comes_with(unsigned given_to);

#endif
