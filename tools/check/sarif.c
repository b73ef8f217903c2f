/* SPDX-License-Identifier: Apache-2.0 */
/* Writes SARIF 2.1.0, the format in which services for source code read findings. */
#include "server_formats.h"

#include "../base/data.h"
#include "../base/strings.h"
#include "catalog.h"
#include "place.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *level_of(const json_t *finding)
{
    if (data_is(finding, "level", "error")) return "error";
    return data_is(finding, "level", "note") ? "note" : "warning";
}

static json_t *message(const char *text)
{
    return json_pack("{s:o}", "text", data_string(text));
}

/* ---- rules ---- */

static json_t *rules_json(void)
{
    json_t *list = json_array();
    for (unsigned number = 1; check_id_of(number); number++) {
        json_t *object = catalog_json(check_id_of(number));
        const char *text = data_text(object, "text"), *advice = data_text(object, "advice");
        char *full = text_format("%s. %s.", text, advice); /* GitHub demands all three texts */
        json_array_append_new(list, json_pack("{s:s, s:o, s:o, s:o, s:{s:s}}", "id",
                                              data_text(object, "identity"), "shortDescription",
                                              message(text), "fullDescription", message(full),
                                              "help", message(advice), "defaultConfiguration",
                                              "level", level_of(object)));
        free(full);
        json_decref(object);
    }
    return list;
}

static int rule_index(const json_t *finding)
{
    for (unsigned number = 1; check_id_of(number); number++)
        if (data_is(finding, "identity", check_id_of(number)->name)) return (int)number - 1;
    return -1;
}

/* ---- locations ---- */

/* The URI of a path. A relative path stays relative. */
static json_t *uri_json(const char *path)
{
    struct string uri = { NULL, 0, 0 };
    json_t *json;
    path = place_path(path);
    if (strchr(SYSTEM_PATH_SEPARATORS, *path)) string_add(&uri, "file://");
    else if (*path && path[1] == ':') string_format(&uri, "file:///%.2s", path), path += 2;
    for (; *path; path++) {
        if (strchr(SYSTEM_PATH_SEPARATORS, *path)) string_add(&uri, "/");
        else if (isalnum((unsigned char)*path) || strchr("-._~", *path))
            string_add_bytes(&uri, path, 1);
        else string_format(&uri, "%%%02X", (unsigned)(unsigned char)*path);
    }
    json = data_string(uri.text);
    string_free(&uri);
    return json;
}

/* The location of a frame. If its source is not known, it is the program or library, if that is
 * known. */
static json_t *location_json(const json_t *frame, const char *text)
{
    const char *file = data_text(frame, "file"), *function = data_text(frame, "function");
    const char *path = *file ? file : data_text(frame, "module");
    json_t *json = json_object(), *physical;
    if (*path) {
        physical = json_pack("{s:{s:o}}", "artifactLocation", "uri", uri_json(path));
        if (*file) /* then its line is known, too */
            json_object_set_new(physical, "region",
                                json_pack("{s:I}", "startLine", (json_int_t)place_line(frame)));
        json_object_set_new(json, "physicalLocation", physical);
    }
    if (*function)
        json_object_set_new(
            json, "logicalLocations",
            json_pack("[{s:s, s:s}]", "fullyQualifiedName", function, "kind", "function"));
    if (text) json_object_set_new(json, "message", message(text));
    return json;
}

/* Adds the place where something was done. */
static void add_related(json_t *list, const json_t *finding, const char *what, const char *label)
{
    const json_t *done = json_object_get(finding, what);
    const json_t *frame = place_frame(json_object_get(done, "backtrace"));
    char *text;
    if (!frame) return;
    text = text_format("%s by %s", label, data_text(done, "by"));
    json_array_append_new(list, location_json(frame, text));
    free(text);
}

/* ---- results ---- */

static json_t *result_json(const json_t *finding)
{
    const json_t *frame = place_frame(place_frames(finding));
    const json_t *object = json_object_get(finding, "object");
    json_t *related = json_array(), *location = location_json(frame, NULL);
    /* GitHub refuses the whole file if one result has no place. */
    if (!json_object_get(location, "physicalLocation"))
        json_object_set_new(location, "physicalLocation",
                            json_pack("{s:{s:o}}", "artifactLocation", "uri",
                                      uri_json(data_text(finding, "program"))));
    add_related(related, finding, "other", "The other command:");
    add_related(related, object, "made", "Made");
    add_related(related, object, "released", "Released");
    return json_pack("{s:s, s:i, s:s, s:o, s:[o], s:o, s:{s:s}}", "ruleId",
                     data_text(finding, "identity"), "ruleIndex", rule_index(finding), "level",
                     level_of(finding), "message", message(data_text(finding, "text")), "locations",
                     location, "relatedLocations", related, "partialFingerprints",
                     "clrelayCheck/v1", data_text(finding, "fingerprint"));
}

static json_t *results_json(const json_t *findings)
{
    json_t *list = json_array();
    const json_t *object;
    size_t i;
    json_array_foreach(findings, i, object) json_array_append_new(list, result_json(object));
    return list;
}

static json_t *notes_json(const json_t *notes)
{
    json_t *list = json_array();
    const json_t *object;
    size_t i;
    json_array_foreach(notes, i, object)
        json_array_append_new(list, json_pack("{s:s, s:o}", "level", "note", "message",
                                              message(json_string_value(object))));
    return list;
}

void sarif_write(const json_t *findings, const json_t *summary, FILE *file)
{
    json_t *json =
        json_pack("{s:s, s:s, s:[{s:{s:{s:s, s:s, s:o}}, s:[{s:b, s:o}], s:o}]}", "$schema",
                  "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0", "runs",
                  "tool", "driver", "name", "clrelay check", "version", CLRELAY_VERSION, "rules",
                  rules_json(), "invocations", "executionSuccessful",
                  !json_is_true(json_object_get(summary, "missing")), "toolExecutionNotifications",
                  notes_json(json_object_get(summary, "notes")), "results", results_json(findings));
    data_write(json, 1, file);
    json_decref(json);
}
