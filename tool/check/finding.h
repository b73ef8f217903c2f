/* SPDX-License-Identifier: Apache-2.0 */
/* A finding of a recording in words. */
#ifndef CLRELAY_TOOL_CHECK_FINDING_H
#define CLRELAY_TOOL_CHECK_FINDING_H

#include "../recording/recording.h"
#include "check_ids.h"

#include <jansson.h>

/* The check ID of a finding; NULL: another version of the layer has written it. */
const struct check_id_text *finding_check_id(const struct found *found);

/* The call site that a finding is counted for: of the call itself, or of the one that made the object; and its
 * module, with the address of the call in the module's file. NULL: the module is not known. */
const struct record_site *finding_site(const struct found *found);
const char *finding_module(const struct recording *recording, const struct found *found,
                           uint64_t *address);

/* Notes the sites of a finding: recording/sites.h. */
void finding_want_sites(const struct recording *recording, const struct found *found);

/* All that is known of it: see clrelay-check(1). Call sites_find() before. */
json_t *finding_json(const struct recording *recording, const struct found *found);

#endif
