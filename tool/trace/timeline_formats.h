/* SPDX-License-Identifier: Apache-2.0 */
/* The formats that viewers show as timelines. Errors of writing are the file's: ferror(). */
#ifndef CLRELAY_TOOL_TRACE_TIMELINE_FORMATS_H
#define CLRELAY_TOOL_TRACE_TIMELINE_FORMATS_H

#include "model.h"

#include <stdio.h>

/* Perfetto's format, which is protobuf. `arguments`: those of calls, and their results, too. Without
 * protobuf-c in the build it writes nothing. */
void format_perfetto(FILE *to, const struct model *model, bool arguments);

/* Chrome's format, which is JSON; Perfetto's viewer reads it, too. */
void format_chrome(FILE *to, const struct model *model, bool arguments);

#endif
