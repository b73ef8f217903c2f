/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of sharing with other APIs (info.h). */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_SHARING_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_SHARING_H

#include "info.h"

enum sharing { SHARING_GL, SHARING_D3D10, SHARING_D3D11, SHARING_DX9, SHARING_EGL };

/* Whether the object's context is known, and was not made for sharing with an API (not EGL). */
HIDDEN bool info_context_is_unshared(const void *object, enum sharing with);

/* Whether a memory object certainly was not made from an object of the API. */
HIDDEN bool info_is_unshared(cl_mem mem, enum sharing with);

/* The first memory object of a list that certainly was not made from an object of the API, or
 * NULL. */
HIDDEN cl_mem info_unshared(const cl_mem *list, size_t count, enum sharing with);

/* The number of properties that name a device or a display of another API. */
HIDDEN unsigned info_sharing_apis(const cl_context_properties *properties);

/* The number of properties that name a device or a display for OpenGL. */
HIDDEN unsigned info_gl_bindings(const cl_context_properties *properties);

/* Whether a property is about OpenGL. */
HIDDEN bool info_names_gl(const cl_context_properties *properties);

/* A device of a type, on the platform that the properties name, or else the default one, if all
 * devices of the type there say that they lack cl_khr_gl_sharing; otherwise NULL. Asks the driver
 * each time. */
HIDDEN cl_device_id info_device_without_gl(const cl_context_properties *properties,
                                           cl_device_type type);

#endif
