/* SPDX-License-Identifier: Apache-2.0 */
#include "canaries.h"

#include "../entry.h"
#include "info_kernels.h"
#include "lock.h"

#include <stdlib.h>

enum { CANARY_BYTES = 4096, CANARY_LISTS = 256 };

/* The canary of a living buffer, by its handle; and of a dead one until its watches have ended. */
struct canary {
    struct canary *next;
    cl_mem mem;
    size_t size;         /* that the program wants: the canary begins there */
    cl_mem_flags hidden; /* flags of the program that the buffer does not have */
    bool dead;
    /* Launches that have not ended: how many, the queue of the last one, and whether they may run
     * at the same time. */
    unsigned pending;
    cl_command_queue queue;
    bool shared;
};

/* A launch with a buffer. */
struct watch {
    struct watch *next;
    struct canary *canary;
    cl_event read; /* of the canary */
    cl_kernel kernel;
    uint32_t generation; /* of the kernel */
    cl_uint index;       /* of the argument */
    struct call_site site;
    unsigned char bytes[CANARY_BYTES];
};

static struct canary *lists[CANARY_LISTS];
static struct watch *watches, **last_watch = &watches; /* in the order of the calls */

/* Each argument of a launch has another part of it: a kernel that copies too much must not write
 * what is there. */
enum { PATTERNS = 256 };
static unsigned char patterns[CANARY_BYTES + PATTERNS];

static const unsigned char *pattern_of(const struct watch *watch)
{
    return patterns + watch->index % PATTERNS;
}

/* ---- buffers ---- */

static struct canary **list_of(cl_mem mem)
{
    return &lists[(uintptr_t)mem / 16 % CANARY_LISTS];
}

/* Call it with the lock. */
static struct canary *canary_of(cl_mem mem)
{
    struct canary *it = *list_of(mem);
    while (it && it->mem != mem) it = it->next;
    return it;
}

/* What queries answer about a buffer, or a part of it, that has a canary. Returns false if it has
 * none. */
static bool copy_canary(cl_mem mem, struct canary *copy)
{
    const struct canary *it;
    lock_take(LOCK_CANARIES);
    it = canary_of(mem);
    if (it) *copy = *it;
    lock_release(LOCK_CANARIES);
    return it;
}

static void CL_CALLBACK destroyed(cl_mem mem, void *data)
{
    struct canary *canary = data, **link = list_of(mem);
    bool is_unused;
    lock_take(LOCK_CANARIES);
    while (*link != canary) link = &(*link)->next;
    *link = canary->next;
    canary->dead = true;
    is_unused = !canary->pending;
    lock_release(LOCK_CANARIES);
    if (is_unused) free(canary);
}

/* Returns false if the driver can't tell when the buffer is gone, or there is no memory. */
static bool add_canary(cl_mem mem, size_t size, cl_mem_flags hidden)
{
    struct canary *it = calloc(1, sizeof *it);
    if (!it) return false;
    *it = (struct canary){ .mem = mem, .size = size, .hidden = hidden };
    lock_take(LOCK_CANARIES);
    it->next = *list_of(mem);
    *list_of(mem) = it;
    lock_release(LOCK_CANARIES);
    if (!down.clSetMemObjectDestructorCallback(mem, destroyed, it)) return true;
    destroyed(mem, it);
    return false;
}

/* Flags that limit the host's access, which the layer needs, and that copy memory, of which the
 * program has too few bytes. */
static const cl_mem_flags hidden_flags =
    CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;

/* Memory that the driver does not own, or that can't be written, has no canary. */
static bool may_have_canary(cl_mem_flags flags, size_t size, const void *host_ptr)
{
    const cl_mem_flags known = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY |
                               CL_MEM_ALLOC_HOST_PTR | hidden_flags;
    return size && size <= SIZE_MAX - CANARY_BYTES && !(flags & ~known) &&
           !(flags & CL_MEM_COPY_HOST_PTR) == !host_ptr;
}

/* A copy of the program's data, as long as the buffer, is what the driver copies. NULL if it does
 * not fit. */
static void *longer_copy(const void *data, size_t size)
{
    void *copy = malloc(size + CANARY_BYTES);
    if (copy) memcpy(copy, data, size);
    return copy;
}

/* NULL: the buffer is to be created as the program says. */
static cl_mem create(cl_context context, cl_mem_flags flags, size_t size, void *host_ptr)
{
    void *copy = host_ptr ? longer_copy(host_ptr, size) : NULL;
    const cl_mem_flags kept = flags & ~hidden_flags, copies = flags & CL_MEM_COPY_HOST_PTR;
    cl_mem mem = NULL;
    cl_int status;
    if (!host_ptr || copy)
        mem = down.clCreateBuffer(context, kept | copies, size + CANARY_BYTES, copy, &status);
    free(copy);
    if (!mem || status) return NULL;
    if (add_canary(mem, size, flags & hidden_flags & ~copies)) return mem;
    down.clReleaseMemObject(mem);
    return NULL;
}

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size,
                                        void *host_ptr, cl_int *errcode_ret)
{
    cl_mem mem =
        may_have_canary(flags, size, host_ptr) ? create(context, flags, size, host_ptr) : NULL;
    if (!mem) return down.clCreateBuffer(context, flags, size, host_ptr, errcode_ret);
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
        return down.clCreateBufferWithProperties(context, properties, flags, size, host_ptr,
                                                 errcode_ret);
    if (errcode_ret) *errcode_ret = CL_SUCCESS;
    return mem;
}

/* ---- what the program must not notice ---- */

/* Parts of a buffer have its flags for the host's access, unless they have flags of their own. */
static cl_mem_flags hidden_of_part(cl_mem mem)
{
    struct canary canary = { .hidden = 0 };
    cl_mem whole = NULL;
    cl_mem_flags own = 0;
    if (!down.clGetMemObjectInfo(mem, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof whole, &whole, NULL) &&
        whole && copy_canary(whole, &canary))
        down.clGetMemObjectInfo(mem, CL_MEM_FLAGS, sizeof own, &own, NULL);
    return own & hidden_flags ? 0 : canary.hidden;
}

static cl_int CL_API_CALL mem_info(cl_mem mem, cl_mem_info what, size_t size, void *value,
                                   size_t *size_ret)
{
    const cl_int status = down.clGetMemObjectInfo(mem, what, size, value, size_ret);
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

void canaries_interpose(struct dispatch *below)
{
    uint32_t random = 1;
    if (!canaries_on() || !down.clSetMemObjectDestructorCallback) return;
    for (size_t i = 0; i < sizeof patterns; i++) {
        random = random * 1664525 + 1013904223;
        patterns[i] = (unsigned char)(random >> 24);
    }
    below->clGetMemObjectInfo = mem_info;
    below->clCreateBuffer = create_buffer;
    if (down.clCreateBufferWithProperties)
        below->clCreateBufferWithProperties = create_with_properties;
}

/* ---- launches ---- */

/* The buffer that an argument is, or that it is the last part of. NULL: neither. */
static cl_mem ends_with(cl_mem mem, uint64_t *end)
{
    const struct info_mem *it = info_mem(mem);
    if (!it || it->type != CL_MEM_OBJECT_BUFFER) return NULL;
    *end = it->parent ? it->offset + it->size : it->size;
    return it->parent ? it->parent : mem;
}

/* NULL if there is none, or no memory. */
static struct watch *watch_new(cl_mem mem, uint64_t end, const struct watch *started)
{
    struct watch *watch = calloc(1, sizeof *watch);
    struct canary *canary;
    if (!watch) return NULL;
    lock_take(LOCK_CANARIES);
    canary = canary_of(mem);
    if (canary && canary->size != end) canary = NULL;
    for (; canary && started; started = started->next)
        if (started->canary == canary) canary = NULL; /* another argument is the same buffer */
    if (canary) canary->pending++;
    lock_release(LOCK_CANARIES);
    watch->canary = canary;
    if (canary) return watch;
    free(watch);
    return NULL;
}

static void watch_free(struct watch *watch)
{
    struct canary *canary = watch->canary;
    bool is_unused;
    lock_take(LOCK_CANARIES);
    if (!--canary->pending) canary->shared = false;
    is_unused = !canary->pending && canary->dead;
    lock_release(LOCK_CANARIES);
    if (is_unused) free(canary);
    if (watch->read) down.clReleaseEvent(watch->read);
    free(watch);
}

static struct watch *free_first(struct watch *watch)
{
    struct watch *next = watch->next;
    watch_free(watch);
    return next;
}

/* The watches of the launch that the thread is about to make. */
static _Thread_local struct watch *started THREAD_LOCAL_NEAR;

static void start_watch(void *data, const struct mem_argument *argument)
{
    cl_kernel kernel = data;
    const struct tracked *object = objects_find(kernel);
    uint64_t end;
    cl_mem mem = ends_with(argument->mem, &end);
    struct watch *watch = mem && object ? watch_new(mem, end, started) : NULL;
    if (!watch) return;
    watch->kernel = kernel;
    watch->generation = atomic_load(&object->generation);
    watch->index = argument->index;
    watch->next = started;
    started = watch;
}

static bool is_in_order(cl_command_queue queue)
{
    return info_queue_is_without(queue, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}

/* Launches in an in-order queue run one after the other. */
static void note_queue(struct canary *canary, cl_command_queue queue, bool in_order)
{
    lock_take(LOCK_CANARIES);
    if (canary->pending > 1 && (canary->queue != queue || !in_order)) canary->shared = true;
    canary->queue = queue;
    lock_release(LOCK_CANARIES);
}

/* Enqueues a write of the pattern. The launch waits for it: by the queue's order, or by a barrier,
 * which waits for nothing else. */
static bool fill(const struct watch *watch, cl_command_queue queue, bool in_order)
{
    const struct canary *canary = watch->canary;
    cl_event written = NULL;
    cl_int status =
        down.clEnqueueWriteBuffer(queue, canary->mem, CL_FALSE, canary->size, CANARY_BYTES,
                                  pattern_of(watch), 0, NULL, in_order ? NULL : &written);
    if (status || in_order) return !status;
    status = down.clEnqueueBarrierWithWaitList
                 ? down.clEnqueueBarrierWithWaitList(queue, 1, &written, NULL)
                 : CL_INVALID_OPERATION;
    down.clReleaseEvent(written);
    return !status;
}

void canaries_before(cl_command_queue queue, cl_kernel kernel)
{
    const bool in_order = canaries_on() && is_in_order(queue);
    if (!canaries_on()) return;
    canaries_failed(); /* a refused call */
    canaries_collect();
    info_visit_mems(kernel, start_watch, kernel);
    for (struct watch **link = &started; *link;) {
        note_queue((*link)->canary, queue, in_order);
        if (fill(*link, queue, in_order)) link = &(*link)->next;
        else *link = free_first(*link);
    }
}

void canaries_failed(void)
{
    while (started) started = free_first(started);
}

/* A marker without a list waits for all commands before it. */
static bool enqueue_marker(cl_command_queue queue, cl_event *marker)
{
    return down.clEnqueueMarkerWithWaitList &&
           !down.clEnqueueMarkerWithWaitList(queue, 0, NULL, marker);
}

static void append_watch(struct watch *watch)
{
    watch->next = NULL;
    lock_take(LOCK_CANARIES);
    *last_watch = watch;
    last_watch = &watch->next;
    lock_release(LOCK_CANARIES);
}

void canaries_behind(const struct check_call *call, cl_command_queue queue)
{
    cl_event marker = NULL;
    const bool waits = started && !is_in_order(queue);
    if (waits && !enqueue_marker(queue, &marker)) canaries_failed();
    while (started) {
        struct watch *watch = started;
        started = watch->next;
        watch->site = call_site(call);
        if (down.clEnqueueReadBuffer(queue, watch->canary->mem, CL_FALSE, watch->canary->size,
                                     CANARY_BYTES, watch->bytes, waits, waits ? &marker : NULL,
                                     &watch->read))
            watch_free(watch);
        else append_watch(watch);
    }
    if (marker) down.clReleaseEvent(marker);
}

/* ---- launches that have ended ---- */

/* How many bytes of the canary the kernels may have written, up to the last that differs. */
static size_t written_bytes(const struct watch *watch)
{
    const unsigned char *pattern = pattern_of(watch);
    size_t count = CANARY_BYTES;
    while (count && watch->bytes[count - 1] == pattern[count - 1]) count--;
    return count;
}

static void report(const struct watch *watch)
{
    const struct tracked *kernel = objects_find(watch->kernel);
    const bool is_there = kernel && objects_is_still(kernel, watch->generation);
    const size_t count = written_bytes(watch);
    const void *name;
    bool is_dead, is_shared;
    if (!count) return;
    name = is_there ? info_record_names(watch->kernel, watch->index) : NULL;
    lock_take(LOCK_CANARIES);
    is_dead = watch->canary->dead;
    is_shared = watch->canary->shared;
    lock_release(LOCK_CANARIES);
    finding_write_at(
        is_shared ? KERNELS_OVERRUN : KERNEL_OVERRUN, is_dead ? NULL : watch->canary->mem,
        watch->site,
        VALUES(is_there ? ADDRESS(watch->kernel) : 0, watch->index, ADDRESS(name), count));
}

static struct watch *take_watches(void)
{
    struct watch *all;
    lock_take(LOCK_CANARIES);
    all = watches;
    watches = NULL;
    last_watch = &watches;
    lock_release(LOCK_CANARIES);
    return all;
}

void canaries_collect(void)
{
    struct watch *watch = canaries_on() ? take_watches() : NULL;
    while (watch) {
        struct watch *next = watch->next;
        cl_int status = CL_COMPLETE - 1;
        down.clGetEventInfo(watch->read, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                            NULL);
        if (status == CL_COMPLETE) report(watch);
        if (status > CL_COMPLETE) append_watch(watch);
        else watch_free(watch);
        watch = next;
    }
}
