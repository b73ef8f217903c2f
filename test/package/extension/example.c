#define CL_TARGET_OPENCL_VERSION 300
#include <clrelay/extensions.h>
#include <stdio.h>

int main(void)
{
    const cl_semaphore_properties_khr binary[] = { CL_SEMAPHORE_TYPE_KHR,
                                                   CL_SEMAPHORE_TYPE_BINARY_KHR, 0 };
    cl_platform_id platforms[16];
    cl_uint count = 0;
    clGetPlatformIDs(16, platforms, &count);
    for (cl_uint i = 0; i < count && i < 16; i++) {
        cl_context_properties of[] = { CL_CONTEXT_PLATFORM, (cl_context_properties)platforms[i],
                                       0 };
        cl_int error = CL_SUCCESS;
        cl_context context = clCreateContextFromType(of, CL_DEVICE_TYPE_ALL, NULL, NULL, &error);
        cl_semaphore_khr semaphore = clCreateSemaphoreWithPropertiesKHR(context, binary, &error);
        printf("platform %u: %s (%d)\n", i, semaphore ? "a semaphore" : "no semaphore", error);
        if (semaphore) clReleaseSemaphoreKHR(semaphore);
        if (context) clReleaseContext(context);
    }
    return 0;
}
