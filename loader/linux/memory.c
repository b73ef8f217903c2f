/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that may not exist, and its protection. */
#define _GNU_SOURCE
#include "base/os.h"

#include "linux/checked.h"

#include <errno.h>
#include <linux/posix_types.h>
#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#if !defined(__x86_64__) && !defined(__i386__) /* these keep reads, and writes, in order */
#define REORDERS
#include <linux/membarrier.h>
#endif

static size_t page_size(void)
{
    return (size_t)getauxval(AT_PAGESZ);
}

/* Asks the kernel whether it can read an argument of a call that it always refuses. Every program
 * may make this one. */
static bool faults(uintptr_t page)
{
    return syscall(SYS_rt_sigprocmask, -1L, page, NULL, (long)(_NSIG / 8)) != 0 && errno == EFAULT;
}

/* Some emulators answer that call without reading. The last page, which no program has, shows
 * whether this is one; then another call helps, which sandboxes do not always allow. */
static bool is_readable(uintptr_t page)
{
    if (!page) return false; /* for both calls, NULL means no argument, which is no error */
    if (faults(page)) return false;
    return faults(~(uintptr_t)(page_size() - 1)) ||
           syscall(SYS_prlimit64, 0L, -1L, page, NULL) == 0 || errno != EFAULT;
}

/* Whether a filter decides which system calls the process may make: it may end a process that
 * copies memory as debuggers do. */
static bool is_filtered(void)
{
    return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) > 0;
}

/* For systems that do not let the kernel copy: copies page by page. */
static size_t copy_readable_pages(void *to, uintptr_t from, size_t size)
{
    size_t done = 0, page = page_size();
    while (done < size && is_readable((from + done) & ~(uintptr_t)(page - 1))) {
        size_t part = page - (from + done) % page;
        if (part > size - done) part = size - done;
        memcpy((char *)to + done, (const void *)(from + done), part);
        done += part;
    }
    return done;
}

/* The kernel copies, so missing memory gives an error and no signal, and an address checker does
 * not see it. */
size_t os_copy_memory(void *to, const void *from, size_t size, const struct os_image *near)
{
    size_t done = 0, page = page_size();
    if (near && !ADDRESSES_CHECKED && (uintptr_t)from >= near->data_low &&
        (uintptr_t)from < near->data_high && size <= near->data_high - (uintptr_t)from) {
        memcpy(to, from, size);
        return size;
    }
    if (!ADDRESSES_CHECKED && is_filtered()) return copy_readable_pages(to, (uintptr_t)from, size);
    while (done < size) {
        uintptr_t at = (uintptr_t)from + done;
        size_t part = page - at % page;
        struct iovec here, there;
        long got;
        if (part > size - done) part = size - done;
        here = (struct iovec){ .iov_base = (char *)to + done, .iov_len = part };
        there = (struct iovec){ .iov_base = (void *)at, .iov_len = part };
        /* This thread's number: a process whose main thread has ended has no memory under its own
         * number. */
        got = syscall(SYS_process_vm_readv, (long)os_thread_id(), &here, 1L, &there, 1L, 0L);
        /* Any other error says nothing about the memory: sandboxes and emulators return what they
         * like. */
        if (got < 0 && errno != EFAULT) return copy_readable_pages(to, (uintptr_t)from, size);
        if (got != (long)part) break;
        SYSTEM_WROTE(here.iov_base, part);
        done += part;
    }
    return done;
}

void os_process_barrier(void)
{
#ifdef REORDERS
    if (syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0)
        syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
#endif
}

bool os_protect(void *memory, size_t size, bool writable)
{
    size_t page = page_size();
    if (page > size) {
        /* The page has other data, too, so it must become writable and stay so. */
        if (!writable) return true;
        memory = (void *)((uintptr_t)memory & ~(uintptr_t)(page - 1));
        size = page;
    }
    return mprotect(memory, size, writable ? PROT_READ | PROT_WRITE : PROT_READ) == 0;
}
