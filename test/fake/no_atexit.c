/* SPDX-License-Identifier: Apache-2.0 */
/* To be preloaded: a C library that has no memory for what libOpenCL wants to have called at the
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
