/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions (conditions.h) of functions for buffers, images, pipes, shared virtual memory, and the commands on them. */
/* clang-format off */

#define CONDITIONS_clCreateBuffer \
    HANDLE(CL_INVALID_CONTEXT, context) \
    JUDGED(CL_INVALID_BUFFER_SIZE, BUFFER_SIZE_ZERO, size == 0) \
    EXPLAINED_WITH(CL_INVALID_BUFFER_SIZE, BUFFER_SIZE_LIMIT, \
        size > known_context_most(context, CL_DEVICE_MAX_MEM_ALLOC_SIZE), \
        known_context_most(context, CL_DEVICE_MAX_MEM_ALLOC_SIZE)) \
    JUDGED(CL_INVALID_HOST_PTR, HOST_POINTER_NULL, \
        !host_ptr && flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) \
    JUDGED(CL_INVALID_HOST_PTR, HOST_POINTER_UNWANTED, \
        host_ptr && !(flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR))) \
    DRIVER(CL_MEM_OBJECT_ALLOCATION_FAILURE, "the device lacks memory") \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clCreateImage2D
#define CONDITIONS_clCreateImage3D
#define CONDITIONS_clRetainMemObject
#define CONDITIONS_clReleaseMemObject
#define CONDITIONS_clGetSupportedImageFormats
#define CONDITIONS_clGetMemObjectInfo
#define CONDITIONS_clGetImageInfo
#define CONDITIONS_clEnqueueReadBuffer
#define CONDITIONS_clEnqueueWriteBuffer
#define CONDITIONS_clEnqueueCopyBuffer
#define CONDITIONS_clEnqueueReadImage \
    QUEUE_ROW \
    QUEUE_MEM_CONTEXT_ROW(image) \
    EVENT_CONTEXT_ROW \
    EVENT_LIST_ROWS \
    EVENT_STATUS_ROW(blocking_read) \
    QUEUE_IMAGES_ROW \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clEnqueueWriteImage
#define CONDITIONS_clEnqueueCopyImage
#define CONDITIONS_clEnqueueCopyImageToBuffer
#define CONDITIONS_clEnqueueCopyBufferToImage
#define CONDITIONS_clEnqueueMapBuffer
#define CONDITIONS_clEnqueueMapImage
#define CONDITIONS_clEnqueueUnmapMemObject
#define CONDITIONS_clCreateSubBuffer
#define CONDITIONS_clSetMemObjectDestructorCallback
#define CONDITIONS_clEnqueueReadBufferRect
#define CONDITIONS_clEnqueueWriteBufferRect
#define CONDITIONS_clEnqueueCopyBufferRect
#define CONDITIONS_clCreateImage
#define CONDITIONS_clEnqueueFillBuffer
#define CONDITIONS_clEnqueueFillImage
#define CONDITIONS_clEnqueueMigrateMemObjects
#define CONDITIONS_clCreatePipe
#define CONDITIONS_clGetPipeInfo \
    HANDLE(CL_INVALID_MEM_OBJECT, pipe) \
    QUERY_ROW(ANSWER_SIZE(clGetPipeInfo, pipe, param_name)) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clSVMAlloc
#define CONDITIONS_clSVMFree
#define CONDITIONS_clEnqueueSVMFree
#define CONDITIONS_clEnqueueSVMMemcpy
#define CONDITIONS_clEnqueueSVMMemFill
#define CONDITIONS_clEnqueueSVMMap
#define CONDITIONS_clEnqueueSVMUnmap \
    QUEUE_ROW \
    EVENT_CONTEXT_ROW \
    EVENT_LIST_ROWS \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clEnqueueSVMMigrateMem
#define CONDITIONS_clCreateBufferWithProperties
#define CONDITIONS_clCreateImageWithProperties
#define CONDITIONS_clEnqueueMigrateMemObjectEXT
#define CONDITIONS_clEnqueueAcquireExternalMemObjectsKHR
#define CONDITIONS_clEnqueueReleaseExternalMemObjectsKHR
#define CONDITIONS_clGetImageRequirementsInfoEXT
#define CONDITIONS_clHostMemAllocINTEL
#define CONDITIONS_clDeviceMemAllocINTEL
#define CONDITIONS_clSharedMemAllocINTEL
#define CONDITIONS_clMemFreeINTEL
#define CONDITIONS_clMemBlockingFreeINTEL
#define CONDITIONS_clGetMemAllocInfoINTEL
#define CONDITIONS_clEnqueueMemFillINTEL
#define CONDITIONS_clEnqueueMemcpyINTEL
#define CONDITIONS_clEnqueueMemAdviseINTEL
#define CONDITIONS_clEnqueueMigrateMemINTEL
#define CONDITIONS_clEnqueueMemsetINTEL
