/* SPDX-License-Identifier: Apache-2.0 */
#include "identities.h"

#include "../../layer/check/identities.h"
#include "../../layer/functions.h"
#include "../text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The names are made when they are first needed: BUFFER_SIZE_ZERO is CLR-BUFFER-SIZE-ZERO. */
static struct identity_text table[IDENTITY_COUNT] = {
#define IDENTITY(name, level, section, text, advice)                                               \
    [name] = { "CLR-" #name, LEVEL_##level, section, text, advice },
#include "../../layer/check/identity_rows.h"
};

static void make_names(void)
{
    static bool made;
    if (made) return;
    for (size_t i = 1; i < IDENTITY_COUNT; i++) {
        char *name = text_format("%s", table[i].name); /* stays until the end */
        for (char *at = name; *at; at++)
            if (*at == '_') *at = '-';
        if (name[strlen(name) - 1] == '-') name[strlen(name) - 1] = 0; /* a macro has that name */
        table[i].name = name;
    }
    made = true;
}

const struct identity_text *identity_of(unsigned number)
{
    make_names();
    return number > IDENTITY_NONE && number < IDENTITY_COUNT ? &table[number] : NULL;
}

static bool is_same(const char *a, const char *b)
{
    while (*a && toupper((unsigned char)*a) == *b) a++, b++;
    return *a == *b;
}

const struct identity_text *identity_find(const char *name)
{
    for (unsigned i = 1; i < IDENTITY_COUNT; i++) {
        const struct identity_text *it = identity_of(i);
        if (is_same(name, it->name) || is_same(name, it->name + strlen("CLR-"))) return it;
    }
    return NULL;
}

/* How many words of a name another one has. */
static int words_in_common(const char *name, const char *other)
{
    int common = 0;
    while (*name) {
        size_t length = strcspn(name, "-_");
        char word[64];
        if (length > 2 && length < sizeof word - 2) {
            word[0] = '-';
            for (size_t i = 0; i < length; i++) word[i + 1] = (char)toupper((unsigned char)name[i]);
            word[length + 1] = 0;
            common += strcmp(word, "-CLR") != 0 && strstr(other, word) != NULL;
        }
        name += length + (name[length] != 0);
    }
    return common;
}

char *identity_missing(const char *name)
{
    char *text = text_format("there is no finding %s", name);
    int most = 1, named = 0;
    for (unsigned i = 1; i < IDENTITY_COUNT; i++) {
        const int common = words_in_common(name, identity_of(i)->name);
        if (common > most) most = common;
    }
    for (unsigned i = 1; i < IDENTITY_COUNT && named < 5; i++) {
        char *longer;
        if (words_in_common(name, identity_of(i)->name) < most) continue;
        longer = text_format("%s%s %s", text, named++ ? "," : "; perhaps", identity_of(i)->name);
        free(text);
        text = longer;
    }
    if (!named) {
        char *longer = text_format("%s: clrelay check --list says which there are", text);
        free(text);
        text = longer;
    }
    return text;
}

_Bool identity_matches(const char *patterns)
{
    for (unsigned i = 1; i < IDENTITY_COUNT; i++)
        if (functions_match(identity_of(i)->name, patterns)) return true;
    return false;
}

static const char *const levels[] = { [LEVEL_NOTE] = "note",
                                      [LEVEL_SPEED] = "speed",
                                      [LEVEL_PORTABILITY] = "portability",
                                      [LEVEL_ERROR] = "error" };

const char *identity_level_name(int level)
{
    return levels[level];
}

int identity_level(const char *name)
{
    for (int i = LEVEL_NOTE; i <= LEVEL_ERROR; i++)
        if (!strcmp(name, levels[i])) return i;
    return -1;
}

char *identity_section(const struct identity_text *identity)
{
    if (!*identity->section) return NULL;
    return text_format("%s %s", isdigit((unsigned char)*identity->section) ? "section" : "extension",
                       identity->section);
}
