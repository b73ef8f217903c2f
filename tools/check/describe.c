/* SPDX-License-Identifier: Apache-2.0 */
#include "describe.h"

#include "../calls/check_ids.h"
#include "../calls/words.h"
#include "../base/types.h"
#include "../recording/show.h"
#include "../recording/values.h"
#include "kind_words.h"
#include "sections.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 64 }; /* the longest placeholder, without braces */

static void add_object(struct string *to, const struct described *what)
{
    const struct record_finding *record = what->found->record;
    const char *type = kind_type(record->kind);
    const struct origin origin = { what->recording, what->found->thread->process, what->found->at };
    values_add(to, &origin, type_find(type, strcspn(type, " *")), record->object);
}

/* Adds the name of an error. */
static void add_error(struct string *to, int64_t code)
{
    const char *name = show_error(code);
    char *text = type_error_text(code);
    if (name) string_format(to, "%s (%lld)", name, (long long)code);
    else string_add(to, text);
    free(text);
}

/* The version or extension that introduced an enumerant, by its row. */
static const char *came_with(uint64_t row)
{
    static const char *const extensions[] = {
#define EXTENSION_ENUMERANT(type, name, value, extension, since) extension,
#include "../calls/enumerants.h"
    };
    return row < sizeof extensions / sizeof *extensions ? extensions[row] : "?";
}

/* The name that was recorded for an address, or "". */
static const char *name_of(const struct described *what, uint64_t value)
{
    const char *name =
        recording_name(what->recording, what->found->thread->process, value, what->found->at);
    return text_or_empty(name);
}

static void add_name(struct string *to, const struct described *what, uint64_t value)
{
    const char *name = name_of(what, value);
    if (*name) string_format(to, " (%s)", name);
}

static void add_kind(struct string *to, unsigned kind)
{
    const char *word = kind_word(kind);
    string_format(to, "%s %s", strchr("aeiou", *word) ? "an" : "a", word);
}

/* Adds the parameter that takes objects of a kind and has the finding's object; if the object is
 * elsewhere, as in a list, adds the function. */
static void add_taker(struct string *to, const struct described *what, unsigned kind)
{
    const struct signature *signature = what->call ? what->call->signature : NULL;
    for (unsigned i = 0; signature && i < signature->parameters; i++)
        if (what->call->words[i] == what->found->record->object &&
            !strcmp(signature->parameter[i].type, kind_type(kind))) {
            string_format(to, "the parameter %s", signature->parameter[i].name);
            return;
        }
    string_add(to, "the function");
}

/* Adds a value for {0} or {0:FORM}; `form` is the part after the number. */
static bool add_value(struct string *to, const struct described *what, uint64_t value,
                      const char *form)
{
    const struct signature *signature = what->call ? what->call->signature : NULL;
    if (!*form) {
        string_format(to, "%llu", (unsigned long long)value);
        return true;
    }
    if (*form++ != ':') return false;
    if (!strcmp(form, "kind")) {
        string_add(to, kind_word((unsigned)value));
    } else if (!strcmp(form, "a_kind")) {
        add_kind(to, (unsigned)value);
    } else if (!strcmp(form, "taker")) {
        add_taker(to, what, (unsigned)value);
    } else if (!strcmp(form, "element")) {
        if (signature && value < signature->parameters && what->call->words[value])
            string_add(to, " has an element that");
    } else if (!strcmp(form, "function")) {
        const struct signature *called = signature_of((unsigned)value);
        string_add(to, called ? called->name : "?");
    } else if (!strcmp(form, "extension")) {
        const char *extension = section_extension((unsigned)value);
        string_add(to, extension ? extension : "?");
    } else if (!strcmp(form, "came_with")) {
        string_add(to, came_with(value));
    } else if (!strcmp(form, "address")) {
        values_add_address(to, value);
    } else if (!strcmp(form, "query")) {
        const struct enumerant *query = type_query((int64_t)value);
        values_add_hexadecimal(to, value);
        if (query) string_format(to, " (%s)", query->name);
    } else if (!strcmp(form, "named")) {
        add_name(to, what, value);
    } else if (!strcmp(form, "words")) {
        string_add(to, name_of(what, value));
    } else if (!strcmp(form, "parameter") && signature && value < signature->parameters) {
        string_add(to, signature->parameter[value].name);
    } else if (!strcmp(form, "cl_int") && (int32_t)value < 0) {
        add_error(to, (int32_t)value);
    } else if (show_knows(form)) {
        show_value(to, form, value);
    } else {
        return false;
    }
    return true;
}

/* Adds an argument for {size}, or {size:TYPE}. */
static bool add_argument(struct string *to, const struct described *what, const char *name)
{
    char alone[LONGEST];
    const size_t length = strcspn(name, ":");
    int parameter;
    memcpy(alone, name, length);
    alone[length] = 0;
    parameter = what->call ? call_parameter(what->call, alone) : -1;
    if (parameter < 0) return false;
    if (name[length]) return add_value(to, what, what->call->words[parameter], name + length);
    show_argument(to, what->recording, what->call, parameter);
    return true;
}

static bool add_placeholder(struct string *to, const struct described *what, const char *name)
{
    if (name[0] >= '0' && name[0] <= '3')
        return add_value(to, what, what->found->record->values[name[0] - '0'], name + 1);
    if (!strcmp(name, "object")) return add_object(to, what), true;
    return add_argument(to, what, name);
}

/* Finds the next placeholder of a text, and copies its name. Returns its position, or NULL. */
static const char *next_placeholder(const char *text, char name[LONGEST])
{
    for (; (text = strchr(text, '{')); text++) {
        const size_t length = strcspn(text + 1, "{}");
        if (text[1 + length] != '}' || length == 0 || length >= LONGEST) continue;
        memcpy(name, text + 1, length);
        name[length] = 0;
        return text;
    }
    return NULL;
}

void describe(struct string *to, const char *text, const struct described *what)
{
    char name[LONGEST];
    const char *at;
    while ((at = next_placeholder(text, name))) {
        string_add_bytes(to, text, (size_t)(at - text));
        if (!add_placeholder(to, what, name)) string_format(to, "{%s}", name);
        text = at + strlen(name) + 2;
    }
    string_add(to, text);
}

static void add_capitals(struct string *to, const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++) string_format(to, "%c", toupper((unsigned char)word[i]));
}

/* Adds words for a placeholder: N for {0}, KIND for {0:kind}, OBJECT for {0:cl_mem}, CODE for
 * {0:cl_int}, SIZE for {size}, OBJECT for {object}. So `size {size}` becomes `size SIZE`: the
 * parameter and its value. */
static void add_plainly(struct string *to, const char *name)
{
    static const char *const forms[] = { "kind", "function", "extension", "address", "parameter" };
    const char *form = name + 2, *word = "VALUE";
    if (name[0] < '0' || name[0] > '3') {
        add_capitals(to, name, strcspn(name, ":"));
        return;
    }
    for (size_t i = 0; name[1] && i < sizeof forms / sizeof *forms; i++)
        if (!strcmp(form, forms[i])) word = forms[i];
    if (!name[1]) word = "N";
    else if (!strcmp(form, "a_kind")) string_add(to, "a "), word = "kind";
    else if (!strcmp(form, "taker")) word = "parameter";
    else if (!strcmp(form, "cl_int") || !strcmp(form, "error_code")) word = "CODE";
    else if (!strcmp(form, "element")) word = "";
    else if (!strcmp(form, "words")) word = "details";
    else if (kind_is_type(form)) word = "OBJECT";
    add_capitals(to, word, strlen(word));
}

void describe_plainly(struct string *to, const char *text)
{
    char name[LONGEST];
    const char *at;
    while ((at = next_placeholder(text, name))) {
        string_add_bytes(to, text, (size_t)(at - text));
        if (strcmp(name + 1, ":named") != 0) add_plainly(to, name);
        text = at + strlen(name) + 2;
    }
    string_add(to, text);
}

bool describe_is_unexplained(unsigned check_id)
{
    return check_id == CALL_FAILED || check_id == OBJECTS_MANY || check_id == KERNEL_BEFORE ||
           check_id == QUERY_FAILED || check_id == SVM_NO_MEMORY;
}
