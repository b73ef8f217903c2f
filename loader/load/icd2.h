/* SPDX-License-Identifier: Apache-2.0 */
/* Manages the tables of drivers of cl_khr_icd 2.0 ("Loader-Managed Dispatch"). */
#ifndef CLRELAY_LOADER_LOAD_ICD2_H
#define CLRELAY_LOADER_LOAD_ICD2_H

#include "load/icd.h"

/*
 * Asks the driver of a platform for all its functions, and gives it a table of them as the
 * platform's dispatch data. *managed is that table, and `object` is what the platform contains now.
 * Returns VERDICT_ACCEPTED, or why the driver did not take the table. The table stays in either
 * case.
 */
enum verdict icd2_manage_table(const struct icd *icd, cl_platform_id id,
                               const struct object *object, const struct dispatch **managed,
                               struct details *details);

/* What happens to a driver's library when the loader closes it. */
enum residency {
    RESIDENCY_STAYS, /* it stays in memory */
    RESIDENCY_ENDS,  /* it goes, unless somebody has opened it that the loader does not know */
    RESIDENCY_ENDED,
};

/* Releases the tables that belong to a library. Frees them unless somebody may still use them.
 * Otherwise it leaves them to the driver, without our functions, and a loader that comes later
 * takes them over. */
void icd2_release(const struct library *library, enum residency residency);

/* Abandons all tables that are left when the loader is unloaded: their libraries stay. */
void icd2_abandon_all(void);

#endif
