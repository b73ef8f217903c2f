/* SPDX-License-Identifier: Apache-2.0 */
#include "findings.h"

#include "../base/terminal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct finding {
    enum urgency urgency;
    char *about, *text, *remedy; /* `about` and `remedy` may be NULL */
    const char *cause;           /* the identifier in causes.h, or NULL */
    enum part part;
    unsigned vendors;
    char *quoted;    /* the driver whose output the finding has, or NULL */
    unsigned others; /* GPUs beside those of `about` that have the same finding */
};

struct level {
    enum urgency last; /* the least severe urgency of the level */
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

void findings_set_part(struct findings *findings, enum urgency urgency, enum part part,
                       unsigned vendors)
{
    struct finding *last = findings->all + findings_count(findings, urgency) - 1;
    last->part = part;
    last->vendors = vendors;
}

/* ---- what explains what ---- */

static bool explains(const struct finding *one, const struct finding *other)
{
    const bool same = one->vendors & other->vendors;
    const bool is_node = one->part == PART_NODE || one->part == PART_OPENING;
    if (one->urgency > LAST_PROBLEM) return false;
    switch (other->part) {
    case PART_OPENING: return one->part == PART_GPU && !(other->vendors & ~one->vendors);
    case PART_FAILURE: return (is_node || one->part == PART_GPU) && same;
    case PART_UNKNOWN: return one->part == PART_LIMIT || (is_node && same);
    case PART_NOTHING: return one->part != PART_NONE && one->part != PART_NOTHING;
    default: return false;
    }
}

/* The first finding that explains this one, or NULL. */
static struct finding *explanation_of(const struct findings *findings, const struct finding *other)
{
    for (size_t i = 0; i < findings->count; i++)
        if (explains(&findings->all[i], other)) return &findings->all[i];
    return NULL;
}

static void finding_free(struct finding *finding)
{
    free(finding->about);
    free(finding->text);
    free(finding->remedy);
    free(finding->quoted);
}

/* Moves a finding before an earlier one, and gives it the urgency of that one. */
static void put_before(struct finding *earlier, struct finding *one)
{
    struct finding moved = *one;
    moved.urgency = earlier->urgency;
    memmove(earlier + 1, earlier, (size_t)(one - earlier) * sizeof *one);
    *earlier = moved;
}

static void take_away(struct findings *findings, size_t number)
{
    struct finding *one = findings->all + number;
    finding_free(one);
    memmove(one, one + 1, (--findings->count - number) * sizeof *one);
}

void findings_set_quoted(struct findings *findings, enum urgency urgency, const char *about)
{
    struct finding *last = findings->all + findings_count(findings, urgency) - 1;
    free(last->quoted);
    last->quoted = text_format("%s", about);
}

static bool is_quoted(const struct findings *findings, const struct finding *output)
{
    for (size_t i = 0; i < findings->count; i++)
        if (output->part == PART_OUTPUT && text_same(findings->all[i].quoted, output->about))
            return true;
    return false;
}

/* Whether an earlier finding has the same cause and remedy, and one of them is about no GPU or driver
 * in particular. */
static bool is_repeated(const struct findings *findings, const struct finding *one)
{
    for (const struct finding *earlier = findings->all; one->cause && earlier < one; earlier++)
        if (text_same(earlier->cause, one->cause) && text_same(earlier->remedy, one->remedy) &&
            (!*text_or_empty(earlier->about) || !*text_or_empty(one->about)))
            return true;
    return false;
}

/* Gives an earlier finding the PCI address of this one, which differs in that alone, if the line does
 * not get too long. Returns whether there is one. */
static bool joins_earlier(struct findings *findings, const struct finding *one)
{
    enum { LONG_ABOUT = 65 }; /* with three addresses */
    static const char place[] = " at PCI address ";
    const char *address = strstr(text_or_empty(one->about), place);
    for (struct finding *earlier = findings->all; address && earlier < one; earlier++) {
        const char *other = strstr(text_or_empty(earlier->about), place);
        if (!other || other - earlier->about != address - one->about ||
            strncmp(earlier->about, one->about, (size_t)(address - one->about)) != 0 ||
            earlier->urgency != one->urgency || !text_same(earlier->text, one->text) ||
            !text_same(earlier->remedy, one->remedy))
            continue;
        if (strlen(earlier->about) < LONG_ABOUT)
            text_add(&earlier->about, ", %s", address + strlen(place));
        else earlier->others++;
        return true;
    }
    return false;
}

/* A limit may be why a driver fails, or something else is: so the failure stays. A driver that
 * crashes is to be left out only if that does not help. */
static void follow_limits(struct findings *findings)
{
    static const char first[] = "If it fails without the limit, too: ";
    bool limited = false;
    for (size_t i = 0; i < findings->count && !limited; i++)
        limited = findings->all[i].part == PART_LIMIT && findings->all[i].urgency <= LAST_PROBLEM;
    for (size_t i = 0; limited && i < findings->count; i++) {
        char **remedy = &findings->all[i].remedy, *begun;
        if (findings->all[i].urgency != PROBLEM_CRASH || findings->all[i].part != PART_FAILURE ||
            !*remedy || strstr(*remedy, "limit"))
            continue;
        /* The remedy goes on after a colon. A word in capitals is a name. */
        if (islower((unsigned char)(*remedy)[1])) **remedy = (char)tolower((unsigned char)**remedy);
        begun = text_format("%s%s", first, *remedy);
        free(*remedy);
        *remedy = begun;
    }
}

void findings_explain(struct findings *findings)
{
    for (size_t i = 0; i < findings->count;) {
        struct finding *one = &findings->all[i], *why = explanation_of(findings, one);
        /* A driver should not crash, whatever the reason. */
        const bool stays = one->urgency == PROBLEM_CRASH && why;
        if (!why || (stays && why < one)) {
            i++;
        } else if (stays) {
            put_before(one, why);
        } else {
            take_away(findings, i);
        }
    }
    follow_limits(findings);
    for (size_t i = 0; i < findings->count;)
        if (joins_earlier(findings, &findings->all[i])) take_away(findings, i);
        else i++;
    for (size_t i = 0; i < findings->count; i++) {
        struct finding *one = &findings->all[i];
        if (one->others) text_add(&one->about, " and %u more", one->others);
        one->others = 0;
    }
    for (size_t i = findings->count; i-- > 0;)
        if (is_quoted(findings, &findings->all[i]) || is_repeated(findings, &findings->all[i]))
            take_away(findings, i);
}

void findings_leave_out_sudo(struct findings *findings)
{
    static const char word[] = "sudo ";
    for (size_t i = 0; i < findings->count; i++) {
        char *at = findings->all[i].remedy;
        while (at && (at = strstr(at, word))) {
            char *command = at + strlen(word);
            /* "sudo -H" is about how a program was started. */
            if (*command == '-') at = command;
            else memmove(at, command, strlen(command) + 1);
        }
    }
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

const char *findings_first(const struct findings *findings)
{
    return findings->count ? findings->all[0].about : NULL;
}

bool findings_advise(const struct findings *findings, const char *words)
{
    for (size_t i = 0; i < findings->count; i++)
        if (strstr(text_or_empty(findings->all[i].remedy), words)) return true;
    return false;
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
    for (size_t i = 0; i < findings->count; i++) finding_free(&findings->all[i]);
    free(findings->all);
}
