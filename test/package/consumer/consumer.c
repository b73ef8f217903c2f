/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A user's program: it must compile with what the package provides and run only with this loader.
 * It knows only OpenCL, and learns from cl_loader_info that the loader is ours.
 */
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#include <CL/cl.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    cl_int(CL_API_CALL * get_info)(cl_uint, size_t, void *, size_t *) = NULL;
    void *address = clGetExtensionFunctionAddress("clGetICDLoaderInfoOCLICD");
    char loader[64] = "", platform_name[64] = "";
    cl_platform_id platform = NULL;
    cl_int error;

    memcpy(&get_info, &address, sizeof get_info);
    if (get_info) get_info(3 /* CL_ICDL_NAME */, sizeof loader, loader, NULL);
    error = clGetPlatformIDs(1, &platform, NULL);
    if (!error) {
        clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof platform_name, platform_name, NULL);
    }
    printf("loader '%s', first platform '%s'\n", loader, platform_name);
    return strcmp(loader, "clrelay") || strcmp(platform_name, "good");
}
