/* SPDX-License-Identifier: Apache-2.0 */
/* The published platforms, which clGetPlatformIDs returns. The loading thread writes the list; any
 * thread reads it at any time, without a lock. */
#ifndef CLRELAY_LOADER_LOAD_PLATFORMS_H
#define CLRELAY_LOADER_LOAD_PLATFORMS_H

#include "api/hooks.h" /* platforms_default() */
#include "load/icd.h"

#include <stdatomic.h>

/* The kinds of devices that the order of platforms depends on, the most important first (ocl-icd's
 * order). */
enum platform_kind { PLATFORM_GPUS, PLATFORM_CPUS, PLATFORM_ALL, PLATFORM_KINDS };

/* One platform of a driver. What other threads than the loading thread may read never changes after
 * the platform was published. */
struct platform {
    cl_platform_id id;
    const struct icd *icd;
    char *suffix; /* CL_PLATFORM_ICD_SUFFIX_KHR; never NULL, may be empty */
    /* CL_PLATFORM_NAME and CL_PLATFORM_VENDOR; NULL unless order.h or devices.h needs them: */
    char *name, *vendor;
    bool named;  /* it has told both of them */
    int counted; /* how many kinds of devices are counted; for the loading thread only */
    cl_uint devices[PLATFORM_KINDS];
    bool miscounted; /* it could not count some */
    /* For suggestion.h: whether the platform lists the extension, and what to call; NULL until it
     * is known. Any thread may find it out. */
    bool suggests;
    _Atomic(function) suggestion;
    /* For devices.h; set before the list of platforms is in its order: */
    struct devices *chosen; /* NULL: there is no choice, or no memory for it */
    struct platform *next_left_out;
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

/* Replaces the list of platforms with another order of them, which is copied, or with a part of
 * them; the caller owns the others. Returns false if there is no memory; then it has not
 * changed. */
bool platforms_reorder(struct platform *const *at, size_t count);

/* Takes all platforms out of the list; the caller owns them. Needs no memory. */
void platforms_withdraw(void);

/* Sets the index of the platform that a NULL platform means. There need not be such a platform. */
void platforms_set_default(size_t index);

/* Frees a platform that was not published. */
void platform_free(struct platform *platform);

/* Frees the platforms and their lists. Only for the time when no call can come any more. */
void platforms_free(void);

/* Gives a platform its index in the list, and adds it to the candidate of its driver. Call it for
 * the last platform first, so that a candidate's platforms are in order. */
void platforms_set_index(struct platform *platform, size_t index);

/* A platform's answer to a query for a text, for the caller to free; NULL if it does not
 * answer. */
char *platforms_query(const struct platform *platform, cl_platform_info what);

/* How many devices of a kind a platform has; 0 if it has none or does not say. Asks only once. Only
 * for the loading thread, or for one thread per platform. */
cl_uint platforms_count_devices(struct platform *platform, enum platform_kind kind);

/* What a platform returns for clGetExtensionFunctionAddressForPlatform. If it lacks this function,
 * what the library of a published platform returns. `id` must be a platform. */
void *platforms_function(cl_platform_id id, const char *name);

/* The published platform with this handle, or NULL. Takes the same time with many platforms as with
 * one. */
struct platform *platforms_find(cl_platform_id id);

#endif
