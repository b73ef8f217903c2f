/* SPDX-License-Identifier: Apache-2.0 */
#include "load/lifecycle.h"

#include "base/log.h"
#include "base/os.h"
#include "base/settings.h"
#include "load/detour.h"
#include "load/layer.h"
#include "load/loading.h"
#include "load/parallel.h"
#include "load/platforms.h"

/* ---- unload or end of the program? ---- */

static atomic_bool exiting;
static bool exit_is_hidden; /* the end of the program can't be noticed */
static bool never_unloaded; /* nothing can unload this library */

/* If the library can be unloaded: the end of the program calls this before the library's
 * destructor, an unload calls it afterwards. So the destructor knows which of the two it is. */
static void mark_exiting(void *nothing)
{
    (void)nothing;
    atomic_store(&exiting, true);
}

/* ---- loading once ---- */

enum { IDLE = 0, LOADED = -1 }; /* any other state is the number of the loading thread */
static atomic_int state = IDLE;
/* How many threads wait for the end of loading. May be too high in a forked child. */
static atomic_int waiting;

/* Whether the loading thread does not belong to this process, which was forked meanwhile, or has
 * ended, because a driver ended it. */
static bool is_loading_thread_gone(int loading)
{
    return !os_is_thread_alive(loading) && atomic_load(&state) == loading;
}

static void load_all(void)
{
    bool sees = never_unloaded || os_at_exit(mark_exiting);
    loading_run();
    exit_is_hidden = !never_unloaded && (!sees || os_is_exit_hidden());
    if ((platforms_snapshot().count > 0 || layer_has_any()) && exit_is_hidden) os_pin_loader();
}

static bool load_once(void)
{
    int thread = os_thread_id();
    int seen = atomic_load_explicit(&state, memory_order_acquire);
    if (seen == IDLE && atomic_compare_exchange_strong_explicit(
                            &state, &seen, thread, memory_order_acq_rel, memory_order_acquire)) {
        int cancel = os_disable_cancel();
        load_all();
        atomic_store(&state, LOADED); /* before `waiting` is read */
        if (atomic_load(&waiting) > 0) os_wake_all(&state);
        os_restore_cancel(cancel);
        return true;
    }
    while (seen != LOADED) {
        /* The thread that would end the wait is this thread, waits for this thread, or does not
         * exist. */
        if (seen == thread || parallel_is_helper(thread) || is_loading_thread_gone(seen))
            return false;
        atomic_fetch_add(&waiting, 1);
        os_wait(&state, seen);
        atomic_fetch_sub(&waiting, 1);
        seen = atomic_load_explicit(&state, memory_order_acquire);
    }
    return true;
}

bool lifecycle_is_loaded(void)
{
    return atomic_load_explicit(&state, memory_order_acquire) == LOADED;
}

bool lifecycle_ensure_loaded(void)
{
    return !lifecycle_is_loaded() && load_once();
}

/* ---- unloading ---- */

void lifecycle_on_load(bool stays)
{
    never_unloaded = stays;
    if (!stays) os_at_exit(mark_exiting);
}

/* Other threads may continue to call, so nothing is closed or freed. Layers may free what they
 * need, so no call may reach them from here on. The layers themselves may still call what is below
 * them. */
static void finish_at_exit(void)
{
    if (!layer_has_any()) return;
    if (!detour_close()) {
        log_line(LOG_ERROR, LOG_LAYER,
                 "the system refuses to change memory protection: layers do not learn that the "
                 "program ends");
        return;
    }
    extensions_close();
    layer_deinit_all();
}

static void finish_at_unload(void)
{
    detour_close();
    extensions_close();
    layer_deinit_all();
    loading_undo(!setting_flag(SETTING_NO_UNLOADING));
}

/* Whether the program ends, or may be ending. */
static bool is_program_exit(void)
{
#ifdef CLRELAY_STATIC
    return true; /* this code ends with the program or library that contains it */
#else
    return atomic_load(&exiting) || exit_is_hidden || never_unloaded;
#endif
}

void lifecycle_on_unload(void)
{
    if (atomic_load(&state) != LOADED) return;
    if (setting_flag(SETTING_LEGACY_TERMINATION)) return;
    if (is_program_exit()) finish_at_exit();
    else finish_at_unload();
}

#if defined(CLRELAY_STATIC) && defined(__ELF__)
/* Runs at the end of the program or library that contains this one, after its destructors and those
 * of its global objects: none of them has a lower number. (It is here because the linker leaves out
 * a file without a needed function.) */
__attribute__((destructor(101))) static void on_end(void)
{
    lifecycle_on_unload();
}
#endif
