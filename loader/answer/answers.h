/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of this folder need from each other. */
#ifndef CLRELAY_LOADER_ANSWER_ANSWERS_H
#define CLRELAY_LOADER_ANSWER_ANSWERS_H

#include "api/hooks.h" /* NAME_answer, extensions_close() and extensions_free() */

/* The value of a clGetICDLoaderInfoOCLICD query, or NULL if the query is unknown. */
const char *loader_info(cl_icdl_info what);

/* The loader's report about itself: see include/clrelay/report.h. */
cl_int CL_API_CALL report_answer(size_t report_size, char *report, size_t *report_size_ret);

/* The function of ext/extension_functions.h that has this name, which works with the objects of all
 * platforms. The loader does not export it: clGetExtensionFunctionAddress returns it. NULL if it is
 * not one of these functions, or if no platform has it. */
function extensions_function(const char *name);

#endif
