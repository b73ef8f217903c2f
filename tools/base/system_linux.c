/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* wcwidth, dladdr, strsignal */
#include "system.h"

#include "text.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

/* ---- the program ---- */

const char *system_begin(void)
{
    int file;
    if (getauxval(AT_SECURE))
        return "it opens files that its caller names, so it must not run as a privileged program";
    /* Opens missing standard streams, so that later files do not become these. */
    while ((file = open("/dev/null", O_RDWR)) >= 0 && file <= STDERR_FILENO) {
    }
    if (file >= 0) close(file);
    return NULL;
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

void system_sleep(unsigned milliseconds)
{
    const struct timespec pause = { .tv_sec = (time_t)(milliseconds / 1000),
                                    .tv_nsec = (long)(milliseconds % 1000) * 1000000 };
    nanosleep(&pause, NULL);
}

/* ---- terminals ---- */

static bool unicode; /* the locale uses UTF-8 */

struct system_terminal system_terminal_start(void)
{
    const char *term = getenv("TERM");
    struct system_terminal terminal = { .out = isatty(STDOUT_FILENO),
                                        .err = isatty(STDERR_FILENO),
                                        .obeys = term && strcmp(term, "dumb") != 0 };
    struct winsize size;
    setlocale(LC_CTYPE, "");
    unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    if (terminal.out && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) terminal.width = size.ws_col;
    return terminal;
}

int system_columns(unsigned long code)
{
    int columns = unicode ? wcwidth((wchar_t)code) : 0;
    return columns > 0 ? columns : 0;
}

/* ---- other programs ---- */

const char *system_crash_name(int number)
{
    static const struct {
        int number;
        const char *name;
    } names[] = { { SIGSEGV, "SIGSEGV" }, { SIGABRT, "SIGABRT" }, { SIGBUS, "SIGBUS" },
                  { SIGILL, "SIGILL" },   { SIGFPE, "SIGFPE" },   { SIGTRAP, "SIGTRAP" },
                  { SIGSYS, "SIGSYS" },   { SIGKILL, "SIGKILL" }, { SIGTERM, "SIGTERM" },
                  { SIGPIPE, "SIGPIPE" }, { SIGALRM, "SIGALRM" }, { SIGXCPU, "SIGXCPU" },
                  { SIGHUP, "SIGHUP" },   { SIGINT, "SIGINT" },   { SIGQUIT, "SIGQUIT" },
                  { SIGUSR1, "SIGUSR1" }, { SIGUSR2, "SIGUSR2" } };
    static char other[32];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].number == number) return names[i].name;
    snprintf(other, sizeof other, "signal %d", number);
    return other;
}

const char *system_crash_text(int number)
{
    return strsignal(number);
}

const char *system_error_text(int error)
{
    return strerror(error);
}

/* ---- libraries ---- */

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
