/* SPDX-License-Identifier: Apache-2.0 */
#include "edits.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct edit {
    size_t place, order;
    struct part part;
    bool needed;
    char *inserted;
};
ARRAY_ADD(edit_list, struct edit);

/* Two characters that no source has. In an inserted text, one of them comes before the two places
 * of a part of the text. */
enum { TYPE_OF = 1, VALUE_OF };

void edits_add(struct edits *edits, size_t place, struct part part, bool needed, char *inserted)
{
    struct edit *edit = edit_list_add(&edits->list);
    *edit = (struct edit){ place, edits->list.count, part, needed, inserted };
}

void edits_type_of(struct string *to, struct part part)
{
    string_format(to, "%c%zu,%zu;", TYPE_OF, part.begin, part.end);
}

void edits_value_of(struct string *to, struct part part)
{
    string_format(to, "%c%zu,%zu;", VALUE_OF, part.begin, part.end);
}

static int in_order(const void *a, const void *b)
{
    const struct edit *one = a, *other = b;
    if (one->place != other->place) return one->place < other->place ? -1 : 1;
    return one->order < other->order ? -1 : one->order > other->order;
}

/* The index of the first edit at or behind a place. */
static size_t first_from(const struct edits *edits, size_t place)
{
    const struct edit *list = edits->list.items;
    size_t low = 0, high = edits->list.count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (list[middle].place < place) low = middle + 1;
        else high = middle;
    }
    return low;
}

static void write_part(const struct edits *edits, struct part part, bool all, struct string *to);

/* Writes an inserted text, with the parts of the source that it has. */
static void write_inserted(const struct edits *edits, const char *inserted, struct string *to)
{
    static const char marks[] = { TYPE_OF, VALUE_OF, 0 };
    for (;;) {
        const size_t plain = strcspn(inserted, marks);
        struct part part;
        string_add_bytes(to, inserted, plain);
        inserted += plain;
        if (!*inserted || sscanf(inserted + 1, "%zu,%zu", &part.begin, &part.end) != 2) return;
        write_part(edits, part, *inserted == VALUE_OF, to);
        inserted = strchr(inserted, ';') + 1;
    }
}

static void write_part(const struct edits *edits, struct part part, bool all, struct string *to)
{
    const struct edit *list = edits->list.items;
    size_t at = part.begin;
    for (size_t i = first_from(edits, at); i < edits->list.count && list[i].place <= part.end;
         i++) {
        const struct edit *edit = &list[i];
        if (edit->part.begin < part.begin || edit->part.end > part.end || (!all && !edit->needed))
            continue;
        string_add_bytes(to, edits->text + at, edit->place - at);
        at = edit->place;
        write_inserted(edits, edit->inserted, to);
    }
    string_add_bytes(to, edits->text + at, part.end - at);
}

void edits_apply(struct edits *edits, struct string *to)
{
    const struct part whole = { 0, strlen(edits->text) };
    ARRAY_SORT(&edits->list, in_order);
    write_part(edits, whole, true, to);
}

void edits_free(struct edits *edits)
{
    struct edit *list = edits->list.items;
    for (size_t i = 0; i < edits->list.count; i++) free(list[i].inserted);
    free(list);
}
