/* SPDX-License-Identifier: Apache-2.0 */
/* Forks a child without the C library's knowledge. */
#ifndef CLRELAY_TEST_FAKE_RAW_FORK_H
#define CLRELAY_TEST_FAKE_RAW_FORK_H

#ifndef _WIN32 /* Windows has no fork */
#include <signal.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static inline pid_t raw_fork(void)
{
#ifdef __s390x__
    return (pid_t)syscall(SYS_clone, 0, SIGCHLD, 0, 0, 0); /* the stack is the first argument */
#else
    return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
#endif
}
#endif

#endif
