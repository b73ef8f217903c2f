/* SPDX-License-Identifier: Apache-2.0 */
/* Libraries: opens them, and finds what lies where in memory. */
#define _GNU_SOURCE
#ifndef __LP64__
#define _FILE_OFFSET_BITS 64 /* 32-bit: allows large files and inode numbers */
#endif
#include "base/os.h"

#include "linux/checked.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Its address lies in this library. */
static const char here;

void os_pin_loader(void)
{
    Dl_info information;
    if (dladdr((const void *)&here, &information))
        dlopen(information.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

/* NULL: not known yet; empty: the root of the file system. */
static char *folder;

const char *os_loader_folder(void)
{
    struct os_image self = { .path = "" };
    char target[256];
    ptrdiff_t length;
    if (!folder) {
        os_image_at((uintptr_t)&here, &self);
        /* A relative path depended on the working directory of that time, which is no longer known.
         * The same holds for a path through /proc/self/cwd. */
        if (self.path[0] != '/' || strncmp(self.path, "/proc/", 6) == 0) return NULL;
        /* A link to a name in the same directory, as libraries have them, need not be resolved. */
        length = readlink(self.path, target, sizeof target);
        if (length == sizeof target || (length > 0 && memchr(target, '/', (size_t)length)))
            folder = realpath(self.path, NULL);
        else folder = strdup(self.path);
        if (folder) *strrchr(folder, '/') = '\0';
    }
    return folder && *folder ? folder : NULL;
}

void os_forget_loader_folder(void)
{
    free(folder);
    folder = NULL;
}

void os_close_library(void *library)
{
    dlclose(library);
}

/* Whether this process could load a file, by its ELF header: it must be like the loader's own. */
static enum verdict check_header(const char *path)
{
    union {
        unsigned char identity[EI_NIDENT];
        ElfW(Ehdr) header;
        char bytes[sizeof(ElfW(Ehdr))];
    } read = { .bytes = "" };
    struct details details;
    struct os_image self;
    const ElfW(Ehdr) * own;
    size_t length = 0;
    enum verdict verdict =
        os_read_file(NULL, path, false, read.bytes, sizeof read.bytes, &length, &details);

    if (verdict == VERDICT_FILE_MISSING || verdict == VERDICT_FILE_DANGLING_LINK)
        return VERDICT_LIBRARY_MISSING;
    if (verdict == VERDICT_FILE_UNREADABLE) return VERDICT_LIBRARY_UNREADABLE;
    if (verdict != VERDICT_ACCEPTED || length < sizeof read.bytes ||
        memcmp(read.identity, ELFMAG, SELFMAG) != 0)
        return VERDICT_LIBRARY_INVALID;
    if (!os_image_at((uintptr_t)&here, &self)) return VERDICT_LIBRARY_REFUSED;
    own = (const void *)self.low;
    if (memcmp(own->e_ident, ELFMAG, SELFMAG) != 0) return VERDICT_LIBRARY_REFUSED;
    if (read.identity[EI_CLASS] != own->e_ident[EI_CLASS] ||
        read.identity[EI_DATA] != own->e_ident[EI_DATA] || read.header.e_machine != own->e_machine)
        return VERDICT_LIBRARY_WRONG_ARCHITECTURE;
    return VERDICT_LIBRARY_REFUSED;
}

void *os_open_library(const char *name, char **message)
{
    void *library = NULL;
    const char *words = "wrong kind of processor";
#ifndef __GLIBC__ /* musl would open it */
    if (!strchr(name, '/') || check_header(name) != VERDICT_LIBRARY_WRONG_ARCHITECTURE)
#endif
    {
        errno = 0;
        library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
        /* Its words need not say that it lacked something. */
        if (!library && (errno == ENOMEM || errno == EMFILE || errno == ENFILE))
            os_note_error(errno);
        words = library ? NULL : dlerror();
    }
    *message = words ? strdup(words) : NULL;
    return library;
}

/* Whether a message has this name as a word, followed by a colon. glibc's messages begin with it,
 * musl's do not. */
static bool is_about(const char *message, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = message; at; at = strchr(at, ' ')) {
        at += *at == ' ';
        if (strncmp(at, name, length) == 0 && at[length] == ':') return true;
    }
    return false;
}

enum verdict os_library_problem(const char *name, const char *message)
{
    char buffer[128];
    if (strchr(name, '/') && name[0] != '$') return check_header(name);
    /* The system has searched for the library, and says only in words, in the user's language, what
     * happened. The name in the message is the name of the file, which may be a dependency of the
     * library. */
    if (message && is_about(message, name) &&
        strstr(message, os_error_text(ENOENT, buffer, sizeof buffer)))
        return VERDICT_LIBRARY_MISSING;
    return VERDICT_LIBRARY_REFUSED;
}

static function to_function(void *address)
{
    function result;
    _Static_assert(sizeof result == sizeof address, "POSIX has both alike");
    memcpy(&result, &address, sizeof result);
    return result;
}

function os_symbol(void *library, const char *name)
{
    return to_function(dlsym(library, name));
}

function os_global_symbol(const char *name)
{
    return to_function(dlsym(RTLD_DEFAULT, name));
}

struct search {
    uintptr_t address;
    struct os_image *image;
};

/* The name that an image gives itself. */
static const char *soname_of(const struct dl_phdr_info *info, const ElfW(Dyn) * dynamic)
{
    const ElfW(Dyn) * entry;
    uintptr_t strings = 0, offset = 0;
    bool named = false;
    for (entry = dynamic; entry && entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_STRTAB) strings = (uintptr_t)entry->d_un.d_ptr;
        if (entry->d_tag == DT_SONAME) {
            offset = (uintptr_t)entry->d_un.d_val;
            named = true;
        }
    }
    if (!named || !strings) return "";
    /* Some C libraries replace the offset with the address, others do not. */
    if (strings < info->dlpi_addr) strings += info->dlpi_addr;
    return (const char *)strings + offset;
}

static int match_image(struct dl_phdr_info *info, size_t size, void *data)
{
    struct search *search = data;
    struct os_image image = { .low = 0 };
    const ElfW(Dyn) *dynamic = NULL;
    uintptr_t low = UINTPTR_MAX, high = 0;
    bool inside = false;
    (void)size;
    for (size_t i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t start = (uintptr_t)info->dlpi_addr + (uintptr_t)segment->p_vaddr;
        uintptr_t end = start + (uintptr_t)segment->p_memsz;
        if (segment->p_type == PT_DYNAMIC) dynamic = (const void *)start;
        if (segment->p_type != PT_LOAD) continue;
        if (start < low) low = start;
        if (end > high) high = end;
        if (search->address >= start && search->address < end) inside = true;
        if (segment->p_flags & PF_W) {
            image.data_low = start;
            image.data_high = end;
        } else if (segment->p_flags & PF_X) {
            image.code_low = start;
            image.code_high = end;
        }
    }
    if (!inside) return 0;
    image.low = low;
    image.high = high;
    image.path = info->dlpi_name ? info->dlpi_name : "";
    image.soname = soname_of(info, dynamic);
    *search->image = image;
    return 1;
}

bool os_image_at(uintptr_t address, struct os_image *image)
{
    struct search search = { .address = address, .image = image };
    return dl_iterate_phdr(match_image, &search) != 0;
}

static int note_first(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    *(struct dl_phdr_info *)data = *info;
    return 1;
}

uint64_t os_count_loads(void)
{
    struct dl_phdr_info first = { .dlpi_adds = 0 };
    dl_iterate_phdr(note_first, &first);
    return first.dlpi_adds;
}

/* In a link namespace of its own (dlmopen), the library has a C library of its own, which does not
 * notice the end of the program. There, no object is the program, which is the first one and has no
 * name. musl has no namespaces, and never unloads a library. */
bool os_is_exit_hidden(void)
{
    struct dl_phdr_info first = { .dlpi_name = "" };
    dl_iterate_phdr(note_first, &first);
#ifdef __GLIBC__
    return *first.dlpi_name != '\0';
#else
    return true;
#endif
}

bool os_image_of_library(void *library, struct os_image *image)
{
    struct link_map *map = NULL;
    struct search search = { .image = image };
    struct dl_phdr_info info;
    int headers = -1;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || !map) return false;
    SYSTEM_WROTE(map, sizeof *map);
    SYSTEM_WROTE_TEXT(map->l_name);
    search.address = (uintptr_t)map->l_ld;
    info = (struct dl_phdr_info){ .dlpi_addr = map->l_addr, .dlpi_name = map->l_name };
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 36)
    /* New systems answer directly. The other way walks all libraries. */
    headers = dlinfo(library, RTLD_DI_PHDR, &info.dlpi_phdr);
#endif
#endif
    if (headers <= 0) return os_image_at(search.address, image);
    info.dlpi_phnum = (ElfW(Half))headers;
    return match_image(&info, sizeof info, &search) != 0;
}
