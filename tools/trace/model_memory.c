/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory of contexts. An object keeps its memory until its last reference is gone. A
 * sub-buffer, or an image made from a buffer, has no memory of its own, but holds a reference to
 * its buffer.
 */
#include "image_sizes.h"

#include "model_builder.h"

struct allocation {
    uint64_t bytes, element; /* `element` is the size of an image's element */
    uint32_t references;
    uint32_t context;
    enum memory_kind kind;
    size_t parent; /* index + 1 of the object that owns the memory; 0: none */
};
ARRAY_ADD(allocations, struct allocation);

/* ---- objects ---- */

static struct model_context *context_of(struct builder *builder, const struct allocation *object)
{
    return &builder->contexts.items[object->context];
}

/* The change to add to at a moment: all changes before the chosen span become one, at its
 * beginning. */
static struct model_change *change_at(struct builder *builder, const struct allocation *object,
                                      moment at)
{
    struct model_change *change = builder->changes.items;
    for (size_t i = 0; at < builder->recording->from && i < builder->changes.count; i++, change++)
        if (change->context == object->context && change->kind == object->kind) return change;
    return model_changes_add(&builder->changes);
}

static void note_change(struct builder *builder, const struct allocation *object, moment at)
{
    const moment from = builder->recording->from;
    struct model_context *context = context_of(builder, object);
    uint64_t *bytes = &context->bytes[object->kind], *most = &context->most[object->kind];
    struct model_change *change = change_at(builder, object, at);
    *change = (struct model_change){ at < from ? from : at, object->context, object->kind, *bytes };
    if (*bytes > *most || at < from) *most = *bytes;
    if (context->all > context->all_most || at < from) context->all_most = context->all;
}

static void add_object(struct builder *builder, const struct allocation *object, moment at)
{
    struct model_context *context = context_of(builder, object);
    if (at >= builder->recording->to) return;
    context->objects_made++;
    context->objects_left++;
    if (!object->bytes) return;
    context->bytes[object->kind] += object->bytes;
    context->all += object->bytes;
    note_change(builder, object, at);
}

static void remove_object(struct builder *builder, const struct allocation *object, moment at)
{
    struct model_context *context = context_of(builder, object);
    if (at >= builder->recording->to) return;
    context->objects_left--;
    if (!object->bytes) return;
    context->bytes[object->kind] -= object->bytes;
    context->all -= object->bytes;
    note_change(builder, object, at);
}

static uint64_t *number_of(struct builder *builder, const struct call *call, unsigned kind,
                           uint64_t handle)
{
    return handles_number(&builder->handles, call->entry->thread->process->number, kind, handle);
}

static void release(struct builder *builder, struct allocation *object, moment at)
{
    while (object->references && --object->references == 0) {
        remove_object(builder, object, at);
        if (!object->parent) return;
        object = &builder->objects.items[object->parent - 1];
    }
}

/* The object with a handle, or NULL if it is gone or its creation is unknown. */
static struct allocation *find(struct builder *builder, const struct call *call, unsigned kind,
                               uint64_t handle)
{
    uint64_t number = *number_of(builder, call, kind, handle);
    struct allocation *object = number ? &builder->objects.items[(size_t)number - 1] : NULL;
    return object && object->references ? object : NULL;
}

static void create(struct builder *builder, const struct call *call, moment at, unsigned kind,
                   struct allocation fresh)
{
    uint64_t *number, handle = call->record->result;
    struct allocation *object;
    if (!handle) return;
    /* Even if its release was not recorded, an old object with this handle is gone. */
    object = find(builder, call, kind, handle);
    if (object) {
        object->references = 1;
        release(builder, object, at);
    }
    if (fresh.parent) builder->objects.items[fresh.parent - 1].references++;
    number = number_of(builder, call, kind, handle);
    if (!*number) {
        allocations_add(&builder->objects);
        *number = builder->objects.count;
    }
    fresh.references = 1;
    object = &builder->objects.items[(size_t)*number - 1];
    *object = fresh;
    add_object(builder, object, at);
}

static void create_in_context(struct builder *builder, const struct call *call, moment at,
                              enum memory_kind kind, uint64_t bytes, uint64_t element)
{
    const unsigned handle_kind = kind < MEMORY_SVM ? HANDLE_MEMORY : HANDLE_POINTER;
    struct allocation fresh = { .bytes = bytes, .element = element, .kind = kind };
    fresh.context = (uint32_t)builder_context(builder, call->entry->thread->process,
                                              call_number(call, "context"));
    create(builder, call, at, handle_kind, fresh);
}

/* Creates an object that uses another's memory. */
static void create_of(struct builder *builder, const struct call *call, moment at, uint64_t owner,
                      uint64_t element)
{
    struct allocation *parent = find(builder, call, HANDLE_MEMORY, owner);
    struct allocation fresh = { .element = element };
    if (!parent) return;
    fresh.context = parent->context;
    fresh.parent = (size_t)(parent - builder->objects.items) + 1;
    create(builder, call, at, HANDLE_MEMORY, fresh);
}

static void create_image(struct builder *builder, const struct call *call, moment at)
{
    const uint64_t element = image_element_bytes(builder->recording, call);
    uint64_t buffer, bytes = image_bytes(builder->recording, call, &buffer);
    if (buffer) create_of(builder, call, at, buffer, element);
    else create_in_context(builder, call, at, MEMORY_IMAGES, bytes, element);
}

static void free_pointer(struct builder *builder, const struct call *call, moment at,
                         uint64_t pointer)
{
    struct allocation *object = find(builder, call, HANDLE_POINTER, pointer);
    if (object) release(builder, object, at);
}

/* Frees a list of pointers, unless the call has a callback, which frees them. */
static void free_pointers(struct builder *builder, const struct call *call, moment at)
{
    struct value pointers =
        call_value(builder->recording, call, call_parameter(call, "svm_pointers"));
    if (call_number(call, "pfn_free_func")) return;
    for (uint32_t i = 0; i < pointers.count; i++)
        free_pointer(builder, call, at, value_number(&pointers, i));
}

/* ---- mappings ---- */

/* The link to the previous mapping with the same pointer, as index + 1: memory mapped again has the
 * same pointer. Until lanes are known, `lane` is this link. */
static uint32_t *before(struct model_mapping *mapping)
{
    return &mapping->lane;
}

static void map(struct builder *builder, const struct call *call, size_t entry, moment at,
                uint64_t pointer)
{
    const struct model_queue *queues;
    struct model_mapping *mapping;
    uint64_t *number;
    size_t queue;
    if (!pointer) return;
    queue = builder_queue(builder, call->entry->thread->process, call->words[0]);
    queues = builder->queues.items;
    number = number_of(builder, call, HANDLE_MAPPED, pointer);
    mapping = model_mappings_add(&builder->mappings);
    mapping->entry = entry;
    mapping->context = (uint32_t)queues[queue].context;
    mapping->begin = at;
    mapping->end = NEVER;
    mapping->pointer = pointer;
    *before(mapping) = (uint32_t)*number;
    *number = builder->mappings.count;
}

/* Ends the last of several mappings with the same pointer. */
static void unmap(struct builder *builder, const struct call *call, moment at, uint64_t pointer)
{
    uint64_t *number = number_of(builder, call, HANDLE_MAPPED, pointer);
    struct model_mapping *mapping;
    if (!*number) return;
    mapping = &builder->mappings.items[*number - 1];
    mapping->end = at;
    *number = *before(mapping);
}

void model_memory_note(struct builder *builder, const struct call *call, size_t entry, moment at)
{
    struct allocation *object;
    switch (functions_memory(call->entry->head->kind)) {
    case NO_EFFECT: return;
    case MAKES_BUFFER:
        create_in_context(builder, call, at, MEMORY_BUFFERS, call_number(call, "size"), 0);
        return;
    case MAKES_PIPE:
        create_in_context(
            builder, call, at, MEMORY_BUFFERS,
            call_number(call, "pipe_packet_size") * call_number(call, "pipe_max_packets"), 0);
        return;
    case MAKES_PART: create_of(builder, call, at, call->words[0], 0); return;
    case MAKES_IMAGE: create_image(builder, call, at); return;
    case MAKES_SVM:
        create_in_context(builder, call, at, MEMORY_SVM, call_number(call, "size"), 0);
        return;
    case MAKES_USM:
        create_in_context(builder, call, at, MEMORY_USM, call_number(call, "size"), 0);
        return;
    case RETAINS_MEMORY:
        object = find(builder, call, HANDLE_MEMORY, call->words[0]);
        if (object) object->references++;
        return;
    case RELEASES_MEMORY:
        object = find(builder, call, HANDLE_MEMORY, call->words[0]);
        if (object) release(builder, object, at);
        return;
    case FREES_MEMORY: free_pointer(builder, call, at, call->words[1]); return;
    case FREES_LIST: free_pointers(builder, call, at); return;
    case MAPS_MEMORY: map(builder, call, entry, at, call->record->result); return;
    case MAPS_SVM: map(builder, call, entry, at, call_number(call, "svm_ptr")); return;
    case UNMAPS_MEMORY: unmap(builder, call, at, call_number(call, "mapped_ptr")); return;
    case UNMAPS_SVM: unmap(builder, call, at, call_number(call, "svm_ptr")); return;
    }
}

uint64_t model_image_element(struct builder *builder, const struct call *call, uint64_t image)
{
    const struct allocation *object = find(builder, call, HANDLE_MEMORY, image);
    return object ? object->element : 0;
}

const char *model_memory_name(enum memory_kind kind)
{
    static const char *const names[] = { "buffers", "images", "SVM", "USM" };
    return names[kind];
}
