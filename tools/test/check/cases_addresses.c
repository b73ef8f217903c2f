/* SPDX-License-Identifier: Apache-2.0 */
/* Mistakes with memory that commands use by its address: shared virtual memory and host memory. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "cases.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { SIZE = 4096 };

static void *allocate(const struct given *given, cl_svm_mem_flags flags)
{
    void *memory = clSVMAlloc(given->context, flags, SIZE, 0);
    if (!memory) exit(77);
    return memory;
}

/* Waits long enough for all commands here to end, as they do in most runs of a wrong program. The
 * layer does not know that they have ended. */
static void pause_for_commands(void)
{
    const struct timespec while_they_run = { 0, 100000000 };
    nanosleep(&while_they_run, NULL);
}

static const char source[] =
    "kernel void set(global int *to) { to[get_global_id(0)] = 1; }\n"
    "kernel void add(global const int *from, global int *to)"
    "{ to[get_global_id(0)] = from[get_global_id(0)] + 1; }\n"
    "kernel void seem(global int *to) { if (*to == 12345) printf(\"1\"); }\n"
    "kernel void follow(global int *unused) { unused[get_global_id(0)] = 1; }\n"
    "kernel void tell(global int *to, global volatile int *told)"
    "{ *to = 1; *told = 1; }\n";

struct launch {
    cl_program program;
    cl_kernel kernel;
};

static struct launch kernel_with(const struct given *given, const char *name, const void *first,
                                 const void *second)
{
    struct launch launched;
    launched.program = case_program(given, source);
    launched.kernel = case_kernel(launched.program, name);
    clSetKernelArgSVMPointer(launched.kernel, 0, first);
    if (second) clSetKernelArgSVMPointer(launched.kernel, 1, second);
    return launched;
}

static void release_launch(struct launch *launched)
{
    clReleaseKernel(launched->kernel);
    clReleaseProgram(launched->program);
}
#define kept_launch KEPT_BY(release_launch) struct launch

static void launch(cl_command_queue queue, cl_kernel kernel, cl_event *event)
{
    const size_t size = 16;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, event);
}

/* ---- freed while it is used ---- */

static char host[SIZE];

enum command { FILL, COPY_FROM, COPY_TO, KERNEL, POINTER_INSIDE, LISTED, MAP, MIGRATION };

/* Enqueues a command that uses the memory, without waiting for it. */
static cl_event use(const struct given *given, enum command command, char *memory)
{
    cl_event event = NULL;
    const void *listed = memory;
    kept_launch launched =
        kernel_with(given, command == LISTED ? "follow" : "set",
                    command == POINTER_INSIDE ? memory + SIZE / 2 : memory, NULL);
    kept_mem buffer = clCreateBuffer(given->context, 0, SIZE, NULL, NULL);
    switch (command) {
    case FILL: clEnqueueSVMMemFill(given->queue, memory, "x", 1, SIZE, 0, NULL, &event); break;
    case COPY_FROM:
        clEnqueueSVMMemcpy(given->queue, CL_FALSE, host, memory, SIZE, 0, NULL, &event);
        break;
    case COPY_TO:
        clEnqueueSVMMemcpy(given->queue, CL_FALSE, memory, host, SIZE, 0, NULL, &event);
        break;
    case KERNEL:
    case POINTER_INSIDE:
        launch(given->queue, launched.kernel, NULL); /* the first launch compiles the kernel */
        clFinish(given->queue);
        launch(given->queue, launched.kernel, &event);
        break;
    case LISTED: /* the kernel follows a pointer inside its argument */
        clSetKernelArg(launched.kernel, 0, sizeof buffer, &buffer);
        clSetKernelExecInfo(launched.kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof listed, &listed);
        launch(given->queue, launched.kernel, &event);
        break;
    case MAP: /* PoCL 6 crashes if it has to return the event of an unmap */
        clEnqueueSVMMap(given->queue, CL_FALSE, CL_MAP_READ, memory, SIZE, 0, NULL, NULL);
        clEnqueueSVMUnmap(given->queue, memory, 0, NULL, NULL);
        break;
    case MIGRATION:
        clEnqueueSVMMigrateMem(given->queue, 1, &listed, NULL, 0, 0, NULL, &event);
        break;
    }
    clFlush(given->queue);
    return event;
}

enum way {
    AT_ONCE,
    AFTER_FINISH,
    AFTER_EVENT,
    AFTER_QUERY,
    AFTER_BLOCKING,
    BEHIND,
    IN_CALLBACK,
    IN_FREE_CALLBACK
};

static cl_context context_to_free_in;
static atomic_bool is_freed;

static void CL_CALLBACK frees(cl_event event, cl_int status, void *memory)
{
    clSVMFree(context_to_free_in, memory);
    atomic_store(&is_freed, true);
}

static void CL_CALLBACK frees_list(cl_command_queue queue, cl_uint count, void *memory[],
                                   void *unused)
{
    clSVMFree(context_to_free_in, memory[0]);
}

static void wait_until_complete(cl_event event)
{
    cl_int status = CL_QUEUED;
    while (status != CL_COMPLETE)
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
}

static void free_used(const struct given *given, enum command command, enum way way)
{
    void *memory = allocate(given, 0);
    kept_event used = use(given, command, memory);
    char byte;
    context_to_free_in = given->context;
    switch (way) {
    case AT_ONCE: pause_for_commands(); break;
    case AFTER_FINISH: clFinish(given->queue); break;
    case AFTER_EVENT: clWaitForEvents(1, &used); break;
    case AFTER_QUERY: wait_until_complete(used); break;
    case AFTER_BLOCKING:
        clEnqueueSVMMemcpy(given->queue, CL_TRUE, &byte, memory, 1, 0, NULL, NULL);
        break;
    case BEHIND: clEnqueueSVMFree(given->queue, 1, &memory, NULL, NULL, 0, NULL, NULL); break;
    case IN_CALLBACK: clSetEventCallback(used, CL_COMPLETE, frees, memory); break;
    case IN_FREE_CALLBACK:
        clEnqueueSVMFree(given->queue, 1, &memory, frees_list, NULL, 0, NULL, NULL);
        break;
    }
    if (way < BEHIND) clSVMFree(given->context, memory);
    while (way == IN_CALLBACK && !atomic_load(&is_freed)) {
    }
    clFinish(given->queue);
}

#define FREED_IN_USE(name, command, right_way)                                                     \
    CALL(name, "CLR-SVM-FREED-IN-USE", free_used(given, command, wrong ? AT_ONCE : right_way))
FREED_IN_USE(svm_freed_in_fill, FILL, AFTER_FINISH)
FREED_IN_USE(svm_freed_in_copy_from, COPY_FROM, AFTER_EVENT)
FREED_IN_USE(svm_freed_in_copy_to, COPY_TO, AFTER_QUERY)
FREED_IN_USE(svm_freed_in_kernel, KERNEL, AFTER_BLOCKING)
FREED_IN_USE(svm_freed_in_kernel_inside, POINTER_INSIDE, BEHIND)
FREED_IN_USE(svm_freed_in_kernel_listed, LISTED, IN_CALLBACK)
FREED_IN_USE(svm_freed_in_map, MAP, IN_FREE_CALLBACK)
FREED_IN_USE(svm_freed_in_migration, MIGRATION, AFTER_EVENT)

/* The legal program frees another allocation than the one that the command uses. */
CASE(svm_freed_other, "CLR-SVM-FREED-IN-USE")
{
    void *memory = allocate(given, 0), *other = allocate(given, 0);
    kept_event used = use(given, FILL, memory);
    pause_for_commands();
    clSVMFree(given->context, wrong ? memory : other);
    clFinish(given->queue);
    clSVMFree(given->context, wrong ? other : memory);
}

/* The command waits for a user event. */
CASE(svm_freed_held, "CLR-SVM-FREED-IN-USE")
{
    void *memory = allocate(given, 0);
    kept_event begins = clCreateUserEvent(given->context, NULL);
    clEnqueueSVMMemFill(given->queue, memory, "x", 1, SIZE, 1, &begins, NULL);
    if (wrong) clSVMFree(given->context, memory);
    clSetUserEventStatus(begins,
                         /* The error ends the command before it begins. */
                         wrong ? -1 : CL_COMPLETE);
    if (wrong) return;
    clFinish(given->queue);
    clSVMFree(given->context, memory);
}

/* Over fine-grained memory, a kernel can tell the host that it no longer needs the rest. */
CASE(svm_freed_told, "CLR-SVM-FREED-IN-USE")
{
    const size_t one = 1;
    int *memory = allocate(given, 0);
    volatile int *told = allocate(given, wrong ? 0 : CL_MEM_SVM_FINE_GRAIN_BUFFER);
    kept_launch launched = kernel_with(given, "tell", memory, (const void *)told);
    if (!wrong) *told = 0;
    clEnqueueNDRangeKernel(given->queue, launched.kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
    clFlush(given->queue);
    if (wrong) pause_for_commands();
    while (!wrong && !*told) {
    }
    clSVMFree(given->context, memory);
    clFinish(given->queue);
    clSVMFree(given->context, (void *)told);
}

/* Another queue frees the memory. */
CASE(svm_freed_by_queue, "CLR-SVM-FREED-IN-USE")
{
    void *memory = allocate(given, 0);
    kept_queue other = queue_of(given, 0);
    kept_event used = use(given, FILL, memory);
    if (wrong) pause_for_commands();
    clEnqueueSVMFree(other, 1, &memory, NULL, NULL, !wrong, wrong ? NULL : &used, NULL);
    clFinish(other);
}

/* An out-of-order queue frees the memory. */
CASE(svm_freed_out_of_order, "CLR-SVM-FREED-IN-USE")
{
    void *memory = allocate(given, 0);
    kept_queue queue = queue_of(given, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    clEnqueueSVMMemFill(queue, memory, "x", 1, SIZE, 0, NULL, NULL);
    if (wrong) pause_for_commands();
    else clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL);
    clEnqueueSVMFree(queue, 1, &memory, NULL, NULL, 0, NULL, NULL);
    clFinish(queue);
}

/* ---- used or freed while it is mapped ---- */

CASE(svm_freed_mapped, "CLR-SVM-FREED-MAPPED")
{
    void *memory = allocate(given, 0);
    clEnqueueSVMMap(given->queue, CL_TRUE, CL_MAP_READ, memory, SIZE, 0, NULL, NULL);
    if (!wrong) clEnqueueSVMUnmap(given->queue, memory, 0, NULL, NULL);
    clFinish(given->queue);
    clSVMFree(given->context, memory);
}

/* Fine-grained memory needs no map. */
CASE(svm_freed_mapped_fine, "CLR-SVM-FREED-MAPPED")
{
    void *memory = allocate(given, wrong ? 0 : CL_MEM_SVM_FINE_GRAIN_BUFFER);
    clEnqueueSVMMap(given->queue, CL_TRUE, CL_MAP_READ, memory, SIZE, 0, NULL, NULL);
    clSVMFree(given->context, memory);
}

/* Launches a kernel while memory is mapped. */
static void launch_mapped(const struct given *given, cl_map_flags flags, size_t begin, bool unmaps)
{
    char *from = allocate(given, 0), *to = allocate(given, 0);
    kept_launch launched = kernel_with(given, "add", from, to);
    clEnqueueSVMMap(given->queue, CL_TRUE, flags, from + begin, SIZE - begin, 0, NULL, NULL);
    if (unmaps) clEnqueueSVMUnmap(given->queue, from, 0, NULL, NULL);
    launch(given->queue, launched.kernel, NULL);
    if (!unmaps) clEnqueueSVMUnmap(given->queue, from + begin, 0, NULL, NULL);
    clFinish(given->queue);
    clSVMFree(given->context, from);
    clSVMFree(given->context, to);
}

CALL(svm_mapped_in_kernel, "CLR-KERNEL-ARGUMENT-SVM-MAPPED",
     launch_mapped(given, CL_MAP_WRITE, 0, !wrong))
CALL(svm_mapped_for_reading, "CLR-KERNEL-ARGUMENT-SVM-MAPPED",
     launch_mapped(given, wrong ? CL_MAP_WRITE : CL_MAP_READ, 0, false))
CALL(svm_mapped_elsewhere, "CLR-KERNEL-ARGUMENT-SVM-MAPPED",
     launch_mapped(given, CL_MAP_WRITE_INVALIDATE_REGION, wrong ? 0 : SIZE / 2, false))

/* Kernels must not write to memory that is mapped for reading, unless it is fine-grained. */
CASE(svm_mapped_and_written, "CLR-KERNEL-ARGUMENT-SVM-MAPPED")
{
    char *memory = allocate(given, wrong ? 0 : CL_MEM_SVM_FINE_GRAIN_BUFFER);
    kept_launch launched = kernel_with(given, "set", memory, NULL);
    clEnqueueSVMMap(given->queue, CL_TRUE, CL_MAP_READ, memory, SIZE, 0, NULL, NULL);
    launch(given->queue, launched.kernel, NULL);
    clEnqueueSVMUnmap(given->queue, memory, 0, NULL, NULL);
    clFinish(given->queue);
    clSVMFree(given->context, memory);
}

/* The launch waits for a user event that the program sets after the unmap. */
CASE(svm_mapped_until_event, "CLR-KERNEL-ARGUMENT-SVM-MAPPED")
{
    const size_t size = 16;
    char *memory = allocate(given, 0);
    kept_launch launched = kernel_with(given, "set", memory, NULL);
    kept_queue other = queue_of(given, 0);
    kept_event begins = clCreateUserEvent(given->context, NULL);
    clEnqueueSVMMap(given->queue, CL_TRUE, CL_MAP_WRITE, memory, SIZE, 0, NULL, NULL);
    clEnqueueNDRangeKernel(other, launched.kernel, 1, NULL, &size, NULL, !wrong,
                           wrong ? NULL : &begins, NULL);
    clEnqueueSVMUnmap(given->queue, memory, 0, NULL, NULL);
    clFinish(given->queue);
    clSetUserEventStatus(begins, CL_COMPLETE);
    clFinish(other);
    clSVMFree(given->context, memory);
}

/* Fills memory that has these flags while it is mapped. */
static void fill_mapped(const struct given *given, cl_svm_mem_flags flags, size_t begin,
                        bool unmaps)
{
    char *memory = allocate(given, flags);
    clEnqueueSVMMap(given->queue, CL_TRUE, CL_MAP_WRITE, memory, SIZE / 2, 0, NULL, NULL);
    if (unmaps) clEnqueueSVMUnmap(given->queue, memory, 0, NULL, NULL);
    clEnqueueSVMMemFill(given->queue, memory + begin, "x", 1, SIZE - begin, 0, NULL, NULL);
    if (!unmaps) clEnqueueSVMUnmap(given->queue, memory, 0, NULL, NULL);
    clFinish(given->queue);
    clSVMFree(given->context, memory);
}

CALL(svm_mapped_and_filled, "CLR-SVM-MAPPED", fill_mapped(given, 0, 0, !wrong))
CALL(svm_mapped_and_filled_elsewhere, "CLR-SVM-MAPPED",
     fill_mapped(given, 0, wrong ? 0 : SIZE / 2, false))
CALL(svm_mapped_and_filled_fine, "CLR-SVM-MAPPED",
     fill_mapped(given, wrong ? 0 : CL_MEM_SVM_FINE_GRAIN_BUFFER, 0, false))

/* Commands, too, may read what is mapped for reading. */
CASE(svm_mapped_and_copied, "CLR-SVM-MAPPED")
{
    char *from = allocate(given, 0), *to = allocate(given, 0);
    clEnqueueSVMMap(given->queue, CL_TRUE, wrong ? CL_MAP_WRITE : CL_MAP_READ, from, SIZE, 0, NULL,
                    NULL);
    clEnqueueSVMMemcpy(given->queue, CL_TRUE, to, from, SIZE, 0, NULL, NULL);
    clEnqueueSVMUnmap(given->queue, from, 0, NULL, NULL);
    clFinish(given->queue);
    clSVMFree(given->context, from);
    clSVMFree(given->context, to);
}

/* The fill waits for a user event that the program sets after the unmap. */
CASE(svm_mapped_and_filled_until_event, "CLR-SVM-MAPPED")
{
    char *memory = allocate(given, 0);
    kept_queue other = queue_of(given, 0);
    kept_event begins = clCreateUserEvent(given->context, NULL);
    clEnqueueSVMMap(given->queue, CL_TRUE, CL_MAP_WRITE, memory, SIZE, 0, NULL, NULL);
    clEnqueueSVMMemFill(other, memory, "x", 1, SIZE, !wrong, wrong ? NULL : &begins, NULL);
    clEnqueueSVMUnmap(given->queue, memory, 0, NULL, NULL);
    clFinish(given->queue);
    clSetUserEventStatus(begins, CL_COMPLETE);
    clFinish(other);
    clSVMFree(given->context, memory);
}

/* ---- memory that is not shared ---- */

/* Skips the test on devices that share all of the host's memory, as with PoCL 6 and later. These
 * may use any address. */
static void needs_unshared(const struct given *given)
{
    cl_device_svm_capabilities can = 0;
    clGetDeviceInfo(given->device, CL_DEVICE_SVM_CAPABILITIES, sizeof can, &can, NULL);
    if (can & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) exit(77);
}

CASE(svm_as_object, "CLR-HANDLE-SVM")
{
    char *memory = allocate(given, 0);
    kept_launch launched = kernel_with(given, "set", memory, NULL);
    memset(memory, 0, SIZE);
    if (wrong) clSetKernelArg(launched.kernel, 0, sizeof memory, &memory);
    else clSetKernelArgSVMPointer(launched.kernel, 0, memory);
    clSVMFree(given->context, memory);
}

CASE(svm_foreign_in_kernel, "CLR-KERNEL-ARGUMENT-SYSTEM")
{
    char *memory = allocate(given, 0);
    kept_launch launched = kernel_with(given, "set", wrong ? host : memory + SIZE / 2, NULL);
    needs_unshared(given);
    launch(given->queue, launched.kernel, NULL);
    clFinish(given->queue);
    clSVMFree(given->context, memory);
}

CASE(svm_foreign_in_fill, "CLR-SVM-FOREIGN")
{
    char *memory = allocate(given, 0);
    needs_unshared(given);
    clEnqueueSVMMemFill(given->queue, wrong ? host : memory + 1, "x", 1, 64, 0, NULL, NULL);
    clFinish(given->queue);
    clSVMFree(given->context, memory);
}

CASE(svm_foreign_in_map, "CLR-SVM-FOREIGN")
{
    char *memory = allocate(given, 0), *mapped = wrong ? host : memory + 1;
    needs_unshared(given);
    clEnqueueSVMMap(given->queue, CL_TRUE, CL_MAP_READ, mapped, 64, 0, NULL, NULL);
    clEnqueueSVMUnmap(given->queue, mapped, 0, NULL, NULL);
    clFinish(given->queue);
    clSVMFree(given->context, memory);
}

/* Copies may use any host memory. */
CASE(svm_foreign_in_copy, "CLR-SVM-FOREIGN")
{
    char *memory = allocate(given, 0);
    needs_unshared(given);
    clEnqueueSVMMemcpy(given->queue, CL_TRUE, memory, host, 64, 0, NULL, NULL);
    clEnqueueSVMMemcpy(given->queue, CL_TRUE, host, memory, 64, 0, NULL, NULL);
    if (wrong) clEnqueueSVMMemFill(given->queue, host, "x", 1, 64, 0, NULL, NULL);
    clFinish(given->queue);
    clSVMFree(given->context, memory);
}

/* ---- order of shared virtual memory ---- */

enum order { NO_ORDER, BY_FINISH, BY_EVENT, BY_MARKER, BY_BARRIER };

/* Fills memory on one queue, then copies it on another. */
static void fill_and_copy(const struct given *given, size_t from, enum order order)
{
    static char to[SIZE];
    char *memory = allocate(given, 0);
    kept_queue other = queue_of(given, 0);
    kept_event filled = NULL;
    clEnqueueSVMMemFill(given->queue, memory, "x", 1, SIZE / 2, 0, NULL, &filled);
    clFlush(given->queue);
    if (order == BY_FINISH) clFinish(given->queue);
    if (order == BY_MARKER) clEnqueueMarkerWithWaitList(other, 1, &filled, NULL);
    if (order == BY_BARRIER) clEnqueueBarrierWithWaitList(other, 1, &filled, NULL);
    clEnqueueSVMMemcpy(other, CL_FALSE, to, memory + from, SIZE / 2, order == BY_EVENT,
                       order == BY_EVENT ? &filled : NULL, NULL);
    clFinish(given->queue);
    clFinish(other);
    clSVMFree(given->context, memory);
}

CALL(svm_unordered, "CLR-MEMORY-UNORDERED", fill_and_copy(given, 0, wrong ? NO_ORDER : BY_FINISH))
CALL(svm_unordered_event, "CLR-MEMORY-UNORDERED",
     fill_and_copy(given, 0, wrong ? NO_ORDER : BY_EVENT))
CALL(svm_unordered_marker, "CLR-MEMORY-UNORDERED",
     fill_and_copy(given, 0, wrong ? NO_ORDER : BY_MARKER))
CALL(svm_unordered_barrier, "CLR-MEMORY-UNORDERED",
     fill_and_copy(given, 0, wrong ? NO_ORDER : BY_BARRIER))
CALL(svm_unordered_part, "CLR-MEMORY-UNORDERED", fill_and_copy(given, SIZE / 2 - wrong, NO_ORDER))

CASE(svm_unordered_read, "CLR-MEMORY-UNORDERED-READ")
{
    static char to[SIZE];
    char *memory = allocate(given, 0);
    kept_queue queue = queue_of(given, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    clEnqueueSVMMemcpy(queue, CL_FALSE, to, memory, SIZE, 0, NULL, NULL);
    if (!wrong) clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL);
    clEnqueueSVMMemFill(queue, memory, "x", 1, SIZE, 0, NULL, NULL);
    clFinish(queue);
    clSVMFree(given->context, memory);
}

/* Launches a kernel on one queue, and copies what it writes on another. */
static void launch_and_copy(const struct given *given, const char *name, cl_svm_mem_flags flags,
                            size_t from, size_t size)
{
    static char to[SIZE];
    char *memory = allocate(given, flags);
    kept_queue other = queue_of(given, 0);
    kept_launch launched = kernel_with(given, name, memory, NULL);
    launch(given->queue, launched.kernel, NULL);
    clEnqueueSVMMemcpy(other, CL_FALSE, to, memory + from, size, 0, NULL, NULL);
    clFinish(given->queue);
    clFinish(other);
    clSVMFree(given->context, memory);
}

CALL(svm_kernel_unordered, "CLR-MEMORY-UNORDERED",
     launch_and_copy(given, wrong ? "set" : "seem", 0, 0, SIZE))
CALL(svm_kernel_unordered_part, "CLR-MEMORY-UNORDERED",
     launch_and_copy(given, "set", 0, wrong ? 3 : SIZE / 2, 4))
CALL(svm_kernel_unordered_fine, "CLR-MEMORY-UNORDERED",
     launch_and_copy(given, "set", wrong ? 0 : CL_MEM_SVM_FINE_GRAIN_BUFFER, 0, SIZE))

/* One queue copies. A kernel on another queue does or does not wait for the copy. */
CASE(svm_copy_unordered_fine, "CLR-MEMORY-UNORDERED")
{
    char *memory = allocate(given, wrong ? 0 : CL_MEM_SVM_FINE_GRAIN_BUFFER);
    kept_queue other = queue_of(given, 0);
    kept_launch launched = kernel_with(given, "set", memory, NULL);
    clEnqueueSVMMemcpy(other, CL_FALSE, memory, host, SIZE, 0, NULL, NULL);
    launch(given->queue, launched.kernel, NULL);
    clFinish(given->queue);
    clFinish(other);
    clSVMFree(given->context, memory);
}

/* What the host has written to a mapped region arrives with the unmap. PoCL 6 cannot return the
 * event of an unmap, so a marker stands in for it. */
CASE(svm_unmap_unordered, "CLR-MEMORY-UNORDERED")
{
    char *memory = allocate(given, 0);
    kept_queue other = queue_of(given, 0);
    kept_event unmapped = NULL;
    kept_launch launched = kernel_with(given, "set", memory, NULL);
    const size_t size = 16;
    clEnqueueSVMMap(given->queue, CL_TRUE, CL_MAP_WRITE, memory, SIZE, 0, NULL, NULL);
    clEnqueueSVMUnmap(given->queue, memory, 0, NULL, NULL);
    clEnqueueMarkerWithWaitList(given->queue, 0, NULL, &unmapped);
    clEnqueueNDRangeKernel(other, launched.kernel, 1, NULL, &size, NULL, !wrong,
                           wrong ? NULL : &unmapped, NULL);
    clFinish(given->queue);
    clFinish(other);
    clSVMFree(given->context, memory);
}

/* In the legal program, both commands only read. */
CASE(svm_unordered_both_read, "CLR-MEMORY-UNORDERED-READ")
{
    static char one[SIZE], two[SIZE];
    char *memory = allocate(given, 0);
    kept_queue other = queue_of(given, 0);
    clEnqueueSVMMemcpy(given->queue, CL_FALSE, one, memory, SIZE, 0, NULL, NULL);
    if (wrong) clEnqueueSVMMemcpy(other, CL_FALSE, memory, two, SIZE, 0, NULL, NULL);
    else clEnqueueSVMMemcpy(other, CL_FALSE, two, memory, SIZE, 0, NULL, NULL);
    clFinish(given->queue);
    clFinish(other);
    clSVMFree(given->context, memory);
}

/* The fill is enqueued after the copy. But the copy begins only when the program sets an event,
 * after the fill has ended. */
CASE(svm_unordered_held, "CLR-MEMORY-UNORDERED-READ")
{
    static char to[SIZE];
    char *memory = allocate(given, 0);
    kept_queue other = queue_of(given, 0);
    kept_event begins = clCreateUserEvent(given->context, NULL);
    if (wrong) clSetUserEventStatus(begins, CL_COMPLETE);
    clEnqueueMarkerWithWaitList(other, 1, &begins, NULL);
    clEnqueueSVMMemcpy(other, CL_FALSE, to, memory, SIZE, 0, NULL, NULL);
    clEnqueueSVMMemFill(given->queue, memory, "x", 1, SIZE, 0, NULL, NULL);
    clFinish(given->queue);
    if (!wrong) clSetUserEventStatus(begins, CL_COMPLETE);
    clFinish(other);
    clSVMFree(given->context, memory);
}

/* ---- order of host memory ---- */

static char bytes_of_host[2 * SIZE];

/* Makes a buffer over this host memory. If that is NULL, the buffer has content, so that the host
 * may read it. */
static cl_mem buffer_of(const struct given *given, cl_mem_flags flags, void *memory)
{
    static char zeros[SIZE];
    if (!memory) flags |= CL_MEM_COPY_HOST_PTR;
    return clCreateBuffer(given->context, flags, SIZE, memory ? memory : zeros, NULL);
}

/* Reads two buffers to host memory, on two queues. */
static void read_both(const struct given *given, size_t second, enum order order)
{
    kept_mem one = buffer_of(given, 0, NULL), two = buffer_of(given, 0, NULL);
    kept_queue other = queue_of(given, 0);
    kept_event read = NULL;
    clEnqueueReadBuffer(given->queue, one, CL_FALSE, 0, SIZE, bytes_of_host, 0, NULL, &read);
    clFlush(given->queue);
    if (order == BY_FINISH) clFinish(given->queue);
    if (order == BY_BARRIER) clEnqueueBarrierWithWaitList(other, 1, &read, NULL);
    if (order == BY_MARKER) clEnqueueMarkerWithWaitList(other, 1, &read, NULL);
    clEnqueueReadBuffer(other, two, CL_FALSE, 0, SIZE, bytes_of_host + second, order == BY_EVENT,
                        order == BY_EVENT ? &read : NULL, NULL);
    clFinish(given->queue);
    clFinish(other);
}

CALL(host_unordered, "CLR-MEMORY-UNORDERED", read_both(given, 0, wrong ? NO_ORDER : BY_FINISH))
CALL(host_unordered_event, "CLR-MEMORY-UNORDERED", read_both(given, 0, wrong ? NO_ORDER : BY_EVENT))
CALL(host_unordered_barrier, "CLR-MEMORY-UNORDERED",
     read_both(given, 1, wrong ? NO_ORDER : BY_BARRIER))
CALL(host_unordered_marker, "CLR-MEMORY-UNORDERED",
     read_both(given, SIZE - 1, wrong ? NO_ORDER : BY_MARKER))
CALL(host_unordered_part, "CLR-MEMORY-UNORDERED", read_both(given, SIZE - wrong, NO_ORDER))

/* Both reads are on one queue, which is out of order or in order. */
CASE(host_unordered_one_queue, "CLR-MEMORY-UNORDERED")
{
    kept_mem one = buffer_of(given, 0, NULL), two = buffer_of(given, 0, NULL);
    kept_queue queue = queue_of(given, wrong ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
    clEnqueueReadBuffer(queue, one, CL_FALSE, 0, SIZE, bytes_of_host, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, two, CL_FALSE, 0, SIZE, bytes_of_host, 0, NULL, NULL);
    clFinish(queue);
}

/* A read fills memory from which an earlier write still takes its bytes. Two writes may share the
 * memory. */
CASE(host_unordered_write, "CLR-MEMORY-UNORDERED-READ")
{
    kept_mem one = buffer_of(given, 0, NULL), two = buffer_of(given, 0, NULL);
    kept_queue other = queue_of(given, 0);
    clEnqueueWriteBuffer(given->queue, one, CL_FALSE, 0, SIZE, bytes_of_host, 0, NULL, NULL);
    if (wrong) clEnqueueReadBuffer(other, two, CL_TRUE, 0, SIZE, bytes_of_host, 0, NULL, NULL);
    else clEnqueueWriteBuffer(other, two, CL_TRUE, 0, SIZE, bytes_of_host, 0, NULL, NULL);
    clFinish(given->queue);
}

/* A write takes its bytes from memory that a read still fills. If that read blocks, this is
 * legal. */
CASE(host_unordered_read, "CLR-MEMORY-UNORDERED")
{
    kept_mem one = buffer_of(given, 0, NULL), two = buffer_of(given, 0, NULL);
    kept_queue other = queue_of(given, 0);
    clEnqueueReadBuffer(given->queue, one, !wrong, 0, SIZE, bytes_of_host, 0, NULL, NULL);
    clEnqueueWriteBuffer(other, two, CL_TRUE, 0, SIZE, bytes_of_host, 0, NULL, NULL);
    clFinish(given->queue);
}

/* Two rectangles of host memory. They are beside each other, or share their rows. */
CASE(host_unordered_rect, "CLR-MEMORY-UNORDERED")
{
    const size_t none[3] = { 0, 0, 0 }, right[3] = { 32, 0, 0 };
    const size_t half[3] = { 32, 8, 1 }, rows[3] = { 64, 8, 1 };
    const size_t *second = wrong ? none : right, *region = wrong ? rows : half;
    kept_mem one = buffer_of(given, 0, NULL), two = buffer_of(given, 0, NULL);
    kept_queue other = queue_of(given, 0);
    clEnqueueReadBufferRect(given->queue, one, CL_FALSE, none, none, region, 64, 0, 64, 0,
                            bytes_of_host, 0, NULL, NULL);
    clEnqueueReadBufferRect(other, two, CL_FALSE, none, second, region, 64, 0, 64, 0, bytes_of_host,
                            0, NULL, NULL);
    clFinish(given->queue);
    clFinish(other);
}

/* The same with images. */
CASE(host_unordered_image, "CLR-MEMORY-UNORDERED")
{
    const size_t none[3] = { 0, 0, 0 }, all[3] = { 4, 4, 1 }, pitch = 4 * 4 * (wrong ? 1 : 2);
    const cl_image_format format = { CL_RGBA, CL_FLOAT };
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = 4,
                                 .image_height = 4 };
    kept_mem one = clCreateImage(given->context, 0, &format, &desc, NULL, NULL);
    kept_mem two = clCreateImage(given->context, 0, &format, &desc, NULL, NULL);
    kept_queue other = queue_of(given, 0);
    clEnqueueReadImage(given->queue, one, CL_FALSE, none, all, 4 * pitch, 0, bytes_of_host, 0, NULL,
                       NULL);
    clEnqueueReadImage(other, two, CL_FALSE, none, all, 4 * pitch, 0,
                       bytes_of_host + (wrong ? 0 : 4 * 4 * 4), 0, NULL, NULL);
    clFinish(given->queue);
    clFinish(other);
}

/* The rows of two image arrays alternate in host memory, or share bytes. */
CASE(host_unordered_array, "CLR-MEMORY-UNORDERED")
{
    const size_t none[3] = { 0, 0, 0 }, all[3] = { 4, 2, 1 }, row = 4 * 4 * 4;
    const cl_image_format format = { CL_RGBA, CL_FLOAT };
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE1D_ARRAY,
                                 .image_width = 4,
                                 .image_array_size = 2 };
    kept_mem one = clCreateImage(given->context, 0, &format, &desc, NULL, NULL);
    kept_mem two = clCreateImage(given->context, 0, &format, &desc, NULL, NULL);
    kept_queue other = queue_of(given, 0);
    clEnqueueReadImage(given->queue, one, CL_FALSE, none, all, 0, wrong ? 0 : 2 * row,
                       bytes_of_host, 0, NULL, NULL);
    clEnqueueReadImage(other, two, CL_FALSE, none, all, 0, wrong ? 0 : 2 * row, bytes_of_host + row,
                       0, NULL, NULL);
    clFinish(given->queue);
    clFinish(other);
}

/* Copies shared virtual memory to host memory to which another queue reads a buffer. */
CASE(host_unordered_svm, "CLR-MEMORY-UNORDERED")
{
    char *memory = allocate(given, 0);
    kept_mem buffer = buffer_of(given, 0, NULL);
    kept_queue other = queue_of(given, 0);
    clEnqueueReadBuffer(given->queue, buffer, CL_FALSE, 0, SIZE, bytes_of_host, 0, NULL, NULL);
    clEnqueueSVMMemcpy(other, CL_FALSE, bytes_of_host + (wrong ? 0 : SIZE), memory, SIZE, 0, NULL,
                       NULL);
    clFinish(given->queue);
    clFinish(other);
    clSVMFree(given->context, memory);
}

/* ---- host memory of two buffers ---- */

CASE(host_pointers_copy, "CLR-HOST-POINTERS-OVERLAP")
{
    kept_mem one = buffer_of(given, CL_MEM_USE_HOST_PTR, bytes_of_host);
    kept_mem two = buffer_of(given, CL_MEM_USE_HOST_PTR, bytes_of_host + (wrong ? SIZE - 1 : SIZE));
    clEnqueueCopyBuffer(given->queue, one, two, 0, 16, 16, 0, NULL, NULL);
    clFinish(given->queue);
}

static void launch_with_buffers(const struct given *given, cl_mem from, cl_mem to, bool writes)
{
    kept_program program = case_program(
        given, "kernel void copy(global const int *from, global int *to)"
               "{ to[get_global_id(0)] = from[get_global_id(0)]; }\n"
               "kernel void both(global const int *from, global const int *to)"
               "{ if (from[get_global_id(0)] + to[get_global_id(0)] == 12345) printf(\"1\"); }\n");
    kept_kernel kernel = case_kernel(program, writes ? "copy" : "both");
    clSetKernelArg(kernel, 0, sizeof from, &from);
    clSetKernelArg(kernel, 1, sizeof to, &to);
    launch(given->queue, kernel, NULL);
    clFinish(given->queue);
}

/* A kernel that only reads both buffers does no harm. */
CASE(host_pointers_launch, "CLR-HOST-POINTERS-OVERLAP")
{
    kept_mem one = buffer_of(given, CL_MEM_USE_HOST_PTR, bytes_of_host);
    kept_mem two = buffer_of(given, CL_MEM_USE_HOST_PTR, bytes_of_host);
    launch_with_buffers(given, one, two, wrong);
}

/* A copy of the host memory does not overlap with it. */
CASE(host_pointers_copied, "CLR-HOST-POINTERS-OVERLAP")
{
    const cl_mem_flags flags = wrong ? CL_MEM_USE_HOST_PTR : CL_MEM_COPY_HOST_PTR;
    kept_mem one = buffer_of(given, CL_MEM_USE_HOST_PTR, bytes_of_host);
    kept_mem two = buffer_of(given, flags, bytes_of_host);
    launch_with_buffers(given, one, two, true);
}

/* A kernel may get the same buffer twice. */
CASE(host_pointers_twice, "CLR-HOST-POINTERS-OVERLAP")
{
    kept_mem one = buffer_of(given, CL_MEM_USE_HOST_PTR, bytes_of_host);
    kept_mem two = buffer_of(given, CL_MEM_USE_HOST_PTR, bytes_of_host);
    launch_with_buffers(given, one, wrong ? two : one, true);
}

/* Parts of one buffer do not count as two buffers. */
CASE(host_pointers_parts, "CLR-HOST-POINTERS-OVERLAP")
{
    const cl_buffer_region first = { 0, SIZE / 2 }, second = { SIZE / 2, SIZE / 2 };
    kept_mem whole = buffer_of(given, CL_MEM_USE_HOST_PTR, bytes_of_host);
    kept_mem again = buffer_of(given, CL_MEM_USE_HOST_PTR, bytes_of_host);
    kept_mem one =
        clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, wrong ? &second : &first, NULL);
    kept_mem two =
        clCreateSubBuffer(wrong ? again : whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &second, NULL);
    launch_with_buffers(given, one, two, true);
}

/* ---- host memory that is freed, with --frees ---- */

enum freeing { BEFORE_WAIT, AFTER_WAIT };

static void transfer_and_free(const struct given *given, bool reads, enum freeing freeing)
{
    kept_mem buffer = buffer_of(given, 0, NULL);
    char *memory = calloc(1, SIZE);
    if (reads)
        clEnqueueReadBuffer(given->queue, buffer, CL_FALSE, 16, 64, memory + 16, 0, NULL, NULL);
    else clEnqueueWriteBuffer(given->queue, buffer, CL_FALSE, 16, 64, memory + 16, 0, NULL, NULL);
    clFlush(given->queue);
    if (freeing == BEFORE_WAIT) pause_for_commands();
    else clFinish(given->queue);
    free(memory);
    clFinish(given->queue);
}

CALL(host_freed_in_read, "CLR-HOST-FREED-IN-USE",
     transfer_and_free(given, true, wrong ? BEFORE_WAIT : AFTER_WAIT))
CALL(host_freed_in_write, "CLR-HOST-FREED-IN-USE",
     transfer_and_free(given, false, wrong ? BEFORE_WAIT : AFTER_WAIT))

static void CL_CALLBACK frees_host(cl_event event, cl_int status, void *memory)
{
    free(memory);
    atomic_store(&is_freed, true);
}

/* The callback of the read's event may free the memory. The program may free other memory at any
 * time. */
CASE(host_freed_in_callback, "CLR-HOST-FREED-IN-USE")
{
    kept_mem buffer = buffer_of(given, 0, NULL);
    kept_event read = NULL;
    void *memory = calloc(1, SIZE);
    clEnqueueReadBuffer(given->queue, buffer, CL_FALSE, 0, SIZE, memory, 0, NULL, &read);
    clFlush(given->queue);
    free(malloc(SIZE));
    if (wrong) pause_for_commands();
    if (wrong) free(memory);
    else clSetEventCallback(read, CL_COMPLETE, frees_host, memory);
    while (!wrong && !atomic_load(&is_freed)) {
    }
    clFinish(given->queue);
}

/* The driver may free memory that a command of the program uses, once it no longer needs it. */
CASE(host_freed_by_driver, "CLR-HOST-FREED-IN-USE")
{
    kept_mem from = buffer_of(given, 0, NULL);
    cl_mem to = buffer_of(given, 0, NULL);
    char *memory = wrong ? malloc(SIZE)
                         : clEnqueueMapBuffer(given->queue, to, CL_TRUE, CL_MAP_WRITE, 0, SIZE, 0,
                                              NULL, NULL, NULL);
    clEnqueueReadBuffer(given->queue, from, CL_FALSE, 0, SIZE, memory, 0, NULL, NULL);
    if (wrong) pause_for_commands();
    if (wrong) free(memory);
    else clEnqueueUnmapMemObject(given->queue, to, memory, 0, NULL, NULL);
    clReleaseMemObject(to);
    pause_for_commands();
    clFinish(given->queue);
}

/* Unmaps the memory, or only a part that the command does not use. */
CASE(host_freed_by_munmap, "CLR-HOST-FREED-IN-USE")
{
    enum { PAGES = 1 << 17 };
    kept_mem buffer = buffer_of(given, 0, NULL);
    char *memory =
        mmap(NULL, 2 * (size_t)PAGES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    clEnqueueReadBuffer(given->queue, buffer, CL_FALSE, 0, SIZE, memory + PAGES, 0, NULL, NULL);
    clFlush(given->queue);
    if (wrong) pause_for_commands();
    if (munmap(wrong ? memory + PAGES : memory, PAGES)) exit(1);
    clFinish(given->queue);
    munmap(memory, 2 * (size_t)PAGES);
}
