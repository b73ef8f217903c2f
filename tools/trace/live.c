/* SPDX-License-Identifier: Apache-2.0 */
/* Prints a program's calls while it runs. Sorts the calls that return between two looks by their
 * beginning. */
#include "live.h"

#include "../base/text.h"
#include "../recording/call_sites.h"
#include "../recording/output.h"
#include "line_formats.h"

#include <stdlib.h>

struct live {
    struct recording *recording;
    const struct trace_options *options;
    struct output output;
    struct marks marks;
};

struct live *live_start(const char *records, const struct trace_options *options, char **error)
{
    struct live *live = require_memory(calloc(1, sizeof *live));
    live->options = options;
    *error = output_open(&live->output, *options->live ? options->live : NULL, OUTPUT_LINES);
    if (!*error) {
        live->recording = recording_follow(records, error);
        if (live->recording) return live;
        free(output_close(&live->output));
    }
    free(live);
    return NULL;
}

void live_print(struct live *live, bool end)
{
    recording_next(live->recording, end);
    recording_choose(live->recording, "", live->options->kernels);
    call_sites_find(live->recording);
    for (size_t i = 0; i < live->recording->count; i++)
        format_text_entry(live->output.file, live->recording, &live->marks,
                          &live->recording->entries[i], !live->options->no_arguments);
    output_flush(&live->output);
}

char *live_end(struct live *live)
{
    char *error;
    live_print(live, true);
    error = output_close(&live->output);
    call_sites_free(live->recording);
    recording_close(live->recording);
    marks_free(&live->marks);
    free(live);
    return error;
}
