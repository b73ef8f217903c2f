/* SPDX-License-Identifier: Apache-2.0 */
/* The formats that viewers show as timelines. They return how many bytes a viewer has to load. Errors
 * of writing are the file's: ferror(). */
#ifndef CLRELAY_TOOL_TRACE_TIMELINE_FORMATS_H
#define CLRELAY_TOOL_TRACE_TIMELINE_FORMATS_H

#include "model.h"

#include <stdio.h>

/* Perfetto's format, which is protobuf, compressed as by gzip. `arguments`: those of calls, and their
 * results, too. Without protobuf-c or zlib in the build it writes nothing. */
uint64_t format_perfetto(FILE *to, const struct model *model, bool arguments);

/* Chrome's format, which is JSON; Perfetto's viewer reads it, too. */
uint64_t format_chrome(FILE *to, const struct model *model, bool arguments);

#endif
