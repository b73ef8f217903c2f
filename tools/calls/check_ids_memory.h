/* SPDX-License-Identifier: Apache-2.0 */
/* Check IDs (check_ids.h) about buffers, images, pipes and shared virtual memory. */
/* clang-format off */

/* ---- making ---- */

CHECK_ID(BUFFER_SIZE_ZERO, ERROR, "5.2.1", "size is 0", "Ask for at least one byte")
CHECK_ID(BUFFER_SIZE_LIMIT, ERROR, "5.2.1",
    "size {size} is more than {0}, CL_DEVICE_MAX_MEM_ALLOC_SIZE of each of the context's devices",
    "Split the data into several buffers")
CHECK_ID(BUFFER_SIZE_UNWANTED, ERROR, "cl_khr_external_memory_android_hardware_buffer",
    "size is {size}, but the AHardwareBuffer in properties has a size of its own", "Pass 0")
CHECK_ID(HOST_POINTER_NULL, ERROR, "5.2.1",
    "host_ptr is NULL, but flags has CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR",
    "Pass the memory that is to be used or copied")
CHECK_ID(HOST_POINTER_UNWANTED, ERROR, "5.2.1",
    "host_ptr is not NULL, but flags has neither CL_MEM_USE_HOST_PTR nor CL_MEM_COPY_HOST_PTR",
    "Add CL_MEM_COPY_HOST_PTR to have its bytes copied, or pass NULL")
CHECK_ID(HOST_POINTER_SVM_SIZE, ERROR, "5.2.1",
    "size {size} is more than the {0} bytes of shared virtual memory that host_ptr points to",
    "Make the buffer smaller, or allocate more with clSVMAlloc")
CHECK_ID(MEM_FLAGS_ACCESS, ERROR, "5.2.1",
    "flags has more than one of CL_MEM_READ_WRITE, CL_MEM_READ_ONLY and CL_MEM_WRITE_ONLY",
    "Say with one of them what kernels do with the memory")
CHECK_ID(MEM_FLAGS_HOST_ACCESS, ERROR, "5.2.1",
    "flags has more than one of CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY and "
    "CL_MEM_HOST_NO_ACCESS",
    "Say with one of them, or none, what the host does with the memory")
CHECK_ID(MEM_FLAGS_HOST_POINTER, ERROR, "5.2.1",
    "flags has CL_MEM_USE_HOST_PTR, and CL_MEM_ALLOC_HOST_PTR or CL_MEM_COPY_HOST_PTR as well",
    "Decide whether the driver uses the program's memory or allocates its own")
CHECK_ID(MEM_FLAGS_UNKNOWN, ERROR, "5.2.1",
    "flags has {0:cl_mem_flags}, which the function does not take",
    "Remove it, or check first that the device has the extension that it belongs to")
CHECK_ID(IMMUTABLE_FLAGS, ERROR, "cl_ext_immutable_memory_objects",
    "flags has CL_MEM_IMMUTABLE_EXT, and a flag for writing as well: {flags}",
    "Use CL_MEM_READ_ONLY with it, and no flag that lets the host write")
CHECK_ID(IMMUTABLE_EMPTY, ERROR, "cl_ext_immutable_memory_objects",
    "flags has CL_MEM_IMMUTABLE_EXT, but nothing gives the memory its content",
    "Add CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR, and pass host_ptr")
CHECK_ID(IMMUTABLE_MISSING, ERROR, "cl_ext_immutable_memory_objects",
    "the image is made from {0:cl_mem}, which is immutable, but flags lacks CL_MEM_IMMUTABLE_EXT",
    "Add CL_MEM_IMMUTABLE_EXT")
CHECK_ID(IMMUTABLE_WRITTEN, ERROR, "cl_ext_immutable_memory_objects",
    "the command writes to {0:cl_mem}, which was made with CL_MEM_IMMUTABLE_EXT",
    "Make the memory object without that flag, or give it its content when it is made")

CHECK_ID(PROPERTY_NAME, ERROR, "5.2.1",
    "properties has the name {0:address}, which the driver may not know",
    "Check that the device has the extension that it belongs to, and end the list with 0")
CHECK_ID(PROPERTY_VALUE, ERROR, "cl_khr_external_memory",
    "properties has a handle that is not a file descriptor: it is negative",
    "Check what the function that exports the memory returned")
CHECK_ID(PROPERTY_TWICE, ERROR, "5.2.1",
    "properties has the name {0:address} twice",
    "Remove one of them")
CHECK_ID(EXTERNAL_HANDLE_MISSING, ERROR, "cl_khr_external_memory",
    "properties lists devices, but has no handle of memory that they could import",
    "Add the handle, or remove CL_MEM_DEVICE_HANDLE_LIST_KHR")
CHECK_ID(EXTERNAL_HANDLES, ERROR, "cl_khr_external_memory", "properties has {0} handles of memory",
    "Make a memory object for each of them")
CHECK_ID(EXTERNAL_DEVICE, ERROR, "cl_khr_external_memory",
    "properties lists {0:cl_device_id}, which the context does not have",
    "List devices of the context")
CHECK_ID(EXTERNAL_DEVICE_IMPORT, ERROR, "cl_khr_external_memory",
    "the device {0:cl_device_id} does not import this type of handle",
    "Query CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR of each device, and list those that "
    "do")
CHECK_ID(EXTERNAL_HOST_POINTER, ERROR, "cl_khr_external_memory",
    "properties has a handle of memory, but flags or host_ptr name memory of the host, too",
    "Pass NULL as host_ptr, and no flag for it")
CHECK_ID(EXTERNAL_MEM_OTHER, ERROR, "cl_khr_external_memory",
    "one of the memory objects was not made from memory of another API",
    "Acquire and release only those that were")
CHECK_ID(EXTERNAL_QUEUE_DEVICE, ERROR, "cl_khr_external_memory",
    "one of the memory objects was not made for the device of {command_queue}",
    "Add the device to CL_MEM_DEVICE_HANDLE_LIST_KHR, or use a queue of a device that is in it")
CHECK_ID(DEVICE_ADDRESS_UNSUPPORTED, ERROR, "cl_ext_buffer_device_address",
    "properties has CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, but no device has "
    "cl_ext_buffer_device_address",
    "Query CL_DEVICE_EXTENSIONS first")
CHECK_ID(DEVICE_ADDRESS_NONE, ERROR, "cl_ext_buffer_device_address",
    "the memory object {memobj} has no address on devices: it was made without "
    "CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT",
    "Make it with clCreateBufferWithProperties and this property")

CHECK_ID(SUB_BUFFER_PARENT, ERROR, "5.2.1",
    "the buffer {buffer} is a sub-buffer itself",
    "Make it from the whole buffer")
CHECK_ID(SUB_BUFFER_ACCESS, ERROR, "5.2.1",
    "flags {flags} allows more than the flags of {buffer}, {0:cl_mem_flags}",
    "Pass 0 to have the flags of the buffer, or fewer rights than it has")
CHECK_ID(SUB_BUFFER_HOST_POINTER, ERROR, "5.2.1",
    "flags is {flags}, but a sub-buffer has the memory of its buffer",
    "Remove CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR and CL_MEM_COPY_HOST_PTR")
CHECK_ID(SUB_BUFFER_TYPE, ERROR, "5.2.1", "buffer_create_type is {buffer_create_type}",
    "Pass CL_BUFFER_CREATE_TYPE_REGION")
CHECK_ID(SUB_BUFFER_INFO, ERROR, "5.2.1", "buffer_create_info is NULL", "Pass a cl_buffer_region")
CHECK_ID(SUB_BUFFER_RANGE, ERROR, "5.2.1",
    "origin {0} + size {1} is beyond the {2} bytes of {buffer}",
    "Make the region smaller: both are counted in bytes")
CHECK_ID(SUB_BUFFER_SIZE_ZERO, ERROR, "5.2.1",
    "the region's size is 0",
    "Ask for at least one byte")
CHECK_ID(SUB_BUFFER_ALIGNMENT, ERROR, "5.2.1",
    "origin {0} is not a multiple of {1} bytes, CL_DEVICE_MEM_BASE_ADDR_ALIGN of the device",
    "Round the origin to it: the query answers in bits")

/* ---- images ---- */

CHECK_ID(IMAGE_FORMAT_NULL, ERROR, "5.3.1", "image_format is NULL", "Pass a cl_image_format")
CHECK_ID(IMAGE_FORMAT_NONE, ERROR, "5.3.1.1",
    "channel order {0:cl_channel_order} and data type {1:cl_channel_type} are not a format",
    "Look for fields that were swapped or never set")
CHECK_ID(IMAGE_FORMAT_PAIR, ERROR, "5.3.1.1",
    "channel order {0:cl_channel_order} can't have the data type {1:cl_channel_type}",
    "Choose a format from clGetSupportedImageFormats")
CHECK_ID(IMAGE_FORMAT_UNSUPPORTED, ERROR, "5.3.2",
    "the context has no images with channel order {0:cl_channel_order} and data type "
    "{1:cl_channel_type}",
    "Choose a format from clGetSupportedImageFormats: it depends on flags and on the type of image")
CHECK_ID(IMAGE_FORMAT_UNWANTED, ERROR, "cl_khr_external_memory_android_hardware_buffer",
    "image_format or image_desc is not NULL, but the AHardwareBuffer in properties has its own",
    "Pass NULL")
CHECK_ID(IMAGE_DESC_NULL, ERROR, "5.3.1", "image_desc is NULL", "Pass a cl_image_desc")
CHECK_ID(IMAGE_TYPE, ERROR, "5.3.1.2", "{0:cl_mem_object_type} is not a type of image",
    "Pass one of CL_MEM_OBJECT_IMAGE1D to CL_MEM_OBJECT_IMAGE1D_BUFFER")
CHECK_ID(IMAGE_SIZE_ZERO, ERROR, "5.3.1.2",
    "the image has a size of 0: width {0}, height {1}, depth {2}, array size {3}",
    "Set each size that the type of the image has to at least 1")
CHECK_ID(IMAGE_DEPTH, ERROR, "5.3.1",
    "image_depth is {image_depth}",
    "Make an image of depth 1 with clCreateImage2D or clCreateImage")
CHECK_ID(IMAGE_SIZE_LIMIT, ERROR, "5.3.1.2",
    "no device has images as large as width {0}, height {1}, depth {2}, array size {3}",
    "Query CL_DEVICE_IMAGE2D_MAX_WIDTH and the like, and split the image")
CHECK_ID(IMAGE_SIZE_DEVICE, ERROR, "5.3.4",
    "the image {0:cl_mem} is larger than the images of the queue's device",
    "Use a queue of the device that the image is for, or smaller images")
CHECK_ID(IMAGE_PITCH_UNWANTED, ERROR, "5.3.1.2",
    "there is no memory of the host, but a pitch: row {0}, slice {1}",
    "Set both to 0 where the driver allocates the memory")
CHECK_ID(IMAGE_ROW_PITCH, ERROR, "5.3.1.2",
    "row pitch {0} is less than {1} elements of {2} bytes, or not a multiple of an element",
    "Pass 0 for rows without gaps: the pitch is counted in bytes")
CHECK_ID(IMAGE_SLICE_PITCH, ERROR, "5.3.1.2",
    "slice pitch {0} is less than the rows of a slice, or not a multiple of the row pitch, {1}",
    "Pass 0 for slices without gaps: the pitch is counted in bytes")
CHECK_ID(IMAGE_LEVELS, ERROR, "5.3.1.2", "image_desc has {0} mipmap levels and {1} samples",
    "Set both to 0 where the device lacks cl_khr_mipmap_image")
CHECK_ID(IMAGE_MEM_OBJECT, ERROR, "5.3.1.2",
    "image_desc has {0:cl_mem} as mem_object, from which an image of this type can't be made",
    "Pass a living buffer for CL_MEM_OBJECT_IMAGE1D_BUFFER, a buffer or an image for "
    "CL_MEM_OBJECT_IMAGE2D")
CHECK_ID(IMAGE_OF_BUFFER_UNSUPPORTED, ERROR, "5.3.1.2",
    "no device of the context makes two-dimensional images from buffers: "
    "CL_DEVICE_IMAGE_PITCH_ALIGNMENT is 0",
    "Query it first, and copy the buffer to an image (clEnqueueCopyBufferToImage) where it is 0")
CHECK_ID(IMAGE_MEM_OBJECT_TYPE, ERROR, "5.3.1.2",
    "image_desc has a mem_object, which images of type {0:cl_mem_object_type} do not have",
    "Set it to NULL")
CHECK_ID(IMAGE_MEM_ACCESS, ERROR, "5.3.1",
    "flags {flags} allows more than the flags of image_desc's mem_object, {0:cl_mem_flags}",
    "Pass 0 to have its flags, or fewer rights than it has")
CHECK_ID(IMAGE_MEM_HOST_POINTER, ERROR, "5.3.1",
    "flags is {flags}, but the image has the memory of image_desc's mem_object",
    "Remove CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR and CL_MEM_COPY_HOST_PTR")
CHECK_ID(IMAGE_BUFFER_SMALL, ERROR, "5.3.1.2", "the image takes {0} bytes, but its buffer has {1}",
    "Make the buffer larger, or the image smaller")
CHECK_ID(IMAGE_BUFFER_ALIGNMENT, ERROR, "5.3.1.2",
    "row pitch {0}, or where the buffer begins, is not aligned as the device needs it",
    "Query CL_DEVICE_IMAGE_PITCH_ALIGNMENT and CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT: both are in "
    "elements")
CHECK_ID(FORMATS_COUNT, ERROR, "5.3.2", "num_entries is 0, but image_formats is not NULL",
    "Pass the number of formats that there is room for")

/* ---- commands ---- */

CHECK_ID(MEM_NOT_BUFFER, ERROR, "5.2.2",
    "the memory object {0:cl_mem} is a {1:cl_mem_object_type}, but the function takes a buffer",
    "Use the function for images")
CHECK_ID(MEM_NOT_IMAGE, ERROR, "5.3.4",
    "the memory object {0:cl_mem} is a {1:cl_mem_object_type}, but the function takes an image",
    "Use the function for buffers")
CHECK_ID(MEM_NOT_PIPE, ERROR, "5.4.2",
    "the memory object {0:cl_mem} is a {1:cl_mem_object_type}, but the function takes a pipe",
    "Use the function for its type")
CHECK_ID(MEM_IS_PIPE, ERROR, "5.5.3",
    "the memory object {0:cl_mem} is a pipe, which the host can't map",
    "Write to it with a kernel")
CHECK_ID(BUFFER_RANGE, ERROR, "5.2.2",
    "offset {0} + size {1} = {2} is beyond the {3} bytes of buffer {object}",
    "Make the buffer larger, or the range smaller: both are counted in bytes")
CHECK_ID(SUB_BUFFER_MISALIGNED, ERROR, "5.2.2",
    "the sub-buffer {0:cl_mem} begins at {1}, which is not a multiple of {2} bytes, "
    "CL_DEVICE_MEM_BASE_ADDR_ALIGN of this device",
    "Make it at a multiple of the largest alignment of all devices that use it")
CHECK_ID(MEM_HOST_READ, ERROR, "5.2.2",
    "the host reads {0:cl_mem}, whose flags, {1:cl_mem_flags}, forbid that",
    "Make it without CL_MEM_HOST_WRITE_ONLY and CL_MEM_HOST_NO_ACCESS")
CHECK_ID(MEM_HOST_WRITE, ERROR, "5.2.2",
    "the host writes to {0:cl_mem}, whose flags, {1:cl_mem_flags}, forbid that",
    "Make it without CL_MEM_HOST_READ_ONLY and CL_MEM_HOST_NO_ACCESS")
CHECK_ID(POINTER_NULL, ERROR, "5.2.2", "the memory of the host to read from or to write to is NULL",
    "Check what the function that allocates it returned")
CHECK_ID(COPY_OVERLAP, ERROR, "5.2.2", "the source and the destination share memory",
    "Copy through another buffer, or in pieces that do not overlap")

CHECK_ID(RECT_NULL, ERROR, "5.2.2",
    "an origin or the region is NULL",
    "Pass arrays of three elements")
CHECK_ID(RECT_ZERO, ERROR, "5.2.2",
    "the region is {0} × {1} × {2}: no size can be 0",
    "Pass 1 for dimensions without size")
CHECK_ID(BUFFER_READ_UNWRITTEN, PORTABILITY, "",
    "nothing has written to buffer {object} so far: what is read from it is undefined",
    "Write to the buffer first, or launch the kernel that does, with the buffer as its argument")
CHECK_ID(TRANSFER_NOTHING, NOTE, "5.2.2",
    "size is 0, so no data is moved; offset {0} is the size of buffer {object}: perhaps the "
    "two were swapped",
    "Pass the offset before the size")
CHECK_ID(RECT_RANGE, ERROR, "5.2.2",
    "the rectangle ends at {0}, beyond the {1} bytes of buffer {object}, with row pitch {2} and "
    "slice pitch {3}",
    "Make it smaller: origin[0], region[0] and pitches are counted in bytes")
CHECK_ID(RECT_ROW_PITCH, ERROR, "5.2.2", "row pitch {0} is less than region[0], {1}",
    "Pass 0 for rows without gaps: both are counted in bytes")
CHECK_ID(RECT_SLICE_PITCH, ERROR, "5.2.2",
    "slice pitch {0} is less than {1} rows, of {2} bytes each",
    "Pass 0 for slices without gaps: it is counted in bytes")
CHECK_ID(RECT_SLICE_PITCH_ROWS, ERROR, "5.2.2",
    "slice pitch {0} is not a multiple of the row pitch, {1}",
    "Let each slice begin with a row")
CHECK_ID(RECT_PITCHES_DIFFER, ERROR, "5.2.2",
    "source and destination are the same buffer, but have pitches of their own: {0} and {1}",
    "Use the same pitches for both, or copy through another buffer")

CHECK_ID(IMAGE_REGION_NULL, ERROR, "5.3.4",
    "an origin or the region is NULL",
    "Pass arrays of three elements")
CHECK_ID(IMAGE_REGION_ZERO, ERROR, "5.3.4",
    "the region is {0} × {1} × {2}: no size can be 0",
    "Pass 1 for dimensions without size")
CHECK_ID(IMAGE_REGION, ERROR, "5.3.4",
    "origin[{0}] {1} + region[{0}] {2} is beyond the {3} that image {object} has in this dimension",
    "Make the region smaller: it is counted in elements, not in bytes")
CHECK_ID(IMAGE_REGION_DIMENSION, ERROR, "5.3.4",
    "the image {0:cl_mem} lacks this dimension: origin[{1}] is {2}, not 0, or region[{1}] {3}, not "
    "1",
    "Set what the type of the image does not use to origin 0 and region 1")
CHECK_ID(IMAGE_LEVEL, ERROR, "5.3.4",
    "the image {0:cl_mem} has {1} mipmap levels, but the origin names level {2}",
    "Count levels from 0")
CHECK_ID(IMAGE_HOST_SLICE, ERROR, "5.3.4",
    "slice pitch {0} is not 0, but the image has no slices",
    "Pass 0")
CHECK_ID(IMAGE_HOST_ROW_SHORT, ERROR, "5.3.4",
    "row pitch {0} is less than the row of the region: {1} elements",
    "Pass 0 for rows without gaps: the pitch is counted in bytes")
CHECK_ID(IMAGE_HOST_SLICE_SHORT, ERROR, "5.3.4",
    "slice pitch {0} is less than the rows of a slice: {1}",
    "Pass 0 for slices without gaps: the pitch is counted in bytes")
CHECK_ID(IMAGE_FORMATS_DIFFER, ERROR, "5.3.4", "the images have different formats",
    "Copy between images of one format; a kernel converts")
CHECK_ID(IMAGE_OF_BUFFER, ERROR, "5.3.6",
    "the image is made from the buffer that it is to be copied from or to",
    "There is nothing to copy: both have the same memory")

CHECK_ID(PATTERN_NULL, ERROR, "5.2.3",
    "the pattern or colour to fill with is NULL",
    "Pass its address")
CHECK_ID(PATTERN_SIZE, ERROR, "5.2.3",
    "pattern_size is {pattern_size}",
    "Use a power of two from 1 to 128")
CHECK_ID(FILL_ALIGNMENT, ERROR, "5.2.3",
    "where the fill begins, {0:address}, is not a multiple of pattern_size, {pattern_size}",
    "Begin at a multiple of it, or use a smaller pattern")
CHECK_ID(FILL_SIZE, ERROR, "5.2.3", "size {size} is not a multiple of pattern_size, {pattern_size}",
    "Both are counted in bytes: round one of them")

CHECK_ID(COMMAND_SIZE_ZERO, PORTABILITY, "5.2.2",
    "size is 0, which this driver refuses: before OpenCL 2.1, it was an error to read, write or "
    "copy 0 bytes",
    "Leave the call out where there is nothing to do")
CHECK_ID(MAP_SIZE_ZERO, ERROR, "5.2.4", "size is 0", "Map at least one byte")
CHECK_ID(MAP_FLAGS, ERROR, "5.2.4",
    "the flags are {0:cl_map_flags}: CL_MAP_WRITE_INVALIDATE_REGION excludes the others",
    "Leave out either CL_MAP_READ and CL_MAP_WRITE, or CL_MAP_WRITE_INVALIDATE_REGION")
CHECK_ID(MAP_FLAGS_UNKNOWN, ERROR, "5.2.4", "the flags to map with are {0:cl_map_flags}",
    "Use CL_MAP_READ and CL_MAP_WRITE, or CL_MAP_WRITE_INVALIDATE_REGION alone")
CHECK_ID(MAP_OVERLAP, ERROR, "5.5.4",
    "the memory object {0:cl_mem} has a region that is mapped for writing, and that overlaps this "
    "one, which is for writing, too",
    "Unmap the other one first, or map both at once")
CHECK_ID(MAP_PITCH_NULL, ERROR, "5.3.7", "the address for a pitch of the mapped image is NULL",
    "Pass the address of a size_t: rows and slices may have gaps")
CHECK_ID(UNMAP_POINTER, ERROR, "5.5.3",
    "the pointer {mapped_ptr} is not what mapping the memory object {memobj} returned",
    "Keep the address that clEnqueueMapBuffer or clEnqueueMapImage returned")
CHECK_ID(UNMAP_TWICE, ERROR, "5.5.3",
    "the pointer {mapped_ptr} was already unmapped",
    "Unmap each mapping once")
CHECK_ID(MEM_RELEASED_MAPPED, PORTABILITY, "5.5.1",
    "the memory object {memobj} is released, but {0} of its regions are still mapped",
    "Call clEnqueueUnmapMemObject before the last release")
CHECK_ID(MIGRATION_NONE, ERROR, "5.5.5",
    "there are {0} memory objects, and their list is {1:address}",
    "Pass a list of at least one")
CHECK_ID(MIGRATION_FLAGS, ERROR, "5.5.5", "the flags have {0:address}, which is not a flag",
    "Use CL_MIGRATE_MEM_OBJECT_HOST, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, both, or 0")
CHECK_ID(MEM_LIST_LENGTH, ERROR, "5.5",
    "there are {0} objects or pointers, but their list is {1:address}",
    "Pass a list and its length, or NULL and 0")
CHECK_ID(DESTRUCTOR_NULL, ERROR, "5.5.1",
    "pfn_notify is NULL",
    "Pass the function that is to be called")
CHECK_ID(RESOURCE_OTHER, ERROR, "5.5.6",
    "{param_name} asks for a resource of another API, but the object was not made from one",
    "Query it only where the object was made by a function of that API")

/* ---- pipes ---- */

CHECK_ID(PIPES_UNSUPPORTED, ERROR, "5.4.1",
    "no device of the context has pipes",
    "Query CL_DEVICE_PIPE_SUPPORT first")
CHECK_ID(PIPE_FLAGS, ERROR, "5.4.1", "flags is {flags}",
    "Pass 0, or CL_MEM_READ_WRITE and CL_MEM_HOST_NO_ACCESS")
CHECK_ID(PIPE_PROPERTIES, ERROR, "5.4.1", "properties is not NULL", "Pass NULL: there are none")
CHECK_ID(PIPE_SIZE_ZERO, ERROR, "5.4.1",
    "a pipe of {pipe_max_packets} packets of {pipe_packet_size} bytes holds nothing",
    "Ask for at least one packet of at least one byte")
CHECK_ID(PIPE_SIZE_LIMIT, ERROR, "5.4.1",
    "pipe_packet_size {pipe_packet_size} is more than {0}, CL_DEVICE_PIPE_MAX_PACKET_SIZE",
    "Use smaller packets")

/* ---- shared virtual memory ---- */

CHECK_ID(SVM_UNSUPPORTED, ERROR, "5.6", "the device has no shared virtual memory",
    "Query CL_DEVICE_SVM_CAPABILITIES first")
CHECK_ID(SVM_FLAGS, ERROR, "5.6",
    "flags is {flags}: {0:cl_svm_mem_flags} is not allowed",
    "Pass one of CL_MEM_READ_WRITE, CL_MEM_READ_ONLY and CL_MEM_WRITE_ONLY, or 0; besides them the "
    "flags for SVM")
CHECK_ID(SVM_ATOMICS, ERROR, "5.6",
    "flags has CL_MEM_SVM_ATOMICS, but not CL_MEM_SVM_FINE_GRAIN_BUFFER",
    "Add CL_MEM_SVM_FINE_GRAIN_BUFFER")
CHECK_ID(SVM_CAPABILITY, ERROR, "5.6",
    "a device of the context does not have what flags, {flags}, asks for",
    "Query CL_DEVICE_SVM_CAPABILITIES first")
CHECK_ID(SVM_SIZE_ZERO, ERROR, "5.6", "size is 0", "Ask for at least one byte")
CHECK_ID(SVM_SIZE_LIMIT, ERROR, "5.6",
    "size {size} is more than {0}, the least CL_DEVICE_MAX_MEM_ALLOC_SIZE of the devices",
    "Split the data")
CHECK_ID(SVM_ALIGNMENT, ERROR, "5.6",
    "alignment {alignment} is not a power of two",
    "Pass a power of two, or 0")
CHECK_ID(SVM_NO_MEMORY, ERROR, "5.6",
    "the driver returned NULL for a reason that clrelay can't see",
    "Ask for less memory or a smaller alignment")
CHECK_ID(SVM_POINTER_NULL, ERROR, "5.6",
    "an address is NULL",
    "Check what the function that allocates it returned")
CHECK_ID(SVM_RANGE, ERROR, "5.6",
    "{0} bytes from {1:address} on go beyond the end of the memory: only {2} are left there",
    "Make the range smaller, or allocate more")
CHECK_ID(SVM_FREED, ERROR, "5.6",
    "the memory {0:address} was already freed",
    "Use it before it is freed")
CHECK_ID(SVM_FREED_TWICE, ERROR, "5.6", "the memory {0:address} was already freed", "Free it once")
CHECK_ID(SVM_FREED_IN_USE, ERROR, "5.6",
    "the memory {0:address} is freed, and nothing makes sure that a command that uses it has ended",
    "Wait for that command before the memory is freed, or free it with clEnqueueSVMFree after the "
    "command")
CHECK_ID(SVM_MAPPED, ERROR, "5.6",
    "the command uses the memory {0:address}, but a region of it is still mapped, and the map is for writing or the command writes",
    "Call clEnqueueSVMUnmap before the command")
CHECK_ID(SVM_FREED_MAPPED, PORTABILITY, "5.6",
    "the memory {0:address} is freed, but a region of it is still mapped",
    "Call clEnqueueSVMUnmap and wait for it before the memory is freed")
CHECK_ID(SVM_UNKNOWN, ERROR, "5.6",
    "the pointer {0:address} is not what a function that allocates such memory has returned",
    "Free what clSVMAlloc returned with clSVMFree, and each other kind of memory with its own "
    "function")
CHECK_ID(SVM_FOREIGN, PORTABILITY, "5.6",
    "the memory {0:address} was not allocated by clSVMAlloc, and the device can't use other memory "
    "of the host",
    "Allocate it with clSVMAlloc, or query CL_DEVICE_SVM_FINE_GRAIN_SYSTEM first")
CHECK_ID(SVM_CONTEXT, ERROR, "5.6", "the memory {0:address} was allocated in another context",
    "Pass the context that it was allocated in")
CHECK_ID(SVM_MAP_SIZE_ZERO, ERROR, "5.6", "size is 0", "Map at least one byte")
CHECK_ID(SVM_MIGRATION_RANGE, ERROR, "5.6",
    "one of the ranges is not within memory that clSVMAlloc has returned",
    "Pass addresses from clSVMAlloc, or sizes of 0 for whole allocations")

CHECK_ID(SVM_LEAKED, LEAK, "5.6",
    "{1} bytes of shared virtual memory at {0:address} were never freed",
    "Call clSVMFree when they are no longer used, or clEnqueueSVMFree")
CHECK_ID(USM_LEAKED, LEAK, "cl_intel_unified_shared_memory",
    "{1} bytes of unified shared memory at {0:address} were never freed",
    "Call clMemFreeINTEL when they are no longer used, or clMemBlockingFreeINTEL")
CHECK_ID(USM_UNSUPPORTED, ERROR, "cl_intel_unified_shared_memory", "the device has no such memory",
    "Query CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL and the like first")
CHECK_ID(USM_SIZE_ZERO, ERROR, "cl_intel_unified_shared_memory",
    "size is 0",
    "Ask for at least one byte")
CHECK_ID(USM_SIZE_LIMIT, ERROR, "cl_intel_unified_shared_memory",
    "size {size} is more than {0}, the least CL_DEVICE_MAX_MEM_ALLOC_SIZE of the devices",
    "Split the data")
CHECK_ID(USM_ALIGNMENT, ERROR, "cl_intel_unified_shared_memory",
    "alignment {alignment} is not a power of two",
    "Pass a power of two, or 0")
CHECK_ID(USM_DEVICE, ERROR, "cl_intel_unified_shared_memory",
    "the device {device} is not one of the context's devices",
    "Pass a device of the context")
