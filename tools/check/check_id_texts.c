/* SPDX-License-Identifier: Apache-2.0 */
#include "check_id_texts.h"

#include "../calls/check_ids.h"
#include "../calls/functions.h"
#include "../base/text.h"

#include <ctype.h>
#include <string.h>

/* All check IDs. Their names are made on first use: BUFFER_SIZE_ZERO becomes
 * CLR-BUFFER-SIZE-ZERO. */
static struct check_id_text table[CHECK_ID_COUNT] = {
#define CHECK_ID(name, level, section, text, advice)                                               \
    [name] = { "CLR-" #name, LEVEL_##level, section, text, advice },
#include "../calls/check_id_rows.h"
};

static void make_names(void)
{
    static bool made;
    if (made) return;
    for (size_t i = 1; i < CHECK_ID_COUNT; i++) {
        char *name = text_format("%s", table[i].name); /* never freed */
        for (char *at = name; *at; at++)
            if (*at == '_') *at = '-';
        if (name[strlen(name) - 1] == '-')
            name[strlen(name) - 1] = 0; /* a final _ only tells the row from a macro */
        table[i].name = name;
    }
    made = true;
}

const struct check_id_text *check_id_of(unsigned number)
{
    make_names();
    return number > CHECK_ID_NONE && number < CHECK_ID_COUNT ? &table[number] : NULL;
}

static bool is_same(const char *a, const char *b)
{
    while (*a && toupper((unsigned char)*a) == *b) a++, b++;
    return *a == *b;
}

const struct check_id_text *check_id_find(const char *name)
{
    make_names();
    for (unsigned i = 1; i < CHECK_ID_COUNT; i++) {
        const struct check_id_text *text = &table[i];
        if (is_same(name, text->name) || is_same(name, text->name + strlen("CLR-"))) return text;
    }
    return NULL;
}

static size_t least_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

enum { LONGEST = 64 }; /* the longest name that is compared */

/* The number of letters to change, add or remove to turn one name into another. */
static size_t distance(const char *from, const char *to)
{
    size_t row[LONGEST + 1] = { 0 }, length = strlen(to);
    if (length > LONGEST) return LONGEST;
    for (size_t i = 0; i <= length; i++) row[i] = i;
    for (size_t line = 1; *from; from++, line++) {
        size_t diagonal = row[0];
        row[0] = line;
        for (size_t i = 1; i <= length; i++) {
            const size_t changed = diagonal + (toupper((unsigned char)*from) != to[i - 1]);
            diagonal = row[i];
            row[i] = least_of(changed, least_of(row[i], row[i - 1]) + 1);
        }
    }
    return row[length];
}

char *check_id_missing(const char *name)
{
    const struct check_id_text *nearest = NULL;
    size_t least = strlen(name) / 2;
    make_names();
    /* A name longer than that differs in more than half of its letters from each check ID. */
    for (unsigned i = 1; i < CHECK_ID_COUNT && strlen(name) <= (size_t)2 * LONGEST; i++) {
        const struct check_id_text *text = &table[i];
        const size_t apart = least_of(distance(name, text->name), distance(name, text->name + 4));
        if (apart < least) least = apart, nearest = text;
    }
    if (nearest) return text_format("there is no finding %s; perhaps %s", name, nearest->name);
    return text_format("there is no finding %s: clrelay check --list says which there are", name);
}

char *check_id_pattern(const char *text)
{
    const bool whole = *text == '*' || !strncmp(text, "CLR-", 4) || !strncmp(text, "clr-", 4);
    return text_format("%s%s", whole ? "" : "CLR-", text);
}

_Bool check_id_matches(const char *patterns)
{
    make_names();
    for (unsigned i = 1; i < CHECK_ID_COUNT; i++)
        if (functions_match(table[i].name, patterns)) return true;
    return false;
}

static const char *const levels[] = { [LEVEL_NOTE] = "note",
                                      [LEVEL_LEAK] = "leak",
                                      [LEVEL_PORTABILITY] = "portability",
                                      [LEVEL_ERROR] = "error" };

const char *check_id_level_name(int level)
{
    return levels[level];
}

int check_id_level(const char *name)
{
    for (int i = LEVEL_NOTE; i <= LEVEL_ERROR; i++)
        if (!strcmp(name, levels[i])) return i;
    return -1;
}
