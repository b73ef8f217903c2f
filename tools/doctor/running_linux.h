/* SPDX-License-Identifier: Apache-2.0 */
/* A process of another program: as whom it runs, and since when. */
#ifndef CLRELAY_TOOLS_DOCTOR_RUNNING_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_RUNNING_LINUX_H

#include "../base/array.h"

#include <stdbool.h>
#include <sys/types.h>

ARRAY(running_groups, gid_t);

struct running {
    char *number;
    uid_t user;
    gid_t group;
    struct running_groups groups; /* the others that it has */
    double started;               /* seconds since 1970; 0: not known */
    bool shows_files;             /* what it has open is known: */
    bool has_node;                /* a node of a GPU */
    char *maps; /* the files in its memory, as /proc says; "" if that is not known */
};

/* Reads all this. Returns false if there is no such process. The caller frees it in any case. */
bool running_read(struct running *running, const char *number);
void running_free(struct running *running);

/* Gives this process its limits, as far as that is allowed. */
void running_take_limits(const struct running *running);

/* Makes this process one of the same user and groups. Returns false if it may not. */
bool running_become(const struct running *running);

/* A driver's library in its memory whose file was removed or replaced, or NULL. The caller frees
 * it. */
char *running_replaced(const struct running *running);
/* Whether a library of this name is in its memory. */
bool running_has_library(const struct running *running, const char *name);
/* Whether it started before a file was there: a node of the machine, or, if `installed`, a file
 * that was put there with all its rights. Where the clock was changed, it did not. */
bool running_is_earlier(const struct running *running, const char *root, const char *path,
                        bool installed);

/* Whether its user and groups may use a file; in doubt, they may. */
bool running_may_use(const struct running *running, const char *path);

/* Finds a process of another user that runs this program, or this script of it (or NULL). */
bool running_find(struct running *running, const char *program, const char *script);

/* Names of users, and whether they log in. The caller frees the name. */
char *running_user_name(uid_t user);
bool running_logs_in(uid_t user);

/* The service of the system that a process belongs to ("self": this one), as /proc below the root
 * has it; or NULL: none. The caller frees it. */
char *running_service(const char *root, const char *number);

#endif
