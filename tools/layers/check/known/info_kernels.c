/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Information about kernels (info.h): what their parameters take, and which arguments they have.
 * Only one thread at a time may use a kernel; a program that breaks this must not crash the layer.
 */
#include "info_kernels.h"

#include "../../recorder.h"
#include "info_devices.h"
#include "info_memory.h"
#include "info_programs.h"
#include "info_queues.h"
#include "lock.h"
#include "memory.h"
#include "parameters.h"
#include "ranges.h"

#include <stdlib.h>

/* ---- parameters ---- */

/* All parameters of a kernel. Kernels with equal parameters share one prototype, which is never
 * freed. */
struct prototype {
    struct prototype *next;
    cl_uint count;
    bool touches; /* the kernel certainly uses one of its arguments */
    struct kernel_parameter parameters[];
};

enum { MOST_PARAMETERS = 1024, PROTOTYPE_LISTS = 256 };

/* The prototype that all kernels with these parameters share: `fresh`, or an older one, and then
 * `fresh` is freed. */
static const struct prototype *intern(struct prototype *fresh)
{
    static struct prototype *lists[PROTOTYPE_LISTS];
    const size_t size = fresh->count * sizeof *fresh->parameters;
    const unsigned char *bytes = (const void *)fresh->parameters;
    struct prototype **list, *prototype;
    uint32_t hash = fresh->count;
    for (size_t i = 0; i < size; i++) hash = hash * 31 + bytes[i];
    list = &lists[hash % PROTOTYPE_LISTS];
    lock_take(LOCK_PROTOTYPES);
    for (prototype = *list; prototype; prototype = prototype->next)
        if (prototype->count == fresh->count &&
            !memcmp(prototype->parameters, fresh->parameters, size))
            break;
    if (!prototype) {
        fresh->next = *list;
        *list = prototype = fresh;
        fresh = NULL;
    }
    lock_release(LOCK_PROTOTYPES);
    free(fresh);
    return prototype;
}

static const struct prototype *new_prototype(cl_kernel kernel, cl_program program, const char *name)
{
    struct prototype *prototype;
    cl_uint count = 0;
    if (queries.clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL) ||
        count > MOST_PARAMETERS)
        return NULL;
    prototype = calloc(1, sizeof *prototype + count * sizeof *prototype->parameters);
    if (!prototype) return NULL;
    prototype->count = count;
    parameters_of(kernel, program, name, count, prototype->parameters);
    for (cl_uint i = 0; i < count; i++)
        prototype->touches |=
            prototype->parameters[i].is_written || prototype->parameters[i].is_indexed;
    return intern(prototype);
}

static const struct prototype *prototype_of(cl_kernel kernel, cl_program program)
{
    char name[256] = "";
    const bool named =
        !queries.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name - 1, name, NULL) &&
        *name;
    const struct prototype *prototype = named ? info_remembered(program, name) : NULL;
    if (!prototype) prototype = new_prototype(kernel, program, name);
    if (prototype && named) info_remember(program, name, prototype);
    return prototype;
}

/* ---- kernels ---- */

/* The argument of a kernel for a parameter. */
struct argument {
    _Atomic(const void *) object; /* the object, or an address */
    _Atomic uint32_t generation;  /* the generation of the object */
    _Atomic unsigned char state;  /* enum argument_state */
};
enum argument_state {
    STATE_UNSET,
    STATE_SET,
    STATE_NULL,        /* NULL, for a parameter that points to global or constant memory */
    STATE_NULL_HANDLE, /* the address of a NULL handle, for such a parameter */
    STATE_OBJECT,
    STATE_SUB_BUFFER, /* a sub-buffer, whose alignment matters */
    STATE_SVM,        /* a pointer to shared virtual memory */
    STATE_USM         /* a pointer to unified shared memory */
};

/* The layer keeps the first addresses of clSetKernelExecInfo. Kernels that need more are rare. */
enum { MOST_EXEC_POINTERS = 16 };

struct arguments {
    /* The kernel's earlier, smaller arguments, which other threads may still be reading. */
    struct arguments *before;
    size_t space;
    /* Addresses that clSetKernelExecInfo got, or NULL. */
    _Atomic(const void *) pointers[MOST_EXEC_POINTERS];
    struct argument list[];
};

atomic_bool info_pointers_used;

struct info_kernel {
    struct info info;
    const struct prototype *prototype; /* NULL: not known */
    const void *context;               /* NULL: not known */
    cl_program program;
    struct arguments *arguments; /* NULL only without a prototype */
};

static struct arguments *arguments_for(cl_uint count)
{
    struct arguments *arguments = calloc(1, sizeof *arguments + count * sizeof *arguments->list);
    if (arguments) arguments->space = count;
    return arguments;
}

static void fill_kernel(void *handle, struct info *info)
{
    struct info_kernel *filled = (void *)info;
    cl_kernel kernel = handle;
    const struct tracked *object = objects_find(handle);
    if (object && atomic_load(&object->met))
        return; /* the layer has not seen the arguments that were set before */
    filled->context = objects_context(handle);
    queries.clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof filled->program, &filled->program,
                            NULL);
    filled->prototype = prototype_of(kernel, filled->program);
    if (!filled->prototype) return;
    filled->arguments = arguments_for(filled->prototype->count);
    if (!filled->arguments) filled->prototype = NULL;
}

/* A new kernel at the address of a dead one takes over its memory for arguments. */
static void replace_kernel(struct info *dead, struct info *fresh)
{
    struct info_kernel *info = (void *)dead, *with = (void *)fresh;
    struct arguments *before = info->arguments;
    if (before && (!with->arguments || before->space >= with->arguments->space)) {
        memset((void *)before->pointers, 0, sizeof before->pointers);
        memset((void *)before->list, 0, before->space * sizeof *before->list);
        free(with->arguments);
        with->arguments = before;
    } else if (with->arguments) {
        with->arguments->before = before;
    }
    memcpy(dead + 1, fresh + 1, sizeof *info - sizeof *dead);
}

const struct info_kind info_kind_kernel = { sizeof(struct info_kernel), fill_kernel,
                                            replace_kernel };

static const struct info_kernel *kernel_of(cl_kernel kernel)
{
    const struct info_kernel *info = (const void *)info_of(kernel, KIND_KERNEL);
    return info && info->prototype ? info : NULL;
}

cl_program info_kernel_program(cl_kernel kernel)
{
    const struct info_kernel *info = (const void *)info_of(kernel, KIND_KERNEL);
    return info ? info->program : NULL;
}

/* ---- what is wrong with an argument ---- */

static const struct argument_check right = { ARGUMENT_RIGHT, NULL, 0 };

static struct argument_check fault(enum argument_fault what, const void *object, uint64_t value)
{
    return (struct argument_check){ what, object, value };
}

/* Checks the argument of a parameter that is known to take a memory object. */
static struct argument_check check_mem(const struct info_kernel *kernel,
                                       const struct kernel_parameter *parameter, const void *object)
{
    const struct tracked *tracked = objects_living(object, KIND_MEM);
    const struct info_mem *mem;
    const void *context;
    if (!tracked) return fault(ARGUMENT_MEM, object, 0);
    context = atomic_load_explicit(&tracked->context, memory_order_relaxed);
    if (context && kernel->context && context != kernel->context)
        return fault(ARGUMENT_CONTEXT, object, 0);
    mem = info_mem((cl_mem)(uintptr_t)object);
    if (!mem) return right;
    if ((parameter->kind == PARAMETER_POINTER && mem->type != CL_MEM_OBJECT_BUFFER) ||
        (parameter->kind == PARAMETER_PIPE && mem->type != CL_MEM_OBJECT_PIPE) ||
        (parameter->kind == PARAMETER_IMAGE &&
         (mem->type == CL_MEM_OBJECT_BUFFER || mem->type == CL_MEM_OBJECT_PIPE ||
          (parameter->mem_type && mem->type != parameter->mem_type))))
        return fault(ARGUMENT_KIND, object, mem->type);
    if (parameter->kind != PARAMETER_IMAGE) return right;
    if (parameter->access == ACCESS_READ && mem->flags & CL_MEM_WRITE_ONLY)
        return fault(ARGUMENT_WRITE_ONLY, object, 0);
    if (parameter->access == ACCESS_WRITE &&
        (mem->flags & CL_MEM_READ_ONLY || info_mem_is_immutable((cl_mem)(uintptr_t)object)))
        return fault(ARGUMENT_READ_ONLY, object, 0);
    return right;
}

/* Checks an argument that has the size of a handle, and so may be an object. (It may also be a
 * number: that of a dead object is the address of any memory that malloc() has given since.) */
static struct argument_check check_perhaps(const struct info_kernel *kernel, const void *object)
{
    const struct tracked *tracked = objects_find(object);
    const enum kind kind = tracked ? objects_kind(tracked) : KIND_NONE;
    if ((kind == KIND_MEM || kind == KIND_SAMPLER) && objects_alive(tracked) && kernel->context) {
        const void *context = atomic_load_explicit(&tracked->context, memory_order_relaxed);
        if (context && context != kernel->context) return fault(ARGUMENT_CONTEXT, object, 0);
    }
    return right;
}

static struct argument_check check_sampler(const struct info_kernel *kernel, const void *object)
{
    if (!objects_living(object, KIND_SAMPLER)) return fault(ARGUMENT_SAMPLER, object, 0);
    if (kernel->context && objects_context(object) && objects_context(object) != kernel->context)
        return fault(ARGUMENT_CONTEXT, object, 0);
    return right;
}

static struct argument_check check_queue(const void *object)
{
    cl_command_queue queue = (cl_command_queue)(uintptr_t)object;
    if (!objects_living(object, KIND_QUEUE) ||
        (info_queue_properties(queue) && !(info_queue_properties(queue) & CL_QUEUE_ON_DEVICE)))
        return fault(ARGUMENT_QUEUE, object, 0);
    return right;
}

static struct argument_check check_object(const struct info_kernel *kernel,
                                          const struct kernel_parameter *parameter, size_t size,
                                          const void *value)
{
    const void *object = NULL;
    if (value && size != sizeof object) return fault(ARGUMENT_OBJECT_SIZE, NULL, parameter->kind);
    if (value) memcpy(&object, value, sizeof object);
    if (!object)
        return parameter->kind == PARAMETER_POINTER
                   ? right
                   : fault(ARGUMENT_OBJECT_NULL, NULL, parameter->kind);
    if (parameter->kind == PARAMETER_SAMPLER) return check_sampler(kernel, object);
    if (parameter->kind == PARAMETER_QUEUE) return check_queue(object);
    return check_mem(kernel, parameter, object);
}

ALWAYS_INLINED static inline struct argument_check check_argument_of(
    const struct info_kernel *kernel, cl_uint index, size_t size, const void *value)
{
    const struct kernel_parameter *parameter;
    const void *object;
    if (index >= kernel->prototype->count)
        return fault(ARGUMENT_INDEX, NULL, kernel->prototype->count);
    parameter = &kernel->prototype->parameters[index];
    switch ((enum parameter_kind)parameter->kind) {
    case PARAMETER_UNKNOWN:
        if (!value || size != sizeof object) return right;
        memcpy(&object, value, sizeof object);
        return check_perhaps(kernel, object);
    case PARAMETER_VALUE:
        if (!value) return fault(ARGUMENT_NULL, NULL, 0);
        if (parameter->size && size != parameter->size)
            return fault(parameter->is_struct ? ARGUMENT_LAYOUT : ARGUMENT_SIZE, parameter,
                         parameter->size);
        return right;
    case PARAMETER_LOCAL:
        if (value) return fault(ARGUMENT_LOCAL_VALUE, NULL, 0);
        return size ? right : fault(ARGUMENT_LOCAL_ZERO, NULL, 0);
    case PARAMETER_POINTER:
    case PARAMETER_IMAGE:
    case PARAMETER_PIPE:
    case PARAMETER_SAMPLER:
    case PARAMETER_QUEUE: break;
    }
    return check_object(kernel, parameter, size, value);
}

struct argument_check info_check_argument(cl_kernel handle, cl_uint index, size_t size,
                                          const void *value)
{
    const struct info_kernel *kernel = kernel_of(handle);
    return kernel ? check_argument_of(kernel, index, size, value) : right;
}

const void *info_prototype(cl_kernel handle)
{
    const struct info_kernel *kernel = kernel_of(handle);
    return kernel ? kernel->prototype : NULL;
}

struct argument_check info_check_changed(const void *prototype, const void *context, cl_uint index,
                                         size_t size, const void *value)
{
    const struct info_kernel kernel = { .prototype = prototype, .context = context };
    return prototype ? check_argument_of(&kernel, index, size, value) : right;
}

struct argument_check info_check_pointer(cl_kernel handle, cl_uint index)
{
    const struct info_kernel *kernel = kernel_of(handle);
    unsigned kind;
    if (!kernel) return right;
    if (index >= kernel->prototype->count)
        return fault(ARGUMENT_INDEX, NULL, kernel->prototype->count);
    kind = kernel->prototype->parameters[index].kind;
    return kind == PARAMETER_UNKNOWN || kind == PARAMETER_POINTER
               ? right
               : fault(ARGUMENT_NO_POINTER, NULL, kind);
}

/* ---- arguments that were set ---- */

static struct argument *argument_of(cl_kernel handle, cl_uint index)
{
    const struct info_kernel *kernel = kernel_of(handle);
    return kernel && index < kernel->prototype->count ? &kernel->arguments->list[index] : NULL;
}

static void set(struct argument *argument, enum argument_state state, const void *object,
                uint32_t generation)
{
    atomic_store_explicit(&argument->object, object, memory_order_relaxed);
    atomic_store_explicit(&argument->generation, generation, memory_order_relaxed);
    atomic_store_explicit(&argument->state, (unsigned char)state, memory_order_relaxed);
}

static bool takes_objects(unsigned kind)
{
    return kind != PARAMETER_VALUE && kind != PARAMETER_LOCAL;
}

void info_note_argument(cl_kernel handle, cl_uint index, size_t size, const void *value)
{
    const struct info_kernel *kernel = kernel_of(handle);
    const struct tracked *tracked = NULL;
    void *object = NULL;
    enum argument_state nothing = value ? STATE_NULL_HANDLE : STATE_NULL;
    enum kind kind;
    if (!kernel || index >= kernel->prototype->count) return;
    if (value && size == sizeof object &&
        takes_objects(kernel->prototype->parameters[index].kind)) {
        memcpy(&object, value, sizeof object);
        tracked = objects_find(object);
    }
    kind = tracked && objects_alive(tracked) ? objects_kind(tracked) : KIND_NONE;
    if (object || kernel->prototype->parameters[index].kind != PARAMETER_POINTER)
        nothing = STATE_SET;
    if (kind != KIND_MEM && kind != KIND_SAMPLER)
        set(&kernel->arguments->list[index], nothing, NULL, 0);
    else
        set(&kernel->arguments->list[index],
            kind == KIND_MEM && info_is_sub_buffer(object) ? STATE_SUB_BUFFER : STATE_OBJECT,
            object, atomic_load_explicit(&tracked->generation, memory_order_relaxed));
}

void info_note_pointer(cl_kernel kernel, cl_uint index, const void *pointer, bool is_svm)
{
    struct argument *argument = argument_of(kernel, index);
    if (argument) set(argument, !pointer ? STATE_SET : is_svm ? STATE_SVM : STATE_USM, pointer, 0);
    if (pointer) atomic_store(&info_pointers_used, true);
}

void info_note_exec_pointers(cl_kernel handle, const void *list, size_t count)
{
    const struct info_kernel *kernel = kernel_of(handle);
    const void *const *pointers = list;
    for (size_t i = 0; kernel && i < MOST_EXEC_POINTERS; i++)
        atomic_store(&kernel->arguments->pointers[i], list && i < count ? pointers[i] : NULL);
    if (count) atomic_store(&info_pointers_used, true);
}

/* After a failure, some drivers keep the earlier argument, and others don't. */
void info_forget_argument(cl_kernel kernel, cl_uint index)
{
    struct argument *argument = argument_of(kernel, index);
    if (!argument || atomic_load_explicit(&argument->state, memory_order_relaxed) == STATE_UNSET)
        return;
    /* A command may write through a kernel that still has it. */
    info_may_write((cl_mem)(uintptr_t)atomic_load(&argument->object));
    set(argument, STATE_SET, NULL, 0);
}

void info_copy_arguments(cl_kernel from, cl_kernel to)
{
    const struct info_kernel *source = kernel_of(from), *copy = kernel_of(to);
    if (!source || !copy || source->prototype->count != copy->prototype->count) return;
    for (cl_uint i = 0; i < source->prototype->count; i++) {
        struct argument *argument = &source->arguments->list[i];
        set(&copy->arguments->list[i], (enum argument_state)atomic_load(&argument->state),
            atomic_load(&argument->object), atomic_load(&argument->generation));
    }
    for (size_t i = 0; i < MOST_EXEC_POINTERS; i++)
        atomic_store(&copy->arguments->pointers[i], atomic_load(&source->arguments->pointers[i]));
}

/* ---- what is wrong with arguments when the kernel is to run ---- */

static void check_alignment(struct launch *launch, cl_uint place, const void *object,
                            cl_command_queue queue)
{
    cl_mem mem = (cl_mem)(uintptr_t)object;
    if (launch->misaligned || !info_is_misaligned(queue, mem)) return;
    launch->misaligned = place;
    launch->offset = info_mem_offset(mem);
    launch->alignment = info_base_alignment(queue);
}

static void check_svm(struct launch *launch, cl_uint place, const void *pointer,
                      cl_command_queue queue)
{
    const uint64_t capabilities = info_queue_limit(queue, CL_DEVICE_SVM_CAPABILITIES);
    if (capabilities == 0) launch->svm = place;
    else if (range_is_foreign(pointer) && objects_are_complete() &&
             !info_device_uses_host(info_queue_device(queue)))
        launch->system = place;
}

static void check_launched(struct launch *launch, cl_uint place, struct argument *argument,
                           const struct kernel_parameter *parameter, cl_command_queue queue)
{
    const void *object = atomic_load_explicit(&argument->object, memory_order_relaxed);
    const unsigned state = atomic_load_explicit(&argument->state, memory_order_relaxed);
    const struct tracked *tracked;
    switch ((enum argument_state)state) {
    case STATE_UNSET:
        if (!launch->unset && objects_are_complete()) launch->unset = place;
        break;
    case STATE_SET: break;
    case STATE_NULL:
    case STATE_NULL_HANDLE:
        if (!parameter->is_written && !parameter->is_read) break;
        launch->null = place;
        launch->has_handle = state == STATE_NULL_HANDLE;
        break;
    case STATE_OBJECT:
    case STATE_SUB_BUFFER:
        tracked = objects_find(object);
        if (!objects_is_still(tracked,
                              atomic_load_explicit(&argument->generation, memory_order_relaxed))) {
            launch->freed = place;
            launch->object = object;
        } else if (atomic_load_explicit(&argument->state, memory_order_relaxed) ==
                   STATE_SUB_BUFFER) {
            check_alignment(launch, place, object, queue);
        }
        break;
    case STATE_SVM:
    case STATE_USM:
        if ((range_is_freed(object, RANGE_SVM) || range_is_freed(object, RANGE_USM)) &&
            !info_device_uses_host(info_queue_device(queue)))
            launch->svm_freed = place;
        else if (atomic_load(&argument->state) == STATE_SVM)
            check_svm(launch, place, object, queue);
        break;
    }
}

struct launch info_launch(cl_kernel handle, cl_command_queue queue)
{
    const struct info_kernel *kernel = kernel_of(handle);
    struct launch launch = { 0 };
    bool any = false;
    for (cl_uint i = 0; kernel && i < kernel->prototype->count; i++) {
        check_launched(&launch, i + 1, &kernel->arguments->list[i],
                       &kernel->prototype->parameters[i], queue);
        any |= atomic_load_explicit(&kernel->arguments->list[i].state, memory_order_relaxed) !=
               STATE_UNSET;
    }
    if (launch.unset && !any) {
        char name[256];
        info_kernel_name(handle, name, sizeof name);
        launch.others = info_kernels_used(kernel->program, name);
        if (launch.others) launch.others--; /* this one */
    }
    return launch;
}

/* Tells what the kernel does with the argument at an index. Returns false if that is neither a
 * memory object nor an address. */
static bool mem_argument_at(const struct info_kernel *kernel, cl_uint index,
                            struct mem_argument *mem_argument)
{
    struct argument *argument = &kernel->arguments->list[index];
    const struct kernel_parameter *parameter = &kernel->prototype->parameters[index];
    const void *value = atomic_load_explicit(&argument->object, memory_order_relaxed);
    const unsigned state = atomic_load_explicit(&argument->state, memory_order_relaxed);
    const bool is_object = state == STATE_OBJECT || state == STATE_SUB_BUFFER;
    if (!is_object && state != STATE_SVM && state != STATE_USM) return false;
    *mem_argument =
        (struct mem_argument){ .index = index,
                               .parameter = parameter,
                               .mem = is_object ? (cl_mem)(uintptr_t)value : NULL,
                               .pointer = is_object ? NULL : value,
                               .touches = parameter->is_written || parameter->is_indexed,
                               .writes = parameter->is_written,
                               .indexed = parameter->is_indexed,
                               .element = parameter->size };
    return !is_object || objects_living(value, KIND_MEM);
}

bool info_touches_mems(cl_kernel handle)
{
    const struct info_kernel *kernel = kernel_of(handle);
    return kernel && kernel->prototype->touches;
}

void info_visit_mems(cl_kernel handle,
                     void (*visit)(void *data, const struct mem_argument *argument), void *data)
{
    const struct info_kernel *kernel = kernel_of(handle);
    struct mem_argument mem_argument;
    for (cl_uint i = 0; kernel && i < kernel->prototype->count; i++)
        if (mem_argument_at(kernel, i, &mem_argument) && mem_argument.mem)
            visit(data, &mem_argument);
}

void info_visit_pointers(cl_kernel handle,
                         void (*visit)(void *data, const struct mem_argument *argument), void *data)
{
    const struct info_kernel *kernel = info_has_pointers() ? kernel_of(handle) : NULL;
    struct mem_argument mem_argument;
    for (cl_uint i = 0; kernel && i < kernel->prototype->count; i++)
        if (mem_argument_at(kernel, i, &mem_argument) && mem_argument.pointer)
            visit(data, &mem_argument);
    for (size_t i = 0; kernel && i < MOST_EXEC_POINTERS; i++) {
        mem_argument =
            (struct mem_argument){ .index = NOT_ARGUMENT,
                                   .pointer = atomic_load(&kernel->arguments->pointers[i]) };
        if (mem_argument.pointer) visit(data, &mem_argument);
    }
}

void info_visit_others(cl_kernel handle,
                       void (*visit)(void *data, const struct other_argument *argument), void *data)
{
    const struct info_kernel *kernel = kernel_of(handle);
    for (cl_uint i = 0; kernel && i < kernel->prototype->count; i++) {
        struct argument *entry = &kernel->arguments->list[i];
        const void *value = atomic_load_explicit(&entry->object, memory_order_relaxed);
        const unsigned state = atomic_load_explicit(&entry->state, memory_order_relaxed);
        const bool is_object = state == STATE_OBJECT || state == STATE_SUB_BUFFER;
        const struct other_argument argument = {
            i, is_object ? value : NULL, is_object ? NULL : value,
            atomic_load_explicit(&entry->generation, memory_order_relaxed)
        };
        if (is_object || state == STATE_SVM || state == STATE_USM) visit(data, &argument);
    }
}

cl_uint info_large_image(cl_kernel handle, cl_device_id device)
{
    const struct info_kernel *kernel = kernel_of(handle);
    const uint64_t width = info_asked(device, CL_DEVICE_IMAGE2D_MAX_WIDTH);
    const uint64_t height = info_asked(device, CL_DEVICE_IMAGE2D_MAX_HEIGHT);
    for (cl_uint i = 0; kernel && i < kernel->prototype->count; i++) {
        const struct argument *argument = &kernel->arguments->list[i];
        const void *object = atomic_load(&argument->object);
        const struct info_mem *mem = info_mem((cl_mem)(uintptr_t)object);
        if (atomic_load(&argument->state) == STATE_OBJECT && mem &&
            mem->type == CL_MEM_OBJECT_IMAGE2D &&
            (mem->shape.width > width || mem->shape.height > height))
            return i + 1;
    }
    return 0;
}

void info_parameter_text(cl_kernel handle, cl_uint index, char *text, size_t size)
{
    const struct info_kernel *kernel = kernel_of(handle);
    if (!kernel || index >= kernel->prototype->count ||
        !parameter_text(handle, kernel->program, index, text, size))
        *text = 0;
}

const void *info_name_parameter(cl_kernel handle, cl_uint index)
{
    const struct info_kernel *kernel = kernel_of(handle);
    char text[256];
    info_parameter_text(handle, index, text, sizeof text);
    if (!kernel || !*text) return NULL;
    recorder_name(&kernel->prototype->parameters[index], text);
    return &kernel->prototype->parameters[index];
}

void info_kernel_name(cl_kernel kernel, char *name, size_t size)
{
    memset(name, 0, size);
    if (queries.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, size - 1, name, NULL)) *name = 0;
}

void info_name_kernel(cl_kernel kernel)
{
    char name[1024];
    info_kernel_name(kernel, name, sizeof name);
    if (*name) recorder_name(kernel, name);
}

const void *info_record_names(cl_kernel kernel, cl_uint index)
{
    info_name_kernel(kernel);
    return info_name_parameter(kernel, index);
}

/* ---- the devices of a kernel ---- */

uint64_t info_kernel_devices(cl_kernel kernel)
{
    const cl_device_id *devices;
    const size_t count = info_program_devices(info_kernel_program(kernel), &devices);
    return count ? count : UNKNOWN;
}

bool info_is_foreign_kernel_device(cl_kernel kernel, cl_device_id device)
{
    return info_is_foreign_program_device(info_kernel_program(kernel), device);
}

bool info_platform_is_before(cl_kernel kernel, unsigned version)
{
    const cl_device_id *devices;
    const size_t count = info_program_devices(info_kernel_program(kernel), &devices);
    const unsigned found = count ? info_platform_version(devices[0]) : 0;
    return found && found < version;
}
