/* SPDX-License-Identifier: Apache-2.0 */
/* The lines of the program from which it made the calls of a recording. */
#ifndef CLRELAY_TOOLS_RECORDING_CALL_SITES_H
#define CLRELAY_TOOLS_RECORDING_CALL_SITES_H

#include "recording.h"
#include "sites.h"

/* A line of the program or, without debug information, an address. */
struct call_site {
    size_t number;      /* from 0 on */
    struct frame frame; /* what is known about it */
    const char *module; /* NULL: not known */
    uint64_t address;   /* of a call, in the module's file or, without a module, in memory */
    char *text;         /* "relax at slow.c:33"; unique */
};

/* Finds the new call sites of all calls with recorded stacks, for recording->call_sites. */
void call_sites_find(struct recording *recording);
void call_sites_free(struct recording *recording);

/* Why there are no call sites, or why some have no lines. NULL: there is no complaint, or nobody
 * asked for call sites. */
const char *call_sites_complaint(const struct recording *recording);

/* The call site of a call, or NULL if unknown. *caller becomes the call site from which the program
 * called the function with the call, or NULL; `caller` may be NULL. */
const struct call_site *call_sites_of(const struct recording *recording, const struct call *call,
                                      const struct call_site **caller);

/* The text of a call's call site, or NULL. */
const char *call_sites_text(const struct recording *recording, const struct call *call);

#endif
