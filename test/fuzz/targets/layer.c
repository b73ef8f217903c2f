/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A layer's answers. The input: a byte of settings, then for each layer what it exports, its
 * version, its error, the number of slots in its table and, in two bytes, which slots it fills and
 * how.
 */
#include "../fuzz.h"

#include <sys/mman.h>

static struct quirk {
    unsigned exported, version, error, count, how, where;
} quirks[LAYERS];

static const struct fuzz_layer *const layers[LAYERS] = { &fuzz_layer_0, &fuzz_layer_1,
                                                         &fuzz_layer_2 };
static const cl_uint counts[] = { SLOT_COUNT,      0,           1,          60, SLOT_COUNT - 1,
                                  SLOT_COUNT + 50, 0x80000000u, 0xffffffffu };
static const cl_int errors[] = { CL_SUCCESS, CL_INVALID_VALUE, -9999, 1 };
#define AT_BYTE(array, byte) (array)[(byte) % (sizeof(array) / sizeof(array)[0])]

static cl_int info_any(int layer, cl_layer_info what, size_t size, void *value, size_t *size_ret)
{
    static const cl_layer_api_version versions[] = { CL_LAYER_API_VERSION_100, 0, 101, 99 };
    cl_layer_api_version version = AT_BYTE(versions, quirks[layer].version);
    if (what != CL_LAYER_API_VERSION) return CL_INVALID_VALUE;
    if (quirks[layer].version & 128) return CL_OUT_OF_RESOURCES;
    if (quirks[layer].version & 64) return CL_SUCCESS; /* writes nothing */
    return fuzz_give(&version, sizeof version, size, value, size_ret);
}

/* Returns a table that ends at the end of mapped memory, or one that is followed by more. */
static struct dispatch *table_of(int layer, const struct dispatch *target)
{
    enum { ROOM = 16384 };
    static char *pages;
    const struct quirk *quirk = &quirks[layer];
    size_t slots = quirk->how & 64 ? quirk->where % (SLOT_COUNT + 1) : SLOT_COUNT;
    struct dispatch *table;
    if (!pages) {
        pages = mmap(NULL, 2 * ROOM * LAYERS, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        PROMISE(pages != MAP_FAILED);
        for (int i = 0; i < LAYERS; i++)
            PROMISE(mprotect(pages + 2 * ROOM * i, ROOM, PROT_READ | PROT_WRITE) == 0);
    }
    memset(pages + 2 * ROOM * layer, 0, ROOM); /* each input starts from the same state */
    table = (struct dispatch *)(void *)(pages + 2 * ROOM * layer +
                                        (quirk->error & 128 ? 0 : ROOM - slots * sizeof(function)));
    for (size_t slot = 0; slot < slots; slot++) {
        function own = dispatch_slot(layers[layer]->table, slot);
        if (quirk->how & 1 && slot % 3 == quirk->where % 3) own = NULL;
        if (quirk->how & 2 && slot % 5 == quirk->where % 5) own = dispatch_slot(target, slot);
        if (quirk->how & 4 && slot != quirk->where) own = NULL;
        dispatch_set_slot(table, slot, own);
    }
    return table;
}

static cl_int init_any(int layer, cl_uint count, const struct dispatch *target, cl_uint *count_ret,
                       const struct dispatch **table)
{
    const struct quirk *quirk = &quirks[layer];
    cl_uint platforms = 0;
    PROMISE(count == SLOT_COUNT);
    for (size_t slot = 0; slot < SLOT_COUNT; slot++)
        PROMISE(!dispatch_name(slot) || dispatch_slot(target, slot));
    fuzz_layer_target[layer] = target;
    if (quirk->how & 8) target->clGetPlatformIDs(0, NULL, &platforms);
    if (!(quirk->how & 16)) *count_ret = AT_BYTE(counts, quirk->count);
    if (!(quirk->how & 32)) *table = table_of(layer, target);
    if (quirk->how & 128) {
        static const uintptr_t nowhere = 16;
        memcpy(table, &nowhere, sizeof nowhere);
    }
    return AT_BYTE(errors, quirk->error);
}

static cl_int deinit_any(int layer)
{
    return quirks[layer].error & 64 ? CL_INVALID_VALUE : CL_SUCCESS;
}

static function symbol_of_layer(int number, const char *name)
{
    const struct fuzz_layer *layer = layers[number];
    unsigned lacks = quirks[number].exported;
    if (strcmp(name, "clGetLayerInfo") == 0) return lacks & 1 ? NULL : layer->info;
    if (strcmp(name, "clInitLayer") == 0) return lacks & 2 ? NULL : layer->init;
    if (strcmp(name, "clInitLayerWithProperties") == 0) return lacks & 4 ? NULL : layer->init_with;
    if (strcmp(name, "clDeinitLayer") == 0) return lacks & 8 ? NULL : layer->deinit;
    return NULL;
}

static void add_layer(int number, struct input *input)
{
    quirks[number] = (struct quirk){ take(input), take(input), take(input),
                                     take(input), take(input), take(input) };
    world_add_library(&(struct world_library){ .path = world_words("/layers/l%d.so", number),
                                               .symbol = symbol_of_layer,
                                               .number = number,
                                               .low = layers[number]->low,
                                               .high = layers[number]->high });
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const lists[] = { "l0.so", "l0.so:l1.so", "l0.so:l1.so:/layers/l2.so",
                                         "l1.so:l1.so:/layers/l0.so:none:0.so" };
    static cl_platform_id list[MOST_LISTED];
    struct input input = { data, size };
    unsigned settings = take(&input);
    world_begin();
    world_set("OCL_ICD_FILENAMES", settings & 4 ? "0.so:1.so" : "0.so");
    world_set("OCL_ICD_VENDORS", "/none");
    world_set("OPENCL_LAYER_PATH", "/none");
    world_set("OPENCL_LAYERS", lists[settings & 3]);
    if (settings & 8) world_set("OCL_ICD_LOG", "debug");
    if (settings & 16) world_set("OCL_ICD_FORCE_LEGACY_TERMINATION", "1");
    if (settings & 32) world_set("OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING", "1");
    fuzz_add_driver(0);
    fuzz_add_driver(1);
    for (int i = 0; i < LAYERS; i++) {
        fuzz_layer_target[i] = NULL;
        add_layer(i, &input);
    }
    fuzz_layer_answers = (struct fuzz_layer_answers){ info_any, init_any, deinit_any };
    PROMISE(fuzz_list(list) == (settings & 4 ? 2 : 1));
    fuzz_ask_all(REPORTED(size));
    fuzz_calls = 0;
    fuzz_call_all();
    /* Whatever the layers do, every call of a driver's function must have arrived. */
    PROMISE(fuzz_calls >= 100);
    world_end();
    return 0;
}
