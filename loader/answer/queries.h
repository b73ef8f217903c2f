/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that the loader answers itself: NAME_answer, for the BY_LOADER rows. */
#ifndef CLRELAY_QUERIES_H
#define CLRELAY_QUERIES_H

#include "api/hooks.h" /* NAME_answer */

/* The value of a clGetICDLoaderInfoOCLICD query, or NULL if the query is unknown. */
const char *loader_info(cl_icdl_info what);

#endif
