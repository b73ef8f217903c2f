/* SPDX-License-Identifier: Apache-2.0 */
/* Mistakes with buffers, images, pipes and shared virtual memory. */
#include "cases.h"

CASE(buffer_size_zero, "CLR-BUFFER-SIZE-ZERO")
{
    cl_mem buffer = clCreateBuffer(the->context, 0, wrong ? 0 : 1, NULL, NULL);
    if (buffer) clReleaseMemObject(buffer);
}

const struct check_case cases_memory[] = {
    LISTED(buffer_size_zero),
    END_OF_LIST,
};
