/* SPDX-License-Identifier: Apache-2.0 */
/* Describes a finding of a recording. */
#ifndef CLRELAY_TOOLS_CHECK_FINDING_JSON_H
#define CLRELAY_TOOLS_CHECK_FINDING_JSON_H

#include "../recording/recording.h"
#include "check_id_texts.h"

#include <jansson.h>

/* The check ID of a finding. NULL: another version of the layer wrote the finding. */
const struct check_id_text *finding_check_id(const struct found *found);

/* The call site that a finding counts for: the site of the call itself, or of the call that made
 * the object. */
const struct record_site *finding_site(const struct found *found);

/* The module of a site; *address becomes the address in the module's file. NULL: the module is not
 * known. */
const char *finding_module(const struct recording *recording, const struct found *found,
                           const struct record_site *site, uint64_t *address);

/* Registers the sites of a finding for sites_find() (recording/sites.h). */
void finding_want_sites(const struct recording *recording, const struct found *found);

/* All that is known about a finding: see clrelay-check(1). Call sites_find() first. */
json_t *finding_json(const struct recording *recording, const struct found *found);

#endif
