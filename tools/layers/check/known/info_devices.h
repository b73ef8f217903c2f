/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of devices and platforms (info.h). */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_DEVICES_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_DEVICES_H

#include "info.h"

extern HIDDEN const struct info_kind info_kind_device;

HIDDEN uint64_t info_platform_count(void);

/* How many devices a platform has. Asks the driver each time. */
HIDDEN uint64_t info_device_count(cl_platform_id platform);

/* What the device answers to a query for a cl_bool, cl_uint, cl_ulong, size_t or bits; UNKNOWN if
 * it does not. Only those of the list in info_devices.c are asked for. */
HIDDEN uint64_t info_device(cl_device_id device, cl_device_info what);

/* Whether the device's version is known and less than this one. */
HIDDEN bool info_device_is_before(cl_device_id device, unsigned major, unsigned minor);

/* Whether the device's extensions are known and this one is not among them. */
HIDDEN bool info_device_lacks(cl_device_id device, const char *extension);

/* The first device of a list that lacks an extension; or is not available now; or belongs to
 * another platform than `platform`, or, if that is 0, than those before it. NULL: none. */
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

/* What the device answers to a query, like info_device(), for what the layer does not keep, such as
 * limits of images. Asks the driver each time. */
HIDDEN uint64_t info_asked(cl_device_id device, cl_device_info what);

/* Whether a device says that it has an extension, or that it lacks it: if it says nothing, neither
 * is so. Asks the driver. */
HIDDEN bool info_device_says(cl_device_id device, const char *extension, bool has);

/* The first device of a list that answers a query with CL_FALSE, or NULL. */
HIDDEN cl_device_id info_device_without(size_t count, const cl_device_id *list,
                                        cl_device_info what);

/* The device that it is a part of; its platform. NULL if there is none, or it is not known. */
HIDDEN cl_device_id info_device_parent(cl_device_id device);
HIDDEN cl_platform_id info_device_platform(cl_device_id device);

/* The version of a device; of a platform; of a device's platform, which asks the driver each time:
 * 10 * major + minor, 0 if it is not known. */
HIDDEN unsigned info_version_of_device(cl_device_id device);
HIDDEN unsigned info_version_of_platform(cl_platform_id platform);
HIDDEN unsigned info_platform_version(cl_device_id device);

#endif
