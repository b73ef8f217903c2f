/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What clrelay did, as data: which drivers and layers it found, where, what became of each and why,
 * and the settings that were in force. The schema is described in doc/report.md.
 */
#ifndef CLRELAY_REPORT_H
#define CLRELAY_REPORT_H

#include <CL/cl.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number in the report's member "schema". It grows when a member changes its meaning or goes;
 * new members come without notice. */
#define CLRELAY_REPORT_SCHEMA 1

/*
 * An extension function of this loader; get its address by
 * clGetExtensionFunctionAddress("clGetLoaderReportCLRELAY"), which is NULL with other loaders.
 *
 * Loads drivers and layers if no call has done so yet. Layers do not see this call.
 *
 * report_size      the number of bytes that `report` has room for; ignored where that is NULL
 * report           the caller's memory for the report, a JSON text in UTF-8 that ends with NUL; or
 *                  NULL. Text that is not UTF-8 has each strange byte written as \xNN.
 * report_size_ret  gets the size of the report in bytes, the NUL included; or NULL
 *
 * CL_SUCCESS; CL_INVALID_VALUE if `report` is too small, or it and report_size_ret are NULL;
 * CL_OUT_OF_HOST_MEMORY; CL_INVALID_OPERATION while this very thread loads the drivers (a driver or
 * a signal handler calls) or works for the one that does (OCL_ICD_PARALLEL), in a process that was
 * forked while another thread did, and once the loading thread has ended in the midst of it. Safe to call
 * from any thread, but it allocates memory, so otherwise not from signal handlers. Asks the drivers
 * for the names of their platforms at each call, so a report may be longer than an earlier one.
 */
typedef cl_int(CL_API_CALL *clGetLoaderReportCLRELAY_fn)(size_t report_size, char *report,
                                                        size_t *report_size_ret);

#ifdef __cplusplus
}
#endif

#endif
