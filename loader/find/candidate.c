/* SPDX-License-Identifier: Apache-2.0 */
#include "find/candidate.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct candidate *first, **end = &first;
static bool lost; /* there was no memory for one */

void candidate_set_text(char **text, const char *value)
{
    free(*text);
    *text = value ? text_copy_string(value) : NULL;
}

static void free_candidate(struct candidate *candidate)
{
    free(candidate->origin);
    free(candidate->library);
    free(candidate->message);
    free(candidate->opened);
    free(candidate->changed);
    free(candidate);
}

struct candidate *candidate_add(enum candidate_kind kind, const char *source, const char *origin,
                                const char *library)
{
    struct candidate *candidate = calloc(1, sizeof *candidate);
    if (!candidate) goto fail;
    candidate->kind = kind;
    candidate->source = source;
    candidate_set_text(&candidate->origin, origin);
    candidate_set_text(&candidate->library, library);
    if ((origin && !candidate->origin) || (library && !candidate->library)) goto fail;
    *end = candidate;
    end = &candidate->next;
    return candidate;

fail:
    lost = true;
    log_line(LOG_ERROR, LOG_SEARCH, "%s: %s", origin ? origin : source,
             verdict_text(VERDICT_OUT_OF_MEMORY));
    if (candidate) free_candidate(candidate);
    return NULL;
}

void candidates_free(void)
{
    while (first) {
        struct candidate *next = first->next;
        free_candidate(first);
        first = next;
    }
    end = &first;
    lost = false;
}

struct candidate *candidate_first(void)
{
    return first;
}

bool candidates_are_lost(void)
{
    return lost;
}

void candidate_announce(struct candidate *candidate, enum candidate_call call)
{
    static const char *const names[] = {
#define CALL(name) #name,
        CANDIDATE_CALLS(CALL)
#undef CALL
    };
    if (!log_is_enabled(LOG_DEBUG, LOG_CALL)) return;
    if (!(atomic_fetch_or(&candidate->announced, 1u << call) & 1u << call))
        log_line(LOG_DEBUG, LOG_CALL, "%s: calling %s", candidate->library, names[call]);
}

static enum log_level log_level_of(const struct candidate *candidate)
{
    /* A default directory need not exist. */
    if (candidate->verdict == VERDICT_NO_DIRECTORY && !candidate->named) return LOG_INFO;
    return verdict_severity(candidate->verdict) <= SEVERITY_OFF ? LOG_INFO : LOG_WARNING;
}

/* Long names are cut, so that the verdict still fits into the log line. */
enum { LONGEST_NAME = 400 };
#define NAME(text) LONGEST_NAME, (text), strlen(text) > LONGEST_NAME ? "..." : ""

static void write_verdict(const struct candidate *candidate)
{
    enum log_category category = candidate->kind == CANDIDATE_DRIVER ? LOG_DRIVER : LOG_LAYER;
    char time[32] = "", platforms[48] = "";
    if (!candidate->library) category = LOG_SEARCH;
    if (!log_is_enabled(log_level_of(candidate), category)) return;
    if (candidate->verdict == VERDICT_LOADED && candidate->kind == CANDIDATE_DRIVER)
        snprintf(platforms, sizeof platforms, ", %zu platform%s", candidate->platforms,
                 candidate->platforms == 1 ? "" : "s");
    if (candidate->opened)
        snprintf(time, sizeof time, " [%u.%u ms]", (unsigned)(candidate->microseconds / 1000),
                 (unsigned)(candidate->microseconds / 100 % 10));
    log_line(log_level_of(candidate), category, "%s%.*s%s%s%.*s%s: %s%s%s%s%s%s",
             candidate->is_key         ? "registry key "
             : candidate->is_directory ? "directory "
                                       : "",
             NAME(candidate->origin ? candidate->origin : candidate->source),
             candidate->library ? ": " : "", NAME(candidate->library ? candidate->library : ""),
             verdict_text(candidate->verdict), platforms, candidate->message ? " (" : "",
             candidate->message ? candidate->message : "", candidate->message ? ")" : "", time);
}

void candidate_set_verdict(struct candidate *candidate, enum verdict verdict, const char *message)
{
    candidate->verdict = verdict;
    candidate_set_text(&candidate->message, message && *message ? message : NULL);
    write_verdict(candidate);
}
