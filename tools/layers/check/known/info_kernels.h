/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of kernels (info.h): their parameters, their arguments, and what is wrong with the
 * arguments. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_KERNELS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_KERNELS_H

#include "info.h"
#include "parameters.h"

extern HIDDEN const struct info_kind info_kind_kernel;

/* The first thing that is wrong with an argument. */
enum argument_fault {
    ARGUMENT_RIGHT,
    ARGUMENT_INDEX,
    ARGUMENT_NULL,        /* the value is missing, and there must be one */
    ARGUMENT_OBJECT_NULL, /* an object is missing */
    ARGUMENT_MEM,         /* the value is not that of a living memory object */
    ARGUMENT_SAMPLER,     /* the value is not that of a living sampler */
    ARGUMENT_QUEUE,       /* the value is not that of a device-side queue */
    ARGUMENT_CONTEXT,     /* the object has another context */
    ARGUMENT_KIND,        /* the memory object is of another kind */
    ARGUMENT_OBJECT_SIZE, /* the size is not that of a handle */
    ARGUMENT_LOCAL_ZERO,
    ARGUMENT_LOCAL_VALUE,
    ARGUMENT_SIZE,
    ARGUMENT_LAYOUT,     /* the size is not that of the structure */
    ARGUMENT_WRITE_ONLY, /* the kernel reads the image */
    ARGUMENT_READ_ONLY,  /* the kernel writes to the image */
    ARGUMENT_NO_POINTER  /* the value is a pointer, and the parameter takes none */
};

struct argument_check {
    enum argument_fault fault;
    /* With ARGUMENT_SIZE and ARGUMENT_LAYOUT, the address that the parameter's name is recorded
     * for. */
    const void *object;
    uint64_t value; /* the right size or kind */
};

HIDDEN struct argument_check info_check_argument(cl_kernel kernel, cl_uint index, size_t size,
                                                 const void *value);

/* The parameters of a living kernel, for info_check_changed(); or NULL. */
HIDDEN const void *info_prototype(cl_kernel kernel);

/* Checks an argument by a kernel's parameters and context: the program may have released the
 * kernel. */
HIDDEN struct argument_check info_check_changed(const void *prototype, const void *context,
                                                cl_uint index, size_t size, const void *value);

/* Checks an argument that is an address: finds ARGUMENT_INDEX or ARGUMENT_NO_POINTER. */
HIDDEN struct argument_check info_check_pointer(cl_kernel kernel, cl_uint index);

/* Notes that a call has set an argument. */
HIDDEN void info_note_argument(cl_kernel kernel, cl_uint index, size_t size, const void *value);

/* Notes that a call has set an argument to an address. `is_svm`: of shared virtual memory, not of
 * unified shared memory. */
HIDDEN void info_note_pointer(cl_kernel kernel, cl_uint index, const void *pointer, bool is_svm);

/* Notes the addresses that clSetKernelExecInfo has given a kernel. */
HIDDEN void info_note_exec_pointers(cl_kernel kernel, const void *list, size_t count);

/* Notes that a call has failed to set an argument, so that its value is not known. */
HIDDEN void info_forget_argument(cl_kernel kernel, cl_uint index);

/* Notes that a kernel has the arguments of another one. */
HIDDEN void info_copy_arguments(cl_kernel from, cl_kernel to);

/* What is wrong with the arguments of a kernel that is to run on a queue's device. Each index
 * counts from 1; 0: there is no such argument. */
struct launch {
    cl_uint unset; /* an argument that was never set */
    /* If no argument was: how many other kernels of the name the program has used. */
    uint32_t others;
    cl_uint null; /* an argument that is NULL, although the kernel certainly uses it */
    /* The program passed the address of a NULL handle for the argument `null`. */
    bool has_handle;
    cl_uint freed;              /* an argument that is a dead object */
    cl_uint svm_freed;          /* a pointer to freed memory */
    cl_uint svm;                /* a pointer, although the device has no shared virtual memory */
    cl_uint system;             /* a pointer to host memory that the device can't use */
    cl_uint misaligned;         /* a sub-buffer that begins where the device can't use one */
    const void *object;         /* the dead object */
    uint64_t offset, alignment; /* the sub-buffer's offset, and the device's alignment, in bytes */
};
HIDDEN struct launch info_launch(cl_kernel kernel, cl_command_queue queue);

/* An argument of a kernel that is a memory object or an address. */
struct mem_argument {
    cl_uint index;
    cl_mem mem;          /* or NULL */
    const void *pointer; /* or NULL */
    /* NULL: the kernel has the address from clSetKernelExecInfo. */
    const struct kernel_parameter *parameter;
    bool touches;     /* by its source, the kernel certainly reads or writes a part of the memory */
    bool writes;      /* the kernel certainly writes to a part of it; otherwise it may */
    bool indexed;     /* each work-item certainly does so at the index get_global_id(0) */
    unsigned element; /* bytes of the element at an index; 0: not known */
};

/* Whether a kernel certainly touches one of its arguments. */
HIDDEN bool info_touches_mems(cl_kernel kernel);

/* Calls visit() for each living memory object among a kernel's arguments. */
HIDDEN void info_visit_mems(cl_kernel kernel,
                            void (*visit)(void *data, const struct mem_argument *argument),
                            void *data);

/* Whether any kernel has got an address as an argument. */
extern HIDDEN atomic_bool info_pointers_used;
static inline bool info_has_pointers(void)
{
    return atomic_load_explicit(&info_pointers_used, memory_order_relaxed);
}

/* Calls visit() for each address among a kernel's arguments, and for those that clSetKernelExecInfo
 * got. The latter have the index NOT_ARGUMENT. */
#define NOT_ARGUMENT UINT32_MAX
HIDDEN void info_visit_pointers(cl_kernel kernel,
                                void (*visit)(void *data, const struct mem_argument *argument),
                                void *data);

/* An object among a kernel's arguments, living or dead; or if `object` is NULL, a pointer to SVM or
 * USM. */
struct other_argument {
    cl_uint index;
    const void *object, *pointer;
    uint32_t generation; /* of the object when the argument was set */
};
HIDDEN void info_visit_others(cl_kernel kernel,
                              void (*visit)(void *data, const struct other_argument *argument),
                              void *data);

/* Records the name of a living kernel. */
HIDDEN void info_name_kernel(cl_kernel kernel);

/* Records the name of a parameter of a living kernel. Returns the address that it is recorded for,
 * or NULL if it is not known. */
HIDDEN const void *info_name_parameter(cl_kernel kernel, cl_uint index);

/* Records the name of a living kernel, and the name of one of its parameters. Returns as
 * info_name_parameter(). */
HIDDEN const void *info_record_names(cl_kernel kernel, cl_uint index);

/* The name of a living kernel; "" if it is not known. Asks the driver each time. */
HIDDEN void info_kernel_name(cl_kernel kernel, char *name, size_t size);

/* Writes the type and name of a parameter; "" if they are not known. */
HIDDEN void info_parameter_text(cl_kernel kernel, cl_uint index, char *text, size_t size);

/* The number of devices that a kernel is for; UNKNOWN. */
HIDDEN uint64_t info_kernel_devices(cl_kernel kernel);

/* Whether a device is certainly not one that a kernel is for. */
HIDDEN bool info_is_foreign_kernel_device(cl_kernel kernel, cl_device_id device);

/* The kernel's program, or NULL. */
HIDDEN cl_program info_kernel_program(cl_kernel kernel);

/* Whether the version of the kernel's platform is known and less than this one (10 * major +
 * minor). */
HIDDEN bool info_platform_is_before(cl_kernel kernel, unsigned version);

/* The first argument, counted from 1, that is an image too large for the device; 0: none. */
HIDDEN cl_uint info_large_image(cl_kernel kernel, cl_device_id device);

#endif
