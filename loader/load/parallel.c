/* SPDX-License-Identifier: Apache-2.0 */
#include "load/parallel.h"

#include <stdatomic.h>

/* The threads that work for the loading thread. */
enum { MOST_HELPERS = 16 };
static atomic_int helpers[MOST_HELPERS];

bool parallel_is_helper(int thread)
{
    for (int i = 0; i < MOST_HELPERS; i++)
        if (atomic_load(&helpers[i]) == thread) return true;
    return false;
}

static atomic_int *register_helper(void)
{
    int thread = os_thread_id(), none;
    for (int i = 0;; i = (i + 1) % MOST_HELPERS) {
        none = 0;
        if (atomic_compare_exchange_strong(&helpers[i], &none, thread)) return &helpers[i];
    }
}

static void list_task(void *driver)
{
    atomic_int *helper = register_helper();
    driver_list_platforms(driver);
    atomic_store(helper, 0);
}

static void count_task(void *platform)
{
    atomic_int *helper = register_helper();
    platforms_count_devices(platform, PLATFORM_ALL);
    atomic_store(helper, 0);
}

void parallel_list(struct driver *const *drivers, size_t count)
{
    os_parallel_for(list_task, (void *const *)drivers, count, MOST_HELPERS);
}

void parallel_count(struct platform *const *platforms, size_t count)
{
    os_parallel_for(count_task, (void *const *)platforms, count, MOST_HELPERS);
}
