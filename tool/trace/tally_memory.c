/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counts memory. As for a driver, an object has its memory until its last reference is gone, and what is made
 * of a buffer has a reference to it and no memory of its own.
 */
#include "tally_memory.h"

#include "../text.h"
#include "../record/array.h"
#include "handles.h"
#include "images.h"

#include <stdlib.h>

enum { AT_CONTEXT, OBJECT, POINTER }; /* kinds of handles */

struct allocated {
    uint64_t bytes, element; /* element: of an image */
    uint64_t references;
    size_t memory; /* the place of its memory_tally */
    size_t parent; /* place + 1 of the object that has the memory; 0: none */
};

struct tally_objects {
    struct handles handles; /* place + 1 of what a handle is of */
    struct array items;     /* struct allocated */
    struct array memories;  /* struct memory_tally */
};

struct tally_objects *tally_objects_make(void)
{
    return require_memory(calloc(1, sizeof(struct tally_objects)));
}

void tally_objects_free(struct tally_objects *objects)
{
    handles_free(&objects->handles);
    free(objects->items.items);
    free(objects->memories.items);
    free(objects);
}

static uint64_t *number_of(struct tally *tally, const struct call *call, unsigned kind,
                           uint64_t handle)
{
    return handles_number(&tally->objects->handles, call->entry->thread->process->number, kind,
                          handle);
}

static size_t memory_of(struct tally *tally, const struct call *call, uint64_t context)
{
    uint64_t *number = number_of(tally, call, AT_CONTEXT, context);
    struct memory_tally *memory;
    if (!*number) {
        memory = array_add(&tally->objects->memories, sizeof *memory);
        *memory =
            (struct memory_tally){ .context = context, .process = call->entry->thread->process };
        tally->memories = tally->objects->memories.items;
        *number = tally->memory_count = tally->objects->memories.count;
    }
    return (size_t)*number - 1;
}

static struct allocated *object_at(const struct tally *tally, uint64_t number)
{
    return (struct allocated *)tally->objects->items.items + number - 1;
}

/* The living object with a handle, or NULL. */
static struct allocated *find(struct tally *tally, const struct call *call, unsigned kind,
                              uint64_t handle)
{
    const uint64_t number = *number_of(tally, call, kind, handle);
    struct allocated *object = number ? object_at(tally, number) : NULL;
    return object && object->references ? object : NULL;
}

static void release(struct tally *tally, struct allocated *object)
{
    while (object && --object->references == 0) {
        struct memory_tally *memory = &tally->memories[object->memory];
        memory->now -= object->bytes;
        memory->objects--;
        object = object->parent ? object_at(tally, object->parent) : NULL;
    }
}

static void create(struct tally *tally, const struct call *call, unsigned kind,
                   struct allocated fresh)
{
    uint64_t *number;
    struct memory_tally *memory = &tally->memories[fresh.memory];
    struct allocated *before;
    if (!call->record->result) return;
    /* A handle comes again when its object is gone, even if the release was not recorded. */
    before = find(tally, call, kind, call->record->result);
    if (before) {
        before->references = 1;
        release(tally, before);
    }
    if (fresh.parent) object_at(tally, fresh.parent)->references++;
    number = number_of(tally, call, kind, call->record->result);
    if (!*number) {
        array_add(&tally->objects->items, sizeof fresh);
        *number = tally->objects->items.count;
    }
    fresh.references = 1;
    *object_at(tally, *number) = fresh;
    memory->objects++;
    memory->now += fresh.bytes;
    if (memory->now > memory->most) memory->most = memory->now;
}

static void allocate(struct tally *tally, const struct call *call, unsigned kind, uint64_t bytes)
{
    create(tally, call, kind,
           (struct allocated){ .bytes = bytes, .memory = memory_of(tally, call, call->words[0]) });
}

static void create_of(struct tally *tally, const struct call *call, uint64_t buffer,
                      uint64_t element)
{
    const struct allocated *parent = find(tally, call, OBJECT, buffer);
    struct allocated fresh = { .element = element };
    if (!parent) return;
    fresh.memory = parent->memory;
    fresh.parent = (size_t)(parent - object_at(tally, 1)) + 1;
    create(tally, call, OBJECT, fresh);
}

static void create_image(struct tally *tally, const struct recording *recording,
                         const struct call *call)
{
    const uint64_t element = image_element_bytes(recording, call);
    uint64_t buffer, bytes = image_bytes(recording, call, &buffer);
    if (buffer) create_of(tally, call, buffer, element);
    else
        create(tally, call, OBJECT,
               (struct allocated){ .bytes = bytes,
                                   .element = element,
                                   .memory = memory_of(tally, call, call->words[0]) });
}

/* If there is a callback, it is what frees the memory. */
static void free_pointers(struct tally *tally, const struct recording *recording,
                          const struct call *call)
{
    struct value pointers = call_value(recording, call, call_parameter(call, "svm_pointers"));
    if (call_number(call, "pfn_free_func")) return;
    for (uint32_t i = 0; i < pointers.count; i++)
        release(tally, find(tally, call, POINTER, value_number(&pointers, i)));
}

void tally_memory_note(struct tally *tally, const struct recording *recording,
                       const struct call *call)
{
    struct allocated *object;
    switch (call->entry->head->kind) {
    case SLOT_OF(clCreateBuffer):
    case SLOT_OF(clCreateBufferWithProperties):
        allocate(tally, call, OBJECT, call_number(call, "size"));
        return;
    case SLOT_OF(clCreatePipe):
        allocate(tally, call, OBJECT,
                 call_number(call, "pipe_packet_size") * call_number(call, "pipe_max_packets"));
        return;
    case SLOT_OF(clCreateSubBuffer): create_of(tally, call, call->words[0], 0); return;
    case SLOT_OF(clCreateImage):
    case SLOT_OF(clCreateImageWithProperties):
    case SLOT_OF(clCreateImage2D):
    case SLOT_OF(clCreateImage3D): create_image(tally, recording, call); return;
    case SLOT_OF(clSVMAlloc):
    case clHostMemAllocINTEL_number:
    case clDeviceMemAllocINTEL_number:
    case clSharedMemAllocINTEL_number:
        allocate(tally, call, POINTER, call_number(call, "size"));
        return;
    case SLOT_OF(clRetainMemObject):
        object = find(tally, call, OBJECT, call->words[0]);
        if (object) object->references++;
        return;
    case SLOT_OF(clReleaseMemObject):
        release(tally, find(tally, call, OBJECT, call->words[0]));
        return;
    case SLOT_OF(clSVMFree):
    case clMemFreeINTEL_number:
    case clMemBlockingFreeINTEL_number:
        release(tally, find(tally, call, POINTER, call->words[1]));
        return;
    case SLOT_OF(clEnqueueSVMFree): free_pointers(tally, recording, call); return;
    default: return;
    }
}

uint64_t tally_image_element(struct tally *tally, const struct call *call, uint64_t image)
{
    const struct allocated *object = find(tally, call, OBJECT, image);
    return object ? object->element : 0;
}
