/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the calls of a program while it runs: those that return between two looks are sorted by
 * their beginning. */
#include "live.h"

#include "formats.h"
#include "../system.h"
#include "../text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct live {
    struct recording *recording;
    const struct trace_options *options;
    FILE *file;
    int failure; /* error number of the first write that failed; 0: none has */
};

struct live *live_start(const char *records, const struct trace_options *options, char **error)
{
    struct live *live = require_memory(calloc(1, sizeof *live));
    live->options = options;
    /* The program does not inherit it. */
    live->file = *options->live ? fopen(options->live, SYSTEM_TEXT("we", "wN")) : stderr;
    if (!live->file) {
        *error = text_format("%s can't be written: %s", options->live, strerror(errno));
        free(live);
        return NULL;
    }
    live->recording = recording_follow(records, error);
    if (live->recording) return live;
    if (live->file != stderr) fclose(live->file);
    free(live);
    return NULL;
}

void live_print(struct live *live, bool end)
{
    recording_next(live->recording, end);
    recording_choose(live->recording, "", live->options->kernels);
    for (size_t i = 0; i < live->recording->count; i++)
        format_text_entry(live->file, live->recording, &live->recording->entries[i],
                          !live->options->no_arguments);
    if (fflush(live->file) && !live->failure) live->failure = errno;
}

char *live_end(struct live *live)
{
    const char *name = *live->options->live ? live->options->live : "standard error";
    char *error = NULL;
    live_print(live, true);
    if (live->file != stderr && fclose(live->file) && !live->failure) live->failure = errno;
    if (live->failure)
        error = text_format("%s can't be written: %s", name, strerror(live->failure));
    recording_close(live->recording);
    free(live);
    return error;
}
