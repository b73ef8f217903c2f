/* SPDX-License-Identifier: Apache-2.0 */
/* clrelay settings: each setting with its value, its origin, and what it does. */
#include "commands.h"

#include "../base/data.h"
#include "../base/terminal.h"

#include <string.h>

static void print_setting(const json_t *setting)
{
    const json_t *value = json_object_get(setting, "value");
    bool set = !data_is(setting, "origin", "default");
    line_begin(0, 4);
    line_add(BOLD, "%s", data_text(setting, "name"));
    if (json_is_string(value)) {
        line_add(PLAIN, " = ");
        line_add(set ? GOOD : PLAIN, "%s", json_string_value(value));
        line_add(DIM, "  (%s)", data_text(setting, "origin"));
    } else {
        line_add(DIM, "  (not set)");
    }
    line_end();
    line(4, 4, PLAIN, "%s", data_text(setting, "help"));
}

static void print_text(const struct survey *survey)
{
    size_t i;
    json_t *setting;
    survey_print_loader(survey);
    json_array_foreach(survey->settings, i, setting) print_setting(setting);
    survey_print_problems(survey->report);
    survey_print_untrusted(survey->report, survey->settings);
    if (survey->loader && !survey->report) survey_print_no_report(survey, "its settings");
    if (survey->failed || survey->answer.end != END_WELL) {
        if (survey->loader) line_empty();
        survey_print_failure(survey);
    }
}

int command_settings(const struct options *options)
{
    struct survey survey = survey_report(options, "loading the drivers");
    const json_t *problems = json_object_get(survey.report, "problems");
    bool well = survey.answer.end == END_WELL && !survey.failed && json_array_size(problems) == 0;
    if (options->json) {
        json_t *all = survey_json(&survey, "settings");
        json_object_set_new(all, "well", json_boolean(well));
        if (survey.settings) json_object_set(all, "settings", survey.settings);
        if (problems) json_object_set(all, "problems", (json_t *)problems);
        data_print(all);
    } else {
        print_text(&survey);
    }
    survey_free(&survey);
    return well ? STATUS_WELL : STATUS_WRONG;
}
