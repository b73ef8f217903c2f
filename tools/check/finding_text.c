/* SPDX-License-Identifier: Apache-2.0 */
#include "finding_text.h"

#include "../base/data.h"
#include "../base/terminal.h"
#include "function_name.h"
#include "place.h"

#include <string.h>

enum {
    INDENT = 4,     /* of labels */
    COLUMN = 14,    /* of the text after labels */
    MOST_LINES = 20 /* the most lines of a build log */
};

static enum style style_of(const json_t *finding)
{
    if (data_is(finding, "level", "error")) return BAD;
    return data_is(finding, "level", "note") ? DIM : WARN;
}

/* ---- frames ---- */

static void add_function(const char *function)
{
    struct string name = { NULL, 0, 0 };
    function_name_add(&name, function);
    line_add(BOLD, "%s", name.text);
    string_free(&name);
}

static void add_frame(const json_t *frame)
{
    const char *function = data_text(frame, "function"), *file = data_text(frame, "file");
    if (*function) add_function(function);
    if (*function) line_add(PLAIN, *file ? " at " : " in ");
    if (*file) line_add(PLAIN, "%s:%lld", place_path(file), place_line(frame));
    else
        line_add(PLAIN, "%s+%s", text_file_name(data_text(frame, "module")),
                 data_text(frame, "address"));
}

/* The number of consecutive frames of the standard library, from an index on. */
static size_t standard_frames(const json_t *frames, size_t from)
{
    size_t i = from;
    for (; i < json_array_size(frames); i++) {
        const json_t *frame = json_array_get(frames, i);
        if (!function_is_standard(data_text(frame, "function"), data_text(frame, "file"))) break;
    }
    return i - from;
}

static void print_backtrace(const json_t *frames)
{
    const json_t *object;
    size_t i;
    json_array_foreach(frames, i, object) {
        const size_t more = i ? standard_frames(frames, i) : 0;
        line_label(INDENT, COLUMN, i ? "" : "where");
        if (more < 2) add_frame(object);
        else line_add(DIM, "%zu functions of the C++ library", more);
        line_end();
        if (more) i += more - 1;
    }
}

/* Prints where something was done to the object, or before the call. One frame is enough. */
static void print_done(const json_t *object, const char *what)
{
    const json_t *done = json_object_get(object, what);
    const json_t *frame = json_array_get(json_object_get(done, "backtrace"), 0);
    if (!json_is_object(done)) return;
    line_label(INDENT, COLUMN, what);
    if (*data_text(done, "by")) line_add(PLAIN, "by %s", data_text(done, "by"));
    if (frame) {
        line_add(PLAIN, " in ");
        add_frame(frame);
    }
    line_end();
}

/* ---- findings ---- */

static bool is_after_note; /* the last finding was a note, which no empty line follows */

/* Adds the conditions that may explain the error, in one line. */
static void add_driver(const json_t *conditions)
{
    const json_t *object;
    size_t i;
    json_array_foreach(conditions, i, object)
        line_add(PLAIN, "%s%s", i ? ", or " : ", perhaps because ", json_string_value(object));
}

static void print_note(const json_t *finding)
{
    const json_t *frame = json_array_get(json_object_get(finding, "backtrace"), 0);
    line_begin(0, INDENT);
    line_add(DIM, "note %s: ", data_text(finding, "identity"));
    if (*data_text(finding, "function")) line_add(PLAIN, "%s: ", data_text(finding, "function"));
    line_add(PLAIN, "%s", data_text(finding, "text"));
    add_driver(json_object_get(finding, "driver"));
    if (frame) {
        line_add(PLAIN, ", in ");
        add_frame(frame);
    }
    line_end();
    is_after_note = true;
}

/* Whether a finding without a call, such as a leak, has the call site that made its object. */
static bool is_where_made(const json_t *finding)
{
    const json_t *made = json_object_get(json_object_get(finding, "object"), "made");
    return !*data_text(finding, "function") &&
           json_equal(json_object_get(finding, "backtrace"), json_object_get(made, "backtrace"));
}

static void print_driver(const json_t *conditions)
{
    const json_t *object;
    size_t i;
    json_array_foreach(conditions, i, object) {
        line_label(INDENT, COLUMN, i ? "" : "perhaps");
        line_add(PLAIN, "%s", json_string_value(object));
        line_end();
    }
}

/* Prints the first lines of a build log, without breaking them. */
static void print_log(const char *log)
{
    for (int number = 0; *log && number <= MOST_LINES; number++) {
        const size_t length = strcspn(log, "\n");
        line_label(INDENT, COLUMN, number ? "" : "log");
        if (number < MOST_LINES) line_add(PLAIN, "%.*s", (int)length, log);
        else line_add(DIM, "...");
        line_end();
        log += length + (log[length] != 0);
    }
}

static void print_rule(const json_t *finding)
{
    const char *section = data_text(finding, "section"), *error = data_text(finding, "error");
    if (!*section && !*error) return;
    line_label(INDENT, COLUMN, "rule");
    if (*error) line_add(PLAIN, "%s", error);
    if (*section) line_add(PLAIN, "%s%s", *error ? ", " : "", section);
    line_end();
}

void text_print_finding(const json_t *finding)
{
    const json_t *object = json_object_get(finding, "object");
    if (data_is(finding, "level", "note")) {
        print_note(finding);
        return;
    }
    line_begin(0, INDENT);
    line_add(style_of(finding), "%s %s", data_text(finding, "level"),
             data_text(finding, "identity"));
    line_add(BOLD, ": %s", data_text(finding, "text"));
    line_end();
    line_labelled(INDENT, COLUMN, "call", data_text(finding, "call"));
    print_log(data_text(finding, "log"));
    print_driver(json_object_get(finding, "driver"));
    print_rule(finding);
    if (!is_where_made(finding)) print_backtrace(json_object_get(finding, "backtrace"));
    print_done(finding, "other");
    print_done(object, "made");
    print_done(object, "released");
    line_labelled(INDENT, COLUMN, "to do", data_text(finding, "advice"));
    line_empty();
    is_after_note = false;
}

/* ---- the summary ---- */

static json_int_t number_of(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

static void print_counts(const json_t *summary)
{
    static const struct {
        const char *name, *one, *more;
        enum style style;
    } levels[] = { { "error", "error", "errors", BAD },
                   { "portability", "portability problem", "portability problems", WARN },
                   { "leak", "leak", "leaks", WARN },
                   { "note", "note", "notes", PLAIN } };
    const char *between = "";
    line_begin(0, INDENT);
    line_add(BOLD, "clrelay check: ");
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        const json_int_t sites = number_of(summary, levels[i].name);
        if (!sites) continue;
        line_add(PLAIN, "%s", between);
        line_add(levels[i].style, "%lld %s", (long long)sites,
                 sites == 1 ? levels[i].one : levels[i].more);
        between = ", ";
    }
    if (!*between && json_is_true(json_object_get(summary, "missing")))
        line_add(WARN, "nothing found, but findings are missing");
    else if (!*between && number_of(summary, "processes")) line_add(GOOD, "nothing found");
    else if (!*between) line_add(WARN, "nothing was checked");
    if (number_of(summary, "ignored"))
        line_add(PLAIN, ", %lld ignored", (long long)number_of(summary, "ignored"));
    if (number_of(summary, "known"))
        line_add(PLAIN, ", %lld known", (long long)number_of(summary, "known"));
    line_end();
}

/* Adds the number of calls that got a NULL handle because of such a finding. */
static void add_following(const json_t *object)
{
    const json_t *kinds = json_object_get(object, "null"), *kind;
    const long long following = number_of(object, "following");
    size_t i;
    if (!following) return;
    line_add(PLAIN, ", and %lld call%s with that ", following, text_plural((size_t)following));
    json_array_foreach(kinds, i, kind)
        line_add(PLAIN, "%s%s",
                 i == 0                            ? ""
                 : i + 1 == json_array_size(kinds) ? " or "
                                                   : ", ",
                 json_string_value(kind));
}

static void print_check_id(const json_t *object)
{
    const long long sites = number_of(object, "places"), times = number_of(object, "times");
    line_begin(2, INDENT);
    line_add(style_of(object), "%-32s %-12s", data_text(object, "identity"),
             data_text(object, "level"));
    line_add(PLAIN, "%lld place%s", sites, text_plural((size_t)sites));
    if (times > sites)
        line_add(PLAIN, ", %lld times%s", times,
                 json_is_true(json_object_get(object, "more")) ? " or more" : "");
    add_following(object);
    line_end();
}

void text_print_summary(const json_t *summary)
{
    const json_t *check_ids = json_object_get(summary, "identities"), *object;
    size_t i;
    if (is_after_note) line_empty();
    print_counts(summary);
    json_array_foreach(check_ids, i, object) print_check_id(object);
    json_array_foreach(json_object_get(summary, "notes"), i, object)
        line(0, 2, PLAIN, "%s", json_string_value(object));
}
