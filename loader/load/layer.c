/* SPDX-License-Identifier: Apache-2.0 */
#include "load/layer.h"

#include "base/settings.h"
#include "load/library.h"

#include <stdlib.h>
#include <string.h>

struct layer {
    struct candidate *candidate;
    struct library library;
    struct dispatch table;        /* the layer's functions, or else its target's */
    bool intercepted[SLOT_COUNT]; /* slots that this layer or an inner one intercepted */
    pfn_clDeinitLayer deinit;     /* NULL: it has none, or it has been called */
    struct layer *inner;
};

static struct layer *outermost;

bool layer_has_any(void)
{
    return outermost != NULL;
}

function layer_function(size_t slot)
{
    if (!outermost || !outermost->intercepted[slot]) return NULL;
    return dispatch_slot(&outermost->table, slot);
}

/* Refuses a library that is not a layer, or is one for another version of the API. */
static enum verdict check_version(const struct layer *layer, struct details *details)
{
    cl_layer_api_version version = 0;
    pfn_clGetLayerInfo info =
        (pfn_clGetLayerInfo)library_function(&layer->library, "clGetLayerInfo");
    cl_int error;
    if (!info) return verdict_explain(details, VERDICT_LAYER_FUNCTION, "clGetLayerInfo");
    candidate_announce(layer->candidate, CALL_clGetLayerInfo);
    error = info(CL_LAYER_API_VERSION, sizeof version, &version, NULL);
    if (error == CL_SUCCESS && version == CL_LAYER_API_VERSION_100) return VERDICT_ACCEPTED;
    if (error == CL_SUCCESS)
        return verdict_explain(details, VERDICT_LAYER_VERSION, "version %u", version);
    return verdict_explain(details, VERDICT_LAYER_VERSION, "clGetLayerInfo returned %d", error);
}

/* Asks a layer for its table, in the newer of two ways; if the user wants that, in the older, as
 * loaders from 2021 to 2025 do. *count is the number of slots in the table. */
static enum verdict init_layer(struct layer *layer, const struct dispatch *target,
                               struct dispatch *table, size_t *count, struct details *details)
{
    const cl_icd_dispatch *returned = NULL, *next = (const void *)target;
    cl_uint promised = 0;
    pfn_clInitLayerWithProperties newer = (pfn_clInitLayerWithProperties)library_function(
        &layer->library, "clInitLayerWithProperties");
    pfn_clInitLayer older = (pfn_clInitLayer)library_function(&layer->library, "clInitLayer");
    cl_int error;

    if (newer && !(older && setting_flag(SETTING_LEGACY_TERMINATION))) {
        candidate_announce(layer->candidate, CALL_clInitLayerWithProperties);
        error = newer((cl_uint)SLOT_COUNT, next, &promised, &returned, NULL);
    } else if (older) {
        candidate_announce(layer->candidate, CALL_clInitLayer);
        error = older((cl_uint)SLOT_COUNT, next, &promised, &returned);
    } else {
        return verdict_explain(details, VERDICT_LAYER_FUNCTION,
                               "clInitLayerWithProperties or clInitLayer");
    }
    layer->deinit = (pfn_clDeinitLayer)library_function(&layer->library, "clDeinitLayer");
    if (error != CL_SUCCESS)
        return verdict_explain(details, VERDICT_LAYER_ERROR, "it returned %d", error);
    *count = promised < SLOT_COUNT ? promised : SLOT_COUNT;
    if (returned && *count > 0) {
        *count = os_copy_memory(table, returned, *count * sizeof(function), &layer->library.image);
        *count /= sizeof(function);
        if (*count == 0) returned = NULL;
    }
    return returned ? VERDICT_ACCEPTED : VERDICT_LAYER_NO_TABLE;
}

/* Completes a layer's table with the functions of the next layer. */
static void complete_table(struct layer *layer, const struct dispatch *target,
                           const struct dispatch *table, size_t count)
{
    for (size_t slot = 0; slot < SLOT_COUNT; slot++) {
        function own = slot < count ? dispatch_slot(table, slot) : NULL;
        /* Some layers start from a copy of their target. A copied slot is not an interception. */
        if (own == dispatch_slot(target, slot)) own = NULL;
        layer->intercepted[slot] = own || (layer->inner && layer->inner->intercepted[slot]);
        dispatch_set_slot(&layer->table, slot, own ? own : dispatch_slot(target, slot));
    }
}

void layer_load(struct candidate *candidate, const struct dispatch *terminator)
{
    uint64_t start = os_microseconds();
    struct details details = { "" };
    struct layer *layer = calloc(1, sizeof *layer);
    const struct dispatch *target = outermost ? &outermost->table : terminator;
    struct dispatch table;
    size_t count = 0;
    enum verdict verdict = VERDICT_OUT_OF_MEMORY;

    if (layer) {
        layer->candidate = candidate;
        layer->inner = outermost;
        verdict = library_open(candidate, &layer->library, &details);
    }
    if (verdict == VERDICT_ACCEPTED) verdict = check_version(layer, &details);
    if (verdict == VERDICT_ACCEPTED) verdict = init_layer(layer, target, &table, &count, &details);
    if (verdict == VERDICT_ACCEPTED) {
        complete_table(layer, target, &table, count);
        outermost = layer;
        verdict = VERDICT_LOADED;
    } else {
        free(layer);
    }
    candidate->microseconds = os_microseconds() - start;
    candidate_set_verdict(candidate, verdict, details.text);
}

void layer_deinit_all(void)
{
    for (struct layer *layer = outermost; layer; layer = layer->inner) {
        pfn_clDeinitLayer deinit = layer->deinit;
        cl_int error;
        layer->deinit = NULL;
        if (!deinit) continue;
        candidate_announce(layer->candidate, CALL_clDeinitLayer);
        error = deinit();
        if (error != CL_SUCCESS)
            log_line(LOG_WARNING, LOG_LAYER, "%s: clDeinitLayer returned %d",
                     layer->candidate->library, error);
    }
}

void layer_unload_all(bool close)
{
    while (outermost) {
        struct layer *layer = outermost;
        outermost = layer->inner;
        if (close)
            log_line(LOG_DEBUG, LOG_CALL, "%s: closing the library", layer->candidate->library);
        if (close) library_close(&layer->library);
        /* A layer that stays in memory has a table that leads to our code, which goes away. */
        free(layer);
    }
}
