/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions (conditions.h) of functions for everything else: platforms, devices, contexts, queues, events, samplers, and sharing with other APIs. */
/* clang-format off */

/* ---- what several of them share ---- */

#define HOST_MEMORY_ROW DRIVER(CL_OUT_OF_HOST_MEMORY, "the host lacks memory")

/* A query about an object. `first` and `last`: where the specification has such queries. */
#define OBJECT_QUERY_ROW(function, object, first, last) \
    EXPLAINED(CL_INVALID_VALUE, QUERY_NAME_WRONG, known_is_other_query(param_name, first, last)) \
    EXPLAINED_WITH(CL_INVALID_VALUE, QUERY_NAME_NEWER, \
        known_query_is_newer(object, param_name) && ANSWER_SIZE(function, object, param_name) == UNKNOWN, \
        known_query_since(param_name) / 10, known_query_since(param_name) % 10, \
        known_version(object) / 10, known_version(object) % 10) \
    EXPLAINED(CL_INVALID_VALUE, QUERY_NAME, !known_is_other_query(param_name, first, last) && \
        !known_query_is_newer(object, param_name) && ANSWER_SIZE(function, object, param_name) == UNKNOWN) \
    EXPLAINED_WITH(CL_INVALID_VALUE, QUERY_SIZE, \
        param_value && param_value_size < ANSWER_SIZE(function, object, param_name) && \
        ANSWER_SIZE(function, object, param_name) != UNKNOWN, \
        ANSWER_SIZE(function, object, param_name))

/* A list that is asked for: `list` with room for num_entries, and where their number goes. */
#define ASKED_LIST_ROWS(list, number) \
    JUDGED(CL_INVALID_VALUE, ASKED_LIST_ROOM, (list) && !num_entries) \
    JUDGED(CL_INVALID_VALUE, ASKED_NOTHING, !(list) && !(number))

/* The properties of a context. */
#define CONTEXT_PROPERTY_ROWS \
    EXPLAINED(CL_INVALID_PLATFORM, CONTEXT_PLATFORM_MISSING, \
        !known_property(PROPERTIES(properties), CL_CONTEXT_PLATFORM)) \
    HANDLE_IN(CL_INVALID_PLATFORM, cl_platform_id, \
        known_property(PROPERTIES(properties), CL_CONTEXT_PLATFORM)) \
    EXPLAINED_WITH(CL_INVALID_PROPERTY, CONTEXT_PROPERTY_NAME, \
        known_property_outside(PROPERTIES(properties), CORE_CONTEXT_PROPERTIES), \
        known_property_outside(PROPERTIES(properties), CORE_CONTEXT_PROPERTIES)) \
    JUDGED_WITH(CL_INVALID_PROPERTY, CONTEXT_USER_SYNC, \
        known_property(PROPERTIES(properties), CL_CONTEXT_INTEROP_USER_SYNC) > CL_TRUE, \
        known_property(PROPERTIES(properties), CL_CONTEXT_INTEROP_USER_SYNC)) \
    JUDGED_WITH(CL_INVALID_PROPERTY, CONTEXT_PROPERTY_TWICE, known_property_twice(PROPERTIES(properties)), \
        known_property_twice(PROPERTIES(properties)))
#define CORE_CONTEXT_PROPERTIES NAMES(CL_CONTEXT_PLATFORM, CL_CONTEXT_INTEROP_USER_SYNC)

/* Those of extensions, which share with other APIs. */
#define CONTEXT_SHARING_ROWS \
    DRIVER(CL_INVALID_DX9_MEDIA_ADAPTER_KHR, "the media adapter can't share with the devices") \
    DRIVER(CL_INVALID_D3D10_DEVICE_KHR, "the Direct3D 10 device can't share with the devices") \
    JUDGED(CL_INVALID_OPERATION, CONTEXT_TWO_APIS, known_sharing_apis(properties) > 1 && \
        known_property(PROPERTIES(properties), CL_CONTEXT_D3D10_DEVICE_KHR)) \
    DRIVER(CL_INVALID_D3D11_DEVICE_KHR, "the Direct3D 11 device can't share with the devices") \
    JUDGED(CL_INVALID_OPERATION, CONTEXT_TWO_APIS, known_sharing_apis(properties) > 1 && \
        known_property(PROPERTIES(properties), CL_CONTEXT_D3D11_DEVICE_KHR)) \
    CONTEXT_GL_ROWS
#define CONTEXT_INTEROP_ROW \
    EXPLAINED(CL_INVALID_PROPERTY, CONTEXT_INTEROP_GL, \
        known_has_property(PROPERTIES(properties), CL_CONTEXT_INTEROP_USER_SYNC) && known_names_gl(properties))
#define CONTEXT_GL_ROWS \
    EXPLAINED(CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR, CONTEXT_GL_INCOMPLETE, \
        known_names_half_of_gl(properties)) \
    DRIVER(CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR, "the OpenGL context has no buffer or no renderbuffer objects") \
    DRIVER(CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR, "the OpenGL context is on other hardware than the devices, or the driver can't share with it") \
    DRIVER(CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR, "the CGL share group is not one") \
    DRIVER(CL_INVALID_OPERATION, "the OpenGL implementation does not support the window system that is named") \
    JUDGED(CL_INVALID_OPERATION, CONTEXT_TWO_APIS, known_gl_bindings(properties) > 1) \
    JUDGED(CL_INVALID_OPERATION, CONTEXT_TWO_APIS, \
        known_property(PROPERTIES(properties), CL_CGL_SHAREGROUP_KHR) && \
        known_property(PROPERTIES(properties), CL_GL_CONTEXT_KHR))

/* Flags of memory that is another API's, of which only the access may be said. */
#define SHARED_FLAGS_ROW \
    JUDGED(CL_INVALID_VALUE, SHARED_FLAGS, \
        flags & (CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR) || \
        (flags & ACCESS_FLAGS & ((flags & ACCESS_FLAGS) - 1)))
#define ACCESS_FLAGS (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY)

#define GL_CONTEXT_ROW \
    HANDLE(CL_INVALID_CONTEXT, context) \
    EXPLAINED(CL_INVALID_CONTEXT, CONTEXT_UNSHARED, known_context_is_unshared(context, SHARING_GL))

/* The objects that a command takes from another API, or gives back. */
#define SHARED_LIST_ROW \
    JUDGED(CL_INVALID_VALUE, SHARED_LIST_LENGTH, !num_objects != !mem_objects)
#define SHARED_CONTEXT_ROW(api) \
    EXPLAINED(CL_INVALID_CONTEXT, CONTEXT_UNSHARED, known_context_is_unshared(command_queue, api)) \
    ABOUT(CL_INVALID_CONTEXT, MEM_CONTEXT, \
        known_elsewhere(command_queue, mem_objects, num_objects), 0) \
    EVENT_CONTEXT_ROW
#define GL_COMMAND_ROWS \
    SHARED_LIST_ROW \
    HANDLES(CL_INVALID_MEM_OBJECT, mem_objects, num_objects) \
    QUEUE_ROW \
    SHARED_CONTEXT_ROW(SHARING_GL) \
    ABOUT(CL_INVALID_GL_OBJECT, MEM_UNSHARED, \
        known_unshared(mem_objects, num_objects, SHARING_GL), 0) \
    EVENT_LIST_ROWS \
    OUT_OF_MEMORY_ROWS
#define EGL_COMMAND_ROWS \
    SHARED_LIST_ROW \
    HANDLES(CL_INVALID_MEM_OBJECT, mem_objects, num_objects) \
    ABOUT(CL_INVALID_MEM_OBJECT, MEM_CONTEXT, \
        known_elsewhere(command_queue, mem_objects, num_objects), 0) \
    ABOUT(CL_INVALID_EGL_OBJECT_KHR, MEM_UNSHARED, \
        known_unshared(mem_objects, num_objects, SHARING_EGL), 0) \
    QUEUE_ROW \
    EVENT_LIST_ROWS \
    OUT_OF_MEMORY_ROWS

/* Commands on objects of Windows' APIs. `state`: the row about whether they are acquired. */
#define WINDOWS_COMMAND_ROWS(api, state) \
    SHARED_LIST_ROW \
    HANDLES(CL_INVALID_MEM_OBJECT, mem_objects, num_objects) \
    ABOUT(CL_INVALID_MEM_OBJECT, MEM_UNSHARED, \
        known_unshared(mem_objects, num_objects, api), 0) \
    QUEUE_ROW \
    SHARED_CONTEXT_ROW(api) \
    state \
    EVENT_LIST_ROWS \
    HOST_MEMORY_ROW

/* Objects of Windows' APIs. */
#define D3D10_BUFFER_ROWS \
    HANDLE(CL_INVALID_CONTEXT, context) \
    SHARED_FLAGS_ROW \
    EXPLAINED(CL_INVALID_D3D10_RESOURCE_KHR, SHARED_NAME_ZERO, !resource) \
    HOST_MEMORY_ROW
#define D3D10_TEXTURE_ROWS \
    HANDLE(CL_INVALID_CONTEXT, context) \
    SHARED_FLAGS_ROW \
    EXPLAINED(CL_INVALID_D3D10_RESOURCE_KHR, SHARED_NAME_ZERO, !resource) \
    DRIVER(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "the format of the texture has no counterpart in OpenCL") \
    HOST_MEMORY_ROW
#define D3D11_BUFFER_ROWS \
    HANDLE(CL_INVALID_CONTEXT, context) \
    SHARED_FLAGS_ROW \
    EXPLAINED(CL_INVALID_D3D11_RESOURCE_KHR, SHARED_NAME_ZERO, !resource) \
    HOST_MEMORY_ROW
#define D3D11_TEXTURE_ROWS \
    HANDLE(CL_INVALID_CONTEXT, context) \
    SHARED_FLAGS_ROW \
    EXPLAINED(CL_INVALID_D3D11_RESOURCE_KHR, SHARED_NAME_ZERO, !resource) \
    DRIVER(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "the format of the texture has no counterpart in OpenCL") \
    HOST_MEMORY_ROW

#define GL_TEXTURE_ROWS \
    GL_CONTEXT_ROW \
    SHARED_FLAGS_ROW \
    EXPLAINED(CL_INVALID_VALUE, GL_TARGET, !known_is_gl_target(target)) \
    JUDGED(CL_INVALID_MIP_LEVEL, GL_MIP_LEVEL, miplevel < 0) \
    EXPLAINED(CL_INVALID_MIP_LEVEL, GL_MIP_LEVEL, miplevel > 0) \
    EXPLAINED(CL_INVALID_GL_OBJECT, SHARED_NAME_ZERO, !texture) \
    DRIVER(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "the internal format of the texture has no counterpart in OpenCL") \
    DRIVER(CL_INVALID_OPERATION, "the texture has a border") \
    OUT_OF_MEMORY_ROWS

/* A device of a context. */
#define CONTEXT_DEVICE_ROWS \
    HANDLE(CL_INVALID_CONTEXT, context) \
    HANDLE(CL_INVALID_DEVICE, device) \
    ABOUT(CL_INVALID_DEVICE, DEVICE_CONTEXT, known_is_foreign_device(context, device) ? device : NULL, 0)

/* A list of the properties of a queue. */
#define QUEUE_BITS      known_property(PROPERTIES(properties), CL_QUEUE_PROPERTIES)
#define ALL_QUEUE_BITS  (HOST_QUEUE_BITS | CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT)
#define HOST_QUEUE_BITS (CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE)
#define CORE_QUEUE_PROPERTIES NAMES(CL_QUEUE_PROPERTIES, CL_QUEUE_SIZE)
/* Both hints are high, medium or low, by the same numbers. */
#define QUEUE_HINT(name) known_property(PROPERTIES(properties), name)
#define QUEUE_HINT_ROW(name) \
    JUDGED_WITH(CL_INVALID_VALUE, QUEUE_HINT_VALUE, known_has_property(PROPERTIES(properties), name) && \
        QUEUE_HINT(name) != CL_QUEUE_PRIORITY_HIGH_KHR && QUEUE_HINT(name) != CL_QUEUE_PRIORITY_MED_KHR && \
        QUEUE_HINT(name) != CL_QUEUE_PRIORITY_LOW_KHR, name, QUEUE_HINT(name))
#define QUEUE_PROPERTY_ROWS \
    CONTEXT_DEVICE_ROWS \
    JUDGED_WITH(CL_INVALID_VALUE, QUEUE_PROPERTY_TWICE, known_property_twice(PROPERTIES(properties)), \
        known_property_twice(PROPERTIES(properties))) \
    JUDGED(CL_INVALID_VALUE, QUEUE_SIZE_HOST, !(QUEUE_BITS & CL_QUEUE_ON_DEVICE) && \
        known_has_property(PROPERTIES(properties), CL_QUEUE_SIZE)) \
    JUDGED(CL_INVALID_VALUE, QUEUE_DEFAULT_HOST, \
        QUEUE_BITS & CL_QUEUE_ON_DEVICE_DEFAULT && !(QUEUE_BITS & CL_QUEUE_ON_DEVICE)) \
    JUDGED(CL_INVALID_VALUE, QUEUE_ON_DEVICE_ORDER, \
        QUEUE_BITS & CL_QUEUE_ON_DEVICE && !(QUEUE_BITS & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)) \
    EXPLAINED_WITH(CL_INVALID_VALUE, QUEUE_BITS_UNKNOWN, QUEUE_BITS & ~(uint64_t)ALL_QUEUE_BITS, \
        QUEUE_BITS & ~(uint64_t)ALL_QUEUE_BITS) \
    EXPLAINED_WITH(CL_INVALID_VALUE, QUEUE_PROPERTY_NAME, \
        known_property_outside(PROPERTIES(properties), CORE_QUEUE_PROPERTIES), \
        known_property_outside(PROPERTIES(properties), CORE_QUEUE_PROPERTIES)) \
    QUEUE_HINT_ROW(CL_QUEUE_PRIORITY_KHR) \
    QUEUE_HINT_ROW(CL_QUEUE_THROTTLE_KHR) \
    JUDGED_WITH(CL_INVALID_QUEUE_PROPERTIES, QUEUE_BITS_UNSUPPORTED, \
        known_queue_bits_lacking(device, QUEUE_BITS), known_queue_bits_lacking(device, QUEUE_BITS)) \
    EXPLAINED(CL_INVALID_QUEUE_PROPERTIES, QUEUE_ON_DEVICE_UNSUPPORTED, QUEUE_BITS & CL_QUEUE_ON_DEVICE && \
        known_device(device, CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES) == 0) \
    EXPLAINED_WITH(CL_INVALID_QUEUE_PROPERTIES, QUEUE_SIZE_LIMIT, \
        known_property(PROPERTIES(properties), CL_QUEUE_SIZE) > known_device(device, CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE), \
        known_property(PROPERTIES(properties), CL_QUEUE_SIZE), known_device(device, CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE)) \
    JUDGED_WITH(CL_INVALID_QUEUE_PROPERTIES, QUEUE_HINT_ON_DEVICE, QUEUE_BITS & CL_QUEUE_ON_DEVICE && \
        known_has_property(PROPERTIES(properties), CL_QUEUE_PRIORITY_KHR), CL_QUEUE_PRIORITY_KHR) \
    JUDGED_WITH(CL_INVALID_QUEUE_PROPERTIES, QUEUE_HINT_ON_DEVICE, QUEUE_BITS & CL_QUEUE_ON_DEVICE && \
        known_has_property(PROPERTIES(properties), CL_QUEUE_THROTTLE_KHR), CL_QUEUE_THROTTLE_KHR) \
    OUT_OF_MEMORY_ROWS

/* Samplers. A mode is one of the specification's. */
#define SAMPLER_MODE(name)   known_property(PROPERTIES(sampler_properties), name)
#define IS_ADDRESSING(mode)  ((mode) >= CL_ADDRESS_NONE && (mode) <= CL_ADDRESS_MIRRORED_REPEAT)
#define IS_FILTER(mode)      ((mode) == CL_FILTER_NEAREST || (mode) == CL_FILTER_LINEAR)
#define IS_REPEATING(mode)   ((mode) == CL_ADDRESS_REPEAT || (mode) == CL_ADDRESS_MIRRORED_REPEAT)
#define CORE_SAMPLER_PROPERTIES \
    NAMES(CL_SAMPLER_NORMALIZED_COORDS, CL_SAMPLER_ADDRESSING_MODE, CL_SAMPLER_FILTER_MODE)

/* Semaphores. */
#define SEMAPHORE_COMMAND_ROWS(payload) \
    QUEUE_ROW \
    ABOUT(CL_INVALID_COMMAND_QUEUE, SEMAPHORE_DEVICE, \
        known_semaphore_elsewhere(sema_objects, num_sema_objects, known_queue_device(command_queue)), 0) \
    ABOUT(CL_INVALID_COMMAND_QUEUE, SEMAPHORE_DEVICE, \
        known_semaphore_without(sema_objects, num_sema_objects, known_queue_device(command_queue)), 0) \
    JUDGED(CL_INVALID_VALUE, SEMAPHORES_NONE, !num_sema_objects) \
    HANDLES(CL_INVALID_SEMAPHORE_KHR, sema_objects, num_sema_objects) \
    ABOUT(CL_INVALID_CONTEXT, SEMAPHORE_CONTEXT, \
        known_elsewhere(command_queue, sema_objects, num_sema_objects), 0) \
    EVENT_CONTEXT_ROW \
    JUDGED(CL_INVALID_VALUE, SEMAPHORE_PAYLOAD, \
        !(payload) && known_semaphores_need_payload(sema_objects, num_sema_objects)) \
    EVENT_LIST_ROWS \
    EVENT_STATUS_ROW(true) \
    OUT_OF_MEMORY_ROWS
#define IS_FD_TYPE(type) ((type) == CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR || (type) == CL_SEMAPHORE_HANDLE_SYNC_FD_KHR)

/* ---- platforms and devices ---- */

#define CONDITIONS_clGetPlatformIDs \
    EXPLAINED(CL_PLATFORM_NOT_FOUND_KHR, PLATFORM_NONE, known_platform_count() == 0) \
    ASKED_LIST_ROWS(platforms, num_platforms) \
    HOST_MEMORY_ROW
#define CONDITIONS_clGetPlatformInfo \
    OBJECT_QUERY_ROW(clGetPlatformInfo, platform, 0x0900, 0x097f)
#define CONDITIONS_clGetDeviceIDs \
    JUDGED(CL_INVALID_PLATFORM, PLATFORM_NULL, !platform) \
    JUDGED(CL_INVALID_DEVICE_TYPE, DEVICE_TYPE_WRONG, device_type == 0) \
    EXPLAINED(CL_INVALID_DEVICE_TYPE, DEVICE_TYPE_WRONG, device_type != CL_DEVICE_TYPE_ALL && \
        device_type & ~(cl_device_type)ALL_DEVICE_TYPES) \
    ASKED_LIST_ROWS(devices, num_devices) \
    EXPLAINED_WITH(CL_DEVICE_NOT_FOUND, DEVICE_NONE, true, known_device_count(platform)) \
    OUT_OF_MEMORY_ROWS
#define ALL_DEVICE_TYPES (CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU | \
    CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM)
#define CONDITIONS_clGetDeviceInfo \
    HANDLE(CL_INVALID_DEVICE, device) \
    OBJECT_QUERY_ROW(clGetDeviceInfo, device, 0x1000, 0x107f) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clCreateSubDevices \
    HANDLE(CL_INVALID_DEVICE, in_device) \
    JUDGED(CL_INVALID_VALUE, PARTITION_NULL, !properties || !*properties) \
    EXPLAINED_WITH(CL_INVALID_VALUE, PARTITION_UNSUPPORTED, \
        known_partition_is_unsupported(in_device, properties), properties ? (uint64_t)*properties : 0) \
    EXPLAINED_WITH(CL_INVALID_VALUE, PARTITION_VALUE, known_partition_value_is_wrong(in_device, properties), \
        (uint64_t)properties[0], (uint64_t)properties[1]) \
    EXPLAINED_WITH(CL_INVALID_VALUE, PARTITION_ROOM, out_devices && \
        known_subdevice_count(in_device, properties) != UNKNOWN && \
        known_subdevice_count(in_device, properties) > num_devices, known_subdevice_count(in_device, properties)) \
    EXPLAINED_WITH(CL_DEVICE_PARTITION_FAILED, PARTITION_UNITS, properties && \
        *properties == CL_DEVICE_PARTITION_EQUALLY && \
        (uint64_t)properties[1] > known_device(in_device, CL_DEVICE_MAX_COMPUTE_UNITS), \
        (uint64_t)properties[1], known_device(in_device, CL_DEVICE_MAX_COMPUTE_UNITS)) \
    JUDGED_WITH(CL_INVALID_DEVICE_PARTITION_COUNT, PARTITION_COUNT, \
        known_partition(properties).count > known_device(in_device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES), \
        known_partition(properties).count, known_device(in_device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES)) \
    JUDGED_WITH(CL_INVALID_DEVICE_PARTITION_COUNT, PARTITION_UNITS, \
        known_partition(properties).sum > known_device(in_device, CL_DEVICE_MAX_COMPUTE_UNITS), \
        known_partition(properties).sum, known_device(in_device, CL_DEVICE_MAX_COMPUTE_UNITS)) \
    JUDGED(CL_INVALID_DEVICE_PARTITION_COUNT, PARTITION_NEGATIVE, known_partition(properties).negative) \
    JUDGED_WITH(CL_INVALID_DEVICE_PARTITION_COUNT, PARTITION_UNITS, \
        known_partition(properties).most > known_device(in_device, CL_DEVICE_MAX_COMPUTE_UNITS), \
        known_partition(properties).sum, known_device(in_device, CL_DEVICE_MAX_COMPUTE_UNITS)) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clCreateSubDevicesEXT \
    HANDLE(CL_INVALID_DEVICE, in_device) \
    JUDGED(CL_INVALID_VALUE, PARTITION_NULL, !properties || !*properties)
#define CONDITIONS_clRetainDevice \
    HANDLE(CL_INVALID_DEVICE, device) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clReleaseDevice \
    HANDLE(CL_INVALID_DEVICE, device) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clRetainDeviceEXT \
    HANDLE(CL_INVALID_DEVICE, device) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clReleaseDeviceEXT \
    HANDLE(CL_INVALID_DEVICE, device) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clGetDeviceAndHostTimer \
    HANDLE(CL_INVALID_DEVICE, device) \
    EXPLAINED(CL_INVALID_OPERATION, TIMER_UNSUPPORTED, known_device_has_no_timer(device)) \
    JUDGED(CL_INVALID_VALUE, TIMER_NULL, !host_timestamp) \
    JUDGED(CL_INVALID_VALUE, TIMER_NULL, !device_timestamp) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clGetHostTimer \
    HANDLE(CL_INVALID_DEVICE, device) \
    EXPLAINED(CL_INVALID_OPERATION, TIMER_UNSUPPORTED, known_device_has_no_timer(device)) \
    JUDGED(CL_INVALID_VALUE, TIMER_NULL, !host_timestamp) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clGetExtensionFunctionAddress
#define CONDITIONS_clGetExtensionFunctionAddressForPlatform

/* ---- contexts ---- */

#define CONDITIONS_clCreateContext \
    CONTEXT_PROPERTY_ROWS \
    JUDGED(CL_INVALID_VALUE, CONTEXT_DEVICES_NONE, !devices) \
    JUDGED(CL_INVALID_VALUE, CONTEXT_DEVICES_NONE, !num_devices) \
    JUDGED(CL_INVALID_VALUE, CALLBACK_DATA, !pfn_notify && user_data) \
    HANDLES(CL_INVALID_DEVICE, devices, num_devices) \
    ABOUT(CL_INVALID_DEVICE, DEVICE_PLATFORM, \
        known_device_elsewhere(devices, num_devices, known_property(PROPERTIES(properties), CL_CONTEXT_PLATFORM)), 0) \
    EXPLAINED_WITH(CL_DEVICE_NOT_AVAILABLE, DEVICE_UNAVAILABLE, known_unavailable_device(devices, num_devices), \
        ADDRESS(known_unavailable_device(devices, num_devices))) \
    OUT_OF_MEMORY_ROWS \
    CONTEXT_SHARING_ROWS \
    EXPLAINED_WITH(CL_INVALID_OPERATION, CONTEXT_GL_DEVICE, known_names_gl(properties) && \
        known_device_lacking(devices, num_devices, "cl_khr_gl_sharing"), \
        ADDRESS(known_device_lacking(devices, num_devices, "cl_khr_gl_sharing"))) \
    CONTEXT_INTEROP_ROW \
    EXPLAINED_WITH(CL_INVALID_PROPERTY, CONTEXT_TERMINATE, \
        known_property(PROPERTIES(properties), CL_CONTEXT_TERMINATE_KHR) && \
        known_device_without_bit(devices, num_devices, CL_DEVICE_TERMINATE_CAPABILITY_KHR, 1), \
        known_device_without_bit(devices, num_devices, CL_DEVICE_TERMINATE_CAPABILITY_KHR, 1))
#define CONDITIONS_clCreateContextFromType \
    CONTEXT_PROPERTY_ROWS \
    JUDGED(CL_INVALID_VALUE, CALLBACK_DATA, !pfn_notify && user_data) \
    JUDGED(CL_INVALID_DEVICE_TYPE, DEVICE_TYPE_WRONG, device_type == 0) \
    EXPLAINED(CL_INVALID_DEVICE_TYPE, DEVICE_TYPE_WRONG, device_type != CL_DEVICE_TYPE_ALL && \
        device_type & ~(cl_device_type)ALL_DEVICE_TYPES) \
    DRIVER(CL_DEVICE_NOT_AVAILABLE, "no device of this type is available now") \
    EXPLAINED_WITH(CL_DEVICE_NOT_FOUND, DEVICE_NONE, true, \
        known_device_count(known_platform_of(PROPERTIES(properties)))) \
    OUT_OF_MEMORY_ROWS \
    CONTEXT_SHARING_ROWS \
    DRIVER(CL_INVALID_OPERATION, "one of the devices can't share with OpenGL") \
    CONTEXT_INTEROP_ROW
#define CONDITIONS_clRetainContext \
    HANDLE(CL_INVALID_CONTEXT, context) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clReleaseContext \
    HANDLE(CL_INVALID_CONTEXT, context) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clGetContextInfo \
    HANDLE(CL_INVALID_CONTEXT, context) \
    OBJECT_QUERY_ROW(clGetContextInfo, context, 0x1080, 0x108f) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clSetContextDestructorCallback \
    HANDLE(CL_INVALID_CONTEXT, context) \
    JUDGED(CL_INVALID_VALUE, CALLBACK_MISSING, !pfn_notify) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clTerminateContextKHR \
    HANDLE(CL_INVALID_CONTEXT, context) \
    DRIVER(CL_CONTEXT_TERMINATED_KHR, "the context was terminated before") \
    EXPLAINED(CL_INVALID_OPERATION, CONTEXT_UNTERMINABLE, \
        known_context_property(context, CL_CONTEXT_TERMINATE_KHR) == 0) \
    OUT_OF_MEMORY_ROWS

/* ---- queues ---- */

#define CONDITIONS_clCreateCommandQueue \
    CONTEXT_DEVICE_ROWS \
    EXPLAINED_WITH(CL_INVALID_VALUE, QUEUE_BITS_UNKNOWN, properties & ~(uint64_t)HOST_QUEUE_BITS, \
        properties & ~(uint64_t)HOST_QUEUE_BITS) \
    JUDGED_WITH(CL_INVALID_QUEUE_PROPERTIES, QUEUE_BITS_UNSUPPORTED, \
        known_queue_bits_lacking(device, properties), known_queue_bits_lacking(device, properties)) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clCreateCommandQueueWithProperties    QUEUE_PROPERTY_ROWS
#define CONDITIONS_clCreateCommandQueueWithPropertiesKHR QUEUE_PROPERTY_ROWS
#define CONDITIONS_clRetainCommandQueue \
    HANDLE(CL_INVALID_COMMAND_QUEUE, command_queue) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clReleaseCommandQueue \
    HANDLE(CL_INVALID_COMMAND_QUEUE, command_queue) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clGetCommandQueueInfo \
    HANDLE(CL_INVALID_COMMAND_QUEUE, command_queue) \
    EXPLAINED(CL_INVALID_COMMAND_QUEUE, QUERY_QUEUE_SIZE, \
        param_name == CL_QUEUE_SIZE && known_queue_is_without(command_queue, CL_QUEUE_ON_DEVICE)) \
    OBJECT_QUERY_ROW(clGetCommandQueueInfo, command_queue, 0x1090, 0x109f) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clSetCommandQueueProperty \
    HANDLE(CL_INVALID_COMMAND_QUEUE, command_queue) \
    EXPLAINED(CL_INVALID_OPERATION, QUEUE_UNCHANGEABLE, true) \
    EXPLAINED_WITH(CL_INVALID_VALUE, QUEUE_BITS_UNKNOWN, properties & ~(uint64_t)HOST_QUEUE_BITS, \
        properties & ~(uint64_t)HOST_QUEUE_BITS) \
    EXPLAINED_WITH(CL_INVALID_QUEUE_PROPERTIES, QUEUE_BITS_UNSUPPORTED, \
        known_queue_bits_lacking(known_queue_device(command_queue), properties), \
        known_queue_bits_lacking(known_queue_device(command_queue), properties)) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clSetDefaultDeviceCommandQueue \
    CONTEXT_DEVICE_ROWS \
    LET(uint64_t, capabilities, known_device(device, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES)) \
    JUDGED(CL_INVALID_OPERATION, QUEUE_DEFAULT_FIXED, !(capabilities & CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT)) \
    HANDLE(CL_INVALID_COMMAND_QUEUE, command_queue) \
    JUDGED(CL_INVALID_COMMAND_QUEUE, QUEUE_DEFAULT_OTHER, \
        capabilities && known_queue_is_without(command_queue, CL_QUEUE_ON_DEVICE)) \
    JUDGED(CL_INVALID_COMMAND_QUEUE, QUEUE_DEFAULT_OTHER, \
        known_queue_device(command_queue) && known_queue_device(command_queue) != device) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clFlush \
    QUEUE_ROW \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clFinish \
    QUEUE_ROW \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clEnqueueMarker \
    QUEUE_ROW \
    JUDGED(CL_INVALID_VALUE, MARKER_EVENT, !event) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clEnqueueWaitForEvents \
    QUEUE_ROW \
    JUDGED(CL_INVALID_CONTEXT, EVENTS_CONTEXT, known_any_context_differs(command_queue, event_list, num_events)) \
    JUDGED(CL_INVALID_VALUE, EVENTS_NONE, !num_events || !event_list) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clEnqueueBarrier \
    QUEUE_ROW \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clEnqueueMarkerWithWaitList \
    QUEUE_ROW \
    EVENT_CONTEXT_ROW \
    EVENT_LIST_ROWS \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clEnqueueBarrierWithWaitList \
    QUEUE_ROW \
    EVENT_CONTEXT_ROW \
    EVENT_LIST_ROWS \
    OUT_OF_MEMORY_ROWS

/* ---- events ---- */

#define CONDITIONS_clWaitForEvents \
    JUDGED(CL_INVALID_VALUE, EVENTS_NONE, !num_events || !event_list) \
    JUDGED(CL_INVALID_CONTEXT, EVENTS_CONTEXT, num_events && event_list && \
        known_any_context_differs(*event_list, event_list, num_events)) \
    HANDLES(CL_INVALID_EVENT, event_list, num_events) \
    EXPLAINED_WITH(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, EVENT_FAILED, \
        known_failed_event(event_list, num_events), ADDRESS(known_failed_event(event_list, num_events))) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clGetEventInfo \
    HANDLE(CL_INVALID_EVENT, event) \
    OBJECT_QUERY_ROW(clGetEventInfo, event, 0x11d0, 0x11df) \
    DRIVER(CL_INVALID_VALUE, "the event has no such property") \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clRetainEvent \
    HANDLE(CL_INVALID_EVENT, event) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clReleaseEvent \
    HANDLE(CL_INVALID_EVENT, event) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clGetEventProfilingInfo \
    HANDLE(CL_INVALID_EVENT, event) \
    EXPLAINED(CL_PROFILING_INFO_NOT_AVAILABLE, PROFILING_USER_EVENT, known_event_type(event) == CL_COMMAND_USER) \
    EXPLAINED_WITH(CL_PROFILING_INFO_NOT_AVAILABLE, PROFILING_QUEUE, \
        known_queue_is_without(known_event_queue(event), CL_QUEUE_PROFILING_ENABLE), \
        ADDRESS(known_event_queue(event))) \
    EXPLAINED_WITH(CL_PROFILING_INFO_NOT_AVAILABLE, PROFILING_PENDING, known_event_is_pending(event) && \
        known_event_type(event) != CL_COMMAND_USER && \
        !known_queue_is_without(known_event_queue(event), CL_QUEUE_PROFILING_ENABLE), \
        (uint64_t)(int64_t)known_event_status(event)) \
    OBJECT_QUERY_ROW(clGetEventProfilingInfo, event, 0x1280, 0x128f) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clSetEventCallback \
    HANDLE(CL_INVALID_EVENT, event) \
    JUDGED(CL_INVALID_VALUE, CALLBACK_MISSING, !pfn_notify) \
    JUDGED_WITH(CL_INVALID_VALUE, EVENT_CALLBACK_TYPE, \
        command_exec_callback_type < CL_COMPLETE || command_exec_callback_type > CL_SUBMITTED, \
        (uint64_t)(int64_t)command_exec_callback_type) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clCreateUserEvent \
    HANDLE(CL_INVALID_CONTEXT, context) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clSetUserEventStatus \
    HANDLE(CL_INVALID_EVENT, event) \
    JUDGED_WITH(CL_INVALID_EVENT, EVENT_NOT_USER, \
        known_event_type(event) && known_event_type(event) != CL_COMMAND_USER, known_event_type(event)) \
    JUDGED(CL_INVALID_VALUE, USER_EVENT_STATUS, execution_status > CL_COMPLETE) \
    JUDGED_WITH(CL_INVALID_OPERATION, USER_EVENT_TWICE, \
        known_event_type(event) == CL_COMMAND_USER && known_event_status(event) <= CL_COMPLETE, \
        (uint64_t)(int64_t)known_event_status(event)) \
    OUT_OF_MEMORY_ROWS

/* ---- samplers ---- */

#define CONDITIONS_clCreateSampler \
    HANDLE(CL_INVALID_CONTEXT, context) \
    JUDGED_WITH(CL_INVALID_VALUE, SAMPLER_VALUE, !IS_ADDRESSING(addressing_mode), \
        CL_SAMPLER_ADDRESSING_MODE, addressing_mode) \
    JUDGED_WITH(CL_INVALID_VALUE, SAMPLER_VALUE, !IS_FILTER(filter_mode), CL_SAMPLER_FILTER_MODE, filter_mode) \
    JUDGED_WITH(CL_INVALID_VALUE, SAMPLER_VALUE, normalized_coords > CL_TRUE, \
        CL_SAMPLER_NORMALIZED_COORDS, normalized_coords) \
    JUDGED_WITH(CL_INVALID_VALUE, SAMPLER_REPEATS, !normalized_coords && IS_REPEATING(addressing_mode), \
        addressing_mode) \
    CONTEXT_IMAGES_ROW \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clCreateSamplerWithProperties \
    HANDLE(CL_INVALID_CONTEXT, context) \
    EXPLAINED_WITH(CL_INVALID_VALUE, SAMPLER_PROPERTY_NAME, \
        known_property_outside(PROPERTIES(sampler_properties), CORE_SAMPLER_PROPERTIES), \
        known_property_outside(PROPERTIES(sampler_properties), CORE_SAMPLER_PROPERTIES)) \
    JUDGED_WITH(CL_INVALID_VALUE, SAMPLER_VALUE, \
        known_has_property(PROPERTIES(sampler_properties), CL_SAMPLER_ADDRESSING_MODE) && \
        !IS_ADDRESSING(SAMPLER_MODE(CL_SAMPLER_ADDRESSING_MODE)), \
        CL_SAMPLER_ADDRESSING_MODE, SAMPLER_MODE(CL_SAMPLER_ADDRESSING_MODE)) \
    JUDGED_WITH(CL_INVALID_VALUE, SAMPLER_VALUE, \
        known_has_property(PROPERTIES(sampler_properties), CL_SAMPLER_FILTER_MODE) && \
        !IS_FILTER(SAMPLER_MODE(CL_SAMPLER_FILTER_MODE)), \
        CL_SAMPLER_FILTER_MODE, SAMPLER_MODE(CL_SAMPLER_FILTER_MODE)) \
    JUDGED_WITH(CL_INVALID_VALUE, SAMPLER_VALUE, SAMPLER_MODE(CL_SAMPLER_NORMALIZED_COORDS) > CL_TRUE, \
        CL_SAMPLER_NORMALIZED_COORDS, SAMPLER_MODE(CL_SAMPLER_NORMALIZED_COORDS)) \
    JUDGED_WITH(CL_INVALID_VALUE, SAMPLER_REPEATS, \
        known_has_property(PROPERTIES(sampler_properties), CL_SAMPLER_NORMALIZED_COORDS) && \
        !SAMPLER_MODE(CL_SAMPLER_NORMALIZED_COORDS) && IS_REPEATING(SAMPLER_MODE(CL_SAMPLER_ADDRESSING_MODE)), \
        SAMPLER_MODE(CL_SAMPLER_ADDRESSING_MODE)) \
    JUDGED_WITH(CL_INVALID_VALUE, SAMPLER_PROPERTY_TWICE, known_property_twice(PROPERTIES(sampler_properties)), \
        known_property_twice(PROPERTIES(sampler_properties))) \
    CONTEXT_IMAGES_ROW \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clRetainSampler \
    HANDLE(CL_INVALID_SAMPLER, sampler) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clReleaseSampler \
    HANDLE(CL_INVALID_SAMPLER, sampler) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clGetSamplerInfo \
    HANDLE(CL_INVALID_SAMPLER, sampler) \
    OBJECT_QUERY_ROW(clGetSamplerInfo, sampler, 0x1150, 0x115f) \
    OUT_OF_MEMORY_ROWS

/* ---- OpenGL ---- */

#define CONDITIONS_clCreateFromGLBuffer \
    GL_CONTEXT_ROW \
    SHARED_FLAGS_ROW \
    EXPLAINED(CL_INVALID_GL_OBJECT, SHARED_NAME_ZERO, !bufobj) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clCreateFromGLTexture   GL_TEXTURE_ROWS
#define CONDITIONS_clCreateFromGLTexture2D GL_TEXTURE_ROWS
#define CONDITIONS_clCreateFromGLTexture3D GL_TEXTURE_ROWS
#define CONDITIONS_clCreateFromGLRenderbuffer \
    GL_CONTEXT_ROW \
    SHARED_FLAGS_ROW \
    EXPLAINED(CL_INVALID_GL_OBJECT, SHARED_NAME_ZERO, !renderbuffer) \
    DRIVER(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "the internal format of the renderbuffer has no counterpart in OpenCL") \
    DRIVER(CL_INVALID_OPERATION, "the renderbuffer has several samples for each pixel") \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clGetGLObjectInfo \
    HANDLE(CL_INVALID_MEM_OBJECT, memobj) \
    ABOUT(CL_INVALID_GL_OBJECT, MEM_UNSHARED, \
        known_is_unshared(memobj, SHARING_GL) ? memobj : NULL, 0) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clGetGLTextureInfo \
    HANDLE(CL_INVALID_MEM_OBJECT, memobj) \
    ABOUT(CL_INVALID_GL_OBJECT, MEM_UNSHARED, \
        known_is_unshared(memobj, SHARING_GL) ? memobj : NULL, 0) \
    QUERY_ROW(ANSWER_SIZE(clGetGLTextureInfo, memobj, param_name)) \
    EXPLAINED(CL_INVALID_VALUE, ASKED_NOTHING, !param_value && !param_value_size_ret) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clEnqueueAcquireGLObjects GL_COMMAND_ROWS
#define CONDITIONS_clEnqueueReleaseGLObjects GL_COMMAND_ROWS
#define CONDITIONS_clGetGLContextInfoKHR \
    CONTEXT_GL_ROWS \
    EXPLAINED_WITH(CL_INVALID_VALUE, CONTEXT_PROPERTY_NAME, \
        known_property_outside(PROPERTIES(properties), GL_CONTEXT_PROPERTIES), \
        known_property_outside(PROPERTIES(properties), GL_CONTEXT_PROPERTIES)) \
    QUERY_ROW(ANSWER_SIZE(clGetGLContextInfoKHR, properties, param_name)) \
    OUT_OF_MEMORY_ROWS
#define GL_CONTEXT_PROPERTIES NAMES(CL_CONTEXT_PLATFORM, CL_CONTEXT_INTEROP_USER_SYNC, CL_GL_CONTEXT_KHR, \
    CL_EGL_DISPLAY_KHR, CL_GLX_DISPLAY_KHR, CL_WGL_HDC_KHR, CL_CGL_SHAREGROUP_KHR)
#define CONDITIONS_clCreateEventFromGLsyncKHR \
    GL_CONTEXT_ROW \
    EXPLAINED(CL_INVALID_GL_OBJECT, SHARED_NAME_ZERO, !sync) \
    NOBODY(CL_EVENT_COMMAND_QUEUE, "no error: what a query about such an event answers") \
    NOBODY(CL_EVENT_COMMAND_TYPE, "no error: what a query about such an event answers") \
    NOBODY(CL_EVENT_COMMAND_EXECUTION_STATUS, "no error: what a query about such an event answers")

/* ---- EGL ---- */

#define CONDITIONS_clCreateFromEGLImageKHR \
    HANDLE(CL_INVALID_CONTEXT, context) \
    EXPLAINED(CL_INVALID_VALUE, SHARED_FLAGS, flags & ~(cl_mem_flags)EGL_FLAGS) \
    EXPLAINED(CL_INVALID_VALUE, EGL_DISPLAY_NULL, !egldisplay) \
    EXPLAINED_WITH(CL_INVALID_VALUE, EGL_PROPERTY, properties && *properties, properties ? (uint64_t)*properties : 0) \
    EXPLAINED(CL_INVALID_EGL_OBJECT_KHR, SHARED_NAME_ZERO, !eglimage) \
    DRIVER(CL_IMAGE_FORMAT_NOT_SUPPORTED, "the driver can't make an OpenCL image of this EGL image") \
    DRIVER(CL_OUT_OF_HOST_MEMORY, "the host lacks memory") \
    DRIVER(CL_OUT_OF_RESOURCES, "the device lacks resources") \
    CONTEXT_IMAGES_ROW \
    JUDGED(CL_INVALID_VALUE, SHARED_IMMUTABLE, flags & CL_MEM_IMMUTABLE_EXT && \
        flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY))
#define EGL_FLAGS (ACCESS_FLAGS | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS | \
    CL_MEM_IMMUTABLE_EXT)
#define CONDITIONS_clEnqueueAcquireEGLObjectsKHR EGL_COMMAND_ROWS
#define CONDITIONS_clEnqueueReleaseEGLObjectsKHR EGL_COMMAND_ROWS
#define CONDITIONS_clCreateEventFromEGLSyncKHR \
    HANDLE(CL_INVALID_CONTEXT, context) \
    EXPLAINED(CL_INVALID_CONTEXT, CONTEXT_UNSHARED, known_context_is_unshared(context, SHARING_GL)) \
    EXPLAINED(CL_INVALID_EGL_OBJECT_KHR, SHARED_NAME_ZERO, !sync || !display)

/* ---- Direct3D and media surfaces: on Windows alone ---- */

#define CONDITIONS_clGetDeviceIDsFromD3D10KHR ASKED_LIST_ROWS(devices, num_devices)
#define CONDITIONS_clCreateFromD3D10BufferKHR    D3D10_BUFFER_ROWS
#define CONDITIONS_clCreateFromD3D10Texture2DKHR D3D10_TEXTURE_ROWS
#define CONDITIONS_clCreateFromD3D10Texture3DKHR D3D10_TEXTURE_ROWS
#define CONDITIONS_clEnqueueAcquireD3D10ObjectsKHR WINDOWS_COMMAND_ROWS(SHARING_D3D10, \
    DRIVER(CL_D3D10_RESOURCE_ALREADY_ACQUIRED_KHR, "one of the objects was acquired before, and not released since"))
#define CONDITIONS_clEnqueueReleaseD3D10ObjectsKHR WINDOWS_COMMAND_ROWS(SHARING_D3D10, \
    DRIVER(CL_D3D10_RESOURCE_NOT_ACQUIRED_KHR, "one of the objects was not acquired, or was released since"))
#define CONDITIONS_clGetDeviceIDsFromD3D11KHR ASKED_LIST_ROWS(devices, num_devices)
#define CONDITIONS_clCreateFromD3D11BufferKHR    D3D11_BUFFER_ROWS
#define CONDITIONS_clCreateFromD3D11Texture2DKHR D3D11_TEXTURE_ROWS
#define CONDITIONS_clCreateFromD3D11Texture3DKHR D3D11_TEXTURE_ROWS
#define CONDITIONS_clEnqueueAcquireD3D11ObjectsKHR WINDOWS_COMMAND_ROWS(SHARING_D3D11, \
    DRIVER(CL_D3D11_RESOURCE_ALREADY_ACQUIRED_KHR, "one of the objects was acquired before, and not released since"))
#define CONDITIONS_clEnqueueReleaseD3D11ObjectsKHR WINDOWS_COMMAND_ROWS(SHARING_D3D11, \
    DRIVER(CL_D3D11_RESOURCE_NOT_ACQUIRED_KHR, "one of the objects was not acquired, or was released since"))
#define CONDITIONS_clGetDeviceIDsFromDX9MediaAdapterKHR \
    JUDGED(CL_INVALID_PLATFORM, PLATFORM_NULL, !platform) \
    JUDGED(CL_INVALID_VALUE, MEDIA_ADAPTERS_NONE, !num_media_adapters) \
    JUDGED(CL_INVALID_VALUE, MEDIA_ADAPTERS_NONE, !media_adapter_type) \
    JUDGED(CL_INVALID_VALUE, MEDIA_ADAPTERS_NONE, !media_adapters) \
    DRIVER(CL_INVALID_VALUE, "the driver does not know one of the types of adapters") \
    DRIVER(CL_INVALID_VALUE, "one of the adapters is not of its type") \
    EXPLAINED_WITH(CL_INVALID_VALUE, MEDIA_ADAPTER_SET, \
        media_adapter_set != CL_PREFERRED_DEVICES_FOR_DX9_MEDIA_ADAPTER_KHR && \
        media_adapter_set != CL_ALL_DEVICES_FOR_DX9_MEDIA_ADAPTER_KHR, media_adapter_set) \
    ASKED_LIST_ROWS(devices, num_devices) \
    EXPLAINED_WITH(CL_DEVICE_NOT_FOUND, DEVICE_NONE, true, known_device_count(platform)) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clCreateFromDX9MediaSurfaceKHR \
    HANDLE(CL_INVALID_CONTEXT, context) \
    SHARED_FLAGS_ROW \
    EXPLAINED(CL_INVALID_DX9_MEDIA_SURFACE_KHR, SHARED_NAME_ZERO, !surface_info) \
    DRIVER(CL_INVALID_DX9_MEDIA_SURFACE_KHR, "the shared handle of the surface is neither NULL nor a handle") \
    DRIVER(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "the format of the surface has no counterpart in OpenCL") \
    DRIVER(CL_INVALID_OPERATION, "no device of the context supports adapters of this type") \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clEnqueueAcquireDX9MediaSurfacesKHR WINDOWS_COMMAND_ROWS(SHARING_DX9, \
    DRIVER(CL_DX9_MEDIA_SURFACE_ALREADY_ACQUIRED_KHR, "one of the objects was acquired before, and not released since"))
#define CONDITIONS_clEnqueueReleaseDX9MediaSurfacesKHR WINDOWS_COMMAND_ROWS(SHARING_DX9, \
    DRIVER(CL_DX9_MEDIA_SURFACE_NOT_ACQUIRED_KHR, "one of the objects was not acquired, or was released since"))

/* ---- semaphores ---- */

#define CONDITIONS_clCreateSemaphoreWithPropertiesKHR \
    HANDLE(CL_INVALID_CONTEXT, context) \
    EXPLAINED_WITH(CL_INVALID_PROPERTY, SEMAPHORE_PROPERTY_NAME, \
        known_property_outside(PROPERTIES(sema_props), CORE_SEMAPHORE_PROPERTIES), \
        known_property_outside(PROPERTIES(sema_props), CORE_SEMAPHORE_PROPERTIES)) \
    JUDGED_WITH(CL_INVALID_PROPERTY, SEMAPHORE_PROPERTY_TWICE, known_property_twice(PROPERTIES(sema_props)), \
        known_property_twice(PROPERTIES(sema_props))) \
    EXPLAINED_WITH(CL_INVALID_PROPERTY, SEMAPHORE_DEVICES, known_context_size(context) != UNKNOWN && \
        known_context_size(context) > 1 && !SEMAPHORE_LIST_ELEMENT(CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, 0), \
        known_context_size(context)) \
    EXPLAINED_WITH(CL_INVALID_PROPERTY, SEMAPHORE_TYPE, \
        known_has_property(PROPERTIES(sema_props), CL_SEMAPHORE_TYPE_KHR) && \
        known_property(PROPERTIES(sema_props), CL_SEMAPHORE_TYPE_KHR) != CL_SEMAPHORE_TYPE_BINARY_KHR, \
        known_property(PROPERTIES(sema_props), CL_SEMAPHORE_TYPE_KHR)) \
    HANDLE_IN(CL_INVALID_DEVICE, cl_device_id, SEMAPHORE_LIST_ELEMENT(CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, 0)) \
    EXPLAINED_WITH(CL_INVALID_DEVICE, SEMAPHORE_DEVICES, SEMAPHORE_LIST_ELEMENT(CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, 1), \
        known_context_size(context)) \
    ABOUT(CL_INVALID_DEVICE, DEVICE_CONTEXT, known_is_foreign_device(context, SEMAPHORE_OWNER) ? SEMAPHORE_OWNER : NULL, 0) \
    JUDGED(CL_INVALID_VALUE, SEMAPHORE_TYPE_MISSING, !sema_props) \
    JUDGED(CL_INVALID_VALUE, SEMAPHORE_TYPE_MISSING, !known_has_property(PROPERTIES(sema_props), CL_SEMAPHORE_TYPE_KHR)) \
    OUT_OF_MEMORY_ROWS \
    DRIVER(CL_INVALID_DEVICE, "one of the devices can't import this kind of handle") \
    EXPLAINED(CL_INVALID_VALUE, SEMAPHORE_EXPORTS, SEMAPHORE_LIST_ELEMENT(CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, 1)) \
    JUDGED(CL_INVALID_OPERATION, SEMAPHORE_IMPORTS, known_semaphore_imports(sema_props) && \
        known_has_property(PROPERTIES(sema_props), CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR)) \
    JUDGED(CL_INVALID_PROPERTY, SEMAPHORE_IMPORTS, known_semaphore_imports(sema_props) > 1)
#define SEMAPHORE_OWNER ((cl_device_id)(uintptr_t)SEMAPHORE_LIST_ELEMENT(CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, 0))
#define SEMAPHORE_LIST_ELEMENT(name, index) known_property_element(PROPERTIES(sema_props), name, index)
#define CORE_SEMAPHORE_PROPERTIES \
    NAMES(CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR)
#define CONDITIONS_clEnqueueWaitSemaphoresKHR   SEMAPHORE_COMMAND_ROWS(sema_payload_list)
#define CONDITIONS_clEnqueueSignalSemaphoresKHR SEMAPHORE_COMMAND_ROWS(sema_payload_list)
#define CONDITIONS_clGetSemaphoreInfoKHR \
    HANDLE(CL_INVALID_SEMAPHORE_KHR, sema_object) \
    EXPLAINED(CL_INVALID_VALUE, QUERY_NAME, known_semaphore_answer(sema_object, param_name) == UNKNOWN) \
    EXPLAINED_WITH(CL_INVALID_VALUE, QUERY_SIZE, param_value && \
        known_semaphore_answer(sema_object, param_name) != UNKNOWN && \
        param_value_size < known_semaphore_answer(sema_object, param_name), \
        known_semaphore_answer(sema_object, param_name)) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clRetainSemaphoreKHR \
    HANDLE(CL_INVALID_SEMAPHORE_KHR, sema_object) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clReleaseSemaphoreKHR \
    HANDLE(CL_INVALID_SEMAPHORE_KHR, sema_object) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clGetSemaphoreHandleForTypeKHR \
    HANDLE(CL_INVALID_SEMAPHORE_KHR, sema_object) \
    HANDLE(CL_INVALID_DEVICE, device) \
    ABOUT(CL_INVALID_DEVICE, DEVICE_CONTEXT, known_is_device_elsewhere(sema_object, device) ? device : NULL, 0) \
    ABOUT(CL_INVALID_DEVICE, SEMAPHORE_DEVICE, \
        known_is_semaphore_elsewhere(sema_object, device) ? sema_object : NULL, 0) \
    EXPLAINED(CL_INVALID_VALUE, SEMAPHORE_NOT_EXPORTED, known_semaphore_lacks_export(sema_object, handle_type)) \
    JUDGED(CL_INVALID_VALUE, SEMAPHORE_HANDLE_SIZE, handle_ptr && IS_FD_TYPE(handle_type) && handle_size < sizeof(int)) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clReImportSemaphoreSyncFdKHR \
    HANDLE(CL_INVALID_SEMAPHORE_KHR, sema_object) \
    EXPLAINED(CL_INVALID_SEMAPHORE_KHR, SEMAPHORE_NOT_IMPORTED, \
        known_semaphore_lacks(sema_object, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR)) \
    EXPLAINED(CL_INVALID_VALUE, SEMAPHORE_FD, fd < 0) \
    DRIVER(CL_OUT_OF_HOST_MEMORY, "the host lacks memory") \
    DRIVER(CL_OUT_OF_RESOURCES, "the device lacks resources")
