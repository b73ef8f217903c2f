/* SPDX-License-Identifier: Apache-2.0 */
#include "finding_json.h"

#include "../calls/check_ids.h"
#include "../base/data.h"
#include "../recording/frame_json.h"
#include "../recording/frames.h"
#include "../recording/show.h"
#include "condition_rows.h"
#include "describe.h"
#include "kind_words.h"
#include "place.h"
#include "sections.h"

#include <inttypes.h>
#include <string.h>

const struct check_id_text *finding_check_id(const struct found *found)
{
    return check_id_of(found->record->check_id);
}

static const struct record_site *sites_of(const struct found *found)
{
    return (const struct record_site *)(found->record + 1);
}

const struct record_site *finding_site(const struct found *found)
{
    return found->record->sites ? sites_of(found) : &found->record->made;
}

/* ---- sites ---- */

static struct return_site return_site(const struct found *found, const struct record_site *site)
{
    return (struct return_site){ found->thread->process, found->at, site };
}

const char *finding_module(const struct recording *recording, const struct found *found,
                           const struct record_site *site, uint64_t *address)
{
    return frames_module(recording, return_site(found, site), address);
}

/* Whether a module has the start of programs and threads. */
static bool is_of_start(const char *module)
{
    static const char *const names[] = { "libc.so.", "libc-", "ld-linux", "ld-musl", "libpthread" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(text_file_name(module), names[i], strlen(names[i]))) return true;
    return false;
}

static bool is_site_of_start(const struct recording *recording, const struct found *found,
                             uint32_t i)
{
    uint64_t address;
    return is_of_start(
        text_or_empty(finding_module(recording, found, &sites_of(found)[i], &address)));
}

/* backtrace_json() leaves out the start of the program, for which addr2line would read much: the
 * debug information of the C library. Behind that comes _start, which is the program's. */
static void want_backtrace(const struct recording *recording, const struct found *found)
{
    const uint32_t count = found->record->sites;
    uint32_t start = count;
    if (start > 1 && !is_site_of_start(recording, found, start - 1)) start--;
    while (start > 0 && is_site_of_start(recording, found, start - 1)) start--;
    for (uint32_t i = 0; i < count; i++) {
        const struct return_site site = return_site(found, &sites_of(found)[i]);
        if (i >= start && is_site_of_start(recording, found, i)) frames_leave(recording, site);
        else frames_want(recording, site);
    }
}

void finding_want_sites(const struct recording *recording, const struct found *found)
{
    const struct record_finding *record = found->record;
    want_backtrace(recording, found);
    frames_want(recording, return_site(found, &record->made));
    frames_want(recording, return_site(found, &record->released));
    frames_want(recording, return_site(found, &record->other));
}

/* Adds the frames of a site. */
static void add_frames(json_t *list, const struct recording *recording, const struct found *found,
                       const struct record_site *record)
{
    const struct site *site = frames_of(recording, return_site(found, record));
    for (size_t i = 0; site && i < site->count; i++)
        json_array_append_new(list, frame_json(&site->frames[i], site->module, site->address));
}

/* Whether a frame belongs to the start of a program or thread. */
static bool is_start(const json_t *frame)
{
    return data_is(frame, "function", "_start") ||
           is_of_start(text_or_empty(data_text(frame, "module")));
}

static json_t *backtrace_json(const struct recording *recording, const struct found *found)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < found->record->sites; i++)
        add_frames(list, recording, found, &sites_of(found)[i]);
    for (size_t i = json_array_size(list); i > 1 && is_start(json_array_get(list, i - 1)); i--)
        json_array_remove(list, i - 1);
    return list;
}

/* ---- the object ---- */

/* The call site where something was done to the object, and the function that did it. */
static json_t *done_json(const struct recording *recording, const struct found *found,
                         const struct record_site *site, unsigned function)
{
    const struct signature *signature = signature_of(function);
    json_t *json = json_object(), *frames = json_array();
    add_frames(frames, recording, found, site);
    json_object_set_new(json, "by", data_string(signature ? signature->name : NULL));
    json_object_set_new(json, "backtrace", frames);
    return json;
}

static json_t *object_json(const struct recording *recording, const struct found *found)
{
    const struct record_finding *record = found->record;
    json_t *json;
    if (!record->object) return json_null();
    json = json_object();
    json_object_set_new(json, "handle", data_format("0x%" PRIx64, record->object));
    json_object_set_new(json, "kind", data_string(kind_word(record->kind)));
    json_object_set_new(
        json, "name",
        data_string(recording_name(recording, found->thread->process, record->object, found->at)));
    if (record->made.address)
        json_object_set_new(json, "made",
                            done_json(recording, found, &record->made, record->made_by));
    if (record->released.address)
        json_object_set_new(json, "released",
                            done_json(recording, found, &record->released, record->released_by));
    return json;
}

/* ---- all of it ---- */

/* Whether a function builds a program that it is given. */
static bool is_build(const char *function)
{
    return strcmp(function, "clBuildProgram") == 0 || strcmp(function, "clCompileProgram") == 0;
}

/* The build log of a program whose build failed, or NULL. It is the last log before the finding,
 * because an earlier or a later program may have the same address. If the build ended after its
 * call, the finding is about the program. */
static const char *build_log(const struct recording *recording, const struct found *found,
                             const struct call *call)
{
    const uint32_t check_id = found->record->check_id;
    const uint64_t program = call ? call_number(call, "program") : found->record->object;
    const char *log;
    if (check_id != PROGRAM_BUILD && check_id != PROGRAM_BUILD_LOG &&
        !(check_id == CALL_FAILED && call && is_build(call->signature->name)))
        return NULL;
    log = recording_log(recording, found->thread->process, program, 0, found->at);
    return log && *log ? log : NULL;
}

static void add_condition(const char *text, void *list)
{
    json_array_append_new(list, data_string(text));
}

static void set_string(json_t *json, const char *name, struct string *text)
{
    json_object_set_new(json, name, data_string(text->text ? text->text : ""));
    string_free(text);
}

json_t *finding_json(const struct recording *recording, const struct found *found)
{
    const struct record_finding *record = found->record;
    const struct check_id_text *check_id = finding_check_id(found);
    struct string text = { NULL, 0, 0 }, advice = text, shown = text;
    struct described what = { recording, found, NULL };
    struct entry entry;
    struct call call;
    json_t *json = json_object(), *conditions = json_array();
    if (recording_found_call(recording, found, &entry, &call)) what.call = &call;
    describe(&text, check_id->text, &what);
    describe(&advice, check_id->advice, &what);
    json_object_set_new(json, "identity", data_string(check_id->name));
    json_object_set_new(json, "level", data_string(check_id_level_name(check_id->level)));
    json_object_set_new(json, "function", data_string(what.call ? call.signature->name : NULL));
    json_object_set_new(json, "error",
                        data_string(record->error ? show_error(record->error) : NULL));
    json_object_set_new(json, "times", json_integer((json_int_t)record->times));
    set_string(json, "text", &text);
    set_string(json, "advice", &advice);
    data_set(json, "section",
             record->error && what.call && !describe_is_unexplained(record->check_id)
                 ? section_of_condition(check_id, call.entry->head->kind)
                 : section_of(check_id));
    if (what.call) show_call(&shown, recording, &call);
    json_object_set_new(json, "call", data_string(shown.text));
    string_free(&shown);
    json_object_set_new(json, "backtrace", backtrace_json(recording, found));
    json_object_set_new(json, "object", object_json(recording, found));
    json_object_set_new(json, "other",
                        record->other.address
                            ? done_json(recording, found, &record->other, record->other_by)
                            : json_null());
    if (what.call && describe_is_unexplained(record->check_id))
        conditions_of_driver(call.entry->head->kind, record->error, add_condition, conditions);
    json_object_set_new(json, "driver", conditions);
    json_object_set_new(json, "log", data_string(build_log(recording, found, what.call)));
    data_set(json, "fingerprint", place_fingerprint(json));
    json_object_set_new(json, "process", json_integer(found->thread->process->id));
    json_object_set_new(json, "thread", json_integer((json_int_t)found->thread->id));
    return json;
}
