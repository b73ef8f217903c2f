/* SPDX-License-Identifier: Apache-2.0 */
/* Mistakes with the lives of objects, contexts, queues, events and samplers. */
#include "cases.h"

CASE(event_freed, "CLR-EVENT-FREED")
{
    cl_event event;
    clEnqueueMarkerWithWaitList(the->queue, 0, NULL, &event);
    clFinish(the->queue);
    if (wrong) clReleaseEvent(event);
    clWaitForEvents(1, &event);
    if (!wrong) clReleaseEvent(event);
}

CASE(buffer_leaked, "CLR-MEM-LEAKED")
{
    cl_mem buffer = clCreateBuffer(the->context, 0, 64, NULL, NULL);
    if (!wrong) clReleaseMemObject(buffer);
}

const struct check_case cases_setup[] = {
    LISTED(event_freed),
    LISTED(buffer_leaked),
    END_OF_LIST,
};
