/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The platforms that are published: what clGetPlatformIDs answers. Written by the thread that loads
 * the drivers, read by any thread at any time without a lock.
 */
#ifndef CLRELAY_PLATFORMS_H
#define CLRELAY_PLATFORMS_H

#include "api/dispatch.h"

#include <stdatomic.h>

struct driver;

/* Under which clGetKernelSuggestedLocalWorkSize was a function of another name before OpenCL 3.1. */
#define SUGGESTION_EXTENSION "cl_khr_suggested_local_work_size"

/* How many devices of the kinds that the order depends on, the first one first (ocl-icd's order). */
enum platform_kind { PLATFORM_GPUS, PLATFORM_CPUS, PLATFORM_ALL, PLATFORM_KINDS };

/* One platform of a driver. What others than the loading thread may read never changes after it was
 * published. */
struct platform {
    cl_platform_id id;
    const struct driver *driver;
    char *suffix; /* CL_PLATFORM_ICD_SUFFIX_KHR; never NULL, may be empty */
    char *name;   /* CL_PLATFORM_NAME and CL_PLATFORM_VENDOR, where the user's choice depends on */
    char *vendor; /* them (select_needs_names), else NULL */
    int counted;  /* how many of the kinds of devices are known; for the loading thread only */
    cl_uint devices[PLATFORM_KINDS];
    bool suggests; /* lists SUGGESTION_EXTENSION; false, too, where the list was not asked for */
    _Atomic(function) suggest; /* goes in place of a clGetKernelSuggestedLocalWorkSize that its table
                                  lacks: NULL until it is known, which any thread may find out */
    /* For the report, from the moment when all are loaded and in order: */
    size_t index;                /* its place in the list */
    const struct platform *next; /* of its driver */
};

/* The platforms as of now: count entries that stay valid for the life of the loader. */
struct platform_view {
    size_t count;
    struct platform *const *at;
};
struct platform_view platforms_now(void);

/* Adds a platform at the end, which platforms owns from now on. False: no memory, not added. */
bool platforms_publish(struct platform *platform);

/* Puts the same platforms in another order: an array of all of them, which is copied. False: no
 * memory, and the order is as before. */
bool platforms_reorder(struct platform *const *at);

/* Which platform a NULL platform means: its index, which may be one that the list does not have. */
void platforms_choose(size_t index);

/* The default platform: the chosen one, else the first; NULL when there is none. */
cl_platform_id platforms_default(void);

/*
 * The platform that a context's property list names (OpenCL 3.0, section 4.4, and
 * cl_khr_gl_sharing): that of its first CL_CONTEXT_PLATFORM, which may be NULL, or anything; the
 * other platform when the list is NULL or names none.
 */
cl_platform_id platforms_from_properties(const cl_context_properties *properties,
                                         cl_platform_id other);

/* Frees a platform that was not published. */
void platform_free(struct platform *platform);

/* Frees the platforms and their lists: only when no call can arrive any more. */
void platforms_forget(void);

/* The published platform with this handle, or NULL. As fast with many platforms as with one. */
struct platform *platforms_find(cl_platform_id id);

#endif
