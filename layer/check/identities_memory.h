/* SPDX-License-Identifier: Apache-2.0 */
/* Identities (identities.h) about buffers, images, pipes and shared virtual memory. */
/* clang-format off */

IDENTITY(BUFFER_SIZE_ZERO, ERROR, "5.2.1", "size is 0", "Ask for at least one byte")
IDENTITY(BUFFER_SIZE_LIMIT, ERROR, "5.2.1",
    "size {size} is more than {0}, CL_DEVICE_MAX_MEM_ALLOC_SIZE of each of the context's devices",
    "Split the data into several buffers")
IDENTITY(BUFFER_RANGE, ERROR, "5.2.2", "offset {0} + size {1} = {2} is beyond the {3} bytes of the buffer",
    "Make the buffer larger, or the range smaller: both are counted in bytes")
IDENTITY(HOST_POINTER_NULL, ERROR, "5.2.1",
    "host_ptr is NULL, but flags has CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR",
    "Pass the memory that is to be used or copied")
IDENTITY(HOST_POINTER_UNWANTED, ERROR, "5.2.1",
    "host_ptr is not NULL, but flags has neither CL_MEM_USE_HOST_PTR nor CL_MEM_COPY_HOST_PTR",
    "Add CL_MEM_COPY_HOST_PTR to have its bytes copied, or pass NULL")
