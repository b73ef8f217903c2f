/* SPDX-License-Identifier: Apache-2.0 */
/*
 * slots DETOUR SIZE TERMINATOR: prints the content of each slot of the loader's two tables, before
 * and after the search for drivers. test_slots.py gets the addresses of the tables in the library's
 * file from its symbols. Prints, with tabs between the fields:
 *
 *   pages MOMENT ACCESS          the access to the SIZE bytes from DETOUR on; a line for each
 *                                mapping that contains some of them
 *   slot MOMENT TABLE NAME KIND VERSION WHERE
 *                                WHERE: 0, the address in the file of the library, or the path of
 *                                another library
 */
#include "api/dispatch.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static const struct row {
    const char *name, *kind, *version;
    size_t slot;
} rows[] = {
#define BY_HANDLE(version, type, name, ...)     { #name, "handle", #version, SLOT_OF(name) },
#define BY_ARRAY(version, type, name, ...)      { #name, "array", #version, SLOT_OF(name) },
#define BY_PROPERTIES(version, type, name, ...) { #name, "properties", #version, SLOT_OF(name) },
#define BY_LOADER(version, type, name, ...)     { #name, "loader", #version, SLOT_OF(name) },
#include "api/entry_points.h"
};

static const void *address_of(function found)
{
    const void *address;
    memcpy(&address, &found, sizeof address);
    return address;
}

static void print_slots(const char *moment, const char *name, const struct dispatch *table,
                        const void *library)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const void *address = address_of(dispatch_slot(table, rows[i].slot));
        Dl_info found = { .dli_fbase = NULL };
        printf("slot\t%s\t%s\t%s\t%s\t%s\t", moment, name, rows[i].name, rows[i].kind,
               rows[i].version);
        if (!address) printf("0\n");
        else if (!dladdr(address, &found)) printf("nowhere\n");
        else if (found.dli_fbase != library) printf("%s\n", found.dli_fname);
        else printf("%#tx\n", (const char *)address - (const char *)library);
    }
}

static void print_pages(const char *moment, uintptr_t low, size_t size)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[5000], access[5];
    unsigned long begin, end;
    if (!maps) exit(2);
    while (fgets(line, sizeof line, maps))
        if (sscanf(line, "%lx-%lx %4s", &begin, &end, access) == 3 && begin < low + size &&
            end > low)
            printf("pages\t%s\t%s\n", moment, access);
    fclose(maps);
}

int main(int count, char **argument)
{
    void *list = dlsym(RTLD_DEFAULT, "clGetPlatformIDs");
    const char *library, *detour_at;
    size_t size;
    Dl_info found;
    cl_uint platforms = 0;
    if (count != 4 || !list || !dladdr(list, &found)) return 2;
    library = found.dli_fbase;
    detour_at = library + strtoul(argument[1], NULL, 16);
    size = strtoul(argument[2], NULL, 10);
    print_pages("before", (uintptr_t)detour_at, size);
    print_slots("before", "detour", (const void *)detour_at, library);
    clGetPlatformIDs(0, NULL, &platforms);
    print_pages("after", (uintptr_t)detour_at, size);
    print_slots("after", "detour", (const void *)detour_at, library);
    print_slots("after", "terminator", (const void *)(library + strtoul(argument[3], NULL, 16)),
                library);
    printf("platforms\t%u\n", (unsigned)platforms);
    return 0;
}
