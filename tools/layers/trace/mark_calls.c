/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records a program's own marks (include/clrelay/marks.h). The beginning and end of a range are
 * separate records, so a thread keeps only its depth in ranges.
 */
#include "mark_calls.h"

#include "../entry.h"
#include "../recorder.h"

#include <string.h>

/* The open ranges of a thread, for each domain. All further domains share the last place; ranges
 * there may end each other if they overlap without nesting. */
enum { DOMAINS = 16 };
static _Thread_local struct open_ranges {
    uint32_t count;
    uint32_t recorded; /* deeper ranges are not recorded */
} open_ranges[DOMAINS] THREAD_LOCAL_NEAR;

static atomic_uint_fast64_t last_range;

bool marks_can(void)
{
    static atomic_int answer; /* of marks_can(); 0: unknown */
    int result = atomic_load_explicit(&answer, memory_order_acquire);
    if (!result) {
        result = entry_layer.open() ? -1 : 1;
        atomic_store_explicit(&answer, result, memory_order_release);
    }
    return result > 0;
}

/* The number of bytes of a text to record, without splitting a character. */
static size_t length_of(const char *text, bool *is_cut)
{
    const char *end = memchr(text, 0, MARKS_LONGEST + 1);
    size_t length = MARKS_LONGEST;
    *is_cut = !end;
    if (end) return (size_t)(end - text);
    while (length > MARKS_LONGEST - 3 && ((unsigned char)text[length] & 0xc0) == 0x80) length--;
    return length;
}

static char *put(char *to, const char *text, size_t length)
{
    memcpy(to, text, length);
    return to + length;
}

/* Records a mark. `text` is NULL if a range ends. */
static void record(unsigned kind, uint64_t range, const struct marks_domain *domain,
                   const char *text)
{
    const size_t name = domain && text ? strlen(domain->name) : 0;
    size_t size = sizeof(struct record_mark), length = 0;
    bool is_cut = false;
    struct record_mark *mark;
    if (text) {
        length = length_of(text, &is_cut);
        size += (name + length + sizeof ": ..." + 7) / 8 * 8;
    }
    mark = recorder_reserve(size);
    if (!mark) return;
    if (text) {
        char *to = (char *)(mark + 1);
        if (name) to = put(put(to, domain->name, name), ": ", 2);
        to = put(to, text, length);
        if (is_cut) put(to, "...", 3);
    }
    mark->range = range;
    mark->head.flags = (uint16_t)kind;
    mark->moment = recorder_ticks();
    recorder_commit(mark, RECORD_MARK, size);
}

/* The number of a thread's range at `depth` in its domain. */
static uint64_t nested(uint32_t domain, uint64_t depth)
{
    return (uint64_t)domain << 32 | depth;
}

static uint64_t push(uint32_t place, const struct marks_domain *domain, const char *text,
                     bool is_on)
{
    struct open_ranges *ranges = &open_ranges[place];
    const uint64_t range = nested(place, ranges->count++);
    if (is_on) {
        ranges->recorded = ranges->count;
        record(CLRELAY_PUSH, range, domain, text);
    }
    return range;
}

/* Ends the thread's last range. If its beginning was recorded, so is its end, even if calls are no
 * longer recorded. */
static uint64_t pop(uint32_t place)
{
    struct open_ranges *ranges = &open_ranges[place];
    uint64_t range;
    if (!ranges->count) return MARKS_NO_RANGE;
    range = nested(place, --ranges->count);
    if (ranges->count < ranges->recorded) {
        ranges->recorded = ranges->count;
        if (recorder_on()) record(CLRELAY_POP, range, NULL, NULL);
    }
    return range;
}

uint64_t marks_add(unsigned kind, uint64_t range, const struct marks_domain *domain,
                   const char *text)
{
    const uint32_t place = !domain ? 0 : domain->number < DOMAINS ? domain->number : DOMAINS - 1;
    bool is_on;
    if (!marks_can()) return 0;
    is_on = atomic_load_explicit(&recorder_file->state, memory_order_relaxed) & RECORD_ON;
    if (!text) text = "";
    switch (kind) {
    case CLRELAY_PUSH: return push(place, domain, text, is_on);
    case CLRELAY_POP: return pop(place);
    case CLRELAY_INSTANT:
        if (is_on) record(kind, 0, domain, text);
        return 0;
    case CLRELAY_START:
        if (!is_on) return 0;
        range = atomic_fetch_add(&last_range, 1) + 1;
        record(kind, range, domain, text);
        return range;
    case CLRELAY_END:
        if (range && recorder_on()) record(kind, range, NULL, NULL);
        return 0;
    default: return 0;
    }
}

EXPORTED uint64_t clrelay_mark(unsigned kind, uint64_t range, const char *text);
EXPORTED uint64_t clrelay_mark(unsigned kind, uint64_t range, const char *text)
{
    return marks_add(kind, range, NULL, text);
}
