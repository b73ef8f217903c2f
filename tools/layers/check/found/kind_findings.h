/* SPDX-License-Identifier: Apache-2.0 */
/* The findings about objects, by their kinds (kind_rows.h). */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_FOUND_KIND_FINDINGS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_FOUND_KIND_FINDINGS_H

#include "../../../calls/words.h"
#include "../../../calls/check_ids.h"
#include "../known/objects.h"

/* The findings about objects of each kind, and the error for a wrong handle. */
struct object_kind {
    enum check_id freed, released_twice, leaked;
    int32_t error;
};
extern HIDDEN const struct object_kind object_kinds[KIND_COUNT];

#endif
