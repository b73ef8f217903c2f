/* SPDX-License-Identifier: Apache-2.0 */
/* What the sources and modules of programs say about kernels. The layer reads each once for each
 * build. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_SOURCES_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_SOURCES_H

#include "../../source/kernel_source.h"
#include "info_programs.h"

/* Reads the source of a program whose build has ended. */
HIDDEN void info_read_source(cl_program program);

/* Does what source_parameters() does (kernel_source.h). `program` may be NULL. */
HIDDEN bool info_source_parameters(cl_program program, const char *kernel, cl_uint count,
                                   struct kernel_parameter *parameters);

/* Copies what source_parameter_text() returns. Returns false if that is not known. */
HIDDEN bool info_source_text(cl_program program, const char *kernel, cl_uint index, char *text,
                             size_t size);

#endif
