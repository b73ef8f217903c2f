/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Declares what an OpenCL loader, driver or layer needs and OpenCL-Headers from before 2026 lack:
 * OpenCL 3.1's function, cl_khr_icd 2.0, cl_khr_icd_unloadable, cl_loader_layers 1.0.1 and
 * cl_loader_info 1.0.0. Include it after or instead of <CL/cl_icd.h> and <CL/cl_layer.h>. With
 * newer headers it adds nothing.
 */
#ifndef CLRELAY_OPENCL_COMPAT_H
#define CLRELAY_OPENCL_COMPAT_H

#include <CL/cl_icd.h>
#include <CL/cl_layer.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__ALTIVEC__) && !defined(__cplusplus)
/* On POWER they include <altivec.h>, which defines these words as macros, unusable in strict C. */
#undef vector
#undef pixel
#undef bool
#ifdef __bool_true_false_are_defined /* <stdbool.h> */
#define bool _Bool
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

#ifndef CL_VERSION_3_1
/* The local work size that the driver would choose for a kernel (OpenCL 3.1, section 5.8). The
 * caller provides the three arrays, with work_dim elements each; global_work_offset may be NULL.
 * Returns CL_SUCCESS, or the errors of clEnqueueNDRangeKernel. */
extern CL_API_ENTRY cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSize(
    cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
    const size_t *global_work_offset, const size_t *global_work_size,
    size_t *suggested_local_work_size);
#endif

#ifndef CL_ICD2_TAG_KHR
/* cl_khr_icd 2.0: the content of slots 0 and 31 of a driver's table if the loader manages the
 * table. */
#if INTPTR_MAX == INT32_MAX
#define CL_ICD2_TAG_KHR ((intptr_t)0x434C3331)
#else
#define CL_ICD2_TAG_KHR ((intptr_t)0x4F50454E434C3331)
#endif
typedef void *(CL_API_CALL *clIcdGetFunctionAddressForPlatformKHR_fn)(cl_platform_id platform,
                                                                      const char *func_name);
typedef cl_int(CL_API_CALL *clIcdSetPlatformDispatchDataKHR_fn)(cl_platform_id platform,
                                                                void *dispatch_data);
#endif

#ifndef CL_PLATFORM_UNLOADABLE_KHR
#define CL_PLATFORM_UNLOADABLE_KHR 0x0921
#endif

#ifndef CL_LAYER_PROPERTIES_LIST_END
typedef cl_properties cl_layer_properties;
#define CL_LAYER_PROPERTIES_LIST_END 0
typedef cl_int(CL_API_CALL *pfn_clInitLayerWithProperties)(
    cl_uint num_entries, const cl_icd_dispatch *target_dispatch, cl_uint *num_entries_ret,
    const cl_icd_dispatch **layer_dispatch_ret, const cl_layer_properties *properties);
typedef cl_int(CL_API_CALL *pfn_clDeinitLayer)(void);
#endif

#ifndef CL_ICDL_OCL_VERSION
/* cl_loader_info 1.0.0: queries for clGetICDLoaderInfoOCLICD, found through
 * clGetExtensionFunctionAddress. All answers are strings. */
typedef cl_uint cl_icdl_info;
#define CL_ICDL_OCL_VERSION 1
#define CL_ICDL_VERSION     2
#define CL_ICDL_NAME        3
#define CL_ICDL_VENDOR      4
#endif
/* The type of that function, which has different names in headers of different years. */
typedef cl_int(CL_API_CALL *clrelay_loader_info)(cl_icdl_info param_name, size_t param_value_size,
                                                 void *param_value, size_t *param_value_size_ret);

#ifdef __cplusplus
}
#endif

#endif
