/* SPDX-License-Identifier: Apache-2.0 */
/* A plugin with a mistake, for hosting.c. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

__attribute__((visibility("default"))) void plugin_run(void);
void plugin_run(void)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_mem buffer;
    if (clGetPlatformIDs(1, &platform, NULL)) return;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) return;
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 0, NULL, NULL);
    if (buffer) clReleaseMemObject(buffer);
    clReleaseContext(context);
}
