/* SPDX-License-Identifier: Apache-2.0 */
/* Limits of this process. Programs that the same shell or service starts have them, too. */
#include "machine.h"

#include "../base/text.h"

#include <stdlib.h>
#include <sys/resource.h>

/* A limit that is lower than `least` may be why a driver fails. Drivers reserve many gigabytes of
 * addresses. */
static const struct {
    int resource;
    rlim_t least, unit;
    const char *what, *unit_name, *ulimit;
} limits[] = {
    { RLIMIT_AS, RLIM_INFINITY, 1 << 10, "address space is", "KiB", "ulimit -v" },
    { RLIMIT_DATA, (rlim_t)4 << 30, 1 << 10, "data is", "KiB", "ulimit -d" },
    { RLIMIT_NOFILE, 256, 1, "open files are", "", "ulimit -n" },
    { RLIMIT_NPROC, 64, 1, "processes and threads of this user are", "", "ulimit -u" },
    { RLIMIT_FSIZE, (rlim_t)1 << 30, 1 << 10, "the size of files is", "KiB", "ulimit -f" },
    { RLIMIT_STACK, 1 << 20, 1 << 10, "stack is", "KiB", "ulimit -s" },
};

bool machine_check_limits(struct findings *findings)
{
    bool found = false;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        struct rlimit now;
        char *remedy;
        if (getrlimit(limits[i].resource, &now) != 0 || now.rlim_cur == RLIM_INFINITY ||
            now.rlim_cur >= limits[i].least)
            continue;
        remedy = text_format(
            "Try again where the limit is higher: %s unlimited, or the limits of the service that "
            "starts the program.",
            limits[i].ulimit);
        findings_add(findings, PROBLEM_LIMIT, limits[i].ulimit, remedy,
                     "%s limited to %llu%s%s, which may be why drivers fail", limits[i].what,
                     (unsigned long long)(now.rlim_cur / limits[i].unit),
                     *limits[i].unit_name ? " " : "", limits[i].unit_name);
        findings_set_part(findings, PROBLEM_LIMIT, PART_LIMIT, 0);
        free(remedy);
        found = true;
    }
    return found;
}
