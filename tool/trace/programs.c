/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The programs of a recording, as files: HASH.cl, HASH.spv or HASH.bin for what a program was
 * created from, and HASH.txt with the calls that built it and their logs. The hash is that of the first
 * part. rebuild.py builds them again.
 */
#include "programs.h"

#include "../files.h"
#include "../terminal.h"
#include "../record/strings.h"
#include "rebuild.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A program that was created, and its hash. */
struct created {
    const struct process *process;
    uint64_t handle, hash;
};

struct programs {
    const struct recording *recording;
    const char *folder;
    struct created *created;
    size_t count, space;
    bool failed;
};

static void refuse(struct programs *programs, const char *path)
{
    if (!programs->failed)
        line_error("clrelay trace: %s can't be written: %s", path, strerror(errno));
    programs->failed = true;
}

static void write_bytes(struct programs *programs, const char *path, const char *mode,
                        const struct string *text)
{
    FILE *file = fopen(path, mode);
    bool well = file && (!text->length || fwrite(text->text, text->length, 1, file) == 1);
    if (file && fclose(file)) well = false;
    if (!well) refuse(programs, path);
}

/* ---- what programs are created from ---- */

/* By the parameter that points to it. */
static const struct {
    const char *parameter, *ending;
    bool is_one; /* all parts together are one text */
} forms[] = { { "strings", ".cl", true }, { "il", ".spv", true }, { "binaries", ".bin", false } };
enum { FORMS = sizeof forms / sizeof *forms };

/* Programs may have their first string in common: a header. So the hash is the one of all strings. */
static uint64_t hash_of_parts(const struct value *value, uint32_t first, uint32_t end)
{
    uint64_t hash = value_number(value, first);
    for (uint32_t i = first + 1; i < end; i++)
        hash = (hash ^ value_number(value, i)) * 0x100000001b3;
    return hash;
}

/* Writes the parts from `first` on: all of them, or one. */
static void write_parts(struct programs *programs, const struct value *value, uint32_t first,
                        uint32_t end, const char *ending)
{
    struct string all = { NULL, 0, 0 };
    char *path = text_format("%s/%016" PRIx64 "%s", programs->folder,
                             hash_of_parts(value, first, end), ending);
    for (uint32_t i = first; i < end; i++) {
        uint64_t length;
        const unsigned char *bytes =
            recording_content(programs->recording, value_number(value, i), &length);
        if (bytes) string_add_bytes(&all, (const char *)bytes, (size_t)length);
    }
    write_bytes(programs, path, "wb", &all);
    string_free(&all);
    free(path);
}

static void note_created(struct programs *programs, const struct call *call, uint64_t hash)
{
    if (programs->count == programs->space) {
        programs->space = programs->space ? 2 * programs->space : 64;
        programs->created =
            require_memory(realloc(programs->created, programs->space * sizeof *programs->created));
    }
    programs->created[programs->count++] =
        (struct created){ call->entry->thread->process, call->record->result, hash };
}

/* Returns whether the call creates a program from something. */
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

static const struct created *find_created(const struct programs *programs, const struct call *call)
{
    const uint64_t handle = call_number(call, "program");
    for (size_t i = programs->count; i-- > 0;) {
        const struct created *it = &programs->created[i];
        if (it->handle == handle && it->process == call->entry->thread->process) return it;
    }
    return NULL;
}

static void write_build(struct programs *programs, const struct call *call)
{
    const struct created *created = find_created(programs, call);
    struct value options = call_value(programs->recording, call, call_parameter(call, "options"));
    struct string text = { NULL, 0, 0 };
    const char *log;
    char *path;
    if (!created) return;
    log = recording_log(programs->recording, created->process, created->handle, call->end);
    string_format(&text, "%s: options ", call->signature->name);
    string_add_quoted(&text, options.data ? options.data : (const unsigned char *)"",
                      options.data ? options.count : 0);
    if (call->end == NEVER) string_add(&text, ", has not returned\n");
    else
        string_format(&text, ", returned %" PRId64 " after %.3f ms\n", call->error,
                      (double)(call->end - call->begin) / 1e6);
    if (log && *log) {
        string_add(&text, log);
        if (log[strlen(log) - 1] != '\n') string_add(&text, "\n");
    }
    path = text_format("%s/%016" PRIx64 ".txt", programs->folder, created->hash);
    write_bytes(programs, path, "ab", &text);
    string_free(&text);
    free(path);
}

static void write_script(struct programs *programs)
{
    char *path = text_format("%s/rebuild.py", programs->folder);
    struct string text = { NULL, 0, 0 };
    string_add(&text, rebuild_script);
    write_bytes(programs, path, "wb", &text);
    string_free(&text);
    free(path);
}

bool programs_write(const struct recording *recording, const char *folder)
{
    struct programs programs = { .recording = recording, .folder = folder };
    if (!file_make_folder(folder)) refuse(&programs, folder);
    for (size_t i = 0; i < recording->count && !programs.failed; i++) {
        struct call call;
        if (!recording_call(recording, &recording->entries[i], &call)) continue;
        if (write_created(&programs, &call)) continue;
        if (!strcmp(call.signature->name, "clBuildProgram") ||
            !strcmp(call.signature->name, "clCompileProgram"))
            write_build(&programs, &call);
    }
    if (!programs.failed) write_script(&programs);
    free(programs.created);
    return !programs.failed;
}
