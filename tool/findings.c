/* SPDX-License-Identifier: Apache-2.0 */
#include "findings.h"

#include "data.h"
#include "terminal.h"

#include <stdlib.h>

static const struct {
    const char *name, *title;
    enum style style;
} levels[] = { [PROBLEM] = { "problem", "Problem", BAD },
               [WARNING] = { "warning", "Warning", WARN },
               [NOTE] = { "note", "Note", BOLD } };

void finding_add(json_t *findings, enum level level, enum urgency urgency, const char *about,
                 const char *remedy, const char *format, ...)
{
    /* Levels are further apart than degrees of urgency. */
    json_int_t rank = 1000 * (NOTE - (json_int_t)level) + (json_int_t)urgency;
    json_t *finding = json_pack("{s:s, s:I}", "level", levels[level].name, "rank", rank);
    size_t place = 0;
    va_list arguments;
    va_start(arguments, format);
    data_set(finding, "text", text_format_list(format, arguments));
    va_end(arguments);
    json_object_set_new(finding, "about", *about ? data_string(about) : json_null());
    json_object_set_new(finding, "remedy", *remedy ? data_string(remedy) : json_null());
    while (place < json_array_size(findings) &&
           json_integer_value(json_object_get(json_array_get(findings, place), "rank")) >= rank)
        place++;
    json_array_insert_new(findings, place, finding);
}

size_t finding_count(const json_t *findings, enum level level)
{
    size_t i, count = 0;
    json_t *finding;
    json_array_foreach((json_t *)findings, i, finding)
        count += data_is(finding, "level", levels[level].name);
    return count;
}

void finding_print_all(const json_t *findings)
{
    size_t i;
    json_t *finding;
    json_array_foreach((json_t *)findings, i, finding) {
        const char *about = data_text(finding, "about"), *remedy = data_text(finding, "remedy");
        int level = PROBLEM;
        while (level < NOTE && !data_is(finding, "level", levels[level].name)) level++;
        line_begin(0, 4);
        line_add(levels[level].style, "%s: ", levels[level].title);
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

void finding_finish(json_t *findings)
{
    size_t i;
    json_t *finding;
    json_array_foreach(findings, i, finding) json_object_del(finding, "rank");
}
