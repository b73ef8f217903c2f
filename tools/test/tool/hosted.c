/* SPDX-License-Identifier: Apache-2.0 */
/* A plugin with a mistake, for hosting.c. With CRASHES, it makes the mistake in another function,
 * and then crashes in the driver. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#ifdef CRASHES
#define mistake other_mistake
#endif

static void mistake(cl_context context)
{
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 0, NULL, NULL);
    if (buffer) clReleaseMemObject(buffer);
}

__attribute__((visibility("default"))) void plugin_run(void);
void plugin_run(void)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    if (clGetPlatformIDs(1, &platform, NULL)) return;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) return;
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    mistake(context);
#ifdef CRASHES
    {
        char profile[100];
        clGetDeviceInfo(device, CL_DEVICE_PROFILE, sizeof profile, profile, NULL);
    }
#endif
    clReleaseContext(context);
}
