/* SPDX-License-Identifier: Apache-2.0 */
#include "baseline.h"

#include "../base/data.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Changes the number of known places with a fingerprint. */
static void change(json_t *baseline, const char *fingerprint, int difference)
{
    const json_int_t count = json_integer_value(json_object_get(baseline, fingerprint));
    json_object_set_new(baseline, fingerprint, json_integer(count + difference));
}

char *baseline_read(json_t **baseline, const char *path)
{
    FILE *file = fopen(path, "rb");
    bool whole = false;
    json_t *line;
    if (!file) return text_format("--baseline: %s can't be read: %s", path, strerror(errno));
    if (!*baseline) *baseline = json_object();
    while (!whole && (line = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL))) {
        const char *fingerprint = data_text(line, "fingerprint");
        if (*fingerprint) change(*baseline, fingerprint, 1);
        /* The summary is the last line; without it, findings may be missing. */
        whole = json_is_object(json_object_get(line, "summary"));
        json_decref(line);
    }
    fclose(file);
    return whole ? NULL
                 : text_format("--baseline: %s is not a complete log: write one with --json --log "
                               "FILE",
                               path);
}

bool baseline_take(json_t *baseline, const json_t *finding)
{
    const char *fingerprint = data_text(finding, "fingerprint");
    if (json_integer_value(json_object_get(baseline, fingerprint)) <= 0) return false;
    change(baseline, fingerprint, -1);
    return true;
}
