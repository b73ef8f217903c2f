/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of the program share. */
#ifndef CLRELAY_TOOLS_TEST_TRACE_CALL_SITES_PROGRAM_H
#define CLRELAY_TOOLS_TEST_TRACE_CALL_SITES_PROGRAM_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#define CALL() ((void)clGetPlatformIDs(0, NULL, &(cl_uint){ 0 }))

void library_calls(void);
void binding_calls(void);
void other_program_calls(void);

#endif
