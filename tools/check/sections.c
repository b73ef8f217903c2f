/* SPDX-License-Identifier: Apache-2.0 */
#include "sections.h"

#include "../calls/functions.h"
#include "../base/text.h"
#include "section_rows.h"

#include <ctype.h>
#include <string.h>

#define PICK(...)        PICK_(__VA_ARGS__)
#define PICK_(a, b, ...) b

const char *section_extension(unsigned number)
{
#define OUTSIDE(extension, type, text, name, ...)                                                  \
    if (number == name##_number) return extension;
#include "../calls/outside_rows.h"
    return NULL;
}

/* The section of a function, or its extension; "" if there is none. */
static const char *of_function(unsigned number)
{
    static const char *const sections[EXTENSION_NUMBER_END] = {
#define FUNCTION(number, type, name, ...) [number] = PICK(SECTION_##name, "", ),
#include "../calls/function_rows.h"
    };
    const char *extension = section_extension(number);
    if (extension) return extension;
    return number < EXTENSION_NUMBER_END ? text_or_empty(sections[number]) : "";
}

static char *in_words(const char *section)
{
    if (!*section) return NULL;
    return text_format("%s %s", isdigit((unsigned char)*section) ? "section" : "extension",
                       section);
}

/* Whether a section is another one, or a part of it. */
static bool is_in(const char *section, const char *whole)
{
    const size_t length = strlen(whole);
    return length && !strncmp(section, whole, length) &&
           (!section[length] || section[length] == '.');
}

char *section_of(const struct check_id_text *check_id)
{
    return in_words(check_id->section);
}

/* Whether a check ID's section says more than that of a function. An extension that builds on
 * another one has the longer name. */
static bool says_more(const char *own, const char *function_section)
{
    const bool is_extension = isalpha((unsigned char)*own);
    if (is_extension && isalpha((unsigned char)*function_section))
        return strlen(own) > strlen(function_section);
    return *own && (!*function_section || is_extension || is_in(own, function_section));
}

char *section_of_condition(const struct check_id_text *check_id, unsigned number)
{
    const char *own = check_id ? check_id->section : "", *function_section = of_function(number);
    return in_words(says_more(own, function_section) ? own : function_section);
}
