/* SPDX-License-Identifier: Apache-2.0 */
/* Semaphores of platforms that share a table but have functions of their own. */
#include "extension.h"

int main(int count, char **argument)
{
    static const char *const wanted[] = { "clGetSemaphoreInfoKHR", "other clGetSemaphoreInfoKHR",
                                          "clGetSemaphoreInfoKHR" };
    const struct fake *driver = drivers_open("answer_unlike");
    cl_semaphore_khr semaphore[3];
    extension_begin(count, argument);
    for (size_t i = 0; i < 3; i++) {
        cl_int error = 1;
        driver->forget();
        semaphore[i] =
            USED(clCreateSemaphoreWithPropertiesKHR)((cl_context)driver->object(i), NULL, &error);
        CHECK_INT(error, CL_SUCCESS);
    }
    for (size_t i = 0; i < 3; i++) {
        cl_uint references = 0;
        driver->forget();
        CHECK_INT(USED(clGetSemaphoreInfoKHR)(semaphore[i], CL_SEMAPHORE_REFERENCE_COUNT_KHR,
                                              sizeof references, &references, NULL),
                  CL_SUCCESS);
        CHECK_INT(references, 1);
        CHECK_STR(driver->last_call()->function, wanted[i]);
        CHECK_INT(USED(clReleaseSemaphoreKHR)(semaphore[i]), CL_SUCCESS);
    }
    return test_end();
}
