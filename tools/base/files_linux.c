/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* eaccess */
#include "files.h"

#include "text.h"

#include <elf.h>
#include <fcntl.h>
#include <glob.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int file_open(const char *path)
{
    struct stat about;
    int file = -1;
    if (stat(path, &about) == 0 && S_ISREG(about.st_mode))
        file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode)) return file;
    if (file >= 0) close(file);
    return -1;
}

FILE *file_stream(const char *path)
{
    const int file = file_open(path);
    FILE *stream = file >= 0 ? fdopen(file, "r") : NULL;
    if (file >= 0 && !stream) close(file);
    return stream;
}

/* ---- architecture ---- */

static const struct {
    unsigned machine;
    int class;
    const char *name;
} machines[] = {
    { EM_386, ELFCLASS32, "32-bit x86 (i386)" },
    { EM_X86_64, ELFCLASS64, "64-bit x86 (amd64)" },
    { EM_X86_64, ELFCLASS32, "x32" },
    { EM_ARM, ELFCLASS32, "32-bit ARM (armhf)" },
    { EM_AARCH64, ELFCLASS64, "64-bit ARM (arm64)" },
    { EM_PPC64, ELFCLASS64, "64-bit PowerPC (ppc64)" },
    { EM_S390, ELFCLASS64, "64-bit S/390 (s390x)" },
    { EM_MIPS, ELFCLASS64, "64-bit MIPS" },
    { EM_MIPS, ELFCLASS32, "32-bit MIPS" },
    { 243, ELFCLASS64, "64-bit RISC-V (riscv64)" },
    { 258, ELFCLASS64, "64-bit LoongArch (loong64)" },
};

char *file_architecture(const char *path)
{
    unsigned char header[EI_NIDENT + 4];
    unsigned machine;
    const int file = file_open(path);
    bool good = file >= 0 && read(file, header, sizeof header) == (ssize_t)sizeof header &&
                memcmp(header, ELFMAG, SELFMAG) == 0;
    if (file >= 0) close(file);
    if (!good) return NULL;
    machine = header[EI_DATA] == ELFDATA2MSB ? (unsigned)header[18] * 256u + (unsigned)header[19]
                                             : (unsigned)header[19] * 256u + (unsigned)header[18];
    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++)
        if (machines[i].machine == machine && machines[i].class == header[EI_CLASS])
            return text_format("%s", machines[i].name);
    return text_format("machine %u of %d bits", machine, header[EI_CLASS] == ELFCLASS64 ? 64 : 32);
}

char *file_own_architecture(void)
{
    char *own = file_architecture("/proc/self/exe");
    return own ? own : text_format("another one");
}

/* ---- paths ---- */

char *file_own_folder(void)
{
    char *program = file_target("/proc/self/exe");
    char *slash = program ? strrchr(program, '/') : NULL;
    if (slash) *slash = '\0';
    return program;
}

char *file_own_library(bool built)
{
    /* The folders of libraries, relative to this program's. */
    static const char *const folders[] = { CLRELAY_LIBRARY_FOLDER, "../loader" };
    char *own = file_own_folder(), *found = NULL;
    for (int i = 0; own && i < 1 + built && !found; i++) {
        char *path = text_format("%s/%s/libOpenCL.so.1", own, folders[i]);
        found = realpath(path, NULL);
        free(path);
    }
    free(own);
    return found;
}

/* Goes to the next prefix of a path: each one that ends at a slash, then the whole path. Returns
 * false at the end. */
static bool next_part(const char *path, size_t *length)
{
    size_t from = *length + (path[*length] == '/');
    if (!path[*length]) return false;
    while (path[from] == '/') from++;
    while (path[from] && path[from] != '/') from++;
    if (from == *length) return false;
    *length = from;
    return true;
}

char *file_first_missing(const char *path)
{
    struct stat information;
    size_t length = 0;
    while (next_part(path, &length)) {
        char *part = text_format("%.*s", (int)length, path);
        if (lstat(part, &information) != 0) return part;
        free(part);
    }
    return NULL;
}

static char *owner_name(uid_t id)
{
    const struct passwd *entry = getpwuid(id);
    return entry ? text_format("%s", entry->pw_name) : text_format("user %u", (unsigned)id);
}

/* The first folder of a path that this user may not enter, or the file; or NULL. *about: what it is.
 * The caller frees the path. */
static char *find_barrier(const char *path, struct stat *about)
{
    size_t length = 0;
    bool more = next_part(path, &length);
    while (more) {
        char *part = text_format("%.*s", (int)length, path);
        int wanted = R_OK;
        more = next_part(path, &length);
        memset(about, 0, sizeof *about);
        if (stat(part, about) != 0) return part;
        if (S_ISDIR(about->st_mode)) wanted = more ? X_OK : R_OK | X_OK;
        if (eaccess(part, wanted) != 0) return part;
        free(part);
    }
    return NULL;
}

char *file_barrier(const char *path)
{
    struct stat about;
    char *part = find_barrier(path, &about);
    if (part && about.st_mode) return part;
    free(part);
    return NULL;
}

char *file_obstacle(const char *path)
{
    struct stat about;
    char *part = find_barrier(path, &about), *owner, *words;
    if (!part) return NULL;
    owner = owner_name(about.st_uid);
    words = about.st_mode ? text_format("%s has mode %04o and belongs to %s", part,
                                        (unsigned)about.st_mode & 07777, owner)
                          : text_format("%s is not there", part);
    free(owner);
    free(part);
    return words;
}

char *file_ownership(const char *path)
{
    struct stat information;
    char *owner, *words;
    if (lstat(path, &information) != 0) return text_format("it cannot be examined");
    owner = owner_name(information.st_uid);
    words = text_format("it has mode %04o and belongs to %s", (unsigned)information.st_mode & 07777,
                        owner);
    free(owner);
    return words;
}

char *file_target(const char *path)
{
    char target[4096];
    ssize_t length = readlink(path, target, sizeof target);
    return length > 0 ? text_format("%.*s", (int)length, target) : NULL;
}

bool file_is_absolute(const char *path)
{
    return *path == '/';
}

bool file_is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

bool file_make_folder(const char *path)
{
    return mkdir(path, 0777) == 0 || file_is_folder(path);
}

FILE *file_make(const char *path)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    return file < 0 ? NULL : require_memory(fdopen(file, "wb"));
}

bool file_is_same(const char *one, const char *other)
{
    struct stat first, second;
    return stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

bool file_line(const char *path, const char *beginning, char *to, size_t size)
{
    char line[1024];
    bool found = false;
    FILE *file = file_stream(path);
    while (file && !found && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        found = strncmp(line, beginning, strlen(beginning)) == 0;
        if (found) snprintf(to, size, "%.*s", (int)size - 1, line + strlen(beginning));
    }
    if (file) fclose(file);
    return found;
}

/* ---- libraries ---- */

char *file_find_library(const char *name)
{
    static const char *const folders[] = { "/lib*/", "/usr/lib*/", "/usr/local/lib*/",
                                           "/lib/*-linux-gnu*/", "/usr/lib/*-linux-gnu*/" };
    char *found = NULL;
    if (strpbrk(name, "*?[\\/")) return NULL;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0] && !found; i++) {
        char *pattern = text_format("%s%s", folders[i], name);
        glob_t matches;
        if (glob(pattern, 0, NULL, &matches) == 0 && matches.gl_pathc > 0)
            found = text_format("%s", matches.gl_pathv[0]);
        globfree(&matches);
        free(pattern);
    }
    return found;
}

char *file_search_directories(void)
{
    const char *path = getenv("LD_LIBRARY_PATH");
    bool set = path && *path;
    return text_format("%s%s%sthe cache of ldconfig, /lib, /usr/lib",
                       set ? "LD_LIBRARY_PATH (" : "", set ? path : "", set ? "), " : "");
}
