/* SPDX-License-Identifier: Apache-2.0 */
#include "trial.h"

#include "../base/data.h"
#include "../base/system.h"
#include "../probe/protocol.h"
#include "../report/remedy.h"
#include "findings.h"

#include <stdlib.h>
#include <string.h>

/* The value for a list that must be empty: an empty text would count as unset, so loader.conf would
 * decide. */
#define EMPTY_LIST SYSTEM_NULL_DEVICE

static const double usual_limit = 10; /* seconds */

struct trial {
    const struct options *options;
    json_t *candidate;
    bool layer;
    const json_t *settings;
    json_t *findings;
    char *library;            /* its path, in bytes */
    struct answer run, bound; /* opened by the loader; opened with all symbols bound */
};

double trial_limit(const struct options *options)
{
    return options->timeout > 0 ? options->timeout : usual_limit;
}

/* ---- through the loader ---- */

/* The list element that makes the loader find this candidate and no other. NULL if its name
 * contains the separator. */
static char *element_of(const json_t *candidate, bool *manifest)
{
    char *path = data_path(data_text(candidate, "manifest"));
    *manifest = remedy_has_manifest(candidate) && !strchr(path, SYSTEM_LIST_SEPARATOR) &&
                strpbrk(path, SYSTEM_PATH_SEPARATORS);
    if (*manifest) return path;
    free(path);
    path = data_path(data_text(candidate, "library"));
    if (!strchr(path, SYSTEM_LIST_SEPARATOR)) return path;
    free(path);
    return NULL;
}

struct answer trial_ask(const json_t *candidate, bool layer, const struct question *question)
{
    bool manifest;
    char *element = element_of(candidate, &manifest);
    struct variable variables[] = {
        { "OCL_ICD_VENDORS", !layer && manifest ? element : EMPTY_LIST },
        { "OCL_ICD_FILENAMES", !layer && !manifest ? element : EMPTY_LIST },
        { "OPENCL_LAYERS", layer && !manifest ? element : EMPTY_LIST },
        { "OPENCL_LAYER_PATH", layer && manifest ? element : EMPTY_LIST },
        /* The candidate is selected already, perhaps by the name of a manifest that is not used
         * here. */
        { "OCL_ICD_DRIVERS_SELECT", "*" },
        { "OCL_ICD_SEARCH_ONLY", "0" },
        { "OCL_ICD_LOG_FILE", SYSTEM_NULL_DEVICE },
        { NULL, NULL },
    };
    struct question with_variables = *question;
    struct answer answer = { .end = END_NO_START };
    with_variables.variables = variables;
    if (element) answer = probe_ask(&with_variables);
    free(element);
    return answer;
}

static void try_with_loader(struct trial *it)
{
    char *name = text_format("trying %s", text_file_name(remedy_where(it->candidate)));
    const struct question question = { .kind = it->layer ? "report" : "devices",
                                       .library = it->options->library,
                                       .limit = trial_limit(it->options),
                                       .progress = name };
    it->run = trial_ask(it->candidate, it->layer, &question);
    free(name);
}

/* The candidate in the loader's new report. */
static json_t *find_result(const struct trial *it)
{
    size_t i;
    json_t *found, *report = json_object_get(it->run.result, "report");
    json_array_foreach(json_object_get(report, it->layer ? "layers" : "drivers"), i, found)
        if (!data_is(found, "library", EMPTY_LIST)) return found;
    return NULL;
}

/* Copies the devices of the child's platforms to the candidate's. */
static void merge_devices(struct trial *it)
{
    size_t i;
    json_t *platform, *list = json_object_get(it->run.result, "platforms");
    json_array_foreach(json_object_get(it->candidate, "platforms"), i, platform) {
        size_t index = (size_t)json_integer_value(json_object_get(platform, "index"));
        json_t *from = json_array_get(list, index);
        json_object_set(platform, "devices", json_object_get(from, "devices"));
        json_object_set(platform, "error", json_object_get(from, "error"));
        /* One driver alone does not determine the index among all platforms. */
        json_object_del(platform, "index");
        json_object_del(platform, "default");
    }
}

/* Adds changes that the loader does not check for. */
static void merge_changes(struct trial *it)
{
    const char *earlier = data_text(it->candidate, "changed");
    if (it->run.changed)
        data_set(it->candidate, "changed",
                 text_format("%s%s%s", earlier, *earlier ? ", " : "", it->run.changed));
}

static void merge_result(struct trial *it)
{
    static const char *const members[] = { "file",    "verdict",      "text",     "message",
                                           "changed", "microseconds", "platforms" };
    const json_t *result = find_result(it);
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        json_t *value = json_object_get(result, members[i]);
        if (value) json_object_set(it->candidate, members[i], value);
    }
    if (result) merge_devices(it);
    merge_changes(it);
}

/* ---- all symbols at once ---- */

static void try_binding(struct trial *it)
{
    char *name = text_format("binding %s", text_file_name(remedy_where(it->candidate)));
    const char *file = data_text(it->candidate, "file");
    char *path = *file ? data_path(file) : NULL;
    struct question question = { "bind", it->options->library,     path ? path : it->library,
                                 NULL,   trial_limit(it->options), name };
    it->bound = probe_ask(&question);
    free(path);
    free(name);
}

/* ---- reports ---- */

static json_t *printed_json(const struct printed *printed)
{
    char *text = text_format("%s", printed->text ? printed->text : "");
    json_t *it =
        json_pack("{s:I, s:o}", "bytes", (json_int_t)printed->total, "text", data_string(text));
    free(text);
    return it;
}

static json_t *answer_json(const struct answer *answer)
{
    json_t *it = probe_end_json(answer);
    json_object_set_new(it, "stdout", printed_json(&answer->out));
    json_object_set_new(it, "stderr", printed_json(&answer->err));
    return it;
}

char *trial_text(const struct answer *answer, const char *when)
{
    char *end = probe_end_text(answer);
    char *words = text_format("%s, while %s", end, when);
    free(end);
    return words;
}

static bool has_failed(const struct answer *answer)
{
    return !answer->result;
}

/* How to do without the candidate. */
static char *failure_remedy(const struct trial *it)
{
    char *name = remedy_name(it->candidate), *place = remedy_place(it->candidate), *remedy;
    bool registry = data_is(it->candidate, "source", "registry");
    if (it->run.end == END_NO_START || it->run.end == END_NO_ANSWER)
        remedy = text_format("Programs may or may not have this problem, too. Try again with "
                             "more memory to spare%s",
                             SYSTEM_TEXT(", and with higher limits (ulimit -a)", ""));
    else if (it->layer)
        remedy =
            text_format("Repair or remove it, because every OpenCL program has this problem: take "
                        "it out of OPENCL_LAYERS, or remove %s",
                        place);
    else
        remedy = text_format(
            "Install the driver again, or another version of it, because every OpenCL "
            "program has this problem. Until then leave it out: %s%s%sclrelay disable %s",
            registry ? "make " : "", registry ? place : "", registry ? " 1; or " : "", name);
    free(place);
    free(name);
    return remedy;
}

/* Reports that the child crashed or timed out, and during what. */
static void report_failure(struct trial *it)
{
    char *words, *remedy = failure_remedy(it);
    const char *when = probe_stage(&it->run);
    if (strcmp(when, PROBE_STAGE_LOADING) == 0)
        when = has_failed(&it->bound) ? "the library is opened, before any call"
               : it->layer            ? "the loader asks it for its functions"
                                      : "the loader asks for its platforms";
    words = trial_text(&it->run, when);
    json_object_set_new(it->candidate, "standing", json_string("wrong"));
    data_set(it->candidate, "reason", text_format("%s", words));
    data_set(it->candidate, "remedy", text_format("%s", remedy));
    findings_add(it->findings, PROBLEM_CRASH, remedy_where(it->candidate), remedy, "%s", words);
    free(remedy);
    free(words);
}

static void report_bad_end(struct trial *it)
{
    char *words = trial_text(&it->run, probe_stage(&it->run));
    findings_add(it->findings, PROBLEM_OTHER, remedy_where(it->candidate),
                 "Report it to the driver's vendor: programs that use it do not end normally.",
                 "%s", words);
    free(words);
}

/* It works, but some of its symbols are missing. */
static void report_unbound(struct trial *it)
{
    const char *message = data_text(it->bound.result, "message");
    char *reason = NULL, *remedy = NULL;
    if (!remedy_of_message(message, it->library, &reason, &remedy))
        reason = text_format("%s", message);
    findings_add(it->findings, PROBLEM_OTHER, remedy_where(it->candidate),
                 remedy ? remedy : "Install the driver again, or report it to its vendor.",
                 "it can be opened, but not with all symbols bound: a program that calls a missing "
                 "function ends at once. %s",
                 reason);
    free(reason);
    free(remedy);
}

/* A library that fails only when all symbols are bound is so odd that nothing more is known. */
static void report_bind_failure(struct trial *it)
{
    char *words =
        trial_text(&it->bound, SYSTEM_TEXT("it is opened with all symbols bound (LD_BIND_NOW)",
                                           "it is opened by itself"));
    findings_add(it->findings, PROBLEM_OTHER, remedy_where(it->candidate),
                 "Report it to the driver's vendor.", "%s", words);
    free(words);
}

/* What it changes in the program that opens it. */
static void report_changes(struct trial *it)
{
    const char *changed = data_text(it->candidate, "changed");
    if (*changed)
        findings_add(it->findings, WARNING_OTHER, remedy_where(it->candidate),
                     "Report it to the driver's vendor. The loader has restored what is marked so.",
                     "changes the state of the process: %s", changed);
}

static void report_output(struct trial *it, const struct printed *printed, const char *where)
{
    int length = printed->text ? (int)strcspn(printed->text, "\n") : 0;
    char *valid =
        text_format("%.*s", length < 100 ? length : 100, printed->text ? printed->text : "");
    if (printed->total > 0)
        findings_add(it->findings, WARNING_OTHER, remedy_where(it->candidate),
                     "Report it to the driver's vendor: what programs print is mixed with it.",
                     "prints %zu bytes to %s: %s", printed->total, where, valid);
    free(valid);
}

/* Platforms that work but can't list their devices. */
static void report_platform_errors(struct trial *it)
{
    size_t i;
    json_t *platform;
    json_array_foreach(json_object_get(it->candidate, "platforms"), i, platform)
        if (*data_text(platform, "error"))
            findings_add(it->findings, PROBLEM_REFUSED, remedy_where(it->candidate),
                         "Report it to the driver's vendor.", "platform %s: %s",
                         data_text(platform, "name"), data_text(platform, "error"));
}

static void report_all(struct trial *it)
{
    bool bound = json_is_true(json_object_get(it->bound.result, "bound"));
    if (has_failed(&it->run)) {
        report_failure(it);
    } else {
        report_platform_errors(it);
        if (it->run.end != END_WELL) report_bad_end(it);
        if (has_failed(&it->bound)) report_bind_failure(it);
        else if (!bound && data_is(it->candidate, "verdict", "LOADED")) report_unbound(it);
    }
    report_changes(it);
    report_output(it, &it->run.out, "standard output");
    report_output(it, &it->run.err, "standard error");
}

/* Sanitizers require that everything is freed. */
static void free_trial(struct trial *it)
{
    probe_free(&it->run);
    probe_free(&it->bound);
    free(it->library);
}

void trial_run(const struct options *options, json_t *candidate, bool layer, const json_t *settings,
               json_t *findings)
{
    struct trial it = { .options = options,
                        .candidate = candidate,
                        .layer = layer,
                        .settings = settings,
                        .findings = findings };
    it.library = data_path(data_text(candidate, "library"));
    try_with_loader(&it);
    merge_result(&it);
    try_binding(&it);
    remedy_add(candidate, settings);
    json_object_set_new(candidate, "trial", answer_json(&it.run));
    json_object_set_new(candidate, "bound", answer_json(&it.bound));
    report_all(&it);
    free_trial(&it);
}
