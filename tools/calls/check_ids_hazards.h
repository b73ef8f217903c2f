/* SPDX-License-Identifier: Apache-2.0 */
/* Check IDs (check_ids.h) about what drivers do not report: order, threads, versions. */
/* clang-format off */

CHECK_ID(CALLBACK_WAITS, ERROR, "5.11",
    "a callback that the program gave to {0:function} calls a function that may wait for the driver",
    "Set a flag or a condition in the callback, and make the call in a thread of the program")
CHECK_ID(USER_EVENT_WAIT, PORTABILITY, "5.11",
    "the call does not return: it waits for {object}, a user event that is not complete, and no other thread had used OpenCL before",
    "Call clSetUserEventStatus before the wait, or in another thread")
CHECK_ID(USER_EVENT_UNSET, ERROR, "5.11",
    "a command waits for {object}, a user event that was never completed: the command waits forever",
    "Call clSetUserEventStatus before the last clReleaseEvent and before the program ends, after errors, too, with a negative status")
CHECK_ID(QUEUE_NOT_FLUSHED, PORTABILITY, "5.16",
    "the call waits for a command on another queue, {object}, which was not flushed after that command",
    "Call clFlush on the other queue before this call")
CHECK_ID(VERSION_FUNCTION, PORTABILITY, "",
    "the function came with OpenCL {0}.{1}, which the device does not have",
    "Query CL_DEVICE_VERSION first, and do without the function on older devices")
CHECK_ID(MEM_FLAGS_NEWER, PORTABILITY, "", "the flag {0:cl_mem_flags} came with OpenCL {1}.{2}, which the devices do not have",
    "Query CL_DEVICE_VERSION first, and do without it on older devices")
CHECK_ID(MAP_FLAGS_NEWER, PORTABILITY, "", "the flag {0:cl_map_flags} came with OpenCL {1}.{2}, which the devices do not have",
    "Query CL_DEVICE_VERSION first, and do without it on older devices")
CHECK_ID(ADDRESSING_MODE_NEWER, PORTABILITY, "", "the addressing mode {0:cl_addressing_mode} came with OpenCL {1}.{2}, which the devices do not have",
    "Query CL_DEVICE_VERSION first, and do without it on older devices")
CHECK_ID(CHANNEL_ORDER_NEWER, PORTABILITY, "", "the channel order {0:cl_channel_order} came with OpenCL {1}.{2}, which the devices do not have",
    "Query CL_DEVICE_VERSION first, and do without it on older devices")
CHECK_ID(CHANNEL_TYPE_NEWER, PORTABILITY, "", "the channel type {0:cl_channel_type} came with OpenCL {1}.{2}, which the devices do not have",
    "Query CL_DEVICE_VERSION first, and do without it on older devices")
CHECK_ID(MEM_FLAGS_EXTENSION, PORTABILITY, "", "the flag {0:cl_mem_flags} belongs to the extension {1:came_with}, which the devices do not have",
    "Look for the extension in CL_DEVICE_EXTENSIONS first, and do without it where it is missing")
CHECK_ID(CHANNEL_ORDER_EXTENSION, PORTABILITY, "", "the channel order {0:cl_channel_order} belongs to the extension {1:came_with}, which the devices do not have",
    "Look for the extension in CL_DEVICE_EXTENSIONS first, and do without it where it is missing")
CHECK_ID(CHANNEL_TYPE_EXTENSION, PORTABILITY, "", "the channel type {0:cl_channel_type} belongs to the extension {1:came_with}, which the devices do not have",
    "Look for the extension in CL_DEVICE_EXTENSIONS first, and do without it where it is missing")
CHECK_ID(EXTENSION_FUNCTION, PORTABILITY, "",
    "the function belongs to the extension {0:extension}, which neither the devices nor the platform of {object} have",
    "Look for the extension in CL_DEVICE_EXTENSIONS first, whatever the function's address is")
CHECK_ID(FUNCTION_DEPRECATED, NOTE, "",
    "the function has been deprecated since OpenCL {0}.{1}", "Call the function that replaces it")
CHECK_ID(QUEUES_UNORDERED, ERROR, "3.2.4",
    "the memory of the object {object} was written by a command on another queue, {0:cl_command_queue}, and nothing orders this command after that write",
    "Put the event of the write into the wait list of this command, or call clFinish on the other queue first")
CHECK_ID(QUEUE_UNORDERED, ERROR, "3.2.4",
    "the memory of the object {object} was written by a command on this queue, which is out of order, and nothing orders this command after that write",
    "Put the event of the write into the wait list of this command, or enqueue a barrier between the two")
CHECK_ID(QUEUES_UNORDERED_READ, ERROR, "3.2.4",
    "the command writes to the memory of the object {object}, which a command on another queue, {0:cl_command_queue}, reads, and nothing orders the write after that read",
    "Put the event of the read into the wait list of this command, or call clFinish on the other queue first")
CHECK_ID(QUEUE_UNORDERED_READ, ERROR, "3.2.4",
    "the command writes to the memory of the object {object}, which a command on this queue reads; the queue is out of order, and nothing orders the write after that read",
    "Put the event of the read into the wait list of this command, or enqueue a barrier between the two")
CHECK_ID(MEMORY_UNORDERED, ERROR, "3.2.4",
    "a command on the queue {1:cl_command_queue} writes to the memory {0:address}, and nothing orders this command after that one",
    "Put the event of the other command into the wait list of this one, or call clFinish on its queue first")
CHECK_ID(MEMORY_UNORDERED_READ, ERROR, "3.2.4",
    "the command writes to the memory {0:address}, from which a command on the queue {1:cl_command_queue} reads, and nothing orders the write after that read",
    "Put the event of the other command into the wait list of this one, or call clFinish on its queue first")
CHECK_ID(HOST_FREED_IN_USE, ERROR, "5.2.2",
    "the memory {0:address} of the host is freed, but a command that uses it may not have ended, and the program has not waited for it",
    "Wait for the command, or let a callback of its event free the memory")
CHECK_ID(FREES_UNSEEN, NOTE, "", "--frees has no effect: this program does not load what LD_PRELOAD names",
    "Start the program itself under check, not a script that replaces LD_PRELOAD, or leave out --frees")
CHECK_ID(DRIVER_CALLBACK_DATA, NOTE, "",
    "the driver{0:named} has called the callback of {1:function} with a wrong user_data; the program gets its own",
    "Tell the driver's maintainers: without clrelay, the program gets the wrong one")
CHECK_ID(DRIVER_CALLBACK_LOST, NOTE, "",
    "the driver{0:named} has called a callback of {1:function} with a wrong user_data, and which callback it means is not certain: the program was not called",
    "Tell the driver's maintainers: without clrelay, the program gets the wrong one")
CHECK_ID(DRIVER_CALLBACK_AGAIN, NOTE, "",
    "the driver{0:named} has called a callback of {1:function} for a second time although it comes only once, or although the function had failed: the program was not called",
    "Tell the driver's maintainers: the program may have freed what the callback uses")
CHECK_ID(DRIVER_CALLBACK_OBJECT, NOTE, "",
    "the driver{0:named} has called the callback of {1:function} with {2:address}, another object than the one it is for",
    "Tell the driver's maintainers")
CHECK_ID(HOST_POINTERS_OVERLAP, ERROR, "5.2.1",
    "the command writes to one of {object} and {0:cl_mem}: two buffers whose memory of the host (CL_MEM_USE_HOST_PTR) overlaps, so that the result is undefined",
    "Make parts of one buffer with clCreateSubBuffer, or give each buffer memory of its own")
CHECK_ID(READ_NOT_AWAITED, ERROR, "5.2.2",
    "a non-blocking read on {object} was never waited for: the program can't know when its result is complete",
    "Call clFinish, or wait for the event of the read, before the result is used")
CHECK_ID(MAP_NOT_AWAITED, NOTE, "5.2.4",
    "the region {mapped_ptr} was mapped without blocking, and the program has not waited for the map: it may have used the region before it was ready",
    "Pass CL_TRUE for blocking_map, or wait for the event of the map, before the region is used")
CHECK_ID(KERNEL_THREADS, ERROR, "5.9",
    "kernel {kernel} is used by two threads at the same time; one of them sets an argument",
    "Give each thread its own kernel object (clCloneKernel), or let one lock guard setting and enqueueing")
