/* SPDX-License-Identifier: Apache-2.0 */
/* What the sources of clrelay doctor share. */
#ifndef CLRELAY_TOOLS_DOCTOR_DOCTOR_PARTS_H
#define CLRELAY_TOOLS_DOCTOR_DOCTOR_PARTS_H

#include "findings.h"
#include "machine.h"
#include "program.h"

struct doctor {
    const struct options *options;
    struct program *program; /* the program that is asked about, or NULL */
    struct probed usual;     /* if there is a program: what other programs get */
    struct probed search;    /* what there is; clrelay's loader opens no driver for this */
    struct probed combined;  /* all drivers together, as in programs */
    struct report *report;   /* the report of `search`, or NULL */
    struct findings findings;
    struct fact facts[MOST_FACTS + 1]; /* about the machine */
    size_t working;                    /* the number of working drivers */
    size_t devices;                    /* the number of their devices */
    bool missed;                       /* a driver seems to have missed its device */
    bool hidden;                       /* a variable hides the drivers */
    bool limited;                      /* a finding names a limit */
    json_t *hidden_drivers;            /* the drivers that hiding_setting hides, or NULL */
    const char *hiding_setting;
    bool leaves;           /* a process that has opened drivers does not end, or ends late */
    bool shut_out;         /* a finding says why a driver has no device */
    bool differs;          /* a finding says how the program's process, or its Flatpak, differs */
    bool explained;        /* a finding about a GPU says why there is no driver */
    bool unread_problem;   /* a finding names a driver that the loader has not opened */
    struct unread *unread; /* the files that the loader may not have opened */
    char *next;            /* the library through which the doctor then looks at drivers, or NULL */
    bool is_partial;       /* what is found about one driver says nothing about the others */
    bool is_next;          /* this is that look; programs may have the other loader */
    const char *without;   /* the libOpenCL of the look before this, if it lists no device */
};

/* Whether the program is for another architecture, so that it can't use what this command opens. */
static inline bool doctor_is_foreign(const struct doctor *doctor)
{
    return doctor->program && doctor->program->foreign;
}

/* Whether two candidates, each from a report of its own, have the same library. */
static inline bool doctor_is_same_library(const struct candidate *one,
                                          const struct candidate *other)
{
    return text_same(one->library, other->library);
}

/* Says how a process failed, and what it printed last. The caller frees the text. */
char *doctor_failure_words(const struct answer *answer);

/* Opens all drivers and layers in one process. If that fails, looks for two drivers that fail
 * together. */
void doctor_load_combined(struct doctor *doctor);
/* Opens each driver together with those of the program's libraries that could harm it. */
void doctor_load_with_program(struct doctor *doctor);
/* Notes devices that programs see twice, because two drivers have them. */
void doctor_check_shared_devices(struct doctor *doctor);
/* Runs a kernel on each device. Leaves out a driver about which there already is a problem: that
 * finding says why no kernel would run. */
void doctor_try_all_devices(struct doctor *doctor);

/* Writes the result to standard output, for people. */
void doctor_print_text(const struct doctor *doctor);
/* Writes the result to standard output, as JSON. `well`: there is no problem. */
void doctor_print_json(const struct doctor *doctor, bool well);

#endif
