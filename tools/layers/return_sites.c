/* SPDX-License-Identifier: Apache-2.0 */
#include "return_sites.h"

#include "api/table.h"
#include "recorder.h"

struct sites_loader sites_loader;

void sites_begin(const void *loader)
{
    sites_loader.begin = system_library(loader, &sites_loader.size);
}

const void *sites_outside(const void *site)
{
    const void *addresses[32];
    const size_t all = system_backtrace(addresses, sizeof addresses / sizeof *addresses);
    size_t i = 0;
    while (i < all && addresses[i] != site) i++;
    while (i < all && sites_is_loader(addresses[i])) i++;
    return i < all ? addresses[i] : site;
}

const void *sites_of_driver(const void *object)
{
    const char *table;
    function code;
    void *address = NULL;
    if (!object || !system_copy(&table, object, sizeof table)) return NULL;
    if (!system_copy(&code, table + offsetof(struct dispatch, clGetDeviceInfo), sizeof code))
        return NULL;
    memcpy(&address, &code, sizeof address);
    return address;
}

enum { MOST_MODULES = 256 };
/* The module's address in the file + 1; 0: free. */
static _Atomic uint64_t named_modules[MOST_MODULES];

void sites_forget_modules(void)
{
    for (size_t i = 0; i < MOST_MODULES; i++) atomic_store(&named_modules[i], 0);
}

/* Whether a module has no name in the file yet. If so, the caller writes it. */
static bool is_new_module(uint64_t module)
{
    for (size_t i = 0; i < MOST_MODULES; i++) {
        uint64_t expected = 0;
        if (atomic_compare_exchange_strong(&named_modules[i], &expected, module + 1)) return true;
        if (expected == module + 1) return false;
    }
    return true;
}

/* Forgets all modules after a library was unloaded: another one may get its addresses. */
static void forget_unloaded(void)
{
    static _Atomic uint64_t unloaded_before;
    const uint64_t unloaded = system_unloaded();
    if (atomic_exchange(&unloaded_before, unloaded) != unloaded) sites_forget_modules();
}

struct record_site sites_describe(const void *address)
{
    struct record_site site = { (uintptr_t)address, 0 };
    char path[4096];
    forget_unloaded();
    if (!address || !system_module(address, &site.module, path, sizeof path))
        return (struct record_site){ 0, 0 };
    if (is_new_module(site.module)) recorder_name((const void *)(uintptr_t)site.module, path);
    return site;
}
