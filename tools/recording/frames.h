/* SPDX-License-Identifier: Apache-2.0 */
/* The modules and frames of the call sites in a recording. */
#ifndef CLRELAY_TOOLS_RECORDING_FRAMES_H
#define CLRELAY_TOOLS_RECORDING_FRAMES_H

#include "recording.h"
#include "sites.h"

/* An address that a call returns to, in a process's memory at a moment. */
struct return_site {
    const struct process *process;
    moment at;
    const struct record_site *record;
};

/* The module of a site, and the address of the call in the module's file. NULL if unknown. */
const char *frames_module(const struct recording *recording, struct return_site site,
                          uint64_t *address);

/* Registers a site for frames_of(). Call sites_find() before frames_of(). */
void frames_want(const struct recording *recording, struct return_site site);

/* Registers a site whose function nobody needs, for frames_of(). */
void frames_leave(const struct recording *recording, struct return_site site);

/* The frames of a site. NULL if the site is unknown, or belongs to the loader or a layer. */
const struct site *frames_of(const struct recording *recording, struct return_site site);

#endif
