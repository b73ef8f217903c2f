/* SPDX-License-Identifier: Apache-2.0 */
/* The format `csv`. */
#include "line_formats.h"

#include "../recording/call_sites.h"
#include "../recording/show.h"

#include <inttypes.h>
#include <string.h>

/* Adds a field, in quotes if it has a special character; quotes inside are doubled. Line ends
 * become \n and \x0d when the row is written. */
static void add_field(struct string *to, const char *text)
{
    if (!text[strcspn(text, ",\"")]) {
        string_add(to, text);
        return;
    }
    string_add(to, "\"");
    for (;;) {
        size_t length = strcspn(text, "\"");
        string_add_bytes(to, text, length);
        if (!text[length]) break;
        string_add(to, "\"\"");
        text += length + 1;
    }
    string_add(to, "\"");
}

static void add_time(struct string *to, uint64_t time)
{
    if (time) string_format(to, ",%" PRIu64, time);
    else string_add(to, ",");
}

/* Adds the time, the duration, the thread and the name. */
static void begin_row(struct string *to, moment begin, moment end, const struct thread *thread,
                      const char *name)
{
    string_clear(to);
    string_format(to, "%" PRIu64 ",", begin);
    if (end != NEVER) string_format(to, "%" PRIu64, end > begin ? end - begin : 0);
    string_format(to, ",%" PRIu32 ",%" PRIu64 ",%s,", thread->process->id, thread->id, name);
}

static void add_row(struct string *to, struct string *field, const struct recording *recording,
                    const struct call *call, bool arguments)
{
    const struct record_command *command = recording_command(recording, call);
    begin_row(to, call->begin, call->end, call->entry->thread, call->signature->name);
    string_clear(field);
    string_add(field, "");
    if (arguments) show_arguments(field, recording, call);
    add_field(to, field->text);
    string_add(to, ",");
    string_clear(field);
    if (call->end != NEVER) show_result(field, recording, call);
    add_field(to, field->text);
    add_time(to, command ? command->queued : 0);
    add_time(to, command ? command->submitted : 0);
    add_time(to, command ? command->start : 0);
    add_time(to, command ? command->ended : 0);
    if (recording->call_sites) {
        const char *site = call_sites_text(recording, call);
        string_add(to, ",");
        add_field(to, site ? site : "");
    }
}

/* Adds a range, or an instant, which has no duration. */
static void add_mark(struct string *to, struct string *field, const struct recording *recording,
                     const struct entry *entry, const struct mark *mark)
{
    begin_row(to, entry->begin, mark->range ? mark->range->end : NEVER, entry->thread,
              mark->range ? "range" : "mark");
    string_clear(field);
    string_add_quoted(field, (const unsigned char *)mark->text, strlen(mark->text));
    add_field(to, field->text);
    string_add(to, recording->call_sites ? ",,,,,," : ",,,,,");
}

void format_csv(FILE *to, const struct recording *recording, bool arguments)
{
    struct string row = { NULL, 0, 0 }, field = { NULL, 0, 0 };
    struct marks marks = { 0 };
    size_t next_range = 0;
    fprintf(
        to,
        "time,duration,process,thread,function,arguments,result,queued,submitted,started,ended%s\n",
        recording->call_sites ? ",call site" : "");
    marks_read(&marks, recording);
    for (size_t i = 0; i < recording->count; i++) {
        const struct entry *entry = &recording->entries[i];
        struct call call;
        struct mark mark;
        if (recording_call(recording, entry, &call)) {
            if (call.hidden) continue;
            add_row(&row, &field, recording, &call, arguments);
        } else if (marks_next_begun(&marks, recording, &next_range, entry, &mark)) {
            add_mark(&row, &field, recording, entry, &mark);
        } else continue;
        string_write_line(&row, to);
    }
    string_free(&row);
    string_free(&field);
    marks_free(&marks);
}
