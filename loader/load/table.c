/* SPDX-License-Identifier: Apache-2.0 */
#include "load/table.h"

#include <stdio.h>
#include <stdlib.h>

/*
 * The dispatch data of a platform of cl_khr_icd 2.0: the table, and what this loader needs to know
 * it again. Nothing but the table is used on a call, because another loader in the process may
 * have given the driver data of its own kind. A record never moves, and it lives as long as the
 * driver may hold it.
 */
struct record {
    struct dispatch table;
    char mark[16];
    struct record *self; /* with the mark: proof that this is a record */
    cl_platform_id platform;
    struct record *previous; /* what the platform held before; may be gone */
    bool first;              /* that was nothing, or the record of a loader that is gone */
    bool abandoned;          /* the loader that made it is gone */
    uintptr_t low; /* where the library of its driver begins */
    struct record *next;
};

static struct record *records;
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

/* ---- a table that the loader keeps ---- */

static const char mark[16] = "clrelay record";

/* The dispatch data of a platform, if it is a record of a loader of this kind; else NULL. */
static struct record *as_record(const void *data, cl_platform_id id)
{
    struct record copy;
    if (!data || os_copy_memory(&copy, data, sizeof copy, NULL) < sizeof copy) return NULL;
    if (memcmp(copy.mark, mark, sizeof mark) != 0 || (const void *)copy.self != data ||
        copy.platform != id)
        return NULL;
    return copy.self;
}

/* A record for a platform: the one that it holds from a loader that is gone, or a new one. A driver
 * that outlives many loaders would hold one more from each. */
static struct record *make_record(const struct library *library, cl_platform_id id,
                                  const struct object *object)
{
    struct record *held = as_record(object->data, id);
    struct record *record = held && held->abandoned ? held : calloc(1, sizeof *record);
    if (!record) return NULL;
    /* An inherited table stays as it is until each slot is filled anew: it may be in use. */
    memcpy(record->mark, mark, sizeof mark);
    record->self = record;
    record->platform = id;
    if (held != record) record->previous = held;
    record->first = !object->data || held == record;
    record->abandoned = false;
    record->low = library->image.low;
    record->next = records;
    records = record;
    return record;
}

/* Asks the driver for all its functions (cl_khr_icd 2.0, "Loader-Managed Dispatch"). */
static enum verdict keep_table(const struct library *library, const struct lookup *lookup,
                               cl_platform_id id, const struct object *object,
                               struct judgement *judgement, char *message, size_t size)
{
    struct record *record;
    struct object now = { NULL, NULL };
    cl_int error;
    static const char get_name[] = "clIcdGetFunctionAddressForPlatformKHR";
    static const char set_name[] = "clIcdSetPlatformDispatchDataKHR";
    clIcdGetFunctionAddressForPlatformKHR_fn get =
        (clIcdGetFunctionAddressForPlatformKHR_fn)lookup->find(lookup->driver, get_name);
    clIcdSetPlatformDispatchDataKHR_fn set =
        (clIcdSetPlatformDispatchDataKHR_fn)lookup->find(lookup->driver, set_name);
    if (!get || !set) {
        snprintf(message, size, "%s", get ? set_name : get_name);
        return VERDICT_PLATFORM_ICD2_FUNCTION;
    }
    record = make_record(library, id, object);
    if (!record) return VERDICT_OUT_OF_MEMORY;
    for (size_t slot = 0; slot < SLOT_COUNT; slot++) {
        const char *name = dispatch_name(slot);
        void *address = name ? get(id, name) : NULL;
        function found;
        memcpy(&found, &address, sizeof found);
        found = name ? library_own_function(library, slot, found) : NULL;
        if (name && !found)
            log_line(LOG_DEBUG, LOG_TABLE, "  slot %zu: %s is missing", slot, dispatch_name(slot));
        dispatch_set_slot(&record->table, slot, found ? found : dispatch_absent(slot));
        need_care(judgement, slot, CARE_CAREFUL);
    }
    judgement->record = record;
#ifdef CLRELAY_STATIC
    /* Nobody takes the functions out of the record when the library that this is a part of is closed. */
    os_stay_loaded();
#endif
    error = set(id, (void *)record);
    log_line(LOG_DEBUG, LOG_CALL, "clIcdSetPlatformDispatchDataKHR(%p) = %d", (void *)id, error);
    if (error != CL_SUCCESS) {
        snprintf(message, size, "clIcdSetPlatformDispatchDataKHR returned %d", error);
        return VERDICT_PLATFORM_ICD2_REFUSED;
    }
    os_copy_memory(&now, id, sizeof now, &library->image);
    return (const void *)now.data == (const void *)record ? VERDICT_UNTRIED
                                                          : VERDICT_PLATFORM_ICD2_NO_DATA;
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
    if (first && second)
        return keep_table(library, lookup, id, &object, judgement, message, size);
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
    if (judgement->record)
        found = dispatch_slot(&judgement->record->table, slot);
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

/* The record of a living loader that the same platform holds or held; or NULL. */
static const struct record *heir_of(const struct record *record)
{
    struct object now = { NULL, NULL };
    const struct record *heir;
    os_copy_memory(&now, record->platform, sizeof now, NULL);
    heir = as_record(now.data, record->platform);
    if (!heir || heir == record) heir = as_record(record->previous, record->platform);
    return heir && heir != record && !heir->abandoned ? heir : NULL;
}

/*
 * Leaves a record to its driver. Objects of another loader may lead to it, so where it has functions
 * of this library, it gets those of the other one.
 */
static void abandon(struct record *record)
{
    const struct record *heir = heir_of(record);
    for (size_t slot = 0; slot < SLOT_COUNT; slot++)
        if (dispatch_slot(&record->table, slot) == dispatch_absent(slot))
            dispatch_set_slot(&record->table, slot,
                              heir ? dispatch_slot(&heir->table, slot) : NULL);
    record->abandoned = true;
}

/* Whether no other loader can have met a record: its platform held nothing before, and holds it. */
static bool is_private(const struct record *record)
{
    struct object now = { NULL, NULL };
    os_copy_memory(&now, record->platform, sizeof now, NULL);
    return record->first && (const void *)now.data == (const void *)record;
}

void table_forget_records(const struct library *library, enum fate fate)
{
    struct record **place = &records;
    while (*place) {
        struct record *record = *place;
        if (record->low != library->image.low) {
            place = &record->next;
            continue;
        }
        *place = record->next;
        if (fate == FATE_GONE || (fate == FATE_GOES && is_private(record))) {
            memset(record->mark, 0, sizeof record->mark); /* nobody may take it for one */
            free(record);
        } else {
            abandon(record);
        }
    }
}

void table_leave_records(void)
{
    for (; records; records = records->next) abandon(records);
}
