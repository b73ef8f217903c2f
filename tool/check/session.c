/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a program with the layer that checks, and reports what it finds. */
#include "session.h"

#include "../record/layer_file.h"
#include "../record/records.h"
#include "../record/run.h"
#include "../system.h"
#include "../terminal.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>

enum { FOUND = 3 }; /* the exit status if the program says that all is well, and it is not */

struct session {
    const struct check_options *options;
    struct records records;
    struct run_program program;
    struct report *report;
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
    const char *ignored = options->suppressions.everywhere;
    char *why = records_make(&session->records, folder, options->limit), *complaint;
    struct record_file *file;
    if (why) {
        complaint = text_format("there is no place for findings in %s. TMPDIR names another folder",
                                why);
        free(why);
        return complaint;
    }
    records_begin(&session->records, options->limit);
    file = session->records.file;
    file->options = (options->objects_only ? RECORD_OBJECTS_ONLY : 0) |
                    (options->guard ? RECORD_GUARD : 0) | (options->stop ? RECORD_STOP : 0) |
                    (uint32_t)options->level * RECORD_LEAST_LEVEL;
    if (ignored) snprintf(file->functions, sizeof file->functions, "%s", ignored);
    atomic_store(&file->state, RECORD_ON | RECORD_OBJECTS);
    return NULL;
}

static char *start(struct session *session, const char *layer, int *status)
{
    char *list = layer_file_list(layer), *complaint = NULL;
    const struct variable variables[] = { { "OPENCL_LAYERS", list },
                                          { RECORD_CHECK_VARIABLE, session->records.path },
                                          { NULL, NULL } };
    session->report = report_start(session->records.path, session->options, &complaint);
    *status = RUN_FAILED;
    if (!complaint)
        complaint = run_start(&session->program, session->options->program, variables, status);
    free(list);
    return complaint;
}

/* ---- while it runs, and after ---- */

/* Looks often where there is something, but costs an idle program little. */
static void follow(struct session *session)
{
    struct record_file *file = session->records.file;
    do {
        file->last = records_now();
        report_look(session->report, false);
    } while (run_wait(&session->program, 0.05) != RUN_ENDED);
    file->last = records_now();
    atomic_fetch_and(&file->state, ~(uint32_t)(RECORD_ON | RECORD_OBJECTS));
    report_look(session->report, true);
}

/* Returns the exit status, or ends as the program did. */
static int end(struct session *session)
{
    bool bad;
    char *error;
    int status;
    records_remove_at_signals(&session->records);
    bad = report_is_bad(session->report);
    error = report_end(session->report, NULL);
    records_remove(&session->records);
    if (error) fail(error, 0);
    status = run_exit_status(&session->program);
    if (status) return status;
    return error ? RUN_FAILED : bad ? FOUND : 0;
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
        if (complaint) records_remove(&session.records);
    }
    free(layer);
    if (complaint) return fail(complaint, status);
    follow(&session);
    run_end(&session.program);
    return end(&session);
}
