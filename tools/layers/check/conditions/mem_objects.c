/* SPDX-License-Identifier: Apache-2.0 */
#include "mem_objects.h"

#include "../known/info_mappings.h"
#include "../known/info_memory.h"

static bool is_power_of_two(uint64_t number)
{
    return number && !(number & (number - 1));
}

/* ---- creation ---- */

void mem_flags(struct check_call *call, cl_mem_flags flags)
{
    error_if(call, flags_clash(flags, MEM_ACCESS), CL_INVALID_VALUE, MEM_FLAGS_ACCESS);
    error_if(call, flags_clash(flags, MEM_HOST_ACCESS), CL_INVALID_VALUE, MEM_FLAGS_HOST_ACCESS);
    error_if(call,
             flags & CL_MEM_USE_HOST_PTR && flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR),
             CL_INVALID_VALUE, MEM_FLAGS_HOST_POINTER);
    explain_if(call, flags & ~MEM_KNOWN, CL_INVALID_VALUE, MEM_FLAGS_UNKNOWN, flags & ~MEM_KNOWN);
}

void immutable_flags(struct check_call *call, cl_context context, cl_mem_flags flags)
{
    error_if(call,
             flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY) &&
                 flags_immutable(context, flags),
             CL_INVALID_VALUE, IMMUTABLE_FLAGS);
}

void immutable_content(struct check_call *call, cl_context context, cl_mem_flags flags,
                       bool content)
{
    error_if(call, !(flags & MEM_HOST_POINTER) && !content && flags_immutable(context, flags),
             CL_INVALID_VALUE, IMMUTABLE_EMPTY);
}

static void access(struct check_call *call, cl_mem_flags of_mem, cl_mem_flags has,
                   cl_mem_flags flags, cl_mem_flags excluded, enum check_id check_id)
{
    const bool limits = !(of_mem & CL_MEM_ACCESS_FLAGS_UNRESTRICTED_INTEL);
    error_if(call, limits && of_mem & has && flags & excluded, CL_INVALID_VALUE, check_id, of_mem);
}

void kernel_access(struct check_call *call, cl_mem_flags of_mem, cl_mem_flags flags,
                   enum check_id check_id)
{
    access(call, of_mem, CL_MEM_WRITE_ONLY, flags, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, check_id);
    access(call, of_mem, CL_MEM_READ_ONLY, flags, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY, check_id);
}

void host_access(struct check_call *call, cl_mem_flags of_mem, cl_mem_flags flags,
                 enum check_id check_id)
{
    const cl_mem_flags reads = CL_MEM_HOST_READ_ONLY, writes = CL_MEM_HOST_WRITE_ONLY;
    access(call, of_mem, writes, flags, reads, check_id);
    access(call, of_mem, reads, flags, writes, check_id);
    access(call, of_mem, CL_MEM_HOST_NO_ACCESS, flags, reads | writes, check_id);
}

/* A vendor's own flag may need a host_ptr. */
void host_pointer(struct check_call *call, cl_mem_flags flags, const void *pointer)
{
    error_if(call, !pointer && flags & MEM_HOST_POINTER, CL_INVALID_HOST_PTR, HOST_POINTER_NULL);
    error_if(call, pointer && !(flags & MEM_HOST_POINTER) && !(flags & ~MEM_KNOWN),
             CL_INVALID_HOST_PTR, HOST_POINTER_UNWANTED);
}

void mem_properties(struct check_call *call, const cl_mem_properties *properties)
{
    const cl_mem_properties other = properties_unknown(properties),
                            twice = properties_twice(properties);
    explain_if(call, other, CL_INVALID_PROPERTY, PROPERTY_NAME, other);
    error_if(call, properties_file_is_wrong(properties), CL_INVALID_PROPERTY, PROPERTY_VALUE);
    error_if(call, twice, CL_INVALID_PROPERTY, PROPERTY_TWICE, twice);
}

void external_handles(struct check_call *call, cl_context context,
                      const cl_mem_properties *properties)
{
    const unsigned handles = properties_handles(properties);
    const cl_device_id foreign = properties_foreign_device(context, properties);
    error_if(call,
             properties_have(properties, CL_MEM_DEVICE_HANDLE_LIST_KHR) && !handles &&
                 !properties_unknown(properties),
             CL_INVALID_PROPERTY, EXTERNAL_HANDLE_MISSING);
    error_if(call, handles > 1, CL_INVALID_PROPERTY, EXTERNAL_HANDLES, handles);
    error_if(call, foreign, CL_INVALID_DEVICE, EXTERNAL_DEVICE, ADDRESS(foreign));
    if (explaining(call, CL_INVALID_DEVICE)) {
        const cl_device_id listed = properties_no_import(context, properties, true);
        const cl_device_id any = properties_no_import(context, properties, false);
        explain_if(call, listed, CL_INVALID_DEVICE, EXTERNAL_DEVICE_IMPORT, ADDRESS(listed));
        explain_if(call, any, CL_INVALID_DEVICE, EXTERNAL_DEVICE_IMPORT, ADDRESS(any));
    }
}

/* ---- what a handle must be ---- */

void is_buffer(struct check_call *call, const cl_mem *mem)
{
    not_null(call, *mem, CL_INVALID_MEM_OBJECT);
    error_if(call, info_is_no_buffer(*mem), CL_INVALID_MEM_OBJECT, MEM_NOT_BUFFER, ADDRESS(*mem),
             info_mem_type(*mem));
}

void is_image(struct check_call *call, const cl_mem *mem)
{
    not_null(call, *mem, CL_INVALID_MEM_OBJECT);
    error_if(call, info_is_no_image(*mem), CL_INVALID_MEM_OBJECT, MEM_NOT_IMAGE, ADDRESS(*mem),
             info_mem_type(*mem));
}

/* ---- parts of buffers ---- */

void range_in_buffer(struct check_call *call, cl_mem buffer, size_t offset, size_t size)
{
    const uint64_t end = bytes_sum(offset, size);
    error_about(call, info_is_beyond(buffer, end) ? buffer : NULL, CL_INVALID_VALUE, BUFFER_RANGE,
                offset, size, end, info_mem_size(buffer));
}

void size_not_zero(struct check_call *call, size_t size)
{
    explain_if(call, size == 0, CL_INVALID_VALUE, COMMAND_SIZE_ZERO);
}

void sub_buffer_of_queue(struct check_call *call, cl_command_queue queue, cl_mem mem)
{
    error_if(call, info_is_misaligned(queue, mem), CL_MISALIGNED_SUB_BUFFER_OFFSET,
             SUB_BUFFER_MISALIGNED, ADDRESS(mem), info_mem_offset(mem), info_base_alignment(queue));
}

void rect_not_null(struct check_call *call, const size_t *one, const size_t *other,
                   const size_t *region)
{
    error_if(call, !one || !other || !region, CL_INVALID_VALUE, RECT_NULL);
}

void rect_not_empty(struct check_call *call, const size_t *region)
{
    error_if(call, region_has_zero(region), CL_INVALID_VALUE, RECT_ZERO, region[0], region[1],
             region[2]);
}

void rect_in_buffer(struct check_call *call, cl_mem buffer, const size_t *origin,
                    const size_t *region, size_t row_pitch, size_t slice_pitch)
{
    const uint64_t end = rect_end(origin, region, row_pitch, slice_pitch);
    error_about(call, info_is_beyond(buffer, end) ? buffer : NULL, CL_INVALID_VALUE, RECT_RANGE,
                end, info_mem_size(buffer), rect_row_pitch(region, row_pitch),
                rect_slice_pitch(region, row_pitch, slice_pitch));
}

void image_bytes_in_buffer(struct check_call *call, cl_mem image, const size_t *region,
                           cl_mem buffer, size_t offset)
{
    const uint64_t bytes = info_image_bytes(image, region), end = bytes_sum(offset, bytes);
    error_about(call, info_is_beyond(buffer, end) ? buffer : NULL, CL_INVALID_VALUE, BUFFER_RANGE,
                offset, bytes, end, info_mem_size(buffer));
}

void range_in_svm(struct check_call *call, const void *pointer, size_t size)
{
    const uint64_t left = range_left(pointer);
    error_if(call, size > left, CL_INVALID_VALUE, SVM_RANGE, size, ADDRESS(pointer), left);
}

/* ---- what a command does ---- */

void host_reads(struct check_call *call, cl_mem mem, bool reads)
{
    const cl_mem_flags flags = info_mem_flags(mem);
    error_if(call, reads && flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS),
             CL_INVALID_OPERATION, MEM_HOST_READ, ADDRESS(mem), flags);
}

void host_writes(struct check_call *call, cl_mem mem, bool writes)
{
    const cl_mem_flags flags = info_mem_flags(mem);
    error_if(call, writes && flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS),
             CL_INVALID_OPERATION, MEM_HOST_WRITE, ADDRESS(mem), flags);
}

void not_immutable(struct check_call *call, cl_mem mem, bool writes)
{
    error_if(call, writes && info_mem_is_immutable(mem), CL_INVALID_OPERATION, IMMUTABLE_WRITTEN,
             ADDRESS(mem));
}

void transferred(struct check_call *call, cl_mem mem, bool reads)
{
    host_reads(call, mem, reads);
    host_writes(call, mem, !reads);
    not_immutable(call, mem, !reads);
}

void map_flags(struct check_call *call, cl_map_flags flags)
{
    error_if(call, flags & CL_MAP_WRITE_INVALIDATE_REGION && flags & (CL_MAP_READ | CL_MAP_WRITE),
             CL_INVALID_VALUE, MAP_FLAGS, flags);
    explain_if(call, !flags || flags & ~MAP_KNOWN, CL_INVALID_VALUE, MAP_FLAGS_UNKNOWN, flags);
}

void map_access(struct check_call *call, cl_mem mem, cl_map_flags flags)
{
    const bool writes = flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
    host_reads(call, mem, flags & CL_MAP_READ);
    host_writes(call, mem, writes);
    not_immutable(call, mem, writes);
}

void map_overlap(struct check_call *call, cl_mem mem, cl_map_flags flags, const size_t *origin,
                 const size_t *region)
{
    error_if(call, info_mapping_overlaps(mem, flags, origin, region), CL_INVALID_OPERATION,
             MAP_OVERLAP, ADDRESS(mem));
}

void fill_alignment(struct check_call *call, uint64_t begin, size_t pattern_size)
{
    error_if(call, is_power_of_two(pattern_size) && begin % pattern_size, CL_INVALID_VALUE,
             FILL_ALIGNMENT, begin);
}

void fill_pattern(struct check_call *call, const void *pattern, size_t pattern_size)
{
    error_if(call, !pattern, CL_INVALID_VALUE, PATTERN_NULL);
    error_if(call, pattern_size == 0, CL_INVALID_VALUE, PATTERN_SIZE);
    error_if(call, pattern_size & (pattern_size - 1), CL_INVALID_VALUE, PATTERN_SIZE);
    error_if(call, pattern_size > 128, CL_INVALID_VALUE, PATTERN_SIZE);
}

void fill_size(struct check_call *call, size_t pattern_size, size_t size)
{
    error_if(call, is_power_of_two(pattern_size) && size % pattern_size, CL_INVALID_VALUE,
             FILL_SIZE);
}

void migration_flags(struct check_call *call, cl_mem_migration_flags flags)
{
    error_if(call, flags & ~MIGRATION_KNOWN, CL_INVALID_VALUE, MIGRATION_FLAGS,
             flags & ~MIGRATION_KNOWN);
}
