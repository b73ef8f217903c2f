/* SPDX-License-Identifier: Apache-2.0 */
/* loader/base/log.c: log lines do not get lost or end up in other files if a library closes the
 * log's file. */
#include "base/log.h"

#include "base/os.h"
#include "base/settings.h"
#include "test.h"
#include "base/log_settings.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- the C library ---- */

/* Counts lines on standard error, and writes that are not exactly one line. */
static atomic_int errors, parts;
static _Thread_local char last[16]; /* the end of this thread's last line */
static _Thread_local size_t last_size;

ssize_t write(int file, const void *from, size_t size)
{
    const char *text = from;
    if (file != STDERR_FILENO) return syscall(SYS_write, file, from, size);
    atomic_fetch_add(size > 0 && memchr(text, '\n', size) == text + size - 1 ? &errors : &parts, 1);
    last_size = size;
    if (size >= sizeof last) memcpy(last, text + size - sizeof last + 1, sizeof last - 1);
    return (ssize_t)size;
}

/* Returns how many lines reached standard error since the last call. */
static int take_errors(void)
{
    CHECK_INT(atomic_load(&parts), 0);
    return atomic_exchange(&errors, 0);
}

/* While this is set, the system can't identify files. */
#if __SIZEOF_POINTER__ == 8
#define CAN_HIDE_FILES 1
static bool no_fstat;
int fstat(int file, struct stat *status)
{
    if (!no_fstat) return fstatat(file, "", status, AT_EMPTY_PATH);
    errno = EOVERFLOW;
    return -1;
}
#endif

/* ---- files ---- */

static char root[100];

static const char *in_root(const char *name)
{
    static char path[sizeof root + 100];
    snprintf(path, sizeof path, "%s/%s", root, name);
    return path;
}

static void go(const char *folder)
{
    if (chdir(in_root(folder))) TEST_STOP("no folder %s", folder);
}

static int count_open(void)
{
    int count = 0;
    for (int i = 0; i < 256; i++) count += fcntl(i, F_GETFD) >= 0;
    return count;
}

/* Returns the number of lines in a file, or -1 if it does not exist. */
static int count_lines(const char *name)
{
    FILE *file = fopen(in_root(name), "r");
    int lines = 0;
    if (!file) return -1;
    for (int c; (c = getc(file)) != EOF;) lines += c == '\n';
    fclose(file);
    return lines;
}

/* ---- lines ---- */

static void write_line(void)
{
    errno = E2BIG;
    log_line(LOG_INFO, LOG_CALL, "a line");
    CHECK_INT(errno, E2BIG);
}

static void *write_lines(void *unused)
{
    for (int i = 0; i < 500; i++) log_line(LOG_INFO, LOG_CALL, "a line");
    return unused;
}

static void write_at_once(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        if (pthread_create(&threads[i], NULL, write_lines, NULL)) TEST_STOP("no threads");
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
}

/* Starts a log in first/log, with one line. Returns its descriptor. */
static int start(void)
{
    int number = open("/dev/null", O_RDONLY); /* the descriptor that the log will get */
    close(number);
    go("first");
    log_start();
    write_line();
    return number;
}

/* Acts like a library that closes all files, and then a program that opens its next one. */
static void replace(int number, const char *name)
{
    close(number);
    CHECK_INT(open(in_root(name), O_WRONLY | O_CREAT | O_APPEND, 0600), number);
}

/* ---- the tests ---- */

static void test_lost(void)
{
    int number = start(), open_before = count_open();
    CHECK_INT(count_lines("first/log"), 1);

    test_about = "the program has left the folder";
    go("second");
    write_line();
    CHECK_INT(count_lines("first/log"), 2);
    CHECK_INT(take_errors(), 0);

    test_about = "its number is that of another file";
    replace(number, "programs");
    write_at_once();
    write_line();
    CHECK_INT(take_errors(), 1 + 2001); /* the first line announces the others */
    CHECK_INT(count_lines("programs"), 0);

    test_about = "its number is nobody's";
    close(number);
    write_line();
    CHECK_INT(take_errors(), 1);

    test_about = "its number is the same file's, which the program has opened";
    replace(number, "first/log");
    write_line();
    CHECK_INT(take_errors(), 1);
    CHECK_INT(count_lines("first/log"), 2);
    CHECK_INT(count_lines("second/log"), -1);
    log_end();
    CHECK_INT(count_open(), open_before);
    close(number);
}

static void test_log_end(void)
{
    int open_before = count_open(), number = start();
    test_about = "it ends";
    log_end();
    CHECK_INT(count_open(), open_before);

    test_about = "it ends when its number is that of another file";
    CHECK_INT(start(), number);
    replace(number, "programs");
    log_end();
    CHECK_INT(count_open(), open_before + 1);
    CHECK_INT(count_lines("programs"), 0);
    CHECK_INT(take_errors(), 0);
    close(number);
}

#ifdef CAN_HIDE_FILES
static void test_hidden_files(void)
{
    int open_before = count_open(), number;
    test_about = "nothing can be told of files from the beginning";
    no_fstat = true;
    start();
    no_fstat = false;
    CHECK_STR(complaint, "it is 'log', which the system cannot distinguish from other files");
    CHECK_INT(take_errors(), 1);
    CHECK_INT(count_open(), open_before);
    log_end();

    test_about = "nothing can be told of files any more";
    number = start();
    no_fstat = true;
    write_line();
    no_fstat = false;
    write_line();
    CHECK_INT(take_errors(), 1 + 2);
    log_end();
    CHECK_INT(count_open(), open_before + 1); /* the descriptor may belong to somebody else */
    close(number);
}
#else
#define test_hidden_files() ((void)0)
#endif

/* Others may write to the same place, so a line is one write, whatever its length. A line that was
 * cut shows that. */
static void test_long_lines(void)
{
    static const struct {
        char byte;
        size_t count;
        const char *end;
    } rows[] = { { 'x', 2000, "xxxxxxxxxxxxxx\n" },    { 'x', 2047, "xxxxxxxxxxxxxx\n" },
                 { 'x', 2048, "xxxxxxxxxxx...\n" },    { 'x', 9000, "xxxxxxxxxxx...\n" },
                 { '\1', 300, "01\\x01\\x01\\x01\n" }, { '\1', 1500, "x01\\x01\\x01...\n" } };
    const int number = start();
    close(number);
    write_line();
    CHECK_INT(take_errors(), 2);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[9001];
        memset(text, rows[i].byte, rows[i].count);
        text[rows[i].count] = '\0';
        test_about = rows[i].end;
        log_line(LOG_INFO, LOG_CALL, "%s", text);
        CHECK_INT(take_errors(), 1);
        CHECK_STR(last, rows[i].end);
    }
    /* 500 bytes that make four each, then as many zeros as fit, or one more. */
    for (int more = 0; more < 2; more++) {
        char text[700];
        memset(text, '\1', sizeof text);
        log_line(LOG_INFO, LOG_CALL, "%s", "");
        CHECK_INT(take_errors(), 1);
        snprintf(text + 500, sizeof text - 500, "%0*d", 2109 - 2000 - (int)last_size + more, 0);
        log_line(LOG_INFO, LOG_CALL, "%s", text);
        CHECK_INT(take_errors(), 1);
        CHECK_STR(last, more ? "00000000000...\n" : "00000000000000\n");
    }
    log_end();
}

/* At a limit for the sizes of files, the line is lost, but not a signal of the program's own. */
static void test_limit_of_sizes(void)
{
    const struct timespec now = { 0, 0 };
    struct rlimit before, limit;
    sigset_t size, waiting;
    const int file = open(in_root("first/log"), O_WRONLY | O_CREAT | O_APPEND, 0600);
    sigemptyset(&size);
    sigaddset(&size, SIGXFSZ);
    getrlimit(RLIMIT_FSIZE, &before);
    limit = before;
    limit.rlim_cur = 0;
    setrlimit(RLIMIT_FSIZE, &limit);
    os_write(file, "line\n", 5);
    sigpending(&waiting);
    CHECK(!sigismember(&waiting, SIGXFSZ));
    pthread_sigmask(SIG_BLOCK, &size, NULL);
    raise(SIGXFSZ);
    os_write(file, "line\n", 5);
    CHECK_INT(sigtimedwait(&size, NULL, &now), SIGXFSZ);
    pthread_sigmask(SIG_UNBLOCK, &size, NULL);
    setrlimit(RLIMIT_FSIZE, &before);
    close(file);
}

int main(void)
{
    static const char *const made[] = { "first/log", "first", "programs", "second", "" };
    snprintf(root, sizeof root, "/tmp/clrelay-log-XXXXXX");
    if (!mkdtemp(root) || mkdir(in_root("first"), 0700) || mkdir(in_root("second"), 0700))
        TEST_STOP("no folder");
    log_path = "log";
    test_lost();
    test_log_end();
    test_hidden_files();
    test_long_lines();
    test_limit_of_sizes();
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) remove(in_root(made[i]));
    return test_end();
}
