/* SPDX-License-Identifier: Apache-2.0 */
/* Which calls await which commands, by their events, and which commands callbacks belong to. */
#include "model_builder.h"

#include "../calls/words.h"

ARRAY(awaited_list, struct model_awaited);

struct finder {
    struct model *model;
    struct handles events; /* index + 1 of the command that returned the event */
    struct awaited_list awaited;
};

static uint64_t *number_of(struct finder *finder, const struct entry *entry, uint64_t event)
{
    return handles_number(&finder->events, entry->thread->process->number, 0, event);
}

static void add(struct finder *finder, const struct entry *entry, size_t place, uint64_t event)
{
    const uint64_t number = *number_of(finder, entry, event);
    if (number)
        *awaited_list_add(&finder->awaited) = (struct model_awaited){ place, (size_t)number - 1 };
}

static void add_list(struct finder *finder, const struct call *call, size_t entry,
                     const char *parameter)
{
    const struct value list =
        call_value(finder->model->recording, call, call_parameter(call, parameter));
    for (uint32_t i = 0; i < list.count; i++)
        add(finder, call->entry, entry, value_number(&list, i));
}

static void note_event(struct finder *finder, const struct call *call,
                       const struct model_command *command)
{
    const struct value event =
        call_value(finder->model->recording, call, call_parameter(call, "event"));
    if (event.count)
        *number_of(finder, call->entry, value_number(&event, 0)) =
            (uint64_t)(command - finder->model->commands) + 1;
}

static void visit(struct finder *finder, const struct call *call, size_t entry,
                  const struct model_command *command)
{
    switch (call->entry->head->kind) {
    case SLOT_OF(clWaitForEvents): add_list(finder, call, entry, "event_list"); return;
    /* An event without a command may reuse the address of one with a command. */
    case SLOT_OF(clCreateUserEvent):
    case clCreateEventFromGLsyncKHR_number:
    case clCreateEventFromEGLSyncKHR_number:
        *number_of(finder, call->entry, call->record->result) = 0;
        return;
    }
    if (!command) return;
    add_list(finder, call, entry, "event_wait_list");
    note_event(finder, call, command);
}

static void visit_callback(struct finder *finder, size_t place)
{
    const struct entry *entry = &finder->model->recording->entries[place];
    moment end;
    const struct record_callback *callback =
        recording_callback(finder->model->recording, entry, &end);
    if (callback && callback->given_to == SLOT_OF(clSetEventCallback))
        add(finder, entry, place, callback->object);
}

void model_find_awaited(struct model *model)
{
    const struct recording *recording = model->recording;
    struct finder finder = { model, { NULL, 0, 0 }, { NULL, 0, 0 } };
    size_t next_command = 0;
    for (size_t i = 0; i < recording->count; i++) {
        const struct model_command *command = model_next_command(model, &next_command, i);
        struct call call;
        if (recording_call(recording, &recording->entries[i], &call))
            visit(&finder, &call, i, command);
        else visit_callback(&finder, i);
    }
    handles_free(&finder.events);
    model->awaited = finder.awaited.items;
    model->awaited_count = finder.awaited.count;
}
