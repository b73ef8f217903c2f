/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the loader's report about itself: see include/clrelay/report.h. */
#ifndef CLRELAY_REPORT_MAKER_H
#define CLRELAY_REPORT_MAKER_H

#include "api/opencl.h"

cl_int CL_API_CALL report_answer(size_t report_size, char *report, size_t *report_size_ret);

#endif
