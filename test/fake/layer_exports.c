/* SPDX-License-Identifier: Apache-2.0 */
/* PART of what a fake layer exports, besides what the tests look up. fakes.cmake compiles each part
 * once. */
#include "layer_parts.h"

#define INFO       1
#define PLAIN      2
#define PROPERTIES 3
#define DEINIT     4

#if PART == INFO
EXPORTED cl_int CL_API_CALL clGetLayerInfo(cl_layer_info param_name, size_t size, void *value,
                                           size_t *size_ret)
{
    return clGetLayerInfo_fake(param_name, size, value, size_ret);
}
#endif

#if PART == PLAIN
EXPORTED cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch *down,
                                        cl_uint *entries_ret, const cl_icd_dispatch **table_ret)
{
    return clInitLayer_fake(entries, down, entries_ret, table_ret);
}
#endif

#if PART == PROPERTIES
EXPORTED cl_int CL_API_CALL clInitLayerWithProperties(cl_uint entries, const cl_icd_dispatch *down,
                                                      cl_uint *entries_ret,
                                                      const cl_icd_dispatch **table_ret,
                                                      const cl_layer_properties *properties)
{
    return clInitLayerWithProperties_fake(entries, down, entries_ret, table_ret, properties);
}
#endif

#if PART == DEINIT
EXPORTED cl_int CL_API_CALL clDeinitLayer(void)
{
    return clDeinitLayer_fake();
}
#endif
