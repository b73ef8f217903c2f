/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A parameter's role (tools/calls/roles.h) and type decide how to show it. A few types say too
 * little; their parameters have rows below. The way of each parameter is computed once.
 */
#include "show.h"

#include "../calls/functions.h"
#include "values.h"

#include <string.h>

/* What a pointer points to. */
enum contents {
    NO_CONTENTS, /* values of a type */
    UNTYPED,     /* bytes whose type only the driver and the program know */
    ANSWER,      /* the answer to what the parameter `asked` names */
    SOURCE,
    BINARY,
    INTERMEDIATE,
    NAMES
};

static const struct {
    const char *name;
    enum contents contents;
    enum type_index type;
    enum form form;
    const char *asked;
} exceptions[] = {
    { "execution_status", NO_CONTENTS, TYPE_execution_status, FORM_VALUE, NULL },
    { "command_exec_callback_type", NO_CONTENTS, TYPE_execution_status, FORM_VALUE, NULL },
    { "errcode_ret", NO_CONTENTS, TYPE_error_code, FORM_VALUE, NULL },
    { "binary_status", NO_CONTENTS, TYPE_error_code, FORM_LIST, NULL },
    { "buffer_create_info", NO_CONTENTS, TYPE_cl_buffer_region, FORM_VALUE, NULL },
    { "input_value", NO_CONTENTS, TYPE_size_t, FORM_LIST, NULL },
    { "args", NO_CONTENTS, TYPE_cl_uchar, FORM_BYTES, NULL },
    { "arg_value", UNTYPED, TYPE_void, FORM_UNKNOWN, NULL },
    { "pattern", UNTYPED, TYPE_void, FORM_UNKNOWN, NULL },
    { "fill_color", UNTYPED, TYPE_void, FORM_UNKNOWN, NULL },
    { "spec_value", UNTYPED, TYPE_void, FORM_UNKNOWN, NULL },
    { "param_value", ANSWER, TYPE_void, FORM_UNKNOWN, "param_name" },
    { "handle_ptr", ANSWER, TYPE_void, FORM_UNKNOWN, "handle_type" },
    { "strings", SOURCE, TYPE_void, FORM_UNKNOWN, NULL },
    { "binaries", BINARY, TYPE_void, FORM_UNKNOWN, NULL },
    { "il", INTERMEDIATE, TYPE_void, FORM_UNKNOWN, NULL },
    { "header_include_names", NAMES, TYPE_void, FORM_UNKNOWN, NULL },
};

/* How a parameter is shown. */
struct way {
    bool known; /* the other members are set */
    bool pointer;
    bool written; /* the driver writes it; shown with an & */
    unsigned char contents, form;
    unsigned short type; /* of the parameter or its target; TYPE_NONE: unknown */
    signed char asked;   /* the parameter that determines the target, or -1 */
};

/* A type without const and *. */
static enum type_index base_of(const char *type)
{
    size_t length;
    if (!strncmp(type, "const ", 6)) type += 6;
    length = strcspn(type, "*");
    while (length && type[length - 1] == ' ') length--;
    if (length == 13 && !memcmp(type, "unsigned char", 13)) return TYPE_cl_uchar;
    return type_find(type, length);
}

static enum form form_of(const struct signature *signature, const struct parameter *parameter)
{
    switch ((enum role)parameter->role) {
    case STRING: return FORM_STRING;
    case PROPERTIES: return FORM_PAIRS;
    case LIST: /* a length with an index beyond the last parameter means 1 */
        return parameter->length == signature->parameters + 1 ? FORM_VALUE : FORM_LIST;
    case RETURNED_LIST: return FORM_LIST;
    default: return FORM_VALUE;
    }
}

static int index_of(const struct signature *signature, const char *name)
{
    for (int i = 0; i < signature->parameters; i++)
        if (!strcmp(signature->parameter[i].name, name)) return i;
    return -1;
}

/* Whether the pointer's target is shown. */
static bool has_value(const struct parameter *parameter)
{
    return parameter->role != VALUE && parameter->role != DATA;
}

static struct way find_way(const struct signature *signature, const struct parameter *parameter)
{
    const bool pointer = strchr(parameter->type, '*') != NULL;
    struct way way = { true, pointer, false, NO_CONTENTS, 0, 0, -1 };
    way.written = parameter->role == RETURNED || parameter->role == RETURNED_ERROR;
    way.form = (unsigned char)form_of(signature, parameter);
    way.type = (unsigned short)base_of(parameter->type);
    for (size_t i = 0; i < sizeof exceptions / sizeof exceptions[0]; i++) {
        if (strcmp(exceptions[i].name, parameter->name) != 0) continue;
        /* The parameter is an address, or another one with this name. */
        if (pointer != has_value(parameter)) break;
        way.contents = (unsigned char)exceptions[i].contents;
        way.type = (unsigned short)exceptions[i].type;
        way.form = (unsigned char)exceptions[i].form;
        if (exceptions[i].asked) way.asked = (signed char)index_of(signature, exceptions[i].asked);
    }
    return way;
}

static const struct way *way_of(const struct call *call, int parameter)
{
    static struct way ways[FUNCTION_NUMBERS][ARGUMENTS_MOST];
    struct way *way = &ways[call->entry->head->kind][parameter];
    if (!way->known) *way = find_way(call->signature, &call->signature->parameter[parameter]);
    return way;
}

/* An argument is in the first bytes of its word. */
static uint64_t argument_of(const struct call *call, int parameter)
{
    return values_number((const unsigned char *)&call->words[parameter],
                         call->signature->parameter[parameter].size);
}

/* ---- contents ---- */

static void add_content(struct string *to, const struct recording *recording, enum contents kind,
                        uint64_t hash)
{
    static const char *const words[] = {
        [SOURCE] = "source", [BINARY] = "binary", [INTERMEDIATE] = "IL"
    };
    uint64_t length = 0;
    const unsigned char *bytes = hash ? recording_content(recording, hash, &length) : NULL;
    if (!hash) {
        string_add(to, "NULL");
    } else if (kind == NAMES && bytes) {
        values_add_string(to, bytes, (size_t)length, false);
    } else {
        string_format(to, "<%s %016llx", kind == NAMES ? "name" : words[kind],
                      (unsigned long long)hash);
        if (bytes) string_format(to, ", %llu bytes>", (unsigned long long)length);
        else string_add(to, ">");
    }
}

static void add_contents(struct string *to, const struct recording *recording,
                         const struct value *value, enum contents kind)
{
    if (kind != INTERMEDIATE) string_add(to, "[");
    for (uint32_t i = 0; i < value->count; i++) {
        if (i) string_add(to, ", ");
        add_content(to, recording, kind, value_number(value, i));
    }
    if (kind != INTERMEDIATE) string_add(to, value->cut ? ", ...]" : "]");
}

/* ---- arguments ---- */

static struct origin origin_of(const struct recording *recording, const struct call *call,
                               bool after)
{
    struct origin origin = { recording, call->entry->thread->process, call->begin };
    if (after && call->end != NEVER) origin.at = call->end;
    return origin;
}

/* Adds the answer to a query, by what was asked. */
static void add_answer(struct string *to, const struct call *call, const struct origin *origin,
                       const struct way *way, const struct value *value, bool written)
{
    const size_t size = (size_t)value->count * value->element;
    const enum type_index asked = (enum type_index)way_of(call, way->asked)->type;
    const struct enumerant *enumerant =
        asked == TYPE_NONE ? NULL : type_enumerant(asked, (int64_t)argument_of(call, way->asked));
    const enum type_index type =
        enumerant && enumerant->form ? (enum type_index)enumerant->about : TYPE_void;
    const enum form form = enumerant ? (enum form)enumerant->form : FORM_UNKNOWN;
    if (written && form == FORM_VALUE) string_add(to, "&");
    values_add_memory(to, origin, type, form, value->data, size, value->cut);
}

static void add_pointed(struct string *to, const struct recording *recording,
                        const struct call *call, int parameter, const struct way *way,
                        const struct value *value)
{
    const bool written =
        way->written || call->signature->parameter[parameter].role == RETURNED_LIST;
    const struct origin origin = origin_of(recording, call, written);
    const size_t size = (size_t)value->count * value->element;
    if (way->written) string_add(to, "&");
    if (value->content)
        add_contents(to, recording, value, way->contents ? (enum contents)way->contents : SOURCE);
    else if (way->contents == ANSWER && way->asked >= 0)
        add_answer(to, call, &origin, way, value, written);
    else if (way->contents == UNTYPED) values_add_untyped(to, value->data, size, value->cut);
    else
        values_add_memory(to, &origin, (enum type_index)way->type, (enum form)way->form,
                          value->data, size, value->cut);
}

void show_argument(struct string *to, const struct recording *recording, const struct call *call,
                   int parameter)
{
    const struct way *way = way_of(call, parameter);
    const uint64_t argument = argument_of(call, parameter);
    const struct origin origin = origin_of(recording, call, false);
    struct value value = { NULL, 0, 0, false, false };
    if (way->pointer && argument && has_value(&call->signature->parameter[parameter]))
        value = call_value(recording, call, parameter);
    if (value.data) add_pointed(to, recording, call, parameter, way, &value);
    else if (way->pointer) values_add_address(to, argument);
    else if (way->type == TYPE_NONE) values_add_hexadecimal(to, argument);
    else values_add(to, &origin, (enum type_index)way->type, argument);
}

/* ---- results and calls ---- */

/* The type of a result: a status is an error code. */
static enum type_index result_type(const struct signature *signature)
{
    if (strchr(signature->type, '*')) return TYPE_void;
    if (!strcmp(signature->type, "void")) return TYPE_NONE;
    if (!strcmp(signature->type, "cl_int")) return TYPE_error_code;
    return base_of(signature->type);
}

void show_result(struct string *to, const struct recording *recording, const struct call *call)
{
    const enum type_index type = result_type(call->signature);
    const struct origin origin = origin_of(recording, call, true);
    if (type == TYPE_NONE) return;
    if (call->end == NEVER) string_add(to, "?");
    else
        values_add(to, &origin, type,
                   values_number((const unsigned char *)&call->record->result,
                                 type == TYPE_error_code ? sizeof(cl_int) : sizeof(void *)));
}

void show_arguments(struct string *to, const struct recording *recording, const struct call *call)
{
    for (int i = 0; i < call->signature->parameters; i++) {
        if (i) string_add(to, ", ");
        string_add(to, call->signature->parameter[i].name);
        string_add(to, " = ");
        show_argument(to, recording, call, i);
    }
}

void show_call(struct string *to, const struct recording *recording, const struct call *call)
{
    const struct signature *signature = call->signature;
    string_add(to, signature->name);
    string_add(to, "(");
    show_arguments(to, recording, call);
    string_add(to, ")");
    if (call->end == NEVER) {
        string_add(to, " = ?");
    } else if (result_type(signature) != TYPE_NONE) {
        string_add(to, " = ");
        show_result(to, recording, call);
    }
}

/* ---- single values ---- */

void show_query(struct string *to, const struct signature *signature, uint64_t number)
{
    const int place = index_of(signature, "param_name");
    if (place < 0) return;
    string_add(to, " for ");
    show_value(to, signature->parameter[place].type, number);
}

const char *show_error(int64_t code)
{
    const struct enumerant *enumerant = type_enumerant(TYPE_error_code, code);
    return enumerant ? enumerant->name : NULL;
}

bool show_knows(const char *type)
{
    const enum type_index index = base_of(type);
    if (index == TYPE_NONE) return false;
    return strchr(type, '*') || type_of(index)->kind != KIND_STRUCT;
}

void show_value(struct string *to, const char *type, uint64_t number)
{
    const struct origin origin = { NULL, NULL, 0 };
    const enum type_index index = strchr(type, '*') ? TYPE_void : base_of(type);
    if (index == TYPE_NONE) values_add_hexadecimal(to, number);
    else values_add(to, &origin, index, number);
}
