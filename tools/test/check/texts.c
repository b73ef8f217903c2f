/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The texts of check_ids.h. Each placeholder stands for a value or a parameter that all functions
 * have whose conditions lead to the check ID. If another part of the layer finds it, some function
 * must have such a parameter.
 */
#include "../../calls/condition_row.h"
#include "../../check/check_id_texts.h"
#include "../../recording/show.h"
#include "../../calls/functions.h"
/* Last, so that the table of functions gets its texts. */
#include "../../layers/check/known/arguments.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static int failures;

static void complain(const struct check_id_text *check_id, const char *by, const char *what,
                     const char *text)
{
    printf("%s (%s): %s: %s\n", check_id->name, by, what, text);
    failures++;
}

static bool is_form(const char *form)
{
    static const char *const forms[] = { "kind",  "function",  "address", "parameter", "named",
                                         "query", "extension", "share",   "came_with", "words",
                                         "time",  "a_kind",    "taker" };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (!strcmp(form, forms[i])) return true;
    return !strcmp(form, "element") || show_knows(form);
}

/* A colon and a form may follow the name. */
static bool has_parameter(const struct signature *signature, const char *name)
{
    const size_t length = strcspn(name, ":");
    if (name[length] && !is_form(name + length + 1)) return false;
    for (int i = 0; signature && i < signature->parameters; i++)
        if (!strncmp(signature->parameter[i].name, name, length) &&
            !signature->parameter[i].name[length])
            return true;
    return false;
}

static bool any_has_parameter(const char *name)
{
    for (unsigned number = 0; number < FUNCTION_NUMBERS; number++)
        if (has_parameter(signature_of(number), name)) return true;
    return false;
}

/* `row` is a condition that leads to the check ID, or NULL if there is none. */
static void check_placeholder(const struct check_id_text *check_id, const struct condition_row *row,
                              const char *name)
{
    const char *by = row ? signature_of(row->function)->name : "any function";
    if (isdigit((unsigned char)*name)) {
        if (*name > '3' || (name[1] && (name[1] != ':' || !is_form(name + 2))))
            complain(check_id, by, "no value has this form", name);
        else if (row && (unsigned)(*name - '0') >= row->values)
            complain(check_id, by, "the condition has fewer values", name);
    } else if (strcmp(name, "object") != 0 &&
               !(row ? has_parameter(signature_of(row->function), name)
                     : any_has_parameter(name))) {
        complain(check_id, by, "there is no such parameter", name);
    }
}

static void check_text(const struct check_id_text *check_id, const struct condition_row *row,
                       const char *text)
{
    const size_t length = strlen(text);
    char name[64];
    if (length == 0 || text[length - 1] == '.')
        complain(check_id, "", "ends with a full stop", text);
    while ((text = strchr(text, '{'))) {
        const size_t part = strcspn(++text, "}");
        snprintf(name, sizeof name, "%.*s", (int)part, text);
        check_placeholder(check_id, row, name);
        text += part;
    }
}

static void check(unsigned number, const struct condition_row *row)
{
    const struct check_id_text *check_id = check_id_of(number);
    check_text(check_id, row, check_id->text);
    check_text(check_id, row, check_id->advice);
}

/* The layer computes where parameters are in structures of arguments. Compilers must agree. */
static void check_offset(unsigned number, const char *name, unsigned parameter, size_t offset)
{
    const size_t computed = signature_offset(signature_of(number), parameter);
    if (computed == offset) return;
    printf("%s: parameter %u is at %zu, not %zu\n", name, parameter, offset, computed);
    failures++;
}

static void check_offsets(void)
{
#define CHECK_OFFSET(function, pair) CHECK_OFFSET_(function, ARG pair)
#define CHECK_OFFSET_(...)           CHECK_OFFSET__(__VA_ARGS__)
#define CHECK_OFFSET__(function, name)                                                             \
    PICK(NO_OFFSET_##name,                                                                         \
         check_offset(it, #function, place++, offsetof(struct function##_args, name)), )
#define NO_OFFSET_ , 0
#define FUNCTION(number, type, name, result, ...)                                                  \
    {                                                                                              \
        const unsigned it = number;                                                                \
        unsigned place = 0;                                                                        \
        (void)it, (void)place;                                                                     \
        (void)(EACH_WITH(CHECK_OFFSET, name, __VA_ARGS__));                                        \
    }
#include "../../calls/function_rows.h"
}

static void check_condition(const struct condition_row *row, void *data)
{
    unsigned *count = data;
    ++*count;
    if (row->check_id && row->checked != CHECKED_AS_HANDLE) check(row->check_id, row);
}

int main(int argc, char **argv)
{
    void *layer = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
    void *found = layer ? dlsym(layer, CONDITIONS_SYMBOL) : NULL;
    conditions_function *list;
    unsigned count = 0;
    memcpy(&list, &found, sizeof list);
    for (unsigned number = 1; check_id_of(number); number++) {
        const struct check_id_text *check_id = check_id_of(number);
        for (unsigned other = 1; other < number; other++)
            if (!strcmp(check_id->name, check_id_of(other)->name))
                complain(check_id, "", "two have this name", check_id->text);
        check(number, NULL);
    }
    check_offsets();
    if (list) list(check_condition, &count);
    if (count < 2000) {
        printf("the layer lists %u conditions\n", count);
        failures++;
    }
    return failures != 0;
}
