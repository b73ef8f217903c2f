/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Information about programs and kernels: their parameters, the arguments that they have, and what is wrong
 * with a launch. As in info.h, no condition finds an error in what is not known.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_KERNELS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_KERNELS_H

#include "info.h"
#include "parameters.h"

/* ---- programs ---- */

enum program_origin {
    ORIGIN_UNKNOWN,
    ORIGIN_SOURCE,
    ORIGIN_BINARY,
    ORIGIN_IL,
    ORIGIN_BUILT_IN,
    ORIGIN_LINKED
};
HIDDEN enum program_origin info_program_origin(cl_program program);

/* The first device of a list that is not one of the program's, or of the context's; or NULL. */
HIDDEN cl_device_id info_foreign_program_device(cl_program program, cl_uint count,
                                                const cl_device_id *list);
HIDDEN cl_device_id info_foreign_context_device(cl_context context, cl_uint count,
                                                const cl_device_id *list);

/* The parameters of the kernels with a name stay the same until the program is built again: info_remembered()
 * returns what info_remember() got, or NULL. */
HIDDEN void info_program_changes(cl_program program, struct call_site built);
HIDDEN const void *info_remembered(cl_program program, const char *name);
HIDDEN void info_remember(cl_program program, const char *name, const void *prototype);

/* How many living kernels were made from a program; 0 if that is not known. */
HIDDEN uint64_t info_program_kernels(cl_program program);

/* The first device of a list that lacks something (CL_DEVICE_COMPILER_AVAILABLE,
 * CL_DEVICE_LINKER_AVAILABLE); without a list, the first of the program's or the context's devices.
 * NULL: none. */
HIDDEN cl_device_id info_program_device_without(cl_program program, cl_uint count,
                                                const cl_device_id *list, cl_device_info what);
HIDDEN cl_device_id info_context_device_without(cl_context context, cl_uint count,
                                                const cl_device_id *list, cl_device_info what);

/* Whether none of the context's devices takes programs in an intermediate language. Asks the
 * driver. */
HIDDEN bool info_context_lacks_il(cl_context context);

/* Whether the extensions of all devices are known, and this one is not among them. Asks the driver. */
HIDDEN bool info_context_lacks(cl_context context, const char *extension);

/* The same for the platform of a device, or of an object's context. */
HIDDEN bool info_platform_lacks(const void *handle, const char *extension);

/* The following functions explain errors. All of them ask the driver. */

/* Whether a program has no executable for a device, or if this is NULL, for any; and how its last
 * build ended (CL_BUILD_NONE, …). */
HIDDEN bool info_program_lacks_executable(cl_program program, cl_device_id device);
HIDDEN cl_build_status info_build_status(cl_program program);

/* Whether a build for one of the devices (NULL: the program's) is still running; whether one has no binary. */
HIDDEN bool info_program_is_building(cl_program program, cl_uint count, const cl_device_id *list);
HIDDEN bool info_program_lacks_binary(cl_program program);

/* Whether the last build has failed: true for the first caller only. *built becomes the call that began the build. */
HIDDEN bool info_fails_to_build(cl_program program, struct call_site *built);

/* Where the first error of the build log is in the source; 0: the log does not say. */
HIDDEN uint64_t info_build_line(cl_program program);
HIDDEN uint64_t info_build_column(cl_program program);

/* How many binaries a program has; UNKNOWN. Whether one of them has this size, or all together. Asks the driver. */
HIDDEN uint64_t info_binary_count(cl_program program);
HIDDEN bool info_is_binary_size(cl_program program, size_t size);

/* The first pointer of a list to memory that is not there; NULL: none. */
HIDDEN const void *info_bad_pointer(const void *const *list, size_t count);

/* How many kernels a program has; UNKNOWN if the driver does not answer. Whether the names of its kernels are known,
 * and this is none of them. */
HIDDEN uint64_t info_kernel_count(cl_program program);
HIDDEN bool info_is_no_kernel_name(cl_program program, const char *name);

/* Records the names of a program's kernels, the most similar to `name` first, as the name of what
 * it returns. */
HIDDEN const void *info_record_kernels(cl_program program, const char *name);

/* The first name, counted from 1, of built-in kernels that none of the devices has; 0: none. */
HIDDEN uint64_t info_bad_built_in(const char *names, cl_uint count, const cl_device_id *devices);

/* The first element, counted from 1, of a list that is NULL, or 0; 0: none. */
HIDDEN uint64_t info_first_null(const void *list, size_t count);
HIDDEN uint64_t info_first_zero(const size_t *list, size_t count);

/* ---- kernels ---- */

/* The first thing that is wrong with an argument. */
enum argument_fault {
    ARGUMENT_RIGHT,
    ARGUMENT_INDEX,
    ARGUMENT_NULL,        /* there is no value, and it must have one */
    ARGUMENT_OBJECT_NULL, /* the same for an object */
    ARGUMENT_MEM,         /* the object is no living memory object */
    ARGUMENT_SAMPLER,     /* it is no living sampler */
    ARGUMENT_QUEUE,       /* it is no queue for kernels on devices */
    ARGUMENT_CONTEXT,     /* the object has another context */
    ARGUMENT_KIND,        /* a memory object of another kind */
    ARGUMENT_OBJECT_SIZE, /* not that of a handle */
    ARGUMENT_LOCAL_ZERO,
    ARGUMENT_LOCAL_VALUE,
    ARGUMENT_SIZE,
    ARGUMENT_LAYOUT,     /* the same of a structure */
    ARGUMENT_WRITE_ONLY, /* the kernel reads the image */
    ARGUMENT_READ_ONLY,  /* the kernel writes to the image */
    ARGUMENT_NO_POINTER  /* a pointer for a parameter that takes none */
};

struct argument_check {
    enum argument_fault fault;
    const void *
        object; /* with ARGUMENT_SIZE and ARGUMENT_LAYOUT, what the name of the parameter is recorded for */
    uint64_t value; /* that it should have */
};

HIDDEN struct argument_check info_check_argument(cl_kernel kernel, cl_uint index, size_t size,
                                                 const void *value);

/* The same by a kernel's parameters and context, if the program may have released the kernel since: the parameters
 * of a living one, or NULL. */
HIDDEN const void *info_prototype(cl_kernel kernel);
HIDDEN struct argument_check info_check_changed(const void *prototype, const void *context,
                                                cl_uint index, size_t size, const void *value);

/* The same for an argument that is an address: ARGUMENT_INDEX or ARGUMENT_NO_POINTER. */
HIDDEN struct argument_check info_check_pointer(cl_kernel kernel, cl_uint index);

/* A call has set an argument (`is_svm`: to shared virtual memory, not unified shared memory), or has failed to. */
HIDDEN void info_note_argument(cl_kernel kernel, cl_uint index, size_t size, const void *value);
HIDDEN void info_note_pointer(cl_kernel kernel, cl_uint index, const void *pointer, bool is_svm);
HIDDEN void info_note_exec_pointers(cl_kernel kernel, const void *list, size_t count);
HIDDEN void info_forget_argument(cl_kernel kernel, cl_uint index);
HIDDEN void info_copy_arguments(cl_kernel from, cl_kernel to);

/* What is wrong with a kernel's arguments when it is to run on a queue's device. Indexes count from 1;
 * 0: there is none. */
struct launch {
    cl_uint unset;      /* an argument that was never set */
    cl_uint null;       /* an argument that is NULL, and the kernel certainly uses it, */
    bool has_handle;    /* and that was set to a handle */
    cl_uint freed;      /* an object that no longer exists */
    cl_uint svm_freed;  /* a pointer to memory that was freed */
    cl_uint svm;        /* a pointer, and the device has no shared virtual memory */
    cl_uint system;     /* a pointer to memory of the host alone, which the device can't use */
    cl_uint misaligned; /* a sub-buffer that begins where the device can't have one */
    const void *object; /* that was freed */
    uint64_t offset, alignment; /* of the sub-buffer, and of the device, in bytes */
};
HIDDEN struct launch info_launch(cl_kernel kernel, cl_command_queue queue);

/* The first thing that is wrong with the work sizes of a launch, whatever the kernel. */
enum size_fault {
    SIZE_RIGHT,
    SIZE_DIMENSIONS,
    SIZE_OFFSET_UNSUPPORTED,
    SIZE_OFFSET_OVERFLOW,
    SIZE_GLOBAL_NULL,
    SIZE_GLOBAL_ZERO,
    SIZE_GLOBAL_LARGE,
    SIZE_LOCAL_ZERO
};
struct size_check {
    enum size_fault fault;
    uint64_t dimension, limit;
};
/* `needs_sizes`: whether the function needs sizes that are not 0, whatever the device's version. */
HIDDEN struct size_check info_check_sizes(cl_command_queue queue, cl_uint dimensions,
                                          const size_t *offset, const size_t *global,
                                          const size_t *local, bool needs_sizes);

/* A memory object that is an argument of a kernel; or an address. */
struct mem_argument {
    cl_uint index;
    cl_mem mem;                               /* or NULL */
    const void *pointer;                      /* or NULL */
    const struct kernel_parameter *parameter; /* NULL: it is no argument */
    bool touches;     /* it certainly reads or writes some of it: its source says so */
    bool writes;      /* it certainly writes to some of it; otherwise it may write */
    bool indexed;     /* each work-item certainly does so at the index get_global_id(0) */
    unsigned element; /* that many bytes are there; 0: not known */
};

/* Whether a kernel certainly touches one of its arguments. */
HIDDEN bool info_touches_mems(cl_kernel kernel);

/* Calls visit() for each living memory object among a kernel's arguments. */
HIDDEN void info_visit_mems(cl_kernel kernel,
                            void (*visit)(void *data, const struct mem_argument *argument),
                            void *data);

/* Whether any kernel has got an address. */
extern HIDDEN atomic_bool info_pointers_used;
static inline bool info_has_pointers(void)
{
    return atomic_load_explicit(&info_pointers_used, memory_order_relaxed);
}

/* The same for each address among them, and those that clSetKernelExecInfo got; their index is NOT_ARGUMENT. */
#define NOT_ARGUMENT UINT32_MAX
HIDDEN void info_visit_pointers(cl_kernel kernel,
                                void (*visit)(void *data, const struct mem_argument *argument),
                                void *data);

/* The same for all objects among them, alive or not, and for pointers to memory of SVM or USM: `object` is the
 * object, or NULL. */
struct other_argument {
    cl_uint index;
    const void *object, *pointer;
    uint32_t generation; /* of the object when the argument was set */
};
HIDDEN void info_visit_others(cl_kernel kernel,
                              void (*visit)(void *data, const struct other_argument *argument),
                              void *data);

/* Records the name of a living kernel; of one of its parameters; or both. Returns what the latter is recorded for, or
 * NULL if it is not known. */
HIDDEN void info_name_kernel(cl_kernel kernel);
HIDDEN const void *info_name_parameter(cl_kernel kernel, cl_uint index);
HIDDEN const void *info_record_names(cl_kernel kernel, cl_uint index);

/* The name of a living kernel; "" if it is not known. Asks the driver each time. */
HIDDEN void info_kernel_name(cl_kernel kernel, char *name, size_t size);

/* Type and name of a parameter; "" if they are not known. */
HIDDEN void info_parameter_text(cl_kernel kernel, cl_uint index, char *text, size_t size);

/* How many devices a kernel is for; UNKNOWN if they are not known. Whether a device is certainly
 * not one of them. */
HIDDEN uint64_t info_kernel_devices(cl_kernel kernel);
HIDDEN bool info_is_foreign_kernel_device(cl_kernel kernel, cl_device_id device);

/* Of the devices of the kernel's context: see info_context_most(), info_context_lacks(). */
HIDDEN uint64_t info_kernel_most(cl_kernel kernel, cl_device_info what);
HIDDEN bool info_kernel_lacks(cl_kernel kernel, const char *extension);

/* The kernel's program, or NULL. */
HIDDEN cl_program info_kernel_program(cl_kernel kernel);

/* The following functions explain errors, or are for rare calls. All of them ask the driver. */

/* What the driver answers about a kernel on a device; UNKNOWN if it does not. */
HIDDEN uint64_t info_kernel_limit(cl_kernel kernel, cl_device_id device,
                                  cl_kernel_work_group_info what);

/* Work-items of a work-group; 0 without sizes. UNKNOWN if they are too many to count. */
HIDDEN uint64_t info_group_size(cl_uint dimensions, const size_t *local);

/* One dimension (0 to 2) of the size that a kernel's source requires; 0: it requires none. And
 * whether a launch has another size than that; NULL lets the driver choose, or if `is_task`, stands
 * for 1 × 1 × 1. */
HIDDEN uint64_t info_required_size(cl_kernel kernel, cl_device_id device, unsigned dimension);
HIDDEN bool info_is_other_size(cl_kernel kernel, cl_device_id device, cl_uint dimensions,
                               const size_t *local, bool is_task);

/* The number of sub-groups that the kernel requires, if a work-group of this size does not have it; otherwise 0. */
HIDDEN uint64_t info_other_sub_groups(cl_kernel kernel, cl_device_id device, cl_uint dimensions,
                                      const size_t *local);

/* The first dimension, counted from 1, in which the work-items are not a multiple of the work-group; 0: none. */
HIDDEN unsigned info_uneven_dimension(cl_uint dimensions, const size_t *global,
                                      const size_t *local);

/* Whether the device takes work-groups of one size only, whatever the program is. */
HIDDEN bool info_device_is_uniform(cl_device_id device);

/* The first dimension, counted from 1, in which a work-group is too large for the device; 0: none. And how many
 * work-items it may have there. */
HIDDEN unsigned info_large_dimension(cl_device_id device, cl_uint dimensions, const size_t *local);
HIDDEN uint64_t info_dimension_limit(cl_device_id device, unsigned dimension);

/* Whether the version of the kernel's platform is known and less than this one (10 * major + minor). */
HIDDEN bool info_platform_is_before(cl_kernel kernel, unsigned version);

/* The first argument, counted from 1, that is an image larger than the device can have; 0: none. */
HIDDEN cl_uint info_large_image(cl_kernel kernel, cl_device_id device);

#endif
