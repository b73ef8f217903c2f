/* SPDX-License-Identifier: Apache-2.0 */
/* The formats of recordings. */
#include "format_table.h"

#include <inttypes.h>
#include <string.h>

static void write_number(FILE *file, uint64_t number)
{
    if (number < 10) fprintf(file, "%" PRIu64, number);
    else fprintf(file, "0x%" PRIx64, number);
}

void format_line(FILE *file, const struct recording *recording, const struct entry *entry,
                 const struct output_options *options)
{
    struct call call;
    if (!recording_call(recording, entry, &call) || call.hidden) return;
    fprintf(file, "%.6f %" PRIu64 " %s(", (double)call.begin / 1e9, entry->thread->id,
            call.signature->name);
    for (unsigned i = 0; options->arguments && i < call.signature->parameters; i++) {
        fprintf(file, "%s%s = ", i ? ", " : "", call.signature->parameter[i].name);
        write_number(file, call.words[i]);
    }
    fputs(")", file);
    if (call.end == NEVER) {
        fputs(" = ? (it has not returned)\n", file);
        return;
    }
    if (strcmp(call.signature->type, "void") != 0) {
        fputs(" = ", file);
        write_number(file, call.record->result);
    }
    fprintf(file, " <%.6f>\n", (double)(call.end - call.begin) / 1e9);
}

static void write_lines(FILE *file, const struct recording *recording,
                        const struct output_options *options)
{
    for (size_t i = 0; i < recording->count; i++)
        format_line(file, recording, &recording->entries[i], options);
}

const struct format formats[] = {
    { "perfetto", ".pftrace", write_lines },
    { "chrome", ".json", write_lines },
    { "text", ".txt", write_lines },
    { "csv", ".csv", write_lines },
    { NULL, NULL, NULL },
};

const struct format *format_by_name(const char *name)
{
    for (const struct format *it = formats; it->name; it++)
        if (strcmp(it->name, name) == 0) return it;
    return NULL;
}
