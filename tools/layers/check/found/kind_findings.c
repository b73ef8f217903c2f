/* SPDX-License-Identifier: Apache-2.0 */
#include "kind_findings.h"

const struct object_kind object_kinds[KIND_COUNT] = {
#define KIND(kind, handle, error, retain, release)                                                 \
    [KIND_##kind] = { kind##_FREED, kind##_RELEASED_TWICE, kind##_LEAKED, error },
#include "../../../calls/kind_rows.h"
};
