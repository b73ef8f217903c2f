/* SPDX-License-Identifier: Apache-2.0 */
/* Functions whose parameters depend on the revision of their extension
 * (provisional_functions.h). */
#ifndef CLRELAY_TOOLS_LAYERS_PROVISIONAL_H
#define CLRELAY_TOOLS_LAYERS_PROVISIONAL_H

#include "api/table.h"

/* Whether `found`, which a platform returned for `name`, has the parameters of the row with this
 * number. False if that is not known, because devices do not tell their revision, or no row fits.
 * True for all functions that are not provisional. `platform` is NULL if it is not known. */
HIDDEN bool provisional_fits(cl_platform_id platform, unsigned number, const char *name,
                             const void *found);

/* The revision of an extension that a device has, in the form of CL_DEVICE_EXTENSIONS_WITH_VERSION;
 * 0: the device lacks the extension, or does not tell its revision. */
HIDDEN cl_uint provisional_revision(cl_device_id device, const char *extension);

#endif
