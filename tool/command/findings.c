/* SPDX-License-Identifier: Apache-2.0 */
#include "findings.h"

#include "../base/data.h"
#include "../base/terminal.h"

#include <stdlib.h>

struct level {
    enum severity last; /* the least severe */
    const char *name, *title;
    enum style style;
};

static const struct level *level_of(json_int_t severity)
{
    static const struct level levels[] = { { LAST_PROBLEM, "problem", "Problem", BAD },
                                           { LAST_WARNING, "warning", "Warning", WARN },
                                           { LAST_NOTE, "note", "Note", BOLD } };
    const struct level *level = levels;
    while (severity > (json_int_t)level->last) level++;
    return level;
}

static json_int_t severity_of(const json_t *finding)
{
    return json_integer_value(json_object_get(finding, "severity"));
}

void findings_add(json_t *findings, enum severity severity, const char *about, const char *remedy,
                  const char *format, ...)
{
    json_t *finding = json_pack("{s:s, s:I}", "level", level_of(severity)->name, "severity",
                                (json_int_t)severity);
    va_list arguments;
    va_start(arguments, format);
    data_set(finding, "text", text_format_list(format, arguments));
    va_end(arguments);
    json_object_set_new(finding, "about", *about ? data_string(about) : json_null());
    json_object_set_new(finding, "remedy", *remedy ? data_string(remedy) : json_null());
    json_array_insert_new(findings, findings_count(findings, severity), finding);
}

size_t findings_count(const json_t *findings, enum severity severity)
{
    size_t count = 0;
    while (count < json_array_size(findings) &&
           severity_of(json_array_get(findings, count)) <= (json_int_t)severity)
        count++;
    return count;
}

void findings_print(const json_t *findings)
{
    size_t i;
    json_t *finding;
    json_array_foreach((json_t *)findings, i, finding) {
        const char *about = data_text(finding, "about"), *remedy = data_text(finding, "remedy");
        const struct level *level = level_of(severity_of(finding));
        line_begin(0, 4);
        line_add(level->style, "%s: ", level->title);
        if (*about) line_add(BOLD, "%s: ", about);
        line_add(PLAIN, "%s", data_text(finding, "text"));
        line_end();
        if (*remedy) {
            line_begin(4, 4);
            line_add(BOLD, "To do: ");
            line_add(PLAIN, "%s", remedy);
            line_end();
        }
    }
    if (i > 0) line_empty();
}

void findings_finish(json_t *findings)
{
    size_t i;
    json_t *finding;
    json_array_foreach(findings, i, finding) json_object_del(finding, "severity");
}
