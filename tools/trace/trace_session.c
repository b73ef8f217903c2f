/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records a program while it runs. The recording is in a folder of its own, in TMPDIR or else next
 * to the output, because /tmp may be in memory.
 */
#include "trace_session.h"

#include "../calls/clock.h"
#include "../base/files.h"
#include "../base/system.h"
#include "../base/terminal.h"
#include "../recording/layer_file.h"
#include "../recording/loading.h"
#include "../recording/output.h"
#include "../recording/records.h"
#include "../recording/run.h"
#include "live.h"
#include "program_files.h"
#include "result.h"

#include <stdlib.h>
#include <string.h>

struct session {
    const struct trace_options *options;
    struct records records;
    struct run_program program;
    struct live *live;
    uint64_t began; /* clock_nanoseconds() when recording was switched on; 0: not yet */
    bool timed_out; /* --duration has passed */
    bool paused;    /* recording was switched off, or begun late */
    bool failed;    /* writing the output of --live has failed */
    int busy;       /* the number of rounds left with short intervals */
};

static int fail(char *complaint, int status)
{
    line_error("clrelay trace: %s", complaint);
    free(complaint);
    return status;
}

/* ---- before ---- */

/* The folder of a path. The caller frees it. */
static char *folder_of(const char *path)
{
    size_t length = (size_t)(text_file_name(path) - path);
    return length ? text_format("%.*s", (int)length, path) : text_format(".");
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Whether the output has a folder that may hold other files; /dev, for one, may not. */
static bool has_folder(const char *output)
{
    return output && !output_is_standard(output) && !system_is_stream(output) &&
           (!begins(output, "/dev/") || begins(output, "/dev/shm/")) && !begins(output, "/proc/");
}

static char *check_outputs(const struct trace_options *options)
{
    const char *output = options->output;
    char *complaint = NULL;
    if (!output && (options->format || !options->live))
        complaint = output_try_new(".clrelay-trace", "the current folder");
    else if (output) complaint = output_try(output, output);
    if (!complaint && options->summary) complaint = output_try(options->summary, options->summary);
    if (!complaint && options->programs) complaint = programs_try(options->programs);
    return complaint;
}

static char *make_records(struct session *session)
{
    const struct trace_options *options = session->options;
    const char *usual = records_usual_place(options->limit);
    char *folder = has_folder(options->output) && !usual ? folder_of(options->output)
                                                         : text_format("%s", usual ? usual : ".");
    char *complaint = check_outputs(options), *why;
    if (!complaint) {
        why = records_make(&session->records, folder, options->limit);
        if (why)
            complaint = text_format("no recording can be made in %s. TMPDIR, or -o, names "
                                    "another folder, and --limit a smaller size",
                                    why);
        free(why);
    }
    free(folder);
    return complaint;
}

static void fill_header(struct session *session)
{
    const struct trace_options *options = session->options;
    struct record_file *file = session->records.file;
    records_begin(&session->records, options->limit);
    if (options->system_clock) file->first.ticks = 0;
    file->options =
        (options->no_device ? 0 : RECORD_DEVICE) | (options->programs ? RECORD_PROGRAMS : 0) |
        (options->call_sites ? RECORD_CALL_SITES : 0) | (options->hash_data ? RECORD_DATA : 0);
    snprintf(file->functions, sizeof file->functions, "%s", options->functions);
    atomic_store(&file->state, RECORD_OBJECTS);
}

/* ---- while the program runs ---- */

static double seconds_since(uint64_t nanoseconds)
{
    return (double)(clock_nanoseconds() - nanoseconds) / 1e9;
}

/* Whether the layer has given up. */
static bool has_stopped(const struct session *session)
{
    return atomic_load(&session->records.file->state) &
           (RECORD_FULL | RECORD_NO_DISK | RECORD_FAILED);
}

static void switch_on(struct session *session, bool on)
{
    struct record_file *file = session->records.file;
    if (!on) {
        session->paused = true;
        atomic_fetch_and(&file->state, ~(uint32_t)RECORD_ON);
    } else if (!session->timed_out && !has_stopped(session)) {
        const bool resumes = session->began && !(atomic_load(&file->state) & RECORD_ON);
        if (!session->began) session->began = clock_nanoseconds();
        atomic_fetch_or(&file->state, RECORD_ON | (resumes ? RECORD_RESUMED : 0));
    }
}

static void stop(struct session *session)
{
    session->timed_out = true;
    atomic_fetch_and(&session->records.file->state, ~(uint32_t)(RECORD_ON | RECORD_OBJECTS));
    session->records.file->last = records_now();
}

/* Does what is due. Returns the seconds until there may be more to do. */
static double look_at_clock(struct session *session)
{
    const struct trace_options *options = session->options;
    /* Once a second, so that the recording has a recent clock even if this process is killed. */
    double wait = session->live ? 0.05 : 1, left;
    if (records_prepare(&session->records)) session->busy = 100;
    if (session->busy > 0 && session->busy-- && wait > 0.005) wait = 0.005;
    session->records.file->last = records_now();
    if (options->start_after >= 0 && !session->began) {
        left = options->start_after - seconds_since(session->records.file->first.nanoseconds);
        if (left <= 0) switch_on(session, true);
        else if (left < wait) wait = left;
    }
    if (options->duration > 0 && session->began && !session->timed_out) {
        left = options->duration - seconds_since(session->began);
        if (left <= 0) session->paused = true, stop(session);
        else if (left < wait) wait = left;
    }
    if (session->live) live_print(session->live, false);
    return wait;
}

static void follow(struct session *session)
{
    enum run_event event;
    do {
        double wait = look_at_clock(session);
        bool on = atomic_load(&session->records.file->state) & RECORD_ON;
        event = run_wait(&session->program, wait);
        if (event == RUN_SWITCH) switch_on(session, !on);
    } while (event != RUN_ENDED);
    if (!session->timed_out) stop(session);
}

/* ---- after ---- */

/* The name of a file in the current folder, without its ending. The caller frees it. */
static char *stem_of(const struct session *session)
{
    return text_format("%." RECORD_NAME_BYTES "s.%lu", text_file_name(session->options->program[0]),
                       session->program.id);
}

static void choose_output(struct result *result, const struct session *session)
{
    const struct trace_options *options = session->options;
    if (options->output) {
        result->path = text_format("%s", options->output);
    } else if (!options->live || options->format) {
        result->path = stem_of(session);
        result->ending = (options->format ? options->format : format_usual())->suffix;
    }
}

/* Keeps the recording next to the output, whose name the user gave, or in the current folder. */
static bool keep(struct session *session)
{
    const char *output = session->options->output;
    const bool is_given = has_folder(output);
    char *stem = is_given ? text_format("%s", output) : stem_of(session), *complaint = NULL;
    char *kept = output_name(stem, ".records", 1);
    bool taken = !is_given;
    if (is_given) complaint = records_keep(&session->records, kept, NULL);
    for (unsigned i = 1; taken && i < OUTPUT_MOST_NAMES; i++) {
        free(complaint);
        free(kept);
        kept = output_name(stem, ".records", i);
        complaint = records_keep(&session->records, kept, &taken);
    }
    if (complaint) line_error("clrelay trace: the recording can't be kept as %s", complaint);
    else line_error("clrelay trace: the recording is in %s, for --convert", kept);
    free(stem);
    free(kept);
    free(complaint);
    return !complaint;
}

/* Writes and shows the output. If writing fails, keeps the recording. */
static bool finish(struct session *session)
{
    char *loading = loading_ending(&session->records, &session->program);
    struct result result = { .records = session->records.path,
                             .program = session->options->program[0],
                             .loading = loading,
                             .crash = run_crash(&session->program),
                             .process = session->program.id,
                             .whole = !session->paused };
    bool well, safe;
    choose_output(&result, session);
    well = result_write(&result, session->options);
    safe = session->options->keep ? keep(session) : well;
    if (safe) {
        records_remove(&session->records);
    } else {
        line_error("clrelay trace: the recording is still there: clrelay trace --convert %s",
                   session->records.path);
        records_leave(&session->records);
    }
    well = result_show(&result, session->options) && well;
    free(loading);
    free(result.path);
    return well && safe;
}

/* ---- all of it ---- */

static char *start(struct session *session, const char *layer, int *status)
{
    const char *nvtx = sizeof(void *) == 8 ? "NVTX_INJECTION64_PATH" : "NVTX_INJECTION32_PATH";
    char *list = layer_file_list(layer), *complaint = NULL;
    /* Programs find the layer for their marks here. If another tool uses NVTX, that tool keeps the
     * marks. */
    const struct variable variables[] = { { "OPENCL_LAYERS", list },
                                          { RECORD_VARIABLE, session->records.path },
                                          { LOADING_VARIABLE, session->records.loading },
                                          { "CLRELAY_MARKS", layer },
                                          { getenv(nvtx) ? NULL : nvtx, layer },
                                          { NULL, NULL } };
    *status = RUN_FAILED;
    if (session->options->live)
        session->live = live_start(session->records.path, session->options, &complaint);
    if (session->options->start_after == 0) switch_on(session, true);
    else session->paused = true;
    if (!complaint)
        complaint = run_start(&session->program, session->options->program, variables, status);
    free(list);
    return complaint;
}

/* Runs and records the program. Returns false if it did not run. */
static bool record(struct session *session, const char *layer, int *status)
{
    char *complaint = make_records(session);
    *status = RUN_FAILED;
    if (complaint) return fail(complaint, 0);
    fill_header(session);
    complaint = start(session, layer, status);
    if (!complaint) follow(session);
    if (session->live) {
        char *error = live_end(session->live);
        session->failed = error != NULL;
        if (error) fail(error, 0);
    }
    if (!complaint) return true;
    records_remove(&session->records);
    return fail(complaint, 0);
}

int session_run(const struct trace_options *options)
{
    struct session session = { .options = options };
    char *complaint = NULL, *layer = layer_file_find("trace", &complaint);
    int status;
    bool well;
    if (!layer) return fail(complaint, RUN_FAILED);
    well = record(&session, layer, &status);
    free(layer);
    if (!well) return status;
    run_end(&session.program);
    records_remove_at_signals(&session.records);
    well = finish(&session) && !session.failed;
    status = run_exit_status(&session.program);
    return status || well ? status : RUN_FAILED;
}
