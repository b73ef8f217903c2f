/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stands in for the <CL/cl_icd.h> of 2026 where older headers are installed: theirs, and what they
 * lack of it as far as a loader is concerned, under the names and in the shapes that it has in the
 * newer ones. It takes their place by coming first in the search, and not by -include, because
 * the sources choose what the system's headers declare before they include anything.
 */
#ifndef CLRELAY_TEST_HEADERS_2026_CL_ICD_H
#define CLRELAY_TEST_HEADERS_2026_CL_ICD_H

/* Before the trick below, so that it changes the struct and no prototype. */
#include <CL/cl.h>
#include <CL/cl_egl.h>
#include <CL/cl_ext.h>
#include <CL/cl_gl.h>

#ifndef CL_VERSION_3_1
#define CL_VERSION_3_1 1
#define CL_API_SUFFIX__VERSION_3_1 CL_API_SUFFIX_COMMON

typedef cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSize_t(
    cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
    const size_t *global_work_offset, const size_t *global_work_size,
    size_t *suggested_local_work_size);
typedef clGetKernelSuggestedLocalWorkSize_t *clGetKernelSuggestedLocalWorkSize_fn;
extern CL_API_ENTRY cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSize(
    cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
    const size_t *global_work_offset, const size_t *global_work_size,
    size_t *suggested_local_work_size) CL_API_SUFFIX__VERSION_3_1;

/* The table ends with one more member: what the older headers write as their last becomes two. */
#define clSetContextDestructorCallback                                                             \
    clSetContextDestructorCallback;                                                                \
    clGetKernelSuggestedLocalWorkSize_fn clGetKernelSuggestedLocalWorkSize
#include_next <CL/cl_icd.h>
#undef clSetContextDestructorCallback
#else
#include_next <CL/cl_icd.h>
#endif

#ifndef CL_ICD2_TAG_KHR
#if INTPTR_MAX == INT32_MAX
#define CL_ICD2_TAG_KHR ((intptr_t)0x434C3331)
#else
#define CL_ICD2_TAG_KHR ((intptr_t)0x4F50454E434C3331)
#endif
typedef void *CL_API_CALL clIcdGetFunctionAddressForPlatformKHR_t(cl_platform_id platform,
                                                                  const char *func_name);
typedef clIcdGetFunctionAddressForPlatformKHR_t *clIcdGetFunctionAddressForPlatformKHR_fn;
typedef cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR_t(cl_platform_id platform,
                                                             void *dispatch_data);
typedef clIcdSetPlatformDispatchDataKHR_t *clIcdSetPlatformDispatchDataKHR_fn;
extern CL_API_ENTRY void *CL_API_CALL
clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform, const char *func_name);
extern CL_API_ENTRY cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR(cl_platform_id platform,
                                                                       void *dispatch_data);
#endif

#ifndef CL_PLATFORM_UNLOADABLE_KHR
#define cl_khr_icd_unloadable 1
#define CL_KHR_ICD_UNLOADABLE_EXTENSION_NAME "cl_khr_icd_unloadable"
#define CL_PLATFORM_UNLOADABLE_KHR 0x0921
#endif

#ifndef CL_DEVICE_UUID
#define CL_DEVICE_UUID 0x106A
#define CL_DRIVER_UUID 0x106B
#define CL_DEVICE_LUID_VALID 0x106C
#define CL_DEVICE_LUID 0x106D
#define CL_DEVICE_NODE_MASK 0x106E
#define CL_UUID_SIZE 16
#define CL_LUID_SIZE 8
#endif

#ifndef CL_ICDL_OCL_VERSION
#define cl_loader_info 1
typedef cl_uint cl_icdl_info;
#define CL_ICDL_OCL_VERSION 1
#define CL_ICDL_VERSION 2
#define CL_ICDL_NAME 3
#define CL_ICDL_VENDOR 4
typedef cl_int CL_API_CALL clGetICDLoaderInfoOCLICD_t(cl_icdl_info param_name,
                                                      size_t param_value_size, void *param_value,
                                                      size_t *param_value_size_ret);
typedef clGetICDLoaderInfoOCLICD_t *clGetICDLoaderInfoOCLICD_fn;
extern CL_API_ENTRY cl_int CL_API_CALL clGetICDLoaderInfoOCLICD(cl_icdl_info param_name,
                                                                size_t param_value_size,
                                                                void *param_value,
                                                                size_t *param_value_size_ret);
#endif

#endif
