/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that retain and release objects, of all kinds (kind_rows.h). */
#include "../found/kind_findings.h"
#include "common.h"
#include "../known/info_mappings.h"

static void counts_references(struct check_call *call, void *const *handle, enum kind kind)
{
    not_null_of(call, kind, *handle, object_kinds[kind].error);
    if (call->number == clReleaseMemObject_number)
        error_if(call, info_is_released_mapped(*handle), CL_SUCCESS, MEM_RELEASED_MAPPED,
                 info_mappings(*handle));
    out_of_memory(call);
}

#define CHECK(function, kind)                                                                      \
    void check_##function(struct check_call *call, const struct function##_args *a)                \
    {                                                                                              \
        counts_references(call, (const void *)a, KIND_##kind);                                     \
    }
#define ALSO(kind, retain, release) CHECK(retain, kind) CHECK(release, kind)
#include "../../../calls/kind_rows.h"
