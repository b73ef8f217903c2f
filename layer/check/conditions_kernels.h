/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions (conditions.h) of functions for programs, kernels and their execution. */
/* clang-format off */

/* ---- what functions for programs share ---- */

/* The devices that a program is to be for: at least one. */
#define DEVICES_NEEDED_ROW \
    JUDGED(CL_INVALID_VALUE, DEVICE_LIST_EMPTY, !device_list || !num_devices)
#define CONTEXT_DEVICES_ROW \
    ABOUT(CL_INVALID_DEVICE, PROGRAM_CONTEXT_DEVICE, known_foreign_context_device(context, num_devices, device_list), 0) \
    HANDLES(CL_INVALID_DEVICE, device_list, num_devices)

/* Those that something is done for: all, or some. */
#define DEVICES_LENGTH_ROW \
    JUDGED(CL_INVALID_VALUE, DEVICE_LIST_LENGTH, !device_list != !num_devices)
#define PROGRAM_DEVICES_ROW \
    ABOUT(CL_INVALID_DEVICE, PROGRAM_DEVICE, known_foreign_program_device(program, num_devices, device_list), 0) \
    HANDLES(CL_INVALID_DEVICE, device_list, num_devices)
#define CALLBACK_ROW \
    JUDGED(CL_INVALID_VALUE, CALLBACK_DATA, !pfn_notify && user_data)

#define OPTIONS_ROW(error) \
    EXPLAINED_WITH(error, PROGRAM_OPTIONS, known_bad_option(options), known_bad_option(options))
#define BUILD_FAILURE_ROW(error) \
    EXPLAINED_WITH(error, PROGRAM_BUILD, known_build_line(program), known_build_line(program), known_build_column(program)) \
    EXPLAINED(error, PROGRAM_BUILD_LOG, !known_build_line(program))
#define BUILDING_ROW \
    EXPLAINED(CL_INVALID_OPERATION, PROGRAM_BUILDING, known_program_is_building(program, num_devices, device_list))
#define NO_KERNELS_ROW \
    JUDGED_WITH(CL_INVALID_OPERATION, PROGRAM_HAS_KERNELS, known_program_kernels(program), known_program_kernels(program))
#define NO_EXECUTABLE_ROW \
    EXPLAINED_WITH(CL_INVALID_PROGRAM_EXECUTABLE, PROGRAM_NOT_BUILT, known_program_lacks_executable(program, NULL), \
        (uint64_t)(int64_t)known_build_status(program))

#define IL_ROWS \
    HANDLE(CL_INVALID_CONTEXT, context) \
    JUDGED(CL_INVALID_OPERATION, IL_UNSUPPORTED, known_context_lacks_il(context)) \
    JUDGED(CL_INVALID_VALUE, IL_MISSING, !il || !length) \
    EXPLAINED_WITH(CL_INVALID_VALUE, IL_FORMAT, known_is_no_spirv(il, length), known_first_word(il, length)) \
    OUT_OF_MEMORY_ROWS

/* ---- programs ---- */

#define CONDITIONS_clCreateProgramWithSource \
    HANDLE(CL_INVALID_CONTEXT, context) \
    JUDGED(CL_INVALID_VALUE, SOURCE_MISSING, !count || !strings) \
    JUDGED_WITH(CL_INVALID_VALUE, SOURCE_NULL, known_null_place(strings, count), known_null_place(strings, count) - 1) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clCreateProgramWithBinary \
    HANDLE(CL_INVALID_CONTEXT, context) \
    DEVICES_NEEDED_ROW \
    CONTEXT_DEVICES_ROW \
    JUDGED_WITH(CL_INVALID_VALUE, BINARY_MISSING, num_devices && (!lengths || !binaries), 0) \
    JUDGED_WITH(CL_INVALID_VALUE, BINARY_MISSING, known_zero_place(lengths, num_devices), known_zero_place(lengths, num_devices) - 1) \
    JUDGED_WITH(CL_INVALID_VALUE, BINARY_MISSING, known_null_place(binaries, num_devices), known_null_place(binaries, num_devices) - 1) \
    EXPLAINED_WITH(CL_INVALID_BINARY, BINARY_REJECTED, known_bad_binary(num_devices, binary_status), \
        known_bad_binary(num_devices, binary_status) - 1) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clCreateProgramWithBuiltInKernels \
    HANDLE(CL_INVALID_CONTEXT, context) \
    DEVICES_NEEDED_ROW \
    JUDGED(CL_INVALID_VALUE, BUILT_IN_NAMES_NULL, !kernel_names) \
    EXPLAINED_WITH(CL_INVALID_VALUE, BUILT_IN_NAME, known_bad_built_in(kernel_names, num_devices, device_list), \
        known_bad_built_in(kernel_names, num_devices, device_list)) \
    CONTEXT_DEVICES_ROW \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clCreateProgramWithIL    IL_ROWS
#define CONDITIONS_clCreateProgramWithILKHR IL_ROWS
#define CONDITIONS_clRetainProgram \
    HANDLE(CL_INVALID_PROGRAM, program) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clReleaseProgram \
    HANDLE(CL_INVALID_PROGRAM, program) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clSetProgramReleaseCallback \
    HANDLE(CL_INVALID_PROGRAM, program) \
    EXPLAINED(CL_INVALID_OPERATION, PROGRAM_DESTRUCTORS, true) \
    JUDGED(CL_INVALID_VALUE, CALLBACK_MISSING, !pfn_notify) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clSetProgramSpecializationConstant \
    HANDLE(CL_INVALID_PROGRAM, program) \
    JUDGED(CL_INVALID_PROGRAM, PROGRAM_NOT_IL, \
        known_program_origin(program) != ORIGIN_UNKNOWN && known_program_origin(program) != ORIGIN_IL) \
    JUDGED(CL_INVALID_OPERATION, IL_UNSUPPORTED, \
        known_program_origin(program) == ORIGIN_IL && known_context_lacks_il((cl_context)(uintptr_t)objects_context(program))) \
    ABOUT(CL_COMPILER_NOT_AVAILABLE, COMPILER_MISSING, known_program_origin(program) == ORIGIN_IL \
        ? known_program_device_without(program, 0, NULL, CL_DEVICE_COMPILER_AVAILABLE) : NULL, 0) \
    DRIVER(CL_INVALID_SPEC_ID, "the program has no specialization constant of this number") \
    JUDGED(CL_INVALID_VALUE, CONSTANT_VALUE, !spec_value) \
    EXPLAINED(CL_INVALID_VALUE, CONSTANT_SIZE, spec_size != 1 && spec_size != 2 && spec_size != 4 && spec_size != 8) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clBuildProgram \
    HANDLE(CL_INVALID_PROGRAM, program) \
    DEVICES_LENGTH_ROW \
    CALLBACK_ROW \
    PROGRAM_DEVICES_ROW \
    EXPLAINED(CL_INVALID_BINARY, PROGRAM_NO_BINARY, known_program_lacks_binary(program)) \
    OPTIONS_ROW(CL_INVALID_BUILD_OPTIONS) \
    ABOUT(CL_COMPILER_NOT_AVAILABLE, COMPILER_MISSING, \
        known_program_origin(program) == ORIGIN_SOURCE || known_program_origin(program) == ORIGIN_IL \
        ? known_program_device_without(program, num_devices, device_list, CL_DEVICE_COMPILER_AVAILABLE) : NULL, 0) \
    BUILD_FAILURE_ROW(CL_BUILD_PROGRAM_FAILURE) \
    BUILDING_ROW \
    NO_KERNELS_ROW \
    JUDGED(CL_INVALID_OPERATION, PROGRAM_ORIGIN, \
        known_program_origin(program) == ORIGIN_BUILT_IN || known_program_origin(program) == ORIGIN_LINKED) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clCompileProgram \
    HANDLE(CL_INVALID_PROGRAM, program) \
    ABOUT(CL_INVALID_CONTEXT, PROGRAM_CONTEXT, known_other_context(program, input_headers, num_input_headers), 0) \
    DEVICES_LENGTH_ROW \
    JUDGED(CL_INVALID_VALUE, HEADERS_LENGTH, !num_input_headers != !input_headers || !num_input_headers != !header_include_names) \
    CALLBACK_ROW \
    PROGRAM_DEVICES_ROW \
    OPTIONS_ROW(CL_INVALID_COMPILER_OPTIONS) \
    BUILDING_ROW \
    ABOUT(CL_COMPILER_NOT_AVAILABLE, COMPILER_MISSING, \
        known_program_device_without(program, num_devices, device_list, CL_DEVICE_COMPILER_AVAILABLE), 0) \
    BUILD_FAILURE_ROW(CL_COMPILE_PROGRAM_FAILURE) \
    NO_KERNELS_ROW \
    JUDGED(CL_INVALID_OPERATION, PROGRAM_ORIGIN, \
        known_program_origin(program) == ORIGIN_BUILT_IN || known_program_origin(program) == ORIGIN_LINKED) \
    EXPLAINED(CL_INVALID_OPERATION, PROGRAM_BINARY_COMPILED, \
        known_program_origin(program) == ORIGIN_BINARY && !(options && strstr(options, "spir"))) \
    NOBODY(CL_INVALID_OPERATION, "it is one of the ways to make programs that the row before allows") \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clLinkProgram \
    HANDLE(CL_INVALID_CONTEXT, context) \
    DEVICES_LENGTH_ROW \
    JUDGED(CL_INVALID_VALUE, LINK_PROGRAMS_LENGTH, !num_input_programs || !input_programs) \
    HANDLES(CL_INVALID_PROGRAM, input_programs, num_input_programs) \
    ABOUT(CL_INVALID_CONTEXT, PROGRAM_CONTEXT, known_other_context(context, input_programs, num_input_programs), 0) \
    CALLBACK_ROW \
    ABOUT(CL_INVALID_DEVICE, PROGRAM_CONTEXT_DEVICE, known_foreign_context_device(context, num_devices, device_list), 0) \
    DRIVER(CL_INVALID_OPERATION, "some devices have a compiled program or a library for each input, and others do not") \
    ABOUT(CL_LINKER_NOT_AVAILABLE, LINKER_MISSING, \
        known_context_device_without(context, num_devices, device_list, CL_DEVICE_LINKER_AVAILABLE), 0) \
    OPTIONS_ROW(CL_INVALID_LINKER_OPTIONS) \
    DRIVER(CL_LINK_PROGRAM_FAILURE, "the programs do not fit together") \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clUnloadCompiler
#define CONDITIONS_clUnloadPlatformCompiler \
    HANDLE(CL_INVALID_PLATFORM, platform)
#define CONDITIONS_clGetProgramInfo \
    HANDLE(CL_INVALID_PROGRAM, program) \
    QUERY_ROW(ANSWER_SIZE(clGetProgramInfo, program, param_name)) \
    NO_EXECUTABLE_ROW \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clGetProgramBuildInfo \
    HANDLE(CL_INVALID_PROGRAM, program) \
    ABOUT(CL_INVALID_DEVICE, PROGRAM_DEVICE, known_foreign_program_device(program, 1, &device), 0) \
    HANDLE(CL_INVALID_DEVICE, device) \
    QUERY_ROW(ANSWER_SIZE(clGetProgramBuildInfo, program, device, param_name)) \
    OUT_OF_MEMORY_ROWS

/* ---- kernels ---- */

#define CONDITIONS_clCreateKernel \
    HANDLE(CL_INVALID_PROGRAM, program) \
    NO_EXECUTABLE_ROW \
    EXPLAINED_WITH(CL_INVALID_KERNEL_NAME, KERNEL_NAME, known_is_no_kernel_name(program, kernel_name), known_kernel_count(program)) \
    DRIVER(CL_INVALID_KERNEL_DEFINITION, "the kernel's parameters differ from device to device") \
    JUDGED(CL_INVALID_VALUE, KERNEL_NAME_NULL, !kernel_name) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clCreateKernelsInProgram \
    HANDLE(CL_INVALID_PROGRAM, program) \
    NO_EXECUTABLE_ROW \
    EXPLAINED_WITH(CL_INVALID_VALUE, KERNELS_SPACE, kernels && known_kernel_count(program) != UNKNOWN \
        && num_kernels < known_kernel_count(program), known_kernel_count(program)) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clRetainKernel \
    HANDLE(CL_INVALID_KERNEL, kernel) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clReleaseKernel \
    HANDLE(CL_INVALID_KERNEL, kernel) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clCloneKernel \
    HANDLE(CL_INVALID_KERNEL, source_kernel) \
    OUT_OF_MEMORY_ROWS

#define ARGUMENT_INDEX_ROW \
    JUDGED_WITH(CL_INVALID_ARG_INDEX, KERNEL_ARGUMENT_INDEX, it.fault == ARGUMENT_INDEX, it.value)
#define ARGUMENT_OBJECT_SIZE_ROW(condition) \
    JUDGED_WITH(CL_INVALID_ARG_SIZE, KERNEL_ARGUMENT_OBJECT_SIZE, it.fault == ARGUMENT_OBJECT_SIZE && (condition), sizeof(void *))
#define ARGUMENT_IS(what) (it.fault == (what) ? it.object : NULL)

#define CONDITIONS_clSetKernelArg \
    LET(struct argument_check, it, known_check_argument(kernel, arg_index, arg_size, arg_value)) \
    HANDLE(CL_INVALID_KERNEL, kernel) \
    ARGUMENT_INDEX_ROW \
    ABOUT(CL_INVALID_CONTEXT, KERNEL_ARGUMENT_CONTEXT, ARGUMENT_IS(ARGUMENT_CONTEXT), 0) \
    JUDGED(CL_INVALID_MEM_OBJECT, KERNEL_ARGUMENT_OBJECT_NULL, it.fault == ARGUMENT_OBJECT_NULL && !arg_value \
        && (it.value == PARAMETER_IMAGE || it.value == PARAMETER_PIPE)) \
    JUDGED(CL_INVALID_MEM_OBJECT, KERNEL_ARGUMENT_OBJECT_NULL, it.fault == ARGUMENT_OBJECT_NULL && arg_value \
        && (it.value == PARAMETER_IMAGE || it.value == PARAMETER_PIPE)) \
    HANDLE_IN(CL_INVALID_MEM_OBJECT, cl_mem, ADDRESS(ARGUMENT_IS(ARGUMENT_MEM))) \
    ABOUT(CL_INVALID_MEM_OBJECT, KERNEL_ARGUMENT_KIND, ARGUMENT_IS(ARGUMENT_KIND), it.value) \
    HANDLE_IN(CL_INVALID_SAMPLER, cl_sampler, ADDRESS(ARGUMENT_IS(ARGUMENT_SAMPLER))) \
    JUDGED(CL_INVALID_SAMPLER, KERNEL_ARGUMENT_OBJECT_NULL, it.fault == ARGUMENT_OBJECT_NULL && it.value == PARAMETER_SAMPLER) \
    ABOUT(CL_INVALID_DEVICE_QUEUE, KERNEL_ARGUMENT_QUEUE, ARGUMENT_IS(ARGUMENT_QUEUE), 0) \
    JUDGED(CL_INVALID_DEVICE_QUEUE, KERNEL_ARGUMENT_OBJECT_NULL, it.fault == ARGUMENT_OBJECT_NULL && it.value == PARAMETER_QUEUE) \
    ARGUMENT_OBJECT_SIZE_ROW(it.value != PARAMETER_SAMPLER && it.value != PARAMETER_QUEUE) \
    ARGUMENT_OBJECT_SIZE_ROW(it.value == PARAMETER_SAMPLER) \
    ARGUMENT_OBJECT_SIZE_ROW(it.value == PARAMETER_QUEUE) \
    JUDGED(CL_INVALID_ARG_SIZE, KERNEL_ARGUMENT_LOCAL_ZERO, it.fault == ARGUMENT_LOCAL_ZERO && known_platform_is_before(kernel, 3, 1)) \
    JUDGED_WITH(CL_INVALID_ARG_SIZE, KERNEL_ARGUMENT_SIZE, it.fault == ARGUMENT_SIZE, it.value, ADDRESS(it.object)) \
    EXPLAINED(CL_INVALID_ARG_SIZE, KERNEL_ARGUMENT_STRUCT, it.fault == ARGUMENT_RIGHT && arg_value) \
    JUDGED(CL_INVALID_ARG_VALUE, KERNEL_ARGUMENT_NULL, it.fault == ARGUMENT_NULL) \
    JUDGED(CL_INVALID_ARG_VALUE, KERNEL_ARGUMENT_LOCAL_VALUE, it.fault == ARGUMENT_LOCAL_VALUE) \
    JUDGED_WITH(CL_SUCCESS, KERNEL_LOCAL_MEMORY, !arg_value && it.fault == ARGUMENT_RIGHT \
        && arg_size > known_kernel_most(kernel, CL_DEVICE_LOCAL_MEM_SIZE), arg_size, known_kernel_most(kernel, CL_DEVICE_LOCAL_MEM_SIZE)) \
    ABOUT(CL_INVALID_ARG_VALUE, KERNEL_ARGUMENT_WRITE_ONLY, ARGUMENT_IS(ARGUMENT_WRITE_ONLY), 0) \
    ABOUT(CL_INVALID_ARG_VALUE, KERNEL_ARGUMENT_READ_ONLY, ARGUMENT_IS(ARGUMENT_READ_ONLY), 0) \
    DRIVER(CL_MAX_SIZE_RESTRICTION_EXCEEDED, "the buffer or the local memory is larger than the program allows for this parameter") \
    OUT_OF_MEMORY_ROWS \
    NOBODY(CL_OUT_OF_HOST_MEMORY, "it says what happens to the argument that was set before, not when the call fails") \
    NOBODY(CL_INVALID_KERNEL_ARGS, "it says what happens to the argument that was set before, not when the call fails")

#define POINTER_ROWS \
    LET(struct argument_check, it, known_check_pointer(kernel, arg_index)) \
    HANDLE(CL_INVALID_KERNEL, kernel)
#define KERNEL_SVM_ROW \
    JUDGED(CL_INVALID_OPERATION, SVM_UNSUPPORTED, known_kernel_most(kernel, CL_DEVICE_SVM_CAPABILITIES) == 0)
#define CONDITIONS_clSetKernelArgSVMPointer \
    POINTER_ROWS \
    KERNEL_SVM_ROW \
    ARGUMENT_INDEX_ROW \
    JUDGED(CL_INVALID_ARG_VALUE, KERNEL_ARGUMENT_NO_POINTER, it.fault == ARGUMENT_NO_POINTER) \
    JUDGED(CL_INVALID_ARG_VALUE, KERNEL_ARGUMENT_POINTER_FREED, range_is_freed(arg_value, RANGE_SVM)) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clSetKernelArgDevicePointerEXT \
    POINTER_ROWS \
    JUDGED(CL_INVALID_OPERATION, ADDRESSES_UNSUPPORTED, known_kernel_lacks(kernel, "cl_ext_buffer_device_address")) \
    ARGUMENT_INDEX_ROW \
    JUDGED(CL_INVALID_ARG_INDEX, KERNEL_ARGUMENT_NO_POINTER, it.fault == ARGUMENT_NO_POINTER) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clSetKernelArgMemPointerINTEL \
    POINTER_ROWS \
    ARGUMENT_INDEX_ROW \
    JUDGED(CL_INVALID_ARG_VALUE, KERNEL_ARGUMENT_NO_POINTER, it.fault == ARGUMENT_NO_POINTER) \
    JUDGED(CL_INVALID_ARG_VALUE, KERNEL_ARGUMENT_POINTER_FREED, range_is_freed(arg_value, RANGE_USM)) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clSetKernelExecInfo \
    HANDLE(CL_INVALID_KERNEL, kernel) \
    JUDGED(CL_INVALID_OPERATION, SVM_UNSUPPORTED, param_name == CL_KERNEL_EXEC_INFO_SVM_PTRS \
        && known_kernel_most(kernel, CL_DEVICE_SVM_CAPABILITIES) == 0) \
    JUDGED(CL_INVALID_OPERATION, SVM_SYSTEM_UNSUPPORTED, param_name == CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM \
        && known_is_true(param_value, param_value_size) && known_kernel_lacks_system(kernel)) \
    JUDGED(CL_INVALID_OPERATION, ADDRESSES_UNSUPPORTED, param_name == KERNEL_EXEC_INFO_DEVICE_PTRS && known_kernel_lacks(kernel, "cl_ext_buffer_device_address")) \
    JUDGED(CL_INVALID_VALUE, EXEC_INFO_VALUE, !param_value && param_value_size) \
    JUDGED_WITH(CL_INVALID_VALUE, EXEC_INFO_SIZE, param_value && known_exec_info_element(param_name) \
        && param_value_size % known_exec_info_element(param_name), known_exec_info_element(param_name)) \
    JUDGED_WITH(CL_INVALID_VALUE, EXEC_INFO_POINTER_FREED, param_name == CL_KERNEL_EXEC_INFO_SVM_PTRS \
        && ranges_first_freed(param_value, param_value_size / sizeof(void *), RANGE_SVM), \
        ADDRESS(ranges_first_freed(param_value, param_value_size / sizeof(void *), RANGE_SVM))) \
    OUT_OF_MEMORY_ROWS

/* A query about a kernel on a device. */
#define KERNEL_DEVICE_ROW(kernel, device) \
    ABOUT(CL_INVALID_DEVICE, KERNEL_DEVICE, known_is_foreign_kernel_device(kernel, device) ? device : NULL, 0) \
    JUDGED_WITH(CL_INVALID_DEVICE, KERNEL_DEVICE_NULL, !device && known_kernel_devices(kernel) != UNKNOWN \
        && known_kernel_devices(kernel) > 1, known_kernel_devices(kernel))
#define CONDITIONS_clGetKernelInfo \
    HANDLE(CL_INVALID_KERNEL, kernel) \
    QUERY_ROW(ANSWER_SIZE(clGetKernelInfo, kernel, param_name)) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clGetKernelWorkGroupInfo \
    HANDLE(CL_INVALID_KERNEL, kernel) \
    KERNEL_DEVICE_ROW(kernel, device) \
    QUERY_ROW(param_name == CL_KERNEL_GLOBAL_WORK_SIZE ? 3 * sizeof(size_t) \
        : ANSWER_SIZE(clGetKernelWorkGroupInfo, kernel, device, param_name)) \
    EXPLAINED(CL_INVALID_VALUE, KERNEL_NOT_BUILT_IN, param_name == CL_KERNEL_GLOBAL_WORK_SIZE \
        && known_program_origin(known_kernel_program(kernel)) != ORIGIN_BUILT_IN) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clGetKernelArgInfo \
    HANDLE(CL_INVALID_KERNEL, kernel) \
    LET(struct argument_check, it, known_check_pointer(kernel, arg_index)) \
    ARGUMENT_INDEX_ROW \
    QUERY_ROW(ANSWER_SIZE(clGetKernelArgInfo, kernel, arg_index, param_name)) \
    EXPLAINED(CL_KERNEL_ARG_INFO_NOT_AVAILABLE, ARGUMENT_INFO_MISSING, true) \
    OUT_OF_MEMORY_ROWS
#define SUB_GROUP_ROWS(function, kernel, device) \
    HANDLE(CL_INVALID_KERNEL, kernel) \
    KERNEL_DEVICE_ROW(kernel, device) \
    EXPLAINED(CL_INVALID_OPERATION, SUB_GROUPS_UNSUPPORTED, known_device_lacks_sub_groups(device)) \
    QUERY_ROW(known_sub_group_input(param_name) && (!input_value || !input_value_size) ? param_value_size \
        : ANSWER_SIZE(function, kernel, device, param_name, input_value_size, input_value)) \
    JUDGED_WITH(CL_INVALID_VALUE, SUB_GROUP_INPUT, known_sub_group_input(param_name) \
        && (!input_value || !input_value_size || input_value_size % known_sub_group_input(param_name)), param_name) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clGetKernelSubGroupInfo    SUB_GROUP_ROWS(clGetKernelSubGroupInfo, kernel, device)
#define CONDITIONS_clGetKernelSubGroupInfoKHR SUB_GROUP_ROWS(clGetKernelSubGroupInfoKHR, in_kernel, in_device)

/* ---- launches ---- */

/* A kernel and the queue that it is to run on. */
#define LET_LAUNCH \
    LET(struct launch, launch, known_launch(kernel, command_queue))
#define EXECUTABLE_ROW \
    EXPLAINED_WITH(CL_INVALID_PROGRAM_EXECUTABLE, PROGRAM_OTHER_DEVICE, \
        known_program_lacks_executable(known_kernel_program(kernel), known_queue_device(command_queue)), \
        ADDRESS(known_queue_device(command_queue)))
#define KERNEL_CONTEXT_ROW \
    JUDGED(CL_INVALID_CONTEXT, QUEUE_KERNEL_CONTEXT, known_contexts_differ(command_queue, kernel))
#define ARGUMENTS_ROW \
    JUDGED_WITH(CL_INVALID_KERNEL_ARGS, KERNEL_ARGUMENT_UNSET, launch.unset, launch.unset - 1) \
    DEAD(CL_INVALID_KERNEL_ARGS, KERNEL_ARGUMENT_FREED, launch.object, launch.freed - 1) \
    JUDGED_WITH(CL_INVALID_KERNEL_ARGS, KERNEL_ARGUMENT_SVM_FREED, launch.svm_freed, launch.svm_freed - 1)
#define ALIGNMENT_ARGUMENTS_ROW \
    JUDGED_WITH(CL_MISALIGNED_SUB_BUFFER_OFFSET, KERNEL_ARGUMENT_MISALIGNED, launch.misaligned, launch.misaligned - 1, \
        launch.offset, launch.alignment)
#define IMAGE_ARGUMENTS_ROWS \
    EXPLAINED_WITH(CL_INVALID_IMAGE_SIZE, KERNEL_ARGUMENT_IMAGE_SIZE, known_large_image(kernel, known_queue_device(command_queue)), \
        known_large_image(kernel, known_queue_device(command_queue)) - 1) \
    DRIVER(CL_IMAGE_FORMAT_NOT_SUPPORTED, "the device does not support the format of an image that is an argument")
#define SVM_ARGUMENTS_ROW \
    JUDGED_WITH(CL_INVALID_OPERATION, KERNEL_ARGUMENT_SVM, launch.svm, launch.svm - 1)
#define SYSTEM_ARGUMENTS_ROW \
    JUDGED_WITH(CL_INVALID_OPERATION, KERNEL_ARGUMENT_SYSTEM, launch.system, launch.system - 1)
#define LAUNCH_RESOURCES_ROW \
    EXPLAINED_WITH(CL_OUT_OF_RESOURCES, KERNEL_LOCAL_MEMORY, \
        known_needs_local_memory(kernel, known_queue_device(command_queue)) > known_local_memory(known_queue_device(command_queue)), \
        known_needs_local_memory(kernel, known_queue_device(command_queue)), known_local_memory(known_queue_device(command_queue)))
#define HOST_RESOURCES_ROW \
    DRIVER(CL_OUT_OF_HOST_MEMORY, "the host lacks memory")

/* Sizes. `needs`: whether they must not be 0, on any device. */
#define LET_SIZES(local, needs) \
    LET(struct size_check, size, known_check_sizes(command_queue, work_dim, global_work_offset, global_work_size, local, needs))
#define SIZE_ROWS \
    JUDGED_WITH(CL_INVALID_WORK_DIMENSION, WORK_DIMENSIONS, size.fault == SIZE_DIMENSIONS, size.limit) \
    JUDGED(CL_INVALID_GLOBAL_OFFSET, GLOBAL_OFFSET_UNSUPPORTED, size.fault == SIZE_OFFSET_UNSUPPORTED) \
    JUDGED_WITH(CL_INVALID_GLOBAL_OFFSET, GLOBAL_OFFSET_OVERFLOW, size.fault == SIZE_OFFSET_OVERFLOW, size.dimension, size.limit) \
    JUDGED(CL_INVALID_GLOBAL_WORK_SIZE, GLOBAL_SIZE_NULL, size.fault == SIZE_GLOBAL_NULL) \
    JUDGED_WITH(CL_INVALID_GLOBAL_WORK_SIZE, GLOBAL_SIZE_ZERO, size.fault == SIZE_GLOBAL_ZERO, size.dimension) \
    JUDGED_WITH(CL_INVALID_GLOBAL_WORK_SIZE, GLOBAL_SIZE_LARGE, size.fault == SIZE_GLOBAL_LARGE, size.dimension, size.limit)

/* The first thing that explains an error about the work-group. */
#define GROUP_DEVICE  known_queue_device(command_queue)
#define GROUP_SIZE    known_group_size(work_dim, local_work_size)
#define GROUP_LIMIT   known_kernel_limit(kernel, GROUP_DEVICE, CL_KERNEL_WORK_GROUP_SIZE)
#define GROUP_IS_OTHER known_is_other_size(kernel, GROUP_DEVICE, work_dim, local_work_size, false)
#define GROUP_LARGE_DIMENSION known_large_dimension(GROUP_DEVICE, work_dim, local_work_size)
#define GROUP_LIMIT_ROW(error) \
    EXPLAINED_WITH(error, LOCAL_SIZE_LIMIT, GROUP_SIZE > GROUP_LIMIT, GROUP_SIZE, GROUP_LIMIT, \
        known_device(GROUP_DEVICE, CL_DEVICE_MAX_WORK_GROUP_SIZE), ADDRESS(GROUP_DEVICE))
#define GROUP_DIMENSION_ROW(error, condition) \
    EXPLAINED_WITH(error, LOCAL_SIZE_DIMENSION, GROUP_LARGE_DIMENSION && (condition), GROUP_LARGE_DIMENSION - 1, \
        known_dimension_limit(GROUP_DEVICE, GROUP_LARGE_DIMENSION))
#define GROUP_REQUIRED_ROW(identity, condition) \
    EXPLAINED_WITH(CL_INVALID_WORK_GROUP_SIZE, identity, condition, known_required_size(kernel, GROUP_DEVICE, 0), \
        known_required_size(kernel, GROUP_DEVICE, 1), known_required_size(kernel, GROUP_DEVICE, 2))

#define CONDITIONS_clEnqueueNDRangeKernel \
    LET_LAUNCH \
    LET_SIZES(local_work_size, false) \
    QUEUE_ROW \
    HANDLE(CL_INVALID_KERNEL, kernel) \
    EXECUTABLE_ROW \
    KERNEL_CONTEXT_ROW \
    EVENT_CONTEXT_ROW \
    ARGUMENTS_ROW \
    SIZE_ROWS \
    EXPLAINED_WITH(CL_INVALID_WORK_GROUP_SIZE, LOCAL_SIZE_UNEVEN, \
        known_uneven_dimension(work_dim, global_work_size, local_work_size) && GROUP_SIZE <= GROUP_LIMIT && !GROUP_IS_OTHER, \
        known_uneven_dimension(work_dim, global_work_size, local_work_size) - 1) \
    JUDGED_WITH(CL_INVALID_WORK_GROUP_SIZE, LOCAL_SIZE_ZERO, size.fault == SIZE_LOCAL_ZERO, size.dimension) \
    GROUP_LIMIT_ROW(CL_INVALID_WORK_GROUP_SIZE) \
    GROUP_DIMENSION_ROW(CL_INVALID_WORK_GROUP_SIZE, GROUP_SIZE <= GROUP_LIMIT) \
    GROUP_REQUIRED_ROW(LOCAL_SIZE_REQUIRED, GROUP_IS_OTHER && GROUP_SIZE <= GROUP_LIMIT) \
    EXPLAINED_WITH(CL_INVALID_WORK_GROUP_SIZE, LOCAL_SIZE_SUB_GROUPS, \
        known_other_sub_groups(kernel, GROUP_DEVICE, work_dim, local_work_size), \
        known_other_sub_groups(kernel, GROUP_DEVICE, work_dim, local_work_size)) \
    GROUP_DIMENSION_ROW(CL_INVALID_WORK_ITEM_SIZE, true) \
    GROUP_LIMIT_ROW(CL_INVALID_WORK_ITEM_SIZE) \
    ALIGNMENT_ARGUMENTS_ROW \
    IMAGE_ARGUMENTS_ROWS \
    DRIVER(CL_MEM_OBJECT_ALLOCATION_FAILURE, "the device lacks memory for the buffers and images that are arguments") \
    EVENT_LIST_ROWS \
    SVM_ARGUMENTS_ROW \
    SYSTEM_ARGUMENTS_ROW \
    LAUNCH_RESOURCES_ROW \
    HOST_RESOURCES_ROW
#define CONDITIONS_clEnqueueTask \
    LET_LAUNCH \
    EXECUTABLE_ROW \
    QUEUE_ROW \
    HANDLE(CL_INVALID_KERNEL, kernel) \
    KERNEL_CONTEXT_ROW \
    EVENT_CONTEXT_ROW \
    ARGUMENTS_ROW \
    GROUP_REQUIRED_ROW(TASK_SIZE_REQUIRED, known_is_other_size(kernel, GROUP_DEVICE, 0, NULL, true)) \
    DRIVER(CL_INVALID_WORK_GROUP_SIZE, "the kernel requires sub-groups that a work-group of one work-item does not have") \
    ALIGNMENT_ARGUMENTS_ROW \
    IMAGE_ARGUMENTS_ROWS \
    LAUNCH_RESOURCES_ROW \
    DRIVER(CL_MEM_OBJECT_ALLOCATION_FAILURE, "the device lacks memory for the buffers and images that are arguments") \
    EVENT_LIST_ROWS \
    SVM_ARGUMENTS_ROW \
    SYSTEM_ARGUMENTS_ROW \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clEnqueueNativeKernel \
    QUEUE_ROW \
    EVENT_CONTEXT_ROW \
    JUDGED(CL_INVALID_VALUE, NATIVE_FUNCTION_NULL, !user_func) \
    JUDGED(CL_INVALID_VALUE, NATIVE_ARGUMENTS_NULL, !args && (cb_args || num_mem_objects)) \
    JUDGED(CL_INVALID_VALUE, NATIVE_ARGUMENTS_SIZE, args && !cb_args) \
    JUDGED(CL_INVALID_VALUE, NATIVE_MEM_LIST, num_mem_objects && (!mem_list || !args_mem_loc)) \
    JUDGED(CL_INVALID_VALUE, NATIVE_MEM_LIST, !num_mem_objects && (mem_list || args_mem_loc)) \
    JUDGED(CL_INVALID_OPERATION, NATIVE_UNSUPPORTED, known_device_lacks_native_kernels(known_queue_device(command_queue))) \
    HANDLES(CL_INVALID_MEM_OBJECT, mem_list, num_mem_objects) \
    ABOUT(CL_INVALID_MEM_OBJECT, NATIVE_MEM_KIND, known_no_buffer(num_mem_objects, mem_list), 0) \
    DRIVER(CL_OUT_OF_RESOURCES, "the device lacks resources to run the function") \
    DRIVER(CL_MEM_OBJECT_ALLOCATION_FAILURE, "the device lacks memory for the buffers") \
    EVENT_LIST_ROWS \
    NOBODY(CL_INVALID_OPERATION, "native kernels get addresses inside a block of bytes, whose meaning only the program knows") \
    OUT_OF_MEMORY_ROWS
#define SUGGESTED_SIZE_ROWS \
    LET_LAUNCH \
    LET_SIZES(NULL, true) \
    QUEUE_ROW \
    HANDLE(CL_INVALID_KERNEL, kernel) \
    EXECUTABLE_ROW \
    KERNEL_CONTEXT_ROW \
    ARGUMENTS_ROW \
    SIZE_ROWS \
    ALIGNMENT_ARGUMENTS_ROW \
    IMAGE_ARGUMENTS_ROWS \
    SVM_ARGUMENTS_ROW \
    SYSTEM_ARGUMENTS_ROW \
    JUDGED(CL_INVALID_VALUE, SUGGESTED_SIZE_NULL, !suggested_local_work_size) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clGetKernelSuggestedLocalWorkSize    SUGGESTED_SIZE_ROWS
#define CONDITIONS_clGetKernelSuggestedLocalWorkSizeKHR SUGGESTED_SIZE_ROWS
