/* SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"

#include "../base/text.h"
#include "protocol.h"

#include <stdlib.h>
#include <string.h>

/* ---- the answer ---- */

static void move_text(char **to, const json_t *object, const char *member)
{
    const char *text = json_string_value(json_object_get(object, member));
    if (!text) return;
    free(*to);
    *to = text_format("%s", text);
}

/* A library that is not one of the C library's, which do what others ask them for. */
static bool is_library(const char *path)
{
    static const char *const common[] = { "libc.",       "libc-",       "libc++",   "ld-",
                                          "ld.",         "libm.",       "libm-",    "libpthread",
                                          "libstdc++",   "libgcc_s.",   "libasan",  "libtsan",
                                          "libubsan",    "libdl.",      "librt.",   "libjemalloc",
                                          "libtcmalloc", "libmimalloc", "libunwind" };
    const char *name = text_file_name(text_or_empty(path));
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (strncmp(name, common[i], strlen(common[i])) == 0) return false;
    return strstr(name, ".so");
}

/* The innermost library comes first. */
static void move_library(char **to, const json_t *object, const char *member)
{
    if (!*to && is_library(json_string_value(json_object_get(object, member))))
        move_text(to, object, member);
}

/* Reads an answer. Each line is an object with a member that protocol.h lists. */
static void read_answer(struct answer *answer, const struct printed *printed)
{
    const char *at = printed->text, *end;
    for (; (end = memchr(at, '\n', printed->length - (size_t)(at - printed->text))); at = end + 1) {
        json_t *object = json_loadb(at, (size_t)(end - at), 0, NULL);
        json_t *result = json_object_get(object, "result");
        if (result) answer->ready = json_number_value(json_object_get(object, "seconds"));
        move_text(&answer->stage, object, "stage");
        move_text(&answer->changed, object, "changed");
        move_text(&answer->handlers, object, "handlers");
        move_text(&answer->trouble, object, "trouble");
        move_text(&answer->crashed, object, "crashed");
        move_library(&answer->aborted, object, "aborted");
        move_library(&answer->hangs, object, "hangs");
        if (result && !answer->result) answer->result = json_incref(result);
        json_decref(object);
    }
}

/* Classifies the end of a process that ended by itself: whether it answered, or why not. */
static void classify_exit(struct answer *answer, const struct printed *printed)
{
    if (answer->code == 0 && answer->result) {
        answer->end = END_WELL;
    } else if (!answer->result && printed->total > printed->length) {
        free(answer->trouble);
        answer->trouble =
            text_format("its answer is too long (more than %zu KiB)", printed->length >> 10);
    } else if (!answer->stage && answer->code == PROBE_MUTE) {
        answer->trouble = text_format("it has no memory for an answer");
    }
    if (answer->trouble && !answer->result) answer->end = END_NO_ANSWER;
}

/* These variables, and the one that makes the process leave. The caller frees the list. */
static struct variable *add_leaving(const struct variable *variables)
{
    size_t count = 0;
    struct variable *all;
    while (variables && variables[count].name) count++;
    all = require_memory(calloc(count + 2, sizeof *all));
    for (size_t i = 0; i < count; i++) all[i] = variables[i];
    all[count] = (struct variable){ PROBE_LEAVES, "1" };
    return all;
}

struct answer probe_ask(const struct question *asked)
{
    struct question question = *asked;
    struct variable *variables = asked->leaves ? add_leaving(asked->variables) : NULL;
    struct run run;
    if (variables) question.variables = variables;
    run = process_run(&question);
    struct answer answer = { .end = run.end, .code = run.code, .seconds = run.seconds };
    if (run.streams[ANSWER].text) read_answer(&answer, &run.streams[ANSWER]);
    if (answer.end == END_EXIT) classify_exit(&answer, &run.streams[ANSWER]);
    answer.out = run.streams[OUTPUT];
    answer.err = run.streams[ERRORS];
    free(run.streams[ANSWER].text);
    free(variables);
    return answer;
}

void probe_free(struct answer *answer)
{
    json_decref(answer->result);
    free(answer->stage);
    free(answer->changed);
    free(answer->handlers);
    free(answer->trouble);
    free(answer->crashed);
    free(answer->aborted);
    free(answer->hangs);
    free(answer->out.text);
    free(answer->err.text);
    *answer = (struct answer){ .result = NULL };
}

/* ---- descriptions ---- */

const char *probe_stage(const struct answer *answer)
{
    return answer->stage ? answer->stage : "it starts";
}

bool probe_was_opening(const struct answer *answer)
{
    static const char behind[] = PROBE_STAGE_OPENING;
    const char *stage = text_or_empty(answer->stage);
    const size_t length = strlen(stage), end = sizeof behind - sizeof "%s";
    return length > end && strcmp(stage + length - end, behind + strlen("%s")) == 0;
}

const char *probe_failed_in(const struct answer *answer)
{
    const char *file = answer->end == END_SIGNAL    ? answer->crashed
                       : answer->end == END_OVERRUN ? answer->hangs
                                                    : NULL;
    return is_library(file) ? file : NULL;
}

char *probe_end_text(const struct answer *answer)
{
    const char *library = probe_failed_in(answer);
    switch (answer->end) {
    case END_SIGNAL:
        return text_format("crashes with %s (%s)%s%s", system_crash_name(answer->code),
                           system_crash_text(answer->code), library ? " in " : "",
                           library ? text_file_name(library) : "");
    case END_EXIT: return text_format("ends the process with exit code %d", answer->code);
    case END_OVERRUN:
        return text_format("is slow or hangs: it was stopped after %.1f seconds%s%s",
                           answer->seconds, library ? " in " : "",
                           library ? text_file_name(library) : "");
    case END_STUCK: return text_format("hangs in the kernel: it cannot be stopped");
    case END_NO_START:
        return text_format("could not be tried: %s", system_error_text(answer->code));
    case END_NO_ANSWER: return text_format("could not be asked: %s", answer->trouble);
    case END_WELL: break;
    }
    return text_format("ends well");
}

json_t *probe_end_json(const struct answer *answer)
{
    static const char *const kinds[] = {
        [END_WELL] = "well",          [END_SIGNAL] = "signal", [END_EXIT] = "exit",
        [END_OVERRUN] = "overrun",    [END_STUCK] = "stuck",   [END_NO_START] = "no start",
        [END_NO_ANSWER] = "no answer"
    };
    json_t *end = json_pack("{s:s, s:f, s:f, s:s?}", "end", kinds[answer->end], "seconds",
                            answer->seconds, "ready", answer->ready, "stage", answer->stage);
    if (answer->end == END_SIGNAL)
        json_object_set_new(end, "signal", json_string(system_crash_name(answer->code)));
    if (answer->end == END_EXIT) json_object_set_new(end, "code", json_integer(answer->code));
    return end;
}
