/* SPDX-License-Identifier: Apache-2.0 */
/* If others give a file's name, only regular files are opened. Also tests programs that do not
 * end. */
#include "test.h"

#include "../../base/files.h"
#include "../../base/subprocess_linux.h"

#include <signal.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/clrelay-opening-XXXXXX";

static void check_refused(const char *path)
{
    CHECK_INT(file_open(path), -1);
    CHECK(file_stream(path) == NULL);
}

static void test_files(void)
{
    FILE *file;
    char line[8] = "";
    if (!mkdtemp(folder) || chdir(folder) || mkfifo("pipe", 0600) || symlink("pipe", "link"))
        TEST_STOP("no temporary folder");
    file = fopen("file", "w");
    if (!file || fputs("text", file) < 0 || fclose(file)) TEST_STOP("no temporary file");
    check_refused("pipe");
    check_refused("link");
    check_refused("/dev/zero");
    check_refused(".");
    check_refused("missing");
    file = file_stream("file");
    CHECK(file && fgets(line, sizeof line, file) && !strcmp(line, "text"));
    if (file) fclose(file);
    CHECK(file_line("file", "te", line, sizeof line) && !strcmp(line, "xt"));
    CHECK(!file_line("pipe", "", line, sizeof line));
    CHECK(file_architecture("pipe") == NULL);
    unlink("pipe"), unlink("link"), unlink("file");
    rmdir(folder);
}

static void run(const char *command, unsigned seconds, const char *wanted, int signal)
{
    const char *const words[] = { "sh", "-c", command, NULL };
    const struct subprocess subprocess = { .words = (char *const *)(uintptr_t)words,
                                           .input = -1,
                                           .errors = -1,
                                           .most = 1000,
                                           .seconds = seconds };
    size_t length = 0;
    int status = -1;
    char *output = subprocess_output(&subprocess, &length, &status);
    CHECK(output && !strcmp(output, wanted));
    CHECK_INT(WIFSIGNALED(status) ? WTERMSIG(status) : 0, signal);
    free(output);
}

/* A program gets the default handlers and an empty mask, whatever this process ignores and blocks. */
static void test_signals(void)
{
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR2);
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    signal(SIGUSR1, SIG_IGN);
    run("kill -USR1 $$; echo on", 60, "", SIGUSR1);
    run("kill -USR2 $$; echo on", 60, "", SIGUSR2);
}

int main(void)
{
    alarm(60); /* whoever opens a pipe waits for ever */
    test_files();
    run("echo one", 60, "one\n", 0);
    run("echo one", 0, "one\n", 0);
    run("echo one; exec sleep 1000", 1, "one\n", SIGALRM);
    test_signals();
    return test_end();
}
