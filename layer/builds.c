/* SPDX-License-Identifier: Apache-2.0 */
/* Build logs, for those who want the programs: a log is asked for as soon as a build has ended. */
#include "interpose.h"

#include <stdlib.h>

enum { LOG_SPACE = 32768, MOST_DEVICES = 64 };

/* What these do without this file. */
static struct dispatch before;

/* Adds a device's log, or as much of it as there is space for. Drivers write a log whole or not. */
static size_t add_log(char *logs, size_t length, cl_program program, cl_device_id device)
{
    size_t size = 0;
    char *log;
    if (down.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) ||
        size < 2)
        return length;
    log = malloc(size);
    if (log &&
        !down.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL)) {
        log[size - 1] = 0;
        size = strlen(log);
        if (size > LOG_SPACE - 1 - length) size = LOG_SPACE - 1 - length;
        memcpy(logs + length, log, size);
        length += size;
    }
    free(log);
    return length;
}

static void record_log(cl_program program)
{
    cl_device_id devices[MOST_DEVICES];
    size_t size = 0, length = 0;
    char *logs;
    if (!program || !recorder_on() ||
        down.clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof devices, devices, &size))
        return;
    logs = malloc(LOG_SPACE);
    if (!logs) return;
    for (size_t i = 0; i < size / sizeof *devices; i++)
        length = add_log(logs, length, program, devices[i]);
    logs[length] = 0;
    recorder_log(program, logs);
    free(logs);
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
