/* SPDX-License-Identifier: Apache-2.0 */
/* Pairs about command buffers. */
#include "pairs.h"

enum { SIMULTANEOUS = 1, MUTABLE = 2 };

#define RECORDED_ON(count, queues, ...)                                                            \
    EXTENSION(clCreateCommandBufferKHR)                                                            \
    (count, queues, (const cl_command_buffer_properties_khr[8]){ __VA_ARGS__ }, NULL)
static cl_command_buffer_khr recorded(cl_command_queue on, uint64_t flags)
{
    return RECORDED_ON(1, &on, CL_COMMAND_BUFFER_FLAGS_KHR, flags);
}
#define FINALIZE(buffer) EXTENSION(clFinalizeCommandBufferKHR)(buffer)
#define ENQUEUE(buffer)  EXTENSION(clEnqueueCommandBufferKHR)(0, NULL, buffer, 0, NULL, NULL)
#define A_BUFFER         cl_command_buffer_khr buffer = recorded(a_queue(), 0)

/* ---- command buffers ---- */

#define QUEUES(second) ((const cl_command_queue[]){ a_queue(), second })
PAIR(COMMAND_BUFFER_QUEUES_CONTEXT, ,
     RECORDED_ON(2, QUEUES(queue_with(other_context(), gpu[0], 0)), 0),
     RECORDED_ON(2, QUEUES(queue_with(a_context(), gpu[0], 0)), 0))
#define FLAGS CL_COMMAND_BUFFER_FLAGS_KHR, 0
PAIR(COMMAND_BUFFER_PROPERTY_TWICE, , RECORDED_ON(1, QUEUES(NULL), FLAGS, FLAGS),
     RECORDED_ON(1, QUEUES(NULL), FLAGS))
PAIR(COMMAND_BUFFER_QUEUES, , RECORDED_ON(0, QUEUES(NULL), 0), RECORDED_ON(1, QUEUES(NULL), 0))
PAIR(COMMAND_BUFFER_QUEUES, , RECORDED_ON(1, NULL, 0), RECORDED_ON(1, QUEUES(NULL), 0))

#define REMAP(count, from, to)                                                                     \
    EXTENSION(clRemapCommandBufferKHR)                                                             \
    (buffer, CL_FALSE, 1, QUEUES(NULL), count, from, to, NULL)
static cl_mutable_command_khr again; /* stands for the command in the new command buffer */
#define MUTABLE_COMMAND                                                                            \
    cl_command_buffer_khr buffer = recorded(a_queue(), MUTABLE);                                   \
    cl_mutable_command_khr command = launched(buffer)
static cl_mutable_command_khr launched(cl_command_buffer_khr buffer)
{
    cl_mutable_command_khr command = NULL;
    EXTENSION(clCommandNDRangeKernelKHR)
    (buffer, NULL, NULL, a_kernel(), 1, NULL, (const size_t[]){ 1 }, NULL, 0, NULL, NULL, &command);
    return command;
}
PAIR(COMMAND_HANDLES, MUTABLE_COMMAND, REMAP(0, &command, NULL), REMAP(0, NULL, NULL))
PAIR(COMMAND_HANDLES, MUTABLE_COMMAND, REMAP(1, &command, NULL), REMAP(1, &command, &again))
PAIR(COMMAND_HANDLES, MUTABLE_COMMAND;
     (void)command, REMAP(1, NULL, &again), REMAP(1, &again, &again))
PAIR(HANDLE_UNKNOWN, , launched((void *)&again), launched(recorded(a_queue(), MUTABLE)))

#define REMAP_TO(count, queues)                                                                    \
    EXTENSION(clRemapCommandBufferKHR)(buffer, CL_FALSE, count, queues, 0, NULL, NULL, NULL)
PAIR(COMMAND_BUFFER_QUEUES, A_BUFFER, REMAP_TO(0, QUEUES(NULL)), REMAP_TO(1, QUEUES(NULL)))
PAIR(COMMAND_BUFFER_QUEUES, A_BUFFER, REMAP_TO(1, NULL), REMAP_TO(1, QUEUES(NULL)))

/* A command buffer does not keep the queue for which it was made. */
PAIR(QUEUE_FREED, cl_command_queue queue = queue_with(a_context(), gpu[0], 0); recorded(queue, 0);
     layer->clReleaseCommandQueue(queue), layer->clFlush(queue), layer->clFlush(a_queue()))

/* Before revision 0.9.8, the program must not enqueue a command buffer again that has not ended. */
#define PENDING                                                                                    \
    SAYS(NULL, CL_COMMAND_BUFFER_STATE_KHR, cl_uint, 2);                                           \
    FINALIZE(buffer)
PAIR(COMMAND_BUFFER_PENDING, revisions(wrong ? 0x9007 : 0x9008, 0x9005); A_BUFFER;
     PENDING, ENQUEUE(buffer), ENQUEUE(buffer))
PAIR(COMMAND_BUFFER_PENDING, revisions(0x9007, 0x9005);
     cl_command_buffer_khr buffer = recorded(a_queue(), wrong ? 0 : SIMULTANEOUS);
     PENDING, ENQUEUE(buffer), ENQUEUE(buffer))
PAIR(COMMAND_BUFFER_FINALIZED, A_BUFFER;
     if (wrong) FINALIZE(buffer), FINALIZE(buffer), FINALIZE(buffer))
PAIR(COMMAND_BUFFER_RECORDING, A_BUFFER;
     if (!wrong) FINALIZE(buffer), ENQUEUE(buffer), ENQUEUE(buffer))

/* ---- commands ---- */

#define FILL_AT(queue, from, points, list)                                                         \
    EXTENSION(clCommandFillBufferKHR)                                                              \
    (buffer, queue, NULL, a_buffer(), "x", 1, from, 16, points, list, NULL, NULL)
static const cl_sync_point_khr sync_points[1] = { 1 };
#define ALONE lacks("cl_khr_command_buffer_multi_device")
PAIR_REFUSED(COMMAND_QUEUE_UNWANTED, CL_INVALID_COMMAND_QUEUE, ALONE;
             A_BUFFER, FILL_AT(a_queue(), 0, 0, NULL), FILL_AT(NULL, 0, 0, NULL))
PAIR_REFUSED(COMMAND_QUEUE_UNWANTED, CL_INVALID_COMMAND_QUEUE, if (wrong) ALONE;
             A_BUFFER, FILL_AT(a_queue(), 0, 0, NULL), FILL_AT(a_queue(), 0, 0, NULL))
#define BARRIER(handle)                                                                            \
    EXTENSION(clCommandBarrierWithWaitListKHR)(buffer, NULL, NULL, 0, NULL, NULL, handle)
PAIR_REFUSED(COMMAND_HANDLE_UNWANTED, CL_INVALID_VALUE, A_BUFFER;
             cl_mutable_command_khr handle = NULL, BARRIER(&handle), BARRIER(NULL))
PAIR(SYNC_POINTS_LENGTH, A_BUFFER, FILL_AT(NULL, 0, 1, NULL), FILL_AT(NULL, 0, 1, sync_points))
PAIR(SYNC_POINTS_LENGTH, A_BUFFER, FILL_AT(NULL, 0, 0, sync_points), FILL_AT(NULL, 0, 0, NULL))
PAIR(BUFFER_RANGE, A_BUFFER, FILL_AT(NULL, 49, 0, NULL), FILL_AT(NULL, 48, 0, NULL))

/* One command reads what a later one writes. */
PAIR(QUEUES_UNORDERED, A_BUFFER; cl_mem to = layer->clCreateBuffer(a_context(), 0, 64, NULL, NULL);
     cl_command_queue other = queue_with(a_context(), gpu[0], 0); static char read[16];
     EXTENSION(clCommandCopyBufferKHR)(buffer, NULL, NULL, a_buffer(), to, 0, 0, 16, 0, NULL, NULL,
                                       NULL);
     if (wrong) FILL_AT(NULL, 0, 0, NULL); FINALIZE(buffer);
     ENQUEUE(buffer), layer->clEnqueueReadBuffer(other, a_buffer(), 1, 0, 16, read, 0, NULL, NULL),
     layer->clEnqueueReadBuffer(other, a_buffer(), 1, 0, 16, read, 0, NULL, NULL))

PAIR(COMMAND_BUFFER_POINTER_FREED, SAYS(NULL, CL_KERNEL_NUM_ARGS, cl_uint, 1); A_BUFFER;
     void *usm = EXTENSION(clHostMemAllocINTEL)(a_context(), NULL, 64, 0, NULL);
     EXTENSION(clSetKernelArgMemPointerINTEL)(a_kernel(), 0, usm); launched(buffer);
     FINALIZE(buffer);
     if (wrong) EXTENSION(clMemFreeINTEL)(a_context(), usm), ENQUEUE(buffer), ENQUEUE(buffer))
/* The program's own memory, which such a device can use, may have the address of freed memory. */
PAIR(COMMAND_BUFFER_POINTER_FREED, SAYS(NULL, CL_KERNEL_NUM_ARGS, cl_uint, 1);
     SAYS(NULL, CL_DEVICE_SVM_CAPABILITIES, cl_ulong, wrong ? 1 : CL_DEVICE_SVM_FINE_GRAIN_SYSTEM);
     A_BUFFER; layer->clSetKernelArgSVMPointer(a_kernel(), 0, some_svm()); launched(buffer);
     FINALIZE(buffer); layer->clSVMFree(a_context(), some_svm()), ENQUEUE(buffer), ENQUEUE(buffer))
/* Copies may use it on any device. */
PAIR(COMMAND_BUFFER_POINTER_FREED, A_BUFFER; static char bytes[16]; char *svm = some_svm();
     if (!wrong) layer->clSVMFree(a_context(), svm);
     EXTENSION(clCommandSVMMemcpyKHR)(buffer, NULL, NULL, bytes, svm, 16, 0, NULL, NULL, NULL);
     if (wrong) layer->clSVMFree(a_context(), svm);
     FINALIZE(buffer), ENQUEUE(buffer), ENQUEUE(buffer))

/* With memory that the host may use at the same time, a recorded kernel may tell the host that it,
 * and what comes before it, has ended. */
PAIR(QUEUES_UNORDERED, SAYS(NULL, CL_KERNEL_NUM_ARGS, cl_uint, 1); A_BUFFER;
     cl_command_queue other = queue_with(a_context(), gpu[0], 0); layer->clSetKernelArgSVMPointer(
         a_kernel(), 0,
         layer->clSVMAlloc(a_context(), wrong ? 0 : CL_MEM_SVM_FINE_GRAIN_BUFFER, 64, 0));
     launched(buffer); FINALIZE(buffer);
     layer->clEnqueueFillBuffer(a_queue(), a_buffer(), "x", 1, 0, 64, 0, NULL, NULL);
     ENQUEUE(buffer), layer->clEnqueueFillBuffer(other, a_buffer(), "x", 1, 0, 64, 0, NULL, NULL),
     layer->clEnqueueFillBuffer(other, a_buffer(), "x", 1, 0, 64, 0, NULL, NULL))

/* ---- commands that are changed ---- */

/* The structures of revision 0.9.5, with only the members that changes need. */
struct argument {
    cl_uint index;
    size_t size;
    const void *value;
};
struct change {
    cl_mutable_command_khr command;
    cl_uint arguments, pointers, infos, dimensions;
    const struct argument *argument_list, *pointer_list, *info_list;
    const size_t *sizes[3];
};
static cl_int change(cl_command_buffer_khr buffer, cl_mutable_command_khr command, cl_mem argument)
{
    static const cl_command_buffer_update_type_khr type;
    const struct argument set = { 0, sizeof argument, &argument };
    const struct change one = { .command = command, .arguments = 1, .argument_list = &set };
    const void *list = &one;
    return EXTENSION(clUpdateMutableCommandsKHR)(buffer, 1, &type, &list);
}
#define FINAL_COMMAND                                                                              \
    SAYS(NULL, CL_KERNEL_NUM_ARGS, cl_uint, 1);                                                    \
    MUTABLE_COMMAND;                                                                               \
    FINALIZE(buffer)
PAIR(COMMAND_FOREIGN, FINAL_COMMAND;
     cl_mutable_command_khr foreign = launched(recorded(a_queue(), MUTABLE)),
     change(buffer, foreign, a_buffer()), change(buffer, command, a_buffer()))
PAIR(COMMAND_UNKNOWN, FINAL_COMMAND, change(buffer, (void *)&command, a_buffer()),
     change(buffer, command, a_buffer()))
PAIR(COMMAND_ARGUMENT_KIND, FINAL_COMMAND, change(buffer, command, an_image()),
     change(buffer, command, a_buffer()))
PAIR(COMMAND_BUFFER_CONTEXT, FINAL_COMMAND, change(buffer, command, other_buffer()),
     change(buffer, command, a_buffer()))
