/* SPDX-License-Identifier: Apache-2.0 */
/* The modules and frames of the call sites in a recording. */
#ifndef CLRELAY_TOOL_RECORDING_FRAMES_H
#define CLRELAY_TOOL_RECORDING_FRAMES_H

#include "recording.h"
#include "sites.h"

/* An address that a call returns to, in the memory of a process at a moment. */
struct return_site {
    const struct process *process;
    moment at;
    const struct record_site *record;
};

/* The module of a site, and the address of the call in the module's file. Returns NULL if it is not known. */
const char *frames_module(const struct recording *recording, struct return_site site,
                          uint64_t *address);

/* Notes that frames_of() will be asked for a site. Call sites_find() in between. */
void frames_want(const struct recording *recording, struct return_site site);

/* The frames of a site; NULL: it is not known, or is one of the library or of a layer. */
const struct site *frames_of(const struct recording *recording, struct return_site site);

#endif
