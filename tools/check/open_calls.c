/* SPDX-License-Identifier: Apache-2.0 */
#include "open_calls.h"

#include "../recording/frames.h"
#include "../recording/show.h"
#include "function_name.h"
#include "place.h"

enum { MOST_CALLS = 4 }; /* the most calls to name */

static const struct process *process_of(const struct recording *recording, uint32_t id)
{
    for (size_t i = recording->process_count; i-- > 0;)
        if (recording->processes[i]->id == id) return recording->processes[i];
    return NULL;
}

/* Adds where the program made a call, if that is known. The layer knows one module of the thread's
 * calls (struct record_current). If the call is from another module, its address is beyond all
 * functions of that one. */
static void add_place(struct string *to, const struct recording *recording,
                      const struct record_current *current)
{
    const struct record_site record = { atomic_load(&current->site), current->module };
    const struct return_site at = { process_of(recording, current->process), NEVER, &record };
    const struct site *site;
    if (!at.process || atomic_load(&current->function) & RECORD_CALLED_BACK) return;
    frames_want(recording, at);
    sites_find();
    site = frames_of(recording, at);
    if (!site || !site->frames->function) return;
    string_format(to, ", called in ");
    function_name_add(to, site->frames->function);
    if (site->frames->file)
        string_format(to, " at %s:%u", place_path(site->frames->file), site->frames->line);
}

/* Adds the query that the driver got, and which driver, if it is certain that the thread was in the
 * driver's function. Returns the driver's file, or NULL. */
static const char *add_driver(struct string *to, const struct recording *recording,
                              const struct record_current *current,
                              const struct signature *signature)
{
    const uint64_t table = atomic_load(&current->table);
    const struct process *process = process_of(recording, current->process);
    const char *driver = table && process ? recording_name(recording, process, table, NEVER) : NULL;
    if (table) show_query(to, signature, atomic_load(&current->query));
    if (driver) string_format(to, " in the driver %s", driver);
    return driver;
}

struct open_calls open_calls_add(struct string *to, const struct recording *recording,
                                 unsigned long process)
{
    struct open_calls open = { .whole = process_of(recording, (uint32_t)process) &&
                                        atomic_load(&recording->file->currents_taken) <=
                                            RECORD_CURRENTS };
    for (size_t i = 0; i < RECORD_CURRENTS; i++) {
        const struct record_current *current = &recording->file->currents[i];
        const uint32_t number = atomic_load(&current->function) & ~RECORD_CALLED_BACK;
        const struct signature *signature = number ? signature_of(number - 1) : NULL;
        if (!signature || (process && current->process != (uint32_t)process)) continue;
        if (open.count++ >= MOST_CALLS) continue;
        string_format(to, "%s%s", open.count > 1 ? ", " : "", signature->name);
        open.driver = add_driver(to, recording, current, signature);
        string_format(to, " (thread %llu", (unsigned long long)current->thread);
        add_place(to, recording, current);
        string_format(to, ")");
    }
    if (open.count > MOST_CALLS)
        string_format(to, " and %zu other call%s", open.count - MOST_CALLS,
                      text_plural(open.count - MOST_CALLS));
    return open;
}
