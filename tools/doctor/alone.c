/* SPDX-License-Identifier: Apache-2.0 */
#include "alone.h"

#include "../base/data.h"
#include "../base/files.h"
#include "../base/system.h"
#include "../probe/protocol.h"
#include "../report/loader.h"
#include "../report/platforms.h"
#include "../report/remedy.h"
#include "machine.h"

#include <stdlib.h>
#include <string.h>

/* The value for a list that must be empty. An empty text counts as unset, so loader.conf would
 * decide. */
#define EMPTY_LIST SYSTEM_NULL_DEVICE

static const double usual_limit = 10; /* seconds */

struct alone {
    const struct options *options;
    struct candidate *candidate;
    const struct report *report; /* the report that has the candidate */
    struct findings *findings;
    char *library; /* the path of the candidate's library, in bytes */
    /* The loader opens it; all its symbols are bound; it is asked for everything. */
    struct probed run, bound, asked;
};

double alone_limit(const struct options *options)
{
    return options->timeout > 0 ? options->timeout : usual_limit;
}

/* ---- through the loader ---- */

/* The list element that makes the loader find only this candidate. NULL if its name contains the
 * separator. */
static char *element_of(const struct candidate *candidate, bool *manifest)
{
    char *path = data_path(text_or_empty(candidate->manifest));
    *manifest = remedy_has_manifest(candidate) && !strchr(path, SYSTEM_LIST_SEPARATOR) &&
                strpbrk(path, SYSTEM_PATH_SEPARATORS);
    if (*manifest) return path;
    free(path);
    path = data_path(text_or_empty(candidate->library));
    if (!strchr(path, SYSTEM_LIST_SEPARATOR)) return path;
    free(path);
    return NULL;
}

/* Asks in a process whose loader finds only what these lists name. NULL: an empty list. `preload`:
 * what the process opens first, or NULL: what this process opens first. */
static struct probed ask_with(const struct question *question, const char *vendors,
                              const char *filenames, const char *layers, const char *layer_path,
                              const char *preload)
{
    struct variable variables[] = {
        { "OCL_ICD_VENDORS", vendors ? vendors : EMPTY_LIST },
        { "OCL_ICD_FILENAMES", filenames ? filenames : EMPTY_LIST },
        { "OPENCL_LAYERS", layers ? layers : EMPTY_LIST },
        { "OPENCL_LAYER_PATH", layer_path ? layer_path : EMPTY_LIST },
        /* This process has selected the candidate, perhaps by the name of a manifest that the new
         * process does not use. */
        { "OCL_ICD_DRIVERS_SELECT", "*" },
        { "OCL_ICD_SEARCH_ONLY", "0" },
        { "OCL_ICD_LOG_FILE", SYSTEM_NULL_DEVICE },
        { preload ? "LD_PRELOAD" : NULL, preload },
        { NULL, NULL },
    };
    struct question with_variables = *question;
    with_variables.variables = variables;
    return report_read(probe_ask(&with_variables));
}

static struct probed ask_one(const struct candidate *candidate, const struct question *question,
                             const char *preload)
{
    bool manifest, layer = !candidate->is_driver;
    char *element = element_of(candidate, &manifest);
    struct probed probed;
    if (!element) return report_read((struct answer){ .end = END_NO_START });
    probed = ask_with(question, !layer && manifest ? element : NULL,
                      !layer && !manifest ? element : NULL, layer && !manifest ? element : NULL,
                      layer && manifest ? element : NULL, preload);
    free(element);
    return probed;
}

struct probed alone_ask(const struct candidate *candidate, const struct question *question)
{
    return ask_one(candidate, question, NULL);
}

struct probed alone_ask_with(const struct candidate *candidate, const struct question *question,
                             const char *libraries)
{
    const char *usual = getenv("LD_PRELOAD");
    char *all = text_format("%s%s%s", libraries, usual ? ":" : "", text_or_empty(usual));
    struct probed probed = ask_one(candidate, question, all);
    free(all);
    return probed;
}

struct probed alone_ask_both(const struct candidate *first, const struct candidate *second,
                             const struct question *question)
{
    const struct candidate *const drivers[] = { first, second };
    char *lists[2] = { NULL, NULL }; /* a list of libraries, and one of manifests */
    struct probed probed;
    for (size_t i = 0; i < 2; i++) {
        bool manifest;
        char *element = element_of(drivers[i], &manifest), **list = &lists[manifest];
        char separator[] = { SYSTEM_LIST_SEPARATOR, '\0' };
        if (element) text_add(list, "%s%s", *list ? separator : "", element);
        free(element);
    }
    probed = ask_with(question, lists[1], lists[0], NULL, NULL, NULL);
    free(lists[0]);
    free(lists[1]);
    return probed;
}

static void probe_with_loader(struct alone *alone)
{
    char *name = text_format("trying %s", text_file_name(remedy_where(alone->candidate)));
    const struct question question = { .kind = alone->candidate->is_driver ? "devices" : "report",
                                       .library = alone->options->library,
                                       .limit = alone_limit(alone->options),
                                       .progress = name };
    alone->run = alone_ask(alone->candidate, &question);
    free(name);
}

/* Finds the candidate in the loader's new report. */
static struct candidate *find_result(const struct probed *run, bool is_driver)
{
    const struct report *report = run->report;
    const struct candidates *list = NULL;
    if (report) list = is_driver ? &report->drivers : &report->layers;
    for (size_t i = 0; list && i < list->count; i++)
        if (!text_same(list->all[i].library, EMPTY_LIST)) return &list->all[i];
    return NULL;
}

static void swap_texts(char **one, char **other)
{
    char *text = *one;
    *one = *other;
    *other = text;
}

void alone_take_verdict(struct candidate *to, const struct probed *run)
{
    struct candidate *from = find_result(run, to->is_driver);
    if (!from) return;
    swap_texts(&to->file, &from->file);
    swap_texts(&to->verdict_name, &from->verdict_name);
    swap_texts(&to->text, &from->text);
    swap_texts(&to->message, &from->message);
    swap_texts(&to->changed, &from->changed);
    to->verdict = from->verdict;
    to->microseconds = from->microseconds;
    to->error = from->error;
}

/* Takes over the texts of the new report, which is freed later. */
static void merge_result(struct alone *alone)
{
    struct candidate *to = alone->candidate, *from = find_result(&alone->run, to->is_driver);
    struct platforms platforms = to->platforms;
    alone_take_verdict(to, &alone->run);
    if (from) {
        to->platforms = from->platforms;
        from->platforms = platforms;
        platforms_move_devices(to, &alone->run.platforms);
        /* One driver alone does not determine the index among all platforms. */
        for (size_t i = 0; i < to->platforms.count; i++) {
            to->platforms.all[i].index = UNKNOWN;
            to->platforms.all[i].is_default = false;
        }
    }
    if (alone->run.answer.changed) /* the child has found this, not the loader */
        report_set(&to->changed,
                   text_format("%s%s%s", text_or_empty(to->changed),
                               *text_or_empty(to->changed) ? ", " : "", alone->run.answer.changed));
}

bool alone_hangs_at_end(const struct answer *answer)
{
    return answer->result && (answer->end == END_OVERRUN || answer->end == END_STUCK);
}

static const double SLOW_END = 2; /* seconds that a process may take to end */

static double seconds_of_end(const struct answer *answer)
{
    return answer->ready > 0 ? answer->seconds - answer->ready : 0;
}

bool alone_ends_late(const struct answer *answer)
{
    return alone_hangs_at_end(answer) || seconds_of_end(answer) > SLOW_END;
}

/* ---- all symbols at once ---- */

static void probe_binding(struct alone *alone)
{
    char *name = text_format("binding %s", text_file_name(remedy_where(alone->candidate)));
    const char *file = text_or_empty(alone->candidate->file);
    char *path = *file ? data_path(file) : NULL;
    const struct question question = { .kind = "bind",
                                       .library = alone->options->library,
                                       .subject = path ? path : alone->library,
                                       .limit = alone_limit(alone->options),
                                       .leaves = alone_ends_late(&alone->run.answer),
                                       .progress = name };
    alone->bound = report_ask(&question);
    free(path);
    free(name);
}

/* ---- all queries ---- */

/* Programs such as clinfo ask a device for everything. */
static void probe_queries(struct alone *alone)
{
    char *name = text_format("asking %s", text_file_name(remedy_where(alone->candidate)));
    const struct question question = { .kind = "everything",
                                       .library = alone->options->library,
                                       .limit = alone_limit(alone->options),
                                       .leaves = alone_ends_late(&alone->run.answer),
                                       .progress = name };
    if (alone->candidate->is_driver && alone->candidate->verdict == VERDICT_LOADED &&
        alone->run.answer.end == END_WELL)
        alone->asked = alone_ask(alone->candidate, &question);
    free(name);
}

/* ---- reports ---- */

char *alone_failure_text(const struct answer *answer, const char *when)
{
    char *end = probe_end_text(answer);
    char *words = text_format("%s, while %s", end, when);
    free(end);
    return words;
}

void alone_add_output(char **words, const struct answer *answer, size_t most)
{
    char *said = loader_last_output(answer), *begin, *valid;
    const char *telling;
    if (!said) return;
    telling = loader_behind_path(said);
    begin = text_format("%.*s", (int)most, telling);
    valid = text_valid(begin);
    text_add(words, ". The last output: %s%s", valid, strlen(telling) > most ? "..." : "");
    free(valid);
    free(begin);
    free(said);
}

static bool has_failed(const struct answer *answer)
{
    return !answer->result;
}

/* What leaves a driver out. The caller frees the text. */
static char *leave_out(const struct candidate *driver)
{
    char *name = remedy_name(driver), *place = remedy_place(driver), *words;
    bool registry = text_same(driver->source, "registry");
    words = text_format("%s%s%sclrelay disable %s", registry ? "make " : "", registry ? place : "",
                        registry ? " 1; or " : "", name);
    free(place);
    free(name);
    return words;
}

char *alone_slow_remedy(const struct options *options, double limit,
                        const struct candidate *candidate, const struct answer *answer)
{
    enum { TIMES = 6 };
    const bool layer = candidate && !candidate->is_driver;
    char *crash = layer ? NULL : machine_crash_remedy(options, candidate, answer);
    char *name = candidate && !layer ? remedy_name(candidate) : NULL;
    char *place = layer ? remedy_place(candidate) : NULL;
    char *remedy =
        text_format("It may only be slow: clrelay doctor --timeout %.0f waits longer. If "
                    "it still hangs: ",
                    limit < 1 ? TIMES : TIMES * limit);
    if (crash) text_add(&remedy, "%s", crash);
    else if (layer)
        text_add(&remedy, "repair it, or take it out of OPENCL_LAYERS, or remove %s", place);
    else
        text_add(&remedy, "install another version of the driver%s%s",
                 name ? ", or leave it out: clrelay disable " : "", text_or_empty(name));
    free(place);
    free(name);
    free(crash);
    return remedy;
}

char *alone_untried_remedy(const struct answer *answer)
{
    if (answer->end != END_NO_START && answer->end != END_NO_ANSWER) return NULL;
    return text_format("Programs may or may not have this problem, too. Try again with more free "
                       "memory%s",
                       SYSTEM_TEXT(", and with higher limits (ulimit -a)", ""));
}

/* Says how to avoid the candidate. */
static char *failure_remedy(const struct alone *alone, const struct answer *answer)
{
    const struct candidate *candidate = alone->candidate;
    char *leave, *place, *remedy = NULL;
    if (answer->end == END_OVERRUN)
        return alone_slow_remedy(alone->options, alone_limit(alone->options), candidate, answer);
    if (candidate->is_driver) remedy = machine_crash_remedy(alone->options, candidate, answer);
    if (!remedy) remedy = alone_untried_remedy(&alone->run.answer);
    if (remedy) return remedy;
    place = remedy_place(candidate);
    leave = leave_out(candidate);
    if (!candidate->is_driver)
        remedy =
            text_format("Repair it. Until then take it out of OPENCL_LAYERS, or remove %s", place);
    else
        remedy = text_format("Install another version of the driver. Until then leave it out, so "
                             "that programs%s do not fail: %s",
                             has_failed(&alone->run.answer) ? "" : " that ask this", leave);
    free(leave);
    free(place);
    return remedy;
}

/* Reports that the child crashed or timed out, and at which stage. Returns whether the finding has the
 * last line of what the child printed. */
static bool report_failure(struct alone *alone)
{
    char *words, *remedy = failure_remedy(alone, &alone->run.answer);
    const char *when = probe_stage(&alone->run.answer), *cause = NULL;
    if (strcmp(when, PROBE_STAGE_LOADING) == 0)
        when = has_failed(&alone->bound.answer) ? "the library is opened, before any call"
               : !alone->candidate->is_driver   ? "the loader asks it for its functions"
                                                : "the loader asks for its platforms";
    words = alone_failure_text(&alone->run.answer, when);
    if (alone->candidate->is_driver)
        cause = machine_explain_driver(alone->options, alone->report, alone->candidate,
                                       &alone->run.answer, &words, &remedy);
    if (!machine_has_quoted(cause)) alone_add_output(&words, &alone->run.answer, ALONE_LINE);
    findings_add(alone->findings, PROBLEM_CRASH, remedy_where(alone->candidate), remedy, "%s",
                 words);
    findings_set_cause(alone->findings, PROBLEM_CRASH, cause);
    if (!cause)
        findings_set_part(alone->findings, PROBLEM_CRASH, PART_FAILURE,
                          machine_vendors(alone->candidate));
    remedy_set(alone->candidate, SEVERITY_WRONG, words, remedy);
    return !machine_has_quoted(cause);
}

static void report_bad_end(struct alone *alone)
{
    char *words = alone_failure_text(&alone->run.answer, probe_stage(&alone->run.answer));
    findings_add(alone->findings, PROBLEM_OTHER, remedy_where(alone->candidate),
                 "Report it to the driver's vendor: programs that use it do not end normally.",
                 "%s", words);
    free(words);
}

/* The driver works, but a query ends the program. */
static void report_queries(struct alone *alone)
{
    const struct answer *answer = &alone->asked.answer;
    char *words, *remedy;
    if (answer->result || !answer->stage) return;
    words = alone_failure_text(answer, probe_stage(answer));
    alone_add_output(&words, answer, ALONE_LINE);
    remedy = failure_remedy(alone, answer);
    findings_add(alone->findings, PROBLEM_CRASH, remedy_where(alone->candidate), remedy, "%s",
                 words);
    free(remedy);
    free(words);
}

/* The candidate works, but programs that use it end late. */
static void report_slow_end(struct alone *alone)
{
    const double seconds = seconds_of_end(&alone->run.answer);
    if (seconds > SLOW_END)
        findings_add(alone->findings, WARNING_OTHER, remedy_where(alone->candidate),
                     "Report it to the driver's vendor: programs that use it end late.",
                     "a program that has opened it takes %.1f seconds to end", seconds);
}

/* The candidate works, but some of its symbols are missing. */
static void report_unbound(struct alone *alone)
{
    const char *message = text_or_empty(alone->bound.message);
    char *reason = NULL, *remedy = NULL;
    if (!remedy_of_message(message, alone->library, alone->report->distribution, &reason, &remedy))
        reason = text_format("%s", message);
    findings_add(
        alone->findings, PROBLEM_OTHER, remedy_where(alone->candidate),
        remedy ? remedy : "Install another version of the driver, or report it to its vendor.",
        "it opens, but lacks a function, and a program that calls it ends at once: %s", reason);
    free(reason);
    free(remedy);
}

/* A library that fails only when all symbols are bound: the cause is unknown. */
static void report_bind_failure(struct alone *alone)
{
    char *words = alone_failure_text(
        &alone->bound.answer,
        SYSTEM_TEXT("it is opened with all symbols bound (LD_BIND_NOW)", "it is opened by itself"));
    findings_add(alone->findings, PROBLEM_OTHER, remedy_where(alone->candidate),
                 "Report it to the driver's vendor.", "%s", words);
    free(words);
}

/* Reports what the candidate changes in a program that opens it. */
static void report_changes(struct alone *alone)
{
    const char *changed = alone->candidate->changed;
    if (*text_or_empty(changed))
        findings_add(alone->findings, WARNING_OTHER, remedy_where(alone->candidate),
                     "Report it to the driver's vendor. The loader has restored what is marked so.",
                     "changes the state of the process: %s", changed);
}

/* Many drivers set handlers or variables of the program, with the compiler that they contain. */
static void report_handlers(struct alone *alone)
{
    const char *handlers = alone->run.answer.handlers;
    if (handlers)
        findings_add(
            alone->findings, NOTE_OTHER, remedy_where(alone->candidate),
            "Nothing, if programs work. A program that needs handlers or variables of its own sets "
            "them again after its first call of OpenCL.",
            "sets what belongs to the program: %s", handlers);
}

static void report_output(struct alone *alone, const struct printed *printed, const char *where)
{
    int length = printed->text ? (int)strcspn(printed->text, "\n") : 0;
    char *valid =
        text_format("%.*s", length < 100 ? length : 100, printed->text ? printed->text : "");
    if (printed->total > 0) {
        findings_add(alone->findings, WARNING_OTHER, remedy_where(alone->candidate),
                     "If that names a remedy, follow it. Otherwise report it to the driver's "
                     "vendor: its output mixes with that of programs.",
                     "prints %zu bytes to %s: %s", printed->total, where, valid);
        findings_set_part(alone->findings, WARNING_OTHER, PART_OUTPUT, 0);
    }
    free(valid);
}

/* Platforms that work but can't list their devices. */
static void report_platform_errors(struct alone *alone)
{
    const struct platforms *platforms = &alone->candidate->platforms;
    for (size_t i = 0; i < platforms->count; i++) {
        const char *error = platforms->all[i].error;
        char *remedy;
        if (!error) continue;
        remedy = strstr(error, " returned ") ? remedy_of_listing(alone->candidate, error)
                                             : text_format("Report it to the driver's vendor.");
        findings_add(alone->findings, PROBLEM_REFUSED, remedy_where(alone->candidate), remedy,
                     "platform %s: %s", text_or_empty(platforms->all[i].name), error);
        findings_set_part(alone->findings, PROBLEM_REFUSED, PART_FAILURE,
                          machine_vendors(alone->candidate));
        free(remedy);
    }
}

/* Whether all that was printed is known. */
static bool is_whole(const struct printed *printed)
{
    return printed->total == printed->length;
}

static void report_all(struct alone *alone)
{
    const struct answer *answer = &alone->run.answer;
    bool is_told = false;
    if (has_failed(answer)) {
        is_told = report_failure(alone) && answer->err.total == 0;
    } else {
        report_platform_errors(alone);
        if (answer->end != END_WELL) report_bad_end(alone);
        else report_slow_end(alone);
        if (has_failed(&alone->bound.answer)) report_bind_failure(alone);
        else if (!alone->bound.bound && alone->candidate->verdict == VERDICT_LOADED)
            report_unbound(alone);
    }
    report_queries(alone);
    report_changes(alone);
    report_handlers(alone);
    /* If a driver fails, the finding about the failure has what it printed, unless that was too much. */
    if (!is_told || !is_whole(&answer->out)) report_output(alone, &answer->out, "standard output");
    if (!has_failed(answer) || !is_whole(&answer->err))
        report_output(alone, &answer->err, "standard error");
}

static bool is_same_file(const struct candidate *one, const struct candidate *other)
{
    char *first = data_path(text_or_empty(one->file)),
         *second = data_path(text_or_empty(other->file));
    bool same = file_is_same(first, second);
    free(first);
    free(second);
    return same;
}

/* Notes that an earlier driver has the same library, and returns that driver, or NULL: the loader
 * opens a library only once. */
static const struct candidate *find_duplicate(const struct candidates *drivers, size_t number)
{
    struct candidate *candidate = &drivers->all[number];
    if (!candidate->is_driver || candidate->verdict != VERDICT_LOADED) return NULL;
    for (size_t i = 0; i < number; i++) {
        const struct candidate *earlier = &drivers->all[i];
        if (earlier->verdict != VERDICT_LOADED || !is_same_file(candidate, earlier)) continue;
        report_set_verdict(candidate, VERDICT_DUPLICATE, remedy_where(earlier));
        return earlier;
    }
    return NULL;
}

/* The Khronos loader leaves it out, too, and ocl-icd does not. */
static void report_duplicate(struct alone *alone, const struct candidate *earlier)
{
    const struct candidate *candidate = alone->candidate;
    char *file, *remedy;
    if (!candidate->manifest || !earlier->manifest) return;
    file = text_shell_word(candidate->manifest);
    remedy = text_format(
        SYSTEM_TEXT("Nothing, if that does no harm. Otherwise keep one of the two: sudo rm %s",
                    "Nothing, if that does no harm. Otherwise keep one of the two: del %s"),
        file);
    findings_add(alone->findings, NOTE_OTHER, candidate->manifest, remedy,
                 "names the library that %s names: programs with ocl-icd get its devices twice",
                 earlier->manifest);
    free(remedy);
    free(file);
}

/* Leak sanitizers want this. */
static void free_alone(struct alone *alone)
{
    probed_free(&alone->run);
    probed_free(&alone->bound);
    probed_free(&alone->asked);
    free(alone->library);
}

/* Keeps for the candidate how both processes ended. */
static void move_answer(struct answer *to, struct probed *from)
{
    *to = from->answer;
    from->answer = (struct answer){ .result = NULL };
}

void alone_probe(const struct options *options, const struct candidates *candidates, size_t number,
                 const struct report *report, struct findings *findings)
{
    struct candidate *candidate = &candidates->all[number];
    const struct candidate *earlier;
    struct alone alone = {
        .options = options, .candidate = candidate, .report = report, .findings = findings
    };
    alone.library = data_path(text_or_empty(candidate->library));
    probe_with_loader(&alone);
    merge_result(&alone);
    probe_binding(&alone);
    probe_queries(&alone);
    earlier = find_duplicate(candidates, number);
    remedy_add(candidate, report);
    /* The findings about the earlier candidate are about the same library. */
    if (earlier) report_duplicate(&alone, earlier);
    else report_all(&alone);
    candidate->probed_alone = true;
    move_answer(&candidate->run, &alone.run);
    move_answer(&candidate->bound, &alone.bound);
    free_alone(&alone);
}
