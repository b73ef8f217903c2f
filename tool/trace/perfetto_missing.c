/* SPDX-License-Identifier: Apache-2.0 */
/* In place of perfetto.c where protobuf-c was missing when the command was built. */
#include "timeline_formats.h"

void format_perfetto(FILE *to, const struct model *model, bool arguments)
{
    (void)to;
    (void)model;
    (void)arguments;
}
