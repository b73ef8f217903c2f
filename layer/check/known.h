/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is known of objects: what drivers answer about them, asked once for each object when a
 * condition first needs it. Every function below takes any handle, even a wrong one. What is not
 * known is a value with which no condition holds: see each function.
 */
#ifndef CLRELAY_LAYER_CHECK_KNOWN_H
#define CLRELAY_LAYER_CHECK_KNOWN_H

#include "objects.h"
#include "regions.h"

/* The target, for questions of the layer: where it lacks a function that returns a status, it has one
 * that returns CL_INVALID_OPERATION. */
extern HIDDEN struct dispatch ask;
HIDDEN void known_ask(const struct dispatch *target);

/* The beginning of what is known of an object of one kind. */
struct known {
    struct known *next; /* of another kind that once had the same address */
    enum kind kind;
    _Atomic uint32_t generation; /* of struct tracked */
};

/* A kind of which something can be known: `size` bytes that begin with struct known. fill() asks the
 * driver; its memory is 0. It may call known functions for other objects, and `ask`. */
struct known_kind {
    size_t size;
    void (*fill)(const void *handle, struct known *known);
};

/* One for each kind; size 0: nothing is known of it. */
extern HIDDEN const struct known_kind known_kinds[KIND_COUNT];

/* What is known of a living object; NULL if there is no such object, or no memory. */
HIDDEN const struct known *known_of(const void *handle, enum kind kind);

/* The same, for what the layer notes itself while the program runs. */
HIDDEN struct known *known_to_change(const void *handle, enum kind kind);

#define UNKNOWN UINT64_MAX

/* The bytes of the answer to a query: known_answer() takes what a function for queries has returned that
 * got known_answer_size() as param_value_size_ret. UNKNOWN if it failed. */
HIDDEN size_t *known_answer_size(void);
HIDDEN uint64_t known_answer(cl_int status);

/* ---- contexts ---- */

struct known_context {
    struct known known;
    size_t count; /* of devices */
    const cl_device_id *devices;
};

/* Whether both have a context, and not the same one. */
HIDDEN bool known_contexts_differ(const void *one, const void *other);

/* Whether any of `count` objects has another context than `one`. */
HIDDEN bool known_any_context_differs(const void *one, const void *list, size_t count);

/* Whether a device is none of the context's. false if the context's devices are not known. */
HIDDEN bool known_is_foreign_device(cl_context context, cl_device_id device);

/* The largest, or the least, that a device of the context answers to a query for a cl_uint, cl_ulong
 * or size_t. UNKNOWN if one of them is not known. */
HIDDEN uint64_t known_context_most(cl_context context, cl_device_info what);
HIDDEN uint64_t known_context_least(cl_context context, cl_device_info what);

/* Whether the versions of all its devices are known, and less than this one. */
HIDDEN bool known_context_is_before(cl_context context, unsigned major, unsigned minor);

/* ---- devices ---- */

/* What the device answers to a query for a cl_bool, cl_uint, cl_ulong, size_t or bits; UNKNOWN if it
 * does not. Only those of the list in known.c are asked for. */
HIDDEN uint64_t known_device(cl_device_id device, cl_device_info what);

/* Whether the device's version is known and less than this one. */
HIDDEN bool known_device_is_before(cl_device_id device, unsigned major, unsigned minor);

/* ---- queues ---- */

struct known_queue {
    struct known known;
    cl_context context;
    cl_device_id device;
    cl_command_queue_properties properties;
};

/* NULL if it is not known. */
HIDDEN cl_device_id known_queue_device(cl_command_queue queue);

/* 0 if they are not known. */
HIDDEN cl_command_queue_properties known_queue_properties(cl_command_queue queue);

/* What the queue's device answers: see known_device(). */
HIDDEN uint64_t known_queue_limit(cl_command_queue queue, cl_device_info what);

/* ---- events ---- */

/* The first event of a list that ended with an error, or NULL. Asks the driver each time. */
HIDDEN cl_event known_failed_event(const cl_event *list, size_t count);

/* ---- memory objects (known_memory.c) ---- */

/* A region that is mapped: of a buffer, counted in bytes, the first of three sizes alone. */
struct mapping {
    struct mapping *next;
    const void *pointer;
    size_t origin[3], region[3];
    bool writes;
};

struct known_mem {
    struct known known;
    cl_mem_object_type type;
    cl_mem_flags flags;
    size_t size, offset;
    const void *host;
    cl_mem parent;   /* of a sub-buffer, or an image made from one; NULL: none */
    bool answered;   /* the driver has told type, flags and size */
    /* Of images: */
    struct image_shape shape;
    cl_image_format format;
    size_t element; /* bytes; 0: not known */
    /* Noted by the layer: */
    struct mapping *mapped;
    const void *unmapped; /* what was unmapped last */
};

HIDDEN void known_fill_mem(const void *handle, struct known *known);

/* What is known, or NULL if the driver has not told. */
HIDDEN const struct known_mem *known_mem(cl_mem mem);

/* Bytes; UNKNOWN if they are not known. */
HIDDEN uint64_t known_mem_size(cl_mem mem);

/* 0 if they are not known. */
HIDDEN cl_mem_flags known_mem_flags(cl_mem mem);
HIDDEN cl_mem_object_type known_mem_type(cl_mem mem);

/* The first object of a list that has another context than the queue, or NULL. */
HIDDEN cl_mem known_foreign_mem(cl_command_queue queue, const cl_mem *list, size_t count);

/* Whether it is known to be something else than a buffer, an image, or a pipe. */
HIDDEN bool known_is_no_buffer(cl_mem mem);
HIDDEN bool known_is_no_image(cl_mem mem);
HIDDEN bool known_is_no_pipe(cl_mem mem);
HIDDEN bool known_is_pipe(cl_mem mem);

/* Whether it is a buffer that was made from another one. */
HIDDEN bool known_is_sub_buffer(cl_mem mem);

/* Whether it is a sub-buffer that does not begin where the queue's device can use it: its offset is no
 * multiple of known_base_alignment(), the bytes of CL_DEVICE_MEM_BASE_ADDR_ALIGN. */
HIDDEN bool known_is_misaligned(cl_command_queue queue, cl_mem mem);
HIDDEN uint64_t known_base_alignment(cl_command_queue queue);
HIDDEN uint64_t known_mem_offset(cl_mem mem);

/* Whether a range of an object goes beyond it. */
HIDDEN bool known_is_beyond(cl_mem mem, uint64_t end);

/* Whether two ranges of buffers share a byte: of one buffer, or of sub-buffers of it. */
HIDDEN bool known_ranges_overlap(cl_mem one, size_t offset, cl_mem other, size_t other_offset,
                                 size_t size);
HIDDEN bool known_rects_overlap(cl_mem one, struct rect first, cl_mem other, struct rect second,
                                const size_t *region);

/* See regions.h; false and 0 if the image is not known. */
HIDDEN unsigned known_image_outside(cl_mem image, const size_t *origin, const size_t *region);
HIDDEN unsigned known_image_beyond(cl_mem image, const size_t *origin, const size_t *region);
HIDDEN bool known_image_lacks_level(cl_mem image, const size_t *origin);
HIDDEN uint64_t known_image_level(cl_mem image, const size_t *origin);
HIDDEN uint64_t known_image_extent(cl_mem image, const size_t *origin, unsigned dimension);
HIDDEN bool known_image_regions_overlap(cl_mem one, const size_t *origin, cl_mem other,
                                        const size_t *other_origin, const size_t *region);

/* How many levels an image has; 0: it is not known, or has one. */
HIDDEN cl_uint known_image_levels(cl_mem image);

/* The bytes of a region of an image; 0 if they are not known. */
HIDDEN uint64_t known_image_bytes(cl_mem image, const size_t *region);

/* Whether a pitch of memory that is copied to or from an image is not 0 and less than a row, or a slice,
 * of the region. */
HIDDEN bool known_image_row_is_short(cl_mem image, const size_t *region, size_t row_pitch);
HIDDEN bool known_image_slice_is_short(cl_mem image, const size_t *region, size_t row_pitch,
                                       size_t slice_pitch);

/* Whether the formats of two images are known, and differ. */
HIDDEN bool known_formats_differ(cl_mem one, cl_mem other);

/* Whether an image is one of a type. */
HIDDEN bool known_image_has_slices(cl_mem image);
HIDDEN bool known_image_is_array(cl_mem image);
HIDDEN bool known_image_is_flat(cl_mem image); /* of one or two dimensions, and no array */

/* Whether an image is a one-dimensional one that uses a buffer's memory. */
HIDDEN bool known_image_is_of_buffer(cl_mem image, cl_mem buffer);

/* The context's devices; 0: not known. Asks the driver each time. */
enum { MOST_DEVICES = 64 };
HIDDEN size_t known_asked_devices(cl_context context, cl_device_id devices[MOST_DEVICES]);

/* The same as known_context_most() and known_queue_limit(), for limits of images and the like, which
 * nothing keeps: the driver is asked each time. */
HIDDEN uint64_t known_asked_most(cl_context context, cl_device_info what);
HIDDEN uint64_t known_asked_limit(cl_command_queue queue, cl_device_info what);

/* Whether one of the context's devices has an extension. Asks the driver each time. */
HIDDEN bool known_context_has(cl_context context, const char *extension);

/* Whether the image's dimensions are more than the queue's device can use. */
HIDDEN bool known_image_is_too_large(cl_command_queue queue, cl_mem image);

/* Whether an object was made by none of the functions with these numbers, and it is known by which. */
HIDDEN bool known_is_made_by_others(const void *handle, const unsigned *functions, size_t count);
#define MADE_BY_OTHERS(handle, ...)                                                                \
    known_is_made_by_others(handle, (const unsigned[]){ __VA_ARGS__ },                             \
                            sizeof((const unsigned[]){ __VA_ARGS__ }) / sizeof(unsigned))

/* Calls have mapped or unmapped a region. */
HIDDEN void known_mapped_buffer(cl_mem buffer, const void *pointer, cl_map_flags flags,
                                size_t offset, size_t size);
HIDDEN void known_mapped_image(cl_mem image, const void *pointer, cl_map_flags flags,
                               const size_t *origin, const size_t *region);
HIDDEN void known_unmapped(cl_mem mem, const void *pointer);

/* Whether a pointer is not what a mapping of the object has returned; and whether it was, but has been
 * unmapped since. */
HIDDEN bool known_is_never_mapped(cl_mem mem, const void *pointer);
HIDDEN bool known_is_unmapped(cl_mem mem, const void *pointer);

/* How many regions of an object are mapped; and those for writing. */
HIDDEN size_t known_mappings(cl_mem mem);
HIDDEN size_t known_mappings_for_writing(cl_mem mem);

/* Whether a region that is to be mapped with these flags and one that is mapped share an element, and
 * both are for writing. */
HIDDEN bool known_mapping_overlaps(cl_mem mem, cl_map_flags flags, const size_t *origin,
                                   const size_t *region);

/* Whether a release is the last one, and a region is still mapped. */
HIDDEN bool known_is_released_mapped(cl_mem mem);

#endif
