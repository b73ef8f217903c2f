/* SPDX-License-Identifier: Apache-2.0 */
/* Calls an extension function by its name, with no semaphore. */
#include <clrelay/extensions.h>

int main(void)
{
    return clRetainSemaphoreKHR(NULL) == CL_SUCCESS;
}
