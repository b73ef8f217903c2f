/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Many threads make their first calls of a function at once, and create and release semaphores. The
 * drivers free the memory of semaphores, so the other driver may return the same handle.
 */
#include "extension.h"

#include <pthread.h>

enum { THREADS = 8, ROUNDS = 2000, ANSWER_ONE = 111, ANSWER_TWO = 222 };
static const struct fake *one, *two;
static pthread_barrier_t start;
static void *objects[2];

#define WANT(condition)                                                                            \
    if (!(condition)) return #condition

static void *work(void *unused)
{
    pthread_barrier_wait(&start);
    for (int round = 0; round < ROUNDS; round++) {
        cl_semaphore_khr made[2];
        cl_uint references = 0;
        WANT(USED(clTerminateContextKHR)(objects[0]) == ANSWER_ONE);
        WANT(USED(clTerminateContextKHR)(objects[1]) == ANSWER_TWO);
        WANT(USED(clMemFreeINTEL)(objects[1], NULL) == ANSWER_TWO);
        for (int i = 0; i < 2; i++) {
            made[i] = USED(clCreateSemaphoreWithPropertiesKHR)(objects[i], NULL, NULL);
            WANT(made[i]);
        }
        for (int i = 0; i < 2; i++) {
            WANT(USED(clRetainSemaphoreKHR)(made[i]) == CL_SUCCESS);
            WANT(USED(clReleaseSemaphoreKHR)(made[i]) == CL_SUCCESS);
            WANT(USED(clGetSemaphoreInfoKHR)(made[i], CL_SEMAPHORE_REFERENCE_COUNT_KHR,
                                             sizeof references, &references, NULL) == CL_SUCCESS);
            WANT(references == 1);
        }
        for (int i = 0; i < 2; i++) WANT(USED(clReleaseSemaphoreKHR)(made[i]) == CL_SUCCESS);
    }
    return NULL;
}

/* All threads take and release references to one semaphore. */
static cl_semaphore_khr common;
static void *share(void *unused)
{
    pthread_barrier_wait(&start);
    for (int round = 0; round < ROUNDS; round++) {
        WANT(USED(clRetainSemaphoreKHR)(common) == CL_SUCCESS);
        WANT(USED(clReleaseSemaphoreKHR)(common) == CL_SUCCESS);
    }
    WANT(USED(clReleaseSemaphoreKHR)(common) == CL_SUCCESS); /* the reference that it was given */
    return NULL;
}

static void run(void *(*body)(void *))
{
    pthread_t thread[THREADS];
    pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&thread[i], NULL, body, NULL)) TEST_STOP("no thread");
    for (int i = 0; i < THREADS; i++) {
        void *failed = NULL;
        pthread_join(thread[i], &failed);
        CHECK_STR((char *)failed, NULL);
    }
    pthread_barrier_destroy(&start);
}

int main(int count, char **argument)
{
    one = drivers_open("has_all_1");
    two = drivers_open("has_all_2");
    objects[0] = one->object(0);
    objects[1] = two->object(0);
    one->record(false, ANSWER_ONE);
    two->record(false, ANSWER_TWO);
    extension_begin(count, argument);
    run(work);
    common = USED(clCreateSemaphoreWithPropertiesKHR)(objects[1], NULL, NULL);
    for (int i = 1; i < THREADS; i++) USED(clRetainSemaphoreKHR)(common);
    run(share);
    return test_end();
}
