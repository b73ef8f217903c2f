/* SPDX-License-Identifier: Apache-2.0 */
/* Judging a driver's dispatch table. */
#ifndef CLRELAY_TABLE_H
#define CLRELAY_TABLE_H

#include "load/library.h"

/* How a call of a by-handle function must be made, whatever the object; ordered by effort. */
enum care { CARE_DIRECT, CARE_CAREFUL, CARE_JUDGED };

/* What was found out about a platform's table, to be put in force if the platform is accepted. */
struct inspection {
    unsigned char care[SLOT_COUNT]; /* of enum care */
    bool any;                       /* is other than CARE_DIRECT */
    struct patch *patch;            /* for a driver's own table; NULL: it needs none */
    const struct dispatch
        *managed; /* for a driver that leaves its table to the loader, else NULL */
};

/* Whom to ask for what decides about a table. */
struct lookup {
    /* For the functions that a driver of cl_khr_icd 2.0 must have. */
    function (*find)(const void *driver, const char *name);
    /* For the OpenCL version that a platform claims, as dispatch_info has it; `info` is the
     * clGetPlatformInfo of its table, or NULL. */
    unsigned (*version)(const void *driver, cl_platform_id id, function info);
    const void *driver;
};

/*
 * Judges the table of a platform, and for a driver of cl_khr_icd 2.0 makes the loader's own and
 * gives it to the driver. VERDICT_UNTRIED: nothing speaks against the platform so far, and
 * *inspection is filled; else why not, with words in `message`. table_discard() or table_apply()
 * follows in either case.
 */
enum verdict table_inspect(const struct library *library, const struct lookup *lookup,
                           cl_platform_id id, struct inspection *inspection, char *message,
                           size_t size);

/* The platform's function for a slot as it will be called once the inspection is in force; NULL. */
function table_function(const struct inspection *inspection, cl_platform_id id, size_t slot);

/* Puts an inspection in force. */
void table_apply(struct inspection *inspection);

/* Forgets it. A table that the driver has been given stays, because the driver may use it. */
void table_discard(struct inspection *inspection);

/* The care that calls of a slot need with all drivers whose judgements are in force. */
enum care table_care(size_t slot);

/* What can be seen of a handle that a program calls a platform, before anybody believes it. */
struct probe {
    const struct dispatch *table; /* that it begins with */
    function info;                /* the clGetPlatformInfo that a call with it goes to */
};

/* Looks at such a handle, whatever it is: whether it leads to a table whose functions of OpenCL 1.0, and
 * the one of this slot, are code, as far as there are any, those among them that no platform is without.
 * The function of this slot must not be the loader's that asks, as in the target of a layer. Asks the
 * kernel for each part, and so takes longer than a call. */
bool table_probe(const void *handle, size_t slot, struct probe *seen);

#endif
