/* SPDX-License-Identifier: Apache-2.0 */
#include "suppressions.h"

#include "../calls/functions.h"
#include "../base/text.h"
#include "check_id_texts.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct suppression {
    char *check_id;                           /* a pattern of check IDs */
    char *function, *file, *module, *program; /* patterns; NULL: any */
    char *until;                              /* the last day, or NULL */
};

/* Adds a pattern of check IDs. Returns NULL if no check ID matches the pattern. */
static struct suppression *add(struct suppressions *to, const char *check_id)
{
    char *pattern = check_id_pattern(check_id);
    struct suppression *suppression;
    if (!check_id_matches(pattern)) {
        free(pattern);
        return NULL;
    }
    if (to->count == to->space) {
        to->space = to->space ? 2 * to->space : 16;
        to->items = require_memory(realloc(to->items, to->space * sizeof *to->items));
    }
    suppression = &to->items[to->count++];
    *suppression = (struct suppression){ .check_id = pattern };
    return suppression;
}

/* Notes a pattern that is ignored everywhere, so that the layer does not stop at such findings. */
static void add_everywhere(struct suppressions *to, const struct suppression *suppression)
{
    if (to->everywhere.text) string_add(&to->everywhere, ",");
    string_add(&to->everywhere, suppression->check_id);
}

static char *check_length(const char *pattern)
{
    if (strlen(pattern) <= SUPPRESSIONS_LONGEST) return NULL;
    return text_format("%.40s... has %zu bytes, but a pattern has %d at most", pattern,
                       strlen(pattern), SUPPRESSIONS_LONGEST);
}

char *suppressions_add_check_ids(struct suppressions *suppressions, const char *patterns)
{
    char *rest = text_format("%s", patterns), *at = rest, *complaint = NULL;
    for (char *end = rest; end && !complaint; at = end + 1) {
        const struct suppression *suppression;
        end = strchr(at, ',');
        if (end) *end = 0;
        complaint = check_length(at);
        if (complaint) break;
        suppression = *at ? add(suppressions, at) : NULL;
        if (suppression) add_everywhere(suppressions, suppression);
        else if (*at) complaint = check_id_missing(at);
        else complaint = text_format("--ignore needs the check ID of a finding");
    }
    free(rest);
    return complaint;
}

/* ---- files ---- */

/* Reads a word after the check ID. Returns NULL, or a complaint. */
static char *read_pattern(struct suppression *to, char *word)
{
    static const char *const names[] = { "function=", "file=", "module=", "program=", "until=" };
    char **const patterns[] = { &to->function, &to->file, &to->module, &to->program, &to->until };
    for (int i = 0; i < 5; i++) {
        const size_t length = strlen(names[i]);
        if (strncmp(word, names[i], length) != 0) continue;
        if (*patterns[i]) return text_format("%s is there twice", names[i]);
        if (!word[length]) return text_format("%s names nothing", names[i]);
        *patterns[i] = text_format("%s", word + length);
        return NULL;
    }
    return text_format("%s is none of function=, file=, module=, program= and until=", word);
}

static bool has_frame(const struct suppression *suppression)
{
    return suppression->function || suppression->file || suppression->module;
}

static bool is_leap(long year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* Whether a text has the form of 2026-12-31, and such a day is in the calendar. */
static bool is_day(const char *text)
{
    static const char form[] = "dddd-dd-dd";
    static const char days[] = { 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    long year, month, day;
    size_t i = 0;
    while (form[i] && (form[i] == 'd' ? isdigit((unsigned char)text[i]) : text[i] == form[i])) i++;
    if (form[i] || text[i]) return false;
    year = strtol(text, NULL, 10);
    month = strtol(text + 5, NULL, 10);
    day = strtol(text + 8, NULL, 10);
    if (month < 1 || month > 12 || day < 1 || day > days[month - 1]) return false;
    return month != 2 || day < 29 || is_leap(year);
}

/* Checks a day; days are texts like 2026-12-31, which compare as the days do. `today` becomes
 * today's text. Returns NULL, or a complaint. */
static char *read_day(const char *day, char today[11])
{
    const time_t now = time(NULL);
    if (!is_day(day)) return text_format("until= needs a day, as in until=2026-12-31");
    strftime(today, 11, "%Y-%m-%d", localtime(&now));
    return NULL;
}

static void free_suppression(struct suppression *suppression)
{
    free(suppression->check_id);
    free(suppression->function);
    free(suppression->file);
    free(suppression->module);
    free(suppression->program);
    free(suppression->until);
}

/* Removes the last suppression, whose day has passed. */
static void end_last(struct suppressions *to, const char *where)
{
    struct suppression *suppression = &to->items[--to->count];
    string_format(&to->ended, "%s%s (%s until %s)", to->ended.text ? ", " : "", where,
                  suppression->check_id, suppression->until);
    free_suppression(suppression);
}

/* Reads a line. `where` is its place, for messages. Returns NULL, or a complaint. */
static char *read_line(struct suppressions *to, char *line, const char *where)
{
    static const char blanks[] = " \t\r\n";
    struct suppression *suppression;
    char *word, *complaint = NULL, today[11] = "";
    line[strcspn(line, "#")] = 0;
    word = strtok(line, blanks);
    if (!word) return NULL;
    complaint = check_length(word);
    if (complaint) return complaint;
    if (strchr(word, '=')) return text_format("a line begins with the check ID of a finding");
    suppression = add(to, word);
    if (!suppression) return check_id_missing(word);
    while (!complaint && (word = strtok(NULL, blanks))) {
        complaint = check_length(word);
        if (!complaint) complaint = read_pattern(suppression, word);
    }
    if (!complaint && suppression->until) complaint = read_day(suppression->until, today);
    if (complaint) return complaint;
    if (suppression->until && strcmp(suppression->until, today) < 0) end_last(to, where);
    else if (!has_frame(suppression) && !suppression->program) add_everywhere(to, suppression);
    return NULL;
}

/* The rest of a file in memory, or NULL if it can't be read. */
static char *read_all(FILE *file)
{
    struct string all = { NULL, 0, 0 };
    char part[4096];
    size_t count;
    string_add(&all, "");
    while ((count = fread(part, 1, sizeof part, file)) > 0) string_add_bytes(&all, part, count);
    if (!ferror(file) && strlen(all.text) == all.length) return all.text;
    if (!ferror(file)) errno = EINVAL; /* a NUL: the file is no text */
    string_free(&all);
    return NULL;
}

char *suppressions_read(struct suppressions *suppressions, const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = file ? read_all(file) : NULL, *complaint = NULL, *where, *wrong;
    const int error = errno;
    unsigned number = 1;
    if (file) fclose(file);
    if (!text) return text_format("--suppressions: %s can't be read: %s", path, strerror(error));
    for (char *line = text, *end = text; end && !complaint; line = end + 1, number++) {
        end = strchr(line, '\n');
        if (end) *end = 0;
        where = text_format("%s:%u", path, number);
        wrong = read_line(suppressions, line, where);
        if (wrong) complaint = text_format("%s: %s", where, wrong);
        free(wrong);
        free(where);
    }
    free(text);
    return complaint;
}

void suppressions_free(struct suppressions *suppressions)
{
    for (size_t i = 0; i < suppressions->count; i++) free_suppression(&suppressions->items[i]);
    free(suppressions->items);
    string_free(&suppressions->everywhere);
    string_free(&suppressions->ended);
}

/* ---- matching ---- */

/* Whether a pattern matches a path, or the part after one of its separators. */
static bool matches_path(const char *path, const char *pattern)
{
    if (!pattern) return true;
    for (; path; path = strchr(path, '/') ? strchr(path, '/') + 1 : NULL)
        if (functions_match(path, pattern)) return true;
    return false;
}

static bool matches_frame(const struct suppression *suppression,
                          const struct suppressed_frame *frame)
{
    return (!suppression->function ||
            (frame->function && functions_match(frame->function, suppression->function))) &&
           matches_path(frame->file, suppression->file) &&
           matches_path(frame->module, suppression->module);
}

bool suppressions_match(const struct suppressions *suppressions, const char *check_id,
                        const char *program, const struct suppressed_frame *frames, size_t count)
{
    for (size_t i = 0; i < suppressions->count; i++) {
        const struct suppression *suppression = &suppressions->items[i];
        if (!functions_match(check_id, suppression->check_id)) continue;
        if (!matches_path(program, suppression->program)) continue;
        if (!has_frame(suppression)) return true;
        for (size_t frame = 0; frame < count; frame++)
            if (matches_frame(suppression, &frames[frame])) return true;
    }
    return false;
}
