/* SPDX-License-Identifier: Apache-2.0 */
#include "find/windows/found.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static void free_found(struct found *found)
{
    free(found->origin);
    free(found->library);
    free(found->message);
}

struct found *findings_add(struct findings *findings, const char *source, const wchar_t *origin,
                           const wchar_t *library)
{
    struct found found = { .source = source, .verdict = VERDICT_UNTRIED };
    struct found *larger = realloc(findings->at, (findings->count + 1) * sizeof *larger);
    if (!larger) goto fail;
    findings->at = larger;
    if (origin) found.origin = wide_to_text(origin);
    if (library) found.library = wide_to_text(library);
    if ((origin && !found.origin) || (library && !found.library)) goto fail;
    larger[findings->count] = found;
    return &larger[findings->count++];

fail:
    free_found(&found);
    log_line(LOG_ERROR, LOG_SEARCH, "%s: %s", source, verdict_text(VERDICT_OUT_OF_MEMORY));
    return NULL;
}

void found_set_verdict(struct found *found, enum verdict verdict, const char *message)
{
    found->verdict = verdict;
    candidate_set_text(&found->message, message);
}

void findings_sort(struct findings *findings)
{
    for (size_t i = 1; i < findings->count; i++) {
        struct found found = findings->at[i];
        size_t place = i;
        for (; place > 0 && findings->at[place - 1].priority > found.priority; place--)
            findings->at[place] = findings->at[place - 1];
        findings->at[place] = found;
    }
}

static bool is_repeated(const struct findings *findings, size_t index)
{
    const struct found *found = &findings->at[index];
    for (size_t i = 0; found->library && i < index; i++) {
        const struct found *earlier = &findings->at[i];
        if (earlier->library && earlier->verdict == found->verdict &&
            text_compare_nocase(earlier->library, found->library) == 0)
            return true;
    }
    return false;
}

void findings_drop_repeated(struct findings *findings)
{
    size_t kept = 0;
    for (size_t i = 0; i < findings->count; i++) {
        struct found found = findings->at[i];
        findings->at[kept] = found;
        if (is_repeated(findings, kept)) free_found(&found);
        else kept++;
    }
    findings->count = kept;
}

void findings_free(struct findings *findings)
{
    for (size_t i = 0; i < findings->count; i++) free_found(&findings->at[i]);
    free(findings->at);
    *findings = (struct findings){ NULL, 0 };
}
