/* SPDX-License-Identifier: Apache-2.0 */
/* A thread that waits for a lock of the layers lets the owner run. Both share one processor, and
 * the owner needs it. */
#include "../../layers/check/known/lock.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <time.h>

static double processor_time(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static atomic_bool taken;

static void *own(void *nothing)
{
    lock_take(LOCK_OBJECTS);
    atomic_store(&taken, true);
    while (processor_time() < 0.1) {
    }
    lock_release(LOCK_OBJECTS);
    return nothing;
}

int main(void)
{
    cpu_set_t one;
    pthread_t owner;
    double waited;
    CPU_ZERO(&one);
    CPU_SET((size_t)sched_getcpu(), &one);
    if (sched_setaffinity(0, sizeof one, &one)) {
        printf("SKIP: the system lets no program choose a processor\n");
        return 77;
    }
    pthread_create(&owner, NULL, own, NULL);
    while (!atomic_load(&taken)) sched_yield();
    waited = processor_time();
    lock_take(LOCK_OBJECTS);
    waited = processor_time() - waited;
    pthread_join(owner, NULL);
    /* A thread that spins gets half of the processor's time. */
    if (waited < 0.03) return 0;
    printf(
        "the owner worked for 0.1 s of the processor's time, the one that waited spun for %.3f s\n",
        waited);
    return 1;
}
