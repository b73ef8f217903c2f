/* SPDX-License-Identifier: Apache-2.0 */
#include "table.h"

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
    bool abandoned; /* the loader that made it is gone */
    uintptr_t low;  /* where the library of its driver begins */
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

/* ---- a table that the driver keeps ---- */

/* Uses another function in place of a slot, or none. False: no memory. */
static bool replace(struct judgement *judgement, size_t slot, function own)
{
    if (!judgement->correction)
        judgement->correction = calloc(1, sizeof *judgement->correction);
    if (!judgement->correction) return false;
    raise(&judgement->care[slot], CARE_JUDGED);
    dispatch_set_slot(&judgement->correction->instead, slot,
                      own ? own : dispatch_slot(&dispatch_missing, slot));
    log_line(LOG_DEBUG, LOG_TABLE, "  slot %zu: %s %s", slot, dispatch_facts[slot].name,
             own ? "is bound to a foreign function; the driver has its own"
                 : "is bound to a foreign function or out of reach: it counts as missing");
    return true;
}

/* Slots that are bound to foreign functions, or lie in memory that is not there, are replaced;
 * where they are NULL, calls must look. */
static enum verdict judge_own(const struct library *library, const struct dispatch *table,
                              const struct dispatch *copy, size_t readable,
                              struct judgement *judgement)
{
    for (size_t slot = 0; slot < SLOT_COUNT; slot++) {
        function found = slot < readable ? dispatch_slot(copy, slot) : NULL;
        function own;
        if (!dispatch_facts[slot].name) continue;
        if (!found) {
            raise(&judgement->care[slot], CARE_CAREFUL);
            log_line(LOG_DEBUG, LOG_TABLE, "  slot %zu: %s is missing", slot, dispatch_facts[slot].name);
        }
        own = library_own_function(library, slot, found);
        if ((own != found || slot >= readable) && !replace(judgement, slot, own))
            return VERDICT_OUT_OF_MEMORY;
    }
    if (judgement->correction) judgement->correction->table = table;
    return VERDICT_UNTRIED;
}

/* ---- a table that the loader keeps ---- */

#ifndef CLRELAY_STATIC

static const char mark[16] = "clrelay record";

/* The record that a platform holds from a loader of this kind that is gone, or NULL. A driver that
 * outlives many loaders would hold one more from each. */
static struct record *inherit(cl_platform_id id, const struct object *object)
{
    struct record copy;
    if (!object->data || os_copy_memory(&copy, object->data, sizeof copy) < sizeof copy)
        return NULL;
    if (memcmp(copy.mark, mark, sizeof mark) != 0 || (const void *)copy.self != object->data ||
        copy.platform != id || !copy.abandoned)
        return NULL;
    return copy.self;
}

static struct record *make_record(const struct library *library, cl_platform_id id,
                                  const struct object *object)
{
    struct record *record = inherit(id, object);
    if (!record) record = calloc(1, sizeof *record);
    if (!record) return NULL;
    /* An inherited table stays as it is until each slot is filled anew: it may be in use. */
    memcpy(record->mark, mark, sizeof mark);
    record->self = record;
    record->platform = id;
    record->abandoned = false;
    record->low = library->image.low;
    record->next = records;
    records = record;
    return record;
}

/* Asks the driver for all its functions (cl_khr_icd 2.0, "Loader-Managed Dispatch"). */
static enum verdict keep_table(const struct library *library, const struct icd2 *icd2,
                               cl_platform_id id, const struct object *object,
                               struct judgement *judgement, char *message, size_t size)
{
    struct record *record;
    struct object now = { NULL, NULL };
    cl_int error;
    if (!icd2->get || !icd2->set) {
        snprintf(message, size, "%s",
                 icd2->get ? "clIcdSetPlatformDispatchDataKHR"
                           : "clIcdGetFunctionAddressForPlatformKHR");
        return VERDICT_PLATFORM_ICD2_FUNCTION;
    }
    record = make_record(library, id, object);
    if (!record) return VERDICT_OUT_OF_MEMORY;
    for (size_t slot = 0; slot < SLOT_COUNT; slot++) {
        const char *name = dispatch_facts[slot].name;
        void *address = name ? icd2->get(id, name) : NULL;
        function found;
        memcpy(&found, &address, sizeof found);
        found = name ? library_own_function(library, slot, found) : NULL;
        if (name && !found)
            log_line(LOG_DEBUG, LOG_TABLE, "  slot %zu: %s is missing", slot, dispatch_facts[slot].name);
        dispatch_set_slot(&record->table, slot,
                          found ? found : dispatch_slot(&dispatch_missing, slot));
        raise(&judgement->care[slot], CARE_CAREFUL);
    }
    judgement->record = record;
    error = icd2->set(id, (void *)record);
    log_line(LOG_DEBUG, LOG_CALL, "clIcdSetPlatformDispatchDataKHR(%p) = %d", (void *)id, error);
    if (error != CL_SUCCESS) {
        snprintf(message, size, "clIcdSetPlatformDispatchDataKHR returned %d", error);
        return VERDICT_PLATFORM_ICD2_REFUSED;
    }
    os_copy_memory(&now, id, sizeof now);
    return (const void *)now.data == (const void *)record ? VERDICT_UNTRIED
                                                          : VERDICT_PLATFORM_ICD2_NO_DATA;
}

#endif

/* ---- both ---- */

enum verdict table_judge(const struct library *library, const struct icd2 *icd2, cl_platform_id id,
                         struct judgement *judgement, char *message, size_t size)
{
    struct object object = { NULL, NULL };
    struct dispatch copy;
    size_t readable;

    if (os_copy_memory(&object, id, sizeof object) < sizeof object.dispatch || !object.dispatch)
        return VERDICT_PLATFORM_NO_TABLE;
    readable = os_copy_memory(&copy, object.dispatch, sizeof copy) / sizeof(function);
    if (readable <= SLOT_OF(clUnloadCompiler)) return VERDICT_PLATFORM_NO_TABLE;
#ifndef CLRELAY_STATIC
    {
        bool first = dispatch_is_tag((function)copy.clGetPlatformIDs);
        bool second = dispatch_is_tag((function)copy.clUnloadCompiler);
        if (first && second)
            return keep_table(library, icd2, id, &object, judgement, message, size);
        if (first || second) {
            snprintf(message, size, "it is in slot %zu only",
                     first ? SLOT_OF(clGetPlatformIDs) : SLOT_OF(clUnloadCompiler));
            return VERDICT_PLATFORM_ICD2_HALF;
        }
    }
#else
    (void)icd2, (void)message, (void)size;
#endif
    return judge_own(library, object.dispatch, &copy, readable, judgement);
}

function table_function(const struct judgement *judgement, cl_platform_id id, size_t slot)
{
    function found = NULL;
    if (judgement->record)
        found = dispatch_slot(&judgement->record->table, slot);
    else if (judgement->correction)
        found = dispatch_slot(&judgement->correction->instead, slot);
    if (!found) found = dispatch_find(id, slot);
    return found == dispatch_slot(&dispatch_missing, slot) ? NULL : found;
}

void table_enforce(struct judgement *judgement)
{
    if (judgement->correction) dispatch_correct(judgement->correction);
    for (size_t slot = 0; slot < SLOT_COUNT; slot++)
        raise(&care[slot], (enum care)judgement->care[slot]);
    judgement->correction = NULL;
}

void table_drop(struct judgement *judgement)
{
    free(judgement->correction);
    judgement->correction = NULL;
}

void table_forget_records(const struct library *library, bool gone)
{
    struct record **place = &records;
    while (*place) {
        struct record *record = *place;
        if (record->low != library->image.low) {
            place = &record->next;
            continue;
        }
        *place = record->next;
        if (gone) {
            free(record);
            continue;
        }
        for (size_t slot = 0; slot < SLOT_COUNT; slot++)
            if (dispatch_slot(&record->table, slot) == dispatch_slot(&dispatch_missing, slot))
                dispatch_set_slot(&record->table, slot, NULL);
        record->abandoned = true;
    }
}
