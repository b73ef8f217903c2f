/* SPDX-License-Identifier: Apache-2.0 */
/* Pairs about sharing with OpenGL and EGL, and about semaphores. */
#include "pairs.h"

#include "../../layers/check/known/sharing.h"

/* ---- OpenGL ---- */

#define CONTEXT_WITH(...)                                                                          \
    layer->clCreateContext((const cl_context_properties[]){ __VA_ARGS__, 0 }, 1, gpu, NULL, NULL,  \
                           NULL)
static cl_context gl_context(void)
{
    return CONTEXT_WITH(CL_GL_CONTEXT_KHR, 16, CL_GLX_DISPLAY_KHR, 16);
}

#define GL                         cl_context gl = gl_context()
#define GL_BUFFER(in, flags, name) layer->clCreateFromGLBuffer(in, flags, name, NULL)
#define GL_TEXTURE(target, level, name)                                                            \
    layer->clCreateFromGLTexture(gl, 0, target, level, name, NULL)
#define RENDERBUFFER(flags, name) layer->clCreateFromGLRenderbuffer(gl, flags, name, NULL)
enum { TEXTURE_2D = 0x0de1 };

PAIR_REFUSED(CONTEXT_UNSHARED, CL_INVALID_CONTEXT, GL, GL_BUFFER(a_context(), 0, 1),
             GL_BUFFER(gl, 0, 1))
PAIR_REFUSED(CONTEXT_UNSHARED, CL_INVALID_CONTEXT, GL;
             cl_context direct3d = CONTEXT_WITH(CL_CONTEXT_D3D10_DEVICE_KHR, 16),
             GL_BUFFER(direct3d, 0, 1), GL_BUFFER(gl, 0, 1))
/* macOS's own name of its share groups counts, too. */
PAIR_REFUSED(CONTEXT_UNSHARED, CL_INVALID_CONTEXT, cl_context apple = CONTEXT_WITH(0x10000000, 16),
             GL_BUFFER(a_context(), 0, 1), GL_BUFFER(apple, 0, 1))
PAIR(SHARED_FLAGS, GL, GL_BUFFER(gl, CL_MEM_ALLOC_HOST_PTR, 1), GL_BUFFER(gl, CL_MEM_WRITE_ONLY, 1))
PAIR(SHARED_FLAGS, GL, RENDERBUFFER(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 1),
     RENDERBUFFER(CL_MEM_READ_ONLY, 1))
PAIR_REFUSED(SHARED_NAME_ZERO, CL_INVALID_GL_OBJECT, GL, GL_BUFFER(gl, 0, 0), GL_BUFFER(gl, 0, 1))
PAIR_REFUSED(SHARED_NAME_ZERO, CL_INVALID_GL_OBJECT, GL, GL_TEXTURE(TEXTURE_2D, 0, 0),
             GL_TEXTURE(TEXTURE_2D, 0, 1))
PAIR_REFUSED(SHARED_NAME_ZERO, CL_INVALID_GL_OBJECT, GL, RENDERBUFFER(0, 0), RENDERBUFFER(0, 1))
PAIR_REFUSED(SHARED_NAME_ZERO, CL_INVALID_GL_OBJECT, GL,
             layer->clCreateEventFromGLsyncKHR(gl, NULL, NULL),
             layer->clCreateEventFromGLsyncKHR(gl, (cl_GLsync)16, NULL))
PAIR_REFUSED(GL_TARGET, CL_INVALID_VALUE, GL, GL_TEXTURE(TEXTURE_2D + 1, 0, 1),
             GL_TEXTURE(TEXTURE_2D, 0, 1))
PAIR_REFUSED(GL_TARGET, CL_INVALID_VALUE, GL, GL_TEXTURE(0x8514, 0, 1), GL_TEXTURE(0x8515, 0, 1))
PAIR_REFUSED(GL_TARGET, CL_INVALID_VALUE, GL, GL_TEXTURE(0x851b, 0, 1), GL_TEXTURE(0x851a, 0, 1))
PAIR_REFUSED(GL_TARGET, CL_INVALID_VALUE, GL, GL_TEXTURE(0x8c19, 0, 1), GL_TEXTURE(0x8c18, 0, 1))
PAIR_REFUSED(GL_TARGET, CL_INVALID_VALUE, GL, GL_TEXTURE(0x8c1b, 0, 1), GL_TEXTURE(0x8c1a, 0, 1))
PAIR_REFUSED(GL_TARGET, CL_INVALID_VALUE, GL, GL_TEXTURE(0x8d40, 0, 1), GL_TEXTURE(0x8d41, 0, 1))
PAIR_REFUSED(GL_TARGET, CL_INVALID_VALUE, GL, GL_TEXTURE(0x9101, 0, 1), GL_TEXTURE(0x9100, 0, 1))
PAIR_REFUSED(GL_TARGET, CL_INVALID_VALUE, GL, GL_TEXTURE(0x9103, 0, 1), GL_TEXTURE(0x9102, 0, 1))
PAIR(GL_MIP_LEVEL, GL, GL_TEXTURE(TEXTURE_2D, -1, 1), GL_TEXTURE(TEXTURE_2D, 0, 1))
PAIR_REFUSED(GL_MIP_LEVEL, CL_INVALID_MIP_LEVEL, GL, GL_TEXTURE(TEXTURE_2D, 1, 1),
             GL_TEXTURE(TEXTURE_2D, 0, 1))

#define ACQUIRE(count, list) layer->clEnqueueAcquireGLObjects(on, count, list, 0, NULL, NULL)
#define ON_GL                                                                                      \
    GL;                                                                                            \
    cl_command_queue on = queue_with(gl, gpu[0], 0);                                               \
    cl_mem shared = GL_BUFFER(gl, 0, 1);                                                           \
    cl_mem plain = layer->clCreateBuffer(gl, 0, 64, NULL, NULL)
PAIR(SHARED_LIST_LENGTH, ON_GL; (void)plain, ACQUIRE(0, &shared), ACQUIRE(1, &shared))
PAIR(SHARED_LIST_LENGTH, ON_GL; (void)plain, ACQUIRE(1, NULL), ACQUIRE(1, &shared))
PAIR(MEM_CONTEXT, ON_GL; (void)plain;
     cl_mem elsewhere = GL_BUFFER(gl_context(), 0, 1), ACQUIRE(1, &elsewhere), ACQUIRE(1, &shared))
PAIR(MEM_UNSHARED, ON_GL, ACQUIRE(1, &plain), ACQUIRE(1, &shared))
PAIR(MEM_UNSHARED, ON_GL; (void)on, layer->clGetGLObjectInfo(plain, NULL, NULL),
                          layer->clGetGLObjectInfo(shared, NULL, NULL))

static size_t size;
#define TEXTURE_INFO(size_ret)                                                                     \
    layer->clGetGLTextureInfo(shared, CL_GL_TEXTURE_TARGET, 0, NULL, size_ret)
PAIR(ASKED_NOTHING, GL; cl_mem shared = GL_BUFFER(gl, 0, 1);
     SAYS(NULL, CL_GL_TEXTURE_TARGET, cl_uint, TEXTURE_2D), TEXTURE_INFO(NULL), TEXTURE_INFO(&size))

static const cl_context_properties displays[][8] = {
    { CL_GL_CONTEXT_KHR, 16, CL_GLX_DISPLAY_KHR, 16, CL_EGL_DISPLAY_KHR, 16, 0 },
    { CL_GL_CONTEXT_KHR, 16, CL_GLX_DISPLAY_KHR, 16, 0 },
    { CL_GL_CONTEXT_KHR, 16, CL_CGL_SHAREGROUP_KHR, 16, 0 },
    { CL_CGL_SHAREGROUP_KHR, 16, 0 },
    { CL_CONTEXT_D3D10_DEVICE_KHR, 16, CL_CONTEXT_D3D11_DEVICE_KHR, 16, 0 },
    { CL_CONTEXT_D3D10_DEVICE_KHR, 16, 0 },
    { CL_CONTEXT_D3D11_DEVICE_KHR, 16, CL_GL_CONTEXT_KHR, 16, CL_WGL_HDC_KHR, 16, 0 },
    { CL_CONTEXT_D3D11_DEVICE_KHR, 16, 0 },
    { CL_CONTEXT_INTEROP_USER_SYNC, 1, 0 },
};
#define SHARING(row) layer->clCreateContext(displays[row], 1, gpu, NULL, NULL, NULL)
PAIR(CONTEXT_TWO_APIS, , SHARING(0), SHARING(1))
PAIR(CONTEXT_TWO_APIS, , SHARING(2), SHARING(3))
PAIR(CONTEXT_TWO_APIS, , SHARING(4), SHARING(5))
PAIR(CONTEXT_TWO_APIS, , SHARING(6), SHARING(7))
PAIR_WHERE(CONTEXT_GL_DEVICE, CL_INVALID_OPERATION, lacks("cl_khr_gl_sharing"), SHARING(1))
PAIR_REFUSED(CONTEXT_GL_DEVICE, CL_INVALID_OPERATION, lacks("cl_khr_gl_sharing"), SHARING(3),
             SHARING(8))
PAIR_WHERE(CONTEXT_GL_DEVICE, CL_INVALID_OPERATION, lacks("cl_khr_gl_sharing"),
           layer->clCreateContextFromType(displays[1], CL_DEVICE_TYPE_GPU, NULL, NULL, NULL))
#define GL_DEVICES(row)                                                                            \
    layer->clGetGLContextInfoKHR(displays[row], CL_DEVICES_FOR_GL_CONTEXT_KHR, 0, NULL, &size)
PAIR_REFUSED(CONTEXT_GL_UNSUPPORTED, CL_INVALID_OPERATION, lacks("cl_khr_gl_sharing"),
             GL_DEVICES(1), GL_DEVICES(8))
PAIR_WHERE(CONTEXT_GL_UNSUPPORTED, CL_INVALID_OPERATION, lacks("cl_khr_gl_sharing"), GL_DEVICES(1))

/* ---- EGL ---- */

static cl_egl_image_properties_khr no_properties[] = { 0 }, some_properties[] = { 0x1000, 0 };
#define DISPLAY ((CLeglDisplayKHR)16)
#define EGL(display, image, flags, properties)                                                     \
    layer->clCreateFromEGLImageKHR(a_context(), display, image, flags, properties, NULL)
#define EGL_IMAGE ((CLeglImageKHR)16)
PAIR_REFUSED(EGL_DISPLAY_NULL, CL_INVALID_VALUE, , EGL(NULL, EGL_IMAGE, 0, NULL),
             EGL(DISPLAY, EGL_IMAGE, 0, NULL))
PAIR_REFUSED(EGL_PROPERTY, CL_INVALID_VALUE, , EGL(DISPLAY, EGL_IMAGE, 0, some_properties),
             EGL(DISPLAY, EGL_IMAGE, 0, no_properties))
PAIR_REFUSED(SHARED_NAME_ZERO, CL_INVALID_EGL_OBJECT_KHR, , EGL(DISPLAY, NULL, 0, NULL),
             EGL(DISPLAY, EGL_IMAGE, 0, NULL))
PAIR_REFUSED(SHARED_FLAGS, CL_INVALID_VALUE, , EGL(DISPLAY, EGL_IMAGE, CL_MEM_ALLOC_HOST_PTR, NULL),
             EGL(DISPLAY, EGL_IMAGE, CL_MEM_HOST_READ_ONLY, NULL))
PAIR(SHARED_IMMUTABLE, , EGL(DISPLAY, EGL_IMAGE, CL_MEM_IMMUTABLE_EXT | CL_MEM_WRITE_ONLY, NULL),
     EGL(DISPLAY, EGL_IMAGE, CL_MEM_IMMUTABLE_EXT | CL_MEM_READ_ONLY, NULL))
PAIR(SHARED_IMMUTABLE, ,
     EGL(DISPLAY, EGL_IMAGE, CL_MEM_IMMUTABLE_EXT | CL_MEM_HOST_WRITE_ONLY, NULL),
     EGL(DISPLAY, EGL_IMAGE, CL_MEM_HOST_WRITE_ONLY, NULL))
/* AMD's drivers have a flag of their own with this value. */
PAIR(SHARED_IMMUTABLE,
     if (!wrong) SAYS_TEXT(NULL, CL_DEVICE_EXTENSIONS, "cl_amd_device_attribute_query"),
     EGL(DISPLAY, EGL_IMAGE, CL_MEM_IMMUTABLE_EXT | CL_MEM_WRITE_ONLY, NULL),
     EGL(DISPLAY, EGL_IMAGE, CL_MEM_IMMUTABLE_EXT | CL_MEM_WRITE_ONLY, NULL))
PAIR_WHERE(IMAGES_UNSUPPORTED, CL_SUCCESS, SAYS(NULL, CL_DEVICE_IMAGE_SUPPORT, cl_bool, CL_FALSE),
           EGL(DISPLAY, EGL_IMAGE, 0, NULL))
#define EGL_SYNC(sync, display) layer->clCreateEventFromEGLSyncKHR(gl, sync, display, NULL)
PAIR_REFUSED(SHARED_NAME_ZERO, CL_INVALID_EGL_OBJECT_KHR, GL, EGL_SYNC(NULL, DISPLAY),
             EGL_SYNC((CLeglSyncKHR)16, DISPLAY))
PAIR_REFUSED(SHARED_NAME_ZERO, CL_INVALID_EGL_OBJECT_KHR, GL, EGL_SYNC((CLeglSyncKHR)16, NULL),
             EGL_SYNC((CLeglSyncKHR)16, DISPLAY))

/* ---- semaphores ---- */

enum {
    TYPE = CL_SEMAPHORE_TYPE_KHR,
    BINARY = CL_SEMAPHORE_TYPE_BINARY_KHR,
    DEVICES = CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
    EXPORTS = CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR,
    FD = CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR,
    SYNC_FD = CL_SEMAPHORE_HANDLE_SYNC_FD_KHR
};

/* The list ends with 0. The array has up to five more zeros. */
#define SEMAPHORE_IN(in, ...)                                                                      \
    EXTENSION(clCreateSemaphoreWithPropertiesKHR)                                                  \
    (in, (const cl_semaphore_properties_khr[12]){ __VA_ARGS__ }, NULL)
#define SEMAPHORE(...)     SEMAPHORE_IN(a_context(), __VA_ARGS__)
#define ADDRESS_OF(device) (uintptr_t) device
#define MADE(name, ...)    cl_semaphore_khr name = SEMAPHORE(__VA_ARGS__)
#define SIGNAL(list, values)                                                                       \
    EXTENSION(clEnqueueSignalSemaphoresKHR)(a_queue(), 1, list, values, 0, NULL, NULL)
static const cl_semaphore_payload_khr payloads[1];

PAIR(SEMAPHORE_PAYLOAD, MADE(counting, TYPE, 2), SIGNAL(&counting, NULL),
     SIGNAL(&counting, payloads))
PAIR(SEMAPHORE_PAYLOAD, MADE(counting, TYPE, 2);
     MADE(binary, TYPE, BINARY), SIGNAL(&counting, NULL), SIGNAL(&binary, NULL))
PAIR(SEMAPHORE_PAYLOAD, MADE(counting, TYPE, 2); if (!wrong)
                                                     fails(counting, TYPE, CL_INVALID_VALUE),
                                                 SIGNAL(&counting, NULL), SIGNAL(&counting, NULL))
PAIR_REFUSED(SEMAPHORE_PROPERTY_NAME, CL_INVALID_PROPERTY, , SEMAPHORE(TYPE, BINARY, 0x7777, 1),
             SEMAPHORE(TYPE, BINARY))
PAIR(SEMAPHORE_PROPERTY_TWICE, , SEMAPHORE(TYPE, BINARY, TYPE, BINARY), SEMAPHORE(TYPE, BINARY))
PAIR_REFUSED(SEMAPHORE_DEVICES, CL_INVALID_PROPERTY, , SEMAPHORE_IN(both_context(), TYPE, BINARY),
             SEMAPHORE_IN(both_context(), TYPE, BINARY, DEVICES, ADDRESS_OF(gpu[1]), 0))
PAIR_REFUSED(SEMAPHORE_DEVICES, CL_INVALID_PROPERTY, , SEMAPHORE_IN(both_context(), TYPE, BINARY),
             SEMAPHORE(TYPE, BINARY))
PAIR_REFUSED(SEMAPHORE_DEVICES, CL_INVALID_DEVICE, ,
             SEMAPHORE_IN(both_context(), TYPE, BINARY, DEVICES, ADDRESS_OF(gpu[0]),
                          ADDRESS_OF(gpu[1]), 0),
             SEMAPHORE_IN(both_context(), TYPE, BINARY, DEVICES, ADDRESS_OF(gpu[0]), 0))
PAIR(DEVICE_CONTEXT, , SEMAPHORE(TYPE, BINARY, DEVICES, ADDRESS_OF(gpu[1]), 0),
     SEMAPHORE(TYPE, BINARY, DEVICES, ADDRESS_OF(gpu[0]), 0))
PAIR(SEMAPHORE_TYPE_MISSING, ,
     EXTENSION(clCreateSemaphoreWithPropertiesKHR)(a_context(), NULL, NULL),
     SEMAPHORE(TYPE, BINARY))
PAIR(SEMAPHORE_TYPE_MISSING, , SEMAPHORE(EXPORTS, FD, 0), SEMAPHORE(EXPORTS, FD, 0, TYPE, BINARY))
PAIR(SEMAPHORE_TYPE_MISSING, , SEMAPHORE(DEVICES, ADDRESS_OF(gpu[0]), 0),
     SEMAPHORE(DEVICES, ADDRESS_OF(gpu[0]), 0, TYPE, BINARY))
PAIR_REFUSED(SEMAPHORE_TYPE, CL_INVALID_PROPERTY, , SEMAPHORE(TYPE, 2), SEMAPHORE(TYPE, BINARY))
PAIR_REFUSED(SEMAPHORE_EXPORTS, CL_INVALID_VALUE, ,
             SEMAPHORE(TYPE, BINARY, EXPORTS, FD, SYNC_FD, 0),
             SEMAPHORE(TYPE, BINARY, EXPORTS, FD, 0))
PAIR(SEMAPHORE_IMPORTS, , SEMAPHORE(TYPE, BINARY, FD, 3, SYNC_FD, 4),
     SEMAPHORE(TYPE, BINARY, FD, 3))
/* 0x2059 is CL_SEMAPHORE_HANDLE_D3D12_FENCE_KHR, the last kind of handle. */
PAIR(SEMAPHORE_IMPORTS, , SEMAPHORE(TYPE, BINARY, FD, 3, 0x2059, 4), SEMAPHORE(TYPE, BINARY, FD, 3))
PAIR(SEMAPHORE_IMPORTS, , SEMAPHORE(TYPE, BINARY, FD, 3, EXPORTS, SYNC_FD, 0),
     SEMAPHORE(TYPE, BINARY, EXPORTS, SYNC_FD, 0))

static int handle;
#define EXPORT(semaphore, type, bytes)                                                             \
    EXTENSION(clGetSemaphoreHandleForTypeKHR)(semaphore, gpu[0], type, bytes, &handle, NULL)
PAIR_REFUSED(SEMAPHORE_NOT_EXPORTED, CL_INVALID_VALUE, MADE(made, TYPE, BINARY, EXPORTS, FD, 0),
             EXPORT(made, SYNC_FD, sizeof handle), EXPORT(made, FD, sizeof handle))
PAIR_REFUSED(SEMAPHORE_NOT_EXPORTED, CL_INVALID_VALUE,
             MADE(made, TYPE, BINARY, EXPORTS, SYNC_FD, FD, 0);
             MADE(without, TYPE, BINARY), EXPORT(without, FD, sizeof handle),
             EXPORT(made, FD, sizeof handle))
PAIR(SEMAPHORE_HANDLE_SIZE, MADE(made, TYPE, BINARY, EXPORTS, FD, 0),
     EXPORT(made, FD, sizeof handle - 1), EXPORT(made, FD, sizeof handle))
PAIR(SEMAPHORE_HANDLE_SIZE, MADE(made, TYPE, BINARY, EXPORTS, SYNC_FD, 0),
     EXPORT(made, SYNC_FD, sizeof handle - 1), EXPORT(made, SYNC_FD, sizeof handle))

#define IMPORT(semaphore, fd) EXTENSION(clReImportSemaphoreSyncFdKHR)(semaphore, NULL, fd)
PAIR_REFUSED(SEMAPHORE_NOT_IMPORTED, CL_INVALID_SEMAPHORE_KHR, MADE(sync, TYPE, BINARY, SYNC_FD, 3);
             MADE(opaque, TYPE, BINARY, FD, 3), IMPORT(opaque, 3), IMPORT(sync, 3))
PAIR_REFUSED(SEMAPHORE_FD, CL_INVALID_VALUE, MADE(sync, TYPE, BINARY, SYNC_FD, 3), IMPORT(sync, -1),
             IMPORT(sync, 0))

#define SIGNAL_OF(count, list)                                                                     \
    EXTENSION(clEnqueueSignalSemaphoresKHR)(a_queue(), count, list, NULL, 0, NULL, NULL)
PAIR(SEMAPHORES_NONE, MADE(made, TYPE, BINARY), SIGNAL_OF(0, &made), SIGNAL_OF(1, &made))
PAIR(SEMAPHORE_CONTEXT, MADE(made, TYPE, BINARY);
     cl_semaphore_khr other = SEMAPHORE_IN(other_context(), TYPE, BINARY), SIGNAL_OF(1, &other),
     SIGNAL_OF(1, &made))
#define WAIT_ON(number, list)                                                                      \
    EXTENSION(clEnqueueWaitSemaphoresKHR)                                                          \
    (queue_with(both_context(), gpu[number], 0), 1, list, NULL, 0, NULL, NULL)
PAIR(SEMAPHORE_DEVICE,
     cl_semaphore_khr made = SEMAPHORE_IN(both_context(), TYPE, BINARY, DEVICES, ADDRESS_OF(gpu[1]),
                                          0),
     WAIT_ON(0, &made), WAIT_ON(1, &made))
PAIR(SEMAPHORE_DEVICE,
     cl_semaphore_khr made = SEMAPHORE_IN(both_context(), TYPE, BINARY, DEVICES, ADDRESS_OF(gpu[1]),
                                          0, EXPORTS, FD, 0),
     EXPORT(made, FD, sizeof handle),
     EXTENSION(clGetSemaphoreHandleForTypeKHR)(made, gpu[1], FD, sizeof handle, &handle, NULL))

#define RELEASE(semaphore) EXTENSION(clReleaseSemaphoreKHR)(semaphore)
PAIR_BODY(SEMAPHORE_FREED)
{
    MADE(made, TYPE, BINARY);
    if (wrong) RELEASE(made);
    SIGNAL_OF(1, &made);
}
PAIR_BODY(SEMAPHORE_RELEASED_TWICE)
{
    MADE(made, TYPE, BINARY);
    RELEASE(made);
    if (wrong) RELEASE(made);
}
PAIR_BODY(SEMAPHORE_LEAKED)
{
    MADE(made, TYPE, BINARY);
    if (!wrong) RELEASE(made);
    end_world();
}
