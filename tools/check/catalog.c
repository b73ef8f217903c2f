/* SPDX-License-Identifier: Apache-2.0 */
#include "catalog.h"

#include "../base/data.h"
#include "../base/terminal.h"
#include "../recording/show.h"
#include "check_id_texts.h"
#include "condition_rows.h"
#include "describe.h"
#include "sections.h"

#include <string.h>

json_t *catalog_json(const struct check_id_text *row)
{
    struct string text = { NULL, 0, 0 }, advice = { NULL, 0, 0 };
    json_t *json = json_object();
    describe_plainly(&text, row->text);
    describe_plainly(&advice, row->advice);
    json_object_set_new(json, "identity", data_string(row->name));
    json_object_set_new(json, "level", data_string(check_id_level_name(row->level)));
    data_set(json, "section", section_of(row));
    json_object_set_new(json, "text", data_string(text.text));
    json_object_set_new(json, "advice", data_string(advice.text));
    string_free(&text);
    string_free(&advice);
    return json;
}

static void print_json(json_t *json)
{
    json_object_set_new(json, "schema", json_integer(1));
    json_object_set_new(json, "command", json_string("check"));
    data_print(json);
}

/* ---- conditions ---- */

/* Whether a function repeats the conditions of an earlier row: a function whose parameters have
 * changed has two (tools/calls/provisional_functions.h). */
static bool is_again(unsigned number)
{
    const char *name = signature_of(number)->name;
    for (unsigned other = 0; other < number; other++)
        if (signature_of(other) && !strcmp(signature_of(other)->name, name)) return true;
    return false;
}

static json_t *condition_json(const struct condition_row *row)
{
    const struct check_id_text *leads = check_id_of(row->check_id);
    const char *error = show_error(row->error);
    char number[16], *section = section_of_condition(leads, row->function);
    json_t *json;
    snprintf(number, sizeof number, "%d", (int)row->error);
    json = json_pack("{s:s, s:s, s:s, s:s?, s:s?, s:s?}", "function",
                     signature_of(row->function)->name, "error", error ? error : number, "judge",
                     condition_checked_by(row->checked), "identity", leads ? leads->name : NULL,
                     "condition", row->text, "section", section);
    free(section);
    return json;
}

/* The conditions that lead to a check ID; NULL: all. */
static json_t *conditions_json(const struct check_id_text *check_id)
{
    json_t *list = json_array();
    size_t count;
    const struct condition_row *rows = conditions_rows(&count);
    for (size_t i = 0; i < count; i++)
        if ((!check_id || check_id_of(rows[i].check_id) == check_id) && !is_again(rows[i].function))
            json_array_append_new(list, condition_json(&rows[i]));
    return list;
}

/* ---- the whole catalog ---- */

void catalog_list(bool as_json)
{
    json_t *list = json_array(), *object;
    size_t i;
    for (unsigned number = 1; check_id_of(number); number++)
        json_array_append_new(list, catalog_json(check_id_of(number)));
    if (as_json) {
        print_json(json_pack("{s:o, s:o, s:s}", "identities", list, "conditions",
                             conditions_json(NULL), "specification", SECTIONS_EDITION));
        return;
    }
    json_array_foreach(list, i, object) {
        line_begin(0, 4);
        line_add(BOLD, "%s", data_text(object, "identity"));
        line_add(DIM, " (%s): ", data_text(object, "level"));
        line_add(PLAIN, "%s", data_text(object, "text"));
        line_end();
    }
    json_decref(list);
}

/* ---- one check ID ---- */

static void print_condition(const json_t *object)
{
    line_begin(4, 6);
    line_add(BOLD, "%s", data_text(object, "function"));
    line_add(PLAIN, ": %s%s", data_text(object, "error"),
             data_is(object, "judge", "after") ? ", after it was returned" : "");
    if (*data_text(object, "section")) line_add(DIM, " (%s)", data_text(object, "section"));
    line_end();
}

void catalog_explain(const char *name, bool as_json)
{
    const struct check_id_text *check_id = check_id_find(name);
    json_t *json = catalog_json(check_id), *conditions = conditions_json(check_id), *object;
    size_t i;
    json_object_set_new(json, "conditions", conditions);
    if (as_json) {
        print_json(json);
        return;
    }
    line(0, 4, BOLD, "%s", check_id->name);
    line(4, 4, PLAIN, "%s.", data_text(json, "text"));
    line(4, 4, PLAIN, "%s.", data_text(json, "advice"));
    line_begin(4, 4);
    line_add(DIM, "Level: %s", data_text(json, "level"));
    if (*data_text(json, "section"))
        line_add(DIM, "; %s of the specification", data_text(json, "section"));
    line_end();
    if (json_array_size(conditions)) {
        line_empty();
        line(0, 0, BOLD, "Where it is looked for (sections of " SECTIONS_EDITION ")");
    }
    json_array_foreach(conditions, i, object)
        if (!i || !json_equal(object, json_array_get(conditions, i - 1))) print_condition(object);
    json_decref(json);
}
