/* SPDX-License-Identifier: Apache-2.0 */
/* Tables that the loader keeps for drivers of cl_khr_icd 2.0 ("Loader-Managed Dispatch"). */
#ifndef CLRELAY_ICD2_H
#define CLRELAY_ICD2_H

#include "load/table.h"

/*
 * Asks the driver of a platform for all its functions, and gives it a table of them as the platform's dispatch
 * data; *kept is that table. `object` is what the platform has now. VERDICT_UNTRIED; or why the driver did not
 * take it, with words in `message`, and then the table stays all the same.
 */
enum verdict icd2_manage_table(const struct library *library, const struct lookup *lookup,
                               cl_platform_id id, const struct object *object,
                               const struct dispatch **managed, char *message, size_t size);

/* What becomes of a driver's library when the loader lets go of it. */
enum residency {
    RESIDENCY_STAYS, /* it stays in memory */
    RESIDENCY_ENDS,  /* it goes, unless somebody has opened it that the loader does not know of */
    RESIDENCY_ENDED,
};

/*
 * Lets go of the tables that belong to a library: frees them, unless somebody may still use them.
 * Those are left to the driver, cleared of our functions, and a loader that comes later takes them
 * over.
 */
void icd2_release(const struct library *library, enum residency residency);

/* The same for all that there still are, when the loader leaves: their libraries stay. */
void icd2_abandon_all(void);

#endif
