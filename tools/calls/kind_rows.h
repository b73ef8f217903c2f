/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kinds of objects:
 *
 *   KIND(kind, handle, error, retain, release)   `handle` is the type of the handles, `error` the
 *                                                error for a wrong one, `retain` and `release` the
 *                                                functions that retain and release an object
 *   LASTING(kind, handle, error)                 a KIND of objects that the program neither retains
 *                                                nor releases
 *   ALSO(kind, retain, release)                  further functions that retain and release objects
 *
 * Define KIND, or ALSO for all functions that retain and release, then include this file, which
 * undefines them. The findings for each kind are KIND_FREED, KIND_RELEASED_TWICE and KIND_LEAKED
 * (check_ids_objects.h). The preprocessor has to know the types of handles, too: kind.h has a
 * row KIND_OF_TYPE for each.
 */
/* clang-format off */
#ifdef KIND
#define LASTING(kind, handle, error) KIND(kind, handle, error, , )
#else
#define LASTING(kind, handle, error)
#define KIND(kind, handle, error, retain, release) ALSO(kind, retain, release)
#endif
#ifndef ALSO
#define ALSO(kind, retain, release)
#endif

LASTING(PLATFORM, cl_platform_id, CL_INVALID_PLATFORM)
KIND(DEVICE, cl_device_id, CL_INVALID_DEVICE, clRetainDevice, clReleaseDevice)
ALSO(DEVICE, clRetainDeviceEXT, clReleaseDeviceEXT)
KIND(CONTEXT, cl_context, CL_INVALID_CONTEXT, clRetainContext, clReleaseContext)
KIND(QUEUE, cl_command_queue, CL_INVALID_COMMAND_QUEUE, clRetainCommandQueue, clReleaseCommandQueue)
KIND(MEM, cl_mem, CL_INVALID_MEM_OBJECT, clRetainMemObject, clReleaseMemObject)
KIND(SAMPLER, cl_sampler, CL_INVALID_SAMPLER, clRetainSampler, clReleaseSampler)
KIND(PROGRAM, cl_program, CL_INVALID_PROGRAM, clRetainProgram, clReleaseProgram)
KIND(KERNEL, cl_kernel, CL_INVALID_KERNEL, clRetainKernel, clReleaseKernel)
KIND(EVENT, cl_event, CL_INVALID_EVENT, clRetainEvent, clReleaseEvent)
KIND(SEMAPHORE, cl_semaphore_khr, CL_INVALID_SEMAPHORE_KHR, clRetainSemaphoreKHR, clReleaseSemaphoreKHR)
KIND(COMMAND_BUFFER, cl_command_buffer_khr, CL_INVALID_COMMAND_BUFFER_KHR,
     clRetainCommandBufferKHR, clReleaseCommandBufferKHR)

#undef KIND
#undef LASTING
#undef ALSO
