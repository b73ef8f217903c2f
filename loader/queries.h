/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that the loader answers itself: the BY_LOADER rows, NAME_answer. */
#ifndef CLRELAY_QUERIES_H
#define CLRELAY_QUERIES_H

#include "dispatch.h"

#define BY_HANDLE(version, type, name, ...)
#define BY_ARRAY(version, type, name, ...)
#define BY_PROPERTIES(version, type, name, ...)
#define BY_LOADER(version, type, name, result, ...) \
    HIDDEN type CL_API_CALL name##_answer PARAMS(__VA_ARGS__);
#include "entry_points.h"

/* An answer of clGetICDLoaderInfoOCLICD, or NULL where there is none of that number. */
const char *loader_information(cl_icdl_info what);

#endif
