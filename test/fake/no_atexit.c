/* SPDX-License-Identifier: Apache-2.0 */
/* Preloaded, this simulates a C library that has no memory to register libOpenCL's function for the
 * program's end. */
#include <dlfcn.h>
#include <string.h>

int __cxa_atexit(void (*handler)(void *), void *argument, void *library);
int __cxa_atexit(void (*handler)(void *), void *argument, void *library)
{
    int (*real)(void (*)(void *), void *, void *);
    void *address = dlsym(RTLD_NEXT, "__cxa_atexit");
    Dl_info information;
    if (library && dladdr(library, &information) && strstr(information.dli_fname, "libOpenCL"))
        return -1;
    memcpy(&real, &address, sizeof real);
    return real(handler, argument, library);
}
