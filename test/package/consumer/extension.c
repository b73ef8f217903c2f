/* SPDX-License-Identifier: Apache-2.0 */
/* Calls an extension function by its name; no semaphore is there. */
#include <clrelay/extensions.h>

int main(void)
{
    return clRetainSemaphoreKHR(NULL) == CL_SUCCESS;
}
