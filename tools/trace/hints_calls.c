/* SPDX-License-Identifier: Apache-2.0 */
/* Hints about function calls, whatever the device does. */
#include "hint_subjects.h"
#include "../base/quantity.h"

#include "../recording/show.h"
#include "../calls/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Failures may explain the rest. */
static void look_at_errors(struct array *hints, const struct tally *tally)
{
    const struct error_tally *errors = tally->habits.errors.items, *most = errors;
    const size_t count = tally->habits.errors.count;
    uint64_t calls = 0;
    char *text, code[32];
    if (!count) return;
    for (size_t i = 0; i < count; i++) {
        calls += errors[i].calls;
        if (errors[i].calls > most->calls) most = &errors[i];
    }
    snprintf(code, sizeof code, "%" PRId64, most->code);
    text = text_format("%s failed %" PRIu64 " time%s with %s", signature_of(most->function)->name,
                       most->calls, text_plural((size_t)most->calls),
                       show_error(most->code) ? show_error(most->code) : code);
    if (calls > most->calls)
        text_add(&text, ", other calls %" PRIu64 " time%s", calls - most->calls,
                 text_plural((size_t)(calls - most->calls)));
    text_add(&text, ".");
    hint_add(hints, "failed-calls", UINT64_MAX, text,
             "clrelay check says why a call failed, and where the program made it.");
}

/* A program needs one context, and drivers start and stop their devices with it. */
static bool is_needed(const struct function_tally *it, const char *name)
{
    return it->calls == 1 && strstr(name, "Context");
}

/* Calls that neither wait, enqueue nor build are usually quick. */
static void look_at_slow_functions(struct array *hints, const struct tally *tally)
{
    for (unsigned number = 0; number < EXTENSION_NUMBER_END; number++) {
        const struct function_tally *it = &tally->functions[number];
        char took[QUANTITY], share[SHARE], longest[QUANTITY];
        if (!it->calls || it->use != HOST_OTHER_CALLS || number == SLOT_OF(clGetEventInfo) ||
            is_needed(it, signature_of(number)->name) ||
            hint_percent(it->nanoseconds, tally) < WORTH_BUILDING)
            continue;
        hint_add(
            hints, "slow-function", it->nanoseconds,
            text_format("%" PRIu64 " call%s of %s took %s, %s; the longest took %s.", it->calls,
                        text_plural((size_t)it->calls), signature_of(number)->name,
                        quantity_time(took, it->nanoseconds),
                        hint_share_of_threads(share, it->nanoseconds, tally),
                        quantity_time(longest, it->longest)),
            number == SLOT_OF(clGetProgramInfo)
                ? "Some drivers finish a build when they are asked for the program's binary. Ask "
                  "for it once, and keep it from one run to the next, or leave it out."
                : "Find the longest in the timeline, and see whether the program needs it.");
    }
}

static void look_at_polls(struct array *hints, const struct tally *tally)
{
    const struct habits *it = &tally->habits;
    char took[QUANTITY], share[SHARE];
    if (it->polls < OFTEN_SMALL || hint_percent(it->polling, tally) < WORTH) return;
    hint_add(
        hints, "polling", it->polling,
        text_format("The program asked for the state of an event %" PRIu64
                    " times in a row, for %s, %s.",
                    it->polls, quantity_time(took, it->polling),
                    hint_share_of_threads(share, it->polling, tally)),
        "Wait with clWaitForEvents, or set a callback (clSetEventCallback): a processor is free "
        "meanwhile.");
}

static void look_at_flushes(struct array *hints, const struct tally *tally)
{
    const struct function_tally *it = &tally->functions[SLOT_OF(clFlush)];
    uint64_t commands = 0;
    char took[QUANTITY], share[SHARE];
    for (size_t i = 0; i < tally->model->queue_count; i++) commands += tally->queues[i].commands;
    if (it->calls < OFTEN_SMALL || 2 * it->calls < commands ||
        hint_percent(it->nanoseconds, tally) < WORTH)
        return;
    hint_add(hints, "flushes", it->nanoseconds,
             text_format("%" PRIu64 " calls of clFlush for %" PRIu64 " commands took %s, %s.",
                         it->calls, commands, quantity_time(took, it->nanoseconds),
                         hint_share_of_threads(share, it->nanoseconds, tally)),
             "Flush once after several commands; what waits (clFinish, a blocking call) flushes by "
             "itself.");
}

void hints_of_calls(struct array *hints, const struct tally *tally)
{
    look_at_errors(hints, tally);
    look_at_slow_functions(hints, tally);
    look_at_polls(hints, tally);
    look_at_flushes(hints, tally);
}
