/* SPDX-License-Identifier: Apache-2.0 */
#include "rewrites.h"

#include "../calls/words.h"

/* What gets numbers. By process: the state of a buffer. By state: where the written places end. By
 * state and offset: what was written there. */
enum { OF_STATE, OF_END, OF_SIZE, OF_HASH };

static uint64_t *number_of(struct rewrites *rewrites, uint64_t state, unsigned kind, uint64_t key)
{
    return handles_number(&rewrites->written, (size_t)state, kind, key);
}

static uint64_t *state_of(struct rewrites *rewrites, const struct call *call, uint64_t buffer)
{
    return number_of(rewrites, call->entry->thread->process->number, OF_STATE, buffer);
}

/* Starts a new state, in which nothing is known about the buffer's content. */
static uint64_t forget(struct rewrites *rewrites, const struct call *call, uint64_t buffer)
{
    return *state_of(rewrites, call, buffer) = ++rewrites->states;
}

/* A state of the buffer in which this place is known, and overlaps no other known place. */
static uint64_t state_with(struct rewrites *rewrites, const struct call *call, uint64_t buffer,
                           uint64_t offset, uint64_t size)
{
    uint64_t state = *state_of(rewrites, call, buffer);
    if (!state) state = forget(rewrites, call, buffer);
    if (*number_of(rewrites, state, OF_SIZE, offset) == size) return state;
    if (offset < *number_of(rewrites, state, OF_END, 0)) state = forget(rewrites, call, buffer);
    *number_of(rewrites, state, OF_SIZE, offset) = size;
    *number_of(rewrites, state, OF_END, 0) = offset + size;
    return state;
}

static bool note_write(struct rewrites *rewrites, const struct recording *recording,
                       const struct call *call)
{
    const uint64_t buffer = call_number(call, "buffer"), offset = call_number(call, "offset");
    const struct value value = call_value(recording, call, call_parameter(call, "ptr"));
    const uint64_t state = state_with(rewrites, call, buffer, offset, call_number(call, "size"));
    uint64_t *hash = number_of(rewrites, state, OF_HASH, offset);
    const uint64_t before = *hash;
    *hash = value.count ? value_number(&value, 0) : 0;
    rewrites->writes += *hash != 0;
    return *hash && *hash == before;
}

bool rewrites_note(struct rewrites *rewrites, const struct recording *recording,
                   const struct call *call)
{
    switch (call->entry->head->kind) {
    case SLOT_OF(clEnqueueWriteBuffer): return note_write(rewrites, recording, call);
    case SLOT_OF(clCreateBuffer):
    case SLOT_OF(clCreateBufferWithProperties):
    case SLOT_OF(clCreateSubBuffer): forget(rewrites, call, call->record->result); break;
    case SLOT_OF(clEnqueueWriteBufferRect):
    case SLOT_OF(clEnqueueFillBuffer): forget(rewrites, call, call_number(call, "buffer")); break;
    case SLOT_OF(clEnqueueCopyBuffer):
    case SLOT_OF(clEnqueueCopyBufferRect):
    case SLOT_OF(clEnqueueCopyImageToBuffer):
        forget(rewrites, call, call_number(call, "dst_buffer"));
        break;
    case SLOT_OF(clEnqueueUnmapMemObject):
        forget(rewrites, call, call_number(call, "memobj"));
        break;
    }
    return false;
}

void rewrites_free(struct rewrites *rewrites)
{
    handles_free(&rewrites->written);
}
