/* SPDX-License-Identifier: Apache-2.0 */
/* clrelay drivers and clrelay layers: all candidates in the order of search, with their
 * verdicts. */
#include "commands.h"

#include "../base/data.h"
#include "../base/terminal.h"
#include "../report/remedy.h"

#include <string.h>

/* The differences between the two. */
struct subject {
    const char *command, *what;
    const char *directories, *candidates; /* members of the report */
    bool needed;                          /* there should be at least one */
};
static const struct subject drivers = { "drivers", "driver", "driver_directories", "drivers",
                                        true };
static const struct subject layers = { "layers", "layer", "layer_directories", "layers", false };

static bool is_well(const struct survey *survey, const struct subject *subject)
{
    const json_t *candidates = json_object_get(survey->report, subject->candidates);
    if (survey->failed || survey->answer.end != END_WELL) return false;
    if (!survey->report) return !subject->needed || json_array_size(survey->platforms) > 0;
    return (!subject->needed || remedy_count(candidates, STANDS_WELL) > 0) &&
           remedy_count(candidates, STANDS_WRONG) == 0 &&
           remedy_count(json_object_get(survey->report, subject->directories), STANDS_WRONG) == 0;
}

static void print_counts(const json_t *candidates, const struct subject *subject)
{
    static const enum standing order[] = { STANDS_WELL, STANDS_WRONG, STANDS_OTHER_ARCHITECTURE,
                                           STANDS_OFF, STANDS_UNTRIED };
    size_t all = json_array_size(candidates);
    const char *between = ": ";
    line_begin(0, 0);
    line_add(BOLD, "%zu %s%s", all, subject->what, text_plural(all));
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        const struct standing_words *words = &standing_words[order[i]];
        size_t number = remedy_count(candidates, order[i]);
        if (number == 0) continue;
        line_add(PLAIN, "%s", between);
        line_add(words->counted_style, "%zu %s", number, words->counted);
        between = ", ";
    }
    line_add(PLAIN, ".");
    line_end();
}

/* All that the public API says about drivers: the library of each platform. */
static void print_platforms(const json_t *platforms)
{
    size_t i;
    json_t *platform;
    line(0, 0, BOLD, "Platforms, and the libraries that they are in");
    json_array_foreach((json_t *)platforms, i, platform) {
        line(2, 4, BOLD, "%s", data_text(platform, "name"));
        line(4, 4, PLAIN, "%s", data_text(platform, "file"));
    }
    if (json_array_size(platforms) == 0) line(2, 2, PLAIN, "none");
    line_empty();
}

static void print_text(const struct survey *survey, const struct subject *subject)
{
    const json_t *candidates = json_object_get(survey->report, subject->candidates);
    bool driver = subject->needed;
    survey_print_loader(survey);
    if (survey->report) {
        survey_print_directories(json_object_get(survey->report, subject->directories),
                                 driver ? SURVEY_DRIVER_PLACES : SURVEY_LAYER_PLACES);
        survey_print_candidates(candidates, driver ? "Drivers, in order of search"
                                                   : "Layers, in order of search");
        print_counts(candidates, subject);
        survey_print_problems(survey->report);
    } else if (survey->loader) {
        if (driver) print_platforms(survey->platforms);
        survey_print_no_report(survey, driver ? "where it searched, and which drivers it refused"
                                              : "its layers; cllayerinfo may");
    }
    if (survey->failed || survey->answer.end != END_WELL) survey_print_failure(survey);
    else if (driver && survey->report && remedy_count(candidates, STANDS_WELL) == 0)
        line(0, 0, BOLD, "To try each driver separately: clrelay doctor");
}

static void print_json(const struct survey *survey, const struct subject *subject, bool well)
{
    json_t *all = survey_json(survey, subject->command);
    json_object_set_new(all, "well", json_boolean(well));
    if (survey->report) {
        json_object_set(all, subject->directories,
                        json_object_get(survey->report, subject->directories));
        json_object_set(all, subject->candidates,
                        json_object_get(survey->report, subject->candidates));
    } else if (survey->platforms) {
        json_object_set(all, "platforms", survey->platforms);
    }
    data_print(all);
}

static int command(const struct options *options, const struct subject *subject)
{
    struct survey survey = survey_report(options, "loading the drivers");
    bool well;
    remedy_add_all(json_object_get(survey.report, subject->directories), survey.settings);
    remedy_add_all(json_object_get(survey.report, subject->candidates), survey.settings);
    well = is_well(&survey, subject);
    if (options->json) print_json(&survey, subject, well);
    else print_text(&survey, subject);
    survey_free(&survey);
    return well ? STATUS_WELL : STATUS_WRONG;
}

int command_drivers(const struct options *options)
{
    return command(options, &drivers);
}

int command_layers(const struct options *options)
{
    return command(options, &layers);
}
