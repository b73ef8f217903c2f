/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A report of what clrelay did, as data: the drivers and layers that it found, where, the verdict
 * on each and why, and the settings in use. doc/report.md describes the schema.
 */
#ifndef CLRELAY_REPORT_H
#define CLRELAY_REPORT_H

#include <CL/cl.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The value of the report's member "schema". It grows when a member changes its meaning or
 * disappears; new members come without notice. */
#define CLRELAY_REPORT_SCHEMA 1

/*
 * An extension function of this loader. Get its address from
 * clGetExtensionFunctionAddress("clGetLoaderReportCLRELAY"), which is NULL with other loaders.
 *
 * Loads drivers and layers if no call has done so yet. Layers do not see this call.
 *
 * report_size      the size of `report` in bytes; ignored if `report` is NULL
 * report           receives the report, a NUL-terminated JSON text in UTF-8; or NULL. Bytes of
 *                  other texts that are not UTF-8 become \xNN.
 * report_size_ret  receives the size of the report in bytes, including the NUL; or NULL
 *
 * Returns CL_SUCCESS; CL_INVALID_VALUE if `report` is too small, or if both pointers are NULL;
 * CL_OUT_OF_HOST_MEMORY; or CL_INVALID_OPERATION while this very thread loads the drivers (a driver
 * or a signal handler calls) or works for the loading thread (OCL_ICD_PARALLEL), in a process that
 * was forked while another thread loaded them, and if the loading thread has ended meanwhile.
 *
 * Any thread may call it. A signal handler must not, because it allocates memory (except in the
 * last four cases). It asks the drivers for the names of their platforms at each call, so a report
 * may be longer than an earlier one.
 */
typedef cl_int(CL_API_CALL *clGetLoaderReportCLRELAY_fn)(size_t report_size, char *report,
                                                         size_t *report_size_ret);

#ifdef __cplusplus
}
#endif

#endif
