/* SPDX-License-Identifier: Apache-2.0 */
/* A semaphore that was created elsewhere goes to the function that all platforms share. */
#include "extension.h"

int main(int count, char **argument)
{
    const struct fake *driver = drivers_open("answer_alike");
    cl_semaphore_khr stranger = (cl_semaphore_khr)(uintptr_t)0x7890;
    extension_begin(count, argument);
    driver->record(true, 77);
    CHECK_INT(USED(clGetSemaphoreInfoKHR)(stranger, CL_SEMAPHORE_TYPE_KHR, 0, NULL, NULL), 77);
    CHECK_STR(driver->last_call()->function, "clGetSemaphoreInfoKHR");
    driver->record(false, 0);
    return test_end();
}
