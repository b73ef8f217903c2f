/* SPDX-License-Identifier: Apache-2.0 */
#include "load/detour.h"

#include "base/log.h"
#include "base/os.h"
#include "load/devices.h"
#include "load/filter.h"
#include "load/layer.h"
#include "load/platforms.h"
#include "load/table_check.h"

static void set_slot(size_t slot, function target)
{
    function *address = (function *)(void *)&detour.table + slot;
#ifdef __GNUC__
    __atomic_store_n(address, target, __ATOMIC_RELEASE);
#else
    *(function volatile *)address = target;
#endif
}

/* What a call of a slot goes through below all layers; NULL, if that is allowed, if it may go
 * directly to the driver. */
static function function_below_layers(size_t slot, bool may_be_null)
{
    enum care care = table_care(slot);
    function filter = filter_function(slot);
    bool is_by_handle = dispatch_checked(slot) != dispatch_resolved(slot);
    if (filter) return filter;
    /* No driver promises to have the functions of extensions. */
    if (dispatch_info[slot].version == 0 && care < CARE_CHECKED) care = CARE_CHECKED;
    if (care == CARE_RESOLVED) return dispatch_resolved(slot);
    if (care == CARE_DIRECT && may_be_null && is_by_handle) return NULL;
    return dispatch_checked(slot);
}

static struct dispatch terminator;

const struct dispatch *detour_terminator(void)
{
    for (size_t slot = 0; slot < SLOT_COUNT; slot++)
        dispatch_set_slot(&terminator, slot, function_below_layers(slot, false));
    return &terminator;
}

/* Any mixture of old and new slots is valid, so calls may continue meanwhile. */
void detour_set(void)
{
    /* Without a driver, the loader has checked no table: all objects come from other loaders. */
    bool known = platforms_snapshot().count > 0;
    if (!known && !layer_has_any()) return; /* as at the start, every function is resolved */
    if (!os_protect(&detour, sizeof detour, true)) {
        /* The table stays as it is. That is right for all drivers, only slower. */
        log_line(LOG_ERROR, LOG_TABLE,
                 "the system refuses to change memory protection: layers are not called");
        if (filter_has_any()) devices_hide_all(VERDICT_DEVICES_PROTECTED);
        return;
    }
    /* A call may reach a layer or a filter without having waited until it is ready. */
    if (layer_has_any() || filter_has_any()) os_process_barrier();
    for (size_t slot = 0; slot < SLOT_COUNT; slot++) {
        function layer = layer_function(slot);
        function lower = known ? function_below_layers(slot, true) : dispatch_resolved(slot);
        set_slot(slot, layer ? layer : lower);
    }
    os_protect(&detour, sizeof detour, false);
}

bool detour_close(void)
{
    if (!os_protect(&detour, sizeof detour, true)) return false;
    for (size_t slot = 0; slot < SLOT_COUNT; slot++) set_slot(slot, dispatch_missing(slot));
    os_protect(&detour, sizeof detour, false);
    return true;
}
