/* SPDX-License-Identifier: Apache-2.0 */
#include "last_calls.h"

#include "../base/array.h"
#include "../base/strings.h"
#include "../recording/ending.h"
#include "../recording/show.h"

enum { MOST_CALLS = 4 }; /* the most calls to name */

/* Adds an entry if it has not returned. */
static bool add_open(struct string *to, const struct recording *recording,
                     const struct entry *entry)
{
    const struct record_callback *callback;
    const struct signature *taker;
    struct call call;
    moment end;
    if (recording_call(recording, entry, &call)) {
        if (call.end != NEVER) return false;
        string_add(to, call.signature->name);
        show_query(to, call.signature, call_number(&call, "param_name"));
    } else {
        callback = recording_callback(recording, entry, &end);
        if (!callback || end != NEVER) return false;
        taker = signature_of((unsigned)callback->given_to);
        string_format(to, "a callback%s%s", taker ? " of " : "", taker ? taker->name : "");
    }
    string_format(to, " (thread %llu)", (unsigned long long)entry->thread->id);
    return true;
}

/* Adds the calls that the threads of a process were in; of nested calls, the inner one. */
static size_t add_all_open(struct string *to, const struct recording *recording,
                           unsigned long process)
{
    bool *seen = require_memory(calloc(recording->thread_count + 1, sizeof *seen));
    size_t count = 0;
    for (size_t i = recording->count; i-- > 0;) {
        const struct entry *entry = &recording->entries[i];
        struct string text = { NULL, 0, 0 };
        if (entry->thread->process->id != process || seen[entry->thread->number]) continue;
        if (add_open(&text, recording, entry)) {
            seen[entry->thread->number] = true;
            if (count++ < MOST_CALLS) string_format(to, "%s%s", count > 1 ? ", " : "", text.text);
        }
        string_free(&text);
    }
    if (count > MOST_CALLS)
        string_format(to, " and %zu other%s", count - MOST_CALLS, text_plural(count - MOST_CALLS));
    free(seen);
    return count;
}

/* Whether the program itself has loaded the layer, and the recording has all of its calls. */
static bool is_whole(const struct recording *recording, unsigned long process)
{
    const uint32_t state = atomic_load(&recording->file->state);
    bool found = false;
    for (size_t i = 0; i < recording->process_count; i++)
        found |= recording->processes[i]->id == process;
    return found && recording_has_all(recording) && !recording->damaged && !recording->is_cut &&
           !(state & (RECORD_FULL | RECORD_NO_DISK | RECORD_FAILED));
}

char *trace_ending(const struct recording *recording, int crash, unsigned long process, bool whole)
{
    struct string calls = { NULL, 0, 0 };
    const size_t count = add_all_open(&calls, recording, process);
    char *text = ending_text(crash, calls.text, count, whole && is_whole(recording, process));
    string_free(&calls);
    return text;
}
