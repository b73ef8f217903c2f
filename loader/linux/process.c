/* SPDX-License-Identifier: Apache-2.0 */
/* The process and its threads, time, the environment. */
#define _GNU_SOURCE
#include "base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

bool os_privileged(void)
{
    return getauxval(AT_SECURE) != 0;
}

bool os_is_caller_controlled(const char *path)
{
    return *path != '/' && os_privileged();
}

const char *os_environment(const char *name)
{
    return getenv(name);
}

/* Asks the kernel, because a copy in the C library may be stale after a raw fork. */
int os_process_id(void)
{
    return (int)syscall(SYS_getpid);
}

int os_thread_id(void)
{
    return (int)syscall(SYS_gettid);
}

/* The first thread of a process keeps its number until all others have ended, too. */
static bool is_zombie(int first)
{
    char path[64], text[256];
    const char *behind_name;
    ssize_t length = -1;
    int file;
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", first);
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        length = read(file, text, sizeof text - 1);
        close(file);
    }
    text[length > 0 ? length : 0] = '\0';
    behind_name = strrchr(text, ')');
    return behind_name && (!strncmp(behind_name, ") Z", 3) || !strncmp(behind_name, ") X", 3));
}

bool os_is_thread_alive(int thread)
{
    int error = errno, process = os_process_id();
    bool lives = syscall(SYS_tgkill, process, thread, 0) == 0 || errno != ESRCH;
    if (lives && thread == process) lives = !is_zombie(thread);
    errno = error;
    return lives;
}

/* The system call has its own time types, independent of the C library's: the old call uses longs,
 * the new one, which newer 32-bit systems have alone, uses 64 bits. */
#ifdef SYS_futex
#define FUTEX SYS_futex
typedef __kernel_long_t futex_time;
#else
#define FUTEX SYS_futex_time64
typedef int64_t futex_time;
#endif

/* A futex and not a mutex: a mutex that another thread holds stays locked forever in a forked
 * child. */
void os_wait(atomic_int *word, int value)
{
    const struct {
        futex_time seconds, nanoseconds;
    } second = { 1, 0 };
    int error = errno;
    syscall(FUTEX, word, FUTEX_WAIT_PRIVATE, value, &second, NULL, 0);
    errno = error;
}

void os_wake_all(atomic_int *word)
{
    syscall(FUTEX, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

struct job_queue {
    void (*job)(void *item);
    void *const *items;
    size_t count;
    atomic_size_t next;
};

static void *run_jobs(void *data)
{
    struct job_queue *job_queue = data;
    size_t i;
    while ((i = atomic_fetch_add(&job_queue->next, 1)) < job_queue->count)
        job_queue->job(job_queue->items[i]);
    return NULL;
}

void os_parallel_for(void (*job)(void *item), void *const *items, size_t count, size_t most)
{
    struct job_queue job_queue = { .job = job, .items = items, .count = count };
    size_t wanted = count < most ? count : most, started = 0;
    pthread_t *threads = calloc(wanted ? wanted : 1, sizeof *threads);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* threads inherit it */
    while (threads && started < wanted &&
           pthread_create(&threads[started], NULL, run_jobs, &job_queue) == 0)
        started++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started == 0) run_jobs(&job_queue);
    while (started > 0) pthread_join(threads[--started], NULL);
    free(threads);
}

int os_disable_cancel(void)
{
    int before = PTHREAD_CANCEL_ENABLE;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    return before;
}

void os_restore_cancel(int before)
{
    pthread_setcancelstate(before, NULL);
}

uint64_t os_microseconds(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) return 0;
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* The base of atexit(): the C library ties the handler to this library. gcc's race detector does
 * not understand atexit() in a library. */
extern int __cxa_atexit(void (*handler)(void *), void *argument, void *library);
extern HIDDEN void *__dso_handle;

bool os_at_exit(void (*handler)(void *))
{
    return __cxa_atexit(handler, NULL, &__dso_handle) == 0;
}
