/* SPDX-License-Identifier: Apache-2.0 */
/* What is wrong with the sizes of a launch (info.h). */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_LAUNCH_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_LAUNCH_H

#include "info.h"

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
/* Finds the first fault. `needs_sizes`: the function needs sizes that are not 0, whatever the
 * device's version. */
HIDDEN struct size_check info_check_sizes(cl_command_queue queue, cl_uint dimensions,
                                          const size_t *offset, const size_t *global,
                                          const size_t *local, bool needs_sizes);

/* info_context_most() of the kernel's context. */
HIDDEN uint64_t info_kernel_most(cl_kernel kernel, cl_device_info what);

/* info_context_lacks() of the kernel's context. */
HIDDEN bool info_kernel_lacks(cl_kernel kernel, const char *extension);

/* The following functions explain errors, or are for rare calls. All of them ask the driver. */

/* What the driver answers to a query about a kernel on a device; UNKNOWN if it does not answer. */
HIDDEN uint64_t info_kernel_limit(cl_kernel kernel, cl_device_id device,
                                  cl_kernel_work_group_info what);

/* The number of work-items of a work-group; 0 if there are no sizes; UNKNOWN if the number is too
 * large. */
HIDDEN uint64_t info_group_size(cl_uint dimensions, const size_t *local);

/* One dimension (0 to 2) of the work-group size that a kernel's source requires; 0: it requires
 * none. */
HIDDEN uint64_t info_required_size(cl_kernel kernel, cl_device_id device, unsigned dimension);

/* Whether a launch has another work-group size than the required one. `local` NULL lets the driver
 * choose; for a task, it means 1 × 1 × 1. */
HIDDEN bool info_is_other_size(cl_kernel kernel, cl_device_id device, cl_uint dimensions,
                               const size_t *local, bool is_task);

/* The number of sub-groups that the kernel requires, if a work-group of this size has another
 * number of them; otherwise 0. */
HIDDEN uint64_t info_other_sub_groups(cl_kernel kernel, cl_device_id device, cl_uint dimensions,
                                      const size_t *local);

/* The first dimension, counted from 1, in which the global size is not a multiple of the work-group
 * size; 0: none. */
HIDDEN unsigned info_uneven_dimension(cl_uint dimensions, const size_t *global,
                                      const size_t *local);

/* Whether the device can't run work-groups of different sizes in one launch, whatever the program
 * is. */
HIDDEN bool info_device_is_uniform(cl_device_id device);

/* The first dimension, counted from 1, in which a work-group is too large for the device; 0:
 * none. */
HIDDEN unsigned info_large_dimension(cl_device_id device, cl_uint dimensions, const size_t *local);

/* The most work-items that a work-group may have in a dimension, counted from 1. */
HIDDEN uint64_t info_dimension_limit(cl_device_id device, unsigned dimension);

#endif
