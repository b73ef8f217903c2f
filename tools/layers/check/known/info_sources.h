/* SPDX-License-Identifier: Apache-2.0 */
/* What the sources and modules of programs say about their kernels: read once for each build. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_SOURCES_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_SOURCES_H

#include "../../source/kernel_source.h"
#include "info.h"

/* Part of the information about a program. Needs LOCK_PROGRAMS. */
struct program_source {
    struct source *read; /* NULL: nothing is known */
    uint32_t build;      /* the program's when it was read; 0: it was not */
};

/* Of a living program that was made from source or from SPIR-V, with the number of its last build;
 * or NULL. Whether it was made from SPIR-V; and the devices that it is for (info_programs.c). */
HIDDEN struct program_source *info_program_source(cl_program program, uint32_t *build);
HIDDEN bool info_program_is_module(cl_program program);
HIDDEN size_t info_program_devices(cl_program program, const cl_device_id **devices);

/* Reads the source now: a build has ended. */
HIDDEN void info_read_source(cl_program program);

/* See kernel_source.h. `program` may be NULL. */
HIDDEN bool info_source_parameters(cl_program program, const char *kernel, cl_uint count,
                                   struct kernel_parameter *parameters);
HIDDEN bool info_source_text(cl_program program, const char *kernel, cl_uint index, char *text,
                             size_t size);

#endif
