/* SPDX-License-Identifier: Apache-2.0 */
/* The formats of recordings. */
#include "format_table.h"

#include "line_formats.h"
#include "timeline_formats.h"

#include "../base/text.h"

#include <string.h>

#ifndef CLRELAY_PERFETTO
#define format_perfetto NULL
#endif

static const struct format formats[] = {
    { "perfetto", ".pftrace", NULL, format_perfetto },
    { "chrome", ".json", NULL, format_chrome },
    { "text", ".txt", format_text, NULL },
    { "csv", ".csv", format_csv, NULL },
    { NULL, NULL, NULL, NULL },
};

static bool is_built(const struct format *format)
{
    return format->write || format->draw;
}

const struct format *format_usual(void)
{
    const struct format *format = formats;
    while (!is_built(format)) format++;
    return format;
}

const struct format *format_by_name(const char *name)
{
    for (const struct format *format = formats; format->name; format++)
        if (strcmp(format->name, name) == 0) return format;
    return NULL;
}

const struct format *format_by_suffix(const char *path)
{
    const char *suffix = strrchr(path, '.');
    for (const struct format *format = formats; suffix && format->name; format++)
        if (strcmp(format->suffix, suffix) == 0) return format;
    return NULL;
}

char *format_complaint(const struct format *format, const char *name)
{
    char *text;
    if (format && is_built(format)) return NULL;
    if (format)
        return text_format(
            "this clrelay was built without the format %s. It needs the packages "
            "libprotobuf-c-dev, protobuf-c-compiler and zlib1g-dev (Debian's names) when "
            "it is built. Perfetto's viewer opens the format %s, too",
            name, format_usual()->name);
    text = text_format("there is no format %s:", name);
    for (const struct format *other = formats; other->name; other++)
        if (is_built(other))
            text_add(&text, "%s %s", other == format_usual() ? "" : ",", other->name);
    return text;
}
