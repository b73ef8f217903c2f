/* SPDX-License-Identifier: Apache-2.0 */
/* A fake layer is linked from these parts: layer.c, and those of layer_exports.c that its quirks
 * ask for. */
#ifndef CLRELAY_TEST_FAKE_LAYER_PARTS_H
#define CLRELAY_TEST_FAKE_LAYER_PARTS_H

#include "api/dispatch.h"

#include "exported.h"
#include "side_effect.h"

struct layer_quirks {
#define QUIRK(type, name, usual) type name;
#include "layer_quirks.h"
};

/* This layer's quirks: the linker is told which of the generated objects holds them. */
extern HIDDEN const struct layer_quirks quirks;

/* The functions that a layer exports. */
HIDDEN cl_int CL_API_CALL clGetLayerInfo_fake(cl_layer_info param_name, size_t size, void *value,
                                              size_t *size_ret);
HIDDEN cl_int CL_API_CALL clInitLayer_fake(cl_uint entries, const cl_icd_dispatch *next,
                                           cl_uint *entries_ret, const cl_icd_dispatch **table_ret);
HIDDEN cl_int CL_API_CALL clInitLayerWithProperties_fake(cl_uint entries,
                                                         const cl_icd_dispatch *next,
                                                         cl_uint *entries_ret,
                                                         const cl_icd_dispatch **table_ret,
                                                         const cl_layer_properties *properties);
HIDDEN cl_int CL_API_CALL clDeinitLayer_fake(void);

#endif
