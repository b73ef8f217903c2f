/* SPDX-License-Identifier: Apache-2.0 */
/* Objects of OpenGL, EGL, Direct3D and media surfaces: cl_khr_gl_sharing and similar extensions. */
#include "../known/sharing.h"
#include "../known/memory.h"
#include "common.h"
#include "../known/info_contexts.h"
#include "../known/info_properties.h"
#include "../known/info_sharing.h"

static const cl_uint gl_context_properties[] = {
    CL_CONTEXT_PLATFORM,   CL_CONTEXT_INTEROP_USER_SYNC,
    CL_GL_CONTEXT_KHR,     CL_EGL_DISPLAY_KHR,
    CL_GLX_DISPLAY_KHR,    CL_WGL_HDC_KHR,
    CL_CGL_SHAREGROUP_KHR, 0
};

/* ---- what several functions share ---- */

/* Whether the properties name an OpenGL context without a display, or a display without a
 * context. */
static bool names_half_of_gl(const cl_context_properties *properties)
{
    const bool group = info_property(PROPERTIES(properties), CL_CGL_SHAREGROUP_KHR) != 0;
    const bool context = info_property(PROPERTIES(properties), CL_GL_CONTEXT_KHR) != 0;
    return !group && context != (info_gl_bindings(properties) != 0);
}

void gl_properties(struct check_call *call, const cl_context_properties *properties)
{
    const cl_int error = CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR;
    explain_if(call, names_half_of_gl(properties), error, CONTEXT_GL_INCOMPLETE);
    driver_checks(call, error, "the display and the handle are not those of an OpenGL context");
    driver_checks(call, error, "the OpenGL context has no buffer or no renderbuffer objects");
    driver_checks(call, error,
                  "the OpenGL context is on other hardware than the devices, or the driver can't "
                  "share with it");
    driver_checks(call, error, "the CGL share group is not one");
    driver_checks(call, CL_INVALID_OPERATION,
                  "the OpenGL implementation does not support the window system that is named");
    error_if(call, info_gl_bindings(properties) > 1, CL_INVALID_OPERATION, CONTEXT_TWO_APIS);
    error_if(call,
             info_property(PROPERTIES(properties), CL_CGL_SHAREGROUP_KHR) &&
                 info_property(PROPERTIES(properties), CL_GL_CONTEXT_KHR),
             CL_INVALID_OPERATION, CONTEXT_TWO_APIS);
    driver_checks(call, CL_INVALID_OPERATION, "one of the devices can't share with OpenGL");
}

/* The flags of memory that belongs to another API have only the bits for access. */
static void shared_flags(struct check_call *call, cl_mem_flags flags)
{
    error_if(call, flags & MEM_HOST || flags_clash(flags, MEM_ACCESS), CL_INVALID_VALUE,
             SHARED_FLAGS);
}

static void gl_context(struct check_call *call, const cl_context *context)
{
    not_null(call, *context, CL_INVALID_CONTEXT);
    explain_if(call, info_context_is_unshared(*context, SHARING_GL), CL_INVALID_CONTEXT,
               CONTEXT_UNSHARED);
}

/* The objects that a command acquires from another API, or releases to it. */
static void shared_list(struct check_call *call, cl_uint count, const cl_mem *const *list)
{
    error_if(call, !count != !*list, CL_INVALID_VALUE, SHARED_LIST_LENGTH);
    none_null(call, *list, count, CL_INVALID_MEM_OBJECT);
}

static void shared_context(struct check_call *call, cl_command_queue queue, cl_uint count,
                           const cl_mem *list, enum sharing api)
{
    explain_if(call, info_context_is_unshared(queue, api), CL_INVALID_CONTEXT, CONTEXT_UNSHARED);
    error_about(call, info_elsewhere(queue, list, count), CL_INVALID_CONTEXT, MEM_CONTEXT);
}

/* ---- OpenGL ---- */

void check_clCreateFromGLBuffer(struct check_call *call, const struct clCreateFromGLBuffer_args *a)
{
    gl_context(call, &a->context);
    shared_flags(call, a->flags);
    explain_if(call, !a->bufobj, CL_INVALID_GL_OBJECT, SHARED_NAME_ZERO);
    out_of_memory(call);
}

/* Whether OpenGL has textures of this kind that OpenCL can share. */
static bool is_gl_target(cl_GLenum target)
{
    static const cl_GLenum targets[] = {
        0x0de0, 0x0de1, 0x806f,                         /* textures of 1, 2 and 3 dimensions */
        0x84f5,                                         /* rectangles */
        0x8515, 0x8516, 0x8517, 0x8518, 0x8519, 0x851a, /* the faces of a cube */
        0x8c18, 0x8c1a,                                 /* arrays */
        0x8c2a,                                         /* buffers */
        0x8d41,                                         /* renderbuffers */
        0x9100, 0x9102, /* textures of several samples, and arrays of such textures */
    };
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        if (targets[i] == target) return true;
    return false;
}

static void gl_texture(struct check_call *call, const struct clCreateFromGLTexture_args *a)
{
    gl_context(call, &a->context);
    shared_flags(call, a->flags);
    explain_if(call, !is_gl_target(a->target), CL_INVALID_VALUE, GL_TARGET);
    error_if(call, a->miplevel < 0, CL_INVALID_MIP_LEVEL, GL_MIP_LEVEL);
    explain_if(call, a->miplevel > 0, CL_INVALID_MIP_LEVEL, GL_MIP_LEVEL);
    explain_if(call, !a->texture, CL_INVALID_GL_OBJECT, SHARED_NAME_ZERO);
    driver_checks(call, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                  "the internal format of the texture has no counterpart in OpenCL");
    driver_checks(call, CL_INVALID_OPERATION, "the texture has a border");
    out_of_memory(call);
}
CONDITIONS_OF_BOTH(gl_texture, clCreateFromGLTexture, clCreateFromGLTexture2D, errcode_ret)
SAME_ARGUMENTS(clCreateFromGLTexture, clCreateFromGLTexture3D, errcode_ret);
CONDITIONS(gl_texture, clCreateFromGLTexture3D)

void check_clCreateFromGLRenderbuffer(struct check_call *call,
                                      const struct clCreateFromGLRenderbuffer_args *a)
{
    gl_context(call, &a->context);
    shared_flags(call, a->flags);
    explain_if(call, !a->renderbuffer, CL_INVALID_GL_OBJECT, SHARED_NAME_ZERO);
    driver_checks(call, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                  "the internal format of the renderbuffer has no counterpart in OpenCL");
    driver_checks(call, CL_INVALID_OPERATION,
                  "the renderbuffer has several samples for each pixel");
    out_of_memory(call);
}

static void gl_object(struct check_call *call, const cl_mem *mem)
{
    not_null(call, *mem, CL_INVALID_MEM_OBJECT);
    error_about(call, info_is_unshared(*mem, SHARING_GL) ? *mem : NULL, CL_INVALID_GL_OBJECT,
                MEM_UNSHARED);
}

void check_clGetGLObjectInfo(struct check_call *call, const struct clGetGLObjectInfo_args *a)
{
    gl_object(call, &a->memobj);
    out_of_memory(call);
}

void check_clGetGLTextureInfo(struct check_call *call, const struct clGetGLTextureInfo_args *a)
{
    gl_object(call, &a->memobj);
    if (explaining(call, CL_INVALID_VALUE))
        query(call, ANSWER_SIZE(clGetGLTextureInfo, a->memobj, a->param_name), a->param_value_size,
              a->param_value);
    explain_if(call, !a->param_value && !a->param_value_size_ret, CL_INVALID_VALUE, ASKED_NOTHING);
    out_of_memory(call);
}

static void gl_command(struct check_call *call, const struct clEnqueueAcquireGLObjects_args *a)
{
    shared_list(call, a->num_objects, &a->mem_objects);
    queue_of_host(call, &a->command_queue);
    shared_context(call, a->command_queue, a->num_objects, a->mem_objects, SHARING_GL);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    error_about(call, info_unshared(a->mem_objects, a->num_objects, SHARING_GL),
                CL_INVALID_GL_OBJECT, MEM_UNSHARED);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    out_of_memory(call);
}
CONDITIONS_OF_BOTH(gl_command, clEnqueueAcquireGLObjects, clEnqueueReleaseGLObjects, event)

void check_clGetGLContextInfoKHR(struct check_call *call,
                                 const struct clGetGLContextInfoKHR_args *a)
{
    gl_properties(call, a->properties);
    if (explaining(call, CL_INVALID_OPERATION))
        explain_if(call,
                   info_names_gl(a->properties) &&
                       info_device_without_gl(a->properties, CL_DEVICE_TYPE_ALL),
                   CL_INVALID_OPERATION, CONTEXT_GL_UNSUPPORTED);
    if (explaining(call, CL_INVALID_VALUE)) {
        const uint64_t other =
            info_property_outside(PROPERTIES(a->properties), gl_context_properties);
        explain_if(call, other, CL_INVALID_VALUE, CONTEXT_PROPERTY_NAME, other);
        query(call, ANSWER_SIZE(clGetGLContextInfoKHR, a->properties, a->param_name),
              a->param_value_size, a->param_value);
    }
    out_of_memory(call);
}

void check_clCreateEventFromGLsyncKHR(struct check_call *call,
                                      const struct clCreateEventFromGLsyncKHR_args *a)
{
    gl_context(call, &a->context);
    explain_if(call, !a->sync, CL_INVALID_GL_OBJECT, SHARED_NAME_ZERO);
}

/* ---- EGL ---- */

void check_clCreateFromEGLImageKHR(struct check_call *call,
                                   const struct clCreateFromEGLImageKHR_args *a)
{
    const cl_mem_flags known = MEM_ACCESS | MEM_HOST_ACCESS | CL_MEM_IMMUTABLE_EXT;
    const cl_mem_flags writes = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY;
    not_null(call, a->context, CL_INVALID_CONTEXT);
    explain_if(call, a->flags & ~known, CL_INVALID_VALUE, SHARED_FLAGS);
    explain_if(call, !a->egldisplay, CL_INVALID_VALUE, EGL_DISPLAY_NULL);
    explain_if(call, a->properties && *a->properties, CL_INVALID_VALUE, EGL_PROPERTY,
               a->properties ? (uint64_t)*a->properties : 0);
    explain_if(call, !a->eglimage, CL_INVALID_EGL_OBJECT_KHR, SHARED_NAME_ZERO);
    driver_checks(call, CL_IMAGE_FORMAT_NOT_SUPPORTED,
                  "the driver can't make an OpenCL image of this EGL image");
    driver_checks(call, CL_OUT_OF_HOST_MEMORY, "the host lacks memory");
    driver_checks(call, CL_OUT_OF_RESOURCES, "the device lacks resources");
    images_of_context(call, a->context);
    error_if(call, a->flags & writes && flags_immutable(a->context, a->flags), CL_INVALID_VALUE,
             SHARED_IMMUTABLE);
}

static void egl_command(struct check_call *call, const struct clEnqueueAcquireEGLObjectsKHR_args *a)
{
    shared_list(call, a->num_objects, &a->mem_objects);
    error_about(call, info_elsewhere(a->command_queue, a->mem_objects, a->num_objects),
                CL_INVALID_MEM_OBJECT, MEM_CONTEXT);
    error_about(call, info_unshared(a->mem_objects, a->num_objects, SHARING_EGL),
                CL_INVALID_EGL_OBJECT_KHR, MEM_UNSHARED);
    queue_of_host(call, &a->command_queue);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    out_of_memory(call);
}
CONDITIONS_OF_BOTH(egl_command, clEnqueueAcquireEGLObjectsKHR, clEnqueueReleaseEGLObjectsKHR, event)

void check_clCreateEventFromEGLSyncKHR(struct check_call *call,
                                       const struct clCreateEventFromEGLSyncKHR_args *a)
{
    gl_context(call, &a->context);
    explain_if(call, !a->sync || !a->display, CL_INVALID_EGL_OBJECT_KHR, SHARED_NAME_ZERO);
}

/* ---- Direct3D and media surfaces ---- */

#ifdef _WIN32

/* The resource is an object of the API. `error`: what the function returns if it is not. */
static void windows_object(struct check_call *call, const cl_context *context, cl_mem_flags flags,
                           const void *resource, cl_int error)
{
    not_null(call, *context, CL_INVALID_CONTEXT);
    shared_flags(call, flags);
    explain_if(call, !resource, error, SHARED_NAME_ZERO);
}

#define DIRECT3D_BUFFER(name, error)                                                               \
    void check_##name(struct check_call *call, const struct name##_args *a)                        \
    {                                                                                              \
        windows_object(call, &a->context, a->flags, a->resource, error);                           \
        driver_checks(call, CL_OUT_OF_HOST_MEMORY, "the host lacks memory");                       \
    }
#define DIRECT3D_TEXTURE(name, error)                                                              \
    void check_##name(struct check_call *call, const struct name##_args *a)                        \
    {                                                                                              \
        windows_object(call, &a->context, a->flags, a->resource, error);                           \
        driver_checks(call, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,                                    \
                      "the format of the texture has no counterpart in OpenCL");                   \
        driver_checks(call, CL_OUT_OF_HOST_MEMORY, "the host lacks memory");                       \
    }
DIRECT3D_BUFFER(clCreateFromD3D10BufferKHR, CL_INVALID_D3D10_RESOURCE_KHR)
DIRECT3D_TEXTURE(clCreateFromD3D10Texture2DKHR, CL_INVALID_D3D10_RESOURCE_KHR)
DIRECT3D_TEXTURE(clCreateFromD3D10Texture3DKHR, CL_INVALID_D3D10_RESOURCE_KHR)
DIRECT3D_BUFFER(clCreateFromD3D11BufferKHR, CL_INVALID_D3D11_RESOURCE_KHR)
DIRECT3D_TEXTURE(clCreateFromD3D11Texture2DKHR, CL_INVALID_D3D11_RESOURCE_KHR)
DIRECT3D_TEXTURE(clCreateFromD3D11Texture3DKHR, CL_INVALID_D3D11_RESOURCE_KHR)

void check_clCreateFromDX9MediaSurfaceKHR(struct check_call *call,
                                          const struct clCreateFromDX9MediaSurfaceKHR_args *a)
{
    windows_object(call, &a->context, a->flags, a->surface_info, CL_INVALID_DX9_MEDIA_SURFACE_KHR);
    driver_checks(call, CL_INVALID_DX9_MEDIA_SURFACE_KHR,
                  "the shared handle of the surface is neither NULL nor a handle");
    driver_checks(call, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                  "the format of the surface has no counterpart in OpenCL");
    driver_checks(call, CL_INVALID_OPERATION,
                  "no device of the context supports adapters of this type");
    out_of_memory(call);
}

/* The conditions of a command that acquires or releases objects. `error`: what the function returns
 * if an object was acquired before, or was not acquired. */
static void windows_command(struct check_call *call, const struct clEnqueueAcquireGLObjects_args *a,
                            enum sharing api, cl_int error, const char *text)
{
    shared_list(call, a->num_objects, &a->mem_objects);
    error_about(call, info_unshared(a->mem_objects, a->num_objects, api), CL_INVALID_MEM_OBJECT,
                MEM_UNSHARED);
    queue_of_host(call, &a->command_queue);
    shared_context(call, a->command_queue, a->num_objects, a->mem_objects, api);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    driver_checks(call, error, text);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    driver_checks(call, CL_OUT_OF_HOST_MEMORY, "the host lacks memory");
}

#define WINDOWS_COMMANDS(acquire, release, api, already, not )                                     \
    SAME_ARGUMENTS(clEnqueueAcquireGLObjects, acquire, event);                                     \
    SAME_ARGUMENTS(clEnqueueAcquireGLObjects, release, event);                                     \
    void check_##acquire(struct check_call *call, const struct acquire##_args *a)                  \
    {                                                                                              \
        windows_command(call, (const void *)a, api, already,                                       \
                        "one of the objects was acquired before, and not released since");         \
    }                                                                                              \
    void check_##release(struct check_call *call, const struct release##_args *a)                  \
    {                                                                                              \
        windows_command(call, (const void *)a, api, not,                                           \
                        "one of the objects was not acquired, or was released since");             \
    }
WINDOWS_COMMANDS(clEnqueueAcquireD3D10ObjectsKHR, clEnqueueReleaseD3D10ObjectsKHR, SHARING_D3D10,
                 CL_D3D10_RESOURCE_ALREADY_ACQUIRED_KHR, CL_D3D10_RESOURCE_NOT_ACQUIRED_KHR)
WINDOWS_COMMANDS(clEnqueueAcquireD3D11ObjectsKHR, clEnqueueReleaseD3D11ObjectsKHR, SHARING_D3D11,
                 CL_D3D11_RESOURCE_ALREADY_ACQUIRED_KHR, CL_D3D11_RESOURCE_NOT_ACQUIRED_KHR)
WINDOWS_COMMANDS(clEnqueueAcquireDX9MediaSurfacesKHR, clEnqueueReleaseDX9MediaSurfacesKHR,
                 SHARING_DX9, CL_DX9_MEDIA_SURFACE_ALREADY_ACQUIRED_KHR,
                 CL_DX9_MEDIA_SURFACE_NOT_ACQUIRED_KHR)

#endif
