/* SPDX-License-Identifier: Apache-2.0 */
#include "loader.h"

#include "../base/data.h"
#include "../base/files.h"
#include "../base/terminal.h"
#include "packages.h"

#include <stdlib.h>
#include <string.h>

static const double usual_limit = 30; /* seconds for all drivers together */

/* The beginning of lines in the loader's own log. The user asked for that, so it is shown, but not
 * what drivers print. */
static const char log_begin[] = "clrelay: ";

static void forward_log(const struct answer *answer)
{
    const char *at = answer->err.text, *end;
    for (; at && *at; at = *end ? end + 1 : end) {
        end = at + strcspn(at, "\n");
        if (strncmp(at, log_begin, sizeof log_begin - 1) == 0)
            error_line("%.*s", (int)(end - at), at);
    }
}

struct probed loader_probe(const struct options *options, const char *kind,
                           const struct variable *variables, double limit, const char *progress)
{
    const struct question question = {
        .kind = kind,
        .library = options->library,
        .variables = variables,
        .limit = limit > 0              ? limit
                 : options->timeout > 0 ? options->timeout
                                        : usual_limit,
        .progress = progress,
    };
    struct probed probed = report_ask(&question);
    if (!variables) forward_log(&probed.answer);
    if (probed.report)
        probed.report->distribution = packages_distribution(options->root, probed.loader);
    return probed;
}

/* Hides the probe's own OCL_ICD_SEARCH_ONLY from the settings. */
static void hide_search_only(const struct report *report)
{
    struct setting *setting = report_setting(report, "OCL_ICD_SEARCH_ONLY");
    if (!setting) return;
    report_set(&setting->value, NULL);
    report_set(&setting->origin, text_format("default"));
}

struct probed loader_probe_report(const struct options *options)
{
    static const char progress[] = "loading the drivers";
    static const struct variable search_only[] = { { "OCL_ICD_SEARCH_ONLY", "1" }, { NULL, NULL } };
    struct probed probed = loader_probe(options, "report", NULL, 0, progress), search;
    struct answer answer;
    if (!probed.failed || probed.error) return probed;
    search = loader_probe(options, "report", search_only, 0, progress);
    if (!getenv("OCL_ICD_SEARCH_ONLY")) hide_search_only(search.report);
    answer = search.answer;
    search.answer = probed.answer;
    search.failed = true;
    probed.answer = answer;
    probed_free(&probed);
    return search;
}

/* ---- what a setting hides ---- */

const char *loader_hiding_setting(const struct report *report)
{
    static const char *const names[] = { "OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct setting *setting = report_setting(report, names[i]);
        if (setting && *text_or_empty(setting->value)) return names[i];
    }
    return NULL;
}

/* Whether a candidate has this library. A name without a folder is that of a library in memory. */
static bool has_library(const struct candidate *candidate, const char *library)
{
    const char *file = text_or_empty(candidate->file), *named = text_or_empty(candidate->library);
    return text_same(named, library) || file_is_same(file, library) ||
           (!strchr(library, '/') && text_same(text_file_name(named), library));
}

/* Whether the loader has found a driver in another way, too, such as by OCL_ICD_FILENAMES. */
static bool is_found(const struct candidates *drivers, const struct candidate *driver)
{
    for (size_t i = 0; i < drivers->count; i++)
        if (file_is_same(text_or_empty(drivers->all[i].manifest), driver->manifest) ||
            (*text_or_empty(driver->library) && has_library(&drivers->all[i], driver->library)))
            return true;
    return false;
}

json_t *loader_hidden_drivers(const struct options *options, const struct report *report,
                              const char **setting)
{
    /* Empty elements stand for the default directories, even if a file has the setting. */
    static const struct variable usual[] = { { "OCL_ICD_VENDORS", SYSTEM_TEXT(":", ";") },
                                             { "OCL_ICD_SEARCH_ONLY", "1" },
                                             { "OCL_ICD_LOG_FILE", SYSTEM_NULL_DEVICE },
                                             { NULL, NULL } };
    json_t *hidden = json_array();
    struct probed probed;
    *setting = loader_hiding_setting(report);
    if (!*setting) return hidden;
    probed = loader_probe(options, "report", usual, 0, "looking for other drivers");
    for (size_t i = 0; probed.report && i < probed.report->drivers.count; i++) {
        const struct candidate *driver = &probed.report->drivers.all[i];
        if (driver->manifest && driver->verdict == VERDICT_UNTRIED &&
            !is_found(&report->drivers, driver))
            json_array_append_new(hidden, data_string(driver->manifest));
    }
    probed_free(&probed);
    return hidden;
}

void loader_print_hidden(const json_t *hidden, const char *setting)
{
    const json_t *manifest;
    size_t i;
    if (json_array_size(hidden) == 0) return;
    line(0, 4, BOLD, "Other drivers, which %s leaves out", setting);
    json_array_foreach(hidden, i, manifest) line(2, 4, PLAIN, "%s", json_string_value(manifest));
    line_empty();
}

/* ---- a process that failed ---- */

/* Whether a line contains a word, in lower or upper case. */
static bool has_word(const char *line, size_t length, const char *word)
{
    const size_t size = strlen(word);
    for (size_t at = 0; at + size <= length; at++) {
        size_t equal_letters = 0;
        while (equal_letters < size &&
               (line[at + equal_letters] | 0x20) == (word[equal_letters] | 0x20))
            equal_letters++;
        if (equal_letters == size) return true;
    }
    return false;
}

static bool names_reason(const char *line, size_t length)
{
    static const char *const words[] = { "error",   "fail",       "support",      "cannot",
                                         "can't",   "could not",  "couldn't",     "unable",
                                         "denied",  "mismatch",   "incompatible", "invalid",
                                         "missing", "not found",  "no such",      "too old",
                                         "refuse",  "not allowed" };
    if (strncmp(line, log_begin, sizeof log_begin - 1) == 0) return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has_word(line, length, words[i])) return true;
    return false;
}

char *loader_reason_output(const struct answer *answer)
{
    enum { MOST = 110 };
    const char *const streams[] = { answer->err.text, answer->out.text };
    for (size_t i = 0; i < 2; i++)
        for (const char *at = streams[i], *end; at && *at; at = *end ? end + 1 : end) {
            size_t length;
            char *line, *valid;
            end = at + strcspn(at, "\r\n");
            length = (size_t)(end - at);
            if (!names_reason(at, length)) continue;
            line = text_format("%.*s%s", (int)(length < MOST ? length : MOST), at,
                               length > MOST ? "..." : "");
            valid = text_valid(line);
            free(line);
            return valid;
        }
    return NULL;
}

void loader_print_output(const struct answer *answer)
{
    enum { LINES = 5, MOST = 300 };
    const char *lines[LINES];
    size_t count = 0;
    for (const char *at = answer->err.text, *end; at && *at; at = *end ? end + 1 : end) {
        end = at + strcspn(at, "\r\n");
        if (end > at && strncmp(at, log_begin, sizeof log_begin - 1) != 0)
            lines[count++ % LINES] = at;
    }
    if (count == 0) return;
    line(0, 0, BOLD, "What they print (standard error)%s", count > LINES ? ", the last lines" : "");
    for (size_t i = count > LINES ? count - LINES : 0; i < count; i++) {
        const char *at = lines[i % LINES];
        const size_t length = strcspn(at, "\r\n");
        char *text = text_format("%.*s", (int)(length < MOST ? length : MOST), at),
             *valid = text_valid(text);
        line(2, 4, PLAIN, "%s", valid);
        free(valid);
        free(text);
    }
    line_empty();
}

/* Whether the C library has written the line, about memory that the program has spoilt. */
static bool is_of_libc(const char *line)
{
    static const char *const begins[] = { "munmap_chunk(): ",
                                          "free(): ",
                                          "malloc(): ",
                                          "malloc_consolidate(): ",
                                          "realloc(): ",
                                          "corrupted size vs. prev_size",
                                          "corrupted double-linked list",
                                          "double free or corruption",
                                          "*** Error in `",
                                          "*** glibc detected" };
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncmp(line, begins[i], strlen(begins[i])) == 0) return true;
    return false;
}

/* The last line of an output that says something, or NULL: there is none, or only the output's beginning
 * is known. The caller frees the line. */
static char *last_line(const struct printed *printed)
{
    const char *at = printed->total == printed->length ? printed->text : NULL, *end, *last = NULL;
    size_t length = 0, size;
    for (; at && *at; at = *end ? end + 1 : end) {
        end = at + strcspn(at, "\n");
        size = (size_t)(end - at);
        if (size > 0 && at[size - 1] == '\r') size--; /* Windows ends lines so */
        if (size == 0 || strncmp(at, log_begin, sizeof log_begin - 1) == 0 ||
            (last && is_of_libc(at)))
            continue;
        last = at;
        length = size;
    }
    return last ? text_format("%.*s", (int)(length < 300 ? length : 300), last) : NULL;
}

char *loader_last_output(const struct answer *answer)
{
    char *last = last_line(&answer->err);
    return last || answer->err.total > 0 ? last : last_line(&answer->out);
}

const char *loader_behind_path(const char *line)
{
    const char *end = strstr(line, ": Assertion "), *begin = line;
    for (const char *at = line; end && at < end; at++)
        if (*at == '/') begin = at + 1;
    return begin;
}

void loader_print_failure(const struct probed *probed)
{
    char *words, *said;
    if (probed->error) {
        line_error("clrelay: %s", probed->error);
        line_error("For more: clrelay doctor");
        return;
    }
    words = probe_end_text(&probed->answer);
    said = loader_last_output(&probed->answer);
    line_error("clrelay: OpenCL %s, while %s.", words, probe_stage(&probed->answer));
    if (said) line_error("Its last output: %s", said);
    line_error("%s: clrelay doctor",
               probe_was_opening(&probed->answer) ? "For more" : "To find out which driver");
    free(said);
    free(words);
}

/* ---- text ---- */

static void print_names(const struct loader *loader, const char *beside)
{
    if (!loader) return;
    line_begin(0, 4);
    if (*text_or_empty(loader->name))
        line_add(BOLD, "%s %s, %s", loader->name, text_or_empty(loader->version),
                 text_or_empty(loader->opencl));
    else line_add(BOLD, "A loader without a name");
    line_end();
    line(0, 4, PLAIN, "%s",
         *text_or_empty(loader->file) ? loader->file : text_or_empty(loader->path));
    if (loader->beside) line(0, 4, WARN, "It belongs to this command.%s", beside);
    line_empty();
}

void loader_print(const struct loader *loader)
{
    print_names(loader, " Programs find no libOpenCL.so.1; see clrelay doctor.");
}

void loader_print_briefly(const struct loader *loader)
{
    print_names(loader, "");
}

void loader_print_no_report(const struct probed *probed, const char *what)
{
    if (probed->report_error) line(0, 0, WARN, "%s.", probed->report_error);
    else line(0, 0, WARN, "This loader is not clrelay's: it cannot say %s.", what);
}
