/* SPDX-License-Identifier: Apache-2.0 */
/* The format `text`. */
#include "line_formats.h"

#include "../calls/words.h"
#include "../recording/call_sites.h"
#include "../base/types.h"
#include "../recording/show.h"
#include "../base/quantity.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void add_duration(struct string *to, uint64_t nanoseconds)
{
    char text[QUANTITY];
    string_add(to, quantity_time(text, nanoseconds));
}

/* Adds the thread of a call, where there are several. */
static void add_thread(struct string *to, const struct recording *recording,
                       const struct thread *thread)
{
    const bool processes = recording->process_count > 1;
    const bool threads = recording->thread_count > recording->process_count;
    if (processes)
        string_format(to, "[pid %" PRIu32 "%s", thread->process->id, threads ? " " : "] ");
    if (threads) string_format(to, "%stid %" PRIu64 "] ", processes ? "" : "[", thread->id);
}

static void add_time(struct string *to, moment begin, moment end)
{
    if (end == NEVER) {
        string_add(to, " <unfinished>");
        return;
    }
    string_add(to, " <");
    add_duration(to, end > begin ? end - begin : 0);
    string_add(to, ">");
}

static void add_command(struct string *to, const struct record_command *command)
{
    char *error = command->status < 0 ? type_error_text(command->status) : NULL;
    if (error) {
        string_format(to, " [device: %s%s]", show_error(command->status) ? "" : "error ", error);
        free(error);
    } else if (command->start && command->ended >= command->start) {
        string_add(to, " [device: ");
        if (command->queued && command->start >= command->queued) {
            string_add(to, "after ");
            add_duration(to, command->start - command->queued);
            string_add(to, " ran ");
        }
        add_duration(to, command->ended - command->start);
        string_add(to, "]");
    }
}

static void add_callback(struct string *to, const struct recording *recording,
                         const struct entry *entry)
{
    moment end;
    const struct record_callback *callback = recording_callback(recording, entry, &end);
    const struct signature *given = signature_of((unsigned)callback->given_to);
    string_format(to, "callback of %s: ", given ? given->name : "?");
    show_value(to, "void *", callback->function);
    string_add(to, "(");
    if (callback->object) show_value(to, "void *", callback->object);
    if (callback->given_to == SLOT_OF(clSetEventCallback)) {
        string_add(to, ", ");
        show_value(to, "execution_status", (uint64_t)callback->status);
    }
    string_add(to, ")");
    add_time(to, entry->begin, end);
}

static void add_call(struct string *to, const struct recording *recording, const struct call *call,
                     bool arguments)
{
    const struct record_command *command = recording_command(recording, call);
    const char *site = call_sites_text(recording, call);
    if (arguments) {
        show_call(to, recording, call);
    } else {
        string_format(to, "%s(...)", call->signature->name);
        if (call->end != NEVER && strcmp(call->signature->type, "void") != 0) {
            string_add(to, " = ");
            show_result(to, recording, call);
        }
    }
    add_time(to, call->begin, call->end);
    if (command) add_command(to, command);
    if (site) string_format(to, " [%s]", site);
}

static void add_mark(struct string *to, const struct mark *mark)
{
    string_add(to, mark->range ? "range " : "mark ");
    string_add_quoted(to, (const unsigned char *)mark->text, strlen(mark->text));
    if (mark->range && mark->range->end == NEVER) string_add(to, " begins");
    else if (mark->range) {
        string_add(to, " ends");
        add_time(to, mark->range->begin, mark->range->end);
    }
}

/* Adds an entry's line, unless it is hidden. */
static void add_entry(struct string *to, const struct recording *recording, struct marks *marks,
                      const struct entry *entry, bool arguments)
{
    struct call call;
    struct mark mark;
    const bool is_call = recording_call(recording, entry, &call);
    const bool is_mark = !is_call && entry->head->kind == RECORD_MARK;
    if (is_call && call.hidden) return;
    if (is_mark && !marks_next(marks, recording, entry, &mark)) return;
    string_format(to, "%" PRIu64 ".%09" PRIu64 " ", entry->begin / 1000000000,
                  entry->begin % 1000000000);
    add_thread(to, recording, entry->thread);
    if (is_call) add_call(to, recording, &call, arguments);
    else if (is_mark) add_mark(to, &mark);
    else add_callback(to, recording, entry);
}

void format_text_entry(FILE *to, const struct recording *recording, struct marks *marks,
                       const struct entry *entry, bool arguments)
{
    struct string line = { NULL, 0, 0 };
    add_entry(&line, recording, marks, entry, arguments);
    if (line.length) string_write_line(&line, to);
    string_free(&line);
}

void format_text(FILE *to, const struct recording *recording, bool arguments)
{
    struct string line = { NULL, 0, 0 };
    struct marks marks = { 0 };
    for (size_t i = 0; i < recording->count; i++) {
        string_clear(&line);
        add_entry(&line, recording, &marks, &recording->entries[i], arguments);
        if (line.length) string_write_line(&line, to);
    }
    string_free(&line);
    marks_free(&marks);
}
