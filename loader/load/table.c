/* SPDX-License-Identifier: Apache-2.0 */
#include "load/table.h"

#include "base/log.h"
#include "load/icd2.h"

#include <stdio.h>
#include <stdlib.h>

static unsigned char care[SLOT_COUNT];

enum care table_care(size_t slot)
{
    return (enum care)care[slot];
}

static void raise(unsigned char *place, enum care to)
{
    if (*place < to) *place = (unsigned char)to;
}

/* The same for a slot of a judgement. */
static void need_care(struct judgement *judgement, size_t slot, enum care to)
{
    raise(&judgement->care[slot], to);
    judgement->any = true;
}

/* ---- a table that the driver keeps ---- */

/* Uses another function in place of a slot, or none, and says why. False: no memory. */
static bool replace(struct judgement *judgement, size_t slot, function own, const char *why)
{
    const char *instead = own                                          ? "the driver has its own"
                          : dispatch_absent(slot) == dispatch_missing(slot) ? "it counts as missing"
                                                                       : "another stands in for it";
    if (!judgement->correction)
        judgement->correction = calloc(1, sizeof *judgement->correction);
    if (!judgement->correction) return false;
    need_care(judgement, slot, CARE_JUDGED);
    dispatch_set_slot(&judgement->correction->instead, slot, own ? own : dispatch_absent(slot));
    log_line(LOG_DEBUG, LOG_TABLE, "  slot %zu: %s %s; %s", slot, dispatch_name(slot), why,
             instead);
    return true;
}

/* How many slots a table of an OpenCL version has at least: up to the last one that it promises. */
static size_t promised(unsigned version)
{
    size_t count = SLOT_COUNT;
    while (count > 0 && (dispatch_facts[count - 1].version == 0 ||
                         dispatch_facts[count - 1].version > version))
        count--;
    return count;
}

/* Whether nothing speaks against a slot that may lie behind the end of its table. */
static bool is_harmless(const struct dispatch *copy, size_t slot)
{
    return !dispatch_name(slot) || !dispatch_slot(copy, slot);
}

/*
 * How many slots a table has: nothing in it says so, and what lies behind it is anything. All that the
 * platform's version promises are believed. Behind them the size of the table's symbol decides, where
 * there is one, else the first slot that does not lead to code is where the table ended.
 */
static size_t count_slots(const struct library *library, const struct dispatch *table,
                          const struct dispatch *copy, size_t readable, unsigned version)
{
    size_t count = promised(version), sized;
    uintptr_t addresses[SLOT_COUNT];
    bool is_code[SLOT_COUNT];
    if (count >= readable) return readable;
    sized = os_symbol_size(table) / sizeof(function);
    if (sized > 0) return sized < count ? count : sized < readable ? sized : readable;
    for (size_t slot = count; slot < readable; slot++)
        addresses[slot] = (uintptr_t)dispatch_slot(copy, slot);
    /* Nearly always they are the library's own, and need no search among all. */
    while (count < readable &&
           (is_harmless(copy, count) || (addresses[count] >= library->image.code_low &&
                                         addresses[count] < library->image.code_high)))
        count++;
    if (count < readable)
        os_find_code(addresses + count, readable - count, is_code + count);
    while (count < readable && (is_harmless(copy, count) || is_code[count])) count++;
    return count;
}

/* Slots that are bound to foreign functions, or lie behind the end of the table, are replaced; where
 * they are NULL, calls must look. */
static enum verdict judge_own(const struct library *library, const struct dispatch *table,
                              const struct dispatch *copy, size_t count,
                              struct judgement *judgement)
{
    for (size_t slot = 0; slot < SLOT_COUNT; slot++) {
        function found = slot < count ? dispatch_slot(copy, slot) : NULL;
        function own;
        /* Nearly all are the driver's own, beyond any doubt. */
        if (os_is_within(&library->image, (uintptr_t)found) || !dispatch_name(slot)) continue;
        if (slot >= count) {
            if (!replace(judgement, slot, NULL, "lies behind the end of the table"))
                return VERDICT_OUT_OF_MEMORY;
            continue;
        }
        if (!found) {
            need_care(judgement, slot, CARE_CAREFUL);
            log_line(LOG_DEBUG, LOG_TABLE, "  slot %zu: %s is missing", slot, dispatch_name(slot));
        }
        own = library_own_function(library, slot, found);
        if (own != found && !replace(judgement, slot, own, "is bound to a foreign function"))
            return VERDICT_OUT_OF_MEMORY;
    }
    if (judgement->correction) judgement->correction->table = table;
    return VERDICT_UNTRIED;
}

/* ---- both ---- */

enum verdict table_judge(const struct library *library, const struct lookup *lookup,
                         cl_platform_id id, struct judgement *judgement, char *message,
                         size_t size)
{
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
        for (size_t slot = 0; slot < SLOT_COUNT; slot++) need_care(judgement, slot, CARE_CAREFUL);
        return icd2_keep_table(library, lookup, id, &object, &judgement->kept, message, size);
    }
    if (first || second) {
        snprintf(message, size, "it is in slot %zu only",
                 first ? SLOT_OF(clGetPlatformIDs) : SLOT_OF(clUnloadCompiler));
        return VERDICT_PLATFORM_ICD2_HALF;
    }
    /* Platforms of a driver often share their table. */
    if (dispatch_is_corrected(object.dispatch)) return VERDICT_UNTRIED;
    info = library_own_function(library, SLOT_OF(clGetPlatformInfo),
                                (function)copy.clGetPlatformInfo);
    count = count_slots(library, object.dispatch, &copy, readable,
                        lookup->version(lookup->driver, id, info));
    return judge_own(library, object.dispatch, &copy, count, judgement);
}

/* Whether what may be a table has functions as one has: see table_look_at(). */
static bool has_functions(const struct dispatch *copy, size_t slot)
{
    uintptr_t addresses[SLOT_COUNT];
    bool is_code[SLOT_COUNT];
    size_t count = 0;
    if (!copy->clGetPlatformInfo || !copy->clGetDeviceIDs) return false;
    /* The target of a layer: the call would come back here, and again. */
    if (dispatch_slot(copy, slot) == dispatch_judged(slot)) return false;
    for (size_t i = 0; i < SLOT_COUNT; i++) {
        if (i == SLOT_OF(clGetPlatformIDs) || i == SLOT_OF(clUnloadCompiler)) continue; /* tags */
        if ((i == slot || dispatch_facts[i].version == 10) && dispatch_slot(copy, i))
            addresses[count++] = (uintptr_t)dispatch_slot(copy, i);
    }
    os_find_executable(addresses, count, is_code);
    while (count > 0 && is_code[count - 1]) count--;
    return count == 0;
}

bool table_look_at(const void *handle, size_t slot, struct appearance *seen)
{
    struct object object = { NULL, NULL };
    struct dispatch copy = { .clGetPlatformInfo = NULL };
    size_t known = os_copy_memory(&object, handle, sizeof object, NULL);
    size_t size = (slot < promised(10) ? promised(10) : slot + 1) * sizeof(function);
    if (known < sizeof object.dispatch || os_copy_memory(&copy, object.dispatch, size, NULL) < size)
        return false;
    if (dispatch_is_tag((function)copy.clGetPlatformIDs)) {
        if (known < sizeof object) return false;
        if (object.data && os_copy_memory(&copy, object.data, size, NULL) < size) return false;
    }
    *seen = (struct appearance){ object.dispatch, (function)copy.clGetPlatformInfo };
    return has_functions(&copy, slot);
}

function table_function(const struct judgement *judgement, cl_platform_id id, size_t slot)
{
    function found = NULL;
    if (judgement->kept)
        found = dispatch_slot(judgement->kept, slot);
    else if (judgement->correction)
        found = dispatch_slot(&judgement->correction->instead, slot);
    if (!found) found = dispatch_find(id, slot);
    return found == dispatch_missing(slot) ? NULL : found;
}

void table_enforce(struct judgement *judgement)
{
    if (judgement->correction) dispatch_correct(judgement->correction);
    for (size_t slot = 0; judgement->any && slot < SLOT_COUNT; slot++)
        raise(&care[slot], (enum care)judgement->care[slot]);
    judgement->correction = NULL;
}

void table_drop(struct judgement *judgement)
{
    free(judgement->correction);
    judgement->correction = NULL;
}
