/* SPDX-License-Identifier: Apache-2.0 */
/* A thread with the smallest stack that glibc allows on most processors, 16 KiB, makes the first
 * call, with each level of the log. */
#include "test.h"

#include <CL/cl.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static void *call(void *data)
{
    cl_uint count = 0;
    clGetPlatformIDs(0, NULL, &count);
    return (void *)(uintptr_t)count;
}

/* Returns the number of platforms that the thread has found, or a negative number. */
static int first_call(void)
{
    const size_t least = (size_t)sysconf(_SC_THREAD_STACK_MIN),
                 size = least < 16384 ? 16384 : least;
    pthread_attr_t attributes;
    pthread_t thread;
    void *count = NULL;
    if (pthread_attr_init(&attributes) || pthread_attr_setstacksize(&attributes, size) ||
        pthread_create(&thread, &attributes, call, NULL) || pthread_join(thread, &count))
        return -1;
    return (int)(uintptr_t)count;
}

static void check(const char *log)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        setenv("OCL_ICD_LOG", log, 1);
        setenv("OCL_ICD_LOG_FILE", "/dev/null", 1);
        _exit(first_call() == 1 ? 0 : 1);
    }
    waitpid(child, &status, 0);
    if (status) printf("OCL_ICD_LOG=%s: status %#x\n", log, (unsigned)status);
    CHECK_INT(status, 0);
}

int main(void)
{
    static const char *const levels[] = { "", "error", "warn", "info", "debug" };
    char drivers[4096], *end = drivers;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__)
    puts("skipped: what is compiled in this way needs larger stacks");
    return 77;
#endif
    /* One driver needs little stack itself; the name of the other makes the log's longest possible
     * lines. */
    end += sprintf(end, "%s:/nowhere/", SMALL_DRIVER);
    memset(end, '\1', 1500);
    end[1500] = 0;
    setenv("OCL_ICD_VENDORS", NOWHERE, 1);
    setenv("OCL_ICD_FILENAMES", drivers, 1);
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) check(levels[i]);
    return test_end();
}
