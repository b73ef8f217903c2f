/* SPDX-License-Identifier: Apache-2.0 */
#include "load/lifecycle.h"

#include "load/driver.h"
#include "answer/extensions.h"
#include "load/layer.h"
#include "find/search.h"
#include "find/select.h"
#include "base/settings.h"
#include "load/table.h"

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
#include "api/entry_points.h"
    };
    return by_handle[slot];
}

/* How a call of a slot must look before it jumps, without layers; NULL: it may go straight. */
static function bottom_of(size_t slot, bool straight)
{
    enum care care = table_care(slot);
    /* No driver promises to have the functions of extensions. */
    if (dispatch_facts[slot].version == 0 && care < CARE_CAREFUL) care = CARE_CAREFUL;
    if (!is_by_handle(slot) || care == CARE_JUDGED) return dispatch_judged(slot);
    if (care == CARE_STRAIGHT && straight) return NULL;
    return dispatch_careful(slot);
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
    if (!known && !layer_any()) return; /* all is judged from the start */
    if (!os_protect(&detour, sizeof detour, true)) {
        /* Then it stays so, which is right for all drivers, and only takes longer. */
        log_line(LOG_ERROR, LOG_TABLE, "the system refuses to change memory: layers are not called");
        return;
    }
    /* A call with a NULL handle may come to a layer without having waited for it to be ready. */
    if (layer_any()) os_make_known();
    for (size_t slot = 0; slot < SLOT_COUNT; slot++) {
        function layer = layer_function(slot);
        function below = known ? bottom_of(slot, true) : dispatch_judged(slot);
        set_slot(slot, layer ? layer : below);
    }
    os_protect(&detour, sizeof detour, false);
}

/* From now on every call fails, but those that are on their way. False: the system refuses it. */
static bool close_detour(void)
{
    if (!os_protect(&detour, sizeof detour, true)) return false;
    for (size_t slot = 0; slot < SLOT_COUNT; slot++) set_slot(slot, dispatch_missing(slot));
    os_protect(&detour, sizeof detour, false);
    return true;
}

/* ---- loading ---- */

/*
 * Threads that work for the loading one: what a driver calls on them is as good as called by that
 * one, and must not wait for it.
 */
enum { MOST_HELPERS = 16 };
static atomic_int helpers[MOST_HELPERS];

static bool is_helper(int thread)
{
    for (int i = 0; i < MOST_HELPERS; i++)
        if (atomic_load(&helpers[i]) == thread) return true;
    return false;
}

static atomic_int *enlist(void)
{
    int thread = os_thread(), none;
    for (int i = 0;; i = (i + 1) % MOST_HELPERS) {
        none = 0;
        if (atomic_compare_exchange_strong(&helpers[i], &none, thread)) return &helpers[i];
    }
}

static void list(void *driver)
{
    atomic_int *place = enlist();
    driver_list(driver);
    atomic_store(place, 0);
}

static void count(void *platform)
{
    atomic_int *place = enlist();
    driver_count_devices(platform, PLATFORM_ALL);
    atomic_store(place, 0);
}

static void order_platforms(void)
{
    struct platform_view now = platforms_now();
    struct platform **at = malloc((now.count + 1) * sizeof *at);
    if (at && now.count > 0) memcpy(at, now.at, now.count * sizeof *at);
    if (now.count > 1 && setting_flag(SETTING_PARALLEL) && select_needs_devices())
        os_side_by_side(count, (void *const *)now.at, now.count, MOST_HELPERS);
    if (!at || !select_order(at, now.count, driver_count_devices) || !platforms_reorder(at))
        log_line(LOG_ERROR, LOG_PLATFORM, "out of memory: the platforms are not sorted");
    free(at);
    now = platforms_now();
    for (size_t i = now.count; i-- > 0;) driver_note_place(now.at[i], i);
    platforms_choose(select_default(now.at, now.count));
}

static atomic_bool exiting;
static bool blind;        /* the program's end cannot be seen */
static bool came_to_stay; /* nothing can unload this library */

/* Where the library can be unloaded, the program's end calls this before the library's own end, and an unload
 * after it: so the library's end knows which of the two it is. */
static void note_exit(void *nothing)
{
    (void)nothing;
    atomic_store(&exiting, true);
}

/* Libraries that were opened may have changed what is the program's: that is put back, or at least
 * told, with the name of the one that did it where that is known. */
static void tidy(struct candidate *culprit)
{
    char words[256];
    if ((culprit && !culprit->opened) || !os_restore_state(words, sizeof words)) return;
    if (culprit) candidate_set(&culprit->changed, words);
    log_line(LOG_WARNING, culprit && culprit->kind == CANDIDATE_LAYER ? LOG_LAYER : LOG_DRIVER,
             "%s has changed what is the program's: %s", culprit ? culprit->library : "a driver",
             words);
}

/* Opens the driver of a candidate, if the user wants it. */
static struct driver *open_driver(struct candidate *candidate)
{
    const char *by = NULL;
    enum verdict verdict;
    if (candidate->kind != CANDIDATE_DRIVER || candidate->verdict != VERDICT_UNTRIED) return NULL;
    verdict = select_driver(candidate, &by);
    if (verdict != VERDICT_UNTRIED) {
        candidate_judge(candidate, verdict, "%s", by);
        candidate_report(candidate);
        return NULL;
    }
    return setting_flag(SETTING_SEARCH_ONLY) ? NULL : driver_open(candidate);
}

/* Opens all drivers one after the other, because the system does no more, then asks all at once.
 * The platforms are taken in order, so they are the same in the end. False: no memory. */
static bool load_side_by_side(void)
{
    size_t candidates = 0, opened = 0;
    struct driver **drivers;
    for (const struct candidate *it = candidate_first(); it; it = it->next) candidates++;
    drivers = malloc((candidates + 1) * sizeof *drivers);
    if (!drivers) return false;
    for (struct candidate *it = candidate_first(); it; it = it->next) {
        drivers[opened] = open_driver(it);
        if (drivers[opened]) opened++;
        tidy(it);
    }
    os_side_by_side(list, (void *const *)drivers, opened, MOST_HELPERS);
    for (size_t i = 0; i < opened; i++) driver_take(drivers[i]);
    free(drivers);
    return true;
}

static void load_drivers(void)
{
    search_drivers();
    if (!setting_flag(SETTING_PARALLEL) || !load_side_by_side())
        for (struct candidate *it = candidate_first(); it; it = it->next) {
            struct driver *driver = open_driver(it);
            if (driver) {
                driver_list(driver);
                driver_take(driver);
            }
            tidy(it);
        }
    order_platforms();
    tidy(NULL); /* what was asked side by side, and for devices, has no culprit */
}

static void load_layers(void)
{
    bool legacy = setting_flag(SETTING_LEGACY_TERMINATION);
    search_layers();
    for (struct candidate *it = candidate_first(); it; it = it->next) {
        if (it->kind != CANDIDATE_LAYER || it->verdict != VERDICT_UNTRIED) continue;
        if (setting_flag(SETTING_SEARCH_ONLY)) continue;
        if (!layer_any()) set_bottom();
        layer_load(it, legacy);
        tidy(it);
    }
}

static void load(void)
{
    bool sees = came_to_stay || os_at_exit(note_exit);
    os_own_folder(); /* known from now on, because the report may be made by many threads */
    settings_read();
    os_note_state();
    log_start();
    settings_report();
    load_drivers();
    load_layers();
    os_forget_state();
    set_detour();
    blind = !sees || os_cannot_see_exit();
    if ((platforms_now().count > 0 || layer_any()) && blind) os_stay_loaded();
    select_report();
    settings_report();
    log_line(LOG_INFO, LOG_PLATFORM, "platforms: %zu", platforms_now().count);
}

/* ---- once ---- */

enum { IDLE = 0, LOADED = -1 }; /* any other state is the number of the thread that is loading */
static atomic_int state = IDLE;

/* Whether the thread that is loading is none of this process, which was forked meanwhile; or is no
 * more, because a driver has ended it. */
static bool is_gone(int loading)
{
    return !os_thread_lives(loading) && atomic_load(&state) == loading;
}

static bool start(void)
{
    int thread = os_thread();
    int seen = atomic_load_explicit(&state, memory_order_acquire);
    if (seen == IDLE &&
        atomic_compare_exchange_strong_explicit(&state, &seen, thread, memory_order_acq_rel,
                                                memory_order_acquire)) {
        int cancel = os_forbid_cancel();
        load();
        atomic_store_explicit(&state, LOADED, memory_order_release);
        os_wake_all(&state);
        os_allow_cancel(cancel);
        return true;
    }
    while (seen != LOADED) {
        /* The thread that would end the wait is this one, waits for this one, or is not there. */
        if (seen == thread || is_helper(thread) || is_gone(seen)) return false;
        os_wait(&state, seen);
        seen = atomic_load_explicit(&state, memory_order_acquire);
    }
    return true;
}

bool lifecycle_is_done(void)
{
    return atomic_load_explicit(&state, memory_order_acquire) == LOADED;
}

bool lifecycle_start(void)
{
    return !lifecycle_is_done() && start();
}

/* ---- leaving ---- */

void lifecycle_arrive(bool stays)
{
    came_to_stay = stays;
    if (!stays) os_at_exit(note_exit);
}

/*
 * Other threads may go on calling, so nothing is closed and nothing is freed. Layers may free what
 * they need, so from here on no call may reach them; they themselves may still call what is below
 * them.
 */
static void leave_at_exit(void)
{
    if (!layer_any()) return;
    if (!close_detour()) {
        log_line(LOG_ERROR, LOG_LAYER,
                 "the system refuses to change memory: layers are not told that the program ends");
        return;
    }
    extensions_close();
    layer_deinit_all();
}

static void leave_at_unload(void)
{
    bool close = !setting_flag(SETTING_NO_UNLOADING);
    close_detour();
    extensions_close();
    layer_deinit_all();
    layer_unload_all(close);
    driver_unload_all(close);
    platforms_forget();
    dispatch_forget();
    extensions_forget();
    candidates_forget();
    select_forget();
    log_end();
    settings_forget();
}

/* Whether the program ends, or may be ending for all that can be known. */
static bool is_exit(void)
{
#ifdef CLRELAY_STATIC
    return true; /* it ends with what it is a part of */
#else
    return atomic_load(&exiting) || blind || came_to_stay;
#endif
}

void lifecycle_leave(void)
{
    if (atomic_load(&state) != LOADED) return;
    if (setting_flag(SETTING_LEGACY_TERMINATION)) return;
    if (is_exit()) leave_at_exit();
    else leave_at_unload();
}

#if defined(CLRELAY_STATIC) && defined(__ELF__)
/*
 * The end of the program, or of the library, that this one is a part of: after its destructors and
 * those of its global objects, none of which has a lower number. (Here, because a file that nobody
 * needs a function of would not be linked.)
 */
__attribute__((destructor(101))) static void leave(void)
{
    lifecycle_leave();
}
#endif
