/* SPDX-License-Identifier: Apache-2.0 */
/* The format `csv`. */
#include "formats.h"

#include "../recording/call_sites.h"
#include "../recording/show.h"

#include <inttypes.h>
#include <string.h>

/* Adds a field; in quotes, with those inside doubled, if it has a character that means something. (The ends of
 * lines come as \n and \r.) */
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

static void add_row(struct string *to, struct string *field, const struct recording *recording,
                    const struct call *call, bool arguments)
{
    const struct record_command *command = recording_command(recording, call);
    const struct thread *thread = call->entry->thread;
    string_format(to, "%" PRIu64 ",", call->begin);
    if (call->end != NEVER)
        string_format(to, "%" PRIu64, call->end > call->begin ? call->end - call->begin : 0);
    string_format(to, ",%" PRIu32 ",%" PRIu64 ",%s,", thread->process->id, thread->id,
                  call->signature->name);
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
    string_add(to, "\n");
}

void format_csv(FILE *to, const struct recording *recording, bool arguments)
{
    struct string row = { NULL, 0, 0 }, field = { NULL, 0, 0 };
    fprintf(
        to,
        "time,duration,process,thread,function,arguments,result,queued,submitted,started,ended%s\n",
        recording->call_sites ? ",call site" : "");
    for (size_t i = 0; i < recording->count; i++) {
        struct call call;
        if (!recording_call(recording, &recording->entries[i], &call) || call.hidden) continue;
        string_clear(&row);
        add_row(&row, &field, recording, &call, arguments);
        fwrite(row.text, 1, row.length, to);
    }
    string_free(&row);
    string_free(&field);
}
