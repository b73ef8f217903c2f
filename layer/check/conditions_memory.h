/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions (conditions.h) of functions for buffers, images, pipes, shared virtual memory, and the commands on them. */
/* clang-format off */

/* ---- rows of many functions ---- */

#define ALLOCATION_ROW DRIVER(CL_MEM_OBJECT_ALLOCATION_FAILURE, "the device lacks memory")

/* What a handle of a memory object must be. */
#define BUFFER_ROW(mem) \
    HANDLE(CL_INVALID_MEM_OBJECT, mem) \
    JUDGED_WITH(CL_INVALID_MEM_OBJECT, MEM_NOT_BUFFER, known_is_no_buffer(mem), \
        ADDRESS(mem), known_mem_type(mem))
#define IMAGE_ROW(mem) \
    HANDLE(CL_INVALID_MEM_OBJECT, mem) \
    JUDGED_WITH(CL_INVALID_MEM_OBJECT, MEM_NOT_IMAGE, known_is_no_image(mem), \
        ADDRESS(mem), known_mem_type(mem))
#define PIPE_ROW(mem) \
    HANDLE(CL_INVALID_MEM_OBJECT, mem) \
    JUDGED_WITH(CL_INVALID_MEM_OBJECT, MEM_NOT_PIPE, known_is_no_pipe(mem), \
        ADDRESS(mem), known_mem_type(mem))

/* Flags of a memory object that is to be made. */
#define MEM_FLAGS_ROWS \
    JUDGED(CL_INVALID_VALUE, MEM_FLAGS_ACCESS, flags_clash(flags, MEM_ACCESS)) \
    JUDGED(CL_INVALID_VALUE, MEM_FLAGS_HOST_ACCESS, flags_clash(flags, MEM_HOST_ACCESS)) \
    JUDGED(CL_INVALID_VALUE, MEM_FLAGS_HOST_POINTER, \
        flags & CL_MEM_USE_HOST_PTR && flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)) \
    EXPLAINED_WITH(CL_INVALID_VALUE, MEM_FLAGS_UNKNOWN, flags & ~MEM_KNOWN, flags & ~MEM_KNOWN)
#define IMMUTABLE_FLAGS_ROW \
    JUDGED(CL_INVALID_VALUE, IMMUTABLE_FLAGS, \
        flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY) && \
        flags_immutable(context, flags))
/* `content`: whether something else than the host's memory gives it its content. */
#define IMMUTABLE_EMPTY_ROW(content) \
    JUDGED(CL_INVALID_VALUE, IMMUTABLE_EMPTY, \
        !(flags & MEM_HOST_POINTER) && !(content) && flags_immutable(context, flags))

/* host_ptr and flags. Flags of vendors may want a host_ptr of their own. */
#define HOST_POINTER_ROWS \
    JUDGED(CL_INVALID_HOST_PTR, HOST_POINTER_NULL, !host_ptr && flags & MEM_HOST_POINTER) \
    JUDGED(CL_INVALID_HOST_PTR, HOST_POINTER_UNWANTED, \
        host_ptr && !(flags & MEM_HOST_POINTER) && !(flags & ~MEM_KNOWN))

/* Properties of a memory object that is to be made. */
#define NO_PROPERTIES ((const cl_mem_properties *)NULL)
#define ANDROID CL_EXTERNAL_MEMORY_HANDLE_ANDROID_HARDWARE_BUFFER_KHR
#define PROPERTY_ROWS(properties) \
    EXPLAINED_WITH(CL_INVALID_PROPERTY, PROPERTY_NAME, properties_unknown(properties), properties_unknown(properties)) \
    JUDGED(CL_INVALID_PROPERTY, PROPERTY_VALUE, properties_file_is_wrong(properties)) \
    JUDGED_WITH(CL_INVALID_PROPERTY, PROPERTY_TWICE, properties_twice(properties), properties_twice(properties))
#define EXTERNAL_ROWS(properties) \
    JUDGED(CL_INVALID_PROPERTY, EXTERNAL_HANDLE_MISSING, \
        properties_have(properties, CL_MEM_DEVICE_HANDLE_LIST_KHR) && \
        !properties_handles(properties) && !properties_unknown(properties)) \
    JUDGED_WITH(CL_INVALID_PROPERTY, EXTERNAL_HANDLES, properties_handles(properties) > 1, \
        properties_handles(properties)) \
    JUDGED_WITH(CL_INVALID_DEVICE, EXTERNAL_DEVICE, properties_foreign_device(context, properties), \
        ADDRESS(properties_foreign_device(context, properties))) \
    EXPLAINED_WITH(CL_INVALID_DEVICE, EXTERNAL_DEVICE_IMPORT, properties_no_import(context, properties, true), \
        ADDRESS(properties_no_import(context, properties, true))) \
    EXPLAINED_WITH(CL_INVALID_DEVICE, EXTERNAL_DEVICE_IMPORT, properties_no_import(context, properties, false), \
        ADDRESS(properties_no_import(context, properties, false)))

/* Formats and descriptors of images that are to be made. */
#define FORMAT_ROW \
    JUDGED_WITH(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, IMAGE_FORMAT_NONE, format_is_none(image_format), \
        image_format->image_channel_order, image_format->image_channel_data_type) \
    EXPLAINED_WITH(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, IMAGE_FORMAT_PAIR, format_is_odd(image_format), \
        image_format->image_channel_order, image_format->image_channel_data_type)
#define FORMAT_SUPPORT_ROW(type) \
    EXPLAINED_WITH(CL_IMAGE_FORMAT_NOT_SUPPORTED, IMAGE_FORMAT_UNSUPPORTED, \
        format_is_unlisted(context, flags, type, image_format), \
        image_format->image_channel_order, image_format->image_channel_data_type)
#define IMAGE_SIZES(desc) \
    (desc)->image_width, (desc)->image_height, (desc)->image_depth, (desc)->image_array_size
#define IMAGE_SIZE_ROW(desc) \
    JUDGED_WITH(CL_INVALID_IMAGE_SIZE, IMAGE_SIZE_ZERO, desc_has_zero(desc), IMAGE_SIZES(desc)) \
    EXPLAINED_WITH(CL_INVALID_IMAGE_SIZE, IMAGE_SIZE_LIMIT, desc_is_too_large(context, desc), IMAGE_SIZES(desc))
/* `shared`: whether the memory may be that of another API. */
#define IMAGE_PITCH_ROWS(error, desc, shared) \
    JUDGED_WITH(error, IMAGE_PITCH_UNWANTED, !(shared) && desc_pitch_is_unwanted(desc, host_ptr), \
        (desc)->image_row_pitch, (desc)->image_slice_pitch) \
    JUDGED_WITH(error, IMAGE_ROW_PITCH, desc_row_is_short(desc, image_format), \
        (desc)->image_row_pitch, (desc)->image_width, format_size(image_format)) \
    JUDGED_WITH(error, IMAGE_SLICE_PITCH, desc_slice_is_short(desc, image_format), \
        (desc)->image_slice_pitch, (desc)->image_row_pitch)

/* Commands on buffers. */
#define RANGE_ROW(buffer, offset, size) \
    ABOUT(CL_INVALID_VALUE, BUFFER_RANGE, known_is_beyond(buffer, bytes_sum(offset, size)) ? (buffer) : NULL, \
        offset, size, bytes_sum(offset, size), known_mem_size(buffer))
/* Allowed since OpenCL 2.1; drivers go on refusing it. */
#define SIZE_ZERO_ROW EXPLAINED(CL_INVALID_VALUE, COMMAND_SIZE_ZERO, size == 0)
#define SUB_BUFFER_ROW(buffer) \
    JUDGED_WITH(CL_MISALIGNED_SUB_BUFFER_OFFSET, SUB_BUFFER_MISALIGNED, known_is_misaligned(command_queue, buffer), \
        ADDRESS(buffer), known_mem_offset(buffer), known_base_alignment(command_queue))
#define POINTER_ROW(ptr) JUDGED(CL_INVALID_VALUE, POINTER_NULL, !(ptr))
#define HOST_READ_ROW(mem, reads) \
    JUDGED_WITH(CL_INVALID_OPERATION, MEM_HOST_READ, \
        (reads) && known_mem_flags(mem) & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS), \
        ADDRESS(mem), known_mem_flags(mem))
#define HOST_WRITE_ROW(mem, writes) \
    JUDGED_WITH(CL_INVALID_OPERATION, MEM_HOST_WRITE, \
        (writes) && known_mem_flags(mem) & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS), \
        ADDRESS(mem), known_mem_flags(mem))
#define IMMUTABLE_ROW(mem, writes) \
    JUDGED_WITH(CL_INVALID_OPERATION, IMMUTABLE_WRITTEN, (writes) && known_mem_is_immutable(mem), ADDRESS(mem))

/* Rectangles. */
#define RECT_NULL_ROW(one, other) JUDGED(CL_INVALID_VALUE, RECT_NULL, !(one) || !(other) || !region)
#define RECT_ZERO_ROW \
    JUDGED_WITH(CL_INVALID_VALUE, RECT_ZERO, region_has_zero(region), region[0], region[1], region[2])
#define RECT_RANGE_ROW(buffer, origin, row, slice) \
    ABOUT(CL_INVALID_VALUE, RECT_RANGE, \
        known_is_beyond(buffer, rect_end(origin, region, row, slice)) ? (buffer) : NULL, \
        rect_end(origin, region, row, slice), known_mem_size(buffer), rect_row_pitch(region, row), \
        rect_slice_pitch(region, row, slice))
#define RECT_PITCH_ROWS(row, slice) \
    JUDGED_WITH(CL_INVALID_VALUE, RECT_ROW_PITCH, rect_row_is_short(region, row), row, region[0]) \
    JUDGED_WITH(CL_INVALID_VALUE, RECT_SLICE_PITCH, rect_slice_is_short(region, row, slice), \
        slice, region[1], rect_row_pitch(region, row)) \
    JUDGED_WITH(CL_INVALID_VALUE, RECT_SLICE_PITCH_ROWS, rect_slice_is_uneven(region, row, slice), \
        slice, rect_row_pitch(region, row))
#define RECT(origin, row, slice) ((struct rect){ 0, origin, row, slice })
#define RECTS_OVERLAP \
    known_rects_overlap(src_buffer, RECT(src_origin, src_row_pitch, src_slice_pitch), \
        dst_buffer, RECT(dst_origin, dst_row_pitch, dst_slice_pitch), region)

/* Regions of images. */
#define IMAGE_ARRAY_ROW(list) JUDGED(CL_INVALID_VALUE, IMAGE_REGION_NULL, !(list))
#define IMAGE_REGION_ROW(image, origin) \
    ABOUT(CL_INVALID_VALUE, IMAGE_REGION, known_image_outside(image, origin, region) ? (image) : NULL, \
        known_image_outside(image, origin, region) - 1, origin[known_image_outside(image, origin, region) - 1], \
        region[known_image_outside(image, origin, region) - 1], \
        known_image_extent(image, origin, known_image_outside(image, origin, region) - 1))
#define IMAGE_RULES_ROW(image, origin) \
    JUDGED_WITH(CL_INVALID_VALUE, IMAGE_REGION_ZERO, region_has_zero(region), region[0], region[1], region[2]) \
    JUDGED_WITH(CL_INVALID_VALUE, IMAGE_REGION_DIMENSION, known_image_beyond(image, origin, region), \
        ADDRESS(image), known_image_beyond(image, origin, region) - 1, \
        origin[known_image_beyond(image, origin, region) - 1], region[known_image_beyond(image, origin, region) - 1])
#define IMAGE_LEVEL_ROW(image, origin) \
    JUDGED_WITH(CL_INVALID_MIP_LEVEL, IMAGE_LEVEL, known_image_lacks_level(image, origin), \
        ADDRESS(image), known_image_levels(image), known_image_level(image, origin))
#define IMAGE_DEVICE_SIZE_ROW(image) \
    EXPLAINED_WITH(CL_INVALID_IMAGE_SIZE, IMAGE_SIZE_DEVICE, known_image_is_too_large(command_queue, image), ADDRESS(image))
#define IMAGE_DEVICE_FORMAT_ROW \
    DRIVER(CL_IMAGE_FORMAT_NOT_SUPPORTED, "the queue's device lacks the format, which another device of the context has")
#define IMAGE_BYTES_ROW(image, buffer, offset) \
    ABOUT(CL_INVALID_VALUE, BUFFER_RANGE, \
        known_is_beyond(buffer, bytes_sum(offset, known_image_bytes(image, region))) ? (buffer) : NULL, \
        offset, known_image_bytes(image, region), bytes_sum(offset, known_image_bytes(image, region)), \
        known_mem_size(buffer))
#define IMAGE_OF_BUFFER_ROW(image, buffer) \
    JUDGED(CL_INVALID_MEM_OBJECT, IMAGE_OF_BUFFER, known_image_is_of_buffer(image, buffer))

/* Mapping. */
#define MAP_FLAGS_ROW(flags) \
    JUDGED_WITH(CL_INVALID_VALUE, MAP_FLAGS, \
        (flags) & CL_MAP_WRITE_INVALIDATE_REGION && (flags) & (CL_MAP_READ | CL_MAP_WRITE), flags) \
    EXPLAINED_WITH(CL_INVALID_VALUE, MAP_FLAGS_UNKNOWN, !(flags) || (flags) & ~MAP_KNOWN, flags)
#define MAP_ACCESS_ROWS(mem) \
    HOST_READ_ROW(mem, map_flags & CL_MAP_READ) \
    HOST_WRITE_ROW(mem, map_flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) \
    IMMUTABLE_ROW(mem, map_flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION))
#define MAP_OVERLAP_ROW(mem, origin, region) \
    JUDGED_WITH(CL_INVALID_OPERATION, MAP_OVERLAP, known_mapping_overlaps(mem, map_flags, origin, region), ADDRESS(mem))
#define MAP_PROMISE_ROWS \
    NOBODY(CL_OUT_OF_HOST_MEMORY, "it says what the driver does, not what a program may do wrong") \
    NOBODY(CL_OUT_OF_HOST_MEMORY, "it says what the driver does, not what a program may do wrong")

/* Filling. `begin`: an offset or an address. */
#define PATTERN_ROWS(begin_row) \
    JUDGED(CL_INVALID_VALUE, PATTERN_NULL, !pattern) \
    JUDGED(CL_INVALID_VALUE, PATTERN_SIZE, pattern_size == 0) \
    JUDGED(CL_INVALID_VALUE, PATTERN_SIZE, pattern_size & (pattern_size - 1)) \
    JUDGED(CL_INVALID_VALUE, PATTERN_SIZE, pattern_size > 128) \
    begin_row \
    JUDGED(CL_INVALID_VALUE, FILL_SIZE, is_power_of_two(pattern_size) && size % pattern_size)
#define FILL_ALIGNMENT_ROW(begin) \
    JUDGED_WITH(CL_INVALID_VALUE, FILL_ALIGNMENT, is_power_of_two(pattern_size) && (begin) % pattern_size, begin)

/* Addresses. */
#define SVM_ROW \
    JUDGED(CL_INVALID_OPERATION, SVM_UNSUPPORTED, known_queue_limit(command_queue, CL_DEVICE_SVM_CAPABILITIES) == 0)
#define SVM_POINTER_ROW(pointer) JUDGED(CL_INVALID_VALUE, SVM_POINTER_NULL, !(pointer))
/* Memory that was freed: other addresses may be used only where the device has fine-grained system memory. */
#define SVM_FREED_ROW(pointer) \
    JUDGED_WITH(CL_INVALID_VALUE, SVM_FREED, range_is_gone(pointer, RANGE_SVM) && \
        !(known_queue_limit(command_queue, CL_DEVICE_SVM_CAPABILITIES) & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM), \
        ADDRESS(pointer))
#define SVM_RANGE_ROW(pointer, size) \
    JUDGED_WITH(CL_INVALID_VALUE, SVM_RANGE, (size) > range_left(pointer), size, ADDRESS(pointer), range_left(pointer))
#define RANGE_FREE_ROWS(pointer, kind) \
    JUDGED_WITH(CL_INVALID_VALUE, SVM_FREED_TWICE, range_is_freed(pointer, kind), ADDRESS(pointer)) \
    JUDGED_WITH(CL_INVALID_VALUE, SVM_UNKNOWN, range_is_unknown(pointer, kind), ADDRESS(pointer)) \
    JUDGED_WITH(CL_INVALID_VALUE, SVM_CONTEXT, range_has_other_context(pointer, context), ADDRESS(pointer))
#define MIGRATION_FLAGS_ROW \
    JUDGED_WITH(CL_INVALID_VALUE, MIGRATION_FLAGS, flags & ~MIGRATION_KNOWN, flags & ~MIGRATION_KNOWN)
#define MEM_LIST_ROW(list, count) \
    JUDGED_WITH(CL_INVALID_VALUE, MEM_LIST_LENGTH, !(list) != !(count), count, ADDRESS(list))

/* ---- buffers ---- */

#define CREATE_BUFFER_ROWS(properties) \
    HANDLE(CL_INVALID_CONTEXT, context) \
    PROPERTY_ROWS(properties) \
    EXTERNAL_ROWS(properties) \
    MEM_FLAGS_ROWS \
    JUDGED(CL_INVALID_VALUE, EXTERNAL_HOST_POINTER, flags & MEM_HOST && properties_handles(properties)) \
    IMMUTABLE_FLAGS_ROW \
    IMMUTABLE_EMPTY_ROW(properties_handles(properties)) \
    IMMUTABLE_EMPTY_ROW(properties_handles(properties)) \
    JUDGED(CL_INVALID_BUFFER_SIZE, BUFFER_SIZE_ZERO, size == 0 && !properties_have(properties, ANDROID)) \
    JUDGED(CL_INVALID_BUFFER_SIZE, BUFFER_SIZE_UNWANTED, size && properties_have(properties, ANDROID)) \
    JUDGED(CL_INVALID_BUFFER_SIZE, BUFFER_SIZE_ZERO, size == 0 && !properties_have(properties, ANDROID)) \
    EXPLAINED_WITH(CL_INVALID_BUFFER_SIZE, BUFFER_SIZE_LIMIT, \
        size > known_context_most(context, CL_DEVICE_MAX_MEM_ALLOC_SIZE), \
        known_context_most(context, CL_DEVICE_MAX_MEM_ALLOC_SIZE)) \
    JUDGED_WITH(CL_INVALID_BUFFER_SIZE, HOST_POINTER_SVM_SIZE, \
        flags & MEM_HOST_POINTER && size > range_left(host_ptr), range_left(host_ptr)) \
    HOST_POINTER_ROWS \
    JUDGED(CL_INVALID_HOST_PTR, EXTERNAL_HOST_POINTER, host_ptr && properties_handles(properties)) \
    DRIVER(CL_INVALID_OPERATION, "the AHardwareBuffer has another format than AHARDWAREBUFFER_FORMAT_BLOB") \
    EXPLAINED(CL_INVALID_OPERATION, DEVICE_ADDRESS_UNSUPPORTED, \
        properties_have(properties, CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT) && \
        !known_context_has(context, "cl_ext_buffer_device_address")) \
    ALLOCATION_ROW \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clCreateBuffer               CREATE_BUFFER_ROWS(NO_PROPERTIES)
#define CONDITIONS_clCreateBufferWithProperties CREATE_BUFFER_ROWS(properties)

#define SUB_BUFFER_REGION ((const cl_buffer_region *)buffer_create_info)
#define HAS_REGION        (buffer_create_info && buffer_create_type == CL_BUFFER_CREATE_TYPE_REGION)
#define SUB_BUFFER_ACCESS_ROW(of_buffer, of_flags) \
    JUDGED_WITH(CL_INVALID_VALUE, SUB_BUFFER_ACCESS, \
        known_mem_flags(buffer) & (of_buffer) && flags & (of_flags), known_mem_flags(buffer))
#define SUB_BUFFER_RANGE_ROW \
    JUDGED_WITH(CL_INVALID_VALUE, SUB_BUFFER_RANGE, \
        HAS_REGION && known_is_beyond(buffer, bytes_sum(SUB_BUFFER_REGION->origin, SUB_BUFFER_REGION->size)), \
        SUB_BUFFER_REGION->origin, SUB_BUFFER_REGION->size, known_mem_size(buffer))
#define SUB_BUFFER_BITS known_context_least((cl_context)(uintptr_t)objects_context(buffer), CL_DEVICE_MEM_BASE_ADDR_ALIGN)
#define CONDITIONS_clCreateSubBuffer \
    BUFFER_ROW(buffer) \
    JUDGED(CL_INVALID_MEM_OBJECT, SUB_BUFFER_PARENT, known_is_sub_buffer(buffer)) \
    SUB_BUFFER_ACCESS_ROW(CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY) \
    SUB_BUFFER_ACCESS_ROW(CL_MEM_READ_ONLY, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY) \
    SUB_BUFFER_ACCESS_ROW(CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY) \
    SUB_BUFFER_ACCESS_ROW(CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY) \
    SUB_BUFFER_ACCESS_ROW(CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY) \
    JUDGED_WITH(CL_INVALID_VALUE, SUB_BUFFER_ACCESS, \
        flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY) && known_mem_is_immutable(buffer), \
        known_mem_flags(buffer)) \
    JUDGED(CL_INVALID_VALUE, SUB_BUFFER_HOST_POINTER, flags & MEM_HOST) \
    JUDGED(CL_INVALID_VALUE, MEM_FLAGS_ACCESS, flags_clash(flags, MEM_ACCESS)) \
    JUDGED(CL_INVALID_VALUE, MEM_FLAGS_HOST_ACCESS, flags_clash(flags, MEM_HOST_ACCESS)) \
    JUDGED(CL_INVALID_VALUE, SUB_BUFFER_TYPE, buffer_create_type != CL_BUFFER_CREATE_TYPE_REGION) \
    JUDGED(CL_INVALID_VALUE, SUB_BUFFER_INFO, !buffer_create_info) \
    SUB_BUFFER_RANGE_ROW \
    SUB_BUFFER_RANGE_ROW \
    JUDGED(CL_INVALID_BUFFER_SIZE, SUB_BUFFER_SIZE_ZERO, HAS_REGION && !SUB_BUFFER_REGION->size) \
    JUDGED_WITH(CL_MISALIGNED_SUB_BUFFER_OFFSET, SUB_BUFFER_ALIGNMENT, \
        HAS_REGION && SUB_BUFFER_BITS != UNKNOWN && SUB_BUFFER_BITS >= 8 && \
        SUB_BUFFER_REGION->origin % (SUB_BUFFER_BITS / 8), SUB_BUFFER_REGION->origin, SUB_BUFFER_BITS / 8) \
    ALLOCATION_ROW \
    OUT_OF_MEMORY_ROWS

#define TRANSFER_BUFFER_ROWS(blocking, reads) \
    QUEUE_ROW \
    QUEUE_MEM_CONTEXT_ROW(buffer) \
    EVENT_CONTEXT_ROW \
    BUFFER_ROW(buffer) \
    RANGE_ROW(buffer, offset, size) \
    SIZE_ZERO_ROW \
    POINTER_ROW(ptr) \
    EVENT_LIST_ROWS \
    SUB_BUFFER_ROW(buffer) \
    EVENT_STATUS_ROW(blocking) \
    ALLOCATION_ROW \
    HOST_READ_ROW(buffer, reads) \
    HOST_WRITE_ROW(buffer, !(reads)) \
    IMMUTABLE_ROW(buffer, !(reads)) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clEnqueueReadBuffer  TRANSFER_BUFFER_ROWS(blocking_read, true)
#define CONDITIONS_clEnqueueWriteBuffer TRANSFER_BUFFER_ROWS(blocking_write, false)

#define TRANSFER_RECT_ROWS(blocking, reads) \
    QUEUE_ROW \
    QUEUE_MEM_CONTEXT_ROW(buffer) \
    EVENT_CONTEXT_ROW \
    BUFFER_ROW(buffer) \
    RECT_NULL_ROW(buffer_origin, host_origin) \
    RECT_RANGE_ROW(buffer, buffer_origin, buffer_row_pitch, buffer_slice_pitch) \
    RECT_ZERO_ROW \
    RECT_PITCH_ROWS(buffer_row_pitch, buffer_slice_pitch) \
    RECT_PITCH_ROWS(host_row_pitch, host_slice_pitch) \
    POINTER_ROW(ptr) \
    EVENT_LIST_ROWS \
    SUB_BUFFER_ROW(buffer) \
    EVENT_STATUS_ROW(blocking) \
    ALLOCATION_ROW \
    HOST_READ_ROW(buffer, reads) \
    HOST_WRITE_ROW(buffer, !(reads)) \
    IMMUTABLE_ROW(buffer, !(reads)) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clEnqueueReadBufferRect  TRANSFER_RECT_ROWS(blocking_read, true)
#define CONDITIONS_clEnqueueWriteBufferRect TRANSFER_RECT_ROWS(blocking_write, false)

#define BUFFERS_OVERLAP known_ranges_overlap(src_buffer, src_offset, dst_buffer, dst_offset, size)
#define OVERLAP_RULE_ROW \
    NOBODY(CL_MEM_COPY_OVERLAP, "it refers to the rule by which the conditions before it are judged")
#define CONDITIONS_clEnqueueCopyBuffer \
    QUEUE_ROW \
    QUEUE_MEM_CONTEXT_ROW(src_buffer) \
    QUEUE_MEM_CONTEXT_ROW(dst_buffer) \
    EVENT_CONTEXT_ROW \
    BUFFER_ROW(src_buffer) \
    BUFFER_ROW(dst_buffer) \
    SUB_BUFFER_ROW(src_buffer) \
    SUB_BUFFER_ROW(dst_buffer) \
    RANGE_ROW(src_buffer, src_offset, size) \
    RANGE_ROW(dst_buffer, dst_offset, size) \
    SIZE_ZERO_ROW \
    EVENT_LIST_ROWS \
    JUDGED(CL_MEM_COPY_OVERLAP, COPY_OVERLAP, src_buffer == dst_buffer && BUFFERS_OVERLAP) \
    JUDGED(CL_MEM_COPY_OVERLAP, COPY_OVERLAP, src_buffer != dst_buffer && BUFFERS_OVERLAP) \
    OVERLAP_RULE_ROW \
    ALLOCATION_ROW \
    IMMUTABLE_ROW(dst_buffer, true) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clEnqueueCopyBufferRect \
    QUEUE_ROW \
    QUEUE_MEM_CONTEXT_ROW(src_buffer) \
    QUEUE_MEM_CONTEXT_ROW(dst_buffer) \
    EVENT_CONTEXT_ROW \
    BUFFER_ROW(src_buffer) \
    BUFFER_ROW(dst_buffer) \
    SUB_BUFFER_ROW(src_buffer) \
    SUB_BUFFER_ROW(dst_buffer) \
    RECT_NULL_ROW(src_origin, dst_origin) \
    RECT_RANGE_ROW(src_buffer, src_origin, src_row_pitch, src_slice_pitch) \
    RECT_RANGE_ROW(dst_buffer, dst_origin, dst_row_pitch, dst_slice_pitch) \
    RECT_ZERO_ROW \
    RECT_PITCH_ROWS(src_row_pitch, src_slice_pitch) \
    RECT_PITCH_ROWS(dst_row_pitch, dst_slice_pitch) \
    JUDGED_WITH(CL_INVALID_VALUE, RECT_PITCHES_DIFFER, src_buffer == dst_buffer && \
        rect_row_pitch(region, src_row_pitch) != rect_row_pitch(region, dst_row_pitch), \
        rect_row_pitch(region, src_row_pitch), rect_row_pitch(region, dst_row_pitch)) \
    JUDGED_WITH(CL_INVALID_VALUE, RECT_PITCHES_DIFFER, src_buffer == dst_buffer && \
        rect_slice_pitch(region, src_row_pitch, src_slice_pitch) != rect_slice_pitch(region, dst_row_pitch, dst_slice_pitch), \
        rect_slice_pitch(region, src_row_pitch, src_slice_pitch), rect_slice_pitch(region, dst_row_pitch, dst_slice_pitch)) \
    EVENT_LIST_ROWS \
    JUDGED(CL_MEM_COPY_OVERLAP, COPY_OVERLAP, src_buffer == dst_buffer && RECTS_OVERLAP) \
    JUDGED(CL_MEM_COPY_OVERLAP, COPY_OVERLAP, src_buffer != dst_buffer && RECTS_OVERLAP) \
    OVERLAP_RULE_ROW \
    ALLOCATION_ROW \
    IMMUTABLE_ROW(dst_buffer, true) \
    OUT_OF_MEMORY_ROWS

#define CONDITIONS_clEnqueueFillBuffer \
    QUEUE_ROW \
    QUEUE_MEM_CONTEXT_ROW(buffer) \
    EVENT_CONTEXT_ROW \
    BUFFER_ROW(buffer) \
    RANGE_ROW(buffer, offset, size) \
    SIZE_ZERO_ROW \
    PATTERN_ROWS(FILL_ALIGNMENT_ROW(offset)) \
    EVENT_LIST_ROWS \
    SUB_BUFFER_ROW(buffer) \
    ALLOCATION_ROW \
    IMMUTABLE_ROW(buffer, true) \
    OUT_OF_MEMORY_ROWS

#define CONDITIONS_clEnqueueMapBuffer \
    QUEUE_ROW \
    QUEUE_MEM_CONTEXT_ROW(buffer) \
    EVENT_CONTEXT_ROW \
    BUFFER_ROW(buffer) \
    RANGE_ROW(buffer, offset, size) \
    JUDGED(CL_INVALID_VALUE, MAP_SIZE_ZERO, size == 0) \
    MAP_FLAGS_ROW(map_flags) \
    EVENT_LIST_ROWS \
    SUB_BUFFER_ROW(buffer) \
    DRIVER(CL_MAP_FAILURE, "the region can't be mapped") \
    EVENT_STATUS_ROW(blocking_map) \
    ALLOCATION_ROW \
    MAP_ACCESS_ROWS(buffer) \
    MAP_OVERLAP_ROW(buffer, ((const size_t[3]){ offset }), ((const size_t[3]){ size, 1, 1 })) \
    OUT_OF_MEMORY_ROWS \
    MAP_PROMISE_ROWS

/* ---- images ---- */

#define CREATE_OLD_IMAGE_ROWS(desc, type, depth_row) \
    HANDLE(CL_INVALID_CONTEXT, context) \
    MEM_FLAGS_ROWS \
    JUDGED(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, IMAGE_FORMAT_NULL, !image_format) \
    FORMAT_ROW \
    IMAGE_SIZE_ROW(desc) \
    depth_row \
    IMAGE_PITCH_ROWS(CL_INVALID_IMAGE_SIZE, desc, flags & ~MEM_KNOWN) \
    HOST_POINTER_ROWS \
    FORMAT_SUPPORT_ROW(type) \
    ALLOCATION_ROW \
    CONTEXT_IMAGES_ROW \
    OUT_OF_MEMORY_ROWS \
    IMMUTABLE_EMPTY_ROW(false)
#define CONDITIONS_clCreateImage2D \
    CREATE_OLD_IMAGE_ROWS(IMAGE_2D(image_width, image_height, image_row_pitch), CL_MEM_OBJECT_IMAGE2D, )
#define CONDITIONS_clCreateImage3D \
    CREATE_OLD_IMAGE_ROWS(IMAGE_3D(image_width, image_height, image_depth, image_row_pitch, image_slice_pitch), \
        CL_MEM_OBJECT_IMAGE3D, JUDGED(CL_INVALID_IMAGE_SIZE, IMAGE_DEPTH, image_depth == 1))

#define MEM_ACCESS_ROW(of_mem, of_flags) \
    JUDGED_WITH(CL_INVALID_VALUE, IMAGE_MEM_ACCESS, desc_mem_flags(image_desc) & (of_mem) && flags & (of_flags), \
        desc_mem_flags(image_desc))
#define IMAGE_ALIGNMENT_ROW \
    EXPLAINED_WITH(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, IMAGE_BUFFER_ALIGNMENT, \
        desc_buffer_is_misaligned(context, image_desc, image_format), image_desc->image_row_pitch)
/* What the specification says about image_desc without an error of its own for each. */
#define IMAGE_DESC_ROWS(error, properties) \
    JUDGED(error, IMAGE_DESC_NULL, !image_desc && !properties_have(properties, ANDROID)) \
    JUDGED_WITH(error, IMAGE_TYPE, desc_is_no_image(image_desc), image_desc->image_type) \
    JUDGED_WITH(error, IMAGE_MEM_OBJECT, desc_mem_is_wrong(image_desc), ADDRESS(desc_mem(image_desc))) \
    EXPLAINED_WITH(error, IMAGE_MEM_OBJECT_TYPE, desc_mem_is_odd(image_desc), image_desc->image_type) \
    EXPLAINED_WITH(error, IMAGE_LEVELS, image_desc && (image_desc->num_mip_levels || image_desc->num_samples), \
        image_desc->num_mip_levels, image_desc->num_samples)
#define CREATE_IMAGE_ROWS(properties) \
    HANDLE(CL_INVALID_CONTEXT, context) \
    JUDGED(CL_INVALID_CONTEXT, CONTEXT_MISMATCH, desc_mem_is_foreign(context, image_desc)) \
    CONTEXT_IMAGES_ROW \
    EXPLAINED(CL_INVALID_OPERATION, IMAGE_OF_BUFFER_UNSUPPORTED, desc_buffer_is_unsupported(context, image_desc)) \
    PROPERTY_ROWS(properties) \
    EXTERNAL_ROWS(properties) \
    MEM_FLAGS_ROWS \
    MEM_ACCESS_ROW(CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY) \
    MEM_ACCESS_ROW(CL_MEM_READ_ONLY, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY) \
    JUDGED(CL_INVALID_VALUE, IMAGE_MEM_HOST_POINTER, desc_mem(image_desc) && flags & MEM_HOST) \
    MEM_ACCESS_ROW(CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY) \
    MEM_ACCESS_ROW(CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY) \
    MEM_ACCESS_ROW(CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY) \
    JUDGED(CL_INVALID_VALUE, EXTERNAL_HOST_POINTER, flags & MEM_HOST && properties_handles(properties)) \
    IMMUTABLE_FLAGS_ROW \
    JUDGED_WITH(CL_INVALID_VALUE, IMMUTABLE_MISSING, \
        !(flags & CL_MEM_IMMUTABLE_EXT) && known_mem_is_immutable(desc_mem(image_desc)), ADDRESS(desc_mem(image_desc))) \
    IMMUTABLE_EMPTY_ROW(desc_mem(image_desc) || properties_handles(properties)) \
    IMMUTABLE_EMPTY_ROW(desc_mem(image_desc) || properties_handles(properties)) \
    IMMUTABLE_EMPTY_ROW(desc_mem(image_desc) || properties_handles(properties)) \
    JUDGED(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, IMAGE_FORMAT_NULL, !image_format && !properties_have(properties, ANDROID)) \
    FORMAT_ROW \
    JUDGED(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, IMAGE_FORMAT_UNWANTED, image_format && properties_have(properties, ANDROID)) \
    IMAGE_ALIGNMENT_ROW \
    IMAGE_ALIGNMENT_ROW \
    JUDGED(CL_INVALID_IMAGE_DESCRIPTOR, IMAGE_FORMAT_UNWANTED, image_desc && properties_have(properties, ANDROID)) \
    IMAGE_DESC_ROWS(CL_INVALID_IMAGE_DESCRIPTOR, properties) \
    IMAGE_PITCH_ROWS(CL_INVALID_IMAGE_DESCRIPTOR, image_desc, has_properties(properties) || flags & ~MEM_KNOWN) \
    IMAGE_SIZE_ROW(image_desc) \
    JUDGED_WITH(CL_INVALID_IMAGE_SIZE, IMAGE_BUFFER_SMALL, \
        desc_buffer_bytes(image_desc, image_format) > known_mem_size(desc_mem(image_desc)), \
        desc_buffer_bytes(image_desc, image_format), known_mem_size(desc_mem(image_desc))) \
    HOST_POINTER_ROWS \
    JUDGED(CL_INVALID_HOST_PTR, EXTERNAL_HOST_POINTER, host_ptr && properties_handles(properties)) \
    FORMAT_SUPPORT_ROW(image_desc ? image_desc->image_type : 0) \
    DRIVER(CL_IMAGE_FORMAT_NOT_SUPPORTED, "the AHardwareBuffer has a format that images can't have") \
    ALLOCATION_ROW \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clCreateImage               CREATE_IMAGE_ROWS(NO_PROPERTIES)
#define CONDITIONS_clCreateImageWithProperties CREATE_IMAGE_ROWS(properties)

#define CONDITIONS_clGetSupportedImageFormats \
    HANDLE(CL_INVALID_CONTEXT, context) \
    JUDGED(CL_INVALID_VALUE, MEM_FLAGS_ACCESS, flags_clash(flags, MEM_ACCESS)) \
    EXPLAINED_WITH(CL_INVALID_VALUE, MEM_FLAGS_UNKNOWN, \
        flags & ~(MEM_KNOWN | CL_MEM_KERNEL_READ_AND_WRITE), flags & ~(MEM_KNOWN | CL_MEM_KERNEL_READ_AND_WRITE)) \
    JUDGED_WITH(CL_INVALID_VALUE, IMAGE_TYPE, !image_dimensions(image_type), image_type) \
    JUDGED(CL_INVALID_VALUE, FORMATS_COUNT, !num_entries && image_formats) \
    OUT_OF_MEMORY_ROWS

#define CONDITIONS_clGetImageRequirementsInfoEXT \
    HANDLE(CL_INVALID_CONTEXT, context) \
    PROPERTY_ROWS(properties) \
    MEM_FLAGS_ROWS \
    FORMAT_ROW \
    JUDGED_WITH(CL_INVALID_IMAGE_DESCRIPTOR, IMAGE_TYPE, desc_is_no_image(image_desc), image_desc->image_type) \
    JUDGED_WITH(CL_INVALID_IMAGE_DESCRIPTOR, IMAGE_MEM_OBJECT, desc_mem_is_wrong(image_desc), ADDRESS(desc_mem(image_desc))) \
    QUERY_ROW(requirement_size(param_name)) \
    OUT_OF_MEMORY_ROWS

#define TRANSFER_IMAGE_ROWS(blocking, row_pitch, slice_pitch, reads) \
    QUEUE_ROW \
    QUEUE_MEM_CONTEXT_ROW(image) \
    EVENT_CONTEXT_ROW \
    IMAGE_ROW(image) \
    IMAGE_ARRAY_ROW(origin) \
    IMAGE_ARRAY_ROW(region) \
    IMAGE_REGION_ROW(image, origin) \
    IMAGE_RULES_ROW(image, origin) \
    JUDGED_WITH(CL_INVALID_VALUE, IMAGE_HOST_ROW_SHORT, known_image_row_is_short(image, region, row_pitch), \
        row_pitch, region[0]) \
    JUDGED_WITH(CL_INVALID_VALUE, IMAGE_HOST_SLICE_SHORT, \
        known_image_slice_is_short(image, region, row_pitch, slice_pitch), slice_pitch, region[1]) \
    JUDGED_WITH(CL_INVALID_VALUE, IMAGE_HOST_SLICE, slice_pitch && known_image_is_flat(image), slice_pitch) \
    POINTER_ROW(ptr) \
    IMAGE_LEVEL_ROW(image, origin) \
    EVENT_LIST_ROWS \
    IMAGE_DEVICE_SIZE_ROW(image) \
    IMAGE_DEVICE_FORMAT_ROW \
    EVENT_STATUS_ROW(blocking) \
    ALLOCATION_ROW \
    QUEUE_IMAGES_ROW \
    HOST_READ_ROW(image, reads) \
    HOST_WRITE_ROW(image, !(reads)) \
    IMMUTABLE_ROW(image, !(reads)) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clEnqueueReadImage  TRANSFER_IMAGE_ROWS(blocking_read, row_pitch, slice_pitch, true)
#define CONDITIONS_clEnqueueWriteImage TRANSFER_IMAGE_ROWS(blocking_write, input_row_pitch, input_slice_pitch, false)

#define CONDITIONS_clEnqueueCopyImage \
    QUEUE_ROW \
    QUEUE_MEM_CONTEXT_ROW(src_image) \
    QUEUE_MEM_CONTEXT_ROW(dst_image) \
    EVENT_CONTEXT_ROW \
    IMAGE_ROW(src_image) \
    IMAGE_ROW(dst_image) \
    JUDGED(CL_IMAGE_FORMAT_MISMATCH, IMAGE_FORMATS_DIFFER, known_formats_differ(src_image, dst_image)) \
    IMAGE_ARRAY_ROW(src_origin) \
    IMAGE_ARRAY_ROW(dst_origin) \
    IMAGE_ARRAY_ROW(region) \
    IMAGE_REGION_ROW(src_image, src_origin) \
    IMAGE_REGION_ROW(dst_image, dst_origin) \
    IMAGE_RULES_ROW(src_image, src_origin) \
    IMAGE_RULES_ROW(dst_image, dst_origin) \
    IMAGE_LEVEL_ROW(src_image, src_origin) \
    IMAGE_LEVEL_ROW(dst_image, dst_origin) \
    EVENT_LIST_ROWS \
    IMAGE_DEVICE_SIZE_ROW(src_image) \
    IMAGE_DEVICE_SIZE_ROW(dst_image) \
    IMAGE_DEVICE_FORMAT_ROW \
    JUDGED(CL_MEM_COPY_OVERLAP, COPY_OVERLAP, \
        known_image_regions_overlap(src_image, src_origin, dst_image, dst_origin, region)) \
    ALLOCATION_ROW \
    QUEUE_IMAGES_ROW \
    IMMUTABLE_ROW(dst_image, true) \
    OUT_OF_MEMORY_ROWS

#define COPY_WITH_BUFFER_ROWS(source, target, image, image_origin, buffer, buffer_offset, range_rows) \
    QUEUE_ROW \
    QUEUE_MEM_CONTEXT_ROW(source) \
    QUEUE_MEM_CONTEXT_ROW(target) \
    EVENT_CONTEXT_ROW \
    range_rows \
    IMAGE_RULES_ROW(image, image_origin) \
    IMAGE_LEVEL_ROW(image, image_origin) \
    EVENT_LIST_ROWS \
    SUB_BUFFER_ROW(buffer) \
    IMAGE_DEVICE_SIZE_ROW(image) \
    IMAGE_DEVICE_FORMAT_ROW \
    ALLOCATION_ROW \
    ALLOCATION_ROW \
    QUEUE_IMAGES_ROW \
    IMMUTABLE_ROW(target, true) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clEnqueueCopyImageToBuffer \
    COPY_WITH_BUFFER_ROWS(src_image, dst_buffer, src_image, src_origin, dst_buffer, dst_offset, \
        IMAGE_ROW(src_image) \
        BUFFER_ROW(dst_buffer) \
        IMAGE_OF_BUFFER_ROW(src_image, dst_buffer) \
        IMAGE_ARRAY_ROW(src_origin) \
        IMAGE_ARRAY_ROW(region) \
        IMAGE_REGION_ROW(src_image, src_origin) \
        IMAGE_BYTES_ROW(src_image, dst_buffer, dst_offset))
#define CONDITIONS_clEnqueueCopyBufferToImage \
    COPY_WITH_BUFFER_ROWS(src_buffer, dst_image, dst_image, dst_origin, src_buffer, src_offset, \
        BUFFER_ROW(src_buffer) \
        IMAGE_ROW(dst_image) \
        IMAGE_OF_BUFFER_ROW(dst_image, src_buffer) \
        IMAGE_ARRAY_ROW(dst_origin) \
        IMAGE_ARRAY_ROW(region) \
        IMAGE_BYTES_ROW(dst_image, src_buffer, src_offset) \
        IMAGE_REGION_ROW(dst_image, dst_origin))

#define CONDITIONS_clEnqueueFillImage \
    QUEUE_ROW \
    QUEUE_MEM_CONTEXT_ROW(image) \
    EVENT_CONTEXT_ROW \
    IMAGE_ROW(image) \
    JUDGED(CL_INVALID_VALUE, PATTERN_NULL, !fill_color) \
    IMAGE_ARRAY_ROW(origin) \
    IMAGE_ARRAY_ROW(region) \
    IMAGE_REGION_ROW(image, origin) \
    IMAGE_RULES_ROW(image, origin) \
    IMAGE_LEVEL_ROW(image, origin) \
    EVENT_LIST_ROWS \
    IMAGE_DEVICE_SIZE_ROW(image) \
    IMAGE_DEVICE_FORMAT_ROW \
    ALLOCATION_ROW \
    QUEUE_IMAGES_ROW \
    IMMUTABLE_ROW(image, true) \
    OUT_OF_MEMORY_ROWS

#define CONDITIONS_clEnqueueMapImage \
    QUEUE_ROW \
    QUEUE_MEM_CONTEXT_ROW(image) \
    EVENT_CONTEXT_ROW \
    IMAGE_ROW(image) \
    IMAGE_ARRAY_ROW(origin) \
    IMAGE_ARRAY_ROW(region) \
    IMAGE_REGION_ROW(image, origin) \
    MAP_FLAGS_ROW(map_flags) \
    IMAGE_RULES_ROW(image, origin) \
    JUDGED(CL_INVALID_VALUE, MAP_PITCH_NULL, !image_row_pitch) \
    JUDGED(CL_INVALID_VALUE, MAP_PITCH_NULL, !image_slice_pitch && known_image_is_array(image)) \
    JUDGED(CL_INVALID_VALUE, MAP_PITCH_NULL, !image_slice_pitch && known_mem_type(image) == CL_MEM_OBJECT_IMAGE3D) \
    IMAGE_LEVEL_ROW(image, origin) \
    EVENT_LIST_ROWS \
    IMAGE_DEVICE_SIZE_ROW(image) \
    IMAGE_DEVICE_FORMAT_ROW \
    DRIVER(CL_MAP_FAILURE, "the region can't be mapped") \
    EVENT_STATUS_ROW(blocking_map) \
    ALLOCATION_ROW \
    QUEUE_IMAGES_ROW \
    MAP_ACCESS_ROWS(image) \
    MAP_OVERLAP_ROW(image, origin, region) \
    OUT_OF_MEMORY_ROWS \
    MAP_PROMISE_ROWS

/* ---- all memory objects ---- */

#define CONDITIONS_clRetainMemObject \
    HANDLE(CL_INVALID_MEM_OBJECT, memobj) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clReleaseMemObject \
    HANDLE(CL_INVALID_MEM_OBJECT, memobj) \
    JUDGED_WITH(CL_SUCCESS, MEM_RELEASED_MAPPED, known_is_released_mapped(memobj), known_mappings(memobj)) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clSetMemObjectDestructorCallback \
    HANDLE(CL_INVALID_MEM_OBJECT, memobj) \
    JUDGED(CL_INVALID_VALUE, DESTRUCTOR_NULL, !pfn_notify) \
    OUT_OF_MEMORY_ROWS

/* A resource of another API: asked for, though none of its functions made the object. */
#define RESOURCE_ROW(error, name, is_other) EXPLAINED(error, RESOURCE_OTHER, param_name == (name) && (is_other))
#define CONDITIONS_clGetMemObjectInfo \
    HANDLE(CL_INVALID_MEM_OBJECT, memobj) \
    EXPLAINED(CL_INVALID_OPERATION, DEVICE_ADDRESS_NONE, param_name == CL_MEM_DEVICE_ADDRESS_EXT) \
    QUERY_ROW(ANSWER_SIZE(clGetMemObjectInfo, memobj, param_name)) \
    OUT_OF_MEMORY_ROWS \
    RESOURCE_ROW(CL_INVALID_DX9_MEDIA_SURFACE_KHR, CL_MEM_DX9_MEDIA_SURFACE_INFO_KHR, IS_NOT_DX9(memobj)) \
    RESOURCE_ROW(CL_INVALID_D3D10_RESOURCE_KHR, CL_MEM_D3D10_RESOURCE_KHR, IS_NOT_D3D10(memobj)) \
    RESOURCE_ROW(CL_INVALID_D3D11_RESOURCE_KHR, CL_MEM_D3D11_RESOURCE_KHR, IS_NOT_D3D11(memobj))
#define CONDITIONS_clGetImageInfo \
    IMAGE_ROW(image) \
    QUERY_ROW(ANSWER_SIZE(clGetImageInfo, image, param_name)) \
    RESOURCE_ROW(CL_INVALID_DX9_MEDIA_SURFACE_KHR, CL_IMAGE_DX9_MEDIA_PLANE_KHR, IS_NOT_DX9(image)) \
    RESOURCE_ROW(CL_INVALID_D3D10_RESOURCE_KHR, CL_IMAGE_D3D10_SUBRESOURCE_KHR, IS_NOT_D3D10(image)) \
    RESOURCE_ROW(CL_INVALID_D3D11_RESOURCE_KHR, CL_IMAGE_D3D11_SUBRESOURCE_KHR, IS_NOT_D3D11(image)) \
    OUT_OF_MEMORY_ROWS

#define CONDITIONS_clEnqueueUnmapMemObject \
    QUEUE_ROW \
    HANDLE(CL_INVALID_MEM_OBJECT, memobj) \
    JUDGED_WITH(CL_INVALID_MEM_OBJECT, MEM_IS_PIPE, known_is_pipe(memobj), ADDRESS(memobj)) \
    JUDGED(CL_INVALID_VALUE, UNMAP_POINTER, known_is_never_mapped(memobj, mapped_ptr)) \
    JUDGED(CL_INVALID_VALUE, UNMAP_TWICE, known_is_unmapped(memobj, mapped_ptr)) \
    EVENT_LIST_ROWS \
    OUT_OF_MEMORY_ROWS \
    QUEUE_MEM_CONTEXT_ROW(memobj) \
    EVENT_CONTEXT_ROW

#define MIGRATE_ROWS \
    QUEUE_ROW \
    ABOUT(CL_INVALID_CONTEXT, MEM_CONTEXT, known_foreign_mem(command_queue, mem_objects, num_mem_objects), 0) \
    EVENT_CONTEXT_ROW \
    HANDLES(CL_INVALID_MEM_OBJECT, mem_objects, num_mem_objects) \
    JUDGED_WITH(CL_INVALID_VALUE, MIGRATION_NONE, !num_mem_objects || !mem_objects, \
        num_mem_objects, ADDRESS(mem_objects)) \
    MIGRATION_FLAGS_ROW \
    EVENT_LIST_ROWS \
    ALLOCATION_ROW \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clEnqueueMigrateMemObjects   MIGRATE_ROWS
#define CONDITIONS_clEnqueueMigrateMemObjectEXT MIGRATE_ROWS

#define EXTERNAL_COMMAND_ROWS \
    MEM_LIST_ROW(mem_objects, num_mem_objects) \
    HANDLES(CL_INVALID_MEM_OBJECT, mem_objects, num_mem_objects) \
    EXPLAINED(CL_INVALID_MEM_OBJECT, EXTERNAL_MEM_OTHER, properties_lack_handle(mem_objects, num_mem_objects)) \
    QUEUE_ROW \
    EXPLAINED(CL_INVALID_COMMAND_QUEUE, EXTERNAL_QUEUE_DEVICE, \
        properties_exclude_device(command_queue, mem_objects, num_mem_objects)) \
    JUDGED(CL_INVALID_COMMAND_QUEUE, EXTERNAL_QUEUE_DEVICE, \
        known_any_is_without_device(command_queue, mem_objects, num_mem_objects)) \
    EVENT_LIST_ROWS \
    EVENT_STATUS_ROW(true) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clEnqueueAcquireExternalMemObjectsKHR EXTERNAL_COMMAND_ROWS
#define CONDITIONS_clEnqueueReleaseExternalMemObjectsKHR EXTERNAL_COMMAND_ROWS

/* ---- pipes ---- */

#define CONDITIONS_clCreatePipe \
    HANDLE(CL_INVALID_CONTEXT, context) \
    JUDGED(CL_INVALID_OPERATION, PIPES_UNSUPPORTED, \
        known_asked_most(context, CL_DEVICE_PIPE_SUPPORT) == 0) \
    JUDGED(CL_INVALID_VALUE, PIPE_FLAGS, flags & MEM_KNOWN & ~MEM_PIPE) \
    EXPLAINED(CL_INVALID_VALUE, PIPE_FLAGS, flags & ~MEM_PIPE) \
    JUDGED(CL_INVALID_VALUE, PIPE_PROPERTIES, properties) \
    JUDGED(CL_INVALID_PIPE_SIZE, PIPE_SIZE_ZERO, !pipe_packet_size || !pipe_max_packets) \
    EXPLAINED_WITH(CL_INVALID_PIPE_SIZE, PIPE_SIZE_LIMIT, \
        pipe_packet_size > known_asked_most(context, CL_DEVICE_PIPE_MAX_PACKET_SIZE), \
        known_asked_most(context, CL_DEVICE_PIPE_MAX_PACKET_SIZE)) \
    ALLOCATION_ROW \
    OUT_OF_MEMORY_ROWS \
    JUDGED(CL_INVALID_VALUE, PIPE_FLAGS, flags_immutable(context, flags))
#define CONDITIONS_clGetPipeInfo \
    PIPE_ROW(pipe) \
    QUERY_ROW(ANSWER_SIZE(clGetPipeInfo, pipe, param_name)) \
    OUT_OF_MEMORY_ROWS

/* ---- shared virtual memory ---- */

/* The function has no errors: it returns NULL. effects.h asks for the explanation. */
#define CONDITIONS_clSVMAlloc \
    HANDLE(CL_SUCCESS, context) \
    JUDGED_WITH(CL_SUCCESS, SVM_FLAGS, flags & (MEM_HOST | MEM_HOST_ACCESS), flags & (MEM_HOST | MEM_HOST_ACCESS)) \
    EXPLAINED_WITH(CL_SUCCESS, SVM_FLAGS, flags & ~MEM_SVM, flags & ~MEM_SVM) \
    JUDGED_WITH(CL_SUCCESS, SVM_FLAGS, flags_clash(flags, MEM_ACCESS), flags & MEM_ACCESS) \
    JUDGED(CL_SUCCESS, SVM_ATOMICS, flags & CL_MEM_SVM_ATOMICS && !(flags & CL_MEM_SVM_FINE_GRAIN_BUFFER)) \
    EXPLAINED(CL_SUCCESS, SVM_UNSUPPORTED, known_context_most(context, CL_DEVICE_SVM_CAPABILITIES) == 0) \
    EXPLAINED(CL_SUCCESS, SVM_CAPABILITY, svm_is_unsupported(context, flags)) \
    JUDGED(CL_SUCCESS, SVM_SIZE_ZERO, size == 0) \
    EXPLAINED_WITH(CL_SUCCESS, SVM_SIZE_LIMIT, size > known_context_least(context, CL_DEVICE_MAX_MEM_ALLOC_SIZE), \
        known_context_least(context, CL_DEVICE_MAX_MEM_ALLOC_SIZE)) \
    JUDGED(CL_SUCCESS, SVM_ALIGNMENT, alignment & (alignment - 1)) \
    DRIVER(CL_SUCCESS, "a device can't have the alignment") \
    DRIVER(CL_SUCCESS, "a device lacks memory")
#define CONDITIONS_clSVMFree \
    HANDLE(CL_SUCCESS, context) \
    RANGE_FREE_ROWS(svm_pointer, RANGE_SVM)
#define CONDITIONS_clEnqueueSVMFree \
    QUEUE_ROW \
    SVM_ROW \
    MEM_LIST_ROW(svm_pointers, num_svm_pointers) \
    JUDGED_WITH(CL_INVALID_VALUE, SVM_FREED_TWICE, \
        !pfn_free_func && ranges_first_freed(svm_pointers, num_svm_pointers, RANGE_SVM), \
        ADDRESS(ranges_first_freed(svm_pointers, num_svm_pointers, RANGE_SVM))) \
    JUDGED_WITH(CL_INVALID_VALUE, SVM_UNKNOWN, \
        !pfn_free_func && ranges_first_unknown(svm_pointers, num_svm_pointers, RANGE_SVM), \
        ADDRESS(ranges_first_unknown(svm_pointers, num_svm_pointers, RANGE_SVM))) \
    EVENT_LIST_ROWS \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clEnqueueSVMMemcpy \
    QUEUE_ROW \
    SVM_ROW \
    EVENT_CONTEXT_ROW \
    SVM_POINTER_ROW(dst_ptr) \
    SVM_RANGE_ROW(dst_ptr, size) \
    SVM_POINTER_ROW(src_ptr) \
    SVM_RANGE_ROW(src_ptr, size) \
    SIZE_ZERO_ROW \
    EVENT_LIST_ROWS \
    EVENT_STATUS_ROW(blocking_copy) \
    JUDGED(CL_MEM_COPY_OVERLAP, COPY_OVERLAP, bytes_overlap(ADDRESS(dst_ptr), size, ADDRESS(src_ptr), size)) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clEnqueueSVMMemFill \
    QUEUE_ROW \
    SVM_ROW \
    EVENT_CONTEXT_ROW \
    SVM_POINTER_ROW(svm_ptr) \
    SVM_FREED_ROW(svm_ptr) \
    SVM_RANGE_ROW(svm_ptr, size) \
    SIZE_ZERO_ROW \
    FILL_ALIGNMENT_ROW(ADDRESS(svm_ptr)) \
    PATTERN_ROWS() \
    EVENT_LIST_ROWS \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clEnqueueSVMMap \
    QUEUE_ROW \
    SVM_ROW \
    EVENT_CONTEXT_ROW \
    SVM_POINTER_ROW(svm_ptr) \
    SVM_FREED_ROW(svm_ptr) \
    SVM_RANGE_ROW(svm_ptr, size) \
    JUDGED(CL_INVALID_VALUE, SVM_MAP_SIZE_ZERO, size == 0) \
    MAP_FLAGS_ROW(flags) \
    EVENT_LIST_ROWS \
    EVENT_STATUS_ROW(blocking_map) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clEnqueueSVMUnmap \
    QUEUE_ROW \
    SVM_ROW \
    EVENT_CONTEXT_ROW \
    SVM_POINTER_ROW(svm_ptr) \
    SVM_FREED_ROW(svm_ptr) \
    EVENT_LIST_ROWS \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clEnqueueSVMMigrateMem \
    QUEUE_ROW \
    SVM_ROW \
    EVENT_CONTEXT_ROW \
    JUDGED_WITH(CL_INVALID_VALUE, MIGRATION_NONE, !num_svm_pointers, num_svm_pointers, ADDRESS(svm_pointers)) \
    JUDGED_WITH(CL_INVALID_VALUE, MIGRATION_NONE, !svm_pointers, num_svm_pointers, ADDRESS(svm_pointers)) \
    MIGRATION_FLAGS_ROW \
    JUDGED(CL_INVALID_VALUE, SVM_MIGRATION_RANGE, ranges_first_short(svm_pointers, sizes, num_svm_pointers)) \
    EVENT_LIST_ROWS \
    OUT_OF_MEMORY_ROWS

/* ---- unified shared memory ---- */

#define USM_SIZE_ROWS \
    JUDGED(CL_INVALID_BUFFER_SIZE, USM_SIZE_ZERO, size == 0) \
    EXPLAINED_WITH(CL_INVALID_BUFFER_SIZE, USM_SIZE_LIMIT, \
        size > known_context_least(context, CL_DEVICE_MAX_MEM_ALLOC_SIZE), \
        known_context_least(context, CL_DEVICE_MAX_MEM_ALLOC_SIZE)) \
    JUDGED(CL_INVALID_VALUE, USM_ALIGNMENT, alignment & (alignment - 1)) \
    OUT_OF_MEMORY_ROWS
#define USM_DEVICE_ROW \
    JUDGED(CL_INVALID_DEVICE, USM_DEVICE, known_is_foreign_device(context, device))
#define CONDITIONS_clHostMemAllocINTEL \
    HANDLE(CL_INVALID_CONTEXT, context) \
    EXPLAINED(CL_INVALID_OPERATION, USM_UNSUPPORTED, known_asked_most(context, CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL) == 0) \
    USM_SIZE_ROWS
#define CONDITIONS_clDeviceMemAllocINTEL \
    HANDLE(CL_INVALID_CONTEXT, context) \
    HANDLE(CL_INVALID_DEVICE, device) \
    USM_DEVICE_ROW \
    EXPLAINED(CL_INVALID_OPERATION, USM_UNSUPPORTED, known_asked_most(context, CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL) == 0) \
    USM_SIZE_ROWS
#define CONDITIONS_clSharedMemAllocINTEL \
    HANDLE(CL_INVALID_CONTEXT, context) \
    USM_DEVICE_ROW \
    USM_SIZE_ROWS
#define USM_FREE_ROWS \
    HANDLE(CL_INVALID_CONTEXT, context) \
    RANGE_FREE_ROWS(ptr, RANGE_USM)
#define CONDITIONS_clMemFreeINTEL         USM_FREE_ROWS
#define CONDITIONS_clMemBlockingFreeINTEL USM_FREE_ROWS
#define CONDITIONS_clGetMemAllocInfoINTEL \
    HANDLE(CL_INVALID_CONTEXT, context) \
    DRIVER(CL_INVALID_VALUE, "the driver does not know the query, or param_value_size is too small") \
    OUT_OF_MEMORY_ROWS
#define USM_COMMAND_ROWS(rows) \
    QUEUE_ROW \
    EVENT_CONTEXT_ROW \
    SIZE_ZERO_ROW \
    rows \
    EVENT_LIST_ROWS \
    OUT_OF_MEMORY_ROWS
#define USM_RANGE_ROWS(pointer, size) SVM_POINTER_ROW(pointer) SVM_RANGE_ROW(pointer, size)
#define CONDITIONS_clEnqueueMemFillINTEL \
    USM_COMMAND_ROWS(USM_RANGE_ROWS(dst_ptr, size) FILL_ALIGNMENT_ROW(ADDRESS(dst_ptr)) PATTERN_ROWS())
#define CONDITIONS_clEnqueueMemcpyINTEL \
    USM_COMMAND_ROWS(USM_RANGE_ROWS(dst_ptr, size) USM_RANGE_ROWS(src_ptr, size) \
        JUDGED(CL_MEM_COPY_OVERLAP, COPY_OVERLAP, bytes_overlap(ADDRESS(dst_ptr), size, ADDRESS(src_ptr), size)))
#define CONDITIONS_clEnqueueMemAdviseINTEL  USM_COMMAND_ROWS(USM_RANGE_ROWS(ptr, size))
#define CONDITIONS_clEnqueueMigrateMemINTEL USM_COMMAND_ROWS(USM_RANGE_ROWS(ptr, size) MIGRATION_FLAGS_ROW)
#define CONDITIONS_clEnqueueMemsetINTEL     USM_COMMAND_ROWS(USM_RANGE_ROWS(dst_ptr, size))
