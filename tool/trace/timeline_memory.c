/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory of contexts. An object has its memory until its last reference is gone, and a
 * sub-buffer or an image made of a buffer, which has no memory of its own, refers to its buffer.
 */
#include "images.h"

#include "../../layer/words.h"
#include "timeline_builder.h"

struct allocation {
    uint64_t bytes;
    uint32_t references;
    uint32_t context;
    enum memory_kind kind;
    size_t parent; /* place + 1 of the object that has the memory; 0: none */
};

enum memory_deed timeline_memory_deed(unsigned number)
{
    switch (number) {
    case SLOT_OF(clCreateBuffer):
    case SLOT_OF(clCreateBufferWithProperties):
    case SLOT_OF(clCreateSubBuffer):
    case SLOT_OF(clCreatePipe):
    case SLOT_OF(clCreateImage):
    case SLOT_OF(clCreateImageWithProperties):
    case SLOT_OF(clCreateImage2D):
    case SLOT_OF(clCreateImage3D):
    case SLOT_OF(clSVMAlloc):
    case clHostMemAllocINTEL_number:
    case clDeviceMemAllocINTEL_number:
    case clSharedMemAllocINTEL_number:
    case SLOT_OF(clEnqueueSVMFree):
    case SLOT_OF(clEnqueueMapBuffer):
    case SLOT_OF(clEnqueueMapImage):
    case SLOT_OF(clEnqueueSVMMap): return MEMORY_AT_END;
    /* Another thread may get the same handle before these return. */
    case SLOT_OF(clRetainMemObject):
    case SLOT_OF(clReleaseMemObject):
    case SLOT_OF(clSVMFree):
    case clMemFreeINTEL_number:
    case clMemBlockingFreeINTEL_number:
    case SLOT_OF(clEnqueueUnmapMemObject):
    case SLOT_OF(clEnqueueSVMUnmap): return MEMORY_AT_BEGIN;
    default: return MEMORY_NOTHING;
    }
}

/* ---- objects ---- */

static void change(struct builder *builder, const struct allocation *object, moment at, bool more)
{
    struct timeline_context *context =
        &((struct timeline_context *)builder->contexts.items)[object->context];
    uint64_t *bytes = &context->bytes[object->kind];
    struct timeline_change *it;
    if (!object->bytes) return;
    *bytes += more ? object->bytes : 0 - object->bytes;
    if (more && *bytes > context->most[object->kind]) context->most[object->kind] = *bytes;
    it = array_add(&builder->changes, sizeof *it);
    it->at = at;
    it->context = object->context;
    it->kind = object->kind;
    it->bytes = *bytes;
}

static uint64_t *number_of(struct builder *builder, const struct call *call, unsigned kind,
                           uint64_t handle)
{
    return handles_number(&builder->handles, call->entry->thread->process->number, kind, handle);
}

static struct allocation *object_at(const struct builder *builder, size_t place)
{
    return (struct allocation *)builder->objects.items + place;
}

static void release(struct builder *builder, struct allocation *object, moment at)
{
    while (object->references && --object->references == 0) {
        change(builder, object, at, false);
        if (!object->parent) return;
        object = object_at(builder, object->parent - 1);
    }
}

/* The object with a handle, or NULL if its creation is unknown, or it is gone. */
static struct allocation *find(struct builder *builder, const struct call *call, unsigned kind,
                               uint64_t handle)
{
    uint64_t number = *number_of(builder, call, kind, handle);
    struct allocation *object = number ? object_at(builder, (size_t)number - 1) : NULL;
    return object && object->references ? object : NULL;
}

static void create(struct builder *builder, const struct call *call, moment at, unsigned kind,
                   struct allocation fresh)
{
    uint64_t *number, handle = call->record->result;
    struct allocation *object;
    if (!handle) return;
    /* If the release was not recorded, the object is gone all the same. */
    object = find(builder, call, kind, handle);
    if (object) {
        object->references = 1;
        release(builder, object, at);
    }
    if (fresh.parent) object_at(builder, fresh.parent - 1)->references++;
    number = number_of(builder, call, kind, handle);
    if (!*number) {
        array_add(&builder->objects, sizeof fresh);
        *number = builder->objects.count;
    }
    fresh.references = 1;
    object = object_at(builder, (size_t)*number - 1);
    *object = fresh;
    change(builder, object, at, true);
}

static void create_in_context(struct builder *builder, const struct call *call, moment at,
                              unsigned handle_kind, enum memory_kind kind, uint64_t bytes)
{
    struct allocation fresh = { bytes, 0, 0, kind, 0 };
    fresh.context = (uint32_t)builder_context(builder, call->entry->thread->process,
                                              call_number(call, "context"));
    create(builder, call, at, handle_kind, fresh);
}

/* An object that has another's memory. */
static void create_of(struct builder *builder, const struct call *call, moment at, uint64_t of)
{
    struct allocation *parent = find(builder, call, HANDLE_MEMORY, of);
    struct allocation fresh = { 0, 0, 0, MEMORY_BUFFERS, 0 };
    if (!parent) return;
    fresh.context = parent->context;
    fresh.parent = (size_t)(parent - object_at(builder, 0)) + 1;
    create(builder, call, at, HANDLE_MEMORY, fresh);
}

static void create_image(struct builder *builder, const struct call *call, moment at)
{
    uint64_t buffer, bytes = image_bytes(builder->recording, call, &buffer);
    if (buffer) create_of(builder, call, at, buffer);
    else create_in_context(builder, call, at, HANDLE_MEMORY, MEMORY_IMAGES, bytes);
}

static void free_pointer(struct builder *builder, const struct call *call, moment at,
                         uint64_t pointer)
{
    struct allocation *object = find(builder, call, HANDLE_POINTER, pointer);
    if (object) release(builder, object, at);
}

/* If there is a callback, it is what frees the memory. */
static void free_pointers(struct builder *builder, const struct call *call, moment at)
{
    struct value pointers =
        call_value(builder->recording, call, call_parameter(call, "svm_pointers"));
    if (call_number(call, "pfn_free_func")) return;
    for (uint32_t i = 0; i < pointers.count; i++)
        free_pointer(builder, call, at, value_number(&pointers, i));
}

/* ---- mappings ---- */

/* Memory that is mapped again has the same pointer: until lanes are known, the field holds the
 * mapping before, as its place + 1. */
static uint32_t *before(struct timeline_mapping *mapping)
{
    return &mapping->lane;
}

static void map(struct builder *builder, const struct call *call, size_t entry, moment at,
                uint64_t pointer)
{
    const struct timeline_queue *queues;
    struct timeline_mapping *mapping;
    uint64_t *number;
    size_t queue;
    if (!pointer) return;
    queue = builder_queue(builder, call->entry->thread->process, call->words[0]);
    queues = builder->queues.items;
    number = number_of(builder, call, HANDLE_MAPPED, pointer);
    mapping = array_add(&builder->mappings, sizeof *mapping);
    mapping->entry = entry;
    mapping->context = (uint32_t)queues[queue].context;
    mapping->begin = at;
    mapping->end = NEVER;
    mapping->pointer = pointer;
    *before(mapping) = (uint32_t)*number;
    *number = builder->mappings.count;
}

/* Of several mappings with the same pointer, the last one ends. */
static void unmap(struct builder *builder, const struct call *call, moment at, uint64_t pointer)
{
    uint64_t *number = number_of(builder, call, HANDLE_MAPPED, pointer);
    struct timeline_mapping *mapping;
    if (!*number) return;
    mapping = (struct timeline_mapping *)builder->mappings.items + *number - 1;
    mapping->end = at;
    *number = *before(mapping);
}

void timeline_memory_note(struct builder *builder, const struct call *call, size_t entry, moment at)
{
    struct allocation *object;
    switch (call->entry->head->kind) {
    case SLOT_OF(clCreateBuffer):
    case SLOT_OF(clCreateBufferWithProperties):
        create_in_context(builder, call, at, HANDLE_MEMORY, MEMORY_BUFFERS,
                          call_number(call, "size"));
        return;
    case SLOT_OF(clCreatePipe):
        create_in_context(builder, call, at, HANDLE_MEMORY, MEMORY_BUFFERS,
                          call_number(call, "pipe_packet_size") *
                              call_number(call, "pipe_max_packets"));
        return;
    case SLOT_OF(clCreateSubBuffer): create_of(builder, call, at, call->words[0]); return;
    case SLOT_OF(clCreateImage):
    case SLOT_OF(clCreateImageWithProperties):
    case SLOT_OF(clCreateImage2D):
    case SLOT_OF(clCreateImage3D): create_image(builder, call, at); return;
    case SLOT_OF(clSVMAlloc):
        create_in_context(builder, call, at, HANDLE_POINTER, MEMORY_SVM, call_number(call, "size"));
        return;
    case clHostMemAllocINTEL_number:
    case clDeviceMemAllocINTEL_number:
    case clSharedMemAllocINTEL_number:
        create_in_context(builder, call, at, HANDLE_POINTER, MEMORY_USM, call_number(call, "size"));
        return;
    case SLOT_OF(clRetainMemObject):
        object = find(builder, call, HANDLE_MEMORY, call->words[0]);
        if (object) object->references++;
        return;
    case SLOT_OF(clReleaseMemObject):
        object = find(builder, call, HANDLE_MEMORY, call->words[0]);
        if (object) release(builder, object, at);
        return;
    case SLOT_OF(clSVMFree):
    case clMemFreeINTEL_number:
    case clMemBlockingFreeINTEL_number: free_pointer(builder, call, at, call->words[1]); return;
    case SLOT_OF(clEnqueueSVMFree): free_pointers(builder, call, at); return;
    case SLOT_OF(clEnqueueMapBuffer):
    case SLOT_OF(clEnqueueMapImage): map(builder, call, entry, at, call->record->result); return;
    case SLOT_OF(clEnqueueSVMMap):
        map(builder, call, entry, at, call_number(call, "svm_ptr"));
        return;
    case SLOT_OF(clEnqueueUnmapMemObject):
        unmap(builder, call, at, call_number(call, "mapped_ptr"));
        return;
    case SLOT_OF(clEnqueueSVMUnmap): unmap(builder, call, at, call_number(call, "svm_ptr")); return;
    default: return;
    }
}

const char *timeline_memory_name(enum memory_kind kind)
{
    static const char *const names[] = { "buffers", "images", "SVM", "USM" };
    return names[kind];
}
