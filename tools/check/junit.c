/* SPDX-License-Identifier: Apache-2.0 */
/* Writes JUnit's XML: a failed test case for each check ID that was found; if none was, one that
 * has passed. */
#include "server_formats.h"

#include "../base/data.h"
#include "../base/strings.h"
#include "place.h"

#include <string.h>

/* Writes a text. XML allows no control characters, not even in its own escapes. */
static void print_escaped(FILE *file, const char *text)
{
    struct string harmless = { NULL, 0, 0 };
    string_add_harmless(&harmless, text, "\t");
    for (size_t i = 0; i < harmless.length; i++) {
        const char letter = harmless.text[i];
        if (strchr("<>&\"", letter)) fprintf(file, "&#%d;", letter);
        else fputc(letter, file);
    }
    string_free(&harmless);
}

static void print_attribute(FILE *file, const char *name, const char *value)
{
    fprintf(file, " %s=\"", name);
    print_escaped(file, value);
    fputc('"', file);
}

static void print_place(FILE *file, const json_t *finding)
{
    const json_t *frame = place_frame(place_frames(finding));
    const char *path = data_text(frame, "file");
    if (*path) {
        print_escaped(file, place_path(path));
        fprintf(file, ":%lld: ", place_line(frame));
    } else if (frame) {
        print_escaped(file, data_text(frame, "module"));
        fprintf(file, "+%s: ", data_text(frame, "address"));
    }
}

static bool is_note(const json_t *finding)
{
    return data_is(finding, "level", "note");
}

/* Whether a finding is the first of its test case. */
static bool is_first(const json_t *findings, size_t at)
{
    const json_t *finding = json_array_get(findings, at);
    if (is_note(finding)) return false;
    for (size_t i = 0; i < at; i++)
        if (data_is(json_array_get(findings, i), "identity", data_text(finding, "identity")))
            return false;
    return true;
}

static void print_case(FILE *file, const json_t *findings, const json_t *first)
{
    const char *check_id = data_text(first, "identity");
    const json_t *object;
    size_t i;
    fputs("    <testcase classname=\"clrelay check\"", file);
    print_attribute(file, "name", check_id);
    fputs(">\n      <failure", file);
    print_attribute(file, "type", data_text(first, "level"));
    print_attribute(file, "message", data_text(first, "text"));
    fputs(">", file);
    json_array_foreach(findings, i, object) {
        if (!data_is(object, "identity", check_id)) continue;
        print_place(file, object);
        print_escaped(file, data_text(object, "text"));
        fputc('\n', file);
        if (*data_text(object, "call"))
            print_escaped(file, data_text(object, "call")), fputc('\n', file);
    }
    print_escaped(file, data_text(first, "advice"));
    fputs("</failure>\n    </testcase>\n", file);
}

static void print_output(FILE *file, const json_t *findings, const json_t *notes)
{
    const json_t *object;
    size_t i;
    fputs("    <system-out>", file);
    json_array_foreach(findings, i, object) {
        if (!is_note(object)) continue;
        print_place(file, object);
        fprintf(file, "%s: ", data_text(object, "identity"));
        print_escaped(file, data_text(object, "text"));
        fputc('\n', file);
    }
    json_array_foreach(notes, i, object) {
        print_escaped(file, json_string_value(object));
        fputc('\n', file);
    }
    fputs("</system-out>\n", file);
}

void junit_write(const json_t *findings, const json_t *summary, FILE *file)
{
    const char *skipped = json_is_true(json_object_get(summary, "missing")) ? "findings are missing"
                          : json_integer_value(json_object_get(summary, "processes")) == 0
                              ? "nothing was checked"
                              : NULL;
    size_t failures = 0;
    for (size_t i = 0; i < json_array_size(findings); i++) failures += is_first(findings, i);
    fprintf(file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
            "  <testsuite name=\"clrelay check\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" "
            "skipped=\"%d\">\n",
            failures ? failures : 1, failures, !failures && skipped);
    for (size_t i = 0; i < json_array_size(findings); i++)
        if (is_first(findings, i)) print_case(file, findings, json_array_get(findings, i));
    if (!failures) {
        fputs("    <testcase classname=\"clrelay check\" name=\"all\">", file);
        if (skipped) fprintf(file, "<skipped message=\"%s\"/>", skipped);
        fputs("</testcase>\n", file);
    }
    print_output(file, findings, json_object_get(summary, "notes"));
    fputs("  </testsuite>\n</testsuites>\n", file);
}
