/* SPDX-License-Identifier: Apache-2.0 */
/* Pairs about images and samplers. */
#include "pairs.h"

#include "../../layers/check/known/sharing.h"

#define SIZES(...) ((const size_t[3]){ __VA_ARGS__ })
static char bytes[4096];
static const cl_float colour[4];

#define FILL_ON(queue, image, origin, region)                                                      \
    layer->clEnqueueFillImage(queue, image, colour, origin, region, 0, NULL, NULL)
#define FILL(...) FILL_ON(a_queue(), __VA_ARGS__)

/* ---- images that are made ---- */

static const cl_image_format rgba = { CL_RGBA, CL_UNORM_INT8 };

/* Makes an image of 8 × 4 × 2 elements of 4 bytes. */
static cl_mem made(cl_mem_flags flags, const cl_image_format *format, cl_mem_object_type type,
                   size_t row_pitch, size_t slice_pitch, void *host)
{
    const cl_image_desc desc = { .image_type = type,
                                 .image_width = 8,
                                 .image_height = 4,
                                 .image_depth = 2,
                                 .image_array_size = 2,
                                 .image_row_pitch = row_pitch,
                                 .image_slice_pitch = slice_pitch };
    return layer->clCreateImage(a_context(), flags, format, &desc, host, NULL);
}
#define FORMAT(order, type)                                                                        \
    made(0, &(const cl_image_format){ order, type }, CL_MEM_OBJECT_IMAGE2D, 0, 0, NULL)
#define PITCHED(type, row, slice)                                                                  \
    made(CL_MEM_COPY_HOST_PTR, &rgba, CL_MEM_OBJECT_##type, row, slice, bytes)

/* Types that the channels of an order can't have, and types that they can. */
#define FORMATS(order, wrong_type, type)                                                           \
    PAIR_REFUSED(IMAGE_FORMAT_PAIR, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, ,                          \
                 FORMAT(order, wrong_type), FORMAT(order, type))
FORMATS(CL_RGB, CL_FLOAT, CL_UNORM_SHORT_565)
FORMATS(CL_RGB, CL_SNORM_INT8, CL_UNORM_SHORT_555)
FORMATS(CL_RGBx, CL_FLOAT, CL_UNORM_INT_101010)
FORMATS(CL_BGRA, CL_FLOAT, CL_SNORM_INT8)
FORMATS(CL_ARGB, CL_UNORM_INT16, CL_SIGNED_INT8)
FORMATS(CL_ABGR, CL_HALF_FLOAT, CL_UNSIGNED_INT8)
FORMATS(CL_ABGR, CL_UNORM_INT16, CL_UNORM_INT8)
FORMATS(CL_sRGB, CL_SNORM_INT8, CL_UNORM_INT8)
FORMATS(CL_sRGBx, CL_SNORM_INT8, CL_UNORM_INT8)
FORMATS(CL_sRGBA, CL_SNORM_INT8, CL_UNORM_INT8)
FORMATS(CL_sBGRA, CL_SNORM_INT8, CL_UNORM_INT8)
FORMATS(CL_DEPTH, CL_SNORM_INT16, CL_UNORM_INT16)
FORMATS(CL_DEPTH, CL_SNORM_INT16, CL_FLOAT)
FORMATS(CL_INTENSITY, CL_UNSIGNED_INT8, CL_UNORM_INT8)
FORMATS(CL_INTENSITY, CL_SIGNED_INT8, CL_UNORM_INT16)
FORMATS(CL_LUMINANCE, CL_SIGNED_INT8, CL_SNORM_INT8)
FORMATS(CL_LUMINANCE, CL_SIGNED_INT8, CL_SNORM_INT16)
FORMATS(CL_LUMINANCE, CL_SIGNED_INT16, CL_HALF_FLOAT)
FORMATS(CL_LUMINANCE, CL_SIGNED_INT32, CL_FLOAT)
PAIR_REFUSED(IMAGE_FORMAT_PAIR, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, ,
             FORMAT(CL_RG, CL_UNORM_INT_101010_2), FORMAT(CL_RGBA, CL_UNORM_INT_101010_2))
FORMATS(CL_R, CL_UNORM_SHORT_555, CL_HALF_FLOAT)
PAIR(IMAGE_FORMAT_NONE, , FORMAT(0, CL_FLOAT), FORMAT(CL_R, CL_FLOAT))
PAIR(IMAGE_FORMAT_NONE, , FORMAT(CL_R, 0), FORMAT(CL_R, CL_FLOAT))

static const cl_mem_properties android[] = { ANDROID_BUFFER, 16, 0 };
#define ANDROID(format, desc)                                                                      \
    layer->clCreateImageWithProperties(a_context(), android, 0, format, desc, NULL, NULL)
static const cl_image_desc plain = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                     .image_width = 8,
                                     .image_height = 4 };
PAIR_REFUSED(IMAGE_FORMAT_UNWANTED, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, , ANDROID(&rgba, NULL),
             ANDROID(NULL, NULL))
PAIR_REFUSED(IMAGE_FORMAT_UNWANTED, CL_IMAGE_FORMAT_NOT_SUPPORTED, , ANDROID(NULL, &plain),
             ANDROID(NULL, NULL))

/* OpenCL 1.2 deprecated these functions of 1.0, so this device has 1.1. */
#define IMAGE_3D(depth) layer->clCreateImage3D(a_context(), 0, &rgba, 8, 4, depth, 0, 0, NULL, NULL)
PAIR(IMAGE_DEPTH, version(11), IMAGE_3D(1), IMAGE_3D(2))

#define SIZED(kind, width, height, depth, array)                                                   \
    layer->clCreateImage(a_context(), 0, &rgba,                                                    \
                         &(const cl_image_desc){ .image_type = CL_MEM_OBJECT_##kind,               \
                                                 .image_width = width,                             \
                                                 .image_height = height,                           \
                                                 .image_depth = depth,                             \
                                                 .image_array_size = array },                      \
                         NULL, NULL)
#define TOO_LARGE CL_INVALID_IMAGE_SIZE
PAIR_REFUSED(IMAGE_SIZE_LIMIT, TOO_LARGE, WANTS(129, 4), SIZED(IMAGE2D, 129, 4, 0, 0),
             SIZED(IMAGE2D, 128, 4, 0, 0))
PAIR_REFUSED(IMAGE_SIZE_LIMIT, TOO_LARGE, , SIZED(IMAGE2D, 8, 129, 0, 0),
             SIZED(IMAGE2D, 8, 128, 0, 0))
PAIR_REFUSED(IMAGE_SIZE_LIMIT, TOO_LARGE, , SIZED(IMAGE3D, 65, 4, 2, 0),
             SIZED(IMAGE3D, 64, 4, 2, 0))
PAIR_REFUSED(IMAGE_SIZE_LIMIT, TOO_LARGE, WANTS(8, 65, 2), SIZED(IMAGE3D, 8, 65, 2, 0),
             SIZED(IMAGE3D, 8, 64, 2, 0))
PAIR_REFUSED(IMAGE_SIZE_LIMIT, TOO_LARGE, WANTS(8, 4, 65, 0), SIZED(IMAGE3D, 8, 4, 65, 0),
             SIZED(IMAGE3D, 8, 4, 64, 0))
PAIR_REFUSED(IMAGE_SIZE_LIMIT, TOO_LARGE, , SIZED(IMAGE2D_ARRAY, 8, 4, 0, 33),
             SIZED(IMAGE2D_ARRAY, 8, 4, 0, 32))
PAIR_REFUSED(IMAGE_SIZE_LIMIT, TOO_LARGE, , SIZED(IMAGE1D_ARRAY, 8, 0, 0, 33),
             SIZED(IMAGE1D_ARRAY, 8, 0, 0, 32))
/* The driver ignores a height that the type does not have. */
PAIR_REFUSED(IMAGE_SIZE_LIMIT, TOO_LARGE, , SIZED(IMAGE1D, 129, 200, 0, 0),
             SIZED(IMAGE1D, 128, 200, 0, 0))
PAIR(IMAGE_TYPE, , SIZED(BUFFER, 8, 4, 2, 2), SIZED(IMAGE1D_ARRAY, 8, 4, 2, 2))
PAIR(IMAGE_TYPE, , SIZED(PIPE, 8, 4, 2, 2), SIZED(IMAGE2D_ARRAY, 8, 4, 2, 2))
PAIR(IMAGE_SIZE_ZERO, , SIZED(IMAGE1D, 0, 0, 0, 0), SIZED(IMAGE1D, 1, 0, 0, 0))
PAIR(IMAGE_SIZE_ZERO, , SIZED(IMAGE2D, 1, 0, 0, 0), SIZED(IMAGE2D, 1, 1, 0, 0))
PAIR(IMAGE_SIZE_ZERO, , SIZED(IMAGE3D, 1, 1, 0, 0), SIZED(IMAGE3D, 1, 1, 1, 0))
PAIR(IMAGE_SIZE_ZERO, , SIZED(IMAGE1D_ARRAY, 1, 0, 0, 0), SIZED(IMAGE1D_ARRAY, 1, 0, 0, 1))
PAIR(IMAGE_SIZE_ZERO, , SIZED(IMAGE2D_ARRAY, 1, 1, 0, 0), SIZED(IMAGE2D_ARRAY, 1, 1, 0, 1))
PAIR(IMAGE_SIZE_ZERO, , SIZED(IMAGE1D_ARRAY, 0, 1, 1, 1), SIZED(IMAGE1D_ARRAY, 1, 0, 0, 1))
PAIR(IMAGE_SIZE_ZERO, , SIZED(IMAGE2D_ARRAY, 0, 1, 1, 1), SIZED(IMAGE2D_ARRAY, 1, 1, 0, 1))
PAIR(IMAGE_SIZE_ZERO, , SIZED(IMAGE2D_ARRAY, 1, 0, 1, 1), SIZED(IMAGE2D_ARRAY, 1, 1, 0, 1))
PAIR(IMAGE_SIZE_ZERO, , SIZED(IMAGE3D, 1, 0, 1, 1), SIZED(IMAGE3D, 1, 1, 1, 0))

PAIR(IMAGE_ROW_PITCH, WANTS(28, 8, 4), PITCHED(IMAGE2D, 28, 0), PITCHED(IMAGE2D, 32, 0))
PAIR(IMAGE_ROW_PITCH, , PITCHED(IMAGE2D, 34, 0), PITCHED(IMAGE2D, 36, 0))
PAIR(IMAGE_ROW_PITCH, , PITCHED(IMAGE3D, 28, 100), PITCHED(IMAGE3D, 32, 128))
/* The bytes of an element, by its channels and their type: a row has 8 elements. */
#define WITH_ROW(order, type, row)                                                                 \
    made(CL_MEM_COPY_HOST_PTR, &(const cl_image_format){ order, type }, CL_MEM_OBJECT_IMAGE2D,     \
         row, 0, bytes)
#define ELEMENTS(order, type, size)                                                                \
    PAIR(IMAGE_ROW_PITCH, , WITH_ROW(order, type, 7 * (size)), WITH_ROW(order, type, 8 * (size)))
ELEMENTS(CL_R, CL_SNORM_INT8, 1)
ELEMENTS(CL_A, CL_UNORM_INT8, 1)
ELEMENTS(CL_INTENSITY, CL_UNORM_INT16, 2)
ELEMENTS(CL_LUMINANCE, CL_HALF_FLOAT, 2)
ELEMENTS(CL_DEPTH, CL_FLOAT, 4)
ELEMENTS(CL_RG, CL_SNORM_INT16, 4)
ELEMENTS(CL_RA, CL_SIGNED_INT16, 4)
ELEMENTS(CL_RGBA, CL_UNSIGNED_INT16, 8)
ELEMENTS(CL_BGRA, CL_UNSIGNED_INT8, 4)
ELEMENTS(CL_ARGB, CL_SIGNED_INT8, 4)
ELEMENTS(CL_ABGR, CL_UNORM_INT8, 4)
ELEMENTS(CL_sRGBA, CL_UNORM_INT8, 4)
ELEMENTS(CL_sBGRA, CL_UNORM_INT8, 4)
ELEMENTS(CL_RGBA, CL_SIGNED_INT32, 16)
ELEMENTS(CL_RG, CL_UNSIGNED_INT32, 8)
ELEMENTS(CL_RGB, CL_UNORM_SHORT_565, 2)
ELEMENTS(CL_RGB, CL_UNORM_SHORT_555, 2)
ELEMENTS(CL_RGB, CL_UNORM_INT_101010, 4)
ELEMENTS(CL_RGBA, CL_UNORM_INT_101010_2, 4)
/* The bytes of an element of an extension's format are not known. */
PAIR(IMAGE_SLICE_PITCH, , PITCHED(IMAGE3D, 0, 96),
     made(CL_MEM_COPY_HOST_PTR, &(const cl_image_format){ CL_R, 0x10e3 }, CL_MEM_OBJECT_IMAGE3D, 0,
          96, bytes))
PAIR(IMAGE_SLICE_PITCH, WANTS(170, 40), PITCHED(IMAGE3D, 40, 170), PITCHED(IMAGE3D, 40, 160))
PAIR(IMAGE_SLICE_PITCH, , PITCHED(IMAGE2D_ARRAY, 40, 120), PITCHED(IMAGE2D_ARRAY, 40, 200))
PAIR(IMAGE_SLICE_PITCH, , PITCHED(IMAGE1D_ARRAY, 0, 16), PITCHED(IMAGE1D_ARRAY, 0, 32))
PAIR(IMAGE_PITCH_UNWANTED, , made(0, &rgba, CL_MEM_OBJECT_IMAGE2D, 32, 0, NULL),
     PITCHED(IMAGE2D, 32, 0))
PAIR(IMAGE_PITCH_UNWANTED, , made(0, &rgba, CL_MEM_OBJECT_IMAGE3D, 0, 128, NULL),
     made(0, &rgba, CL_MEM_OBJECT_IMAGE2D, 0, 128, NULL))

/* Images from memory of another API may have a pitch. */
static const cl_mem_properties file[] = { CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, 3, 0 };
#define WITH_PITCH(properties, flags)                                                              \
    layer->clCreateImageWithProperties(                                                            \
        a_context(), properties, flags, &rgba,                                                     \
        &(const cl_image_desc){ .image_type = CL_MEM_OBJECT_IMAGE2D,                               \
                                .image_width = 8,                                                  \
                                .image_height = 4,                                                 \
                                .image_row_pitch = 32 },                                           \
        NULL, NULL)
PAIR(IMAGE_PITCH_UNWANTED, , WITH_PITCH(file + 2, 0), WITH_PITCH(file, 0))
PAIR(IMAGE_PITCH_UNWANTED, , WITH_PITCH(NULL, CL_MEM_READ_ONLY), WITH_PITCH(NULL, 1u << 30))

#define REQUIREMENT(name, size)                                                                    \
    EXTENSION(clGetImageRequirementsInfoEXT)                                                       \
    (a_context(), NULL, 0, &rgba, &plain, CL_IMAGE_REQUIREMENTS_##name##_EXT, size, bytes, NULL)
PAIR_REFUSED(QUERY_SIZE, CL_INVALID_VALUE, , REQUIREMENT(SIZE, sizeof(size_t) - 1),
             REQUIREMENT(SIZE, sizeof(size_t)))
PAIR_REFUSED(QUERY_SIZE, CL_INVALID_VALUE, ,
             REQUIREMENT(BASE_ADDRESS_ALIGNMENT, sizeof(size_t) - 1),
             REQUIREMENT(BASE_ADDRESS_ALIGNMENT, sizeof(size_t)))
PAIR_REFUSED(QUERY_SIZE, CL_INVALID_VALUE, , REQUIREMENT(MAX_WIDTH, 3), REQUIREMENT(MAX_WIDTH, 4))

#define LEVELS(levels, samples)                                                                    \
    layer->clCreateImage(a_context(), 0, &rgba,                                                    \
                         &(const cl_image_desc){ .image_type = CL_MEM_OBJECT_IMAGE2D,              \
                                                 .image_width = 8,                                 \
                                                 .image_height = 4,                                \
                                                 .num_mip_levels = levels,                         \
                                                 .num_samples = samples },                         \
                         NULL, NULL)
PAIR_REFUSED(IMAGE_LEVELS, CL_INVALID_IMAGE_DESCRIPTOR, , LEVELS(1, 0), LEVELS(0, 0))
PAIR_REFUSED(IMAGE_LEVELS, CL_INVALID_IMAGE_DESCRIPTOR, , LEVELS(0, 1), LEVELS(0, 0))

/* ---- images that are made from other memory objects ---- */

#define IMAGE_FROM(mem, kind, flags, width, height, pitch)                                         \
    layer->clCreateImage(a_context(), flags, &rgba,                                                \
                         &(const cl_image_desc){ .image_type = CL_MEM_OBJECT_##kind,               \
                                                 .image_width = width,                             \
                                                 .image_height = height,                           \
                                                 .image_depth = 1,                                 \
                                                 .image_row_pitch = pitch,                         \
                                                 .mem_object = mem },                              \
                         NULL, NULL)
#define LARGE cl_mem large = layer->clCreateBuffer(a_context(), 0, 256, NULL, NULL)
PAIR(CONTEXT_MISMATCH, , IMAGE_FROM(other_buffer(), IMAGE1D_BUFFER, 0, 8, 0, 0),
     IMAGE_FROM(a_buffer(), IMAGE1D_BUFFER, 0, 8, 0, 0))
PAIR_REFUSED(IMAGE_MEM_OBJECT_TYPE, CL_INVALID_IMAGE_DESCRIPTOR, ,
             IMAGE_FROM(a_buffer(), IMAGE3D, 0, 4, 4, 0),
             IMAGE_FROM(a_buffer(), IMAGE1D_BUFFER, 0, 4, 4, 0))
PAIR_REFUSED(IMAGE_MEM_OBJECT_TYPE, CL_INVALID_IMAGE_DESCRIPTOR, ,
             IMAGE_FROM(an_image(), IMAGE1D, 0, 8, 4, 0),
             IMAGE_FROM(an_image(), IMAGE2D, 0, 8, 4, 0))
PAIR(IMAGE_MEM_OBJECT, ,
     IMAGE_FROM(layer->clCreatePipe(a_context(), 0, 4, 4, NULL, NULL), IMAGE2D, 0, 8, 4, 0),
     IMAGE_FROM(an_image(), IMAGE2D, 0, 8, 4, 0))
PAIR(IMAGE_MEM_OBJECT, , IMAGE_FROM(an_image(), IMAGE1D_BUFFER, 0, 8, 0, 0),
     IMAGE_FROM(a_buffer(), IMAGE1D_BUFFER, 0, 8, 0, 0))
PAIR(IMAGE_SIZE_ZERO, , IMAGE_FROM(a_buffer(), IMAGE2D, 0, 8, 0, 0),
     IMAGE_FROM(a_buffer(), IMAGE2D, 0, 8, 1, 0))
/* A plane of an NV12 image. */
PAIR(IMAGE_SIZE_ZERO, , IMAGE_FROM(a_buffer(), IMAGE2D, 0, 0, 0, 0),
     IMAGE_FROM(an_image(), IMAGE2D, 0, 0, 0, 0))
#define UNRESTRICTED (wrong ? 0 : CL_MEM_ACCESS_FLAGS_UNRESTRICTED_INTEL)
PAIR(IMAGE_MEM_ACCESS,
     cl_mem of = layer->clCreateBuffer(a_context(), CL_MEM_READ_ONLY | UNRESTRICTED, 64, NULL, 0),
     IMAGE_FROM(of, IMAGE1D_BUFFER, CL_MEM_WRITE_ONLY, 8, 0, 0),
     IMAGE_FROM(of, IMAGE1D_BUFFER, CL_MEM_WRITE_ONLY, 8, 0, 0))
PAIR(IMAGE_MEM_HOST_POINTER, ,
     IMAGE_FROM(a_buffer(), IMAGE1D_BUFFER, CL_MEM_ALLOC_HOST_PTR, 8, 0, 0),
     IMAGE_FROM(a_buffer(), IMAGE1D_BUFFER, CL_MEM_READ_ONLY, 8, 0, 0))
PAIR(IMAGE_BUFFER_SMALL, WANTS(68, 64), IMAGE_FROM(a_buffer(), IMAGE1D_BUFFER, 0, 17, 0, 0),
     IMAGE_FROM(a_buffer(), IMAGE1D_BUFFER, 0, 16, 0, 0))
PAIR(IMAGE_BUFFER_SMALL, , IMAGE_FROM(a_buffer(), IMAGE2D, 0, 8, 2, 36),
     IMAGE_FROM(a_buffer(), IMAGE2D, 0, 8, 2, 32))
/* The pitch must be a multiple of 4 elements, the address a multiple of 8 elements. */
PAIR_REFUSED(IMAGE_BUFFER_ALIGNMENT, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, LARGE,
             IMAGE_FROM(large, IMAGE2D, 0, 8, 2, 40), IMAGE_FROM(large, IMAGE2D, 0, 8, 2, 48))
PAIR_REFUSED(IMAGE_BUFFER_ALIGNMENT, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, ,
             IMAGE_FROM(buffer_at(16), IMAGE2D, 0, 2, 1, 0),
             IMAGE_FROM(buffer_at(32), IMAGE2D, 0, 2, 1, 0))
#define USING(address) layer->clCreateBuffer(a_context(), CL_MEM_USE_HOST_PTR, 256, address, NULL)
PAIR_REFUSED(IMAGE_BUFFER_ALIGNMENT, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
             char *aligned = bytes + (-(uintptr_t)bytes & 31);
             cl_mem odd = USING(aligned + 16);
             cl_mem even = USING(aligned), IMAGE_FROM(odd, IMAGE2D, 0, 8, 2, 0),
             IMAGE_FROM(even, IMAGE2D, 0, 8, 2, 0))
/* An alignment that is 0 or not known. */
#define ODD(how)                                                                                   \
    if (!wrong) {                                                                                  \
        how(CL_DEVICE_IMAGE_PITCH_ALIGNMENT);                                                      \
        how(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT);                                               \
    }                                                                                              \
    cl_mem odd = USING(bytes + (-(uintptr_t)bytes & 31) + 16)
#define IS_0(name)    SAYS(NULL, name, cl_uint, 0)
#define UNKNOWN(name) fails(NULL, name, CL_OUT_OF_RESOURCES)
PAIR_REFUSED(IMAGE_BUFFER_ALIGNMENT, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, ODD(IS_0),
             IMAGE_FROM(odd, IMAGE2D, 0, 8, 2, 40), IMAGE_FROM(odd, IMAGE2D, 0, 8, 2, 40))
PAIR_REFUSED(IMAGE_BUFFER_ALIGNMENT, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, ODD(UNKNOWN),
             IMAGE_FROM(odd, IMAGE2D, 0, 8, 2, 40), IMAGE_FROM(odd, IMAGE2D, 0, 8, 2, 40))
PAIR_REFUSED(IMAGE_BUFFER_ALIGNMENT, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, ODD(UNKNOWN),
             IMAGE_FROM(odd, IMAGE2D, 0, 8, 2, 0), IMAGE_FROM(buffer_at(16), IMAGE2D, 0, 2, 1, 0))
PAIR_WHERE(IMAGE_OF_BUFFER_UNSUPPORTED, CL_INVALID_OPERATION,
           SAYS(NULL, CL_DEVICE_IMAGE_PITCH_ALIGNMENT, cl_uint, 0),
           IMAGE_FROM(a_buffer(), IMAGE2D, 0, 8, 2, 0))
PAIR_REFUSED(IMAGE_OF_BUFFER_UNSUPPORTED, CL_INVALID_OPERATION,
             IS_0(CL_DEVICE_IMAGE_PITCH_ALIGNMENT), IMAGE_FROM(a_buffer(), IMAGE2D, 0, 8, 2, 0),
             IMAGE_FROM(a_buffer(), IMAGE1D_BUFFER, 0, 8, 2, 0))
PAIR(IMMUTABLE_MISSING,
     cl_mem constant = layer->clCreateBuffer(a_context(),
                                             CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR, 64, bytes,
                                             NULL),
     IMAGE_FROM(constant, IMAGE1D_BUFFER, 0, 8, 0, 0),
     IMAGE_FROM(constant, IMAGE1D_BUFFER, CL_MEM_IMMUTABLE_EXT, 8, 0, 0))
PAIR(IMAGE_OF_BUFFER, cl_mem image = IMAGE_FROM(a_buffer(), IMAGE1D_BUFFER, 0, 8, 0, 0);
     LARGE,
     layer->clEnqueueCopyBufferToImage(a_queue(), a_buffer(), image, 0, SIZES(0), SIZES(8, 1, 1), 0,
                                       NULL, NULL),
     layer->clEnqueueCopyBufferToImage(a_queue(), large, image, 0, SIZES(0), SIZES(8, 1, 1), 0,
                                       NULL, NULL))

/* ---- devices that can't ---- */

#define NO_IMAGES SAYS(NULL, CL_DEVICE_IMAGE_SUPPORT, cl_bool, CL_FALSE)
PAIR_WHERE(IMAGES_UNSUPPORTED, CL_SUCCESS, NO_IMAGES, PITCHED(IMAGE2D, 0, 0))
PAIR_WHERE(IMAGES_UNSUPPORTED, CL_SUCCESS, NO_IMAGES,
           layer->clCreateSamplerWithProperties(a_context(), NULL, NULL))
PAIR_WHERE(IMAGES_UNSUPPORTED, CL_SUCCESS, NO_IMAGES, FILL(an_image(), SIZES(0), SIZES(8, 4, 1)))
PAIR_REFUSED(IMAGE_SIZE_DEVICE, CL_INVALID_IMAGE_SIZE,
             SAYS(gpu[1], CL_DEVICE_IMAGE2D_MAX_WIDTH, size_t, 7);
             cl_mem image = layer->clCreateImage(both_context(), 0, &rgba, &plain, NULL, NULL),
             FILL_ON(queue_with(both_context(), gpu[1], 0), image, SIZES(0), SIZES(1, 1, 1)),
             FILL_ON(queue_with(both_context(), gpu[0], 0), image, SIZES(0), SIZES(1, 1, 1)))
PAIR_REFUSED(IMAGE_SIZE_DEVICE, CL_INVALID_IMAGE_SIZE,
             SAYS(gpu[0], CL_DEVICE_IMAGE2D_MAX_HEIGHT, size_t, 3);
             SAYS(gpu[1], CL_DEVICE_IMAGE2D_MAX_HEIGHT, size_t, 4);
             cl_mem image = layer->clCreateImage(both_context(), 0, &rgba, &plain, NULL, NULL),
             FILL_ON(queue_with(both_context(), gpu[0], 0), image, SIZES(0), SIZES(1, 1, 1)),
             FILL_ON(queue_with(both_context(), gpu[1], 0), image, SIZES(0), SIZES(1, 1, 1)))

/* ---- regions: of 8 × 4 elements, or 8 × 4 × 2, or two arrays of these ---- */

#define OF(kind) image_of(CL_MEM_OBJECT_##kind)
PAIR(IMAGE_REGION, , FILL(OF(IMAGE2D), SIZES(0), SIZES(9, 4, 1)),
     FILL(OF(IMAGE2D), SIZES(0), SIZES(8, 4, 1)))
PAIR(IMAGE_REGION, WANTS(1, 0, 5, 4), FILL(OF(IMAGE2D), SIZES(0), SIZES(8, 5, 1)),
     FILL(OF(IMAGE2D), SIZES(0), SIZES(8, 4, 1)))
PAIR(IMAGE_REGION, , FILL(OF(IMAGE2D), SIZES(1, 0, 0), SIZES(8, 4, 1)),
     FILL(OF(IMAGE2D), SIZES(1, 0, 0), SIZES(7, 4, 1)))
PAIR(IMAGE_REGION, , FILL(OF(IMAGE2D), SIZES(0, 1, 0), SIZES(8, 4, 1)),
     FILL(OF(IMAGE2D), SIZES(0, 1, 0), SIZES(8, 3, 1)))
PAIR(IMAGE_REGION, , FILL(OF(IMAGE3D), SIZES(0), SIZES(8, 4, 3)),
     FILL(OF(IMAGE3D), SIZES(0), SIZES(8, 4, 2)))
PAIR(IMAGE_REGION, , FILL(OF(IMAGE3D), SIZES(0, 0, 1), SIZES(8, 4, 2)),
     FILL(OF(IMAGE3D), SIZES(0, 0, 1), SIZES(8, 4, 1)))
PAIR(IMAGE_REGION, , FILL(OF(IMAGE3D), SIZES(0), SIZES(8, 5, 2)),
     FILL(OF(IMAGE3D), SIZES(0), SIZES(8, 4, 2)))
PAIR(IMAGE_REGION, , FILL(OF(IMAGE2D_ARRAY), SIZES(0), SIZES(8, 4, 3)),
     FILL(OF(IMAGE2D_ARRAY), SIZES(0), SIZES(8, 4, 2)))
PAIR(IMAGE_REGION, , FILL(OF(IMAGE1D_ARRAY), SIZES(0), SIZES(8, 3, 1)),
     FILL(OF(IMAGE1D_ARRAY), SIZES(0), SIZES(8, 2, 1)))
PAIR(IMAGE_REGION, , FILL(OF(IMAGE1D), SIZES(0), SIZES(9, 1, 1)),
     FILL(OF(IMAGE1D), SIZES(0), SIZES(8, 1, 1)))
PAIR(IMAGE_REGION, , FILL(OF(IMAGE2D), SIZES(SIZE_MAX, 0, 0), SIZES(2, 1, 1)),
     FILL(OF(IMAGE2D), SIZES(6, 0, 0), SIZES(2, 1, 1)))
PAIR(IMAGE_REGION_ZERO, , FILL(OF(IMAGE2D), SIZES(0), SIZES(0, 1, 1)),
     FILL(OF(IMAGE2D), SIZES(0), SIZES(1, 1, 1)))
PAIR(IMAGE_REGION_ZERO, , FILL(OF(IMAGE3D), SIZES(0), SIZES(1, 0, 1)),
     FILL(OF(IMAGE3D), SIZES(0), SIZES(1, 1, 1)))
PAIR(IMAGE_REGION_DIMENSION, , FILL(OF(IMAGE2D), SIZES(0), SIZES(8, 4, 2)),
     FILL(OF(IMAGE2D), SIZES(0), SIZES(8, 4, 1)))
PAIR(IMAGE_REGION_DIMENSION, , FILL(OF(IMAGE2D), SIZES(0, 0, 1), SIZES(8, 4, 1)),
     FILL(OF(IMAGE2D), SIZES(0, 0, 0), SIZES(8, 4, 1)))
PAIR(IMAGE_REGION_DIMENSION, , FILL(OF(IMAGE1D), SIZES(0), SIZES(8, 2, 1)),
     FILL(OF(IMAGE1D), SIZES(0), SIZES(8, 1, 1)))
/* The first channel order and the last one. */
#define FILL_FORMAT(order, type, width) FILL(FORMAT(order, type), SIZES(0), SIZES(width, 4, 1))
PAIR(IMAGE_REGION, , FILL_FORMAT(CL_R, CL_FLOAT, 9), FILL_FORMAT(CL_R, CL_FLOAT, 8))
PAIR(IMAGE_REGION, , FILL_FORMAT(CL_ABGR, CL_UNORM_INT8, 9), FILL_FORMAT(0x40d0, CL_UNORM_INT8, 9))
PAIR(IMAGE_REGION_NULL, , FILL(an_image(), SIZES(0), NULL),
     FILL(an_image(), SIZES(0), SIZES(8, 4, 1)))
PAIR(IMAGE_REGION_NULL, , FILL(an_image(), NULL, SIZES(8, 4, 1)),
     FILL(an_image(), SIZES(0), SIZES(8, 4, 1)))
#define MIPMAPPED                                                                                  \
    cl_mem image = LEVELS(3, 0);                                                                   \
    pair_begins(0)
PAIR(IMAGE_LEVEL, MIPMAPPED, FILL(image, SIZES(0, 0, 3), SIZES(1, 1, 1)),
     FILL(image, SIZES(0, 0, 2), SIZES(1, 1, 1)))
PAIR(IMAGE_REGION, MIPMAPPED, FILL(image, SIZES(0, 0, 1), SIZES(5, 1, 1)),
     FILL(image, SIZES(0, 0, 1), SIZES(4, 2, 1)))
PAIR(IMAGE_REGION, MIPMAPPED, FILL(image, SIZES(0, 0, 1), SIZES(4, 3, 1)),
     FILL(image, SIZES(0, 0, 0), SIZES(8, 4, 1)))

/* Launches a kernel that writes to an image of which this region is mapped. */
static cl_int launch_mapped(cl_mem image, const size_t *origin, const size_t *region)
{
    const char *source = "kernel void it(global float *other, write_only image2d_t to)"
                         "{ write_imagef(to, (int2)(0), (float4)(0)); }";
    cl_program program;
    cl_kernel kernel;
    SAYS(NULL, CL_KERNEL_NUM_ARGS, cl_uint, 2);
    SAYS(NULL, CL_KERNEL_ARG_ACCESS_QUALIFIER, cl_uint, CL_KERNEL_ARG_ACCESS_WRITE_ONLY);
    program = layer->clCreateProgramWithSource(a_context(), 1, &source, NULL, NULL);
    kernel = layer->clCreateKernel(program, "it", NULL);
    layer->clSetKernelArg(kernel, 0, sizeof(cl_mem), &(cl_mem){ a_buffer() });
    layer->clSetKernelArg(kernel, 1, sizeof image, &image);
    layer->clEnqueueMapImage(a_queue(), image, 1, CL_MAP_WRITE, origin, region, &(size_t){ 0 },
                             NULL, 0, NULL, NULL, NULL);
    pair_begins(0);
    return layer->clEnqueueNDRangeKernel(a_queue(), kernel, 1, NULL, SIZES(1), NULL, 0, NULL, NULL);
}
#define LAUNCH_MAPPED(origin, ...) launch_mapped(OF(IMAGE2D), origin, SIZES(__VA_ARGS__))
/* Where only one level is mapped, or a part, the kernel may write elsewhere. */
PAIR(KERNEL_ARGUMENT_MAPPED, , LAUNCH_MAPPED(SIZES(0), 8, 4, 1),
     launch_mapped(LEVELS(3, 0), SIZES(0), SIZES(8, 4, 1)))
PAIR(KERNEL_ARGUMENT_MAPPED, , LAUNCH_MAPPED(SIZES(0), 8, 4, 1), LAUNCH_MAPPED(SIZES(0), 8, 3, 1))
PAIR(KERNEL_ARGUMENT_MAPPED, , LAUNCH_MAPPED(SIZES(0), 8, 4, 1), LAUNCH_MAPPED(SIZES(1), 7, 4, 1))

/* ---- memory of the host that images are copied to ---- */

#define READ(kind, height, depth, row, slice)                                                      \
    layer->clEnqueueReadImage(a_queue(), OF(kind), 1, SIZES(0), SIZES(8, height, depth), row,      \
                              slice, bytes, 0, NULL, NULL)
#define READ_ANY(mem, origin, region, row, slice)                                                  \
    layer->clEnqueueReadImage(a_queue(), mem, 1, origin, region, row, slice, bytes, 0, NULL, NULL)
PAIR(IMAGE_REGION_NULL, , READ_ANY(OF(IMAGE3D), SIZES(0), NULL, 32, 128),
     READ_ANY(OF(IMAGE3D), SIZES(0), SIZES(8, 4, 2), 32, 128))
PAIR(MEM_NOT_IMAGE, , READ_ANY(a_buffer(), SIZES(0), SIZES(8, 4, 1), 1, 1),
     READ_ANY(an_image(), SIZES(0), SIZES(8, 4, 1), 32, 0))
PAIR(IMAGE_HOST_ROW_SHORT, , READ(IMAGE2D, 4, 1, 31, 0), READ(IMAGE2D, 4, 1, 32, 0))
PAIR(IMAGE_HOST_SLICE_SHORT, , READ(IMAGE3D, 4, 2, 0, 127), READ(IMAGE3D, 4, 2, 0, 128))
PAIR(IMAGE_HOST_SLICE_SHORT, , READ(IMAGE3D, 4, 2, 40, 159), READ(IMAGE3D, 4, 2, 40, 160))
PAIR(IMAGE_HOST_SLICE_SHORT, , READ(IMAGE1D_ARRAY, 2, 1, 0, 31), READ(IMAGE1D_ARRAY, 2, 1, 0, 32))
PAIR(IMAGE_HOST_SLICE, , READ(IMAGE2D, 4, 1, 0, 128), READ(IMAGE2D_ARRAY, 4, 1, 0, 128))
static size_t pitches[2];
#define MAP_WRITING(origin, region)                                                                \
    layer->clEnqueueMapImage(a_queue(), an_image(), 1, CL_MAP_WRITE, origin, region, pitches,      \
                             NULL, 0, NULL, NULL, NULL)
#define ONE_ROW MAP_WRITING(SIZES(0), SIZES(8, 1, 1))
PAIR(IMAGE_REGION_NULL, ONE_ROW, MAP_WRITING(NULL, SIZES(8, 4, 1)),
     MAP_WRITING(SIZES(0, 1), SIZES(8, 3, 1)))
PAIR(IMAGE_REGION_NULL, ONE_ROW, MAP_WRITING(SIZES(0), NULL),
     MAP_WRITING(SIZES(0, 1), SIZES(8, 3, 1)))
#define MAP(kind, row, slice)                                                                      \
    layer->clEnqueueMapImage(a_queue(), OF(kind), 1, CL_MAP_READ, SIZES(0), SIZES(1, 1, 1), row,   \
                             slice, 0, NULL, NULL, NULL)
PAIR(MAP_PITCH_NULL, , MAP(IMAGE2D, NULL, pitches), MAP(IMAGE2D, pitches, NULL))
PAIR(MAP_PITCH_NULL, , MAP(IMAGE3D, pitches, NULL), MAP(IMAGE3D, pitches, pitches + 1))
PAIR(MAP_PITCH_NULL, , MAP(IMAGE1D_ARRAY, pitches, NULL), MAP(IMAGE1D, pitches, NULL))
#define TO_BUFFER(offset)                                                                          \
    layer->clEnqueueCopyImageToBuffer(a_queue(), an_image(), a_buffer(), SIZES(0), SIZES(4, 2, 1), \
                                      offset, 0, NULL, NULL)
PAIR(BUFFER_RANGE, , TO_BUFFER(33), TO_BUFFER(32))

#define COPY_FORMATS(from, to)                                                                     \
    layer->clEnqueueCopyImage(a_queue(), from, to, SIZES(0), SIZES(0), SIZES(4, 2, 1), 0, NULL,    \
                              NULL)
PAIR(IMAGE_FORMATS_DIFFER, , COPY_FORMATS(an_image(), FORMAT(CL_RGBA, CL_SNORM_INT8)),
     COPY_FORMATS(an_image(), FORMAT(CL_RGBA, CL_UNORM_INT8)))
PAIR(MEM_NOT_IMAGE, , COPY_FORMATS(a_buffer(), an_image()), COPY_FORMATS(OF(IMAGE2D), an_image()))
PAIR(MEM_NOT_IMAGE, , COPY_FORMATS(an_image(), a_buffer()), COPY_FORMATS(an_image(), OF(IMAGE2D)))
#define COPY_IMAGE(from, to)                                                                       \
    layer->clEnqueueCopyImage(a_queue(), an_image(), an_image(), from, to, SIZES(4, 2, 1), 0,      \
                              NULL, NULL)
PAIR(COPY_OVERLAP, , COPY_IMAGE(SIZES(0), SIZES(3, 1, 0)), COPY_IMAGE(SIZES(0), SIZES(4, 1, 0)))
PAIR(COPY_OVERLAP, , COPY_IMAGE(SIZES(0), SIZES(3, 1, 0)), COPY_IMAGE(SIZES(0), SIZES(3, 2, 0)))

/* ---- samplers ---- */

#define SAMPLER(normalized, addressing, filter)                                                    \
    layer->clCreateSampler(a_context(), normalized, addressing, filter, NULL)
#define PROPERTY(name, value)                                                                      \
    layer->clCreateSamplerWithProperties(a_context(),                                              \
                                         (const cl_sampler_properties[]){ name, value, 0 }, NULL)
#define OLD version(12)
enum { NEAREST = CL_FILTER_NEAREST, LINEAR = CL_FILTER_LINEAR, CLAMP = CL_ADDRESS_CLAMP };
PAIR(SAMPLER_VALUE, OLD, SAMPLER(1, CL_ADDRESS_NONE - 1, NEAREST),
     SAMPLER(1, CL_ADDRESS_NONE, NEAREST))
PAIR(SAMPLER_VALUE, OLD, SAMPLER(1, CL_ADDRESS_MIRRORED_REPEAT + 1, NEAREST),
     SAMPLER(1, CL_ADDRESS_MIRRORED_REPEAT, NEAREST))
PAIR(SAMPLER_VALUE, OLD, SAMPLER(1, CLAMP, NEAREST - 1), SAMPLER(1, CLAMP, NEAREST))
PAIR(SAMPLER_VALUE, OLD, SAMPLER(1, CLAMP, LINEAR + 1), SAMPLER(1, CLAMP, LINEAR))
PAIR(SAMPLER_VALUE, OLD, SAMPLER(2, CLAMP, NEAREST), SAMPLER(1, CLAMP, NEAREST))
PAIR(SAMPLER_REPEATS, OLD, SAMPLER(0, CL_ADDRESS_REPEAT, NEAREST), SAMPLER(0, CLAMP, NEAREST))
PAIR(SAMPLER_REPEATS, OLD, SAMPLER(0, CL_ADDRESS_MIRRORED_REPEAT, NEAREST),
     SAMPLER(1, CL_ADDRESS_MIRRORED_REPEAT, NEAREST))
PAIR(SAMPLER_VALUE, , PROPERTY(CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_NONE - 1),
     PROPERTY(CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_NONE))
PAIR(SAMPLER_VALUE, , PROPERTY(CL_SAMPLER_FILTER_MODE, LINEAR + 1),
     PROPERTY(CL_SAMPLER_FILTER_MODE, LINEAR))
PAIR(SAMPLER_VALUE, , PROPERTY(CL_SAMPLER_NORMALIZED_COORDS, 2),
     PROPERTY(CL_SAMPLER_NORMALIZED_COORDS, 1))
