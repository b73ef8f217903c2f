/* SPDX-License-Identifier: Apache-2.0 */
/* Build logs, for those who want the programs: a log is asked for as soon as a build has ended. */
#include "build_log.h"
#include "interpose.h"

#include <stdlib.h>

/* What these do without this file. */
static struct dispatch before;

static void record_log(cl_program program)
{
    char *log = program && recorder_on() ? build_log_of(program) : NULL;
    if (log) recorder_log(program, log);
    free(log);
}

typedef void(CL_CALLBACK *called)(cl_program program, void *data);

/* With a callback, the build may not have ended. An error says that it never began, or has ended. */
static cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id *devices,
                                const char *options, called callback, void *data)
{
    cl_int status = before.clBuildProgram(program, count, devices, options, callback, data);
    if (status == CL_BUILD_PROGRAM_FAILURE || (!status && !callback)) record_log(program);
    return status;
}

static cl_int CL_API_CALL compile(cl_program program, cl_uint count, const cl_device_id *devices,
                                  const char *options, cl_uint header_count,
                                  const cl_program *headers, const char **names, called callback,
                                  void *data)
{
    cl_int status = before.clCompileProgram(program, count, devices, options, header_count, headers,
                                            names, callback, data);
    if (status == CL_COMPILE_PROGRAM_FAILURE || (!status && !callback)) record_log(program);
    return status;
}

void builds_interpose(struct dispatch *below)
{
    if (!(recorder_file->options & RECORD_PROGRAMS) || !down.clGetProgramInfo ||
        !down.clGetProgramBuildInfo)
        return;
    before = *below;
    if (before.clBuildProgram) below->clBuildProgram = build;
    if (before.clCompileProgram) below->clCompileProgram = compile;
}
