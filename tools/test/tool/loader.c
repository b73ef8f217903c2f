/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A libOpenCL without platforms, for the tests of the command clrelay. Its report is the content of
 * the file TOOL_REPORT. Without that variable it acts as another project's loader, which has no
 * report. With TOOL_EMPTY it has a platform without devices, with TOOL_CRASH it crashes, with
 * TOOL_CLOSE it closes files that it does not own, and with TOOL_GROWS its report becomes longer. It opens the file of TOOL_READS.
 */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_icd.h>
#include <clrelay/report.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver_system.h"

#define EXPORTED __attribute__((visibility("default")))

static cl_int CL_API_CALL get_report(size_t size, char *report, size_t *size_ret)
{
    static char text[1 << 20];
    static unsigned asked;
    FILE *file = fopen(getenv("TOOL_REPORT"), "rb");
    size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file) fclose(file);
    text[length] = '\0';
    if (report && size < length + 1) return CL_INVALID_VALUE;
    if (report) memcpy(report, text, length + 1);
    if (size_ret) *size_ret = length + 1;
    if (size_ret && getenv("TOOL_GROWS") && !asked++) *size_ret = 1;
    return CL_SUCCESS;
}

EXPORTED void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
    clGetLoaderReportCLRELAY_fn report = get_report;
    void *address = NULL;
    if (getenv("TOOL_CRASH")) {
        fputs("a loader complains\n", stderr);
        fflush(stderr); /* Wine's C library may keep the line until an end that never comes */
        crash();
    }
    if (getenv("TOOL_REPORT") && strcmp(name, "clGetLoaderReportCLRELAY") == 0)
        memcpy(&address, &report, sizeof address);
    return address;
}

EXPORTED cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id, cl_platform_info, size_t, void *,
                                              size_t *);

/* This library is also its own driver. */
static const cl_icd_dispatch empty_table = { .clGetPlatformInfo = clGetPlatformInfo };
static const void *empty_platform = &empty_table;

EXPORTED cl_int CL_API_CALL clGetPlatformIDs(cl_uint room, cl_platform_id *list, cl_uint *count)
{
    FILE *file = getenv("TOOL_READS") ? fopen(getenv("TOOL_READS"), "rb") : NULL;
    if (file) fclose(file);
    if (getenv("TOOL_CLOSE")) close_files(3);
    if (count) *count = getenv("TOOL_EMPTY") != NULL;
    if (!getenv("TOOL_EMPTY")) return CL_PLATFORM_NOT_FOUND_KHR;
    if (list && room) *list = (cl_platform_id)&empty_platform;
    return CL_SUCCESS;
}

EXPORTED cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info what,
                                              size_t size, void *to, size_t *size_ret)
{
    if ((void *)platform != &empty_platform || what != CL_PLATFORM_NAME) return CL_INVALID_PLATFORM;
    if (to && size >= sizeof "Empty") memcpy(to, "Empty", sizeof "Empty");
    if (size_ret) *size_ret = sizeof "Empty";
    return CL_SUCCESS;
}

EXPORTED cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type type,
                                           cl_uint room, cl_device_id *list, cl_uint *count)
{
    return (void *)platform == &empty_platform ? CL_DEVICE_NOT_FOUND : CL_INVALID_PLATFORM;
}

EXPORTED cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t size,
                                            void *to, size_t *size_ret)
{
    return CL_INVALID_DEVICE;
}
