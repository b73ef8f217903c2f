/* SPDX-License-Identifier: Apache-2.0 */
#include "load/icd2.h"

#include "base/log.h"

#include <stdlib.h>
#include <string.h>

/*
 * The dispatch data of a platform of cl_khr_icd 2.0: the table, and what this loader needs to
 * recognise it. A call uses nothing but the table, because another loader in the process may have
 * given the driver data of another kind. A record never moves, and it lives as long as the driver
 * may hold it.
 */
struct record {
    struct dispatch table;
    char mark[16];
    struct record *self; /* with the mark, proof that this is a record */
    cl_platform_id platform;
    struct record *previous; /* what the platform held before; may be freed */
    bool first;              /* `previous` was nothing, or the record of a loader that is gone */
    bool abandoned;          /* the loader that made it is gone */
    uintptr_t low;           /* the start of its driver's library */
    struct record *next;
};

static struct record *records;

static const char mark[16] = "clrelay record";

/* The dispatch data of a platform if it is a record of a loader of this kind, else NULL. */
static struct record *find_record(const void *data, cl_platform_id id)
{
    struct record copy;
    if (!data || os_copy_memory(&copy, data, sizeof copy, NULL) < sizeof copy) return NULL;
    if (memcmp(copy.mark, mark, sizeof mark) != 0 || (const void *)copy.self != data ||
        copy.platform != id)
        return NULL;
    return copy.self;
}

/* A record for a platform: the one that it holds from a loader that is gone, or a new one. Without
 * reuse, a driver that outlives many loaders would hold a record from each. */
static struct record *make_record(const struct library *library, cl_platform_id id,
                                  const struct object *object)
{
    struct record *held = find_record(object->data, id);
    struct record *record = held && held->abandoned ? held : calloc(1, sizeof *record);
    if (!record) return NULL;
    /* Calls may be using an inherited table, so each slot stays as it is until it is filled
     * again. */
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

enum verdict icd2_manage_table(const struct icd *icd, cl_platform_id id,
                               const struct object *object, const struct dispatch **managed,
                               struct details *details)
{
    const struct library *library = &icd->library;
    struct record *record;
    struct object now = { NULL, NULL };
    cl_int error;
    static const char get_name[] = "clIcdGetFunctionAddressForPlatformKHR";
    static const char set_name[] = "clIcdSetPlatformDispatchDataKHR";
    clIcdGetFunctionAddressForPlatformKHR_fn get =
        (clIcdGetFunctionAddressForPlatformKHR_fn)icd_function(icd, get_name);
    clIcdSetPlatformDispatchDataKHR_fn set =
        (clIcdSetPlatformDispatchDataKHR_fn)icd_function(icd, set_name);
    if (!get || !set)
        return verdict_refuse(details, VERDICT_PLATFORM_ICD2_FUNCTION, "%s",
                              get ? set_name : get_name);
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
        dispatch_set_slot(&record->table, slot, found ? found : dispatch_fallback(slot));
    }
    *managed = &record->table;
#ifdef CLRELAY_STATIC
    /* When the library that contains this one is closed, nothing would take its functions out of
     * the record. */
    os_pin_loader();
#endif
    error = set(id, (void *)record);
    log_line(LOG_DEBUG, LOG_CALL, "clIcdSetPlatformDispatchDataKHR(%p) = %d", (void *)id, error);
    if (error != CL_SUCCESS)
        return verdict_refuse(details, VERDICT_PLATFORM_ICD2_REFUSED,
                              "clIcdSetPlatformDispatchDataKHR returned %d", error);
    os_copy_memory(&now, id, sizeof now, &library->image);
    return (const void *)now.data == (const void *)record ? VERDICT_ACCEPTED
                                                          : VERDICT_PLATFORM_ICD2_NO_DATA;
}

/* ---- release ---- */

/* The record of a living loader that the same platform holds or held, or NULL. */
static const struct record *find_heir(const struct record *record)
{
    struct object now = { NULL, NULL };
    const struct record *heir;
    os_copy_memory(&now, record->platform, sizeof now, NULL);
    heir = find_record(now.data, record->platform);
    if (!heir || heir == record) heir = find_record(record->previous, record->platform);
    return heir && heir != record && !heir->abandoned ? heir : NULL;
}

/* Leaves a record to its driver. Objects of another loader may lead to it, so the functions of this
 * library are replaced with those of the other loader. */
static void abandon(struct record *record)
{
    const struct record *heir = find_heir(record);
    for (size_t slot = 0; slot < SLOT_COUNT; slot++)
        if (dispatch_slot(&record->table, slot) == dispatch_fallback(slot))
            dispatch_set_slot(&record->table, slot,
                              heir ? dispatch_slot(&heir->table, slot) : NULL);
    record->abandoned = true;
}

/* Whether no other loader can have met a record: its platform held nothing before, and holds it
 * now. */
static bool is_unshared(const struct record *record)
{
    struct object now = { NULL, NULL };
    os_copy_memory(&now, record->platform, sizeof now, NULL);
    return record->first && (const void *)now.data == (const void *)record;
}

void icd2_release(const struct library *library, enum residency residency)
{
    struct record **place = &records;
    while (*place) {
        struct record *record = *place;
        if (record->low != library->image.low) {
            place = &record->next;
            continue;
        }
        *place = record->next;
        if (residency == RESIDENCY_ENDED || (residency == RESIDENCY_ENDS && is_unshared(record))) {
            memset(record->mark, 0, sizeof record->mark); /* nobody may recognise it as a record */
            free(record);
        } else {
            abandon(record);
        }
    }
}

void icd2_abandon_all(void)
{
    for (; records; records = records->next) abandon(records);
}
