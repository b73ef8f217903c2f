/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs a program and kills it as it enters its COUNTth system call: killer COUNT PROGRAM
 * ARGUMENT... Then exits with KILLED, otherwise with the program's exit code. Leaves the processes
 * alone that the program starts. With COUNT 0 it prints, in order, the names of the calls by which
 * the program replaces a file safely.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* One file cannot include both the C library's header and the kernel's. */
#ifndef PTRACE_GET_SYSCALL_INFO
#define PTRACE_GET_SYSCALL_INFO 0x420e
#endif
struct call {
    unsigned char operation, padding[3];
    unsigned architecture;
    unsigned long long instruction, stack, number, arguments[6];
};
enum { KILLED = 99, ENTRY = 1 };

static void tell(pid_t program)
{
    static const struct {
        long number;
        const char *name;
    } names[] = {
        { SYS_fsync, "fsync" },      { SYS_flock, "flock" }, { SYS_unlinkat, "unlinkat" },
#ifdef SYS_renameat
        { SYS_renameat, "rename" },
#endif
#ifdef SYS_renameat2
        { SYS_renameat2, "rename" },
#endif
    };
    struct call call = { .operation = 0 };
    if (ptrace((enum __ptrace_request)PTRACE_GET_SYSCALL_INFO, program, (void *)sizeof call,
               &call) <= 0)
        return;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (call.operation == ENTRY && (long)call.number == names[i].number) puts(names[i].name);
}

int main(int count, char **words)
{
    long left = count > 2 ? atol(words[1]) : -1;
    int status, entering = 1, quiet = left != 0, pass = 0;
    pid_t program = left < 0 ? -1 : fork();
    if (program == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
        execvp(words[2], words + 2);
        _exit(127);
    }
    if (program < 0 || waitpid(program, &status, 0) != program) return 126;
    if (ptrace(PTRACE_SETOPTIONS, program, NULL,
               (void *)(PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL)) != 0)
        return 126;
    for (;;) {
        if (ptrace(PTRACE_SYSCALL, program, NULL, (void *)(long)pass) != 0 && errno != ESRCH)
            return 126;
        if (waitpid(program, &status, 0) != program) return 126;
        if (WIFEXITED(status)) return WEXITSTATUS(status);
        if (WIFSIGNALED(status)) return 128 + WTERMSIG(status);
        pass = 0;
        if (WSTOPSIG(status) == (SIGTRAP | 0x80)) {
            if (entering && !quiet) tell(program);
            if (entering && quiet && --left == 0) {
                kill(program, SIGKILL);
                waitpid(program, &status, 0);
                return KILLED;
            }
            entering = !entering;
        } else if (WSTOPSIG(status) != SIGTRAP) {
            pass = WSTOPSIG(status);
        }
    }
}
