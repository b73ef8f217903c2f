/* SPDX-License-Identifier: Apache-2.0 */
/* Limits of this process. Programs that the same shell or service starts have them, too. */
#include "machine.h"

#include "../base/text.h"

#include <stdlib.h>
#include <sys/resource.h>

/* A limit that is lower than `least` may be why a driver fails. Drivers reserve many gigabytes of
 * addresses. `wanted`: what surely suffices. */
static const struct limit {
    int resource;
    rlim_t least, wanted, unit;
    const char *what, *unit_name, *ulimit, *value;
} limits[] = {
    { RLIMIT_AS, RLIM_INFINITY, RLIM_INFINITY, 1 << 10, "address space is", "KiB", "ulimit -v",
      "unlimited" },
    { RLIMIT_DATA, (rlim_t)4 << 30, RLIM_INFINITY, 1 << 10, "data is", "KiB", "ulimit -d",
      "unlimited" },
    { RLIMIT_NOFILE, 256, 4096, 1, "open files are", "", "ulimit -n", "4096" },
    { RLIMIT_NPROC, 64, 4096, 1, "processes and threads of this user are", "", "ulimit -u",
      "4096" },
    { RLIMIT_FSIZE, (rlim_t)1 << 30, RLIM_INFINITY, 1 << 10, "the size of files is", "KiB",
      "ulimit -f", "unlimited" },
    { RLIMIT_STACK, 1 << 20, 8 << 20, 1 << 10, "stack is", "KiB", "ulimit -s", "8192" },
};

/* Users can raise a limit only up to `most`. The caller frees the text. */
static char *remedy_of(const struct limit *limit, rlim_t most)
{
    if (most < limit->wanted)
        return text_format("Try again where the limit is higher: raise it for the session, job or "
                           "service that starts the program.");
    return text_format("Try again where the limit is higher: %s %s, or the limits of the job or "
                       "service that starts the program.",
                       limit->ulimit, limit->value);
}

bool machine_check_limits(struct findings *findings)
{
    bool found = false;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        struct rlimit now;
        char *remedy;
        if (getrlimit(limits[i].resource, &now) != 0 || now.rlim_cur == RLIM_INFINITY ||
            now.rlim_cur >= limits[i].least)
            continue;
        remedy = remedy_of(&limits[i], now.rlim_max);
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
