/* SPDX-License-Identifier: Apache-2.0 */
/* Repeats a test, each time in a new process without loaded drivers. */
#ifndef CLRELAY_TEST_THREADS_ROUNDS_H
#define CLRELAY_TEST_THREADS_ROUNDS_H

#include "test.h"

#include <sys/wait.h>
#include <unistd.h>

/* Seconds after which a round counts as hung, even under a checker on a busy machine. */
enum { ROUNDS_LIMIT = 180 * TEST_PATIENCE };

/* Returns how a child ended, in words, or NULL if its exit code is 0. */
static const char *rounds_outcome(int status)
{
    static char words[64];
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) return "hung";
    if (WIFSIGNALED(status)) snprintf(words, sizeof words, "signal %d", WTERMSIG(status));
    else if (WEXITSTATUS(status)) snprintf(words, sizeof words, "exit %d", WEXITSTATUS(status));
    else return NULL;
    return words;
}

/* Runs round(number) in a child, and reports any exit code other than 0. If the round returns
 * without exit(), its checks decide. */
#ifdef __GNUC__
__attribute__((unused))
#endif
static void
rounds_run(void (*round)(unsigned number), unsigned number)
{
    const char *outcome;
    int status = 0;
    pid_t child = fork();
    if (child < 0) TEST_STOP("fork failed");
    if (!child) {
        alarm(ROUNDS_LIMIT);
        test_checks = test_failures = 0;
        round(number);
        fflush(stderr);
        _exit(test_failures ? 1 : 0);
    }
    test_checks++;
    if (waitpid(child, &status, 0) != child) TEST_STOP("waitpid failed");
    outcome = rounds_outcome(status);
    if (outcome && !strcmp(outcome, "hung")) TEST_STOP("%s: round %u: hung", test_about, number);
    if (outcome) test_report(__FILE__, __LINE__, "round %u: %s", number, outcome);
}

/* Returns the number of rounds, the program's first argument. */
#ifdef __GNUC__
__attribute__((unused))
#endif
static unsigned
rounds_wanted(int count, char **argument, unsigned otherwise)
{
    return count > 1 ? (unsigned)strtoul(argument[1], NULL, 10) : otherwise;
}

#endif
