/* SPDX-License-Identifier: Apache-2.0 */
/* Findings go to the file at once, with the call and a backtrace. */
#include "finding.h"
#include "call_record.h"
#include "stop.h"

#include <string.h>

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
            seen_again(finding_address(call), found->check_id, found->cause, 0, true);
        if (!seen_is_due(times)) {
            seen_await_writers();
            continue;
        }
        if (call_record(call)) write_finding(call, found, times);
        seen_end_writing();
        if (call->record) stop_at_finding(found->check_id);
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
    stop_at_finding(check_id);
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
    part->times = seen_again(site.address, check_id, none, part->number, false);
    return seen_is_due(part->times);
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
    const uint64_t times = seen_again(caller, check_id, (struct cause){ NULL, 0 }, 0, false);
    struct record_site sites[MOST_SITES];
    struct record_finding record;
    if (!seen_is_due(times)) return;
    record = new_record(check_id, NULL, times);
    memcpy(record.values, values, sizeof record.values);
    record.other = sites_describe(other.address);
    record.other_by = other.function;
    record.sites = backtrace_from(caller, sites);
    write_record(&record, sites);
    stop_at_finding(check_id);
}

void finding_write_counts(void)
{
    struct seen finding;
    for (size_t i = 0; seen_get(i, &finding); i++) {
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
