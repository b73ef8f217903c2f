/* SPDX-License-Identifier: Apache-2.0 */
/* There may be millions of ranges, and long ones, so their covered time is looked up, not
 * counted. */
#include "range_tallies.h"

#include "time_use.h"

#include <string.h>

/* ---- covered time ---- */

struct span {
    moment begin, end;
    uint64_t before; /* the time that earlier spans cover */
};
ARRAY(spans, struct span);

/* Adds a span to disjoint ones, in order of their beginnings. */
static void cover(struct spans *spans, moment begin, moment end)
{
    struct span *last = spans->count ? &spans->items[spans->count - 1] : NULL;
    const uint64_t before = last ? last->before + (last->end - last->begin) : 0;
    if (end < begin) return;
    if (last && begin <= last->end) {
        if (end > last->end) last->end = end;
        return;
    }
    *spans_add(spans) = (struct span){ begin, end, before };
}

/* The time that is covered until a moment. */
static uint64_t covered_until(const struct spans *spans, moment at)
{
    const struct span *items = spans->items, *span;
    size_t low = 0, high = spans->count;
    while (low < high) { /* finds the first later one */
        const size_t middle = low + (high - low) / 2;
        if (items[middle].begin < at) low = middle + 1;
        else high = middle;
    }
    if (!low) return 0;
    span = &items[low - 1];
    return span->before + ((at < span->end ? at : span->end) - span->begin);
}

static uint64_t covered(const struct spans *spans, const struct range *range)
{
    return covered_until(spans, range->end) - covered_until(spans, range->begin);
}

/* ---- waits, and work of devices ---- */

struct within {
    struct spans *threads, *processes; /* by number: the spans of their waits */
    struct spans devices;              /* the spans in which any device worked */
};

static void cover_waits(struct within *within, const struct recording *recording)
{
    for (size_t i = 0; i < recording->count; i++) {
        const struct thread *thread = recording->entries[i].thread;
        struct call call;
        if (!recording_call(recording, &recording->entries[i], &call) ||
            host_use_of(&call) != HOST_WAITS)
            continue;
        cover(&within->threads[thread->number], call.begin, call.end);
        cover(&within->processes[thread->process->number], call.begin, call.end);
    }
}

static int by_start(const void *a, const void *b)
{
    const struct span *left = a, *right = b;
    return (left->begin > right->begin) - (left->begin < right->begin);
}

static void cover_work(struct within *within, const struct model *model)
{
    struct spans spans = { NULL, 0, 0 };
    for (size_t i = 0; i < model->command_count; i++) {
        const struct model_command *command = &model->commands[i];
        if (device_works(model, command))
            *spans_add(&spans) = (struct span){ command->started, command->ended, 0 };
    }
    ARRAY_SORT(&spans, by_start);
    for (size_t i = 0; i < spans.count; i++) {
        const struct span *span = &spans.items[i];
        cover(&within->devices, span->begin, span->end);
    }
    free(spans.items);
}

static struct within find_within(const struct model *model)
{
    const struct recording *recording = model->recording;
    struct within within = {
        require_memory(calloc(recording->thread_count + 1, sizeof(struct spans))),
        require_memory(calloc(recording->process_count + 1, sizeof(struct spans))),
        { NULL, 0, 0 },
    };
    cover_waits(&within, recording);
    cover_work(&within, model);
    return within;
}

static void free_within(struct within *within, const struct recording *recording)
{
    for (size_t i = 0; i < recording->thread_count; i++) free(within->threads[i].items);
    for (size_t i = 0; i < recording->process_count; i++) free(within->processes[i].items);
    free(within->threads);
    free(within->processes);
    free(within->devices.items);
}

/* ---- ranges ---- */

static void add(struct range_tally *tally, const struct range *range, const struct within *within)
{
    const uint64_t took = range->end - range->begin;
    tally->count++;
    if (range->end == NEVER) {
        tally->unfinished++;
        return;
    }
    tally->total += took;
    if (took > tally->longest) tally->longest = took;
    tally->waiting += covered(range->is_nested ? &within->threads[range->thread->number]
                                               : &within->processes[range->thread->process->number],
                              range);
    tally->busy += covered(&within->devices, range);
}

/* The tally of ranges with a text, which is added if new. */
static struct range_tally *tally_of(struct range_tallies *tallies, struct names *names,
                                    const char *text)
{
    const uint64_t number = names_number(names, text);
    struct range_tally *fresh;
    if (number <= tallies->count) return &tallies->items[number - 1];
    fresh = range_tallies_add(tallies);
    *fresh = (struct range_tally){ .text = text };
    return fresh;
}

struct range_tallies ranges_tally(const struct model *model)
{
    struct range_tallies tallies = { NULL, 0, 0 };
    struct names names = { 0 };
    struct within within;
    if (!model->marks.ranges.count) return tallies;
    within = find_within(model);
    for (size_t i = 0; i < model->marks.ranges.count; i++) {
        const struct range *range = marks_range(&model->marks, i);
        if (!range->is_outside) add(tally_of(&tallies, &names, range->text), range, &within);
    }
    names_free(&names);
    free_within(&within, model->recording);
    return tallies;
}
