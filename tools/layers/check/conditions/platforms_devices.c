/* SPDX-License-Identifier: Apache-2.0 */
/* Platforms and devices: sections 4.1 to 4.3, and Direct3D's and media adapters' devices. */
#include "common.h"
#include "../known/info_devices.h"

/* A call that asks for a list: the list has room for `entries`; the number of elements goes to
 * `number`. */
static void asked_list(struct check_call *call, cl_uint entries, const void *list,
                       const cl_uint *number)
{
    error_if(call, list && !entries, CL_INVALID_VALUE, ASKED_LIST_ROOM);
    error_if(call, !list && !number, CL_INVALID_VALUE, ASKED_NOTHING);
}

void check_clGetPlatformIDs(struct check_call *call, const struct clGetPlatformIDs_args *a)
{
    explain_if(call, info_platform_count() == 0, CL_PLATFORM_NOT_FOUND_KHR, PLATFORM_NONE);
    asked_list(call, a->num_entries, a->platforms, a->num_platforms);
    driver_checks(call, CL_OUT_OF_HOST_MEMORY, "the host lacks memory");
}

void check_clGetPlatformInfo(struct check_call *call, const struct clGetPlatformInfo_args *a)
{
    explain_query(call, a, clGetPlatformInfo, a->platform, 0x0900, 0x097f);
}

/* ---- devices ---- */

void check_clGetDeviceIDs(struct check_call *call, const struct clGetDeviceIDs_args *a)
{
    error_if(call, !a->platform, CL_INVALID_PLATFORM, PLATFORM_NULL);
    device_type(call, a->device_type);
    asked_list(call, a->num_entries, a->devices, a->num_devices);
    no_device(call, a->platform, a->device_type);
    out_of_memory(call);
}

void check_clGetDeviceInfo(struct check_call *call, const struct clGetDeviceInfo_args *a)
{
    not_null(call, a->device, CL_INVALID_DEVICE);
    explain_query(call, a, clGetDeviceInfo, a->device, 0x1000, 0x107f);
    out_of_memory(call);
}

enum { MOST_COUNTS = 4096 };

/* What CL_DEVICE_PARTITION_BY_COUNTS asks for; all 0 if the property is missing. */
struct partition {
    /* The number of sub-devices, their compute units, those of the largest one. */
    uint64_t count, sum, most;
    bool negative; /* a count is negative */
};

static struct partition partition_of(const cl_device_partition_property *properties)
{
    struct partition partition = { 0, 0, 0, false };
    if (!properties || *properties != CL_DEVICE_PARTITION_BY_COUNTS) return partition;
    while (*++properties != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END &&
           partition.count < MOST_COUNTS) {
        partition.count++;
        if (*properties < 0) partition.negative = true;
        else partition.sum += (uint64_t)*properties;
        if (*properties > 0 && (uint64_t)*properties > partition.most)
            partition.most = (uint64_t)*properties;
    }
    return partition;
}

void check_clCreateSubDevices(struct check_call *call, const struct clCreateSubDevices_args *a)
{
    const cl_device_partition_property *properties = a->properties;
    const struct partition counts = partition_of(properties);
    const uint64_t units = info_device(a->in_device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const uint64_t most = info_device(a->in_device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES);
    not_null(call, a->in_device, CL_INVALID_DEVICE);
    error_if(call, !properties || !*properties, CL_INVALID_VALUE, PARTITION_NULL);
    explain_if(call, info_partition_is_unsupported(a->in_device, properties), CL_INVALID_VALUE,
               PARTITION_UNSUPPORTED, properties ? (uint64_t)*properties : 0);
    explain_if(call, info_partition_value_is_wrong(a->in_device, properties), CL_INVALID_VALUE,
               PARTITION_VALUE, (uint64_t)properties[0], (uint64_t)properties[1]);
    if (explaining(call, CL_INVALID_VALUE)) {
        const uint64_t count = info_subdevice_count(a->in_device, properties);
        explain_if(call, a->out_devices && count != UNKNOWN && count > a->num_devices,
                   CL_INVALID_VALUE, PARTITION_ROOM, count);
    }
    explain_if(call,
               properties && *properties == CL_DEVICE_PARTITION_EQUALLY &&
                   (uint64_t)properties[1] > units,
               CL_DEVICE_PARTITION_FAILED, PARTITION_UNITS, (uint64_t)properties[1], units);
    error_if(call, counts.count > most, CL_INVALID_DEVICE_PARTITION_COUNT, PARTITION_COUNT,
             counts.count, most);
    error_if(call, counts.sum > units, CL_INVALID_DEVICE_PARTITION_COUNT, PARTITION_UNITS,
             counts.sum, units);
    error_if(call, counts.negative, CL_INVALID_DEVICE_PARTITION_COUNT, PARTITION_NEGATIVE);
    error_if(call, counts.most > units, CL_INVALID_DEVICE_PARTITION_COUNT, PARTITION_UNITS,
             counts.sum, units);
    out_of_memory(call);
}

void check_clCreateSubDevicesEXT(struct check_call *call,
                                 const struct clCreateSubDevicesEXT_args *a)
{
    not_null(call, a->in_device, CL_INVALID_DEVICE);
    error_if(call, !a->properties || !*a->properties, CL_INVALID_VALUE, PARTITION_NULL);
}

void check_clGetDeviceAndHostTimer(struct check_call *call,
                                   const struct clGetDeviceAndHostTimer_args *a)
{
    not_null(call, a->device, CL_INVALID_DEVICE);
    explain_if(call, info_device_has_no_timer(a->device), CL_INVALID_OPERATION, TIMER_UNSUPPORTED);
    error_if(call, !a->host_timestamp, CL_INVALID_VALUE, TIMER_NULL);
    error_if(call, !a->device_timestamp, CL_INVALID_VALUE, TIMER_NULL);
    out_of_memory(call);
}

void check_clGetHostTimer(struct check_call *call, const struct clGetHostTimer_args *a)
{
    not_null(call, a->device, CL_INVALID_DEVICE);
    explain_if(call, info_device_has_no_timer(a->device), CL_INVALID_OPERATION, TIMER_UNSUPPORTED);
    error_if(call, !a->host_timestamp, CL_INVALID_VALUE, TIMER_NULL);
    out_of_memory(call);
}

void check_clGetExtensionFunctionAddress(struct check_call *call,
                                         const struct clGetExtensionFunctionAddress_args *a)
{
    (void)call, (void)a;
}

void check_clGetExtensionFunctionAddressForPlatform(
    struct check_call *call, const struct clGetExtensionFunctionAddressForPlatform_args *a)
{
    (void)call, (void)a;
}

#ifdef _WIN32

static void direct3d_devices(struct check_call *call,
                             const struct clGetDeviceIDsFromD3D10KHR_args *a)
{
    asked_list(call, a->num_entries, a->devices, a->num_devices);
}
CONDITIONS_OF_BOTH(direct3d_devices, clGetDeviceIDsFromD3D10KHR, clGetDeviceIDsFromD3D11KHR,
                   num_devices)

void check_clGetDeviceIDsFromDX9MediaAdapterKHR(
    struct check_call *call, const struct clGetDeviceIDsFromDX9MediaAdapterKHR_args *a)
{
    error_if(call, !a->platform, CL_INVALID_PLATFORM, PLATFORM_NULL);
    error_if(call, !a->num_media_adapters, CL_INVALID_VALUE, MEDIA_ADAPTERS_NONE);
    error_if(call, !a->media_adapter_type, CL_INVALID_VALUE, MEDIA_ADAPTERS_NONE);
    error_if(call, !a->media_adapters, CL_INVALID_VALUE, MEDIA_ADAPTERS_NONE);
    driver_checks(call, CL_INVALID_VALUE, "the driver does not know one of the types of adapters");
    driver_checks(call, CL_INVALID_VALUE, "one of the adapters is not of its type");
    explain_if(call,
               a->media_adapter_set != CL_PREFERRED_DEVICES_FOR_DX9_MEDIA_ADAPTER_KHR &&
                   a->media_adapter_set != CL_ALL_DEVICES_FOR_DX9_MEDIA_ADAPTER_KHR,
               CL_INVALID_VALUE, MEDIA_ADAPTER_SET, a->media_adapter_set);
    asked_list(call, a->num_entries, a->devices, a->num_devices);
    explain_if(call, true, CL_DEVICE_NOT_FOUND, DEVICE_NONE, info_device_count(a->platform));
    out_of_memory(call);
}

#endif
