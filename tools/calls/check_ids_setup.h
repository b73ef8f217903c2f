/* SPDX-License-Identifier: Apache-2.0 */
/* Check IDs (check_ids.h) about platforms, devices, contexts, queues, events, samplers, and
 * functions of extensions. */
/* clang-format off */

/* ---- platforms and devices ---- */

CHECK_ID(PLATFORM_NONE, NOTE, "4.1", "there is no platform: the loader has found no driver, or none that has a platform here",
    "`clrelay doctor PROGRAM` says why")
CHECK_ID(PLATFORM_NULL, NOTE, "4.2",
    "platform is NULL: which platform that is depends on the loader and on what is installed",
    "Pass one of those that clGetPlatformIDs returns")
CHECK_ID(ASKED_LIST_ROOM, ERROR, "4.1", "there is a list to write to, but num_entries is 0",
    "Pass how many elements the list has room for")
CHECK_ID(ASKED_NOTHING, NOTE, "4.1",
    "the call can return nothing: both the list and the pointer to its length are NULL",
    "Pass at least one of the two")
CHECK_ID(DEVICE_TYPE_WRONG, ERROR, "4.2",
    "device_type {device_type} is not a combination of OpenCL's device types",
    "Pass CL_DEVICE_TYPE_ALL, or the types that the program can use")
CHECK_ID(DEVICE_NONE, NOTE, "4.2",
    "no device of the platform is of type {device_type} (devices that it has: {0})",
    "Ask for CL_DEVICE_TYPE_ALL, look at the other platforms, or tell the user")
CHECK_ID(DEVICE_ELSEWHERE, NOTE, "4.2",
    "no device of the platform is of type {device_type}, but another platform has one{0:named}",
    "Look at all platforms, or let the user choose. With clrelay's libOpenCL, `clrelay run --device` shows programs only that one")
CHECK_ID(DEVICE_UNAVAILABLE, ERROR, "4.4",
    "the device {0:cl_device_id} is not available now: CL_DEVICE_AVAILABLE is CL_FALSE",
    "Query CL_DEVICE_AVAILABLE first; another process may use it alone")
CHECK_ID(DEVICE_PLATFORM, ERROR, "4.4",
    "the device {object} belongs to another platform than the context's other devices or its "
    "CL_CONTEXT_PLATFORM",
    "Make a context for each platform")
CHECK_ID(DEVICE_CONTEXT, ERROR, "4.4", "the device {object} is not one of the context's devices",
    "Use one of the devices that the context was made with (CL_CONTEXT_DEVICES)")
CHECK_ID(PARTITION_NULL, ERROR, "4.3", "properties does not say how to partition {in_device}",
    "Begin the list with CL_DEVICE_PARTITION_EQUALLY, _BY_COUNTS or _BY_AFFINITY_DOMAIN")
CHECK_ID(PARTITION_UNSUPPORTED, ERROR, "4.3",
    "the device {in_device} does not support {0:cl_device_partition_property}",
    "Query CL_DEVICE_PARTITION_PROPERTIES first")
CHECK_ID(PARTITION_VALUE, ERROR, "4.3",
    "the device {in_device} does not support {0:cl_device_partition_property} with the value {1}",
    "Pass at least one compute unit, or one of the domains in CL_DEVICE_PARTITION_AFFINITY_DOMAIN")
CHECK_ID(PARTITION_ROOM, ERROR, "4.3",
    "the partition makes {0} devices, but out_devices has room for {num_devices}",
    "Query their number first: pass NULL as out_devices, and num_devices_ret")
CHECK_ID(PARTITION_COUNT, ERROR, "4.3",
    "{0} devices are asked for, more than {1}, CL_DEVICE_PARTITION_MAX_SUB_DEVICES of {in_device}",
    "Ask for fewer devices")
CHECK_ID(PARTITION_UNITS, ERROR, "4.3",
    "{0} compute units are asked for, more than {1}, CL_DEVICE_MAX_COMPUTE_UNITS of {in_device}",
    "Share the compute units of the device among the sub-devices")
CHECK_ID(PARTITION_NEGATIVE, ERROR, "4.3", "a sub-device of less than 0 compute units is asked for",
    "Pass counts of at least 1, and CL_DEVICE_PARTITION_BY_COUNTS_LIST_END after them")
CHECK_ID(TIMER_UNSUPPORTED, NOTE, "4.2",
    "the platform of {device} can't relate the clocks of devices to the host's",
    "Query CL_PLATFORM_HOST_TIMER_RESOLUTION first: it is 0 there")
CHECK_ID(TIMER_NULL, ERROR, "4.2",
    "a pointer to a time is NULL",
    "Pass the address of a cl_ulong for each time")
CHECK_ID(MEDIA_ADAPTERS_NONE, ERROR, "cl_khr_dx9_media_sharing", "no media adapters are passed",
    "Pass at least one adapter and its type")
CHECK_ID(MEDIA_ADAPTER_SET, ERROR, "cl_khr_dx9_media_sharing",
    "media_adapter_set {0} asks for no set of devices",
    "Pass CL_PREFERRED_DEVICES_FOR_DX9_MEDIA_ADAPTER_KHR or "
    "CL_ALL_DEVICES_FOR_DX9_MEDIA_ADAPTER_KHR")

/* ---- queries ---- */

CHECK_ID(QUERY_NAME_WRONG, NOTE, "",
    "{param_name:query} is not a query of this function in any version of OpenCL",
    "Pass the query to the function for this kind of object")
CHECK_ID(QUERY_NAME_NEWER, NOTE, "",
    "the query {param_name} came with OpenCL {0}.{1}, or with an extension; this is OpenCL "
    "{2}.{3}, and its driver has no such query",
    "Query the version and the extensions first, and do without the answer otherwise")
CHECK_ID(QUERY_QUEUE_SIZE, NOTE, "5.1",
    "the command queue {command_queue} has no size: it is a queue for the host",
    "Ask only queues with CL_QUEUE_ON_DEVICE for CL_QUEUE_SIZE")

/* ---- contexts ---- */

CHECK_ID(CONTEXT_PLATFORM_MISSING, ERROR, "4.4",
    "properties name no platform, and there is no default one",
    "Add CL_CONTEXT_PLATFORM with the platform of the devices")
CHECK_ID(CONTEXT_PROPERTY_NAME, ERROR, "4.4",
    "the property {0:cl_context_properties} belongs to an extension that the driver lacks, or does "
    "not exist",
    "Alternate names and values, and end the list with 0. Look for an extension in "
    "CL_DEVICE_EXTENSIONS before you use its properties")
CHECK_ID(CONTEXT_PROPERTY_TWICE, ERROR, "4.4",
    "the property {0:cl_context_properties} is listed twice",
    "Name each property once, and end the list with 0")
CHECK_ID(CONTEXT_USER_SYNC, ERROR, "4.4",
    "CL_CONTEXT_INTEROP_USER_SYNC is {0:address}, neither CL_TRUE nor CL_FALSE",
    "Pass CL_TRUE or CL_FALSE")
CHECK_ID(CONTEXT_DEVICES_NONE, ERROR, "4.4",
    "the context has no devices: num_devices is {num_devices}, devices is {devices}",
    "Pass at least one device, or call clCreateContextFromType")
CHECK_ID(CALLBACK_DATA, ERROR, "",
    "user_data is not NULL, but there is no callback that would get it",
    "Pass the callback too, or NULL for both")
CHECK_ID(CALLBACK_MISSING, ERROR, "", "the callback is NULL", "Pass a function")
CHECK_ID(CONTEXT_TWO_APIS, ERROR, "4.4",
    "the properties name devices or displays of more than one API to share with",
    "Make a context for each API")
CHECK_ID(CONTEXT_GL_INCOMPLETE, ERROR, "cl_khr_gl_sharing",
    "the properties name an OpenGL context without its display, or a display without an OpenGL "
    "context",
    "Pass CL_GL_CONTEXT_KHR, and CL_GLX_DISPLAY_KHR, CL_EGL_DISPLAY_KHR or CL_WGL_HDC_KHR")
CHECK_ID(CONTEXT_GL_DEVICE, ERROR, "cl_khr_gl_sharing",
    "the device {0:cl_device_id} can't share with OpenGL: it lacks cl_khr_gl_sharing",
    "Ask clGetGLContextInfoKHR for the device of the OpenGL context")
CHECK_ID(CONTEXT_GL_UNSUPPORTED, NOTE, "cl_khr_gl_sharing",
    "no device of the platform can share with OpenGL: all lack cl_khr_gl_sharing",
    "Look for cl_khr_gl_sharing in CL_DEVICE_EXTENSIONS first, on the other platforms too")
CHECK_ID(CONTEXT_INTEROP_GL, ERROR, "cl_khr_gl_sharing",
    "CL_CONTEXT_INTEROP_USER_SYNC can't be combined with sharing with OpenGL",
    "Leave it out")
CHECK_ID(CONTEXT_TERMINATE, ERROR, "cl_khr_terminate_context",
    "CL_CONTEXT_TERMINATE_KHR is set, but the device {0:cl_device_id} can't terminate contexts",
    "Query CL_DEVICE_TERMINATE_CAPABILITY_KHR first")
CHECK_ID(CONTEXT_UNTERMINABLE, ERROR, "cl_khr_terminate_context",
    "the context {context} was made without CL_CONTEXT_TERMINATE_KHR",
    "Make the context with CL_CONTEXT_TERMINATE_KHR and CL_TRUE")
CHECK_ID(CONTEXT_UNSHARED, ERROR, "4.4",
    "the context was not made for sharing with the API that the function belongs to",
    "Name that API's device, or display and context, in the properties of clCreateContext")

/* ---- command queues ---- */

CHECK_ID(QUEUE_BITS_UNKNOWN, ERROR, "5.1",
    "the queue properties {0:cl_command_queue_properties} are not properties that this function "
    "takes",
    "Combine CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE and CL_QUEUE_PROFILING_ENABLE; others need "
    "clCreateCommandQueueWithProperties")
CHECK_ID(QUEUE_BITS_UNSUPPORTED, ERROR, "5.1",
    "the device does not support queues with {0:cl_command_queue_properties}",
    "Query CL_DEVICE_QUEUE_ON_HOST_PROPERTIES first")
CHECK_ID(QUEUE_PROPERTY_NAME, ERROR, "5.1",
    "the property {0:cl_queue_properties} belongs to an extension that the driver lacks, or does "
    "not exist",
    "Alternate names and values, and end the list with 0: CL_QUEUE_PROFILING_ENABLE is a value of "
    "CL_QUEUE_PROPERTIES. Look for an extension in CL_DEVICE_EXTENSIONS before you use its "
    "properties")
CHECK_ID(QUEUE_PROPERTY_TWICE, ERROR, "5.1", "the property {0:cl_queue_properties} is listed twice",
    "Name each property once, and end the list with 0")
CHECK_ID(QUEUE_SIZE_HOST, ERROR, "5.1",
    "CL_QUEUE_SIZE is for queues on the device, but this queue is for the host",
    "Leave it out, or add CL_QUEUE_ON_DEVICE to CL_QUEUE_PROPERTIES")
CHECK_ID(QUEUE_SIZE_LIMIT, ERROR, "5.1",
    "CL_QUEUE_SIZE {0} is more than {1}, CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE of {device}",
    "Make the queue smaller")
CHECK_ID(QUEUE_DEFAULT_HOST, ERROR, "5.1",
    "CL_QUEUE_ON_DEVICE_DEFAULT is set without CL_QUEUE_ON_DEVICE",
    "Add CL_QUEUE_ON_DEVICE, or leave both out")
CHECK_ID(QUEUE_ON_DEVICE_ORDER, ERROR, "5.1",
    "a queue on the device is out of order, but CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE is not set",
    "Add CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE")
CHECK_ID(QUEUE_ON_DEVICE_UNSUPPORTED, ERROR, "5.1",
    "the device {device} has no queues on the device",
    "Query CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES first")
CHECK_ID(QUEUE_HINT_VALUE, ERROR, "5.1",
    "{0:cl_queue_properties} is {1}: neither high, medium nor low",
    "Pass one of the values of the property's type, such as CL_QUEUE_PRIORITY_MED_KHR")
CHECK_ID(QUEUE_HINT_ON_DEVICE, ERROR, "5.1",
    "{0:cl_queue_properties} is for queues for the host, but this queue is on the device",
    "Leave the hint out")
CHECK_ID(QUEUE_UNCHANGEABLE, ERROR, "5.1",
    "the driver can't change the properties of a queue; since OpenCL 1.1, no driver has to",
    "Make the queue with these properties")
CHECK_ID(QUEUE_DEFAULT_FIXED, ERROR, "5.1",
    "the device {device} can't replace its default queue on the device",
    "Query CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT first")
CHECK_ID(QUEUE_DEFAULT_OTHER, ERROR, "5.1",
    "the command queue {command_queue} is not a queue on the device {device}",
    "Pass a queue that was made for this device with CL_QUEUE_ON_DEVICE")
CHECK_ID(MARKER_EVENT, ERROR, "5.12",
    "event is NULL, so nothing can wait for the marker",
    "Pass the address of a cl_event")

/* ---- events ---- */

CHECK_ID(EVENTS_NONE, ERROR, "5.11",
    "there are no events to wait for: num_events is {num_events}, event_list is {event_list}",
    "Pass at least one event, or leave the call out")
CHECK_ID(EVENTS_CONTEXT, ERROR, "5.11", "event_list has an event of another context",
    "Wait for the events of each context in a call of its own")
CHECK_ID(EVENT_NOT_USER, ERROR, "5.11",
    "the event {event} is not a user event: it stands for {0:cl_command_type}",
    "Set only the status of events that clCreateUserEvent has made")
CHECK_ID(USER_EVENT_STATUS, ERROR, "5.11",
    "execution_status {execution_status} is neither CL_COMPLETE nor negative",
    "Pass CL_COMPLETE, or an error code below 0")
CHECK_ID(USER_EVENT_TWICE, ERROR, "5.11",
    "the status of {event} was set before, to {0:execution_status}",
    "Set it once")
CHECK_ID(EVENT_CALLBACK_TYPE, ERROR, "5.11",
    "{0:execution_status} is not a status that a callback can be for",
    "Pass CL_COMPLETE, CL_RUNNING or CL_SUBMITTED")
CHECK_ID(PROFILING_QUEUE, ERROR, "5.15",
    "the command queue {0:cl_command_queue} keeps no times: it was made without "
    "CL_QUEUE_PROFILING_ENABLE",
    "Make the queue with CL_QUEUE_PROFILING_ENABLE")
CHECK_ID(PROFILING_USER_EVENT, ERROR, "5.15",
    "the event {event} is a user event, which has no times",
    "Ask the events of commands")
CHECK_ID(PROFILING_PENDING, NOTE, "5.15",
    "the command of {event} has not ended: its status is {0:execution_status}",
    "Wait for the event first")

/* ---- samplers ---- */

CHECK_ID(SAMPLER_VALUE, ERROR, "5.7",
    "{0:cl_sampler_properties} can't be {1:cl_addressing_mode}",
    "Pass one of the values that the specification lists for it; clCreateSampler takes the "
    "addressing mode before the filter mode")
CHECK_ID(SAMPLER_PROPERTY_NAME, ERROR, "5.7",
    "the property {0:cl_sampler_properties} belongs to an extension that the driver lacks, or does "
    "not exist",
    "Alternate names and values, and end the list with 0. Look for an extension in "
    "CL_DEVICE_EXTENSIONS before you use its properties")
CHECK_ID(SAMPLER_PROPERTY_TWICE, ERROR, "5.7",
    "the property {0:cl_sampler_properties} is listed twice",
    "Name each property once, and end the list with 0")
CHECK_ID(SAMPLER_REPEATS, PORTABILITY, "5.7",
    "{0:cl_addressing_mode} needs normalized coordinates: without them, what is read is undefined",
    "Use normalized coordinates, or CL_ADDRESS_CLAMP or CL_ADDRESS_CLAMP_TO_EDGE")

/* ---- sharing with other APIs ---- */

CHECK_ID(MEM_UNSHARED, ERROR, "",
    "the memory object {object} was not made from an object of the API that the function belongs "
    "to",
    "Pass memory objects that were made from that API's objects")
CHECK_ID(SHARED_LIST_LENGTH, ERROR, "",
    "num_objects is {num_objects}, but mem_objects is {mem_objects}",
    "Pass a list and its length, or NULL and 0")
CHECK_ID(SHARED_FLAGS, ERROR, "",
    "flags {flags} say more than one access, or something that does not apply to memory of another "
    "API",
    "Pass one of CL_MEM_READ_WRITE, CL_MEM_READ_ONLY and CL_MEM_WRITE_ONLY")
CHECK_ID(SHARED_IMMUTABLE, ERROR, "cl_ext_immutable_memory_objects",
    "flags {flags} allow writing to memory that is immutable",
    "Combine CL_MEM_IMMUTABLE_EXT with CL_MEM_READ_ONLY")
CHECK_ID(SHARED_NAME_ZERO, ERROR, "", "the other API's object is 0 or NULL",
    "Check what the function that makes the object returned")
CHECK_ID(GL_TARGET, ERROR, "cl_khr_gl_sharing",
    "target {target} is not a kind of texture that can be shared",
    "Pass the target that the texture was bound to, such as GL_TEXTURE_2D")
CHECK_ID(GL_MIP_LEVEL, ERROR, "cl_khr_gl_sharing",
    "miplevel {miplevel} is less than the first level of the texture, or the driver shares only "
    "that",
    "Pass 0")
CHECK_ID(EGL_DISPLAY_NULL, ERROR, "cl_khr_egl_image",
    "egldisplay is NULL",
    "Pass the display that the image was made on")
CHECK_ID(EGL_PROPERTY, ERROR, "cl_khr_egl_image",
    "properties has {0}, but the extension defines no properties",
    "Pass NULL")

/* ---- semaphores ---- */

CHECK_ID(SEMAPHORE_DEVICE, ERROR, "cl_khr_semaphore",
    "the semaphore {object} was not made for the device",
    "Name the device in CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, or use a queue of the semaphore's "
    "device")
CHECK_ID(SEMAPHORE_CONTEXT, ERROR, "cl_khr_semaphore",
    "the semaphore {object} belongs to another context than {command_queue}",
    "Make the semaphore and the command queue in the same context")
CHECK_ID(SEMAPHORES_NONE, ERROR, "cl_khr_semaphore",
    "num_sema_objects is 0",
    "Pass at least one semaphore")
CHECK_ID(SEMAPHORE_PAYLOAD, ERROR, "cl_khr_semaphore",
    "sema_payload_list is NULL, but one of the semaphores has payloads",
    "Pass a payload for each semaphore")
CHECK_ID(SEMAPHORE_PROPERTY_NAME, ERROR, "cl_khr_semaphore",
    "the property {0:cl_semaphore_properties_khr} belongs to an extension that the driver lacks, "
    "or does not exist",
    "Alternate names and values, and end the list with 0. Look for an extension in "
    "CL_DEVICE_EXTENSIONS before you use its properties")
CHECK_ID(SEMAPHORE_PROPERTY_TWICE, ERROR, "cl_khr_semaphore",
    "the property {0:cl_semaphore_properties_khr} is listed twice",
    "Name each property once, and end the list with 0")
CHECK_ID(SEMAPHORE_DEVICES, ERROR, "cl_khr_semaphore",
    "CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR must name one of the {0} devices of {context}",
    "Name exactly one device")
CHECK_ID(SEMAPHORE_TYPE_MISSING, ERROR, "cl_khr_semaphore",
    "the properties do not have CL_SEMAPHORE_TYPE_KHR",
    "Add CL_SEMAPHORE_TYPE_KHR with CL_SEMAPHORE_TYPE_BINARY_KHR")
CHECK_ID(SEMAPHORE_TYPE, ERROR, "cl_khr_semaphore",
    "the driver has no semaphores of type {0}",
    "Pass CL_SEMAPHORE_TYPE_BINARY_KHR, or look for the type in CL_DEVICE_SEMAPHORE_TYPES_KHR "
    "first")
CHECK_ID(SEMAPHORE_EXPORTS, ERROR, "cl_khr_external_semaphore",
    "CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR names more than one type",
    "Name one type of handle")
CHECK_ID(SEMAPHORE_IMPORTS, ERROR, "cl_khr_external_semaphore",
    "a semaphore is made from one handle at most, and then can't be exported",
    "Name one handle to import, or the types to export")
CHECK_ID(SEMAPHORE_NOT_EXPORTED, ERROR, "cl_khr_external_semaphore",
    "the semaphore {sema_object} was not made for handles of type {handle_type}",
    "Name the type in CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR when the semaphore is made")
CHECK_ID(SEMAPHORE_NOT_IMPORTED, ERROR, "cl_khr_external_semaphore_sync_fd",
    "the semaphore {sema_object} was not made from a sync file",
    "Make it with CL_SEMAPHORE_HANDLE_SYNC_FD_KHR")
CHECK_ID(SEMAPHORE_HANDLE_SIZE, ERROR, "cl_khr_external_semaphore",
    "handle_size {handle_size} is less than the size of a file descriptor",
    "Pass the size of an int")
CHECK_ID(SEMAPHORE_FD, ERROR, "cl_khr_external_semaphore_sync_fd",
    "fd {fd} is not a file descriptor",
    "Pass an open sync file")

/* Command buffers. */
CHECK_ID(COMMAND_BUFFER_FINALIZED, ERROR, "cl_khr_command_buffer",
    "the command buffer {command_buffer} is finalized already",
    "Record all commands before clFinalizeCommandBufferKHR, and make another command buffer for "
    "others")
CHECK_ID(COMMAND_BUFFER_RECORDING, ERROR, "cl_khr_command_buffer",
    "the command buffer {command_buffer} is not finalized",
    "Call clFinalizeCommandBufferKHR after the last command was recorded")
CHECK_ID(COMMAND_BUFFER_PENDING, ERROR, "cl_khr_command_buffer",
    "the command buffer {command_buffer} was enqueued before and has not ended: with the driver's "
    "revision of the extension, it can't be enqueued again until then",
    "Wait for the event of the last enqueue first, or make the command buffer with "
    "CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR")
CHECK_ID(COMMAND_BUFFER_ARGUMENT_FREED, ERROR, "cl_khr_command_buffer",
    "argument {0}, counted from 0, of a kernel in the command buffer {command_buffer} is the "
    "object {object}, which was released: command buffers hold no references to the arguments of "
    "their kernels",
    "Release it after the last time that the command buffer is enqueued, or record the kernel with "
    "another argument")
CHECK_ID(COMMAND_BUFFER_ARGUMENT_MAPPED, ERROR, "5.5.4",
    "argument {0}, counted from 0, of a kernel in the command buffer {command_buffer} is the "
    "memory object {object}, which is still mapped, and the map is for writing or the kernel "
    "writes to it",
    "Call clEnqueueUnmapMemObject before the command buffer is enqueued")
CHECK_ID(COMMAND_BUFFER_POINTER_FREED, ERROR, "cl_khr_command_buffer",
    "a command in the command buffer {command_buffer} uses {0:address}, memory that was freed",
    "Free it after the last time that the command buffer is enqueued")
CHECK_ID(COMMAND_BUFFER_CONTEXT, ERROR, "cl_khr_command_buffer",
    "the object {object} belongs to another context than {command_buffer}",
    "Use objects of the context of the command buffer's queues")
CHECK_ID(COMMAND_BUFFER_QUEUES, ERROR, "cl_khr_command_buffer",
    "num_queues is {num_queues}, but queues is {queues}",
    "Pass a list of queues and its length; clEnqueueCommandBufferKHR takes NULL and 0, too")
CHECK_ID(COMMAND_BUFFER_QUEUES_CONTEXT, ERROR, "cl_khr_command_buffer",
    "the queue {object} belongs to another context than the first queue",
    "Make the queues of a command buffer in one context")
CHECK_ID(COMMAND_BUFFER_PROPERTY_TWICE, ERROR, "cl_khr_command_buffer",
    "the property {0:cl_command_buffer_properties_khr} is listed twice",
    "Name each property once, and end the list with 0")
CHECK_ID(COMMAND_QUEUE_UNWANTED, ERROR, "cl_khr_command_buffer",
    "command_queue is {command_queue}, but without cl_khr_command_buffer_multi_device it must be "
    "NULL",
    "Pass NULL: the command is for the queue that the command buffer was made for")
CHECK_ID(COMMAND_HANDLE_UNWANTED, ERROR, "cl_khr_command_buffer",
    "mutable_handle is not NULL, but a barrier can't be changed later",
    "Pass NULL")
CHECK_ID(COMMAND_FOREIGN, ERROR, "cl_khr_command_buffer_mutable_dispatch",
    "the command {0:address} belongs to the command buffer {object}, not to {command_buffer}",
    "Pass the command buffer in which the command was recorded")
CHECK_ID(COMMAND_UNKNOWN, ERROR, "cl_khr_command_buffer_mutable_dispatch",
    "the command {0:address} is none that clCommandNDRangeKernelKHR has returned, or its command "
    "buffer was released",
    "Pass what clCommandNDRangeKernelKHR returned in mutable_handle")
CHECK_ID(COMMAND_ARGUMENT_KIND, ERROR, "cl_khr_command_buffer_mutable_dispatch",
    "memory object {object} is a {0:cl_mem_object_type}, but parameter {1}, counted from 0, of the "
    "command's kernel takes another kind of memory object",
    "Pass buffers for pointers, and for an image type an image of that type")
CHECK_ID(COMMAND_HANDLES, ERROR, "cl_khr_command_buffer_multi_device",
    "num_handles is {num_handles}, but handles is {handles} and handles_ret is {handles_ret}",
    "Pass two lists and their length, or NULL twice and 0")
CHECK_ID(SYNC_POINTS_LENGTH, ERROR, "cl_khr_command_buffer",
    "num_sync_points_in_wait_list is {num_sync_points_in_wait_list}, but sync_point_wait_list is "
    "{sync_point_wait_list}",
    "Pass a list and its length, or NULL and 0")
