/* SPDX-License-Identifier: Apache-2.0 */
/* For sites.c: whether a module's file has a symbol at an address, and when it was changed. */
#define _GNU_SOURCE /* STT_GNU_IFUNC */
#include "sites.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* A mapped file. It may be any file, so nothing in it is trusted. */
struct image {
    const char *bytes;
    size_t size;
};

static struct image map_file(const char *path)
{
    struct image image = { NULL, 0 };
    struct stat about;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    void *bytes;
    if (file < 0) return image;
    if (!fstat(file, &about) && about.st_size > 0 && (uintmax_t)about.st_size <= SIZE_MAX) {
        bytes = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        if (bytes != MAP_FAILED) image = (struct image){ bytes, (size_t)about.st_size };
    }
    close(file);
    return image;
}

/* Copies the i-th entry of a table. Returns whether it is inside the file. */
static bool read_entry(const struct image *image, uint64_t table, uint64_t i, void *entry,
                       size_t size)
{
    if (table > image->size || i >= (image->size - table) / size) return false;
    memcpy(entry, image->bytes + (size_t)table + (size_t)i * size, size);
    return true;
}

static bool is_function(const ElfW(Sym) * symbol)
{
    /* The macros for 64 bits are identical. */
    const int type = ELF32_ST_TYPE(symbol->st_info);
    return symbol->st_shndx != SHN_UNDEF && (type == STT_FUNC || type == STT_GNU_IFUNC);
}

static bool section_covers(const struct image *image, const ElfW(Shdr) * section, uint64_t address)
{
    const uint64_t count = section->sh_size / sizeof(ElfW(Sym));
    ElfW(Sym) symbol;
    for (uint64_t i = 0; i < count; i++) {
        if (!read_entry(image, section->sh_offset, i, &symbol, sizeof symbol)) return false;
        if (is_function(&symbol) && address >= symbol.st_value &&
            address - symbol.st_value < symbol.st_size)
            return true;
    }
    return false;
}

static bool image_covers(const struct image *image, uint64_t address)
{
    ElfW(Ehdr) head;
    ElfW(Shdr) section;
    if (!read_entry(image, 0, 0, &head, sizeof head) ||
        memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_shentsize != sizeof section)
        return false;
    for (uint64_t i = 0; i < head.e_shnum; i++) {
        if (!read_entry(image, head.e_shoff, i, &section, sizeof section)) return false;
        if ((section.sh_type == SHT_SYMTAB || section.sh_type == SHT_DYNSYM) &&
            section_covers(image, &section, address))
            return true;
    }
    return false;
}

bool symbol_covers(const char *module, uint64_t address)
{
    const struct image image = map_file(module);
    const bool covers = image.bytes && image_covers(&image, address);
    if (image.bytes) munmap((void *)(uintptr_t)image.bytes, image.size);
    return covers;
}

uint64_t module_changed(const char *module)
{
    struct stat about;
    if (stat(module, &about)) return 0;
    return (uint64_t)about.st_mtim.tv_sec * 1000000000u + (uint64_t)about.st_mtim.tv_nsec;
}
