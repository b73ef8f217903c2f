/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "libraries.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <stddef.h>

const char *libraries_each(void (*look)(const char *path, void *library))
{
    struct link_map *map = NULL;
    void *program = dlopen(NULL, RTLD_LAZY), *library;
    if (!program || dlinfo(program, RTLD_DI_LINKMAP, &map) != 0 || !map) return dlerror();
    /* They are listed as they were loaded. */
    while (map->l_next) map = map->l_next;
    for (; map; map = map->l_prev) {
        if (!map->l_name || !*map->l_name) continue;
        library = dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD);
        if (!library) continue;
        look(map->l_name, library);
        dlclose(library);
    }
    return NULL;
}

void *libraries_find(void *library, const char *name)
{
    struct link_map *map = NULL;
    Dl_info information;
    void *address = dlsym(library, name);
    /* Of this library itself, not of one that it depends on. */
    if (!address || dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return NULL;
    if (!dladdr(address, &information)) return NULL;
    return strcmp(information.dli_fname, map->l_name) == 0 ? address : NULL;
}
