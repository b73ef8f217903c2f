/* SPDX-License-Identifier: Apache-2.0 */
/* The formats that viewers show as timelines. Each function returns the number of bytes that a
 * viewer has to load. ferror() tells of write errors. */
#ifndef CLRELAY_TOOLS_TRACE_TIMELINE_FORMATS_H
#define CLRELAY_TOOLS_TRACE_TIMELINE_FORMATS_H

#include "model.h"

#include <stdio.h>

/* Perfetto's format, which is gzipped protobuf. `arguments`: also writes calls' arguments and
 * results. Writes nothing in builds without protobuf-c or zlib. */
uint64_t format_perfetto(FILE *to, const struct model *model, bool arguments);

/* Chrome's format, which is JSON; Perfetto's viewer reads it, too. */
uint64_t format_chrome(FILE *to, const struct model *model, bool arguments);

#endif
