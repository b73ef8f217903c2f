/* SPDX-License-Identifier: Apache-2.0 */
/* The geometry of commands on memory. */
#include "regions.h"

/* ---- rectangles in buffers ---- */

bool region_has_zero(const size_t *region)
{
    return region && (!region[0] || !region[1] || !region[2]);
}

uint64_t rect_row_pitch(const size_t *region, size_t row_pitch)
{
    return row_pitch || !region ? row_pitch : region[0];
}

uint64_t rect_slice_pitch(const size_t *region, size_t row_pitch, size_t slice_pitch)
{
    if (slice_pitch || !region) return slice_pitch;
    return bytes_product(region[1], rect_row_pitch(region, row_pitch));
}

bool rect_row_is_short(const size_t *region, size_t row_pitch)
{
    return region && row_pitch && row_pitch < region[0];
}

bool rect_slice_is_short(const size_t *region, size_t row_pitch, size_t slice_pitch)
{
    return region && slice_pitch &&
           slice_pitch < bytes_product(region[1], rect_row_pitch(region, row_pitch));
}

bool rect_slice_is_uneven(const size_t *region, size_t row_pitch, size_t slice_pitch)
{
    const uint64_t row = rect_row_pitch(region, row_pitch);
    return region && slice_pitch && row && slice_pitch % row &&
           !rect_slice_is_short(region, row_pitch, slice_pitch);
}

/* The offset of a position; `at` has its column, row and slice. */
static uint64_t rect_place(const uint64_t at[3], uint64_t row, uint64_t slice)
{
    return bytes_sum(bytes_sum(at[0], bytes_product(at[1], row)), bytes_product(at[2], slice));
}

uint64_t rect_end(const size_t *origin, const size_t *region, size_t row_pitch, size_t slice_pitch)
{
    uint64_t last[3];
    if (!origin || !region || region_has_zero(region)) return 0;
    for (unsigned i = 0; i < 3; i++) last[i] = bytes_sum(origin[i], region[i] - 1);
    return bytes_sum(rect_place(last, rect_row_pitch(region, row_pitch),
                                rect_slice_pitch(region, row_pitch, slice_pitch)),
                     1);
}

static uint64_t rect_begin(const struct rect *rect, uint64_t row, uint64_t slice)
{
    const uint64_t at[3] = { rect->origin[0], rect->origin[1], rect->origin[2] };
    return bytes_sum(rect->base, rect_place(at, row, slice));
}

/*
 * Whether two rectangles share a byte. One begins `distance` bytes after the other. They do if two
 * bytes of one rectangle have that distance, so are no more slices, rows and columns apart than the
 * rectangle has. The loop counts slices down or up, because the rest may be negative, and does the
 * same for rows.
 */
static bool is_within(uint64_t distance, const size_t *region, uint64_t row, uint64_t slice)
{
    for (unsigned i = 0; i < 4; i++) {
        const uint64_t slices = distance / slice + (i & 1);
        const bool is_before = i & 1; /* before the beginning of that slice */
        const uint64_t rest = is_before ? slice - distance % slice : distance % slice;
        const uint64_t rows = rest / row + (i >> 1);
        const uint64_t columns = i >> 1 ? row - rest % row : rest % row;
        if (slices < region[2] && rows < region[1] && columns < region[0]) return true;
    }
    return false;
}

bool rects_overlap(const struct rect *first, const struct rect *second, const size_t *region)
{
    uint64_t row, slice, begins[2];
    if (!first->origin || !second->origin || !region || region_has_zero(region)) return false;
    row = rect_row_pitch(region, first->row_pitch);
    slice = rect_slice_pitch(region, first->row_pitch, first->slice_pitch);
    if (row != rect_row_pitch(region, second->row_pitch) ||
        slice != rect_slice_pitch(region, second->row_pitch, second->slice_pitch) ||
        row < region[0] || slice < bytes_product(region[1], row))
        return false;
    begins[0] = rect_begin(first, row, slice);
    begins[1] = rect_begin(second, row, slice);
    if (begins[0] == UINT64_MAX || begins[1] == UINT64_MAX) return false;
    return is_within(begins[0] > begins[1] ? begins[0] - begins[1] : begins[1] - begins[0], region,
                     row, slice);
}

/* ---- regions of images ---- */

unsigned image_dimensions(cl_mem_object_type type)
{
    switch (type) {
    case CL_MEM_OBJECT_IMAGE1D:
    case CL_MEM_OBJECT_IMAGE1D_BUFFER: return 1;
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
    case CL_MEM_OBJECT_IMAGE2D: return 2;
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
    case CL_MEM_OBJECT_IMAGE3D: return 3;
    }
    return 0;
}

bool image_is_array(cl_mem_object_type type)
{
    return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

bool image_has_slices(cl_mem_object_type type)
{
    return image_is_array(type) || type == CL_MEM_OBJECT_IMAGE3D;
}

/* The origin has the level in the element after the image's dimensions. */
size_t image_level(const struct image_shape *shape, const size_t *origin)
{
    return shape->levels > 1 && origin ? origin[image_dimensions(shape->type)] : 0;
}

static size_t at_level(size_t size, size_t level)
{
    const size_t smaller = level < 8 * sizeof size ? size >> level : 0;
    return size && !smaller ? 1 : smaller;
}

uint64_t image_extent(const struct image_shape *shape, const size_t *origin, unsigned dimension)
{
    const size_t level = image_level(shape, origin);
    size_t extent;
    if (dimension + 1 == image_dimensions(shape->type) && image_is_array(shape->type))
        extent = shape->array_size;
    else if (dimension == 0) extent = at_level(shape->width, level);
    else if (dimension == 1) extent = at_level(shape->height, level);
    else extent = at_level(shape->depth, level);
    return extent ? extent : UINT64_MAX;
}

unsigned image_outside(const struct image_shape *shape, const size_t *origin, const size_t *region)
{
    for (unsigned i = 0; origin && region && i < image_dimensions(shape->type); i++)
        if (bytes_sum(origin[i], region[i]) > image_extent(shape, origin, i)) return i + 1;
    return 0;
}

unsigned image_beyond(const struct image_shape *shape, const size_t *origin, const size_t *region)
{
    const unsigned dimensions = image_dimensions(shape->type);
    for (unsigned i = dimensions; dimensions && origin && region && i < 3; i++) {
        const bool is_level = i == dimensions && shape->levels > 1;
        if ((origin[i] && !is_level) || region[i] > 1) return i + 1;
    }
    return 0;
}

bool image_lacks_level(const struct image_shape *shape, const size_t *origin)
{
    return shape->levels > 1 && image_level(shape, origin) >= shape->levels;
}

bool image_regions_overlap(const struct image_shape *shape, const size_t *first,
                           const size_t *second, const size_t *region)
{
    const unsigned dimensions = image_dimensions(shape->type);
    if (!first || !second || !region || !dimensions) return false;
    if (image_level(shape, first) != image_level(shape, second)) return false;
    for (unsigned i = 0; i < dimensions; i++)
        if (!bytes_overlap(first[i], region[i], second[i], region[i])) return false;
    return true;
}

uint64_t region_volume(const size_t *region)
{
    return region ? bytes_product(bytes_product(region[0], region[1]), region[2]) : 0;
}
