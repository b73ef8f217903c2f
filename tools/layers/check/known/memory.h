/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arguments of the functions that make memory objects: flags, formats, descriptors, properties. All
 * pointers may be NULL. The functions find nothing wrong with what the layer does not know.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_MEMORY_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_MEMORY_H

#include "info_memory.h"
#include "ranges.h"
#include "sharing.h"

/* ---- flags ---- */

/* A call may pass at most one flag of each of these sets. */
#define MEM_ACCESS ((cl_mem_flags)(CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY))
#define MEM_HOST_ACCESS                                                                            \
    ((cl_mem_flags)(CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS))
#define MEM_HOST_POINTER ((cl_mem_flags)(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR))
#define MEM_HOST         ((cl_mem_flags)(MEM_HOST_POINTER | CL_MEM_ALLOC_HOST_PTR))
#define MEM_KNOWN        (MEM_ACCESS | MEM_HOST_ACCESS | MEM_HOST)
#define MEM_SVM          (MEM_ACCESS | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS)

#define MEM_PIPE ((cl_mem_flags)(CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS))

#define MAP_KNOWN ((cl_map_flags)(CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION))
#define MIGRATION_KNOWN                                                                            \
    ((cl_mem_migration_flags)(CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED))

/* Whether flags have more than one flag of a set. */
static inline bool flags_clash(cl_bitfield flags, cl_bitfield set)
{
    return (flags & set & ((flags & set) - 1)) != 0;
}

/* Whether flags have CL_MEM_IMMUTABLE_EXT, and one of the context's devices knows the flag.
 * (Without cl_ext_immutable_memory_objects, the bit has other meanings.) */
HIDDEN bool flags_immutable(cl_context context, cl_mem_flags flags);
HIDDEN bool info_mem_is_immutable(cl_mem mem);

/* ---- images ---- */

/* Whether a format can't be one: order and type are exchanged, or one of them is 0. */
HIDDEN bool format_is_none(const cl_image_format *format);

/* Whether the specification does not allow the type with the order. Drivers may allow more. */
HIDDEN bool format_is_odd(const cl_image_format *format);

/* The bytes of an element; 0 if not known. */
HIDDEN size_t format_size(const cl_image_format *format);

/* Whether the context's driver omits a format from the list for these flags. */
HIDDEN bool format_is_unlisted(cl_context context, cl_mem_flags flags, cl_mem_object_type type,
                               const cl_image_format *format);

/* Whether one of the sizes that the type needs is 0, and the image is not one of another image. */
HIDDEN bool desc_has_zero(const cl_image_desc *desc);

/* Whether no device of the context has images as large as that. */
HIDDEN bool desc_is_too_large(cl_context context, const cl_image_desc *desc);

/* Whether a pitch is given although there is no memory to begin with. */
HIDDEN bool desc_pitch_is_unwanted(const cl_image_desc *desc, const void *host_ptr);

/* Whether a row pitch is less than a row, or no multiple of an element. */
HIDDEN bool desc_row_is_short(const cl_image_desc *desc, const cl_image_format *format);

/* Whether a slice pitch is less than a slice, or no multiple of a row. */
HIDDEN bool desc_slice_is_short(const cl_image_desc *desc, const cl_image_format *format);

/* The memory object whose memory the image is to use; NULL: none. */
HIDDEN cl_mem desc_mem(const cl_image_desc *desc);

/* Whether that object is missing, or of a type that such an image can't use. */
HIDDEN bool desc_mem_is_wrong(const cl_image_desc *desc);

/* Whether that object is of a type that only extensions allow for such an image. */
HIDDEN bool desc_mem_is_odd(const cl_image_desc *desc);

/* Whether that object belongs to another context. */
HIDDEN bool desc_mem_is_foreign(cl_context context, const cl_image_desc *desc);

/* The fewest bytes of a buffer that the image needs; 0: it uses no buffer, or the number is not
 * known. */
HIDDEN uint64_t desc_buffer_bytes(const cl_image_desc *desc, const cl_image_format *format);

/* Whether a two-dimensional image is to use a buffer's memory, and no device can do that. */
HIDDEN bool desc_buffer_is_unsupported(cl_context context, const cl_image_desc *desc);

/* Whether an image of a buffer has a row pitch, or begins at an offset, that no device can use. */
HIDDEN bool desc_buffer_is_misaligned(cl_context context, const cl_image_desc *desc,
                                      const cl_image_format *format);

/* ---- properties ---- */

#ifndef CL_EXTERNAL_MEMORY_HANDLE_ANDROID_HARDWARE_BUFFER_KHR
#define CL_EXTERNAL_MEMORY_HANDLE_ANDROID_HARDWARE_BUFFER_KHR 0x2070
#endif

/* The first name that the layer does not know; 0: it knows all. The functions below ignore what
 * follows that name. */
HIDDEN cl_mem_properties properties_unknown(const cl_mem_properties *properties);

/* Whether a name is among the properties. */
HIDDEN bool properties_have(const cl_mem_properties *properties, cl_mem_properties name);

/* The first name that is there twice, or 0. */
HIDDEN cl_mem_properties properties_twice(const cl_mem_properties *properties);

/* The number of handles of other APIs among the properties. */
HIDDEN unsigned properties_handles(const cl_mem_properties *properties);

/* Whether one of these handles should be a file descriptor, but is negative. */
HIDDEN bool properties_file_is_wrong(const cl_mem_properties *properties);

/* The first device among the properties that is not one of the context's, or NULL. */
HIDDEN cl_device_id properties_foreign_device(cl_context context,
                                              const cl_mem_properties *properties);

/* The first device that can't import a handle of the type among the properties, or NULL. `listed`:
 * searches the devices that the properties list. Otherwise searches the context's, if the
 * properties list none. */
HIDDEN cl_device_id properties_no_import(cl_context context, const cl_mem_properties *properties,
                                         bool listed);

/* Whether one of the objects is known to have been made without a handle of another API. */
HIDDEN bool properties_lack_handle(const cl_mem *list, size_t count);

/* Whether one of the objects was made only for devices other than the queue's. */
HIDDEN bool properties_exclude_device(cl_command_queue queue, const cl_mem *list, size_t count);

/* Whether one of the objects belongs to a context without the queue's device. */
HIDDEN bool info_any_is_without_device(cl_command_queue queue, const cl_mem *list, size_t count);

/* ---- objects from other APIs: only Windows has the functions that make them ---- */

#ifdef _WIN32
#define IS_NOT_DX9(mem) MADE_BY_OTHERS(mem, clCreateFromDX9MediaSurfaceKHR_number)
#define IS_NOT_D3D10(mem)                                                                          \
    MADE_BY_OTHERS(mem, clCreateFromD3D10BufferKHR_number, clCreateFromD3D10Texture2DKHR_number,   \
                   clCreateFromD3D10Texture3DKHR_number)
#define IS_NOT_D3D11(mem)                                                                          \
    MADE_BY_OTHERS(mem, clCreateFromD3D11BufferKHR_number, clCreateFromD3D11Texture2DKHR_number,   \
                   clCreateFromD3D11Texture3DKHR_number)
#else
#define IS_NOT_DX9(mem)   true
#define IS_NOT_D3D10(mem) true
#define IS_NOT_D3D11(mem) true
#endif

#endif
