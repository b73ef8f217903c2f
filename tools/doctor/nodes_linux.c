/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* O_CLOEXEC, kill */
#include "nodes_linux.h"

#include "../base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

const char *const node_patterns[NODE_PATTERNS] = { "/dev/dri/renderD*", "/dev/kfd",
                                                   "/dev/nvidia[0-9]*", "/dev/nvidiactl",
                                                   "/dev/nvidia-uvm",   "/dev/mali0" };

int node_open(const char *path)
{
    const double until = system_milliseconds() + NODE_SECONDS * 1000.0;
    int status = 0;
    pid_t child = fork(), ended;
    if (child == 0) {
        int file;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        file = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
        _exit(file < 0 ? errno : 0);
    }
    if (child < 0) return 0; /* no process: nothing is known */
    while ((ended = waitpid(child, &status, WNOHANG)) == 0 && system_milliseconds() < until)
        system_sleep(2);
    if (ended == 0) { /* a child inside the kernel may outlive SIGKILL: nobody waits for it */
        kill(child, SIGKILL);
        return ETIMEDOUT;
    }
    return ended == child && WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

bool node_all_open(const char *pattern)
{
    glob_t nodes;
    bool all = glob(pattern, 0, NULL, &nodes) == 0;
    for (size_t i = 0; all && i < nodes.gl_pathc; i++) all = node_open(nodes.gl_pathv[i]) == 0;
    globfree(&nodes);
    return all;
}

const char *node_error_name(int error)
{
    static const struct {
        int error;
        const char *name;
    } names[] = { { EACCES, "EACCES" }, { EAGAIN, "EAGAIN" }, { EBUSY, "EBUSY" },
                  { EINVAL, "EINVAL" }, { EIO, "EIO" },       { EMFILE, "EMFILE" },
                  { ENFILE, "ENFILE" }, { ENODEV, "ENODEV" }, { ENOMEM, "ENOMEM" },
                  { ENXIO, "ENXIO" },   { EPERM, "EPERM" } };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].error == error) return names[i].name;
    return system_error_text(error);
}
