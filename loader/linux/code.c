/* SPDX-License-Identifier: Apache-2.0 */
/* Which addresses are code, and where data ends. */
#define _GNU_SOURCE
#include "base/os.h"

#include "linux/checked.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

size_t os_symbol_size(const void *address)
{
#ifdef __GLIBC__
    const ElfW(Sym) *symbol = NULL;
    Dl_info info = { 0 };
    if (dladdr1(address, &info, (void **)&symbol, RTLD_DL_SYMENT) && symbol &&
        info.dli_saddr == address)
        return (size_t)symbol->st_size;
#else
    (void)address;
#endif
    return 0;
}

/* On systems with function descriptors, a function's address is the address of its descriptor,
 * which is data. */
#if defined(__ia64__) || defined(__hppa__) || defined(__FDPIC__) ||                                \
    (defined(__powerpc64__) && (!defined(_CALL_ELF) || _CALL_ELF == 1))
#define FUNCTIONS_ARE_CODE false
#else
#define FUNCTIONS_ARE_CODE true
#endif

struct addresses {
    const uintptr_t *at;
    size_t count;
    bool *is_code;
};

static void mark_range(struct addresses *addresses, uintptr_t start, uintptr_t size)
{
    for (size_t i = 0; i < addresses->count; i++)
        if (addresses->at[i] >= start && addresses->at[i] - start < size)
            addresses->is_code[i] = true;
}

static int mark_code(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    for (size_t i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t start = (uintptr_t)info->dlpi_addr + (uintptr_t)segment->p_vaddr;
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X))
            mark_range(data, start, (uintptr_t)segment->p_memsz);
    }
    return 0;
}

void os_find_code(const uintptr_t *addresses, size_t count, bool *is_code)
{
    struct addresses all = { addresses, count, is_code };
    for (size_t i = 0; i < count; i++) is_code[i] = !FUNCTIONS_ARE_CODE;
    if (FUNCTIONS_ARE_CODE) dl_iterate_phdr(mark_code, &all);
}

/* A line of /proc/self/maps begins with "low-high rwxp". */
static void mark_mapping(struct addresses *addresses, const char *line)
{
    char *rest;
    uintptr_t low = (uintptr_t)strtoull(line, &rest, 16), high;
    if (*rest != '-') return;
    high = (uintptr_t)strtoull(rest + 1, &rest, 16);
    if (strlen(rest) > 3 && rest[3] == 'x') mark_range(addresses, low, high - low);
}

/* Returns false if the system does not say. */
static bool mark_mappings(struct addresses *addresses)
{
    char buffer[1024], line[64] = "";
    size_t length = 0;
    bool any = false;
    int cancel = os_disable_cancel(), file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    ssize_t got = 0;
    while (file >= 0 && (got = read(file, buffer, sizeof buffer)) > 0)
        for (ssize_t i = 0; i < got; i++) {
            if (buffer[i] != '\n') {
                if (length < sizeof line - 1) line[length++] = buffer[i];
                continue;
            }
            line[length] = '\0';
            length = 0;
            any = true;
            mark_mapping(addresses, line);
        }
    if (file >= 0) close(file);
    os_restore_cancel(cancel);
    return any;
}

void os_find_executable(const uintptr_t *addresses, size_t count, bool *is_code)
{
    struct addresses all = { addresses, count, is_code };
    uintptr_t word;
    for (size_t i = 0; i < count; i++) /* of a descriptor we only know that it can be read */
        is_code[i] = !FUNCTIONS_ARE_CODE && os_copy_memory(&word, (const void *)addresses[i],
                                                           sizeof word, NULL) == sizeof word;
    if (!FUNCTIONS_ARE_CODE || mark_mappings(&all)) return;
    /* Without /proc, use what the libraries of this namespace declare. */
    dl_iterate_phdr(mark_code, &all);
}
