/* SPDX-License-Identifier: Apache-2.0 */
#include "info_sharing.h"

#include "../../../calls/words.h"
#include "info_contexts.h"
#include "info_devices.h"
#include "info_properties.h"
#include "sharing.h"

enum { CGL_SHAREGROUP_APPLE = 0x10000000 };

bool info_context_is_unshared(const void *object, enum sharing with)
{
    static const cl_context_properties names[][3] = {
        [SHARING_GL] = { CL_GL_CONTEXT_KHR, CL_CGL_SHAREGROUP_KHR, CGL_SHAREGROUP_APPLE },
        [SHARING_D3D10] = { CL_CONTEXT_D3D10_DEVICE_KHR },
        [SHARING_D3D11] = { CL_CONTEXT_D3D11_DEVICE_KHR },
        [SHARING_DX9] = { CL_CONTEXT_ADAPTER_D3D9_KHR, CL_CONTEXT_ADAPTER_D3D9EX_KHR,
                          CL_CONTEXT_ADAPTER_DXVA_KHR },
    };
    for (unsigned i = 0; i < 3; i++)
        if (!i || names[with][i])
            if (info_context_property(object, names[with][i])) return false;
    return true;
}

/* Whether the memory objects that a function makes are certainly not shared with an API. */
static bool makes_unshared(unsigned number, enum sharing with)
{
    switch (number) {
    case clCreateBuffer_number:
    case clCreateImage2D_number:
    case clCreateImage3D_number:
    case clCreatePipe_number: return true;
    case clCreateFromGLBuffer_number:
    case clCreateFromGLTexture_number:
    case clCreateFromGLTexture2D_number:
    case clCreateFromGLTexture3D_number:
    case clCreateFromGLRenderbuffer_number: return with != SHARING_GL;
    case clCreateFromEGLImageKHR_number: return with != SHARING_EGL;
#ifdef _WIN32
    case clCreateFromD3D10BufferKHR_number:
    case clCreateFromD3D10Texture2DKHR_number:
    case clCreateFromD3D10Texture3DKHR_number: return with != SHARING_D3D10;
    case clCreateFromD3D11BufferKHR_number:
    case clCreateFromD3D11Texture2DKHR_number:
    case clCreateFromD3D11Texture3DKHR_number: return with != SHARING_D3D11;
    case clCreateFromDX9MediaSurfaceKHR_number: return with != SHARING_DX9;
#endif
    }
    return false;
}

bool info_is_unshared(cl_mem mem, enum sharing with)
{
    const struct tracked *tracked = objects_living(mem, KIND_MEM);
    return tracked && !atomic_load(&tracked->met) &&
           makes_unshared(atomic_load(&tracked->made_by), with);
}

cl_mem info_unshared(const cl_mem *list, size_t count, enum sharing with)
{
    for (size_t i = 0; HAS_ELEMENT(list, count, i); i++)
        if (info_is_unshared(list[i], with)) return list[i];
    return NULL;
}

static unsigned count_properties(const cl_context_properties *properties, const cl_uint *names)
{
    unsigned count = 0;
    for (; *names; names++) count += info_property(PROPERTIES(properties), *names) != 0;
    return count;
}

unsigned info_sharing_apis(const cl_context_properties *properties)
{
    return count_properties(properties,
                            NAMES(CL_CONTEXT_D3D10_DEVICE_KHR, CL_CONTEXT_D3D11_DEVICE_KHR,
                                  CL_CONTEXT_ADAPTER_D3D9_KHR, CL_CONTEXT_ADAPTER_D3D9EX_KHR,
                                  CL_CONTEXT_ADAPTER_DXVA_KHR)) +
           info_gl_bindings(properties);
}

unsigned info_gl_bindings(const cl_context_properties *properties)
{
    return count_properties(properties, NAMES(CL_CGL_SHAREGROUP_KHR, CL_EGL_DISPLAY_KHR,
                                              CL_GLX_DISPLAY_KHR, CL_WGL_HDC_KHR));
}

bool info_names_gl(const cl_context_properties *properties)
{
    return info_property(PROPERTIES(properties), CL_GL_CONTEXT_KHR) || info_gl_bindings(properties);
}

cl_device_id info_device_without_gl(const cl_context_properties *properties, cl_device_type type)
{
    const uint64_t named = info_property(PROPERTIES(properties), CL_CONTEXT_PLATFORM);
    const cl_platform_id platform = (cl_platform_id)(uintptr_t)named;
    cl_device_id devices[MOST_DEVICES];
    cl_uint count = 0;
    if (info_has_property(PROPERTIES(properties), CL_CONTEXT_PLATFORM) &&
        !objects_living(platform, KIND_PLATFORM))
        return NULL;
    if (queries.clGetDeviceIDs(platform, type, MOST_DEVICES, devices, &count) ||
        count > MOST_DEVICES)
        return NULL;
    for (cl_uint i = 0; i < count; i++)
        if (!info_device_says(devices[i], "cl_khr_gl_sharing", false)) return NULL;
    return count ? devices[0] : NULL;
}
