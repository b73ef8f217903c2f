/* SPDX-License-Identifier: Apache-2.0 */
/* What all objects of a kind (kind_rows.h) have in common. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_FOUND_KINDS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_FOUND_KINDS_H

#include "../../../calls/words.h"
#include "../../../calls/check_ids.h"
#include "../known/objects.h"

/* The findings about objects of each kind, and the error for a wrong handle. */
struct object_kind {
    enum check_id freed, released_twice, leaked;
    int32_t error;
};
extern HIDDEN const struct object_kind object_kinds[KIND_COUNT];

/* clang-format off */
/* The kind of object that a function retains, or releases; or KIND_NONE. Compilers know it for a
 * constant. */
ALWAYS_INLINED static inline enum kind kind_retained_by(unsigned number)
{
    switch (number) {
#define ALSO(kind, retain, release) case retain##_number: return KIND_##kind;
#include "../../../calls/kind_rows.h"
    default: return KIND_NONE;
    }
}

ALWAYS_INLINED static inline enum kind kind_released_by(unsigned number)
{
    switch (number) {
#define ALSO(kind, retain, release) case release##_number: return KIND_##kind;
#include "../../../calls/kind_rows.h"
    default: return KIND_NONE;
    }
}
/* clang-format on */

#endif
