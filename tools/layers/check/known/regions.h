/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The geometry of commands on memory: ranges of bytes, rectangles in buffers, regions of images.
 * Every function takes the arguments of a call as they are: pointers may be NULL. Sums and products
 * that do not fit into 64 bits become the largest value. Where an argument is missing, the
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

/* Whether two ranges of bytes share a byte. */
static inline bool bytes_overlap(uint64_t first, uint64_t first_size, uint64_t second,
                                 uint64_t second_size)
{
    return first_size && second_size && first < bytes_sum(second, second_size) &&
           second < bytes_sum(first, first_size);
}

/* ---- rectangles in buffers: region[0] is in bytes ---- */

/* Whether one of the three sizes is 0. */
HIDDEN bool region_has_zero(const size_t *region);

/* The row pitch in bytes: 0 means rows without gaps. */
HIDDEN uint64_t rect_row_pitch(const size_t *region, size_t row_pitch);

/* The slice pitch in bytes: 0 means slices without gaps. */
HIDDEN uint64_t rect_slice_pitch(const size_t *region, size_t row_pitch, size_t slice_pitch);

/* Whether a row pitch that is not 0 is less than a row. */
HIDDEN bool rect_row_is_short(const size_t *region, size_t row_pitch);

/* Whether a slice pitch that is not 0 is less than a slice. */
HIDDEN bool rect_slice_is_short(const size_t *region, size_t row_pitch, size_t slice_pitch);

/* Whether a slice pitch is no multiple of the row pitch. */
HIDDEN bool rect_slice_is_uneven(const size_t *region, size_t row_pitch, size_t slice_pitch);

/* The offset behind a rectangle's last byte; 0 if not known. */
HIDDEN uint64_t rect_end(const size_t *origin, const size_t *region, size_t row_pitch,
                         size_t slice_pitch);

/* A rectangle in a buffer. The buffer begins `base` bytes into memory that it shares with
 * another. */
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
    cl_uint levels; /* mipmap levels; 0 and 1: no mipmaps */
};

/* The number of elements of an origin and a region that count, including an array's index; 0: the
 * type is no image. */
HIDDEN unsigned image_dimensions(cl_mem_object_type type);

/* Whether images of a type are arrays. */
HIDDEN bool image_is_array(cl_mem_object_type type);

/* Whether images of a type have slices: arrays do, and images of three dimensions. */
HIDDEN bool image_has_slices(cl_mem_object_type type);

/* The size of a dimension at the mipmap level of the origin; UINT64_MAX if not known. */
HIDDEN uint64_t image_extent(const struct image_shape *shape, const size_t *origin,
                             unsigned dimension);

/* The first dimension, from 1 on, in which a region goes beyond the image; 0: none. */
HIDDEN unsigned image_outside(const struct image_shape *shape, const size_t *origin,
                              const size_t *region);

/* The first dimension, from 1 on, that the image lacks and in which the origin is not 0 or the
 * region not 1; 0: none. */
HIDDEN unsigned image_beyond(const struct image_shape *shape, const size_t *origin,
                             const size_t *region);

/* The mipmap level that an origin names; 0 if there is only one. */
HIDDEN size_t image_level(const struct image_shape *shape, const size_t *origin);

/* Whether the origin names a level that the image lacks. */
HIDDEN bool image_lacks_level(const struct image_shape *shape, const size_t *origin);

/* Whether two regions of one image and of one size share an element. */
HIDDEN bool image_regions_overlap(const struct image_shape *shape, const size_t *first,
                                  const size_t *second, const size_t *region);

/* The number of elements of a region; 0 if not known. */
HIDDEN uint64_t region_volume(const size_t *region);

/* A mapped region. Buffers use only the first of the three sizes, in bytes. */
struct mapping {
    struct mapping *next;
    const void *pointer;
    size_t origin[3], region[3];
    const void *queue; /* the handle of the map's queue; NULL: the call has waited for the map */
    /* In the time of order.h, when the map was enqueued; 0: the call has waited for the map. */
    uint64_t when;
    const void *event; /* of the map, if the program has it; or NULL */
    bool writes;
};

/* A part of a memory object, in bytes. `end` is 0 if the part is not known. `is_within`: the part
 * is somewhere between `begin` and `end`. */
struct part {
    uint64_t begin, end;
    bool is_within;
};

#endif
