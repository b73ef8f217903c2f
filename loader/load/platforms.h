/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The platforms that are published: what clGetPlatformIDs answers. Written by the thread that loads
 * the drivers, read by any thread at any time without a lock.
 */
#ifndef CLRELAY_PLATFORMS_H
#define CLRELAY_PLATFORMS_H

#include "api/hooks.h" /* platforms_default() */
#include "load/suggestion.h"

#include <stdatomic.h>

struct driver;

/* How many devices of the kinds that the order depends on, the first one first (ocl-icd's order). */
enum platform_kind { PLATFORM_GPUS, PLATFORM_CPUS, PLATFORM_ALL, PLATFORM_KINDS };

/* One platform of a driver. What others than the loading thread may read never changes after it was
 * published. */
struct platform {
    cl_platform_id id;
    const struct driver *driver;
    char *suffix; /* CL_PLATFORM_ICD_SUFFIX_KHR; never NULL, may be empty */
    char *name;   /* CL_PLATFORM_NAME and CL_PLATFORM_VENDOR, where the user's choice depends on */
    char *vendor; /* them (order_needs_names), else NULL */
    int counted;  /* how many of the kinds of devices are known; for the loading thread only */
    cl_uint devices[PLATFORM_KINDS];
    struct suggestion suggestion;
    /* For the report, from the moment when all are loaded and in order: */
    size_t index;                /* its place in the list */
    const struct platform *next; /* of its driver */
};

/* The platforms as of now: count entries that stay valid for the life of the loader. */
struct platform_view {
    size_t count;
    struct platform *const *at;
};
struct platform_view platforms_snapshot(void);

/* Adds a platform at the end, which platforms owns from now on. False: no memory, not added. */
bool platforms_publish(struct platform *platform);

/* Puts the same platforms in another order: an array of all of them, which is copied. False: no
 * memory, and the order is as before. */
bool platforms_reorder(struct platform *const *at);

/* Which platform a NULL platform means: its index, which may be one that the list does not have. */
void platforms_set_default(size_t index);

/* Frees a platform that was not published. */
void platform_free(struct platform *platform);

/* Frees the platforms and their lists: only when no call can arrive any more. */
void platforms_free(void);

/* The published platform with this handle, or NULL. As fast with many platforms as with one. */
struct platform *platforms_find(cl_platform_id id);

#endif
