/* SPDX-License-Identifier: Apache-2.0 */
/* What all commands share: their options, and a survey of the loader, made by a child. */
#ifndef CLRELAY_TOOL_REPORT_SURVEY_H
#define CLRELAY_TOOL_REPORT_SURVEY_H

#include "../base/system.h"
#include "../probe/probe.h"

enum { STATUS_WELL, STATUS_WRONG, STATUS_USAGE };

struct options {
    const char *library; /* the loader to survey */
    bool json, help, version;
    double timeout;          /* seconds; 0: not given */
    const char *root;        /* prefix of /dev, /sys and /etc, for tests */
    const char *subject;     /* which driver or platform, for the commands that change settings */
    bool verbose;            /* list: with all details */
    bool system;             /* change the machine's settings */
    const char *demo_driver; /* for clrelay test where no driver has a device, or NULL */
};

/* What a child reported about the loader. The members belong to the answer; each may be NULL. */
struct survey {
    struct answer answer;
    json_t *loader;
    json_t *report;    /* NULL with another loader */
    json_t *settings;  /* of the report */
    json_t *platforms; /* in a survey of "devices" */
    bool failed;       /* no answer, or not even a loader */
};

/* Asks a child. `kind` is as in protocol.h. */
struct survey survey_run(const struct options *options, const char *kind,
                         const struct variable *variables, double limit, const char *progress);

/* Asks for a report: a child that loads the drivers, or if that child fails, a child that opens
 * nothing. In the second case, the report has what is known anyway, `failed` is true, and the answer
 * is the first child's. */
struct survey survey_report(const struct options *options, const char *progress);
void survey_free(struct survey *survey);

/* Writes to standard error how a child failed, and what to do next. */
void survey_print_failure(const struct survey *survey);

/* The beginning of a command's JSON: schema, command, loader, and how the child ended. */
json_t *survey_json(const struct survey *survey, const char *command);

/* The beginning of a command's text: which loader this is. */
void survey_print_loader(const struct survey *survey);
/* Says that a loader without a report can't say more, and how to get one that can. */
void survey_print_no_report(const struct survey *survey, const char *what);

/* Directories and candidates, as text. */
#define SURVEY_DRIVER_PLACES                                                                       \
    SYSTEM_TEXT("Directories searched for .icd files", "Places searched for drivers")
#define SURVEY_LAYER_PLACES                                                                        \
    SYSTEM_TEXT("Directories searched for .lay files", "Places searched for layers")
void survey_print_directories(const json_t *directories, const char *title);
void survey_print_candidates(const json_t *candidates, const char *title);
/* The first line of a candidate: what became of it, how long that took (0: unknown), and its name
 * in the column SURVEY_COLUMN. What else there is to say about it stands below the name. */
enum { SURVEY_COLUMN = 22 };
void survey_print_state(const json_t *candidate, json_int_t microseconds);
/* One candidate: text and style depend on its standing. */
void survey_print_reason(const json_t *candidate, int column);

/* The problems of the settings, and the files that are not trusted. */
void survey_print_problems(const json_t *report);
void survey_print_untrusted(json_t *report, const json_t *settings);

/* A short form of microseconds, for the caller to free. */
char *survey_format_time(json_int_t microseconds);

#endif
