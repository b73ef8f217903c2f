/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of programs (info.h). */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_PROGRAMS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_PROGRAMS_H

#include "arguments.h"
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

/* What the source of a program says. LOCK_PROGRAMS protects it. */
struct program_source {
    struct source *read; /* NULL: nothing is known */
    uint32_t build;      /* the number of the build for which it was read; 0: it was not read */
};

/* The program_source of a living program that was made from source or SPIR-V, or NULL. *build
 * becomes the number of the program's last build. */
HIDDEN struct program_source *info_program_source(cl_program program, uint32_t *build);

/* Whether a program was made from SPIR-V. */
HIDDEN bool info_program_is_module(cl_program program);

/* The devices that a program is for. Returns their number. */
HIDDEN size_t info_program_devices(cl_program program, const cl_device_id **devices);

/* Whether a device is known not to be one of the program's. */
HIDDEN bool info_is_foreign_program_device(cl_program program, cl_device_id device);

/* The first device of a list that is known not to be one of the program's, or NULL. */
HIDDEN cl_device_id info_foreign_program_device(cl_program program, cl_uint count,
                                                const cl_device_id *list);

/* The first device of a list that lacks `what` (CL_DEVICE_COMPILER_AVAILABLE,
 * CL_DEVICE_LINKER_AVAILABLE); if the list is empty, the first of the program's devices. NULL:
 * none. */
HIDDEN cl_device_id info_program_device_without(cl_program program, cl_uint count,
                                                const cl_device_id *list, cl_device_info what);

/* Notes that a program is built again, by a call that returns to `caller`. The parameters of its
 * kernels stay the same until then. */
HIDDEN void info_program_changes(cl_program program, const void *caller);

/* What info_remember() noted about the kernels with a name since the program's last build, or
 * NULL. */
HIDDEN const void *info_remembered(cl_program program, const char *name);

/* How many kernels with a name the program has used since then. */
HIDDEN uint32_t info_kernels_used(cl_program program, const char *name);

/* Notes the parameters of the kernels with a name, for each kernel that the program uses. */
HIDDEN void info_remember(cl_program program, const char *name, const void *prototype);

/* Builds an empty program in the context of another, and for the same devices, with a part of its
 * options. Returns the error of the build; CL_SUCCESS also where the program can't be made. */
HIDDEN cl_int info_build_empty(const struct clBuildProgram_args *like, const char *options,
                               size_t length);

/* The number of living kernels that were made from a program; 0 if it is not known. */
HIDDEN uint64_t info_program_kernels(cl_program program);

/* The following functions explain errors. All of them ask the driver. */

/* Whether a program has no executable for a device; if `device` is NULL, for any device. */
HIDDEN bool info_program_lacks_executable(cl_program program, cl_device_id device);

/* How the last build of a program ended (CL_BUILD_NONE, …). */
HIDDEN cl_build_status info_build_status(cl_program program);

/* Whether a build for one of the listed devices is still running. `list` NULL: the program's
 * devices. */
HIDDEN bool info_program_is_building(cl_program program, cl_uint count, const cl_device_id *list);

/* Whether the program has no binary for one of its devices. */
HIDDEN bool info_program_lacks_binary(cl_program program);

/* Whether the last build has failed; true for the first caller only. *caller becomes that of
 * info_program_changes(). */
HIDDEN bool info_fails_to_build(cl_program program, const void **caller);

/* The line of the first error in the build log; 0: the log does not say. */
HIDDEN uint64_t info_build_line(cl_program program);

/* The column of the first error in the build log; 0: the log does not say. */
HIDDEN uint64_t info_build_column(cl_program program);

/* The number of binaries that a program has; UNKNOWN. */
HIDDEN uint64_t info_binary_count(cl_program program);

/* Whether a binary of the program, or all of them together, have this size. Asks the driver. */
HIDDEN bool info_is_binary_size(cl_program program, size_t size);

/* The first pointer of a list that leads to no readable memory; NULL: none. */
HIDDEN const void *info_bad_pointer(const void *const *list, size_t count);

/* The number of kernels in a program; UNKNOWN if the driver does not answer. */
HIDDEN uint64_t info_kernel_count(cl_program program);

/* Whether the names of the program's kernels are known, and this is none of them. */
HIDDEN bool info_is_no_kernel_name(cl_program program, const char *name);

/* Records the names of a program's kernels as one name, the most similar to `name` first. Returns
 * the address that the name is recorded for. */
HIDDEN const void *info_record_kernels(cl_program program, const char *name);

/* The first name, counted from 1, in a list of built-in kernels that none of the devices has; 0:
 * none. */
HIDDEN uint64_t info_bad_built_in(const char *names, cl_uint count, const cl_device_id *devices);

/* The first element of a list of pointers, counted from 1, that is NULL; 0: none. */
HIDDEN uint64_t info_first_null(const void *list, size_t count);

/* The first element of a list of sizes, counted from 1, that is 0; 0: none. */
HIDDEN uint64_t info_first_zero(const size_t *list, size_t count);

#endif
