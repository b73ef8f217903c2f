/* SPDX-License-Identifier: Apache-2.0 */
#include "canary_memory.h"

#include "../../next_layer.h"
#include "../known/lock.h"

#include <stdlib.h>

enum { CANARY_LISTS = 256 };
static struct canary *lists[CANARY_LISTS];

unsigned char canary_patterns[CANARY_BYTES + CANARY_PATTERNS];

/* ---- buffers ---- */

static struct canary **list_of(const void *memory)
{
    return &lists[(uintptr_t)memory / 16 % CANARY_LISTS];
}

struct canary *canary_of(const void *memory)
{
    struct canary *canary = *list_of(memory);
    while (canary && canary->mem != memory && canary->pointer != memory) canary = canary->next;
    return canary;
}

static void insert(struct canary *canary)
{
    static unsigned made;
    struct canary **list = list_of(canary->mem ? (void *)canary->mem : canary->pointer);
    lock_take(LOCK_CANARIES);
    canary->pattern = made++ % CANARY_PATTERNS;
    canary->next = *list;
    *list = canary;
    lock_release(LOCK_CANARIES);
}

/* Removes a canary from the list. Call this with the lock. */
static void remove_canary(struct canary *canary)
{
    struct canary **link = list_of(canary->mem ? (void *)canary->mem : canary->pointer);
    while (*link != canary) link = &(*link)->next;
    *link = canary->next;
    canary->dead = true;
}

void canary_free(struct canary *canary)
{
    if (canary->used) next_layer.clReleaseEvent(canary->used);
    if (canary->context) {
        next_layer.clSVMFree(canary->context, canary->pointer);
        next_layer.clReleaseContext(canary->context);
    }
    free(canary);
}

/* Copies the canary of a buffer. Returns false if the buffer has none. */
static bool copy_canary(cl_mem mem, struct canary *copy)
{
    const struct canary *canary;
    lock_take(LOCK_CANARIES);
    canary = canary_of(mem);
    if (canary) *copy = *canary;
    lock_release(LOCK_CANARIES);
    return canary;
}

/* The driver's callback when a buffer is destroyed. Some drivers pass anything as user data, so
 * this ignores it. */
static void CL_CALLBACK destroyed(cl_mem mem, void *unused)
{
    struct canary *canary;
    bool is_unused;
    (void)unused;
    lock_take(LOCK_CANARIES);
    canary = canary_of(mem);
    if (canary) remove_canary(canary);
    is_unused = canary && !canary->pending;
    lock_release(LOCK_CANARIES);
    if (is_unused) canary_free(canary);
}

/* Adds the canary of a buffer. Returns false if the driver can't tell when the buffer is destroyed,
 * or there is no memory. */
static bool add_canary(cl_mem mem, size_t size, cl_mem_flags hidden)
{
    struct canary *canary = calloc(1, sizeof *canary);
    if (!canary) return false;
    *canary = (struct canary){ .mem = mem, .size = size, .hidden = hidden };
    insert(canary);
    if (!next_layer.clSetMemObjectDestructorCallback(mem, destroyed, NULL)) return true;
    destroyed(mem, NULL);
    return false;
}

/* Flags that the driver does not get: those that limit the host's access, because the layer needs
 * it, and CL_MEM_COPY_HOST_PTR, because the program's memory is shorter than the buffer. */
static const cl_mem_flags hidden_flags =
    CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;

/* Whether a buffer may have a canary: not if the driver does not own its memory, or if the memory
 * can't be written. */
static bool may_have_canary(cl_mem_flags flags, size_t size, const void *host_ptr)
{
    const cl_mem_flags known = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY |
                               CL_MEM_ALLOC_HOST_PTR | hidden_flags;
    return size && size <= SIZE_MAX - CANARY_BYTES && !(flags & ~known) &&
           !(flags & CL_MEM_COPY_HOST_PTR) == !host_ptr;
}

/* A copy of the program's data, as long as the buffer with its canary, for the driver to copy.
 * NULL: there is not enough memory. */
static void *longer_copy(const void *data, size_t size)
{
    void *copy = malloc(size + CANARY_BYTES);
    if (copy) memcpy(copy, data, size);
    return copy;
}

/* Creates a buffer with a canary. NULL: create it as the program says. */
static cl_mem create(cl_context context, cl_mem_flags flags, size_t size, void *host_ptr)
{
    void *copy = host_ptr ? longer_copy(host_ptr, size) : NULL;
    const cl_mem_flags kept = flags & ~hidden_flags, copies = flags & CL_MEM_COPY_HOST_PTR;
    cl_mem mem = NULL;
    cl_int status;
    if (!host_ptr || copy)
        mem = next_layer.clCreateBuffer(context, kept | copies, size + CANARY_BYTES, copy, &status);
    free(copy);
    if (!mem || status) return NULL;
    if (add_canary(mem, size, flags & hidden_flags & ~copies)) return mem;
    next_layer.clReleaseMemObject(mem);
    return NULL;
}

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size,
                                        void *host_ptr, cl_int *errcode_ret)
{
    cl_mem mem =
        may_have_canary(flags, size, host_ptr) ? create(context, flags, size, host_ptr) : NULL;
    if (!mem) return next_layer.clCreateBuffer(context, flags, size, host_ptr, errcode_ret);
    if (errcode_ret) *errcode_ret = CL_SUCCESS;
    return mem;
}

static cl_mem CL_API_CALL create_with_properties(cl_context context,
                                                 const cl_mem_properties *properties,
                                                 cl_mem_flags flags, size_t size, void *host_ptr,
                                                 cl_int *errcode_ret)
{
    const bool is_plain = !properties && may_have_canary(flags, size, host_ptr);
    cl_mem mem = is_plain ? create(context, flags, size, host_ptr) : NULL;
    if (!mem)
        return next_layer.clCreateBufferWithProperties(context, properties, flags, size, host_ptr,
                                                       errcode_ret);
    if (errcode_ret) *errcode_ret = CL_SUCCESS;
    return mem;
}

/* ---- shared virtual memory ---- */

/* Allocates shared virtual memory with a canary. Fine-grained memory gets none: the host may write
 * to it at any time. */
static void *CL_API_CALL svm_alloc(cl_context context, cl_svm_mem_flags flags, size_t size,
                                   cl_uint alignment)
{
    const cl_svm_mem_flags known = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
    struct canary *canary = size && size <= SIZE_MAX - CANARY_BYTES && !(flags & ~known)
                                ? calloc(1, sizeof *canary)
                                : NULL;
    void *pointer =
        canary ? next_layer.clSVMAlloc(context, flags, size + CANARY_BYTES, alignment) : NULL;
    if (!pointer) {
        free(canary);
        return next_layer.clSVMAlloc(context, flags, size, alignment);
    }
    canary->pointer = pointer;
    canary->size = size;
    insert(canary);
    return pointer;
}

/* Frees shared virtual memory. The program waits only for its own commands; the layer's reads may
 * come later. */
static void CL_API_CALL svm_free(cl_context context, void *pointer)
{
    struct canary *canary;
    bool is_pending;
    next_layer.clRetainContext(context);
    lock_take(LOCK_CANARIES);
    canary = pointer ? canary_of(pointer) : NULL;
    is_pending = canary && canary->pending;
    if (canary) remove_canary(canary);
    if (is_pending) canary->context = context;
    lock_release(LOCK_CANARIES);
    if (is_pending) return;
    if (canary) canary_free(canary);
    next_layer.clSVMFree(context, pointer);
    next_layer.clReleaseContext(context);
}

/* The function that svm_enqueue_free() replaces. */
static clEnqueueSVMFree_slot enqueue_free;

/* Adds the events of the layer's commands to those that a command that frees memory has to wait
 * for. Returns their number. */
static cl_uint add_uses(cl_uint count, void *pointers[], cl_event *events)
{
    cl_uint added = 0;
    lock_take(LOCK_CANARIES);
    for (cl_uint i = 0; i < count; i++) {
        const struct canary *canary = pointers[i] ? canary_of(pointers[i]) : NULL;
        if (!canary || !canary->used) continue;
        events[added++] = canary->used;
        next_layer.clRetainEvent(canary->used);
    }
    lock_release(LOCK_CANARIES);
    return added;
}

static void end_canaries(cl_uint count, void *pointers[])
{
    for (cl_uint i = 0; i < count; i++) {
        struct canary *canary;
        bool is_unused;
        lock_take(LOCK_CANARIES);
        canary = pointers[i] ? canary_of(pointers[i]) : NULL;
        if (canary) remove_canary(canary);
        is_unused = canary && !canary->pending;
        lock_release(LOCK_CANARIES);
        if (is_unused) canary_free(canary);
    }
}

static cl_int CL_API_CALL svm_enqueue_free(cl_command_queue queue, cl_uint count, void *pointers[],
                                           void(CL_CALLBACK *callback)(cl_command_queue, cl_uint,
                                                                       void *[], void *),
                                           void *data, cl_uint waits, const cl_event *list,
                                           cl_event *event)
{
    const bool is_right = count && pointers && !waits == !list;
    cl_event *events = is_right ? malloc(((size_t)waits + count) * sizeof *events) : NULL;
    cl_uint added = 0;
    cl_int status;
    if (events && waits) memcpy(events, list, waits * sizeof *list);
    if (events) added = add_uses(count, pointers, events + waits);
    status = enqueue_free(queue, count, pointers, callback, data, waits + added,
                          added ? events : list, event);
    for (cl_uint i = 0; i < added; i++) next_layer.clReleaseEvent(events[waits + i]);
    free(events);
    if (!status && pointers) end_canaries(count, pointers);
    return status;
}

/* ---- what the program must not notice ---- */

/* The hidden flags of a sub-buffer: it has those of its buffer for the host's access, unless it has
 * such flags itself. */
static cl_mem_flags hidden_of_part(cl_mem mem)
{
    struct canary canary = { .hidden = 0 };
    cl_mem whole = NULL;
    cl_mem_flags own = 0;
    if (!next_layer.clGetMemObjectInfo(mem, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof whole, &whole,
                                       NULL) &&
        whole && copy_canary(whole, &canary))
        next_layer.clGetMemObjectInfo(mem, CL_MEM_FLAGS, sizeof own, &own, NULL);
    return own & hidden_flags ? 0 : canary.hidden;
}

static cl_int CL_API_CALL mem_info(cl_mem mem, cl_mem_info what, size_t size, void *value,
                                   size_t *size_ret)
{
    const cl_int status = next_layer.clGetMemObjectInfo(mem, what, size, value, size_ret);
    struct canary canary;
    bool has_own;
    if (status || !value || (what != CL_MEM_SIZE && what != CL_MEM_FLAGS)) return status;
    has_own = copy_canary(mem, &canary);
    if (what == CL_MEM_SIZE && has_own) memcpy(value, &canary.size, sizeof canary.size);
    if (what == CL_MEM_FLAGS) {
        cl_mem_flags flags;
        memcpy(&flags, value, sizeof flags);
        flags |= has_own ? canary.hidden : hidden_of_part(mem);
        memcpy(value, &flags, sizeof flags);
    }
    return status;
}

void canary_memory_interpose(struct dispatch *below)
{
    uint32_t random = 1;
    for (size_t i = 0; i < sizeof canary_patterns; i++) {
        random = random * 1664525 + 1013904223;
        canary_patterns[i] = (unsigned char)(random >> 24);
    }
    below->clGetMemObjectInfo = mem_info;
    below->clCreateBuffer = create_buffer;
    if (next_layer.clCreateBufferWithProperties)
        below->clCreateBufferWithProperties = create_with_properties;
    if (!next_layer.clSVMAlloc || !next_layer.clEnqueueSVMMemcpy) return;
    below->clSVMAlloc = svm_alloc;
    below->clSVMFree = svm_free;
    enqueue_free = below->clEnqueueSVMFree;
    below->clEnqueueSVMFree = svm_enqueue_free;
}
