/* SPDX-License-Identifier: Apache-2.0 */
/* Stands in for the <CL/cl_layer.h> of 2026 (cl_loader_layers 1.0.1): see cl_icd.h beside it. */
#ifndef CLRELAY_TEST_HEADERS_2026_CL_LAYER_H
#define CLRELAY_TEST_HEADERS_2026_CL_LAYER_H

#include_next <CL/cl_layer.h>

#ifndef CL_LAYER_PROPERTIES_LIST_END
#define CL_LAYER_PROPERTIES_LIST_END 0
typedef cl_properties cl_layer_properties;
typedef cl_int CL_API_CALL clInitLayerWithProperties_t(
    cl_uint num_entries, const cl_icd_dispatch *target_dispatch, cl_uint *num_entries_ret,
    const cl_icd_dispatch **layer_dispatch_ret, const cl_layer_properties *properties);
typedef clInitLayerWithProperties_t *clInitLayerWithProperties_fn;
typedef clInitLayerWithProperties_t *pfn_clInitLayerWithProperties;
typedef cl_int CL_API_CALL clDeinitLayer_t(void);
typedef clDeinitLayer_t *clDeinitLayer_fn;
typedef clDeinitLayer_t *pfn_clDeinitLayer;
#endif

#endif
