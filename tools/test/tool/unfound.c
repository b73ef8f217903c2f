/* SPDX-License-Identifier: Apache-2.0 */
/* For LD_AUDIT: the dynamic linker finds no libOpenCL.so.1 by its name, as on a machine that has
 * none. It still opens a library by its path. */
#include <link.h>
#include <string.h>

unsigned la_version(unsigned version)
{
    return version;
}

char *la_objsearch(const char *name, uintptr_t *cookie, unsigned flag)
{
    return flag != LA_SER_ORIG && strstr(name, "libOpenCL.so") ? NULL : (char *)name;
}
