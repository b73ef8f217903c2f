/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the loader's report about itself: see include/clrelay/report.h. */
#include "answer/answers.h"

#include "../../include/clrelay/report.h"
#include "find/candidate.h"
#include "load/devices.h"
#include "load/lifecycle.h"
#include "load/platforms.h"
#include "base/settings.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- writing JSON ---- */

/* A growing text. If there is no memory to grow, it stays as it is and is marked as `failed`. */
struct output {
    char *text;
    size_t length, room;
    bool failed;
    bool first; /* the next element needs no comma before it */
};

static void put(struct output *out, const char *text, size_t length)
{
    if (out->room - out->length <= length) {
        size_t room = 2 * (out->room + length) + 1024;
        char *larger = out->failed ? NULL : realloc(out->text, room);
        if (!larger) {
            out->failed = true;
            return;
        }
        out->text = larger;
        out->room = room;
    }
    memcpy(out->text + out->length, text, length);
    out->length += length;
    out->text[out->length] = '\0';
}

static void put_string(struct output *out, const char *text)
{
    put(out, text, strlen(text));
}

/* A string, or null if `text` is NULL. */
static void put_value(struct output *out, const char *text)
{
    char code[8];
    if (!text) {
        put_string(out, "null");
        return;
    }
    put_string(out, "\"");
    while (*text) {
        unsigned char byte = (unsigned char)*text;
        size_t length = text_utf8_length(text, NULL);
        if (length == 0 || text_is_escape(text)) {
            snprintf(code, sizeof code, "\\\\x%02x", byte);
            put_string(out, code);
            length = 1;
        } else if (text_is_control(text)) {
            /* In a character of two bytes, the second byte is its number: U+0080 to U+009F. */
            snprintf(code, sizeof code, "\\u%04x", (unsigned char)text[length - 1]);
            put_string(out, code);
        } else if (byte == '"' || byte == '\\') {
            put(out, "\\", 1);
            put(out, text, 1);
        } else {
            put(out, text, length);
        }
        text += length;
    }
    put_string(out, "\"");
}

static void begin_element(struct output *out)
{
    if (!out->first) put_string(out, ",");
    out->first = false;
}

static void begin_member(struct output *out, const char *name)
{
    begin_element(out);
    put_value(out, name);
    put_string(out, ":");
}

static void open(struct output *out, const char *bracket)
{
    put_string(out, bracket);
    out->first = true;
}

static void close(struct output *out, const char *bracket)
{
    put_string(out, bracket);
    out->first = false;
}

static void member(struct output *out, const char *name, const char *value)
{
    begin_member(out, name);
    put_value(out, value);
}

static void member_flag(struct output *out, const char *name, bool value)
{
    begin_member(out, name);
    put_string(out, value ? "true" : "false");
}

static void member_number(struct output *out, const char *name, long long value)
{
    char number[32];
    snprintf(number, sizeof number, "%lld", value);
    begin_member(out, name);
    put_string(out, number);
}

/* null if it is negative. */
static void member_place(struct output *out, const char *name, long long place)
{
    if (place >= 0) member_number(out, name, place);
    else member(out, name, NULL);
}

/* ---- the report ---- */

static void put_loader(struct output *out)
{
    struct os_image self;
    const char *path = os_image_at((uintptr_t)&detour, &self) ? self.path : NULL;
    begin_member(out, "loader");
    open(out, "{");
    member(out, "name", loader_info(CL_ICDL_NAME));
    member(out, "version", loader_info(CL_ICDL_VERSION));
    member(out, "opencl", loader_info(CL_ICDL_OCL_VERSION));
    member(out, "path", path && *path ? path : NULL);
    member(out, "folder", os_loader_folder());
    member_flag(out, "privileged", os_privileged());
    member(out, "machine_settings", settings_machine_file());
    member(out, "user_settings", settings_user_file());
    close(out, "}");
}

static void put_settings(struct output *out)
{
    begin_member(out, "settings");
    open(out, "[");
    for (int i = 0; i < SETTING_COUNT; i++) {
        begin_element(out);
        open(out, "{");
        member(out, "name", setting_name((enum setting)i));
        member(out, "value", setting_text((enum setting)i));
        member(out, "origin", setting_origin((enum setting)i));
        member(out, "help", setting_help((enum setting)i));
        close(out, "}");
    }
    close(out, "]");
    begin_member(out, "problems");
    open(out, "[");
    for (const struct problem *problem = settings_problems(); problem && problem->text; problem++) {
        begin_element(out);
        put_value(out, problem->text);
    }
    close(out, "]");
    begin_member(out, "problem_details");
    open(out, "[");
    for (const struct problem *problem = settings_problems(); problem && problem->text; problem++) {
        begin_element(out);
        open(out, "{");
        member(out, "code", problem->code);
        member(out, "file", problem->file);
        member_number(out, "line", (long long)problem->line);
        close(out, "}");
    }
    close(out, "]");
}

static void put_answer(struct output *out, const char *name, const struct platform *platform,
                       cl_platform_info what)
{
    char *answer = platforms_query(platform, what);
    member(out, name, answer);
    free(answer);
}

static void put_platforms(struct output *out, const struct candidate *candidate)
{
    begin_member(out, "platforms");
    open(out, "[");
    for (const struct platform *platform = candidate->first_platform; platform;
         platform = platform->next) {
        begin_element(out);
        open(out, "{");
        member_number(out, "index", (long long)platform->index);
        put_answer(out, "name", platform, CL_PLATFORM_NAME);
        put_answer(out, "vendor", platform, CL_PLATFORM_VENDOR);
        put_answer(out, "version", platform, CL_PLATFORM_VERSION);
        member(out, "suffix", platform->suffix);
        member_flag(out, "default", platform->id == platforms_default());
        close(out, "}");
    }
    close(out, "]");
}

static void put_candidate(struct output *out, const struct candidate *candidate)
{
    begin_element(out);
    open(out, "{");
    member(out, "source", candidate->source);
    member(out, candidate->is_directory ? "path" : "manifest", candidate->origin);
    if (!candidate->is_directory) {
        member(out, "library", candidate->library);
        member(out, "file", candidate->opened);
    }
    member(out, "verdict", verdict_name(candidate->verdict));
    member(out, "text", verdict_text(candidate->verdict));
    member(out, "message", candidate->message);
    if (!candidate->is_directory) {
        member(out, "changed", candidate->changed);
        member_number(out, "microseconds", (long long)candidate->microseconds);
        if (candidate->kind == CANDIDATE_DRIVER) {
            member_number(out, "error", candidate->error);
            put_platforms(out, candidate);
        }
    }
    close(out, "}");
}

static void put_candidates(struct output *out, const char *name, enum candidate_kind kind,
                           bool directories)
{
    begin_member(out, name);
    open(out, "[");
    for (const struct candidate *candidate = candidate_first(); candidate;
         candidate = candidate->next)
        if (candidate->kind == kind && candidate->is_directory == directories)
            put_candidate(out, candidate);
    close(out, "]");
}

static void put_device(struct output *out, const struct device *device)
{
    struct platform *platform = device->platform;
    bool listed = platforms_find(platform->id) != NULL;
    begin_element(out);
    open(out, "{");
    member_number(out, "number", (long long)device->number);
    member(out, "type", device_type_word(device));
    member_number(out, "number_of_type", (long long)device->of_type);
    member(out, "name", device->name);
    member(out, "platform_name", platform->name);
    member_place(out, "platform", listed ? (long long)platform->index : -1);
    member_place(out, "index", devices_place(device));
    member(out, "left_out_by", device->visible ? NULL : setting_name(device->left_out_by));
    close(out, "}");
}

cl_int CL_API_CALL report_answer(size_t report_size, char *report, size_t *report_size_ret)
{
    struct output out = { .text = NULL };
    cl_int error = CL_SUCCESS;
    if (!report && !report_size_ret) return CL_INVALID_VALUE;
    lifecycle_ensure_loaded();
    /* The drivers are still being loaded, by this thread: a driver calls back, or a signal has
     * interrupted the thread, perhaps where it can't allocate memory. */
    if (!lifecycle_is_loaded()) return CL_INVALID_OPERATION;
    open(&out, "{");
    member_number(&out, "schema", CLRELAY_REPORT_SCHEMA);
    put_loader(&out);
    put_settings(&out);
    put_candidates(&out, "driver_directories", CANDIDATE_DRIVER, true);
    put_candidates(&out, "drivers", CANDIDATE_DRIVER, false);
    put_candidates(&out, "layer_directories", CANDIDATE_LAYER, true);
    put_candidates(&out, "layers", CANDIDATE_LAYER, false);
    begin_member(&out, "devices");
    open(&out, "[");
    for (const struct device *device = devices_first(); device; device = device->after)
        put_device(&out, device);
    close(&out, "]");
    close(&out, "}\n");
    if (out.failed) error = CL_OUT_OF_HOST_MEMORY;
    else if (report && report_size < out.length + 1) error = CL_INVALID_VALUE;
    else if (report) memcpy(report, out.text, out.length + 1);
    if (report_size_ret && !out.failed) *report_size_ret = out.length + 1;
    free(out.text);
    return error;
}
