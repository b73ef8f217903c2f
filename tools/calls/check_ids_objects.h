/* SPDX-License-Identifier: Apache-2.0 */
/* Check IDs (check_ids.h) about the lives of objects, and calls that failed. */
/* clang-format off */

CHECK_ID(CALL_FAILED, ERROR, "",
    "the driver returned {0:cl_int} for a reason that clrelay can't see",
    "Read the driver's own messages, if there are any")
CHECK_ID(KERNEL_BEFORE, ERROR, "",
    "the driver returned {0:cl_int} for a reason that clrelay can't see; the last kernel launched before is {1:cl_kernel}",
    "Look at that kernel: some drivers, such as NVIDIA's, return this error from a later call if a kernel has failed. --bounds finds accesses beyond buffers")
CHECK_ID(OBJECTS_KEPT, NOTE, "",
    "the program has made {0} objects that it has not released, each {1:a_kind}",
    "Release each when it is no longer used, such as an event once its command has ended: each takes memory of the host")
CHECK_ID(OBJECTS_MANY, ERROR, "",
    "the driver returned {0:cl_int} for a reason that clrelay can't see, while {1} objects were not "
    "released, each {2:a_kind}",
    "Release each object when it is no longer used, or make it once and use it again: drivers have "
    "limits")
CHECK_ID(CONTEXT_MEMORY, ERROR, "",
    "the context's buffers and images have {0} bytes, and the queue's device has {1} (CL_DEVICE_GLOBAL_MEM_SIZE)",
    "Use less memory at once: release what is no longer needed, or do the work in parts")
CHECK_ID(FUNCTION_MISSING, PORTABILITY, "",
    "the driver does not have the function, so the loader returned {0:cl_int}",
    "Do without the function on this device, or use a newer driver")
CHECK_ID(QUERY_FAILED, NOTE, "",
    "the query returned {0:cl_int} for a reason that clrelay can't see",
    "Handle the error: not every driver knows every query")

CHECK_ID(HANDLE_NULL, ERROR, "", "{0:parameter}{0:element} is NULL",
    "Check what the function that makes the object returned")
CHECK_ID(HANDLE_UNKNOWN, ERROR, "",
    "the handle {object} is no object: no call that succeeded has returned it to this program",
    "Look for a variable that was never set, was overwritten or was freed; to clSetKernelArg, pass "
    "the handle's address")
CHECK_ID(HANDLE_SVM, ERROR, "",
    "{object} is no object, but an address in memory that clSVMAlloc has returned",
    "Set it as an argument with clSetKernelArgSVMPointer, and free it with clSVMFree")
CHECK_ID(HANDLE_HALF, ERROR, "",
    "the handle {0:address} has only the lower 32 bits of the {1:kind} {object}",
    "Include CL/cl.h, because a function without a prototype returns an int, and keep the handle "
    "in a variable of its own type")
CHECK_ID(HANDLE_TYPE, ERROR, "",
    "the object {object} is {1:a_kind}, but {2:taker} takes {2:a_kind}",
    "Pass the object that the parameter is for")
CHECK_ID(BOOLEAN_, PORTABILITY, "",
    "{0:parameter} is {1}, but a cl_bool is CL_TRUE (1) or CL_FALSE (0)",
    "Pass CL_TRUE or CL_FALSE, and check whether arguments were swapped")
CHECK_ID(CHILD_OF_FORK, PORTABILITY, "",
    "the process is a child of fork(), and its parent had used OpenCL before: the drivers' threads "
    "do not exist in the child, so calls may fail or never return",
    "Use OpenCL in the child alone, start processes before OpenCL is used, or begin another "
    "program in the child (exec)")
CHECK_ID(CALL_AT_EXIT, NOTE, "",
    "the call comes after exit() or main(), when the driver may have ended: what happens depends on the driver",
    "Release objects before main() returns, such as those in global variables of C++; or leave them, as the process ends anyway")
CHECK_ID(CONTEXT_MISMATCH, ERROR, "4.4", "the objects of the call belong to different contexts",
    "Use objects of one context in a call, or make one context for all devices")
CHECK_ID(MEM_CONTEXT, ERROR, "4.4",
    "the memory object {object} belongs to another context than {command_queue}",
    "Make the memory object and the command queue in the same context")
CHECK_ID(EVENT_CONTEXT, ERROR, "5.11",
    "event_wait_list has an event of another context than the command queue's",
    "Wait for events of other contexts with clWaitForEvents, or with a user event that a callback "
    "completes")

CHECK_ID(WAIT_LIST_LENGTH, ERROR, "5.11",
    "num_events_in_wait_list is {num_events_in_wait_list}, but event_wait_list is "
    "{event_wait_list}",
    "Pass a list and its length, or NULL and 0")
CHECK_ID(EVENT_FAILED, ERROR, "5.11",
    "the event {0:cl_event}, which the call waits for, ended with an error",
    "Look for the command that made the event: its own error is CL_EVENT_COMMAND_EXECUTION_STATUS")
CHECK_ID(EVENT_FAILED_AS_SET, NOTE, "5.11",
    "the event {0:cl_event}, which the call waits for, ended with an error, after the program had "
    "set a user event to one",
    "Do nothing if the program expects the error")
CHECK_ID(QUEUE_ON_DEVICE, ERROR, "5.1",
    "the command queue {command_queue} is a queue for kernels on the device, not for the host",
    "Make a queue without CL_QUEUE_ON_DEVICE")
CHECK_ID(IMAGES_UNSUPPORTED, ERROR, "5.3.1",
    "the device has no images: CL_DEVICE_IMAGE_SUPPORT is CL_FALSE",
    "Query CL_DEVICE_IMAGE_SUPPORT first, and use buffers where there are no images")
CHECK_ID(QUERY_NAME, NOTE, "",
    "the driver does not know the query {param_name} for this object",
    "Handle the error: the query may be of a later version or of an extension that the driver "
    "lacks")
CHECK_ID(QUERY_SMALL, NOTE, "",
    "the answer has {0} bytes, but param_value_size is {param_value_size}: the other bytes of the "
    "variable stay as they were",
    "Use a variable of the type that the answer has: most queries of devices return a cl_uint, "
    "cl_ulong or size_t")
CHECK_ID(QUERY_SIZE, ERROR, "",
    "param_value_size {param_value_size} is less than the {0} bytes of the answer",
    "Use a variable of the type that the answer has, such as size_t or cl_ulong; for strings and "
    "lists, query the size first, with param_value_size_ret")

#define OBJECT_CHECK_IDS(KIND, word, section)                                                     \
    CHECK_ID(KIND##_FREED, ERROR, section, "the " word " {object} was already released",           \
        "Release it after its last use, or retain it where it is kept")                            \
    CHECK_ID(KIND##_RELEASED_TWICE, ERROR, section,                                                \
        "the " word " {object} is released more often than it was made and retained",              \
        "Remove one of the releases, or retain it where a second owner keeps it")                  \
    CHECK_ID(KIND##_LEAKED, LEAK,  section,                                                        \
        "the " word " {object} was never released (references left: {0}, objects made from it: {1})",\
        "Release it when it is no longer used")
OBJECT_CHECK_IDS(PLATFORM, "platform", "4.1")
OBJECT_CHECK_IDS(DEVICE, "device", "4.3")
OBJECT_CHECK_IDS(CONTEXT, "context", "4.4")
OBJECT_CHECK_IDS(QUEUE, "command queue", "5.1")
OBJECT_CHECK_IDS(MEM, "memory object", "5.5")
OBJECT_CHECK_IDS(SAMPLER, "sampler", "5.7")
OBJECT_CHECK_IDS(PROGRAM, "program", "5.8")
OBJECT_CHECK_IDS(KERNEL, "kernel", "5.9")
OBJECT_CHECK_IDS(EVENT, "event", "5.11")
OBJECT_CHECK_IDS(SEMAPHORE, "semaphore", "cl_khr_semaphore")
OBJECT_CHECK_IDS(COMMAND_BUFFER, "command buffer", "cl_khr_command_buffer")
#undef OBJECT_CHECK_IDS
