/* SPDX-License-Identifier: Apache-2.0 */
#include "trial.h"

#include "../base/data.h"
#include "../report/loader.h"
#include "alone.h"

#include <stdlib.h>
#include <string.h>

static const double device_limit = 60; /* seconds; some drivers build slowly the first time */

const char *trial_library(const struct trial *trial)
{
    return trial->driver ? trial->driver->library : trial->platform->file;
}

/* Whether the process has told that the kernel computed right, however the process ended. */
static bool has_computed_right(const struct probed *probed)
{
    const json_t *test = json_object_get(probed->answer.result, "test");
    return text_same(json_string_value(json_object_get(test, "result")), "right");
}

double trial_limit(const struct options *options)
{
    return options->timeout > 0 ? options->timeout : device_limit;
}

struct probed trial_make(const struct trial *trial)
{
    const struct options *options = trial->options;
    char *subject = text_format("%lld %lld", trial->platform_index, trial->device->index);
    char *progress = text_format("testing %s", text_or_empty(trial->device->name));
    const struct question question = { .kind = "test",
                                       .library = options->library,
                                       .subject = subject,
                                       .variables = trial->variables,
                                       .limit = trial_limit(options),
                                       .leaves = trial->leaves,
                                       .progress = progress };
    struct probed probed =
        trial->driver ? alone_ask(trial->driver, &question) : report_ask(&question);
    if (!probed.computed) probed.computed = require_memory(calloc(1, sizeof *probed.computed));
    if (probed.answer.end != END_WELL) {
        char *words = alone_failure_text(&probed.answer, probe_stage(&probed.answer));
        report_set(&probed.computed->result, text_format("failed"));
        report_set(
            &probed.computed->error,
            text_format("%s%s", has_computed_right(&probed) ? "computes right, but " : "", words));
        free(words);
    }
    free(progress);
    free(subject);
    return probed;
}

json_t *trial_json(const struct probed *probed)
{
    const bool has_result = json_object_get(probed->answer.result, "test") != NULL;
    json_t *result = has_result ? report_computed_json(probed->computed) : json_object();
    json_t *end = probe_end_json(&probed->answer);
    json_object_update(result, end);
    json_decref(end);
    json_object_set_new(result, "result", data_string(probed->computed->result));
    json_object_set_new(result, "error", data_string(probed->computed->error));
    return result;
}

static bool has_one(const char *text, const char *const words[])
{
    for (; *words; words++)
        if (strstr(text, *words)) return true;
    return false;
}

/* Whether a line reports an error, in the words of compilers, linkers and drivers. An exception of
 * C++ has a line about its type before the line about its cause. */
static bool is_telling(const char *line, size_t length)
{
    static const char *const telling[] = { "rror",       "ailed",         "annot",     "an't",
                                           "enied",      "unknown",       "undefined", "what():",
                                           "nsupported", "not supported", "missing",   NULL },
                             *const others[] = { "terminate called ", "arning", "WARNING", NULL };
    char *text = text_format("%.*s", (int)length, line);
    const bool is = has_one(text, telling) && !has_one(text, others);
    free(text);
    return is;
}

/* The line that tells most of what a driver or its compiler has printed: the first line that
 * reports an error, or else the last one. NULL: there is none. The caller frees the text. */
static char *telling_line(const char *printed)
{
    const char *telling = NULL;
    size_t length = 0;
    for (const char *line = text_or_empty(printed), *end; *line; line = *end ? end + 1 : end) {
        const size_t size = strcspn(line, "\r\n");
        end = line + strcspn(line, "\n");
        if (size == 0) continue;
        telling = line;
        length = size;
        if (is_telling(line, size)) break;
    }
    return telling ? text_format("%.*s", (int)(length < 300 ? length : 300), telling) : NULL;
}

char *trial_words(const struct probed *probed, bool alone)
{
    const struct computed *computed = probed->computed;
    const char *log = text_or_empty(computed->log);
    enum { MOST = 60 }; /* three lines of a screen, with the words before it */
    char *words, *said = telling_line(*log ? log : probed->answer.err.text), *valid;
    if (!text_same(computed->result, "failed"))
        words =
            text_format("computes wrong: %lld of %lld numbers", computed->wrong, computed->numbers);
    else
        words = text_format("%s%s",
                            has_computed_right(probed) || probed->answer.end == END_OVERRUN
                                ? ""
                                : "cannot run a kernel: ",
                            text_or_empty(computed->error));
    if (said && text_same(computed->result, "failed")) {
        const char *telling = loader_behind_path(said);
        report_set(&said,
                   text_format("%.*s%s", MOST, telling, strlen(telling) > MOST ? "..." : ""));
        valid = text_valid(said);
        text_add(&words, ". %s: %s",
                 *log || alone ? "It says" : "The process, with all drivers, has printed", valid);
        free(valid);
    }
    free(said);
    return words;
}
