/* SPDX-License-Identifier: Apache-2.0 */
/* Opening a driver, and checking all that it answers before it is used. */
#ifndef CLRELAY_DRIVER_H
#define CLRELAY_DRIVER_H

#include "find/candidate.h"
#include "api/hooks.h" /* driver_is_platform() */
#include "load/platforms.h"

/* A library that was accepted: it has at least one published platform. */
struct driver;

/*
 * Opens the library of a candidate. NULL: it is no driver, and has its verdict (cl_khr_icd, "Adding
 * a Vendor Library"). Else driver_list_platforms() and driver_publish() follow, in this order.
 */
struct driver *driver_open(struct candidate *candidate);

/* Asks a driver for its platforms. May run side by side with the same of other drivers. */
void driver_list_platforms(struct driver *driver);

/*
 * Publishes those of the platforms that are fit for use, and gives the candidate its verdict. The
 * driver is kept, or if it has listed no platforms freed.
 */
void driver_publish(struct driver *driver);

/* How many devices of a kind a platform has; 0 when it has none or does not tell. Asked once. For
 * the loading thread, or for one thread per platform. */
cl_uint driver_count_devices(struct platform *platform, enum platform_kind kind);

/* The answer of a platform to a question that is answered with a text, for the caller to free; NULL:
 * it does not answer. */
char *driver_query(const struct platform *platform, cl_platform_info what);

/* Tells a platform its place in the list and the candidate of its driver that it has this platform.
 * Called for the last platform first, so that a candidate's are in order. */
void driver_set_index(struct platform *platform, size_t index);

/* What a platform answers to clGetExtensionFunctionAddressForPlatform, or where it has no such function, the
 * library of its driver. NULL, too, where it is no platform. */
void *driver_platform_function(cl_platform_id platform, const char *name);

/* What the library of a driver answers to its own clGetExtensionFunctionAddress. */
void *driver_extension_function(const struct driver *driver, const char *name);

/*
 * At the end, the last loaded driver first: closes the libraries whose platforms all say that they
 * may be unloaded (cl_khr_icd_unloadable), unless `close` is false, and frees what belongs to the
 * drivers.
 */
void driver_unload_all(bool close);

#endif
