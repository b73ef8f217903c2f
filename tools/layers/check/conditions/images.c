/* SPDX-License-Identifier: Apache-2.0 */
/* Images: section 5.3. */
#include "mem_objects.h"
#include "../known/info_memory.h"

#define ANDROID CL_EXTERNAL_MEMORY_HANDLE_ANDROID_HARDWARE_BUFFER_KHR

/* ---- creation ---- */

static void image_format_is(struct check_call *call, const cl_image_format *format)
{
    error_if(call, format_is_none(format), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, IMAGE_FORMAT_NONE,
             format->image_channel_order, format->image_channel_data_type);
    explain_if(call, format_is_odd(format), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, IMAGE_FORMAT_PAIR,
               format->image_channel_order, format->image_channel_data_type);
}

static void format_is_supported(struct check_call *call, cl_context context, cl_mem_flags flags,
                                cl_mem_object_type type, const cl_image_format *format)
{
    explain_if(call, format_is_unlisted(context, flags, type, format),
               CL_IMAGE_FORMAT_NOT_SUPPORTED, IMAGE_FORMAT_UNSUPPORTED, format->image_channel_order,
               format->image_channel_data_type);
}

static void image_size(struct check_call *call, cl_context context, const cl_image_desc *desc)
{
    error_if(call, desc_has_zero(desc), CL_INVALID_IMAGE_SIZE, IMAGE_SIZE_ZERO, desc->image_width,
             desc->image_height, desc->image_depth, desc->image_array_size);
    explain_if(call, desc_is_too_large(context, desc), CL_INVALID_IMAGE_SIZE, IMAGE_SIZE_LIMIT,
               desc->image_width, desc->image_height, desc->image_depth, desc->image_array_size);
}

/* The pitches are right. `shared`: the memory may be that of another API. */
static void image_pitches(struct check_call *call, const cl_image_desc *desc,
                          const cl_image_format *format, const void *host_ptr, bool shared,
                          cl_int error)
{
    error_if(call, !shared && desc_pitch_is_unwanted(desc, host_ptr), error, IMAGE_PITCH_UNWANTED,
             desc->image_row_pitch, desc->image_slice_pitch);
    error_if(call, desc_row_is_short(desc, format), error, IMAGE_ROW_PITCH, desc->image_row_pitch,
             desc->image_width, format_size(format));
    error_if(call, desc_slice_is_short(desc, format), error, IMAGE_SLICE_PITCH,
             desc->image_slice_pitch, desc->image_row_pitch);
}

/* The conditions of both functions of OpenCL 1.0. */
static void old_image(struct check_call *call, const cl_context *context, cl_mem_flags flags,
                      const cl_image_format *format, const cl_image_desc *desc,
                      const void *host_ptr)
{
    not_null(call, *context, CL_INVALID_CONTEXT);
    mem_flags(call, flags);
    error_if(call, !format, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, IMAGE_FORMAT_NULL);
    image_format_is(call, format);
    image_size(call, *context, desc);
    if (desc->image_type == CL_MEM_OBJECT_IMAGE3D)
        error_if(call, desc->image_depth == 1, CL_INVALID_IMAGE_SIZE, IMAGE_DEPTH);
    image_pitches(call, desc, format, host_ptr, flags & ~MEM_KNOWN, CL_INVALID_IMAGE_SIZE);
    host_pointer(call, flags, host_ptr);
    format_is_supported(call, *context, flags, desc->image_type, format);
    out_of_device_memory(call);
    images_of_context(call, *context);
    out_of_memory(call);
    immutable_content(call, *context, flags, false);
}

void check_clCreateImage2D(struct check_call *call, const struct clCreateImage2D_args *a)
{
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = a->image_width,
                                 .image_height = a->image_height,
                                 .image_row_pitch = a->image_row_pitch };
    old_image(call, &a->context, a->flags, a->image_format, &desc, a->host_ptr);
}

void check_clCreateImage3D(struct check_call *call, const struct clCreateImage3D_args *a)
{
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE3D,
                                 .image_width = a->image_width,
                                 .image_height = a->image_height,
                                 .image_depth = a->image_depth,
                                 .image_row_pitch = a->image_row_pitch,
                                 .image_slice_pitch = a->image_slice_pitch };
    old_image(call, &a->context, a->flags, a->image_format, &desc, a->host_ptr);
}

static void image_alignment(struct check_call *call, cl_context context, const cl_image_desc *desc,
                            const cl_image_format *format)
{
    explain_if(call, desc_buffer_is_misaligned(context, desc, format),
               CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, IMAGE_BUFFER_ALIGNMENT, desc->image_row_pitch);
}

static void image_type(struct check_call *call, const cl_image_desc *desc)
{
    error_if(call, desc && !image_dimensions(desc->image_type), CL_INVALID_IMAGE_DESCRIPTOR,
             IMAGE_TYPE, desc->image_type);
    error_if(call, desc_mem_is_wrong(desc), CL_INVALID_IMAGE_DESCRIPTOR, IMAGE_MEM_OBJECT,
             ADDRESS(desc_mem(desc)));
}

/* image_desc is right: all its conditions have one error. */
static void image_descriptor(struct check_call *call, const cl_image_desc *desc, bool android)
{
    error_if(call, !desc && !android, CL_INVALID_IMAGE_DESCRIPTOR, IMAGE_DESC_NULL);
    image_type(call, desc);
    explain_if(call, desc_mem_is_odd(desc), CL_INVALID_IMAGE_DESCRIPTOR, IMAGE_MEM_OBJECT_TYPE,
               desc->image_type);
    explain_if(call, desc && (desc->num_mip_levels || desc->num_samples),
               CL_INVALID_IMAGE_DESCRIPTOR, IMAGE_LEVELS, desc->num_mip_levels, desc->num_samples);
}

static void create_image(struct check_call *call, const cl_context *context_argument,
                         const cl_mem_properties *properties, cl_mem_flags flags,
                         const cl_image_format *format, const cl_image_desc *desc,
                         const void *host_ptr)
{
    const cl_context context = *context_argument;
    const unsigned handles = properties_handles(properties);
    const bool android = properties_have(properties, ANDROID);
    const cl_mem mem = desc_mem(desc);
    const cl_mem_flags of_mem = info_mem_flags(mem);
    const uint64_t bytes = desc_buffer_bytes(desc, format);
    not_null(call, *context_argument, CL_INVALID_CONTEXT);
    error_if(call, desc_mem_is_foreign(context, desc), CL_INVALID_CONTEXT, CONTEXT_MISMATCH);
    images_of_context(call, context);
    explain_if(call, desc_buffer_is_unsupported(context, desc), CL_INVALID_OPERATION,
               IMAGE_OF_BUFFER_UNSUPPORTED);
    mem_properties(call, properties);
    external_handles(call, context, properties);
    mem_flags(call, flags);
    kernel_access(call, of_mem, flags, IMAGE_MEM_ACCESS);
    error_if(call, mem && flags & MEM_HOST, CL_INVALID_VALUE, IMAGE_MEM_HOST_POINTER);
    host_access(call, of_mem, flags, IMAGE_MEM_ACCESS);
    error_if(call, flags & MEM_HOST && handles, CL_INVALID_VALUE, EXTERNAL_HOST_POINTER);
    immutable_flags(call, context, flags);
    error_if(call, !(flags & CL_MEM_IMMUTABLE_EXT) && info_mem_is_immutable(mem), CL_INVALID_VALUE,
             IMMUTABLE_MISSING, ADDRESS(mem));
    /* The specification has three lines: for images of nothing, of a buffer, and of another
     * image. */
    immutable_content(call, context, flags, mem || handles);
    immutable_content(call, context, flags, mem || handles);
    immutable_content(call, context, flags, mem || handles);
    error_if(call, !format && !android, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, IMAGE_FORMAT_NULL);
    image_format_is(call, format);
    error_if(call, format && android, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, IMAGE_FORMAT_UNWANTED);
    /* Two lines again: for the pitch, and for the address. */
    image_alignment(call, context, desc, format);
    image_alignment(call, context, desc, format);
    error_if(call, desc && android, CL_INVALID_IMAGE_DESCRIPTOR, IMAGE_FORMAT_UNWANTED);
    image_descriptor(call, desc, android);
    image_pitches(call, desc, format, host_ptr, (properties && *properties) || flags & ~MEM_KNOWN,
                  CL_INVALID_IMAGE_DESCRIPTOR);
    image_size(call, context, desc);
    error_if(call, bytes > info_mem_size(mem), CL_INVALID_IMAGE_SIZE, IMAGE_BUFFER_SMALL, bytes,
             info_mem_size(mem));
    host_pointer(call, flags, host_ptr);
    error_if(call, host_ptr && handles, CL_INVALID_HOST_PTR, EXTERNAL_HOST_POINTER);
    format_is_supported(call, context, flags, desc ? desc->image_type : 0, format);
    driver_checks(call, CL_IMAGE_FORMAT_NOT_SUPPORTED,
                  "the AHardwareBuffer has a format that images can't have");
    out_of_device_memory(call);
    out_of_memory(call);
}

void check_clCreateImage(struct check_call *call, const struct clCreateImage_args *a)
{
    create_image(call, &a->context, NULL, a->flags, a->image_format, a->image_desc, a->host_ptr);
}

void check_clCreateImageWithProperties(struct check_call *call,
                                       const struct clCreateImageWithProperties_args *a)
{
    create_image(call, &a->context, a->properties, a->flags, a->image_format, a->image_desc,
                 a->host_ptr);
}

/* ---- queries ---- */

void check_clGetSupportedImageFormats(struct check_call *call,
                                      const struct clGetSupportedImageFormats_args *a)
{
    const cl_mem_flags other = a->flags & ~(MEM_KNOWN | CL_MEM_KERNEL_READ_AND_WRITE);
    not_null(call, a->context, CL_INVALID_CONTEXT);
    error_if(call, flags_clash(a->flags, MEM_ACCESS), CL_INVALID_VALUE, MEM_FLAGS_ACCESS);
    explain_if(call, other, CL_INVALID_VALUE, MEM_FLAGS_UNKNOWN, other);
    error_if(call, !image_dimensions(a->image_type), CL_INVALID_VALUE, IMAGE_TYPE, a->image_type);
    error_if(call, !a->num_entries && a->image_formats, CL_INVALID_VALUE, FORMATS_COUNT);
    out_of_memory(call);
}

/* The size of the answer of clGetImageRequirementsInfoEXT; UNKNOWN for other queries. */
static uint64_t requirement_size(cl_uint name)
{
    switch (name) {
    case CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT:
    case CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT:
    case CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT:
    case CL_IMAGE_REQUIREMENTS_SIZE_EXT: return sizeof(size_t);
    case CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT:
    case CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT:
    case CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT:
    case CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT: return sizeof(cl_uint);
    }
    return UNKNOWN;
}

void check_clGetImageRequirementsInfoEXT(struct check_call *call,
                                         const struct clGetImageRequirementsInfoEXT_args *a)
{
    not_null(call, a->context, CL_INVALID_CONTEXT);
    mem_properties(call, a->properties);
    mem_flags(call, a->flags);
    image_format_is(call, a->image_format);
    image_type(call, a->image_desc);
    if (explaining(call, CL_INVALID_VALUE))
        query(call, requirement_size(a->param_name), a->param_value_size, a->param_value);
    out_of_memory(call);
}

/* ---- commands: regions ---- */

static void array_not_null(struct check_call *call, const size_t *array)
{
    error_if(call, !array, CL_INVALID_VALUE, IMAGE_REGION_NULL);
}

static void region_in_image(struct check_call *call, cl_mem image, const size_t *origin,
                            const size_t *region)
{
    const struct image_shape *shape = info_shape(image);
    const unsigned outside = image_lacks_level(shape, origin)
                                 ? 0
                                 : image_outside(shape, origin, region); /* counts from 1 */
    error_about(call, outside ? image : NULL, CL_INVALID_VALUE, IMAGE_REGION, outside - 1,
                origin[outside - 1], region[outside - 1], image_extent(shape, origin, outside - 1));
}

static void region_fits_dimensions(struct check_call *call, cl_mem image, const size_t *origin,
                                   const size_t *region)
{
    const unsigned beyond = image_beyond(info_shape(image), origin, region); /* counts from 1 */
    error_if(call, region_has_zero(region), CL_INVALID_VALUE, IMAGE_REGION_ZERO, region[0],
             region[1], region[2]);
    error_if(call, beyond, CL_INVALID_VALUE, IMAGE_REGION_DIMENSION, ADDRESS(image), beyond - 1,
             origin[beyond - 1], region[beyond - 1]);
}

static void level_of_image(struct check_call *call, cl_mem image, const size_t *origin)
{
    const struct image_shape *shape = info_shape(image);
    error_if(call, image_lacks_level(shape, origin), CL_INVALID_MIP_LEVEL, IMAGE_LEVEL,
             ADDRESS(image), shape->levels, image_level(shape, origin));
}

static void image_size_of_queue(struct check_call *call, cl_command_queue queue, cl_mem image)
{
    explain_if(call, info_image_is_too_large(queue, image), CL_INVALID_IMAGE_SIZE,
               IMAGE_SIZE_DEVICE, ADDRESS(image));
}

static void image_format_of_queue(struct check_call *call)
{
    driver_checks(call, CL_IMAGE_FORMAT_NOT_SUPPORTED,
                  "the queue's device lacks the format, which another device of the context has");
}

static void image_not_of_buffer(struct check_call *call, cl_mem image, cl_mem buffer)
{
    error_if(call, info_image_is_of_buffer(image, buffer), CL_INVALID_MEM_OBJECT, IMAGE_OF_BUFFER);
}

/* ---- commands ---- */

/* The pitches of host memory that an image is copied to or from are right. */
static void host_pitches(struct check_call *call, cl_mem image, const size_t *region, size_t row,
                         size_t slice)
{
    error_if(call, info_image_row_is_short(image, region, row), CL_INVALID_VALUE,
             IMAGE_HOST_ROW_SHORT, row, region[0]);
    error_if(call, info_image_slice_is_short(image, region, row, slice), CL_INVALID_VALUE,
             IMAGE_HOST_SLICE_SHORT, slice, region[1]);
    error_if(call, slice && info_image_is_flat(image), CL_INVALID_VALUE, IMAGE_HOST_SLICE, slice);
}

static void transfer_image(struct check_call *call, const struct clEnqueueReadImage_args *a)
{
    queue_of_host(call, &a->command_queue);
    mem_of_queue(call, a->command_queue, a->image);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    is_image(call, &a->image);
    array_not_null(call, a->origin);
    array_not_null(call, a->region);
    region_in_image(call, a->image, a->origin, a->region);
    region_fits_dimensions(call, a->image, a->origin, a->region);
    host_pitches(call, a->image, a->region, a->row_pitch, a->slice_pitch);
    error_if(call, !a->ptr, CL_INVALID_VALUE, POINTER_NULL);
    level_of_image(call, a->image, a->origin);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    image_size_of_queue(call, a->command_queue, a->image);
    image_format_of_queue(call);
    boolean_argument(call, &a->blocking_read);
    wait_list_failed(call, a->blocking_read, a->num_events_in_wait_list, a->event_wait_list);
    out_of_device_memory(call);
    images_of_queue(call, a->command_queue);
    transferred(call, a->image, call->number == clEnqueueReadImage_number);
    out_of_memory(call);
}
CONDITIONS_OF_BOTH(transfer_image, clEnqueueReadImage, clEnqueueWriteImage, event)

void check_clEnqueueCopyImage(struct check_call *call, const struct clEnqueueCopyImage_args *a)
{
    queue_of_host(call, &a->command_queue);
    mem_of_queue(call, a->command_queue, a->src_image);
    mem_of_queue(call, a->command_queue, a->dst_image);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    is_image(call, &a->src_image);
    is_image(call, &a->dst_image);
    error_if(call, info_formats_differ(a->src_image, a->dst_image), CL_IMAGE_FORMAT_MISMATCH,
             IMAGE_FORMATS_DIFFER);
    array_not_null(call, a->src_origin);
    array_not_null(call, a->dst_origin);
    array_not_null(call, a->region);
    region_in_image(call, a->src_image, a->src_origin, a->region);
    region_in_image(call, a->dst_image, a->dst_origin, a->region);
    region_fits_dimensions(call, a->src_image, a->src_origin, a->region);
    region_fits_dimensions(call, a->dst_image, a->dst_origin, a->region);
    level_of_image(call, a->src_image, a->src_origin);
    level_of_image(call, a->dst_image, a->dst_origin);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    image_size_of_queue(call, a->command_queue, a->src_image);
    image_size_of_queue(call, a->command_queue, a->dst_image);
    image_format_of_queue(call);
    error_if(call,
             a->src_image == a->dst_image &&
                 image_regions_overlap(info_shape(a->src_image), a->src_origin, a->dst_origin,
                                       a->region),
             CL_MEM_COPY_OVERLAP, COPY_OVERLAP);
    out_of_device_memory(call);
    images_of_queue(call, a->command_queue);
    not_immutable(call, a->dst_image, true);
    out_of_memory(call);
}

/* A copy between an image and a buffer: the conditions after those of one direction. */
static void copy_with_buffer(struct check_call *call, cl_command_queue queue, cl_mem image,
                             const size_t *origin, const size_t *region, cl_mem buffer,
                             cl_uint events, const cl_event *const *event_list)
{
    region_fits_dimensions(call, image, origin, region);
    level_of_image(call, image, origin);
    wait_list(call, events, event_list);
    sub_buffer_of_queue(call, queue, buffer);
    image_size_of_queue(call, queue, image);
    image_format_of_queue(call);
    out_of_device_memory(call);
    out_of_device_memory(call);
    images_of_queue(call, queue);
}

void check_clEnqueueCopyImageToBuffer(struct check_call *call,
                                      const struct clEnqueueCopyImageToBuffer_args *a)
{
    queue_of_host(call, &a->command_queue);
    mem_of_queue(call, a->command_queue, a->src_image);
    mem_of_queue(call, a->command_queue, a->dst_buffer);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    is_image(call, &a->src_image);
    is_buffer(call, &a->dst_buffer);
    image_not_of_buffer(call, a->src_image, a->dst_buffer);
    array_not_null(call, a->src_origin);
    array_not_null(call, a->region);
    region_in_image(call, a->src_image, a->src_origin, a->region);
    image_bytes_in_buffer(call, a->src_image, a->region, a->dst_buffer, a->dst_offset);
    copy_with_buffer(call, a->command_queue, a->src_image, a->src_origin, a->region, a->dst_buffer,
                     a->num_events_in_wait_list, &a->event_wait_list);
    not_immutable(call, a->dst_buffer, true);
    out_of_memory(call);
}

void check_clEnqueueCopyBufferToImage(struct check_call *call,
                                      const struct clEnqueueCopyBufferToImage_args *a)
{
    queue_of_host(call, &a->command_queue);
    mem_of_queue(call, a->command_queue, a->src_buffer);
    mem_of_queue(call, a->command_queue, a->dst_image);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    is_buffer(call, &a->src_buffer);
    is_image(call, &a->dst_image);
    image_not_of_buffer(call, a->dst_image, a->src_buffer);
    array_not_null(call, a->dst_origin);
    array_not_null(call, a->region);
    image_bytes_in_buffer(call, a->dst_image, a->region, a->src_buffer, a->src_offset);
    region_in_image(call, a->dst_image, a->dst_origin, a->region);
    copy_with_buffer(call, a->command_queue, a->dst_image, a->dst_origin, a->region, a->src_buffer,
                     a->num_events_in_wait_list, &a->event_wait_list);
    not_immutable(call, a->dst_image, true);
    out_of_memory(call);
}

void check_clEnqueueFillImage(struct check_call *call, const struct clEnqueueFillImage_args *a)
{
    queue_of_host(call, &a->command_queue);
    mem_of_queue(call, a->command_queue, a->image);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    is_image(call, &a->image);
    error_if(call, !a->fill_color, CL_INVALID_VALUE, PATTERN_NULL);
    array_not_null(call, a->origin);
    array_not_null(call, a->region);
    region_in_image(call, a->image, a->origin, a->region);
    region_fits_dimensions(call, a->image, a->origin, a->region);
    level_of_image(call, a->image, a->origin);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    image_size_of_queue(call, a->command_queue, a->image);
    image_format_of_queue(call);
    out_of_device_memory(call);
    images_of_queue(call, a->command_queue);
    not_immutable(call, a->image, true);
    out_of_memory(call);
}

void check_clEnqueueMapImage(struct check_call *call, const struct clEnqueueMapImage_args *a)
{
    queue_of_host(call, &a->command_queue);
    mem_of_queue(call, a->command_queue, a->image);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    is_image(call, &a->image);
    array_not_null(call, a->origin);
    array_not_null(call, a->region);
    region_in_image(call, a->image, a->origin, a->region);
    map_flags(call, a->map_flags);
    region_fits_dimensions(call, a->image, a->origin, a->region);
    error_if(call, !a->image_row_pitch, CL_INVALID_VALUE, MAP_PITCH_NULL);
    error_if(call, !a->image_slice_pitch && image_is_array(info_mem_type(a->image)),
             CL_INVALID_VALUE, MAP_PITCH_NULL);
    error_if(call, !a->image_slice_pitch && info_mem_type(a->image) == CL_MEM_OBJECT_IMAGE3D,
             CL_INVALID_VALUE, MAP_PITCH_NULL);
    level_of_image(call, a->image, a->origin);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    image_size_of_queue(call, a->command_queue, a->image);
    image_format_of_queue(call);
    driver_checks(call, CL_MAP_FAILURE, "the region can't be mapped");
    boolean_argument(call, &a->blocking_map);
    wait_list_failed(call, a->blocking_map, a->num_events_in_wait_list, a->event_wait_list);
    out_of_device_memory(call);
    images_of_queue(call, a->command_queue);
    map_access(call, a->image, a->map_flags);
    map_overlap(call, a->image, a->map_flags, a->origin, a->region);
    out_of_memory(call);
}
