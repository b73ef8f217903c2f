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
    const struct format *format = options->format ? options->format : formats;
    bool is_standard = strcmp(path, "-") == 0;
    FILE *file = is_standard ? stdout : fopen(path, "wb");
    if (!file) return refuse(path);
    format->write(file, recording, !options->no_arguments);
    return end_file(file, !is_standard) || refuse(is_standard ? "standard output" : path);
}

/* ---- the summary ---- */

static void print_json(const json_t *summary, FILE *file)
{
    char *text = require_memory(json_dumps(summary, JSON_INDENT(2) | JSON_ENSURE_ASCII));
    fprintf(file, "%s\n", text);
    free(text);
}

static void print_text(const json_t *summary, FILE *file)
{
    const json_t *notes = json_object_get(summary, "notes"), *note;
    const bool any = json_integer_value(json_object_get(summary, "calls")) > 0;
    size_t i;
    terminal_use(file);
    if (any) summary_print(summary);
    if (any && json_array_size(notes)) line_empty();
    json_array_foreach((json_t *)notes, i, note) line(0, 2, PLAIN, "%s", json_string_value(note));
}

static bool write_summary(const struct recording *recording, json_t *notes,
                          const struct trace_options *options)
{
    FILE *file = options->summary ? fopen(options->summary, "w") : stderr;
    json_t *summary;
    if (!file) return refuse(options->summary);
    fflush(stdout);
    summary = summary_make(recording);
    json_object_set_new(summary, "schema", json_integer(1));
    json_object_set_new(summary, "command", json_string("trace"));
    json_object_set(summary, "notes", notes);
    if (options->json) print_json(summary, file);
    else print_text(summary, file);
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
    notes = json_array();
    if (recording_choose(recording, options->functions, options->kernels) == 0 && *options->kernels)
        json_array_append_new(
            notes, data_format("No call has a kernel with a name like %s.", options->kernels));
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
