/* SPDX-License-Identifier: Apache-2.0 */
/* Preloaded, this counts every allocation in the process and may make it fail, including those of
 * the C library and the dynamic linker. */
#include "shim.h"

#include <errno.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);

void *malloc(size_t size)
{
    return shim_fails(__func__, ENOMEM) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return shim_fails(__func__, ENOMEM) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return shim_fails(__func__, ENOMEM) ? NULL : __libc_realloc(old, size);
}
