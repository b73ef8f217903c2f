/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the summary of a recording. */
#include "summary.h"

#include <stdlib.h>

static int compare(uint64_t left, uint64_t right)
{
    return (left < right) - (left > right);
}

static int by_kernel_time(const void *a, const void *b)
{
    return compare(((const struct work_tally *)a)->nanoseconds,
                   ((const struct work_tally *)b)->nanoseconds);
}

static int by_launch_time(const void *a, const void *b)
{
    return compare(((const struct launch_tally *)a)->nanoseconds,
                   ((const struct launch_tally *)b)->nanoseconds);
}

static int by_range_time(const void *a, const void *b)
{
    return compare(((const struct range_tally *)a)->total, ((const struct range_tally *)b)->total);
}

/* The tally that by_function_time() and by_busy_time() look at. */
static const struct tally *sorted;

static int by_function_time(const void *a, const void *b)
{
    return compare(sorted->functions[*(const unsigned *)a].nanoseconds,
                   sorted->functions[*(const unsigned *)b].nanoseconds);
}

static int by_busy_time(const void *a, const void *b)
{
    return compare(sorted->queues[*(const size_t *)a].busy,
                   sorted->queues[*(const size_t *)b].busy);
}

static void sort_kernels(struct tally *tally)
{
    for (size_t i = 0; i < tally->kernels.count; i++) {
        struct work_tally *kernel = &tally->kernels.items[i];
        ARRAY_SORT(&kernel->launches, by_launch_time);
    }
    ARRAY_SORT(&tally->kernels, by_kernel_time);
}

static void sort_functions(struct summary *summary)
{
    for (unsigned i = 0; i < EXTENSION_NUMBER_END; i++)
        if (summary->tally->functions[i].calls) *function_numbers_add(&summary->functions) = i;
    sorted = summary->tally;
    ARRAY_SORT(&summary->functions, by_function_time);
}

static void sort_queues(struct summary *summary)
{
    for (size_t i = 0; i < summary->tally->model->queue_count; i++)
        if (summary->tally->queues[i].commands) *queue_indexes_add(&summary->queues) = i;
    sorted = summary->tally;
    ARRAY_SORT(&summary->queues, by_busy_time);
}

struct summary *summary_make(const struct model *model)
{
    struct summary *summary = require_memory(calloc(1, sizeof *summary));
    struct tally *tally = summary->tally = tally_make(model);
    summary->hints = hints_make(tally);
    sort_kernels(tally);
    sort_functions(summary);
    sort_queues(summary);
    summary->ranges = ranges_tally(model);
    ARRAY_SORT(&summary->ranges, by_range_time);
    for (enum site_list list = SITE_CALLS; list <= SITE_KERNELS; list++)
        summary->sites[list] = site_tallies_sorted(&tally->sites, list, NULL);
    return summary;
}

void summary_free(struct summary *summary)
{
    free(summary->functions.items);
    free(summary->queues.items);
    free(summary->ranges.items);
    for (enum site_list list = SITE_CALLS; list <= SITE_KERNELS; list++)
        free(summary->sites[list].items);
    hints_free(&summary->hints);
    tally_free(summary->tally);
    free(summary);
}

/* ---- transfers ---- */

const char *summary_transfer_name(enum work work, enum memory_kind memory)
{
    static const char *const names[WORK_COUNT][MEMORY_KINDS] = {
        [READ] = { "read", "read image", "read SVM", "read USM" },
        [WRITE] = { "write", "write image", "write SVM", "write USM" },
        [COPY] = { "copy", "copy image", "copy SVM", "copy USM" },
        [FILL] = { "fill", "fill image", "fill SVM", "fill USM" },
        [MAP] = { "map", "map image", "map SVM", "map USM" },
    };
    return names[work][memory];
}

double summary_speed(enum work work, const struct work_tally *transfers)
{
    if (work == MAP) return -1;
    return transfers->nanoseconds ? (double)transfers->timed_bytes / (double)transfers->nanoseconds
                                  : 0;
}
