/* SPDX-License-Identifier: Apache-2.0 */
/* loader/log.c: what becomes of the log's file when a library closes it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "log.h"

#include "os.h"
#include "settings.h"
#include "test.h"
#include "unit/log_settings.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the rest of the loader ---- */

void settings_complain(const char *format, ...) { (void)format; }

/* In place of the C library's: while this is set, the system cannot tell what a file is. */
static bool no_fstat;
#if __SIZEOF_POINTER__ == 8
int fstat(int file, struct stat *status)
{
    if (!no_fstat) return fstatat(file, "", status, AT_EMPTY_PATH);
    errno = EOVERFLOW;
    return -1;
}
#endif

/* ---- what is seen ---- */

static char root[4096];

static int count_open(void)
{
    int count = 0;
    for (int i = 0; i < 256; i++) count += fcntl(i, F_GETFD) >= 0;
    return count;
}

/* How many lines a file has; -1: there is none. */
static int count_lines(const char *name)
{
    char path[sizeof root + 100];
    FILE *file;
    int lines = 0;
    snprintf(path, sizeof path, "%s/%s", root, name);
    file = fopen(path, "r");
    if (!file) return -1;
    for (int c; (c = getc(file)) != EOF;) lines += c == '\n';
    fclose(file);
    return lines;
}

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

int main(void)
{
    int number, open_before, errors;
    char *folder;
    snprintf(root, sizeof root, "/tmp/clrelay-log-XXXXXX");
    folder = mkdtemp(root);
    if (!folder || chdir(root) || mkdir("first", 0700) || mkdir("second", 0700) || chdir("first"))
        TEST_STOP("no folder");
    log_path = "log";
    number = open("/dev/null", O_RDONLY); /* which the log gets next */
    close(number);
    log_start();
    write_line();
    CHECK_INT(count_lines("first/log"), 1);

    test_about = "the program has left the folder";
    if (chdir("../second")) TEST_STOP("no folder");
    write_line();
    CHECK_INT(count_lines("first/log"), 2);

    test_about = "its number is that of another file";
    close(number);
    CHECK_INT(open("programs", O_WRONLY | O_CREAT, 0600), number);
    open_before = count_open();
    write_line();
    write_at_once();
    CHECK_INT(count_lines("first/log"), 2003);
    CHECK_INT(count_lines("second/log"), -1);
    CHECK_INT(count_lines("second/programs"), 0);
    CHECK_INT(count_open(), open_before);

    test_about = "its number is nobody's";
    close(number);
    write_at_once();
    CHECK_INT(count_lines("first/log"), 4003);
    CHECK_INT(count_open(), open_before - 1);

    test_about = "nothing can be told of files";
    no_fstat = true;
    write_line();
    write_line();
    no_fstat = false;
    CHECK_INT(count_lines("first/log"), 4005);
    CHECK_INT(count_open(), open_before - 1);

    test_about = "it cannot be opened any more";
    if (rename("../first", "../elsewhere")) TEST_STOP("no folder");
    fflush(stderr);
    errors = dup(STDERR_FILENO);
    close(STDERR_FILENO);
    CHECK_INT(open("errors", O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
    write_line();
    dup2(errors, STDERR_FILENO);
    CHECK_INT(count_lines("second/errors"), 0);
    CHECK_INT(count_lines("elsewhere/log"), 4005);

    log_end();
    {
        static const char *const made[] = { "elsewhere/log", "elsewhere", "second/programs",
                                            "second/errors", "second", "" };
        char path[sizeof root + 100];
        for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
            snprintf(path, sizeof path, "%s/%s", root, made[i]);
            remove(path);
        }
    }
    return test_end();
}
