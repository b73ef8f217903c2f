/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The trace layer records every call. wrappers.py makes its functions from the rows of
 * entry_points.h. See record.h for what they write, and cl_loader_layers for the interface to
 * loaders.
 */
#include "../entry.h"
#include "../extensions.h"
#include "../return_sites.h"
#include "interpose.h"
#include "stacks.h"

#define BY_ANY(version, type, name, result, ...)                                                   \
    HIDDEN type CL_API_CALL name##_recorded PARAMS(__VA_ARGS__);
#include "api/entry_points.h"
static const struct dispatch recording = {
#define BY_ANY(version, type, name, ...) .name = name##_recorded,
#include "api/entry_points.h"
};

static void *begin_callback(function called, unsigned given_to, const void *object,
                            const void *known, int64_t status)
{
    builds_called(given_to, known);
    return recorder_begin_callback(called, given_to, object, status);
}

static void end_callback(void *begun)
{
    recorder_end_callback(begun);
}

/* Records what a driver does wrong with callbacks, each kind once for a driver. */
static void record_stray(unsigned how, unsigned given_to, const void *code, const void *object)
{
    const uint64_t odd_factor = 0x9e3779b97f4a7c15;
    struct record_stray *record;
    uint64_t module;
    (void)object;
    if (!recorder_on()) return;
    module = sites_describe(code).module;
    if (!recorder_is_new(((module * odd_factor + given_to) * odd_factor + how) * odd_factor))
        return;
    record = recorder_reserve(sizeof *record);
    if (!record) return;
    record->moment = recorder_ticks();
    record->module = module;
    record->given_to = given_to;
    record->how = how;
    recorder_commit(record, RECORD_STRAY, sizeof *record);
}

static const struct callback_watch watch = { begin_callback, end_callback, record_stray };

static const char *open_recording(void)
{
    const char *error = recorder_open(RECORD_VARIABLE, "`clrelay trace` sets it", false);
    if (!error) stacks_begin();
    return error;
}

static void interpose(const void *loader)
{
    (void)loader;
    wrapped_target = next_layer;
    callbacks_interpose(&wrapped_target, &watch);
    commands_interpose(&wrapped_target);
    builds_interpose(&wrapped_target);
    extensions_interpose(&wrapped_target, extension_files());
}

/* Other threads may still make calls. */
static void end(void)
{
    commands_collect(true);
}

const struct layer entry_layer = { "clrelay trace", "nothing is recorded",
                                   &recording,      open_recording,
                                   interpose,       end };
