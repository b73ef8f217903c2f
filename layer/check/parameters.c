/* SPDX-License-Identifier: Apache-2.0 */
/* What parameters of kernels take (parameters.h). */
#include "parameters.h"

#include <stdio.h>
#include <stdlib.h>

enum { TYPE_NAME = 256 };

/* ---- what drivers answer ---- */

static bool has_suffix(const char *text, const char *suffix)
{
    const size_t length = strlen(text), size = strlen(suffix);
    return length >= size && !strcmp(text + length - size, suffix);
}

static cl_uint ask_parameter(cl_kernel kernel, cl_uint index, cl_kernel_arg_info what)
{
    cl_uint answer = 0;
    return ask.clGetKernelArgInfo(kernel, index, what, sizeof answer, &answer, NULL) ? 0 : answer;
}

static bool has_qualifier(cl_kernel kernel, cl_uint index, cl_kernel_arg_type_qualifier which)
{
    cl_kernel_arg_type_qualifier qualifier = 0;
    return !ask.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifier,
                                   &qualifier, NULL) &&
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
                                      .mem_type = (uint16_t)parameter_mem_type(type) };
}

static struct kernel_parameter pointer_parameter(cl_kernel kernel, cl_uint index)
{
    const bool reads = has_qualifier(kernel, index, CL_KERNEL_ARG_TYPE_CONST);
    return (struct kernel_parameter){ .kind = PARAMETER_POINTER,
                                      .access = reads ? ACCESS_READ : ACCESS_NONE };
}

/* Images, pipes and what pointers point to are in global memory. */
static struct kernel_parameter global_parameter(cl_kernel kernel, cl_uint index, const char *type)
{
    struct kernel_parameter it = { .kind = PARAMETER_UNKNOWN };
    if (has_qualifier(kernel, index, CL_KERNEL_ARG_TYPE_PIPE)) it.kind = PARAMETER_PIPE;
    else if (has_suffix(type, "*")) it = pointer_parameter(kernel, index);
    else if (access_of(kernel, index) != ACCESS_NONE) return image_parameter(kernel, index, type);
    return it;
}

static struct kernel_parameter private_parameter(const char *type)
{
    struct kernel_parameter it = { .kind = PARAMETER_VALUE, .size = parameter_type_size(type) };
    if (has_suffix(type, "*")) it.kind = PARAMETER_UNKNOWN;
    return it;
}

static struct kernel_parameter parameter_of(cl_kernel kernel, cl_uint index)
{
    struct kernel_parameter it = { .kind = PARAMETER_UNKNOWN };
    char type[TYPE_NAME] = "";
    const cl_uint space = ask_parameter(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER);
    if (!space ||
        ask.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_NAME, sizeof type - 1, type, NULL))
        return it;
    if (parameter_is_image(type)) return image_parameter(kernel, index, type);
    if (!strcmp(type, "sampler_t")) it.kind = PARAMETER_SAMPLER;
    else if (!strcmp(type, "queue_t")) it.kind = PARAMETER_QUEUE;
    else if (space == CL_KERNEL_ARG_ADDRESS_LOCAL) it.kind = PARAMETER_LOCAL;
    else if (space == CL_KERNEL_ARG_ADDRESS_GLOBAL) return global_parameter(kernel, index, type);
    else if (space == CL_KERNEL_ARG_ADDRESS_CONSTANT && has_suffix(type, "*"))
        it = (struct kernel_parameter){ .kind = PARAMETER_POINTER, .access = ACCESS_READ };
    else if (space == CL_KERNEL_ARG_ADDRESS_PRIVATE) return private_parameter(type);
    return it;
}

/* ---- the source ---- */

enum text { SOURCE, OPTIONS, NAME };

static cl_int ask_text(cl_kernel kernel, struct parameter_source from, enum text which, size_t size,
                       void *value, size_t *needed)
{
    switch (which) {
    case SOURCE: return ask.clGetProgramInfo(from.program, CL_PROGRAM_SOURCE, size, value, needed);
    case NAME: return ask.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, size, value, needed);
    case OPTIONS: break;
    }
    return from.device ? ask.clGetProgramBuildInfo(from.program, from.device,
                                                   CL_PROGRAM_BUILD_OPTIONS, size, value, needed)
                       : CL_INVALID_DEVICE;
}

/* A string that a query answers with; NULL: none. */
static char *text_of(cl_kernel kernel, struct parameter_source from, enum text which)
{
    size_t size = 0;
    char *text;
    if (ask_text(kernel, from, which, 0, NULL, &size) || !size) return NULL;
    text = calloc(1, size + 1);
    if (text && ask_text(kernel, from, which, size, text, NULL)) {
        free(text);
        return NULL;
    }
    return text;
}

static void ask_the_source(cl_kernel kernel, struct parameter_source from, cl_uint count,
                           struct kernel_parameter *parameters)
{
    char *source, *options, *name;
    if (!from.program) return;
    source = text_of(kernel, from, SOURCE);
    options = text_of(kernel, from, OPTIONS);
    name = text_of(kernel, from, NAME);
    if (source && options && name && *name)
        parameters_of_source(source, options, name, count, parameters);
    free(source);
    free(options);
    free(name);
}

/* ---- the driver's answers and the source together ---- */

/* Adds which pointers and images a kernel certainly writes to, and where: only the source says that. */
static void add_writes(cl_kernel kernel, struct parameter_source from, cl_uint count,
                       struct kernel_parameter *parameters)
{
    struct kernel_parameter *read = calloc(count, sizeof *read);
    if (read) ask_the_source(kernel, from, count, read);
    for (cl_uint i = 0; read && i < count; i++)
        if (parameters[i].kind == PARAMETER_POINTER && read[i].kind == PARAMETER_POINTER &&
            (parameters[i].access == ACCESS_NONE || parameters[i].access == read[i].access))
            parameters[i] = read[i];
        else if (parameters[i].kind == PARAMETER_IMAGE && read[i].kind == PARAMETER_IMAGE)
            parameters[i].indexed = read[i].indexed;
    free(read);
}

void parameters_of(cl_kernel kernel, struct parameter_source from, cl_uint count,
                   struct kernel_parameter *parameters)
{
    /* A driver without the information fails for the first parameter. */
    const bool answered = count && ask_parameter(kernel, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER);
    for (cl_uint i = 0; answered && i < count; i++) parameters[i] = parameter_of(kernel, i);
    if (answered) add_writes(kernel, from, count, parameters);
    else if (count) ask_the_source(kernel, from, count, parameters);
}

/* ---- the text of a parameter ---- */

static bool text_by_source(cl_kernel kernel, cl_program program, cl_uint index, char *text,
                           size_t size)
{
    const struct parameter_source from = { program, NULL };
    char *source, *name;
    bool found;
    if (!program) return false;
    source = text_of(kernel, from, SOURCE);
    name = text_of(kernel, from, NAME);
    found = source && name && *name && parameter_text_of_source(source, name, index, text, size);
    free(source);
    free(name);
    return found;
}

bool parameter_text(cl_kernel kernel, cl_program from_source, cl_uint index, char *text,
                    size_t size)
{
    char type[TYPE_NAME] = "", name[TYPE_NAME] = "";
    if (ask.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_NAME, sizeof type - 1, type,
                               NULL) ||
        ask.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_NAME, sizeof name - 1, name, NULL) ||
        !*type || !*name)
        return text_by_source(kernel, from_source, index, text, size);
    return snprintf(text, size, "%s %s", type, name) < (int)size;
}
