/* SPDX-License-Identifier: Apache-2.0 */
#include "lifecycle.h"

#include "driver.h"
#include "layer.h"
#include "search.h"
#include "select.h"
#include "settings.h"
#include "table.h"

#include <stdlib.h>
#include <string.h>

/* ---- detour ---- */

static void set_slot(size_t slot, function target)
{
    function *place = (function *)(void *)&detour.go + slot;
#ifdef __GNUC__
    __atomic_store_n(place, target, __ATOMIC_RELEASE);
#else
    *(function volatile *)place = target;
#endif
}

static bool is_by_handle(size_t slot)
{
    static const bool by_handle[SLOT_COUNT] = {
#define BY_HANDLE(version, type, name, ...) [SLOT_OF(name)] = true,
#define BY_ARRAY(version, type, name, ...)
#define BY_PROPERTIES(version, type, name, ...)
#define BY_LOADER(version, type, name, ...)
#include "entry_points.h"
    };
    return by_handle[slot];
}

/* How a call of a slot must look before it jumps, without layers; NULL: it may go straight. */
static function bottom_of(size_t slot, bool straight)
{
    enum care care = table_care(slot);
    /* No driver promises to have the functions of extensions. */
    if (dispatch_facts[slot].version == 0 && care < CARE_CAREFUL) care = CARE_CAREFUL;
    if (!is_by_handle(slot) || care == CARE_JUDGED) return dispatch_slot(&dispatch_judged, slot);
    if (care == CARE_STRAIGHT && straight) return NULL;
    return dispatch_slot(&dispatch_careful, slot);
}

/* What the innermost layer calls: complete, because layers do not know about going straight. */
static struct dispatch bottom;

static void set_bottom(void)
{
    for (size_t slot = 0; slot < SLOT_COUNT; slot++)
        dispatch_set_slot(&bottom, slot, bottom_of(slot, false));
    layer_set_bottom(&bottom);
}

/* Any mixture of old and new slots is valid, so calls may go on meanwhile. */
static void set_detour(void)
{
    /* With no driver of its own the loader knows nothing about objects that others may bring. */
    bool known = platforms_now().count > 0;
    os_protect(&detour, sizeof detour, true);
    for (size_t slot = 0; slot < SLOT_COUNT; slot++) {
        function layer = layer_function(slot);
        function below = known ? bottom_of(slot, true) : dispatch_slot(&dispatch_judged, slot);
        set_slot(slot, layer ? layer : below);
    }
    os_protect(&detour, sizeof detour, false);
}

/* From now on every call fails. */
static void close_detour(void)
{
    os_protect(&detour, sizeof detour, true);
    for (size_t slot = 0; slot < SLOT_COUNT; slot++)
        set_slot(slot, dispatch_slot(&dispatch_missing, slot));
}

/* ---- loading ---- */

static void order_platforms(void)
{
    struct platform_view now = platforms_now();
    struct platform **at = malloc((now.count + 1) * sizeof *at);
    if (at && now.count > 0) memcpy(at, now.at, now.count * sizeof *at);
    if (!at || !select_order(at, now.count, driver_count_devices) || !platforms_reorder(at))
        log_line(LOG_ERROR, LOG_PLATFORM, "out of memory: the platforms are not sorted");
    free(at);
    now = platforms_now();
    platforms_choose(select_default(now.at, now.count));
}

static atomic_bool exiting;

/* At the program's end this is called before the library's own end, at an unload after it: so the
 * library's end knows which of the two it is. */
static void note_exit(void *nothing)
{
    (void)nothing;
    atomic_store(&exiting, true);
}

/* Registered after the layers were opened, and so called before their own ends. */
static void deinit_layers(void *nothing)
{
    (void)nothing;
    layer_deinit_all();
}

static void load_drivers(void)
{
    search_drivers();
    for (struct candidate *it = candidate_first(); it; it = it->next) {
        const char *by = NULL;
        enum verdict verdict;
        if (it->kind != CANDIDATE_DRIVER || it->verdict != VERDICT_UNTRIED) continue;
        verdict = select_driver(it, &by);
        if (verdict == VERDICT_UNTRIED) {
            if (!setting_flag(SETTING_SEARCH_ONLY)) driver_load(it);
        } else {
            candidate_judge(it, verdict, "%s", by);
            candidate_report(it);
        }
    }
    order_platforms();
}

static void load_layers(void)
{
    bool legacy = setting_flag(SETTING_LEGACY_TERMINATION);
    set_bottom();
    search_layers();
    for (struct candidate *it = candidate_first(); it; it = it->next)
        if (it->kind == CANDIDATE_LAYER && it->verdict == VERDICT_UNTRIED &&
            !setting_flag(SETTING_SEARCH_ONLY))
            layer_load(it, legacy);
    if (layer_any() && !legacy) os_at_exit(deinit_layers);
}

static void load(void)
{
    os_at_exit(note_exit);
    settings_read();
    log_start();
    settings_report();
    load_drivers();
    load_layers();
    set_detour();
    select_report();
    settings_report();
    log_line(LOG_INFO, LOG_PLATFORM, "platforms: %zu", platforms_now().count);
}

/* ---- once ---- */

enum { IDLE = 0, LOADED = -1 }; /* any other state is the number of the thread that is loading */
static atomic_int state = IDLE;
static atomic_int loading_process;

static bool start(void)
{
    int thread = os_thread(), process = os_process();
    int seen = atomic_load_explicit(&state, memory_order_acquire);
    if (seen == IDLE) {
        /* Before the exchange, so that whoever finds a thread's number in `state` also finds its
         * process here; all threads of a process store the same. */
        atomic_store_explicit(&loading_process, process, memory_order_relaxed);
        if (atomic_compare_exchange_strong_explicit(&state, &seen, thread, memory_order_acq_rel,
                                                    memory_order_acquire)) {
            int cancel = os_forbid_cancel();
            load();
            atomic_store_explicit(&state, LOADED, memory_order_release);
            os_wake_all(&state);
            os_allow_cancel(cancel);
            return true;
        }
    }
    while (seen != LOADED) {
        /* The thread that would end the wait is this one, or is not in this process. */
        if (seen == thread || atomic_load_explicit(&loading_process, memory_order_relaxed) != process)
            return false;
        os_wait(&state, seen);
        seen = atomic_load_explicit(&state, memory_order_acquire);
    }
    return true;
}

bool lifecycle_start(void)
{
    if (atomic_load_explicit(&state, memory_order_acquire) == LOADED) return false;
    return start();
}

/* ---- leaving ---- */

void lifecycle_leave(void)
{
    bool close;
    if (atomic_load(&state) != LOADED || atomic_load(&exiting) || os_cannot_see_exit()) return;
    if (setting_flag(SETTING_LEGACY_TERMINATION)) return;
    close = !setting_flag(SETTING_NO_UNLOADING);
    close_detour();
    layer_deinit_all();
    layer_unload_all(close);
    driver_unload_all(close);
    platforms_forget();
    dispatch_forget();
    candidates_forget();
    select_forget();
    log_end();
    settings_forget();
}
