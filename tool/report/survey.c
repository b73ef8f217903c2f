/* SPDX-License-Identifier: Apache-2.0 */
#include "survey.h"

#include "../base/data.h"
#include "../base/terminal.h"
#include "remedy.h"

#include <stdlib.h>
#include <string.h>

static const double usual_limit = 30; /* seconds for all drivers together */

/* The user has asked for the loader's own log, so it goes where the user expects it. What drivers
 * print does not. */
static void forward_log(const struct answer *answer)
{
    static const char begin[] = "clrelay: ";
    const char *at = answer->err.text, *end;
    for (; at && *at; at = *end ? end + 1 : end) {
        end = at + strcspn(at, "\n");
        if (strncmp(at, begin, sizeof begin - 1) == 0) error_line("%.*s", (int)(end - at), at);
    }
}

struct survey survey_run(const struct options *options, const char *kind,
                         const struct variable *variables, double limit, const char *progress)
{
    struct question question = {
        .kind = kind, .library = options->library, .variables = variables, .progress = progress
    };
    struct survey survey = { .failed = true };
    question.limit = limit > 0 ? limit : options->timeout > 0 ? options->timeout : usual_limit;
    survey.answer = probe_ask(&question);
    if (!variables) forward_log(&survey.answer);
    survey.loader = json_object_get(survey.answer.result, "loader");
    survey.report = json_object_get(survey.answer.result, "report");
    survey.platforms = json_object_get(survey.answer.result, "platforms");
    if (!json_is_object(survey.report)) survey.report = NULL;
    survey.settings = json_object_get(survey.report, "settings");
    survey.failed = !survey.loader;
    return survey;
}

/* Hides from the settings that the survey opened nothing. */
static void hide_search_only(json_t *settings)
{
    size_t i;
    json_t *setting;
    json_array_foreach(settings, i, setting) {
        if (!data_is(setting, "name", "OCL_ICD_SEARCH_ONLY")) continue;
        json_object_set_new(setting, "value", json_null());
        json_object_set_new(setting, "origin", json_string("default"));
    }
}

struct survey survey_report(const struct options *options, const char *progress)
{
    static const struct variable search_only[] = { { "OCL_ICD_SEARCH_ONLY", "1" }, { NULL, NULL } };
    struct survey survey = survey_run(options, "report", NULL, 0, progress), search;
    if (!survey.failed || json_object_get(survey.answer.result, "error")) return survey;
    search = survey_run(options, "report", search_only, 0, progress);
    if (!getenv("OCL_ICD_SEARCH_ONLY")) hide_search_only(search.settings);
    survey.loader = search.loader;
    survey.report = search.report;
    survey.settings = search.settings;
    survey.answer.result = search.answer.result;
    search.answer.result = NULL;
    survey_free(&search);
    return survey;
}

void survey_free(struct survey *survey)
{
    probe_free(&survey->answer);
    *survey = (struct survey){ .failed = true };
}

/* ---- a child that failed ---- */

/* The last line that a child wrote to standard error, except the loader's. */
static char *last_stderr_line(const struct answer *answer)
{
    const char *at = answer->err.text, *end, *last = NULL;
    size_t length = 0;
    for (; at && *at; at = *end ? end + 1 : end) {
        end = at + strcspn(at, "\n");
        if (end == at || strncmp(at, "clrelay: ", 9) == 0) continue;
        last = at;
        length = (size_t)(end - at);
    }
    return last ? text_format("%.*s", (int)(length < 300 ? length : 300), last) : NULL;
}

void survey_print_failure(const struct survey *survey)
{
    const char *error = data_text(survey->answer.result, "error");
    char *words, *said;
    if (*error) {
        line_error("clrelay: %s", error);
        line_error("For more: clrelay doctor");
        return;
    }
    words = probe_end_text(&survey->answer);
    said = last_stderr_line(&survey->answer);
    line_error("clrelay: OpenCL %s, while %s.", words, probe_stage(&survey->answer));
    if (said) line_error("Its last words: %s", said);
    line_error("To find out which driver: clrelay doctor");
    free(said);
    free(words);
}

/* ---- shared output ---- */

json_t *survey_json(const struct survey *survey, const char *command)
{
    json_t *it =
        json_pack("{s:i, s:s, s:s}", "schema", 1, "command", command, "clrelay", CLRELAY_VERSION);
    json_t *loader = survey->loader ? json_deep_copy(survey->loader) : json_null();
    json_object_set_new(it, "loader", loader);
    if (survey->loader) json_object_set_new(loader, "report", json_boolean(survey->report));
    if (survey->failed) {
        json_t *end = probe_end_json(&survey->answer);
        json_object_set_new(
            end, "error",
            data_string(json_string_value(json_object_get(survey->answer.result, "error"))));
        json_object_set_new(it, "lost", end);
    }
    return it;
}

void survey_print_loader(const struct survey *survey)
{
    const char *name = data_text(survey->loader, "name");
    const char *path = data_text(survey->loader, "path"), *file = data_text(survey->loader, "file");
    if (!survey->loader) return;
    line_begin(0, 4);
    if (*name)
        line_add(BOLD, "%s %s, %s", name, data_text(survey->loader, "version"),
                 data_text(survey->loader, "opencl"));
    else line_add(BOLD, "A loader without a name");
    line_end();
    line(0, 4, PLAIN, "%s", *file ? file : path);
    if (json_is_true(json_object_get(survey->loader, "beside")))
        line(0, 4, WARN,
             "It belongs to this command. Programs find no libOpenCL.so.1; see clrelay doctor.");
    line_empty();
}

void survey_print_no_report(const struct survey *survey, const char *what)
{
    const char *error = data_text(survey->answer.result, "report_error");
    if (*error) line(0, 0, WARN, "%s.", error);
    else line(0, 0, WARN, "This loader is not clrelay's: it cannot say %s.", what);
}

char *survey_format_time(json_int_t microseconds)
{
    double milliseconds = (double)microseconds / 1000;
    if (milliseconds >= 1000) return text_format("%.1f s", milliseconds / 1000);
    return text_format(milliseconds < 10 ? "%.1f ms" : "%.0f ms", milliseconds);
}

void survey_print_problems(const json_t *report)
{
    const json_t *problems = json_object_get(report, "problems");
    size_t i;
    json_t *problem;
    if (json_array_size(problems) == 0) return;
    line_empty();
    line(0, 0, BOLD, "Problems of the settings");
    json_array_foreach((json_t *)problems, i, problem)
        line(2, 4, BAD, "%s", json_string_value(problem) ? json_string_value(problem) : "");
}

void survey_print_untrusted(json_t *report, const json_t *settings)
{
    static const char *const lists[] = { "driver_directories", "drivers", "layer_directories",
                                         "layers" };
    bool any = false;
    for (size_t list = 0; list < sizeof lists / sizeof lists[0]; list++) {
        size_t i;
        json_t *it;
        json_array_foreach(json_object_get(report, lists[list]), i, it) {
            if (strncmp(data_text(it, "verdict"), "UNTRUSTED", 9) != 0) continue;
            remedy_add(it, settings);
            if (!any) line_empty();
            if (!any) line(0, 0, BOLD, "Not trusted");
            any = true;
            line(2, 4, PLAIN, "%s", remedy_where(it));
            survey_print_reason(it, 4);
        }
    }
}

void survey_print_directories(const json_t *directories, const char *title)
{
    size_t i, length;
    json_t *it;
    int column = 0;
    if (json_array_size(directories) == 0) return;
    line(0, 0, BOLD, "%s", title);
    json_array_foreach((json_t *)directories, i, it) {
        length = strlen(data_text(it, "path"));
        if (length < 45 && (int)length + 4 > column) column = (int)length + 4;
    }
    json_array_foreach((json_t *)directories, i, it) {
        bool wrong = remedy_standing(it) == STANDS_WRONG;
        const char *source = data_text(it, "source");
        bool usual = strcmp(source, "default directory") == 0;
        line_begin(2, 4);
        line_add(PLAIN, "%s", data_text(it, "path"));
        if (strlen(data_text(it, "path")) < 45) line_pad(column);
        else line_add(PLAIN, "  ");
        line_add(wrong ? BAD : DIM, "%s%s%s%s", data_text(it, "reason"), usual ? "" : " (from ",
                 usual ? "" : source, usual ? "" : ")");
        line_end();
        if (wrong) line(4, 4, PLAIN, "%s", data_text(it, "remedy"));
    }
    line_empty();
}

/* What became of a candidate, in one word. Only a trial shows that a driver works, or how it ends a
 * program. */
static void add_state(const json_t *it)
{
    static const struct {
        const char *end, *word;
    } ends[] = {
        { "signal", "CRASHES" }, { "exit", "EXITS" }, { "overrun", "HANGS" }, { "stuck", "HANGS" }
    };
    enum standing standing = remedy_standing(it);
    const json_t *trial = json_object_get(it, "trial");
    bool untried = data_is(it, "verdict", "UNTRIED");
    const char *word = standing_words[standing].state;
    if (trial && standing == STANDS_WELL) word = "works";
    if (untried && standing == STANDS_WRONG)
        for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
            if (data_is(trial, "end", ends[i].end)) word = ends[i].word;
    line_add(standing_words[standing].state_style, "%s", word);
}

void survey_print_state(const json_t *candidate, json_int_t microseconds)
{
    char *time = microseconds ? survey_format_time(microseconds) : text_format("%s", "");
    line_begin(2, SURVEY_COLUMN);
    add_state(candidate);
    line_pad(SURVEY_COLUMN - 2 - (int)strlen(time));
    line_add(PLAIN, "%s", time);
    line_pad(SURVEY_COLUMN);
    line_add(BOLD, "%s", remedy_where(candidate));
    line_end();
    free(time);
}

static void print_platforms(const json_t *candidate)
{
    size_t i;
    json_t *platform;
    json_array_foreach(json_object_get(candidate, "platforms"), i, platform)
        line(SURVEY_COLUMN, SURVEY_COLUMN + 4, PLAIN, "platform %lld: %s%s",
             json_integer_value(json_object_get(platform, "index")), data_text(platform, "name"),
             json_is_true(json_object_get(platform, "default")) ? " (default)" : "");
}

void survey_print_reason(const json_t *candidate, int column)
{
    const char *remedy = data_text(candidate, "remedy");
    enum standing standing = remedy_standing(candidate);
    if (standing != STANDS_WELL || *data_text(candidate, "message"))
        line(column, column, standing == STANDS_WRONG ? BAD : PLAIN, "%s",
             data_text(candidate, "reason"));
    if (*remedy) {
        line_begin(column, column + 4);
        line_add(BOLD, "To do:");
        line_add(PLAIN, " %s", remedy);
        line_end();
    }
}

static void print_candidate(const json_t *it)
{
    const char *library = data_text(it, "library"), *file = data_text(it, "file");
    const char *where = remedy_where(it);
    survey_print_state(it, json_integer_value(json_object_get(it, "microseconds")));
    if (*library && strcmp(where, library) != 0)
        line(SURVEY_COLUMN, SURVEY_COLUMN, PLAIN, "%s", library);
    if (*file && strcmp(file, library) != 0 && strcmp(text_file_name(file), library) != 0)
        line(SURVEY_COLUMN, SURVEY_COLUMN, PLAIN, "is %s", file);
    else if (*file && strcmp(file, library) != 0)
        line(SURVEY_COLUMN, SURVEY_COLUMN, DIM, "%s", file);
    if (!*data_text(it, "manifest"))
        line(SURVEY_COLUMN, SURVEY_COLUMN, DIM, "from %s", data_text(it, "source"));
    print_platforms(it);
    survey_print_reason(it, SURVEY_COLUMN);
    if (*data_text(it, "changed"))
        line(SURVEY_COLUMN, SURVEY_COLUMN, WARN, "changes the state of the process: %s",
             data_text(it, "changed"));
}

void survey_print_candidates(const json_t *candidates, const char *title)
{
    size_t i;
    json_t *candidate;
    line(0, 0, BOLD, "%s", title);
    json_array_foreach((json_t *)candidates, i, candidate) print_candidate(candidate);
    if (json_array_size(candidates) == 0) line(2, 2, PLAIN, "none");
    line_empty();
}
