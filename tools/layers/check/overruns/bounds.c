/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds.h"

#include "../../../calls/clock.h"
#include "../../../calls/bounds_protocol.h"
#include "../../next_layer.h"
#include "../known/info_kernels.h"
#include "../known/info_memory.h"
#include "../known/lock.h"
#include "../known/ranges.h"
#include "twins.h"

#include <stdio.h>
#include <stdlib.h>

enum { NAME = 1024 };

/* A kernel of the program, and the rewritten one that is launched instead. */
struct pair {
    struct pair *next;
    cl_kernel kernel, rewritten;
    struct twin *twin;
    cl_uint arguments; /* the number of arguments of `kernel`; the rewritten one has one more */
    bool is_forgotten;
    bool is_null[BOUNDS_MOST_SIZES]; /* of each argument: it is a buffer, and NULL */
    char name[NAME];
    atomic_flag launch; /* a lock, held from the setting of the last argument to the launch */
};

/* A launch. */
struct watched {
    struct watched *next;
    struct twin *twin;
    cl_mem mem;           /* the memory that the kernel writes its reports to */
    cl_event ended, read; /* the events of the launch, and of the read of that memory */
    cl_kernel kernel;
    uint32_t generation; /* of the kernel */
    char name[NAME];     /* of the kernel */
    struct call_site site;
    uint64_t words[BOUNDS_SIZES];
};

enum { PAIR_LISTS = 256 };
static struct pair *lists[PAIR_LISTS];
static struct watched *first_watched, **last_watched = &first_watched;

/* ---- kernels ---- */

static struct pair **list_of(cl_kernel kernel)
{
    return &lists[(uintptr_t)kernel / 16 % PAIR_LISTS];
}

/* The pair of a kernel; NULL: none. It stays until the kernel ends, and nobody may use a kernel
 * then. */
static struct pair *pair_of(cl_kernel kernel)
{
    struct pair *pair;
    lock_take(LOCK_BOUNDS);
    pair = *list_of(kernel);
    while (pair && pair->kernel != kernel) pair = pair->next;
    lock_release(LOCK_BOUNDS);
    return pair && !pair->is_forgotten ? pair : NULL;
}

/* Takes the pair of a kernel out of the list. NULL: the kernel has none. */
static struct pair *take_pair(cl_kernel kernel)
{
    struct pair **link = list_of(kernel), *pair;
    lock_take(LOCK_BOUNDS);
    while (*link && (*link)->kernel != kernel) link = &(*link)->next;
    pair = *link;
    if (pair) *link = pair->next;
    lock_release(LOCK_BOUNDS);
    return pair;
}

static void free_pair(struct pair *pair)
{
    if (!pair) return;
    next_layer.clReleaseKernel(pair->rewritten);
    twin_release(pair->twin);
    free(pair);
}

/* Adds a pair, which takes over the rewritten kernel and the reference of the twin. */
static void add_pair(cl_kernel kernel, cl_kernel rewritten, struct twin *twin)
{
    struct pair *pair = calloc(1, sizeof *pair);
    free_pair(take_pair(kernel)); /* that of a dead kernel with the same handle */
    if (!pair ||
        next_layer.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof pair->name - 1,
                                   pair->name, NULL) ||
        next_layer.clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof pair->arguments,
                                   &pair->arguments, NULL) ||
        pair->arguments > BOUNDS_MOST_SIZES) {
        free(pair);
        next_layer.clReleaseKernel(rewritten);
        twin_release(twin);
        return;
    }
    pair->kernel = kernel;
    pair->rewritten = rewritten;
    pair->twin = twin;
    atomic_flag_clear(&pair->launch);
    lock_take(LOCK_BOUNDS);
    pair->next = *list_of(kernel);
    *list_of(kernel) = pair;
    lock_release(LOCK_BOUNDS);
}

/* Makes the pair of a new kernel. */
static void make_pair(cl_program program, cl_kernel kernel)
{
    struct twin *twin = twin_of(program);
    char name[NAME] = "";
    cl_kernel rewritten = NULL;
    cl_int status = CL_SUCCESS;
    if (!twin) return;
    if (twin->built &&
        !next_layer.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name - 1, name, NULL))
        rewritten = next_layer.clCreateKernel(twin->built, name, &status);
    if (rewritten && !status) add_pair(kernel, rewritten, twin);
    else twin_release(twin);
}

void bounds_forget(cl_kernel kernel)
{
    struct pair *pair = bounds_on() ? pair_of(kernel) : NULL;
    if (pair) pair->is_forgotten = true;
}

/* Whether the program has released its last reference. */
static bool is_ended(const void *handle)
{
    const struct tracked *tracked = objects_find(handle);
    return !tracked || atomic_load(&tracked->references) <= 0;
}

/* ---- functions that are replaced ---- */

static cl_kernel CL_API_CALL create_kernel(cl_program program, const char *name, cl_int *status)
{
    cl_kernel kernel = next_layer.clCreateKernel(program, name, status);
    if (kernel) make_pair(program, kernel);
    return kernel;
}

static cl_int CL_API_CALL create_kernels(cl_program program, cl_uint count, cl_kernel *kernels,
                                         cl_uint *count_ret)
{
    cl_uint made = 0;
    const cl_int status =
        next_layer.clCreateKernelsInProgram(program, count, kernels, count_ret ? count_ret : &made);
    if (count_ret) made = *count_ret;
    for (cl_uint i = 0; !status && kernels && i < made && i < count; i++)
        make_pair(program, kernels[i]);
    return status;
}

static cl_kernel CL_API_CALL clone_kernel(cl_kernel source, cl_int *errcode)
{
    cl_kernel kernel = next_layer.clCloneKernel(source, errcode), rewritten;
    const struct pair *pair = kernel ? pair_of(source) : NULL;
    struct pair *copy;
    cl_int status = CL_SUCCESS;
    if (!pair) return kernel;
    rewritten = next_layer.clCloneKernel(pair->rewritten, &status);
    if (!rewritten || status) return kernel;
    lock_take(LOCK_BOUNDS);
    pair->twin->holders++;
    lock_release(LOCK_BOUNDS);
    add_pair(kernel, rewritten, pair->twin);
    copy = pair_of(kernel);
    if (copy) memcpy(copy->is_null, pair->is_null, sizeof copy->is_null);
    return kernel;
}

static cl_int CL_API_CALL release_kernel(cl_kernel kernel)
{
    /* Takes the pair before the call: after it, another thread may have made a kernel with the same
     * handle. */
    struct pair *pair = is_ended(kernel) ? take_pair(kernel) : NULL;
    const cl_int status = next_layer.clReleaseKernel(kernel);
    free_pair(pair);
    return status;
}

static cl_int CL_API_CALL release_program(cl_program program)
{
    if (is_ended(program)) twin_end(program); /* before another program may get the handle */
    return next_layer.clReleaseProgram(program);
}

/* After the program's argument was set for the twin, too: if the twin refuses what the kernel
 * accepts, gives up the pair. */
static void forget_if_refused(cl_kernel kernel, cl_int status)
{
    if (status) bounds_forget(kernel);
}

/* Whether the value of a buffer's argument is NULL. */
static bool is_null(size_t size, const void *value)
{
    static const cl_mem none;
    return !value || (size == sizeof none && !memcmp(value, &none, sizeof none));
}

static cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, size_t size,
                                       const void *value)
{
    const cl_int status = next_layer.clSetKernelArg(kernel, index, size, value);
    struct pair *pair = status ? NULL : pair_of(kernel);
    if (!pair || index >= BOUNDS_MOST_SIZES) return status;
    pair->is_null[index] = is_null(size, value);
    forget_if_refused(kernel, next_layer.clSetKernelArg(pair->rewritten, index, size, value));
    return status;
}

static cl_int CL_API_CALL set_pointer(cl_kernel kernel, cl_uint index, const void *value)
{
    const cl_int status = next_layer.clSetKernelArgSVMPointer(kernel, index, value);
    struct pair *pair = status ? NULL : pair_of(kernel);
    if (!pair || index >= BOUNDS_MOST_SIZES) return status;
    pair->is_null[index] = !value;
    forget_if_refused(kernel, next_layer.clSetKernelArgSVMPointer(pair->rewritten, index, value));
    return status;
}

static cl_int CL_API_CALL set_information(cl_kernel kernel, cl_kernel_exec_info what, size_t size,
                                          const void *value)
{
    const cl_int status = next_layer.clSetKernelExecInfo(kernel, what, size, value);
    const struct pair *pair = status ? NULL : pair_of(kernel);
    if (pair)
        forget_if_refused(kernel,
                          next_layer.clSetKernelExecInfo(pair->rewritten, what, size, value));
    return status;
}

/* ---- launches ---- */

static void collect_some(void);

/* The launch that the thread has just made. */
static _Thread_local struct watched *launched THREAD_LOCAL_NEAR;

static void watched_free(struct watched *watched)
{
    if (watched->ended) next_layer.clReleaseEvent(watched->ended);
    if (watched->read) next_layer.clReleaseEvent(watched->read);
    if (watched->mem) next_layer.clReleaseMemObject(watched->mem);
    twin_release(watched->twin);
    free(watched);
}

/* The content of the buffer before the launch. */
struct content {
    struct bounds_size *sizes;
    cl_uint count;
};

static void set_size(const struct content *content, cl_uint index, struct bounds_size size)
{
    if (index < content->count) content->sizes[index] = size;
}

static void note_mem(void *data, const struct mem_argument *argument)
{
    const struct info_mem *info = info_mem(argument->mem);
    if (info && info->type == CL_MEM_OBJECT_BUFFER)
        set_size(data, argument->index, (struct bounds_size){ 0, info->size });
}

static void note_other(void *data, const struct other_argument *argument)
{
    struct bounds_size size;
    if (argument->pointer && range_around(argument->pointer, &size.before, &size.all))
        set_size(data, argument->index, size);
}

/* Makes the buffer that is the last argument. NULL: there is no memory, or the driver refuses. */
static cl_mem make_buffer(const struct pair *pair)
{
    const size_t words = BOUNDS_REPORTED + ((size_t)pair->twin->count + 1) / 2;
    uint64_t *bytes = calloc(words, sizeof *bytes);
    struct content content = { NULL, pair->arguments };
    cl_context context = NULL;
    cl_mem mem = NULL;
    cl_int status = CL_SUCCESS;
    if (!bytes) return NULL;
    content.sizes = (void *)(bytes + BOUNDS_SIZES);
    for (cl_uint i = 0; i < content.count; i++)
        content.sizes[i].all = pair->is_null[i] ? 0 : BOUNDS_UNKNOWN;
    info_visit_mems(pair->kernel, note_mem, &content);
    info_visit_others(pair->kernel, note_other, &content);
    if (!next_layer.clGetKernelInfo(pair->kernel, CL_KERNEL_CONTEXT, sizeof context, &context,
                                    NULL))
        mem = next_layer.clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                        words * sizeof *bytes, bytes, &status);
    free(bytes);
    return status ? NULL : mem;
}

/* Prepares a launch of the rewritten kernel. NULL: launch the kernel itself. */
static struct watched *prepare(struct pair *pair)
{
    struct watched *watched = calloc(1, sizeof *watched);
    const struct tracked *object = objects_find(pair->kernel);
    if (!watched || !object) {
        free(watched);
        return NULL;
    }
    watched->kernel = pair->kernel;
    watched->generation = atomic_load(&object->generation);
    memcpy(watched->name, pair->name, sizeof watched->name);
    watched->twin = pair->twin;
    lock_take(LOCK_BOUNDS);
    watched->twin->holders++;
    lock_release(LOCK_BOUNDS);
    watched->mem = make_buffer(pair);
    if (watched->mem) return watched;
    watched_free(watched);
    return NULL;
}

/* The arguments of a launch. */
struct range {
    cl_uint dimensions;
    const size_t *offset, *global, *local;
    cl_uint waits;
    const cl_event *list;
};

/* Launches the rewritten kernel, and enqueues the read of its reports. */
static cl_int launch_rewritten(cl_command_queue queue, struct pair *pair, const struct range *range,
                               cl_event *event)
{
    struct watched *watched = prepare(pair);
    cl_int status = CL_OUT_OF_RESOURCES;
    if (!watched) return status;
    system_take(&pair->launch);
    if (!next_layer.clSetKernelArg(pair->rewritten, pair->arguments, sizeof watched->mem,
                                   &watched->mem))
        status = next_layer.clEnqueueNDRangeKernel(queue, pair->rewritten, range->dimensions,
                                                   range->offset, range->global, range->local,
                                                   range->waits, range->list, event);
    atomic_flag_clear_explicit(&pair->launch, memory_order_release);
    if (!status &&
        !next_layer.clEnqueueReadBuffer(queue, watched->mem, CL_FALSE, 0, sizeof watched->words,
                                        watched->words, 1, event, &watched->read)) {
        if (!next_layer.clRetainEvent(*event)) watched->ended = *event;
        launched = watched;
        return status;
    }
    watched_free(watched);
    return status;
}

static cl_int launch(cl_command_queue queue, cl_kernel kernel, const struct range *range,
                     cl_event *event)
{
    struct pair *pair = pair_of(kernel);
    cl_event own = NULL;
    cl_int status;
    if (launched) watched_free(launched); /* bounds_launched() has not asked for it */
    launched = NULL;
    if (!pair) return CL_INVALID_KERNEL;
    collect_some();
    status = launch_rewritten(queue, pair, range, event ? event : &own);
    if (own) next_layer.clReleaseEvent(own);
    return status;
}

/* Launches the rewritten kernel or, if that fails because it needs more resources, the kernel
 * itself. */
static cl_int CL_API_CALL enqueue_range(cl_command_queue queue, cl_kernel kernel,
                                        cl_uint dimensions, const size_t *offset,
                                        const size_t *global, const size_t *local, cl_uint waits,
                                        const cl_event *list, cl_event *event)
{
    const struct range range = { dimensions, offset, global, local, waits, list };
    if (!launch(queue, kernel, &range, event)) return CL_SUCCESS;
    return next_layer.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local,
                                             waits, list, event);
}

static cl_int CL_API_CALL enqueue_task(cl_command_queue queue, cl_kernel kernel, cl_uint waits,
                                       const cl_event *list, cl_event *event)
{
    static const size_t one = 1;
    const struct range range = { 1, NULL, &one, &one, waits, list };
    if (!launch(queue, kernel, &range, event)) return CL_SUCCESS;
    return next_layer.clEnqueueTask(queue, kernel, waits, list, event);
}

void bounds_interpose(struct dispatch *below)
{
    if (!bounds_on()) return;
    below->clCreateKernel = create_kernel;
    below->clCreateKernelsInProgram = create_kernels;
    if (next_layer.clCloneKernel) below->clCloneKernel = clone_kernel;
    below->clReleaseKernel = release_kernel;
    below->clReleaseProgram = release_program;
    below->clSetKernelArg = set_argument;
    if (next_layer.clSetKernelArgSVMPointer) below->clSetKernelArgSVMPointer = set_pointer;
    if (next_layer.clSetKernelExecInfo) below->clSetKernelExecInfo = set_information;
    below->clEnqueueNDRangeKernel = enqueue_range;
    if (next_layer.clEnqueueTask) below->clEnqueueTask = enqueue_task;
}

/* ---- findings ---- */

/* The address that a text is recorded for. A finding shows the last name of an address, so each
 * text gets an address of its own, which stays. */
static const void *record_words(const char *text)
{
    static struct words {
        struct words *next;
    } * all;
    struct words *words = malloc(sizeof *words);
    if (!words) return NULL;
    lock_take(LOCK_BOUNDS);
    words->next = all;
    all = words;
    lock_release(LOCK_BOUNDS);
    recorder_name(words, text);
    return words;
}

void bounds_compiled(cl_program program, const char *options, cl_uint count,
                     const cl_program *headers, const char *const *names)
{
    if (bounds_on()) twin_compiled(program, options, count, headers, names);
}

void bounds_linked(cl_program program, cl_uint count, const cl_program *from)
{
    if (bounds_on()) twin_linked(program, count, from);
}

void bounds_made(const struct check_call *call, cl_program program)
{
    struct twin *twin = bounds_on() ? twin_of(program) : NULL;
    bool is_new;
    if (!twin) return;
    lock_take(LOCK_BOUNDS);
    is_new = !twin->built && !twin->is_told;
    twin->is_told = true;
    lock_release(LOCK_BOUNDS);
    if (is_new) {
        finding_write_at(
            BOUNDS_UNCHECKED, program, call_site(call),
            VALUES(ADDRESS(record_words(twin->why ? twin->why : "there is no memory"))));
    }
    twin_release(twin);
}

static void append(struct watched *watched)
{
    watched->next = NULL;
    lock_take(LOCK_BOUNDS);
    *last_watched = watched;
    last_watched = &watched->next;
    lock_release(LOCK_BOUNDS);
}

void bounds_launched(const struct check_call *call)
{
    struct watched *watched = launched;
    launched = NULL;
    if (!watched) return;
    watched->site = call_site(call);
    append(watched);
}

/* "kernel add reads 4 bytes at offset 4000 of its argument 1 (global int *out), ..." */
static const void *describe(const struct watched *watched, const struct bounds_report *report,
                            const char *kernel, const char *parameter)
{
    const char *place = watched->twin->places[report->access];
    char text[NAME + 512], size[64] = "is NULL";
    if (report->all)
        snprintf(size, sizeof size, "has %llu bytes",
                 (unsigned long long)(report->all - report->before));
    snprintf(text, sizeof text,
             "kernel %s %s %llu byte%s at offset %lld of its argument %u%s%s%s, counted from 0, "
             "which %s: %.*s, work-item (%llu, %llu, %llu)",
             kernel,
             *place == 'r'   ? "reads"
             : *place == 'w' ? "writes"
                             : "reads and writes",
             (unsigned long long)report->size, report->size == 1 ? "" : "s",
             (long long)report->offset, report->argument, *parameter ? " (" : "", parameter,
             *parameter ? ")" : "", size, (int)strcspn(place + 2, "\n"), place + 2,
             (unsigned long long)report->item[0], (unsigned long long)report->item[1],
             (unsigned long long)report->item[2]);
    return record_words(text);
}

static void add_finding(const struct watched *watched, const struct bounds_report *report)
{
    struct finding_part part = {
        finding_part_number(watched->name, report->access, report->argument), 0
    };
    const struct tracked *kernel = objects_find(watched->kernel);
    const bool is_there = kernel && objects_is_still(kernel, watched->generation);
    char parameter[256] = "";
    if (report->access >= watched->twin->count ||
        !finding_part_is_due(KERNEL_OUT_OF_BOUNDS, watched->site, &part))
        return;
    if (is_there)
        info_parameter_text(watched->kernel, report->argument, parameter, sizeof parameter);
    finding_write_part(KERNEL_OUT_OF_BOUNDS, NULL, watched->site, part,
                       VALUES(is_there ? ADDRESS(watched->kernel) : 0, report->argument,
                              (uint64_t)report->offset,
                              ADDRESS(describe(watched, report, watched->name, parameter))));
}

static void add_findings(const struct watched *watched)
{
    const struct bounds_report *reports = (const void *)(watched->words + BOUNDS_REPORTS);
    const uint32_t count = (uint32_t)watched->words[0];
    for (uint32_t i = 0; i < count && i < BOUNDS_MOST_REPORTS; i++)
        add_finding(watched, &reports[i]);
}

static struct watched *take_watched(void)
{
    struct watched *all;
    lock_take(LOCK_BOUNDS);
    all = first_watched;
    first_watched = NULL;
    last_watched = &first_watched;
    lock_release(LOCK_BOUNDS);
    return all;
}

static cl_int status_of(cl_event event)
{
    cl_int status = CL_COMPLETE - 1;
    next_layer.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                              NULL);
    return status;
}

/* Adds the findings of a launch if it has ended. The read of its reports comes next; if `until`
 * allows, waits for that, because the program may soon release the kernel, and its names would be
 * missing in the findings. (Not forever: a command of another thread may have come between the two,
 * and may wait for this thread.) */
static void inspect(struct watched *watched, uint64_t until)
{
    cl_int status = status_of(watched->read);
    while (status > CL_COMPLETE && clock_nanoseconds() < until && watched->ended &&
           status_of(watched->ended) == CL_COMPLETE) {
        system_yield();
        status = status_of(watched->read);
    }
    if (status == CL_COMPLETE) add_findings(watched);
    if (status > CL_COMPLETE) append(watched);
    else watched_free(watched);
}

void bounds_collect(bool waits)
{
    enum { LONGEST_WAIT = 100000000 }; /* nanoseconds */
    const uint64_t until = bounds_on() && waits ? clock_nanoseconds() + LONGEST_WAIT : 0;
    struct watched *watched = bounds_on() ? take_watched() : NULL;
    while (watched) {
        struct watched *next = watched->next;
        inspect(watched, until);
        watched = next;
    }
}

/* Takes the first launch out of the list. NULL: there is none. */
static struct watched *take_first(void)
{
    struct watched *first;
    lock_take(LOCK_BOUNDS);
    first = first_watched;
    if (first) first_watched = first->next;
    if (!first_watched) last_watched = &first_watched;
    lock_release(LOCK_BOUNDS);
    return first;
}

/* Inspects a few launches. Each launch does so, because thousands may be waiting. */
static void collect_some(void)
{
    enum { SOME = 4 };
    struct watched *watched;
    for (unsigned i = 0; i < SOME && (watched = take_first()); i++) inspect(watched, 0);
}
