/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of kernels: their parameters, the arguments that they have, and what is wrong with
 * them (info.h). */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_KERNELS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_KERNELS_H

#include "info.h"
#include "parameters.h"

extern HIDDEN const struct info_kind info_kind_kernel;

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

/* The same by a kernel's parameters and context, if the program may have released the kernel since:
 * the parameters of a living one, or NULL. */
HIDDEN const void *info_prototype(cl_kernel kernel);
HIDDEN struct argument_check info_check_changed(const void *prototype, const void *context,
                                                cl_uint index, size_t size, const void *value);

/* The same for an argument that is an address: ARGUMENT_INDEX or ARGUMENT_NO_POINTER. */
HIDDEN struct argument_check info_check_pointer(cl_kernel kernel, cl_uint index);

/* A call has set an argument (`is_svm`: to shared virtual memory, not unified shared memory), or
 * has failed to. */
HIDDEN void info_note_argument(cl_kernel kernel, cl_uint index, size_t size, const void *value);
HIDDEN void info_note_pointer(cl_kernel kernel, cl_uint index, const void *pointer, bool is_svm);
HIDDEN void info_note_exec_pointers(cl_kernel kernel, const void *list, size_t count);
HIDDEN void info_forget_argument(cl_kernel kernel, cl_uint index);
HIDDEN void info_copy_arguments(cl_kernel from, cl_kernel to);

/* What is wrong with a kernel's arguments when it is to run on a queue's device. Indexes count from
 * 1; 0: there is none. */
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

/* The same for each address among them, and those that clSetKernelExecInfo got; their index is
 * NOT_ARGUMENT. */
#define NOT_ARGUMENT UINT32_MAX
HIDDEN void info_visit_pointers(cl_kernel kernel,
                                void (*visit)(void *data, const struct mem_argument *argument),
                                void *data);

/* The same for all objects among them, alive or not, and for pointers to memory of SVM or USM:
 * `object` is the object, or NULL. */
struct other_argument {
    cl_uint index;
    const void *object, *pointer;
    uint32_t generation; /* of the object when the argument was set */
};
HIDDEN void info_visit_others(cl_kernel kernel,
                              void (*visit)(void *data, const struct other_argument *argument),
                              void *data);

/* Records the name of a living kernel; of one of its parameters; or both. Returns what the latter
 * is recorded for, or NULL if it is not known. */
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

/* The kernel's program, or NULL. */
HIDDEN cl_program info_kernel_program(cl_kernel kernel);

/* Whether the version of the kernel's platform is known and less than this one (10 * major +
 * minor). */
HIDDEN bool info_platform_is_before(cl_kernel kernel, unsigned version);

/* The first argument, counted from 1, that is an image larger than the device can have; 0: none. */
HIDDEN cl_uint info_large_image(cl_kernel kernel, cl_device_id device);

#endif
