/* SPDX-License-Identifier: Apache-2.0 */
/* What drivers do not tell: order, threads, versions, cost. */
#include "use.h"

#include "../build_log.h"
#include "../callbacks.h"
#include "../system.h"
#include "current.h"
#include "known.h"

#include "api/versions.h"

/* ---- time ---- */

/* Commands so far; and the last of them that the host may know to have ended. */
static _Atomic uint64_t now = 1, synchronized;

void use_synchronized(void)
{
    atomic_store(&synchronized, atomic_load(&now));
}

/* ---- threads ---- */

_Thread_local char use_thread;
_Atomic(const char *) use_only_thread;
static const char several; /* stands for more than one */
static atomic_bool is_several;

void use_another_thread(void)
{
    const char *none = NULL;
    if (atomic_load_explicit(&is_several, memory_order_relaxed)) return;
    if (atomic_compare_exchange_strong(&use_only_thread, &none, &use_thread)) return;
    atomic_store(&is_several, true);
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
    (void)called;
    (void)status;
    if (build_log_comes_with(given_to)) build_ended(given_to, object);
    if (!callback_of) callback_of = given_to;
    use_synchronized();
    return NULL;
}

void callbacks_end(void *begun)
{
    (void)begun;
    callback_of = 0;
}

void use_waits(struct check_call *call)
{
    if (callback_of) finding_add(call, CALLBACK_WAITS, 0, NULL, VALUES(callback_of));
}

void use_waits_for(struct check_call *call, cl_uint count, const cl_event *events)
{
    use_waits(call);
    if (atomic_load(&is_several)) return;
    for (cl_uint i = 0; events && i < count; i++) {
        cl_int status = CL_COMPLETE;
        cl_command_type type = 0;
        if (!objects_living(events[i], KIND_EVENT) ||
            ask.clGetEventInfo(events[i], CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL) ||
            type != CL_COMMAND_USER ||
            ask.clGetEventInfo(events[i], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                               NULL) ||
            status <= CL_COMPLETE)
            continue;
        finding_add(call, USER_EVENT_WAIT, 0, events[i], NULL);
    }
}

/* ---- versions ---- */

const unsigned char use_versions[SLOT_COUNT] = {
#define BY_ANY(version, type, name, ...) [SLOT_OF(name)] = JOIN(VERSION_, version),
#include "api/entry_points.h"
};

void use_version(struct check_call *call, uint64_t handle, enum kind kind)
{
    const unsigned version = use_versions[call->number], major = version / 10, minor = version % 10;
    const void *object = (const void *)(uintptr_t)handle;
    cl_device_id device = NULL;
    bool before;
    if (kind == KIND_DEVICE) device = (cl_device_id)(uintptr_t)handle;
    else if (kind == KIND_QUEUE) device = known_queue_device((cl_command_queue)(uintptr_t)handle);
    before = device ? known_device_is_before(device, major, minor)
                    : known_context_is_before((cl_context)(uintptr_t)objects_context(object), major,
                                              minor);
    if (before) finding_add(call, VERSION_FUNCTION, 0, object, VALUES(major, minor));
}

void use_deprecated(struct check_call *call, unsigned since)
{
    finding_add(call, FUNCTION_DEPRECATED, 0, NULL, VALUES(since / 10, since % 10));
}

/* ---- order ---- */

/* note[] of a memory object: when it was last written, and on which queue. Of a queue: the time before
 * which its commands are ordered behind those of others. */
enum { WRITTEN, WRITER };
enum { ORDERED };

static uint64_t noted(const struct tracked *it, unsigned which)
{
    return atomic_load_explicit(&it->note[which], memory_order_relaxed);
}

static void set_note(struct tracked *it, unsigned which, uint64_t value)
{
    atomic_store_explicit(&it->note[which], value, memory_order_relaxed);
}

void use_ordered(cl_command_queue handle)
{
    struct tracked *queue = objects_living(handle, KIND_QUEUE);
    if (queue) set_note(queue, ORDERED, atomic_load(&now));
}

/* Whether the last write of a memory object may still go on when a command of this queue begins. */
static bool is_unordered(const struct tracked *queue, const struct tracked *mem)
{
    const uint64_t written = noted(mem, WRITTEN);
    if (!written || written <= atomic_load(&synchronized) || written <= noted(queue, ORDERED))
        return false;
    if (noted(mem, WRITER) != (uintptr_t)queue->handle) return true;
    return known_queue_properties((cl_command_queue)(uintptr_t)queue->handle) &
           CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
}

void use_reads(struct check_call *call, cl_command_queue handle, cl_mem object, bool waits)
{
    struct tracked *queue = objects_living(handle, KIND_QUEUE),
                   *mem = objects_living(object, KIND_MEM);
    if (!queue || !mem) return;
    if (waits) set_note(queue, ORDERED, atomic_load(&now));
    if (!is_unordered(queue, mem)) return;
    finding_add(call, noted(mem, WRITER) == (uintptr_t)handle ? QUEUE_UNORDERED : QUEUES_UNORDERED,
                0, object, VALUES(noted(mem, WRITER)));
}

void use_writes(struct check_call *call, cl_command_queue queue, cl_mem mem, bool waits)
{
    use_reads(call, queue, mem, waits);
}

void use_wrote(cl_command_queue queue, cl_mem object)
{
    struct tracked *mem = objects_living(object, KIND_MEM);
    if (!mem) return;
    set_note(mem, WRITER, (uintptr_t)queue);
    set_note(mem, WRITTEN, atomic_fetch_add(&now, 1) + 1);
}

/* ---- results that the program does not wait for ---- */

/* The last of them: when, on which queue, from where. The queue may be gone at the end. */
static _Atomic uint64_t reading;
static _Atomic(struct tracked *) reading_queue;
static _Atomic(const void *) reader;

void use_reads_later(struct check_call *call, cl_command_queue handle)
{
    atomic_store(&reading_queue, objects_living(handle, KIND_QUEUE));
    atomic_store(&reader, call->site);
    atomic_store(&reading, atomic_fetch_add(&now, 1) + 1);
}

void use_end(void)
{
    const struct tracked *queue = atomic_load(&reading_queue);
    const struct place place = { atomic_load(&reader), 0 };
    if (queue && atomic_load(&reading) > atomic_load(&synchronized))
        finding_write_at(READ_NOT_AWAITED, queue, place, NULL);
}

/* ---- kernels ---- */

/* note[] of a kernel: the thread that is in a call with it. */
enum { USER };

void use_kernel(struct check_call *call, cl_kernel handle)
{
    struct tracked *kernel = objects_living(handle, KIND_KERNEL);
    uint64_t other;
    if (!kernel || atomic_load_explicit(&use_only_thread, memory_order_relaxed) != &several) return;
    other = atomic_exchange(&kernel->note[USER], (uintptr_t)&use_thread);
    if (other && other != (uintptr_t)&use_thread)
        finding_add(call, KERNEL_THREADS, 0, handle, NULL);
}

void use_kernel_done(cl_kernel handle)
{
    struct tracked *kernel = objects_living(handle, KIND_KERNEL);
    if (kernel && noted(kernel, USER)) set_note(kernel, USER, 0);
}

/* ---- cost ---- */

void use_host_pointer(struct check_call *call, cl_context context, cl_mem_flags flags,
                      const void *pointer)
{
    uint64_t bits;
    if (!(flags & CL_MEM_USE_HOST_PTR) || !pointer) return;
    bits = known_context_most(context, CL_DEVICE_MEM_BASE_ADDR_ALIGN);
    if (bits == UNKNOWN || bits < 8 || bits & (bits - 1) || !((uintptr_t)pointer & (bits / 8 - 1)))
        return;
    finding_add(call, HOST_POINTER_ALIGNMENT, 0, NULL, VALUES(ADDRESS(pointer), bits / 8));
}
