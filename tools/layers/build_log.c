/* SPDX-License-Identifier: Apache-2.0 */
#include "build_log.h"

#include "next_layer.h"

#include <stdlib.h>

enum { LOG_SPACE = 32768, MOST_DEVICES = 64 };

/* Adds a device's log, or as much of it as fits. A driver writes the whole log or nothing. */
static size_t add_log(char *logs, size_t length, cl_program program, cl_device_id device)
{
    size_t size = 0;
    char *log;
    if (next_layer.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) ||
        size < 2)
        return length;
    log = malloc(size);
    if (log &&
        !next_layer.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL)) {
        log[size - 1] = 0;
        size = strlen(log);
        if (size > LOG_SPACE - 1 - length) size = LOG_SPACE - 1 - length;
        memcpy(logs + length, log, size);
        length += size;
    }
    free(log);
    return length;
}

/* The program's devices. Returns their number; 0 if the driver does not say. */
static size_t devices_of(cl_program program, cl_device_id devices[MOST_DEVICES])
{
    const size_t most = MOST_DEVICES * sizeof *devices;
    size_t size = 0;
    if (next_layer.clGetProgramInfo(program, CL_PROGRAM_DEVICES, most, devices, &size)) return 0;
    return (size < most ? size : most) / sizeof *devices;
}

char *build_log_of(cl_program program)
{
    cl_device_id devices[MOST_DEVICES];
    const size_t count = devices_of(program, devices);
    size_t length = 0;
    char *logs = count ? malloc(LOG_SPACE) : NULL;
    if (!logs) return NULL;
    for (size_t i = 0; i < count; i++) length = add_log(logs, length, program, devices[i]);
    logs[length] = 0;
    return logs;
}

bool build_log_is_complete(cl_program program)
{
    cl_device_id devices[MOST_DEVICES];
    const size_t count = devices_of(program, devices);
    for (size_t i = 0; i < count; i++) {
        cl_build_status status = CL_BUILD_IN_PROGRESS;
        if (next_layer.clGetProgramBuildInfo(program, devices[i], CL_PROGRAM_BUILD_STATUS,
                                             sizeof status, &status, NULL) ||
            status == CL_BUILD_IN_PROGRESS)
            return false;
    }
    return count > 0;
}

bool build_log_comes_with(unsigned given_to)
{
    return given_to == SLOT_OF(clBuildProgram) || given_to == SLOT_OF(clCompileProgram) ||
           given_to == SLOT_OF(clLinkProgram);
}
