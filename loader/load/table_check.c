/* SPDX-License-Identifier: Apache-2.0 */
#include "load/table_check.h"

#include "base/log.h"
#include "load/filter.h"
#include "load/icd2.h"

#include <stdlib.h>

static unsigned char care[SLOT_COUNT];

enum care table_care(size_t slot)
{
    return (enum care)care[slot];
}

static void raise_care(unsigned char *place, enum care to)
{
    if (*place < to) *place = (unsigned char)to;
}

/* The same for a slot of an inspection. */
static void require_care(struct inspection *inspection, size_t slot, enum care to)
{
    raise_care(&inspection->care[slot], to);
    inspection->any = true;
}

/* ---- a driver's own table ---- */

/* Replaces the function of a slot with the driver's own one or, if `own` is NULL, with the
 * fallback, and logs why. Returns false if there is no memory. */
static bool patch_slot(struct inspection *inspection, size_t slot, function own, const char *why)
{
    const char *outcome = own ? "the driver has its own"
                          : dispatch_fallback(slot) == dispatch_missing(slot)
                              ? "it counts as missing"
                              : "a fallback replaces it";
    if (!inspection->patch) inspection->patch = calloc(1, sizeof *inspection->patch);
    if (!inspection->patch) return false;
    require_care(inspection, slot, CARE_RESOLVED);
    dispatch_set_slot(&inspection->patch->replacements, slot, own ? own : dispatch_fallback(slot));
    log_line(LOG_DEBUG, LOG_TABLE, "  slot %zu: %s %s; %s", slot, dispatch_name(slot), why,
             outcome);
    return true;
}

/* How many slots a table of an OpenCL version has at least: up to the last one that the version
 * promises. */
static size_t promised_slots(unsigned version)
{
    size_t count = SLOT_COUNT;
    while (count > 0 &&
           (dispatch_info[count - 1].version == 0 || dispatch_info[count - 1].version > version))
        count--;
    return count;
}

/* Whether a slot says nothing about the end of its table. */
static bool is_empty_slot(const struct dispatch *copy, size_t slot)
{
    return !dispatch_name(slot) || !dispatch_slot(copy, slot);
}

/*
 * How many slots a table has. A table's end can't be found, only bounded, because anything may
 * follow it. All slots that the platform's version promises belong to it. After them, the size of
 * the table's symbol decides; without a symbol, the table ends at the first slot that does not lead
 * to code.
 */
static size_t count_slots(const struct library *library, const struct dispatch *table,
                          const struct dispatch *copy, size_t readable, unsigned version)
{
    size_t count = promised_slots(version), sized;
    uintptr_t addresses[SLOT_COUNT];
    bool is_code[SLOT_COUNT];
    if (count >= readable) return readable;
    sized = os_symbol_size(table) / sizeof(function);
    if (sized > 0) return sized < count ? count : sized < readable ? sized : readable;
    for (size_t slot = count; slot < readable; slot++)
        addresses[slot] = (uintptr_t)dispatch_slot(copy, slot);
    /* Nearly always they lead into the library itself, which needs no search through all
     * libraries. */
    while (count < readable &&
           (is_empty_slot(copy, count) || (addresses[count] >= library->image.code_low &&
                                           addresses[count] < library->image.code_high)))
        count++;
    if (count < readable) os_find_code(addresses + count, readable - count, is_code + count);
    while (count < readable && (is_empty_slot(copy, count) || is_code[count])) count++;
    return count;
}

/* Patches slots that are interposed or lie past the end of the table. Calls of NULL slots must be
 * checked. */
static enum verdict inspect_own_table(const struct library *library, const struct dispatch *table,
                                      const struct dispatch *copy, size_t count,
                                      struct inspection *inspection)
{
    for (size_t slot = 0; slot < SLOT_COUNT; slot++) {
        function found = slot < count ? dispatch_slot(copy, slot) : NULL;
        function own;
        /* Nearly all certainly are the driver's own. */
        if (os_is_within(&library->image, (uintptr_t)found) || !dispatch_name(slot)) continue;
        if (slot >= count) {
            if (!patch_slot(inspection, slot, NULL, "lies past the end of the table"))
                return VERDICT_OUT_OF_MEMORY;
            continue;
        }
        if (!found) {
            require_care(inspection, slot, CARE_CHECKED);
            log_line(LOG_DEBUG, LOG_TABLE, "  slot %zu: %s is missing", slot, dispatch_name(slot));
        }
        own = library_own_function(library, slot, found);
        if (own != found &&
            !patch_slot(inspection, slot, own, "is bound to another library's function"))
            return VERDICT_OUT_OF_MEMORY;
    }
    if (inspection->patch) inspection->patch->table = table;
    return VERDICT_ACCEPTED;
}

/* ---- all tables ---- */

enum verdict table_inspect(const struct icd *icd, cl_platform_id id, struct inspection *inspection,
                           struct details *details)
{
    const struct library *library = &icd->library;
    struct object object = { NULL, NULL };
    struct dispatch copy;
    size_t readable, count;
    bool first, second;
    function info;

    if (os_copy_memory(&object, id, sizeof object, &library->image) < sizeof object.dispatch ||
        !object.dispatch)
        return VERDICT_PLATFORM_NO_TABLE;
    readable = os_copy_memory(&copy, object.dispatch, sizeof copy, &library->image);
    readable /= sizeof(function);
    if (readable <= SLOT_OF(clUnloadCompiler)) return VERDICT_PLATFORM_NO_TABLE;
    first = dispatch_is_tag((function)copy.clGetPlatformIDs);
    second = dispatch_is_tag((function)copy.clUnloadCompiler);
    if (first && second) {
        for (size_t slot = 0; slot < SLOT_COUNT; slot++)
            require_care(inspection, slot, CARE_CHECKED);
        return icd2_manage_table(icd, id, &object, &inspection->managed, details);
    }
    if (first || second)
        return verdict_explain(details, VERDICT_PLATFORM_ICD2_HALF, "it is in slot %zu only",
                               first ? SLOT_OF(clGetPlatformIDs) : SLOT_OF(clUnloadCompiler));
    /* Platforms of a driver often share their table. */
    if (dispatch_is_patched(object.dispatch)) return VERDICT_ACCEPTED;
    info =
        library_own_function(library, SLOT_OF(clGetPlatformInfo), (function)copy.clGetPlatformInfo);
    count = count_slots(library, object.dispatch, &copy, readable, icd_version(icd, id, info));
    return inspect_own_table(library, object.dispatch, &copy, count, inspection);
}

/* Whether the functions of a possible table look like a table's: see table_probe(). */
static bool has_platform_functions(const struct dispatch *copy, size_t slot)
{
    uintptr_t addresses[SLOT_COUNT];
    bool is_code[SLOT_COUNT];
    size_t count = 0;
    if (!copy->clGetPlatformInfo || !copy->clGetDeviceIDs) return false;
    /* A layer's target: the call would come back here forever. */
    if (dispatch_slot(copy, slot) == dispatch_resolved(slot) ||
        (filter_function(slot) && dispatch_slot(copy, slot) == filter_function(slot)))
        return false;
    for (size_t i = 0; i < SLOT_COUNT; i++) {
        if (i == SLOT_OF(clGetPlatformIDs) || i == SLOT_OF(clUnloadCompiler)) continue; /* tags */
        if ((i == slot || dispatch_info[i].version == 10) && dispatch_slot(copy, i))
            addresses[count++] = (uintptr_t)dispatch_slot(copy, i);
    }
    os_find_executable(addresses, count, is_code);
    while (count > 0 && is_code[count - 1]) count--;
    return count == 0;
}

bool table_probe(const void *handle, size_t slot, struct probe *seen)
{
    struct object object = { NULL, NULL };
    struct dispatch copy = { .clGetPlatformInfo = NULL };
    size_t known = os_copy_memory(&object, handle, sizeof object, NULL);
    size_t size = (slot < promised_slots(10) ? promised_slots(10) : slot + 1) * sizeof(function);
    if (known < sizeof object.dispatch || os_copy_memory(&copy, object.dispatch, size, NULL) < size)
        return false;
    if (dispatch_is_tag((function)copy.clGetPlatformIDs)) {
        if (known < sizeof object) return false;
        if (object.data && os_copy_memory(&copy, object.data, size, NULL) < size) return false;
    }
    *seen = (struct probe){ object.dispatch, (function)copy.clGetPlatformInfo };
    return has_platform_functions(&copy, slot);
}

function table_function(const struct inspection *inspection, cl_platform_id id, size_t slot)
{
    function found = NULL;
    if (inspection->managed) found = dispatch_slot(inspection->managed, slot);
    else if (inspection->patch) found = dispatch_slot(&inspection->patch->replacements, slot);
    if (!found) found = dispatch_find(id, slot);
    return found == dispatch_missing(slot) ? NULL : found;
}

void table_apply(struct inspection *inspection)
{
    if (inspection->patch) dispatch_add_patch(inspection->patch);
    for (size_t slot = 0; inspection->any && slot < SLOT_COUNT; slot++)
        raise_care(&care[slot], (enum care)inspection->care[slot]);
    inspection->patch = NULL;
}

void table_discard(struct inspection *inspection)
{
    free(inspection->patch);
    inspection->patch = NULL;
}
