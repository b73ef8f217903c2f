/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All that a platform and a device report, as JSON. The queries and their types are those in
 * tools/calls/enumerants.h. Leaves out queries that the driver does not know, and handles and
 * addresses, which mean nothing outside the process.
 */
#ifndef CLRELAY_TOOLS_PROBE_DETAILS_H
#define CLRELAY_TOOLS_PROBE_DETAILS_H

#include "api/table.h"

#include <jansson.h>

/* In all functions, `cl` has the loader's functions. */

/* What a platform reports. Calls begins() with the name of each query before the query. */
json_t *details_of_platform(const struct dispatch *cl, cl_platform_id platform,
                            void (*begins)(const char *query));

/* What a device reports. Calls begins() with the name of each query before the query. */
json_t *details_of_device(const struct dispatch *cl, cl_device_id device,
                          void (*begins)(const char *query));

/* The image formats of each kind of memory object: {"CL_MEM_OBJECT_IMAGE2D": ["CL_RGBA
 * CL_UNORM_INT8", ...], ...}. */
json_t *details_of_images(const struct dispatch *cl, cl_platform_id platform, cl_device_id device);

#endif
