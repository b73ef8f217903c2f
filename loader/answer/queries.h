/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that the loader answers itself: the BY_LOADER rows, NAME_answer. */
#ifndef CLRELAY_QUERIES_H
#define CLRELAY_QUERIES_H

#include "api/hooks.h" /* NAME_answer */

/* An answer of clGetICDLoaderInfoOCLICD, or NULL where there is none of that number. */
const char *loader_info(cl_icdl_info what);

#endif
