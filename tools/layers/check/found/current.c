/* SPDX-License-Identifier: Apache-2.0 */
#include "current.h"
#include "../../return_sites.h"

_Thread_local struct record_current *current_call THREAD_LOCAL_NEAR;
_Thread_local bool current_is_of_driver THREAD_LOCAL_NEAR;

/* The entry of threads that find no free one. */
static _Thread_local struct record_current nowhere;

/* In the child of a fork: the entry belongs to a thread of the parent. */
static void forked(void)
{
    current_call = NULL;
}

atomic_bool current_driver_calls;

bool current_begun_by_driver(void)
{
    atomic_store_explicit(&current_driver_calls, true, memory_order_relaxed);
    return false;
}

struct record_current *current_take(const void *site)
{
    static atomic_flag hooked = ATOMIC_FLAG_INIT;
    const uint32_t entry = atomic_fetch_add(&recorder_file->currents_taken, 1);
    if (!atomic_flag_test_and_set(&hooked)) system_at_fork(NULL, NULL, forked);
    if (entry >= RECORD_CURRENTS) return current_call = &nowhere;
    current_call = &recorder_file->currents[entry];
    current_call->process = system_process();
    current_call->thread = system_thread();
    current_describe(site);
    return current_call;
}

void current_name_driver(const void *object)
{
    const void *table, *code = sites_of_driver(object);
    char path[4096];
    uint64_t module;
    if (!code || !system_copy(&table, object, sizeof table)) return;
    if (system_module(code, &module, path, sizeof path)) recorder_name(table, path);
}

void current_describe(const void *site)
{
    if (sites_is_loader(site)) site = sites_outside(site);
    if (current_call) current_call->module = sites_describe(site).module;
}
