/* SPDX-License-Identifier: Apache-2.0 */
#include "hints.h"
#include "hint_subjects.h"

#include <stdio.h>

static const struct {
    const char *id;
    enum site_list list;
    const char *functions; /* a pattern of the functions whose lines count; NULL: all */
} rows[HINT_COUNT] = {
#define HINT(name, id, list, functions) { id, list, functions },
#include "hint_rows.h"
};

const char *hint_id_text(enum hint_id id)
{
    return rows[id].id;
}

double hint_percent(uint64_t part, const struct tally *tally)
{
    return tally->host_time ? 100 * (double)part / (double)tally->host_time : 0;
}

const char *hint_share(char text[SHARE], uint64_t part, const struct tally *tally)
{
    if (part > tally->host_time)
        snprintf(text, SHARE, "longer than from the first call to the last");
    else snprintf(text, SHARE, "%.0f %% of the time", hint_percent(part, tally));
    return text;
}

char *hint_device(const struct tally *tally, size_t device)
{
    const struct model_device *about = &tally->model->devices[device];
    const bool has_name = about->name && *about->name;
    if (tally->model->device_count == 1)
        return text_format("%s", has_name ? about->name : "The device");
    return text_format("Device %u%s%s", about->number, has_name ? ", " : "",
                       has_name ? about->name : "");
}

bool hint_has_all_commands(const struct tally *tally)
{
    const struct recording *recording = tally->model->recording;
    return recording_has_functions(recording) &&
           !(atomic_load(&recording->file->state) & RECORD_RESUMED);
}

bool hint_knows_idle_times(const struct tally *tally)
{
    return hint_has_all_commands(tally) && !(tally->model->recording->file->options & RECORD_DATA);
}

void hint_add(struct hints *hints, enum hint_id id, uint64_t time, char *text, const char *advice)
{
    if (time > 0 && time < LEAST_TIME) { /* a habit without a time counts by its number */
        free(text);
        return;
    }
    *hints_add(hints) = (struct hint){ id, text, text_format("%s", advice), time, { NULL, 0, 0 } };
}

static int by_time(const void *a, const void *b)
{
    const struct hint *left = a, *right = b;
    return (left->time < right->time) - (left->time > right->time);
}

/* The lines of the program that a hint concerns. */
static struct sorted_sites sites_of(const struct hint *hint, const struct tally *tally)
{
    const enum site_list list = rows[hint->id].list;
    if (list == SITE_LISTS) return (struct sorted_sites){ NULL, 0, 0 };
    return site_tallies_sorted(&tally->sites, list, rows[hint->id].functions);
}

struct hints hints_make(const struct tally *tally)
{
    struct hints hints = { NULL, 0, 0 };
    hints_of_calls(&hints, tally);
    hints_of_device(&hints, tally);
    hints_of_transfers(&hints, tally);
    hints_of_objects(&hints, tally);
    ARRAY_SORT(&hints, by_time);
    for (size_t i = 0; i < hints.count; i++) {
        struct hint *hint = &hints.items[i];
        hint->sites = sites_of(hint, tally);
    }
    return hints;
}

void hints_free(struct hints *hints)
{
    for (size_t i = 0; i < hints->count; i++) {
        struct hint *hint = &hints->items[i];
        free(hint->text);
        free(hint->advice);
        free(hint->sites.items);
    }
    free(hints->items);
}
