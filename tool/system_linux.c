/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* wcwidth, dladdr */
#include "system.h"

#include "probe.h"
#include "text.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
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
    /* What is opened later must not become a standard stream. */
    while ((file = open("/dev/null", O_RDWR)) >= 0 && file <= STDERR_FILENO) {}
    if (file >= 0) close(file);
    return NULL;
}

bool system_is_privileged(void)
{
    return false; /* it has not begun then */
}

bool system_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

/* ---- terminals ---- */

static bool unicode; /* the locale is one of UTF-8 */

struct system_terminal system_terminal_start(void)
{
    const char *term = getenv("TERM");
    struct system_terminal is = { .out = isatty(STDOUT_FILENO), .err = isatty(STDERR_FILENO),
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

static int answers; /* where the answers are written */

/* Far away, where no driver that closes or writes what it does not own comes across it: behind the last
 * number that files may have, if possible. In its place is a file like any of a program's, so that the
 * loader hears of such a driver. */
void system_probe_begin(char **words)
{
    struct rlimit limit = { 200, 200 }, more;
    rlim_t far;
    (void)words;
    getrlimit(RLIMIT_NOFILE, &limit);
    far = limit.rlim_cur < 65536 ? limit.rlim_cur : 65536;
    more = limit;
    more.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &more);
    answers = fcntl(PROBE_FILE, F_DUPFD_CLOEXEC, (int)far);
    if (answers < 0) answers = fcntl(PROBE_FILE, F_DUPFD_CLOEXEC, (int)far - 1);
    setrlimit(RLIMIT_NOFILE, &limit);
    if (answers < 0) {
        answers = PROBE_FILE;
        return;
    }
    close(PROBE_FILE);
    (void)!open("/dev/null", O_RDONLY | O_CLOEXEC);
}

void system_answer(const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(answers, text, length);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) break;
        text += written;
        length -= (size_t)written;
    }
}

void *system_open_loader(const char *path, char **message)
{
    /* All its functions are there for the drivers. */
    void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!library) *message = text_format("%s", dlerror());
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

char *system_bind(const char *path)
{
    return dlopen(path, RTLD_NOW | RTLD_LOCAL) ? NULL : text_format("%s", dlerror());
}
