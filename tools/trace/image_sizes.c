/* SPDX-License-Identifier: Apache-2.0 */
/* The sizes of images, from the calls that make them. */
#include "image_sizes.h"

#include <CL/cl.h>
#include <CL/cl_gl.h> /* for CL_UNORM_INT24, in headers of 2025 and later */
#include <string.h>

enum { UNORM_INT_2_101010 = 0x10E5 }; /* CL_UNORM_INT_2_101010_EXT; older headers lack it */

static unsigned channels(uint64_t order)
{
    switch (order) {
    case CL_RG:
    case CL_RA:
    case CL_RGx: return 2;
    case CL_RGB:
    case CL_RGBx:
    case CL_sRGB: return 3;
    case CL_RGBA:
    case CL_BGRA:
    case CL_ARGB:
    case CL_ABGR:
    case CL_sRGBx:
    case CL_sRGBA:
    case CL_sBGRA: return 4;
    default: return 1;
    }
}

/* The size of an image element in bytes. */
static uint64_t element_size(uint64_t order, uint64_t type)
{
    switch (type) {
    case CL_SNORM_INT8:
    case CL_UNORM_INT8:
    case CL_SIGNED_INT8:
    case CL_UNSIGNED_INT8: return channels(order);
    case CL_UNORM_SHORT_565:
    case CL_UNORM_SHORT_555: return 2;
    case CL_UNORM_INT_101010:
    case CL_UNORM_INT_101010_2:
    case UNORM_INT_2_101010:
    case CL_UNORM_INT24: return 4;
    case CL_SIGNED_INT32:
    case CL_UNSIGNED_INT32:
    case CL_FLOAT: return 4 * (uint64_t)channels(order);
    default: return 2 * (uint64_t)channels(order);
    }
}

uint64_t image_element_bytes(const struct recording *recording, const struct call *call)
{
    struct value format = call_value(recording, call, call_parameter(call, "image_format"));
    uint32_t words[2];
    if (!format.data || format.element < sizeof words) return 0;
    memcpy(words, format.data, sizeof words);
    return element_size(words[0], words[1]);
}

/* The field at a place in a structure whose fields have at most the size of a pointer. */
static uint64_t field(const struct value *value, unsigned pointer, unsigned number, unsigned size)
{
    uint64_t word = 0;
    if ((number + 1) * pointer > value->element) return 0;
    memcpy(&word, value->data + (size_t)number * pointer, size);
    return word;
}

/* The number of elements of an image that a cl_image_desc describes; *buffer is the object that it
 * is made from. */
static uint64_t described_elements(const struct recording *recording, const struct call *call,
                                   uint64_t *buffer)
{
    struct value desc = call_value(recording, call, call_parameter(call, "image_desc"));
    const unsigned pointer = call->entry->thread->process->pointer;
    uint64_t size;
    if (!desc.data || (pointer != 4 && pointer != 8)) return 0;
    size = field(&desc, pointer, 1, pointer);
    switch (field(&desc, pointer, 0, 4)) {
    case CL_MEM_OBJECT_IMAGE1D_ARRAY: size *= field(&desc, pointer, 4, pointer); break;
    case CL_MEM_OBJECT_IMAGE2D: size *= field(&desc, pointer, 2, pointer); break;
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
        size *= field(&desc, pointer, 2, pointer) * field(&desc, pointer, 4, pointer);
        break;
    case CL_MEM_OBJECT_IMAGE3D:
        size *= field(&desc, pointer, 2, pointer) * field(&desc, pointer, 3, pointer);
        break;
    default: break;
    }
    /* Behind the two pitches come two numbers of 4 bytes, then the pointer. */
    *buffer = field(&desc, pointer, pointer == 8 ? 8 : 9, pointer);
    return size;
}

uint64_t image_bytes(const struct recording *recording, const struct call *call, uint64_t *buffer)
{
    uint64_t elements;
    *buffer = 0;
    if (call_parameter(call, "image_desc") >= 0) {
        elements = described_elements(recording, call, buffer);
    } else {
        elements = call_number(call, "image_width") * call_number(call, "image_height");
        if (call_parameter(call, "image_depth") >= 0) elements *= call_number(call, "image_depth");
    }
    return elements * image_element_bytes(recording, call);
}
