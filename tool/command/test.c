/* SPDX-License-Identifier: Apache-2.0 */
/*
 * clrelay test: runs a kernel on each device, in a process of its own, and checks the results. If
 * OpenCL can't be used with all drivers together, each driver gets its turn by itself.
 */
#include "commands.h"

#include "../base/data.h"
#include "../base/terminal.h"
#include "../report/platforms.h"
#include "../report/remedy.h"
#include "trial.h"

#include <stdlib.h>
#include <string.h>

static const double device_limit = 60; /* seconds; some drivers build slowly the first time */

struct test {
    const struct options *options;
    struct survey survey;             /* of all drivers together */
    const struct variable *variables; /* for all processes, or NULL */
    json_t *platforms;                /* all that were found, with "test" in each device */
    json_t *drivers;                  /* each by itself, or NULL */
    size_t devices, right, wrong, failed, nothing;
    size_t failed_drivers;
};

/* ---- one device ---- */

static void count_result(struct test *test, const json_t *result)
{
    test->devices++;
    test->right += data_is(result, "result", "right");
    test->wrong += data_is(result, "result", "wrong");
    test->failed += data_is(result, "result", "failed");
    test->nothing += data_is(result, "result", "nothing to run");
}

/* What came of it, also if the process ended before it could say that. */
static json_t *result_of(const struct answer *answer)
{
    json_t *result = json_object_get(answer->result, "test"), *end = probe_end_json(answer);
    result = result ? json_incref(result) : json_object();
    json_object_update(result, end);
    json_decref(end);
    if (answer->end != END_WELL) {
        char *words = probe_end_text(answer);
        json_object_set_new(result, "result", json_string("failed"));
        data_set(result, "error", text_format("%s, while %s", words, probe_stage(answer)));
        free(words);
    }
    return result;
}

static void print_time(const json_t *result, const char *before, const char *member)
{
    char *time = survey_format_time(json_integer_value(json_object_get(result, member)));
    line_add(PLAIN, "%s%s", before, time);
    free(time);
}

static void print_log(const char *log)
{
    for (const char *end; *log; log = *end ? end + 1 : end) {
        end = log + strcspn(log, "\n");
        line(8, 8, PLAIN, "%.*s", (int)(end - log), log);
    }
}

static void print_result(const json_t *result)
{
    json_int_t numbers = json_integer_value(json_object_get(result, "numbers"));
    json_int_t wrong = json_integer_value(json_object_get(result, "wrong"));
    line_begin(4, 8);
    if (data_is(result, "result", "failed")) {
        line_add(BAD, "FAILED: ");
        line_add(PLAIN, "%s", data_text(result, "error"));
    } else if (data_is(result, "result", "nothing to run")) {
        line_add(WARN, "no compiler and no native kernels: nothing to run here");
    } else {
        if (json_is_true(json_object_get(result, "native")))
            print_time(result, "no compiler; native kernel run in ", "run_microseconds");
        else print_time(result, "kernel built in ", "build_microseconds");
        if (!json_is_true(json_object_get(result, "native")))
            print_time(result, ", run in ", "run_microseconds");
        line_add(PLAIN, ": ");
        if (wrong) line_add(BAD, "%lld of %lld numbers WRONG", wrong, numbers);
        else line_add(GOOD, "%lld numbers right", numbers);
    }
    line_end();
    print_log(data_text(result, "log"));
}

/* `driver`: the only one that the process has, or NULL. */
static void test_device(struct test *test, const json_t *driver, const json_t *platform, json_t *it)
{
    char *subject = text_format("%zu %zu", platforms_index(platform), platforms_index(it));
    char *progress = text_format("testing %s", data_text(it, "name"));
    const struct question question = { .kind = "test",
                                       .library = test->options->library,
                                       .subject = subject,
                                       .variables = test->variables,
                                       .limit = test->options->timeout > 0 ? test->options->timeout
                                                                           : device_limit,
                                       .progress = progress };
    struct answer answer = driver ? trial_ask(driver, false, &question) : probe_ask(&question);
    json_t *result = result_of(&answer);
    json_object_set_new(it, "test", result);
    count_result(test, result);
    if (!test->options->json) print_result(result);
    probe_free(&answer);
    free(progress);
    free(subject);
}

/* ---- platforms ---- */

static void print_device(const json_t *device)
{
    platforms_print_name(2, "Device", device);
    line_begin(4, 8);
    platforms_add_kind(device);
    line_end();
}

static void print_platform(const json_t *platform)
{
    const char *error = data_text(platform, "error");
    platforms_print_name(0, "Platform", platform);
    line(2, 4, DIM, "%s", data_text(platform, "version"));
    if (*error) line(2, 4, BAD, "FAILED: %s", error);
    else if (json_array_size(json_object_get(platform, "devices")) == 0)
        line(2, 4, DIM, "no devices");
}

static void test_platforms(struct test *test, const json_t *driver, const json_t *platforms)
{
    size_t i, j;
    json_t *platform, *device;
    json_array_foreach((json_t *)platforms, i, platform) {
        json_t *copy = json_deep_copy(platform);
        json_array_append_new(test->platforms, copy);
        /* One driver alone does not determine the number among all platforms. */
        if (driver) json_object_del(copy, "index");
        if (!test->options->json) print_platform(copy);
        test->failed += *data_text(copy, "error") != '\0';
        json_array_foreach(json_object_get(copy, "devices"), j, device) {
            if (!test->options->json) print_device(device);
            test_device(test, driver, platform, device);
        }
        if (!test->options->json) line_empty();
    }
}

/* ---- each driver by itself ---- */

static void print_failed_driver(const json_t *driver)
{
    line(0, 4, BOLD, "Driver %s", remedy_where(driver));
    line_begin(2, 4);
    line_add(BAD, "FAILED: ");
    line_add(PLAIN, "%s", data_text(driver, "reason"));
    line_end();
    line_empty();
}

static void test_driver(struct test *test, json_t *driver)
{
    char *progress = text_format("trying %s", text_file_name(remedy_where(driver)));
    const struct question question = { .kind = "devices",
                                       .library = test->options->library,
                                       .limit = trial_limit(test->options),
                                       .progress = progress };
    struct answer answer = trial_ask(driver, false, &question);
    json_t *platforms = json_object_get(answer.result, "platforms");
    if (platforms) {
        json_object_set_new(driver, "standing", json_string("well"));
        test_platforms(test, driver, platforms);
    } else {
        char *words = trial_text(&answer, probe_stage(&answer));
        test->failed_drivers++;
        json_object_set_new(driver, "standing", json_string("wrong"));
        data_set(driver, "reason", words);
        if (!test->options->json) print_failed_driver(driver);
    }
    probe_free(&answer);
    free(progress);
}

/* What can be known without all drivers together. Only clrelay's own loader knows its drivers. */
static void test_drivers(struct test *test)
{
    static const struct variable search_only[] = { { "OCL_ICD_SEARCH_ONLY", "1" },
                                                   { "OCL_ICD_LOG_FILE", SYSTEM_NULL_DEVICE },
                                                   { NULL, NULL } };
    struct survey search =
        survey_run(test->options, "report", search_only, 0, "looking for drivers");
    size_t i;
    json_t *driver;
    if (search.report) {
        test->drivers = json_incref(json_object_get(search.report, "drivers"));
        remedy_add_all(test->drivers, search.settings);
        if (!test->options->json) {
            survey_print_loader(&search);
            line(0, 4, WARN, "All drivers together end the program. So each is tried by itself.");
            line_empty();
        }
        json_array_foreach(test->drivers, i, driver)
            if (data_is(driver, "verdict", "UNTRIED")) test_driver(test, driver);
    }
    survey_free(&search);
}

/* ---- all ---- */

static void print_end(const struct test *test)
{
    size_t platforms = json_array_size(test->platforms), bad = test->wrong + test->failed;
    line_begin(0, 0);
    line_add(BOLD, "%zu platform%s, %zu device%s: ", platforms, text_plural(platforms),
             test->devices, text_plural(test->devices));
    line_add(test->right ? GOOD : PLAIN, "%zu right", test->right);
    line_add(bad ? BAD : PLAIN, ", %zu failed", bad);
    if (test->nothing) line_add(WARN, ", %zu can run no kernel", test->nothing);
    if (test->failed_drivers)
        line_add(BAD, "; %zu driver%s failed", test->failed_drivers,
                 text_plural(test->failed_drivers));
    line_add(PLAIN, ".");
    line_end();
    if (test->failed_drivers) line(0, 0, BOLD, "Why, and what to do: clrelay doctor");
    else if (!test->survey.failed) platforms_print_missing(&test->survey);
}

static void print_json(struct test *test, bool well)
{
    json_t *all = survey_json(&test->survey, "test");
    json_object_set_new(all, "well", json_boolean(well));
    json_object_set(all, "platforms", test->platforms);
    if (test->drivers) json_object_set(all, "drivers", test->drivers);
    data_print(all);
}

static void run(struct test *test)
{
    test->survey = survey_run(test->options, "devices", test->variables, 0, "loading the drivers");
    if (test->survey.failed && !json_object_get(test->survey.answer.result, "error"))
        test_drivers(test);
    if (test->survey.failed) {
        if (!test->options->json && !test->drivers) survey_print_failure(&test->survey);
        return;
    }
    platforms_add_from_report(&test->survey);
    if (!test->options->json) survey_print_loader(&test->survey);
    test_platforms(test, NULL, test->survey.platforms);
}

/* For those who see clrelay at work for the first time, on a machine without a driver. */
static void run_demo_driver(struct test *test)
{
    const struct variable variables[] = { { "OCL_ICD_VENDORS", test->options->demo_driver },
                                          { "OCL_ICD_FILENAMES", NULL },
                                          { NULL, NULL } };
    if (!test->options->json) {
        line(0, 0, PLAIN,
             "No OpenCL driver here has a device. So this is the demo driver, a part of clrelay's "
             "tests." SYSTEM_TEXT(" A real one for the processor, on Debian and Ubuntu: apt-get "
                                  "install pocl-opencl-icd",
                                  ""));
        line_empty();
    }
    survey_free(&test->survey);
    test->variables = variables;
    run(test);
    test->variables = NULL;
}

int command_test(const struct options *options)
{
    struct test test = { .options = options, .platforms = json_array() };
    bool well;
    run(&test);
    if (test.devices == 0 && options->demo_driver) run_demo_driver(&test);
    well = test.devices > 0 && test.wrong + test.failed + test.failed_drivers == 0;
    if (options->json) print_json(&test, well);
    else if (!test.survey.failed || test.drivers) print_end(&test);
    json_decref(test.platforms);
    json_decref(test.drivers);
    survey_free(&test.survey);
    return well ? STATUS_WELL : STATUS_WRONG;
}
