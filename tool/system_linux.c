/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* wcwidth, dladdr */
#include "system.h"

#include "files.h"
#include "probe_protocol.h"
#include "text.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

/* ---- the program ---- */

int main(int count, char **words)
{
    return clrelay_main(count, words);
}

const char *system_begin(void)
{
    int file;
    if (getauxval(AT_SECURE))
        return "it opens what its caller names, so it does not run as a privileged program";
    /* Nothing that is opened later may become a standard stream. */
    while ((file = open("/dev/null", O_RDWR)) >= 0 && file <= STDERR_FILENO) {
    }
    if (file >= 0) close(file);
    return NULL;
}

bool system_is_privileged(void)
{
    return false; /* it has not started then */
}

bool system_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

bool system_is_stream(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

double system_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* ---- terminals ---- */

static bool unicode; /* the locale uses UTF-8 */

struct system_terminal system_terminal_start(void)
{
    const char *term = getenv("TERM");
    struct system_terminal is = { .out = isatty(STDOUT_FILENO),
                                  .err = isatty(STDERR_FILENO),
                                  .obeys = term && strcmp(term, "dumb") != 0 };
    struct winsize size;
    setlocale(LC_CTYPE, "");
    unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    if (is.out && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) is.width = size.ws_col;
    return is;
}

int system_columns(unsigned long code)
{
    int columns = unicode ? wcwidth((wchar_t)code) : 0;
    return columns > 0 ? columns : 0;
}

/* ---- libraries ---- */

/* The memory that is left for the answer. */
static struct {
    char *to;
    size_t room;
} answer;

/* A driver that closes or replaces files can't affect memory. The answer's file is replaced by an
 * ordinary one, so that the doctor notices such a driver. */
bool system_probe_begin(char **words)
{
    off_t size = lseek(PROBE_FILE, 0, SEEK_END);
    void *memory = MAP_FAILED;
    (void)words;
    if (size > 0)
        memory = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, PROBE_FILE, 0);
    if (memory == MAP_FAILED) return false;
    answer.to = memory;
    answer.room = (size_t)size;
    close(PROBE_FILE);
    (void)!open("/dev/null", O_RDONLY | O_CLOEXEC);
    system_save_files();
    return true;
}

void system_answer(const char *text, size_t length)
{
    if (length > answer.room) length = answer.room;
    memcpy(answer.to, text, length);
    answer.to += length;
    answer.room -= length;
}

/* The files that the process has had from the start, and the process that checks them: not one that
 * a driver has forked. */
static struct {
    bool is_open;
    struct stat is;
} files[PROBE_FILE + 1];
static pid_t self;

void system_save_files(void)
{
    self = getpid();
    for (int i = 0; i <= PROBE_FILE; i++) files[i].is_open = fstat(i, &files[i].is) == 0;
}

char *system_changed_files(void)
{
    char numbers[4 * (PROBE_FILE + 1)] = "";
    struct stat now;
    if (getpid() != self) return NULL;
    for (int i = 0; i <= PROBE_FILE; i++) {
        size_t length = strlen(numbers);
        if (!files[i].is_open || (fstat(i, &now) == 0 && now.st_dev == files[i].is.st_dev &&
                                  now.st_ino == files[i].is.st_ino))
            continue;
        snprintf(numbers + length, sizeof numbers - length, "%s%d", length ? ", " : "", i);
    }
    if (!*numbers) return NULL;
    return text_format("open files, which it closed or replaced (numbers: %s)", numbers);
}

/* Whether the dynamic linker says that there is no such library, and not that something of it, or something
 * that it needs, is wrong. */
static bool is_absent(const char *name, const char *message)
{
    const char *named = strstr(message, name), *reason = strerror(ENOENT);
    size_t length = strlen(message);
    return named && named[strlen(name)] == ':' && length > strlen(reason) &&
           strcmp(message + length - strlen(reason), reason) == 0;
}

static bool is_beside;

bool system_loader_is_beside(void)
{
    return is_beside;
}

void *system_open_loader(const char *path, char **message)
{
    /* All its functions are visible to the drivers. */
    void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (library) return library;
    *message = text_format("%s", dlerror());
    if (strcmp(path, SYSTEM_LIBRARY) == 0 && is_absent(path, *message)) {
        char *own = file_own_library(true);
        library = own ? dlopen(own, RTLD_NOW | RTLD_GLOBAL) : NULL;
        free(own);
    }
    if (!library) return NULL;
    is_beside = true;
    free(*message);
    *message = NULL;
    return library;
}

void *system_function(void *library, const char *name)
{
    return dlsym(library, name);
}

char *system_file_of(const void *address)
{
    Dl_info file;
    return dladdr(address, &file) ? text_format("%s", file.dli_fname) : NULL;
}

char *system_real_path(const char *path)
{
    return realpath(path, NULL);
}

void *system_bind(const char *path, char **message)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) *message = text_format("%s", dlerror());
    return library;
}
