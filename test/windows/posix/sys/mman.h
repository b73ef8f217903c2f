/* SPDX-License-Identifier: Apache-2.0 */
/* The part of <sys/mman.h> and related headers that the tests use, for Windows. */
#ifndef CLRELAY_TEST_WINDOWS_POSIX_SYS_MMAN_H
#define CLRELAY_TEST_WINDOWS_POSIX_SYS_MMAN_H

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

#define PROT_NONE     0
#define PROT_READ     1
#define PROT_WRITE    2
#define PROT_EXEC     4
#define MAP_PRIVATE   0
#define MAP_ANONYMOUS 0
#define MAP_FAILED    NULL
#define _SC_PAGESIZE  0
#define sysconf(what) ((long)0x1000)

static inline DWORD mman_protection(int protection)
{
    return protection & PROT_EXEC    ? PAGE_EXECUTE_READWRITE
           : protection & PROT_WRITE ? PAGE_READWRITE
           : protection & PROT_READ  ? PAGE_READONLY
                                     : PAGE_NOACCESS;
}

static inline void *mmap(void *at, size_t size, int protection, int how, int file, long offset)
{
    return VirtualAlloc(at, size, MEM_RESERVE | MEM_COMMIT, mman_protection(protection));
}

static inline int munmap(void *at, size_t size)
{
    return !VirtualFree(at, size, MEM_DECOMMIT);
}

static inline int mprotect(void *at, size_t size, int protection)
{
    DWORD before;
    return !VirtualProtect(at, size, mman_protection(protection), &before);
}

#endif
