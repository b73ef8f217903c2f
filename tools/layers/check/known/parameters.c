/* SPDX-License-Identifier: Apache-2.0 */
/* What parameters of kernels take (parameters.h). */
#include "parameters.h"

#include "info_sources.h"
#include "info.h"

#include <stdio.h>
#include <stdlib.h>

enum { TYPE_NAME = 256 };

/* ---- what drivers answer ---- */

static bool is_pointer(const char *type)
{
    return *type && type[strlen(type) - 1] == '*';
}

static cl_uint ask_parameter(cl_kernel kernel, cl_uint index, cl_kernel_arg_info what)
{
    cl_uint answer = 0;
    return queries.clGetKernelArgInfo(kernel, index, what, sizeof answer, &answer, NULL) ? 0
                                                                                         : answer;
}

static bool has_qualifier(cl_kernel kernel, cl_uint index, cl_kernel_arg_type_qualifier which)
{
    cl_kernel_arg_type_qualifier qualifier = 0;
    return !queries.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_QUALIFIER,
                                       sizeof qualifier, &qualifier, NULL) &&
           qualifier & which;
}

static enum access access_of(cl_kernel kernel, cl_uint index)
{
    switch (ask_parameter(kernel, index, CL_KERNEL_ARG_ACCESS_QUALIFIER)) {
    case CL_KERNEL_ARG_ACCESS_READ_ONLY: return ACCESS_READ;
    case CL_KERNEL_ARG_ACCESS_WRITE_ONLY: return ACCESS_WRITE;
    case CL_KERNEL_ARG_ACCESS_READ_WRITE: return ACCESS_BOTH;
    }
    return ACCESS_NONE;
}

static struct kernel_parameter image_parameter(cl_kernel kernel, cl_uint index, const char *type)
{
    return (struct kernel_parameter){ .kind = PARAMETER_IMAGE,
                                      .access = (uint8_t)access_of(kernel, index),
                                      .mem_type = source_mem_type(type, strlen(type)) };
}

static struct kernel_parameter pointer_parameter(cl_kernel kernel, cl_uint index)
{
    const bool reads = has_qualifier(kernel, index, CL_KERNEL_ARG_TYPE_CONST);
    return (struct kernel_parameter){ .kind = PARAMETER_POINTER,
                                      .access = reads ? ACCESS_READ : ACCESS_NONE,
                                      .is_restrict = has_qualifier(kernel, index,
                                                                   CL_KERNEL_ARG_TYPE_RESTRICT) };
}

static struct kernel_parameter constant_parameter(cl_kernel kernel, cl_uint index)
{
    struct kernel_parameter kernel_parameter = pointer_parameter(kernel, index);
    kernel_parameter.access = ACCESS_READ;
    kernel_parameter.is_constant = true;
    return kernel_parameter;
}

/* A parameter in global memory: an image, a pipe, or what a pointer points to. */
static struct kernel_parameter global_parameter(cl_kernel kernel, cl_uint index, const char *type)
{
    struct kernel_parameter kernel_parameter = { .kind = PARAMETER_UNKNOWN };
    if (has_qualifier(kernel, index, CL_KERNEL_ARG_TYPE_PIPE))
        kernel_parameter.kind = PARAMETER_PIPE;
    else if (is_pointer(type)) kernel_parameter = pointer_parameter(kernel, index);
    else if (access_of(kernel, index) != ACCESS_NONE) return image_parameter(kernel, index, type);
    return kernel_parameter;
}

static struct kernel_parameter private_parameter(const char *type)
{
    struct kernel_parameter kernel_parameter = { .kind = PARAMETER_VALUE,
                                                 .size = source_type_size(type) };
    if (is_pointer(type)) kernel_parameter.kind = PARAMETER_UNKNOWN;
    return kernel_parameter;
}

static struct kernel_parameter parameter_of(cl_kernel kernel, cl_uint index)
{
    struct kernel_parameter kernel_parameter = { .kind = PARAMETER_UNKNOWN };
    char type[TYPE_NAME] = "";
    const cl_uint space = ask_parameter(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER);
    if (!space || queries.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_NAME,
                                             sizeof type - 1, type, NULL))
        return kernel_parameter;
    if (source_is_image(type, strlen(type))) return image_parameter(kernel, index, type);
    if (!strcmp(type, "sampler_t")) kernel_parameter.kind = PARAMETER_SAMPLER;
    else if (!strcmp(type, "queue_t")) kernel_parameter.kind = PARAMETER_QUEUE;
    else if (space == CL_KERNEL_ARG_ADDRESS_LOCAL) kernel_parameter.kind = PARAMETER_LOCAL;
    else if (space == CL_KERNEL_ARG_ADDRESS_GLOBAL) return global_parameter(kernel, index, type);
    else if (space == CL_KERNEL_ARG_ADDRESS_CONSTANT && is_pointer(type))
        kernel_parameter = constant_parameter(kernel, index);
    else if (space == CL_KERNEL_ARG_ADDRESS_PRIVATE) return private_parameter(type);
    return kernel_parameter;
}

/* ---- the driver's answers and the source together ---- */

/* Adds what only the source says: the sizes of structures, and what kernels certainly do. Where the
 * driver and the source contradict each other, adds nothing. */
static void add_source(struct kernel_parameter *to, const struct kernel_parameter *read)
{
    const uint8_t access = to->access;
    if (to->kind != read->kind) return;
    switch ((enum parameter_kind)to->kind) {
    case PARAMETER_VALUE:
        if (!to->size) *to = *read;
        else if (to->size != read->size) to->size = 0;
        break;
    case PARAMETER_POINTER:
        if (access == read->access && to->is_constant == read->is_constant) *to = *read;
        break;
    case PARAMETER_IMAGE:
        if (access == read->access && to->mem_type == read->mem_type) *to = *read;
        break;
    case PARAMETER_UNKNOWN:
    case PARAMETER_LOCAL:
    case PARAMETER_PIPE:
    case PARAMETER_SAMPLER:
    case PARAMETER_QUEUE: break;
    }
}

void parameters_of(cl_kernel kernel, cl_program program, const char *name, cl_uint count,
                   struct kernel_parameter *parameters)
{
    /* A driver that lacks this information fails for the first parameter. */
    const bool answered = count && ask_parameter(kernel, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER);
    struct kernel_parameter *read = calloc(count + 1, sizeof *read);
    const bool is_read = read && info_source_parameters(program, name, count, read);
    for (cl_uint i = 0; answered && i < count; i++) parameters[i] = parameter_of(kernel, i);
    for (cl_uint i = 0; answered && is_read && i < count; i++) add_source(&parameters[i], &read[i]);
    if (!answered && is_read) memcpy(parameters, read, count * sizeof *read);
    free(read);
}

/* ---- the text of a parameter ---- */

bool parameter_text(cl_kernel kernel, cl_program program, cl_uint index, char *text, size_t size)
{
    char type[TYPE_NAME] = "", name[TYPE_NAME] = "";
    if (!queries.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_NAME, sizeof type - 1, type,
                                    NULL) &&
        !queries.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_NAME, sizeof name - 1, name,
                                    NULL) &&
        *type && *name)
        return snprintf(text, size, "%s %s", type, name) < (int)size;
    return !queries.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name - 1, name, NULL) &&
           *name && info_source_text(program, name, index, text, size);
}
