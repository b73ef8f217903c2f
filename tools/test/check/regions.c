/* SPDX-License-Identifier: Apache-2.0 */
/* Compares the geometry of the check layer with counting: each byte of many small rectangles, and
 * of ranges. */
#include "../../layers/check/known/ranges.h"
#include "../../layers/check/known/regions.h"

#include <stdio.h>
#include <stdlib.h>

static unsigned failures;

static void expect(bool well, const char *what, unsigned long round)
{
    if (well) return;
    if (failures++ < 10) fprintf(stderr, "regions: %s is wrong in round %lu\n", what, round);
}

/* Returns the same numbers in every run. */
static size_t random_below(size_t limit)
{
    static uint64_t state = 88172645463325252;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (size_t)(state % limit);
}

/* ---- rectangles ---- */

enum { BYTES = 4096 };

/* Sets the bytes of a rectangle. Returns the index behind the last one. */
static size_t paint(char bytes[BYTES], const struct rect *rect, const size_t region[3])
{
    const size_t row = (size_t)rect_row_pitch(region, rect->row_pitch);
    const size_t slice = (size_t)rect_slice_pitch(region, rect->row_pitch, rect->slice_pitch);
    size_t end = 0;
    memset(bytes, 0, BYTES);
    for (size_t z = 0; z < region[2]; z++)
        for (size_t y = 0; y < region[1]; y++)
            for (size_t x = 0; x < region[0]; x++) {
                end = (size_t)rect->base + (rect->origin[2] + z) * slice +
                      (rect->origin[1] + y) * row + rect->origin[0] + x;
                bytes[end] = 1;
            }
    return end + 1;
}

static void check_rectangles(unsigned long round)
{
    static char bytes[2][BYTES];
    const size_t region[3] = { 1 + random_below(6), 1 + random_below(4), 1 + random_below(4) };
    const size_t row = region[0] + random_below(4);
    const size_t slice = row * (region[1] + random_below(3));
    size_t origins[2][3], end;
    struct rect rects[2];
    bool shared = false;
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned j = 0; j < 3; j++) origins[i][j] = random_below(8);
        rects[i] = (struct rect){ random_below(20), origins[i], row, slice };
        end = paint(bytes[i], &rects[i], region);
        expect(rect_end(origins[i], region, row, slice) + rects[i].base == end, "an end", round);
    }
    for (size_t i = 0; i < BYTES; i++) shared = shared || (bytes[0][i] && bytes[1][i]);
    expect(rects_overlap(&rects[0], &rects[1], region) == shared, "an overlap", round);
}

static void check_large_numbers(void)
{
    const size_t far[3] = { 0, 0, SIZE_MAX }, none[3] = { 0, 0, 0 }, one[3] = { 1, 1, 1 };
    const size_t flat[3] = { 4, 4, 1 };
    expect(rect_end(far, one, 16, 256) ==
               (sizeof(size_t) == 8 ? UINT64_MAX : 256 * (uint64_t)SIZE_MAX + 1),
           "a far rectangle", 0);
    expect(rect_end(none, none, 16, 256) == 0, "an empty rectangle", 0);
    expect(rect_end(NULL, one, 16, 256) == 0, "a rectangle without an origin", 0);
    expect(rect_end(none, flat, 0, 0) == 16, "a rectangle without pitches", 0);
    expect(bytes_product(UINT64_MAX, 2) == UINT64_MAX, "a product", 0);
    expect(!bytes_overlap(0, 10, 10, 10) && bytes_overlap(0, 11, 10, 10), "a range", 0);
}

static void check_pitches(void)
{
    const size_t region[3] = { 4, 2, 2 }, none[3] = { 0, 0, 0 }, one[3] = { 1, 1, 1 };
    const size_t zeros[3][3] = { { 0, 1, 1 }, { 1, 0, 1 }, { 1, 1, 0 } };
    expect(!rect_row_is_short(region, 0) && rect_row_is_short(region, 3) &&
               !rect_row_is_short(region, 4) && !rect_row_is_short(NULL, 4),
           "a short row", 0);
    expect(!rect_slice_is_short(region, 8, 0) && rect_slice_is_short(region, 8, 15) &&
               !rect_slice_is_short(region, 8, 16) && !rect_slice_is_short(NULL, 8, 16) &&
               rect_slice_is_short(region, 0, 7) && !rect_slice_is_short(region, 0, 8),
           "a short slice", 0);
    expect(!rect_slice_is_uneven(region, 8, 0) && rect_slice_is_uneven(region, 8, 17) &&
               !rect_slice_is_uneven(region, 8, 16) && !rect_slice_is_uneven(region, 8, 9) &&
               !rect_slice_is_uneven(NULL, 8, 17) && !rect_slice_is_uneven(none, 0, 3),
           "an uneven slice", 0);
    expect(rect_row_pitch(NULL, 0) == 0 && rect_row_pitch(region, 5) == 5, "a row's pitch", 0);
    expect(rect_slice_pitch(NULL, 5, 0) == 0 && rect_slice_pitch(region, 5, 20) == 20,
           "a slice's pitch", 0);
    for (unsigned i = 0; i < 3; i++) expect(region_has_zero(zeros[i]), "an empty region", i);
    expect(!region_has_zero(one) && !region_has_zero(NULL), "a region", 0);
    expect(rect_end(one, NULL, 8, 16) == 0, "a rectangle without a region", 0);
}

/* Tells whether two rectangles of this size overlap that have these pitches. */
static bool overlap(const size_t *first, const size_t *second, const size_t *region,
                    const size_t pitches[4])
{
    const struct rect one = { 0, first, pitches[0], pitches[1] };
    const struct rect other = { 0, second, pitches[2], pitches[3] };
    return rects_overlap(&one, &other, region);
}

static void check_odd_rectangles(void)
{
    const size_t none[3] = { 0, 0, 0 }, one[3] = { 1, 1, 1 }, region[3] = { 4, 2, 2 };
    const size_t far[3] = { 0, 0, SIZE_MAX }, even[4] = { 8, 16, 8, 16 };
    expect(overlap(none, none, region, even), "a rectangle with itself", 0);
    expect(!overlap(NULL, none, region, even) && !overlap(none, NULL, region, even) &&
               !overlap(none, none, NULL, even) && !overlap(none, none, none, even),
           "a rectangle that is not there", 0);
    expect(!overlap(none, none, region, (const size_t[]){ 8, 16, 9, 18 }) &&
               !overlap(none, none, region, (const size_t[]){ 8, 16, 8, 24 }) &&
               !overlap(none, none, region, (const size_t[]){ 8, 24, 9, 24 }),
           "other pitches", 0);
    expect(!overlap(none, none, region, (const size_t[]){ 3, 16, 3, 16 }) &&
               !overlap(none, none, region, (const size_t[]){ 8, 15, 8, 15 }),
           "pitches that are too small", 0);
    if (sizeof(size_t) == 8)
        expect(!overlap(far, one, region, even) && !overlap(one, far, region, even) &&
                   !overlap(far, far, region, even),
               "a rectangle that begins beyond all memory", 0);
}

/* ---- images ---- */

static void check_images(void)
{
    const struct image_shape array = { CL_MEM_OBJECT_IMAGE1D_ARRAY, 8, 0, 0, 4, 0 };
    const struct image_shape levels = { CL_MEM_OBJECT_IMAGE2D, 8, 8, 0, 0, 3 };
    const size_t last[3] = { 7, 3, 0 }, behind[3] = { 7, 4, 0 }, one[3] = { 1, 1, 1 };
    const size_t level_2[3] = { 1, 1, 2 }, level_2_behind[3] = { 2, 1, 2 },
                 level_3[3] = { 0, 0, 3 };
    const size_t deep[3] = { 1, 1, 2 };
    expect(!image_outside(&array, last, one), "the last element of an array", 0);
    expect(image_outside(&array, behind, one) == 2, "an index behind an array", 0);
    expect(image_beyond(&array, last, deep) == 3, "a region deeper than an array", 0);
    expect(!image_outside(&levels, level_2, one), "the last element of a level", 0);
    expect(image_outside(&levels, level_2_behind, one) == 1, "an element behind a level", 0);
    expect(!image_beyond(&levels, level_2, one), "a level as dimension", 0);
    expect(image_lacks_level(&levels, level_3) && !image_lacks_level(&levels, level_2), "a level",
           0);
    expect(!image_outside(&levels, NULL, one) && !image_beyond(&levels, last, NULL), "nothing", 0);
    expect(!image_outside(&levels, last, NULL) && !image_beyond(&levels, NULL, deep),
           "nothing else", 0);
}

static void check_shapes(void)
{
    const struct image_shape deep = { CL_MEM_OBJECT_IMAGE3D, 8, 4, 2, 0, 0 };
    const struct image_shape arrays = { CL_MEM_OBJECT_IMAGE2D_ARRAY, 8, 4, 0, 3, 0 };
    const struct image_shape flat = { CL_MEM_OBJECT_IMAGE2D, 8, 8, 0, 0, 1 };
    const struct image_shape levels = { CL_MEM_OBJECT_IMAGE2D, 8, 8, 0, 0, 3 };
    const size_t one[3] = { 1, 1, 1 }, none[3] = { 0, 0, 0 }, level_1[3] = { 0, 0, 1 };
    const size_t far_level[3] = { 0, 0, 8 * sizeof(size_t) };
    const size_t behind[4] = { 1, 1, 1, 0 };
    expect(image_extent(&deep, none, 0) == 8 && image_extent(&deep, none, 1) == 4 &&
               image_extent(&deep, none, 2) == 2,
           "a size", 0);
    expect(image_extent(&arrays, none, 1) == 4 && image_extent(&arrays, none, 2) == 3,
           "the size of an array", 0);
    expect(image_extent(&levels, level_1, 0) == 4 && image_extent(&levels, NULL, 0) == 8 &&
               image_extent(&levels, far_level, 0) == 1,
           "the size of a level", 0);
    expect(image_extent(&flat, level_1, 0) == 8 && !image_lacks_level(&flat, level_1) &&
               image_beyond(&flat, level_1, one) == 3,
           "an image of one level", 0);
    expect(!image_regions_overlap(&flat, NULL, one, one) &&
               !image_regions_overlap(&flat, one, NULL, one) &&
               !image_regions_overlap(&flat, one, one, NULL),
           "a region that is not there", 0);
    expect(image_regions_overlap(&levels, level_1, level_1, one) &&
               !image_regions_overlap(&levels, none, level_1, one) &&
               !image_regions_overlap(&levels, level_1, none, one),
           "regions of levels", 0);
    expect(image_regions_overlap(&deep, behind, behind, behind), "what is behind a region", 0);
}

/* ---- ranges: addresses from 0x1000 on, and what is in them ---- */

enum { ADDRESSES = 512 };
static struct {
    size_t start, end;
    bool freed;
} ranges[ADDRESSES]; /* by their first address; an `end` of 0 means that no range begins there */

static const void *address(size_t at)
{
    return (const void *)(uintptr_t)(0x1000 + at);
}

static void make_range(size_t start, size_t size)
{
    for (size_t i = 0; i < ADDRESSES; i++)
        if (ranges[i].end > start && i < start + size) ranges[i].end = 0;
    ranges[start].start = start;
    ranges[start].end = start + size;
    ranges[start].freed = false;
    ranges_made(address(start), size, RANGE_SVM, false, NULL,
                (struct range_owner){ { NULL, 0 }, 0 });
}

static size_t bytes_left(size_t at)
{
    for (size_t i = 0; i <= at; i++)
        if (ranges[i].end > at && !ranges[i].freed) return ranges[i].end - at;
    return SIZE_MAX;
}

static void check_ranges(unsigned long round)
{
    const size_t at = random_below(ADDRESSES);
    if (random_below(2)) {
        make_range(at, 1 + random_below(24));
    } else if (ranges[at].end) {
        ranges[at].freed = true;
        range_becomes(address(at), FREED);
    }
    for (size_t i = 0; i < ADDRESSES; i++) {
        const size_t left = bytes_left(i);
        expect(range_left(address(i)) == (left == SIZE_MAX ? UINT64_MAX : left), "what is left",
               round);
        expect(range_is_freed(address(i), RANGE_SVM) ==
                   (ranges[i].end && ranges[i].freed && left == SIZE_MAX),
               "what was freed", round);
    }
}

int main(void)
{
    check_large_numbers();
    check_pitches();
    check_odd_rectangles();
    check_images();
    check_shapes();
    for (unsigned long round = 1; round <= 200000; round++) check_rectangles(round);
    for (unsigned long round = 1; round <= 5000; round++) check_ranges(round);
    if (failures) fprintf(stderr, "regions: %u wrong\n", failures);
    return failures != 0;
}
