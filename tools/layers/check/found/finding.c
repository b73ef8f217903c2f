/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Findings go to the file at once, with the call and a backtrace. When a finding comes again at its
 * call site, the layer writes it only for the 10th, the 100th, the 1000th time and so on.
 */
#include "finding.h"

#include "../known/arguments.h"
#include "../known/info_kernels.h"
#include "../known/info_queues.h"

#include <stdlib.h>

/* ---- what was found before, and where ---- */

struct seen {
    const void *site;
    enum check_id check_id;
    struct cause cause;
    uint64_t part;
    uint64_t times;
};

static struct seen *seen;
static size_t seen_count, seen_space;
/* The process whose findings are counted: a child of a fork counts its own. */
static uint32_t seen_by;

/* The number of threads that are writing the finding of a call, before the driver gets the call. */
static _Atomic unsigned writers;

static bool is_round(uint64_t times)
{
    while (times >= 10 && times % 10 == 0) times /= 10;
    return times == 1;
}

/* Counts a finding at a call site. Returns how often it has come, including this time; 0 if there
 * is no memory. If `writes`, and the finding is to be written, the thread counts as a writer from
 * now on. */
static uint64_t count_finding(const void *site, enum check_id check_id, struct cause cause,
                              uint64_t part, bool writes)
{
    struct seen *finding = NULL;
    uint64_t times = 0;
    recorder_take_lock();
    if (seen_by != system_process()) {
        seen_by = system_process();
        seen_count = 0;
        atomic_store(&writers, 0);
        sites_forget_modules();
    }
    for (size_t i = 0; i < seen_count && !finding; i++)
        if (seen[i].site == site && seen[i].check_id == check_id &&
            seen[i].cause.site == cause.site && seen[i].cause.check_id == cause.check_id &&
            seen[i].part == part)
            finding = &seen[i];
    if (!finding && seen_count == seen_space) {
        const size_t space = seen_space ? 2 * seen_space : 64;
        struct seen *more = realloc(seen, space * sizeof *seen);
        if (more) seen = more, seen_space = space;
    }
    if (!finding && seen_count < seen_space) {
        finding = &seen[seen_count++];
        *finding = (struct seen){ site, check_id, cause, part, 0 };
    }
    if (finding) times = ++finding->times;
    if (writes && is_round(times)) atomic_fetch_add(&writers, 1);
    recorder_release_lock();
    return times;
}

/* Waits until other threads have completed their findings: this call may end the process. (It does
 * not wait forever: a writer may need a lock that this thread has, such as that of dlopen, or may
 * have ended. Then no thread waits again.) */
static void await_writers(void)
{
    enum { LONGEST_WAIT = 1000000000 }; /* nanoseconds */
    static atomic_bool given_up;
    uint64_t until;
    if (!atomic_load(&writers) || atomic_load(&given_up)) return;
    until = clock_nanoseconds() + LONGEST_WAIT;
    while (atomic_load(&writers) && clock_nanoseconds() < until) system_yield();
    if (atomic_load(&writers)) atomic_store(&given_up, true);
}

/* ---- records ---- */

enum { MOST_SITES = 48 };

static struct record_finding new_record(enum check_id check_id, const void *object, uint64_t times)
{
    const struct tracked *tracked = objects_find(object);
    struct record_finding record;
    memset(&record, 0, sizeof record);
    record.check_id = check_id;
    record.times = times;
    record.object = (uintptr_t)object;
    if (!tracked) return record;
    record.kind = objects_kind(tracked);
    record.made = sites_describe(atomic_load(&tracked->made_at));
    record.made_by = atomic_load(&tracked->made_by);
    record.released = sites_describe(atomic_load(&tracked->released_at));
    record.released_by = atomic_load(&tracked->released_by);
    return record;
}

/* The backtrace from `site` on, so without the functions of this layer and of layers above, which
 * come before the program's. If `site` is not in it, the whole backtrace. */
static unsigned backtrace_from(const void *site, struct record_site sites[MOST_SITES])
{
    const void *addresses[MOST_SITES];
    const size_t all = system_backtrace(addresses, MOST_SITES);
    size_t first = 0;
    while (first < all && addresses[first] != site) first++;
    if (first == all) {
        sites[0] = sites_describe(site);
        return site != NULL;
    }
    for (size_t i = first; i < all; i++) sites[i - first] = sites_describe(addresses[i]);
    return (unsigned)(all - first);
}

static void record_cause(struct record_finding *record, struct cause cause)
{
    record->cause = sites_describe(cause.site);
    record->cause_check_id = cause.check_id;
}

static void write_record(const struct record_finding *finding, const struct record_site *sites)
{
    const size_t list = finding->sites * sizeof *sites, size = sizeof *finding + list;
    struct record_finding *record = recorder_reserve(size);
    struct record_head head;
    if (!record) return;
    head = record->head;
    head.flags = finding->head.flags;
    *record = *finding;
    record->head = head;
    record->moment = recorder_ticks(); /* by now the modules of the sites have names */
    if (list) memcpy(record + 1, sites, list);
    recorder_commit(record, RECORD_FINDING, size);
}

static void write_finding(struct check_call *call, const struct found *found, uint64_t times)
{
    struct record_finding record = new_record(found->check_id, found->object, times);
    struct record_site sites[MOST_SITES];
    record.call = recorder_place(call->record);
    record.error = found->error;
    memcpy(record.values, found->values, sizeof record.values);
    record.other = sites_describe(found->other.address);
    record.other_by = found->other.function;
    record_cause(&record, found->cause);
    if (found->cause.check_id) record.kind = found->null_kind;
    record.sites = backtrace_from(finding_address(call), sites);
    write_record(&record, sites);
}

/* The arguments as words (record.h). Returns their number. */
static unsigned read_words(const struct check_call *call, uint64_t words[ARGUMENTS_MOST])
{
    const struct signature *signature = signature_of(call->number);
    const unsigned char *args = call->args;
    memset(words, 0, ARGUMENTS_MOST * sizeof *words);
    for (unsigned i = 0; i < signature->parameters; i++)
        memcpy(&words[i], args + signature_offset(signature, i), signature->parameter[i].size);
    return signature->parameters;
}

static void name_device(cl_device_id device)
{
    char name[256] = "";
    if (device && !queries.clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name - 1, name, NULL))
        recorder_name(device, name);
}

/* Records the names of objects among the arguments of a call, and of the kernel's parameter that
 * the call sets. Call this before the call's record is written, because names count from then
 * on. */
static void record_names(const struct check_call *call, const uint64_t *words, unsigned count)
{
    const struct clSetKernelArg_args *a = call->args;
    if (call->number == clSetKernelArg_number) info_name_parameter(a->kernel, a->arg_index);
    for (unsigned i = 0; i < count; i++) {
        void *handle = (void *)(uintptr_t)words[i];
        if (objects_living(handle, KIND_KERNEL)) info_name_kernel(handle);
        if (objects_living(handle, KIND_QUEUE)) name_device(info_queue_device(handle));
    }
}

/* Records the call, unless that was done already. */
static bool record_call(struct check_call *call)
{
    uint64_t words[ARGUMENTS_MOST];
    const unsigned count = call->record ? 0 : read_words(call, words);
    if (call->record) return true;
    record_names(call, words, count);
    call->record = recorder_begin(call->number, count);
    if (!call->record) return false;
    memcpy(call->record + 1, words, count * sizeof *words);
    recorder_called(call->record, count);
    return true;
}

/* ---- stopping the program ---- */

/* The names of the check IDs, one after the other, because a list of pointers would need
 * relocations; and their levels. */
static const struct {
#define CHECK_ID(name, level, section, text, advice) char name##_[sizeof "CLR-" #name];
#include "../../../calls/clock.h"
#include "../../../calls/check_id_rows.h"
} names = {
#define CHECK_ID(name, level, section, text, advice) "CLR-" #name,
#include "../../../calls/check_id_rows.h"
};
static const unsigned char levels[CHECK_ID_COUNT] = {
#define CHECK_ID(name, level, section, text, advice) [name] = LEVEL_##level,
#include "../../../calls/check_id_rows.h"
};

/* The name by which users know a check ID, such as CLR-BUFFER-SIZE-ZERO. */
static void name_of(enum check_id check_id, char name[128])
{
    const char *from = (const char *)&names;
    size_t length;
    for (unsigned i = 1; i < check_id; i++) from += strlen(from) + 1;
    for (length = 0; length < 127 && from[length]; length++)
        name[length] = (char)(from[length] == '_' ? '-' : from[length]);
    /* The row's name has a _ at the end, because without it, it is a macro of the API. */
    if (length && name[length - 1] == '-') length--;
    name[length] = 0;
}

static bool is_ignored(enum check_id check_id)
{
    char name[128];
    if (!*recorder_file->functions) return false;
    name_of(check_id, name);
    return functions_match(name, recorder_file->functions);
}

/* Stops the program at a finding, if the user has asked for that. USER_EVENT_WAIT does not stop it:
 * that is written before the call waits, and another thread may still complete the event. */
static void stop_at(enum check_id check_id)
{
    const uint32_t options = recorder_file->options;
    const uint32_t least = options / RECORD_LEAST_LEVEL % 4;
    if (options & RECORD_STOP && check_id != USER_EVENT_WAIT && levels[check_id] != LEVEL_NOTE &&
        levels[check_id] >= least && !is_ignored(check_id))
        system_break();
}

/* ---- findings ---- */

/* Whether a driver makes the call for itself, in a thread of its own. */
static bool is_of_driver(const struct check_call *call, const void *object)
{
    const struct signature *signature = signature_of(call->number);
    return objects_is_of_driver(object) || (signature->parameter[0].size == sizeof object &&
                                            objects_is_of_driver(finding_subject(call)));
}

/* Whether the driver may accept a call with this finding, because with canaries it has larger
 * memory, with flags that do not limit the host's access (canaries.h). */
static bool is_hidden(enum check_id check_id)
{
    switch (check_id) {
    case BUFFER_RANGE:
    case RECT_RANGE:
    case SUB_BUFFER_RANGE:
    case IMAGE_BUFFER_SMALL:
    case SVM_RANGE:
    case MEM_HOST_READ:
    case MEM_HOST_WRITE: return recorder_file->options & RECORD_CANARIES;
    default: return false;
    }
}

void finding_add(struct check_call *call, enum check_id check_id, int32_t error, const void *object,
                 const uint64_t values[MOST_VALUES])
{
    struct found *found = &call->found[call->count];
    if (call->count == MOST_FOUND || is_of_driver(call, object)) return;
    for (unsigned i = 0; i < call->count; i++)
        if (call->found[i].check_id == check_id && call->found[i].object == object) return;
    memset(found, 0, sizeof *found);
    found->check_id = check_id;
    found->error = error;
    found->object = object;
    if (values) memcpy(found->values, values, sizeof found->values);
    call->count++;
    if (error && is_hidden(check_id) && !call->refusal) call->refusal = error;
}

void finding_add_other(struct check_call *call, enum check_id check_id, const void *object,
                       const uint64_t values[MOST_VALUES], struct call_site other)
{
    const unsigned before = call->count;
    finding_add(call, check_id, 0, object, values);
    if (call->count > before) call->found[before].other = other;
}

bool finding_explains(const struct check_call *call)
{
    for (unsigned i = 0; i < call->count; i++)
        if (call->found[i].error) return true;
    return false;
}

void finding_write(struct check_call *call)
{
    for (; call->written < call->count; call->written++) {
        const struct found *found = &call->found[call->written];
        const uint64_t times =
            count_finding(finding_address(call), found->check_id, found->cause, 0, true);
        if (!is_round(times)) {
            await_writers();
            continue;
        }
        if (record_call(call)) write_finding(call, found, times);
        atomic_fetch_sub(&writers, 1);
        if (call->record) stop_at(found->check_id);
    }
}

static void write_at(enum check_id check_id, const void *object, struct call_site site,
                     struct finding_part part, const uint64_t values[MOST_VALUES])
{
    struct record_finding record = new_record(check_id, object, part.times);
    const struct record_site where = sites_describe(site.address);
    record.part = part.number;
    if (values) memcpy(record.values, values, sizeof record.values);
    record.sites = where.address != 0;
    write_record(&record, &where);
    stop_at(check_id);
}

void finding_write_at(enum check_id check_id, const void *object, struct call_site site,
                      const uint64_t values[MOST_VALUES])
{
    struct finding_part whole = { 0, 0 };
    if (objects_is_of_driver(object) || !finding_part_is_due(check_id, site, &whole)) return;
    write_at(check_id, object, site, whole, values);
}

bool finding_part_is_due(enum check_id check_id, struct call_site site, struct finding_part *part)
{
    const struct cause none = { NULL, 0 };
    part->times = count_finding(site.address, check_id, none, part->number, false);
    return is_round(part->times);
}

void finding_write_part(enum check_id check_id, const void *object, struct call_site site,
                        struct finding_part part, const uint64_t values[MOST_VALUES])
{
    write_at(check_id, object, site, part, values);
}

uint64_t finding_part_number(const char *kernel, uint64_t what, uint64_t argument)
{
    uint64_t hash = what + 1;
    hash = hash * 1099511628211u + argument;
    for (; *kernel; kernel++) hash = (hash ^ (unsigned char)*kernel) * 1099511628211u;
    return hash | 1;
}

void finding_write_between(enum check_id check_id, const void *caller, struct call_site other,
                           const uint64_t values[MOST_VALUES])
{
    const uint64_t times = count_finding(caller, check_id, (struct cause){ NULL, 0 }, 0, false);
    struct record_site sites[MOST_SITES];
    struct record_finding record;
    if (!is_round(times)) return;
    record = new_record(check_id, NULL, times);
    memcpy(record.values, values, sizeof record.values);
    record.other = sites_describe(other.address);
    record.other_by = other.function;
    record.sites = backtrace_from(caller, sites);
    write_record(&record, sites);
    stop_at(check_id);
}

/* Copies the finding with an index. Returns false if there is none. */
static bool get_seen(size_t index, struct seen *copy)
{
    bool is_found;
    recorder_take_lock();
    is_found = seen_by == system_process() && index < seen_count;
    if (is_found) *copy = seen[index];
    recorder_release_lock();
    return is_found;
}

void finding_write_counts(void)
{
    struct seen finding;
    for (size_t i = 0; get_seen(i, &finding); i++) {
        const struct record_site site = sites_describe(finding.site);
        struct record_finding record;
        memset(&record, 0, sizeof record);
        record.head.flags = FINDING_COUNT;
        record.check_id = finding.check_id;
        record.times = finding.times;
        record_cause(&record, finding.cause);
        record.part = finding.part;
        record.sites = 1;
        write_record(&record, &site);
    }
}
