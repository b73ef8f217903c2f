/* SPDX-License-Identifier: Apache-2.0 */
/* Contexts: section 4.4, and the properties with which extensions share with other APIs. */
#include "../known/sharing.h"
#include "common.h"
#include "../known/info_contexts.h"
#include "../known/info_devices.h"
#include "../known/info_properties.h"
#include "../known/info_sharing.h"

static const cl_uint core_properties[] = { CL_CONTEXT_PLATFORM, CL_CONTEXT_INTEROP_USER_SYNC, 0 };
/* The same, and the one that is looked at with the devices. */
static const cl_uint device_properties[] = { CL_CONTEXT_PLATFORM, CL_CONTEXT_INTEROP_USER_SYNC,
                                             CL_CONTEXT_TERMINATE_KHR, 0 };

static bool syncs_with_gl(const cl_context_properties *properties)
{
    return info_has_property(PROPERTIES(properties), CL_CONTEXT_INTEROP_USER_SYNC) &&
           info_names_gl(properties);
}

/* `known`: the names that are not to blame for an error. Neither are those of OpenGL, if how
 * they are combined is. */
static void context_properties(struct check_call *call, const cl_context_properties *properties,
                               const cl_uint *known)
{
    const uint64_t platform = info_property(PROPERTIES(properties), CL_CONTEXT_PLATFORM);
    const uint64_t sync = info_property(PROPERTIES(properties), CL_CONTEXT_INTEROP_USER_SYNC);
    const uint64_t twice = info_property_twice(PROPERTIES(properties));
    explain_if(call, !platform, CL_INVALID_PLATFORM, CONTEXT_PLATFORM_MISSING);
    living(call, KIND_PLATFORM, platform, CL_INVALID_PLATFORM);
    if (explaining(call, CL_INVALID_PROPERTY)) {
        const uint64_t other =
            syncs_with_gl(properties) ? 0 : info_property_outside(PROPERTIES(properties), known);
        explain_if(call, other, CL_INVALID_PROPERTY, CONTEXT_PROPERTY_NAME, other);
    }
    error_if(call, sync > CL_TRUE, CL_INVALID_PROPERTY, CONTEXT_USER_SYNC, sync);
    error_if(call, twice, CL_INVALID_PROPERTY, CONTEXT_PROPERTY_TWICE, twice);
}

/* The properties for sharing with other APIs, which extensions define, are right. */
static void sharing_properties(struct check_call *call, const cl_context_properties *properties)
{
    driver_checks(call, CL_INVALID_DX9_MEDIA_ADAPTER_KHR,
                  "the media adapter can't share with the devices");
    driver_checks(call, CL_INVALID_D3D10_DEVICE_KHR,
                  "the Direct3D 10 device can't share with the devices");
    error_if(call,
             info_sharing_apis(properties) > 1 &&
                 info_property(PROPERTIES(properties), CL_CONTEXT_D3D10_DEVICE_KHR),
             CL_INVALID_OPERATION, CONTEXT_TWO_APIS);
    driver_checks(call, CL_INVALID_D3D11_DEVICE_KHR,
                  "the Direct3D 11 device can't share with the devices");
    error_if(call,
             info_sharing_apis(properties) > 1 &&
                 info_property(PROPERTIES(properties), CL_CONTEXT_D3D11_DEVICE_KHR),
             CL_INVALID_OPERATION, CONTEXT_TWO_APIS);
    gl_properties(call, properties);
}

static void no_user_sync_with_gl(struct check_call *call, const cl_context_properties *properties)
{
    explain_if(call, syncs_with_gl(properties), CL_INVALID_PROPERTY, CONTEXT_INTEROP_GL);
}

void check_clCreateContext(struct check_call *call, const struct clCreateContext_args *a)
{
    const cl_context_properties *properties = a->properties;
    context_properties(call, properties, device_properties);
    error_if(call, !a->devices, CL_INVALID_VALUE, CONTEXT_DEVICES_NONE);
    error_if(call, !a->num_devices, CL_INVALID_VALUE, CONTEXT_DEVICES_NONE);
    callback_data(call, a->pfn_notify, a->user_data);
    none_null(call, a->devices, a->num_devices, CL_INVALID_DEVICE);
    error_about(call,
                info_device_elsewhere(a->devices, a->num_devices,
                                      info_property(PROPERTIES(properties), CL_CONTEXT_PLATFORM)),
                CL_INVALID_DEVICE, DEVICE_PLATFORM);
    if (explaining(call, CL_DEVICE_NOT_AVAILABLE)) {
        const cl_device_id device = info_unavailable_device(a->devices, a->num_devices);
        explain_if(call, device, CL_DEVICE_NOT_AVAILABLE, DEVICE_UNAVAILABLE, ADDRESS(device));
    }
    out_of_memory(call);
    sharing_properties(call, properties);
    if (explaining(call, CL_INVALID_OPERATION)) {
        const cl_device_id device =
            info_device_lacking(a->devices, a->num_devices, "cl_khr_gl_sharing");
        explain_if(call, info_names_gl(properties) && device, CL_INVALID_OPERATION,
                   CONTEXT_GL_DEVICE, ADDRESS(device));
    }
    no_user_sync_with_gl(call, properties);
    if (explaining(call, CL_INVALID_PROPERTY)) {
        const uint64_t device = info_device_without_bit(a->devices, a->num_devices,
                                                        CL_DEVICE_TERMINATE_CAPABILITY_KHR, 1);
        explain_if(call, info_property(PROPERTIES(properties), CL_CONTEXT_TERMINATE_KHR) && device,
                   CL_INVALID_PROPERTY, CONTEXT_TERMINATE, device);
    }
}

void check_clCreateContextFromType(struct check_call *call,
                                   const struct clCreateContextFromType_args *a)
{
    context_properties(call, a->properties, core_properties);
    callback_data(call, a->pfn_notify, a->user_data);
    device_type(call, a->device_type);
    driver_checks(call, CL_DEVICE_NOT_AVAILABLE, "no device of this type is available now");
    no_device(
        call,
        (cl_platform_id)(uintptr_t)info_property(PROPERTIES(a->properties), CL_CONTEXT_PLATFORM),
        a->device_type);
    out_of_memory(call);
    sharing_properties(call, a->properties);
    if (explaining(call, CL_INVALID_OPERATION)) {
        const cl_device_id device = info_device_without_gl(a->properties, a->device_type);
        explain_if(call, info_names_gl(a->properties) && device, CL_INVALID_OPERATION,
                   CONTEXT_GL_DEVICE, ADDRESS(device));
    }
    no_user_sync_with_gl(call, a->properties);
}

void check_clGetContextInfo(struct check_call *call, const struct clGetContextInfo_args *a)
{
    not_null(call, a->context, CL_INVALID_CONTEXT);
    explain_query(call, a, clGetContextInfo, a->context, 0x1080, 0x108f);
    out_of_memory(call);
}

void check_clSetContextDestructorCallback(struct check_call *call,
                                          const struct clSetContextDestructorCallback_args *a)
{
    not_null(call, a->context, CL_INVALID_CONTEXT);
    error_if(call, !a->pfn_notify, CL_INVALID_VALUE, CALLBACK_MISSING);
    out_of_memory(call);
}

void check_clTerminateContextKHR(struct check_call *call,
                                 const struct clTerminateContextKHR_args *a)
{
    not_null(call, a->context, CL_INVALID_CONTEXT);
    driver_checks(call, CL_CONTEXT_TERMINATED_KHR, "the context was terminated before");
    explain_if(call, info_context_property(a->context, CL_CONTEXT_TERMINATE_KHR) == 0,
               CL_INVALID_OPERATION, CONTEXT_UNTERMINABLE);
    out_of_memory(call);
}
