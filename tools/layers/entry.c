/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of cl_loader_layers, which every layer exports for loaders. */
#include "entry.h"

#include "../../include/clrelay/opencl_compat.h"
#include "next_layer.h"
#include "recorder.h"

#include <stdio.h>
#include <string.h>

/* The functions that the loader gets: one for each that the target has. */
static struct dispatch table;

static cl_int initialize(const void *caller, cl_uint entries, const cl_icd_dispatch *below_it,
                         cl_uint *entries_ret, const cl_icd_dispatch **table_ret)
{
    size_t count = entries < SLOT_COUNT ? entries : SLOT_COUNT;
    const char *error;
    if (!below_it || !entries_ret || !table_ret) return CL_INVALID_VALUE;
    if (count &&
        dispatch_slot((const void *)below_it, 0) == dispatch_slot(entry_layer.functions, 0)) {
        fprintf(stderr, "%s: OPENCL_LAYERS names this layer twice\n", entry_layer.name);
        return CL_INVALID_OPERATION;
    }
    error = entry_layer.open();
    if (error) {
        fprintf(stderr, "%s: %s: %s\n", entry_layer.name, entry_layer.without, error);
        return CL_INVALID_OPERATION;
    }
    recorder_count_process();
    memcpy(&next_layer, below_it, count * sizeof(function));
    entry_layer.interpose(caller);
    for (size_t slot = 0; slot < count; slot++)
        if (dispatch_slot(&next_layer, slot))
            dispatch_set_slot(&table, slot, dispatch_slot(entry_layer.functions, slot));
    *entries_ret = (cl_uint)count;
    *table_ret = (const void *)&table;
    return CL_SUCCESS;
}

EXPORTED cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch *below_it,
                                        cl_uint *entries_ret, const cl_icd_dispatch **table_ret)
{
    return initialize(RETURN_ADDRESS(), entries, below_it, entries_ret, table_ret);
}

EXPORTED cl_int CL_API_CALL clInitLayerWithProperties(cl_uint entries,
                                                      const cl_icd_dispatch *below_it,
                                                      cl_uint *entries_ret,
                                                      const cl_icd_dispatch **table_ret,
                                                      const cl_layer_properties *properties);
EXPORTED cl_int CL_API_CALL clInitLayerWithProperties(cl_uint entries,
                                                      const cl_icd_dispatch *below_it,
                                                      cl_uint *entries_ret,
                                                      const cl_icd_dispatch **table_ret,
                                                      const cl_layer_properties *properties)
{
    (void)properties;
    return initialize(RETURN_ADDRESS(), entries, below_it, entries_ret, table_ret);
}

/* The program ends, or the loader is unloaded. Other threads may still be in calls. */
EXPORTED cl_int CL_API_CALL clDeinitLayer(void);
EXPORTED cl_int CL_API_CALL clDeinitLayer(void)
{
    if (entry_layer.end) entry_layer.end();
    return CL_SUCCESS;
}

EXPORTED cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t size, void *to,
                                           size_t *size_ret)
{
    static const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const void *answer = entry_layer.name;
    size_t length = strlen(entry_layer.name) + 1;
    if (what == CL_LAYER_API_VERSION) {
        answer = &version;
        length = sizeof version;
    } else if (what != CL_LAYER_NAME) {
        return CL_INVALID_VALUE;
    }
    if (to && size < length) return CL_INVALID_VALUE;
    if (to) memcpy(to, answer, length);
    if (size_ret) *size_ret = length;
    return CL_SUCCESS;
}
