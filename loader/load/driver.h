/* SPDX-License-Identifier: Apache-2.0 */
/* Opens a driver, and checks everything that it answers before it is used. */
#ifndef CLRELAY_LOADER_LOAD_DRIVER_H
#define CLRELAY_LOADER_LOAD_DRIVER_H

#include "find/candidate.h"
#include "api/hooks.h" /* driver_is_platform() */

/* An opened driver. Once driver_publish() has kept it, it has listed at least one platform. */
struct driver;

/* Opens the library of a candidate. Returns NULL if it is not a driver; the candidate has its
 * verdict then (cl_khr_icd, "Adding a Vendor Library"). Otherwise call driver_list_platforms() and
 * then driver_publish(). */
struct driver *driver_open(struct candidate *candidate);

/* Asks a driver for its platforms. May run in parallel with the same for other drivers. */
void driver_list_platforms(struct driver *driver);

/* Publishes the platforms that pass the checks, and gives the candidate its verdict. Keeps the
 * driver, or frees it if it has listed no platforms. */
void driver_publish(struct driver *driver);

/* What a platform returns for clGetExtensionFunctionAddressForPlatform. If it lacks this function,
 * what its driver's library returns. NULL also if `platform` is not a platform. */
void *driver_platform_function(cl_platform_id platform, const char *name);

/* Frees all drivers, the last loaded one first. If `close` is true, closes the libraries whose
 * platforms all say that they may be unloaded (cl_khr_icd_unloadable). */
void driver_unload_all(bool close);

#endif
