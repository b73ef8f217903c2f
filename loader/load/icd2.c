/* SPDX-License-Identifier: Apache-2.0 */
#include "load/icd2.h"

#include "base/log.h"

#include <stdlib.h>
#include <string.h>

/*
 * The dispatch data of a platform of cl_khr_icd 2.0: the table, and what this loader needs to
 * recognise it. A call uses nothing but the table, because another loader in the process may have
 * given the driver data of another kind. A managed table never moves, and it lives as long as the
 * driver may hold it.
 */
struct managed {
    struct dispatch table;
    char mark[16];
    struct managed *self; /* with the mark, proof that this is a managed table */
    cl_platform_id platform;
    struct managed *previous; /* what the platform held before; may be freed */
    bool first;     /* `previous` was nothing, or the managed table of a loader that is gone */
    bool abandoned; /* the loader that made it is gone */
    uintptr_t low;  /* the start of its driver's library */
    struct managed *next;
};

static struct managed *all;

static const char mark[16] = "clrelay managed";

/* The dispatch data of a platform if it is a managed table of a loader of this kind, else NULL. */
static struct managed *find_managed(const void *data, cl_platform_id id)
{
    struct managed copy;
    if (!data || os_copy_memory(&copy, data, sizeof copy, NULL) < sizeof copy) return NULL;
    if (memcmp(copy.mark, mark, sizeof mark) != 0 || (const void *)copy.self != data ||
        copy.platform != id)
        return NULL;
    return copy.self;
}

/* A managed table for a platform: the one that it holds from a loader that is gone, or a new one.
 * Without reuse, a driver that outlives many loaders would hold a table from each. */
static struct managed *make_managed(const struct library *library, cl_platform_id id,
                                    const struct object *object)
{
    struct managed *held = find_managed(object->data, id);
    struct managed *mine = held && held->abandoned ? held : calloc(1, sizeof *mine);
    if (!mine) return NULL;
    /* Calls may be using an inherited table, so each slot stays as it is until it is filled
     * again. */
    memcpy(mine->mark, mark, sizeof mark);
    mine->self = mine;
    mine->platform = id;
    if (held != mine) mine->previous = held;
    mine->first = !object->data || held == mine;
    mine->abandoned = false;
    mine->low = library->image.low;
    mine->next = all;
    all = mine;
    return mine;
}

enum verdict icd2_manage_table(const struct icd *icd, cl_platform_id id,
                               const struct object *object, const struct dispatch **managed,
                               struct details *details)
{
    const struct library *library = &icd->library;
    struct managed *mine;
    struct object now = { NULL, NULL };
    cl_int error;
    static const char get_name[] = "clIcdGetFunctionAddressForPlatformKHR";
    static const char set_name[] = "clIcdSetPlatformDispatchDataKHR";
    clIcdGetFunctionAddressForPlatformKHR_fn get =
        (clIcdGetFunctionAddressForPlatformKHR_fn)icd_function(icd, get_name);
    clIcdSetPlatformDispatchDataKHR_fn set =
        (clIcdSetPlatformDispatchDataKHR_fn)icd_function(icd, set_name);
    if (!get || !set)
        return verdict_explain(details, VERDICT_PLATFORM_ICD2_FUNCTION, "%s",
                               get ? set_name : get_name);
    mine = make_managed(library, id, object);
    if (!mine) return VERDICT_OUT_OF_MEMORY;
    candidate_announce(icd->candidate, CALL_clIcdGetFunctionAddressForPlatformKHR);
    for (size_t slot = 0; slot < SLOT_COUNT; slot++) {
        const char *name = dispatch_name(slot);
        void *address = name ? get(id, name) : NULL;
        function found;
        memcpy(&found, &address, sizeof found);
        found = name ? library_own_function(library, slot, found) : NULL;
        if (name && !found)
            log_line(LOG_DEBUG, LOG_TABLE, "  slot %zu: %s is missing", slot, dispatch_name(slot));
        dispatch_set_slot(&mine->table, slot, found ? found : dispatch_fallback(slot));
    }
    *managed = &mine->table;
#ifdef CLRELAY_STATIC
    /* When the library that contains this one is closed, nothing would take its functions out of
     * the managed table. */
    os_pin_loader();
#endif
    candidate_announce(icd->candidate, CALL_clIcdSetPlatformDispatchDataKHR);
    error = set(id, (void *)mine);
    log_line(LOG_DEBUG, LOG_CALL, "%s: clIcdSetPlatformDispatchDataKHR(%p) = %d",
             icd->candidate->library, (void *)id, error);
    if (error != CL_SUCCESS)
        return verdict_explain(details, VERDICT_PLATFORM_ICD2_REFUSED,
                               "clIcdSetPlatformDispatchDataKHR returned %d", error);
    os_copy_memory(&now, id, sizeof now, &library->image);
    return (const void *)now.data == (const void *)mine ? VERDICT_ACCEPTED
                                                        : VERDICT_PLATFORM_ICD2_NO_DATA;
}

/* ---- release ---- */

/* The managed table of a living loader that the same platform holds or held, or NULL. */
static const struct managed *find_heir(const struct managed *mine)
{
    struct object now = { NULL, NULL };
    const struct managed *heir;
    os_copy_memory(&now, mine->platform, sizeof now, NULL);
    heir = find_managed(now.data, mine->platform);
    if (!heir || heir == mine) heir = find_managed(mine->previous, mine->platform);
    return heir && !heir->abandoned ? heir : NULL;
}

/* Leaves a managed table to its driver. Objects of another loader may lead to it, so the functions
 * of this library are replaced with those of the other loader. */
static void abandon(struct managed *mine)
{
    const struct managed *heir = find_heir(mine);
    for (size_t slot = 0; slot < SLOT_COUNT; slot++)
        if (dispatch_slot(&mine->table, slot) == dispatch_fallback(slot))
            dispatch_set_slot(&mine->table, slot, heir ? dispatch_slot(&heir->table, slot) : NULL);
    mine->abandoned = true;
}

/* Whether no other loader can have met a managed table: its platform held nothing before, and holds
 * it now. */
static bool is_unshared(const struct managed *mine)
{
    struct object now = { NULL, NULL };
    os_copy_memory(&now, mine->platform, sizeof now, NULL);
    return mine->first && (const void *)now.data == (const void *)mine;
}

void icd2_release(const struct library *library, enum residency residency)
{
    struct managed **place = &all;
    while (*place) {
        struct managed *mine = *place;
        if (mine->low != library->image.low) {
            place = &mine->next;
            continue;
        }
        *place = mine->next;
        if (residency == RESIDENCY_ENDED || (residency == RESIDENCY_ENDS && is_unshared(mine))) {
            memset(mine->mark, 0,
                   sizeof mine->mark); /* nobody may recognise it as a managed table */
            free(mine);
        } else {
            abandon(mine);
        }
    }
}

void icd2_abandon_all(void)
{
    for (; all; all = all->next) abandon(all);
}
