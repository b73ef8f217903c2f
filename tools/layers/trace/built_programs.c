/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records build logs and binaries, if the user wants the programs. The layer asks the driver for
 * them as soon as a build has ended; with a callback, that is when the driver calls it.
 */
#include "../build_log.h"
#include "interpose.h"

#include <stdlib.h>

/* The functions that this file replaces. */
static struct dispatch before;

static bool wants_programs(void)
{
    return recorder_file->options & RECORD_PROGRAMS && next_layer.clGetProgramInfo &&
           next_layer.clGetProgramBuildInfo;
}

static void record_binaries(cl_program program)
{
    size_t sizes[RECORDER_BINARIES], size = 0, all = 0;
    unsigned char *binaries[RECORDER_BINARIES], *bytes;
    unsigned count;
    if (next_layer.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, &size))
        return;
    count = (unsigned)(size < sizeof sizes ? size / sizeof *sizes : RECORDER_BINARIES);
    for (unsigned i = 0; i < count; i++) all += sizes[i];
    bytes = all ? calloc(1, all) : NULL;
    if (!bytes) return;
    all = 0;
    for (unsigned i = 0; i < count; all += sizes[i++]) binaries[i] = sizes[i] ? bytes + all : NULL;
    if (!next_layer.clGetProgramInfo(program, CL_PROGRAM_BINARIES, count * sizeof *binaries,
                                     binaries, NULL))
        recorder_binaries(program, count, binaries, sizes);
    free(bytes);
}

/* Records the log and the binaries that a build has left. */
static void record_build(cl_program program)
{
    char *log = program && recorder_on() ? build_log_of(program) : NULL;
    if (!log) return;
    recorder_log(program, log);
    free(log);
    record_binaries(program);
}

void builds_called(unsigned given_to, const void *program)
{
    if (build_log_comes_with(given_to) && wants_programs())
        record_build((cl_program)(uintptr_t)program);
}

/* Whether a call of clBuildProgram or clCompileProgram has left a log. With a callback, the build
 * may still go on. Drivers also write logs about options. After other errors, there may be no
 * program. */
static bool has_ended(cl_int status, bool with_callback)
{
    switch (status) {
    case CL_SUCCESS: return !with_callback;
    case CL_BUILD_PROGRAM_FAILURE:
    case CL_COMPILE_PROGRAM_FAILURE:
    case CL_INVALID_BUILD_OPTIONS:
    case CL_INVALID_COMPILER_OPTIONS: return true;
    }
    return false;
}

typedef void(CL_CALLBACK *called)(cl_program program, void *data);

static cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id *devices,
                                const char *options, called callback, void *data)
{
    cl_int status = before.clBuildProgram(program, count, devices, options, callback, data);
    if (has_ended(status, callback != NULL)) record_build(program);
    return status;
}

static cl_int CL_API_CALL compile(cl_program program, cl_uint count, const cl_device_id *devices,
                                  const char *options, cl_uint header_count,
                                  const cl_program *headers, const char **names, called callback,
                                  void *data)
{
    cl_int status = before.clCompileProgram(program, count, devices, options, header_count, headers,
                                            names, callback, data);
    if (has_ended(status, callback != NULL)) record_build(program);
    return status;
}

/* If linking fails, some drivers return a program, with the log, and others none. The callback may
 * come before this call has returned the program. */
static cl_program CL_API_CALL link_program(cl_context context, cl_uint count,
                                           const cl_device_id *devices, const char *options,
                                           cl_uint program_count, const cl_program *programs,
                                           called callback, void *data, cl_int *status)
{
    cl_program program = before.clLinkProgram(context, count, devices, options, program_count,
                                              programs, callback, data, status);
    if (program && (!callback || build_log_is_complete(program))) record_build(program);
    return program;
}

void builds_interpose(struct dispatch *below)
{
    if (!wants_programs()) return;
    before = *below;
    if (before.clBuildProgram) below->clBuildProgram = build;
    if (before.clCompileProgram) below->clCompileProgram = compile;
    if (before.clLinkProgram) below->clLinkProgram = link_program;
}
