/* SPDX-License-Identifier: Apache-2.0 */
/* Checks a driver's dispatch table. */
#ifndef CLRELAY_LOADER_LOAD_TABLE_CHECK_H
#define CLRELAY_LOADER_LOAD_TABLE_CHECK_H

#include "load/icd.h"

/* How much a by-handle function must check, whatever the object; in ascending order. */
enum care { CARE_DIRECT, CARE_CHECKED, CARE_RESOLVED };

/* What the check of a platform's table resulted in. It takes effect if the platform is accepted. */
struct inspection {
    unsigned char care[SLOT_COUNT]; /* of enum care */
    bool any;                       /* some slot needs more than CARE_DIRECT */
    struct patch *patch;            /* for a driver's own table; NULL if it needs none */
    const struct dispatch *managed; /* of a driver that leaves its table to the loader, else NULL */
};

/*
 * Checks the table of a platform. For a driver of cl_khr_icd 2.0, makes the loader's table and
 * gives it to the driver. Returns VERDICT_ACCEPTED if nothing is wrong so far; otherwise what is
 * wrong. In either case, call table_discard() or table_apply() afterwards.
 */
enum verdict table_inspect(const struct icd *icd, cl_platform_id id, struct inspection *inspection,
                           struct details *details);

/* The platform's function for a slot as it will be once the inspection is applied, or NULL. */
function table_function(const struct inspection *inspection, cl_platform_id id, size_t slot);

/* Applies an inspection: calls go by it from now on. */
void table_apply(struct inspection *inspection);

/* Discards an inspection. A table that the driver has received stays, because the driver may use
 * it. */
void table_discard(struct inspection *inspection);

/* The care that calls of a slot need for all drivers whose inspections are applied. */
enum care table_care(size_t slot);

/* What can be seen of a handle that a program passes as a platform. */
struct probe {
    const struct dispatch *table; /* the one it begins with */
    function info;                /* the clGetPlatformInfo that a call would reach */
};

/*
 * Inspects such a handle, whatever it is. True if it leads to a table in which every function of
 * OpenCL 1.0, and the function of this slot, is code or NULL, and those that every platform has are
 * not NULL. The function of this slot must not be this loader's own, as it is in the target of a
 * layer. Makes several system calls, so it takes longer than an OpenCL call.
 */
bool table_probe(const void *handle, size_t slot, struct probe *seen);

#endif
