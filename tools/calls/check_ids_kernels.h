/* SPDX-License-Identifier: Apache-2.0 */
/* Check IDs (check_ids.h) about programs and kernels. */
/* clang-format off */

/* ---- programs ---- */

CHECK_ID(SOURCE_MISSING, ERROR, "5.8.1", "there is no source: count is {count}, strings {strings}",
    "Pass at least one string, and how many there are")
CHECK_ID(SOURCE_NULL, ERROR, "5.8.1", "strings[{0}] is NULL, but count is {count}",
    "Check whether the file with the source could be read, and whether count is too large")
CHECK_ID(DEVICE_LIST_EMPTY, ERROR, "5.8", "num_devices is {num_devices}, device_list {device_list}: at least one device is needed",
    "Pass the devices that the program is for, and their number")
CHECK_ID(DEVICE_LIST_LENGTH, ERROR, "5.8", "num_devices is {num_devices}, but device_list is {device_list}",
    "Pass a list and its length, or NULL and 0 for all devices of the program")
CHECK_ID(PROGRAM_DEVICE, ERROR, "5.8", "device {object} is not one of the devices of the program",
    "Name only devices of the context, and those that the program was made for")
CHECK_ID(PROGRAM_CONTEXT_DEVICE, ERROR, "5.8", "device {object} is not one of the devices of context {context}",
    "Make the context with all devices that programs are for")
CHECK_ID(PROGRAM_CONTEXT, ERROR, "5.8", "program {object} belongs to another context",
    "Make all programs that are compiled or linked together in one context")

CHECK_ID(BINARY_MISSING, ERROR, "5.8.1", "the binary for device_list[{0}] is missing, or its length is 0",
    "Pass a binary and its length for each device of the list")
CHECK_ID(PROGRAM_BINARIES_BYTES, ERROR, "5.8.9",
    "param_value_size {param_value_size} is the size of binaries, but the answer is a list of pointers to memory for them (devices: {0})",
    "Pass the address of a pointer to that memory, and sizeof(unsigned char *) for each device")
CHECK_ID(PROGRAM_BINARIES_POINTER, ERROR, "5.8.9",
    "param_value must have a pointer to memory for each binary (devices: {0}), but one of them is {1:address}, where no memory is",
    "Pass the address of a pointer to that memory, and sizeof(unsigned char *) for each device; NULL leaves a binary out")
CHECK_ID(BINARY_REJECTED, ERROR, "5.8.1", "the driver did not accept the binary for device_list[{0}]",
    "Build from source, and keep the binary only for the same device and driver version (CL_DRIVER_VERSION)")
CHECK_ID(PROGRAM_NO_BINARY, ERROR, "5.8.4", "program {program} was made from binaries, and a device has none",
    "Build only for the devices whose binaries clCreateProgramWithBinary got")
CHECK_ID(PROGRAM_OPTIONS, ERROR, "5.8.6", "options {options} are wrong at character {0}: OpenCL has no such option",
    "Look for a misspelt option, or a space that is missing: options begin with -D, -I, -cl-, or are -w, -Werror, -g")
CHECK_ID(PROGRAM_OPTION_VALUE, ERROR, "5.8.6", "options {options} are wrong at character {0}: -cl-std has no such value",
    "Write -cl-std=CL1.2, CL2.0 or CL3.0, with capital letters and the point")
CHECK_ID(PROGRAM_OPTION_REFUSED, ERROR, "5.8.6",
    "the driver refuses the option at character {0} of {options}, even for an empty kernel",
    "Leave the option out for this driver")
CHECK_ID(COMPILER_MISSING, ERROR, "5.8.4", "device {object} has no compiler: its CL_DEVICE_COMPILER_AVAILABLE is CL_FALSE",
    "Build on another machine and load the binary with clCreateProgramWithBinary")
CHECK_ID(LINKER_MISSING, ERROR, "5.8.5", "device {object} has no linker: its CL_DEVICE_LINKER_AVAILABLE is CL_FALSE",
    "Build from one source with clBuildProgram")
CHECK_ID(PROGRAM_BUILD, ERROR, "5.8.4", "the first error in the build log is in line {0}, column {1}",
    "Fix that line; the log is CL_PROGRAM_BUILD_LOG of clGetProgramBuildInfo")
CHECK_ID(PROGRAM_BUILD_LOG, ERROR, "5.8.4", "the driver could not build the program, and the build log names no line",
    "Read the build log, CL_PROGRAM_BUILD_LOG of clGetProgramBuildInfo. If no kernel can be built: clrelay doctor says why")
CHECK_ID(PROGRAM_BUILDING, ERROR, "5.8.4", "another build of program {program} has not ended",
    "Wait for the callback of the build that is still running")
CHECK_ID(PROGRAM_HAS_KERNELS, ERROR, "5.8.4", "program {program} can't be built again: kernels made from it were not released ({0} of them)",
    "Release its kernels first, or make another program")
CHECK_ID(PROGRAM_ORIGIN, ERROR, "5.8.4",
    "program {program} was not made from source, intermediate language or binaries: there is nothing to build",
    "Use the program as it is")
CHECK_ID(PROGRAM_BINARY_COMPILED, ERROR, "5.8.4",
    "program {program} was made from binaries: of those, clCompileProgram takes only SPIR, with the option -x spir",
    "Call clBuildProgram for binaries, and clCompileProgram for source")
CHECK_ID(PROGRAM_NOT_BUILT, ERROR, "5.8.4", "the program has no executable: the status of its build is {0:cl_build_status}",
    "Call clBuildProgram first, and look at what it returns")
CHECK_ID(PROGRAM_OTHER_DEVICE, ERROR, "5.8.4", "the program of kernel {kernel} has no executable for {0:cl_device_id}, the device of queue {command_queue}",
    "Build the program for all devices that run its kernels")
CHECK_ID(BUILT_IN_NAME, ERROR, "5.8.1", "name {0} in kernel_names {kernel_names} is not a built-in kernel of the devices",
    "Query CL_DEVICE_BUILT_IN_KERNELS; names are separated by ; without spaces")
CHECK_ID(BUILT_IN_NAMES_NULL, ERROR, "5.8.1", "kernel_names is NULL", "Name the built-in kernels, with ; between them")
CHECK_ID(HEADERS_LENGTH, ERROR, "5.8.5",
    "num_input_headers is {num_input_headers}, input_headers {input_headers}, header_include_names {header_include_names}",
    "Pass both lists and their length, or NULL, NULL and 0")
CHECK_ID(LINK_PROGRAMS_LENGTH, ERROR, "5.8.5",
    "num_input_programs is {num_input_programs}, but input_programs is {input_programs}",
    "Pass the compiled programs, and their number: at least one")
CHECK_ID(IL_UNSUPPORTED, ERROR, "5.8.1", "no device takes programs in an intermediate language: CL_DEVICE_IL_VERSION is empty",
    "Query CL_DEVICE_IL_VERSION first, and build from source where it is empty")
CHECK_ID(IL_MISSING, ERROR, "5.8.1", "il is {il}, and its length {length}", "Pass the intermediate language and its length in bytes")
CHECK_ID(IL_FORMAT, ERROR, "5.8.1",
    "il is not SPIR-V: it must be words of 4 bytes, at least 5 of them, the first 0x07230203, but it has {length} bytes and begins with {0:address}",
    "Check whether the file was read whole, and not as text")
CHECK_ID(PROGRAM_NOT_IL, ERROR, "5.8.3", "program {program} was not made from an intermediate language: it has no such constants",
    "Use -D options for programs in source")
CHECK_ID(CONSTANT_VALUE, ERROR, "5.8.3", "spec_value is {spec_value}", "Pass the constant's new value")
CHECK_ID(CONSTANT_SIZE, ERROR, "5.8.3", "spec_size {spec_size} is not the size of a type that constants can have",
    "Pass the bytes of the constant's type: 1 for bool, otherwise 1, 2, 4 or 8")
CHECK_ID(PROGRAM_DESTRUCTORS, ERROR, "5.8.2", "the devices do not have destructors of global variables, which only OpenCL 2.2 had",
    "Do the work when the program releases its last reference")

/* ---- kernels ---- */

CHECK_ID(KERNEL_NAME, ERROR, "5.9.1", "no kernel of the program is called {kernel_name}; kernels that it has: {0}{1:named}",
    "Look at CL_PROGRAM_KERNEL_NAMES; in C++ for OpenCL names are mangled")
CHECK_ID(KERNEL_NAME_NULL, ERROR, "5.9.1", "kernel_name is NULL", "Pass the name of the function in the source")
CHECK_ID(KERNELS_SPACE, ERROR, "5.9.1", "kernels has space for {num_kernels}, but the program has {0}",
    "Query the number first: pass NULL as kernels, and num_kernels_ret")
CHECK_ID(KERNEL_DEVICE, ERROR, "5.9.4", "device {object} is not one of the devices of the kernel",
    "Name a device that the kernel's program was made for")
CHECK_ID(KERNEL_DEVICE_NULL, ERROR, "5.9.4", "device is NULL, but the kernel is for {0} devices", "Name one of them")
CHECK_ID(KERNEL_NOT_BUILT_IN, ERROR, "5.9.4",
    "only built-in kernels and kernels of custom devices have a CL_KERNEL_GLOBAL_WORK_SIZE",
    "Query CL_KERNEL_WORK_GROUP_SIZE, which limits the work-group")
CHECK_ID(SUB_GROUPS_UNSUPPORTED, ERROR, "5.9.4", "device {0:address}{0:named} has no sub-groups: its CL_DEVICE_MAX_NUM_SUB_GROUPS is 0",
    "Query CL_DEVICE_MAX_NUM_SUB_GROUPS first")
CHECK_ID(SUB_GROUP_INPUT, ERROR, "5.9.4", "the query {0} needs input: input_value is {input_value}, input_value_size {input_value_size}",
    "Pass a size_t for each dimension of the work-group, or one for a number of sub-groups")
CHECK_ID(ARGUMENT_INFO_MISSING, NOTE, "5.9.4", "the driver has kept no names and types of the kernel's parameters",
    "Build from source with -cl-kernel-arg-info")

CHECK_ID(KERNEL_ARGUMENT_INDEX, ERROR, "5.9.2", "arg_index {arg_index} is not less than {0}, the number of arguments of kernel {kernel}",
    "Count the kernel's parameters from 0")
CHECK_ID(KERNEL_ARGUMENT_NULL, ERROR, "5.9.2", "arg_value is NULL, but parameter {arg_index} of kernel {kernel} takes a value",
    "Pass the address of the value; NULL is for local memory and for buffers")
CHECK_ID(KERNEL_ARGUMENT_OBJECT_NULL, ERROR, "5.9.2", "parameter {arg_index} of kernel {kernel} takes an object, but the handle is NULL",
    "Pass the address of the variable with the image, pipe, sampler or queue; only a buffer may be NULL")
CHECK_ID(KERNEL_ARGUMENT_QUEUE, ERROR, "5.9.2", "queue {object} is not a queue for kernels on the device",
    "Make it with CL_QUEUE_ON_DEVICE and CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE")
CHECK_ID(KERNEL_ARGUMENT_CONTEXT, ERROR, "5.9.2", "the object {object} and kernel {kernel} belong to different contexts",
    "Make the object in the context of the kernel's program")
CHECK_ID(KERNEL_ARGUMENT_KIND, ERROR, "5.9.2",
    "memory object {object} is a {0:cl_mem_object_type}, but parameter {arg_index} of kernel {kernel} takes another kind of memory object",
    "Pass buffers for pointers, and for an image type an image of that type")
CHECK_ID(KERNEL_ARGUMENT_OBJECT_SIZE, ERROR, "5.9.2",
    "arg_size is {arg_size}, but parameter {arg_index} of kernel {kernel} takes an object, whose handle has {0} bytes",
    "Pass sizeof(cl_mem), sizeof(cl_sampler) or sizeof(cl_command_queue), and the handle's address")
CHECK_ID(KERNEL_ARGUMENT_LOCAL_ZERO, ERROR, "5.9.2", "arg_size is 0, but parameter {arg_index} of kernel {kernel} is local memory",
    "Pass the bytes of local memory that a work-group needs")
CHECK_ID(KERNEL_ARGUMENT_LOCAL_VALUE, ERROR, "5.9.2",
    "arg_value is not NULL, but parameter {arg_index} of kernel {kernel} is local memory, which has no value from the host",
    "Pass NULL, and the bytes of local memory as arg_size")
CHECK_ID(KERNEL_ARGUMENT_SIZE, ERROR, "5.9.2", "arg_size is {arg_size}, but parameter {arg_index}{1:named} of kernel {kernel} has {0} bytes",
    "Pass a variable of the cl_ type that matches the parameter: cl_long has 8 bytes, cl_float3 has 16; a parameter can't be a size_t")
CHECK_ID(KERNEL_ARGUMENT_LAYOUT, ERROR, "5.9.2",
    "arg_size is {arg_size}, but parameter {arg_index}{1:named} of kernel {kernel} is a structure, which has {0} bytes on the device",
    "Declare the structure with the same layout on both sides: cl_float3 takes 16 bytes, vectors are aligned to their size, and what is packed on one side is packed on the other")
CHECK_ID(KERNEL_ARGUMENT_STRUCT, ERROR, "5.9.2", "arg_size is {arg_size}, but to the driver, parameter {arg_index} of kernel {kernel} has another size",
    "Pass a variable of the parameter's cl_ type. A structure must have the same layout on both sides: cl_float3 takes 16 bytes, vectors are aligned to their size, and a packed structure is packed on both sides. Some drivers count nested structures without the padding at their end")
CHECK_ID(KERNEL_ARGUMENT_WRITE_ONLY, ERROR, "5.9.2",
    "image {object} was made with CL_MEM_WRITE_ONLY, but parameter {arg_index} of kernel {kernel} is read_only",
    "Make the image with CL_MEM_READ_ONLY or CL_MEM_READ_WRITE")
CHECK_ID(KERNEL_ARGUMENT_READ_ONLY, ERROR, "5.9.2",
    "kernels can't write to image {object}, because of the flags it was made with, but parameter {arg_index} of kernel {kernel} is write_only",
    "Make the image with CL_MEM_WRITE_ONLY or CL_MEM_READ_WRITE")
CHECK_ID(KERNEL_ARGUMENT_NO_POINTER, ERROR, "5.9.2",
    "parameter {arg_index} of kernel {kernel} is not a pointer to global or constant memory, so it takes no address",
    "Set it with clSetKernelArg")
CHECK_ID(KERNEL_ARGUMENT_POINTER_FREED, ERROR, "5.9.2", "arg_value {arg_value} is memory that was freed",
    "Free it after the last command that uses it has ended")
CHECK_ID(KERNEL_ARGUMENT_POINTER_FOREIGN, ERROR, "5.9.2",
    "arg_value {arg_value} was not allocated by clSVMAlloc, and no device of the context can use other memory of the host",
    "Allocate it with clSVMAlloc, or query CL_DEVICE_SVM_FINE_GRAIN_SYSTEM first")
CHECK_ID(SVM_SYSTEM_UNSUPPORTED, ERROR, "5.6", "no device of the context can use all memory of the host",
    "Query CL_DEVICE_SVM_FINE_GRAIN_SYSTEM first, and use clSVMAlloc where it is missing")
CHECK_ID(EXEC_INFO_VALUE, ERROR, "5.9.2", "param_value is {param_value}, but param_value_size {param_value_size}",
    "Pass the value and its size")
CHECK_ID(EXEC_INFO_SIZE, ERROR, "5.9.2", "param_value_size {param_value_size} is not the size of the value, or of a list of {0} bytes each",
    "Pass the bytes of the whole list: the number of pointers times sizeof(void *)")
CHECK_ID(EXEC_INFO_POINTER_FREED, ERROR, "5.9.2", "pointer {0:address} in the list is memory that was freed",
    "Take it out of the list when it is freed")
CHECK_ID(ADDRESSES_UNSUPPORTED, ERROR, "cl_ext_buffer_device_address", "no device of the context has cl_ext_buffer_device_address",
    "Look for the extension in CL_DEVICE_EXTENSIONS first, and set buffers with clSetKernelArg")

/* ---- launches ---- */

CHECK_ID(QUEUE_KERNEL_CONTEXT, ERROR, "5.10", "kernel {kernel} and queue {command_queue} belong to different contexts",
    "Make a kernel from a program in the queue's context")
CHECK_ID(KERNEL_ARGUMENT_UNSET, ERROR, "5.10", "argument {0} of kernel {kernel}, counted from 0, was never set",
    "Set each of the kernel's arguments before the first launch")
CHECK_ID(KERNEL_ARGUMENTS_ELSEWHERE, ERROR, "5.10",
    "no argument of kernel {kernel} was ever set; others with its name: {0}, and each kernel object has arguments of its own",
    "Make the kernel once, keep it, and set its arguments: clCreateKernel makes a new one each time, and so do some bindings")
CHECK_ID(KERNEL_ARGUMENT_FREED, ERROR, "5.9.2",
    "argument {0} of kernel {kernel}, counted from 0, is the object {object}, which was released: kernels hold no references to their arguments",
    "Release it after the launch, or set the argument again")
CHECK_ID(KERNEL_ARGUMENT_MAPPED, ERROR, "5.5.4",
    "argument {0} of kernel {kernel}, counted from 0, is the memory object {object}, which is still mapped, and the map is for writing or the kernel writes to it",
    "Call clEnqueueUnmapMemObject before the launch")
CHECK_ID(KERNEL_ARGUMENT_SVM_FREED, ERROR, "5.9.2", "argument {0} of kernel {kernel}, counted from 0, is memory that was freed",
    "Free it after the kernel has ended, or set the argument again")
CHECK_ID(KERNEL_ARGUMENT_SVM_MAPPED, ERROR, "5.6",
    "argument {0} of kernel {kernel}, counted from 0, is {1:address}, memory that is still mapped, and the map is for writing or the kernel writes to it",
    "Call clEnqueueSVMUnmap before the launch")
CHECK_ID(KERNEL_ARGUMENT_SVM, ERROR, "5.10",
    "argument {0} of kernel {kernel}, counted from 0, is shared virtual memory, which the device of queue {command_queue} does not have",
    "Use a buffer on this device")
CHECK_ID(KERNEL_ARGUMENT_SYSTEM, ERROR, "5.10",
    "argument {0} of kernel {kernel}, counted from 0, is memory that was not allocated by clSVMAlloc, which the device of queue {command_queue} can't use",
    "Allocate it with clSVMAlloc, or query CL_DEVICE_SVM_FINE_GRAIN_SYSTEM first")
CHECK_ID(KERNEL_ARGUMENT_MISALIGNED, ERROR, "5.10",
    "argument {0} of kernel {kernel}, counted from 0, is a sub-buffer at offset {1}, which is not a multiple of {2} bytes (CL_DEVICE_MEM_BASE_ADDR_ALIGN)",
    "Make sub-buffers at offsets that are aligned for all devices that use them")
CHECK_ID(KERNEL_ARGUMENT_IMAGE_SIZE, ERROR, "5.10", "argument {0} of kernel {kernel}, counted from 0, is an image that is too large for the device",
    "Keep images within CL_DEVICE_IMAGE2D_MAX_WIDTH and CL_DEVICE_IMAGE2D_MAX_HEIGHT of all devices")
CHECK_ID(KERNEL_WRITES_READ_ONLY, ERROR, "5.2.1",
    "kernel {kernel} writes to its argument {0}, counted from 0, which is {object}, made with CL_MEM_READ_ONLY",
    "Make the buffer with CL_MEM_READ_WRITE: devices may keep what is read-only where kernels can't write")
CHECK_ID(KERNEL_READS_WRITE_ONLY, ERROR, "5.2.1",
    "kernel {kernel} reads its argument {0}, counted from 0, which is {object}, made with CL_MEM_WRITE_ONLY",
    "Make the buffer with CL_MEM_READ_WRITE: devices need not have its content when the kernel begins")
CHECK_ID(KERNEL_USES_NULL, ERROR, "",
    "kernel {kernel} reads or writes through its argument {0}, counted from 0, which is NULL: such a launch may crash",
    "Set the argument to a buffer, or let the kernel look whether it is NULL")
CHECK_ID(KERNEL_READS_UNWRITTEN, PORTABILITY, "",
    "kernel {kernel} reads its argument {0}, counted from 0, which is {object}, a buffer that nothing has written to: what it reads is undefined",
    "Write to the buffer first: clEnqueueWriteBuffer, clEnqueueFillBuffer, or CL_MEM_COPY_HOST_PTR when it is made")
CHECK_ID(KERNEL_CONSTANT_SIZE, PORTABILITY, "5.9.2",
    "argument {0} of kernel {kernel}, counted from 0, is {object} of {1} bytes, but a buffer for a constant parameter may have {2} on this device (CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE)",
    "Declare the parameter as global const, or pass parts")
CHECK_ID(KERNEL_CONSTANT_COUNT, PORTABILITY, "5.9.2",
    "kernel {kernel} has {0} buffers for constant parameters, but may have {1} on this device (CL_DEVICE_MAX_CONSTANT_ARGS)",
    "Declare some of the parameters as global const")
CHECK_ID(KERNEL_IMAGE_TWICE, ERROR, "5.3.1",
    "arguments {0} and {1} of kernel {kernel}, counted from 0, are the same image {object}, for reading and for writing",
    "Pass two images, or declare one parameter, read_write, where the device supports it")
CHECK_ID(KERNEL_RESTRICT_OVERLAP, PORTABILITY, "",
    "arguments {0} and {1} of kernel {kernel}, counted from 0, are the same memory of {object}: each work-item uses the same bytes through both and writes to them, but the pointers are declared restrict",
    "Take restrict away where the buffers may be the same, or pass two buffers")
CHECK_ID(KERNEL_OVERRUN, ERROR, "",
    "kernel{0:named} has written beyond the end of a buffer, its argument {1}{2:named}, counted from 0: up to {3} bytes past the end",
    "Compare the index with the number of elements before each access; there may be more work-items than elements")
CHECK_ID(KERNELS_OVERRUN, ERROR, "",
    "one of several kernels that may have run at the same time, or that are in one command buffer, has written up to {3} bytes past the end of a buffer; kernel{0:named} has the buffer as argument {1}{2:named}, counted from 0",
    "Compare the index with the number of elements before each access; there may be more work-items than elements")
CHECK_ID(KERNEL_OVERRUN_PART, ERROR, "",
    "kernel{0:named} has written beyond the end of a sub-buffer, its argument {1}{2:named}, counted from 0, into the rest of the buffer: at least {3} bytes past the end",
    "Compare the index with the number of elements before each access; there may be more work-items than elements")
CHECK_ID(KERNEL_UNDERRUN_PART, ERROR, "",
    "kernel{0:named} has written before the beginning of a sub-buffer, its argument {1}{2:named}, counted from 0, into the rest of the buffer: at least {3} bytes before it",
    "Look for an index that is negative: it counts from the beginning of the sub-buffer, not of the buffer")
CHECK_ID(KERNEL_OVERRUN_SVM, ERROR, "",
    "kernel{0:named} has written beyond the end of shared virtual memory, its argument {1}{2:named}, counted from 0: up to {3} bytes past the end",
    "Compare the index with the number of elements before each access; there may be more work-items than elements")
CHECK_ID(KERNEL_OUT_OF_BOUNDS, ERROR, "",
    "access outside of a buffer: {3:words}",
    "Compare the index with the number of elements before each access; there may be more work-items than elements")
CHECK_ID(BOUNDS_UNCHECKED, NOTE, "",
    "--bounds does not check the kernels of this program: {0:words}",
    "Nothing, if other checks are enough; clrelay-check(1) says which programs can be checked")
CHECK_ID(WORK_DIMENSIONS, ERROR, "5.10", "work_dim is {work_dim}, but it must be 1 to {0}", "Pass how many sizes the lists have")
CHECK_ID(GLOBAL_OFFSET_UNSUPPORTED, ERROR, "5.10", "global_work_offset is not NULL, and the device has OpenCL 1.0",
    "Pass NULL, and add the offset in the kernel")
CHECK_ID(GLOBAL_OFFSET_OVERFLOW, ERROR, "5.10",
    "in dimension {0} global_work_offset {global_work_offset} + global_work_size {global_work_size} is more than {1}, the device's largest size_t",
    "Look for a difference that went below 0, or make the range smaller")
CHECK_ID(GLOBAL_SIZE_NULL, ERROR, "5.10", "global_work_size is NULL", "Pass the number of work-items in each dimension")
CHECK_ID(GLOBAL_SIZE_ZERO, ERROR, "5.10", "global_work_size {global_work_size} is 0 in dimension {0}",
    "Leave the launch out if there is nothing to do: devices before OpenCL 2.1 need a work-item")
CHECK_ID(GLOBAL_SIZE_LARGE, ERROR, "5.10", "in dimension {0}, global_work_size {global_work_size} is more than {1}, the device's largest size_t",
    "Launch the kernel several times with smaller ranges")
CHECK_ID(LOCAL_SIZE_ZERO, ERROR, "5.10", "local_work_size {local_work_size} is 0 in dimension {0}",
    "Pass at least 1 in each dimension, or NULL to let the driver choose")
CHECK_ID(LOCAL_SIZE_LIMIT, ERROR, "5.10",
    "local work size {local_work_size} has more than {0} work-items, CL_KERNEL_WORK_GROUP_SIZE of kernel {kernel} on this device{2:named}, whose CL_DEVICE_MAX_WORK_GROUP_SIZE is {1}",
    "Make the work-group smaller: query CL_KERNEL_WORK_GROUP_SIZE, which depends on the registers that the kernel uses")
CHECK_ID(LOCAL_SIZE_DIMENSION, ERROR, "5.10",
    "in dimension {0}, local work size {local_work_size} is more than {1}, the device's limit (CL_DEVICE_MAX_WORK_ITEM_SIZES)",
    "Make the work-group smaller in this dimension")
CHECK_ID(LOCAL_SIZE_UNEVEN, ERROR, "5.10",
    "in dimension {0}, global_work_size {global_work_size} is not a multiple of local_work_size {local_work_size}",
    "Round the global size up and let the kernel ignore the work-items beyond it, or build with -cl-std=CL2.0 or later")
CHECK_ID(LOCAL_SIZE_NONUNIFORM, PORTABILITY, "5.10",
    "in dimension {0}, global_work_size {global_work_size} is not a multiple of local_work_size {local_work_size}; this driver takes it, though its device supports only work-groups of one size",
    "Round the global size up and let the kernel ignore the work-items beyond it")
CHECK_ID(LOCAL_SIZE_REQUIRED, ERROR, "5.10",
    "local work size {local_work_size} is not {0} × {1} × {2}, which reqd_work_group_size of kernel {kernel} requires",
    "Pass the size that is in the source")
CHECK_ID(LOCAL_SIZE_NULL, PORTABILITY, "5.10",
    "local_work_size is NULL, and this driver does not take the size from reqd_work_group_size of kernel {kernel}, {0} × {1} × {2}; drivers before OpenCL 2.0 need not",
    "Pass the size that is in the source")
CHECK_ID(TASK_SIZE_REQUIRED, ERROR, "5.10",
    "a task is one work-item, but reqd_work_group_size of kernel {kernel} requires {0} × {1} × {2}",
    "Call clEnqueueNDRangeKernel with this size")
CHECK_ID(LOCAL_SIZE_SUB_GROUPS, ERROR, "5.10", "a work-group of {local_work_size} does not have the {0} sub-groups that kernel {kernel} requires",
    "Query CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT")
CHECK_ID(KERNEL_LOCAL_MEMORY, ERROR, "5.10",
    "kernel {kernel} needs {0} bytes of local memory for a work-group, but the device has {1} (CL_DEVICE_LOCAL_MEM_SIZE)",
    "Make the work-group, or its arrays in local memory, smaller")
CHECK_ID(SUGGESTED_SIZE_NULL, ERROR, "5.10", "suggested_local_work_size is NULL", "Pass an array for the sizes, with an element for each dimension")

CHECK_ID(NATIVE_FUNCTION_NULL, ERROR, "5.10", "user_func is NULL", "Pass the function that is to run")
CHECK_ID(NATIVE_ARGUMENTS_NULL, ERROR, "5.10", "args is NULL, but cb_args is {cb_args} and num_mem_objects {num_mem_objects}",
    "Pass the arguments, or NULL and 0")
CHECK_ID(NATIVE_ARGUMENTS_SIZE, ERROR, "5.10", "args is not NULL, but cb_args is 0", "Pass the bytes that args has")
CHECK_ID(NATIVE_MEM_LIST, ERROR, "5.10",
    "num_mem_objects is {num_mem_objects}, mem_list {mem_list}, args_mem_loc {args_mem_loc}",
    "Pass both lists and their length, or NULL, NULL and 0")
CHECK_ID(NATIVE_MEM_KIND, ERROR, "5.10", "memory object {object} is not a buffer", "Pass buffers: native kernels can't use images")
CHECK_ID(NATIVE_UNSUPPORTED, ERROR, "5.10", "the device of queue {command_queue} has no native kernels (CL_DEVICE_EXECUTION_CAPABILITIES)",
    "Call the function in a thread of the program, or in the callback of an event")
