/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of devices and platforms (info.h). */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_DEVICES_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_DEVICES_H

#include "info.h"

extern HIDDEN const struct info_kind info_kind_device;

HIDDEN uint64_t info_platform_count(void);

/* Another platform with devices of a type, whose name becomes a part of the recording; NULL: none.
 * Asks the drivers. */
HIDDEN cl_platform_id info_platform_with(cl_device_type type, cl_platform_id beside);

/* How many devices a platform has. Asks the driver each time. */
HIDDEN uint64_t info_device_count(cl_platform_id platform);

/* What the device answers to a query for a cl_bool, cl_uint, cl_ulong, size_t or bits; UNKNOWN if
 * it does not answer. Knows only the queries in the list of info_devices.c. */
HIDDEN uint64_t info_device(cl_device_id device, cl_device_info what);

/* Whether the device can use memory that OpenCL did not allocate, or that is not known. Such memory
 * may have the address of freed SVM or USM. Asks the driver. */
HIDDEN bool info_device_uses_host(cl_device_id device);

/* Whether the device's version is known and less than this one. */
HIDDEN bool info_device_is_before(cl_device_id device, unsigned major, unsigned minor);

/* The first device of a list whose extensions are known and lack this one. NULL: none does. */
HIDDEN cl_device_id info_device_lacking(const cl_device_id *devices, size_t count,
                                        const char *extension);

/* The first device of a list that is not available now. NULL: all are. */
HIDDEN cl_device_id info_unavailable_device(const cl_device_id *devices, size_t count);

/* The first device of a list that belongs to another platform than `platform`; if that is 0, to
 * another one than the devices before it. NULL: none does. */
HIDDEN cl_device_id info_device_elsewhere(const cl_device_id *devices, size_t count,
                                          uint64_t platform);

/* The first device whose answer to a query lacks a bit, as an address; 0: none does. Asks the
 * driver. */
HIDDEN uint64_t info_device_without_bit(const cl_device_id *devices, size_t count,
                                        cl_device_info what, uint64_t bit);

/* Whether the device's platform can't relate device clocks to the host's clock. Asks the driver. */
HIDDEN bool info_device_has_no_timer(cl_device_id device);

/* Whether the device can't be partitioned in this way at all. Asks the driver. */
HIDDEN bool info_partition_is_unsupported(cl_device_id device,
                                          const cl_device_partition_property *properties);

/* Whether the device can be partitioned in this way, but not with this value: equal parts of 0
 * compute units, or an unsupported domain. Asks the driver. */
HIDDEN bool info_partition_value_is_wrong(cl_device_id device,
                                          const cl_device_partition_property *properties);

/* How many sub-devices such a partition would have; UNKNOWN if the driver refuses. Asks the
 * driver. */
HIDDEN uint64_t info_subdevice_count(cl_device_id device,
                                     const cl_device_partition_property *properties);

/* What the device answers to a query whose answers the layer does not keep, such as limits of
 * images; UNKNOWN as for info_device(). Asks the driver each time. */
HIDDEN uint64_t info_asked(cl_device_id device, cl_device_info what);

/* Whether the device says that it has an extension or, if not `wanted`, that it lacks the
 * extension. A device that does not answer says neither. Asks the driver. */
HIDDEN bool info_device_says(cl_device_id device, const char *extension, bool wanted);

/* The first device of a list that answers a query with CL_FALSE, or NULL. */
HIDDEN cl_device_id info_device_without(size_t count, const cl_device_id *list,
                                        cl_device_info what);

/* The device that a sub-device is a part of. NULL: none, or it is not known. */
HIDDEN cl_device_id info_device_parent(cl_device_id device);

/* The device's platform. NULL: it is not known. */
HIDDEN cl_platform_id info_device_platform(cl_device_id device);

/* The version of a device: 10 * major + minor; 0 if it is not known. */
HIDDEN unsigned info_version_of_device(cl_device_id device);

/* The version of a platform, in the same form. */
HIDDEN unsigned info_version_of_platform(cl_platform_id platform);

/* The version of a device's platform, in the same form. Asks the driver each time. */
HIDDEN unsigned info_platform_version(cl_device_id device);

#endif
