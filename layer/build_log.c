/* SPDX-License-Identifier: Apache-2.0 */
#include "build_log.h"

#include "entry.h"

#include <stdlib.h>

enum { LOG_SPACE = 32768, MOST_DEVICES = 64 };

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

char *build_log_of(cl_program program)
{
    cl_device_id devices[MOST_DEVICES];
    size_t size = 0, length = 0;
    char *logs;
    if (down.clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof devices, devices, &size))
        return NULL;
    logs = malloc(LOG_SPACE);
    if (!logs) return NULL;
    for (size_t i = 0; i < size / sizeof *devices; i++)
        length = add_log(logs, length, program, devices[i]);
    logs[length] = 0;
    return logs;
}

bool build_log_comes_with(unsigned given_to)
{
    return given_to == SLOT_OF(clBuildProgram) || given_to == SLOT_OF(clCompileProgram) ||
           given_to == SLOT_OF(clLinkProgram);
}
