/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of contexts (info.h). */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_CONTEXTS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_CONTEXTS_H

#include "info.h"
#include "ranges.h"

extern HIDDEN const struct info_kind info_kind_context;

/* Whether both contexts are known, and differ. */
HIDDEN bool info_contexts_differ(const void *one, const void *other);

/* Whether any of `count` objects has another context than `one`. */
HIDDEN bool info_any_context_differs(const void *one, const void *list, size_t count);

/* The first object of a list that has another context than `one`, or NULL. */
HIDDEN const void *info_elsewhere(const void *one, const void *list, size_t count);

/* Whether a device is neither one of the context's devices nor a sub-device of one. False if that
 * is not known. */
HIDDEN bool info_is_foreign_device(cl_context context, cl_device_id device);

/* The largest answer of the context's devices to a query for a cl_uint, cl_ulong or size_t. UNKNOWN
 * if one of the answers is not known. */
HIDDEN uint64_t info_context_most(cl_context context, cl_device_info what);

/* The smallest answer, in the same way. */
HIDDEN uint64_t info_context_least(cl_context context, cl_device_info what);

/* Whether the versions of all of the context's devices are known, and lower than this one. */
HIDDEN bool info_context_is_before(cl_context context, unsigned major, unsigned minor);

/* A property that an object's context was made with; 0: it was made without; UNKNOWN. */
HIDDEN uint64_t info_context_property(const void *object, cl_context_properties name);

/* The number of the context's devices; UNKNOWN. */
HIDDEN uint64_t info_context_size(cl_context context);

/* Whether a device of an object's context can use memory that OpenCL did not allocate, or that is
 * not known. Asks the drivers. */
HIDDEN bool info_context_uses_host(const void *object);

/* The first pointer of a list that certainly leads to freed memory, or NULL: range_is_freed(), and
 * no device of the object's context can use the program's own memory. */
HIDDEN const void *info_first_freed(const void *object, const void *list, size_t count,
                                    enum range_kind kind);

/* A function of the driver of an object's context, by its name. NULL if it is not known. */
HIDDEN void *info_function(const void *object, const char *name);

/* The context's devices; 0: not known. Asks the driver each time. */
enum { MOST_DEVICES = 64 };
HIDDEN size_t info_asked_devices(cl_context context, cl_device_id devices[MOST_DEVICES]);

/* Whether one of the context's devices has an extension. Asks the driver each time. */
HIDDEN bool info_context_has(cl_context context, const char *extension);

/* Whether none of the context's devices accepts programs in an intermediate language. Asks the
 * driver. */
HIDDEN bool info_context_lacks_il(cl_context context);

/* Whether the extensions of all of the context's devices are known, and this one is not among them.
 * Asks the driver. */
HIDDEN bool info_context_lacks(cl_context context, const char *extension);

/* Whether the extensions of a platform are known, and this one is not among them. `handle` is a
 * device, or an object whose context has the platform. */
HIDDEN bool info_platform_lacks(const void *handle, const char *extension);

/* The context's devices. The list stays valid until the process ends. Returns their number; 0: not
 * known. */
HIDDEN size_t info_context_devices(cl_context context, const cl_device_id **devices);

/* The same as info_context_most(), for queries whose answers the layer does not keep. Asks the
 * driver each time. */
HIDDEN uint64_t info_asked_most(cl_context context, cl_device_info what);

/* The first device of a list that is not one of the context's, or NULL. */
HIDDEN cl_device_id info_foreign_context_device(cl_context context, cl_uint count,
                                                const cl_device_id *list);

/* The first device of a list that lacks `what` (CL_DEVICE_COMPILER_AVAILABLE,
 * CL_DEVICE_LINKER_AVAILABLE); if the list is empty, the first of the context's devices. NULL:
 * none. */
HIDDEN cl_device_id info_context_device_without(cl_context context, cl_uint count,
                                                const cl_device_id *list, cl_device_info what);

#endif
