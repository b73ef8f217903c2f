/* SPDX-License-Identifier: Apache-2.0 */
#include "load/loading.h"

#include "base/log.h"
#include "base/settings.h"
#include "find/choice.h"
#include "find/patterns.h"
#include "find/search.h"
#include "load/detour.h"
#include "load/devices.h"
#include "load/driver.h"
#include "load/duplicates.h"
#include "load/layer.h"
#include "load/order.h"
#include "load/parallel.h"
#include "load/progress.h"

#include <stdlib.h>
#include <string.h>

/* Returns the index of the default platform. */
static size_t order_platforms(void)
{
    struct platform_view now = platforms_snapshot();
    struct platform **at = malloc((now.count + 1) * sizeof *at);
    size_t count = now.count;
    bool sorted, reordered;
    if (at && now.count > 0) memcpy(at, now.at, now.count * sizeof *at);
    if (now.count > 1 && setting_flag(SETTING_PARALLEL) && order_needs_devices())
        parallel_count(now.at, now.count);
    sorted = at && order_sort(at, count);
    if (!sorted) devices_doubt_numbers("there was no memory to sort the platforms");
    if (at && devices_are_chosen()) count = devices_choose(at, count);
    reordered = at && platforms_reorder(at, count);
    if (!reordered || !sorted)
        log_line(LOG_ERROR, LOG_PLATFORM, "out of memory: the platforms are not sorted");
    if (reordered) devices_leave_out(at + count, now.count - count);
    else if (devices_are_chosen()) devices_hide_all(VERDICT_OUT_OF_MEMORY);
    free(at);
    now = platforms_snapshot();
    for (size_t i = now.count; i-- > 0;) platforms_set_index(now.at[i], i);
    return order_default(now.at, now.count);
}

/* Restores the process state that opened libraries have changed, or at least reports it, with the
 * name of the library if it is known. */
static void restore_process_state(struct candidate *culprit)
{
    char words[256];
    if ((culprit && !culprit->opened) || !os_restore_state(words, sizeof words)) return;
    if (culprit) candidate_set_text(&culprit->changed, words);
    log_line(LOG_WARNING, culprit && culprit->kind == CANDIDATE_LAYER ? LOG_LAYER : LOG_DRIVER,
             "%s has changed the state of the process: %s", culprit ? culprit->library : "a driver",
             words);
}

/* Opens the driver of a candidate if the user wants it. */
static struct driver *open_if_wanted(struct candidate *candidate)
{
    const char *by = NULL;
    enum verdict verdict;
    if (candidate->kind != CANDIDATE_DRIVER || candidate->verdict != VERDICT_UNTRIED) return NULL;
    verdict = choice_of_driver(candidate, &by);
    if (verdict != VERDICT_ACCEPTED) {
        candidate_set_verdict(candidate, verdict, by);
        return NULL;
    }
    if (setting_flag(SETTING_SEARCH_ONLY)) return NULL;
    progress_note("driver", candidate->origin ? candidate->origin : candidate->library);
    return driver_open(candidate);
}

/* An array with room for all candidates, or NULL. */
static struct driver **make_room(void)
{
    size_t count = 1;
    for (const struct candidate *candidate = candidate_first(); candidate;
         candidate = candidate->next)
        count++;
    return malloc(count * sizeof(struct driver *));
}

/* Opens all drivers one after the other, because the dynamic linker does one thing at a time. In
 * parallel mode it asks all of them afterwards, if there is memory for that. Publishes the
 * platforms in order, so the result is the same. Returns the index of the default platform. */
static size_t load_drivers(void)
{
    struct driver **opened = NULL;
    size_t count = 0, chosen;
    search_drivers();
    if (setting_flag(SETTING_PARALLEL)) opened = make_room();
    for (struct candidate *candidate = candidate_first(); candidate; candidate = candidate->next) {
        struct driver *driver = open_if_wanted(candidate);
        if (driver && opened) {
            opened[count++] = driver;
        } else if (driver) {
            driver_list_platforms(driver);
            driver_publish(driver);
        }
        restore_process_state(candidate);
    }
    progress_note("drivers", ""); /* from here on they are asked together */
    if (opened) parallel_list(opened, count);
    for (size_t i = 0; i < count; i++) driver_publish(opened[i]);
    free(opened);
    chosen = order_platforms();
    /* Of the drivers that were asked in parallel, or whose devices were counted, any may have
     * changed the state. */
    if (setting_flag(SETTING_PARALLEL) || devices_are_chosen() ||
        (platforms_snapshot().count > 1 && order_needs_devices()))
        restore_process_state(NULL);
    return chosen;
}

static void load_layers(void)
{
    const struct dispatch *terminator = NULL;
    search_layers();
    for (struct candidate *candidate = candidate_first(); candidate; candidate = candidate->next) {
        if (candidate->kind != CANDIDATE_LAYER || candidate->verdict != VERDICT_UNTRIED) continue;
        if (setting_flag(SETTING_SEARCH_ONLY)) continue;
        if (!terminator) terminator = detour_terminator();
        progress_note("layer", candidate->origin ? candidate->origin : candidate->library);
        layer_load(candidate, terminator);
        restore_process_state(candidate);
    }
}

void loading_run(void)
{
    size_t chosen;
    os_loader_folder(); /* determined now, because many threads may make the report later */
    settings_read();
    os_save_state();
    log_start();
    log_settings();
    /* Whoever asks meanwhile, a layer or a forked child for example, must not see what is
     * hidden. */
    if (devices_are_chosen()) platforms_set_default(SIZE_MAX);
    chosen = load_drivers();
    if (!devices_are_chosen()) platforms_set_default(chosen);
    load_layers();
    progress_end();
    os_discard_state();
    detour_set();
    platforms_set_default(chosen);
    choice_warn_unmatched();
    order_warn_unmatched();
    devices_warn_unmatched();
    log_settings();
    log_line(LOG_INFO, LOG_PLATFORM, "platforms: %zu", platforms_snapshot().count);
}

void loading_undo(bool close)
{
    layer_unload_all(close);
    driver_unload_all(close);
    platforms_free();
    devices_free();
    dispatch_free_patches();
    extensions_free();
    duplicates_forget();
    candidates_free();
    patterns_forget();
    log_end();
    settings_free();
    os_forget_errors();
    os_forget_loader_folder();
}
