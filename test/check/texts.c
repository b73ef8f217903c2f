/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The texts of identities.h: each placeholder stands for something, for each function whose
 * conditions lead to the identity; where other parts of the layer find it, there is such a type, or
 * such a parameter.
 */
#include "../tool/check/conditions.h"
#include "../tool/check/identities.h"
#include "../tool/record/show.h"
#include "../layer/functions.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static int failures;

static void complain(const struct identity_text *identity, const char *by, const char *what,
                     const char *text)
{
    printf("%s (%s): %s: %s\n", identity->name, by, what, text);
    failures++;
}

static bool is_form(const char *form)
{
    static const char *const forms[] = { "kind",  "function",  "address", "parameter",
                                         "named", "extension", "query",   "came_with" };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (!strcmp(form, forms[i])) return true;
    return !strcmp(form, "element") || show_knows(form);
}

/* `name` may have a form behind it. */
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

/* Functions of other systems have no parameters here: any may be theirs. */
static bool is_parameter_of(const struct condition *begin, const char *name)
{
    const struct signature *signature = begin ? signature_of(begin->function) : NULL;
    return signature ? has_parameter(signature, name) : any_has_parameter(name);
}

/* `row`: a condition that leads to the identity, of `function`; NULL: there is none. */
static void check_placeholder(const struct identity_text *identity, const struct condition *row,
                              const struct condition *begin, const char *name)
{
    const char *by = begin ? begin->error_name : "any function";
    if (isdigit((unsigned char)*name)) {
        if (*name > '3' || (name[1] && (name[1] != ':' || !is_form(name + 2))))
            complain(identity, by, "no value has this form", name);
        else if (row && *name - '0' >= row->values)
            complain(identity, by, "the condition has fewer values", name);
    } else if (strcmp(name, "object") != 0 && !is_parameter_of(begin, name)) {
        complain(identity, by, "there is no such parameter", name);
    }
}

static void check_text(const struct identity_text *identity, const struct condition *row,
                       const struct condition *begin, const char *text)
{
    const size_t length = strlen(text);
    char name[64];
    if (length == 0 || text[length - 1] == '.')
        complain(identity, "", "ends with a full stop", text);
    while ((text = strchr(text, '{'))) {
        const size_t part = strcspn(++text, "}");
        snprintf(name, sizeof name, "%.*s", (int)part, text);
        check_placeholder(identity, row, begin, name);
        text += part;
    }
}

static void check(unsigned number, const struct condition *row, const struct condition *begin)
{
    const struct identity_text *identity = identity_of(number);
    check_text(identity, row, begin, identity->text);
    check_text(identity, row, begin, identity->advice);
}

int main(void)
{
    const struct condition *begin = NULL;
    for (unsigned number = 1; identity_of(number); number++) {
        const struct identity_text *identity = identity_of(number);
        for (unsigned other = 1; other < number; other++)
            if (!strcmp(identity->name, identity_of(other)->name))
                complain(identity, "", "two have this name", identity->text);
        check(number, NULL, NULL);
    }
    for (size_t i = 0; i < condition_count; i++) {
        if (condition_rows[i].judge == JUDGE_BEGIN) begin = &condition_rows[i];
        else if (condition_rows[i].identity && condition_rows[i].judge != JUDGE_HANDLE)
            check(condition_rows[i].identity, &condition_rows[i], begin);
    }
    return failures != 0;
}
