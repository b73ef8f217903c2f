/* SPDX-License-Identifier: Apache-2.0 */
/* What drivers do not tell: threads, callbacks, versions. */
#include "use.h"

#include "../build_log.h"
#include "../callbacks.h"
#include "../system.h"
#include "current.h"
#include "info_kernels.h"

/* ---- threads ---- */

_Thread_local char use_thread;
_Atomic(const char *) use_only_thread;
static const char several; /* stands for more than one */

static bool has_several(void)
{
    return atomic_load_explicit(&use_only_thread, memory_order_relaxed) == &several;
}

void use_another_thread(void)
{
    const char *none = NULL;
    if (has_several()) return;
    if (atomic_compare_exchange_strong(&use_only_thread, &none, &use_thread)) return;
    atomic_store(&use_only_thread, &several);
}

/* ---- callbacks ---- */

/* The number of the function that got the callback in which this thread is; 0: it is in none. */
static _Thread_local unsigned callback_of THREAD_LOCAL_NEAR;

/* The program whose build has ended in the call that began it. */
static _Thread_local const void *built_at_once THREAD_LOCAL_NEAR;

static void build_ended(unsigned given_to, const void *program)
{
    if (!check_on() || !check_conditions()) return;
    if (current_is(given_to)) built_at_once = program;
    else check_built((cl_program)(uintptr_t)program);
}

void use_built(cl_program program)
{
    if (program == built_at_once) check_built(program);
    built_at_once = NULL;
}

void *callbacks_begin(function called, unsigned given_to, const void *object, int64_t status)
{
    const unsigned outer = callback_of;
    (void)called;
    (void)status;
    if (build_log_comes_with(given_to)) build_ended(given_to, object);
    if (!outer) callback_of = given_to;
    current_called_back(true);
    order_synchronized();
    flushes_done_of_all();
    return (void *)(uintptr_t)outer;
}

void callbacks_end(void *begun)
{
    callback_of = (unsigned)(uintptr_t)begun;
    current_called_back(false);
}

void use_waits(struct check_call *call)
{
    if (callback_of) finding_add(call, CALLBACK_WAITS, 0, NULL, VALUES(callback_of));
}

/* The only thread waits for a user event, itself or by a command, that it would have to complete. */
static void check_waiting(struct check_call *call, struct waiting it)
{
    if (it.event && !has_several())
        finding_add_other(call, USER_EVENT_WAIT, it.event, NULL, it.command);
}

/* The wait needs a flush, which no other thread can do. */
static void check_flushed(struct check_call *call, struct unflushed it)
{
    if (it.queue && !has_several())
        finding_add_other(call, QUEUE_NOT_FLUSHED, it.queue, NULL, it.command);
}

void use_waits_for(struct check_call *call, cl_uint count, const cl_event *events)
{
    use_waits(call);
    flushes_done_of(count, events); /* by the wait itself */
    for (cl_uint i = 0; HAS_ELEMENT(events, count, i); i++) {
        check_waiting(call, waits_of_event(events[i]));
        check_flushed(call, flushes_of_event(events[i]));
    }
}

void use_finishes(struct check_call *call, cl_command_queue queue)
{
    use_waits(call);
    check_waiting(call, waits_of_queue(queue));
    check_flushed(call, flushes_of_queue(queue));
}

void use_blocks(struct check_call *call, cl_command_queue queue, cl_uint count,
                const cl_event *list)
{
    use_waits(call);
    check_waiting(call, waits_of_command(queue, count, list));
    check_flushed(call, flushes_of_command(queue, count, list));
}

void use_enqueued(const struct check_call *call, cl_command_queue queue, cl_uint count,
                  const cl_event *list, const cl_event *event)
{
    waits_enqueued(call, queue, count, list, event);
    if (!has_several()) flushes_enqueued(call, queue, count, list, event);
}

/* ---- versions ---- */

const unsigned char use_versions[SLOT_COUNT] = {
#define BY_ANY(version, type, name, ...) [SLOT_OF(name)] = JOIN(VERSION_, version),
#include "api/entry_points.h"
};

/* Whether the table has a function by its name without the letters of who made the extension. */
static bool is_in_table(const char *name)
{
    char plain[128];
    size_t length = strlen(name);
    while (length && name[length - 1] >= 'A' && name[length - 1] <= 'Z') length--;
    if (length >= sizeof plain) return false;
    memcpy(plain, name, length);
    plain[length] = 0;
    return functions_has(plain);
}

void use_version(struct check_call *call, uint64_t handle, enum kind kind)
{
    const unsigned version = use_versions[call->number], major = version / 10, minor = version % 10;
    const void *object = (const void *)(uintptr_t)handle;
    cl_device_id device = NULL;
    bool before;
    if (kind == KIND_DEVICE) device = (cl_device_id)(uintptr_t)handle;
    else if (kind == KIND_QUEUE) device = info_queue_device((cl_command_queue)(uintptr_t)handle);
    before = device ? info_device_is_before(device, major, minor)
                    : info_context_is_before((cl_context)(uintptr_t)objects_context(object), major,
                                             minor);
    if (before) finding_add(call, VERSION_FUNCTION, 0, object, VALUES(major, minor));
}

/* The extension that has a function outside the dispatch table; NULL if another function of the same
 * meaning is in the table: then newer devices need not name the extension. */
static const char *extension_of(unsigned number)
{
#define OUTSIDE(extension, type, text, name, ...)                                                  \
    if (number == name##_number) return is_in_table(text) ? NULL : extension;
#include "../outside_rows.h"
    return NULL;
}

void use_extension(struct check_call *call, uint64_t handle, enum kind kind)
{
    static atomic_bool is_there[EXTENSION_COUNT];
    atomic_bool *there = &is_there[call->number - SIGNATURE_EXTENSIONS];
    const void *object = (const void *)(uintptr_t)handle;
    const char *extension;
    if (atomic_load_explicit(there, memory_order_relaxed)) return;
    extension = extension_of(call->number);
    if (extension && info_platform_lacks(object, extension) &&
        (kind == KIND_DEVICE
             ? info_device_lacks((cl_device_id)(uintptr_t)handle, extension)
             : info_context_lacks((cl_context)(uintptr_t)objects_context(object), extension)))
        finding_add(call, EXTENSION_FUNCTION, 0, object, VALUES(call->number));
    else atomic_store(there, true);
}

void use_deprecated(struct check_call *call, unsigned since)
{
    const struct signature *signature = signature_of(call->number);
    const unsigned version =
        signature->parameter[0].size == sizeof(void *) ? info_version(finding_subject(call)) : 0;
    /* Older devices do not have the function that replaces it. */
    if (!version || version >= since)
        finding_add(call, FUNCTION_DEPRECATED, 0, NULL, VALUES(since / 10, since % 10));
}

/* ---- kernels ---- */

/* note[] of a kernel: the thread that is in a call with it, twice its address; and 1 more if it sets an argument. */
enum { USER };

void use_kernel(struct check_call *call, cl_kernel handle, bool sets)
{
    const uint64_t user = 2 * ADDRESS(&use_thread);
    struct tracked *kernel = has_several() ? objects_living(handle, KIND_KERNEL) : NULL;
    uint64_t other;
    if (!kernel) return;
    other = atomic_exchange(&kernel->note[USER], user + sets);
    /* Several threads may enqueue it. */
    if (other && (other & ~(uint64_t)1) != user && (sets || other & 1))
        finding_add(call, KERNEL_THREADS, 0, handle, NULL);
}

void use_kernel_done(cl_kernel handle)
{
    struct tracked *kernel = has_several() ? objects_living(handle, KIND_KERNEL) : NULL;
    if (kernel && atomic_load_explicit(&kernel->note[USER], memory_order_relaxed))
        atomic_store_explicit(&kernel->note[USER], 0, memory_order_relaxed);
}

/* ---- what is mapped ---- */

struct launching {
    struct check_call *call;
    cl_command_queue queue;
};

static void check_mapping(void *data, const struct mem_use *use)
{
    const struct launching *it = data;
    if (use->touches && info_is_mapped_against(use->mem, it->queue, use->writes))
        finding_add(it->call, KERNEL_ARGUMENT_MAPPED, 0, use->mem, VALUES(use->index));
}

void use_mapped(struct check_call *call, cl_command_queue queue, cl_kernel kernel)
{
    struct launching it = { call, queue };
    /* The region may be unmapped before what holds the queue back is over. */
    if (!waits_of_queue(queue).event) info_visit_mems(kernel, check_mapping, &it);
}
