/* SPDX-License-Identifier: Apache-2.0 */
#include "lifecycle.h"

#include "driver.h"
#include "search.h"
#include "select.h"
#include "settings.h"

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

/* Where a call may go straight to the object's own table: where no loaded driver's table has a
 * gap, and never for extension functions, which no driver promises to have. */
static bool may_go_straight(size_t slot)
{
    bool by_handle[SLOT_COUNT] = {
#define BY_HANDLE(version, type, name, ...) [SLOT_OF(name)] = true,
#define BY_ARRAY(version, type, name, ...)
#define BY_PROPERTIES(version, type, name, ...)
#define BY_LOADER(version, type, name, ...)
#include "entry_points.h"
    };
    return by_handle[slot] && dispatch_facts[slot].version != 0 && !driver_needs_care(slot);
}

/* Any mixture of old and new slots is valid, so calls may go on meanwhile. */
static void set_detour(void)
{
    os_protect(&detour, sizeof detour, true);
    for (size_t slot = 0; slot < SLOT_COUNT; slot++)
        set_slot(slot, may_go_straight(slot) ? NULL : dispatch_slot(&dispatch_careful, slot));
    os_protect(&detour, sizeof detour, false);
}

/* ---- loading ---- */

static void sort_platforms(void)
{
    struct platform_view now = platforms_now();
    const char *order = setting_text(SETTING_PLATFORM_SORT);
    struct platform **at;
    if (strcmp(order, "none") == 0) return;
    if (strcmp(order, "devices") != 0)
        log_line(LOG_WARNING, "%s is '%s', neither devices nor none: devices is used",
                 setting_name(SETTING_PLATFORM_SORT), order);
    if (now.count < 2) return;
    at = malloc(now.count * sizeof *at);
    if (at) memcpy(at, now.at, now.count * sizeof *at);
    if (!at || !select_by_devices(at, now.count, driver_count_devices) || !platforms_reorder(at))
        log_line(LOG_WARNING, "out of memory: the platforms are not sorted");
    free(at);
}

static void choose_default(void)
{
    size_t count = platforms_now().count;
    unsigned index = 0;
    bool number = setting_number(SETTING_DEFAULT_PLATFORM, &index);
    if (!number || (index >= count && count > 0))
        log_line(LOG_WARNING, "%s is '%s', and there are %zu platforms, counted from 0",
                 setting_name(SETTING_DEFAULT_PLATFORM), setting_text(SETTING_DEFAULT_PLATFORM),
                 count);
    platforms_choose(number ? index : SIZE_MAX);
}

static void load(void)
{
    settings_read();
    log_start();
    search_drivers();
    for (struct candidate *it = candidate_first(); it; it = it->next)
        if (it->verdict == VERDICT_UNTRIED) driver_load(it);
    sort_platforms();
    choose_default();
    if (platforms_now().count > 0) set_detour();
    log_line(LOG_INFO, "%zu platforms", platforms_now().count);
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
