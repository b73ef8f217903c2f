/* SPDX-License-Identifier: Apache-2.0 */
/* For sites.c: whether a module's file has a symbol at an address, and when it was changed. */
#define _GNU_SOURCE /* st_mtim */
#include "sites.h"

#include "../base/elf_linux.h"

#include <sys/stat.h>

bool symbol_covers(const char *module, uint64_t address)
{
    struct elf elf;
    bool covers;
    if (!elf_open(&elf, module)) return false;
    covers = elf_has_function_at(&elf, address);
    elf_close(&elf);
    return covers;
}

uint64_t module_changed(const char *module)
{
    struct stat about;
    if (stat(module, &about)) return 0;
    return (uint64_t)about.st_mtim.tv_sec * 1000000000u + (uint64_t)about.st_mtim.tv_nsec;
}
