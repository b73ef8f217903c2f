/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments of the functions that make memory objects. */
#include "memory.h"

#include "info_contexts.h"
#include "info_memory.h"
#include "info_queues.h"

#include <stdlib.h>

/* ---- flags ---- */

bool flags_immutable(cl_context context, cl_mem_flags flags)
{
    return flags & CL_MEM_IMMUTABLE_EXT &&
           info_context_has(context, "cl_ext_immutable_memory_objects");
}

bool info_mem_is_immutable(cl_mem mem)
{
    return flags_immutable(objects_context(mem), info_mem_flags(mem));
}

/* ---- formats ---- */

/* The values that the specification has; extensions have others. */
#define IS_ORDER(value) ((value) >= CL_R && (value) <= CL_ABGR)
#define IS_TYPE(value)  ((value) >= CL_SNORM_INT8 && (value) <= CL_UNORM_INT_101010_2)

bool format_is_none(const cl_image_format *format)
{
    return format &&
           (!format->image_channel_order || !format->image_channel_data_type ||
            IS_TYPE(format->image_channel_order) || IS_ORDER(format->image_channel_data_type));
}

static bool is_packed(cl_channel_type type)
{
    return type == CL_UNORM_SHORT_565 || type == CL_UNORM_SHORT_555 || type == CL_UNORM_INT_101010;
}

static bool is_byte(cl_channel_type type)
{
    return type == CL_UNORM_INT8 || type == CL_SNORM_INT8 || type == CL_SIGNED_INT8 ||
           type == CL_UNSIGNED_INT8;
}

bool format_is_odd(const cl_image_format *format)
{
    const cl_channel_order order = format ? format->image_channel_order : 0;
    const cl_channel_type type = format ? format->image_channel_data_type : 0;
    if (!IS_ORDER(order) || !IS_TYPE(type)) return false;
    switch (order) {
    case CL_RGB:
    case CL_RGBx: return !is_packed(type);
    case CL_ARGB:
    case CL_BGRA:
    case CL_ABGR: return !is_byte(type);
    case CL_sRGB:
    case CL_sRGBx:
    case CL_sRGBA:
    case CL_sBGRA: return type != CL_UNORM_INT8;
    case CL_DEPTH: return type != CL_UNORM_INT16 && type != CL_FLOAT;
    case CL_INTENSITY:
    case CL_LUMINANCE:
        return type != CL_UNORM_INT8 && type != CL_UNORM_INT16 && type != CL_SNORM_INT8 &&
               type != CL_SNORM_INT16 && type != CL_HALF_FLOAT && type != CL_FLOAT;
    }
    return is_packed(type) || (type == CL_UNORM_INT_101010_2 && order != CL_RGBA);
}

/* The number of channels of an order; 0: not known, or an order that only packed types have, such
 * as RGBx. */
static size_t channels_of(cl_channel_order order)
{
    switch (order) {
    case CL_R:
    case CL_A:
    case CL_INTENSITY:
    case CL_LUMINANCE:
    case CL_DEPTH: return 1;
    case CL_RG:
    case CL_RA: return 2;
    case CL_RGBA:
    case CL_BGRA:
    case CL_ARGB:
    case CL_ABGR:
    case CL_sRGBA:
    case CL_sBGRA: return 4;
    }
    return 0;
}

size_t format_size(const cl_image_format *format)
{
    const size_t channels = format ? channels_of(format->image_channel_order) : 0;
    switch (format ? format->image_channel_data_type : 0) {
    case CL_SNORM_INT8:
    case CL_UNORM_INT8:
    case CL_SIGNED_INT8:
    case CL_UNSIGNED_INT8: return channels;
    case CL_SNORM_INT16:
    case CL_UNORM_INT16:
    case CL_SIGNED_INT16:
    case CL_UNSIGNED_INT16:
    case CL_HALF_FLOAT: return 2 * channels;
    case CL_SIGNED_INT32:
    case CL_UNSIGNED_INT32:
    case CL_FLOAT: return 4 * channels;
    case CL_UNORM_SHORT_565:
    case CL_UNORM_SHORT_555: return 2;
    case CL_UNORM_INT_101010:
    case CL_UNORM_INT_101010_2: return 4;
    }
    return 0;
}

bool format_is_unlisted(cl_context context, cl_mem_flags flags, cl_mem_object_type type,
                        const cl_image_format *format)
{
    const cl_mem_flags access = flags & (MEM_ACCESS | CL_MEM_KERNEL_READ_AND_WRITE);
    cl_image_format *all;
    bool listed = false;
    cl_uint count = 0;
    if (!format || !objects_living(context, KIND_CONTEXT) ||
        queries.clGetSupportedImageFormats(context, access, type, 0, NULL, &count))
        return false;
    all = calloc(count + 1, sizeof *all);
    if (!all || queries.clGetSupportedImageFormats(context, access, type, count, all, NULL))
        listed = true;
    for (cl_uint i = 0; !listed && i < count; i++)
        listed = all[i].image_channel_order == format->image_channel_order &&
                 all[i].image_channel_data_type == format->image_channel_data_type;
    free(all);
    return !listed;
}

/* ---- descriptors ---- */

bool desc_has_zero(const cl_image_desc *desc)
{
    if (!desc) return false;
    /* A plane of a planar image has the sizes that the format gives it (cl_intel_planar_yuv). */
    if (desc_mem(desc) && info_mem_type(desc_mem(desc)) != CL_MEM_OBJECT_BUFFER) return false;
    switch (desc->image_type) {
    case CL_MEM_OBJECT_IMAGE1D:
    case CL_MEM_OBJECT_IMAGE1D_BUFFER: return !desc->image_width;
    case CL_MEM_OBJECT_IMAGE1D_ARRAY: return !desc->image_width || !desc->image_array_size;
    case CL_MEM_OBJECT_IMAGE2D: return !desc->image_width || !desc->image_height;
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
        return !desc->image_width || !desc->image_height || !desc->image_array_size;
    case CL_MEM_OBJECT_IMAGE3D:
        return !desc->image_width || !desc->image_height || !desc->image_depth;
    }
    return false;
}

bool desc_is_too_large(cl_context context, const cl_image_desc *desc)
{
    struct image_shape shape = { .type = desc ? desc->image_type : 0 };
    if (!image_dimensions(shape.type)) return false;
    shape.width = desc->image_width;
    shape.depth = desc->image_depth;
    if (image_is_array(shape.type)) shape.array_size = desc->image_array_size;
    if (image_dimensions(shape.type) > 1 && shape.type != CL_MEM_OBJECT_IMAGE1D_ARRAY)
        shape.height = desc->image_height;
    return info_shape_is_too_large(&shape, context, NULL);
}

/* A slice pitch of an image without slices is ignored. */
bool desc_pitch_is_unwanted(const cl_image_desc *desc, const void *host_ptr)
{
    return desc && !host_ptr && !desc_mem(desc) &&
           (desc->image_row_pitch ||
            (desc->image_slice_pitch && image_has_slices(desc->image_type)));
}

bool desc_row_is_short(const cl_image_desc *desc, const cl_image_format *format)
{
    const size_t size = format_size(format);
    return desc && size && desc->image_row_pitch &&
           (desc->image_row_pitch < bytes_product(size, desc->image_width) ||
            desc->image_row_pitch % size);
}

bool desc_slice_is_short(const cl_image_desc *desc, const cl_image_format *format)
{
    uint64_t row, rows;
    if (!desc || !image_has_slices(desc->image_type) || !desc->image_slice_pitch ||
        desc_row_is_short(desc, format))
        return false;
    row = desc->image_row_pitch ? desc->image_row_pitch
                                : bytes_product(format_size(format), desc->image_width);
    rows = desc->image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 1 : desc->image_height;
    return row &&
           (desc->image_slice_pitch < bytes_product(row, rows) || desc->image_slice_pitch % row);
}

cl_mem desc_mem(const cl_image_desc *desc)
{
    return desc ? desc->mem_object : NULL;
}

bool desc_mem_is_wrong(const cl_image_desc *desc)
{
    cl_mem mem = desc_mem(desc);
    if (!desc) return false;
    if (!mem) return desc->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
    return info_mem_type(mem) == CL_MEM_OBJECT_PIPE ||
           (desc->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER && info_is_no_buffer(mem));
}

bool desc_mem_is_odd(const cl_image_desc *desc)
{
    return desc_mem(desc) && desc->image_type != CL_MEM_OBJECT_IMAGE1D_BUFFER &&
           desc->image_type != CL_MEM_OBJECT_IMAGE2D;
}

bool desc_mem_is_foreign(cl_context context, const cl_image_desc *desc)
{
    return objects_living(desc_mem(desc), KIND_MEM) &&
           info_contexts_differ(context, desc_mem(desc));
}

uint64_t desc_buffer_bytes(const cl_image_desc *desc, const cl_image_format *format)
{
    const uint64_t row = desc ? bytes_product(format_size(format), desc->image_width) : 0;
    if (!row || info_mem_type(desc_mem(desc)) != CL_MEM_OBJECT_BUFFER) return 0;
    if (desc->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER) return row;
    if (desc->image_type != CL_MEM_OBJECT_IMAGE2D || !desc->image_height) return 0;
    /* The last row needs no gap after it. */
    return bytes_sum(
        bytes_product(desc->image_row_pitch ? desc->image_row_pitch : row, desc->image_height - 1),
        row);
}

static bool is_of_buffer(const cl_image_desc *desc)
{
    return desc && info_mem_type(desc_mem(desc)) == CL_MEM_OBJECT_BUFFER &&
           desc->image_type == CL_MEM_OBJECT_IMAGE2D;
}

bool desc_buffer_is_unsupported(cl_context context, const cl_image_desc *desc)
{
    return is_of_buffer(desc) && info_asked_most(context, CL_DEVICE_IMAGE_PITCH_ALIGNMENT) == 0;
}

bool desc_buffer_is_misaligned(cl_context context, const cl_image_desc *desc,
                               const cl_image_format *format)
{
    const uint64_t size = format_size(format);
    uint64_t pitch, base;
    if (!size || !is_of_buffer(desc)) return false;
    pitch = info_asked_most(context, CL_DEVICE_IMAGE_PITCH_ALIGNMENT);
    base = info_asked_most(context, CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT);
    return (pitch && pitch != UNKNOWN && desc->image_row_pitch % (pitch * size)) ||
           (base && base != UNKNOWN && info_mem_offset(desc_mem(desc)) % (base * size)) ||
           (base && base != UNKNOWN && (uintptr_t)info_mem(desc_mem(desc))->host % (base * size));
}

/* ---- properties ---- */

static bool is_handle(cl_mem_properties name)
{
    return name >= CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR &&
           name <= CL_EXTERNAL_MEMORY_HANDLE_ANDROID_HARDWARE_BUFFER_KHR;
}

/* The property after this one, or NULL if the layer does not know where that is. */
static const cl_mem_properties *next_property(const cl_mem_properties *property)
{
    if (*property == CL_MEM_DEVICE_HANDLE_LIST_KHR) {
        while (*++property != CL_MEM_DEVICE_HANDLE_LIST_END_KHR) {
        }
        return property + 1;
    }
    if (is_handle(*property) || *property == CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT ||
        *property == CL_MEM_ALLOC_FLAGS_INTEL || *property == CL_MEM_CHANNEL_INTEL)
        return property + 2;
    return NULL;
}

#define EACH_PROPERTY(property, properties)                                                        \
    const cl_mem_properties *property = (properties);                                              \
    property &&*property;                                                                          \
    property = next_property(property)

cl_mem_properties properties_unknown(const cl_mem_properties *properties)
{
    for (EACH_PROPERTY(property, properties))
        if (!next_property(property)) return *property;
    return 0;
}

bool properties_have(const cl_mem_properties *properties, cl_mem_properties name)
{
    for (EACH_PROPERTY(property, properties))
        if (*property == name) return true;
    return false;
}

cl_mem_properties properties_twice(const cl_mem_properties *properties)
{
    for (EACH_PROPERTY(property, properties)) {
        const cl_mem_properties *next = next_property(property);
        if (next && properties_have(next, *property)) return *property;
    }
    return 0;
}

unsigned properties_handles(const cl_mem_properties *properties)
{
    unsigned count = 0;
    for (EACH_PROPERTY(property, properties)) count += is_handle(*property);
    return count;
}

bool properties_file_is_wrong(const cl_mem_properties *properties)
{
    for (EACH_PROPERTY(property, properties))
        if ((*property == CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR ||
             *property == CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR) &&
            (int32_t)(uint32_t)property[1] < 0)
            return true;
    return false;
}

/* The listed devices, up to a 0; NULL: there is no list. */
static const cl_mem_properties *devices_of(const cl_mem_properties *properties)
{
    for (EACH_PROPERTY(property, properties))
        if (*property == CL_MEM_DEVICE_HANDLE_LIST_KHR) return property + 1;
    return NULL;
}

cl_device_id properties_foreign_device(cl_context context, const cl_mem_properties *properties)
{
    for (const cl_mem_properties *property = devices_of(properties); property && *property;
         property++) {
        cl_device_id device = (cl_device_id)(uintptr_t)*property;
        if (info_is_foreign_device(context, device)) return device;
    }
    return NULL;
}

#define IMPORT_HANDLE_TYPES 0x204F /* CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR */

static bool does_not_import(cl_device_id device, cl_mem_properties type)
{
    uint32_t types[32];
    size_t size = 0;
    if (!objects_living(device, KIND_DEVICE) ||
        queries.clGetDeviceInfo(device, IMPORT_HANDLE_TYPES, sizeof types, types, &size))
        return false;
    for (size_t i = 0; i < size / sizeof *types; i++)
        if (types[i] == type) return false;
    return true;
}

cl_device_id properties_no_import(cl_context context, const cl_mem_properties *properties,
                                  bool listed)
{
    const cl_mem_properties *list = devices_of(properties);
    cl_device_id devices[MOST_DEVICES];
    cl_mem_properties type = 0;
    size_t count;
    for (EACH_PROPERTY(property, properties))
        if (is_handle(*property)) type = *property;
    if (!type || listed != (list != NULL)) return NULL;
    for (; list && *list; list++)
        if (does_not_import((cl_device_id)(uintptr_t)*list, type))
            return (cl_device_id)(uintptr_t)*list;
    count = listed ? 0 : info_asked_devices(context, devices);
    for (size_t i = 0; i < count; i++)
        if (does_not_import(devices[i], type)) return devices[i];
    return NULL;
}

enum { MOST_PROPERTIES = 256 };

/* Asks for the properties that an object was made with. Returns whether they are known. */
static bool ask_properties(cl_mem mem, cl_mem_properties properties[MOST_PROPERTIES + 1])
{
    memset(properties, 0, (MOST_PROPERTIES + 1) * sizeof *properties);
    return objects_living(mem, KIND_MEM) &&
           !queries.clGetMemObjectInfo(mem, CL_MEM_PROPERTIES, MOST_PROPERTIES * sizeof *properties,
                                       properties, NULL) &&
           !properties_unknown(properties);
}

bool properties_lack_handle(const cl_mem *list, size_t count)
{
    cl_mem_properties properties[MOST_PROPERTIES + 1];
    for (size_t i = 0; HAS_ELEMENT(list, count, i); i++)
        if (ask_properties(list[i], properties) && !properties_handles(properties)) return true;
    return false;
}

static bool lacks_device(const cl_mem_properties *properties, const void *device)
{
    const cl_mem_properties *property = devices_of(properties);
    bool listed = !property;
    for (; property && *property; property++)
        listed = listed || (uintptr_t)*property == (uintptr_t)device;
    return !listed;
}

bool properties_exclude_device(cl_command_queue queue, const cl_mem *list, size_t count)
{
    cl_mem_properties properties[MOST_PROPERTIES + 1];
    const void *device = info_queue_device(queue);
    for (size_t i = 0; device && HAS_ELEMENT(list, count, i); i++)
        if (ask_properties(list[i], properties) && lacks_device(properties, device)) return true;
    return false;
}

bool info_any_is_without_device(cl_command_queue queue, const cl_mem *list, size_t count)
{
    cl_device_id device = info_queue_device(queue);
    for (size_t i = 0; device && HAS_ELEMENT(list, count, i); i++)
        if (info_is_foreign_device(objects_context(list[i]), device)) return true;
    return false;
}
