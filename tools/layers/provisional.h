/* SPDX-License-Identifier: Apache-2.0 */
/* Functions whose parameters depend on the revision of their extension: provisional_functions.h. */
#ifndef CLRELAY_TOOLS_LAYERS_PROVISIONAL_H
#define CLRELAY_TOOLS_LAYERS_PROVISIONAL_H

#include "api/table.h"

/* Whether `found`, a platform's function `name`, has the parameters of the row with this number.
 * False if it is not known, because devices do not say their revision, or because there are no rows
 * for it. True for all other functions. platform: NULL if it is not known. */
HIDDEN bool provisional_fits(cl_platform_id platform, unsigned number, const char *name,
                             const void *found);

/* The revision of an extension that a device has, as in CL_DEVICE_EXTENSIONS_WITH_VERSION; 0: it
 * has none, or does not say. */
HIDDEN cl_uint provisional_revision(cl_device_id device, const char *extension);

#endif
