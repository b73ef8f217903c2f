/* SPDX-License-Identifier: Apache-2.0 */
/*
 * clrelay test: runs a kernel on each device, in its own process, and checks the results. If OpenCL
 * fails with all drivers together, it tests each driver by itself.
 */
#include "commands.h"

#include "../base/data.h"
#include "../report/platforms.h"
#include "../report/print.h"
#include "../report/remedy.h"
#include "../doctor/alone.h"
#include "../doctor/machine.h"
#include "../doctor/trial.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct test {
    const struct options *options;
    struct probed all;                /* what all drivers together answer */
    const struct variable *variables; /* for all processes, or NULL */
    json_t *answer;                   /* all platforms, with "test" in each device */
    struct probed search;             /* to test each driver by itself */
    size_t platforms, devices, right, wrong, failed, nothing;
    size_t failed_drivers;
    bool leaves, hangs; /* an earlier process with the same drivers ended late; one has not ended */
};

/* ---- one device ---- */

static void count_result(struct test *test, const struct computed *computed)
{
    test->devices++;
    test->right += text_same(computed->result, "right");
    test->wrong += text_same(computed->result, "wrong");
    test->failed += text_same(computed->result, "failed");
    test->nothing += text_same(computed->result, "nothing to run");
}

static void print_log(const char *log)
{
    for (const char *end; *log; log = *end ? end + 1 : end) {
        end = log + strcspn(log, "\r\n");
        line(8, 8, PLAIN, "%.*s", (int)(end - log), log);
        if (*end == '\r' && end[1] == '\n') end++; /* Windows ends lines so */
    }
}

static void print_result(const struct computed *computed)
{
    line_begin(4, 8);
    if (text_same(computed->result, "failed")) {
        line_add(BAD, "FAILED: ");
        line_add(PLAIN, "%s", text_or_empty(computed->error));
    } else if (text_same(computed->result, "nothing to run")) {
        line_add(WARN, "no compiler and no native kernels: nothing to run here");
    } else {
        if (!computed->native) print_time("kernel built in ", computed->build_microseconds);
        print_time(computed->native ? "no compiler; native kernel run in " : ", run in ",
                   computed->run_microseconds);
        line_add(PLAIN, ": ");
        if (computed->wrong)
            line_add(BAD, "%lld of %lld numbers WRONG", computed->wrong, computed->numbers);
        else line_add(GOOD, "%lld numbers right", computed->numbers);
    }
    line_end();
    print_log(text_or_empty(computed->log));
}

/* Adds what the driver lacks for builds, if that is known, or else the limits that may be the cause.
 * JSON also gets what it has printed last, of which people get all. */
static void explain_failure(const struct trial *trial, struct probed *probed)
{
    char **error = &probed->computed->error;
    char *why = NULL, *remedy = NULL, *limits = machine_limit_words(&probed->answer);
    if (machine_explain_trial(trial, probed, &why, &remedy)) {
        report_set(error, text_format("%s. The driver %s. %s", text_or_empty(*error), why, remedy));
    } else {
        if (limits) text_add(error, "; %s", limits);
        if (probed->answer.end != END_WELL && trial->options->json)
            alone_add_output(error, &probed->answer, SIZE_MAX);
    }
    free(limits);
    free(remedy);
    free(why);
}

/* Prints all that the driver and its compiler have printed themselves. */
static void print_output(const struct answer *answer)
{
    const char *const streams[] = { answer->err.text, answer->out.text };
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++)
        if (*text_or_empty(streams[i])) print_log(streams[i]);
}

/* The end of a process with these drivers is waited for only once. */
static void note_end(struct test *test, const struct answer *answer)
{
    test->leaves = test->leaves || alone_ends_late(answer);
    test->hangs = test->hangs || alone_hangs_at_end(answer);
}

static json_t *test_device(struct test *test, const struct trial *trial)
{
    struct probed probed = trial_make(trial);
    const bool failed = text_same(probed.computed->result, "failed");
    json_t *result;
    if (failed) explain_failure(trial, &probed);
    result = trial_json(&probed);
    count_result(test, probed.computed);
    note_end(test, &probed.answer);
    if (!test->options->json) print_result(probed.computed);
    if (!test->options->json && failed) print_output(&probed.answer);
    probed_free(&probed);
    return result;
}

/* ---- platforms ---- */

static void print_device(const struct device *device)
{
    print_name(2, "Device", device->index, device->name, false);
    line_begin(4, 8);
    print_kind(device);
    line_end();
}

static void print_platform(const struct test *test, const struct candidate *driver,
                           const struct platform *platform)
{
    const char *library = driver ? driver->library : platform->file;
    char *why = NULL;
    print_name(0, "Platform", platform->index, platform->name, platform->is_default);
    line(2, 4, DIM, "%s", text_or_empty(platform->version));
    if (platform->error) line(2, 4, BAD, "FAILED: %s", platform->error);
    else if (platform->device_count == 0) {
        why = machine_explain_platform(test->options, library, platform);
        line(2, 4, DIM, "no devices");
        if (why) line(2, 4, PLAIN, "The driver %s", why);
        free(why);
    }
}

static void test_platforms(struct test *test, const struct candidate *driver,
                           const struct platforms *platforms)
{
    const bool text = !test->options->json;
    test->platforms += platforms->count;
    for (size_t i = 0; i < platforms->count; i++) {
        struct platform *platform = &platforms->all[i];
        const json_int_t index = platform->index;
        /* The platform's number among all is not known if only one driver was loaded. */
        if (driver) platform->index = UNKNOWN;
        if (text) print_platform(test, driver, platform);
        test->failed += platform->error != NULL;
        for (size_t j = 0; j < platform->device_count; j++) {
            struct device *device = &platform->devices[j];
            if (text) print_device(device);
            device->details = json_pack(
                "{s:o}", "test",
                test_device(test, &(struct trial){ test->options, test->variables, test->leaves,
                                                   driver, platform, device, index }));
        }
        if (text) line_empty();
        json_array_append_new(test->answer, report_platform_json(platform));
    }
}

/* ---- each driver by itself ---- */

static void print_failed_driver(const struct candidate *driver)
{
    line(0, 4, BOLD, "Driver %s", remedy_where(driver));
    line_begin(2, 4);
    line_add(BAD, "FAILED: ");
    line_add(PLAIN, "%s", driver->reason);
    line_end();
    line_empty();
}

static void test_driver(struct test *test, struct candidate *driver)
{
    char *progress = text_format("trying %s", text_file_name(remedy_where(driver)));
    const struct question question = { .kind = "devices",
                                       .library = test->options->library,
                                       .limit = alone_limit(test->options),
                                       .progress = progress };
    struct probed probed = alone_ask(driver, &question);
    test->leaves = false;
    note_end(test, &probed.answer);
    if (probed.loader) {
        alone_take_verdict(driver, &probed);
        remedy_add(driver, test->search.report);
        test_platforms(test, driver, &probed.platforms);
    } else {
        test->failed_drivers++;
        driver->severity = SEVERITY_WRONG;
        report_set(&driver->reason,
                   alone_failure_text(&probed.answer, probe_stage(&probed.answer)));
        if (!test->options->json) print_failed_driver(driver);
    }
    probed_free(&probed);
    free(progress);
}

/* What became of the process that has opened all drivers. */
static const char *together_words(const struct answer *answer)
{
    switch (answer->end) {
    case END_SIGNAL:
    case END_EXIT: return "All drivers together end the program";
    case END_NO_START:
    case END_NO_ANSWER: return "The drivers could not be asked together";
    case END_OVERRUN:
    case END_STUCK:
    case END_WELL: break;
    }
    return "All drivers together have not answered";
}

/* Tests each driver alone. Only clrelay's own loader knows its drivers. */
static void test_drivers(struct test *test)
{
    static const struct variable search_only[] = { { "OCL_ICD_SEARCH_ONLY", "1" },
                                                   { "OCL_ICD_LOG_FILE", SYSTEM_NULL_DEVICE },
                                                   { NULL, NULL } };
    const struct report *report;
    test->search = loader_probe(test->options, "report", search_only, 0, "looking for drivers");
    report = test->search.report;
    if (!report) return;
    remedy_add_all(&report->drivers, report);
    if (!test->options->json) {
        loader_print(test->search.loader);
        line(0, 4, WARN, "%s. So clrelay tries each by itself.", together_words(&test->all.answer));
        line_empty();
    }
    for (size_t i = 0; i < report->drivers.count; i++)
        if (report->drivers.all[i].verdict == VERDICT_UNTRIED)
            test_driver(test, &report->drivers.all[i]);
}

/* ---- all ---- */

static void print_end(const struct test *test)
{
    size_t bad = test->wrong + test->failed;
    line_begin(0, 0);
    line_add(BOLD, "%zu platform%s, %zu device%s: ", test->platforms, text_plural(test->platforms),
             test->devices, text_plural(test->devices));
    line_add(test->right ? GOOD : PLAIN, "%zu right", test->right);
    line_add(bad ? BAD : PLAIN, ", %zu failed", bad);
    if (test->nothing) line_add(WARN, ", %zu can run no kernel", test->nothing);
    if (test->failed_drivers)
        line_add(BAD, "; %zu driver%s failed", test->failed_drivers,
                 text_plural(test->failed_drivers));
    line_add(PLAIN, ".");
    line_end();
    if (test->hangs)
        line(0, 0, BAD, "The process with the drivers has answered, but does not end.");
    if (test->failed_drivers || test->all.failed || test->hangs)
        line(0, 0, BOLD, "Why, and what to do: clrelay doctor");
    else print_missing(&test->all);
}

static void print_json(struct test *test, bool well)
{
    json_t *all = report_json(&test->all, "test");
    json_object_set_new(all, "well", json_boolean(well));
    json_object_set(all, "platforms", test->answer);
    if (alone_hangs_at_end(&test->all.answer))
        json_object_set_new(all, "lost", probe_end_json(&test->all.answer));
    if (test->search.report)
        json_object_set_new(all, "drivers", report_candidates_json(&test->search.report->drivers));
    data_print(all);
}

static void run(struct test *test)
{
    test->all = loader_probe(test->options, "devices", test->variables, 0, "loading the drivers");
    if (test->all.failed && !test->all.error) test_drivers(test);
    if (test->all.failed) {
        if (!test->options->json && !test->search.report) loader_print_failure(&test->all);
        return;
    }
    note_end(test, &test->all.answer);
    platforms_add_from_report(&test->all);
    if (!test->options->json) loader_print(test->all.loader);
    test_platforms(test, NULL, &test->all.platforms);
}

/* Runs the demo driver, for first-time users on a machine without a driver. */
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
    probed_free(&test->all);
    probed_free(&test->search);
    test->variables = variables;
    run(test);
    test->variables = NULL;
}

int command_test(const struct options *options)
{
    struct test test = { .options = options, .answer = json_array() };
    bool well;
    run(&test);
    if (test.devices == 0 && options->demo_driver) run_demo_driver(&test);
    well = test.devices > 0 && test.wrong + test.failed + test.failed_drivers == 0 &&
           !test.all.failed && !test.hangs;
    if (options->json) print_json(&test, well);
    else if (!test.all.failed || test.search.report) print_end(&test);
    json_decref(test.answer);
    probed_free(&test.search);
    probed_free(&test.all);
    return well ? STATUS_WELL : STATUS_WRONG;
}
