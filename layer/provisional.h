/* SPDX-License-Identifier: Apache-2.0 */
/* Functions whose parameters depend on the revision of their extension: provisional_functions.h. */
#ifndef CLRELAY_LAYER_PROVISIONAL_H
#define CLRELAY_LAYER_PROVISIONAL_H

#include "api/dispatch.h"

/* The name of the row with the parameters of `found`, which is a platform's function `name`: the name
 * itself if the function has had no others. NULL if nobody knows, because devices do not tell their
 * revision, or because it is none that the rows are of. platform: NULL if it is not known. */
HIDDEN const char *provisional_row(cl_platform_id platform, const char *name, const void *found);

/* The revision of an extension that a device has, as in CL_DEVICE_EXTENSIONS_WITH_VERSION; 0: it has
 * none, or does not tell. */
HIDDEN cl_uint provisional_revision(cl_device_id device, const char *extension);

#endif
