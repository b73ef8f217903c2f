/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The geometry of commands on memory: ranges of bytes, rectangles in buffers, regions of images.
 * Every function takes the arguments of a call as they are: pointers may be NULL, and sums and
 * products that do not fit into 64 bits become the largest value. Where an argument is missing, the
 * functions find nothing wrong.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_REGIONS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_REGIONS_H

#include "api/table.h"

static inline uint64_t bytes_sum(uint64_t a, uint64_t b)
{
    return a + b < a ? UINT64_MAX : a + b;
}

static inline uint64_t bytes_product(uint64_t a, uint64_t b)
{
    return a && b > UINT64_MAX / a ? UINT64_MAX : a * b;
}

/* Whether two ranges of bytes share one. */
static inline bool bytes_overlap(uint64_t first, uint64_t first_size, uint64_t second,
                                 uint64_t second_size)
{
    return first_size && second_size && first < bytes_sum(second, second_size) &&
           second < bytes_sum(first, first_size);
}

/* ---- rectangles in buffers: region[0] is in bytes ---- */

/* Whether one of the three sizes is 0. */
HIDDEN bool region_has_zero(const size_t *region);

/* The pitches in bytes, where 0 stood for rows and slices without gaps. */
HIDDEN uint64_t rect_row_pitch(const size_t *region, size_t row_pitch);
HIDDEN uint64_t rect_slice_pitch(const size_t *region, size_t row_pitch, size_t slice_pitch);

/* Whether a pitch that is not 0 is too small, or a slice does not begin with a row. */
HIDDEN bool rect_row_is_short(const size_t *region, size_t row_pitch);
HIDDEN bool rect_slice_is_short(const size_t *region, size_t row_pitch, size_t slice_pitch);
HIDDEN bool rect_slice_is_uneven(const size_t *region, size_t row_pitch, size_t slice_pitch);

/* The byte after the rectangle's last one; 0 if it is not known. */
HIDDEN uint64_t rect_end(const size_t *origin, const size_t *region, size_t row_pitch,
                         size_t slice_pitch);

/* A rectangle in a buffer that begins `base` bytes into the memory that both are in. */
struct rect {
    uint64_t base;
    const size_t *origin;
    size_t row_pitch, slice_pitch;
};

/* Whether two rectangles of one size share a byte. False if their pitches differ: that case is not
 * worth the code. */
HIDDEN bool rects_overlap(const struct rect *first, const struct rect *second,
                          const size_t *region);

/* ---- regions of images ---- */

struct image_shape {
    cl_mem_object_type type;
    size_t width, height, depth, array_size;
    cl_uint levels; /* of mipmaps; 0 and 1: none */
};

/* How many elements of an origin and a region are used, the index of an array with them; 0: no
 * image. */
HIDDEN unsigned image_dimensions(cl_mem_object_type type);

/* Whether images of a type are arrays; whether they have slices: arrays, and those of three
 * dimensions. */
HIDDEN bool image_is_array(cl_mem_object_type type);
HIDDEN bool image_has_slices(cl_mem_object_type type);

/* How large a dimension is, at the level of the origin; UINT64_MAX if it is not known. */
HIDDEN uint64_t image_extent(const struct image_shape *shape, const size_t *origin,
                             unsigned dimension);

/* The first dimension, from 1 on, in which a region goes beyond the image; 0: none. */
HIDDEN unsigned image_outside(const struct image_shape *shape, const size_t *origin,
                              const size_t *region);

/* The first dimension, from 1 on, that the image does not have and where the origin is not 0 or the
 * region not 1; 0: none. */
HIDDEN unsigned image_beyond(const struct image_shape *shape, const size_t *origin,
                             const size_t *region);

/* The mipmap level that an origin names; 0 if there is only one. */
HIDDEN size_t image_level(const struct image_shape *shape, const size_t *origin);

/* Whether the origin has a level that the image does not have. */
HIDDEN bool image_lacks_level(const struct image_shape *shape, const size_t *origin);

/* Whether two regions of one image and of one size share an element. */
HIDDEN bool image_regions_overlap(const struct image_shape *shape, const size_t *first,
                                  const size_t *second, const size_t *region);

/* The elements of a region; 0 if it is not known. */
HIDDEN uint64_t region_volume(const size_t *region);

/* A region that is mapped. For a buffer, only the first of the three sizes is used, in bytes. */
struct mapping {
    struct mapping *next;
    const void *pointer;
    size_t origin[3], region[3];
    const void *queue; /* a handle; NULL: the call has waited for it */
    uint64_t when;     /* order.c: when it was enqueued; 0: the call has waited for it */
    const void *event; /* of the map, if the program has it; or NULL */
    bool writes;
};

/* A part of a memory object, in bytes. `end` is 0 if it is not known. `is_within`: the part is
 * somewhere between them, it is not known where. */
struct part {
    uint64_t begin, end;
    bool is_within;
};

#endif
