/* SPDX-License-Identifier: Apache-2.0 */
/* What the sources and modules of programs say about their kernels (info_sources.h). */
#include "info_sources.h"

#include "lock.h"
#include "info_devices.h"
#include "info_programs.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- what a build was made from ---- */

/* The source of a program, or its module, with a NUL behind it. */
static char *text_of(cl_program program, cl_program_info what, size_t *size)
{
    char *text = NULL;
    *size = 0;
    if (!queries.clGetProgramInfo(program, what, 0, NULL, size) && *size)
        text = calloc(1, *size + 1);
    if (!text || !queries.clGetProgramInfo(program, what, *size, text, NULL)) return text;
    free(text);
    return NULL;
}

static char *options_text(cl_program program, cl_device_id device)
{
    size_t size = 0;
    char *text = NULL;
    if (!queries.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, 0, NULL, &size))
        text = calloc(1, size + 1);
    if (!text || !size ||
        !queries.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, size, text, NULL))
        return text;
    free(text);
    return NULL;
}

static bool is_built(cl_program program, cl_device_id device)
{
    cl_build_status status = CL_BUILD_NONE;
    queries.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                                  NULL);
    return status == CL_BUILD_SUCCESS;
}

/* The options that a program was built with, if all its devices have the same. *pointer_size
 * becomes the bytes of a pointer, or 0 if the devices differ in that. */
static char *options_of(cl_program program, unsigned *pointer_size)
{
    const cl_device_id *devices = NULL;
    const size_t count = info_program_devices(program, &devices);
    char *options = NULL, *other;
    bool are_same = true;
    *pointer_size = 0;
    for (size_t i = 0; are_same && i < count; i++) {
        const unsigned size = (unsigned)(info_device(devices[i], CL_DEVICE_ADDRESS_BITS) / 8);
        if (!is_built(program, devices[i])) continue;
        other = options_text(program, devices[i]);
        are_same = other && (!options || !strcmp(options, other));
        *pointer_size = !options || *pointer_size == size ? size : 0;
        if (options) free(other);
        else options = other;
    }
    if (are_same) return options;
    free(options);
    return NULL;
}

static struct source *read_text(cl_program program)
{
    unsigned pointer_size;
    size_t size;
    char *options = options_of(program, &pointer_size);
    char *text = options ? text_of(program, CL_PROGRAM_SOURCE, &size) : NULL;
    struct source *source =
        text ? source_read(text, options, pointer_size > 8 ? 0 : pointer_size) : NULL;
    free(text);
    free(options);
    return source;
}

static struct source *read_module(cl_program program)
{
    size_t size;
    char *module = text_of(program, CL_PROGRAM_IL, &size);
    struct source *source = module ? source_read_module(module, size) : NULL;
    free(module);
    return source;
}

void info_read_source(cl_program program)
{
    uint32_t build = 0;
    struct program_source *program_source = info_program_source(program, &build);
    struct source *source;
    bool is_read;
    if (!program_source) return;
    lock_take(LOCK_PROGRAMS);
    is_read = program_source->build == build;
    lock_release(LOCK_PROGRAMS);
    if (is_read) return;
    /* This asks the driver, and takes long, so it is done without the lock. */
    source = info_program_is_module(program) ? read_module(program) : read_text(program);
    lock_take(LOCK_PROGRAMS);
    if (program_source->build != build) {
        struct source *before = program_source->read;
        program_source->read = source;
        program_source->build = build;
        source = before;
    }
    lock_release(LOCK_PROGRAMS);
    source_free(source);
}

/* ---- answers ---- */

/* Takes LOCK_PROGRAMS, and returns what was read of the program's source; NULL: nothing is
 * known. */
static const struct source *lock_source(cl_program program)
{
    uint32_t build = 0;
    struct program_source *program_source;
    if (program) info_read_source(program);
    program_source = program ? info_program_source(program, &build) : NULL;
    lock_take(LOCK_PROGRAMS);
    return program_source && program_source->build == build ? program_source->read : NULL;
}

bool info_source_parameters(cl_program program, const char *kernel, cl_uint count,
                            struct kernel_parameter *parameters)
{
    const struct source *source = lock_source(program);
    const bool found = source && source_parameters(source, kernel, count, parameters);
    lock_release(LOCK_PROGRAMS);
    return found;
}

bool info_source_text(cl_program program, const char *kernel, cl_uint index, char *text,
                      size_t size)
{
    const struct source *source = lock_source(program);
    const char *found = source ? source_parameter_text(source, kernel, index) : NULL;
    const bool fits = found && snprintf(text, size, "%s", found) < (int)size;
    lock_release(LOCK_PROGRAMS);
    return fits;
}
