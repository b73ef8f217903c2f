/* SPDX-License-Identifier: Apache-2.0 */
/* The published platforms, which clGetPlatformIDs returns. The loading thread writes the list; any
 * thread reads it at any time, without a lock. */
#ifndef CLRELAY_PLATFORMS_H
#define CLRELAY_PLATFORMS_H

#include "api/hooks.h" /* platforms_default() */
#include "load/suggestion.h"

#include <stdatomic.h>

struct driver;

/* The kinds of devices that the order of platforms depends on, the most important first (ocl-icd's
 * order). */
enum platform_kind { PLATFORM_GPUS, PLATFORM_CPUS, PLATFORM_ALL, PLATFORM_KINDS };

/* One platform of a driver. What other threads than the loading thread may read never changes after
 * the platform was published. */
struct platform {
    cl_platform_id id;
    const struct driver *driver;
    char *suffix; /* CL_PLATFORM_ICD_SUFFIX_KHR; never NULL, may be empty */
    /* CL_PLATFORM_NAME and CL_PLATFORM_VENDOR; NULL unless order_needs_names(): */
    char *name, *vendor;
    int counted; /* how many kinds of devices are counted; for the loading thread only */
    cl_uint devices[PLATFORM_KINDS];
    struct suggestion suggestion;
    /* For the report. Valid once all platforms are loaded and in order: */
    size_t index;                /* in the list */
    const struct platform *next; /* platform of the same driver */
};

/* The platforms as of now: `count` entries that stay valid as long as the loader. */
struct platform_view {
    size_t count;
    struct platform *const *at;
};
struct platform_view platforms_snapshot(void);

/* Adds a platform at the end; platforms.c owns it from now on. Returns false if there is no memory;
 * then it was not added. */
bool platforms_publish(struct platform *platform);

/* Puts the platforms into another order, given as an array of all of them, which is copied. Returns
 * false if there is no memory; then the order has not changed. */
bool platforms_reorder(struct platform *const *at);

/* Sets the index of the platform that a NULL platform means. There need not be such a platform. */
void platforms_set_default(size_t index);

/* Frees a platform that was not published. */
void platform_free(struct platform *platform);

/* Frees the platforms and their lists. Only for the time when no call can come any more. */
void platforms_free(void);

/* The published platform with this handle, or NULL. Takes the same time with many platforms as with
 * one. */
struct platform *platforms_find(cl_platform_id id);

#endif
