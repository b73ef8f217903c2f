/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes a recording's programs as files: HASH.cl, HASH.spv or HASH.bin is what a program was
 * created from, and HASH.txt has the calls that built it, with their logs. HASH is that of the
 * source; linked programs have only HASH.txt. HASH.N.DEVICE.bin is what the Nth build in HASH.txt
 * made for a device, counted from 0. rebuild.py builds them again. All files are new: runs do not
 * mix, and no link of another user is followed.
 */
#include "program_files.h"

#include "../base/array.h"
#include "../base/files.h"
#include "../base/strings.h"
#include "../base/system.h"
#include "../base/terminal.h"
#include "rebuild_script.h" /* made from rebuild.py */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A created program, its hash, and the number of its last build so far, from 1; 0: none. */
struct created {
    const struct process *process;
    uint64_t handle, hash;
    size_t build;
};

/* A written file: HASH and one of the endings of `forms`. */
struct written_file {
    uint64_t hash;
    const char *ending;
};

/* A call that builds a program, and the moments between which its log may have been recorded. */
struct build {
    const struct process *process;
    uint64_t handle, hash;
    moment since, until;
    unsigned number; /* its number among the builds of the hash, from 1 */
    struct string text;
};

ARRAY(created_list, struct created);
ARRAY(written_files, struct written_file);
ARRAY(build_list, struct build);

struct programs {
    const struct recording *recording;
    const char *folder;
    struct created_list created;
    struct build_list builds;
    struct written_files written;
    bool failed;
};

static void refuse(struct programs *programs, const char *path)
{
    if (!programs->failed)
        line_error("clrelay trace: %s can't be written: %s", path, strerror(errno));
    programs->failed = true;
}

static void write_bytes(struct programs *programs, const char *path, const struct string *text)
{
    FILE *file = file_make(path);
    bool well = file && (!text->length || fwrite(text->text, text->length, 1, file) == 1);
    if (file && fclose(file)) well = false;
    if (!well) refuse(programs, path);
}

/* ---- what programs are created from ---- */

/* The forms of sources, by the parameter that has the source. */
static const struct {
    const char *parameter, *ending;
    bool is_one; /* all parts form one text */
} forms[] = { { "strings", ".cl", true }, { "il", ".spv", true }, { "binaries", ".bin", false } };
enum { FORMS = sizeof forms / sizeof *forms };

/* Programs may share a first string, such as a header, so the hash covers all strings. */
static uint64_t hash_of_parts(const struct value *value, uint32_t first, uint32_t end)
{
    uint64_t hash = value_number(value, first);
    for (uint32_t i = first + 1; i < end; i++)
        hash = (hash ^ value_number(value, i)) * 0x100000001b3;
    return hash;
}

/* Whether a file was written before. Notes that it is written now. */
static bool was_written(struct programs *programs, uint64_t hash, const char *ending)
{
    const struct written_file *written = programs->written.items;
    for (size_t i = programs->written.count; i-- > 0;)
        if (written[i].hash == hash && written[i].ending == ending) return true;
    *written_files_add(&programs->written) = (struct written_file){ hash, ending };
    return false;
}

/* Writes the parts of a source from `first` on. */
static void write_parts(struct programs *programs, const struct value *value, uint32_t first,
                        uint32_t end, const char *ending)
{
    const uint64_t hash = hash_of_parts(value, first, end);
    struct string all = { NULL, 0, 0 };
    char *path;
    if (was_written(programs, hash, ending)) return;
    path = text_format("%s/%016" PRIx64 "%s", programs->folder, hash, ending);
    for (uint32_t i = first; i < end; i++) {
        uint64_t length;
        const unsigned char *bytes =
            recording_content(programs->recording, value_number(value, i), &length);
        if (bytes) string_add_bytes(&all, (const char *)bytes, (size_t)length);
    }
    write_bytes(programs, path, &all);
    string_free(&all);
    free(path);
}

/* The last program with a handle, or NULL. */
static struct created *find_created(const struct programs *programs, const struct process *process,
                                    uint64_t handle)
{
    struct created *created = programs->created.items;
    for (size_t i = programs->created.count; i-- > 0;)
        if (created[i].handle == handle && created[i].process == process) return &created[i];
    return NULL;
}

/* Ends a program's last build, to which later logs do not belong: it is built again, or its handle
 * is reused. */
static void end_build(struct programs *programs, const struct created *created, moment at)
{
    struct build *builds = programs->builds.items;
    if (builds && created && created->build) builds[created->build - 1].until = at;
}

static struct created *note_created(struct programs *programs, const struct call *call,
                                    uint64_t hash)
{
    const struct process *process = call->entry->thread->process;
    const uint64_t handle = call->record->result;
    struct created *created;
    end_build(programs, find_created(programs, process, handle), call->begin);
    created = created_list_add(&programs->created);
    *created = (struct created){ process, handle, hash, 0 };
    return created;
}

/* Returns whether the call creates a program. */
static bool write_created(struct programs *programs, const struct call *call)
{
    if (strncmp(call->signature->name, "clCreateProgramWith", 19) != 0) return false;
    for (int i = 0; i < FORMS; i++) {
        struct value value =
            call_value(programs->recording, call, call_parameter(call, forms[i].parameter));
        if (!value.content || !value.count) continue;
        if (forms[i].is_one) write_parts(programs, &value, 0, value.count, forms[i].ending);
        for (uint32_t at = 0; !forms[i].is_one && at < value.count; at++)
            write_parts(programs, &value, at, at + 1, forms[i].ending);
        note_created(programs, call, hash_of_parts(&value, 0, forms[i].is_one ? value.count : 1));
    }
    return true;
}

/* ---- how they are built ---- */

/* The number of the program's last build among its hash's, from 1; 0: not built. */
static unsigned build_number(const struct programs *programs, const struct created *created)
{
    const struct build *builds = programs->builds.items;
    unsigned number = 0;
    for (size_t i = 0; i < created->build; i++) number += builds[i].hash == created->hash;
    return number;
}

/* Adds an input program: its hash, and the number of its last build. */
static void add_input(struct string *text, const struct programs *programs, const struct call *call,
                      uint64_t handle)
{
    const struct created *created = find_created(programs, call->entry->thread->process, handle);
    const unsigned number = created ? build_number(programs, created) : 0;
    if (!created) string_add(text, " unknown");
    else string_format(text, " %016" PRIx64, created->hash);
    if (number) string_format(text, ":%u", number);
}

static void add_headers(struct string *text, const struct programs *programs,
                        const struct call *call)
{
    struct value names =
        call_value(programs->recording, call, call_parameter(call, "header_include_names"));
    struct value headers =
        call_value(programs->recording, call, call_parameter(call, "input_headers"));
    for (uint32_t i = 0; names.content && i < names.count && i < headers.count; i++) {
        uint64_t length = 0;
        const unsigned char *name =
            recording_content(programs->recording, value_number(&names, i), &length);
        string_add(text, i ? " " : ", headers ");
        string_add_quoted(text, name ? name : (const unsigned char *)"", (size_t)length);
        add_input(text, programs, call, value_number(&headers, i));
    }
}

/* The first line about a build, without its result. */
static struct string describe_build(const struct programs *programs, const struct call *call)
{
    struct value options = call_value(programs->recording, call, call_parameter(call, "options"));
    struct value inputs =
        call_value(programs->recording, call, call_parameter(call, "input_programs"));
    struct string text = { NULL, 0, 0 };
    string_format(&text, "%s: options ", call->signature->name);
    string_add_quoted(&text, options.data ? options.data : (const unsigned char *)"",
                      options.data ? options.count : 0);
    add_headers(&text, programs, call);
    for (uint32_t i = 0; inputs.data && i < inputs.count; i++) {
        if (i == 0) string_add(&text, ", of");
        add_input(&text, programs, call, value_number(&inputs, i));
    }
    return text;
}

/* Adds the result of a build. A program need not ask for the error code. */
static void add_result(struct string *text, const struct call *call)
{
    if (call->end == NEVER) {
        string_add(text, ", has not returned\n");
        return;
    }
    if (call_parameter(call, "errcode_ret") >= 0 && !call_number(call, "errcode_ret"))
        string_format(text, ", returned %s program", call->record->result ? "a" : "no");
    else string_format(text, ", returned %" PRId64, call->error);
    string_format(text, " after %.3f ms\n", (double)(call->end - call->begin) / 1e6);
}

static void note_build(struct programs *programs, const struct call *call, struct created *created,
                       struct string text)
{
    struct build *build;
    end_build(programs, created, call->begin);
    build = build_list_add(&programs->builds);
    *build = (struct build){ .process = created->process,
                             .handle = created->handle,
                             .hash = created->hash,
                             .since = call->begin,
                             .until = NEVER,
                             .text = text };
    created->build = programs->builds.count;
    build->number = build_number(programs, created);
    add_result(&build->text, call);
}

/* A linked program's hash is that of its link call. */
static void note_link(struct programs *programs, const struct call *call)
{
    struct string text = describe_build(programs, call);
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < text.length; i++)
        hash = (hash ^ (unsigned char)text.text[i]) * 0x100000001b3;
    note_build(programs, call, note_created(programs, call, hash), text);
}

static void read_build(struct programs *programs, const struct call *call)
{
    const char *name = call->signature->name;
    struct created *created;
    if (!strcmp(name, "clLinkProgram")) {
        note_link(programs, call);
        return;
    }
    if (strcmp(name, "clBuildProgram") != 0 && strcmp(name, "clCompileProgram") != 0) return;
    created = find_created(programs, call->entry->thread->process, call_number(call, "program"));
    if (created) note_build(programs, call, created, describe_build(programs, call));
}

/* Writes the binaries of a build, one for each device. */
static void write_binaries(struct programs *programs, const struct build *build)
{
    const char *hashes = recording_binaries(programs->recording, build->process, build->handle,
                                            build->since, build->until);
    for (unsigned device = 0; hashes && *hashes; device++) {
        char *path = text_format("%s/%016" PRIx64 ".%u.%u.bin", programs->folder, build->hash,
                                 build->number, device);
        char *end;
        uint64_t length = 0;
        const unsigned char *bytes =
            recording_content(programs->recording, strtoull(hashes, &end, 16), &length);
        const struct string binary = { (char *)(uintptr_t)bytes, (size_t)length, 0 };
        if (bytes && !programs->failed) write_bytes(programs, path, &binary);
        free(path);
        if (end == hashes) return;
        hashes = end + (*end == ' ');
    }
}

/* Adds the log of a build. If the call has a callback, the log comes after the call. */
static void add_log(struct programs *programs, struct build *build)
{
    const char *log = recording_log(programs->recording, build->process, build->handle,
                                    build->since, build->until);
    if (!log || !*log) return;
    string_add(&build->text, log);
    if (log[strlen(log) - 1] != '\n') string_add(&build->text, "\n");
}

static int by_hash(const void *a, const void *b)
{
    const struct build *left = a, *right = b;
    if (left->hash != right->hash) return left->hash < right->hash ? -1 : 1;
    return (left->number > right->number) - (left->number < right->number);
}

/* Writes what was built with one hash, and forgets it. Returns the number of builds. */
static size_t write_builds(struct programs *programs, struct build *builds, size_t most)
{
    char *path = text_format("%s/%016" PRIx64 ".txt", programs->folder, builds->hash);
    struct string all = { NULL, 0, 0 };
    size_t count = 0;
    for (; count < most && builds[count].hash == builds->hash; count++) {
        add_log(programs, &builds[count]);
        string_add_bytes(&all, builds[count].text.text, builds[count].text.length);
        write_binaries(programs, &builds[count]);
        string_free(&builds[count].text);
    }
    if (!programs->failed) write_bytes(programs, path, &all);
    string_free(&all);
    free(path);
    return count;
}

/* ---- the folder ---- */

/* Makes the folder, and the script in it. The script comes first: a folder with it has programs.
 * Returns NULL, or a complaint for the caller to free. *path, which the caller frees, is the
 * script's path. */
static char *make_script(const char *folder, char **path, FILE **script)
{
    *path = text_format("%s/rebuild.py", folder);
    *script = NULL;
    if (!file_make_folder(folder))
        return text_format("%s can't be written: %s", folder, strerror(errno));
    *script = file_make(*path);
    if (*script) return NULL;
    if (errno == EEXIST)
        return text_format("%s has programs of another run, which would be mixed with these: name "
                           "another folder, or remove that one",
                           folder);
    return text_format("%s can't be written: %s", *path, strerror(errno));
}

char *programs_try(const char *folder)
{
    const bool was_there = system_exists(folder);
    FILE *script;
    char *path, *complaint = make_script(folder, &path, &script);
    if (script) fclose(script), remove(path);
    if (!was_there) remove(folder);
    free(path);
    return complaint;
}

static void begin(struct programs *programs)
{
    FILE *script;
    char *path, *complaint = make_script(programs->folder, &path, &script);
    bool well = script && fputs(rebuild_script, script) >= 0;
    if (script && fclose(script)) well = false;
    if (complaint) line_error("clrelay trace: %s", complaint);
    else if (!well) refuse(programs, path);
    programs->failed = !well;
    free(complaint);
    free(path);
}

bool programs_write(const struct recording *recording, const char *folder)
{
    struct programs programs = { .recording = recording, .folder = folder };
    struct build *builds;
    begin(&programs);
    for (size_t i = 0; i < recording->count && !programs.failed; i++) {
        struct call call;
        if (recording_call(recording, &recording->entries[i], &call) &&
            !write_created(&programs, &call))
            read_build(&programs, &call);
    }
    builds = programs.builds.items;
    ARRAY_SORT(&programs.builds, by_hash);
    for (size_t i = 0; i < programs.builds.count;)
        i += write_builds(&programs, builds + i, programs.builds.count - i);
    free(programs.created.items);
    free(programs.written.items);
    free(builds);
    return !programs.failed;
}
