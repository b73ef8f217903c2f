/* SPDX-License-Identifier: Apache-2.0 */
/* Opens a driver, and checks everything that it answers before it is used. */
#ifndef CLRELAY_DRIVER_H
#define CLRELAY_DRIVER_H

#include "find/candidate.h"
#include "api/hooks.h" /* driver_is_platform() */
#include "load/platforms.h"

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

/* How many devices of a kind a platform has; 0 if it has none or does not say. Asks only once. Only
 * for the loading thread, or for one thread per platform. */
cl_uint driver_count_devices(struct platform *platform, enum platform_kind kind);

/* A platform's answer to a question about a text, for the caller to free; NULL if it does not
 * answer. */
char *driver_query(const struct platform *platform, cl_platform_info what);

/* Gives a platform its index in the list, and adds it to the candidate of its driver. Call it for
 * the last platform first, so that a candidate's platforms are in order. */
void driver_set_index(struct platform *platform, size_t index);

/* What a platform returns for clGetExtensionFunctionAddressForPlatform. If it lacks this function,
 * what its driver's library returns. NULL also if `platform` is not a platform. */
void *driver_platform_function(cl_platform_id platform, const char *name);

/* What the library of a driver returns for its own clGetExtensionFunctionAddress. */
void *driver_extension_function(const struct driver *driver, const char *name);

/* A function that a driver should have, either exported or from its clGetExtensionFunctionAddress.
 * NULL if there is none. */
function driver_function(const struct driver *driver, const char *name);

/* The OpenCL version that a platform claims, in the form of dispatch_info. `of_table` is the
 * clGetPlatformInfo of its table, or NULL. At least 1.0, because every platform has that. */
unsigned driver_version(const struct driver *driver, cl_platform_id id, function of_table);

/* Frees all drivers, the last loaded one first. If `close` is true, closes the libraries whose
 * platforms all say that they may be unloaded (cl_khr_icd_unloadable). */
void driver_unload_all(bool close);

#endif
