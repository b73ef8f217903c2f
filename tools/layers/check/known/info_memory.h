/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of memory objects (info.h). */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_MEMORY_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_MEMORY_H

#include "info.h"
#include "regions.h"

extern HIDDEN const struct info_kind info_kind_mem;

/* A command's access to a memory object (order.h). */
struct touched {
    uint64_t when;     /* 0: there was no such command */
    const void *queue; /* the handle of its queue */
    struct part part;
    struct call_site site; /* where the program enqueued the command */
    const void *together;  /* the command buffer, if it may run several times at once; or NULL */
};

struct info_mem {
    struct info info;
    cl_mem_object_type type;
    cl_mem_flags flags;
    size_t size, offset;
    const void *host;
    /* The buffer of a sub-buffer, or the object whose memory an image uses; NULL: none. */
    cl_mem parent;
    bool answered; /* the driver has answered the queries for type, flags and size */
    /* Of images: */
    struct image_shape shape;
    cl_image_format format;
    size_t element; /* bytes; 0: not known */
    /* Noted by the layer: */
    struct mapping *mapped;
    const void *unmapped;       /* the pointer that was unmapped last */
    struct touched touched[2];  /* the last write and the last read */
    struct touched in_parts[2]; /* the last write and the last read through its sub-buffers */
    atomic_bool may_be_written; /* something may have written to the object */
};

/* The information about a memory object. NULL: the driver has not answered the queries. */
HIDDEN const struct info_mem *info_mem(cl_mem mem);

/* The size of a memory object in bytes; UNKNOWN. */
HIDDEN uint64_t info_mem_size(cl_mem mem);

/* How many bytes the living memory objects have that the object's context holds. Counts only those
 * of known size whose memory is neither another object's nor the host's. */
HIDDEN uint64_t info_memory_beside(const void *object);

/* The flags of a memory object; 0 if not known. */
HIDDEN cl_mem_flags info_mem_flags(cl_mem mem);

/* The type of a memory object; 0 if not known. */
HIDDEN cl_mem_object_type info_mem_type(cl_mem mem);

/* Notes that something may write to a memory object. */
HIDDEN void info_may_write(cl_mem mem);

/* Notes that something that the layer does not see may write to any memory object. */
HIDDEN void info_may_write_any(void);

/* Whether a memory object is a buffer that was made without content, and nothing can have written
 * to it. */
HIDDEN bool info_is_unwritten(cl_mem mem);

/* Whether a memory object is known not to be a buffer. */
HIDDEN bool info_is_no_buffer(cl_mem mem);

/* Whether a memory object is known not to be an image. */
HIDDEN bool info_is_no_image(cl_mem mem);

/* Whether a memory object is known not to be a pipe. */
HIDDEN bool info_is_no_pipe(cl_mem mem);

/* Whether a memory object is a sub-buffer. */
HIDDEN bool info_is_sub_buffer(cl_mem mem);

/* The buffer that a sub-buffer is a part of. *part, a part of the sub-buffer, becomes the same part
 * of that buffer. NULL: `mem` is no sub-buffer, or that is not known. */
HIDDEN struct info_mem *info_whole(cl_mem mem, struct part *part);

/* Whether a memory object is a sub-buffer that begins where the queue's device can't use it: its
 * offset is no multiple of info_base_alignment(). */
HIDDEN bool info_is_misaligned(cl_command_queue queue, cl_mem mem);

/* CL_DEVICE_MEM_BASE_ADDR_ALIGN of the queue's device, in bytes. */
HIDDEN uint64_t info_base_alignment(cl_command_queue queue);

/* The offset of a sub-buffer in its buffer. */
HIDDEN uint64_t info_mem_offset(cl_mem mem);

/* Whether a range of an object goes beyond it. */
HIDDEN bool info_is_beyond(cl_mem mem, uint64_t end);

/* Whether two ranges share a byte of one buffer. `one` and `other` may be sub-buffers of it. */
HIDDEN bool info_ranges_overlap(cl_mem one, size_t offset, cl_mem other, size_t other_offset,
                                size_t size);

/* Whether two rectangles of one size share a byte of one buffer. `one` and `other` may be
 * sub-buffers of it. */
HIDDEN bool info_rects_overlap(cl_mem one, struct rect first, cl_mem other, struct rect second,
                               const size_t *region);

/* Whether two buffers that are not parts of one use overlapping memory of the host
 * (CL_MEM_USE_HOST_PTR). */
HIDDEN bool info_shares_host_memory(cl_mem one, cl_mem other);

/* Whether there may be two such buffers. */
HIDDEN bool info_may_share_host_memory(void);

/* The shape of an image. If it is not known, returns a shape in which the functions of regions.h
 * find nothing wrong. */
HIDDEN const struct image_shape *info_shape(cl_mem image);

/* The number of bytes of a region of an image; 0 if not known. */
HIDDEN uint64_t info_image_bytes(cl_mem image, const size_t *region);

/* Whether the row pitch of memory that is copied to or from an image is not 0, but less than a row
 * of the region. */
HIDDEN bool info_image_row_is_short(cl_mem image, const size_t *region, size_t row_pitch);

/* Whether the slice pitch of such memory is not 0, but less than a slice of the region. */
HIDDEN bool info_image_slice_is_short(cl_mem image, const size_t *region, size_t row_pitch,
                                      size_t slice_pitch);

/* Whether the formats of two images are known, and differ. */
HIDDEN bool info_formats_differ(cl_mem one, cl_mem other);

/* Whether an image has one or two dimensions, and is not an array. */
HIDDEN bool info_image_is_flat(cl_mem image);

/* Whether an image is a one-dimensional one that uses a buffer's memory. */
HIDDEN bool info_image_is_of_buffer(cl_mem image, cl_mem buffer);

/* Whether an image of this shape is larger than the queue's device can use; if `queue` is NULL,
 * than any device of the context can. */
HIDDEN bool info_shape_is_too_large(const struct image_shape *shape, cl_context context,
                                    cl_command_queue queue);

/* Whether an image is larger than the queue's device can use. */
HIDDEN bool info_image_is_too_large(cl_command_queue queue, cl_mem image);

/* Whether the function that made an object is known, and is none of these. */
HIDDEN bool info_is_made_by_others(const void *handle, const unsigned *functions, size_t count);
#define MADE_BY_OTHERS(handle, ...)                                                                \
    info_is_made_by_others(handle, (const unsigned[]){ __VA_ARGS__ },                              \
                           sizeof((const unsigned[]){ __VA_ARGS__ }) / sizeof(unsigned))

#endif
