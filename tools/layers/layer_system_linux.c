/* SPDX-License-Identifier: Apache-2.0 */
/* The interface to POSIX systems, with some parts for Linux alone. */
#define _GNU_SOURCE
#include "layer_system.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include <unwind.h>
#ifdef __GLIBC__
#include <execinfo.h>
#endif

const char *system_variable(const char *name)
{
    return getauxval(AT_SECURE) ? NULL : getenv(name);
}

static atomic_int file = -1;

/* Path and identity of the file of records, to recognize the file later. */
static char *file_path;
static struct stat file_about;

static int open_file(const char *path)
{
    return open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
}

static bool is_the_file(int descriptor)
{
    struct stat about;
    return descriptor >= 0 && !fstat(descriptor, &about) && about.st_dev == file_about.st_dev &&
           about.st_ino == file_about.st_ino;
}

/* The descriptor of the file of records. A program may have closed it, as daemons close all
 * descriptors that they do not know, and may have opened another file with the same number. Then
 * opens the file again. -1: the file is gone. */
static int file_again(void)
{
    int old = file, fresh;
    if (is_the_file(old)) return old;
    fresh = file_path ? open_file(file_path) : -1;
    if (is_the_file(fresh) && atomic_compare_exchange_strong(&file, &old, fresh)) return fresh;
    if (fresh >= 0) close(fresh);
    return is_the_file(old) ? old : -1; /* another thread has opened it again */
}

static void *map_begin(const char *path, size_t size)
{
    void *mapped = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED) return NULL;
    file_path = strdup(path);
    return mapped;
}

void *system_open_file(const char *path, size_t size, const char **error)
{
    struct stat about;
    void *mapped;
    file = open_file(path);
    if (file < 0) {
        *error = strerror(errno);
        return NULL;
    }
    if (fstat(file, &about) || !S_ISREG(about.st_mode) || about.st_size < (off_t)size) {
        *error = "it is not a file that `clrelay trace` has made";
        close(file);
        return NULL;
    }
    file_about = about;
    mapped = map_begin(path, size);
    if (mapped) return mapped;
    *error = strerror(errno);
    close(file);
    return NULL;
}

/* Sets the size of the new file. Returns an error number. The size stays within the limit for
 * files: beyond it, the system would send a signal. */
static int set_size(size_t size, uint64_t *limit)
{
    struct rlimit most;
    if (!getrlimit(RLIMIT_FSIZE, &most) && most.rlim_cur < *limit) *limit = most.rlim_cur;
    if (*limit < size) return EFBIG;
    if (ftruncate(file, (off_t)*limit)) return errno;
    return posix_fallocate(file, 0, (off_t)size);
}

void *system_make_file(const char *path, size_t size, uint64_t *limit, const char **error)
{
    void *mapped = NULL;
    int why;
    file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) {
        if (errno != EEXIST) *error = strerror(errno);
        return NULL;
    }
    why = set_size(size, limit);
    if (!why && fstat(file, &file_about)) why = errno;
    if (!why && !(mapped = map_begin(path, size))) why = errno;
    if (!why) return mapped;
    *error = strerror(why);
    close(file);
    unlink(path);
    return NULL;
}

void *system_map_part(uint64_t offset, size_t size, bool *no_disk)
{
    const int descriptor = file_again();
    int error = descriptor < 0 ? EBADF : posix_fallocate(descriptor, (off_t)offset, (off_t)size);
    void *part;
    *no_disk = error && error != EBADF;
    if (error) return NULL;
    part = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, descriptor,
                (off_t)offset);
    return part == MAP_FAILED ? NULL : part;
}

void system_unmap_part(void *part, size_t size)
{
    munmap(part, size);
}

bool system_copy(void *to, const void *from, size_t size)
{
    const struct iovec to_part = { to, size }, from_part = { (void *)(uintptr_t)from, size };
    /* On a busy machine, the kernel has once failed to copy memory that was there. */
    for (int i = 0; i < 2; i++)
        if (process_vm_readv(getpid(), &to_part, 1, &from_part, 1, 0) == (ssize_t)size) return true;
    return false;
}

size_t system_backtrace(const void **sites, size_t most)
{
#ifdef __GLIBC__
    int count = backtrace((void **)(uintptr_t)sites, (int)most);
    return count > 0 ? (size_t)count : 0;
#else
    (void)sites;
    (void)most;
    return 0;
#endif
}

/* Functions of libgcc, which need not be there. */
static struct {
    _Unwind_Reason_Code (*backtrace)(_Unwind_Trace_Fn step, void *data);
    uintptr_t (*address)(struct _Unwind_Context *frame);
    uintptr_t (*stack)(struct _Unwind_Context *frame);
} unwinder;

static void load_unwinder(void)
{
    void *library = dlopen("libgcc_s.so.1", RTLD_NOW);
    if (!library) return;
    *(void **)&unwinder.address = dlsym(library, "_Unwind_GetIP");
    *(void **)&unwinder.stack = dlsym(library, "_Unwind_GetCFA");
    *(void **)&unwinder.backtrace = dlsym(library, "_Unwind_Backtrace");
}

struct places {
    const void **sites;
    const void *const **places;
    size_t count, most;
};

/* On some processors, a call leaves the return address at the end of its caller's frame. */
static _Unwind_Reason_Code add_place(struct _Unwind_Context *frame, void *data)
{
    struct places *places = data;
    const void *const *place = (const void *const *)unwinder.stack(frame) - 1;
    const void *address = (const void *)unwinder.address(frame);
    if (places->count == places->most || !address)
        return _URC_NORMAL_STOP; /* nothing called _start() */
    places->sites[places->count] = address;
    places->places[places->count++] = *place == address ? place : NULL;
    return _URC_NO_REASON;
}

size_t system_backtrace_places(const void **sites, const void *const **places, size_t most)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct places found = { sites, places, 0, most };
    pthread_once(&once, load_unwinder);
    memset(places, 0, most * sizeof *places);
    if (!unwinder.backtrace || !unwinder.address || !unwinder.stack)
        return system_backtrace(sites, most);
    unwinder.backtrace(add_place, &found);
    return found.count;
}

bool system_module(const void *address, uint64_t *difference, char *path, size_t size)
{
    Dl_info about;
    struct link_map *module = NULL;
    if (!dladdr1(address, &about, (void **)&module, RTLD_DL_LINKMAP) || !module) return false;
    *difference = module->l_addr;
    /* The name of the program itself is empty there. */
    if (module->l_name && *module->l_name) {
        snprintf(path, size, "%s", module->l_name);
    } else {
        ssize_t length = readlink("/proc/self/exe", path, size - 1);
        path[length > 0 ? length : 0] = 0;
    }
    return *path;
}

static int read_unloaded(struct dl_phdr_info *module, size_t size, void *count)
{
    (void)size;
    *(uint64_t *)count = module->dlpi_subs;
    return 1;
}

uint64_t system_unloaded(void)
{
    uint64_t count = 0;
    dl_iterate_phdr(read_unloaded, &count);
    return count;
}

struct library {
    uintptr_t address, begin;
    size_t size;
};

static int look_for_library(struct dl_phdr_info *module, size_t size, void *data)
{
    struct library *library = data;
    (void)size;
    if (!module->dlpi_name || !*module->dlpi_name) return 0; /* the program itself */
    for (unsigned i = 0; i < module->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &module->dlpi_phdr[i];
        const uintptr_t begin = module->dlpi_addr + part->p_vaddr;
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X) ||
            library->address - begin >= part->p_memsz)
            continue;
        library->begin = begin;
        library->size = part->p_memsz;
        return 1;
    }
    return 0;
}

uintptr_t system_library(const void *address, size_t *size)
{
    struct library library = { (uintptr_t)address, 0, 0 };
    dl_iterate_phdr(look_for_library, &library);
    *size = library.size;
    return library.begin;
}

bool system_watch_frees(frees_watcher watcher)
{
    void (*watch)(frees_watcher);
    *(void **)&watch = dlsym(RTLD_DEFAULT, FREES_WATCH);
    if (watch) watch(watcher);
    return watch;
}

void system_break(void)
{
    /* Drivers may handle the signal, too, and go on, as LLVM does. */
    sigset_t trap;
    signal(SIGTRAP, SIG_DFL);
    sigemptyset(&trap);
    sigaddset(&trap, SIGTRAP);
    pthread_sigmask(SIG_UNBLOCK, &trap, NULL);
    raise(SIGTRAP);
}

uint32_t system_process(void)
{
    return (uint32_t)getpid();
}

uint32_t system_parent_process(void)
{
    return (uint32_t)getppid();
}

uint64_t system_thread(void)
{
    return (uint64_t)syscall(SYS_gettid);
}

void system_thread_name(char name[16])
{
    memset(name, 0, 16);
    prctl(PR_GET_NAME, name);
}

void system_program_name(char *name, size_t size)
{
    snprintf(name, size, "%s", program_invocation_short_name);
}

void system_yield(void)
{
    sched_yield();
}

/* ---- hooks ---- */

static pthread_key_t key;
static void (*at_end)(void);

static void thread_ends(void *noted)
{
    (void)noted;
    at_end();
}

void system_at_fork(void (*before)(void), void (*parent)(void), void (*child)(void))
{
    pthread_atfork(before, parent, child);
}

void system_at_thread_end(void (*ended)(void))
{
    if (!pthread_key_create(&key, thread_ends)) at_end = ended;
}

void system_note_thread(void)
{
    if (at_end) pthread_setspecific(key, &key);
}
