/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a program with the check layer, and reports the findings. */
#include "check_session.h"

#include "../calls/check_ids.h"
#include "../base/strings.h"
#include "../base/system.h"
#include "../base/terminal.h"
#include "../bounds/server.h"
#include "../recording/ending.h"
#include "../recording/layer_file.h"
#include "../recording/loading.h"
#include "../recording/records.h"
#include "../recording/run.h"
#include "open_calls.h"
#include "collector.h"

#include <stdlib.h>
#include <string.h>

struct session {
    const struct check_options *options;
    struct records records;
    struct run_program program;
    struct collector *collector;
    struct server server; /* for --bounds */
};

static int fail(char *complaint, int status)
{
    line_error("clrelay check: %s", complaint);
    free(complaint);
    return status;
}

/* ---- before ---- */

static char *make_records(struct session *session)
{
    const struct check_options *options = session->options;
    const char *usual = records_usual_place(options->limit);
    const char *folder = usual ? usual : SYSTEM_TEXT("/tmp", ".");
    const char *ignored = options->suppressions.everywhere.text;
    char *why = records_make(&session->records, folder, options->limit), *complaint;
    struct record_file *file;
    if (why) {
        complaint = text_format(
            "findings can't be stored in %s. Set TMPDIR to another folder, or --limit to "
            "a smaller size",
            why);
        free(why);
        return complaint;
    }
    records_begin(&session->records, options->limit);
    file = session->records.file;
    file->options = RECORD_CHECKS | (options->objects_only ? RECORD_OBJECTS_ONLY : 0) |
                    (options->guard ? RECORD_GUARD : 0) | (options->stop ? RECORD_STOP : 0) |
                    (options->canaries ? RECORD_CANARIES : 0) |
                    (options->bounds ? RECORD_BOUNDS : 0) | (options->frees ? RECORD_FREES : 0) |
                    (uint32_t)options->level * RECORD_LEAST_LEVEL;
    if (ignored) snprintf(file->functions, sizeof file->functions, "%s", ignored);
    atomic_store(&file->state, RECORD_ON | RECORD_OBJECTS);
    return NULL;
}

static char *start(struct session *session, const char *layer, int *status)
{
    char *list = layer_file_list(layer), *complaint = NULL;
    char *preload = session->options->frees ? layer_file_preload(layer, &complaint) : NULL;
    const struct variable variables[] = { { "OPENCL_LAYERS", list },
                                          { RECORD_CHECK_VARIABLE, session->records.path },
                                          { LOADING_VARIABLE, session->records.loading },
                                          { preload ? "LD_PRELOAD" : NULL, preload },
                                          { NULL, NULL } };
    *status = RUN_FAILED;
    if (!complaint) session->collector = collector_start(session->options, &complaint);
    if (!complaint) complaint = collector_add(session->collector, session->records.path);
    if (!complaint && session->options->bounds)
        complaint = server_start(&session->server, session->records.path);
    if (!complaint)
        complaint = run_start(&session->program, session->options->program, variables, status);
    free(preload);
    free(list);
    return complaint;
}

/* ---- while it runs, and after ---- */

/* Waits for the program, and looks for findings: often while there are some, and rarely while the
 * program is idle. */
static void follow(struct session *session)
{
    struct record_file *file = session->records.file;
    do {
        file->last = records_now();
        collector_look(session->collector, false);
    } while (run_wait(&session->program, 0.05) != RUN_ENDED);
    file->last = records_now();
    atomic_fetch_and(&file->state, ~(uint32_t)(RECORD_ON | RECORD_OBJECTS));
    collector_look(session->collector, true);
}

/* What the findings say about a crash. The caller frees the text. */
static char *blame(const struct session *session, const struct open_calls *open)
{
    char *name, *text;
    if (!atomic_load(&session->records.file->processes)) return text_format("%s", "");
    if (open->count != 1 || !open->whole || !open->driver || collector_status(session->collector))
        return text_format(" What was found before is complete.");
    name = text_shell_word(text_file_name(open->driver));
    text = text_format(" Before that, no error was found, so the driver may be at fault: install "
                       "another version of it, or leave it out: clrelay disable %s",
                       name);
    free(name);
    return text;
}

/* How the program crashed, or NULL. The caller frees it. */
static char *crash_text(const struct session *session)
{
    const int crash = run_crash(&session->program);
    struct string calls = { NULL, 0, 0 };
    struct open_calls open;
    char *ending, *findings, *text;
    if (!crash) return NULL;
    if (session->options->stop && !strcmp(system_crash_name(crash), "SIGTRAP"))
        return text_format("The program was ended at the finding, as --stop says.");
    open = open_calls_add(&calls, collector_recording(session->collector), session->program.id);
    ending = ending_text(crash, calls.text, open.count, open.whole);
    findings = blame(session, &open);
    text = text_format("%s%s", ending, findings);
    free(findings);
    free(ending);
    string_free(&calls);
    return text;
}

/* Ends the session. Returns the exit status, or ends this process as the program ended. */
static int end(struct session *session)
{
    char *loading = loading_ending(&session->records, &session->program);
    char *ending = loading ? loading : crash_text(session), *error;
    int found, status;
    records_remove_at_signals(&session->records);
    found = collector_status(session->collector);
    error = collector_end(session->collector, ending, loading != NULL);
    free(ending);
    records_remove(&session->records);
    if (error) fail(error, 0);
    status = run_exit_status(&session->program);
    if (status) return status;
    return error ? RUN_FAILED : found;
}

int session_check(const struct check_options *options)
{
    struct session session = { .options = options };
    char *complaint = NULL, *layer = layer_file_find("check", &complaint);
    int status = RUN_FAILED;
    if (!layer) return fail(complaint, RUN_FAILED);
    complaint = make_records(&session);
    if (!complaint) {
        complaint = start(&session, layer, &status);
        if (complaint) {
            server_end(&session.server);
            collector_free(session.collector);
            records_remove(&session.records);
        }
    }
    free(layer);
    if (complaint) return fail(complaint, status);
    follow(&session);
    server_end(&session.server);
    run_end(&session.program);
    return end(&session);
}
