/* SPDX-License-Identifier: Apache-2.0 */
/* clrelay settings: each setting with its value, its origin, and what it does. */
#include "commands.h"

#include "../base/data.h"
#include "../report/print.h"

static void print_setting(const struct setting *setting)
{
    bool set = !text_same(setting->origin, "default");
    line_begin(0, 4);
    line_add(BOLD, "%s", text_or_empty(setting->name));
    if (setting->value) {
        line_add(PLAIN, " = ");
        line_add(set ? GOOD : PLAIN, "%s", setting->value);
        line_add(DIM, "  (%s)", text_or_empty(setting->origin));
    } else {
        line_add(DIM, "  (not set)");
    }
    line_end();
    line(4, 4, PLAIN, "%s", text_or_empty(setting->help));
}

static void print_text(const struct probed *probed)
{
    const struct report *report = probed->report;
    loader_print(probed->loader);
    for (size_t i = 0; report && i < report->settings.count; i++)
        print_setting(&report->settings.all[i]);
    print_problems(report);
    if (report) print_untrusted(report);
    if (probed->loader && !report) loader_print_no_report(probed, "its settings");
    if (probed->failed || probed->answer.end != END_WELL) {
        if (probed->loader) line_empty();
        loader_print_failure(probed);
    }
}

int command_settings(const struct options *options)
{
    struct probed probed = loader_probe_report(options);
    bool well = probed.answer.end == END_WELL && !probed.failed &&
                (!probed.report || probed.report->problems.count == 0);
    if (options->json) {
        json_t *all = report_json(&probed, "settings");
        json_object_set_new(all, "well", json_boolean(well));
        if (probed.report) {
            json_object_set_new(all, "settings", report_settings_json(probed.report));
            json_object_set_new(all, "problems", report_problems_json(probed.report));
        }
        data_print(all);
    } else {
        print_text(&probed);
    }
    probed_free(&probed);
    return well ? STATUS_WELL : STATUS_WRONG;
}
