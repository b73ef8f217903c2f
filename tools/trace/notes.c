/* SPDX-License-Identifier: Apache-2.0 */
/* What the user should know about a recording. */
#include "notes.h"

#include "../base/data.h"
#include "../recording/call_sites.h"
#include "../recording/not_loaded.h"

#include <stdlib.h>

/* From this size on, a viewer, which runs in a browser, may be overwhelmed. */
enum { VIEWER_BYTES = 200000000 };

static void add(json_t *notes, char *text)
{
    json_array_append_new(notes, data_string(text));
    free(text);
}

/* ---- what is missing ---- */

static char *size_text(uint64_t bytes)
{
    static const char *const units[] = { "bytes", "KiB", "MiB", "GiB", "TiB" };
    double number = (double)bytes;
    int unit = 0;
    for (; number >= 1024 && unit < 4; unit++) number /= 1024;
    return text_format(unit ? "%.1f %s" : "%.0f %s", number, units[unit]);
}

static double seconds_recorded(const struct recording *recording)
{
    const struct entry *last = recording->count ? &recording->entries[recording->count - 1] : NULL;
    return last ? (double)last->begin / 1e9 : 0;
}

static void add_missing(json_t *notes, const struct recording *recording)
{
    const struct record_file *file = recording->file;
    const uint32_t state = atomic_load(&file->state);
    const double from = seconds_recorded(recording);
    const double all = (double)(file->last.nanoseconds - file->first.nanoseconds) / 1e9;
    char *limit = size_text(file->limit);
    if (state & RECORD_FULL)
        add(notes,
            text_format("The limit of %s was reached after %.3f of %.3f seconds: later calls "
                        "are missing. --limit sets another; --functions and --start-after "
                        "record less.",
                        limit, from, all));
    if (state & RECORD_RESUMED)
        add(notes, text_format("Recording was switched off and on: times without work include the "
                               "time between, and no hint is about them."));
    if (state & RECORD_NO_DISK)
        add(notes, text_format("The disk was full after %.3f of %.3f seconds: later calls are "
                               "missing. The recording is made in the folder that TMPDIR names, or "
                               "beside the output.",
                               from, all));
    if (state & RECORD_FAILED)
        add(notes, text_format("There was no memory for the recording after %.3f of %.3f seconds: "
                               "later calls are missing.",
                               from, all));
    free(limit);
    if (recording->damaged)
        add(notes,
            text_format("%zu part%s of the recording %s damaged, perhaps by the program: what "
                        "follows the damage in a part is missing.",
                        recording->damaged, text_plural(recording->damaged),
                        recording->damaged == 1 ? "is" : "are"));
    if (recording->is_cut)
        add(notes,
            text_format("The recording is incomplete, perhaps because it was copied in part, or "
                        "has become shorter: calls are missing."));
}

/* ---- what drivers do wrong ---- */

static void add_stray(json_t *notes, const struct recording *recording, const struct stray *stray)
{
    static const char *const what[] = {
        [STRAY_DATA] = "the callback of %s with a wrong user_data: the program got its own",
        [STRAY_LOST] =
            "a callback of %s with a wrong user_data, and which callback it means is not "
            "certain: the program was not called",
        [STRAY_AGAIN] =
            "a callback of %s for a second time although it comes only once, or although the "
            "function had failed: the program was not called",
        [STRAY_OBJECT] = "the callback of %s with another object than the one it is for"
    };
    const struct signature *given_to = signature_of(stray->record->given_to);
    const uint32_t how = stray->record->how;
    const char *driver =
        recording_module(recording, stray->process, stray->record->module, stray->at);
    char *name, *text;
    if (!given_to || how >= sizeof what / sizeof *what || !what[how]) return;
    name = driver ? text_format(" %s", driver) : text_format("%s", "");
    text = text_format(what[how], given_to->name);
    add(notes, text_format("The driver%s has called %s. Tell its maintainers.", name, text));
    free(name);
    free(text);
}

static void add_strays(json_t *notes, const struct recording *recording)
{
    const struct stray *strays;
    const size_t count = recording_strays(recording, &strays);
    for (size_t i = 0; i < count; i++) add_stray(notes, recording, &strays[i]);
}

/* ---- why there is nothing ---- */

static void add_not_recorded(json_t *notes, const struct recording *recording,
                             const struct trace_options *options)
{
    const uint32_t processes = atomic_load(&recording->file->processes);
    const char *why = "the program has made none";
    if (options->start_after < 0) why = "no signal SIGUSR1 has come, or no call after it";
    else if (options->start_after > 0) why = "the program made none after --start-after";
    else if (*recording->file->functions || *options->functions)
        why = "the program has called no function that --functions names";
    else if (atomic_load(&recording->file->state) & (RECORD_NO_DISK | RECORD_FAILED))
        why = "there was no space for it";
    add(notes, text_format("%u process%s loaded the layer, but no call was recorded: %s.",
                           processes, processes == 1 ? "" : "es", why));
}

static bool is_empty(const struct recording *recording)
{
    for (size_t i = 0; i < recording->count; i++) {
        struct call call;
        if (recording_call(recording, &recording->entries[i], &call)
                ? !call.hidden
                : recording->entries[i].head->kind != RECORD_MARK)
            return false;
    }
    return true;
}

void notes_add(json_t *notes, const struct recording *recording,
               const struct trace_options *options, const char *program, const char *loading,
               const char *ending)
{
    if (ending) json_array_append_new(notes, data_string(ending));
    if (loading) {
        json_array_append_new(notes, data_string(loading));
    } else if (is_empty(recording)) {
        if (recording->count && (recording->from || recording->to != NEVER))
            add(notes, text_format("There is no call in the time span of --start-after and "
                                   "--duration; the last call began after %.3f seconds.",
                                   seconds_recorded(recording)));
        else if (atomic_load(&recording->file->processes) == 0)
            not_loaded_add(notes, "trace", "recorded", RECORD_VARIABLE, program, ending);
        else add_not_recorded(notes, recording, options);
    }
    add_missing(notes, recording);
    add_strays(notes, recording);
    if (call_sites_complaint(recording))
        json_array_append_new(notes, data_string(call_sites_complaint(recording)));
}

void notes_add_times(json_t *notes, const struct model *model)
{
    if (model->command_count && !(model->recording->file->options & RECORD_DEVICE))
        add(notes, text_format("The times of commands on devices are missing: the recording was "
                               "made with --no-device."));
}

void notes_add_size(json_t *notes, uint64_t bytes)
{
    char *size;
    if (bytes < VIEWER_BYTES) return;
    size = size_text(bytes);
    add(notes, text_format("A viewer has to load %s, and may get slow or run out of memory. "
                           "--start-after and --duration choose a span of time, "
                           "--functions and --kernels some of the calls, and --no-arguments "
                           "leaves out what takes most of the space.",
                           size));
    free(size);
}
