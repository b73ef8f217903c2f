/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The number in a range's records identifies its thread, or its process if any thread may end it.
 * The next range of a thread at the same depth reuses the number. An end without a beginning
 * belongs to a range that began before the recording.
 */
#include "marks.h"

struct range *marks_range(const struct marks *marks, size_t index)
{
    return &marks->ranges.items[index];
}

static uint64_t *open_range(struct marks *marks, const struct entry *entry, unsigned kind)
{
    const struct record_mark *record = (const void *)entry->head;
    const bool is_nested = kind == CLRELAY_PUSH || kind == CLRELAY_POP;
    return handles_number(&marks->open,
                          is_nested ? entry->thread->number : entry->thread->process->number,
                          is_nested, record->range);
}

static struct range *begin(struct marks *marks, const struct entry *entry, const struct mark *mark)
{
    struct range *range = ranges_add(&marks->ranges);
    *range = (struct range){ .thread = entry->thread,
                             .text = mark->text,
                             .begin = entry->begin,
                             .end = NEVER,
                             .is_nested = mark->kind == CLRELAY_PUSH };
    *open_range(marks, entry, mark->kind) = marks->ranges.count;
    return range;
}

static struct range *end(struct marks *marks, const struct entry *entry, unsigned kind)
{
    uint64_t *place = open_range(marks, entry, kind);
    struct range *range = *place ? marks_range(marks, (size_t)*place - 1) : NULL;
    *place = 0;
    if (range) range->end = entry->begin > range->begin ? entry->begin : range->begin;
    return range;
}

/* Reads a mark, with the range that it begins or ends. */
static struct mark read_mark(struct marks *marks, const struct entry *entry)
{
    struct mark mark = { entry->head->flags, recording_mark_text(entry), NULL };
    switch (mark.kind) {
    case CLRELAY_PUSH:
    case CLRELAY_START: mark.range = begin(marks, entry, &mark); break;
    case CLRELAY_POP:
    case CLRELAY_END:
        mark.range = end(marks, entry, mark.kind);
        if (mark.range) mark.text = mark.range->text;
        break;
    case CLRELAY_INSTANT: break;
    }
    return mark;
}

bool marks_next(struct marks *marks, const struct recording *recording, const struct entry *entry,
                struct mark *mark)
{
    if (entry->head->kind != RECORD_MARK) return false;
    *mark = read_mark(marks, entry);
    return (mark->range || mark->kind == CLRELAY_INSTANT) &&
           !recording_is_outside(recording, entry->begin, entry->begin);
}

void marks_free(struct marks *marks)
{
    free(marks->ranges.items);
    handles_free(&marks->open);
}

void marks_read(struct marks *marks, const struct recording *recording)
{
    for (size_t i = 0; i < recording->count; i++)
        if (recording->entries[i].head->kind == RECORD_MARK)
            read_mark(marks, &recording->entries[i]);
    for (size_t i = 0; i < marks->ranges.count; i++) {
        struct range *range = marks_range(marks, i);
        range->is_outside = recording_is_outside(recording, range->begin, range->end);
    }
}

bool marks_next_begun(const struct marks *marks, const struct recording *recording, size_t *next,
                      const struct entry *entry, struct mark *mark)
{
    if (entry->head->kind != RECORD_MARK) return false;
    *mark = (struct mark){ entry->head->flags, recording_mark_text(entry), NULL };
    if (mark->kind == CLRELAY_PUSH || mark->kind == CLRELAY_START) {
        mark->range = marks_range(marks, (*next)++);
        return !mark->range->is_outside;
    }
    return mark->kind == CLRELAY_INSTANT &&
           !recording_is_outside(recording, entry->begin, entry->begin);
}

char *marks_name(const char *text)
{
    return text_valid(*text ? text : "(no text)");
}
