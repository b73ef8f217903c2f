/* SPDX-License-Identifier: Apache-2.0 */
#include "print.h"

#include "loader.h"
#include "platforms.h"
#include "remedy.h"

#include <stdlib.h>
#include <string.h>

const struct severity_words severity_words[] = {
    [SEVERITY_WELL] = { "loaded", GOOD, "loaded", GOOD },
    [SEVERITY_OFF] = { "off", DIM, "off", PLAIN },
    [SEVERITY_UNTRIED] = { "?", DIM, "not tried", WARN },
    [SEVERITY_OTHER_ARCHITECTURE] = { "other arch", WARN, "for another architecture", PLAIN },
    [SEVERITY_WRONG] = { "FAILED", BAD, "failed", BAD },
};

static char *format_time(json_int_t microseconds)
{
    double milliseconds = (double)microseconds / 1000;
    if (milliseconds >= 1000) return text_format("%.1f s", milliseconds / 1000);
    return text_format(milliseconds < 10 ? "%.1f ms" : "%.0f ms", milliseconds);
}

void print_time(const char *before, json_int_t microseconds)
{
    char *time = format_time(microseconds);
    line_add(PLAIN, "%s%s", before, time);
    free(time);
}

/* ---- settings ---- */

void print_problems(const struct report *report)
{
    if (!report || report->problems.count == 0) return;
    line_empty();
    line(0, 0, BOLD, "Problems of the settings");
    for (size_t i = 0; i < report->problems.count; i++)
        line(2, 4, BAD, "%s", text_or_empty(report->problems.all[i].text));
}

/* ---- candidates ---- */

/* Prints the reason and the remedy of a candidate, in the style of its severity. */
static void print_reason(const struct candidate *candidate, int column)
{
    enum severity severity = candidate->severity;
    if (severity != SEVERITY_WELL || *text_or_empty(candidate->message))
        line(column, column, severity == SEVERITY_WRONG ? BAD : PLAIN, "%s", candidate->reason);
    if (*text_or_empty(candidate->remedy)) {
        line_begin(column, column + 4);
        line_add(BOLD, "To do:");
        line_add(PLAIN, " %s", candidate->remedy);
        line_end();
    }
}

static bool is_untrusted(const struct candidate *candidate)
{
    return candidate->verdict == VERDICT_UNTRUSTED_OWNER ||
           candidate->verdict == VERDICT_UNTRUSTED_RIGHTS ||
           candidate->verdict == VERDICT_UNTRUSTED_PROCESS ||
           candidate->verdict == VERDICT_UNTRUSTED_UNMAPPED ||
           candidate->verdict == VERDICT_UNTRUSTED_SHARED;
}

void print_untrusted(const struct report *report)
{
    const struct candidates *lists[] = { &report->driver_directories, &report->drivers,
                                         &report->layer_directories, &report->layers };
    bool any = false;
    for (size_t list = 0; list < sizeof lists / sizeof lists[0]; list++)
        for (size_t i = 0; i < lists[list]->count; i++) {
            struct candidate *candidate = &lists[list]->all[i];
            if (!is_untrusted(candidate)) continue;
            remedy_add(candidate, report);
            if (!any) line_empty();
            if (!any) line(0, 0, BOLD, "Not trusted");
            any = true;
            line(2, 4, PLAIN, "%s", remedy_where(candidate));
            print_reason(candidate, 4);
        }
}

void print_directories(const struct candidates *directories, const char *title)
{
    enum { LONGEST = 45 }; /* names up to this length are padded to it */
    int column = 0;
    if (directories->count == 0) return;
    line(0, 0, BOLD, "%s", title);
    for (size_t i = 0; i < directories->count; i++) {
        size_t length = strlen(text_or_empty(directories->all[i].path));
        if (length < LONGEST && (int)length + 4 > column) column = (int)length + 4;
    }
    for (size_t i = 0; i < directories->count; i++) {
        const struct candidate *candidate = &directories->all[i];
        const char *path = text_or_empty(candidate->path),
                   *source = text_or_empty(candidate->source);
        bool wrong = candidate->severity == SEVERITY_WRONG,
             usual = text_same(source, "default directory");
        line_begin(2, 4);
        line_add(PLAIN, "%s", path);
        if (strlen(path) < LONGEST) line_pad(column);
        else line_add(PLAIN, "  ");
        line_add(wrong ? BAD : DIM, "%s%s%s%s", candidate->reason, usual ? "" : " (from ",
                 usual ? "" : source, usual ? "" : ")");
        line_end();
        if (wrong) line(4, 4, PLAIN, "%s", text_or_empty(candidate->remedy));
    }
    line_empty();
}

/* A candidate's state in one word. Only the doctor knows that a driver works, or how it ends a
 * program. */
static const char *state_of(const struct candidate *candidate)
{
    static const char *const ends[] = {
        [END_SIGNAL] = "CRASHES", [END_EXIT] = "EXITS",  [END_OVERRUN] = "STOPPED",
        [END_STUCK] = "HANGS",    [END_NO_START] = NULL, [END_NO_ANSWER] = NULL
    };
    if (candidate->lacks_gpu) return "no GPU";
    if (candidate->runs_nothing) return severity_words[SEVERITY_WRONG].state;
    if (candidate->probed_alone && candidate->severity == SEVERITY_WELL) return "works";
    if (candidate->probed_alone && candidate->severity == SEVERITY_WRONG &&
        candidate->verdict == VERDICT_UNTRIED && ends[candidate->run.end])
        return ends[candidate->run.end];
    return severity_words[candidate->severity].state;
}

void print_state(const struct candidate *candidate, json_int_t microseconds)
{
    char *time = microseconds > 0 ? format_time(microseconds) : text_format("%s", "");
    enum severity severity = candidate->runs_nothing ? SEVERITY_WRONG : candidate->severity;
    line_begin(2, PRINT_COLUMN);
    line_add(candidate->lacks_gpu ? DIM : severity_words[severity].state_style, "%s",
             state_of(candidate));
    line_pad(PRINT_COLUMN - 2 - (int)strlen(time));
    line_add(PLAIN, "%s", time);
    line_pad(PRINT_COLUMN);
    line_add(BOLD, "%s", remedy_where(candidate));
    line_end();
    free(time);
}

static void print_candidate(const struct candidate *candidate)
{
    const char *library = text_or_empty(candidate->library), *file = text_or_empty(candidate->file);
    const int column = PRINT_COLUMN;
    print_state(candidate, candidate->microseconds);
    if (*library && strcmp(remedy_where(candidate), library) != 0)
        line(column, column, PLAIN, "%s", library);
    if (*file && strcmp(file, library) != 0 && strcmp(text_file_name(file), library) != 0)
        line(column, column, PLAIN, "is %s", file);
    else if (*file && strcmp(file, library) != 0) line(column, column, DIM, "%s", file);
    if (!*text_or_empty(candidate->manifest))
        line(column, column, DIM, "from %s", text_or_empty(candidate->source));
    for (size_t i = 0; i < candidate->platforms.count; i++) {
        const struct platform *platform = &candidate->platforms.all[i];
        line(column, column + 4, PLAIN, "platform %lld: %s%s", platform->index,
             text_or_empty(platform->name), platform->is_default ? " (default)" : "");
    }
    print_reason(candidate, column);
    if (*text_or_empty(candidate->changed))
        line(column, column, WARN, "changes the state of the process: %s", candidate->changed);
}

void print_candidates(const struct candidates *candidates, const char *title)
{
    line(0, 0, BOLD, "%s", title);
    for (size_t i = 0; i < candidates->count; i++) print_candidate(&candidates->all[i]);
    if (candidates->count == 0) line(2, 2, PLAIN, "none");
    line_empty();
}

/* ---- platforms and devices ---- */

void print_name(int indent, const char *what, json_int_t number, const char *name, bool is_default)
{
    line_begin(indent, indent + 4);
    line_add(BOLD, "%s", what);
    if (number != UNKNOWN) line_add(BOLD, " %lld", number);
    line_add(BOLD, ": %s", *text_or_empty(name) ? name : "(without a name)");
    if (is_default) line_add(GOOD, " (default)");
    line_end();
}

static void add_memory(json_int_t bytes)
{
    double size = (double)bytes;
    if (bytes >= 1 << 30) line_add(PLAIN, "%.1f GiB of memory", size / (1 << 30));
    else line_add(PLAIN, "%.1f MiB of memory", size / (1 << 20));
}

void print_kind(const struct device *device)
{
    json_int_t units = device->compute_units;
    line_add(PLAIN, "%s", device->type ? device->type : "unknown");
    if (units > 0) line_add(PLAIN, ", %lld compute unit%s", units, text_plural((size_t)units));
    if (device->memory > 0) {
        line_add(PLAIN, ", ");
        add_memory(device->memory);
    }
}

void print_missing(const struct probed *probed)
{
    size_t wrong = probed->report ? remedy_count(&probed->report->drivers, SEVERITY_WRONG) : 0;
    if (wrong > 0)
        line(0, 0, WARN, "%zu driver%s could not be used; why: clrelay drivers", wrong,
             text_plural(wrong));
    if (!probed->report) loader_print_no_report(probed, "which drivers it could not use");
    if (platforms_count_devices(&probed->platforms) == 0)
        line(0, 0, BOLD, "Why, and what to do: clrelay doctor");
}
