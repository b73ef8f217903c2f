/* SPDX-License-Identifier: Apache-2.0 */
/* A driver's library, and what it answers to the loader's queries. */
#ifndef CLRELAY_LOADER_LOAD_ICD_H
#define CLRELAY_LOADER_LOAD_ICD_H

#include "load/library.h"

typedef void *(CL_API_CALL *icd_extension_function)(const char *name);

struct icd {
    struct candidate *candidate;
    struct library library;
    icd_extension_function extension; /* its clGetExtensionFunctionAddress */
};

/* A function that a driver should have, either exported or from its clGetExtensionFunctionAddress.
 * NULL if there is none. */
function icd_function(const struct icd *icd, const char *name);

/* The function to query a platform with: `of_table`, the clGetPlatformInfo of the platform's table, or
 * the library's own if that is NULL. NULL if there is neither. The log says that the caller calls the
 * function next. */
clGetPlatformInfo_slot icd_info(const struct icd *icd, function of_table);

/* The answer of a driver's platform as a NUL-terminated string, for the caller to free. NULL if the
 * platform does not answer, or if there is no memory; then *verdict becomes VERDICT_OUT_OF_MEMORY.
 * (A driver that lacks memory itself returns an error.) */
char *icd_query(const struct icd *icd, clGetPlatformInfo_slot info, cl_platform_id id,
                cl_platform_info what, enum verdict *verdict);

/* The OpenCL version that a platform claims, in the form of dispatch_info. `of_table` is the
 * clGetPlatformInfo of its table, or NULL. At least 1.0, because every platform has that. */
unsigned icd_version(const struct icd *icd, cl_platform_id id, function of_table);

/* Whether an object from a driver, which may be anything, leads to a table that can be read up to
 * this slot. `image` is the one that probably contains it, or NULL. */
bool icd_may_follow(const void *object, size_t slot, const struct os_image *image);

#endif
