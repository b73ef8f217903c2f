/* SPDX-License-Identifier: Apache-2.0 */
/* The formats of recordings. */
#include "format_table.h"

#include "formats.h"
#include "timeline_formats.h"

#include <string.h>

const struct format formats[] = {
#ifdef CLRELAY_PERFETTO
    { "perfetto", ".pftrace", NULL, format_perfetto },
#endif
    { "chrome", ".json", NULL, format_chrome },
    { "text", ".txt", format_text, NULL },
    { "csv", ".csv", format_csv, NULL },
    { NULL, NULL, NULL, NULL },
};

const struct format *format_by_name(const char *name)
{
    for (const struct format *it = formats; it->name; it++)
        if (strcmp(it->name, name) == 0) return it;
    return NULL;
}

const struct format *format_by_suffix(const char *path)
{
    const char *suffix = strrchr(path, '.');
    for (const struct format *it = formats; suffix && it->name; it++)
        if (strcmp(it->suffix, suffix) == 0) return it;
    return NULL;
}
