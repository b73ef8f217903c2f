/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The check layer inspects every call before the driver gets it, notes which objects the call makes and
 * releases, and explains why it failed. The preprocessor makes all functions from the rows of entry_points.h
 * (wrapper.h). The conditions (condition.h) say what is wrong with a call, the hooks (hook_rows.h) do what else
 * its function needs, and finding.c writes the findings.
 */
#include "check.h"
#include "overruns/bounds.h"
#include "overruns/canaries.h"
#include "found/causes.h"
#include "found/current.h"
#include "known/info_kernels.h"
#include "known/info_sources.h"
#include "known/kinds.h"
#include "known/lock.h"
#include "order/hazards.h"
#include "order/order.h"
#include "known/ranges.h"
#include "order/uses.h"
#include "order/waits.h"
#include "wrapped.h"

#include "../build_log.h"
#include "../callbacks.h"
#include "../entry.h"
#include "../extensions.h"
#include "../next_layer.h"
#include "../../calls/functions.h"
#include "../system.h"

#include <stdio.h>
#include <stdlib.h>

struct dispatch wrapped_target;

static const struct dispatch checking = {
#define BY_ANY(version, type, name, ...) .name = name##_checked,
#include "api/entry_points.h"
};

/* ---- handles ---- */

const struct object_kind object_kinds[KIND_COUNT] = {
#define KIND(kind, handle, error, retain, release)                                                 \
    [KIND_##kind] = { kind##_FREED, kind##_RELEASED_TWICE, kind##_LEAKED, error },
#include "../../calls/kind_rows.h"
};

void check_bad_handle(struct check_call *call, enum kind kind, const void *handle, bool releases)
{
    const struct tracked *it = objects_find(handle);
    const int32_t error = object_kinds[kind].error;
    const void *whole = it ? NULL : objects_of_half(handle, kind);
    const unsigned count = call->count;
    struct range_place place;
    call->strange = 1;
    if (whole) {
        finding_add(call, HANDLE_HALF, error, whole, VALUES(ADDRESS(handle), kind));
        return;
    }
    if (!it) {
        if (!objects_are_complete()) return;
        /* A driver that uses OpenCL itself may have made it before the layer was loaded. */
        if (atomic_load(&current_driver_calls) && info_is_of_driver(handle))
            objects_met_of_driver(handle, kind, call_site(call));
        else if (range_at(handle, &place) && place.kind == RANGE_SVM)
            finding_add(call, HANDLE_SVM, error, handle, NULL);
        else finding_add(call, HANDLE_UNKNOWN, error, handle, NULL);
        return;
    }
    if (objects_kind(it) == KIND_NONE) {
        if (releases) return;
        finding_add(call, HANDLE_UNKNOWN, error, handle, NULL);
        causes_explain_refused(call, count, kind, handle);
        return;
    }
    if (objects_kind(it) != kind) {
        finding_add(call, HANDLE_TYPE, error, handle, VALUES(0, objects_kind(it), kind));
    } else if (!releases) {
        finding_add(call, object_kinds[kind].freed, error, handle, NULL);
    } else if (!atomic_load(&it->met)) {
        finding_add(call, object_kinds[kind].released_twice, error, handle, NULL);
    } else {
        return;
    }
    if (!objects_alive(it)) check_refuse(call, error);
}

enum { MOST_IN_LIST = 65536 };

void check_list(struct check_call *call, enum kind kind, const void *list, uint64_t count)
{
    const void *const *handles = list;
    for (uint64_t i = 0; HAS_ELEMENT(handles, count, i) && i < MOST_IN_LIST; i++)
        check_handle(call, kind, (uintptr_t)handles[i], false);
}

atomic_bool check_samplers;

void check_bad_argument(struct check_call *call, cl_kernel kernel, cl_uint index, size_t size,
                        const void *value)
{
    check_argument_object(call, info_check_argument(kernel, index, size, value));
}

void check_argument_object(struct check_call *call, struct argument_check it)
{
    const uint64_t object = ADDRESS(it.object);
    if (it.fault == ARGUMENT_MEM) check_handle(call, KIND_MEM, object, false);
    if (it.fault == ARGUMENT_SAMPLER) check_handle(call, KIND_SAMPLER, object, false);
    if (it.fault == ARGUMENT_QUEUE) check_handle(call, KIND_QUEUE, object, false);
}

void check_pointers(struct check_call *call, enum check_id check_id, int32_t error,
                    const void *list, size_t count)
{
    const void *freed = ranges_first_freed(list, count, RANGE_SVM);
    if (freed) finding_add(call, check_id, error, NULL, VALUES(ADDRESS(freed)));
}

/* ---- failures ---- */

/* What the loader finds the driver of a call by: its first argument, or the platform in that list; NULL: not known. */
static const void *asked(const struct check_call *call)
{
    if (call->number == clGetGLContextInfoKHR_number) {
        const struct clGetGLContextInfoKHR_args *a = call->args;
        const uint64_t platform = info_property(PROPERTIES(a->properties), CL_CONTEXT_PLATFORM);
        return (const void *)(uintptr_t)platform;
    }
    return signature_of(call->number)->parameter[0].size == sizeof(void *) ? finding_subject(call)
                                                                           : NULL;
}

/* The finding for a failure that no condition explains. If a driver lacks a function, the loader returns
 * CL_INVALID_OPERATION. */
static enum check_id unexplained(const struct check_call *call, int32_t error)
{
    if (error == CL_INVALID_OPERATION && call->number < SLOT_COUNT &&
        !info_driver_has(asked(call), call->number))
        return FUNCTION_MISSING;
    /* Programs may make a query to see whether it fails. */
    return functions_match(functions_name(call->number), "clGet*") ? QUERY_FAILED : CALL_FAILED;
}

/* The specification names no error for a wrong boolean, but some drivers return one. */
static bool rejects_boolean(const struct check_call *call, int32_t error)
{
    for (unsigned i = 0; i < call->count; i++)
        if (call->found[i].check_id == BOOLEAN_) return error == CL_INVALID_VALUE;
    return false;
}

void check_failed(struct check_call *call)
{
    const int32_t error = call->error;
    if (!check_conditions()) return;
    /* The call has waited until all events had ended, one of them with an error. */
    if (error == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) order_synchronized();
    /* A finding explains the failure, whatever error the driver returns. */
    if (finding_explains(call)) return;
    explain_call(call, error);
    if (!finding_explains(call)) explain_call(call, EXPLAIN_LIMITS);
    if (!finding_explains(call) && !rejects_boolean(call, error))
        finding_add(call, unexplained(call, error), error, NULL, VALUES((uint64_t)(int64_t)error));
    finding_write(call);
}

void check_no_memory(struct check_call *call, enum check_id otherwise)
{
    if (!check_conditions() || call->count) return;
    explain_call(call, CL_SUCCESS);
    if (!call->count) finding_add(call, otherwise, CL_SUCCESS, NULL, NULL);
    finding_write(call);
}

/* ---- programs and launches ---- */

void check_log(cl_program program)
{
    char *log = objects_living(program, KIND_PROGRAM) ? build_log_of(program) : NULL;
    /* An empty one, too: another program may have had the address, and a log. */
    if (log) recorder_log(program, log);
    free(log);
}

void check_built(cl_program program)
{
    const struct tracked *it = objects_living(program, KIND_PROGRAM);
    struct call_site built;
    uint64_t line;
    if (!it) return;
    if (!info_fails_to_build(program, &built)) {
        info_read_source(program);
        return;
    }
    check_log(program);
    line = info_build_line(program);
    finding_write_at(line ? PROGRAM_BUILD : PROGRAM_BUILD_LOG, it->handle, built,
                     VALUES(line, info_build_column(program)));
}

void check_linked(const struct check_call *call, cl_program program)
{
    info_program_changes(program, call_site(call));
    check_built(program);
}

void check_accepted(struct check_call *call, cl_command_queue queue, cl_uint dimensions,
                    const size_t *global, const size_t *local)
{
    const unsigned uneven = info_uneven_dimension(dimensions, global, local);
    if (!uneven || !info_device_is_uniform(info_queue_device(queue))) return;
    finding_add(call, LOCAL_SIZE_NONUNIFORM, 0, NULL, VALUES(uneven - 1));
    finding_write(call);
}

/* ---- objects ---- */

void check_made(struct check_call *call, enum kind kind, const void *handle, uint64_t parent)
{
    if (kind == KIND_NONE || !handle) return;
    if (kind == KIND_SAMPLER) atomic_store_explicit(&check_samplers, true, memory_order_relaxed);
    objects_made(handle, kind, (const void *)(uintptr_t)parent, call_site(call));
}

/* Platforms and root devices exist whether the program asks for them or not; sub-devices are
 * made. */
static bool is_root(enum kind kind, uint64_t parent)
{
    return kind == KIND_PLATFORM ||
           (kind == KIND_DEVICE && !objects_living((const void *)(uintptr_t)parent, KIND_DEVICE));
}

void check_returned_list(struct check_call *call, enum kind kind, uint64_t list, uint64_t count,
                         uint64_t counted, uint64_t parent)
{
    const void *const *handles = (const void *const *)(uintptr_t)list;
    const cl_uint *there = (const cl_uint *)(uintptr_t)counted;
    if (there && *there < count) count = *there;
    for (uint64_t i = 0; i < count && i < MOST_IN_LIST; i++) {
        const bool root = is_root(kind, parent);
        if (root && !objects_living(handles[i], kind)) current_name_driver(handles[i]);
        if (root) objects_met(handles[i], kind, call_site(call));
        else check_made(call, kind, handles[i], parent);
    }
}

/* The kind of the handles that a query returns; KIND_NONE if it returns none. */
static enum kind kind_of_answer(uint32_t what)
{
#define QUERY(type, name, value, since, answer, form)                                              \
    if (PICK(KIND_OF_##answer, KIND_NONE, ) != KIND_NONE && what == (uint32_t)(value))             \
        return PICK(KIND_OF_##answer, KIND_NONE, );
#include "../../calls/enumerants.h"
    return KIND_NONE;
}

void check_answered(struct check_call *call, uint32_t what, size_t size, const void *value,
                    const size_t *answered)
{
    const enum kind kind = kind_of_answer(what);
    const void *const *handles = value;
    if (kind == KIND_NONE || !value) return;
    if (!answered) answered = &call->answered;
    if (*answered < size) size = *answered;
    if (*answered == SIZE_MAX && size > sizeof *handles) size = sizeof *handles;
    for (size_t i = 0; i < size / sizeof *handles; i++)
        objects_met(handles[i], kind, call_site(call));
}

/* Whether a query returns a cl_uint or cl_bool. */
static bool is_uint(uint32_t what)
{
#define IS_cl_uint , true
#define IS_cl_bool , true
#define QUERY(type, name, value, since, answer, form)                                              \
    if (what == (uint32_t)(value)) return PICK(IS_##answer, false, );
#include "../../calls/enumerants.h"
    return false;
}

/* Only a cl_ulong for an answer of 4 bytes is reported: some drivers return fewer bytes than they
 * should, and larger variables are meant for answers of any size. */
void check_small_answer(struct check_call *call, uint32_t what, size_t size, const size_t *answered)
{
    if (!answered) answered = &call->answered;
    if (*answered != sizeof(cl_uint) || size != sizeof(cl_ulong) || !is_uint(what)) return;
    finding_add(call, QUERY_SMALL, 0, NULL, VALUES(*answered));
    finding_write(call);
}

void check_looked_up(const char *name, const void *found)
{
    if (name && found && !functions_has(name)) atomic_store(&objects_incomplete, true);
}

void check_kept(const void *list, size_t count)
{
    const void *const *handles = list;
    for (size_t i = 0; handles && i < count; i++) {
        struct tracked *it = objects_find(handles[i]);
        if (it && objects_alive(it)) atomic_fetch_add(&it->holders, 1);
    }
}

/* ---- the layer ---- */

static const struct {
    const char *name;
    uint32_t option;
} options[] = { { "objects-only", RECORD_OBJECTS_ONLY },
                { "guard", RECORD_GUARD },
                { "canaries", RECORD_CANARIES } };

/* Adds the bit of an option of RECORD_CHECK_OPTIONS. Returns whether there is such an option. */
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

/* Returns NULL, or what is wrong with them. */
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
    /* All functions: recorder_file->functions has the check IDs to ignore. */
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
    info_ask(&wrapped_target);
    extensions_interpose(&wrapped_target);
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
