/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memmem */
#include "elf_linux.h"

#include "text.h"

#include <elf.h>
#include <endian.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OWN_ORDER = __BYTE_ORDER == __LITTLE_ENDIAN ? ELFDATA2LSB : ELFDATA2MSB };

/* ---- bytes ---- */

enum { CHUNK = 1 << 16 }; /* the bytes to read at a time */

static size_t least(uint64_t one, uint64_t other)
{
    return (size_t)(one < other ? one : other);
}

/* Reads bytes of the file. Returns their number, which is smaller if the file has become
 * shorter. */
static size_t read_at(const struct elf *elf, size_t at, unsigned char *to, size_t size)
{
    size_t count = 0;
    ssize_t part;
    while (count < size &&
           (part = pread(elf->file, to + count, size - count, (off_t)(at + count))) > 0)
        count += (size_t)part;
    return count;
}

/* Bytes of the file, or NULL if they are not inside it. The file is not mapped, because a mapping
 * of a file that becomes shorter would end this program. Bytes that the file has lost are 0. */
static const unsigned char *bytes_at(const struct elf *elf, uint64_t at, size_t length)
{
    for (uint64_t i = at / CHUNK; i * CHUNK < at + length; i++) {
        const size_t begin = (size_t)i * CHUNK;
        if (!elf->is_read[i])
            read_at(elf, begin, elf->bytes + begin, least(CHUNK, elf->size - begin));
        elf->is_read[i] = true;
    }
    return elf->bytes + at;
}

/* ---- numbers and texts ---- */

/* A number of some bytes; 0 if it is outside the file. */
static uint64_t number_at(const struct elf *elf, uint64_t at, size_t bytes)
{
    uint64_t number = 0;
    unsigned char *to = (unsigned char *)&number;
    if (at > elf->size || elf->size - at < bytes) return 0;
    if (OWN_ORDER == ELFDATA2MSB) to += sizeof number - bytes;
    memcpy(to, bytes_at(elf, at, bytes), bytes);
    return number;
}

/* A member of a structure at a place of the file. */
#define MEMBER(elf, at, type, name)                                                                \
    ((elf)->wide ? number_at((elf), (at) + offsetof(Elf64_##type, name),                           \
                             sizeof(((Elf64_##type *)0)->name))                                    \
                 : number_at((elf), (at) + offsetof(Elf32_##type, name),                           \
                             sizeof(((Elf32_##type *)0)->name)))
#define SIZE(elf, type) ((elf)->wide ? sizeof(Elf64_##type) : sizeof(Elf32_##type))

/* A text, or NULL if its end is not in this part of the file. */
static const char *text_at(const struct elf *elf, uint64_t at, uint64_t end)
{
    if (end > elf->size) return NULL;
    for (uint64_t from = at; from < end;) {
        const size_t length = least(CHUNK, end - from);
        if (memchr(bytes_at(elf, from, length), '\0', length)) return (const char *)elf->bytes + at;
        from += length;
    }
    return NULL;
}

/* ---- sections ---- */

struct section {
    uint64_t type, flags, at, size, link;
};

static bool section_at(const struct elf *elf, uint64_t number, struct section *section)
{
    const uint64_t at = MEMBER(elf, 0, Ehdr, e_shoff) + number * MEMBER(elf, 0, Ehdr, e_shentsize);
    if (number >= elf->sections) return false;
    *section = (struct section){
        .type = MEMBER(elf, at, Shdr, sh_type),
        .flags = MEMBER(elf, at, Shdr, sh_flags),
        .at = MEMBER(elf, at, Shdr, sh_offset),
        .size = MEMBER(elf, at, Shdr, sh_size),
        .link = MEMBER(elf, at, Shdr, sh_link),
    };
    if (section->type == SHT_NOBITS || section->at > elf->size) section->size = 0;
    else if (section->size > elf->size - section->at) section->size = elf->size - section->at;
    return true;
}

/* The number of sections to search. Sections hardly overlap; where thousands do, to search each
 * would take forever. */
static uint64_t count_sections(struct elf *elf)
{
    struct section section;
    uint64_t left = 4 * (uint64_t)elf->size, i = 0;
    elf->sections = MEMBER(elf, 0, Ehdr, e_shnum);
    for (; section_at(elf, i, &section) && section.size <= left; i++) left -= section.size;
    return i;
}

bool elf_open(struct elf *elf, const char *path)
{
    struct stat about;
    const unsigned char *head;
    /* Opening a pipe could block forever. */
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    void *bytes = MAP_FAILED;
    if (file >= 0 && !fstat(file, &about) && S_ISREG(about.st_mode) &&
        about.st_size >= (off_t)sizeof(Elf32_Ehdr) && (uintmax_t)about.st_size <= SIZE_MAX)
        bytes = mmap(NULL, (size_t)about.st_size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == MAP_FAILED) {
        if (file >= 0) close(file);
        return false;
    }
    *elf = (struct elf){ .file = file, .bytes = bytes, .size = (size_t)about.st_size };
    elf->is_read = require_memory(calloc(elf->size / CHUNK + 1, sizeof *elf->is_read));
    head = bytes_at(elf, 0, EI_NIDENT);
    elf->wide = head[EI_CLASS] == ELFCLASS64;
    if (memcmp(head, ELFMAG, SELFMAG) == 0 && head[EI_DATA] == OWN_ORDER) {
        elf->sections = count_sections(elf);
        return true;
    }
    elf_close(elf);
    return false;
}

void elf_close(struct elf *elf)
{
    munmap(elf->bytes, elf->size);
    free(elf->is_read);
    close(elf->file);
}

/* A text in the string section that belongs to a section. */
static const char *string_of(const struct elf *elf, const struct section *section, uint64_t offset)
{
    struct section strings;
    if (!section_at(elf, section->link, &strings) || offset > strings.size) return NULL;
    return text_at(elf, strings.at + offset, strings.at + strings.size);
}

/* ---- segments ---- */

struct segment {
    uint64_t type, at, address, in_file, in_memory;
};

static bool segment_at(const struct elf *elf, uint64_t number, struct segment *segment)
{
    const uint64_t at = MEMBER(elf, 0, Ehdr, e_phoff) + number * MEMBER(elf, 0, Ehdr, e_phentsize);
    if (number >= MEMBER(elf, 0, Ehdr, e_phnum)) return false;
    *segment = (struct segment){
        .type = MEMBER(elf, at, Phdr, p_type),
        .at = MEMBER(elf, at, Phdr, p_offset),
        .address = MEMBER(elf, at, Phdr, p_vaddr),
        .in_file = MEMBER(elf, at, Phdr, p_filesz),
        .in_memory = MEMBER(elf, at, Phdr, p_memsz),
    };
    return true;
}

bool elf_is_object(const struct elf *elf)
{
    return MEMBER(elf, 0, Ehdr, e_type) == ET_REL;
}

const char *elf_interpreter(const struct elf *elf)
{
    struct segment segment;
    for (uint64_t i = 0; segment_at(elf, i, &segment); i++)
        if (segment.type == PT_INTERP)
            return text_at(elf, segment.at, segment.at + segment.in_file);
    return NULL;
}

uint64_t elf_least_size(const struct elf *elf)
{
    const uint64_t count = MEMBER(elf, 0, Ehdr, e_phnum);
    uint64_t least = MEMBER(elf, 0, Ehdr, e_phoff) + count * MEMBER(elf, 0, Ehdr, e_phentsize);
    struct segment segment;
    for (uint64_t i = 0; segment_at(elf, i, &segment); i++)
        if (segment.type == PT_LOAD && segment.in_file <= UINT64_MAX - segment.at &&
            segment.at + segment.in_file > least)
            least = segment.at + segment.in_file;
    return least;
}

/* ---- dynamic entries ---- */

const char *elf_dynamic(const struct elf *elf, int64_t kind, size_t number)
{
    struct section section;
    for (uint64_t i = 0; section_at(elf, i, &section); i++) {
        if (section.type != SHT_DYNAMIC) continue;
        for (uint64_t at = section.at; at < section.at + section.size; at += SIZE(elf, Dyn))
            if (MEMBER(elf, at, Dyn, d_tag) == (uint64_t)kind && number-- == 0)
                return string_of(elf, &section, MEMBER(elf, at, Dyn, d_un.d_val));
    }
    return NULL;
}

/* Finds the segment whose bytes in the file are at an address. Returns false unless only this
 * segment has a part of the pages between the two addresses. */
static bool find_segment(const struct elf *elf, uint64_t begin, uint64_t end,
                         struct segment *segment)
{
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), first = begin / page,
                   last = (end - 1) / page;
    struct segment other;
    unsigned count = 0;
    for (uint64_t i = 0; segment_at(elf, i, &other); i++) {
        const uint64_t behind = other.address + other.in_memory;
        if (other.type != PT_LOAD || !other.in_memory) continue;
        if (behind < other.address) return false;
        if (other.address / page > last || (behind - 1) / page < first) continue;
        *segment = other;
        count++;
    }
    return count == 1 && begin >= segment->address && end - segment->address <= segment->in_file &&
           segment->at <= elf->size && end - segment->address <= elf->size - segment->at &&
           (segment->address - segment->at) % page == 0;
}

enum { LONGEST_TABLE = 1 << 16 };

/* Whether a table of dynamic entries has one of a kind, or can't be read as the dynamic linker
 * reads it. */
static bool table_may_have(const struct elf *elf, uint64_t address, int64_t kind)
{
    struct segment segment = { .type = PT_NULL }; /* some compilers do not see that it is set */
    for (uint64_t at = address;; at += SIZE(elf, Dyn)) {
        uint64_t tag;
        if (at - address > LONGEST_TABLE || at > UINT64_MAX - SIZE(elf, Dyn) ||
            !find_segment(elf, address, at + SIZE(elf, Dyn), &segment))
            return true;
        tag = MEMBER(elf, segment.at + at - segment.address, Dyn, d_tag);
        if (tag == (uint64_t)kind) return true;
        if (tag == DT_NULL) return false;
    }
}

bool elf_may_have_dynamic(const struct elf *elf, int64_t kind)
{
    struct segment segment;
    for (uint64_t i = 0; segment_at(elf, i, &segment); i++)
        if (segment.type == PT_DYNAMIC && table_may_have(elf, segment.address, kind)) return true;
    return false;
}

/* ---- functions ---- */

/* Whether a section has symbols: exported ones or, if `all`, any. */
static bool has_symbols(const struct section *section, bool all)
{
    return section->type == SHT_DYNSYM || (all && section->type == SHT_SYMTAB);
}

/* Whether a symbol is a function that is in this file. */
static bool is_function(const struct elf *elf, uint64_t symbol)
{
    const uint64_t type = ELF64_ST_TYPE(MEMBER(elf, symbol, Sym, st_info));
    return (type == STT_FUNC || type == STT_GNU_IFUNC) &&
           MEMBER(elf, symbol, Sym, st_shndx) != SHN_UNDEF;
}

static bool has_function(const struct elf *elf, const struct section *table, const char *name)
{
    for (uint64_t at = table->at; at < table->at + table->size; at += SIZE(elf, Sym)) {
        const char *own_name;
        if (!is_function(elf, at)) continue;
        own_name = string_of(elf, table, MEMBER(elf, at, Sym, st_name));
        if (own_name && strcmp(own_name, name) == 0) return true;
    }
    return false;
}

static bool has_in(const struct elf *elf, const char *name, bool all)
{
    struct section section;
    for (uint64_t i = 0; section_at(elf, i, &section); i++)
        if (has_symbols(&section, all) && has_function(elf, &section, name)) return true;
    return false;
}

bool elf_exports(const struct elf *elf, const char *function)
{
    return has_in(elf, function, false);
}

bool elf_defines(const struct elf *elf, const char *function)
{
    return has_in(elf, function, true);
}

/* Whether the file exports a symbol or, if not `defined`, can't run without it. */
static bool is_shared(const struct elf *elf, uint64_t symbol, bool defined)
{
    const uint64_t binding = (uint64_t)ELF64_ST_BIND(MEMBER(elf, symbol, Sym, st_info));
    const bool is_defined = MEMBER(elf, symbol, Sym, st_shndx) != SHN_UNDEF;
    return is_defined == defined && binding != STB_LOCAL && (defined || binding != STB_WEAK);
}

const char *elf_symbol(const struct elf *elf, bool defined, size_t *at)
{
    const uint64_t type = elf_is_object(elf) ? SHT_SYMTAB : SHT_DYNSYM;
    struct section section;
    size_t number = 0;
    for (uint64_t i = 0; section_at(elf, i, &section); i++) {
        const size_t count = (size_t)(section.size / SIZE(elf, Sym));
        if (section.type != type) continue;
        for (size_t begin = number; *at < begin + count;) {
            const uint64_t symbol = section.at + (*at - begin) * SIZE(elf, Sym);
            const char *name;
            ++*at;
            if (!is_shared(elf, symbol, defined)) continue;
            name = string_of(elf, &section, MEMBER(elf, symbol, Sym, st_name));
            if (name && *name) return name;
        }
        number += count;
    }
    return NULL;
}

bool elf_binds_now(const struct elf *elf)
{
    struct section section;
    for (uint64_t i = 0; section_at(elf, i, &section); i++) {
        if (section.type != SHT_DYNAMIC) continue;
        for (uint64_t at = section.at; at < section.at + section.size; at += SIZE(elf, Dyn)) {
            const uint64_t tag = MEMBER(elf, at, Dyn, d_tag), to = MEMBER(elf, at, Dyn, d_un.d_val);
            if (tag == DT_BIND_NOW || (tag == DT_FLAGS && to & DF_BIND_NOW) ||
                (tag == DT_FLAGS_1 && to & DF_1_NOW))
                return true;
        }
    }
    return false;
}

static bool covers(const struct elf *elf, const struct section *table, uint64_t address)
{
    for (uint64_t at = table->at; at < table->at + table->size; at += SIZE(elf, Sym)) {
        const uint64_t begin = MEMBER(elf, at, Sym, st_value);
        if (address >= begin && address - begin < MEMBER(elf, at, Sym, st_size) &&
            is_function(elf, at))
            return true;
    }
    return false;
}

bool elf_has_function_at(const struct elf *elf, uint64_t address)
{
    struct section section;
    for (uint64_t i = 0; section_at(elf, i, &section); i++)
        if (has_symbols(&section, true) && covers(elf, &section, address)) return true;
    return false;
}

/* ---- constants ---- */

/* Where the next bytes like these begin in a part of the file, or `end`. The part may be large, so
 * nothing of it is kept. */
static size_t find_bytes(const struct elf *elf, const char *like, size_t begin, size_t end)
{
    unsigned char piece[CHUNK];
    const size_t length = strlen(like);
    while (end - begin >= length) {
        const size_t size = read_at(elf, begin, piece, least(sizeof piece, end - begin));
        const unsigned char *found = memmem(piece, size, like, length);
        if (found) return begin + (size_t)(found - piece);
        if (size < length) break;
        begin += size - length + 1;
    }
    return end;
}

/* Finds a string that contains `part` in a part of the file, from a place on. */
static const char *find_between(const struct elf *elf, const char *part, size_t begin, size_t end,
                                size_t *at)
{
    size_t from = *at > begin ? *at : begin;
    if (from >= end || (from = find_bytes(elf, part, from, end)) == end) return NULL;
    *at = from + strlen(part);
    while (from > begin && *bytes_at(elf, from - 1, 1)) from--;
    return text_at(elf, from, end);
}

const char *elf_find_text(const struct elf *elf, const char *part, size_t *at)
{
    struct section section;
    for (uint64_t i = 0; section_at(elf, i, &section); i++) {
        const char *found;
        if (section.type != SHT_PROGBITS || !(section.flags & SHF_ALLOC) ||
            section.flags & SHF_EXECINSTR)
            continue;
        found =
            find_between(elf, part, (size_t)section.at, (size_t)(section.at + section.size), at);
        if (found) return found;
    }
    return NULL;
}

bool elf_has_text(const struct elf *elf, const char *text)
{
    size_t at = 0;
    const char *found;
    while ((found = elf_find_text(elf, text, &at)))
        if (strcmp(found, text) == 0) return true;
    return false;
}
