/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The check layer inspects every call before the driver gets it, notes which objects the call makes
 * and releases, and explains why it failed. wrappers.py makes the layer's functions from the rows
 * of entry_points.h. The conditions (condition.h) say what is wrong with a call, the hooks
 * (hook_rows.h) do what else its function needs, and finding.c writes the findings.
 */
#include "found/finding.h"
#include "found/kind_findings.h"
#include "known/info_contexts.h"
#include "known/info_devices.h"
#include "known/info_events.h"
#include "known/info_kernels.h"
#include "known/info_memory.h"
#include "known/info_programs.h"
#include "known/info_queues.h"
#include "known/info_semaphores.h"
#include "known/lock.h"
#include "known/ranges.h"
#include "order/hazards.h"
#include "order/order.h"
#include "order/recorded.h"
#include "order/uses.h"
#include "order/waits.h"
#include "overruns/bounds.h"
#include "overruns/canaries.h"

#include "../callbacks.h"
#include "../entry.h"
#include "../extensions.h"
#include "../next_layer.h"
#include "../layer_system.h"

#include <stdio.h>

#define BY_ANY(version, type, name, result, ...)                                                   \
    HIDDEN type CL_API_CALL name##_checked PARAMS(__VA_ARGS__);
#include "api/entry_points.h"
static const struct dispatch checking = {
#define BY_ANY(version, type, name, ...) .name = name##_checked,
#include "api/entry_points.h"
};

static const struct info_kind *const info_kinds[KIND_COUNT] = {
    [KIND_DEVICE] = &info_kind_device,
    [KIND_CONTEXT] = &info_kind_context,
    [KIND_QUEUE] = &info_kind_queue,
    [KIND_MEM] = &info_kind_mem,
    [KIND_EVENT] = &info_kind_event,
    [KIND_SEMAPHORE] = &info_kind_semaphore,
    [KIND_PROGRAM] = &info_kind_program,
    [KIND_KERNEL] = &info_kind_kernel,
    [KIND_COMMAND_BUFFER] = &info_kind_command_buffer,
};

static const struct {
    const char *name;
    uint32_t option;
} options[] = { { "objects-only", RECORD_OBJECTS_ONLY },
                { "guard", RECORD_GUARD },
                { "canaries", RECORD_CANARIES } };

/* Adds the bit of an option of RECORD_CHECK_OPTIONS. Returns false if there is no such option. */
static bool add_option(const char *word, size_t length, uint32_t *bits)
{
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        if (strlen(options[i].name) != length || memcmp(options[i].name, word, length) != 0)
            continue;
        *bits |= options[i].option;
        return true;
    }
    return length == 0;
}

/* Reads RECORD_CHECK_OPTIONS. Returns NULL, or what is wrong with the options. */
static const char *read_options(uint32_t *bits)
{
    static char message[256];
    const char *word = system_variable(RECORD_CHECK_OPTIONS);
    *bits = 0;
    for (size_t length; word && *word; word += length + (word[length] == ',')) {
        length = strcspn(word, ",");
        if (add_option(word, length, bits)) continue;
        snprintf(message, sizeof message, "%s: there is no option %.*s", RECORD_CHECK_OPTIONS,
                 (int)(length < 100 ? length : 100), word);
        return message;
    }
    if (*bits & RECORD_OBJECTS_ONLY && *bits & RECORD_CANARIES)
        return RECORD_CHECK_OPTIONS ": canaries needs more than objects-only checks";
    return NULL;
}

/* Makes the file of this process in the folder that the user names. */
static const char *make_file(const char *folder)
{
    uint32_t bits;
    const char *error = read_options(&bits);
    return error ? error : recorder_make(folder, bits | RECORD_CHECKS, RECORD_FINDINGS);
}

static const char *open_file(void)
{
    static atomic_flag hooked = ATOMIC_FLAG_INIT; /* a loader may be unloaded and loaded again */
    const char *given = system_variable(RECORD_CHECK_VARIABLE),
               *folder = system_variable(RECORD_CHECK_FOLDER);
    /* Records all functions, because recorder_file->functions has the check IDs to ignore. */
    const char *error = folder && *folder && !(given && *given)
                            ? make_file(folder)
                            : recorder_open(RECORD_CHECK_VARIABLE,
                                            "`clrelay check` sets it; without the command, "
                                            "set " RECORD_CHECK_FOLDER,
                                            true);
    /* After recorder_open(), so that fork() takes these locks before recorder_lock. */
    if (!error && !atomic_flag_test_and_set(&hooked))
        system_at_fork(lock_take_all, lock_release_all, lock_release_all);
    return error;
}

static void interpose(const void *loader)
{
    sites_begin(loader);
    wrapped_target = next_layer;
    callbacks_interpose(&wrapped_target, &hazard_callbacks);
    bounds_interpose(&wrapped_target);
    canaries_interpose(&wrapped_target);
    info_begin(info_kinds);
    info_ask(&wrapped_target);
    extensions_interpose(&wrapped_target, extension_files());
    if (recorder_file && recorder_file->options & RECORD_FREES &&
        !system_watch_frees(uses_host_freed))
        finding_write_at(FREES_UNSEEN, NULL, (struct call_site){ NULL, 0 }, NULL);
}

static void report_leak(const struct tracked *object, uint64_t under)
{
    const struct call_site made = { atomic_load(&object->made_at), atomic_load(&object->made_by) };
    finding_write_at(object_kinds[objects_kind(object)].leaked, object->handle, made,
                     VALUES((uint64_t)atomic_load(&object->references), under));
}

static void report_range(enum range_kind kind, const void *start, uint64_t size,
                         struct call_site made)
{
    finding_write_at(kind == RANGE_SVM ? SVM_LEAKED : USM_LEAKED, NULL, made,
                     VALUES(ADDRESS(start), size));
}

static void report_end(void)
{
    if (check_conditions()) {
        order_end();
        waits_end();
    }
    objects_leaks(report_leak);
    ranges_leaks(system_process(), report_range);
    finding_write_counts();
}

static void end(void)
{
    recorder_ends();
    if (check_on()) report_end();
    if (recorder_file) atomic_fetch_add(&recorder_file->ended, 1); /* even if the file is full */
}

const struct layer entry_layer = { "clrelay check", "nothing is checked",
                                   &checking,       open_file,
                                   interpose,       end };
