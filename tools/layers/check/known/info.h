/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Information about objects: what drivers answer to queries, which the layer makes once for each object, when a
 * condition first needs the answer. Every function below takes any handle, even a wrong one. For what is not
 * known, it returns a value for which no condition finds an error.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_H

#include "objects.h"
#include "regions.h"

/* The target, for the layer's own queries. Functions that the target or the driver lacks return
 * CL_INVALID_OPERATION, if they return a status. */
extern HIDDEN struct dispatch ask;
HIDDEN void info_ask(const struct dispatch *target);

/* The beginning of the information about an object. */
struct info {
    struct info *next; /* about an object of another kind that once had the same address */
    enum kind kind;
    _Atomic uint32_t generation; /* of struct tracked */
};

/* The information about objects of a kind: `size` bytes that begin with struct info and are 0. fill() asks the
 * driver. It may call the functions below for other objects, and `ask`. */
struct info_kind {
    size_t size;
    void (*fill)(void *handle, struct info *info);
    /* Replaces the information about an earlier object by that about a new one; NULL: it is copied. */
    void (*replace)(struct info *gone, struct info *fresh);
};
extern HIDDEN const struct info_kind info_kind_device, info_kind_context, info_kind_queue,
    info_kind_event, info_kind_kernel, info_kind_mem, info_kind_program, info_kind_semaphore,
    info_kind_command_buffer;

/* Call it at the start, with one for each kind, or NULL: there is no information about such objects. */
HIDDEN void info_begin(const struct info_kind *const kinds[KIND_COUNT]);

/* The information about a living object; NULL if there is no such object, or no memory. What the layer itself has
 * noted may be changed. */
HIDDEN struct info *info_to_change(const void *handle, enum kind kind);
static inline const struct info *info_of(const void *handle, enum kind kind)
{
    return info_to_change(handle, kind);
}

#define UNKNOWN UINT64_MAX

/* The bytes of the answer to a query: pass info_answer_size() as param_value_size_ret, and the status that the
 * query returns to info_answer(). UNKNOWN if it failed. */
HIDDEN size_t *info_answer_size(void);
HIDDEN uint64_t info_answer(cl_int status);

/* Whether a word is in a list of names that an answer has. */
HIDDEN bool info_lists(const char *list, char between, const char *word, size_t length);

/* ---- lists of properties ----
 *
 * `size` is that of an element, which is 4 or 8 bytes; a list may be NULL. */

#define PROPERTIES(list) (list), sizeof *(list)

HIDDEN bool info_has_property(const void *list, size_t size, uint64_t name);

/* The value of a property; 0 if it is not there. Of a list of values, the one with this index. */
HIDDEN uint64_t info_property(const void *list, size_t size, uint64_t name);
HIDDEN uint64_t info_property_element(const void *list, size_t size, uint64_t name, size_t index);

/* The first name that is there for the second time; 0: none. */
HIDDEN uint64_t info_property_twice(const void *list, size_t size);

/* The first name that is not in `names`, which end with 0; 0: none. */
HIDDEN uint64_t info_property_outside(const void *list, size_t size, const cl_uint *names);
#define NAMES(...) ((const cl_uint[]){ __VA_ARGS__, 0 })

/* Whether an object's driver has a function; true if that is not known. Some loaders call a function even if its slot
 * is NULL. It is not known for objects of cl_khr_icd 2.0, and where memory can't be read. */
HIDDEN bool info_driver_has(const void *handle, size_t slot);

/* Whether a handle leads to the functions of a platform's driver: then the driver has made the object. Asks the
 * driver each time. */
HIDDEN bool info_is_of_driver(const void *handle);

/* ---- platforms ---- */

HIDDEN uint64_t info_platform_count(void);

/* How many devices a platform has. Asks the driver each time. */
HIDDEN uint64_t info_device_count(cl_platform_id platform);

/* ---- contexts ---- */

/* Whether both contexts are known, and differ. */
HIDDEN bool info_contexts_differ(const void *one, const void *other);

/* Whether any of `count` objects has another context than `one`. */
HIDDEN bool info_any_context_differs(const void *one, const void *list, size_t count);

/* The first object of a list that has another context than `one`, or NULL. */
HIDDEN const void *info_elsewhere(const void *one, const void *list, size_t count);

/* Whether a device is not one of the context's devices, nor a sub-device of one. false if those are not known. */
HIDDEN bool info_is_foreign_device(cl_context context, cl_device_id device);

/* The largest, or the smallest, answer of the context's devices to a query for a cl_uint, cl_ulong
 * or size_t. UNKNOWN if one of them is not known. */
HIDDEN uint64_t info_context_most(cl_context context, cl_device_info what);
HIDDEN uint64_t info_context_least(cl_context context, cl_device_info what);

/* Whether the versions of all its devices are known, and lower than this one. */
HIDDEN bool info_context_is_before(cl_context context, unsigned major, unsigned minor);

/* A property that the object's context was made with: 0 if it was made without; UNKNOWN. */
HIDDEN uint64_t info_context_property(const void *object, cl_context_properties name);

/* How many devices it has; UNKNOWN. */
HIDDEN uint64_t info_context_size(cl_context context);

/* ---- sharing with other APIs ---- */

enum sharing { SHARING_GL, SHARING_D3D10, SHARING_D3D11, SHARING_DX9, SHARING_EGL };

/* Whether the object's context is known, and was not made for sharing with an API (not EGL). */
HIDDEN bool info_context_is_unshared(const void *object, enum sharing with);

/* Whether a memory object certainly was not made from an object of the API; the first such of a
 * list, or NULL. */
HIDDEN bool info_is_unshared(cl_mem mem, enum sharing with);
HIDDEN cl_mem info_unshared(const cl_mem *list, size_t count, enum sharing with);

/* How many properties name a device or a display of another API; and how many name one of
 * OpenGL. */
HIDDEN unsigned info_sharing_apis(const cl_context_properties *properties);
HIDDEN unsigned info_gl_bindings(const cl_context_properties *properties);

/* Whether a property is about OpenGL. */
HIDDEN bool info_names_gl(const cl_context_properties *properties);

/* A device of a type and of the platform that the properties name, or of the default one, if it and all others of them
 * say that they lack cl_khr_gl_sharing; otherwise NULL. Asks the driver each time. */
HIDDEN cl_device_id info_device_without_gl(const cl_context_properties *properties,
                                           cl_device_type type);

/* A function of the driver of an object's context, by its name. NULL if it is not known. */
HIDDEN void *info_function(const void *object, const char *name);

/* ---- devices ---- */

/* What the device answers to a query for a cl_bool, cl_uint, cl_ulong, size_t or bits; UNKNOWN if it
 * does not. Only those of the list in info_setup.c are asked for. */
HIDDEN uint64_t info_device(cl_device_id device, cl_device_info what);

/* Whether the device's version is known and less than this one. */
HIDDEN bool info_device_is_before(cl_device_id device, unsigned major, unsigned minor);

/* Whether the device's extensions are known and this one is not among them. */
HIDDEN bool info_device_lacks(cl_device_id device, const char *extension);

/* The first device of a list that lacks an extension; or is not available now; or belongs to another platform
 * than `platform`, or, if that is 0, than those before it. NULL: none. */
HIDDEN cl_device_id info_device_lacking(const cl_device_id *devices, size_t count,
                                        const char *extension);
HIDDEN cl_device_id info_unavailable_device(const cl_device_id *devices, size_t count);
HIDDEN cl_device_id info_device_elsewhere(const cl_device_id *devices, size_t count,
                                          uint64_t platform);

/* The address of the first device whose answer to a query lacks a bit; 0: none. Asks the driver. */
HIDDEN uint64_t info_device_without_bit(const cl_device_id *devices, size_t count,
                                        cl_device_info what, uint64_t bit);

/* Whether its platform can't relate the clocks of devices to the host's. Asks the driver. */
HIDDEN bool info_device_has_no_timer(cl_device_id device);

/* ---- sub-devices ---- */

/* Whether the device can't be partitioned in this way at all. Asks the driver. */
HIDDEN bool info_partition_is_unsupported(cl_device_id device,
                                          const cl_device_partition_property *properties);

/* Whether it can, but not with this value: equal parts of 0 compute units, or an unsupported
 * domain. Asks the driver. */
HIDDEN bool info_partition_value_is_wrong(cl_device_id device,
                                          const cl_device_partition_property *properties);

/* How many sub-devices there would be; UNKNOWN if the driver refuses. Asks the driver. */
HIDDEN uint64_t info_subdevice_count(cl_device_id device,
                                     const cl_device_partition_property *properties);

/* ---- queues ---- */

/* What flushes.c notes of a queue. Times are its own. */
struct flushes {
    _Atomic uint64_t flushed; /* commands before this time have been flushed */
    _Atomic(struct tracked *)
        behind;                  /* another queue that a command of this one waits for, or NULL, */
    _Atomic uint32_t generation; /* because another object may have the address later, */
    _Atomic uint64_t needed;     /* and the time of what has to be flushed there */
    _Atomic uint64_t since;      /* the time of the command that waits */
    _Atomic(const void *) site;  /* where it was enqueued: struct call_site */
    _Atomic uint32_t function;
};

struct info_queue {
    struct info info;
    cl_context context;
    cl_device_id device;
    cl_command_queue_properties properties;
    bool answered; /* the driver has answered the query for its properties */
    struct flushes flushes;
};

/* NULL if it is not known. */
HIDDEN cl_device_id info_queue_device(cl_command_queue queue);

/* 0 if they are not known. */
HIDDEN cl_command_queue_properties info_queue_properties(cl_command_queue queue);

/* A call has changed some of them. */
HIDDEN void info_note_queue_bits(cl_command_queue queue, cl_command_queue_properties bits,
                                 bool enable);

/* Whether its properties are known, and this one is not among them. */
HIDDEN bool info_queue_is_without(cl_command_queue queue, cl_command_queue_properties property);

/* The properties of a queue for the host that a device is known not to support. */
HIDDEN uint64_t info_queue_bits_lacking(cl_device_id device, uint64_t properties);

/* What the queue's device answers: see info_device(). */
HIDDEN uint64_t info_queue_limit(cl_command_queue queue, cl_device_info what);

/* ---- events ---- */

/* The command it stands for, CL_COMMAND_USER for a user event; 0 if that is not known. */
HIDDEN cl_command_type info_event_type(cl_event event);

/* NULL if it is not known, or there is none. */
HIDDEN cl_command_queue info_event_queue(cl_event event);

/* Its execution status now; asks the driver each time. */
#define UNKNOWN_STATUS INT32_MAX
HIDDEN cl_int info_event_status(cl_event event);

/* Whether the program has set a user event to an error; `sets`: it does. */
HIDDEN bool info_program_sets_errors(bool sets);

/* Whether its command has not ended yet. */
HIDDEN bool info_event_is_pending(cl_event event);

/* The first event of a list that ended with an error, or NULL. Asks the driver each time. */
HIDDEN cl_event info_failed_event(const cl_event *list, size_t count);

/* ---- semaphores ---- */

/* Whether one of the list is of a type that has payloads. */
HIDDEN bool info_semaphores_need_payload(const cl_semaphore_khr *list, size_t count);

/* Whether a semaphore was made only for other devices; the first such of a list, or NULL. */
HIDDEN bool info_is_semaphore_elsewhere(cl_semaphore_khr semaphore, cl_device_id device);
HIDDEN cl_semaphore_khr info_semaphore_elsewhere(const cl_semaphore_khr *list, size_t count,
                                                 cl_device_id device);

/* The first whose context lacks the device, or NULL; whether the one's context lacks it. */
HIDDEN cl_semaphore_khr info_semaphore_without(const cl_semaphore_khr *list, size_t count,
                                               cl_device_id device);
HIDDEN bool info_is_device_elsewhere(cl_semaphore_khr semaphore, cl_device_id device);

/* Whether a semaphore was made without a property; without a type of handles that it exports. */
HIDDEN bool info_semaphore_lacks(cl_semaphore_khr semaphore, cl_ulong property);
HIDDEN bool info_semaphore_lacks_export(cl_semaphore_khr semaphore, cl_ulong type);

/* The bytes of the answer to a query; UNKNOWN if the driver refuses. Asks the driver. */
HIDDEN uint64_t info_semaphore_answer(cl_semaphore_khr semaphore, cl_uint what);

/* ---- names of queries ---- */

/* The version of OpenCL (10 * major + minor) that added a query; 0: the first one, or none. */
HIDDEN unsigned info_query_since(cl_uint name);

/* Whether a query came with a later version than that of the object. */
HIDDEN bool info_query_is_newer(const void *handle, cl_uint name);

/* The version of an object's device, or of the newest of its context's, or of a platform; 0 if it is
 * not known. */
HIDDEN unsigned info_version(const void *handle);

/* The version of a device's platform, 0 if it is not known. Asks the driver. */
HIDDEN unsigned info_platform_version(cl_device_id device);

/* ---- memory objects (info_memory.c) ---- */

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

/* What a command does to it (order.c). */
struct touched {
    uint64_t when;     /* 0: no command did so far */
    const void *queue; /* a handle */
    struct part part;
    struct call_site site; /* where the program has enqueued it */
    const void *together;  /* the command buffer, if it may run several times at once; or NULL */
};

struct info_mem {
    struct info info;
    cl_mem_object_type type;
    cl_mem_flags flags;
    size_t size, offset;
    const void *host;
    cl_mem parent; /* of a sub-buffer, or an image made from one; NULL: none */
    bool answered; /* the driver has answered the queries for type, flags and size */
    /* Of images: */
    struct image_shape shape;
    cl_image_format format;
    size_t element; /* bytes; 0: not known */
    /* Noted by the layer: */
    struct mapping *mapped;
    const void *unmapped;       /* what was unmapped last */
    struct touched touched[2];  /* the last write and the last read */
    struct touched in_parts[2]; /* the same through sub-buffers of it */
    atomic_bool may_be_written; /* something may have written to it */
};

/* NULL if the driver has not answered. */
HIDDEN const struct info_mem *info_mem(cl_mem mem);

/* Bytes; UNKNOWN if they are not known. */
HIDDEN uint64_t info_mem_size(cl_mem mem);

/* 0 if they are not known. */
HIDDEN cl_mem_flags info_mem_flags(cl_mem mem);
HIDDEN cl_mem_object_type info_mem_type(cl_mem mem);

/* Notes that something may write to a memory object; to any, because the layer does not see what does. */
HIDDEN void info_may_write(cl_mem mem);
HIDDEN void info_may_write_any(void);

/* Whether it is a buffer that was made without content, and nothing can have written to it. */
HIDDEN bool info_is_unwritten(cl_mem mem);

/* Whether it is known not to be a buffer, an image, or a pipe. */
HIDDEN bool info_is_no_buffer(cl_mem mem);
HIDDEN bool info_is_no_image(cl_mem mem);
HIDDEN bool info_is_no_pipe(cl_mem mem);

/* Whether it is a buffer that was made from another one. */
HIDDEN bool info_is_sub_buffer(cl_mem mem);

/* The buffer that a sub-buffer is a part of; *part becomes the same part of that buffer. NULL if it
 * is not a sub-buffer, or that is not known. */
HIDDEN struct info_mem *info_whole(cl_mem mem, struct part *part);

/* Whether it is a sub-buffer that does not begin where the queue's device can use it: its offset is
 * not a multiple of info_base_alignment(), the bytes of CL_DEVICE_MEM_BASE_ADDR_ALIGN. */
HIDDEN bool info_is_misaligned(cl_command_queue queue, cl_mem mem);
HIDDEN uint64_t info_base_alignment(cl_command_queue queue);
HIDDEN uint64_t info_mem_offset(cl_mem mem);

/* Whether a range of an object goes beyond it. */
HIDDEN bool info_is_beyond(cl_mem mem, uint64_t end);

/* Whether two ranges of buffers share a byte: of one buffer, or of sub-buffers of it. */
HIDDEN bool info_ranges_overlap(cl_mem one, size_t offset, cl_mem other, size_t other_offset,
                                size_t size);
HIDDEN bool info_rects_overlap(cl_mem one, struct rect first, cl_mem other, struct rect second,
                               const size_t *region);

/* Whether two buffers that are not parts of one use memory of the host (CL_MEM_USE_HOST_PTR) that overlaps; and whether
 * there may be such buffers at all. */
HIDDEN bool info_shares_host_memory(cl_mem one, cl_mem other);
HIDDEN bool info_may_share_host_memory(void);

/* The shape of an image; if it is not known, one about which the functions of regions.h find nothing wrong. */
HIDDEN const struct image_shape *info_shape(cl_mem image);

/* The bytes of a region of an image; 0 if they are not known. */
HIDDEN uint64_t info_image_bytes(cl_mem image, const size_t *region);

/* Whether a pitch of memory that is copied to or from an image is not 0 and less than a row, or a slice,
 * of the region. */
HIDDEN bool info_image_row_is_short(cl_mem image, const size_t *region, size_t row_pitch);
HIDDEN bool info_image_slice_is_short(cl_mem image, const size_t *region, size_t row_pitch,
                                      size_t slice_pitch);

/* Whether the formats of two images are known, and differ. */
HIDDEN bool info_formats_differ(cl_mem one, cl_mem other);

/* Whether an image has one or two dimensions, and is not an array. */
HIDDEN bool info_image_is_flat(cl_mem image);

/* Whether an image is a one-dimensional one that uses a buffer's memory. */
HIDDEN bool info_image_is_of_buffer(cl_mem image, cl_mem buffer);

/* The context's devices; 0: not known. Asks the driver each time. */
enum { MOST_DEVICES = 64 };
HIDDEN size_t info_asked_devices(cl_context context, cl_device_id devices[MOST_DEVICES]);

/* The same as info_device() and info_context_most(), for what the layer does not keep, such as
 * limits of images: these ask the driver each time. */
HIDDEN uint64_t info_asked(cl_device_id device, cl_device_info what);
HIDDEN uint64_t info_asked_most(cl_context context, cl_device_info what);

/* Whether one of the context's devices has an extension. Asks the driver each time. */
HIDDEN bool info_context_has(cl_context context, const char *extension);

/* Whether an image is larger than any device of the context, or the queue's device if that is not NULL, can use. */
HIDDEN bool info_shape_is_too_large(const struct image_shape *shape, cl_context context,
                                    cl_command_queue queue);
HIDDEN bool info_image_is_too_large(cl_command_queue queue, cl_mem image);

/* Whether it is known which function has made an object, and it is not one of these. */
HIDDEN bool info_is_made_by_others(const void *handle, const unsigned *functions, size_t count);
#define MADE_BY_OTHERS(handle, ...)                                                                \
    info_is_made_by_others(handle, (const unsigned[]){ __VA_ARGS__ },                              \
                           sizeof((const unsigned[]){ __VA_ARGS__ }) / sizeof(unsigned))

/* Calls have mapped or unmapped a region. */
HIDDEN void info_mapped_buffer(cl_mem buffer, const void *pointer, cl_map_flags flags,
                               size_t offset, size_t size, cl_command_queue queue);
HIDDEN void info_mapped_image(cl_mem image, const void *pointer, cl_map_flags flags,
                              const size_t *origin, const size_t *region, cl_command_queue queue);
HIDDEN void info_unmapped(cl_mem mem, const void *pointer);

/* Whether no mapping of the object has returned this pointer; and whether one has, but was unmapped
 * since. */
HIDDEN bool info_is_never_mapped(cl_mem mem, const void *pointer);
HIDDEN bool info_is_unmapped(cl_mem mem, const void *pointer);

/* How many regions of an object are mapped. */
HIDDEN size_t info_mappings(cl_mem mem);

/* Whether a pointer is that of a region that is mapped for writing, and which part it is. */
HIDDEN bool info_written_mapping(cl_mem mem, const void *pointer, struct part *part);

/* Notes when a region was mapped, as order.c counts, and the event of the map, or NULL. Then: what was noted for the
 * first mapping with this address, 0 if there is none; and whether an event is that of a mapping with it. */
HIDDEN void info_note_mapped(cl_mem mem, const void *pointer, uint64_t when, cl_event event);
HIDDEN uint64_t info_when_mapped(cl_mem mem, const void *pointer);
HIDDEN bool info_is_map_of(cl_mem mem, const void *pointer, cl_event event);

/* Whether the whole object is mapped when a command without a wait list begins on the queue, and the command must
 * not use it: the map is for writing, or the command writes. */
HIDDEN bool info_is_mapped_against(cl_mem mem, cl_command_queue queue, bool writes);

/* Whether a region that is to be mapped with these flags and one that is mapped share an element, and
 * both are for writing. */
HIDDEN bool info_mapping_overlaps(cl_mem mem, cl_map_flags flags, const size_t *origin,
                                  const size_t *region);

/* Whether a release is the last one, and a region is still mapped. */
HIDDEN bool info_is_released_mapped(cl_mem mem);

#endif
