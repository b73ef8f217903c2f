/* SPDX-License-Identifier: Apache-2.0 */
/* Replaces perfetto.c in builds without protobuf-c or zlib. */
#include "timeline_formats.h"

uint64_t format_perfetto(FILE *to, const struct model *model, bool arguments)
{
    (void)to;
    (void)model;
    (void)arguments;
    return 0;
}
