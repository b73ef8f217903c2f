/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The trace layer: records every call. All functions are made from the rows of entry_points.h; see
 * record.h for what they write, and cl_loader_layers for the interface to loaders.
 */
#include "wrapper.h"

#include "../include/clrelay/opencl_compat.h"

#include <stdio.h>
#include <stdlib.h>

#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

struct dispatch down;

/* The target with what callbacks.c and commands.c replace. */
static struct dispatch below;

#define BY_HANDLE(version, type, name, kind, ...)                                                  \
    WRAPPER(SLOT_OF(name), below.name, type, name, name##_recorded, kind, __VA_ARGS__)
#define BY_ARRAY(version, type, name, kind, count, array, ...)                                     \
    WRAPPER(SLOT_OF(name), below.name, type, name, name##_recorded, kind, __VA_ARGS__)
#define BY_PROPERTIES(version, type, name, kind, properties, ...)                                  \
    WRAPPER(SLOT_OF(name), below.name, type, name, name##_recorded, kind, __VA_ARGS__)
#define BY_LOADER(version, type, name, kind, ...)                                                  \
    WRAPPER(SLOT_OF(name), below.name, type, name, name##_recorded, kind, __VA_ARGS__)
#include "api/entry_points.h"

static const struct dispatch recording = {
#define BY_HANDLE(version, type, name, ...)     .name = name##_recorded,
#define BY_ARRAY(version, type, name, ...)      .name = name##_recorded,
#define BY_PROPERTIES(version, type, name, ...) .name = name##_recorded,
#define BY_LOADER(version, type, name, ...)     .name = name##_recorded,
#include "api/entry_points.h"
};

static void *CL_API_CALL look_up(const char *name)
{
    return extensions_wrap(name, down.clGetExtensionFunctionAddress(name));
}

static void *CL_API_CALL look_up_for_platform(cl_platform_id platform, const char *name)
{
    return extensions_wrap(name, down.clGetExtensionFunctionAddressForPlatform(platform, name));
}

/* What the loader gets: a recording function for each that the target has. */
static struct dispatch table;

static cl_int initialize(cl_uint entries, const cl_icd_dispatch *below_it, cl_uint *entries_ret,
                         const cl_icd_dispatch **table_ret)
{
    size_t count = entries < SLOT_COUNT ? entries : SLOT_COUNT;
    const char *error;
    if (!below_it || !entries_ret || !table_ret) return CL_INVALID_VALUE;
    if (count && dispatch_slot((const void *)below_it, 0) == dispatch_slot(&recording, 0)) {
        fprintf(stderr, "clrelay trace: OPENCL_LAYERS names this layer twice\n");
        return CL_INVALID_OPERATION;
    }
    error = recorder_open();
    if (error) {
        fprintf(stderr, "clrelay trace: nothing is recorded: %s\n", error);
        return CL_INVALID_OPERATION;
    }
    memcpy(&down, below_it, count * sizeof(function));
    below = down;
    callbacks_interpose(&below);
    commands_interpose(&below);
    builds_interpose(&below);
    if (down.clGetExtensionFunctionAddress) below.clGetExtensionFunctionAddress = look_up;
    if (down.clGetExtensionFunctionAddressForPlatform)
        below.clGetExtensionFunctionAddressForPlatform = look_up_for_platform;
    for (size_t slot = 0; slot < count; slot++)
        if (dispatch_slot(&down, slot))
            dispatch_set_slot(&table, slot, dispatch_slot(&recording, slot));
    *entries_ret = (cl_uint)count;
    *table_ret = (const void *)&table;
    return CL_SUCCESS;
}

EXPORTED cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch *below_it,
                                        cl_uint *entries_ret, const cl_icd_dispatch **table_ret);
EXPORTED cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch *below_it,
                                        cl_uint *entries_ret, const cl_icd_dispatch **table_ret)
{
    return initialize(entries, below_it, entries_ret, table_ret);
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
    return initialize(entries, below_it, entries_ret, table_ret);
}

/* The program ends, or the loader is unloaded. Calls may still come by. */
EXPORTED cl_int CL_API_CALL clDeinitLayer(void);
EXPORTED cl_int CL_API_CALL clDeinitLayer(void)
{
    commands_collect(true);
    return CL_SUCCESS;
}

EXPORTED cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t size, void *to,
                                           size_t *size_ret);
EXPORTED cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t size, void *to,
                                           size_t *size_ret)
{
    static const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    static const char name[] = "clrelay trace";
    const void *answer = name;
    size_t length = sizeof name;
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
