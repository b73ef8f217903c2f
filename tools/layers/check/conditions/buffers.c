/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers, all memory objects, and pipes: sections 5.2, 5.4 and 5.5. */
#include "mem_objects.h"
#include "../known/info_contexts.h"
#include "../known/info_mappings.h"
#include "../known/info_memory.h"

#define ANDROID CL_EXTERNAL_MEMORY_HANDLE_ANDROID_HARDWARE_BUFFER_KHR

/* ---- creation of buffers ---- */

static void create_buffer(struct check_call *call, const cl_context *context,
                          const cl_mem_properties *properties, cl_mem_flags flags, size_t size,
                          const void *host_ptr)
{
    const unsigned handles = properties_handles(properties);
    const bool android = properties_have(properties, ANDROID);
    const uint64_t left = flags & MEM_HOST_POINTER ? range_left(host_ptr) : UINT64_MAX;
    not_null(call, *context, CL_INVALID_CONTEXT);
    mem_properties(call, properties);
    external_handles(call, *context, properties);
    mem_flags(call, flags);
    error_if(call, flags & MEM_HOST && handles, CL_INVALID_VALUE, EXTERNAL_HOST_POINTER);
    immutable_flags(call, *context, flags);
    immutable_content(call, *context, flags, handles);
    immutable_content(call, *context, flags, handles); /* the specification has this line twice */
    error_if(call, size == 0 && !android, CL_INVALID_BUFFER_SIZE, BUFFER_SIZE_ZERO);
    error_if(call, size && android, CL_INVALID_BUFFER_SIZE, BUFFER_SIZE_UNWANTED);
    /* Another line that is there twice. */
    error_if(call, size == 0 && !android, CL_INVALID_BUFFER_SIZE, BUFFER_SIZE_ZERO);
    explain_if(call, size > info_context_most(*context, CL_DEVICE_MAX_MEM_ALLOC_SIZE),
               CL_INVALID_BUFFER_SIZE, BUFFER_SIZE_LIMIT,
               info_context_most(*context, CL_DEVICE_MAX_MEM_ALLOC_SIZE));
    error_if(call, size > left, CL_INVALID_BUFFER_SIZE, HOST_POINTER_SVM_SIZE, left);
    host_pointer(call, flags, host_ptr);
    error_if(call, host_ptr && handles, CL_INVALID_HOST_PTR, EXTERNAL_HOST_POINTER);
    driver_checks(call, CL_INVALID_OPERATION,
                  "the AHardwareBuffer has another format than AHARDWAREBUFFER_FORMAT_BLOB");
    explain_if(call,
               properties_have(properties, CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT) &&
                   !info_context_has(*context, "cl_ext_buffer_device_address"),
               CL_INVALID_OPERATION, DEVICE_ADDRESS_UNSUPPORTED);
    out_of_device_memory(call);
    out_of_memory(call);
}

void check_clCreateBuffer(struct check_call *call, const struct clCreateBuffer_args *a)
{
    create_buffer(call, &a->context, NULL, a->flags, a->size, a->host_ptr);
}

void check_clCreateBufferWithProperties(struct check_call *call,
                                        const struct clCreateBufferWithProperties_args *a)
{
    create_buffer(call, &a->context, a->properties, a->flags, a->size, a->host_ptr);
}

void check_clCreateSubBuffer(struct check_call *call, const struct clCreateSubBuffer_args *a)
{
    const cl_mem_flags flags = a->flags, of_buffer = info_mem_flags(a->buffer);
    const bool is_region =
        a->buffer_create_info && a->buffer_create_type == CL_BUFFER_CREATE_TYPE_REGION;
    const cl_buffer_region region =
        is_region ? *(const cl_buffer_region *)a->buffer_create_info : (cl_buffer_region){ 0, 1 };
    const uint64_t bits =
        info_context_least(objects_context(a->buffer), CL_DEVICE_MEM_BASE_ADDR_ALIGN);
    const uint64_t alignment = bits != UNKNOWN && bits >= 8 ? bits / 8 : 1;
    is_buffer(call, &a->buffer);
    error_if(call, info_is_sub_buffer(a->buffer), CL_INVALID_MEM_OBJECT, SUB_BUFFER_PARENT);
    kernel_access(call, of_buffer, flags, SUB_BUFFER_ACCESS);
    host_access(call, of_buffer, flags, SUB_BUFFER_ACCESS);
    error_if(call,
             flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY) &&
                 info_mem_is_immutable(a->buffer),
             CL_INVALID_VALUE, SUB_BUFFER_ACCESS, of_buffer);
    error_if(call, flags & MEM_HOST, CL_INVALID_VALUE, SUB_BUFFER_HOST_POINTER);
    error_if(call, flags_clash(flags, MEM_ACCESS), CL_INVALID_VALUE, MEM_FLAGS_ACCESS);
    error_if(call, flags_clash(flags, MEM_HOST_ACCESS), CL_INVALID_VALUE, MEM_FLAGS_HOST_ACCESS);
    error_if(call, a->buffer_create_type != CL_BUFFER_CREATE_TYPE_REGION, CL_INVALID_VALUE,
             SUB_BUFFER_TYPE);
    error_if(call, !a->buffer_create_info, CL_INVALID_VALUE, SUB_BUFFER_INFO);
    /* The specification has two lines: for the origin, and for the end. */
    error_if(call, is_region && info_is_beyond(a->buffer, bytes_sum(region.origin, region.size)),
             CL_INVALID_VALUE, SUB_BUFFER_RANGE, region.origin, region.size,
             info_mem_size(a->buffer));
    error_if(call, is_region && info_is_beyond(a->buffer, bytes_sum(region.origin, region.size)),
             CL_INVALID_VALUE, SUB_BUFFER_RANGE, region.origin, region.size,
             info_mem_size(a->buffer));
    error_if(call, !region.size, CL_INVALID_BUFFER_SIZE, SUB_BUFFER_SIZE_ZERO);
    error_if(call, region.origin % alignment, CL_MISALIGNED_SUB_BUFFER_OFFSET, SUB_BUFFER_ALIGNMENT,
             region.origin, alignment);
    out_of_device_memory(call);
    out_of_memory(call);
}

/* ---- commands on buffers ---- */

static void transfer_buffer(struct check_call *call, const struct clEnqueueReadBuffer_args *a)
{
    queue_of_host(call, &a->command_queue);
    mem_of_queue(call, a->command_queue, a->buffer);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    is_buffer(call, &a->buffer);
    range_in_buffer(call, a->buffer, a->offset, a->size);
    size_not_zero(call, a->size);
    error_if(call, !a->ptr, CL_INVALID_VALUE, POINTER_NULL);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    sub_buffer_of_queue(call, a->command_queue, a->buffer);
    boolean_argument(call, &a->blocking_read);
    wait_list_failed(call, a->blocking_read, a->num_events_in_wait_list, a->event_wait_list);
    out_of_device_memory(call);
    transferred(call, a->buffer, call->number == clEnqueueReadBuffer_number);
    out_of_memory(call);
}
CONDITIONS_OF_BOTH(transfer_buffer, clEnqueueReadBuffer, clEnqueueWriteBuffer, event)

/* The pitches of a rectangle are right. */
static void rect_pitches(struct check_call *call, const size_t *region, size_t row, size_t slice)
{
    error_if(call, rect_row_is_short(region, row), CL_INVALID_VALUE, RECT_ROW_PITCH, row,
             region[0]);
    error_if(call, rect_slice_is_short(region, row, slice), CL_INVALID_VALUE, RECT_SLICE_PITCH,
             slice, region[1], rect_row_pitch(region, row));
    error_if(call, rect_slice_is_uneven(region, row, slice), CL_INVALID_VALUE,
             RECT_SLICE_PITCH_ROWS, slice, rect_row_pitch(region, row));
}

static void transfer_rect(struct check_call *call, const struct clEnqueueReadBufferRect_args *a)
{
    queue_of_host(call, &a->command_queue);
    mem_of_queue(call, a->command_queue, a->buffer);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    is_buffer(call, &a->buffer);
    rect_not_null(call, a->buffer_origin, a->host_origin, a->region);
    rect_in_buffer(call, a->buffer, a->buffer_origin, a->region, a->buffer_row_pitch,
                   a->buffer_slice_pitch);
    rect_not_empty(call, a->region);
    rect_pitches(call, a->region, a->buffer_row_pitch, a->buffer_slice_pitch);
    rect_pitches(call, a->region, a->host_row_pitch, a->host_slice_pitch);
    error_if(call, !a->ptr, CL_INVALID_VALUE, POINTER_NULL);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    sub_buffer_of_queue(call, a->command_queue, a->buffer);
    boolean_argument(call, &a->blocking_read);
    wait_list_failed(call, a->blocking_read, a->num_events_in_wait_list, a->event_wait_list);
    out_of_device_memory(call);
    transferred(call, a->buffer, call->number == clEnqueueReadBufferRect_number);
    out_of_memory(call);
}
CONDITIONS_OF_BOTH(transfer_rect, clEnqueueReadBufferRect, clEnqueueWriteBufferRect, event)

void check_clEnqueueCopyBuffer(struct check_call *call, const struct clEnqueueCopyBuffer_args *a)
{
    const bool overlap =
        info_ranges_overlap(a->src_buffer, a->src_offset, a->dst_buffer, a->dst_offset, a->size);
    const bool is_same = a->src_buffer == a->dst_buffer;
    queue_of_host(call, &a->command_queue);
    mem_of_queue(call, a->command_queue, a->src_buffer);
    mem_of_queue(call, a->command_queue, a->dst_buffer);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    is_buffer(call, &a->src_buffer);
    is_buffer(call, &a->dst_buffer);
    sub_buffer_of_queue(call, a->command_queue, a->src_buffer);
    sub_buffer_of_queue(call, a->command_queue, a->dst_buffer);
    range_in_buffer(call, a->src_buffer, a->src_offset, a->size);
    range_in_buffer(call, a->dst_buffer, a->dst_offset, a->size);
    size_not_zero(call, a->size);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    error_if(call, is_same && overlap, CL_MEM_COPY_OVERLAP, COPY_OVERLAP);
    error_if(call, !is_same && overlap, CL_MEM_COPY_OVERLAP, COPY_OVERLAP);
    out_of_device_memory(call);
    not_immutable(call, a->dst_buffer, true);
    out_of_memory(call);
}

void check_clEnqueueCopyBufferRect(struct check_call *call,
                                   const struct clEnqueueCopyBufferRect_args *a)
{
    const size_t *region = a->region;
    const struct rect from = { 0, a->src_origin, a->src_row_pitch, a->src_slice_pitch };
    const struct rect to = { 0, a->dst_origin, a->dst_row_pitch, a->dst_slice_pitch };
    const bool overlap = info_rects_overlap(a->src_buffer, from, a->dst_buffer, to, region);
    const bool is_same = a->src_buffer == a->dst_buffer;
    const uint64_t src_row = rect_row_pitch(region, from.row_pitch),
                   dst_row = rect_row_pitch(region, to.row_pitch);
    const uint64_t src_slice = rect_slice_pitch(region, from.row_pitch, from.slice_pitch);
    const uint64_t dst_slice = rect_slice_pitch(region, to.row_pitch, to.slice_pitch);
    queue_of_host(call, &a->command_queue);
    mem_of_queue(call, a->command_queue, a->src_buffer);
    mem_of_queue(call, a->command_queue, a->dst_buffer);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    is_buffer(call, &a->src_buffer);
    is_buffer(call, &a->dst_buffer);
    sub_buffer_of_queue(call, a->command_queue, a->src_buffer);
    sub_buffer_of_queue(call, a->command_queue, a->dst_buffer);
    rect_not_null(call, a->src_origin, a->dst_origin, region);
    rect_in_buffer(call, a->src_buffer, a->src_origin, region, a->src_row_pitch,
                   a->src_slice_pitch);
    rect_in_buffer(call, a->dst_buffer, a->dst_origin, region, a->dst_row_pitch,
                   a->dst_slice_pitch);
    rect_not_empty(call, region);
    rect_pitches(call, region, a->src_row_pitch, a->src_slice_pitch);
    rect_pitches(call, region, a->dst_row_pitch, a->dst_slice_pitch);
    error_if(call, is_same && src_row != dst_row, CL_INVALID_VALUE, RECT_PITCHES_DIFFER, src_row,
             dst_row);
    error_if(call, is_same && src_slice != dst_slice, CL_INVALID_VALUE, RECT_PITCHES_DIFFER,
             src_slice, dst_slice);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    error_if(call, is_same && overlap, CL_MEM_COPY_OVERLAP, COPY_OVERLAP);
    error_if(call, !is_same && overlap, CL_MEM_COPY_OVERLAP, COPY_OVERLAP);
    out_of_device_memory(call);
    not_immutable(call, a->dst_buffer, true);
    out_of_memory(call);
}

void check_clEnqueueFillBuffer(struct check_call *call, const struct clEnqueueFillBuffer_args *a)
{
    queue_of_host(call, &a->command_queue);
    mem_of_queue(call, a->command_queue, a->buffer);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    is_buffer(call, &a->buffer);
    range_in_buffer(call, a->buffer, a->offset, a->size);
    size_not_zero(call, a->size);
    fill_pattern(call, a->pattern, a->pattern_size);
    fill_alignment(call, a->offset, a->pattern_size);
    fill_size(call, a->pattern_size, a->size);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    sub_buffer_of_queue(call, a->command_queue, a->buffer);
    out_of_device_memory(call);
    not_immutable(call, a->buffer, true);
    out_of_memory(call);
}

void check_clEnqueueMapBuffer(struct check_call *call, const struct clEnqueueMapBuffer_args *a)
{
    queue_of_host(call, &a->command_queue);
    mem_of_queue(call, a->command_queue, a->buffer);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    is_buffer(call, &a->buffer);
    range_in_buffer(call, a->buffer, a->offset, a->size);
    error_if(call, a->size == 0, CL_INVALID_VALUE, MAP_SIZE_ZERO);
    map_flags(call, a->map_flags);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    sub_buffer_of_queue(call, a->command_queue, a->buffer);
    driver_checks(call, CL_MAP_FAILURE, "the region can't be mapped");
    boolean_argument(call, &a->blocking_map);
    wait_list_failed(call, a->blocking_map, a->num_events_in_wait_list, a->event_wait_list);
    out_of_device_memory(call);
    map_access(call, a->buffer, a->map_flags);
    map_overlap(call, a->buffer, a->map_flags, (const size_t[3]){ a->offset },
                (const size_t[3]){ a->size, 1, 1 });
    out_of_memory(call);
}

/* ---- all memory objects ---- */

void check_clSetMemObjectDestructorCallback(struct check_call *call,
                                            const struct clSetMemObjectDestructorCallback_args *a)
{
    not_null(call, a->memobj, CL_INVALID_MEM_OBJECT);
    error_if(call, !a->pfn_notify, CL_INVALID_VALUE, DESTRUCTOR_NULL);
    out_of_memory(call);
}

/* Explains the failure of a query for a resource of another API: none of that API's functions made
 * the object. */
#define resource_of(call, name, error, is_other)                                                   \
    explain_if(call, a->param_name == (name) && (is_other), error, RESOURCE_OTHER)

void check_clGetMemObjectInfo(struct check_call *call, const struct clGetMemObjectInfo_args *a)
{
    not_null(call, a->memobj, CL_INVALID_MEM_OBJECT);
    explain_if(call, a->param_name == CL_MEM_DEVICE_ADDRESS_EXT, CL_INVALID_OPERATION,
               DEVICE_ADDRESS_NONE);
    explain_query(call, a, clGetMemObjectInfo, a->memobj, 0x1100, 0x110f);
    out_of_memory(call);
    resource_of(call, CL_MEM_DX9_MEDIA_SURFACE_INFO_KHR, CL_INVALID_DX9_MEDIA_SURFACE_KHR,
                IS_NOT_DX9(a->memobj));
    resource_of(call, CL_MEM_D3D10_RESOURCE_KHR, CL_INVALID_D3D10_RESOURCE_KHR,
                IS_NOT_D3D10(a->memobj));
    resource_of(call, CL_MEM_D3D11_RESOURCE_KHR, CL_INVALID_D3D11_RESOURCE_KHR,
                IS_NOT_D3D11(a->memobj));
}

void check_clGetImageInfo(struct check_call *call, const struct clGetImageInfo_args *a)
{
    is_image(call, &a->image);
    explain_query(call, a, clGetImageInfo, a->image, 0x1110, 0x111f);
    resource_of(call, CL_IMAGE_DX9_MEDIA_PLANE_KHR, CL_INVALID_DX9_MEDIA_SURFACE_KHR,
                IS_NOT_DX9(a->image));
    resource_of(call, CL_IMAGE_D3D10_SUBRESOURCE_KHR, CL_INVALID_D3D10_RESOURCE_KHR,
                IS_NOT_D3D10(a->image));
    resource_of(call, CL_IMAGE_D3D11_SUBRESOURCE_KHR, CL_INVALID_D3D11_RESOURCE_KHR,
                IS_NOT_D3D11(a->image));
    out_of_memory(call);
}

void check_clEnqueueUnmapMemObject(struct check_call *call,
                                   const struct clEnqueueUnmapMemObject_args *a)
{
    const bool is_pipe = info_mem_type(a->memobj) == CL_MEM_OBJECT_PIPE;
    queue_of_host(call, &a->command_queue);
    not_null(call, a->memobj, CL_INVALID_MEM_OBJECT);
    error_if(call, is_pipe, CL_INVALID_MEM_OBJECT, MEM_IS_PIPE, ADDRESS(a->memobj));
    error_if(call, !is_pipe && info_is_never_mapped(a->memobj, a->mapped_ptr), CL_INVALID_VALUE,
             UNMAP_POINTER);
    error_if(call, info_is_unmapped(a->memobj, a->mapped_ptr), CL_INVALID_VALUE, UNMAP_TWICE);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    out_of_memory(call);
    mem_of_queue(call, a->command_queue, a->memobj);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
}

static void migrate(struct check_call *call, const struct clEnqueueMigrateMemObjects_args *a)
{
    queue_of_host(call, &a->command_queue);
    error_about(call, info_elsewhere(a->command_queue, a->mem_objects, a->num_mem_objects),
                CL_INVALID_CONTEXT, MEM_CONTEXT);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    none_null(call, a->mem_objects, a->num_mem_objects, CL_INVALID_MEM_OBJECT);
    error_if(call, !a->num_mem_objects || !a->mem_objects, CL_INVALID_VALUE, MIGRATION_NONE,
             a->num_mem_objects, ADDRESS(a->mem_objects));
    migration_flags(call, a->flags);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    out_of_device_memory(call);
    out_of_memory(call);
}
CONDITIONS_OF_BOTH(migrate, clEnqueueMigrateMemObjects, clEnqueueMigrateMemObjectEXT, event)

static void external_command(struct check_call *call,
                             const struct clEnqueueAcquireExternalMemObjectsKHR_args *a)
{
    error_if(call, !a->mem_objects != !a->num_mem_objects, CL_INVALID_VALUE, MEM_LIST_LENGTH,
             a->num_mem_objects, ADDRESS(a->mem_objects));
    none_null(call, a->mem_objects, a->num_mem_objects, CL_INVALID_MEM_OBJECT);
    explain_if(call, properties_lack_handle(a->mem_objects, a->num_mem_objects),
               CL_INVALID_MEM_OBJECT, EXTERNAL_MEM_OTHER);
    queue_of_host(call, &a->command_queue);
    explain_if(call,
               properties_exclude_device(a->command_queue, a->mem_objects, a->num_mem_objects),
               CL_INVALID_COMMAND_QUEUE, EXTERNAL_QUEUE_DEVICE);
    error_if(call, info_any_is_without_device(a->command_queue, a->mem_objects, a->num_mem_objects),
             CL_INVALID_COMMAND_QUEUE, EXTERNAL_QUEUE_DEVICE);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    wait_list_failed(call, true, a->num_events_in_wait_list, a->event_wait_list);
    out_of_memory(call);
}
CONDITIONS_OF_BOTH(external_command, clEnqueueAcquireExternalMemObjectsKHR,
                   clEnqueueReleaseExternalMemObjectsKHR, event)

/* ---- pipes ---- */

void check_clCreatePipe(struct check_call *call, const struct clCreatePipe_args *a)
{
    not_null(call, a->context, CL_INVALID_CONTEXT);
    error_if(call, info_asked_most(a->context, CL_DEVICE_PIPE_SUPPORT) == 0, CL_INVALID_OPERATION,
             PIPES_UNSUPPORTED);
    error_if(call, a->flags & MEM_KNOWN & ~MEM_PIPE, CL_INVALID_VALUE, PIPE_FLAGS);
    explain_if(call, a->flags & ~MEM_PIPE, CL_INVALID_VALUE, PIPE_FLAGS);
    error_if(call, a->properties, CL_INVALID_VALUE, PIPE_PROPERTIES);
    error_if(call, !a->pipe_packet_size || !a->pipe_max_packets, CL_INVALID_PIPE_SIZE,
             PIPE_SIZE_ZERO);
    if (explaining(call, CL_INVALID_PIPE_SIZE)) {
        const uint64_t most = info_asked_most(a->context, CL_DEVICE_PIPE_MAX_PACKET_SIZE);
        explain_if(call, a->pipe_packet_size > most, CL_INVALID_PIPE_SIZE, PIPE_SIZE_LIMIT, most);
    }
    out_of_device_memory(call);
    out_of_memory(call);
    error_if(call, flags_immutable(a->context, a->flags), CL_INVALID_VALUE, PIPE_FLAGS);
}

void check_clGetPipeInfo(struct check_call *call, const struct clGetPipeInfo_args *a)
{
    not_null(call, a->pipe, CL_INVALID_MEM_OBJECT);
    error_if(call, info_is_no_pipe(a->pipe), CL_INVALID_MEM_OBJECT, MEM_NOT_PIPE, ADDRESS(a->pipe),
             info_mem_type(a->pipe));
    explain_query(call, a, clGetPipeInfo, a->pipe, 0x1120, 0x112f);
    out_of_memory(call);
}
