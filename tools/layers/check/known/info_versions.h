/* SPDX-License-Identifier: Apache-2.0 */
/* Versions of OpenCL: of objects, and of queries (info.h). */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_VERSIONS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_VERSIONS_H

#include "info.h"

/* The version of OpenCL (10 * major + minor) that added a query; 0: the first one, or none. */
HIDDEN unsigned info_query_since(cl_uint name);

/* Whether a query came with a later version than that of the object. */
HIDDEN bool info_query_is_newer(const void *handle, cl_uint name);

/* The version of OpenCL of an object: of its device; of the newest device of its context; or of a
 * platform. 0: not known. */
HIDDEN unsigned info_version(const void *handle);

#endif
