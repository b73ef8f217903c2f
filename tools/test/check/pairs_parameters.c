/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pairs about functions that have several parameters of one type, such as two buffers: calls that
 * are right but for one parameter. LEGAL_function are the parameters of a legal call.
 *
 *   WRONG(CHECK_ID, function, expressions)   the expressions make the parameters `a` wrong
 *   WRONG_REFUSED(CHECK_ID, error, function, expressions)   the same, and the driver refuses it
 *   ALTERED(CHECK_ID, function, expressions)   they are for both calls; only that with `wrong` is
 *   ALTERED_REFUSED(CHECK_ID, error, function, expressions)
 *
 * A macro of such rows is for all functions that have the parameters.
 */
#include "pairs.h"

#include "../../layers/check/known/arguments.h"
#include "../../layers/check/known/sharing.h"

/* ---- calls with a structure of parameters ---- */

#define VALUE(type, name) PICK(VALUE_##name, a->name, )
#define VALUE_            ,
#define CALLED(name, address, ...)                                                                 \
    static inline void call_##name(const struct name##_args *a)                                    \
    {                                                                                              \
        (void)a, (void)address(EACH(VALUE, __VA_ARGS__));                                          \
    }
#define BY_ANY(version, type, name, result, ...) CALLED(name, layer->name, __VA_ARGS__)
#include "api/entry_points.h"
#define OUTSIDE(with, type, text, name, result, ...)                                               \
    CALLED(name, ((name##_type)extension(text)), __VA_ARGS__)
#include "../../calls/outside_rows.h"

#define ROW(number, id, error, changes, function, ...)                                             \
    static void JOIN(row_, number)(bool wrong)                                                     \
    {                                                                                              \
        struct function##_args a = { LEGAL_##function };                                           \
        const bool changed = changes && (__VA_ARGS__, true);                                       \
        (void)changed, (void)wrong;                                                                \
        pair_begins(error);                                                                        \
        call_##function(&a);                                                                       \
    }                                                                                              \
    PAIR_ADDED_BY(JOIN(add_row_, number), id, JOIN(row_, number), NULL, error, false)
#define WRONG(id, ...)                  ROW(__COUNTER__, id, CL_SUCCESS, wrong, __VA_ARGS__)
#define WRONG_REFUSED(id, error, ...)   ROW(__COUNTER__, id, error, wrong, __VA_ARGS__)
#define ALTERED(id, ...)                ROW(__COUNTER__, id, CL_SUCCESS, true, __VA_ARGS__)
#define ALTERED_REFUSED(id, error, ...) ROW(__COUNTER__, id, error, true, __VA_ARGS__)

/* ---- objects: those of legal calls are of a context of two devices, and for the second ---- */

#define HERE       here()
#define ELSEWHERE  a_context()
#define SIZES(...) ((const size_t[3]){ __VA_ARGS__ })
#define IS(handle) ((uintptr_t)(handle))
enum { CONSTANT = CL_MEM_IMMUTABLE_EXT };
static char bytes[8192];

/* Parts of buffers begin at multiples of 16 bytes, or of 32 for the second device. */
static cl_context here(void)
{
    SAYS(gpu[1], CL_DEVICE_MEM_BASE_ADDR_ALIGN, cl_uint, 256);
    return both_context();
}

static cl_command_queue queue(void)
{
    static cl_command_queue made;
    if (!made) made = queue_with(HERE, gpu[1], 0);
    return made;
}

/* For functions that are deprecated: the devices have OpenCL 1.1. */
static cl_context old(void)
{
    version(11);
    return here();
}

static cl_command_queue old_queue(void)
{
    return layer->clCreateCommandQueue(old(), gpu[1], 0, NULL);
}

static cl_mem buffer(cl_context in, cl_mem_flags flags, size_t size)
{
    return layer->clCreateBuffer(in, flags | CL_MEM_COPY_HOST_PTR, size, bytes, NULL);
}

static cl_mem part(cl_mem of, size_t origin, size_t size)
{
    const cl_buffer_region region = { origin, size };
    return layer->clCreateSubBuffer(of, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
}

/* A part of a buffer that only the first device can use. */
static cl_mem misaligned(void)
{
    return part(buffer(HERE, 0, 512), 16, 256);
}

/* Without a depth, an image of two dimensions. */
static cl_mem image(cl_context in, cl_mem_flags flags, size_t width, size_t height, size_t depth)
{
    const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
    const cl_image_desc desc = { .image_type =
                                     depth ? CL_MEM_OBJECT_IMAGE3D : CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = width,
                                 .image_height = height,
                                 .image_depth = depth };
    return layer->clCreateImage(in, flags | CL_MEM_COPY_HOST_PTR, &format, &desc, bytes, NULL);
}

/* An image of 16 × 8 elements with 3 levels. */
static cl_mem mipmapped(void)
{
    cl_mem made = image(HERE, 0, 16, 8, 0);
    SAYS(made, CL_IMAGE_NUM_MIP_LEVELS, cl_uint, 3);
    return made;
}

/* An image of the buffer's 8 first elements. */
static cl_mem image_of_buffer(cl_mem of)
{
    const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER,
                                 .image_width = 8,
                                 .mem_object = of };
    return layer->clCreateImage(HERE, 0, &format, &desc, NULL, NULL);
}

static char *svm(size_t size)
{
    return layer->clSVMAlloc(HERE, 0, size, 0);
}

/* Three events, of which the last is of this queue. */
static const cl_event *events(cl_command_queue of_first, cl_command_queue of_last)
{
    static cl_event made[3];
    for (int i = 0; i < 3; i++)
        layer->clEnqueueMarkerWithWaitList(i < 2 ? of_first : of_last, 0, NULL, &made[i]);
    return made;
}

/* The last has failed. */
static const cl_event *failed(cl_command_queue of)
{
    const cl_event *made = events(of, of);
    SAYS(made[2], CL_EVENT_COMMAND_EXECUTION_STATUS, cl_int, -1);
    return made;
}

/* ---- commands that block, and lists of events ---- */

#define WAITS(count, list) a.num_events_in_wait_list = count, a.event_wait_list = list
#define OWN_EVENTS         events(a.command_queue, a.command_queue)
#define FOREIGN_EVENTS     events(a.command_queue, a_queue())
#define WAIT_LIST(function)                                                                        \
    WRONG(WAIT_LIST_LENGTH, function, WAITS(3, NULL))                                              \
    WRONG(WAIT_LIST_LENGTH, function, WAITS(0, OWN_EVENTS))
#define WAITING(function)                                                                          \
    WAIT_LIST(function)                                                                            \
    WRONG(EVENT_CONTEXT, function, WAITS(3, FOREIGN_EVENTS))
#define EVENTS_FAILED(function, ...)                                                               \
    ALTERED_REFUSED(EVENT_FAILED, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, function,          \
                    WAITS(3, failed(a.command_queue)), __VA_ARGS__,                                \
                    WANTS(IS(a.event_wait_list[2])))
#define BLOCKING(function, blocks)                                                                 \
    WAITING(function)                                                                              \
    WRONG(BOOLEAN_, function, a.blocks = 2)                                                        \
    EVENTS_FAILED(function, a.blocks = wrong)

/* ---- objects of a command ---- */

#define BUFFER_PARAMETER(function, name, size)                                                     \
    WRONG(MEM_CONTEXT, function, a.name = buffer(ELSEWHERE, 0, size))                              \
    WRONG(SUB_BUFFER_MISALIGNED, function, a.name = misaligned())                                  \
    RECORDED_BUFFER(function, name)
#define RECORDED_BUFFER(function, name)                                                            \
    WRONG(MEM_NOT_BUFFER, function, a.name = image(HERE, 0, 8, 4, 0), WANTS(IS(a.name)))
#define IMAGE_PARAMETER(function, name, width, height, depth)                                      \
    WRONG(MEM_CONTEXT, function, a.name = image(ELSEWHERE, 0, width, height, depth))               \
    RECORDED_IMAGE(function, name)
#define RECORDED_IMAGE(function, name)                                                             \
    WRONG(MEM_NOT_IMAGE, function, a.name = buffer(HERE, 0, 512), WANTS(IS(a.name)))
#define WRITTEN_BUFFER(function, name, size)                                                       \
    WRONG(IMMUTABLE_WRITTEN, function, a.name = buffer(HERE, CONSTANT, size))
#define WRITTEN_IMAGE(function, name, ...)                                                         \
    WRONG(IMMUTABLE_WRITTEN, function, a.name = image(HERE, CONSTANT, __VA_ARGS__))

/* ---- copies: each range and each region ends where its object does ---- */

#define BYTES_COPIED                                                                               \
    .src_buffer = buffer(HERE, 0, 64), .src_offset = 24, .dst_buffer = buffer(HERE, 0, 56),        \
    .dst_offset = 16, .size = 40
#define RANGES_COPIED(function)                                                                    \
    WRONG_REFUSED(COMMAND_SIZE_ZERO, CL_INVALID_VALUE, function, a.size = 0)                       \
    WRONG(BUFFER_RANGE, function, a.src_offset = 25, WANTS(25, 40, 65, 64))                        \
    WRONG(BUFFER_RANGE, function, a.dst_offset = 17, WANTS(17, 40, 57, 56))                        \
    ALTERED(COPY_OVERLAP, function, a.src_buffer = buffer(HERE, 0, 128),                           \
            a.dst_buffer = part(a.src_buffer, 32, 96), a.dst_offset = 32u - wrong)                 \
    ALTERED(COPY_OVERLAP, function, a.dst_buffer = buffer(HERE, 0, 128),                           \
            a.src_buffer = part(a.dst_buffer, 32, 96), a.dst_offset = 16u + wrong)
#define LEGAL_clEnqueueCopyBuffer .command_queue = queue(), BYTES_COPIED
BUFFER_PARAMETER(clEnqueueCopyBuffer, src_buffer, 64)
BUFFER_PARAMETER(clEnqueueCopyBuffer, dst_buffer, 56)
WRITTEN_BUFFER(clEnqueueCopyBuffer, dst_buffer, 56)
RANGES_COPIED(clEnqueueCopyBuffer)

#define RECT_COPIED                                                                                \
    .src_buffer = buffer(HERE, 0, 37), .src_origin = SIZES(1), .src_row_pitch = 8,                 \
    .src_slice_pitch = 24, .dst_buffer = buffer(HERE, 0, 46), .dst_origin = SIZES(2),              \
    .dst_row_pitch = 10, .dst_slice_pitch = 30, .region = SIZES(4, 2, 2)
#define RECTS_COPIED(function)                                                                     \
    WRONG(RECT_RANGE, function, a.src_origin = SIZES(2), WANTS(38, 37, 8, 24))                     \
    WRONG(RECT_RANGE, function, a.dst_origin = SIZES(3), WANTS(47, 46, 10, 30))                    \
    WRONG(RECT_NULL, function, a.src_origin = NULL)                                                \
    WRONG(RECT_NULL, function, a.dst_origin = NULL)                                                \
    WRONG(RECT_NULL, function, a.region = NULL)                                                    \
    WRONG(RECT_ZERO, function, a.region = SIZES(4, 0, 2), WANTS(4, 0, 2))
#define PITCHES(function, row, slice)                                                              \
    WRONG(RECT_ROW_PITCH, function, a.row = 3, WANTS(3, 4))                                        \
    WRONG(RECT_SLICE_PITCH, function, a.slice = a.row, WANTS(a.row, 2, a.row))                     \
    WRONG(RECT_SLICE_PITCH_ROWS, function, a.slice = 2 * a.row + 1, WANTS(a.slice, a.row))
#define LEGAL_clEnqueueCopyBufferRect .command_queue = queue(), RECT_COPIED
BUFFER_PARAMETER(clEnqueueCopyBufferRect, src_buffer, 37)
BUFFER_PARAMETER(clEnqueueCopyBufferRect, dst_buffer, 46)
WRITTEN_BUFFER(clEnqueueCopyBufferRect, dst_buffer, 46)
RECTS_COPIED(clEnqueueCopyBufferRect)
ALTERED(COPY_OVERLAP, clEnqueueCopyBufferRect, a.src_buffer = buffer(HERE, 0, 128),
        a.dst_buffer = part(a.src_buffer, 32, 96), a.dst_origin = SIZES(wrong ? 2 : 8),
        a.dst_row_pitch = a.src_row_pitch, a.dst_slice_pitch = a.src_slice_pitch)
PITCHES(clEnqueueCopyBufferRect, src_row_pitch, src_slice_pitch)
PITCHES(clEnqueueCopyBufferRect, dst_row_pitch, dst_slice_pitch)

#define REGION SIZES(6, 3, 2)
#define IMAGE_COPIED                                                                               \
    .src_image = image(HERE, 0, 8, 6, 2), .src_origin = SIZES(2, 3, 0),                            \
    .dst_image = image(HERE, 0, 9, 5, 3), .dst_origin = SIZES(3, 2, 1), .region = REGION
/* What a command checks of its region of an image. `height` is the image's, and more than 3. */
#define REGION_PARAMETERS(function, name, from, height)                                            \
    WRONG(IMAGE_REGION_NULL, function, a.from = NULL)                                              \
    WRONG(IMAGE_REGION, function, a.from = SIZES(a.from[0] + 1, a.from[1], a.from[2]),             \
          WANTS(0, a.from[0], 6, a.from[0] + 5))                                                   \
    ALTERED(IMAGE_REGION_DIMENSION, function, a.name = image(HERE, 0, 8, 4, 0),                    \
            a.region = SIZES(4, 2, 1), a.from = SIZES(1, 1, wrong), WANTS(IS(a.name), 2, 1, 1))    \
    ALTERED(IMAGE_LEVEL, function, a.name = mipmapped(), a.region = SIZES(2, 1, 1),                \
            a.from = SIZES(0, 1, 2u + wrong), WANTS(IS(a.name), 3, 3))                             \
    ALTERED_REFUSED(                                                                               \
        IMAGE_SIZE_DEVICE, CL_INVALID_IMAGE_SIZE, function, a.name = image(HERE, 0, 8, height, 0), \
        a.region = SIZES(1, 1, 1), a.from = SIZES(0),                                              \
        SAYS(gpu[1], CL_DEVICE_IMAGE2D_MAX_HEIGHT, size_t, height - wrong), WANTS(IS(a.name)))
#define LEGAL_clEnqueueCopyImage .command_queue = queue(), IMAGE_COPIED
IMAGE_PARAMETER(clEnqueueCopyImage, src_image, 8, 6, 2)
IMAGE_PARAMETER(clEnqueueCopyImage, dst_image, 9, 5, 3)
WRITTEN_IMAGE(clEnqueueCopyImage, dst_image, 9, 5, 3)
REGION_PARAMETERS(clEnqueueCopyImage, src_image, src_origin, 6)
REGION_PARAMETERS(clEnqueueCopyImage, dst_image, dst_origin, 5)
WRONG(IMAGE_REGION_NULL, clEnqueueCopyImage, a.region = NULL)

/* The region has 144 bytes. */
#define COPIED_TO_BUFFER                                                                           \
    .src_image = image(HERE, 0, 8, 6, 2), .src_origin = SIZES(2, 3, 0), .region = REGION,          \
    .dst_buffer = buffer(HERE, 0, 160), .dst_offset = 16
#define COPIED_TO_IMAGE                                                                            \
    .src_buffer = buffer(HERE, 0, 160), .src_offset = 16, .dst_image = image(HERE, 0, 9, 5, 3),    \
    .dst_origin = SIZES(3, 2, 1), .region = REGION
#define IMAGE_BYTES(function, offset)                                                              \
    WRONG(BUFFER_RANGE, function, a.offset = 17, WANTS(17, 144, 161, 160))
#define IMAGE_WITH_BUFFER(function, name, from, buffer_name)                                       \
    WRONG(IMAGE_REGION_NULL, function, a.region = NULL)                                            \
    WRONG(IMAGE_OF_BUFFER, function, a.name = image_of_buffer(a.buffer_name),                      \
          a.region = SIZES(2, 1, 1), a.from = SIZES(0))
#define LEGAL_clEnqueueCopyImageToBuffer .command_queue = queue(), COPIED_TO_BUFFER
IMAGE_PARAMETER(clEnqueueCopyImageToBuffer, src_image, 8, 6, 2)
BUFFER_PARAMETER(clEnqueueCopyImageToBuffer, dst_buffer, 160)
WRITTEN_BUFFER(clEnqueueCopyImageToBuffer, dst_buffer, 160)
REGION_PARAMETERS(clEnqueueCopyImageToBuffer, src_image, src_origin, 6)
IMAGE_WITH_BUFFER(clEnqueueCopyImageToBuffer, src_image, src_origin, dst_buffer)
IMAGE_BYTES(clEnqueueCopyImageToBuffer, dst_offset)
#define LEGAL_clEnqueueCopyBufferToImage .command_queue = queue(), COPIED_TO_IMAGE
BUFFER_PARAMETER(clEnqueueCopyBufferToImage, src_buffer, 160)
IMAGE_PARAMETER(clEnqueueCopyBufferToImage, dst_image, 9, 5, 3)
WRITTEN_IMAGE(clEnqueueCopyBufferToImage, dst_image, 9, 5, 3)
REGION_PARAMETERS(clEnqueueCopyBufferToImage, dst_image, dst_origin, 5)
IMAGE_WITH_BUFFER(clEnqueueCopyBufferToImage, dst_image, dst_origin, src_buffer)
IMAGE_BYTES(clEnqueueCopyBufferToImage, src_offset)

#define SVM_COPIED .src_ptr = svm(64) + 16, .dst_ptr = svm(56) + 8, .size = 48
#define SVM_RANGES(function)                                                                       \
    WRONG(SVM_RANGE, function, a.src_ptr = (const char *)a.src_ptr + 1,                            \
          WANTS(48, IS(a.src_ptr), 47))                                                            \
    WRONG(SVM_RANGE, function, a.dst_ptr = (char *)a.dst_ptr + 1, WANTS(48, IS(a.dst_ptr), 47))
#define SVM_NULLS(function)                                                                        \
    WRONG(SVM_POINTER_NULL, function, a.src_ptr = NULL)                                            \
    WRONG(SVM_POINTER_NULL, function, a.dst_ptr = NULL)                                            \
    WRONG(COPY_OVERLAP, function, a.src_ptr = a.dst_ptr)
#define LEGAL_clEnqueueSVMMemcpy .command_queue = queue(), SVM_COPIED
SVM_RANGES(clEnqueueSVMMemcpy)
SVM_NULLS(clEnqueueSVMMemcpy)
BLOCKING(clEnqueueSVMMemcpy, blocking_copy)
#define LEGAL_clEnqueueMemcpyINTEL .command_queue = queue(), SVM_COPIED
SVM_RANGES(clEnqueueMemcpyINTEL)
SVM_NULLS(clEnqueueMemcpyINTEL)
WAITING(clEnqueueMemcpyINTEL)

/* ---- the same in command buffers ---- */

static cl_command_buffer_khr recording(void)
{
    return EXTENSION(clCreateCommandBufferKHR)(1, (const cl_command_queue[]){ queue() }, NULL,
                                               NULL);
}
#define FOREIGN(function, name, ...) WRONG(COMMAND_BUFFER_CONTEXT, function, a.name = __VA_ARGS__)
#define LEGAL_clCommandCopyBufferKHR .command_buffer = recording(), BYTES_COPIED
FOREIGN(clCommandCopyBufferKHR, src_buffer, buffer(ELSEWHERE, 0, 64))
FOREIGN(clCommandCopyBufferKHR, dst_buffer, buffer(ELSEWHERE, 0, 56))
RECORDED_BUFFER(clCommandCopyBufferKHR, src_buffer)
RECORDED_BUFFER(clCommandCopyBufferKHR, dst_buffer)
RANGES_COPIED(clCommandCopyBufferKHR)
#define LEGAL_clCommandCopyBufferRectKHR .command_buffer = recording(), RECT_COPIED
FOREIGN(clCommandCopyBufferRectKHR, src_buffer, buffer(ELSEWHERE, 0, 37))
FOREIGN(clCommandCopyBufferRectKHR, dst_buffer, buffer(ELSEWHERE, 0, 46))
RECORDED_BUFFER(clCommandCopyBufferRectKHR, src_buffer)
RECORDED_BUFFER(clCommandCopyBufferRectKHR, dst_buffer)
RECTS_COPIED(clCommandCopyBufferRectKHR)
#define LEGAL_clCommandCopyImageKHR .command_buffer = recording(), IMAGE_COPIED
FOREIGN(clCommandCopyImageKHR, src_image, image(ELSEWHERE, 0, 8, 6, 2))
FOREIGN(clCommandCopyImageKHR, dst_image, image(ELSEWHERE, 0, 9, 5, 3))
RECORDED_IMAGE(clCommandCopyImageKHR, src_image)
RECORDED_IMAGE(clCommandCopyImageKHR, dst_image)
#define LEGAL_clCommandCopyImageToBufferKHR .command_buffer = recording(), COPIED_TO_BUFFER
FOREIGN(clCommandCopyImageToBufferKHR, src_image, image(ELSEWHERE, 0, 8, 6, 2))
FOREIGN(clCommandCopyImageToBufferKHR, dst_buffer, buffer(ELSEWHERE, 0, 160))
RECORDED_IMAGE(clCommandCopyImageToBufferKHR, src_image)
RECORDED_BUFFER(clCommandCopyImageToBufferKHR, dst_buffer)
IMAGE_BYTES(clCommandCopyImageToBufferKHR, dst_offset)
#define LEGAL_clCommandCopyBufferToImageKHR .command_buffer = recording(), COPIED_TO_IMAGE
FOREIGN(clCommandCopyBufferToImageKHR, src_buffer, buffer(ELSEWHERE, 0, 160))
FOREIGN(clCommandCopyBufferToImageKHR, dst_image, image(ELSEWHERE, 0, 9, 5, 3))
RECORDED_BUFFER(clCommandCopyBufferToImageKHR, src_buffer)
RECORDED_IMAGE(clCommandCopyBufferToImageKHR, dst_image)
IMAGE_BYTES(clCommandCopyBufferToImageKHR, src_offset)
#define LEGAL_clCommandSVMMemcpyKHR .command_buffer = recording(), SVM_COPIED
SVM_RANGES(clCommandSVMMemcpyKHR)

/* ---- transfers, maps and fills ---- */

#define LEGAL_clEnqueueReadBuffer                                                                  \
    .command_queue = queue(), .buffer = buffer(HERE, 0, 64), .offset = 24, .size = 40, .ptr = bytes
#define RANGE(function) WRONG(BUFFER_RANGE, function, a.offset = 28, WANTS(28, 40, 68, 64))
#define RANGE_NOT_EMPTY(function)                                                                  \
    WRONG_REFUSED(COMMAND_SIZE_ZERO, CL_INVALID_VALUE, function, a.size = 0)
RANGE(clEnqueueReadBuffer)
RANGE_NOT_EMPTY(clEnqueueReadBuffer)
BLOCKING(clEnqueueReadBuffer, blocking_read)

#define LEGAL_clEnqueueReadBufferRect                                                              \
    .command_queue = queue(), .buffer = buffer(HERE, 0, 37), .buffer_origin = SIZES(1),            \
    .buffer_row_pitch = 8, .buffer_slice_pitch = 24, .host_origin = SIZES(2),                      \
    .host_row_pitch = 10, .host_slice_pitch = 30, .region = SIZES(4, 2, 2), .ptr = bytes
WRONG(RECT_RANGE, clEnqueueReadBufferRect, a.buffer_origin = SIZES(2), WANTS(38, 37, 8, 24))
WRONG(RECT_NULL, clEnqueueReadBufferRect, a.buffer_origin = NULL)
WRONG(RECT_NULL, clEnqueueReadBufferRect, a.host_origin = NULL)
WRONG(RECT_NULL, clEnqueueReadBufferRect, a.region = NULL)
WRONG(RECT_ZERO, clEnqueueReadBufferRect, a.region = SIZES(4, 0, 2), WANTS(4, 0, 2))
PITCHES(clEnqueueReadBufferRect, buffer_row_pitch, buffer_slice_pitch)
PITCHES(clEnqueueReadBufferRect, host_row_pitch, host_slice_pitch)
BLOCKING(clEnqueueReadBufferRect, blocking_read)

#define LEGAL_clEnqueueMapBuffer                                                                   \
    .command_queue = queue(), .buffer = buffer(HERE, 0, 64), .map_flags = CL_MAP_WRITE,            \
    .offset = 24, .size = 40
#define MAPPED(begin, bytes_of_it)                                                                 \
    layer->clEnqueueMapBuffer(a.command_queue, a.buffer, 1, CL_MAP_WRITE, begin, bytes_of_it, 0,   \
                              NULL, NULL, NULL)
RANGE(clEnqueueMapBuffer)
WRONG(MAP_SIZE_ZERO, clEnqueueMapBuffer, a.size = 0)
ALTERED(MAP_OVERLAP, clEnqueueMapBuffer, MAPPED(0, 24), a.offset = 24u - wrong)
ALTERED(MAP_OVERLAP, clEnqueueMapBuffer, MAPPED(60, 4), a.size = 36u + wrong)
BLOCKING(clEnqueueMapBuffer, blocking_map)

static const char pattern[128];
#define LEGAL_clEnqueueFillBuffer                                                                  \
    .command_queue = queue(), .buffer = buffer(HERE, 0, 64), .pattern = pattern,                   \
    .pattern_size = 4, .offset = 24, .size = 40
#define FILLED(function)                                                                           \
    RANGE_NOT_EMPTY(function)                                                                      \
    WRONG(PATTERN_SIZE, function, a.pattern_size = 3)                                              \
    WRONG(FILL_SIZE, function, a.size = 38)
RANGE(clEnqueueFillBuffer)
FILLED(clEnqueueFillBuffer)
WRONG(FILL_ALIGNMENT, clEnqueueFillBuffer, a.offset = 22, WANTS(22))
#define LEGAL_clCommandFillBufferKHR                                                               \
    .command_buffer = recording(), .buffer = buffer(HERE, 0, 64), .pattern = pattern,              \
    .pattern_size = 4, .offset = 24, .size = 40
RANGE(clCommandFillBufferKHR)
RANGE_NOT_EMPTY(clCommandFillBufferKHR)

#define IMAGE_USED                                                                                 \
    .command_queue = queue(), .image = image(HERE, 0, 9, 5, 3), .origin = SIZES(3, 2, 1),          \
    .region = REGION
#define LEGAL_clEnqueueFillImage IMAGE_USED, .fill_color = pattern
REGION_PARAMETERS(clEnqueueFillImage, image, origin, 5)
WRONG(IMAGE_REGION_NULL, clEnqueueFillImage, a.region = NULL)

/* In host memory, the region has at least 24 bytes in a row, and 3 rows in a slice. */
#define LEGAL_clEnqueueReadImage IMAGE_USED, .row_pitch = 25, .ptr = bytes
REGION_PARAMETERS(clEnqueueReadImage, image, origin, 5)
WRONG(IMAGE_REGION_NULL, clEnqueueReadImage, a.region = NULL)
WRONG(IMAGE_HOST_ROW_SHORT, clEnqueueReadImage, a.row_pitch = 23, WANTS(23, 6))
WRONG(IMAGE_HOST_SLICE_SHORT, clEnqueueReadImage, a.slice_pitch = 74, WANTS(74, 3))
ALTERED(IMAGE_HOST_SLICE, clEnqueueReadImage, a.image = image(HERE, 0, 9, 5, 0),
        a.region = SIZES(6, 3, 1), a.origin = SIZES(0), a.slice_pitch = wrong ? 80 : 0, WANTS(80))
BLOCKING(clEnqueueReadImage, blocking_read)

static size_t pitches[2];
#define LEGAL_clEnqueueMapImage                                                                    \
    IMAGE_USED, .map_flags = CL_MAP_WRITE, .image_row_pitch = pitches,                             \
                .image_slice_pitch = pitches + 1
REGION_PARAMETERS(clEnqueueMapImage, image, origin, 5)
WRONG(IMAGE_REGION_NULL, clEnqueueMapImage, a.region = NULL)
#define MAPPED_IMAGE(begin, width)                                                                 \
    layer->clEnqueueMapImage(a.command_queue, a.image, 1, CL_MAP_WRITE, SIZES(begin),              \
                             SIZES(width, 5, 3), pitches, pitches + 1, 0, NULL, NULL, NULL)
ALTERED(MAP_OVERLAP, clEnqueueMapImage, MAPPED_IMAGE(0, 3), a.origin = SIZES(3u - wrong, 2, 1))
ALTERED(MAP_OVERLAP, clEnqueueMapImage, MAPPED_IMAGE(8, 1), a.region = SIZES(5u + wrong, 3, 2))
WRONG(MAP_PITCH_NULL, clEnqueueMapImage, a.image_row_pitch = NULL)
WRONG(MAP_PITCH_NULL, clEnqueueMapImage, a.image_slice_pitch = NULL)
BLOCKING(clEnqueueMapImage, blocking_map)

/* ---- all other commands have a list of events, and some have another list ---- */

WAITING(clEnqueueCopyBuffer)
WAITING(clEnqueueCopyBufferRect)
WAITING(clEnqueueCopyImage)
WAITING(clEnqueueCopyImageToBuffer)
WAITING(clEnqueueCopyBufferToImage)
WAITING(clEnqueueFillBuffer)
WAITING(clEnqueueFillImage)

static cl_mem mapped_buffer(void)
{
    static cl_mem made;
    if (!made) made = buffer(HERE, 0, 64);
    return made;
}
static void *mapped(void)
{
    return layer->clEnqueueMapBuffer(queue(), mapped_buffer(), 1, CL_MAP_READ, 0, 64, 0, NULL, NULL,
                                     NULL);
}
#define LEGAL_clEnqueueUnmapMemObject                                                              \
    .command_queue = queue(), .memobj = mapped_buffer(), .mapped_ptr = mapped()
WAITING(clEnqueueUnmapMemObject)
#define LEGAL_clEnqueueMarkerWithWaitList .command_queue = queue()
WAITING(clEnqueueMarkerWithWaitList)

/* A command with a list has one object. This adds another. */
#define SECOND(count, list, second) a.count = 2, a.list = two(a.list[0], second)
static const cl_mem *two(cl_mem first, cl_mem second)
{
    static cl_mem made[2];
    made[0] = first, made[1] = second;
    return made;
}
#define ONE_MEM two(buffer(HERE, 0, 64), NULL)
#define LEGAL_clEnqueueMigrateMemObjects                                                           \
    .command_queue = queue(), .num_mem_objects = 1, .mem_objects = ONE_MEM
WAITING(clEnqueueMigrateMemObjects)
WRONG(MEM_CONTEXT, clEnqueueMigrateMemObjects,
      SECOND(num_mem_objects, mem_objects, buffer(ELSEWHERE, 0, 64)))
WRONG(HANDLE_NULL, clEnqueueMigrateMemObjects, SECOND(num_mem_objects, mem_objects, NULL), WANTS(2))
WRONG(MIGRATION_NONE, clEnqueueMigrateMemObjects, a.num_mem_objects = 0)
WRONG(MIGRATION_NONE, clEnqueueMigrateMemObjects, a.mem_objects = NULL, WANTS(1))

static cl_mem external(void)
{
    static const cl_mem_properties list[] = { CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, 3, 0 };
    cl_mem made = layer->clCreateBufferWithProperties(HERE, list, 0, 64, NULL, NULL);
    says(made, CL_MEM_PROPERTIES, list, sizeof list);
    return made;
}
#define LEGAL_clEnqueueAcquireExternalMemObjectsKHR                                                \
    .command_queue = queue(), .num_mem_objects = 1, .mem_objects = two(external(), NULL)
WAIT_LIST(clEnqueueAcquireExternalMemObjectsKHR)
EVENTS_FAILED(clEnqueueAcquireExternalMemObjectsKHR, a.num_events_in_wait_list = 2u + wrong)
WRONG(MEM_LIST_LENGTH, clEnqueueAcquireExternalMemObjectsKHR, a.num_mem_objects = 0, WANTS(0))
WRONG(MEM_LIST_LENGTH, clEnqueueAcquireExternalMemObjectsKHR, a.mem_objects = NULL, WANTS(1))
WRONG(HANDLE_NULL, clEnqueueAcquireExternalMemObjectsKHR,
      SECOND(num_mem_objects, mem_objects, NULL), WANTS(2))

#define LEGAL_clEnqueueNDRangeKernel                                                               \
    .command_queue = queue(), .kernel = kernel_in(HERE), .work_dim = 1, .global_work_size = SIZES(1)
WAITING(clEnqueueNDRangeKernel)
ALTERED_REFUSED(LOCAL_SIZE_SUB_GROUPS, CL_INVALID_WORK_GROUP_SIZE, clEnqueueNDRangeKernel,
                SAYS(NULL, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, size_t, 2),
                SAYS(NULL, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, size_t, wrong ? 1 : 2),
                a.global_work_size = SIZES(128), a.local_work_size = SIZES(16))
#define LEGAL_clEnqueueTask .command_queue = old_queue(), .kernel = kernel_in(old())
WAITING(clEnqueueTask)
static void CL_CALLBACK native(void *data)
{
    (void)data;
}
static const void *const locations[2];
#define LEGAL_clEnqueueNativeKernel                                                                \
    .command_queue = queue(), .user_func = native, .args = bytes, .cb_args = 16,                   \
    .num_mem_objects = 1, .mem_list = ONE_MEM, .args_mem_loc = (const void **)locations
WAITING(clEnqueueNativeKernel)

/* ---- shared virtual memory and unified shared memory ---- */

#define LEGAL_clEnqueueSVMMemFill                                                                  \
    .command_queue = queue(), .svm_ptr = svm(64) + 24, .pattern = pattern, .pattern_size = 4,      \
    .size = 40
#define LEGAL_clEnqueueMemFillINTEL                                                                \
    .command_queue = queue(), .dst_ptr = svm(64) + 24, .pattern = pattern, .pattern_size = 4,      \
    .size = 40
#define SVM_FILLED(function, name)                                                                 \
    FILLED(function)                                                                               \
    WAITING(function)                                                                              \
    WRONG(SVM_RANGE, function, a.name = (char *)a.name + 4, WANTS(40, IS(a.name), 36))             \
    WRONG(SVM_POINTER_NULL, function, a.name = NULL)                                               \
    WRONG(PATTERN_NULL, function, a.pattern = NULL)                                                \
    WRONG(FILL_ALIGNMENT, function, a.name = (char *)a.name - 2, WANTS(IS(a.name)))
SVM_FILLED(clEnqueueSVMMemFill, svm_ptr)
SVM_FILLED(clEnqueueMemFillINTEL, dst_ptr)
WRONG(SVM_FREED, clEnqueueSVMMemFill, a.svm_ptr = svm(64), layer->clSVMFree(HERE, a.svm_ptr))
WRONG(SVM_FOREIGN, clEnqueueSVMMemFill, a.svm_ptr = bytes, WANTS(IS(bytes)))
#define LEGAL_clCommandSVMMemFillKHR                                                               \
    .command_buffer = recording(), .svm_ptr = svm(64) + 24, .pattern = pattern, .pattern_size = 4, \
    .size = 40
RANGE_NOT_EMPTY(clCommandSVMMemFillKHR)
WRONG(SVM_RANGE, clCommandSVMMemFillKHR, a.svm_ptr = (char *)a.svm_ptr + 4,
      WANTS(40, IS(a.svm_ptr), 36))
WRONG(PATTERN_NULL, clCommandSVMMemFillKHR, a.pattern = NULL)

#define LEGAL_clEnqueueSVMMap                                                                      \
    .command_queue = queue(), .flags = CL_MAP_READ, .svm_ptr = svm(64), .size = 64
BLOCKING(clEnqueueSVMMap, blocking_map)
#define LEGAL_clEnqueueSVMUnmap .command_queue = queue(), .svm_ptr = svm(64)
WAITING(clEnqueueSVMUnmap)
#define LEGAL_clEnqueueMemAdviseINTEL                                                              \
    .command_queue = queue(), .ptr = svm(64), .size = 64, .advice = 1
WAITING(clEnqueueMemAdviseINTEL)
#define LEGAL_clEnqueueMigrateMemINTEL .command_queue = queue(), .ptr = svm(64), .size = 64
WAITING(clEnqueueMigrateMemINTEL)
#define LEGAL_clEnqueueMemsetINTEL .command_queue = queue(), .dst_ptr = svm(64), .size = 64
WAITING(clEnqueueMemsetINTEL)

static const void **two_pointers(const void *first, const void *second)
{
    static const void *made[2];
    made[0] = first, made[1] = second;
    return made;
}
static void *freed(void)
{
    char *made = svm(64);
    layer->clSVMFree(HERE, made);
    return made;
}
#define LEGAL_clEnqueueSVMFree                                                                     \
    .command_queue = queue(), .num_svm_pointers = 1,                                               \
    .svm_pointers = (void **)two_pointers(svm(64), NULL)
#define SECOND_FREED(second)                                                                       \
    a.num_svm_pointers = 2, a.svm_pointers = (void **)two_pointers(*a.svm_pointers, second)
WAIT_LIST(clEnqueueSVMFree)
WRONG(SVM_FREED_TWICE, clEnqueueSVMFree, SECOND_FREED(freed()), WANTS(IS(a.svm_pointers[1])))
WRONG(SVM_UNKNOWN, clEnqueueSVMFree, SECOND_FREED(bytes), WANTS(IS(bytes)))
WRONG(MEM_LIST_LENGTH, clEnqueueSVMFree, a.num_svm_pointers = 0)
WRONG(MEM_LIST_LENGTH, clEnqueueSVMFree, a.svm_pointers = NULL, WANTS(1))

#define LEGAL_clEnqueueSVMMigrateMem                                                               \
    .command_queue = queue(), .num_svm_pointers = 1, .svm_pointers = two_pointers(svm(64), NULL),  \
    .sizes = SIZES(64, 65)
WAITING(clEnqueueSVMMigrateMem)
WRONG(SVM_MIGRATION_RANGE, clEnqueueSVMMigrateMem, a.num_svm_pointers = 2,
      a.svm_pointers = two_pointers(*a.svm_pointers, svm(64)))
WRONG(MIGRATION_NONE, clEnqueueSVMMigrateMem, a.num_svm_pointers = 0, WAITS(3, OWN_EVENTS),
      WANTS(0))
WRONG(MIGRATION_NONE, clEnqueueSVMMigrateMem, a.svm_pointers = NULL, WANTS(1))

/* ---- command buffers that are used ---- */

static const cl_command_queue *queues(cl_command_queue second)
{
    static cl_command_queue made[2];
    made[0] = queue(), made[1] = second;
    return made;
}
static cl_command_buffer_khr recorded(void)
{
    cl_command_buffer_khr made = recording();
    EXTENSION(clFinalizeCommandBufferKHR)(made);
    return made;
}
#define LEGAL_clEnqueueCommandBufferKHR                                                            \
    .num_queues = 1, .queues = (cl_command_queue *)queues(NULL), .command_buffer = recorded()
#define SECOND_QUEUE(second) a.num_queues = 2, a.queues = (cl_command_queue *)queues(second)
WRONG(COMMAND_BUFFER_QUEUES, clEnqueueCommandBufferKHR, a.num_queues = 0)
WRONG(HANDLE_NULL, clEnqueueCommandBufferKHR, SECOND_QUEUE(NULL), WANTS(1))
WRONG(COMMAND_BUFFER_CONTEXT, clEnqueueCommandBufferKHR, SECOND_QUEUE(a_queue()))
WRONG(COMMAND_BUFFER_CONTEXT, clEnqueueCommandBufferKHR, WAITS(3, events(queue(), a_queue())))
WRONG(WAIT_LIST_LENGTH, clEnqueueCommandBufferKHR, WAITS(3, NULL))
WRONG(WAIT_LIST_LENGTH, clEnqueueCommandBufferKHR, WAITS(0, events(queue(), queue())))
#define LEGAL_clRemapCommandBufferKHR                                                              \
    .command_buffer = recording(), .num_queues = 1, .queues = (cl_command_queue *)queues(NULL)
WRONG(COMMAND_BUFFER_QUEUES, clRemapCommandBufferKHR, a.num_queues = 0)
WRONG(HANDLE_NULL, clRemapCommandBufferKHR, SECOND_QUEUE(NULL), WANTS(3))
WRONG(COMMAND_BUFFER_CONTEXT, clRemapCommandBufferKHR, SECOND_QUEUE(a_queue()))

#define LEGAL_clCommandNDRangeKernelKHR                                                            \
    .command_buffer = recording(), .kernel = kernel_in(HERE), .work_dim = 1,                       \
    .global_work_size = SIZES(1)
WRONG(SYNC_POINTS_LENGTH, clCommandNDRangeKernelKHR, a.num_sync_points_in_wait_list = 1)
WRONG(SYNC_POINTS_LENGTH, clCommandNDRangeKernelKHR,
      a.sync_point_wait_list = (const cl_sync_point_khr[]){ 1 })

/* ---- semaphores, and objects of other APIs ---- */

static const cl_semaphore_khr *a_semaphore(void)
{
    static cl_semaphore_khr made;
    const cl_semaphore_properties_khr list[] = { CL_SEMAPHORE_TYPE_KHR,
                                                 CL_SEMAPHORE_TYPE_BINARY_KHR,
                                                 CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
                                                 IS(gpu[1]),
                                                 0,
                                                 0 };
    made = EXTENSION(clCreateSemaphoreWithPropertiesKHR)(HERE, list, NULL);
    return &made;
}
#define LEGAL_clEnqueueSignalSemaphoresKHR                                                         \
    .command_queue = queue(), .sema_objects = a_semaphore(), .num_sema_objects = 1
WAITING(clEnqueueSignalSemaphoresKHR)
EVENTS_FAILED(clEnqueueSignalSemaphoresKHR, a.num_events_in_wait_list = 2u + wrong)

/* A context that shares with OpenGL and EGL. */
static cl_context sharing(void)
{
    static const cl_context_properties list[] = { CL_GL_CONTEXT_KHR, 16, CL_GLX_DISPLAY_KHR, 16,
                                                  0 };
    static cl_context made;
    if (!made) made = layer->clCreateContext(list, 1, gpu, NULL, NULL, NULL);
    return made;
}
#define GL_BUFFER layer->clCreateFromGLBuffer(sharing(), 0, 1, NULL)
#define EGL_IMAGE_OF(in)                                                                           \
    layer->clCreateFromEGLImageKHR(in, (CLeglDisplayKHR)16, (CLeglImageKHR)16, 0, NULL, NULL)
#define LEGAL_clEnqueueAcquireGLObjects                                                            \
    .command_queue = queue_with(sharing(), gpu[0], 0), .num_objects = 1,                           \
    .mem_objects = two(GL_BUFFER, NULL)
#define LEGAL_clEnqueueAcquireEGLObjectsKHR                                                        \
    .command_queue = queue(), .num_objects = 1, .mem_objects = two(EGL_IMAGE_OF(HERE), NULL)
#define ACQUIRED(function, ...)                                                                    \
    WAIT_LIST(function)                                                                            \
    WRONG(SHARED_LIST_LENGTH, function, a.num_objects = 0)                                         \
    WRONG(HANDLE_NULL, function, SECOND(num_objects, mem_objects, NULL), WANTS(2))                 \
    WRONG(MEM_UNSHARED, function, SECOND(num_objects, mem_objects, __VA_ARGS__))
ACQUIRED(clEnqueueAcquireGLObjects, buffer(sharing(), 0, 64))
ACQUIRED(clEnqueueAcquireEGLObjectsKHR, buffer(HERE, 0, 64))
WRONG(EVENT_CONTEXT, clEnqueueAcquireGLObjects, WAITS(3, FOREIGN_EVENTS))
WRONG(MEM_CONTEXT, clEnqueueAcquireEGLObjectsKHR,
      SECOND(num_objects, mem_objects, EGL_IMAGE_OF(ELSEWHERE)))

/* ---- programs, samplers, images and queries ---- */

/* The second device lacks this. */
static cl_context lacking(cl_uint name)
{
    SAYS(gpu[1], name, cl_bool, CL_FALSE);
    return HERE;
}
#define LEGAL_clCompileProgram                                                                     \
    .program = program_in(lacking(CL_DEVICE_COMPILER_AVAILABLE)), .num_devices = 1,                \
    .device_list = gpu, .options = ""
WRONG_REFUSED(PROGRAM_BUILDING, CL_INVALID_OPERATION, clCompileProgram,
              SAYS(gpu[0], CL_PROGRAM_BUILD_STATUS, cl_int, CL_BUILD_IN_PROGRESS))
WRONG(COMPILER_MISSING, clCompileProgram, a.device_list = gpu + 1)
static const cl_program *programs(cl_program second)
{
    static cl_program made[2];
    made[0] = program_in(HERE), made[1] = second;
    return made;
}
#define LEGAL_clLinkProgram                                                                        \
    .context = lacking(CL_DEVICE_LINKER_AVAILABLE), .num_devices = 1, .device_list = gpu,          \
    .options = "", .num_input_programs = 2, .input_programs = programs(program_in(HERE))
WRONG(HANDLE_NULL, clLinkProgram, a.input_programs = programs(NULL), WANTS(5))
WRONG(PROGRAM_CONTEXT, clLinkProgram, a.input_programs = programs(a_program()))
ALTERED(PROGRAM_CONTEXT_DEVICE, clLinkProgram, a.device_list = (cl_device_id[]){ gpu[0], gpu[2] },
        a.num_devices = 1u + wrong)
WRONG(LINKER_MISSING, clLinkProgram, a.device_list = gpu + 1)
#define LEGAL_clGetKernelSuggestedLocalWorkSizeKHR                                                 \
    .command_queue = queue(), .kernel = kernel_in(HERE), .work_dim = 1,                            \
    .global_work_size = SIZES(8), .suggested_local_work_size = pitches
#if SIZE_MAX > UINT32_MAX
WRONG(GLOBAL_OFFSET_OVERFLOW, clGetKernelSuggestedLocalWorkSizeKHR,
      a.global_work_offset = SIZES(SIZE_MAX))
#endif

#define LEGAL_clCreateSampler                                                                      \
    .context = old(), .normalized_coords = 1, .addressing_mode = CL_ADDRESS_REPEAT,                \
    .filter_mode = CL_FILTER_LINEAR
WRONG(SAMPLER_VALUE, clCreateSampler, a.addressing_mode = 9, WANTS(CL_SAMPLER_ADDRESSING_MODE, 9))
WRONG(SAMPLER_VALUE, clCreateSampler, a.filter_mode = 9, WANTS(CL_SAMPLER_FILTER_MODE, 9))
WRONG(SAMPLER_VALUE, clCreateSampler, a.normalized_coords = 9,
      WANTS(CL_SAMPLER_NORMALIZED_COORDS, 9))
WRONG(SAMPLER_REPEATS, clCreateSampler, a.normalized_coords = 0, WANTS(CL_ADDRESS_REPEAT))

static const cl_image_format rgba = { CL_RGBA, CL_UNORM_INT8 };
#define LEGAL_clCreateImage2D                                                                      \
    .context = old(), .flags = CL_MEM_COPY_HOST_PTR, .image_format = &rgba, .image_width = 8,      \
    .image_height = 4, .image_row_pitch = 36, .host_ptr = bytes
#define LEGAL_clCreateImage3D LEGAL_clCreateImage2D, .image_depth = 2, .image_slice_pitch = 180
#define OLD_IMAGE(function, depth)                                                                 \
    WRONG(IMAGE_SIZE_ZERO, function, a.image_width = 0, WANTS(0, 4, depth))                        \
    WRONG(IMAGE_SIZE_ZERO, function, a.image_height = 0, WANTS(8, 0, depth))                       \
    WRONG(IMAGE_ROW_PITCH, function, a.image_row_pitch = 20, WANTS(20, 8, 4))
OLD_IMAGE(clCreateImage2D, 0)
OLD_IMAGE(clCreateImage3D, 2)
WRONG(IMAGE_SIZE_ZERO, clCreateImage3D, a.image_depth = 0, WANTS(8, 4, 0))
WRONG(IMAGE_SLICE_PITCH, clCreateImage3D, a.image_slice_pitch = 170, WANTS(170, 36))

static cl_image_format formats[2];
#define LEGAL_clGetSupportedImageFormats                                                           \
    .context = HERE, .image_type = CL_MEM_OBJECT_IMAGE2D, .num_entries = 2, .image_formats = formats
WRONG(IMAGE_TYPE, clGetSupportedImageFormats, a.image_type = CL_MEM_OBJECT_BUFFER,
      WANTS(CL_MEM_OBJECT_BUFFER))
WRONG(FORMATS_COUNT, clGetSupportedImageFormats, a.num_entries = 0)

static cl_kernel with_parameter(void)
{
    SAYS(NULL, CL_KERNEL_NUM_ARGS, cl_uint, 1);
    return kernel_in(HERE);
}
#define LEGAL_clGetKernelArgInfo                                                                   \
    .kernel = with_parameter(), .arg_index = 0, .param_name = CL_KERNEL_ARG_ADDRESS_QUALIFIER,     \
    .param_value_size = 4, .param_value = bytes
WRONG(QUERY_SIZE, clGetKernelArgInfo, a.param_value_size = 3, WANTS(4))

/* The answer has 128 bytes. */
static const size_t input[] = { 8, 4, 2 };
#define SUB_GROUP_QUERY                                                                            \
    .param_name = CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, .input_value_size = sizeof input,      \
    .input_value = input, .param_value_size = 128, .param_value = bytes,                           \
    .param_value_size_ret = pitches
#define LEGAL_clGetKernelSubGroupInfo .kernel = kernel_in(HERE), .device = gpu[1], SUB_GROUP_QUERY
#define LEGAL_clGetKernelSubGroupInfoKHR                                                           \
    .in_kernel = kernel_in(HERE), .in_device = gpu[1], SUB_GROUP_QUERY
#define SUB_GROUP_ANSWER(function)                                                                 \
    ALTERED(QUERY_SIZE, function, says(NULL, a.param_name, bytes, 128),                            \
            a.param_value_size = 128u - 64 * wrong, WANTS(128))
SUB_GROUP_ANSWER(clGetKernelSubGroupInfo)
SUB_GROUP_ANSWER(clGetKernelSubGroupInfoKHR)
ALTERED(QUERY_SIZE, clGetKernelSubGroupInfo, says(NULL, a.param_name, bytes, 8),
        a.param_value_size = 8u - wrong, WANTS(8))
ALTERED(QUERY_SIZE, clGetKernelSubGroupInfo, says(NULL, a.param_name, bytes, 128),
        a.param_value = wrong ? bytes : NULL, a.input_value = wrong ? NULL : input,
        a.param_value_size = 64)
