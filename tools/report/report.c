/* SPDX-License-Identifier: Apache-2.0 */
#include "report.h"

#include "../base/data.h"

#include <stdlib.h>
#include <string.h>

/* ---- members ---- */

/* How a member of a JSON object corresponds to one of a struct. */
enum kind {
    TEXT,   /* char *; NULL if null or missing */
    NUMBER, /* json_int_t, or else UNKNOWN */
    FLAG,   /* bool */
    /* These are read by the table, but written by other code: */
    LIST,    /* a pointer and a size_t, as in struct platforms */
    OBJECT,  /* a pointer to a struct; NULL if missing */
    INSIDE,  /* an object whose members are in the enclosing struct */
    HAS,     /* bool: whether the object has the member */
    CODE,    /* json_int_t, or else 0 */
    VERDICT, /* enum verdict */
    /* These are not in the JSON; the table frees them: */
    WORDS,  /* char * */
    JSON,   /* json_t * */
    PROCESS /* struct answer */
};

struct member {
    const char *name;
    enum kind kind;
    size_t at;
    const struct shape *shape;
};

struct shape {
    size_t size;
    const struct member *members; /* a member without a name ends the list */
};

/* clang-format off */
#define AS(kind, name, type, field) { name, kind, offsetof(struct type, field), NULL }
#define A(kind, type, name)         AS(kind, #name, type, name)
#define OF(kind, type, name, shape) { #name, kind, offsetof(struct type, name), &shape }
#define SHAPE(type, ...)            SHAPE_OF(type, type, __VA_ARGS__)
#define SHAPE_OF(type, name, ...) \
    static const struct member name##_members[] = { __VA_ARGS__, { NULL, TEXT, 0, NULL } }; \
    static const struct shape name##_shape = { sizeof(struct type), name##_members }
/* clang-format on */

SHAPE(loader, A(TEXT, loader, name), A(TEXT, loader, version), A(TEXT, loader, opencl),
      A(TEXT, loader, path), A(TEXT, loader, file), A(FLAG, loader, beside));
SHAPE(setting, A(TEXT, setting, name), A(TEXT, setting, value), A(TEXT, setting, origin),
      A(TEXT, setting, help));
SHAPE(problem, A(TEXT, problem, code), A(TEXT, problem, file), A(NUMBER, problem, line),
      A(WORDS, problem, text));
SHAPE(device, A(NUMBER, device, index), A(TEXT, device, name), A(TEXT, device, vendor),
      A(TEXT, device, version), A(TEXT, device, driver_version), A(TEXT, device, type),
      A(NUMBER, device, compute_units), A(NUMBER, device, memory), A(TEXT, device, uuid),
      A(TEXT, device, pci), A(TEXT, device, pattern), A(JSON, device, details));
SHAPE(platform, A(NUMBER, platform, index), A(TEXT, platform, name), A(TEXT, platform, vendor),
      A(TEXT, platform, version), A(TEXT, platform, file), A(TEXT, platform, suffix),
      AS(FLAG, "default", platform, is_default), OF(LIST, platform, devices, device_shape),
      A(TEXT, platform, error), AS(HAS, "default", platform, reported),
      AS(HAS, "devices", platform, listed), A(JSON, platform, details));

/* Members that the command adds to a candidate, but does not write. */
#define ADDED                                                                                      \
    A(VERDICT, candidate, verdict), A(WORDS, candidate, reason), A(WORDS, candidate, remedy),      \
        A(PROCESS, candidate, run), A(PROCESS, candidate, bound)
SHAPE(candidate, A(TEXT, candidate, source), A(TEXT, candidate, manifest),
      A(TEXT, candidate, library), A(TEXT, candidate, file),
      AS(TEXT, "verdict", candidate, verdict_name), A(TEXT, candidate, text),
      A(TEXT, candidate, message), A(TEXT, candidate, changed), A(NUMBER, candidate, microseconds),
      A(CODE, candidate, error), OF(LIST, candidate, platforms, platform_shape),
      AS(HAS, "platforms", candidate, is_driver), ADDED);
SHAPE_OF(candidate, directory, A(TEXT, candidate, source), A(TEXT, candidate, path),
         AS(TEXT, "verdict", candidate, verdict_name), A(TEXT, candidate, text),
         A(TEXT, candidate, message), AS(HAS, "path", candidate, is_directory), ADDED);
SHAPE(choosable, A(NUMBER, choosable, number), A(TEXT, choosable, type),
      A(NUMBER, choosable, number_of_type), A(TEXT, choosable, name),
      A(TEXT, choosable, platform_name), A(NUMBER, choosable, platform),
      A(NUMBER, choosable, index), A(TEXT, choosable, left_out_by));
SHAPE_OF(report, about, A(FLAG, report, privileged), A(TEXT, report, machine_settings),
         A(TEXT, report, user_settings));
SHAPE(report, { "loader", INSIDE, 0, &about_shape }, OF(LIST, report, settings, setting_shape),
      OF(LIST, report, problems, problem_shape),
      OF(LIST, report, driver_directories, directory_shape),
      OF(LIST, report, drivers, candidate_shape),
      OF(LIST, report, layer_directories, directory_shape),
      OF(LIST, report, layers, candidate_shape), OF(LIST, report, devices, choosable_shape));
SHAPE(computed, A(TEXT, computed, result), A(FLAG, computed, native),
      A(NUMBER, computed, build_microseconds), A(NUMBER, computed, run_microseconds),
      A(NUMBER, computed, numbers), A(NUMBER, computed, wrong), A(TEXT, computed, error),
      A(TEXT, computed, log));
SHAPE(probed, A(TEXT, probed, error), A(TEXT, probed, report_error), A(FLAG, probed, bound),
      A(TEXT, probed, message), OF(OBJECT, probed, loader, loader_shape),
      OF(OBJECT, probed, report, report_shape), OF(LIST, probed, platforms, platform_shape),
      { "test", OBJECT, offsetof(struct probed, computed), &computed_shape },
      A(PROCESS, probed, answer));

static const struct {
    const char *name, *text;
} verdicts[] = {
#define VERDICT(id, severity, text) { #id, text },
#include "base/verdicts.h"
#undef VERDICT
};

static enum verdict verdict_named(const char *name)
{
    int verdict = 0;
    while (verdict < VERDICT_UNKNOWN && !text_same(verdicts[verdict].name, name)) verdict++;
    return (enum verdict)verdict;
}

/* ---- reading ---- */

static void read_members(const json_t *object, const struct shape *shape, void *to);

static void *read_object(const json_t *object, const struct shape *shape)
{
    void *to = json_is_object(object) ? require_memory(calloc(1, shape->size)) : NULL;
    if (to) read_members(object, shape, to);
    return to;
}

static void *read_list(const json_t *list, const struct shape *shape, size_t *count)
{
    const size_t length = json_array_size(list);
    char *all = length ? require_memory(calloc(length, shape->size)) : NULL;
    for (*count = 0; *count < length; ++*count)
        read_members(json_array_get(list, *count), shape, all + *count * shape->size);
    return all;
}

static char *read_text(const json_t *value)
{
    return json_is_string(value) ? text_format("%s", json_string_value(value)) : NULL;
}

static void read_member(const json_t *value, const struct member *member, void *at)
{
    const char *text = json_string_value(value);
    void *made = NULL;
    switch (member->kind) {
    case TEXT: made = read_text(value); break;
    case NUMBER:
        *(json_int_t *)at = json_is_integer(value) ? json_integer_value(value) : UNKNOWN;
        break;
    case CODE: *(json_int_t *)at = json_integer_value(value); break;
    case FLAG: *(bool *)at = json_is_true(value); break;
    case HAS: *(bool *)at = value != NULL; break;
    case VERDICT: *(enum verdict *)at = verdict_named(text); break;
    case OBJECT: made = read_object(value, member->shape); break;
    case INSIDE: read_members(value, member->shape, at); break;
    case LIST: made = read_list(value, member->shape, (size_t *)((char *)at + sizeof made)); break;
    case WORDS:
    case JSON:
    case PROCESS: break;
    }
    if (made) memcpy(at, &made, sizeof made);
}

static void read_members(const json_t *object, const struct shape *shape, void *to)
{
    for (const struct member *member = shape->members; member->name; member++)
        read_member(json_object_get(object, member->name), member, (char *)to + member->at);
}

struct probed report_read(struct answer answer)
{
    const json_t *report = json_object_get(answer.result, "report");
    struct probed probed = { .loader = NULL };
    read_members(answer.result, &probed_shape, &probed);
    probed.answer = answer;
    probed.failed = !probed.loader;
    /* The texts are in one list, and the other members in another, in the same order. */
    for (size_t i = 0; probed.report && i < probed.report->problems.count; i++) {
        struct problem *problem = &probed.report->problems.all[i];
        read_members(json_array_get(json_object_get(report, "problem_details"), i), &problem_shape,
                     problem);
        problem->text = read_text(json_array_get(json_object_get(report, "problems"), i));
    }
    return probed;
}

struct probed report_ask(const struct question *question)
{
    return report_read(probe_ask(question));
}

/* ---- freeing ---- */

static void free_members(const struct shape *shape, void *from)
{
    for (const struct member *member = shape->members; member->name; member++) {
        char *at = (char *)from + member->at, *pointer;
        size_t count = 1;
        if (member->kind == JSON) json_decref(*(json_t **)(void *)at);
        if (member->kind == PROCESS) probe_free((struct answer *)(void *)at);
        if (member->kind == INSIDE) free_members(member->shape, at);
        if (member->kind == LIST) memcpy(&count, at + sizeof pointer, sizeof count);
        if (member->kind != TEXT && member->kind != WORDS && member->kind != OBJECT &&
            member->kind != LIST)
            continue;
        memcpy(&pointer, at, sizeof pointer);
        for (size_t i = 0; member->shape && pointer && i < count; i++)
            free_members(member->shape, pointer + i * member->shape->size);
        free(pointer);
    }
}

void probed_free(struct probed *probed)
{
    free_members(&probed_shape, probed);
    *probed = (struct probed){ .failed = true };
}

/* ---- changing and finding ---- */

void report_set(char **to, char *text)
{
    free(*to);
    *to = text;
}

void report_set_verdict(struct candidate *candidate, enum verdict verdict, const char *message)
{
    candidate->verdict = verdict;
    report_set(&candidate->verdict_name, text_format("%s", verdicts[verdict].name));
    report_set(&candidate->text, text_format("%s", verdicts[verdict].text));
    report_set(&candidate->message, text_format("%s", message));
}

struct setting *report_setting(const struct report *report, const char *name)
{
    for (size_t i = 0; report && i < report->settings.count; i++)
        if (text_same(report->settings.all[i].name, name)) return &report->settings.all[i];
    return NULL;
}

/* ---- writing ---- */

static void write_member(json_t *object, const struct member *member, const void *at)
{
    const json_int_t *number = at;
    json_t *value = NULL;
    if (member->kind == TEXT) value = data_string(*(char *const *)at);
    if (member->kind == FLAG) value = json_boolean(*(const bool *)at);
    if (member->kind == NUMBER) value = *number == UNKNOWN ? json_null() : json_integer(*number);
    if (value) json_object_set_new(object, member->name, value);
}

static json_t *members_json(const struct shape *shape, const void *from)
{
    json_t *object = json_object();
    for (const struct member *member = shape->members; member->name; member++)
        write_member(object, member, (const char *)from + member->at);
    return object;
}

static json_t *list_json(const struct shape *shape, const void *all, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, members_json(shape, (const char *)all + i * shape->size));
    return list;
}

json_t *report_json(const struct probed *probed, const char *command)
{
    json_t *object =
        json_pack("{s:i, s:s, s:s}", "schema", 1, "command", command, "clrelay", CLRELAY_VERSION);
    json_t *loader = probed->loader ? members_json(&loader_shape, probed->loader) : json_null();
    json_object_set_new(object, "loader", loader);
    if (probed->loader) json_object_set_new(loader, "report", json_boolean(probed->report));
    if (probed->failed) {
        json_t *end = probe_end_json(&probed->answer);
        json_object_set_new(end, "error", data_string(probed->error));
        json_object_set_new(object, "lost", end);
    }
    return object;
}

json_t *report_settings_json(const struct report *report)
{
    return list_json(&setting_shape, report->settings.all, report->settings.count);
}

char *report_choice_problem(const struct report *report)
{
    static const char select[] = "OCL_ICD_DEVICES_SELECT:";
    for (size_t i = 0; i < report->problems.count; i++) {
        const struct problem *problem = &report->problems.all[i];
        if (text_same(problem->code, "VALUE") &&
            strncmp(text_or_empty(problem->text), select, strlen(select)) == 0)
            return text_format("%s", problem->text);
    }
    for (size_t i = 0; i < report->devices.count; i++)
        if (!report->devices.all[i].left_out_by) return NULL;
    return text_format("no device is left");
}

json_t *report_problems_json(const struct report *report)
{
    json_t *list = json_array();
    for (size_t i = 0; i < report->problems.count; i++)
        json_array_append_new(list, data_string(report->problems.all[i].text));
    return list;
}

json_t *report_left_out_json(const struct report *report)
{
    json_t *list = json_array();
    for (size_t i = 0; report && i < report->devices.count; i++)
        if (report->devices.all[i].left_out_by)
            json_array_append_new(list, members_json(&choosable_shape, &report->devices.all[i]));
    return list;
}

json_t *report_computed_json(const struct computed *computed)
{
    return members_json(&computed_shape, computed);
}

static void add_devices(json_t *object, const struct platform *platform)
{
    json_t *list = list_json(&device_shape, platform->devices, platform->device_count);
    for (size_t i = 0; i < platform->device_count; i++)
        json_object_update(json_array_get(list, i), platform->devices[i].details);
    json_object_set_new(object, "devices", list);
    json_object_set_new(object, "error", data_string(platform->error));
}

static void add_reported(json_t *object, const struct platform *platform)
{
    json_object_set_new(object, "suffix", data_string(platform->suffix));
    if (platform->index != UNKNOWN)
        json_object_set_new(object, "default", json_boolean(platform->is_default));
}

/* A platform as JSON. `of_driver`: in the list of a driver. */
static json_t *platform_json(const struct platform *platform, bool of_driver)
{
    json_t *object = json_object();
    if (platform->index != UNKNOWN)
        json_object_set_new(object, "index", json_integer(platform->index));
    json_object_set_new(object, "name", data_string(platform->name));
    json_object_set_new(object, "vendor", data_string(platform->vendor));
    json_object_set_new(object, "version", data_string(platform->version));
    if (of_driver) add_reported(object, platform);
    else json_object_set_new(object, "file", data_string(platform->file));
    if (platform->listed) add_devices(object, platform);
    if (!of_driver && platform->reported) add_reported(object, platform);
    json_object_update(object, platform->details);
    return object;
}

json_t *report_platform_json(const struct platform *platform)
{
    return platform_json(platform, false);
}

json_t *report_platforms_json(const struct platforms *platforms)
{
    json_t *list = json_array();
    for (size_t i = 0; i < platforms->count; i++)
        json_array_append_new(list, platform_json(&platforms->all[i], false));
    return list;
}

static json_t *answer_json(const struct answer *answer)
{
    static const char *const names[] = { "stdout", "stderr" };
    const struct printed *printed[] = { &answer->out, &answer->err };
    json_t *object = probe_end_json(answer);
    for (size_t i = 0; i < 2; i++) {
        json_t *text = data_string(printed[i]->text ? printed[i]->text : "");
        json_object_set_new(
            object, names[i],
            json_pack("{s:I, s:o}", "bytes", (json_int_t)printed[i]->total, "text", text));
    }
    return object;
}

static json_t *candidate_json(const struct candidate *candidate)
{
    static const char *const severities[] = { [SEVERITY_WELL] = "well",
                                              [SEVERITY_OFF] = "off",
                                              [SEVERITY_UNTRIED] = "untried",
                                              [SEVERITY_OTHER_ARCHITECTURE] = "other architecture",
                                              [SEVERITY_WRONG] = "wrong" };
    json_t *object = members_json(candidate->is_directory ? &directory_shape : &candidate_shape,
                                  candidate),
           *list;
    if (candidate->is_driver) {
        json_object_set_new(object, "platforms", list = json_array());
        for (size_t i = 0; i < candidate->platforms.count; i++)
            json_array_append_new(list, platform_json(&candidate->platforms.all[i], true));
    }
    json_object_set_new(object, "standing", json_string(severities[candidate->severity]));
    json_object_set_new(object, "reason", data_string(candidate->reason));
    json_object_set_new(object, "remedy", data_string(candidate->remedy));
    if (candidate->probed_alone) {
        json_object_set_new(object, "trial", answer_json(&candidate->run));
        json_object_set_new(object, "bound", answer_json(&candidate->bound));
    }
    return object;
}

json_t *report_candidates_json(const struct candidates *candidates)
{
    json_t *list = json_array();
    for (size_t i = 0; i < candidates->count; i++)
        json_array_append_new(list, candidate_json(&candidates->all[i]));
    return list;
}
