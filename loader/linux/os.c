/* SPDX-License-Identifier: Apache-2.0 */
/* What the loader asks of Linux and the C library. */
#define _GNU_SOURCE
#include "../os.h"

#include <dirent.h>
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* ---- process ---- */

bool os_privileged(void)
{
    return getauxval(AT_SECURE) != 0;
}

const char *os_environment(const char *name)
{
    return getenv(name);
}

int os_process(void)
{
    return (int)syscall(SYS_getpid);
}

int os_thread(void)
{
    return (int)syscall(SYS_gettid);
}

/* A futex and not a mutex, because the lock of a mutex that was held by another thread stays
 * locked for ever in a forked child. */
void os_wait(atomic_int *word, int value)
{
    int error = errno;
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
    errno = error;
}

void os_wake_all(atomic_int *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

int os_forbid_cancel(void)
{
    int before = PTHREAD_CANCEL_ENABLE;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    return before;
}

void os_allow_cancel(int before)
{
    pthread_setcancelstate(before, NULL);
}

uint64_t os_microseconds(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) return 0;
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* What atexit() is made of: the C library ties the handler to this library. gcc's race detector
 * does not understand atexit() in a library. */
extern int __cxa_atexit(void (*handler)(void *), void *argument, void *library);
extern HIDDEN void *__dso_handle;

bool os_at_exit(void (*handler)(void *))
{
    return __cxa_atexit(handler, NULL, &__dso_handle) == 0;
}

/* In a namespace of its own the library has a C library of its own, which nobody tells. */
bool os_cannot_see_exit(void)
{
#ifdef LM_ID_BASE
    struct link_map *map = NULL;
    Lmid_t namespace = LM_ID_BASE;
    Dl_info information;
    if (!dladdr1((const void *)&dispatch_exports, &information, (void **)&map, RTLD_DL_LINKMAP))
        return true;
    /* Only the namespaces of dlmopen() have a library handle of another number. */
    return map && dlinfo(map, RTLD_DI_LMID, &namespace) == 0 && namespace != LM_ID_BASE;
#else
    return false;
#endif
}

int os_open_to_append(const char *path, int *error)
{
    int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY |
                              O_CLOEXEC, 0600);
    *error = errno;
    return file;
}

void os_close(int file)
{
    close(file);
}

void os_write(int file, const char *text, size_t length)
{
    int error = errno;
    while (length > 0) {
        ssize_t written = write(file, text, length);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) break;
        text += written;
        length -= (size_t)written;
    }
    errno = error;
}

/* ---- files ---- */

static struct os_file describe(const struct stat *status)
{
    struct os_file file = { .kind = OS_DEVICE,
                            .ours = (status->st_uid == 0 || status->st_uid == geteuid()) &&
                                    !(status->st_mode & (S_IWGRP | S_IWOTH)),
                            .device = (uint64_t)status->st_dev,
                            .number = (uint64_t)status->st_ino };
    if (S_ISREG(status->st_mode)) file.kind = OS_FILE;
    if (S_ISDIR(status->st_mode)) file.kind = OS_DIRECTORY;
    if (S_ISFIFO(status->st_mode)) file.kind = OS_FIFO;
    if (S_ISSOCK(status->st_mode)) file.kind = OS_SOCKET;
    return file;
}

struct os_file os_look_at(const char *path)
{
    struct stat status, link;
    struct os_file file = { .kind = OS_UNREADABLE };
    if (stat(path, &status) == 0) return describe(&status);
    file.error = errno;
    if (file.error == ENOENT || file.error == ENOTDIR || file.error == ENAMETOOLONG) {
        file.kind = lstat(path, &link) == 0 ? OS_DANGLING_LINK : OS_MISSING;
        file.error = 0;
    } else if (file.error == ELOOP) {
        file.kind = OS_DANGLING_LINK;
        file.error = 0;
    }
    return file;
}

bool os_same_file(const struct os_file *one, const struct os_file *other)
{
    return one->kind == other->kind && one->kind != OS_MISSING &&
           one->kind != OS_DANGLING_LINK && one->kind != OS_UNREADABLE &&
           one->device == other->device && one->number == other->number;
}

ptrdiff_t os_read_file(const char *path, char *buffer, size_t capacity, struct os_file *file)
{
    struct stat status;
    size_t length = 0;
    int descriptor;

    /* Looked at before it is opened, because opening a device can do things to it, and once more
     * afterwards, because it may be another file by then; a FIFO would block without O_NONBLOCK. */
    *file = os_look_at(path);
    if (file->kind != OS_FILE) return -1;
    do {
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    } while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) goto unreadable;
    if (fstat(descriptor, &status) != 0) goto unreadable;
    *file = describe(&status);
    if (file->kind != OS_FILE) goto close;
    while (length < capacity) {
        ssize_t got = read(descriptor, buffer + length, capacity - length);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) goto unreadable;
        if (got == 0) break;
        length += (size_t)got;
    }
    close(descriptor);
    return (ptrdiff_t)length;

unreadable:
    file->kind = OS_UNREADABLE;
    file->error = errno;
close:
    if (descriptor >= 0) close(descriptor);
    return -1;
}

static int by_bytes(const void *one, const void *other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);
    return length >= tail && strcmp(name + length - tail, ending) == 0;
}

char **os_list_directory(const char *path, const char *ending, int *error)
{
    size_t count = 0, room = 16;
    char **names = malloc(room * sizeof *names);
    DIR *directory = opendir(path);
    struct dirent *entry;

    *error = directory ? ENOMEM : errno;
    if (!directory || !names) goto fail;
    while (errno = 0, (entry = readdir(directory)) != NULL) {
        if (!ends_with(entry->d_name, ending)) continue;
        if (count + 1 == room) {
            char **larger = realloc(names, 2 * room * sizeof *names);
            if (!larger) goto fail;
            names = larger;
            room *= 2;
        }
        names[count] = strdup(entry->d_name);
        if (!names[count]) goto fail;
        count++;
    }
    *error = errno;
    if (*error) goto fail;
    closedir(directory);
    names[count] = NULL;
    qsort(names, count, sizeof *names, by_bytes);
    return names;

fail:
    if (directory) closedir(directory);
    if (names) {
        names[count] = NULL;
        os_free_names(names);
    }
    return NULL;
}

void os_free_names(char **names)
{
    for (size_t i = 0; names[i]; i++) free(names[i]);
    free(names);
}

char *os_user_file(const char *name)
{
    const char *folder = getenv("XDG_CONFIG_HOME"), *below = "/";
    char *path;
    size_t size;
    if (!folder || *folder != '/') {
        folder = getenv("HOME");
        below = "/.config/";
    }
    if (!folder || *folder != '/') return NULL;
    size = strlen(folder) + strlen(below) + strlen(name) + 1;
    path = malloc(size);
    if (path) snprintf(path, size, "%s%s%s", folder, below, name);
    return path;
}

char *os_own_folder(void)
{
    struct os_image self;
    char *real, *end;
    if (!os_image_at((uintptr_t)&dispatch_exports, &self) || !*self.path) return NULL;
    real = realpath(self.path, NULL);
    end = real ? strrchr(real, '/') : NULL;
    if (end) *end = '\0';
    return real;
}

const char *os_error_text(int error, char *buffer, size_t size)
{
    /* POSIX's or GNU's, as the C library has it: one fills the buffer, the other may not. */
    return _Generic(&strerror_r,
                    char *(*)(int, char *, size_t): (const char *)strerror_r(error, buffer, size),
                    default: (strerror_r(error, buffer, size), (const char *)buffer));
}

/* ---- libraries ---- */

void *os_open_library(const char *name, char **message)
{
    void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    const char *words = library ? NULL : dlerror();
    *message = words ? strdup(words) : NULL;
    return library;
}

void os_close_library(void *library)
{
    dlclose(library);
}

/* Whether the ELF header of a file is one that this process could load: like the loader's own. */
static enum os_library_problem judge_header(const char *path)
{
    union {
        unsigned char identity[EI_NIDENT];
        ElfW(Ehdr) header;
        char bytes[sizeof(ElfW(Ehdr))];
    } it = { .bytes = "" };
    struct os_file file;
    struct os_image self;
    const ElfW(Ehdr) *own;
    ptrdiff_t length = os_read_file(path, it.bytes, sizeof it.bytes, &file);

    if (file.kind == OS_MISSING || file.kind == OS_DANGLING_LINK) return OS_LIBRARY_MISSING;
    if (file.kind == OS_UNREADABLE) return OS_LIBRARY_UNREADABLE;
    if (length < (ptrdiff_t)sizeof it.bytes || memcmp(it.identity, ELFMAG, SELFMAG) != 0)
        return OS_LIBRARY_NO_LIBRARY;
    if (!os_image_at((uintptr_t)&dispatch_exports, &self)) return OS_LIBRARY_REFUSED;
    own = (const void *)self.low;
    if (memcmp(own->e_ident, ELFMAG, SELFMAG) != 0) return OS_LIBRARY_REFUSED;
    if (it.identity[EI_CLASS] != own->e_ident[EI_CLASS] ||
        it.identity[EI_DATA] != own->e_ident[EI_DATA] || it.header.e_machine != own->e_machine)
        return OS_LIBRARY_FOREIGN;
    return OS_LIBRARY_REFUSED;
}

enum os_library_problem os_library_problem(const char *name, const char *message)
{
    char buffer[128];
    size_t length = strlen(name);
    if (strchr(name, '/') && name[0] != '$') return judge_header(name);
    /* The system searched for it and tells only in words, in the user's language, what it met: the
     * name at their beginning is that of the file, which may be one that the library depends on. */
    if (message && strncmp(message, name, length) == 0 && message[length] == ':' &&
        strstr(message, os_error_text(ENOENT, buffer, sizeof buffer)))
        return OS_LIBRARY_MISSING;
    return OS_LIBRARY_REFUSED;
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

struct wanted {
    uintptr_t address;
    struct os_image *image;
};

/* The name that an image gives itself. */
static const char *soname_of(const struct dl_phdr_info *info, const ElfW(Dyn) *dynamic)
{
    const ElfW(Dyn) *entry;
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
    /* Some C libraries replace the offset by the address in place, others leave it alone. */
    if (strings < info->dlpi_addr) strings += info->dlpi_addr;
    return (const char *)strings + offset;
}

static int examine(struct dl_phdr_info *info, size_t size, void *data)
{
    struct wanted *wanted = data;
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
        if (wanted->address >= start && wanted->address < end) inside = true;
    }
    if (!inside) return 0;
    *wanted->image = (struct os_image){ .low = low,
                                        .high = high,
                                        .path = info->dlpi_name ? info->dlpi_name : "",
                                        .soname = soname_of(info, dynamic) };
    return 1;
}

bool os_image_at(uintptr_t address, struct os_image *image)
{
    struct wanted wanted = { .address = address, .image = image };
    return dl_iterate_phdr(examine, &wanted) != 0;
}

bool os_image_of_library(void *library, struct os_image *image)
{
    struct link_map *map = NULL;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || !map) return false;
    return os_image_at((uintptr_t)map->l_ld, image);
}

/* ---- memory ---- */

static size_t page_size(void)
{
    return (size_t)getauxval(AT_PAGESZ);
}

/* The kernel reads for us, so memory that is not there is an error and no signal. */
size_t os_copy_memory(void *to, const void *from, size_t size)
{
    size_t done = 0, page = page_size();
    while (done < size) {
        uintptr_t at = (uintptr_t)from + done;
        size_t part = page - at % page;
        struct iovec here, there;
        if (part > size - done) part = size - done;
        here = (struct iovec){ .iov_base = (char *)to + done, .iov_len = part };
        there = (struct iovec){ .iov_base = (void *)at, .iov_len = part };
        if (syscall(SYS_process_vm_readv, (long)os_process(), &here, 1L, &there, 1L, 0L) !=
            (long)part) {
            if (errno != ENOSYS && errno != EPERM) break;
            /* A sandbox forbids the question; then believe the driver. */
            memcpy((char *)to + done, (const void *)at, part);
        }
        done += part;
    }
    return done;
}

void os_protect(void *memory, size_t size, bool writable)
{
    size_t page = page_size();
    if (page > size) {
        /* The page has other things on it: it must be made writable and cannot be closed again. */
        if (!writable) return;
        memory = (void *)((uintptr_t)memory & ~(uintptr_t)(page - 1));
        size = page;
    }
    mprotect(memory, size, writable ? PROT_READ | PROT_WRITE : PROT_READ);
}
