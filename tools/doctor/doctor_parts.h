/* SPDX-License-Identifier: Apache-2.0 */
/* What the sources of clrelay doctor share. */
#ifndef CLRELAY_TOOLS_DOCTOR_DOCTOR_PARTS_H
#define CLRELAY_TOOLS_DOCTOR_DOCTOR_PARTS_H

#include "findings.h"
#include "machine.h"
#include "program.h"

struct doctor {
    const struct options *options;
    struct program *program; /* to look as it does, or NULL */
    struct probed usual;     /* what other programs get, then */
    struct probed search;    /* what exists; opens nothing */
    struct probed combined;  /* all drivers together, as in programs */
    struct report *report;   /* of `search`, or NULL */
    struct findings findings;
    struct fact facts[MOST_FACTS + 1]; /* about the machine */
    size_t working;                    /* drivers */
    size_t devices;                    /* of all working drivers */
    bool missed;                       /* a driver seems to have missed its device */
    bool hidden;                       /* a variable hides the drivers */
    bool limited;                      /* a finding names a limit */
    json_t *hidden_drivers;            /* by this setting, or NULL */
    const char *hiding_setting;
    bool hangs;            /* a process with drivers does not end */
    bool shut_out;         /* a driver has no device for a reason that is found */
    bool differs;          /* a process of the program is not as this one is */
    bool explained;        /* a finding about a GPU says why there is no driver */
    struct unread *unread; /* what the loader may have left out */
};

/* Whether what this command can open is of no use to the program. */
static inline bool doctor_is_foreign(const struct doctor *doctor)
{
    return doctor->program && doctor->program->foreign;
}

/* Whether two reports mean the same library. */
static inline bool doctor_is_same_library(const struct candidate *one,
                                          const struct candidate *other)
{
    return text_same(one->library, other->library);
}

/* What a process said when it failed: how it ended, and its last output. The caller frees it. */
char *doctor_failure_words(const struct answer *answer);

/* Drivers and layers in one process; or the two drivers that do not get on. */
void doctor_load_combined(struct doctor *doctor);
/* Drivers with libraries that the program brings, too. */
void doctor_load_with_program(struct doctor *doctor);
/* Devices that programs see twice. */
void doctor_check_shared_devices(struct doctor *doctor);
/* A kernel on each device. Where a problem of the driver is known, that says why none would run. */
void doctor_try_all_devices(struct doctor *doctor);

/* The result on standard output. `well`: there is no problem. */
void doctor_print_text(const struct doctor *doctor);
void doctor_print_json(const struct doctor *doctor, bool well);

#endif
