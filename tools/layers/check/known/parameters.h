/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the parameters of kernels take. Most drivers tell this only for programs that were built
 * with -cl-kernel-arg-info. For other programs, the layer reads the source, or the module in
 * SPIR-V.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_PARAMETERS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_PARAMETERS_H

#include "../../source/kernel_source.h"
#include "api/table.h"

/* Fills in what is known of a kernel's parameters; the rest stays 0. `program` is NULL if the layer
 * can read neither a source nor a module. */
HIDDEN void parameters_of(cl_kernel kernel, cl_program program, const char *name, cl_uint count,
                          struct kernel_parameter *parameters);

/* Writes the type and the name of a parameter as the driver or the source has them. Returns false
 * if they are not known. */
HIDDEN bool parameter_text(cl_kernel kernel, cl_program program, cl_uint index, char *text,
                           size_t size);

#endif
