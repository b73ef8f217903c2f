/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A finding waits briefly for its call to return, so that it can show the result. If the call does
 * not return, the finding shows none. A wait for a user event is a finding only if the call does
 * not return, because a thread that has not used OpenCL so far may complete the event.
 */
#include "collector.h"

#include "../calls/check_ids.h"
#include "../base/array.h"
#include "../base/data.h"
#include "../base/terminal.h"
#include "../base/types.h"
#include "../recording/not_loaded.h"
#include "../recording/output.h"
#include "../recording/records.h"
#include "../recording/run.h"
#include "../recording/sites.h"
#include "../recording/values.h"
#include "baseline.h"
#include "finding_json.h"
#include "server_formats.h"
#include "kind_words.h"
#include "open_calls.h"
#include "place.h"
#include "finding_text.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NAMED = 4 }; /* the most processes, or unreadable files, that the summary names */

/* The number of looks for which a finding waits for its call. check_session.c looks twenty times a
 * second. */
enum { MOST_LOOKS = 3, MOST_LOOKS_AT_WAIT = 200 };
static const uint64_t LONG_WAIT = 10000000000; /* nanoseconds: such a call waits for long */

/* A recording, and its path. */
struct source {
    struct recording *recording;
    char *path;
    bool cut_told; /* with --follow: the user knows that the file has become shorter */
};

/* A file that could not be added. */
struct refused {
    char *path, *reason;
    bool misses; /* it may have findings */
};

struct waiting {
    struct recording *recording;
    struct found found;
    int looks;
};

/* How often a finding has come: with one check ID, at one call site, in one process. */
struct counted {
    unsigned check_id;
    const char *module; /* "": unknown */
    uint64_t address;   /* of the call, in the module's file; if the module is unknown, in memory */
    uint64_t part;      /* record_finding.part */
    const struct process *process;
    struct recording *recording;
    uint64_t times;
    struct found found;
    /* The number of the counted finding that this one follows from, counted from 1; 0: none. */
    size_t cause;
    size_t place,
        /* The number of the cause's check ID at the cause's place, whatever the process; 0: there
         * is no cause. */
        cause_place;
    bool is_first; /* the first with this cause at its place */
    /* The level of the check ID, or the highest level of a finding that follows from it. */
    int level;
    bool exact; /* `times` has not grown since the layer's exact count */
    bool waits; /* it is written when its level rises, or at the end */
    enum { SHOWN, IGNORED, KNOWN } fate;
};

ARRAY(sources, struct source);
ARRAY(refused_list, struct refused);
ARRAY(waiting_list, struct waiting);
ARRAY(counted_list, struct counted);
ARRAY(fresh_counted, size_t);

struct collector {
    const struct check_options *options;
    struct sources recordings;
    struct refused_list refused;
    struct output output;
    struct waiting_list waiting;
    struct counted_list counted;
    /* The numbers of places; and the numbers of counted findings, counted from 1
     * (find_counted()). */
    json_t *places;
    bool while_loading; /* see collector_end() */
    json_t *findings;   /* for formats that are written at the end */
    json_t *deprecated; /* the functions that a note on a deprecated one was about */
    size_t unknown;     /* the number of findings that another version of the layer wrote */
    bool ends;          /* no further findings will come */
};

struct collector *collector_start(const struct check_options *options, char **error)
{
    struct collector *collector = require_memory(calloc(1, sizeof *collector));
    *error = output_open(&collector->output, options->log, OUTPUT_LINES);
    if (*error) {
        free(collector);
        return NULL;
    }
    collector->options = options;
    collector->findings = json_array();
    collector->places = json_object();
    collector->deprecated = json_object();
    terminal_use(collector->output.file);
    return collector;
}

static struct source *source_at(const struct collector *collector, size_t i)
{
    return &collector->recordings.items[i];
}

static struct refused *refused_at(const struct collector *collector, size_t i)
{
    return &collector->refused.items[i];
}

static struct refused *find_refused(const struct collector *collector, const char *records)
{
    for (size_t i = 0; i < collector->refused.count; i++)
        if (!strcmp(refused_at(collector, i)->path, records)) return refused_at(collector, i);
    return NULL;
}

static void forget_refused(struct collector *collector, struct refused *refused)
{
    free(refused->path);
    free(refused->reason);
    *refused = *refused_at(collector, --collector->refused.count);
}

/* Notes a file that can't be added. Takes over the reason. */
static void refuse(struct collector *collector, const char *records, char *reason, bool misses)
{
    struct refused *refused = find_refused(collector, records);
    if (refused) {
        free(reason);
        return;
    }
    refused = refused_list_add(&collector->refused);
    *refused = (struct refused){ text_format("%s", records), reason, misses };
    /* With --follow, there is no summary that would tell. */
    if (collector->options->follow) line_error("clrelay check: %s", reason);
}

/* Adds a file of records. Returns as collector_add(). If the file can't be added, *misses becomes
 * whether it may have findings. */
static char *add(struct collector *collector, const char *records, bool *misses)
{
    char *error = NULL;
    struct recording *recording = recording_follow(records, &error);
    struct refused *refused = find_refused(collector, records);
    *misses = true;
    if (!recording) return error;
    if (!(recording->file->options & RECORD_CHECKS)) {
        recording_close(recording);
        *misses = false;
        return text_format("%s: a recording of clrelay trace, not of clrelay check", records);
    }
    recording->early = true;
    *sources_add(&collector->recordings) =
        (struct source){ .recording = recording, .path = text_format("%s", records) };
    if (refused) forget_refused(collector, refused);
    return NULL;
}

char *collector_add(struct collector *collector, const char *records)
{
    bool misses;
    return add(collector, records, &misses);
}

void collector_offer(struct collector *collector, const char *records)
{
    bool misses = true;
    char *error = NULL;
    for (size_t i = 0; i < collector->recordings.count; i++)
        if (!strcmp(source_at(collector, i)->path, records)) return;
    if (records_are_ready(records, &error)) error = add(collector, records, &misses);
    if (error) refuse(collector, records, error, misses);
}

const struct recording *collector_recording(const struct collector *collector)
{
    return source_at(collector, 0)->recording;
}

/* ---- call sites ---- */

static struct counted *counted_at(const struct collector *collector, size_t i)
{
    return &collector->counted.items[i];
}

/* The number that is noted for a key; 0: none. If `fresh` is not 0, the key gets that number. Frees
 * the key. */
static size_t number_of(struct collector *collector, char *key, size_t fresh)
{
    size_t number = (size_t)json_integer_value(json_object_get(collector->places, key));
    if (!number && fresh) {
        number = fresh;
        json_object_set_new_nocheck(collector->places, key, json_integer((json_int_t)fresh));
    }
    free(key);
    return number;
}

/* The number of a call site with a check ID. */
static size_t place_of(struct collector *collector, const struct counted *counted)
{
    return number_of(collector,
                     text_format("%u %llx %llx %s", counted->check_id,
                                 (unsigned long long)counted->part,
                                 (unsigned long long)counted->address, counted->module),
                     json_object_size(collector->places) + 1);
}

/* The number of the first equal counted finding of this process, or of any if `process` is NULL;
 * counted from 1, 0: none. `fresh` as in number_of(). */
static size_t find_counted(struct collector *collector, const struct counted *counted,
                           const struct process *process, size_t fresh)
{
    return number_of(
        collector,
        text_format("%zu %zu %p", counted->place, counted->cause_place, (const void *)process),
        fresh);
}

/* A new counted finding, for a check ID of a finding and one of its sites. */
static struct counted new_counted(struct recording *recording, const struct found *found,
                                  unsigned check_id, const struct record_site *site)
{
    struct counted fresh = { .check_id = check_id,
                             .module = "",
                             .address = site->address,
                             .process = found->thread->process,
                             .recording = recording,
                             .part = found->record->part,
                             .times = found->record->times,
                             .found = *found,
                             .level = check_id_of(check_id)->level,
                             /* Without this flag, a record is the first, tenth, hundredth, ...
                              * finding. */
                             .exact = found->record->head.flags & FINDING_COUNT };
    const char *module = finding_module(recording, found, site, &fresh.address);
    if (module) fresh.module = module;
    return fresh;
}

/* The number of the counted finding that a finding follows from, counted from 1; 0: there is none,
 * or the user ignores it. */
static size_t cause_of(struct collector *collector, struct recording *recording,
                       const struct found *found)
{
    const struct record_finding *record = found->record;
    struct counted cause;
    size_t number;
    if (!check_id_of(record->cause_check_id)) return 0;
    cause = new_counted(recording, found, record->cause_check_id, &record->cause);
    cause.place = place_of(collector, &cause);
    number = find_counted(collector, &cause, cause.process, 0);
    return number && counted_at(collector, number - 1)->fate != IGNORED ? number : 0;
}

/* Counts a finding. Returns the number of the counted finding to write, counted from 1: its own if
 * its call site is new, or that of its cause if the cause is worse than it seemed. 0: none. */
static size_t count(struct collector *collector, struct recording *recording,
                    const struct found *found)
{
    struct counted fresh =
        new_counted(recording, found, found->record->check_id, finding_site(found));
    const size_t number = collector->counted.count + 1;
    struct counted *cause, *same;
    size_t first, known;
    fresh.place = place_of(collector, &fresh);
    fresh.cause = cause_of(collector, recording, found);
    if (fresh.cause) fresh.cause_place = counted_at(collector, fresh.cause - 1)->place;
    known = find_counted(collector, &fresh, fresh.process, 0);
    if (known) {
        same = counted_at(collector, known - 1);
        if (same->times <= fresh.times) same->times = fresh.times, same->exact = fresh.exact;
        return 0;
    }
    if (found->record->head.flags & FINDING_COUNT) return 0; /* the finding itself was dropped */
    first = find_counted(collector, &fresh, NULL, number);
    fresh.is_first = first == number;
    if (!fresh.is_first) fresh.fate = counted_at(collector, first - 1)->fate;
    find_counted(collector, &fresh, fresh.process, number);
    *counted_list_add(&collector->counted) = fresh;
    if (!fresh.cause) return fresh.is_first ? number : 0;
    cause = counted_at(collector, fresh.cause - 1);
    if (fresh.level <= cause->level) return 0;
    cause->level = fresh.level;
    return fresh.cause;
}

bool collector_misses(const struct collector *collector)
{
    const uint32_t bad = RECORD_FULL | RECORD_NO_DISK | RECORD_FAILED;
    for (size_t i = 0; i < collector->recordings.count; i++) {
        const struct recording *recording = source_at(collector, i)->recording;
        if (atomic_load(&recording->file->state) & bad || recording->damaged || recording->is_cut)
            return true;
    }
    for (size_t i = 0; i < collector->refused.count; i++)
        if (refused_at(collector, i)->misses) return true;
    return collector->unknown > 0;
}

int collector_status(const struct collector *collector)
{
    for (size_t i = 0; i < collector->counted.count; i++) {
        const struct counted *counted = counted_at(collector, i);
        if (counted->fate == SHOWN && !counted->cause && counted->level > LEVEL_NOTE &&
            counted->level >= collector->options->level)
            return COLLECTOR_FOUND;
    }
    return collector_misses(collector) ? RUN_FAILED : EXIT_SUCCESS;
}

/* ---- suppressions ---- */

static const char *text_or_null(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

static bool is_ignored(const struct collector *collector, const json_t *finding,
                       const struct process *process)
{
    const json_t *list = place_frames(finding), *object;
    const char *called = text_or_null(finding, "function");
    struct suppressed_frame *frames =
        require_memory(calloc(json_array_size(list) + 1, sizeof *frames));
    size_t i;
    bool ignored;
    if (!called)
        called = text_or_null(json_object_get(json_object_get(finding, "object"), "made"), "by");
    frames[0].function = called;
    json_array_foreach(list, i, object)
        frames[i + 1] = (struct suppressed_frame){ text_or_null(object, "function"),
                                                   text_or_null(object, "file"),
                                                   text_or_null(object, "module") };
    ignored = suppressions_match(&collector->options->suppressions, data_text(finding, "identity"),
                                 process->name, frames, json_array_size(list) + 1);
    free(frames);
    return ignored;
}

/* ---- writing ---- */

/* Whether a finding is a note about a deprecated function for which there was one before. */
static bool is_again(struct collector *collector, const json_t *finding)
{
    const char *function = data_text(finding, "function");
    if (!data_is(finding, "identity", check_id_of(FUNCTION_DEPRECATED)->name)) return false;
    if (json_object_get(collector->deprecated, function)) return true;
    json_object_set_new(collector->deprecated, function, json_true());
    return false;
}

/* Whether to print annotations, which GitHub shows beside the source. If a stream has another
 * format, only that goes there. */
static bool annotates(const struct check_options *options)
{
    const char *value = getenv("GITHUB_ACTIONS");
    return value && !strcmp(value, "true") && (options->log || options->format == FORMAT_TEXT);
}

static void show(struct collector *collector, json_t *finding, const struct process *process)
{
    const struct check_options *options = collector->options;
    if (options->format == FORMAT_TEXT) text_print_finding(finding);
    else if (options->format == FORMAT_JSON) data_write(finding, 0, collector->output.file);
    else {
        json_object_set_new(finding, "program", data_string(process->name));
        json_array_append(collector->findings, finding);
    }
    if (annotates(options)) github_print(finding, stderr);
}

/* Whether a finding may get a higher level from those that follow from it. With --follow there is
 * no end to wait for, so such a finding comes again instead. */
static bool may_rise(const struct collector *collector, const struct counted *counted)
{
    struct entry entry;
    struct call call;
    return !collector->ends && !collector->options->follow && counted->level < LEVEL_ERROR &&
           recording_found_call(counted->recording, &counted->found, &entry, &call) && call.failed;
}

/* Writes a finding at a new call site, unless the user does not want it. */
static void write(struct collector *collector, struct counted *counted)
{
    json_t *finding = finding_json(counted->recording, &counted->found);
    const bool was_known = counted->fate == KNOWN;
    json_object_set_new(finding, "level", data_string(check_id_level_name(counted->level)));
    counted->fate = is_ignored(collector, finding, counted->process)                    ? IGNORED
                    : was_known || baseline_take(collector->options->baseline, finding) ? KNOWN
                                                                                        : SHOWN;
    counted->waits = counted->fate == SHOWN && may_rise(collector, counted);
    if (counted->fate == SHOWN && !counted->waits && counted->level >= collector->options->level &&
        !is_again(collector, finding))
        show(collector, finding, counted->process);
    json_decref(finding);
}

/* Writes the findings from which none has followed. */
static void write_unrisen(struct collector *collector)
{
    collector->ends = true;
    for (size_t i = 0; i < collector->counted.count; i++)
        if (counted_at(collector, i)->waits) write(collector, counted_at(collector, i));
    output_flush(&collector->output);
}

/* ---- findings that wait ---- */

enum fate { KEEP, DROP, WRITE };

/* Whether a call that has not returned began so long ago, by the clock of this boot, that it will
 * never return. */
static bool is_long_ago(const struct waiting *waiting)
{
    const uint64_t now = records_now().nanoseconds;
    return now > waiting->recording->file->first.nanoseconds + waiting->found.at + LONG_WAIT;
}

/* Whether to write a finding, or let it wait. */
static enum fate fate_of(struct collector *collector, struct waiting *waiting, bool end)
{
    const bool is_wait = waiting->found.record->check_id == USER_EVENT_WAIT;
    struct entry entry;
    struct call call;
    if (!recording_found_call(waiting->recording, &waiting->found, &entry, &call)) return WRITE;
    if (call.end != NEVER) return is_wait ? DROP : WRITE;
    /* The process may go on after this command has ended. */
    if (is_wait && end && collector->options->read && !is_long_ago(waiting)) return DROP;
    return end || ++waiting->looks > (is_wait ? MOST_LOOKS_AT_WAIT : MOST_LOOKS) ? WRITE : KEEP;
}

static void take_new(struct collector *collector, struct recording *recording)
{
    for (size_t i = 0; i < recording->found_count; i++) {
        const struct found *found = &recording->found[i];
        if (finding_check_id(found))
            *waiting_list_add(&collector->waiting) = (struct waiting){ recording, *found, 0 };
        else collector->unknown++;
    }
}

/* Writes the findings that need not wait any longer: those that follow from others, or the rest. */
static void write_waiting(struct collector *collector, bool follow, bool end)
{
    struct fresh_counted fresh = { NULL, 0, 0 }; /* the counted findings to write */
    struct waiting *waiting = collector->waiting.items;
    size_t left = 0, counted;
    for (size_t i = 0; i < collector->waiting.count; i++) {
        const struct found *found = &waiting[i].found;
        const bool is_meant = follow == (found->record->cause_check_id != 0);
        const enum fate fate = is_meant ? fate_of(collector, &waiting[i], end) : KEEP;
        if (fate == KEEP) {
            waiting[left++] = waiting[i];
        } else if (fate == WRITE && (counted = count(collector, waiting[i].recording, found))) {
            const struct counted *new_one = counted_at(collector, counted - 1);
            finding_want_sites(new_one->recording, &new_one->found);
            *fresh_counted_add(&fresh) = counted - 1;
        }
    }
    collector->waiting.count = left;
    sites_find();
    for (size_t i = 0; i < fresh.count; i++)
        write(collector, counted_at(collector, fresh.items[i]));
    if (fresh.count) output_flush(&collector->output);
    free(fresh.items);
}

/* A note that the file is shorter than what was written to it. The caller frees it. */
static char *cut_text(const struct source *source)
{
    return text_format("%s is incomplete, perhaps because it was copied in part, or has become "
                       "shorter: findings are missing.",
                       text_file_name(source->path));
}

static void tell_cut(struct source *source)
{
    char *text = cut_text(source);
    line_error("clrelay check: %s", text);
    free(text);
    source->cut_told = true;
}

void collector_look(struct collector *collector, bool end)
{
    for (size_t i = 0; i < collector->recordings.count; i++) {
        struct source *source = source_at(collector, i);
        recording_next(source->recording, end);
        take_new(collector, source->recording);
        if (collector->options->follow && source->recording->is_cut && !source->cut_told)
            tell_cut(source);
    }
    write_waiting(collector, false, end);
    write_waiting(collector, true, end); /* by now it is known which causes the user ignores */
    if (end) write_unrisen(collector);
}

/* ---- the summary ---- */

/* Whether the summary has a counted finding in the row of a check ID and level. */
static bool is_in_row(const struct counted *counted, unsigned number, int level)
{
    return counted->check_id == number && counted->level == level && counted->fate == SHOWN &&
           !counted->cause;
}

/* The number of findings that follow from those of a row. Adds the kinds of handles that are NULL
 * in them to `kinds`. */
static uint64_t add_following(const struct collector *collector, unsigned number, int level,
                              json_t *kinds)
{
    uint64_t times = 0;
    for (size_t i = 0; i < collector->counted.count; i++) {
        const struct counted *counted = counted_at(collector, i);
        const char *kind = kind_word(counted->found.record->kind);
        size_t j = 0;
        if (!counted->cause || !is_in_row(counted_at(collector, counted->cause - 1), number, level))
            continue;
        times += counted->times;
        while (j < json_array_size(kinds) &&
               strcmp(json_string_value(json_array_get(kinds, j)), kind) != 0)
            j++;
        if (j == json_array_size(kinds)) json_array_append_new(kinds, data_string(kind));
    }
    return times;
}

/* A row of the summary: for the findings of one check ID with a level, at how many call sites and
 * how often they came. */
static json_t *check_id_json(const struct collector *collector, unsigned number, int level)
{
    const struct check_id_text *check_id = check_id_of(number);
    size_t sites = 0;
    uint64_t times = 0, following;
    bool more = false;
    json_t *kinds;
    for (size_t i = 0; i < collector->counted.count; i++) {
        const struct counted *counted = counted_at(collector, i);
        if (!is_in_row(counted, number, level)) continue;
        sites += counted->is_first;
        times += counted->times;
        more = more || !counted->exact;
    }
    if (!sites) return NULL;
    kinds = json_array();
    following = add_following(collector, number, level, kinds);
    return json_pack("{s:s, s:s, s:I, s:I, s:b, s:I, s:o}", "identity", check_id->name, "level",
                     check_id_level_name(level), "places", (json_int_t)sites, "times",
                     (json_int_t)times, "more", more, "following", (json_int_t)following, "null",
                     kinds);
}

static void add_levels(json_t *summary, const json_t *check_ids)
{
    for (int level = LEVEL_ERROR; level >= LEVEL_NOTE; level--) {
        const char *name = check_id_level_name(level);
        json_int_t sites = 0;
        const json_t *object;
        size_t i;
        json_array_foreach(check_ids, i, object)
            if (data_is(object, "level", name))
                sites += json_integer_value(json_object_get(object, "places"));
        json_object_set_new(summary, name, json_integer(sites));
    }
}

/* Adds notes on what happened to a recording. */
static void add_state(json_t *notes, const struct collector *collector, const struct source *source)
{
    const struct recording *recording = source->recording;
    const struct record_file *file = recording->file;
    const uint32_t state = atomic_load(&file->state);
    const bool reads = collector->options->read;
    if (state & RECORD_FULL)
        json_array_append_new(notes, data_format("The limit of %llu bytes for findings was "
                                                 "reached: later ones are missing.%s",
                                                 (unsigned long long)file->limit,
                                                 reads ? "" : " --limit sets another."));
    if (state & (RECORD_NO_DISK | RECORD_FAILED))
        json_array_append_new(notes,
                              data_format("There was no space or no memory for findings: some are "
                                          "missing. They are kept in %s.",
                                          reads ? "the file that was read"
                                                : "memory, or in the folder that TMPDIR names"));
    if (recording->damaged)
        json_array_append_new(notes, data_format("Findings were damaged, perhaps by the program: "
                                                 "some are missing."));
    if (recording->is_cut) {
        char *text = cut_text(source);
        json_array_append_new(notes, data_string(text));
        free(text);
    }
}

/* The last answer of a platform or device, or "". The caller frees the text. */
static char *last_answer(const struct recording *recording)
{
    const struct record_answer *answer = &recording->file->answer;
    const size_t most = sizeof answer->bytes, size = answer->size < most ? answer->size : most;
    const struct origin origin = { recording,
                                   recording->process_count ? recording->processes[0] : NULL, 0 };
    const struct enumerant *query = type_query((int64_t)answer->query);
    struct string text = { NULL, 0, 0 };
    if (!query || !origin.process || !size) return text_format("%s", "");
    string_format(&text, " The last answer: %s = ", query->name);
    values_add_memory(&text, &origin, (enum type_index)query->about, (enum form)query->form,
                      answer->bytes, size, answer->size > most);
    string_add(&text, ".");
    return text.text;
}

/* Adds a note on a program that has left all devices or platforms: its own reasons are no mistake
 * in a call. */
static void add_unused(json_t *notes, const struct recording *recording)
{
    const struct record_file *file = recording->file;
    char *answer = last_answer(recording);
    if (atomic_load(&file->listings) > 0 && atomic_load(&file->contexts) == 0)
        json_array_append_new(
            notes,
            data_format("The program got a list of devices, and made no context, as one does "
                        "that only shows them.%s If it was to use a device: see its own messages, "
                        "its options for devices, and what it has asked them: clrelay trace "
                        "--live PROGRAM",
                        answer));
    else if (atomic_load(&file->platforms) > 0 && atomic_load(&file->asked) == 0)
        json_array_append_new(
            notes, data_format("The program got a list of platforms, and asked none of them for "
                               "devices.%s If it was to use a device: see its own messages, and "
                               "its options and settings for OpenCL.",
                               answer));
    free(answer);
}

/* Adds a note on how the program ended. */
static void add_ending(json_t *notes, const struct collector *collector, const char *ending)
{
    const struct record_file *file = source_at(collector, 0)->recording->file;
    if (ending) json_array_append_new(notes, data_string(ending));
    if (collector->while_loading) return;
    if (atomic_load(&file->processes) == 0)
        not_loaded_add(notes, "check", "checked", RECORD_CHECK_VARIABLE,
                       collector->options->program[0], ending);
    else if (!ending && atomic_load(&file->ended) == 0 && collector->options->level <= LEVEL_LEAK)
        json_array_append_new(notes,
                              data_format("Leaks were not looked for, because the layer was not "
                                          "told that the program ends. Some libraries never tell "
                                          "it, such as ocl-icd 2.3.1; none does after _exit()."));
    if (!ending) add_unused(notes, source_at(collector, 0)->recording);
}

/* Adds a note on processes, of several that were read, that did not tell the layer that they
 * end. */
static void add_not_ended(json_t *notes, const struct collector *collector)
{
    const size_t all = collector->recordings.count;
    size_t count = 0;
    for (size_t i = 0; i < all; i++) {
        const struct source *source = source_at(collector, i);
        struct string calls = { NULL, 0, 0 };
        if (atomic_load(&source->recording->file->ended)) continue;
        if (count++ < MOST_NAMED && open_calls_add(&calls, source->recording, 0).count)
            json_array_append_new(notes,
                                  data_format("%s: the process is in %s, or ended meanwhile.",
                                              text_file_name(source->path), calls.text));
        string_free(&calls);
    }
    if (count)
        json_array_append_new(
            notes,
            data_format("Processes that have not told the layer that they end: %zu of %zu. They "
                        "run, were killed, or their libOpenCL never tells. Leaks were not looked "
                        "for there.",
                        count, all));
    if (!all && !collector->refused.count)
        json_array_append_new(
            notes, data_format("No process has loaded the layer. clrelay check --environment %s "
                               "prints the variables that programs need.",
                               collector->options->read));
}

/* Adds a note on the files that can't be read. */
static void add_refused(json_t *notes, const struct collector *collector)
{
    const size_t all = collector->refused.count;
    for (size_t i = 0; i < all && i < MOST_NAMED; i++)
        json_array_append_new(notes, data_string(refused_at(collector, i)->reason));
    if (all > MOST_NAMED)
        json_array_append_new(notes, data_format("%zu more file%s can't be read.", all - MOST_NAMED,
                                                 text_plural(all - MOST_NAMED)));
}

static void add_notes(json_t *notes, const struct collector *collector, const char *ending)
{
    if (collector->options->read) add_not_ended(notes, collector);
    else add_ending(notes, collector, ending);
    for (size_t i = 0; i < collector->recordings.count; i++)
        add_state(notes, collector, source_at(collector, i));
    add_refused(notes, collector);
    if (collector->unknown)
        json_array_append_new(notes,
                              data_format("%zu finding%s of another version of the layer "
                                          "can't be shown.",
                                          collector->unknown, text_plural(collector->unknown)));
    if (collector->options->suppressions.ended.text)
        json_array_append_new(notes, data_format("Suppressions that have ended: %s.",
                                                 collector->options->suppressions.ended.text));
    if (sites_complaint()) json_array_append_new(notes, data_string(sites_complaint()));
}

static json_t *summary_json(const struct collector *collector, const char *ending)
{
    json_t *summary = json_object(), *check_ids = json_array(), *notes = json_array();
    json_int_t ignored = 0, known = 0, processes = 0;
    for (int level = LEVEL_ERROR; level >= LEVEL_NOTE; level--)
        for (unsigned number = 1; check_id_of(number); number++) {
            json_t *object = check_id_json(collector, number, level);
            if (object) json_array_append_new(check_ids, object);
        }
    for (size_t i = 0; i < collector->counted.count; i++) {
        if (!counted_at(collector, i)->is_first) continue;
        ignored += counted_at(collector, i)->fate == IGNORED;
        known += counted_at(collector, i)->fate == KNOWN;
    }
    for (size_t i = 0; i < collector->recordings.count; i++)
        processes += atomic_load(&source_at(collector, i)->recording->file->processes);
    add_notes(notes, collector, ending);
    json_object_set_new(summary, "schema", json_integer(1));
    json_object_set_new(summary, "command", json_string("check"));
    add_levels(summary, check_ids);
    json_object_set_new(summary, "ignored", json_integer(ignored));
    json_object_set_new(summary, "known", json_integer(known));
    json_object_set_new(summary, "processes", json_integer(processes));
    json_object_set_new(summary, "missing", json_boolean(collector_misses(collector)));
    json_object_set_new(summary, "identities", check_ids);
    json_object_set_new(summary, "notes", notes);
    return summary;
}

static void write_summary(struct collector *collector, const char *ending)
{
    json_t *summary = summary_json(collector, ending);
    const int format = collector->options->format;
    if (format == FORMAT_JSON) {
        json_t *line = json_pack("{s:O}", "summary", summary);
        data_write(line, 0, collector->output.file);
        json_decref(line);
    } else if (format == FORMAT_SARIF) {
        sarif_write(collector->findings, summary, collector->output.file);
    } else if (format == FORMAT_JUNIT) {
        junit_write(collector->findings, summary, collector->output.file);
    } else {
        text_print_summary(summary);
    }
    json_decref(summary);
}

/* Writes what is left, and frees the collector. Returns as collector_end(). */
static char *close_collector(struct collector *collector)
{
    char *error = output_close(&collector->output);
    for (size_t i = 0; i < collector->recordings.count; i++) {
        recording_close(source_at(collector, i)->recording);
        free(source_at(collector, i)->path);
    }
    free(collector->recordings.items);
    free(collector->waiting.items);
    free(collector->counted.items);
    json_decref(collector->findings);
    json_decref(collector->places);
    json_decref(collector->deprecated);
    while (collector->refused.count) forget_refused(collector, refused_at(collector, 0));
    free(collector->refused.items);
    free(collector);
    sites_free();
    return error;
}

void collector_free(struct collector *collector)
{
    if (collector) free(close_collector(collector));
}

char *collector_end(struct collector *collector, const char *ending, bool while_loading)
{
    char *error;
    collector->while_loading = while_loading;
    write_summary(collector, ending);
    error = close_collector(collector);
    terminal_use(stderr);
    return error;
}
