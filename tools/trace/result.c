/* SPDX-License-Identifier: Apache-2.0 */
/* Writes what the user wants from a recording. */
#include "result.h"

#include "../base/data.h"
#include "../base/terminal.h"
#include "../recording/call_sites.h"
#include "../recording/output.h"
#include "last_calls.h"
#include "notes.h"
#include "open.h"
#include "program_files.h"
#include "summary.h"

#include <stdlib.h>

/* Returns whether there was no error; otherwise prints and frees it. */
static bool is_well(char *error)
{
    if (error) line_error("clrelay trace: %s", error);
    free(error);
    return !error;
}

static bool write_file(struct result *result, const struct model *model,
                       const struct trace_options *options, json_t *notes)
{
    const struct format *format = options->format ? options->format : format_usual();
    struct output output;
    uint64_t bytes = 0;
    if (!is_well(result->ending ? output_open_new(&output, &result->path, result->ending)
                                : output_open(&output, result->path, OUTPUT_BYTES)))
        return false;
    if (format->draw) bytes = format->draw(output.file, model, !options->no_arguments);
    else format->write(output.file, model->recording, !options->no_arguments);
    if (!is_well(output_close(&output))) return false;
    if (result->ending || !output_is_standard(result->path))
        json_array_append_new(notes, data_format("The trace is in %s.", result->path));
    notes_add_size(notes, bytes);
    return true;
}

/* ---- the summary ---- */

static void print_json(const struct summary *summary, json_t *notes, FILE *file)
{
    json_t *object = summary_json(summary);
    json_object_set_new(object, "schema", json_integer(1));
    json_object_set_new(object, "command", json_string("trace"));
    json_object_set(object, "notes", notes);
    data_write(object, 2, file);
    json_decref(object);
}

static void print_text(const struct summary *summary, const json_t *notes, FILE *file)
{
    const bool any = summary->tally->calls > 0;
    const json_t *note;
    size_t i;
    terminal_use(file);
    if (any) summary_print(summary);
    if (any && json_array_size(notes)) line_empty();
    json_array_foreach((json_t *)notes, i, note) line(0, 2, PLAIN, "%s", json_string_value(note));
}

static bool write_summary(const struct model *model, json_t *notes,
                          const struct trace_options *options)
{
    struct output output;
    struct summary *summary;
    if (!is_well(output_open(&output, options->summary, OUTPUT_TEXT))) return false;
    fflush(stdout);
    summary = summary_make(model);
    if (options->json) print_json(summary, notes, output.file);
    else print_text(summary, notes, output.file);
    summary_free(summary);
    return is_well(output_close(&output));
}

/* ---- all of it ---- */

/* Chooses the span. Times count from the start of the recording, as while recording. */
static void choose_span(struct recording *recording, const struct trace_options *options)
{
    const moment from = (moment)(options->start_after * 1e9 + 0.5);
    const moment length = (moment)(options->duration * 1e9 + 0.5);
    if (from || length) recording_choose_span(recording, from, length ? from + length : NEVER);
}

bool result_write(struct result *result, const struct trace_options *options)
{
    char *error = NULL;
    struct recording *recording = recording_open(result->records, &error);
    struct model *model;
    json_t *notes;
    char *ending = NULL;
    bool well = true;
    if (!recording) return is_well(error);
    if (result->crash && !result->loading)
        ending = trace_ending(recording, result->crash, result->process, result->whole);
    notes = json_array();
    if (recording_choose(recording, options->functions, options->kernels) == 0 && *options->kernels)
        json_array_append_new(
            notes, data_format("No call has a kernel with a name like %s.", options->kernels));
    if (options->convert) choose_span(recording, options);
    call_sites_find(recording);
    notes_add(notes, recording, options, result->program, result->loading, ending);
    free(ending);
    model = model_make(recording);
    notes_add_times(notes, model);
    if (result->path && recording->count > 0)
        well = result->written = write_file(result, model, options, notes);
    if (options->programs) well = programs_write(recording, options->programs) && well;
    well = write_summary(model, notes, options) && well;
    json_decref(notes);
    model_free(model);
    call_sites_free(recording);
    recording_close(recording);
    return well;
}

/* Enough for a user who first has to set up a tunnel from another machine. */
enum { OPEN_SECONDS = 300 };

bool result_show(const struct result *result, const struct trace_options *options)
{
    if (!options->open || !result->written) return true;
    return is_well(open_timeline(result->path, OPEN_SECONDS));
}
