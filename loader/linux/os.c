/* SPDX-License-Identifier: Apache-2.0 */
/* What the loader asks of Linux and the C library. */
#define _GNU_SOURCE
#ifndef __LP64__
#define _FILE_OFFSET_BITS 64 /* large files and numbers of files are no error for 32-bit programs */
#endif
#include "base/os.h"

#include "linux/checked.h"
#include "linux/trust.h"

#include <dirent.h>
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <linux/futex.h>
#include <linux/posix_types.h>
#include <pthread.h>
#include <signal.h>
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
#if !defined(__x86_64__) && !defined(__i386__) /* which keep reads, and writes, in their order */
#define REORDERS
#include <linux/membarrier.h>
#endif

/* ---- process ---- */

bool os_privileged(void)
{
    return getauxval(AT_SECURE) != 0;
}

bool os_is_callers(const char *path)
{
    return *path != '/' && os_privileged();
}

const char *os_environment(const char *name)
{
    return getenv(name);
}

/* Asked of the kernel, because a copy in the C library may be stale after a raw fork. */
static int process_number(void)
{
    return (int)syscall(SYS_getpid);
}

int os_thread(void)
{
    return (int)syscall(SYS_gettid);
}

/* The first thread of a process keeps its number until all others have ended, too. */
static bool has_ended(int first)
{
    char path[64], text[256];
    const char *behind_name;
    ssize_t length = -1;
    int file;
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", first);
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        length = read(file, text, sizeof text - 1);
        close(file);
    }
    text[length > 0 ? length : 0] = '\0';
    behind_name = strrchr(text, ')');
    return behind_name && (!strncmp(behind_name, ") Z", 3) || !strncmp(behind_name, ") X", 3));
}

bool os_thread_lives(int thread)
{
    int error = errno, process = process_number();
    bool lives = syscall(SYS_tgkill, process, thread, 0) == 0 || errno != ESRCH;
    if (lives && thread == process) lives = !has_ended(thread);
    errno = error;
    return lives;
}

/* The system call has times of its own, whatever the C library's are: the old one that of its numbers,
 * the new one, which younger 32-bit systems have alone, 64 bits. */
#ifdef SYS_futex
#define FUTEX SYS_futex
typedef __kernel_long_t futex_time;
#else
#define FUTEX SYS_futex_time64
typedef int64_t futex_time;
#endif

/* A futex and not a mutex, because the lock of a mutex that was held by another thread stays
 * locked for ever in a forked child. */
void os_wait(atomic_int *word, int value)
{
    const struct {
        futex_time seconds, nanoseconds;
    } second = { 1, 0 };
    int error = errno;
    syscall(FUTEX, word, FUTEX_WAIT_PRIVATE, value, &second, NULL, 0);
    errno = error;
}

void os_wake_all(atomic_int *word)
{
    syscall(FUTEX, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

struct work {
    void (*job)(void *item);
    void *const *items;
    size_t count;
    atomic_size_t next;
};

static void *work_off(void *data)
{
    struct work *work = data;
    size_t i;
    while ((i = atomic_fetch_add(&work->next, 1)) < work->count) work->job(work->items[i]);
    return NULL;
}

void os_side_by_side(void (*job)(void *item), void *const *items, size_t count, size_t most)
{
    struct work work = { .job = job, .items = items, .count = count };
    size_t wanted = count < most ? count : most, started = 0;
    pthread_t *threads = calloc(wanted ? wanted : 1, sizeof *threads);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* threads inherit it */
    while (threads && started < wanted &&
           pthread_create(&threads[started], NULL, work_off, &work) == 0)
        started++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started == 0) work_off(&work);
    while (started > 0) pthread_join(threads[--started], NULL);
    free(threads);
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
    if (!dladdr1((const void *)&detour, &information, (void **)&map, RTLD_DL_LINKMAP))
        return true;
    /* Only the namespaces of dlmopen() have a library handle of another number. */
    return map && dlinfo(map, RTLD_DI_LMID, &namespace) == 0 && namespace != LM_ID_BASE;
#else
    return true; /* without namespaces (musl) no library ever goes, so its end is the program's */
#endif
}

void os_stay_loaded(void)
{
    Dl_info information;
    if (dladdr((const void *)&detour, &information))
        dlopen(information.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

int os_open_to_append(const char *path, int *error)
{
    int flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    int first, file;
    do {
        file = first = open(path, flags, 0600);
    } while (first < 0 && errno == EINTR);
    /* Where a program has closed a standard file, that number is for what it opens next. */
    if (first >= 0 && first <= STDERR_FILENO) {
        file = fcntl(first, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        close(first);
    }
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

struct os_directory {
    DIR *stream;
    char real[PATH_MAX];   /* the path without links; empty, where whoever can write is believed */
    struct os_doubt above; /* a folder on that path that others could exchange */
    char path[];
};

static struct os_file describe(struct stat *status)
{
    struct os_file file = { .kind = OS_DEVICE };
    SYSTEM_WROTE(status, sizeof *status);
    file.device = (uint64_t)status->st_dev;
    file.number = (uint64_t)status->st_ino;
    if (S_ISREG(status->st_mode)) file.kind = OS_FILE;
    if (S_ISDIR(status->st_mode)) file.kind = OS_DIRECTORY;
    if (S_ISFIFO(status->st_mode)) file.kind = OS_FIFO;
    if (S_ISSOCK(status->st_mode)) file.kind = OS_SOCKET;
    return file;
}

/* What an error says of a path; `link`: it is a link that is there itself. */
static struct os_file describe_error(int error, bool link)
{
    if (error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG || error == ELOOP)
        return (struct os_file){ .kind = link || error == ELOOP ? OS_DANGLING_LINK : OS_MISSING };
    return (struct os_file){ .kind = OS_UNREADABLE, .error = error };
}

struct os_file os_look_at(const char *path)
{
    struct stat status;
    bool link = false;
    /* The link itself first: most are none, and then that was all. */
    if (lstat(path, &status) == 0) {
        link = S_ISLNK(status.st_mode);
        if (!link || stat(path, &status) == 0) return describe(&status);
    }
    return describe_error(errno, link);
}

struct os_file os_look_at_open(int file)
{
    struct stat status;
    int error = errno;
    if (fstat(file, &status) == 0) return describe(&status);
    errno = error;
    return (struct os_file){ .kind = OS_MISSING };
}

bool os_same_file(const struct os_file *one, const struct os_file *other)
{
    return one->kind == other->kind && one->kind != OS_MISSING &&
           one->kind != OS_DANGLING_LINK && one->kind != OS_UNREADABLE &&
           one->device == other->device && one->number == other->number;
}

/* Opens a file that counts whoever has made it. Looked at before it is opened, because opening a device
 * can do things to it; a FIFO would block without O_NONBLOCK. */
static int open_regular(const char *path, bool surely, struct os_file *file)
{
    int opened;
    *file = surely ? (struct os_file){ .kind = OS_FILE } : os_look_at(path);
    if (file->kind != OS_FILE) return -1;
    do {
        opened = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    } while (opened < 0 && errno == EINTR);
    if (opened < 0) *file = (struct os_file){ .kind = OS_UNREADABLE, .error = errno };
    return opened;
}

/* Opens a file of a folder whose place has a base. */
static int open_trusted(const struct os_directory *in, const char *name, struct os_file *file,
                        struct os_doubt *doubt)
{
    struct stat status = { .st_mode = 0 };
    int folder = dirfd(in->stream), error;
    int opened = trust_open_file(folder, in->real, name, &status, doubt);
    if (opened >= 0) return opened;
    error = errno;
    if (doubt->why != OS_NO_DOUBT) *file = (struct os_file){ .kind = OS_DOUBTED };
    else if (error == 0) *file = describe(&status);
    else *file = describe_error(error, faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0);
    return -1;
}

ptrdiff_t os_read_file(const struct os_directory *in, const char *path, bool surely, char *buffer,
                       size_t capacity, struct os_file *file, struct os_doubt *doubt)
{
    struct stat status;
    size_t length = 0;
    const char *name = in && *in->real ? os_last_part(path) : NULL;
    int opened = name ? open_trusted(in, name, file, doubt) : open_regular(path, surely, file);
    if (opened < 0) return -1;
    /* Once more, because it may be another file by now. */
    if (fstat(opened, &status) != 0) goto unreadable;
    *file = describe(&status);
    if (file->kind != OS_FILE) goto close;
    /* The file's size is only a hint: it may be growing, or say nothing, as in /proc. */
    while (length < capacity && (length == 0 || length != (size_t)status.st_size)) {
        ssize_t got = read(opened, buffer + length, capacity - length);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) goto unreadable;
        if (got == 0) break;
        length += (size_t)got;
    }
    close(opened);
    return (ptrdiff_t)length;

unreadable:
    *file = (struct os_file){ .kind = OS_UNREADABLE, .error = errno };
close:
    close(opened);
    return -1;
}

static int by_bytes(const void *one, const void *other)
{
    return strcmp(((const struct os_name *)one)->name, ((const struct os_name *)other)->name);
}

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);
    return length >= tail && strcmp(name + length - tail, ending) == 0;
}

bool os_is_missing(const char *path)
{
    return trust_is_missing(path);
}

bool os_is_in_directory(const struct os_directory *directory, const char *name)
{
    return faccessat(dirfd(directory->stream), name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

/* Opens the stream of a directory whose place has a base. */
static DIR *open_trusted_stream(struct os_directory *directory, const struct os_place *place,
                                struct os_doubt *doubt)
{
    DIR *stream = NULL;
    int folder, error;
    if (os_is_missing(place->path)) return NULL; /* as mostly */
    folder = trust_open_folder(place, directory->real, &directory->above, doubt);
    if (folder >= 0) stream = fdopendir(folder);
    error = errno;
    if (folder >= 0 && !stream) close(folder);
    errno = error;
    return stream;
}

struct os_directory *os_open_directory(const struct os_place *place, struct os_file *file,
                                       struct os_doubt *doubt)
{
    struct stat status;
    size_t size = strlen(place->path) + 1;
    struct os_directory *directory = malloc(sizeof *directory + size);
    doubt->why = OS_NO_DOUBT;
    *file = (struct os_file){ .kind = OS_UNREADABLE, .error = ENOMEM };
    if (!directory) return NULL;
    memcpy(directory->path, place->path, size);
    *directory->real = '\0';
    directory->stream = place->base ? open_trusted_stream(directory, place, doubt)
                                    : opendir(place->path);
    if (directory->stream && fstat(dirfd(directory->stream), &status) == 0) {
        *file = describe(&status);
        return directory;
    }
    file->error = errno;
    if (doubt->why != OS_NO_DOUBT)
        *file = (struct os_file){ .kind = OS_DOUBTED };
    else if (!directory->stream && (errno == ENOENT || errno == ENOTDIR))
        *file = (struct os_file){ .kind = OS_MISSING };
    os_close_directory(directory);
    return NULL;
}

void os_close_directory(struct os_directory *directory)
{
    if (directory->stream) closedir(directory->stream);
    free(directory);
}

const char *os_directory_path(const struct os_directory *directory, struct os_doubt *doubt)
{
    if (!*directory->real) return NULL;
    if (directory->above.why == OS_NO_DOUBT) return directory->real;
    *doubt = directory->above;
    return NULL;
}

struct os_name *os_list_directory(struct os_directory *directory, const char *ending, int *error)
{
    size_t count = 0, room = 16;
    struct os_name *names = malloc(room * sizeof *names);
    struct dirent *entry;

    *error = ENOMEM;
    if (!names) return NULL;
    while (errno = 0, (entry = readdir(directory->stream)) != NULL) {
        if (!ends_with(entry->d_name, ending)) continue;
        if (count + 1 == room) {
            struct os_name *larger = realloc(names, 2 * room * sizeof *names);
            if (!larger) goto fail;
            names = larger;
            room *= 2;
        }
        names[count].regular = entry->d_type == DT_REG;
        names[count].name = strdup(entry->d_name);
        if (!names[count].name) goto fail;
        count++;
    }
    *error = errno;
    if (*error) goto fail;
    names[count].name = NULL;
    qsort(names, count, sizeof *names, by_bytes);
    return names;

fail:
    names[count].name = NULL;
    os_free_names(names);
    return NULL;
}

void os_free_names(struct os_name *names)
{
    for (size_t i = 0; names[i].name; i++) free(names[i].name);
    free(names);
}

char *os_user_folder(const char *name, size_t *base, bool *has_place)
{
    const char *folder = getenv("XDG_CONFIG_HOME"), *below = "/";
    char *path;
    size_t size;
    if (!folder || *folder != '/') {
        folder = getenv("HOME");
        below = "/.config/";
    }
    *has_place = folder && *folder == '/';
    if (!*has_place) return NULL;
    *base = strlen(folder);
    size = *base + strlen(below) + strlen(name) + 1;
    path = malloc(size);
    if (path) snprintf(path, size, "%s%s%s", folder, below, name);
    return path;
}

/* The library's file, or what it is a link to. A link to a name in the same folder, as libraries have
 * them, needs no longer look. */
static bool find_own_path(char *path)
{
    struct os_image self = { .path = "" };
    ptrdiff_t length;
    os_image_at((uintptr_t)&detour, &self);
    /* A relative path was found from where the program was then, which nobody knows any more; so was one
     * by /proc/self/cwd. */
    if (self.path[0] != '/' || strncmp(self.path, "/proc/", 6) == 0) return false;
    length = readlink(self.path, path, PATH_MAX - 1);
    if (length >= 0 && (length >= PATH_MAX - 1 || memchr(path, '/', (size_t)length)))
        return realpath(self.path, path) != NULL;
    if (strlen(self.path) >= PATH_MAX) return false;
    strcpy(path, self.path);
    return true;
}

const char *os_own_folder(void)
{
    static char folder[PATH_MAX];
    char *end;
    if (*folder) return folder;
    if (!find_own_path(folder)) {
        *folder = '\0';
        return NULL;
    }
    end = strrchr(folder, '/');
    if (end) *end = '\0';
    return *folder ? folder : NULL;
}

const char *os_error_text(int error, char *buffer, size_t size)
{
#ifdef __GLIBC__
    return strerror_r(error, buffer, size); /* GNU's, which may not use the buffer */
#else
    return strerror_r(error, buffer, size) == 0 ? buffer : "unknown error";
#endif
}

/* ---- libraries ---- */

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
    ptrdiff_t length = os_read_file(NULL, path, false, it.bytes, sizeof it.bytes, &file, NULL);

    if (file.kind == OS_MISSING || file.kind == OS_DANGLING_LINK) return OS_LIBRARY_MISSING;
    if (file.kind == OS_UNREADABLE) return OS_LIBRARY_UNREADABLE;
    if (length < (ptrdiff_t)sizeof it.bytes || memcmp(it.identity, ELFMAG, SELFMAG) != 0)
        return OS_LIBRARY_NO_LIBRARY;
    if (!os_image_at((uintptr_t)&detour, &self)) return OS_LIBRARY_REFUSED;
    own = (const void *)self.low;
    if (memcmp(own->e_ident, ELFMAG, SELFMAG) != 0) return OS_LIBRARY_REFUSED;
    if (it.identity[EI_CLASS] != own->e_ident[EI_CLASS] ||
        it.identity[EI_DATA] != own->e_ident[EI_DATA] || it.header.e_machine != own->e_machine)
        return OS_LIBRARY_FOREIGN;
    return OS_LIBRARY_REFUSED;
}

void *os_open_library(const char *name, char **message)
{
    void *library = NULL;
    const char *words = "wrong kind of processor";
#ifndef __GLIBC__ /* musl would open it */
    if (!strchr(name, '/') || judge_header(name) != OS_LIBRARY_FOREIGN)
#endif
    {
        library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
        words = library ? NULL : dlerror();
    }
    *message = words ? strdup(words) : NULL;
    return library;
}

/* Whether a word of a message is this name, with a colon behind it. glibc's messages begin with it,
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

enum os_library_problem os_library_problem(const char *name, const char *message)
{
    char buffer[128];
    if (strchr(name, '/') && name[0] != '$') return judge_header(name);
    /* The system searched for it and tells only in words, in the user's language, what it met: the
     * name in them is that of the file, which may be one that the library depends on. */
    if (message && is_about(message, name) &&
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
    uintptr_t end; /* of the segment that the address lies in */
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
        if (wanted->address >= start && wanted->address < end) {
            inside = true;
            wanted->end = end;
        }
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
    *wanted->image = image;
    return 1;
}

bool os_image_at(uintptr_t address, struct os_image *image)
{
    struct wanted wanted = { .address = address, .image = image };
    return dl_iterate_phdr(examine, &wanted) != 0;
}

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

/* Where functions have descriptors, a function's address is that of its descriptor, which is data. */
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

/* The number that a text begins with; the text is moved behind it. */
static uintptr_t hexadecimal(const char **text)
{
    static const char digits[] = "0123456789abcdef";
    uintptr_t number = 0;
    const char *digit;
    for (; **text && (digit = strchr(digits, **text)); ++*text)
        number = number * 16 + (uintptr_t)(digit - digits);
    return number;
}

/* A line of /proc/self/maps begins "low-high rwxp". */
static void mark_mapping(struct addresses *addresses, const char *line)
{
    uintptr_t low = hexadecimal(&line), high;
    if (*line++ != '-') return;
    high = hexadecimal(&line);
    if (strlen(line) > 3 && line[3] == 'x') mark_range(addresses, low, high - low);
}

/* False: the system does not tell. */
static bool mark_mappings(struct addresses *addresses)
{
    char buffer[1024], line[64] = "";
    size_t length = 0;
    bool any = false;
    int cancel = os_forbid_cancel(), file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
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
    os_allow_cancel(cancel);
    return any;
}

void os_find_executable(const uintptr_t *addresses, size_t count, bool *is_code)
{
    struct addresses all = { addresses, count, is_code };
    uintptr_t word;
    for (size_t i = 0; i < count; i++) /* a descriptor can be read, more is not to be known of it */
        is_code[i] = !FUNCTIONS_ARE_CODE && os_copy_memory(&word, (const void *)addresses[i],
                                                           sizeof word, NULL) == sizeof word;
    if (!FUNCTIONS_ARE_CODE || mark_mappings(&all)) return;
    /* Without /proc, what the libraries of this namespace say of themselves. */
    dl_iterate_phdr(mark_code, &all);
}

static int note_loads(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    *(uint64_t *)data = info->dlpi_adds;
    return 1;
}

uint64_t os_count_loads(void)
{
    uint64_t loads = 0;
    dl_iterate_phdr(note_loads, &loads);
    return loads;
}

bool os_image_of_library(void *library, struct os_image *image)
{
    struct link_map *map = NULL;
    struct wanted wanted = { .image = image };
    struct dl_phdr_info info;
    int headers = -1;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || !map) return false;
    SYSTEM_WROTE(map, sizeof *map);
    SYSTEM_WROTE_TEXT(map->l_name);
    wanted.address = (uintptr_t)map->l_ld;
    info = (struct dl_phdr_info){ .dlpi_addr = map->l_addr, .dlpi_name = map->l_name };
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 36)
    /* Newer systems tell it at once; the other way looks at all libraries there are. */
    headers = dlinfo(library, RTLD_DI_PHDR, &info.dlpi_phdr);
#endif
#endif
    if (headers <= 0) return os_image_at(wanted.address, image);
    info.dlpi_phnum = (ElfW(Half))headers;
    return examine(&info, sizeof info, &wanted) != 0;
}

/* ---- memory ---- */

static size_t page_size(void)
{
    return (size_t)getauxval(AT_PAGESZ);
}

/* Whether the kernel fails to read an argument that it then refuses in any case. Sandboxes allow the
 * first question but not always the second; an emulator answers the first one without a look. */
static bool is_readable(uintptr_t page)
{
    if (!page) return false; /* to both questions NULL means no argument, which is no error */
    if (syscall(SYS_rt_sigprocmask, -1L, page, NULL, (long)(_NSIG / 8)) != 0 && errno == EFAULT)
        return false;
    return syscall(SYS_prlimit64, 0L, -1L, page, NULL) == 0 || errno != EFAULT;
}

/* Where the kernel may not be asked to copy: up to the end of the segment that it lies in, as far as
 * that is known, and page by page. */
static size_t copy_believed(void *to, uintptr_t from, size_t size)
{
    struct os_image image;
    struct wanted wanted = { .address = from, .image = &image };
    size_t done = 0, page = page_size();
    if (dl_iterate_phdr(examine, &wanted) != 0 && size > wanted.end - from)
        size = wanted.end - from;
    while (done < size && is_readable((from + done) & ~(uintptr_t)(page - 1))) {
        size_t part = page - (from + done) % page;
        if (part > size - done) part = size - done;
        memcpy((char *)to + done, (const void *)(from + done), part);
        done += part;
    }
    return done;
}

/* The kernel reads for us, so memory that is not there is an error and no signal; nor does a checker of
 * addresses see it. */
size_t os_copy_memory(void *to, const void *from, size_t size, const struct os_image *near)
{
    size_t done = 0, page = page_size();
    if (near && !ADDRESSES_CHECKED && (uintptr_t)from >= near->data_low && (uintptr_t)from < near->data_high &&
        size <= near->data_high - (uintptr_t)from) {
        memcpy(to, from, size);
        return size;
    }
    while (done < size) {
        uintptr_t at = (uintptr_t)from + done;
        size_t part = page - at % page;
        struct iovec here, there;
        long got;
        if (part > size - done) part = size - done;
        here = (struct iovec){ .iov_base = (char *)to + done, .iov_len = part };
        there = (struct iovec){ .iov_base = (void *)at, .iov_len = part };
        /* Of this thread: a process whose main thread has ended has no memory by its own number. */
        got = syscall(SYS_process_vm_readv, (long)os_thread(), &here, 1L, &there, 1L, 0L);
        /* Any other error says nothing of the memory: sandboxes and emulators choose it freely. */
        if (got < 0 && errno != EFAULT) return copy_believed(to, (uintptr_t)from, size);
        if (got != (long)part) break;
        SYSTEM_WROTE(here.iov_base, part);
        done += part;
    }
    return done;
}

void os_make_known(void)
{
#ifdef REORDERS
    if (syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0)
        syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
#endif
}

bool os_protect(void *memory, size_t size, bool writable)
{
    size_t page = page_size();
    if (page > size) {
        /* The page has other things on it: it must be made writable and cannot be closed again. */
        if (!writable) return true;
        memory = (void *)((uintptr_t)memory & ~(uintptr_t)(page - 1));
        size = page;
    }
    return mprotect(memory, size, writable ? PROT_READ | PROT_WRITE : PROT_READ) == 0;
}
