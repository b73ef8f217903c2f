/* SPDX-License-Identifier: Apache-2.0 */
/* What comes out of a recording. */
#include "result.h"

#include "../data.h"
#include "../terminal.h"
#include "notes.h"
#include "programs.h"
#include "summary.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Closes a file, or flushes standard output. Returns whether all of it was written. */
static bool end_file(FILE *file, bool is_open)
{
    bool well = !ferror(file);
    if (is_open && !well) fclose(file);
    else if (is_open ? fclose(file) : fflush(file)) well = false;
    return well;
}

static bool refuse(const char *path)
{
    line_error("clrelay trace: %s can't be written: %s", path, strerror(errno));
    return false;
}

static bool write_file(const char *path, const struct recording *recording,
                       const struct trace_options *options)
{
    const struct output_options how = { .arguments = !options->no_arguments };
    const struct format *format = options->format ? options->format : formats;
    bool is_standard = strcmp(path, "-") == 0;
    FILE *file = is_standard ? stdout : fopen(path, "wb");
    if (!file) return refuse(path);
    format->write(file, recording, &how);
    return end_file(file, !is_standard) || refuse(is_standard ? "standard output" : path);
}

/* ---- the summary ---- */

static bool write_json(json_t *summary, FILE *file)
{
    char *text = require_memory(json_dumps(summary, JSON_INDENT(2) | JSON_ENSURE_ASCII));
    bool well = fprintf(file, "%s\n", text) > 0;
    free(text);
    return well;
}

static void print_notes(const json_t *notes, FILE *file)
{
    size_t i;
    json_t *note;
    json_array_foreach((json_t *)notes, i, note) {
        if (file == stderr) line_error("%s", json_string_value(note));
        else fprintf(file, "%s\n", json_string_value(note));
    }
}

static bool write_summary(const struct recording *recording, json_t *notes,
                          const struct trace_options *options)
{
    FILE *file = options->summary ? fopen(options->summary, "w") : stderr;
    json_t *summary;
    if (!file) return refuse(options->summary);
    summary = summary_json(recording, notes);
    if (options->json) {
        write_json(summary, file);
    } else {
        summary_print(file, summary);
        print_notes(notes, file);
    }
    json_decref(summary);
    return end_file(file, file != stderr) ||
           refuse(options->summary ? options->summary : "standard error");
}

/* ---- all of it ---- */

bool result_write(const struct result *result, const struct trace_options *options)
{
    char *error = NULL;
    struct recording *recording = recording_open(result->records, &error);
    json_t *notes;
    bool well = true;
    if (!recording) {
        line_error("clrelay trace: %s", error);
        free(error);
        return false;
    }
    recording_choose(recording, options->functions, options->kernels);
    notes = json_array();
    notes_add(notes, recording, options, result->program);
    if (result->path && recording->count > 0) {
        well = write_file(result->path, recording, options);
        if (well && strcmp(result->path, "-") != 0)
            json_array_append_new(notes, data_format("The trace is in %s.", result->path));
    }
    if (options->programs) well = programs_write(recording, options->programs) && well;
    well = write_summary(recording, notes, options) && well;
    json_decref(notes);
    recording_close(recording);
    return well;
}
