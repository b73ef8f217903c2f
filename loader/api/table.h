/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The layout of a driver's object and of a dispatch table (cl_khr_icd, "Inferring Vendors From
 * Function Calls from Arguments"), as the loader, drivers and layers share it.
 */
#ifndef CLRELAY_LOADER_API_TABLE_H
#define CLRELAY_LOADER_API_TABLE_H

#include "api/opencl.h"
#include "api/parameters.h"
#include "base/compiler.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* NAME_slot is the pointer type of each function. */
#define BY_ANY(version, type, name, result, ...)                                                   \
    typedef type(CL_API_CALL *name##_slot) PARAMS(__VA_ARGS__);
#include "api/entry_points.h"

/* A table as drivers and layers fill it. */
struct dispatch {
#define BY_ANY(version, type, name, ...) name##_slot name;
#define ABSENT(count)                    function JOIN(absent_, __LINE__)[count];
#include "api/entry_points.h"
};

#define SLOT_COUNT    (sizeof(struct dispatch) / sizeof(function))
#define SLOT_OF(name) (offsetof(struct dispatch, name) / sizeof(function))

/* The beginning of every OpenCL object of a driver. If the table has the tag of cl_khr_icd 2.0,
 * `data` points to the table that counts, which the loader manages. In any other object, `data`
 * belongs to the driver. */
struct object {
    const struct dispatch *dispatch;
    const struct dispatch *data;
};

/* Whether a slot that is never called holds the tag of cl_khr_icd 2.0 instead of a function. */
static inline bool dispatch_is_tag(function slot)
{
    intptr_t value;
    memcpy(&value, &slot, sizeof value);
    return value == CL_ICD2_TAG_KHR;
}

/* Access to slots by number, for loops over all of them. */
static inline function dispatch_slot(const struct dispatch *table, size_t slot)
{
    return ((const function *)(const void *)table)[slot];
}

static inline void dispatch_set_slot(struct dispatch *table, size_t slot, function value)
{
    ((function *)(void *)table)[slot] = value;
}

#endif
