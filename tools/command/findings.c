/* SPDX-License-Identifier: Apache-2.0 */
#include "findings.h"

#include "../base/terminal.h"

#include <stdlib.h>
#include <string.h>

struct finding {
    enum urgency urgency;
    char *about, *text, *remedy; /* the first and the last may be NULL */
    const char *cause;           /* the identifier in causes.h, or NULL */
};

struct level {
    enum urgency last; /* the least severe */
    const char *name, *title;
    enum style style;
};

static const struct level *level_of(enum urgency urgency)
{
    static const struct level levels[] = { { LAST_PROBLEM, "problem", "Problem", BAD },
                                           { LAST_WARNING, "warning", "Warning", WARN },
                                           { LAST_NOTE, "note", "Note", BOLD } };
    const struct level *level = levels;
    while (urgency > level->last) level++;
    return level;
}

void findings_add(struct findings *findings, enum urgency urgency, const char *about,
                  const char *remedy, const char *format, ...)
{
    size_t at = findings_count(findings, urgency);
    struct finding finding = { .urgency = urgency };
    va_list arguments;
    char *text;
    va_start(arguments, format);
    text = text_format_list(format, arguments);
    va_end(arguments);
    finding.text = text_valid(text);
    if (*about) finding.about = text_valid(about);
    if (*remedy) finding.remedy = text_valid(remedy);
    free(text);
    findings->all =
        require_memory(realloc(findings->all, (findings->count + 1) * sizeof *findings->all));
    memmove(findings->all + at + 1, findings->all + at,
            (findings->count++ - at) * sizeof *findings->all);
    findings->all[at] = finding;
}

void findings_set_cause(struct findings *findings, enum urgency urgency, const char *id)
{
    findings->all[findings_count(findings, urgency) - 1].cause = id;
}

size_t findings_count(const struct findings *findings, enum urgency urgency)
{
    size_t count = 0;
    while (count < findings->count && findings->all[count].urgency <= urgency) count++;
    return count;
}

bool findings_has(const struct findings *findings, enum urgency urgency, const char *about)
{
    for (size_t i = 0; i < findings->count; i++)
        if (findings->all[i].urgency == urgency && text_same(findings->all[i].about, about))
            return true;
    return false;
}

bool findings_has_problem(const struct findings *findings, const char *about)
{
    for (int urgency = 0; urgency <= LAST_PROBLEM; urgency++)
        if (findings_has(findings, (enum urgency)urgency, about)) return true;
    return false;
}

bool findings_any(const struct findings *findings, enum urgency urgency)
{
    size_t count = findings_count(findings, urgency);
    return count > 0 && findings->all[count - 1].urgency == urgency;
}

const char *findings_first(const struct findings *findings)
{
    return findings->count ? findings->all[0].about : NULL;
}

void findings_print(const struct findings *findings)
{
    for (size_t i = 0; i < findings->count; i++) {
        const struct finding *finding = &findings->all[i];
        const struct level *level = level_of(finding->urgency);
        line_begin(0, 4);
        line_add(level->style, "%s: ", level->title);
        if (finding->about) line_add(BOLD, "%s: ", finding->about);
        line_add(PLAIN, "%s", finding->text);
        line_end();
        if (!finding->remedy) continue;
        line_begin(4, 4);
        line_add(BOLD, "To do: ");
        line_add(PLAIN, "%s", finding->remedy);
        line_end();
    }
    if (findings->count > 0) line_empty();
}

json_t *findings_json(const struct findings *findings)
{
    json_t *list = json_array();
    for (size_t i = 0; i < findings->count; i++) {
        const struct finding *finding = &findings->all[i];
        json_array_append_new(list, json_pack("{s:s, s:s, s:s?, s:s?, s:s?}", "level",
                                              level_of(finding->urgency)->name, "text",
                                              finding->text, "about", finding->about, "remedy",
                                              finding->remedy, "cause", finding->cause));
    }
    return list;
}

void findings_free(struct findings *findings)
{
    for (size_t i = 0; i < findings->count; i++) {
        free(findings->all[i].about);
        free(findings->all[i].text);
        free(findings->all[i].remedy);
    }
    free(findings->all);
}
