/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of programs (info.h). */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_PROGRAMS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_PROGRAMS_H

#include "info.h"

extern HIDDEN const struct info_kind info_kind_program;

enum program_origin {
    ORIGIN_UNKNOWN,
    ORIGIN_SOURCE,
    ORIGIN_BINARY,
    ORIGIN_IL,
    ORIGIN_BUILT_IN,
    ORIGIN_LINKED
};
HIDDEN enum program_origin info_program_origin(cl_program program);

/* Part of the information about a program. Needs LOCK_PROGRAMS. */
struct program_source {
    struct source *read; /* NULL: nothing is known */
    uint32_t build;      /* the program's when it was read; 0: it was not */
};

/* Of a living program that was made from source or from SPIR-V, with the number of its last build;
 * or NULL. Whether it was made from SPIR-V; and the devices that it is for. */
HIDDEN struct program_source *info_program_source(cl_program program, uint32_t *build);
HIDDEN bool info_program_is_module(cl_program program);
HIDDEN size_t info_program_devices(cl_program program, const cl_device_id **devices);

/* Whether a device is known not to be one of the program's; the first such of a list, or NULL. */
HIDDEN bool info_is_foreign_program_device(cl_program program, cl_device_id device);
HIDDEN cl_device_id info_foreign_program_device(cl_program program, cl_uint count,
                                                const cl_device_id *list);

/* The first device of a list that lacks something (CL_DEVICE_COMPILER_AVAILABLE,
 * CL_DEVICE_LINKER_AVAILABLE); without a list, the first of the program's devices. NULL: none. */
HIDDEN cl_device_id info_program_device_without(cl_program program, cl_uint count,
                                                const cl_device_id *list, cl_device_info what);

/* The parameters of the kernels with a name stay the same until the program is built again:
 * info_remembered() returns what info_remember() got, or NULL. */
HIDDEN void info_program_changes(cl_program program, struct call_site built);
HIDDEN const void *info_remembered(cl_program program, const char *name);
HIDDEN void info_remember(cl_program program, const char *name, const void *prototype);

/* How many living kernels were made from a program; 0 if that is not known. */
HIDDEN uint64_t info_program_kernels(cl_program program);

/* The following functions explain errors. All of them ask the driver. */

/* Whether a program has no executable for a device, or if this is NULL, for any; and how its last
 * build ended (CL_BUILD_NONE, …). */
HIDDEN bool info_program_lacks_executable(cl_program program, cl_device_id device);
HIDDEN cl_build_status info_build_status(cl_program program);

/* Whether a build for one of the devices (NULL: the program's) is still running; whether one has no
 * binary. */
HIDDEN bool info_program_is_building(cl_program program, cl_uint count, const cl_device_id *list);
HIDDEN bool info_program_lacks_binary(cl_program program);

/* Whether the last build has failed: true for the first caller only. *built becomes the call that
 * began the build. */
HIDDEN bool info_fails_to_build(cl_program program, struct call_site *built);

/* Where the first error of the build log is in the source; 0: the log does not say. */
HIDDEN uint64_t info_build_line(cl_program program);
HIDDEN uint64_t info_build_column(cl_program program);

/* How many binaries a program has; UNKNOWN. Whether one of them has this size, or all together.
 * Asks the driver. */
HIDDEN uint64_t info_binary_count(cl_program program);
HIDDEN bool info_is_binary_size(cl_program program, size_t size);

/* The first pointer of a list to memory that is not there; NULL: none. */
HIDDEN const void *info_bad_pointer(const void *const *list, size_t count);

/* How many kernels a program has; UNKNOWN if the driver does not answer. Whether the names of its
 * kernels are known, and this is none of them. */
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

#endif
