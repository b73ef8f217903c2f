/* SPDX-License-Identifier: Apache-2.0 */
/* To be preloaded: a sandbox whose filter of system calls happens to allow all of them. */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdlib.h>
#include <sys/prctl.h>

__attribute__((constructor)) static void be_filtered(void)
{
    struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    const struct sock_fprog program = { 1, &allow };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) abort();
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0)) abort();
}
