/* SPDX-License-Identifier: Apache-2.0 */
/* A layer that intercepts only clFinish. It shows what other calls pay for a layer. */
#include "bench.h"

#define EXPORTED __attribute__((visibility("default")))

static const struct dispatch *target;
static struct dispatch table;

static cl_int CL_API_CALL finish(cl_command_queue queue)
{
    return target->clFinish(queue);
}

EXPORTED cl_int CL_API_CALL clGetLayerInfo(cl_layer_info param, size_t size, void *place,
                                           size_t *size_ret)
{
    static const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    static const char name[] = "bench";
    const void *value = param == CL_LAYER_API_VERSION ? (const void *)&version : name;
    size_t length = param == CL_LAYER_API_VERSION ? sizeof version : sizeof name;
    if (place && size < length) return CL_INVALID_VALUE;
    if (place) memcpy(place, value, length);
    if (size_ret) *size_ret = length;
    return CL_SUCCESS;
}

EXPORTED cl_int CL_API_CALL clInitLayer(cl_uint count, const cl_icd_dispatch *below,
                                        cl_uint *count_ret, const cl_icd_dispatch **ours)
{
    if (count <= SLOT_OF(clFinish)) return CL_INVALID_VALUE;
    target = (const void *)below;
    table.clFinish = finish;
    *count_ret = SLOT_COUNT;
    *ours = (const void *)&table;
    return CL_SUCCESS;
}
