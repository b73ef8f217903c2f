/* SPDX-License-Identifier: Apache-2.0 */
/* Preloaded, this simulates a system that refuses to change the protection of memory. A process
 * with as many mappings as the kernel allows can meet such a refusal. */
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The first call that fails, counted from 1. */
#ifndef REFUSED_FROM
#define REFUSED_FROM 1
#endif

int mprotect(void *memory, size_t size, int protection);
int mprotect(void *memory, size_t size, int protection)
{
    static atomic_uint calls;
    if (atomic_fetch_add(&calls, 1) + 1 < REFUSED_FROM)
        return (int)syscall(SYS_mprotect, memory, size, protection);
    errno = ENOMEM;
    return -1;
}
