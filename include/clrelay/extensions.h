/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Declares the extension functions that clrelay_ext defines (doc/extension-functions.md): those in
 * OpenCL's own headers, and those that headers from before 2024 lack. Include it after or instead
 * of <CL/cl_ext.h>. With newer headers it adds nothing.
 */
#ifndef CLRELAY_EXTENSIONS_H
#define CLRELAY_EXTENSIONS_H

#include <CL/cl.h>
#include <CL/cl_ext.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- cl_khr_semaphore, cl_khr_external_semaphore 1.0 ---- */

#ifndef CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR     0x2053
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR 0
#endif
#ifndef CL_SEMAPHORE_EXPORTABLE_KHR
#define CL_SEMAPHORE_EXPORTABLE_KHR 0x2054
#endif

/* ---- cl_khr_external_semaphore_sync_fd 1.0 ---- */

/* No macro came with this function, and headers from 2023 may have it. Declaring it twice does no
 * harm. */
#ifndef CL_KHR_EXTERNAL_SEMAPHORE_SYNC_FD_EXTENSION_NAME
typedef cl_properties cl_semaphore_reimport_properties_khr;
extern CL_API_ENTRY cl_int CL_API_CALL clReImportSemaphoreSyncFdKHR(
    cl_semaphore_khr sema_object, cl_semaphore_reimport_properties_khr *reimport_props, int fd);
#endif

/* ---- cl_khr_external_memory 1.0 ---- */

#ifndef CL_MEM_DEVICE_HANDLE_LIST_KHR
#define CL_MEM_DEVICE_HANDLE_LIST_KHR     0x2051
#define CL_MEM_DEVICE_HANDLE_LIST_END_KHR 0
#endif
#ifndef CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR
#define CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR 0x2052
#endif

/* ---- cl_ext_buffer_device_address 1.0 ---- */

#ifndef CL_MEM_DEVICE_ADDRESS_EXT
typedef cl_ulong cl_mem_device_address_ext;
#define CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT   0x5000
#define CL_MEM_DEVICE_ADDRESS_EXT           0x5001
#define CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT 0x5002
extern CL_API_ENTRY cl_int CL_API_CALL clSetKernelArgDevicePointerEXT(
    cl_kernel kernel, cl_uint arg_index, cl_mem_device_address_ext arg_value);
#endif

#ifdef __cplusplus
}
#endif

#endif
