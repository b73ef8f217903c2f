/* SPDX-License-Identifier: Apache-2.0 */
/* clrelay settings: each with its value, where that comes from, and what it does. */
#include "commands.h"

#include "data.h"
#include "terminal.h"

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

static void print_text(const struct look *look)
{
    size_t i;
    json_t *setting;
    look_print_loader(look);
    json_array_foreach(look->settings, i, setting) print_setting(setting);
    look_print_problems(look->report);
    look_print_untrusted(look->report, look->settings);
    if (look->loader && !look->report) look_print_no_report(look, "its settings");
    if (look->lost || look->answer.end != END_WELL) {
        line_empty();
        look_tell_lost(look);
    }
}

int command_settings(const struct options *options)
{
    struct look look = look_at_report(options, "loading the drivers");
    const json_t *problems = json_object_get(look.report, "problems");
    bool well = look.answer.end == END_WELL && !look.lost && json_array_size(problems) == 0;
    if (options->json) {
        json_t *all = look_json(&look, "settings");
        json_object_set_new(all, "well", json_boolean(well));
        if (look.settings) json_object_set(all, "settings", look.settings);
        if (problems) json_object_set(all, "problems", (json_t *)problems);
        data_print(all);
    } else {
        print_text(&look);
    }
    look_end(&look);
    return well ? STATUS_WELL : STATUS_WRONG;
}
