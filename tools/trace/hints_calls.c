/* SPDX-License-Identifier: Apache-2.0 */
/* Hints about function calls, whatever the device does. */
#include "hint_subjects.h"
#include "../base/quantity.h"

#include "../base/types.h"
#include "../calls/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Looks at errors, which may explain the rest. */
static void look_at_errors(struct hints *hints, const struct tally *tally)
{
    const struct error_tally *errors = tally->habits.errors.items, *most = errors;
    const size_t count = tally->habits.errors.count;
    uint64_t calls = 0;
    char *text, *error;
    if (!count) return;
    for (size_t i = 0; i < count; i++) {
        calls += errors[i].calls;
        if (errors[i].calls > most->calls) most = &errors[i];
    }
    error = type_error_text(most->code);
    text = text_format("%s failed %" PRIu64 " time%s with %s", signature_of(most->function)->name,
                       most->calls, text_plural((size_t)most->calls), error);
    free(error);
    if (calls > most->calls)
        text_add(&text, ", other calls %" PRIu64 " time%s", calls - most->calls,
                 text_plural((size_t)(calls - most->calls)));
    text_add(&text, ".");
    hint_add(hints, HINT_FAILED_CALLS, UINT64_MAX, text,
             "clrelay check says why a call failed, and where the program made it.");
}

/* Whether a program needs a function's slow calls: drivers start and stop with a process's first
 * ones, and a program may have a context for each of several devices. */
static bool is_needed(const struct tally *tally, unsigned number)
{
    const uint64_t few = OFTEN * tally->model->recording->process_count;
    return tally->functions[number].calls < few &&
           (number == SLOT_OF(clGetPlatformIDs) || number == SLOT_OF(clGetDeviceIDs) ||
            strstr(signature_of(number)->name, "Context"));
}

/* Calls that neither wait, enqueue nor build are usually quick. */
static void look_at_slow_functions(struct hints *hints, const struct tally *tally)
{
    for (unsigned number = 0; number < EXTENSION_NUMBER_END; number++) {
        const struct function_tally *sums = &tally->functions[number];
        char took[QUANTITY], share[SHARE], longest[QUANTITY], *of_several;
        if (!sums->calls || sums->use != HOST_OTHER_CALLS || is_needed(tally, number) ||
            hint_percent(sums->nanoseconds, tally) < WORTH_BUILDING)
            continue;
        of_several = sums->calls == 1 ? text_format("%s", "")
                                      : text_format("; the longest took %s",
                                                    quantity_time(longest, sums->longest));
        hint_add(
            hints, HINT_SLOW_FUNCTION, sums->nanoseconds,
            text_format("%" PRIu64 " call%s of %s took %s, %s%s.", sums->calls,
                        text_plural((size_t)sums->calls), signature_of(number)->name,
                        quantity_time(took, sums->nanoseconds),
                        hint_share(share, sums->nanoseconds, tally), of_several),
            number == SLOT_OF(clGetProgramInfo)
                ? "Some drivers finish a build when they are asked for the program's binary. Ask "
                  "for it once, and keep it from one run to the next, or leave it out."
                : "Find the longest in the timeline, and see whether the program needs it.");
        free(of_several);
    }
}

static void look_at_polls(struct hints *hints, const struct tally *tally)
{
    const struct habits *habits = &tally->habits;
    char took[QUANTITY], share[SHARE];
    if (habits->polls < OFTEN_SMALL || hint_percent(habits->polling, tally) < WORTH) return;
    hint_add(
        hints, HINT_POLLING, habits->polling,
        text_format("The program asked for an event's state %" PRIu64
                    " times without a pause, for %s, %s.",
                    habits->polls, quantity_time(took, habits->polling),
                    hint_share(share, habits->polling, tally)),
        "Wait with clWaitForEvents, or set a callback (clSetEventCallback): with many drivers a "
        "processor is free meanwhile.");
}

static void look_at_profiling(struct hints *hints, const struct tally *tally)
{
    const uint64_t time = tally->own_profiling;
    char took[QUANTITY], share[SHARE];
    if (!recording_has_all(tally->model->recording) ||
        tally->functions[SLOT_OF(clGetEventProfilingInfo)].calls ||
        hint_percent(time, tally) < WORTH_BUILDING)
        return;
    hint_add(hints, HINT_PROFILING, time,
             text_format("Enqueuing commands in queues with CL_QUEUE_PROFILING_ENABLE took %s, %s, "
                         "and the program asked for no command's times while it was recorded.",
                         quantity_time(took, time), hint_share(share, time, tally)),
             "Leave out CL_QUEUE_PROFILING_ENABLE, and measure, here with --no-device: otherwise "
             "clrelay trace turns it on itself.");
}

static void look_at_flushes(struct hints *hints, const struct tally *tally)
{
    const struct function_tally *flushes = &tally->functions[SLOT_OF(clFlush)];
    uint64_t commands = 0;
    char took[QUANTITY], share[SHARE];
    for (size_t i = 0; i < tally->model->queue_count; i++) commands += tally->queues[i].commands;
    if (flushes->calls < OFTEN_SMALL || 2 * flushes->calls < commands ||
        hint_percent(flushes->nanoseconds, tally) < WORTH)
        return;
    hint_add(hints, HINT_FLUSHES, flushes->nanoseconds,
             text_format("%" PRIu64 " calls of clFlush for %" PRIu64 " commands took %s, %s.",
                         flushes->calls, commands, quantity_time(took, flushes->nanoseconds),
                         hint_share(share, flushes->nanoseconds, tally)),
             "Flush once after several commands; what waits (clFinish, a blocking call) flushes by "
             "itself.");
}

void hints_of_calls(struct hints *hints, const struct tally *tally)
{
    look_at_errors(hints, tally);
    look_at_slow_functions(hints, tally);
    look_at_polls(hints, tally);
    look_at_profiling(hints, tally);
    look_at_flushes(hints, tally);
}
