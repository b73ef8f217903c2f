/* SPDX-License-Identifier: Apache-2.0 */
/* A finding of a recording in words. */
#ifndef CLRELAY_TOOL_CHECK_FINDING_H
#define CLRELAY_TOOL_CHECK_FINDING_H

#include "../recording/recording.h"
#include "check_ids.h"

#include <jansson.h>

/* The check ID of a finding; NULL: another version of the layer has written it. */
const struct check_id_text *finding_check_id(const struct found *found);

/* The module of a site of a process, and the address of the call in the module's file, from the
 * address that it returns to. Returns NULL if it is not known. */
const char *finding_module(const struct recording *recording, const struct found *found,
                           const struct record_site *site, uint64_t *address);

/* The call site that a finding is counted for: of the call itself, or of the one that made the object. */
const struct record_site *finding_site(const struct found *found);

/* Notes the sites of a finding: sites.h. */
void finding_want_sites(const struct recording *recording, const struct found *found);

/* All that is known of it: see clrelay-check(1). Call sites_find() before. */
json_t *finding_json(const struct recording *recording, const struct found *found);

#endif
