/* SPDX-License-Identifier: Apache-2.0 */
#include "api/opencl.h"

#include "ending.h"
#include "fake/event.h"

bool ending_library;

void ending_call(const char *who)
{
    cl_platform_id platform = NULL;
    cl_uint count = 0;
    char name[100] = "";
    cl_int status = clGetPlatformIDs(1, &platform, &count);
    if (status == CL_SUCCESS)
        status = clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL);
    clGetExtensionFunctionAddress("clFakeThingNobody");
    fake_event("late %s %d %u %s", who, (int)status, (unsigned)count, name);
}

__attribute__((destructor)) static void destruct(void)
{
    if (ending_library) ending_call("library");
}
