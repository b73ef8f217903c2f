/* SPDX-License-Identifier: Apache-2.0 */
/* Limits of this process. Programs that the same shell or service starts have them, too. */
#include "machine.h"

#include "../base/text.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>

/* A limit that is lower than `least` may be why a driver fails. Drivers reserve many gigabytes of
 * addresses. `wanted`: what surely suffices. A driver that crashes may want this much stack. */
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

/* Users can raise a limit only up to the hard one, which may be less than what surely suffices. The
 * caller frees the text. */
static char *remedy_of(const struct limit *limit, const struct rlimit *now)
{
    const rlim_t most = now->rlim_max;
    if (most < limit->wanted && most >= limit->least && most > now->rlim_cur)
        return text_format("Try again where the limit is higher: %s %llu, or the limits of the job "
                           "or service that starts the program.",
                           limit->ulimit, (unsigned long long)(most / limit->unit));
    if (most < limit->wanted)
        return text_format("Try again where the limit is higher: raise it for the session, job or "
                           "service that starts the program.");
    return text_format("Try again where the limit is higher: %s %s, or the limits of the job or "
                       "service that starts the program.",
                       limit->ulimit, limit->value);
}

bool machine_may_lack_stack(const struct answer *answer)
{
    return answer->end == END_SIGNAL && (answer->code == SIGSEGV || answer->code == SIGBUS);
}

/* Whether this process has a limit that may be why a driver fails. *now: the limit. */
static bool is_low(const struct limit *limit, bool crashes, struct rlimit *now)
{
    const bool is_overrun = crashes && limit->resource == RLIMIT_STACK;
    return getrlimit(limit->resource, now) == 0 && now->rlim_cur != RLIM_INFINITY &&
           now->rlim_cur < (is_overrun ? limit->wanted : limit->least);
}

/* The caller frees the text. */
static char *words_of(const struct limit *limit, const struct rlimit *now)
{
    return text_format("%s limited to %llu%s%s, which may be why drivers fail", limit->what,
                       (unsigned long long)(now->rlim_cur / limit->unit),
                       *limit->unit_name ? " " : "", limit->unit_name);
}

char *machine_limit_words(const struct answer *answer)
{
    char *all = NULL;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        struct rlimit now;
        char *words;
        if (!is_low(&limits[i], machine_may_lack_stack(answer), &now)) continue;
        words = words_of(&limits[i], &now);
        text_add(&all, "%s%s (%s)", all ? "; " : "", words, limits[i].ulimit);
        free(words);
    }
    return all;
}

bool machine_check_limits(struct findings *findings, bool crashes)
{
    bool found = false;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        struct rlimit now;
        char *remedy, *words;
        if (!is_low(&limits[i], crashes, &now)) continue;
        remedy = remedy_of(&limits[i], &now);
        words = words_of(&limits[i], &now);
        findings_add(findings, PROBLEM_LIMIT, limits[i].ulimit, remedy, "%s", words);
        findings_set_part(findings, PROBLEM_LIMIT, PART_LIMIT, 0);
        free(words);
        free(remedy);
        found = true;
    }
    return found;
}
